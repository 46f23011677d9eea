"""Which tile may be laid where, in which rotation, and whether the company that lays it can use it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from engine.board.geometry import opposite
from engine.board.map import HexDef
from engine.board.markers import own_stops
from engine.board.network import reach_of, shut_sides
from engine.board.tiles import COLORS, STOP, TileDef, Track, added, carried_over
from engine.board.track import Reach
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because, pattern

FIRST: dict[str, str] = {"land": "yellow", "yellow": "green", "green": "brown"}
"""Kind of hex -> colour of the first tile there; gray and off-board hexes have none."""


UNLIMITED = -1
"""How many tiles are left where there are as many as wanted."""


def tiles_left(p: Position, tile: str) -> int:
    """Copies of a tile in the supply, or `UNLIMITED`."""
    return _left(p, tile, [laid.tile for laid in p.board.tiles.values()].count(tile))


def supply(p: Position) -> dict[str, int]:
    """The same of all tiles."""
    used = Counter(laid.tile for laid in p.board.tiles.values())
    return {name: _left(p, name, used[name]) for name in p.d.tiles}


def _left(p: Position, tile: str, used: int) -> int:
    count = p.d.tiles[tile].count
    return count - used if count >= 0 else UNLIMITED


def may_follow(p: Position, hex_id: str) -> tuple[str, ...]:
    """Tiles that fit the hex by stops and upgrade chart, regardless of supply, phase and track."""
    laid = p.board.tiles.get(hex_id)
    if laid is None:
        return p.d.first_tiles.get(hex_id, ())
    chart = p.d.tiles[laid.tile].upgrades_to
    return tuple(name for name in chart if hex_id in p.d.places[name])


def in_order(p: Position, tiles: Collection[str]) -> tuple[str, ...]:
    """Tiles in the order of the supply."""
    return tuple([name for name in p.d.tiles if name in tiles])


def places_of(hexes: dict[str, HexDef], tiles: dict[str, TileDef]) -> dict[str, frozenset[str]]:
    """Tile -> the hexes where it may lie by what is printed on both.

    A tile with a label goes where the map prints that label, or a place of that name, and nowhere else. Where a colour
    has tiles with a hex's label, no other tile of the colour goes there. `only_on` comes before labels.
    """
    ground = {place.id: set(place.marks) for place in hexes.values() if place.sheet.kind in FIRST}
    labels = {color: {tile.label for tile in tiles.values() if tile.color == color} for color in COLORS}
    ordinary = {color: {place for place, marks in ground.items() if not marks & labels[color]} for color in labels}

    def may_lie(tile: TileDef) -> Iterable[str]:
        if tile.only_on:
            return ground.keys() & tile.only_on
        if tile.label:
            return (place for place, marks in ground.items() if tile.label in marks)
        return ordinary.get(tile.color, ())

    return {name: frozenset(may_lie(tile)) for name, tile in tiles.items()}


def first_tiles(
    hexes: dict[str, HexDef], tiles: dict[str, TileDef], places: dict[str, frozenset[str]]
) -> dict[str, tuple[str, ...]]:
    """For each hex without a tile those with its cities and towns: yellow, or the next colour after a printed one."""
    fit: dict[str, tuple[str, ...]] = {}
    for hex_id, place in hexes.items():
        if place.sheet.kind not in FIRST:
            continue
        first = FIRST[place.sheet.kind]
        kinds = sorted(stop.kind for stop in place.stops)
        fit[hex_id] = tuple(
            name
            for name, tile in tiles.items()
            if tile.color == first
            and (sorted(stop.kind for stop in tile.stops) == kinds or hex_id in tile.only_on)
            and hex_id in places[name]
        )
    return fit


def is_upgrade(p: Position, hex_id: str) -> bool:
    """Would the next tile in the hex replace a tile, or track printed in colour?"""
    return hex_id in p.board.tiles or FIRST.get(p.d.map.hexes[hex_id].sheet.kind) in COLORS[1:]


def tile_refusal(p: Position, hex_id: str, tile: str) -> Refusal | None:
    """Why a tile may not be laid in a hex, in any rotation."""
    sheet = p.d.tiles[tile]
    if tile not in may_follow(p, hex_id):
        laid = p.board.tiles.get(hex_id)
        if laid is None:
            return Refusal(
                because("tile {tile} does not fit {hex_id} as it is now", tile=tile, hex_id=hex_id),
                p.title.sections["fit"],
            )
        return Refusal(
            because(
                "tile {tile} in {hex_id} cannot be upgraded to tile {tile2}", tile=laid.tile, hex_id=hex_id, tile2=tile
            ),
            p.title.sections["upgrade"],
        )
    if sheet.color not in p.d.phases[p.s.phase].tiles:
        return Refusal(
            because("{color} tiles are not available in {phase}", color=sheet.color, phase=p.s.phase),
            p.title.sections["phase"],
        )
    if tiles_left(p, tile) == 0:
        return Refusal(because("no tile {tile} is left", tile=tile), p.title.sections["supply"])
    return None


def turn_refusal(p: Position, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Why a tile may not be laid in this rotation, by the map and the old track."""
    place = p.d.map.hexes[hex_id]
    new = p.d.tiles[tile].rotations[rotation]
    for side in new.exits:
        if side not in place.open:
            why = pattern("the track in {hex_id} would lead over {side}, where no track may go")
            if not place.around[side]:
                why = pattern("the track in {hex_id} would lead off the map over {side}")
            return Refusal(because(why, hex_id=hex_id, side=side_of(p, hex_id, side)), p.title.sections["edge"])
    if p.d.tiles[tile].upright and rotation:
        return Refusal(
            because("tile {tile} must be laid so that its name reads from left to right", tile=tile),
            p.title.sections["fit"],
        )
    if any(side not in new.exits for side in place.stubs):
        return Refusal(
            because("every tile in {hex_id} must meet the stub of track there", hex_id=hex_id), p.title.sections["edge"]
        )
    old = p.ground.track(hex_id)
    if old.pieces and carried_over(old, new) is None:
        return Refusal(because("the track in {hex_id} must be kept", hex_id=hex_id), p.title.sections["upgrade"])
    for side in new.exits:
        if side not in old.exits and (hex_id, side) in shut_sides(p) and joins_on(p, hex_id, side):
            opens = next(until for at, edge, until in p.d.map.barred if (at, edge) == (hex_id, side))
            return Refusal(
                because(
                    "the track in {hex_id} would cross the barrier on {side}",
                    hex_id=hex_id,
                    side=side_of(p, hex_id, side),
                ),
                p.title.sections["edge"],
                because("it opens in {phase}", phase=opens),
            )
    return None


def side_of(p: Position, hex_id: str, side: int) -> str:
    """A side as routes and refusals name it: `B9.W`."""
    return f"{hex_id}.{p.d.map.grid.edges[side]}"


def joins_on(p: Position, hex_id: str, side: int) -> bool:
    """Does the hex beyond a side have track that leads to it?"""
    other = p.d.map.hexes[hex_id].around[side]
    return bool(other) and opposite(side) in p.ground.track(other).exits


def traced_refusal(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """The company must be able to reach some track of the tile, new or old."""
    if any(stop.split("/")[0] == hex_id for stop in own_stops(p, company)):
        return None
    reach = reach_of(p, company)
    if any(reach.arrives(hex_id, side) for side in p.d.tiles[tile].rotations[rotation].exits):
        return None
    return Refusal(
        because(
            "{company} cannot reach this tile's track in {hex_id} from its markers", company=company, hex_id=hex_id
        ),
        p.title.sections["reach"],
    )


def hex_refusal(p: Position, company: str, hex_id: str) -> Refusal | None:
    """Why no tile may be laid in a hex: nothing fits, or the company cannot reach it."""
    if not may_follow(p, hex_id):
        laid = p.board.tiles.get(hex_id)
        if laid:
            return Refusal(
                because("tile {tile} in {hex_id} has no upgrade", tile=laid.tile, hex_id=hex_id),
                p.title.sections["upgrade"],
            )
        return Refusal(because("no tile may be laid in {hex_id}", hex_id=hex_id), p.title.sections["no tile"])
    if hex_id not in reach_of(p, company).hexes:
        return Refusal(
            because("{company} cannot reach {hex_id} from its markers", company=company, hex_id=hex_id),
            p.title.sections["reach"],
        )
    return None


def use_refusal(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """The company must be able to run over some new track, or to a stop whose value rises."""
    reach = reach_of(p, company)
    old = p.ground.track(hex_id)
    new = p.d.tiles[tile].rotations[rotation]
    laid = is_upgrade(p, hex_id)
    for piece in added(old, new) if laid else new.pieces:
        for end, onward in (piece, piece[::-1]):
            if end < STOP:
                if reach.arrives(hex_id, end, onward):
                    return None
            else:
                stop = _way_through(reach, hex_id, old, new, end)
                if stop and reach.comes_to(stop):
                    return None
    if laid and _worth_more(reach, hex_id, old, new):
        return None
    return Refusal(
        because("{company} cannot use any of the new track in {hex_id}", company=company, hex_id=hex_id),
        p.title.sections["reach"],
    )


def any_track_refusal(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """The milder rule: a run must be able to reach any track of the tile, new or old."""
    reach = reach_of(p, company)
    old = p.ground.track(hex_id)
    new = p.d.tiles[tile].rotations[rotation]
    for piece in new.pieces:
        for end, onward in (piece, piece[::-1]):
            if end < STOP:
                if reach.arrives(hex_id, end, onward):
                    return None
            elif any(reach.comes_to(stop) for stop in _was(hex_id, old, new, end)):
                return None
    return Refusal(
        because("{company} cannot reach the track in {hex_id}", company=company, hex_id=hex_id),
        p.title.sections["reach"],
    )


def _was(hex_id: str, old: Track, new: Track, end: int) -> list[str]:
    """The old stop that becomes this one."""
    chosen = carried_over(old, new) or ()
    return [f"{hex_id}/{old.stops[before].key}" for before, after in enumerate(chosen) if after == end - STOP]


def _way_through(reach: Reach, hex_id: str, old: Track, new: Track, end: int) -> str:
    """The old stop at this end of new track, if a run may go on from it: not full, or with new spaces."""
    for before, after in enumerate(carried_over(old, new) or ()):
        if after == end - STOP:
            stop = f"{hex_id}/{old.stops[before].key}"
            wider = new.stops[after].slots > old.stops[before].slots
            return stop if wider or stop not in reach.blocked else ""
    return ""


def _worth_more(reach: Reach, hex_id: str, old: Track, new: Track) -> bool:
    for before, after in enumerate(carried_over(old, new) or ()):
        was, becomes = old.stops[before].revenue, new.stops[after].revenue
        more = isinstance(was, int) and isinstance(becomes, int) and becomes > was
        if more and reach.comes_to(f"{hex_id}/{old.stops[before].key}"):
            return True
    return False
