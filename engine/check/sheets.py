"""The sheets of a title: does every name in them refer to something that exists?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.board.map import HexDef
from engine.board.tiles import COLORS, carried_over
from engine.core.definition import Definition
from engine.core.errors import EngineError
from engine.family import defaults, limits
from engine.title import Title, definition


def faults(title: Title, options: Mapping[str, str]) -> Iterator[str]:
    """What is missing, unknown or never read on the sheets under these options."""
    try:
        d = definition(title, options)
    except EngineError as e:
        yield str(e)
        return
    except LookupError as e:
        yield f"The sheets make no game of {dict(options)}: {type(e).__name__} {e}."
        return
    if d.title != title.id:
        yield f'The sheets are those of "{d.title}", not of "{title.id}".'
    yield from _map(d)
    yield from _tiles(d)
    yield from _labels(d)
    yield from _companies(d)
    yield from _trains(title, d)
    yield from _phases(d)
    yield from _players(title, d)


def _map(d: Definition) -> Iterator[str]:
    groups = [place.sheet.group for place in d.map.hexes.values()]
    for hex_id, place in d.map.hexes.items():
        sheet = place.sheet
        if sheet.blocked_by and sheet.blocked_by not in d.privates:
            yield f'Hex {hex_id} is blocked by "{sheet.blocked_by}", which is no private company.'
        for barrier in sheet.barriers:
            if barrier.until and barrier.until not in d.phases:
                yield f'Hex {hex_id} has a barrier until "{barrier.until}", which is no phase.'
        if sheet.group and groups.count(sheet.group) == 1:
            yield f'Hex {hex_id} is alone in its group "{sheet.group}".'
        for stop in place.stops:
            for home in stop.home:
                if home not in d.companies and home not in d.privates:
                    yield f'Hex {hex_id} is the home of "{home}", which is no company.'
        yield from _revenue(f"Hex {hex_id}", d, [stop.revenue for stop in place.stops])


def _revenue(where: str, d: Definition, revenues: list[int | dict[str, int]]) -> Iterator[str]:
    columns = {phase.offboard for phase in d.phases.values()}
    first = next(iter(d.phases.values())).offboard if d.phases else ""
    for revenue in revenues:
        if isinstance(revenue, dict):
            if first not in revenue:
                yield f'{where} has no revenue for "{first}", with which the game begins.'
            for column in revenue:
                if column not in columns:
                    yield f'{where} has a revenue for "{column}", which no phase uses.'


def _tiles(d: Definition) -> Iterator[str]:
    colors = {color for phase in d.phases.values() for color in phase.tiles}
    used = {name for names in d.first_tiles.values() for name in names}
    for name, tile in d.tiles.items():
        if tile.color not in COLORS:
            yield f'Tile {name} is "{tile.color}", which is no colour of tiles.'
        elif tile.color not in colors:
            yield f"Tile {name} is {tile.color}, which no phase allows."
        for other in tile.upgrades_to:
            if other not in d.tiles:
                yield f"Tile {name} is upgraded to {other}, which is no tile."
            elif {tile.color, d.tiles[other].color} <= set(COLORS):
                used.add(other)
                turned = d.tiles[other].rotations
                if COLORS.index(d.tiles[other].color) <= COLORS.index(tile.color):
                    yield f"Tile {name} is upgraded to {other}, whose colour does not come after its own."
                elif all(carried_over(tile.rotations[0], track) is None for track in turned):
                    yield f"Tile {name} is upgraded to {other}, which keeps its track in no rotation."
        for hex_id in sorted(tile.only_on):
            if hex_id not in d.map.hexes:
                yield f"Tile {name} speaks of hex {hex_id}, which is not on the map."
        yield from _revenue(f"Tile {name}", d, [stop.revenue for stop in tile.stops])
    for name in d.tiles:
        if name not in used:
            yield f"Tile {name} can never be laid: it fits no bare hex, and no tile is upgraded to it."


def _labels(d: Definition) -> Iterator[str]:
    ground: list[HexDef] = [place for place in d.map.hexes.values() if place.id in d.first_tiles]
    printed = {mark for place in ground for mark in place.marks}
    borne = {tile.label for tile in d.tiles.values() if tile.label}
    for name, tile in d.tiles.items():
        if tile.label and tile.label not in printed and not tile.only_on:
            yield f'Tile {name} has the label "{tile.label}", which the map prints nowhere.'
    for place in ground:
        if place.sheet.label and not borne.intersection(place.marks):
            yield f'Hex {place.id} has the label "{place.sheet.label}", which no tile has.'


def _companies(d: Definition) -> Iterator[str]:
    homes = {symbol: {stop.split("/")[0] for stop in stops} for symbol, stops in d.map.homes.items()}
    markets = {box.market for box in d.market.boxes.values()}
    for symbol, sheet in d.companies.items():
        if sheet.home and sheet.home not in d.map.hexes:
            yield f"The home of {symbol} is {sheet.home}, which is not on the map."
        elif sheet.home and symbol not in homes:
            yield f"The home of {symbol} is {sheet.home}, but no stop of the map is kept for it."
        elif sheet.home and sheet.home not in homes[symbol]:
            yield f"The home of {symbol} is {sheet.home}, but the map keeps stops for it elsewhere."
        if len(homes.get(symbol, ())) > len(sheet.markers):
            yield f"{symbol} has fewer station markers ({len(sheet.markers)}) than homes ({len(homes[symbol])})."
        if sheet.destination and sheet.destination not in d.map.hexes:
            yield f"The destination of {symbol} is {sheet.destination}, which is not on the map."
        if sheet.market not in markets:
            yield f'{symbol} has its price in the market "{sheet.market}", which there is not.'
        elif not d.market.pars_of(sheet.market):
            yield f'{symbol} can never start: its market "{sheet.market}" has no par.'
        if sheet.floats_at > sum(sheet.shares):
            yield f"{symbol} floats at {sheet.floats_at} units and has only {sum(sheet.shares)}."


def _trains(title: Title, d: Definition) -> Iterator[str]:
    again = title.operating.used_as is not defaults.never_sold_again
    begins = {phase.on for phase in d.phases.values()}
    for name, sheet in d.trains.items():
        named = {
            "is rusted by": sheet.rusted_by,
            "is also sold after": sheet.also_after,
            "is the back of": sheet.back_of,
            **{f"is sold for less against {number}": kind for number, kind in enumerate(sheet.trade_for, 1)},
        }
        for how, other in named.items():
            if other and other not in d.trains:
                yield f'Train {name} {how.rstrip(" 0123456789")} "{other}", which is no train.'
        if not (d.train_counts[name] or sheet.back_of or again):
            yield f"Train {name} is never sold: there are none, and it is the back of no other."
        if bool(sheet.trade_in) != bool(sheet.trade_for):
            yield f"Train {name} says what is traded in or what for, and not both."
    for on in begins - {""}:
        if on not in d.trains:
            yield f'A phase begins with train "{on}", which is no train.'


def _phases(d: Definition) -> Iterator[str]:
    if not d.phases:
        yield "There is no phase."
    for number, (name, sheet) in enumerate(d.phases.items()):
        if number and not sheet.on:
            yield f'Phase "{name}" never begins: it names no train.'
        if sheet.operating_rounds < 1 or sheet.train_limit < 1:
            yield f'Phase "{name}" has no operating round, or no room for trains.'
        for color in sheet.tiles:
            if color not in COLORS:
                yield f'Phase "{name}" allows "{color}" tiles, which is no colour of tiles.'
    for box in d.market.boxes.values():
        if box.era and box.era not in d.phases:
            yield f'Pars begin with "{box.era}", which is no phase.'


def _players(title: Title, d: Definition) -> Iterator[str]:
    low, high = title.players
    counts = range(low, high + 1)
    for count in counts:
        if count not in d.capital:
            yield f"There is no capital for {count} players."
        if title.holding.limit is limits.limit:
            for left, row in d.limits.items():
                if count not in row:
                    yield f'Row "{left}" of the certificate limits has none for {count} players.'
    for count in d.capital:
        if count not in counts:
            yield f"There is capital for {count} players, who cannot play."
    if title.holding.limit is limits.limit and not d.limits:
        yield "There is no certificate limit."
