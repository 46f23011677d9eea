"""Questions to one role: whoever fills it answers, as long as there is something to answer."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.agenda import FrameRule
from engine.core.position import Position
from engine.core.roles import who
from engine.core.state import AnyFrame, Ask


def question(frame: AnyFrame) -> Ask:
    """The frame as the question that it is."""
    assert isinstance(frame, Ask)
    return frame


def subject(frame: AnyFrame) -> str:
    """The company, private company or lot that a question is about."""
    return question(frame).about[0]


def asked(p: Position, frame: Ask) -> bool:
    """Does anybody fill the role?"""
    return bool(who(p, frame.role))


def _always(p: Position, frame: Ask) -> bool:
    return True


def _pop(p: Position, frame: Ask) -> None:
    p.pop()


def ask(
    *verbs: str,
    wanted: Callable[[Position, Ask], bool] = _always,
    alive: Callable[[Position, Ask], bool] = _always,
    unanswered: Callable[[Position, Ask], None] = _pop,
) -> FrameRule:
    """The frame rule of a question: by which verbs it is answered, while an answer is wanted of somebody."""

    def deciders(p: Position, frame: AnyFrame) -> list[str]:
        player = who(p, question(frame).role)
        return [player] if player and wanted(p, question(frame)) else []

    return FrameRule(
        advance=lambda p, frame: unanswered(p, question(frame)),
        deciders=deciders,
        verbs=verbs,
        alive=lambda p, frame: alive(p, question(frame)),
    )
