"""What a route earns: the one place where stops become money."""

from collections.abc import Sequence

from msgspec import Struct

from engine.routes.network import Network
from engine.routes.problem import Bonus, Problem, Stop
from engine.routes.trains import capacity, counters, pays_what_it_visits


class Takings(Struct, frozen=True):
    """What one route earns, stop by stop."""

    amounts: tuple[int, ...]  # what each stop is worth on this route
    paid: tuple[bool, ...]
    bonus: int

    @property
    def revenue(self) -> int:
        return self.bonus + sum(amount for amount, paid in zip(self.amounts, self.paid, strict=True) if paid)


class Tariff:
    """How one train earns."""

    def __init__(self, problem: Problem, train: int) -> None:
        length = capacity(problem.trains[train])
        self.train = train
        self.visits, self.pays = counters(length)
        self.places = [(row.kinds, min(row.pay, row.visit)) for row in length.rows]
        self.recount = length.recount
        self.sums = pays_what_it_visits(length)
        name = problem.trains[train].id
        self.bonuses: list[Bonus] = [b for b in problem.bonuses if not b.trains or name in b.trains]
        self.paid_kinds = frozenset(kind for kind in self.visits.cost if self.pays.fits((kind,)))

    def key(self, problem: Problem) -> tuple[object, ...]:
        """Trains with the same key earn the same on every route."""
        return (
            self.visits.start,
            tuple(self.visits.cost.items()),
            self.pays.start,
            tuple(self.pays.cost.items()),
            self.recount,
            tuple((b.stops, b.amount, b.need, b.at_end) for b in self.bonuses),
            tuple([stop.values[self.train] for stop in problem.stops]),
            tuple([stop.end_bonus[self.train] for stop in problem.stops if stop.end_bonus]),
        )

    def takings(self, stops: Sequence[Stop]) -> Takings:
        """What a route over these stops, in this order, earns the train if no other train counts."""
        amounts = self.amounts(stops)
        return Takings(amounts, self.best_paid(stops, amounts), self.bonus(stops))

    def amounts(self, stops: Sequence[Stop]) -> tuple[int, ...]:
        """What each stop is worth on the route, whether paid or not."""
        last = len(stops) - 1
        amounts: list[int] = []
        for i, stop in enumerate(stops):
            amount = stop.values[self.train]
            if stop.mirror is not None:
                amount = self._mirrored(stops, i)
            if stop.end_bonus and i in (0, last):
                amount += stop.end_bonus[self.train]
            amounts.append(amount)
        return tuple(amounts)

    def _mirrored(self, stops: Sequence[Stop], i: int) -> int:
        mirror = stops[i].mirror
        assert mirror is not None
        others = [stop.values[self.train] for j, stop in enumerate(stops) if j != i]
        amount = max(stops[i].values[self.train], mirror.largest * max(others))
        if i in (0, len(stops) - 1):
            far = stops[-1] if i == 0 else stops[0]
            if far.kind == "offboard":
                amount = max(amount, mirror.offboard * far.values[self.train])
        return amount

    def best_paid(self, stops: Sequence[Stop], amounts: Sequence[int]) -> tuple[bool, ...]:
        """The stops to be paid so that the sum is largest: most valuable first, as long as they fit."""
        left, guard, cost = self.pays.start, self.pays.guard, self.pays.cost
        paid = [False] * len(stops)
        for i in sorted(range(len(stops)), key=lambda i: (-amounts[i], i)):
            rest = left - cost[stops[i].kind]
            if rest & guard == guard:
                left, paid[i] = rest, True
        return tuple(paid)

    def bonus(self, stops: Sequence[Stop]) -> int:
        """The bonuses of the route as a whole."""
        total = 0
        for bonus in self.bonuses:
            seen = (stops[0], stops[-1]) if bonus.at_end else stops
            if sum(stop.id in bonus.stops for stop in seen) >= bonus.need:
                total += bonus.amount
        return total

    def pays_all(self, stops: Sequence[Stop]) -> bool:
        """Does the train count every stop of the route?"""
        return self.pays.fits(stop.kind for stop in stops)


class Class:
    """Trains of a company that earn alike, with what the search needs to know of them by stop number."""

    def __init__(self, network: Network, tariff: Tariff, trains: list[int]) -> None:
        stops = network.stops
        train = tariff.train
        self.network = network
        self.tariff = tariff
        self.trains = trains
        self.values = [stop.values[train] for stop in stops]
        self.ends = [
            stop.end_bonus[train] if stop.end_bonus and stop.kind in tariff.paid_kinds else 0 for stop in stops
        ]
        self.gains = [
            value if stop.kind in tariff.paid_kinds else 0 for value, stop in zip(self.values, stops, strict=True)
        ]
        self.costs = [tariff.visits.cost[stop.kind] for stop in stops]
        self.once = [stop.once and not tariff.recount for stop in stops]
        # Everything that may be visited can be paid: the worth of a route is then a plain sum.
        self.sums = tariff.sums
        here = {stop.id for stop in stops}
        self.sums_all = self.sums and len(tariff.paid_kinds) == len(tariff.visits.cost)
        self.bonuses = [b for b in tariff.bonuses if any(name in here for name in b.stops)]
        self.mirrors = [i for i, stop in enumerate(stops) if stop.mirror is not None]
        self.plain = self.sums and not self.bonuses and not self.mirrors and not any(self.ends)
        self.extra = self._most_extra()
        self.most = self._most()

    def _most_extra(self) -> int:
        """No route earns more than the gains of its stops and this."""
        ends = sorted(self.ends, reverse=True)[:2]
        most = sum(ends) + sum(b.amount for b in self.bonuses)
        top = max(self.values, default=0)
        for i in self.mirrors:
            mirror = self.network.stops[i].mirror
            assert mirror is not None
            most += max(mirror.largest, mirror.offboard) * top
        return most

    def _most(self) -> int:
        """No route earns more: the most valuable stops that the train's length allows, wherever they lie."""
        longest = min((limit for kinds, limit in self.tariff.visits.limits if len(kinds) == 3), default=len(self.gains))
        return sum(sorted(self.gains, reverse=True)[:longest]) + self.extra

    def revenue(self, route: Sequence[int]) -> int:
        """What a route over these stops earns."""
        return self.tariff.takings([self.network.stops[i] for i in route]).revenue

    def connects(self, route: Sequence[int], ends: frozenset[int]) -> bool:
        """Does the route run between just these two stops, with every stop counted (1870 §11.1.6)?"""
        if route[0] not in ends or route[-1] not in ends:
            return False
        return self.sums_all or self.tariff.pays_all([self.network.stops[i] for i in route])
