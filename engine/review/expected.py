"""What players can expect of their companies: income as long as trains run, and what a company lacks for a train."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.core.events import Event
from engine.core.position import Position
from engine.family import operating, trains
from engine.finance import shares

AHEAD = 5
"""The most operating rounds that count."""
SOON = 3
"""The most turns of a company within which its trains rust and its president pays for another, so that whoever took it
over before can be said to have taken that over.
"""


@dataclass(frozen=True)
class NextTrain:
    """How a company without a train comes by one."""

    president: str
    """Who leads it then."""
    added: int = 0
    """What they add of their own."""
    ruined: bool = False
    """Are they bankrupt instead?"""


@dataclass(frozen=True)
class Expected:
    """What a company can be expected to bring from one moment on."""

    last_run: int
    """What its last run earned; 0 before the first."""
    trains: tuple[str, ...]
    turns: int
    """How often it has operated."""
    begun: int
    """The same with a turn that it has begun."""
    price_of_train: int
    """What the next train costs that it must buy; 0 if it has one, or need not have one yet."""
    lacking: int
    """What it does not have of that."""
    president: str
    units: dict[str, int]
    """Each player's."""
    next_run: int | None = None
    """What its next run earns, if that is made with these trains."""
    left: int = 0
    """How many of its turns to come count."""
    income: float = 0
    """What its runs will bring in them."""
    farthest: float = 0
    """What the last of these turns brings, if there are more to come than count."""
    next_train: NextTrain | None = None
    """How it comes by a train, if it has none and gets or needs one later."""
    burden: int = 0
    """What its president took over with it: what it lacks for its next train when its trains rust soon."""

    @property
    def owed(self) -> int:
        """What its president can be expected to add for a train: nothing if the same president gets it one without."""
        got = self.next_train
        helped = got is not None and got.president == self.president and not got.added and not got.ruined
        return 0 if helped else self.lacking


@dataclass(frozen=True)
class _Runs:
    """A company's runs to come that are made with the same trains."""

    trains: tuple[str, ...]
    turns: int
    """How often it has operated before the first of them."""
    incomes: tuple[int, ...]

    def total(self, turns: int) -> int:
        """What they and others like the last one bring in so many turns."""
        return sum(self.incomes[:turns]) + self.incomes[-1] * max(0, turns - len(self.incomes))


def expected(p: Position, hidden: Collection[str] = ()) -> dict[str, Expected]:
    """What is known of all companies in which somebody has shares. `hidden`: accounts that may not be looked at."""
    companies: dict[str, Expected] = {}
    cheapest, operator = trains.cheapest(p) or 0, operating.operator(p)
    for company in p.d.companies:
        facts = p.company(company)
        units = {seat.id: held for seat in p.s.players if (held := shares.units_at(p, seat.id, company))}
        if facts.closed or facts.into or not units:
            continue
        owned = tuple(trains.real_trains(p, company))
        needed = 0 if owned or not facts.turns or company in hidden else cheapest
        companies[company] = Expected(
            max(0, facts.last_run),
            owned,
            facts.turns,
            facts.turns + (operator == company),
            needed,
            max(0, needed - p.s.cash[company]) if needed else 0,
            shares.president(p, company),
            units,
        )
    return companies


@dataclass
class _Later:
    """What is known of the time after a moment."""

    runs: dict[str, _Runs] = field(default_factory=dict[str, _Runs])
    next_trains: dict[str, NextTrain] = field(default_factory=dict[str, NextTrain])

    def go_back(self, before: Mapping[str, Expected], now: Mapping[str, Expected], events: Sequence[Event]) -> None:
        """Add what a move tells, from the moment after it to the one before."""
        self.next_trains |= {name: NextTrain(one.president) for name, one in now.items() if one.trains}
        for event in events:
            company, player = str(event.data.get("company", "")), str(event.data.get("player", ""))
            match event.kind:
                case "ran" if company in before and company in now:
                    self._ran(company, before[company], now[company].last_run)
                case "contributes":
                    self.next_trains[company] = NextTrain(player, int(event.data["amount"]))
                case "bankrupt" if company:
                    self.next_trains[company] = NextTrain(player, ruined=True)
                case _:
                    pass

    def _ran(self, company: str, was: Expected, earned: int) -> None:
        known = self.runs.get(company)
        later = known.incomes if known is not None and known.trains == was.trains else ()
        self.runs[company] = _Runs(was.trains, was.turns, (earned, *later))


def with_hindsight(
    moments: Sequence[dict[str, Expected]], events: Sequence[Sequence[Event] | None]
) -> list[dict[str, Expected]]:
    """The same with what companies will bring. A train counts with its runs from its purchase on, so that they are no
    news when they are made. `events`: of the moves between the moments.
    """
    turns_at_end = {name: one.begun for moment in moments[:-1] for name, one in moment.items()}
    later = _Later()
    foreseen = [{name: _foreseen(name, one, turns_at_end.get(name, 0), later) for name, one in moments[-1].items()}]
    for before, now, told in zip(reversed(moments[:-1]), reversed(moments[1:]), reversed(events), strict=True):
        later.go_back(before, now, told or ())
        foreseen.append({name: _foreseen(name, one, turns_at_end[name], later) for name, one in before.items()})
    return _with_burdens(foreseen[::-1], events)


def _with_burdens(
    moments: list[dict[str, Expected]], events: Sequence[Sequence[Event] | None]
) -> list[dict[str, Expected]]:
    """The same with what presidents take over with companies."""
    burdened = [dict(moment) for moment in moments]
    for place, (before, now) in enumerate(pairwise(moments)):
        for company, one in now.items():
            was = before.get(company)
            if was is None or not was.president or not one.trains or one.president in ("", was.president):
                continue
            need = _need_after(moments, events, place + 1, company)
            if need is None:
                continue
            needy = moments[need][company]
            for moment in burdened[place + 1 : need]:
                moment[company] = replace(moment[company], burden=needy.lacking, next_train=needy.next_train)
    return burdened


def _need_after(
    moments: Sequence[dict[str, Expected]], events: Sequence[Sequence[Event] | None], start: int, company: str
) -> int | None:
    """The moment at which a company has lost its last trains, soon and only by rust, so that its president has to pay
    for one.
    """
    first = had = moments[start][company]
    for place in range(start + 1, len(moments)):
        now = moments[place].get(company)
        if now is None or now.president != first.president or now.begun > first.begun + SOON:
            return None
        rusted = sum(one.kind == "rusted" and one.data["owner"] == company for one in events[place - 1] or ())
        if len(now.trains) < len(had.trains) - rusted:
            return None
        if now.lacking:
            got = now.next_train
            pays = got is not None and got.president == now.president and (got.added or got.ruined)
            return place if pays else None
        had = now
    return None


def _foreseen(company: str, now: Expected, turns_at_end: int, later: _Later) -> Expected:
    """What a company will bring."""
    to_come, runs = max(0, turns_at_end - now.turns), later.runs.get(company)
    left = min(AHEAD, to_come)
    if now.lacking:
        now = replace(now, next_train=later.next_trains.get(company))
    income = _income(now, left, runs)
    farthest = income - _income(now, left - 1, runs) if to_come >= AHEAD else 0
    next_run = runs.incomes[0] if runs is not None and runs.trains == now.trains else None
    return replace(now, left=left, income=income, farthest=farthest, next_run=next_run)


def _income(now: Expected, left: int, runs: _Runs | None) -> float:
    """What its runs bring in so many turns."""
    if runs is not None and runs.trains == now.trains:
        return runs.total(left)
    if runs is None or (now.trains and now.last_run):
        return now.last_run * left if now.trains else 0
    # It must get a train first, and cannot be relied on to get a better one than it had, or any if it lacks much of it.
    sure = max(0.0, 1 - 2 * now.owed / now.price_of_train) if now.owed else 1
    income = runs.total(max(0, left - (runs.turns - now.turns)))
    return sure * (min(income, now.last_run * left) if now.last_run else income)


def prospect(now: Mapping[str, Expected], player: str) -> float:
    """The income and the debts that a player can expect, in money."""
    total = 0.0
    for state in now.values():
        total += state.income / 10 * state.units.get(player, 0)
        if state.left and state.president == player:
            total -= state.owed
    return total


def come_nearer(before: Mapping[str, Expected], now: Mapping[str, Expected], player: str) -> float:
    """What a player can expect only because companies have ended a turn and another one counts instead: no news."""
    return sum(
        state.farthest / 10 * state.units.get(player, 0)
        for company, state in now.items()
        if (was := before.get(company)) is not None and state.turns > was.turns
    )


def burdens(before: Mapping[str, Expected], now: Mapping[str, Expected]) -> dict[str, int]:
    """What players take over with companies."""
    return {
        state.president: state.burden
        for company, state in now.items()
        if state.burden and (was := before.get(company)) is not None and was.president != state.president
    }
