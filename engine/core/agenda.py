"""Who must decide what, next: frames on the stack run until somebody must be asked."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.core.errors import Stuck
from engine.core.parts import FrameLaw
from engine.core.position import Position
from engine.core.state import AnyFrame, Ask, Gather, Raise, Run, Trial

LIMIT = 2_000
"""More steps than any agenda needs to settle; beyond this it is looping."""


F = TypeVar("F", bound=AnyFrame)


class FrameRule(FrameLaw[Position, F]):
    """The same for rules, which have a position."""


def rule_of(p: Position, frame: AnyFrame) -> FrameLaw[Position, Any]:
    """The rule that a frame goes by."""
    rule = p.title.frames[frame.rule]
    if not isinstance(frame, rule.shape):
        raise Stuck(f"A frame of {frame.rule!r} is a {rule.shape.__name__}, not a {type(frame).__name__}.")
    return rule


def deciders(p: Position) -> list[str]:
    """The seats that the top frame waits for."""
    if p.s.end is not None or not p.s.agenda:
        return []
    return p.once("deciders", lambda: rule_of(p, p.top).deciders(p, p.top))


def settle(p: Position) -> None:
    """Go on until the game is over or somebody must decide."""
    p.looked = None
    for frame in p.s.agenda:
        if isinstance(frame, Trial):
            # Asked again after every move, because it may have changed.
            frame.question, frame.kind, frame.of = "", "", []
    for _ in range(LIMIT):
        if p.s.end is not None:
            p.s.agenda = []
            p.s.offers = []
            return
        if _drop_the_dead(p):
            continue
        if not p.s.agenda:
            raise Stuck("The game has nothing left to do and has not ended.")
        top = p.top
        rule = rule_of(p, top)
        p.looked = {}
        if deciders(p):
            return
        p.looked = None
        rule.advance(p, top)
    raise Stuck(f"The agenda does not settle: {[(frame.rule, _subject(frame)) for frame in p.s.agenda]}.")


def _drop_the_dead(p: Position) -> bool:
    for index, frame in enumerate(p.s.agenda):
        if not rule_of(p, frame).alive(p, frame):
            p.remove(index)
            return True
    return False


def _subject(frame: AnyFrame) -> str:
    match frame:
        case Run():
            return f"{frame.subject} {frame.step}"
        case Ask():
            return frame.role
        case Raise():
            return frame.payer
        case Gather() | Trial():
            return ""


def used(frame: AnyFrame, what: str, on: str = "", by: str = "") -> bool:
    """Has this been done within the frame? Empty `on` and `by` match anything."""
    if not isinstance(frame, (Run, Raise)):
        return False
    for note in frame.used:  # noqa: SIM110 - `any` takes twice as long, and every walk asks thousands of times
        if note.what == what and (not on or note.on == on) and (not by or note.by == by):
            return True
    return False
