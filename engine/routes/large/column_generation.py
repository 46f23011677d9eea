"""Cases with too many routes to list: prices say which are worth finding."""

from dataclasses import dataclass

import numpy as np

from engine.routes import watch
from engine.routes.large.branch import prove
from engine.routes.large.flow import ClassFlow, Flow
from engine.routes.large.grid import Floats, Grid
from engine.routes.large.grow import Growth
from engine.routes.large.improve import greedy, improve
from engine.routes.large.linear import SolverFailed
from engine.routes.large.master import Prices
from engine.routes.large.pool import Pool
from engine.routes.large.prove import Proof
from engine.routes.large.split import split
from engine.routes.large.team import Pick, Team

FLOWS = 3  # flows in whole numbers tried
FEW_TRAINS = 2  # that prices serve more quickly
FLOW_SHARE = 0.3  # of the time left for them
FLOW_FOUND = 100_000  # routes learnt from one of them
RELAXED = 40  # rounds of the flow in parts
ROUNDS = 15  # of prices and routes found by them
BEAM = 2000
NEAR = 2  # units by which a route may fall short of its price and still be worth knowing
KEPT = 8_000  # routes of each class taken over into the next round
SEARCH_STEPS = 6_000_000
SEARCH_FOUND = 1_600_000
SEARCHES = 10
WIDENING = (0.3, 0.6, 1.0)  # shares of the gap within which routes are listed
NEARLY = 0.05  # of a unit: the best route at given prices need not be found more exactly
MARGIN = 0.1  # of a unit: routes a little below what is needed are listed too, as prices still move


@dataclass(slots=True)
class Listing:
    """Routes listed to within a gap of their prices, the best that any route of each class does, and what follows."""

    pools: list[Pool]
    tops: list[float]
    bound: float
    gap: float


class ColumnGeneration:
    """Prices from a linear programme over known routes; then routes that beat the prices; and again."""

    def __init__(
        self,
        grid: Grid,
        team: Team,
        pools: list[Pool],
        lifts: list[int],
        ends: list[frozenset[int] | None],
        until: float,
    ) -> None:
        self.grid, self.team, self.lifts, self.ends, self.until = grid, team, lifts, ends, until
        team.pools = pools
        self.bound = float("inf")

    def run(self, bound: float) -> tuple[bool, float]:
        """Whether the team's best set is proven, and what is proven in any case."""
        self.bound = bound
        try:
            proven = self._flows() or self._rounds()
        except SolverFailed:
            proven = False
        return proven or self._settled(), self.bound

    def _settled(self) -> bool:
        return self.team.whole(self.bound) <= self.team.best

    def _flows(self) -> bool:
        """Flows over the network: a bound, and often the best routes as well; True if that settles it."""
        now = watch.now()
        flow = Flow(self.team, self.lifts, now + FLOW_SHARE * (self.until - now))
        few = sum(self.team.counts) <= FEW_TRAINS
        flow.relax(1 if few else RELAXED)
        self.bound = min(self.bound, flow.bound)
        if self._settled() or (few and self._rounds()):
            return True
        if few:
            flow.relax(RELAXED)
        for _ in range(FLOWS):
            class_flows = flow.whole()
            self.bound = min(self.bound, flow.bound)
            if self._settled() or class_flows is None:
                break
            if not self._split(class_flows):
                self._sample_flows(class_flows)
            if self._settled():
                break
            flow.avoid(class_flows)
        return self._settled()

    def _split(self, class_flows: list[ClassFlow]) -> bool:
        """Take the flow as a set of routes, if it is one."""
        team = self.team
        picks: list[Pick] = []
        for place, class_flow in enumerate(class_flows):
            runs = split(team.kinds[place], class_flow, self.ends[place])
            if runs is None:
                return False
            pool = Pool.of(self.grid, runs)
            for i in range(len(pool)):
                picks.append(Pick(place, int(pool.value[i]) + self.lifts[place], pool.track[i], pool.shared[i]))
        return team.offer(picks)

    def _sample_flows(self, class_flows: list[ClassFlow]) -> None:
        """A flow that is not a set of routes shows legs that go well together: learn the routes over them."""
        team = self.team
        for place, class_flow in enumerate(class_flows):
            growth = Growth(
                self.grid,
                team.kinds[place],
                np.zeros(self.grid.network.bits + self.grid.size),
                1.0,
                ends=self.ends[place],
                most_found=FLOW_FOUND,
                legs=set(class_flow.legs),
                until=self.until,
            )
            growth.run()
            team.pools[place] = Pool.join(self.grid, [team.pools[place], _lifted(growth.found, self.lifts[place])])
        team.offer(improve(team, greedy(team)))
        Proof(team, self.until).run()

    def _rounds(self) -> bool:
        last = -float("inf")
        for _ in range(ROUNDS):
            guess, prices, worth = self._prices()
            self._improve(worth)
            if self._settled():
                return True
            self._sample(prices, worth)
            if guess - last < 0.05 * self.team.unit:
                break
            last = guess
        for _ in range(SEARCHES):
            Proof(self.team, self.until).run()  # the best set of the routes known
            guess, prices, _ = self._prices()
            done = self._search(guess, prices)
            if done is not None:
                return done
        return False

    def _prices(self) -> tuple[float, Prices, list[Floats]]:
        """Prices by the routes known so far; the bound they give holds for these routes only."""
        return Proof(self.team, self.until).first_prices()

    def _improve(self, worth: list[Floats]) -> None:
        team = self.team
        for orders in (None, [np.argsort(-some, kind="stable")[:KEPT] for some in worth]):
            team.offer(improve(team, greedy(team, orders), rounds=20))

    def _growth(self, place: int, prices: Prices, threshold: float, beam: int, rising: float = 0.0) -> Growth:
        whole = np.zeros(self.grid.network.bits + self.grid.size)
        whole[: len(prices.track)] = prices.track
        return Growth(
            self.grid,
            self.team.kinds[place],
            whole,
            threshold,
            beam=beam,
            rising=rising,
            ends=self.ends[place],
            most_steps=SEARCH_STEPS,
            most_found=SEARCH_FOUND,
            until=self.until,
        )

    def _sample(self, prices: Prices, worth: list[Floats]) -> None:
        """More routes that are good at these prices."""
        team = self.team
        for place in team.places:
            dual = float(prices.class_duals[place]) - self.lifts[place]
            growth = self._growth(place, prices, max(0.0, dual - NEAR * team.unit), BEAM)
            growth.run()
            self._take_over(place, _lifted(growth.found, self.lifts[place]), worth[place])

    def _take_over(self, place: int, fresh: Pool, worth: Floats) -> None:
        team = self.team
        old = team.pools[place]
        kept = np.union1d(np.argsort(-worth, kind="stable")[:KEPT], np.arange(min(KEPT, len(old))))
        team.pools[place] = Pool.join(self.grid, [old.take(kept), fresh])

    def _search(self, guess: float, prices: Prices) -> bool | None:
        """List every route that a better set can have at these prices. None: go on with what was learnt.

        First only those that beat the prices by most: often a better set is among them, and then fewer are needed.
        """
        team = self.team
        for share in WIDENING:
            gap = share * max(0.0, guess - (team.best + team.unit)) + MARGIN * team.unit
            listing = self._list(prices, gap)
            if listing is None:
                self._bound_by(prices)
                return False
            self.bound = min(self.bound, listing.bound)
            if not self._enough(listing, prices):
                self._best_of(listing.pools)
            if self._settled():
                return True
            if self._enough(listing, prices):
                team.pools = listing.pools
                proof = Proof(team, self.until)
                proven = prove(proof)
                self.bound = min(self.bound, proof.bound)
                return proven
            for place, found in enumerate(listing.pools):
                self._take_over(place, found, np.zeros(len(team.pools[place])))
        return None

    def _bound_by(self, prices: Prices) -> None:
        """A ceiling by these prices, which needs only the best route of each class and no list of routes."""
        team = self.team
        bound = prices.total
        for place, (count, lift) in enumerate(zip(team.counts, self.lifts, strict=True)):
            dual = float(prices.class_duals[place])
            growth = self._growth(place, prices, dual - lift, 0, rising=NEARLY * team.unit)
            if not growth.run():
                return
            bound += count * max(0.0, dual, growth.best_worth + lift + NEARLY * team.unit)
        self.bound = min(self.bound, bound)

    def _list(self, prices: Prices, gap: float) -> Listing | None:
        """Every route that falls short of its class's price by no more than the gap; None if there are too many."""
        team = self.team
        pools: list[Pool] = []
        tops: list[float] = []
        for place, lift in enumerate(self.lifts):
            floor = float(prices.class_duals[place]) - lift - gap
            growth = self._growth(place, prices, floor, 0)
            if not growth.run():
                return None
            pools.append(_lifted(growth.found, lift))
            tops.append(max(floor, growth.best_worth) + lift)
        bound = prices.total + sum(count * max(0.0, top) for count, top in zip(team.counts, tops, strict=True))
        return Listing(pools, tops, bound, gap)

    def _enough(self, listing: Listing, prices: Prices) -> bool:
        """Is every route among those listed that a set better than the best known can have?"""
        needed = listing.bound - (self.team.best + self.team.unit)
        return all(
            max(0.0, top) - needed >= float(dual) - listing.gap
            for top, dual in zip(listing.tops, prices.class_duals, strict=True)
        )

    def _best_of(self, pools: list[Pool]) -> None:
        """The best set of these routes, as far as it can be found without branching."""
        known = self.team.pools
        self.team.pools = pools
        Proof(self.team, self.until).run()
        self.team.pools = known


def _lifted(pool: Pool, lift: int) -> Pool:
    return Pool(pool.value + lift, pool.track, pool.shared)
