"""What operating turns missed, as far as it can be proven: lays and station markers that would have earned more in the
turn's own run, trains bought a turn late, and income that was kept and never spent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core.errors import EngineError
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.state import Clock
from engine.core.verbs import Act, Verb, complete_moves
from engine.exchange.judging import best_of
from engine.family import operating
from engine.family.dividend import Dividend
from engine.family.running import RunTrains, best, problem, trains_of
from engine.family.tokens import Token
from engine.family.track import Lay
from engine.family.train_purchase import BuyTrain
from engine.finance import prices, shares
from engine.record import Move
from engine.review.findings import IDLE, LATE, MARKER, TRACK, Finding, Step, clock_of
from engine.routes import estimate

BUILDING: tuple[tuple[str, type[Verb]], ...] = ((TRACK, Lay), (MARKER, Token))


@dataclass
class _Turn:
    """One turn of a company, as far as it has come."""

    clock: Clock
    building: list[tuple[str, Step]] = field(default_factory=list[tuple[str, Step]])
    """The moves at which something could be laid or placed."""
    ran: Step | None = None
    declined: Step | None = None
    """The last move at which a train could be bought and was not."""
    lowest: int = 0
    """The least that the treasury has held since then."""


@dataclass
class _Kept:
    """Income that was not paid out."""

    finding: Finding
    lowest: int
    """The least that the treasury has held since."""
    in_vain: bool = False
    """Has its company had another turn since, in which it could have spent it?"""


@dataclass
class Turns:
    """Looks at one move after another."""

    findings: list[Finding] = field(default_factory=list[Finding])
    _now: dict[str, _Turn] = field(default_factory=dict[str, _Turn])
    _before: dict[str, _Turn] = field(default_factory=dict[str, _Turn])
    _kept: dict[str, list[_Kept]] = field(default_factory=dict[str, list[_Kept]])

    def follow(self, step: Step, *, in_time: bool) -> None:
        """Look at a move. `in_time`: is there time to try other moves?"""
        p = step.start.position()
        company = operating.operator(p)
        self._note_treasuries(p)
        if company and step.move.seat == chief(p, company):
            turn = self._turn_of(p, company)
            self._note_choices(p, step, turn)
            for event in step.events or ():
                match event.kind:
                    case "ran" if turn.ran is None and event.data["company"] == company:
                        turn.ran = step
                        self._build(p, company, turn, in_time=in_time)
                    case "bought_train" if event.data["company"] == company:
                        self._late(step, turn, company, str(event.data["train"]), in_time=in_time)
                    case "dividend" if event.data["company"] == company:
                        self._keep(step, p, company)
                    case _:
                        pass
        self._note_treasuries(step.after.position())

    def _turn_of(self, p: Position, company: str) -> _Turn:
        turn = self._now.get(company)
        if turn is None or turn.clock != p.s.clock:
            if turn is not None:
                self._before[company] = turn
            turn = self._now[company] = _Turn(clock_of(p))
            for income in self._kept.get(company, ()):
                income.in_vain = True
        return turn

    def _note_choices(self, p: Position, step: Step, turn: _Turn) -> None:
        verbs = step.start.verbs(step.move.seat)
        if turn.ran is None:
            played = p.title.verbs[step.move.verb]
            for kind, law in BUILDING:
                open_now = any(isinstance(p.title.verbs[verb], law) for verb in verbs)
                # After anything else, such as the purchase of a private company, the same can still be built.
                if open_now and (isinstance(played, law) or played.declines):
                    turn.building.append((kind, step))
        buys = any(isinstance(p.title.verbs[verb], BuyTrain) for verb in verbs)
        if buys and not isinstance(p.title.verbs[step.move.verb], BuyTrain):
            turn.declined, turn.lowest = step, p.s.cash[operating.operator(p)]

    def _note_treasuries(self, p: Position) -> None:
        for turns in (self._now, self._before):
            for company, turn in turns.items():
                turn.lowest = min(turn.lowest, p.s.cash.get(company, 0))
        for company, incomes in self._kept.items():
            for income in incomes:
                income.lowest = min(income.lowest, p.s.cash.get(company, 0))

    # --- track and station markers

    def _build(self, p: Position, company: str, turn: _Turn, *, in_time: bool) -> None:
        assert turn.ran is not None
        verb = turn.ran.move.verb
        law = p.title.verbs[verb]
        if not turn.building or not isinstance(law, RunTrains) or law.required(p) is not None:
            return
        if not in_time:
            return
        possible = best_of(p, verb, company)
        if not possible.proven:
            return
        for kind, _ in BUILDING:
            tried = (
                self._better(kind, step, company, possible.total, trains_of(p, company))
                for what, step in turn.building
                if what == kind
            )
            dearest = max(filter(None, tried), key=lambda finding: finding.amount, default=None)
            if dearest is not None:
                self.findings.append(dearest)

    def _better(self, kind: str, step: Step, company: str, earned: int, trains: list[str]) -> Finding | None:
        """The one move that would have let the company run for most, if that is more than it could run for."""
        p, seat = step.start.position(), step.move.seat
        if trains_of(p, company) != trains:
            return None
        spent = p.s.cash[company] - step.after.position().s.cash[company]
        known: dict[object, int] = {}
        chosen: tuple[int, Act] | None = None
        for act in _moves(step, dict(BUILDING)[kind]):
            try:
                q = step.start.apply(seat, act)[0].position()
            except EngineError:
                continue
            asked = problem(q, company, trains_of(q, company))
            if asked not in known:
                known[asked] = estimate(asked).total
            gain = known[asked] - earned - max(0, p.s.cash[company] - q.s.cash[company] - spent)
            if gain > 0 and (chosen is None or gain > chosen[0]):
                chosen = gain, act
        if chosen is None:
            return None
        gain, act = chosen
        q = step.start.apply(seat, act)[0].position()
        exact = best(q, company)
        cost = max(0, p.s.cash[company] - q.s.cash[company] - spent)
        return Finding(
            *(kind, step.number, step.before, seat, company, exact.total - earned - cost, clock_of(p), exact.proven),
            against=earned,
            better=Move(seat, act.verb, dict(act.args)),
            total=exact.total,
            cost=cost,
        )

    # --- trains

    def _late(self, step: Step, turn: _Turn, company: str, train: str, *, in_time: bool) -> None:
        """It could have bought the same train at the same price in its turn before, and run with it in this one."""
        before = self._before.get(company)
        p = step.start.position()
        declined = before.declined if before is not None else None
        if before is None or declined is None or not in_time:
            return
        bought = next(one for one in step.events or () if one.kind == "bought_train" and one.data["train"] == train)
        kind, source, price = str(bought.data["kind"]), bought.data["source"], int(bought.data["price"])
        ran = turn.ran.start.position() if turn.ran is not None else p
        then = declined.start.position()
        if source != "bank" or before.lowest < price or then.s.phase != ran.s.phase:
            return
        if not _could_buy(declined, company, kind, price):
            return
        trains = trains_of(ran, company)
        if trains != trains_of(declined.after.position(), company):
            return
        earned = best_of(ran, turn.ran.move.verb, company).total if turn.ran is not None else 0
        possible = estimate(problem(ran, company, [*trains, train])).total
        if possible > earned:
            before.declined = None
            self.findings.append(
                Finding(
                    *(LATE, declined.number, declined.before, declined.move.seat, company, possible - earned),
                    *(clock_of(then), False),
                    against=price,
                    later=clock_of(p),
                    about=kind,
                )
            )

    # --- dividends

    def _keep(self, step: Step, p: Position, company: str) -> None:
        """Note income that was kept, and what paying it out would have brought the president at once."""
        better = [(gain, -more) for more, gain in other_dividends(step, company) if more < 0 < gain]
        if better:
            gain, kept = max(better)
            seat, treasury = step.move.seat, step.after.position().s.cash[company]
            finding = Finding(IDLE, step.number, step.before, seat, company, gain, clock_of(p), True, against=kept)
            self._kept.setdefault(company, []).append(_Kept(finding, treasury))

    def close(self, p: Position) -> None:
        """The game has ended: what was kept and never spent is known now. If nobody could foresee its end, that needs
        a turn in which it could have been spent.
        """
        sudden = p.s.end is None or any(seat.out for seat in p.s.players)
        for company, incomes in self._kept.items():
            if p.company(company).closed or p.company(company).into:
                continue
            spent = 0
            for income in reversed([one for one in incomes if one.in_vain or not sudden]):
                if income.lowest >= income.finding.against + spent:
                    spent += income.finding.against
                    self.findings.append(income.finding)


def other_dividends(step: Step, company: str) -> Iterator[tuple[int, int]]:
    """For each choice: how much more the company's treasury would hold, and how much more its president would be
    worth.
    """
    p, seat, after = step.start.position(), step.move.seat, step.after.position()
    law = p.title.verbs[step.move.verb]
    if not isinstance(law, Dividend):
        return
    for act in complete_moves(p, step.move.verb, law, seat):
        try:
            q = step.start.apply(seat, act)[0].position()
        except EngineError:
            continue
        more = q.s.cash[company] - after.s.cash[company]
        yield more, _worth_in(q, seat, company) - _worth_in(after, seat, company)


def _moves(step: Step, law: type[Verb]) -> Iterator[Act]:
    p, seat = step.start.position(), step.move.seat
    for verb in step.start.verbs(seat):
        if isinstance(p.title.verbs[verb], law):
            yield from complete_moves(p, verb, p.title.verbs[verb], seat)


def _could_buy(declined: Step, company: str, kind: str, price: int) -> bool:
    """Was the same train to be had, without anything else that would have come of it?"""
    for act in _moves(declined, BuyTrain):
        if act.args.get("kind") != kind:
            continue
        try:
            _, events = declined.start.apply(declined.move.seat, act)
        except EngineError:
            continue
        bought = [one.data for one in events if one.kind == "bought_train"]
        same = any(one["company"] == company and one["source"] == "bank" and one["price"] == price for one in bought)
        if same and not any(one.kind in ("phase", "rusted") for one in events):
            return True
    return False


def _worth_in(p: Position, player: str, company: str) -> int:
    return p.s.cash[player] + shares.units_at(p, player, company) * prices.price(p, company)
