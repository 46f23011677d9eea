"""The tiles that can be laid, most useful places first, and what the company's best runs would earn with each. The part
marked as slow runs in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.menu.move.moves import Moves
from bot.menu.move.walk import Walk, walk, walk_named
from engine import Act, Game, Span, decode_game
from engine.core.verbs import Text
from engine.prospects import acting_company, earning
from engine.view import HexView, distinct, view
from engine.words import Words
from render.choices import PAGE

MOST = 20
"""The most tiles tried for one panel."""


@dataclass(frozen=True)
class Candidate:
    """A tile in a distinct rotation, and the move that lays it."""

    place: str
    tile: str
    rotation: int
    move: Act


def by_use(hexes: Iterable[HexView], places: Iterable[object]) -> list[str]:
    """Sort key for places: cities first, then towns, then plain land."""
    known = {one.id: one for one in hexes}

    def use(place: str) -> tuple[int, str]:
        found = known.get(place.partition("/")[0])
        kinds = {stop.kind for stop in found.stops} if found else set[str]()
        return (0 if "city" in kinds else 1 if kinds else 2), place

    return sorted(map(str, places), key=use)


def tile_rotations(moves: Moves, walk: Walk) -> list[tuple[str, int]]:
    """Every tile in every legal rotation in the chosen hex."""
    found: list[tuple[str, int]] = []
    assert isinstance(walk.choices, tuple)
    if walk.slot == "rotation":
        return [(str(walk.got["tile"]), int(rotation)) for rotation in walk.choices]
    for tile in walk.choices:
        asked = moves.slot(walk.verb, {**walk.got, walk.slot: tile})
        assert asked is not None and not isinstance(asked[1], (Span, Text))
        found += [(str(tile), int(rotation)) for rotation in asked[1]]
    return found


def place_of(moves: Moves, walk: Walk) -> str:
    """The hex where a tile would be laid: the chosen one, or the only possible one."""
    if "hex" in walk.got:
        return str(walk.got["hex"])
    while walk.slot:
        if not isinstance(walk.choices, tuple) or not walk.choices:
            return ""
        walk = walk_named(moves, walk.verb, {**_choices(walk), walk.slot: str(walk.choices[0])})
    _, events = moves.tried(walk.act)
    return next((str(event.data["hex"]) for event in events if event.kind == "laid"), "")


# --- slow


def candidates(raw: bytes, seat: str, verb: str, texts: list[str], page: int) -> list[Candidate]:
    """The tiles a panel offers: all for the hex it shows, or for several hexes as long as there are only a few."""
    game = _read(raw)
    moves = Moves(game, seat, Words(view(game, seat)))
    begun, seen = walk(moves, verb, texts), moves.view
    if begun.slot in ("tile", "rotation") and (place := place_of(moves, begun)):
        return _of_hex(moves, begun, place, distinct(seen, place, tile_rotations(moves, begun)), page)[:MOST]
    offered: list[Candidate] = []
    assert isinstance(begun.choices, tuple)
    for place in by_use(seen.hexes, begun.choices):
        there = walk_named(moves, verb, {**_choices(begun), "hex": place})
        if there.slot and there.slot not in ("tile", "rotation"):
            return []
        tiles = tile_rotations(moves, there) if there.slot else [(str(there.got["tile"]), int(there.got["rotation"]))]
        more = _of_hex(moves, there, place, distinct(seen, place, tiles))
        if len(offered) + len(more) > MOST:
            break
        offered += more
    return offered


def worth(raw: bytes, seat: str, move: Act | None = None) -> tuple[int, bool] | None:
    """What the acting company's best runs would earn, now or after a move, and whether that is proven. None: it has no
    train.
    """
    game = _read(raw)
    company = acting_company(game)
    if move is not None:
        game, _ = game.apply(seat, move)
    found = earning(game, company) if company else None
    return (found.total, found.proven) if found else None


def _of_hex(
    moves: Moves, begun: Walk, place: str, tiles: list[tuple[str, int]], page: int | None = None
) -> list[Candidate]:
    shown = tiles if page is None else tiles[page * PAGE : (page + 1) * PAGE]
    candidates: list[Candidate] = []
    for tile, rotation in shown:
        one = walk_named(moves, begun.verb, {**_choices(begun), "tile": tile, "rotation": str(rotation)})
        if not one.slot:
            candidates.append(Candidate(place, tile, rotation, one.act))
    return candidates


def _choices(made: Walk) -> Mapping[str, str]:
    return {slot: str(value) for slot, value in made.got.items()}


@lru_cache(maxsize=2)
def _read(raw: bytes) -> Game:
    return decode_game(raw)
