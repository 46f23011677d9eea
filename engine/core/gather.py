"""Simultaneous questions: answers come in any order, stay hidden until all are in, and count in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.agenda import FrameRule
from engine.core.events import Event
from engine.core.parts import always
from engine.core.position import Position
from engine.core.roles import who
from engine.core.state import Gather
from engine.core.trial import ANSWER


def gather(
    options: Callable[[Position, Gather, str], Sequence[str]],
    finish: Callable[[Position, Gather, list[tuple[str, str]]], None],
    alive: Callable[[Position, Gather], bool] = always,
) -> FrameRule[Gather]:
    """The frame rule of a simultaneous question: what a role may answer, and what follows from all (role, answer)."""

    def advance(p: Position, frame: Gather) -> None:
        p.pop()
        finish(p, frame, [(role, frame.got[role]) for role in frame.roles if role in frame.got and who(p, role)])

    def choices(p: Position, frame: Gather, seat: str) -> Sequence[str]:
        return options(p, frame, _open_role(p, frame, seat))

    return FrameRule(Gather, advance, _deciders, verbs=(ANSWER,), alive=alive, options=choices, take=_take)


def _deciders(p: Position, frame: Gather) -> list[str]:
    """All who have not answered yet; who has left the game is not waited for."""
    missing = [who(p, role) for role in frame.roles if role not in frame.got]
    return [seat for seat in dict.fromkeys(missing) if seat]


def _open_role(p: Position, frame: Gather, seat: str) -> str:
    """The role in which a seat answers next."""
    return next((role for role in frame.roles if role not in frame.got and who(p, role) == seat), "")


def _take(p: Position, frame: Gather, seat: str, answer: str) -> None:
    frame.got[_open_role(p, frame, seat)] = answer
    p.events.append(Event("answered", {"player": seat, "question": frame.rule}, {"answer": answer}, (seat,)))
