"""The moves of a game at which the robot would have done something else, by what each player could know then."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct

from bot.robots.choosing import TRIES
from bot.robots.hindsight.weighing import Weighed, play_on, weighed
from bot.robots.reasons import Reason
from bot.robots.steady.deciding import LAST_RESORT, ranked, scored
from bot.robots.steady.look import Look
from bot.robots.strong.playing_on import world
from engine import Act, Game
from engine.core.position import Position
from engine.core.state import Clock
from engine.family import operating
from engine.family.running import RunTrains
from engine.record import Move
from engine.review.answers import alike
from engine.review.findings import Step, clock_of

SMALL = 0.01
"""The least part of what its player had then that a difference must bring, to be told. It is not a part of what all had
on average, since a running game may hide what the others have.
"""
LEAST = 10.0
"""By how much money a move must look better at once, to be played on, and afterwards, to be told."""
CANDIDATES, SHOWN = 10, 5
"""The most moves of a player that are played on, and that are kept."""
FIRST, MEASURED = range(2), range(2, 8)
"""The playouts that choose, and the others, by which the amounts are measured: an amount by which something was chosen
is too large.
"""


class Difference(Struct, array_like=True):
    """A move at which the robot would have done something else."""

    move: int
    before: int
    """The move before it, from which it can be played otherwise."""
    seat: str
    clock: Clock
    played: Move
    instead: Move
    why: Reason
    gain: Weighed


class RobotsView(Struct, kw_only=True, tag_field="v", tag=4):
    """All of it, as plain data."""

    until: int
    looked: int
    """At how many moves it has looked."""
    left: int
    """How many moves it had no time to look at, or to play on."""
    differences: list[Difference]
    """Each player's, the dearest first."""


@dataclass(frozen=True)
class _Doubt:
    """A move at which something else looked better at once."""

    gap: float
    step: Step
    turn: tuple[object, ...]
    instead: Act
    why: Reason

    @property
    def played(self) -> Act:
        return self.step.move.act

    @cached_property
    def alike(self) -> tuple[object, ...]:
        """What it has in common with doubts that say the same at another time: of a tile, however it would lie."""
        args = self.instead.args
        if "tile" in args:
            return self.instead.verb, args.get("hex"), args["tile"]
        return alike(self.step.start, self.instead)


@dataclass
class _Doubts:
    """A player's: the greatest, each of another turn, and for another move."""

    kept: list[_Doubt] = field(default_factory=list[_Doubt])

    def add(self, doubt: _Doubt) -> None:
        rivals = [one for one in self.kept if one.turn == doubt.turn or one.alike == doubt.alike]
        if any(one.gap >= doubt.gap for one in rivals):
            return
        others = [one for one in self.kept if one not in rivals]
        self.kept = sorted([*others, doubt], key=lambda one: -one.gap)[:CANDIDATES]


def look_back(
    steps: Iterable[Step],
    decided: Collection[int],
    seats: Collection[str],
    in_time: tuple[Callable[[], bool], Callable[[], bool]],
) -> RobotsView:
    """The robot's view of these seats' play. `decided`: the moves that somebody chose to make. `in_time`: is there
    time to look at a move, and to play on?
    """
    doubts = {seat: _Doubts() for seat in seats}
    looked = left = until = 0
    for step in steps:
        until = step.number
        if step.number not in decided or step.move.seat not in doubts or not _is_choice(step):
            continue
        if not in_time[0]():
            left += 1
            continue
        looked += 1
        if (doubt := _doubt(step)) is not None:
            doubts[step.move.seat].add(doubt)
    differences: list[Difference] = []
    for doubt in _in_turn([one.kept for one in doubts.values()]):
        if not in_time[1]():
            left += 1
        elif (difference := _difference(doubt)) is not None:
            differences.append(difference)
    return RobotsView(until=until, looked=looked, left=left, differences=_dearest(differences, seats))


def _is_choice(step: Step) -> bool:
    """Did its player have to decide, and is it nothing that can be proven, or that ends their part in the game?"""
    law = step.start.title.verbs.get(step.move.verb)
    if law is None or law.grave or isinstance(law, RunTrains):
        return False
    return any(one.seat == step.move.seat for one in step.start.decisions())


def _doubt(step: Step) -> _Doubt | None:
    seat, played = step.move.seat, step.move.act
    known = world(step.start, seat, step.number)
    look = Look(known, seat, random.Random(step.number), None, TRIES)
    best = next(iter(ranked(look)), None)
    if best is None or best.score <= LAST_RESORT or alike(step.start, best.act) == alike(step.start, played):
        return None
    own = scored(look, played)
    if own is None or best.score - own.score < LEAST:
        return None
    return _Doubt(best.score - own.score, step, _turn(step.start), best.act, best.why)


def _turn(game: Game) -> tuple[object, ...]:
    p = game.position()
    clock = p.s.clock
    return clock.turn, clock.round, clock.number, operating.operator(p)


def _in_turn(doubts: Iterable[list[_Doubt]]) -> Iterator[_Doubt]:
    """Everybody's greatest first, so that nobody is left out for want of time."""
    lists = list(doubts)
    for place in range(max(map(len, lists), default=0)):
        yield from (one[place] for one in lists if place < len(one))


def _difference(doubt: _Doubt) -> Difference | None:
    """The same as it was played on; None where that turned out no better."""
    step = doubt.step
    acts = (doubt.instead, doubt.played)
    first = weighed(*play_on(step.start, step.move.seat, acts, FIRST))
    if first is None or first.mean <= 0:
        return None
    gain = weighed(*play_on(step.start, step.move.seat, acts, MEASURED))
    p: Position = step.start.position()
    had = p.title.score(p, "view").worth[step.move.seat]
    if gain is None or gain.mean < max(LEAST, had * SMALL) or not gain.clear:
        return None
    instead = Move(step.move.seat, doubt.instead.verb, dict(doubt.instead.args))
    return Difference(step.number, step.before, step.move.seat, clock_of(p), step.move, instead, doubt.why, gain)


def _dearest(differences: Iterable[Difference], seats: Iterable[str]) -> list[Difference]:
    order = sorted(differences, key=lambda one: -one.gain.mean)
    return [one for seat in seats for one in [it for it in order if it.seat == seat][:SHOWN]]
