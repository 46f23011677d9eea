"""One word for everybody who is asked something with a list of answers, alone or together with others."""

from __future__ import annotations

from engine.core import agenda
from engine.core.position import Position
from engine.core.trial import ANSWER
from engine.core.verbs import Answers, Choices, Plain, Values


class AnswerChoice(Choices):
    answer: str


class Answer(Plain[AnswerChoice]):
    """Answer the question on top of the agenda."""

    answers = Answers.QUESTION

    def values(self, p: Position, seat: str, got: AnswerChoice, slot: str) -> Values:
        """What the frame's rule offers this seat."""
        return tuple(agenda.rule_of(p, p.top).options(p, p.top, seat))

    def do(self, p: Position, seat: str, args: AnswerChoice) -> None:
        """The frame takes it; what follows is found when the agenda goes on."""
        agenda.rule_of(p, p.top).take(p, p.top, seat, args.answer)


VERBS = {ANSWER: Answer()}
