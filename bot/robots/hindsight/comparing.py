"""What somebody would have played instead, set beside what was played; for a process of its own."""

from __future__ import annotations

from msgspec import Struct

from bot.robots.hindsight.weighing import Weighed, play_on, weighed
from engine import EngineError, decode_game
from engine.exchange.judging import shortfall
from engine.family.running import RunTrains
from engine.prospects import earning
from engine.record import Move
from engine.review.findings import MARKER, TRACK, Finding

PLAYOUTS = range(2, 6)


class Compared(Struct):
    """What is known of it."""

    missed: int | None = None
    """What a run earns less than the best; None for another move."""
    earned: int | None = None
    """What the company could run for after a lay or a station marker."""
    gain: Weighed | None = None
    """What the robot expects of it, against what was played."""


def compared(raw: bytes, played: Move, tried: Move, finding: Finding | None) -> Compared:
    """A move that was tried in a position, and what could be proven of the position, if anything."""
    game = decode_game(raw)
    try:
        after, _ = game.apply(tried.seat, tried.act)
    except EngineError:
        return Compared()
    if isinstance(game.title.verbs[tried.verb], RunTrains):
        short = shortfall(game, tried, after)
        return Compared(missed=0 if short is None else int(short.data["amount"]))
    builds = finding is not None and finding.kind in (TRACK, MARKER)
    possible = earning(after, finding.company) if finding is not None and builds else None
    earned = None if possible is None else possible.total
    return Compared(earned=earned, gain=weighed(*play_on(game, tried.seat, (tried.act, played.act), PLAYOUTS)))
