"""What can be proven of play: runs below the best, turns that missed something, and presidents' own money that a
dividend kept would have saved.
"""

from __future__ import annotations

from bisect import bisect
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
from engine.review.turns import Turns, other_dividends

SMALL, BEGUN = 0.01, 0.025
"""What a finding must be to be told, as a part of what the players have on average at that move, and as a part of what
they had at the beginning: in 1830, $20 for three players at first, and $60 once they have $6000 each.
"""


class Proven(Struct, kw_only=True, tag_field="v", tag=4):
    """All that was found, as plain data."""

    until: int
    runs: int
    """How many runs were compared with the best."""
    left: int
    """How many were not, for want of time."""
    small: int
    """How many findings were too small to be told."""
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
    _least: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])
    """From which move on a finding must be how large."""
    until: int = 0

    def follow(self, step: Step, *, in_time: bool) -> None:
        """Look at a move. `in_time`: is there time for the best run?"""
        p, self.until = step.start.position(), step.number
        if self._last is None or self._last.start.state.clock != p.s.clock:
            self._note_least(p, step)
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

    def _note_least(self, p: Position, step: Step) -> None:
        """A round begins."""
        worth = p.title.score(p, "view").worth.values()
        average = sum(worth) / max(1, len(worth))
        begun = self._least[0][1] if self._least else average * BEGUN
        self._least.append((step.number, max(begun, average * SMALL)))

    def _matters(self, finding: Finding) -> bool:
        place = bisect(self._least, finding.move, key=lambda since: since[0])
        return finding.amount >= self._least[place - 1][1]

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
        """The same president paid out more in the company's turn before than they now put in, and got less of it."""
        company, amount = str(event.data["company"]), int(event.data["amount"])
        before = self._paid.get(company)
        if before is None or before.paid < amount or before.seat != event.data["player"]:
            return
        step = before.step
        choices = [(more, -gain) for more, gain in other_dividends(step, company) if more >= amount]
        # What the dividend that was paid brought its president beyond keeping all of it.
        if not choices or (brought := max(choices)[1]) >= amount:
            return
        self.findings.append(
            Finding(
                *(AVOIDABLE, step.number, step.before, before.seat, company, amount - brought, before.clock, True),
                against=before.paid,
                total=amount,
                later=clock_of(p),
            )
        )

    def proven(self) -> Proven:
        """All of it, the dearest first."""
        if self._last is not None:
            self._turns.close(self._last.after.position())
        every = [*self.findings, *self._turns.findings]
        matter = [one for one in every if self._matters(one)]
        order = sorted(_joined(matter), key=lambda one: -one.amount)
        small = len(every) - len(matter)
        return Proven(until=self.until, runs=self.runs, left=self.left, small=small, findings=order)


def _joined(findings: Iterable[Finding]) -> list[Finding]:
    """One finding for what the same company missed in several turns."""
    first: dict[tuple[str, str, str], Finding] = {}
    others: list[Finding] = []
    for finding in findings:
        if finding.better is None:
            others.append(finding)
            continue
        known = first.setdefault((finding.company, finding.seat, repr(finding.better)), finding)
        if known is not finding:
            known.times += 1
            known.sure = known.sure and finding.sure
    return [*others, *first.values()]


def prove(steps: Iterable[Step], in_time: Iterator[bool]) -> Proven:
    """What can be proven of a game. `in_time`: at each move, whether there is time left for a best run."""
    prover = Prover()
    for step, time_left in zip(steps, in_time, strict=False):
        prover.follow(step, in_time=time_left)
    return prover.proven()
