"""What is chosen on the map: numbered places, the list of them in words, and the contact sheet of one hex."""

from __future__ import annotations

from collections.abc import Mapping

from bot.discord.drawing import Sketch
from bot.discord.finding import Here
from bot.discord.moment import Moment, Panel
from bot.discord.reply import OPTIONS, Button, Part, Select, in_rows
from bot.discord.say import say
from bot.discord.walking import Walk
from engine import Game, Span
from engine.core.verbs import Text
from engine.view import HexView, distinct
from engine.words.buttons import capital
from render import pages
from render.choices import PAGE

ON_MAP = ("hex", "stop")
BUTTONS = 15
"""So many places have buttons; more are a list."""


def drawn(at: Moment, walk: Walk, page: int = 0) -> Panel | None:
    """The next choice by a picture, if it is one of places or of tiles."""
    if not isinstance(walk.choices, tuple) or not walk.choices:
        return None
    if walk.slot in ("tile", "rotation") and "hex" in walk.got:
        return _sheet(at, walk, page)
    return _chart(at, walk, page) if at.here.words.slot_kind(walk.verb, walk.slot) in ON_MAP else None


def _chart(at: Moment, walk: Walk, page: int) -> Panel:
    """Every place that can be chosen: numbered on the map, in words, and as buttons; the most useful first."""
    assert isinstance(walk.choices, tuple)
    hexes = {one.id: one for one in at.here.view.hexes}
    places = sorted(walk.choices, key=lambda place: _use(hexes, str(place)))
    names = {place: capital(at.here.words.value(walk.verb, walk.slot, place)) for place in places}
    numbers = {str(place): str(number) for number, place in enumerate(places, 1)}
    last = (len(places) - 1) // OPTIONS
    page = min(max(page, 0), last)
    shown = places[page * OPTIONS : (page + 1) * OPTIONS]
    made = [at.openings.next(walk, place) for place in shown]
    labels = [
        f"{numbers[str(place)]} · {one.label if one.whole else names[place]}"
        for place, one in zip(shown, made, strict=True)
    ]
    prefix = at.prefix(walk.verb, walk.texts)
    rows: tuple[Part, ...]
    if len(places) <= BUTTONS:
        rows = in_rows([at.button(one, label) for one, label in zip(made, labels, strict=True)])
    else:
        options = tuple((str(place), label) for place, label in zip(shown, labels, strict=True))
        slot = say("choose", slot=at.here.words.slot(walk.verb, walk.slot))
        rows = (Select(slot, at.mode, prefix, options), *filter(None, [at.turning(prefix, page, last)]))
    lines = [f"`{numbers[str(place)]}` {_line(at.here, hexes, names[place], str(place))}" for place in shown]
    sketch = Sketch("map", (at.here.view,), {"numbers": numbers})
    return Panel("\n".join(lines), rows, (sketch,))


def _use(hexes: Mapping[str, HexView], place: str) -> tuple[int, str]:
    """Cities first, then towns, then plain land."""
    found = hexes.get(place.partition("/")[0])
    kinds = {stop.kind for stop in found.stops} if found else set[str]()
    return (0 if "city" in kinds else 1 if kinds else 2), place


def _line(here: Here, hexes: Mapping[str, HexView], name: str, place: str) -> str:
    """A place in words, with what the ground costs there."""
    found = hexes.get(place)
    cost = found.cost + found.fee if found else 0
    return say("place_costs", group="lines", place=name, cost=here.words.money(cost)) if cost else name


def _sheet(at: Moment, walk: Walk, page: int) -> Panel:
    """Tiles in all turns that make a difference, on a numbered contact sheet."""
    hex_id = str(walk.got["hex"])
    choices = distinct(at.here.view, hex_id, turned(at.here.now.game, at.here.seat, walk))
    last = pages(choices) - 1
    page = min(max(page, 0), last)
    buttons, costs = list[Button](), dict[tuple[str, int], int]()
    for number, (tile, rotation) in enumerate(choices[page * PAGE : (page + 1) * PAGE], page * PAGE + 1):
        one = at.openings.named_with(walk.verb, {**walk.got, "tile": tile, "rotation": rotation})
        named = at.here.words.value(walk.verb, "tile", tile)
        costs[tile, rotation] = one.spent
        cost = f", {at.here.words.money(one.spent)}" if one.spent else ""
        buttons.append(at.button(one, f"{number} · {named}{cost}"))
    sketch = Sketch("choices", (at.here.view, hex_id, choices), {"page": page, "costs": costs})
    prefix = at.prefix(walk.verb, walk.texts)
    title = capital(at.here.words.value(walk.verb, "hex", hex_id))
    return Panel(f"**{title}**", (*in_rows(buttons), *filter(None, [at.turning(prefix, page, last)])), (sketch,))


def turned(game: Game, seat: str, walk: Walk) -> list[tuple[str, int]]:
    """Every tile in every turn that is legal in the chosen hex."""
    found: list[tuple[str, int]] = []
    assert isinstance(walk.choices, tuple)
    if walk.slot == "rotation":
        return [(str(walk.got["tile"]), int(rotation)) for rotation in walk.choices]
    for tile in walk.choices:
        asked = game.values(seat, walk.verb, {**walk.got, walk.slot: tile})
        assert asked is not None and not isinstance(asked[1], (Span, Text))
        found += [(str(tile), int(rotation)) for rotation in asked[1]]
    return found
