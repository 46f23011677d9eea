"""A file of 18xx.games in a normal form, to compare what was written with what was read.

What remains of an action is its type, who acts, and the choices that say what it does:

- players are numbered in seating order; companies, systems and private companies have the site's names;
- what was undone is gone, and so are ids, times, messages and programs, which move nothing;
- automatic actions stand behind the action that carried them, like any other;
- of a tile or a train only its kind counts, not the number of its copy, and the further copies of 1889's beginner's
  game ("Beg9") are of the same kind; of certificates whose they are, how many, and
  whether the president's is among them;
- of a run its stops in order (from either end) and what each train earns; where a file states no connections, the
  hexes that each train runs over, since the oldest files have them in any order; where it states nothing else, the ends
  of its connections, and nothing of what it earns;
- what the site works out or ignores is left out: slots, variants, shells' names of single companies, extra revenue.

Where the site accepts two orders, or more, and the position does not tell which was taken, one is normal:

- several companies discard trains: in any order, since the site takes a discard from any that has too many;
- what a company may do at any time in its turn (buy a private company, a coal marker, use a private company):
  before or after a pass that ends a step, since it belongs to none;
- a company that buys a private company with its last money is asked nothing more, and may have passed before it:
  without that pass;
- two trains of one kind that change shells: as if they had stayed, since nobody can tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from engine.exchange.site_log import SiteGame, is_silent

Step = tuple[str, str, tuple[tuple[str, Any], ...]]


def normal_form(source: SiteGame, *, earned: bool = True) -> list[Step]:
    """The actions that do something, one after another; `earned`: with what routes earn."""
    seats = seats_of(source)
    found = [normal_step(one.action, seats) for one in source.steps if not is_silent(one.action)]
    return _in_order(found if earned else [_without_revenue(step) for step in found])


def states_revenue(source: SiteGame) -> bool:
    """Do its routes say what they earn? Some of the oldest files have only their connections."""
    return all("revenue" in route for step in source.steps for route in step.action.get("routes", ()))


def _without_revenue(step: Step) -> Step:
    kind, who, choices = step
    bare = ((name, tuple(route[:2] for route in value) if name == "routes" else value) for name, value in choices)
    return kind, who, tuple(bare)


def seats_of(source: SiteGame) -> dict[str, str]:
    """The players by their order."""
    return {player: f"player {number}" for number, (player, _) in enumerate(source.players, 1)}


def kinds(steps: list[Step]) -> list[tuple[str, str]]:
    """Type and entity alone."""
    return [(kind, entity) for kind, entity, _ in steps]


def first_difference(theirs: list[Any], ours: list[Any]) -> int | None:
    """Where two lists part; None if they are equal."""
    pairs = enumerate(zip(theirs, ours))  # noqa: B905
    found = next((number for number, (a, b) in pairs if a != b), None)
    return found if found is not None or len(theirs) == len(ours) else min(len(theirs), len(ours))


ANY_TIME = ("buy_company", "special_buy", "lay_tile by private", "place_token by private", "pass by private")


def _in_order(steps: list[Step]) -> list[Step]:
    """Of orders that the site accepts, the normal one."""
    found: list[Step] = []
    for step in steps:
        kind = step[0]
        if _is_needless(found, step):
            found.pop()
        if kind == "swap_train" and found and found[-1] == step:
            found.pop()
            continue
        at = len(found)
        while kind in ANY_TIME and at and found[at - 1][0] == "pass" and "player" not in found[at - 1][1]:
            at -= 1
        while kind == "discard_train" and at and found[at - 1][0] == kind and found[at - 1] > step:
            at -= 1
        found.insert(at, step)
    return found


def _is_needless(found: list[Step], step: Step) -> bool:
    """Does a turn end with a pass after the purchase of a private company, or the use of one?"""
    if len(found) < 2 or step[0] in ANY_TIME or step[1] == found[-1][1]:
        return False
    (before, buyer, _), (kind, entity, _) = found[-2:]
    return kind == "pass" and before in ANY_TIME and (before != "buy_company" or buyer == entity)


def normal_step(action: dict[str, Any], seats: dict[str, str]) -> Step:
    """One action alone."""
    entity = str(action["entity"])
    who = seats[entity] if action["entity_type"] == "player" else entity
    kind = str(action["type"])
    if action["entity_type"] == "company" and f"{kind} by private" in ANY_TIME:
        kind = f"{kind} by private"
    return kind, who, tuple(sorted(_choices(action, seats)))


def _choices(action: dict[str, Any], seats: dict[str, str]) -> Iterator[tuple[str, Any]]:
    for name, value in action.items():
        match name:
            case "company" | "corporation" | "price" | "hex" | "rotation" | "kind" | "target":
                yield name, value
            case "choice":
                yield name, str(value).partition(" (")[0]
            case "share_price" if action["type"] == "par":
                yield name, str(value)
            case "tile" | "train" | "exchange":
                yield name, _kind(str(value))
            case "city":
                yield name, tuple(_city(str(value)))
            case "shares":
                yield name, _shares(value)
            case "routes":
                yield name, tuple(sorted(_route(route) for route in value))
            case _:
                pass


def _kind(name: str) -> str:
    return (name.rpartition("-")[0] or name).removeprefix("Beg")


def _city(name: str) -> tuple[str, str]:
    tile, _, part = name.rpartition("-")
    return _kind(tile), part


def _shares(names: list[str]) -> tuple[str, int, bool]:
    companies = {name.rpartition("_")[0] for name in names}
    return " ".join(sorted(companies)), len(names), any(name.endswith("_0") for name in names)


def _ends(chains: list[list[str]]) -> list[str]:
    """The stops of a run in order, from chains that are listed in either direction."""
    ends = [[str(chain[0]), str(chain[-1])] for chain in chains]
    if len(ends) > 1 and ends[0][1] not in ends[1]:
        ends[0].reverse()
    for before, after in pairwise(ends):
        if after[0] != before[1]:
            after.reverse()
    return [*ends[0][:1], *(end for _, end in ends)] if ends else []


def _route(route: dict[str, Any]) -> tuple[str, tuple[str, ...], int]:
    stops = tuple(str(hex_id) for hex_id in route.get("hexes") or _ends(route.get("connections") or []))
    if not route.get("connections"):
        stops = tuple(sorted(set(stops)))
    return _kind(str(route["train"])), min(stops, stops[::-1]), int(route.get("revenue", 0))
