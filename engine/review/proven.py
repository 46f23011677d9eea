"""What can be proven of play: runs below the best, turns that missed something, and presidents' own money that a
dividend kept would have saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from msgspec import Struct

from engine.core.events import Event
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.state import Clock
from engine.exchange.judging import shortfall
from engine.finance import shares
from engine.review.findings import AVOIDABLE, RUN, Finding, Step, clock_of
from engine.review.turns import Turns


class Proven(Struct, kw_only=True, tag_field="v", tag=2):
    """All that was found, as plain data."""

    until: int
    runs: int
    """How many runs were compared with the best."""
    left: int
    """How many were not, for want of time."""
    findings: list[Finding]


@dataclass(frozen=True)
class _Payout:
    """A company's last dividend."""

    step: Step
    seat: str
    paid: int
    clock: Clock


@dataclass
class Prover:
    """Looks at one move after another."""

    runs: int = 0
    left: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])
    _paid: dict[str, _Payout] = field(default_factory=dict[str, _Payout])
    _turns: Turns = field(default_factory=Turns)
    _last: Step | None = None
    until: int = 0

    def follow(self, step: Step, *, in_time: bool) -> None:
        """Look at a move. `in_time`: is there time for the best run?"""
        p, self.until = step.start.position(), step.number
        for event in step.events or ():
            match event.kind:
                case "dividend":
                    company, each = str(event.data["company"]), int(event.data["each"])
                    # What the company or the bank got of it was not lost to its treasury, or is not sure to be.
                    paid = each * sum(shares.units_at(p, seat.id, company) for seat in p.s.players)
                    self._paid[company] = _Payout(step, chief(p, company), paid, clock_of(p))
                case "contributes":
                    self._avoidable(p, event)
                case _:
                    pass
        if any(event.kind == "ran" for event in step.events or ()):
            self._run(p, step, in_time=in_time)
        self._turns.follow(step, in_time=in_time)
        self._last = step

    def _run(self, p: Position, step: Step, *, in_time: bool) -> None:
        if not in_time:
            self.left += 1
            return
        self.runs += 1
        if (missed := shortfall(step.start, step.move, step.after)) is None:
            return
        company, amount = str(missed.data["company"]), int(missed.data["amount"])
        sure = missed.data["sure"] == "yes"
        self.findings.append(Finding(RUN, step.number, step.before, step.move.seat, company, amount, clock_of(p), sure))

    def _avoidable(self, p: Position, event: Event) -> None:
        """The same president paid out more in the company's turn before than they now put in."""
        company, amount = str(event.data["company"]), int(event.data["amount"])
        before = self._paid.get(company)
        if before is None or before.paid < amount or before.seat != event.data["player"]:
            return
        step = before.step
        self.findings.append(
            Finding(
                *(AVOIDABLE, step.number, step.before, before.seat, company, amount, before.clock, True),
                against=before.paid,
                later=clock_of(p),
            )
        )

    def proven(self) -> Proven:
        """All of it, the dearest first."""
        if self._last is not None:
            self._turns.close(self._last.after.position())
        order = sorted([*self.findings, *self._turns.findings], key=lambda one: -one.amount)
        return Proven(until=self.until, runs=self.runs, left=self.left, findings=order)


def prove(steps: Iterable[Step], in_time: Iterator[bool]) -> Proven:
    """What can be proven of a game. `in_time`: at each move, whether there is time left for a best run."""
    prover = Prover()
    for step, time_left in zip(steps, in_time, strict=False):
        prover.follow(step, in_time=time_left)
    return prover.proven()
