"""A game as text, for whoever cannot see its pictures: whole, in lines that fill as many pages as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from engine.view import BoxView, CompanyView, HexView, PrivateView, View
from engine.words import Words
from engine.words.buttons import capital
from engine.words.options import power_of
from render.hearing import (
    box_meaning,
    by_concern,
    company_on_map,
    company_on_sheet,
    market_in_words,
    next_trains,
    operated_in_words,
    par_in_words,
    private_in_words,
    sheet_in_words,
    train_in_words,
)
from render.market import operating_order
from render.moment import moment_words
from render.phases import phase_in_words
from render.rows import NO_LIMIT
from render.runs import not_all_count, read_run, run_in_words
from render.track_words import beyond_in_words, hex_in_words, tile_in_words, to_neighbours

EVERY = 1000
"""So many stops are named one by one: all of them."""
THIRDS = ("n", "", "s"), ("w", "", "e")
TENTH = 10


def describe(view: View, what: str, *, now: Mapping[str, Sequence[str]] | None = None) -> list[str]:
    """One part of a game in lines; `now`: the tiles that can be laid in each hex now, for the tiles."""
    words = Words(view)
    return [capital(moment_words(view)), *_can_lie(words, now or {}), *PARTS[what](view, words)]


def parts_of(view: View) -> list[str]:
    """What can be described, what is most wanted now first."""
    privates = any(one.owner != "closed" for one in view.privates)
    parts = [one for one in PARTS if one != "privates" or privates]
    auctioned, stock = any(one.owner == "sale" for one in view.privates), view.clock.round == "stock"
    first = "privates" if auctioned else "market" if stock else "companies"
    return [first, *(one for one in parts if one != first)]


def describe_hex(view: View, hex_id: str, ever: Mapping[tuple[str, int], str]) -> list[str]:
    """A hex, what is around it, and all tiles that can ever be laid there, each with when."""
    words = Words(view)
    place = words.hexes[hex_id]
    side = to_neighbours(view, words, place)
    lines = [hex_in_words(view, words, place), *beyond_in_words(view, words, hex_id)]
    lines += [words.text("alt_ever_here")] if ever else []
    for (tile, turn), when in ever.items():
        track, name = tile_in_words(view, words, tile, turn, side), words.value_of("tile", tile)
        lines.append(words.text("alt_ever", tile=name, turn=turn, when=when, track=track))
    return lines


# --- the map


def _companies(view: View, words: Words) -> Iterator[str]:
    """Each company: where it is and can go, what its trains ran, what it may still place; the others' homes."""
    on_map = {marker.company for place in view.hexes for stop in place.stops for marker in stop.markers}
    for company in by_concern(view):
        if company.symbol in on_map:
            parts = [company_on_map(view, words, company, EVERY), *_runs(view, words, company)]
        elif company.homes:
            homes = [words.stop(one) if "/" in one else words.hex(one) for one in company.homes]
            parts = [words.text("alt_homes", company=company.symbol, name=company.name, places=homes)]
        else:
            continue
        if company.markers_left:
            costs = [words.money(one) if one else words.text("choice_free") for one in company.markers_left]
            parts.append(words.text("alt_markers_left", number=len(costs), costs=costs))
        if company.destination:
            parts.append(words.text("alt_destination", place=words.hex(company.destination)))
        yield " ".join(parts)


def _runs(view: View, words: Words, company: CompanyView) -> list[str]:
    """What its trains ran last, stop by stop."""
    noted = [one for one in company.last_routes if "=" in one.route]
    runs = [read_run(view, one)[0] for one in noted]
    said = [run_in_words(words, one) for one in runs]
    return [*said, words.text("runs_not_all")] if not_all_count(runs) else said


def _regions(view: View, words: Words) -> Iterator[str]:
    """The map in nine parts, each with what there is in it; hexes with nothing in them come last, in one line."""
    rows, columns = sorted({one.row for one in view.hexes}), sorted({one.column for one in view.hexes})

    def region(place: HexView) -> tuple[int, int]:
        return rows.index(place.row) * 3 // len(rows), columns.index(place.column) * 3 // len(columns)

    for (down, right), found in groupby(sorted(view.hexes, key=region), region):
        places = list(found)
        name = THIRDS[0][down] + THIRDS[1][right] or "middle"
        shown = [place for place in places if not _empty(place)]
        first, last = words.hex(places[0].id), words.hex(places[-1].id)
        fields = {"region": words.text(f"alt_region_{name}"), "first": first, "last": last, "number": len(places)}
        yield words.text("alt_region", **fields)
        yield from (hex_in_words(view, words, place) for place in shown)
        if empty := [place.id for place in places if _empty(place)]:
            yield words.text("alt_empty_hexes", hexes=empty)


def _empty(place: HexView) -> bool:
    """Nothing but a space for a tile that costs nothing."""
    marks = (place.tile, place.stops, place.track, place.cost, place.fee, place.barriers, place.signs)
    return not any((*marks, place.blocked_by, place.port, place.line))


def _hexes(view: View, words: Words) -> Iterator[str]:
    """Every hex in the order of the map, and those without anything in one line."""
    yield from (hex_in_words(view, words, place) for place in view.hexes if not _empty(place))
    if empty := [place.id for place in view.hexes if _empty(place)]:
        yield words.text("alt_empty_hexes", hexes=empty)


# --- the market


def _market(view: View, words: Words) -> Iterator[str]:
    """The order, where each price could go, prices for par, and all boxes."""
    markers = operating_order(view)
    order = [company for company, _ in markers]
    at = {(box.market, box.row, box.column): box for box in view.market.boxes}
    box_of = {one.company: box for box in view.market.boxes for one in box.stack}
    yield words.text("alt_order") if order else words.text("highest", price="")
    for company, said in zip(order, market_in_words(view, words, order), strict=True):
        beside = list(_beside(words, box_of[company], at))
        yield words.text("alt_beside", price=said, beside=beside) if beside else f"{said}."
    yield from filter(None, [operated_in_words(view, words, markers)])
    yield from filter(None, [par_in_words(view, words)])
    for (name, row), boxes in groupby(view.market.boxes, lambda box: (box.market, box.row)):
        prices = [_box(words, box) for box in sorted(boxes, key=lambda box: box.column)]
        yield words.text("alt_market_row", market=name, row=row + 1, prices=prices)


def _beside(words: Words, box: BoxView, at: Mapping[tuple[str, int, int], BoxView]) -> Iterator[str]:
    """The prices around a box."""
    for name, down, right in (("left", 0, -1), ("right", 0, 1), ("above", -1, 0), ("below", 1, 0)):
        other = at.get((box.market, box.row + down, box.column + right))
        if other is not None:
            yield words.text(f"alt_{name}_of", price=_price(words, other))


def _price(words: Words, box: BoxView) -> str:
    return words.money(box.price) if box.price else words.text("box_closed")


def _box(words: Words, box: BoxView) -> str:
    """A box: its price, what its colour is, and who is in it."""
    price = _price(words, box)
    color = words.words.colors.get(box.section, "") if box.section != "white" else ""
    notes = [color or box_meaning(words, box.section), words.text("box_par") if box.par else ""]
    notes += [words.text("ledge")] if box.ledge else []
    notes += [words.text("no_way_left")] if box.barred else []
    notes += [one.company for one in box.stack]
    said = [one for one in notes if one]
    return words.text("alt_box", price=price, notes=said) if said else price


# --- the sheet


def _sheet(view: View, words: Words) -> Iterator[str]:
    """Players and the bank; companies in full; trains."""
    started = [one for one in by_concern(view) if one.started]
    summary = sheet_in_words(view, words)
    yield from summary[: len(summary) - len(started) - len(next_trains(view, words))]
    yield from (company_on_sheet(words, one) for one in started)
    if waiting := [one for one in view.companies if not one.started and not one.closed]:
        yield words.text("alt_not_started", companies=[one.symbol for one in waiting])
    if closed := [one.symbol for one in view.companies if one.closed]:
        yield words.text("alt_closed", companies=closed)
    yield from _trains(view, words)


def _privates(view: View, words: Words) -> Iterator[str]:
    """The private companies that are not closed."""
    yield from (_private(words, one) for one in view.privates if one.owner != "closed")


def _private(words: Words, private: PrivateView) -> str:
    said = private_in_words(words, private)
    return " ".join(filter(None, [said, power_of(words, private.id)]))


def _trains(view: View, words: Words) -> Iterator[str]:
    """Every kind of train that is left, in order; those that can be bought from the bank now are marked."""
    for ware in view.trains:
        if ware.left or ware.pool:
            name = "alt_next_train" if ware.on_sale else "alt_later_train"
            yield words.text(name, train=train_in_words(view, words, ware))


# --- tiles and phases


def _tiles(view: View, words: Words) -> Iterator[str]:
    """The supply, colour by colour."""
    colors = list(dict.fromkeys(tile.color for tile in view.tiles))
    ordered = sorted(view.tiles, key=lambda one: colors.index(one.color))
    for color, tiles in groupby(ordered, lambda one: one.color):
        yield words.text("alt_tiles_of", color=capital(words.color(color)))
        for tile in tiles:
            track, name = tile_in_words(view, words, tile.name), words.value_of("tile", tile.name)
            left = NO_LIMIT if tile.left < 0 else tile.left
            said = words.text("alt_labelled", track=track, label=tile.label) if tile.label else track
            yield words.text("tile_alt", tile=name, left=left, track=said)


def _can_lie(words: Words, now: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Which tiles can be laid in which hexes now; hexes that take the same tiles share a line."""
    places: dict[tuple[str, ...], list[str]] = {}
    for hex_id, tiles in now.items():
        places.setdefault(tuple(tiles), []).append(hex_id)
    if places:
        yield words.text("alt_can_lie")
    for tiles, hexes in places.items():
        name = "alt_tiles_lie" if tiles else "alt_nothing_lies"
        named = [words.hex(one) for one in hexes]
        yield words.text(name, tiles=tiles, hexes=named)


def _phases(view: View, words: Words) -> Iterator[str]:
    yield from (phase_in_words(view, words, one) for one in view.phases)
    yield from words.endings()


PARTS: Mapping[str, Callable[[View, Words], Iterator[str]]] = {
    "companies": _companies,
    "regions": _regions,
    "hexes": _hexes,
    "market": _market,
    "sheet": _sheet,
    "privates": _privates,
    "tiles": _tiles,
    "phases": _phases,
}
"""What can be described, in the order in which it is offered."""
