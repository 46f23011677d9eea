"""Choices on the map: numbered places, their list in words, and the contact sheet of one hex."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.candidates import by_use, place_of, tile_rotations
from bot.discord.drawing import DrawingJob
from bot.discord.moment import Moment, Panel
from bot.discord.openings import Opening
from bot.discord.reply import OPTIONS, Button, Part, Select, in_rows
from bot.discord.say import say
from bot.discord.walking import Walk
from engine import Act
from engine.core.verbs import Shown
from engine.prospects import station_of
from engine.view import distinct
from engine.words.buttons import capital
from render import pages
from render.choices import PAGE

STOP = "stop"
ON_MAP = ("hex", STOP)
TILE = ("tile", "rotation")
"""The slots of a tile that is chosen from a picture."""
BUTTONS = 15
"""The most places that have buttons; more become a list."""
NAMED = 3
"""The most stops named that a company can no longer reach."""


def drawn(at: Moment, walk: Walk, page: int = 0, *, alone: bool = True) -> Panel | None:
    """Show the next choice as a picture, if it is a place or a tile; `alone`: without a heading for the place."""
    walk = _only_place(at, walk)
    if not isinstance(walk.choices, tuple) or not walk.choices:
        return None
    if walk.slot in TILE and (place := place_of(at.here.supposed, at.here.seat, walk)):
        return _sheet(at, walk, place, page, alone=alone)
    return _chart(at, walk, page) if at.here.words.slot_kind(walk.verb, walk.slot) in ON_MAP else None


def _only_place(at: Moment, walk: Walk) -> Walk:
    """A single place for a station marker is shown and chosen like one of many."""
    slot = next(reversed(walk.got), "")
    if walk.slot or not slot or at.here.words.slot_kind(walk.verb, slot) != STOP:
        return walk
    before = {name: value for name, value in walk.got.items() if name != slot}
    return Walk(walk.verb, before, slot, (walk.got[slot],))


def _chart(at: Moment, walk: Walk, page: int) -> Panel:
    """All places that can be chosen, most useful first: numbered on the map, in words, and as buttons."""
    assert isinstance(walk.choices, tuple)
    hexes = {one.id: one for one in at.here.view.hexes}
    places = by_use(hexes.values(), walk.choices)
    names = {place: capital(at.here.words.value(walk.verb, walk.slot, place)) for place in places}
    numbers = {place: str(number) for number, place in enumerate(places, 1)}
    last = (len(places) - 1) // OPTIONS
    page = min(max(page, 0), last)
    shown = places[page * OPTIONS : (page + 1) * OPTIONS]
    ways = [at.openings.walk(walk.verb, {**walk.got, walk.slot: place}) for place in shown]
    made = at.openings.distinguished([at.openings.named(way) for way in ways])
    laid = walk.slot == "hex" and any(way.slot in TILE or "tile" in way.got for way in ways)
    costs = [one.spent if laid else 0 for one in made]
    usual = at.here.supposed.shown(at.here.seat, walk.verb) is Shown.MAP
    # Only where every place begins the usual choice of a tile, or in a list, its name is enough.
    by_name = (laid and usual and not any(one.whole for one in made)) or len(places) > BUTTONS
    labels = [
        f"{numbers[place]} · {_named(at, names[place], cost) if by_name and not one.whole else one.label}"
        for place, one, cost in zip(shown, made, costs, strict=True)
    ]
    prefix = at.prefix(walk.verb, walk.texts)
    typed = Button(say("button_place"), f"place_{at.mode}", prefix)
    rows: tuple[Part, ...]
    if len(places) <= BUTTONS:
        rows = (*in_rows([at.button(one, label) for one, label in zip(made, labels, strict=True)]), (typed,))
    else:
        options = tuple((place, label) for place, label in zip(shown, labels, strict=True))
        question = at.here.words.question(walk.verb, walk.slot)
        rows = (Select(question, at.mode, prefix, options), (*at.turning(prefix, page, last), typed))
    lines = [
        f"`{numbers[place]}` {_line(at, cost, _becoming(at, names[place], way), place)}{_station(at, one)}"
        for place, way, one, cost in zip(shown, ways, made, costs, strict=True)
    ]
    sketch = DrawingJob("map", (at.here.view,), {"numbers": numbers})
    return Panel("\n".join([*lines, *_hinted(at)]), rows, (sketch,), walk if laid else None)


def _named(at: Moment, name: str, cost: int) -> str:
    """A place by its name, with what track costs there."""
    return say("place_named", group="lines", place=name, cost=at.here.words.money(cost)) if cost else name


def _becoming(at: Moment, name: str, way: Walk) -> str:
    """A hex with the tiles that can be laid there, if there are only a few."""
    tiles = way.choices if way.slot == "tile" and isinstance(way.choices, tuple) else ()
    tiles = tiles or tuple(value for slot, value in way.got.items() if slot == "tile")
    known = {tile.name for tile in at.here.view.tiles}
    # A power may also be used without a tile.
    tiles = tuple(tile for tile in tiles if tile in known)
    if not tiles:
        return name
    return say("becomes", group="lines", place=name, number=len(tiles), tiles=[str(tile) for tile in tiles])


def _line(at: Moment, cost: int, name: str, place: str) -> str:
    """A place in words, with what track costs there and the hint."""
    words = at.here.words
    line = say("place_costs", group="lines", place=name, cost=words.money(cost)) if cost else name
    gain = at.hints.of_hex(place) if at.hints else None
    return say("place", group="hints", place=line, change=gain.sentence(words, best=True)) if gain else line


def _station(at: Moment, one: Opening) -> str:
    """What a station marker costs, how many spaces it leaves, and who it blocks."""
    if not one.whole:
        return ""
    here, words = at.here, at.here.words
    found = station_of(here.supposed, here.supposed.apply(here.seat, Act(one.verb, dict(one.got)))[0])
    if found is None:
        return ""
    parts = [words.money(one.spent)] if one.spent else []
    parts.append(say("spaces_left", group="stations", number=found.left))
    if found.stopped:
        parts.append(say("stops", group="stations", companies=[company for company, _ in found.stopped]))
    parts += [
        say("cuts_off", group="stations", company=company, stops=_first(map(words.stop, cut)))
        for company, cut in found.stopped
        if cut
    ]
    return say("station", group="stations", parts=" · ".join(parts))


def _first(names: Iterable[str]) -> list[str]:
    """As many names as are readable, and how many more there are."""
    found = list(names)
    more = [say("more", group="stations", number=len(found) - NAMED)] if len(found) > NAMED else []
    return [*found[:NAMED], *more]


def _hinted(at: Moment) -> list[str]:
    """The line that says what hints are compared with."""
    if not at.hints:
        return []
    now = at.hints.now
    return [say("now" if now else "now_nothing", group="hints", money=at.here.words.money(now))]


def _sheet(at: Moment, walk: Walk, hex_id: str, page: int, *, alone: bool) -> Panel:
    """Tiles in all distinct rotations, on a numbered contact sheet."""
    choices = distinct(at.here.view, hex_id, tile_rotations(at.here.supposed, at.here.seat, walk))
    last = pages(choices) - 1
    page = min(max(page, 0), last)
    buttons, costs, gains = list[Button](), dict[tuple[str, int], int](), dict[tuple[str, int], str]()
    for number, (tile, rotation) in enumerate(choices[page * PAGE : (page + 1) * PAGE], page * PAGE + 1):
        one = at.openings.named_with(walk.verb, {**walk.got, "tile": tile, "rotation": rotation})
        named = at.here.words.value(walk.verb, "tile", tile)
        costs[tile, rotation] = one.spent
        label = f"{number} · {named}" + (f", {at.here.words.money(one.spent)}" if one.spent else "")
        if at.hints and (gain := at.hints.of_tile(hex_id, tile, rotation)):
            gains[tile, rotation] = gain.sentence(at.here.words)
            label = say("place", group="hints", place=label, change=gains[tile, rotation])
        buttons.append(at.button(one, label))
    options = {"page": page, "costs": costs, **({"gains": gains} if gains else {})}
    sketch = DrawingJob("choices", (at.here.view, hex_id, choices), options)
    prefix = at.prefix(walk.verb, walk.texts)
    title = capital(at.here.words.hex(hex_id))
    # The buttons that turn the picture's page are next to it.
    rows = (*filter(None, [at.turning(prefix, page, last)]), *in_rows(buttons))
    lines = [f"**{title}**"] if alone else []
    return Panel("\n".join([*lines, *_hinted(at)]), rows, (sketch,), walk)
