"""What can ever lie in a hex: every tile that could follow what is there now, directly or later."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.lay import may_follow, tiles_left, turn_refusal
from engine.core.position import Position
from engine.core.state import TileOn

NOW, PHASE, AFTER, NONE = "now", "phase", "after", "none"


@dataclass(frozen=True)
class Ever:
    """One tile."""

    tile: str
    rotation: int
    """One of the rotations that fit."""
    when: str
    """NOW; PHASE: in a later phase; AFTER: the phase allows it, but another tile comes first; NONE is left."""
    phase: str = ""
    """The phase that brings its colour, if it has not begun."""


def ever(p: Position, hex_id: str) -> tuple[Ever, ...]:
    """All of them in the order of the tile sheet, for any company; the position is not used afterwards."""
    first: dict[str, int] = {}
    seen: set[tuple[str, int]] = set()
    here = p.board.tiles.get(hex_id)
    waiting: list[TileOn | None] = [here]
    at_once: set[str] = set()
    while waiting:
        at = waiting.pop()
        if at is not None:
            p.board.tiles[hex_id] = at
            p.board_changed()
        for tile in may_follow(p, hex_id):
            for rotation in range(6):
                if (tile, rotation) in seen and at is not here:
                    continue
                if turn_refusal(p, hex_id, tile, rotation) is not None:
                    continue
                first.setdefault(tile, rotation)
                at_once |= {tile} if at is here else set()
                if (tile, rotation) not in seen:
                    seen.add((tile, rotation))
                    waiting.append(TileOn(tile, rotation))
    # The real supply, not the one that was changed while tiles were tried.
    if here is not None:
        p.board.tiles[hex_id] = here
    else:
        p.board.tiles.pop(hex_id, None)
    p.board_changed()
    return tuple(_ever(p, tile, first[tile], at_once) for tile in p.d.tiles if tile in first)


def _ever(p: Position, tile: str, rotation: int, at_once: set[str]) -> Ever:
    color = p.d.tiles[tile].color
    if tiles_left(p, tile) == 0:
        return Ever(tile, rotation, NONE)
    if color not in p.d.phases[p.s.phase].tiles:
        order = list(p.d.phases)
        later = order[order.index(p.s.phase) + 1 :]
        return Ever(tile, rotation, PHASE, next((name for name in later if color in p.d.phases[name].tiles), ""))
    return Ever(tile, rotation, NOW if tile in at_once else AFTER)


def can_lie_now(p: Position) -> dict[str, tuple[str, ...]]:
    """What some company can lay in each hex in this phase, of the tiles that are left."""
    colors = p.d.phases[p.s.phase].tiles
    fitting: dict[str, tuple[str, ...]] = {}
    for hex_id in p.d.map.hexes:
        tiles = [
            tile
            for tile in may_follow(p, hex_id)
            if p.d.tiles[tile].color in colors and tiles_left(p, tile) and _fitting(p, hex_id, tile)
        ]
        # A hex in which companies may lay nothing is closed for a while; a tile among others is a power's alone.
        usual = [tile for tile in tiles if _companies_lay(p, hex_id, tile)]
        fitting[hex_id] = tuple(usual or tiles)
    return fitting


def _fitting(p: Position, hex_id: str, tile: str) -> list[int]:
    """The rotations in which a tile fits."""
    return [rotation for rotation in range(6) if turn_refusal(p, hex_id, tile, rotation) is None]


def _companies_lay(p: Position, hex_id: str, tile: str) -> bool:
    """May any company lay it there at all?"""
    refusal = p.title.build.tile_refusal
    return any(
        refusal(p, company, hex_id, tile, rotation) is None
        for company in p.d.companies
        for rotation in _fitting(p, hex_id, tile)
    )
