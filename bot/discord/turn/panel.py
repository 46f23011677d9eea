"""Lays a menu out: all that somebody on turn may do, then each choice. Reads data only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from bot.discord.games.presses.explore import Explore
from bot.discord.games.presses.moves import (
    GO,
    TRY,
    Begin,
    Choose,
    Look,
    PassRound,
    WriteAmount,
    WriteMove,
    WritePlace,
)
from bot.discord.games.presses.takeback import Undo, UndoNow
from bot.discord.kit.reply import (
    LAYOUT_PARTS,
    OPTIONS,
    Button,
    Entry,
    Part,
    Pick,
    Select,
    in_rows,
    size,
)
from bot.discord.kit.say import say
from bot.discord.turn.moment import (
    PLAIN,
    PRIMARY,
    Moment,
    Panel,
)
from bot.menu.build import Menu
from bot.menu.lines import alike
from bot.menu.move.choices import Choice
from bot.menu.move.places import Chart
from bot.menu.question import Question
from bot.table.ground.settings import may_be_copied
from engine import Span
from engine.core.verbs import Answers, Shown, Text

ALIKE = 3
"""Of so many companies that differ by nothing but their names, one has a line; the others are in a list."""
ENTRY, TURNING = 3, 3
"""The number of components in a line with its button, and in a pair of paging buttons."""


# --- what can be done


def front(at: Moment, menu: Menu, page: int = 0, lead: Panel | None = None, last: Sequence[Part] = ()) -> Panel:
    """What a seat may do: the current picture, the likeliest moves with their costs, the rest below. `lead` has been
    computed before, such as the best runs: it shows the verb whose choices are text. `last` comes at the bottom.
    """
    answers, others = list[tuple[str, Button]](), list[tuple[str, Button]]()
    objects, buttons = list[Choice](), list[Button]()
    for one in menu.listed:
        button = _button(at, menu, one)
        if at.moves.answers(one.verb) is Answers.OFFER:
            # Somebody waits for the answer: it comes before what is chosen from a picture.
            answers.append((one.line, button))
        elif one.line and one.shown is Shown.LIST:
            # Only lists of objects are turned page by page: what else can be done stays in sight.
            objects.append(one)
        elif one.line:
            others.append((one.line, button))
        else:
            buttons.append(button)
    if round_passed := _pass_round(at, menu):
        buttons.append(round_passed)
    chart = lead or _chart(at, menu.chart, menu.heading)
    sketches = (*chart.sketches, *menu.pictures)
    below = (*_lined(others), *in_rows(buttons, 3), *_seldom(at, menu.rare), _tools(at), *last)
    above = (*_lined(answers), *chart.rows)
    room = LAYOUT_PARTS - 1 - len(sketches) - size([*above, *below])
    text = "\n".join(filter(None, [menu.standing, chart.text]))
    return Panel(text, (*above, *_page(at, _entries(at, menu, objects), room, page), *below), sketches, chart.offers)


def _button(at: Moment, menu: Menu, one: Choice) -> Button:
    return at.button(one, style=PRIMARY if one.verb == menu.usual[0] else PLAIN)


def _entries(at: Moment, menu: Menu, objects: Sequence[Choice]) -> list[Part]:
    """A line with a button for each object; of many that differ only by their names, one, and a list of the others."""
    parts: list[Part] = []
    for key, group in groupby(objects, lambda one: (one.verb, alike(at.here.words, one))):
        found = list(group)
        folded = found[1:] if key[1] and len(found) >= ALIKE else []
        parts += _lined([(one.line, _button(at, menu, one)) for one in found[: len(found) - len(folded)]])
        if folded:
            picks = tuple(Pick(one.label, at.choose(key[0], one.texts[0])) for one in folded)
            parts.append(Select(say("more_alike", number=len(folded)), picks))
    return parts


def _pass_round(at: Moment, menu: Menu) -> Button | None:
    """A button to pass for the rest of a stock round."""
    passes = any(at.moves.game.title.verbs[verb].passes for verb in menu.usual)
    stock = at.here.view.clock.round == "stock" and passes
    if not stock or at.mode == TRY or not at.here.decides or at.here.now.row.is_copy:
        return None
    return Button(say("button_pass_round"), PassRound(at=at.asked))


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


def _seldom(at: Moment, rare: Sequence[Choice]) -> tuple[Part, ...]:
    """Rare verbs, and those that end something."""
    if not rare:
        return ()
    picks = tuple(Pick(one.label, Begin(mode=at.mode, at=at.asked, verb=one.verb)) for one in rare)
    return (Select(say("more_moves"), picks),)


def _tools(at: Moment) -> tuple[Button, ...]:
    game, now = at.here.game, at.here.now
    undo = Button(say("button_undo"), Undo(game=game))
    if now.row.is_copy:
        undo = Button(say("button_undo_now"), UndoNow(game=game, epoch=now.epoch, last=now.row.last))
    tools = [
        Button(say("button_map"), Look(game=game, what="map")),
        Button(say("button_market"), Look(game=game, what="market")),
        Button(say("button_sheet"), Look(game=game, what="sheet")),
        undo,
    ]
    explore = (Button(say("button", group="explore"), Explore(game=game)),) if may_be_copied(now.row) else ()
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


# --- one choice after another


def next_choice(at: Moment, asked: Question, page: int = 0) -> Panel:
    """The panel for a move's next choice."""
    walk = asked.walk
    if asked.chart is not None:
        return Panel(asked.text, (*_numbered(at, asked.chart), (at.back(),)), asked.pictures, asked.chart.offers)
    if isinstance(walk.choices, Text):
        write = Button(say("button_write"), at.so_far(WriteMove, walk), PRIMARY)
        return Panel(asked.text, ((write, at.back()),))
    if isinstance(walk.choices, Span):
        buttons = [at.button(one) for one in asked.choices]
        if asked.more:
            buttons.append(Button(say("button_other_amount"), at.so_far(WriteAmount, walk)))
        return Panel(asked.text, (*in_rows(buttons), (at.back(),)))
    if not asked.values:
        lined = _lined([(one.line, at.button(one)) for one in asked.choices])
        return Panel(asked.text, (*lined, (at.back(),)), asked.pictures)
    last = math.ceil(len(asked.values) / OPTIONS) - 1
    page = min(max(page, 0), last)
    shown = asked.values[page * OPTIONS : (page + 1) * OPTIONS]
    picks = tuple(Pick(label, at.so_far(Choose, walk, value)) for value, label in shown)
    listed = Select(at.here.words.question(walk.verb, walk.slot), picks)
    return Panel(asked.text, (listed, (at.back(), *at.turning(walk, page, last))))


def _chart(at: Moment, chart: Chart | None, above: str) -> Panel:
    """What is chosen from a picture; the picture itself is the menu's."""
    if chart is None:
        return Panel("")
    text = "\n".join(filter(None, [above, chart.text]))
    return Panel(text, tuple(_numbered(at, chart)), (), chart.offers)


def _numbered(at: Moment, chart: Chart) -> list[Part]:
    """Buttons or a list for what is numbered in a picture, and those that turn its pages."""
    walk = chart.walk
    turning = at.turning(walk, chart.page, chart.last)
    buttons = in_rows([at.button(one) for one in chart.choices]) if chart.few else ()
    if not chart.places:
        # The buttons that turn the picture's page are next to it.
        return [*filter(None, [turning]), *buttons]
    typed = Button(say("button_place"), at.so_far(WritePlace, walk))
    if chart.few:
        return [*buttons, (typed,)]
    picks = tuple(Pick(one.label, at.so_far(Choose, walk, str(one.got[walk.slot]))) for one in chart.choices)
    listed = Select(at.here.words.question(walk.verb, walk.slot), picks)
    return [listed, (*turning, typed)]


def _lined(pairs: Sequence[tuple[str, Button]]) -> list[Part]:
    """Buttons next to their lines; a line shared by several buttons comes once, above them."""
    parts: list[Part] = []
    for line, group in groupby(pairs, lambda pair: pair[0]):
        alike = [button for _, button in group]
        # No row has more components than a line with its button.
        rows = [tuple(alike[at : at + ENTRY - 1]) for at in range(0, len(alike), ENTRY - 1)]
        parts += [Entry(line, alike[0])] if line and len(alike) == 1 else [*filter(None, [line]), *rows]
    return parts
