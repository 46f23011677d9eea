"""Lays a menu out: all that somebody on turn may do, then each choice. Reads data only."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from bot.discord.games.emblems import emoji_among, emoji_for
from bot.discord.games.presses.explore import Explore
from bot.discord.games.presses.looks import Describe
from bot.discord.games.presses.moves import (
    GO,
    TRY,
    AskRobot,
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
    OPTION_TEXT,
    OPTIONS,
    PER_ROW,
    Button,
    Entry,
    Part,
    Pick,
    Select,
    in_rows,
    size,
)
from bot.discord.kit.say import say
from bot.discord.turn.context import (
    PLAIN,
    PRIMARY,
    Panel,
    PanelContext,
)
from bot.discord.turn.phone import HIGHEST, breaks, height, row
from bot.menu.build import Menu
from bot.menu.lines import Listed, alike, lists
from bot.menu.move.choices import Choice
from bot.menu.move.places import Chart
from bot.menu.question import Question
from bot.table.ground.settings import may_ask_robot, may_be_copied
from engine import Span
from engine.core.verbs import Answers, Shown, Text

ENTRY = 3
"""The number of components in a line with its button."""


# --- what can be done


NOTHING = Panel("")


TILES = 4
"""As many short labels as fill two lines of a phone, so that no row leaves half a line."""
TOOLS_ABREAST = 3
"""As many as stand side by side on a phone."""
Row = tuple[Button, ...]


def front(
    context: PanelContext,
    menu: Menu,
    lead: Panel | None = None,
    coach: Panel = NOTHING,
    last: Sequence[Part] = (),
) -> Panel:
    """What a seat may do: the current picture, the likeliest moves with their costs, the rest below. `lead` has been
    computed before, such as the best runs: it shows the verb whose choices are text. `last` comes at the bottom.
    """
    chart = lead or _chart(context, menu.chart, menu.heading)
    many = _many(context, menu)
    for listed in ((), many) if many else ((),):
        shown = _laid(context, menu, chart, coach, last, listed)
        if height(shown.text, shown.sketches, shown.rows) <= HIGHEST:
            return shown
    # Where a phone has no room for all, the coach is silent rather than that a move is out of sight.
    return _laid(context, menu, chart, NOTHING, last, many)


def _many(context: PanelContext, menu: Menu) -> list[Choice]:
    """Moves of one verb that take a button each, such as sales of all numbers of shares of all companies."""
    pressed = [one for one in menu.listed if not one.line and not _is_object(context, one)]
    counted = Counter(one.verb for one in pressed)
    return [one for one in pressed if counted[one.verb] > TILES]


def _laid(
    context: PanelContext, menu: Menu, chart: Panel, coach: Panel, last: Sequence[Part], listed: Sequence[Choice]
) -> Panel:
    """The panel; `listed` is chosen from a list instead of a button each."""
    answers, others, asides = (list[tuple[str, Button]]() for _ in range(3))
    objects = [one for one in menu.listed if _is_object(context, one)]
    pressed = [one for one in menu.listed if not _is_object(context, one) and one not in listed]
    buttons = list[Button]()
    for choice, emoji in zip(pressed, emoji_for(context.at.words, pressed), strict=True):
        button = _button(context, menu, choice, emoji)
        if _is_answer(context, choice):
            # Somebody waits for the answer: it comes before what is chosen from a picture.
            answers.append((choice.line, button))
        elif choice.line:
            (asides if context.at.moves.is_aside(choice.verb) else others).append((choice.line, button))
        else:
            buttons.append(button)
    if round_passed := _pass_round(context, menu):
        buttons.append(round_passed)
    sketches = (*chart.sketches, *menu.pictures)
    all_tools = (*_tools(context), *_helpers(context))
    tools = (all_tools[:TOOLS_ABREAST], all_tools[TOOLS_ABREAST:])
    rows, stop = _with_room((*in_rows(buttons, 3), *tools), coach)
    moves, tools = rows[: -len(tools)], rows[-len(tools) :]
    # What can be done at any time comes after what is asked.
    chosen = [part for one in lists(context.moves, listed) for part in _selects(context, one)]
    below = (*_lined(others), *chosen, *moves, *_lined(asides), *_seldom(context, menu.rare), *tools, *last)
    above = (*_lined(answers), *chart.rows)
    text = "\n".join(filter(None, [menu.standing, coach.text, stop, chart.text]))

    def fits(entries: Sequence[Part]) -> bool:
        parts = (*above, *entries, *below)
        room = LAYOUT_PARTS - 1 - len(sketches)
        return size(parts) <= room and height(text, sketches, parts) <= HIGHEST

    entries = _entries(context, menu, objects, fits) if objects else ()
    return Panel(text, (*above, *entries, *below), sketches, chart.offers)


def _with_room(rows: Sequence[Row], coach: Panel) -> tuple[list[Row], str]:
    """Rows with the coach's button at the end of the last that gets no higher by it; where none has room, a small line
    that says how to hear no more of it.
    """
    placed = list(rows)
    if not coach.text:
        return placed, ""
    more = tuple(button for one in coach.rows if isinstance(one, tuple) for button in one)
    for at, buttons in reversed(list(enumerate(placed))):
        if len(buttons) + len(more) <= PER_ROW and row(buttons) == row((*buttons, *more)):
            placed[at] = (*buttons, *more)
            return placed, ""
    return placed, say("off_by", group="coach")


def _is_answer(context: PanelContext, choice: Choice) -> bool:
    return context.moves.answers(choice.verb) is Answers.OFFER


def _is_object(context: PanelContext, choice: Choice) -> bool:
    return bool(choice.line) and choice.shown is Shown.LIST and not _is_answer(context, choice)


def _button(context: PanelContext, menu: Menu, one: Choice, emoji: str = "") -> Button:
    return context.button(one, PRIMARY if one.verb == menu.usual[0] else PLAIN, emoji)


def _entries(
    context: PanelContext, menu: Menu, objects: Sequence[Choice], fits: Callable[[Sequence[Part]], bool]
) -> list[Part]:
    """A line with a button for each object. What is told by its print is a list, and so are as many of the last ones
    as it takes to fit; those of which the reader has something, and for which others have bid, go last.
    """
    listed = alike(objects)
    lined = [one for one in objects if one not in listed]
    groups = [list(group) for _, group in groupby(lined, lambda one: one.line)]
    spare = sorted(range(len(groups)), key=lambda n: (_stays(groups[n]), -n))

    def folding(count: int) -> list[Part]:
        folded = {id(one) for n in spare[:count] for one in groups[n]}
        lines = _about(context, menu, [one for one in lined if id(one) not in folded])
        others = [one for one in objects if id(one) in folded or one in listed]
        # A list has no room for what stands above several buttons of one object, such as the prices of a par.
        above = [groups[0][0].line] if count and len(groups) == 1 else []
        return [
            *_lined(lines),
            *above,
            *(part for one in lists(context.moves, others) for part in _selects(context, one)),
        ]

    ways = map(folding, (0, *range(2, len(groups))))
    return next((parts for parts in ways if fits(parts)), folding(len(groups)))


def _about(context: PanelContext, menu: Menu, choices: Sequence[Choice]) -> list[tuple[str, Button]]:
    """Lines with their buttons. Each begins with its object, and so with its emoji if that shows more than the name:
    the colour of a company. The button need not repeat it.
    """
    emoji = emoji_for(context.at.words, choices, ("company",))
    return [
        (f"{drawn} {one.line}".lstrip(), _button(context, menu, one)) for one, drawn in zip(choices, emoji, strict=True)
    ]


def _stays(group: Sequence[Choice]) -> tuple[bool, bool]:
    abouts = [one.about for one in group if one.about is not None]
    return any(one.mine for one in abouts), any(one.contested for one in abouts)


def _selects(context: PanelContext, listed: Listed) -> list[Select]:
    """A list of choices, with what there is to know of each; as many lists as Discord needs for them."""
    emoji = emoji_for(context.at.words, listed.choices)
    picks = [
        Pick(one.label, context.choose(one.verb, *one.texts), _told(one), drawn)
        for one, drawn in zip(listed.choices, emoji, strict=True)
    ]
    return [Select(listed.label, tuple(picks[n : n + OPTIONS])) for n in range(0, len(picks), OPTIONS)]


def _told(choice: Choice) -> str:
    """What there is to know below an entry: what a private company does is left out rather than cut."""
    known = choice.about
    return "" if known is None else next((text for text in known.shorter if len(text) <= OPTION_TEXT), "")


def _pass_round(context: PanelContext, menu: Menu) -> Button | None:
    """A button to pass for the rest of a stock round."""
    passes = any(context.moves.game.title.verbs[verb].passes for verb in menu.usual)
    stock = context.at.view.clock.round == "stock" and passes
    if not stock or context.mode == TRY or not context.at.decides or context.at.now.row.is_copy:
        return None
    return Button(say("button_pass_round"), PassRound(at=context.asked))


def _seldom(context: PanelContext, rare: Sequence[Choice]) -> tuple[Part, ...]:
    """Rare verbs, and those that end something."""
    if not rare:
        return ()
    picks = tuple(Pick(one.label, Begin(mode=context.mode, at=context.asked, verb=one.verb)) for one in rare)
    return (Select(say("more_moves"), picks),)


def _tools(context: PanelContext) -> tuple[Button, ...]:
    game, now = context.at.game, context.at.now
    undo = Button(say("button_undo"), Undo(game=game))
    if now.row.is_copy:
        back = UndoNow(game=game, epoch=now.epoch, last=now.row.last)
        undo = Button(say("button_undo_now"), back, disabled=now.row.position == 0)
    tools = [
        Button(say("button_map"), Look(game=game, what="map")),
        Button(say("button_market"), Look(game=game, what="market")),
        Button(say("button_sheet"), Look(game=game, what="sheet")),
        undo,
    ]
    explore = (Button(say("button", group="explore"), Explore(game=game)),) if may_be_copied(now.row) else ()
    if context.mode == TRY:
        if explore:
            # There is nothing to undo in What-if mode.
            tools[-1:] = explore
        tools.insert(0, context.front(GO, say("button_back")))
    elif context.at.decides:
        tools.insert(0, context.front(TRY, say("button_what_if")))
    else:
        tools[:0] = explore
    return tuple(tools)


def _helpers(context: PanelContext) -> tuple[Button, ...]:
    """A button to read what the pictures show and, where that is allowed, one to ask the robot."""
    now = context.at.now
    if context.mode == TRY or not context.at.decides or not may_ask_robot(now.row, now.seats):
        return (_describe(context),)
    return (_describe(context), Button(say("button_robot_would"), AskRobot(at=context.asked)))


def _describe(context: PanelContext, about: str = "") -> Button:
    """A button to read what the pictures show, or all about a hex."""
    return Button(say("button", group="describe"), Describe(game=context.at.game, what="", about=about))


def _hex_of(chart: Chart) -> str:
    """The hex whose tiles are chosen; empty for places on the map."""
    return "" if chart.places else str(chart.walk.got.get("hex", ""))


# --- one choice after another


def next_choice(context: PanelContext, asked: Question, page: int = 0) -> Panel:
    """The panel for a move's next choice."""
    walk = asked.walk
    if asked.chart is not None:
        return Panel(
            asked.text,
            (*_numbered(context, asked.chart), (context.back(), _describe(context, _hex_of(asked.chart)))),
            asked.pictures,
            asked.chart.offers,
        )
    if isinstance(walk.choices, Text):
        write = Button(say("button_write"), context.so_far(WriteMove, walk), PRIMARY)
        return Panel(asked.text, ((write, context.back()),))
    if isinstance(walk.choices, Span):
        buttons = context.buttons(asked.choices)
        if asked.more:
            buttons.append(Button(say("button_other_amount"), context.so_far(WriteAmount, walk)))
        return Panel(asked.text, (*in_rows(buttons), (context.back(),)))
    if not asked.values:
        lined = _lined(
            [(one.line, button) for one, button in zip(asked.choices, context.buttons(asked.choices), strict=True)]
        )
        return Panel(asked.text, (*lined, (context.back(),)), asked.pictures)
    last = math.ceil(len(asked.values) / OPTIONS) - 1
    page = min(max(page, 0), last)
    kind = context.at.words.slot_kind(walk.verb, walk.slot)
    emoji = emoji_among(context.at.view, [(kind, value) for value, _ in asked.values])
    picks = [
        Pick(label, context.so_far(Choose, walk, value), emoji=drawn)
        for (value, label), drawn in zip(asked.values, emoji, strict=True)
    ][page * OPTIONS : (page + 1) * OPTIONS]
    listed = Select(context.at.words.question(walk.verb, walk.slot), tuple(picks))
    return Panel(asked.text, (listed, (context.back(), *context.turning(walk, page, last))), asked.pictures)


def _chart(context: PanelContext, chart: Chart | None, above: str) -> Panel:
    """What is chosen from a picture; the picture itself is the menu's."""
    if chart is None:
        return Panel("")
    text = "\n".join(filter(None, [above, chart.text]))
    return Panel(text, tuple(_numbered(context, chart)), (), chart.offers)


def _numbered(context: PanelContext, chart: Chart) -> list[Part]:
    """Buttons or a list for what is numbered in a picture, and those that turn its pages."""
    walk = chart.walk
    turning = context.turning(walk, chart.page, chart.last)
    buttons = in_rows(context.buttons(chart.choices), each=PER_ROW if chart.places else TILES) if chart.few else ()
    if not chart.places:
        # The buttons that turn the picture's page are next to it.
        return [*filter(None, [turning]), *buttons]
    typed = Button(say("button_place"), context.so_far(WritePlace, walk))
    if chart.few:
        return [*buttons, (typed,)]
    picks = tuple(Pick(one.label, context.so_far(Choose, walk, str(one.got[walk.slot]))) for one in chart.choices)
    listed = Select(context.at.words.question(walk.verb, walk.slot), picks)
    return [listed, (*turning, typed)]


def _lined(pairs: Sequence[tuple[str, Button]]) -> list[Part]:
    """Buttons next to their lines; a line comes above several buttons, and above one that has too much to say."""
    parts: list[Part] = []
    for line, group in groupby(pairs, lambda pair: pair[0]):
        alike = [button for _, button in group]
        # No row has more components than a line with its button.
        rows = [tuple(alike[at : at + ENTRY - 1]) for at in range(0, len(alike), ENTRY - 1)]
        beside = line and len(alike) == 1 and not breaks(alike[0])
        parts += [Entry(line, alike[0])] if beside else [*filter(None, [line]), *rows]
    return parts
