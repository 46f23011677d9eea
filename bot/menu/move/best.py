"""The best of what may be written for a choice, as far as the rules find it: the best runs, and others as good."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.menu.move.choices import Choice, Choosing
from bot.menu.move.foresight import QUOTED, foresee
from bot.menu.move.moves import Moves
from bot.menu.move.walk import Walk
from bot.menu.picture import DrawingJob
from bot.menu.say import say
from engine.core.verbs import Text


@dataclass(frozen=True)
class Best:
    """The best that was found, and what is as good."""

    choice: Choice
    text: str
    below: tuple[str, ...]
    """The same in words, and what the others are."""
    others: tuple[Choice, ...]
    pictures: tuple[DrawingJob, ...]


def best(moves: Moves, walk: Walk) -> Best | None:
    """The values the rules have found for a text; None if they know none. May take seconds."""
    assert isinstance(walk.choices, Text)
    known, proven = walk.choices.known(), walk.choices.proven()
    if not known:
        return None
    choice = Choosing(moves).next(walk, known[0])
    foreseen = foresee(moves, choice.act)
    # The picture shows which train runs where, next to the button, so the same in words comes after them.
    runs = [line for line in foreseen.lines if line.startswith(QUOTED)]
    heading = say("best_runs" if proven else "best_runs_found", number=len(runs))
    text = "\n".join([heading, *(line for line in foreseen.lines if line not in runs)])
    # Sets that only swap trains count as one.
    different: dict[tuple[str, ...], str] = {}
    for routes in known:
        different.setdefault(_ways(routes), routes)
    others = tuple(
        replace(choice, got={**choice.got, walk.slot: routes}, label=say("button_show_runs", number=number))
        for number, routes in enumerate([*different.values()][1:], 2)
    )
    below = ["\n".join(runs)] if runs else []
    if others:
        told = [moves.words.routes(routes) for routes in different.values()]
        named = [
            say("equal_runs" if text not in told[: number - 1] else "equal_runs_otherwise", number=number, routes=text)
            for number, text in enumerate(told[1:], 2)
        ]
        below.append("\n".join([say("equally_good"), *named]))
    return Best(choice, text, tuple(below), others, foreseen.sketches)


def _ways(routes: str) -> tuple[str, ...]:
    """The tracks of a set of routes, whichever trains run on them."""
    return tuple(sorted(part.partition("=")[2] for part in routes.split(";")))
