"""Who must decide what, next: the stack of frames is worked on until somebody must be asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.errors import Stuck
from engine.core.position import Position
from engine.core.seams import FrameLaw
from engine.core.state import AnyFrame, Ask, Gather, Raise, Run, Trial

LIMIT = 2_000
"""More steps than any agenda needs to settle; past it something goes in circles."""


def nobody(p: Position, frame: AnyFrame) -> list[str]:
    """The frame asks nobody."""
    return []


def no_options(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    """The frame has no list of answers."""
    return ()


def no_take(p: Position, frame: AnyFrame, seat: str, answer: str) -> None:
    """The frame takes no answer."""


def always(p: Position, frame: AnyFrame) -> bool:
    """The frame's subject can never go away."""
    return True


F = TypeVar("F", bound=AnyFrame)


@dataclass(frozen=True)
class FrameRule(Generic[F]):
    """How one kind of frame goes on, whom it asks, and with what verbs they may answer."""

    shape: type[F]
    advance: Callable[[Position, F], None]
    deciders: Callable[[Position, F], list[str]] = nobody
    verbs: tuple[str, ...] = ()
    """All that it may ever be answered with, but for what the title's records say of turns and their steps."""
    offers: Callable[[Position, F, str], Sequence[str]] | None = None
    """Frame and seat -> which verbs are open now, where that is not always all of them."""
    alive: Callable[[Position, F], bool] = always
    options: Callable[[Position, F, str], Sequence[str]] = no_options
    """What a seat may answer where the frame asks for one of a list of answers."""
    take: Callable[[Position, F, str, str], None] = no_take
    """Keep a seat's answer."""

    def open_verbs(self, p: Position, frame: F, seat: str) -> Sequence[str]:
        """The verbs with which a seat may answer now."""
        return self.verbs if self.offers is None else self.offers(p, frame, seat)


def rule_of(p: Position, frame: AnyFrame) -> FrameLaw[Position]:
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
            frame.question = ""  # Asked again after every move, because it may have changed.
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
    return any(u.what == what and (not on or u.on == on) and (not by or u.by == by) for u in frame.used)
