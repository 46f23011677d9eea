"""What presidents will have to add for trains: who must buy one, who can, and what the next ones cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.view import CompanyView, View, WareView

WANTED = 2
"""The trains up to which a company buys if it has the money."""
GUESS = 3
"""A treasury that cannot be seen is taken for so many times the share price."""
LATER = 0.5
"""The part that counts of what is owed only in the round after the next turns: something may still be done about it."""


def funds(company: CompanyView) -> int:
    """What a company has, or may have."""
    return company.treasury if company.treasury is not None else GUESS * company.price


def owed_soon(view: View, *, last: bool) -> Mapping[str, float]:
    """What presidents will have to add in everybody's next turn, and half of it in the one after that, unless this
    round is the last.
    """
    return dict(_Turns(view).owed(last=last))


@dataclass
class _Turns:
    """The turns to come, roughly: whoever has no train buys one, and so does whoever has the money and few trains."""

    view: View
    supply: list[tuple[WareView, int]] = field(default_factory=list[tuple[WareView, int]], init=False)
    gone: set[str] = field(default_factory=set[str], init=False)
    trains: dict[str, list[str]] = field(default_factory=dict[str, list[str]], init=False)

    def owed(self, *, last: bool) -> Iterator[tuple[str, float]]:
        """Companies whose president must add something."""
        view = self.view
        self.supply = [(one, one.left) for one in view.trains if one.left and not one.back_of and not one.again]
        running = [one for one in view.companies if one.floated and not one.closed]
        self.trains = {one.symbol: [train.kind for train in one.trains] for one in running}
        operating = view.clock.round == "operating"
        running.sort(key=lambda one: (operating and one.operated, -one.price))
        bought = set[str]()
        for company in running:
            must = not self._left(company)
            can = len(self._left(company)) < WANTED and self.supply and funds(company) >= self.supply[0][0].price
            if (must or can) and (price := self._buy(company)):
                bought.add(company.symbol)
                if must and price > funds(company):
                    yield company.symbol, price - funds(company)
        for company in () if last else running:
            if company.symbol not in bought and not self._left(company) and (price := self._buy(company)):
                yield company.symbol, LATER * max(0, price - funds(company))

    def _left(self, company: CompanyView) -> list[str]:
        return [kind for kind in self.trains[company.symbol] if kind not in self.gone]

    def _buy(self, company: CompanyView) -> int:
        """The price of the next train; 0 if there is none."""
        if not self.supply:
            return 0
        ware, left = self.supply[0]
        if left == ware.count:
            self.gone |= set(ware.rusts)
        self.supply[0] = ware, left - 1
        if left == 1:
            self.supply.pop(0)
        self.trains[company.symbol].append(ware.kind)
        return ware.price
