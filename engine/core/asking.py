"""Questions to one role: its holder answers, as long as there is something to answer."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.agenda import FrameRule
from engine.core.parts import always
from engine.core.position import Position
from engine.core.roles import who
from engine.core.state import Ask, Lot
from engine.core.verbs import Choices, Plain


def subject(p: Position) -> str:
    """The company, private company or lot that the question on top is about."""
    return p.on_top(Ask).about[0]


def lot_in_question(p: Position, frame: Ask) -> Lot | None:
    """The lot that a question is about, until it is settled."""
    return next((lot for lot in p.s.lots if str(lot.id) == frame.about[0]), None)


def asked(p: Position, frame: Ask) -> bool:
    """Does anybody fill the role?"""
    return bool(who(p, frame.role))


def _pop(p: Position, frame: Ask) -> None:
    p.pop()


def ask(
    *verbs: str,
    wanted: Callable[[Position, Ask], bool] = always,
    alive: Callable[[Position, Ask], bool] = always,
    unanswered: Callable[[Position, Ask], None] = _pop,
) -> FrameRule[Ask]:
    """The frame rule of a question: by which verbs it is answered, while an answer is wanted of somebody."""

    def deciders(p: Position, frame: Ask) -> list[str]:
        player = who(p, frame.role)
        return [player] if player and wanted(p, frame) else []

    return FrameRule(Ask, unanswered, deciders, verbs, alive=alive)


class Decline(Plain[Choices]):
    """Answer a question with no; an event says so."""

    declines = True

    def __init__(self, told: str) -> None:
        self.told = told

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """What the question is about stays as it is."""
        company = subject(p)
        p.pop()
        p.emit(self.told, company=company, player=seat)
