"""The best set out of few routes: a search that fills expensive track first, bounded by prices."""

import numpy as np

from engine.routes import watch
from engine.routes.large.grid import Flags, Floats, Ints, Words, meets
from engine.routes.large.master import Cut, Prices
from engine.routes.large.stock import Stock, most
from engine.routes.large.team import Pick, Team

EPS = 1e-6
TRIED = 12  # pieces of track compared when choosing which to fill


class Stopped(Exception):
    """Too many steps, or out of time."""


class Packing:
    """A depth-first search. At each step one use of track is settled: by each route over it in turn, or by none."""

    def __init__(
        self, team: Team, stocks: list[Stock], prices: Prices, cuts: list[Cut], worth: list[Floats], until: float
    ) -> None:
        self.team, self.stocks, self.prices = team, stocks, prices
        self.worth = worth
        self.bits = [stock.columns(np.arange(len(stock))) for stock in stocks]
        self.track = team.grid.network.bits
        live = np.flatnonzero(prices.cuts > EPS)
        self.cut_prices = prices.cuts[live]
        self.cuts = np.array([cuts[i] for i in live], np.int64).reshape(len(live), 3)
        self.until = until
        self.steps = 0
        self.picks: list[Pick] = []

    def run(self, most_steps: int) -> bool:
        """Search; False if it was not finished. Better sets are offered to the team on the way."""
        self.steps = most_steps
        everything = [np.arange(len(stock)) for stock in self.stocks]
        rows = len(self.prices.track)
        try:
            self._settle(np.zeros(rows, np.bool_), self._nothing(), 0, list(self.team.counts), everything)
        except Stopped:
            return False
        return True

    def _nothing(self) -> Words:
        return np.zeros(self.team.grid.shared_words, np.uint64)

    def _settle(self, used: Flags, shared: Words, total: int, left: list[int], live: list[Ints]) -> None:
        self.steps -= 1
        if self.steps < 0 or (self.steps & 31 == 0 and watch.now() > self.until):
            raise Stopped
        team, prices = self.team, self.prices.track
        rest = float(prices[~used].sum())
        if len(self.cuts):
            rest += float(self.cut_prices[used[self.cuts].sum(axis=1) < 2].sum())
        tops = [
            most(self.worth[p][live[p]]) if left[p] and len(live[p]) else 0.0 for p in team.places
        ]  # fmt: skip
        bound = total + rest + sum(count * top for count, top in zip(left, tops, strict=True))
        gap = bound - (team.best + team.unit)
        if gap < -EPS:
            return
        live = [live[p][self.worth[p][live[p]] >= tops[p] - gap - EPS] if left[p] else live[p][:0] for p in team.places]
        if not any(len(some) for some in live):
            return
        row, needed = self._dearest(used, live, gap)
        if row is None:
            tried = [(p, int(i)) for p in team.places for i in live[p]]
        else:
            tried = [(p, int(i)) for p in team.places for i in live[p][self.bits[p][row][live[p]] > 0]]
        tried.sort(key=lambda one: (-self.worth[one[0]][one[1]], one))
        for place, index in tried:
            worth = float(self.worth[place][index])
            if bound - (tops[place] - worth) >= team.best + team.unit - EPS:
                self._try(place, index, used, shared, total, left, live)
            live[place] = live[place][live[place] != index]
        if row is not None and not needed:
            closed = used.copy()
            closed[row] = True
            self._settle(closed, shared, total, left, live)

    def _try(
        self, place: int, index: int, used: Flags, shared: Words, total: int, left: list[int], live: list[Ints]
    ) -> None:
        team, stock = self.team, self.stocks[place]
        pick = Pick(
            place, int(stock.pool.value[index]), stock.pool.track[index], stock.pool.shared[index]
        )  # fmt: skip
        total += pick.value
        if team.sharing:
            total -= int(team.loss(pick.shared[None, :], shared)[0])
        fewer = [count - (p == place) for p, count in enumerate(left)]
        fitting = [
            some[~meets(self.stocks[p].pool.track[some], pick.track)] if fewer[p] else some[:0]
            for p, some in enumerate(live)
        ]
        self.picks.append(pick)
        if total > team.best:
            team.offer(self.picks)
        self._settle(used | (self.bits[place][:, index] > 0), shared | pick.shared, total, fewer, fitting)
        self.picks.pop()

    def _dearest(self, used: Flags, live: list[Ints], gap: float) -> tuple[int | None, bool]:
        """The piece of track to settle next, of the most valuable that with fewest routes over it.

        If one costs more than the gap, a set that leaves it unused cannot be better: then it has to be used.
        """
        prices = np.where(used, 0.0, self.prices.track)[: self.track]
        rows = np.flatnonzero(prices > EPS)
        if not len(rows):
            return None, False
        rows = rows[np.argsort(-prices[rows], kind="stable")][: 2 * TRIED]
        needed = rows[prices[rows] > gap + EPS]
        choice = needed[:TRIED] if len(needed) else rows[:3]
        counts = [sum(int(np.count_nonzero(self.bits[p][row][live[p]])) for p in self.team.places) for row in choice]
        return int(choice[int(np.argmin(counts))]), bool(len(needed))
