"""Branch and bound: where prices alone decide nothing, two uses of track are tied together or kept apart."""

import numpy as np
from numpy.typing import NDArray

from engine.routes.large.grid import Flags, Floats
from engine.routes.large.linear import SolverFailed
from engine.routes.large.master import Prices
from engine.routes.large.prove import FEW, Proof
from engine.routes.large.stock import Stock

Rule = tuple[bool, int, int]  # (True, a, b): a route has both or neither; (False, a, b): not both
CUTS_AT_ONCE = 12
ROUNDS = 5


def breaks(a: NDArray[np.uint8], b: NDArray[np.uint8], together: bool) -> Flags:
    """Which routes break a rule on two uses of track, given which have the one and the other."""
    return a != b if together else (a & b) > 0


def prove(proof: Proof) -> bool:
    """Prove the team's best set, or find a better one and prove that; False if it stays open."""
    try:
        if not proof.by_prices():
            Branching(proof).run()
        return True
    except SolverFailed:
        return False


class Branching:
    """A search over such rules, with the linear programme of the proof at each step."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof

    def run(self) -> None:
        """Settle every branch; time running out is raised as SolverFailed."""
        self._node([stock.take(np.arange(len(stock))) for stock in self.proof.stocks], [])

    def _node(self, stocks: list[Stock], rules: list[Rule]) -> None:
        proof, team, master = self.proof, self.proof.team, self.proof.master
        banned = np.zeros(len(master.value), np.bool_)
        for rule in rules:
            banned |= breaks(master.bits[rule[1]], master.bits[rule[2]], rule[0])
        master.forbid(banned)
        for stock in stocks:
            # Other branches may have added routes and cuts, so the candidates have to be found again.
            stock.offered[:] = False
        prices: Prices | None = None
        worth: list[Floats] = []
        for _ in range(ROUNDS):
            bound, prices, worth = proof.price(stocks)
            if team.whole(bound) <= team.best:
                return
            worth = proof.discard(stocks, worth, bound - (team.best + team.unit), 0.9)
            left = sum(len(stock) for stock in stocks)
            if left <= FEW and proof.pack(stocks, prices, worth, FEW if left > 60 else 1 << 40):
                return
            if not proof.separate(CUTS_AT_ONCE):
                break
        pair = self._undecided()
        if pair is None:
            assert prices is not None
            if not proof.pack(stocks, prices, worth, 1 << 40):
                raise SolverFailed("time is up")
            return
        for together in (False, True):
            rule = (together, *pair)
            kept = [stock.take(~breaks(stock.bit(pair[0]), stock.bit(pair[1]), together)) for stock in stocks]
            self._node(kept, [*rules, rule])

    def _undecided(self) -> tuple[int, int] | None:
        """Two uses of track that the mix has together about half of the time."""
        master, grid = self.proof.master, self.proof.team.grid
        parts: Floats = master.parts()
        chosen = np.flatnonzero(parts > 1e-6)
        bits = master.bits[: grid.network.bits, chosen].astype(np.float64)
        both = (bits * parts[chosen]) @ bits.T
        alone = np.diag(both)
        score = np.minimum(both, 1 - both)
        score[(both < 1e-6) | (both > 1 - 1e-6)] = -1.0
        score[np.maximum(alone[:, None], alone[None, :]) - both <= 1e-6] = -1.0
        np.fill_diagonal(score, -1.0)
        a, b = np.unravel_index(int(score.argmax()), score.shape)
        return (int(a), int(b)) if score[a, b] > 0 else None
