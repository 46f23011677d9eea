"""Reads the recorded positions (real late games and stress cases) as problems."""

import json
from pathlib import Path
from typing import Any

from engine.routes import Bonus, Piece, Problem, Route, Row, Stop, Train

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "routes" / "positions"


def names() -> list[str]:
    """The positions that are there, without their ending."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def optima() -> dict[str, int]:
    """The optimum of each position for which one is proven."""
    lines = (FOLDER / "optimum.csv").read_text().splitlines()[1:]
    rows = [line.split(",") for line in lines]
    return {name: int(optimum) for name, optimum, _ in rows if optimum}


def load(name: str) -> Problem:
    """One position as a problem."""
    data = json.loads((FOLDER / f"{name}.json").read_text())
    ends: dict[str, list[int]] = {}
    bonuses: list[Bonus] = []
    for bonus in data["bonuses"] or ():
        if bonus["kind"] == "any":
            bonuses.append(Bonus(tuple(bonus["stops"]), bonus["amount"]))
        else:
            for stop in bonus["stops"]:
                ends[stop] = bonus["amounts"]
    return Problem(
        stops=tuple(_stop(stop, ends.get(stop["id"], [])) for stop in data["stops"]),
        pieces=_pieces(data["pieces"]),
        trains=tuple(_train(i, train) for i, train in enumerate(data["trains"])),
        bonuses=tuple(bonuses),
    )


def _stop(data: dict[str, Any], ends: list[int]) -> Stop:
    groups = data["group"] or [""]
    assert len(groups) == 1
    return Stop(
        id=data["id"],
        kind=data["type"],
        values=tuple(data["revenue"]),
        own=bool(data["own_token"]),
        passable=not data["blocked"] and data["type"] != "offboard",
        usable=not data.get("closed"),
        group=groups[0],
        end_bonus=tuple(ends),
    )


def _train(number: int, data: dict[str, Any]) -> Train:
    name = f"{number}:{data['name']}"
    distance = data["distance"]
    if isinstance(distance, int):
        distance = [{"nodes": ["city", "town", "offboard"], "visit": distance, "pay": distance}]
    return Train(name, data["name"], tuple(Row(tuple(r["nodes"]), r["visit"], r["pay"]) for r in distance))


def _pieces(data: list[dict[str, Any]]) -> tuple[Piece, ...]:
    """Edge nodes are named by hex and side, so pieces that meet are linked by name.

    What the two sides use up is then not the same thing: both are kept, and a route over the edge uses both.
    """
    by_id = {piece["id"]: piece for piece in data if not piece.get("ignore")}
    return tuple(_piece(piece, by_id) for piece in by_id.values())


def _piece(data: dict[str, Any], by_id: dict[str, Any]) -> Piece:
    place = data["hex"]

    def node(end: str) -> str:
        if end[0] == "s":
            return f"stop:{place}/{end[1:]}"
        if end[0] == "j":
            return f"junction:{place}/{end}"
        lanes = [r[2:] for r in data["resources"] if r.startswith(f"E:{place}/{end[1:]}/")]
        return f"edge:{lanes[0]}" if lanes else f"edge:{place}/{end[1:]}"

    links = [
        (node(f"e{side}"), other)
        for side, other in data["links"]
        if other in by_id and any(data["id"] == back for _, back in by_id[other]["links"])
    ]
    others = tuple(r for r in data["resources"] if not r.startswith(f"E:{place}/"))
    return Piece(data["id"], node(data["a"]), node(data["b"]), others, bool(data["terminal"]), place, tuple(links))


def human(name: str) -> list[tuple[Problem, list[Route], int]]:
    """The routes that the players ran, if the record says how, and what they were worth by stop values and bonuses."""
    data = json.loads((FOLDER / f"{name}.json").read_text())
    run = data["human"]
    if not run["mapped"] or not data.get("engine_confirmed"):
        return []
    problem = load(name)
    pieces = {piece.id: piece for piece in problem.pieces}
    routes: list[Route] = []
    for route in run["routes"]:
        path = [f"stop:{route['stops'][0]}"]
        for chain in route["chains"]:
            first = pieces[chain[0]]
            for piece_id in chain if path[-1] in (first.a, first.b) else reversed(chain):
                piece = pieces[piece_id]
                if path[-1] not in (piece.a, piece.b):
                    path.append(piece.a if piece.a.startswith("edge:") and _joins(pieces, path[-1], piece) else piece.b)
                path += [f"piece:{piece_id}", piece.b if piece.a == path[-1] else piece.a]
        routes.append(Route(problem.trains[route["train"]].id, tuple(path)))
    return [(problem, routes, sum(route["model"] for route in run["routes"]))]


def _joins(pieces: dict[str, Piece], edge: str, piece: Piece) -> bool:
    """Does the piece meet the edge with its first end?"""
    return any(
        node == piece.a and any(own == edge for own, back in pieces[other].links if back == piece.id)
        for node, other in piece.links
    )
