"""The map and the tile supply for a view."""

from __future__ import annotations

from engine.board import lay, markers
from engine.board.geometry import row_column
from engine.board.network import reach_of, shut_sides
from engine.board.tiles import STOP, StopDef
from engine.core.kept import Kept
from engine.core.position import Position
from engine.view.shapes import Barrier, HexView, MarkerView, ReachView, River, StopView, Terrain, TileStop, TileView

HexesSeen = Kept[tuple[str, str, int], HexView]
"""Views of hexes with what lies in them: a tile, in a rotation."""


def hex_views(p: Position, seen: HexesSeen) -> list[HexView]:
    """Every hex as it lies now, in map order; `seen`: those that were seen before, with nothing else changed."""
    shut = shut_sides(p)
    hexes: list[HexView] = []
    for hex_id in p.d.map.hexes:
        laid = p.board.tiles.get(hex_id)
        key = (hex_id, laid.tile, laid.rotation) if laid else (hex_id, "", 0)
        hexes.append(seen.get(key) or seen.keep(key, _hex(p, hex_id, shut)))
    return hexes


def reach_views(p: Position) -> dict[str, ReachView]:
    """Where the trains of every company with a station marker could run."""
    return {company: _reach(p, company) for company in dict.fromkeys(one.company for one in p.board.markers)}


def _reach(p: Position, company: str) -> ReachView:
    if company not in p.s.companies:
        return ReachView()
    reach = reach_of(p, company)
    stops = [stop for stop in reach.entries if reach.comes_to(stop) and stop not in reach.barred]
    return ReachView(stops, [stop for stop in stops if stop in reach.blocked])


def _hex(p: Position, hex_id: str, shut: frozenset[tuple[str, int]]) -> HexView:
    place = p.d.map.hexes[hex_id]
    sheet = place.sheet
    laid = p.board.tiles.get(hex_id)
    tile = p.d.tiles[laid.tile] if laid else None
    track = p.ground.track(hex_id)
    grid = p.d.map.grid
    row, column = row_column(hex_id, grid)
    banks = p.d.rivers.get(hex_id)
    return HexView(
        id=hex_id,
        row=row,
        column=column,
        kind=sheet.kind,
        name=sheet.name,
        label=(tile.label if tile else "") or sheet.label,
        color=tile.color if tile else sheet.color,
        tile=laid.tile if laid else "",
        rotation=laid.rotation if laid else 0,
        cost=0 if laid else place.cost,
        fee=sheet.fee if tile is None or tile.upgrades_to else 0,
        terrain=[Terrain(found.type, found.cost) for found in sheet.terrain],
        barriers=[
            Barrier(grid.edge[found.edge], found.type)
            for found in sheet.barriers
            if not found.until or (hex_id, grid.edge[found.edge]) in shut
        ],
        stops=[_stop(p, hex_id, end, stop) for end, stop in enumerate(track.stops, STOP)],
        track=list(track.pieces),
        signs=list(p.board.signs.get(hex_id, ())),
        port=sheet.port,
        river=River(list(banks[0]), list(banks[1])) if banks else None,
        stubs=[] if laid else [grid.edge[side] for side in sheet.stubs],
        line=[] if laid else list(place.line),
        blocked_by=_blocked_by(p, sheet.blocked_by),
        final=laid is not None and not lay.may_follow(p, hex_id),
    )


def _blocked_by(p: Position, private: str) -> str:
    """A private company keeps its hex closed until a company owns it or it has closed."""
    owner = p.s.privates.get(private, "closed")
    return "" if owner == "closed" or owner in p.s.companies else private


def _stop(p: Position, hex_id: str, end: int, stop: StopDef) -> StopView:
    name = f"{hex_id}/{stop.key}"
    revenue = stop.revenue
    by_phase = revenue if isinstance(revenue, dict) else {}
    printed = {found.key: found.name for found in p.d.map.hexes[hex_id].stops}
    return StopView(
        id=name,
        kind=stop.kind,
        name=stop.name or printed.get(stop.key, ""),
        end=end,
        slots=stop.slots,
        revenue=markers.printed_amount(p, stop),
        revenues=by_phase,
        pays=stop.pays,
        place=p.d.map.place.get(name, name),
        markers=[
            MarkerView(
                "" if marker.company == markers.BLOCK else marker.company, marker.slot, marker.slot == markers.BESIDE
            )
            for marker in markers.markers_at(p, name)
        ],
        reserved={company: slot for slot, company in p.title.build.kept_slots(p, name).items()},
    )


def tile_views(p: Position) -> list[TileView]:
    """Every kind of tile with what is left of it."""
    left = lay.supply(p)
    return [
        TileView(
            name=name,
            color=tile.color,
            label=tile.label,
            left=left[name],
            count=tile.count,
            stops=[
                TileStop(stop.kind, stop.slots, stop.revenue if isinstance(stop.revenue, int) else 0)
                for stop in tile.stops
            ],
            track=list(tile.rotations[0].pieces),
        )
        for name, tile in p.d.tiles.items()
    ]
