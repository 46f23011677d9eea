"""Procedures that may fail as a whole: worked out on a copy with the answers so far, swapped in when all went well.

The code of such a procedure is written straight on, as its rule reads: it changes the position it is given, asks where
somebody has a choice, and raises `Failed` where the rule says that it fails as a whole. After every answer it is
run again from its start, so that a failure has nothing to undo and a preview costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.naming import named_refusal
from engine.core.parts import always
from engine.core.position import Position
from engine.core.roles import who
from engine.core.sentences import because
from engine.core.state import Trial

ANSWER = "answer"


class Failed(Exception):
    """The procedure fails, with the reason."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.sentence())
        self.why = why


class Need(Exception):
    """The procedure cannot go on without an answer."""

    def __init__(self, kind: str, seat: str, options: Sequence[str], of: Sequence[str | int] = ()) -> None:
        self.key = key_of(kind, of)
        super().__init__(f"{seat} must answer {self.key}")
        self.kind = kind
        self.of = list(of)
        self.seat = seat
        self.options = list(options)


def key_of(kind: str, of: Sequence[str | int]) -> str:
    """The name of a question, under which its answer is stored."""
    return ":".join((kind, *map(str, of)))


class Asker:
    """Asks within a procedure. What a question is and what it is `of` name it, not its place: a reordered procedure
    finds its answers."""

    def __init__(self, p: Position, answers: Mapping[str, str]) -> None:
        self.p = p
        self.answers = answers

    def __call__(self, kind: str, role: str, options: Sequence[str], *of: str | int) -> str:
        """The answer; a single choice is not asked, and a role that nobody fills ends the procedure."""
        if len(options) == 1:
            return options[0]
        seat = who(self.p, role)
        if not seat or not options:
            raise Failed(Refusal(because("nobody can answer {key}", key=key_of(kind, of))))
        answer = self.answers.get(key_of(kind, of))
        if answer is None or answer not in options:
            raise Need(kind, seat, options, of)
        return answer


Procedure: TypeAlias = Callable[[Position, Mapping[str, str], Asker], None]
Outcome: TypeAlias = Position | Need | Failed
"""The result of an attempt: the position after it, the question it needs answered, or why it fails."""


def preview(p: Position, procedure: Procedure, args: Mapping[str, str], answers: Mapping[str, str]) -> Outcome:
    """What a procedure would lead to; the current position stays as it is."""
    return _attempt(p.fork(), procedure, args, answers)


def _nothing_more(p: Position, frame: Trial, why: Refusal) -> None:
    """A failure leaves everything as it was."""


def trial(
    procedure: Procedure,
    alive: Callable[[Position, Trial], bool] = always,
    failed: Callable[[Position, Trial, Refusal], None] = _nothing_more,
) -> FrameRule[Trial]:
    """The frame rule of a procedure; `failed` says what follows when it has failed and is off the agenda."""

    def advance(p: Position, frame: Trial) -> None:
        copy = p.fork()
        copy.pop()
        match _attempt(copy, procedure, frame.args, frame.answers):
            case Need() as need:
                frame.question, frame.kind, frame.of = need.key, need.kind, need.of
                frame.role, frame.options = need.seat, need.options
            case Failed(why=why):
                told = named_refusal(copy, why)
                p.emit("failed", procedure=frame.rule, why=told.why, section=why.section, fact=told.fact)
                p.pop()
                failed(p, frame, why)
            case Position() as done:
                p.adopt(done)

    return FrameRule(Trial, advance, _deciders, verbs=(ANSWER,), alive=alive, options=_options, take=_take)


def _attempt(copy: Position, procedure: Procedure, args: Mapping[str, str], answers: Mapping[str, str]) -> Outcome:
    try:
        procedure(copy, args, Asker(copy, answers))
    except (Need, Failed) as end:
        return end
    return copy


def _deciders(p: Position, frame: Trial) -> list[str]:
    """The player who must answer the open question; the agenda closes it after every move, and it is asked again."""
    return [frame.role] if frame.question else []


def _options(p: Position, frame: Trial, seat: str) -> Sequence[str]:
    return frame.options


def _take(p: Position, frame: Trial, seat: str, answer: str) -> None:
    frame.answers[frame.question] = answer
    p.emit("answered", player=seat, kind=frame.kind, question=frame.question, answer=answer)
