"""The next choice of a move: what it is called, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.menu.lines import about, phases_begun
from bot.menu.move.choices import Choice, Choosing
from bot.menu.move.hints import Hints
from bot.menu.move.moves import Moves
from bot.menu.move.places import Chart, charted
from bot.menu.move.walk import Walk
from bot.menu.picture import DrawingJob, market
from bot.menu.say import say
from engine import Span
from engine.core.verbs import Answers, Shown, Text
from engine.words.buttons import begun, capital
from render import phases_shape

FEW = 10
"""The most values shown as buttons; more become a list."""
FEW_NAMED = 3
"""The most values named in the question that asks for one."""


@dataclass(frozen=True)
class Question:
    """One choice of a move."""

    walk: Walk
    text: str
    """What has been chosen, what is asked, and what there is to know of it."""
    choices: tuple[Choice, ...] = ()
    pictures: tuple[DrawingJob, ...] = ()
    chart: Chart | None = None
    """The choices, if they are made from a picture."""
    values: tuple[tuple[str, str], ...] = ()
    """Too many choices to have a line each: their values with their labels."""
    more: bool = False
    """Other amounts are possible as well."""


def question(moves: Moves, walk: Walk, page: int = 0, hints: Hints | None = None) -> Question:
    """The next choice of a move; its pictures and places page by page."""
    above, choosing = heading(moves, walk), Choosing(moves)
    if isinstance(walk.choices, Span):
        known = about(moves.words, Choice(walk.verb, walk.got, shown=moves.shown(walk.verb)))
        line = known.line if known is not None else ""
        amounts = choosing.amounts(walk, walk.choices)
        more = (walk.choices.high - walk.choices.low) // walk.choices.step >= len(amounts)
        return Question(walk, "\n".join(filter(None, [above, line])), tuple(amounts), more=more)
    if isinstance(walk.choices, Text):
        return Question(walk, above)
    if chart := charted(moves, walk, page, hints, alone="hex" not in walk.got):
        text = "\n".join(filter(None, [above, chart.text]))
        return Question(walk, text, chart.choices, (chart.picture,), chart)
    choices = choosing.of(walk.verb, walk.got)
    if len(choices) <= FEW:
        known = [None if one.shown is Shown.MAP else about(moves.words, one) for one in choices]
        lined = tuple(
            replace(choice, about=facts, line=facts.line if facts is not None else "")
            for choice, facts in zip(choices, known, strict=True)
        )
        return Question(walk, above, lined, (*pars_pictured(moves, walk), *phases_pictured(moves, choices)))
    labels = {str(one.got.get(walk.slot)): one.label for one in choices}
    # Where each value is a move, its label says what it costs.
    named = labels if len(labels) == len(choices) and all(one.whole for one in choices) else {}
    values = [
        (str(value), named.get(str(value)) or capital(moves.words.value(walk.verb, walk.slot, value)))
        for value in walk.choices
    ]
    return Question(walk, above, pictures=pars_pictured(moves, walk), values=tuple(values))


def pars_pictured(moves: Moves, walk: Walk) -> tuple[DrawingJob, ...]:
    """The market, if what is chosen next is the par of a company, which is one of its boxes."""
    top = moves.view.agenda[-1] if moves.view.agenda else None
    company = str(walk.got.get("company", "")) or next(iter(top.about if top is not None else ()), "")
    unstarted = any(one.symbol == company and not one.price for one in moves.view.companies)
    return (market(moves.view),) if walk.slot == "price" and unstarted else ()


def heading(moves: Moves, walk: Walk) -> str:
    """What has been chosen of a move, and what is asked next."""
    if moves.answers(walk.verb) is Answers.QUESTION:
        # The question itself says what to answer.
        return "\n".join(f"**{moves.words.decision(one)}**" for one in moves.view.decisions if one.seat == moves.seat)
    values = walk.choices if isinstance(walk.choices, Sequence) and len(walk.choices) <= FEW_NAMED else ()
    choosing = say(
        "choosing",
        begun=begun(moves.words, walk.verb, walk.got),
        question=moves.words.question(walk.verb, walk.slot, values),
    )
    # What is laid and placed in every turn is explained with its map, not with every tile.
    by_step = moves.shown(walk.verb) is Shown.MAP
    outcome = "" if walk.got and by_step else outcome_of(moves, walk.verb)
    return "\n".join(filter(None, [choosing, outcome]))


def outcome_of(moves: Moves, verb: str) -> str:
    """What a move costs and ends, where the question that it answers does not say so already."""
    text = moves.words.effect(verb)
    asked = any(one.rule == verb for one in moves.view.decisions)
    return say("outcome", text=text) if text and not asked else ""


def phases_pictured(moves: Moves, choices: Sequence[Choice]) -> tuple[DrawingJob, ...]:
    """The current phase and those that trains on sale begin."""
    phases = list(dict.fromkeys(phase for one in choices for phase in phases_begun(moves.words, one)))
    if not phases:
        return ()
    only = [moves.view.phase, *phases]
    return (DrawingJob("phases", (moves.view,), {"only": only}, tall=phases_shape(moves.view, only)),)
