"""Track in words: what a tile connects, and everything there is to know of a hex."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from engine.view import HexView, StopView, View
from engine.words import Words
from engine.words.joined_sides import STOP, Side, compass, sides_of, turned

FIXED = ("gray", "offboard")
"""Kinds of hex in which nothing is ever laid."""


def neighbours(view: View, place: HexView) -> dict[int, str]:
    """The hexes beyond the sides of a hex, clockwise."""
    at = {(one.row, one.column): one.id for one in view.hexes}
    steps = enumerate(view.grid.steps)
    found = ((side, at.get((place.row + down, place.column + right))) for side, (down, right) in steps)
    return {side: other for side, other in found if other is not None}


def to_neighbours(view: View, words: Words, place: HexView) -> Side:
    """Sides by the hexes beyond them."""
    beyond, side = neighbours(view, place), compass(words.text, view.grid)
    return lambda number: (
        words.text("alt_side_to", side=side(number), hex=beyond[number]) if number in beyond else side(number)
    )


def open_ends(view: View, stations: Collection[str], shut: Collection[str]) -> list[str]:
    """The hexes into which the track from some stops leads without going on; it ends in those that are shut."""
    places = {place.id: place for place in view.hexes}
    stops = {stop.id: (place.id, stop.end) for place in view.hexes for stop in place.stops}
    closed = {stops[stop] for stop in shut if stop in stops}
    waiting = [stops[stop] for stop in stations if stop in stops]
    seen, ends = {*waiting, *closed}, dict[str, None]()
    while waiting:
        hex_id, here = waiting.pop()
        beyond = neighbours(view, places[hex_id])
        for piece in places[hex_id].track:
            if here not in piece:
                continue
            other = piece[0] if piece[1] == here else piece[1]
            steps = [(hex_id, other)]
            if other in beyond:
                across = beyond[other], (other + 3) % 6
                if any(across[1] in track for track in places[across[0]].track):
                    steps.append(across)
                elif places[across[0]].kind not in FIXED:
                    ends[across[0]] = None
            waiting += [step for step in steps if step not in seen]
            seen.update(steps)
    return list(ends)


def beyond_in_words(view: View, words: Words, hex_id: str) -> list[str]:
    """Which hex lies beyond each side of a hex, in a sentence; nothing for one that is not on the map."""
    place, side = words.hexes.get(hex_id), compass(words.text, view.grid)
    if place is None:
        return []
    beyond = neighbours(view, place).items()
    sides = [words.text("alt_beyond_side", side=side(number), place=words.hex(other)) for number, other in beyond]
    return [words.text("alt_around", sides=sides)]


# --- tiles


def track_in_words(words: Words, side: Side, ends: Sequence[tuple[int, int]], stops: Sequence[str]) -> str:
    """What a tile connects: each stop with the sides that lead to it, and track that passes."""
    return words.listed(_joined(words, side, ends, stops)) or words.text("alt_no_track")


def _joined(words: Words, side: Side, ends: Sequence[tuple[int, int]], stops: Sequence[str]) -> Iterator[str]:
    for number, stop in enumerate(stops):
        sides = [side(a) for a in sides_of(ends, number + STOP)]
        yield words.text("alt_joins" if sides else "alt_joins_nothing", stop=stop, sides=sides)
    for a, b in ends:
        if max(a, b) < STOP:
            yield words.text("alt_passes", start=side(a), end=side(b))


def tile_in_words(view: View, words: Words, name: str, rotation: int = 0, side: Side | None = None) -> str:
    """What a tile of the supply connects when it lies so."""
    tile = next((one for one in view.tiles if one.name == name), None)
    if tile is None:
        return ""
    stops = [words.text(f"alt_{one.kind}", amount=one.revenue, slots=one.slots) for one in tile.stops]
    return track_in_words(words, side or compass(words.text, view.grid), turned(tile.track, rotation), stops)


# --- hexes


def hex_in_words(view: View, words: Words, place: HexView) -> str:
    """A hex in a sentence: what lies there, where its track leads, who stands there, what is in the way."""
    side = to_neighbours(view, words, place)
    parts = [] if place.kind == "offboard" else [_ground(words, place)]
    if place.label:
        parts.append(words.text("alt_label", label=place.label))
    if place.track or place.stops:
        named = len(place.stops) > 1
        stops = [_stop(words, one, named=named) for one in place.stops]
        parts.append(track_in_words(words, side, place.track, stops))
    for stop in place.stops:
        parts += _owners(words, stop, several=len(place.stops) > 1)
    parts += _obstacles(words, place, side)
    return words.text("alt_hex", place=words.hex(place.id), parts="; ".join(parts))


def _ground(words: Words, place: HexView) -> str:
    """The tile that lies there, or what a first one costs."""
    if place.tile:
        return words.text("alt_lies", color=words.color(place.color), tile=words.value_of("tile", place.tile))
    if place.kind in words.words.colors:
        return words.text("alt_printed", color=words.color(place.kind))
    terrain = [words.value_of("terrain", one.kind) for one in place.terrain]
    return words.text(
        "alt_first_costs" if place.cost else "alt_first_free", amount=words.money(place.cost), terrain=terrain
    )


def _stop(words: Words, stop: StopView, *, named: bool) -> str:
    kind = stop.kind if stop.revenue or stop.kind == "offboard" else f"bare_{stop.kind}"
    said = words.text(f"alt_{kind}", amount=stop.revenue, slots=stop.slots)
    if stop.pays:
        said = words.text("alt_pays", stop=said, pays=stop.pays)
    if later := list(_later(words, stop)):
        said = words.text("alt_pays", stop=said, pays=words.listed(later))
    return words.text("alt_stop_named", name=stop.name, stop=said) if named and stop.name else said


def _later(words: Words, stop: StopView) -> Iterator[str]:
    """What a place off the board will pay, and from which phase on."""
    phases, names = words.view.phases, [one.name for one in words.view.phases]
    begun = names.index(words.view.phase) + 1 if words.view.phase in names else len(names)
    for before, phase in pairwise(phases):
        if phase.offboard != before.offboard and phase in phases[begun:] and phase.offboard in stop.revenues:
            amount = stop.revenues[phase.offboard]
            yield words.text("alt_pays_in", phase=words.phase(phase.name), amount=amount)


def _owners(words: Words, stop: StopView, *, several: bool) -> Iterator[str]:
    """Who has a station marker there, for whom a space is kept, and how many are free."""
    at = words.stop(stop.id) if several else ""
    within = [one for one in stop.markers if not one.beside]
    companies = [one.company or words.text("alt_neutral") for one in stop.markers]
    if companies:
        yield words.text("alt_markers", companies=companies, at=at)
    if kept := [one for one in stop.reserved if one not in companies]:
        yield words.text("alt_kept", companies=kept, at=at)
    if stop.kind == "city" and (free := stop.slots - len(within)) > 0:
        yield words.text("alt_free", number=free, at=at)


def _obstacles(words: Words, place: HexView, side: Side) -> Iterator[str]:
    if place.barriers:
        yield words.text("alt_barriers", sides=[side(one.edge) for one in place.barriers])
    if place.fee:
        yield words.text("alt_fee", amount=words.money(place.fee))
    if place.line:
        yield words.text("alt_line", sides=[side(one) for one in place.line])
    if place.blocked_by:
        yield words.text("alt_closed_by", private=words.holder(place.blocked_by))
    if place.port:
        yield words.text("alt_port")
    yield from map(words.token, place.signs)
