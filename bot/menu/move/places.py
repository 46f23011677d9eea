"""Choices on the map: numbered places with what is said of each, and the contact sheet of one hex."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.menu.move.choices import Choice, Choosing
from bot.menu.move.hints import Hints
from bot.menu.move.moves import Moves
from bot.menu.move.tiles import by_use, place_of, tile_rotations
from bot.menu.move.walk import Walk
from bot.menu.picture import DrawingJob
from bot.menu.say import say
from engine.core.verbs import Shown
from engine.prospects import station_of
from engine.view import distinct
from engine.words import Words
from engine.words.buttons import capital
from engine.words.joined_sides import joined_sides
from render import pages
from render.choices import PAGE

STOP = "stop"
ON_MAP = ("hex", STOP)
TILE = ("tile", "rotation")
"""The slots of a tile that is chosen from a picture."""
BUTTONS = 15
"""The most places that have buttons; more become a list."""
PLACES = 25
"""The most places on a page."""
ABREAST = 3
"""With more tiles, their labels are so short that several stand side by side on a phone."""
NAMED = 3
"""The most stops named that a company can no longer reach."""


@dataclass(frozen=True)
class Chart:
    """Choices that are numbered in a picture: places on the map, or tiles on a sheet."""

    walk: Walk
    picture: DrawingJob
    text: str
    choices: tuple[Choice, ...]
    """Those of this page; the numbers stand in their labels."""
    page: int = 0
    last: int = 0
    places: bool = False
    few: bool = True
    """All of them have a button each."""
    offers: Walk | None = None
    """The choice of track it offers, if any."""


def charted(moves: Moves, walk: Walk, page: int = 0, hints: Hints | None = None, *, alone: bool = True) -> Chart | None:
    """The next choice as a picture, if it is a place or a tile; `alone`: without a heading for the place."""
    walk = _only_place(moves, walk)
    if not isinstance(walk.choices, tuple) or not walk.choices:
        return None
    if walk.slot in TILE and (place := place_of(moves, walk)):
        return _sheet(moves, walk, place, page, hints, alone=alone)
    on_map = moves.words.slot_kind(walk.verb, walk.slot) in ON_MAP
    return _map(moves, walk, page, hints) if on_map else None


def _only_place(moves: Moves, walk: Walk) -> Walk:
    """A single place for a station marker, and a single tile, is shown and chosen like one of many."""
    slot = next(reversed(walk.got), "")
    if not walk.slot and set(TILE) <= walk.got.keys():
        before = {name: value for name, value in walk.got.items() if name not in TILE}
        return Walk(walk.verb, before, TILE[0], (walk.got[TILE[0]],))
    if walk.slot or not slot or moves.words.slot_kind(walk.verb, slot) != STOP:
        return walk
    before = {name: value for name, value in walk.got.items() if name != slot}
    return Walk(walk.verb, before, slot, (walk.got[slot],))


def _map(moves: Moves, walk: Walk, page: int, hints: Hints | None) -> Chart:
    """All places that can be chosen, most useful first: numbered on the map and in words."""
    assert isinstance(walk.choices, tuple)
    words, choosing = moves.words, Choosing(moves)
    places = by_use(moves.view.hexes, walk.choices)
    names = {place: capital(words.value(walk.verb, walk.slot, place)) for place in places}
    numbers = {place: str(number) for number, place in enumerate(places, 1)}
    last = (len(places) - 1) // PLACES
    page = min(max(page, 0), last)
    shown = places[page * PLACES : (page + 1) * PLACES]
    ways = [choosing.walk(walk.verb, {**walk.got, walk.slot: place}) for place in shown]
    named: list[Choice] = []
    stations: list[str] = []
    for way in ways:
        named.append(choosing.named(way))
        stations.append(_station(moves, named[-1]))
    moves_there = choosing.distinguished(named)
    laid = walk.slot == "hex" and any(way.slot in TILE or "tile" in way.got for way in ways)
    costs = [one.spent if laid else 0 for one in moves_there]
    few = len(places) <= BUTTONS
    # Only where every place begins the usual choice of a tile, or in a list, its name is enough.
    usual = laid and moves.shown(walk.verb) is Shown.MAP
    by_name = (usual and not any(one.whole for one in moves_there)) or not few
    labels = [
        f"{numbers[place]} · {_named(moves, names[place], cost) if by_name and not one.whole else one.label}"
        for place, one, cost in zip(shown, moves_there, costs, strict=True)
    ]
    lines = [
        f"`{numbers[place]}` {_line(moves, hints, cost, _becoming(moves, names[place], way), place)}{station}"
        for place, way, station, cost in zip(shown, ways, stations, costs, strict=True)
    ]
    choices = tuple(replace(one, label=label) for one, label in zip(moves_there, labels, strict=True))
    picture = DrawingJob("map", (moves.view,), {"numbers": numbers})
    text = "\n".join([*lines, *_hinted(moves, hints)])
    return Chart(walk, picture, text, choices, page, last, places=True, few=few, offers=walk if laid else None)


def _named(moves: Moves, name: str, cost: int) -> str:
    """A place by its name, with what track costs there."""
    return say("place_named", group="lines", place=name, cost=moves.words.money(cost)) if cost else name


def _becoming(moves: Moves, name: str, way: Walk) -> str:
    """A hex with the tiles that can be laid there, if there are only a few."""
    tiles = way.choices if way.slot == "tile" and isinstance(way.choices, tuple) else ()
    tiles = tiles or tuple(value for slot, value in way.got.items() if slot == "tile")
    known = {tile.name for tile in moves.view.tiles}
    # A power may also be used without a tile.
    tiles = tuple(tile for tile in tiles if tile in known)
    if not tiles:
        return name
    return say("becomes", group="lines", place=name, number=len(tiles), tiles=[str(tile) for tile in tiles])


def _line(moves: Moves, hints: Hints | None, cost: int, name: str, place: str) -> str:
    """A place in words, with what track costs there and the hint."""
    words = moves.words
    line = say("place_costs", group="lines", place=name, cost=words.money(cost)) if cost else name
    gain = hints.of_hex(place) if hints else None
    return say("place", group="hints", place=line, change=gain.sentence(words, best=True)) if gain else line


def _station(moves: Moves, choice: Choice) -> str:
    """What a station marker costs, how many spaces it leaves, and who it blocks."""
    if not choice.whole:
        return ""
    words = moves.words
    station = station_of(moves.game, moves.tried(choice.act)[0])
    if station is None:
        return ""
    parts = [words.money(choice.spent)] if choice.spent else []
    parts.append(say("spaces_left", group="stations", number=station.left))
    if station.stopped:
        parts.append(say("stops", group="stations", companies=[company for company, _ in station.stopped]))
    parts += [
        say("cuts_off", group="stations", company=company, stops=_first(map(words.stop, cut)))
        for company, cut in station.stopped
        if cut
    ]
    return say("station", group="stations", parts=" · ".join(parts))


def _first(names: Iterable[str]) -> list[str]:
    """As many names as are readable, and how many more there are."""
    found = list(names)
    more = [say("more", group="stations", number=len(found) - NAMED)] if len(found) > NAMED else []
    return [*found[:NAMED], *more]


def _hinted(moves: Moves, hints: Hints | None) -> list[str]:
    """The line that says what hints are compared with."""
    if not hints:
        return []
    now = hints.now
    return [say("now" if now else "now_nothing", group="hints", money=moves.words.money(now))]


def _sides_in_short(words: Words, tiles: Iterable[tuple[str, int]], tile: str, rotation: int) -> str:
    """What a tile's track joins; of several tracks only the first that none of its other rotations has: the numbered
    picture and its words show all of them.
    """

    def said(turn: int) -> str:
        return joined_sides(words.view, words.text, tile, turn, short=True)

    tracks = said(rotation).split()
    others = {one for name, turn in tiles if name == tile and turn != rotation for one in said(turn).split()}
    own = [one for one in tracks if one not in others]
    return say("tile_goes_on", group="lines", sides=own[0]) if own and len(tracks) > 1 else said(rotation)


def _sheet(moves: Moves, walk: Walk, hex_id: str, page: int, hints: Hints | None, *, alone: bool) -> Chart:
    """Tiles in all distinct rotations, on a numbered contact sheet."""
    words, choosing = moves.words, Choosing(moves)
    tiles = distinct(moves.view, hex_id, tile_rotations(moves, walk))
    last = pages(tiles) - 1
    page, many = min(max(page, 0), last), len(tiles) > ABREAST
    choices, gains = list[Choice](), dict[tuple[str, int], str]()
    laid = {
        (tile, rotation): choosing.named_with(walk.verb, {**walk.got, "tile": tile, "rotation": rotation})
        for tile, rotation in tiles[page * PAGE : (page + 1) * PAGE]
    }
    costs = {way: choice.spent for way, choice in laid.items()}
    # What all of many tiles cost is said once above them.
    each = max(costs.values()) if many and len(set(costs.values())) == 1 else 0
    for number, ((tile, rotation), choice) in enumerate(laid.items(), page * PAGE + 1):
        called = words.words.values["tile"].get(tile, tile)
        named = called if many else words.value(walk.verb, "tile", tile)
        sides = (
            _sides_in_short(words, tiles, tile, rotation)
            if many
            else joined_sides(moves.view, words.text, tile, rotation)
        )
        leads = say("tile_short" if many else "tile_leads", group="lines", tile=named, sides=sides) if sides else named
        label = f"{number} · {leads}" + (f", {words.money(choice.spent)}" if choice.spent and not each else "")
        label = choice.label if len(tiles) == 1 else label
        if hints and (gain := hints.of_tile(hex_id, tile, rotation)):
            gains[tile, rotation] = gain.sentence(words)
            label = say("place", group="hints", place=label, change=gains[tile, rotation])
        choices.append(replace(choice, label=label))
    options = {"page": page, "costs": costs, **({"gains": gains} if gains else {})}
    picture = DrawingJob("choices", (moves.view, hex_id, tiles), options)
    lines = [f"**{capital(words.hex(hex_id))}**"] if alone and len(tiles) > 1 else []
    lines += [say("each_costs", group="lines", cost=words.money(each))] if each else []
    text = "\n".join([*lines, *_hinted(moves, hints)])
    return Chart(walk, picture, text, tuple(choices), page, last, offers=walk)
