"""A hex as it would be with another tile, and which tiles and rotations give the same hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from msgspec import structs

from engine.board.tiles import STOP, Piece, StopDef, Track, carried_over, track_with
from engine.view.shapes import HexView, MarkerView, StopView, TileView, View

Choice = tuple[str, int]
"""A tile and by how many sides it is turned."""


def hex_with_tile(view: View, hex_id: str, choice: Choice) -> HexView | None:
    """The hex with a tile in a rotation, markers and homes moved along; None if either is unknown."""
    place = next((found for found in view.hexes if found.id == hex_id), None)
    tile = next((found for found in view.tiles if found.name == choice[0]), None)
    if place is None or tile is None:
        return None
    pieces = _turned(tile, choice[1])
    return structs.replace(
        place,
        tile=tile.name,
        rotation=choice[1],
        color=tile.color,
        label=tile.label or place.label,
        cost=0,
        stubs=[],
        line=[],
        track=list(pieces),
        stops=_stops(place, tile, pieces),
    )


def distinct(view: View, hex_id: str, choices: Iterable[Choice]) -> list[Choice]:
    """The choices without those that give the same hex as one before: track, cities, who is in them, labels.

    A straight turned by three sides is the same straight. Two cities change places without a difference as long as no
    marker stands in either and no home is kept there.
    """
    distinct: dict[Hashable, Choice] = {}
    for choice in choices:
        distinct.setdefault(look_of(view, hex_id, choice), choice)
    return list(distinct.values())


def look_of(view: View, hex_id: str, choice: Choice) -> Hashable:
    """What choices have in common that give the same hex."""
    laid = hex_with_tile(view, hex_id, choice)
    return choice if laid is None else (choice[0], _look(laid))


def _turned(tile: TileView, rotation: int) -> tuple[Piece, ...]:
    ends = [(a if a >= STOP else (a + rotation) % 6, b if b >= STOP else (b + rotation) % 6) for a, b in tile.track]
    return tuple(sorted((min(piece), max(piece)) for piece in ends))


def _stops(place: HexView, tile: TileView, pieces: tuple[Piece, ...]) -> list[StopView]:
    before = _track([(stop.kind, stop.slots) for stop in place.stops], place.track)
    after = _track([(stop.kind, stop.slots) for stop in tile.stops], pieces)
    becomes = carried_over(before, after) or ()
    named = {stop.id: stop.name for stop in place.stops}
    places = {stop.id: stop.place for stop in place.stops}
    seen = Counter[str]()
    stops: list[StopView] = []
    for n, stop in enumerate(tile.stops):
        name = f"{place.id}/{stop.kind[0]}{seen[stop.kind]}"
        seen[stop.kind] += 1
        merged = [place.stops[old] for old, new in enumerate(becomes) if new == n]
        stops.append(
            StopView(
                id=name,
                kind=stop.kind,
                name=named.get(name, ""),
                end=STOP + n,
                slots=stop.slots,
                revenue=stop.revenue,
                revenues={},
                place=places.get(name, name),
                markers=_together([marker for old in merged for marker in old.markers]),
                reserved={company: slot for old in merged for company, slot in old.reserved.items()},
            )
        )
    return stops


def _track(stops: Iterable[tuple[str, int]], pieces: Iterable[Piece]) -> Track:
    keyed = tuple(StopDef(kind, str(n), slots, 0) for n, (kind, slots) in enumerate(stops))
    return track_with(keyed, tuple(pieces))


def _together(markers: list[MarkerView]) -> list[MarkerView]:
    """Markers of cities that have become one: each in its own space."""
    taken: set[int] = set()
    together: list[MarkerView] = []
    for marker in markers:
        slot = marker.slot
        while not marker.beside and slot in taken:
            slot += 1
        taken.add(slot)
        together.append(structs.replace(marker, slot=slot))
    return together


def _look(place: HexView) -> Hashable:
    """What distinguishes a hex, regardless of how its stops are numbered."""
    stops = {stop.end: (stop.kind, stop.slots, stop.revenue, _held(stop)) for stop in place.stops}
    ways: dict[int, list[object]] = {end: [] for end in stops}
    plain: list[Piece] = []
    for a, b in place.track:
        if b in ways:
            ways[b].append(stops.get(a, a))
        else:
            plain.append((a, b))
    held = Counter((content, frozenset(ways[end])) for end, content in stops.items())
    return place.label, frozenset(plain), frozenset(held.items())


def _held(stop: StopView) -> tuple[Hashable, ...]:
    return tuple(sorted((marker.company, marker.beside) for marker in stop.markers)), tuple(sorted(stop.reserved))
