"""The proof that no set of routes is better than the best one found."""

import numpy as np

from engine.routes import watch
from engine.routes.large.grid import Floats, Ints
from engine.routes.large.improve import greedy, improve
from engine.routes.large.linear import SolverFailed
from engine.routes.large.master import Cut, Master, Prices
from engine.routes.large.pack import Packing
from engine.routes.large.stock import Stock, most
from engine.routes.large.team import Team

FIRST_ROUTES = 200  # of each class, given to the linear programme at the start
MORE_ROUTES = 150  # at most so many more each time
FEW = 1500  # routes that may be left for packing
PACK_STEPS = 1000
CUTS_AT_ONCE = 40
HARDLY = 0.05  # routes that beat their prices by less are not worth adding


class Proof:
    """Bounds the best set by a linear programme, throws out routes that no better set can have, packs the rest."""

    def __init__(self, team: Team, until: float) -> None:
        self.team, self.until = team, until
        self.bound = float("inf")
        self.stocks = [Stock.of(team.grid, pool, team.sharing) for pool in team.pools]
        self.master = self._new_master()

    def _new_master(self) -> Master:
        grid, team = self.team.grid, self.team
        bits = grid.network.bits
        losses = (
            {bits + int(stop): int(team.losses[stop]) for stop in np.flatnonzero(team.losses)} if team.sharing else {}
        )
        return Master(bits + (grid.size if team.sharing else 0), team.counts, losses)

    def run(self) -> bool:
        """Prove the team's best set by prices alone, or find a better one and prove that; False if it stays open."""
        try:
            return self.by_prices()
        except SolverFailed:
            return False

    def first_prices(self) -> tuple[float, Prices, list[Floats]]:
        """The best prices for the routes in stock, without any cuts."""
        self._fill_master(FIRST_ROUTES)
        return self.price(self.stocks, to_the_end=True)

    def by_prices(self) -> bool:
        """The same, for callers that continue from here: a failing solver raises."""
        team = self.team
        self._fill_master(FIRST_ROUTES)
        last, idle, rounds = float("inf"), 0, 0
        while True:
            bound, prices, worth = self.price(self.stocks)
            self.bound = min(self.bound, bound)
            if rounds < 6:
                self._try_priced(worth)
            if team.whole(bound) <= team.best:
                return True
            gap = bound - (team.best + team.unit)
            worth = self.discard(self.stocks, worth, gap, 0.85)
            left = sum(len(stock) for stock in self.stocks)
            if left <= FEW and self.pack(self.stocks, prices, worth, PACK_STEPS):
                return True
            idle = idle + 1 if last - bound < 0.1 * team.unit else 0
            last = bound
            if idle >= 4 or not self.separate(CUTS_AT_ONCE):
                break
            rounds += 1
        self._renew_master(prices, worth)
        return False

    def _fill_master(self, many: int) -> None:
        for place, stock in enumerate(self.stocks):
            self.offer(place, stock, np.arange(min(len(stock), many)))

    def _renew_master(self, prices: Prices, worth: list[Floats]) -> None:
        """Start again with the cuts that matter and the best of the routes that are left."""
        cuts = [self.master.cuts[i] for i in np.flatnonzero(prices.cuts > 1e-7)]
        self.master = self._new_master()
        for cut in cuts:
            self.master.cut(cut)
        for place, stock in enumerate(self.stocks):
            stock.offered[:] = False
            stock.crossing.clear()
            self.offer(place, stock, np.argsort(-worth[place], kind="stable")[: 2 * FIRST_ROUTES])

    def offer(self, place: int, stock: Stock, which: Ints) -> int:
        """Give the linear programme routes that it does not have; returns how many."""
        fresh = which[~stock.offered[which]]
        self.master.add(place, stock.pool.value[fresh], stock.columns(fresh))
        stock.offered[fresh] = True
        return len(fresh)

    def price(self, stocks: list[Stock], *, to_the_end: bool = False) -> tuple[float, Prices, list[Floats]]:
        """Solve the programme over all routes in stock: a bound, the prices, and what each route earns beyond them.

        Stops as soon as the bound settles the matter, unless told to go on to the end.
        """
        team = self.team
        while True:
            prices = self.master.solve(watch.left(self.until))
            worth = [stock.reduced(prices, self.master.cuts) for stock in stocks]
            bound = prices.total + sum(count * most(some) for count, some in zip(team.counts, worth, strict=True))
            added = 0
            for place, (stock, some) in enumerate(zip(stocks, worth, strict=True)):
                better = np.flatnonzero((some > prices.class_duals[place] + HARDLY) & ~stock.offered)
                if len(better) > MORE_ROUTES:
                    better = better[np.argsort(-some[better], kind="stable")[:MORE_ROUTES]]
                added += self.offer(place, stock, better)
            if not added or (team.whole(bound) <= team.best and not to_the_end):
                return bound, prices, worth

    def discard(self, stocks: list[Stock], worth: list[Floats], gap: float, share: float) -> list[Floats]:
        """Throw out routes that fall short of their class's best by more than the gap: with one of them a set cannot
        be better. Only done where it shrinks the stock to `share` or less."""
        for place, some in enumerate(worth):
            keep = some >= most(some) - gap - 1e-6
            if len(some) and keep.mean() < share:
                stocks[place] = stocks[place].take(keep)
                worth[place] = some[keep]
        return worth

    def pack(self, stocks: list[Stock], prices: Prices, worth: list[Floats], steps: int) -> bool:
        """Search the few routes left completely; False if they were too many after all."""
        return Packing(self.team, stocks, prices, self.master.cuts, worth, self.until).run(steps)

    def separate(self, many: int) -> bool:
        """Look for sets of three uses of track that the mix overbooks, and cut them off; False if there is none."""
        cuts = new_cuts(self.team, self.master, many)
        for cut in cuts:
            self.master.cut(cut)
        return bool(cuts)

    def _try_priced(self, worth: list[Floats]) -> None:
        """Routes that beat their prices by most often fit together well."""
        team = self.team
        pools = team.pools
        team.pools = [stock.pool for stock in self.stocks]
        picks = greedy(team, [np.argsort(-some, kind="stable")[:20_000] for some in worth])
        if team.total(picks) > team.best - 8 * team.unit:
            picks = improve(team, picks, rounds=6)
        team.offer(picks)
        team.pools = pools


def new_cuts(team: Team, master: Master, many: int) -> list[Cut]:
    """Of any three uses of track, at most one whole route has two or more; the parts may come to more than one."""
    parts = master.parts()
    chosen = np.flatnonzero(parts > 1e-6)
    share = parts[chosen]
    bits = master.bits[: team.grid.network.bits, chosen].astype(np.float64)
    both = (bits * share) @ bits.T
    rows = np.flatnonzero(np.diag(both) > 1e-6)
    candidates: list[tuple[float, Cut]] = []
    for a in rows:
        on = bits[a] > 0
        all_three = (bits[:, on] * share[on]) @ bits[:, on].T
        over = both[a][None, :] + both[a][:, None] + both - 2 * all_three
        for b, c in zip(*np.nonzero(np.triu(over, 1) > 1.03), strict=True):
            if b > a:
                candidates.append((float(over[b, c]), (int(a), int(b), int(c))))
    candidates.sort(key=lambda one: (-one[0], one[1]))
    known, often, cuts = set(master.cuts), dict[int, int](), list[Cut]()
    for _, cut in candidates:
        if cut in known or any(often.get(row, 0) >= 4 for row in cut):
            continue
        for row in cut:
            often[row] = often.get(row, 0) + 1
        cuts.append(cut)
        if len(cuts) == many:
            break
    return cuts
