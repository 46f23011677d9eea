"""What somebody on turn is shown: what he may do, then choice by choice what is still open. Only data is read here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.discord.drawing import Sketch
from bot.discord.finding import Here
from bot.discord.reply import Button, Select, in_rows
from bot.discord.say import say
from bot.discord.walking import Walk
from engine import Act, Game, Span
from engine.core.trial import ANSWER
from engine.core.verbs import Text, Value
from engine.view import distinct
from render import pages
from render.choices import PAGE

Rows = tuple[Select | tuple[Button, ...], ...]
GO, TRY = "go", "if"
"""A move is made, or shown before it is made."""
FEW = 10
"""So many values are shown as buttons; more are a list."""
LIST = 25
PRIMARY, PLAIN, GREEN = discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.success
RED = discord.ButtonStyle.danger


@dataclass(frozen=True)
class Panel:
    """Text, pictures still to be drawn, and rows of buttons."""

    text: str
    rows: Rows = ()
    sketches: tuple[Sketch, ...] = ()


def address(here: Here) -> tuple[object, ...]:
    """What every button of a panel says of the moment it belongs to."""
    return (here.game, here.seen, here.now.decision, here.seat)


def front(here: Here, verbs: Sequence[str], mode: str = GO) -> Panel:
    """What a seat may do: a button for each verb."""
    buttons = [
        Button(capital(here.words.verb(verb)), mode, (*address(here), verb), _style(here, verb, first=verb == verbs[0]))
        for verb in verbs
    ]
    tools = [
        Button(say("button_map"), "look", (here.game, "map")),
        Button(say("button_market"), "look", (here.game, "market")),
        Button(say("button_sheet"), "look", (here.game, "sheet")),
        Button(say("button_undo"), "undo", (here.game,)),
    ]
    if here.decides and mode == GO:
        tools.insert(0, Button(say("button_what_if"), "front", (*address(here), TRY)))
    elif mode == TRY:
        tools.insert(0, Button(say("button_for_real"), "front", (*address(here), GO)))
    return Panel(standing(here), (*in_rows(buttons, 4), tuple(tools[:5])))


def _style(here: Here, verb: str, *, first: bool) -> discord.ButtonStyle:
    if here.now.game.grave(here.seat, Act(verb)):
        return RED
    return PRIMARY if first else PLAIN


def standing(here: Here) -> str:
    """Who must decide what, what the seat has, and what the company has for which it acts."""
    lines = [here.words.decision(one) for one in here.view.decisions]
    mine = next((seat for seat in here.view.seats if seat.id == here.seat), None)
    if mine is not None and mine.cash is not None:
        cash = here.words.money(mine.cash)
        if mine.limit is None:
            lines.append(say("you_have_freely", cash=cash, certificates=mine.certificates))
        else:
            lines.append(say("you_have", cash=cash, certificates=mine.certificates, limit=mine.limit))
    for offer in here.view.offers:
        what = here.words.offer(offer.id)
        waits = here.words.listed(here.words.holder(one) for one in offer.needs if one not in offer.given)
        if here.seat in offer.needs and here.seat not in offer.given:
            lines.append(say("offered_to_you", offer=what))
        elif offer.by == here.seat:
            lines.append(say("offered_by_you", offer=what, waits=waits))
        else:
            lines.append(say("offered_openly", offer=what, waits=waits))
    top = here.view.agenda[-1] if here.view.agenda else None
    company = next(
        (one for one in (*here.view.companies, *here.view.builders) if top and one.symbol == top.subject), None
    )
    if top is not None and company is not None:
        lines.append(
            say(
                "company_has",
                company=company.symbol,
                treasury=here.words.money(company.treasury) if company.treasury is not None else "–",
                trains=here.words.listed(train.kind for train in company.trains) or say("none"),
                markers=len(company.markers_left),
                step=here.words.step(top.step) if top.step else "–",
            )
        )
    return "\n".join(lines)


# --- one choice after another


def next_choice(here: Here, walk: Walk, mode: str, page: int = 0) -> Panel:
    """What is still open about a move."""
    heading = _heading(here, walk)
    back = Button(say("button_back"), "front", (*address(here), mode))
    prefix = (*address(here), walk.verb, *walk.texts)
    if isinstance(walk.choices, Span):
        return Panel(heading, (*_amounts(here, walk, mode, prefix), (back,)))
    if isinstance(walk.choices, Text):
        return Panel(heading, ((Button(say("button_write"), f"write_{mode}", prefix, PRIMARY), back),))
    if walk.slot == "tile" and "hex" in walk.got:
        return _sheet(here, walk, mode, page, heading, back)
    values = walk.choices
    if len(values) <= FEW:
        buttons = [Button(capital(_label(here, walk, value)), mode, (*prefix, value), PRIMARY) for value in values]
        return Panel(heading, (*in_rows(buttons, 4), (back,)))
    last = max(0, math.ceil(len(values) / LIST) - 1)
    page = min(max(page, 0), last)
    shown = values[page * LIST : (page + 1) * LIST]
    found = Select(
        say("choose", slot=here.words.slot(walk.verb, walk.slot)),
        mode,
        prefix,
        tuple((str(value), capital(_label(here, walk, value))) for value in shown),
    )
    return Panel(heading, (found, (back, *turning(prefix, mode, page, last))))


def turning(prefix: tuple[object, ...], mode: str, page: int, last: int) -> tuple[Button, ...]:
    """Buttons to other pages, if there are any."""
    if not last:
        return ()
    return (
        Button(say("button_earlier"), f"page_{mode}", (page - 1, *prefix), disabled=page == 0),
        Button(
            say("button_later", page=page + 1, pages=last + 1),
            f"page_{mode}",
            (page + 1, *prefix),
            disabled=page == last,
        ),
    )


def _heading(here: Here, walk: Walk) -> str:
    if walk.verb == ANSWER:
        # The question itself says what is to be answered.
        return "\n".join(f"**{here.words.decision(one)}**" for one in here.view.decisions if one.seat == here.seat)
    made = [here.words.choice(walk.verb, slot, value) for slot, value in walk.got.items()]
    chosen = f" ({', '.join(made)})" if made else ""
    return say(
        "choosing", verb=capital(here.words.verb(walk.verb)) + chosen, slot=here.words.slot(walk.verb, walk.slot)
    )


def _label(here: Here, walk: Walk, value: Value) -> str:
    label = here.words.value(walk.verb, walk.slot, value)
    if walk.slot != "company":
        return label
    company = next((one for one in here.view.companies if one.symbol == value), None)
    price = company.price if company else 0
    return f"{label} · {here.words.money(price)}" if price else label


def _amounts(here: Here, walk: Walk, mode: str, prefix: tuple[object, ...]) -> Rows:
    span = walk.choices
    assert isinstance(span, Span)
    count = (span.high - span.low) // span.step
    near = [span.low + span.step * n for n in (0, 1, 2, 3, 4, 5, 10, 20) if n < count]
    values = sorted({*near, span.high})
    buttons = [
        Button(here.words.value(walk.verb, walk.slot, value), mode, (*prefix, value), PRIMARY) for value in values
    ]
    if count >= len(values):
        buttons.append(Button(say("button_other_amount"), f"write_{mode}", prefix))
    return in_rows(buttons, 4)


def _sheet(here: Here, walk: Walk, mode: str, page: int, heading: str, back: Button) -> Panel:
    """Tiles in all turns that make a difference, on a numbered contact sheet."""
    choices = distinct(here.view, str(walk.got["hex"]), turned(here.now.game, here.seat, walk))
    last = pages(choices) - 1
    page = min(max(page, 0), last)
    prefix = (*address(here), walk.verb, walk.got["hex"])
    buttons = [
        Button(str(page * PAGE + number), mode, (*prefix, tile, rotation), PRIMARY)
        for number, (tile, rotation) in enumerate(choices[page * PAGE : (page + 1) * PAGE], 1)
    ]
    sketch = Sketch("choices", (here.view, str(walk.got["hex"]), choices), {"page": page})
    return Panel(heading, (*in_rows(buttons, 3), (back, *turning(prefix, mode, page, last))), (sketch,))


def turned(game: Game, seat: str, walk: Walk) -> list[tuple[str, int]]:
    """Every tile in every turn that is legal in the chosen hex."""
    found: list[tuple[str, int]] = []
    assert isinstance(walk.choices, tuple)
    for tile in walk.choices:
        asked = game.values(seat, walk.verb, {**walk.got, walk.slot: tile})
        assert asked is not None and not isinstance(asked[1], (Span, Text))
        found += [(str(tile), int(rotation)) for rotation in asked[1]]
    return found


def capital(text: str) -> str:
    """The first letter large."""
    return text[:1].upper() + text[1:]
