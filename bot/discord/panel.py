"""The panels of somebody on turn: all they may do, then each choice. Reads data only."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from bot.discord import laying
from bot.discord.answers import is_asked, outcomes
from bot.discord.drawing import DrawingJob
from bot.discord.emergency_money import need_lines
from bot.discord.game_lookup import GameContext
from bot.discord.lines import alike, line_about, phases_begun
from bot.discord.moment import GO, PLAIN, PRIMARY, TRY, Moment, Panel, address
from bot.discord.openings import Opening, Openings, ends_step
from bot.discord.reply import LAYOUT_PARTS, OPTIONS, Button, Entry, Part, Select, in_rows, size
from bot.discord.say import say
from bot.discord.walking import Walk, why_nothing
from bot.table.settings import may_be_copied
from engine import Span
from engine.core.verbs import Answers, Shown, Text
from engine.view import CompanyView
from engine.words.buttons import begun, capital, offer_label

FEW = 10
"""The most values shown as buttons; more become a list."""
FEW_NAMED = 3
"""The most values named in the question that asks for one."""
TURN = "operating_turn"
"""The rule of a company's turn, whose steps have names."""
STOCK_TURN = "stock_turn"
"""The rule of a player's turn."""
ALIKE = 3
"""Of so many companies that differ by nothing but their names, one has a line; the others are in a list."""
FEW_ASIDE = 3
"""The most moves of a secondary verb shown as buttons; with more, only the verb is."""
ENTRY, TURNING = 3, 3
"""The number of components in a line with its button, and in a pair of paging buttons."""


# --- what can be done


def front(
    at: Moment, verbs: Sequence[str], page: int = 0, lead: Panel | None = None, last: Sequence[Part] = ()
) -> Panel:
    """What a seat may do: the current picture, the likeliest moves with their costs, the rest below. `lead` has been
    computed before, such as the best runs: it shows the verb whose choices are text. `last` comes at the bottom.
    """
    here, found = at.here, at.openings
    seldom = [verb for verb in verbs if here.supposed.shown(here.seat, verb) is Shown.RARE]
    usual = [verb for verb in verbs if verb not in seldom] or (seldom if here.decides else [])
    walks = {verb: found.walk(verb) for verb in usual}
    written = next((verb for verb, walk in walks.items() if isinstance(walk.choices, Text)), "")
    first, chart = (written, lead) if lead is not None else _drawn(at, walks)
    answers, others = list[tuple[str, Button]](), list[tuple[str, Button]]()
    objects, buttons = list[tuple[Opening, str]](), list[Button]()
    listed = [one for verb in usual if verb != first for one in _open(found, verb, alone=len(usual) == 1)]
    for one, line in zip(listed, _lines(here, listed), strict=True):
        button = _button(at, usual, one)
        if here.supposed.title.verbs[one.verb].answers is Answers.OFFER:
            # Somebody waits for the answer: it comes before what is chosen from a picture.
            answers.append((line, button))
        elif line and one.shown is Shown.LIST:
            # Only lists of objects are turned page by page: what else can be done stays in sight.
            objects.append((one, line))
        elif line:
            others.append((line, button))
        else:
            buttons.append(button)
    sketches = (*chart.sketches, *_dawning(here, listed))
    if round_passed := _pass_round(at, usual):
        buttons.append(round_passed)
    rest = _seldom(at, [verb for verb in seldom if verb not in usual])
    below = (*_lined(others), *in_rows(buttons, 3), *rest, _tools(at), *last)
    above = (*_lined(answers), *chart.rows)
    room = LAYOUT_PARTS - 1 - len(sketches) - size([*above, *below])
    text = "\n".join(filter(None, [standing(here), *need_lines(here), chart.text]))
    return Panel(text, (*above, *_page(at, _entries(at, usual, objects), room, page), *below), sketches, chart.offers)


def _button(at: Moment, usual: Sequence[str], one: Opening) -> Button:
    return at.button(one, style=PRIMARY if one.verb == usual[0] else PLAIN)


def _entries(at: Moment, usual: Sequence[str], objects: Sequence[tuple[Opening, str]]) -> list[Part]:
    """A line with a button for each object; of many that differ only by their names, one, and a list of the others."""
    parts: list[Part] = []
    for key, group in groupby(objects, lambda pair: (pair[0].verb, alike(at.here.words, pair[0]))):
        found = list(group)
        folded = found[1:] if key[1] and len(found) >= ALIKE else []
        parts += _lined([(line, _button(at, usual, one)) for one, line in found[: len(found) - len(folded)]])
        if folded:
            options = tuple((one.texts[0], one.label) for one, _ in folded)
            parts.append(Select(say("more_alike", number=len(folded)), at.mode, at.prefix(key[0], ()), options))
    return parts


def _lines(here: GameContext, listed: Sequence[Opening]) -> list[str]:
    """What is said beside each button: what there is to know of its object, or where an answer leads."""
    laws = here.supposed.title.verbs
    known = [line_about(here.words, one) if one.shown is Shown.LIST else "" for one in listed]
    asked = [
        n
        for n, one in enumerate(listed)
        if not known[n] and (laws[one.verb].answers is Answers.OFFER or is_asked(here))
    ]
    for n, line in zip(asked, outcomes(here, [listed[n] for n in asked]), strict=True):
        known[n] = line
    told = [_explained(here, one.verb) if one.whole and one.shown is not Shown.LIST else "" for one in listed]
    return [line or explained for line, explained in zip(known, told, strict=True)]


def _explained(here: GameContext, verb: str) -> str:
    """A move by its name, with what it costs and ends, if that is not said elsewhere."""
    outcome = _outcome(here, verb)
    return f"**{capital(here.words.verb(verb))}**\n{outcome}" if outcome else ""


def _open(found: Openings, verb: str, *, alone: bool) -> list[Opening]:
    """A verb's openings; for a secondary verb with many, only the verb."""
    moves = found.at_least(verb)
    shown = found.game.shown(found.seat, verb)
    most = 1 if shown is Shown.ASIDE else FEW_ASIDE
    return moves if alone or shown is Shown.LIST or len(moves) <= most else [found.verb(verb)]


def _drawn(at: Moment, walks: Mapping[str, Walk]) -> tuple[str, Panel]:
    """The first verb that is chosen from a picture, with that picture; otherwise the current picture."""
    for verb, walk in walks.items():
        shown = at.here.supposed.shown(at.here.seat, verb)
        if shown in (Shown.ASIDE, Shown.DONE):
            # Later verbs are possible at any time, and have a button that leads to their picture.
            break
        # What is laid or placed every turn is named after its step.
        headed = bool(walk.slot) and (bool(walk.got) or shown is not Shown.MAP)
        if chart := laying.drawn(at, walk, alone=not headed):
            above = _heading(at.here, walk) if headed else _outcome(at.here, verb)
            return verb, replace(chart, text="\n".join(filter(None, [above, chart.text])))
    return "", Panel("", (), _moment(at.here))


def _dawning(here: GameContext, listed: Sequence[Opening]) -> tuple[DrawingJob, ...]:
    """The current phase and those that trains on sale begin."""
    begun = list(dict.fromkeys(phase for one in listed for phase in phases_begun(here.words, one)))
    return (DrawingJob("phases", (here.view,), {"only": [here.view.phase, *begun]}),) if begun else ()


def _pass_round(at: Moment, usual: Sequence[str]) -> Button | None:
    """A button to pass for the rest of a stock round."""
    stock = at.here.view.clock.round == "stock" and any(at.here.supposed.title.verbs[verb].passes for verb in usual)
    if not stock or at.mode == TRY or not at.here.decides or at.here.now.row.is_copy:
        return None
    return Button(say("button_pass_round"), "pass_round", address(at.here))


def _page(at: Moment, entries: Sequence[Part], room: int, page: int) -> tuple[Part, ...]:
    """One page of a list, with paging buttons if it does not fit."""
    if not entries or size(entries) <= room:
        return tuple(entries)
    pages = _pages(entries, room - TURNING)
    last = len(pages) - 1
    page = min(max(page, 0), last)
    earlier = at.front(at.mode, page - 1, say("button_earlier"), disabled=page == 0)
    later = at.front(at.mode, page + 1, say("button_later", page=page + 1, pages=last + 1), disabled=page == last)
    return (*pages[page], (earlier, later))


def _pages(entries: Sequence[Part], room: int) -> list[list[Part]]:
    """As many entries on each page as fit; a line keeps the buttons under it."""
    pages: list[list[Part]] = []
    together: list[list[Part]] = []
    for part in entries:
        if isinstance(part, tuple) and together:
            together[-1].append(part)
        else:
            together.append([part])
    for parts in together:
        if not pages or size([*pages[-1], *parts]) > room:
            pages.append([])
        pages[-1] += parts
    return pages


def _seldom(at: Moment, verbs: Sequence[str]) -> tuple[Part, ...]:
    """Rare verbs, and those that end something."""
    if not verbs:
        return ()
    options = tuple((verb, capital(at.here.words.verb(verb))) for verb in verbs)
    return (Select(say("more_moves"), f"verb_{at.mode}", address(at.here), options),)


def _tools(at: Moment) -> tuple[Button, ...]:
    game, now = at.here.game, at.here.now
    undo = Button(say("button_undo"), "undo", (game,))
    if now.row.is_copy:
        undo = Button(say("button_undo_now"), "undo_now", (game, now.epoch, now.row.last))
    tools = [
        Button(say("button_map"), "look", (game, "map")),
        Button(say("button_market"), "look", (game, "market")),
        Button(say("button_sheet"), "look", (game, "sheet")),
        undo,
    ]
    explore = (Button(say("button", group="explore"), "explore_now", (game,)),) if may_be_copied(now.row) else ()
    if at.mode == TRY:
        if explore:
            # There is nothing to undo in What-if mode.
            tools[-1:] = explore
        tools.insert(0, at.front(GO, 0, say("button_for_real")))
    elif at.here.decides:
        tools.insert(0, at.front(TRY, 0, say("button_what_if")))
    else:
        tools[:0] = explore
    return tuple(tools)


def _moment(here: GameContext) -> tuple[DrawingJob, ...]:
    """The picture that helps with the current choice."""
    top = here.view.agenda[-1] if here.view.agenda else None
    if top is None:
        return ()
    if top.step == "dividend":
        return (DrawingJob("runs", (here.view, top.subject)),)
    if here.view.clock.round == "stock" and not here.view.clock.of:
        return (DrawingJob("market", (here.view,), {"wide": 1400}),)
    return ()


def standing(here: GameContext) -> str:
    """Who must decide what, what the seat has, and what its acting company has."""
    lines = [here.words.decision(one) for one in here.view.decisions]
    asked = [one for one in here.view.decisions if one.seat == here.seat]
    lines += [say("outcome", text=text) for text in map(here.words.outcome, asked) if text]
    mine = next((seat for seat in here.view.seats if seat.id == here.seat), None)
    if mine is not None and mine.cash is not None:
        cash = here.words.money(mine.cash) if mine.cash else say("no_money")
        if mine.limit is None:
            lines.append(say("you_have_freely", cash=cash, certificates=mine.certificates))
        else:
            lines.append(say("you_have", cash=cash, certificates=mine.certificates, limit=mine.limit))
    for offer in here.view.offers:
        what = offer_label(here.words, offer)
        waits = here.words.listed(here.words.holder(one) for one in offer.needs if one not in offer.given)
        if here.seat in offer.needs and here.seat not in offer.given:
            lines.append(say("offered_to_you", offer=what))
        elif offer.by == here.seat:
            lines.append(say("offered_by_you", offer=what, waits=waits))
        else:
            lines.append(say("offered_openly", offer=what, waits=waits))
    top = here.view.agenda[-1] if here.view.agenda else None
    # A role like `president:MID` stands for its company.
    subject = top.subject.rpartition(":")[2] if top is not None else ""
    company = next((one for one in (*here.view.companies, *here.view.builders) if one.symbol == subject), None)
    # A private company may be called like a company, and one that lays track has neither money nor trains.
    floated = company in here.view.companies and company.floated
    acts = company is not None and bool(floated or company.trains or company.treasury)
    if top is not None and company is not None and acts:
        lines.append(
            say(
                "company_has" if top.rule == TURN else "company_asked",
                company=company.symbol,
                treasury=_treasury(here, company),
                trains=here.words.listed(train.kind for train in company.trains) or say("none"),
                markers=len(company.markers_left),
                step=here.words.step(top.step),
            )
        )
        if here.decides and _must_buy(here):
            lines.append(say("must_buy", company=company.symbol))
    lines += [say("must_sell", reason=why) for one in asked if one.rule == STOCK_TURN and (why := _why_no_pass(here))]
    return "\n".join(lines)


def _treasury(here: GameContext, company: CompanyView) -> str:
    if company.treasury is None:
        return "–"
    return here.words.money(company.treasury) if company.treasury else say("no_money")


def _why_no_pass(here: GameContext) -> str:
    """Why the seat cannot end its turn in a stock round; empty if it can."""
    game, laws = here.supposed, here.supposed.title.verbs
    if ends_step(game, here.seat):
        return ""
    passing = next((verb for one in game.decisions() for verb in one.verbs if laws[verb].passes), "")
    return why_nothing(game, here.seat, passing) if passing else ""


def _must_buy(here: GameContext) -> bool:
    """Is the seat to buy a train, without the choice to buy none?"""
    game = here.supposed
    buys = any(game.title.verbs[verb].gets_train for verb in game.verbs(here.seat))
    return buys and not ends_step(game, here.seat)


# --- one choice after another


def next_choice(at: Moment, walk: Walk, page: int = 0) -> Panel:
    """The panel for a move's next choice."""
    heading, prefix = _heading(at.here, walk), at.prefix(walk.verb, walk.texts)
    if isinstance(walk.choices, Span):
        shown = at.here.supposed.shown(at.here.seat, walk.verb)
        line = line_about(at.here.words, Opening(walk.verb, walk.got, shown=shown))
        return Panel("\n".join(filter(None, [heading, line])), (*_amounts(at, walk), (at.back(),)))
    if isinstance(walk.choices, Text):
        return Panel(heading, ((Button(say("button_write"), f"write_{at.mode}", prefix, PRIMARY), at.back()),))
    if chart := laying.drawn(at, walk, page, alone="hex" not in walk.got):
        text = "\n".join(filter(None, [heading, chart.text]))
        return Panel(text, (*chart.rows, (at.back(),)), chart.sketches, chart.offers)
    moves = at.openings.of(walk.verb, walk.got)
    if len(moves) <= FEW:
        return Panel(heading, (*_choices(at, moves), (at.back(),)), _dawning(at.here, moves))
    values = walk.choices
    last = math.ceil(len(values) / OPTIONS) - 1
    page = min(max(page, 0), last)
    shown = values[page * OPTIONS : (page + 1) * OPTIONS]
    told = {str(one.got.get(walk.slot)): one.label for one in moves}
    # Where each value is a move, its label says what it costs.
    named = told if len(told) == len(moves) and all(one.whole for one in moves) else {}
    options = tuple(
        (str(value), named.get(str(value)) or capital(at.here.words.value(walk.verb, walk.slot, value)))
        for value in shown
    )
    listed = Select(at.here.words.question(walk.verb, walk.slot), at.mode, prefix, options)
    return Panel(heading, (listed, (at.back(), *at.turning(prefix, page, last))))


def _choices(at: Moment, moves: Sequence[Opening]) -> list[Part]:
    """Moves with a line about their objects, or plain buttons."""
    words = at.here.words
    return _lined([("" if one.shown is Shown.MAP else line_about(words, one), at.button(one)) for one in moves])


def _lined(pairs: Sequence[tuple[str, Button]]) -> list[Part]:
    """Buttons next to their lines; a line shared by several buttons comes once, above them."""
    parts: list[Part] = []
    for line, group in groupby(pairs, lambda pair: pair[0]):
        alike = [button for _, button in group]
        # No row has more components than a line with its button.
        rows = [tuple(alike[at : at + ENTRY - 1]) for at in range(0, len(alike), ENTRY - 1)]
        parts += [Entry(line, alike[0])] if line and len(alike) == 1 else [*filter(None, [line]), *rows]
    return parts


def _heading(here: GameContext, walk: Walk) -> str:
    if here.supposed.title.verbs[walk.verb].answers is Answers.QUESTION:
        # The question itself says what to answer.
        return "\n".join(f"**{here.words.decision(one)}**" for one in here.view.decisions if one.seat == here.seat)
    values = walk.choices if isinstance(walk.choices, Sequence) and len(walk.choices) <= FEW_NAMED else ()
    choosing = say(
        "choosing",
        begun=begun(here.words, walk.verb, walk.got),
        question=here.words.question(walk.verb, walk.slot, values),
    )
    # What is laid and placed in every turn is explained with its map, not with every tile.
    by_step = here.supposed.shown(here.seat, walk.verb) is Shown.MAP
    outcome = "" if walk.got and by_step else _outcome(here, walk.verb)
    return "\n".join(filter(None, [choosing, outcome]))


def _outcome(here: GameContext, verb: str) -> str:
    """What a move costs and ends, where the question that it answers does not say so already."""
    text = here.words.effect(verb)
    asked = any(one.rule == verb for one in here.view.decisions)
    return say("outcome", text=text) if text and not asked else ""


def _amounts(at: Moment, walk: Walk) -> Sequence[Part]:
    assert isinstance(walk.choices, Span)
    buttons = [at.button(one) for one in at.openings.amounts(walk, walk.choices)]
    if (walk.choices.high - walk.choices.low) // walk.choices.step >= len(buttons):
        other = at.prefix(walk.verb, walk.texts)
        buttons.append(Button(say("button_other_amount"), f"amount_{at.mode}", other))
    return in_rows(buttons)
