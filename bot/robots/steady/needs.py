"""What presidents will have to add for trains: who must buy one, who can, and what the next ones cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.kept import Kept
from engine.view import CompanyView, View, WareView

WANTED = 2
"""The trains up to which a company buys if it has the money."""
GUESS = 3
"""A treasury that cannot be seen is taken for so many times the share price."""
LATER = 0.5
"""The part that counts of what is owed only in the round after the next turns: something may still be done about it."""
KEEPS = 0.25
"""The part of what it runs for that a company keeps, as a rule."""
FEW = 3
"""The trains up to which a company goes on buying, in a forecast of some rounds."""
ROUNDS = 12
"""How many rounds a forecast goes through."""
KEPT = 256
_known: Kept[tuple[object, ...], Mapping[str, float]] = Kept(KEPT)


def funds(company: CompanyView) -> int:
    """What a company has, or may have."""
    return company.treasury if company.treasury is not None else GUESS * company.price


def spent(view: View) -> frozenset[str]:
    """Kinds that have rusted: companies may run one once more, or buy it again, but where a train is needed, none will
    do.
    """
    bought = {one.kind for one in view.trains if not one.fresh}
    return frozenset(one.kind for one in view.trains if one.again or one.rusted_by in bought)


def owed_soon(view: View, *, last: bool) -> Mapping[str, float]:
    """What presidents will have to add in everybody's next turn, and half of it in the one after that, unless this
    round is the last.
    """
    return dict(_Turns(view).owed(last=last))


def first_bought(view: View) -> Mapping[str, float]:
    """In how many rounds the first train of each kind will be bought that is still whole in the supply, if each company
    has to pay for its own.
    """
    wares = [(one.kind, one.left, one.pool, one.fresh) for one in view.trains]
    buyers = [_stands(company) for company in _running(view)]
    key = view.title, view.phase, view.clock.round, tuple(wares), tuple(buyers)
    found = _known.get(key)
    return _known.keep(key, _Turns(view).first_bought()) if found is None else found


def bought_by_others(view: View, company: str) -> Mapping[str, float]:
    """The same, if this company buys none."""
    return _Turns(view, without=company).first_bought()


def _stands(company: CompanyView) -> tuple[object, ...]:
    """What a forecast depends on."""
    kinds = [train.kind for train in company.trains]
    earned = company.last_run, company.operated
    return company.symbol, funds(company), *earned, company.price, company.president, *company.charters, *kinds


def comes_anyway(view: View, company: str, kind: str) -> bool:
    """Will others buy all before this kind, so that it comes for sale, although they keep a last place free for it?"""
    turns, kinds = _Turns(view, without=company, free=1), [one.kind for one in view.trains]
    turns.first_bought()
    return all(kinds.index(ware.kind) >= kinds.index(kind) for ware, _ in turns.supply)


def _running(view: View) -> list[CompanyView]:
    return [one for one in view.companies if one.floated and not one.closed]


def _whole(ware: WareView, left: int) -> bool:
    """Has none been bought yet, when so many are left?"""
    return ware.fresh and left == ware.left


class _Turns:
    """The turns to come, roughly: whoever has no train buys one, and so does whoever has the money and few trains."""

    def __init__(self, view: View, without: str = "", free: int = 0) -> None:
        self.free = free
        self.wares = {one.kind: one for one in view.trains}
        self.supply = [(one, one.left) for one in view.trains if one.left and not one.back_of and not one.again]
        self.pool = {one.kind: one.pool for one in view.trains if one.pool and not one.again}
        self.gone = set(spent(view))
        operating = view.clock.round == "operating"
        self.running = sorted((one for one in _running(view) if one.symbol != without), key=lambda one: -one.price)
        self.waiting = [one for one in self.running if not (operating and one.operated)]
        self.trains = {one.symbol: [train.kind for train in one.trains] for one in self.running}
        self.limit = next((one.train_limit for one in view.phases if one.name == view.phase), FEW)

    def owed(self, *, last: bool) -> Iterator[tuple[str, float]]:
        """Companies whose president must add something."""
        bought = set[str]()
        for company in (*self.waiting, *(one for one in self.running if one not in self.waiting)):
            must = not self._left(company)
            if (must or self._can(company, funds(company), WANTED)) and (price := self._buy(company)):
                bought.add(company.symbol)
                if must and price > funds(company):
                    yield company.symbol, price - funds(company)
        for company in () if last else self.running:
            if company.symbol not in bought and not self._left(company) and (price := self._buy(company)):
                yield company.symbol, LATER * max(0, price - funds(company))

    def first_bought(self) -> Mapping[str, float]:
        """In how many rounds each kind's first train is bought."""
        money, when = {one.symbol: float(funds(one)) for one in self.running}, dict[str, float]()
        for turn in range(ROUNDS):
            for company in self.running if turn else self.waiting:
                mine = money[company.symbol] + (KEEPS * max(company.last_run, 0) if turn else 0.0)
                while not self._left(company) or self._can(company, mine, FEW):
                    whole = {ware.kind for ware, left in self.supply[:1] if _whole(ware, left)}
                    price = self._buy(company)
                    if not price:
                        break
                    mine = max(0.0, mine - price)
                    if whole & set(self.trains[company.symbol][-1:]):
                        when |= dict.fromkeys(whole, float(turn))
                money[company.symbol] = mine
        return when

    def _left(self, company: CompanyView) -> list[str]:
        return [kind for kind in self.trains[company.symbol] if kind not in self.gone]

    def _can(self, company: CompanyView, money: float, few: int) -> bool:
        # Who has no room for a train brings no other train's rust nearer.
        most = min(few, self.limit * max(1, len(company.charters)) - self.free)
        return bool(self.supply) and len(self._left(company)) < most and money >= self.supply[0][0].price

    def _buy(self, company: CompanyView) -> int:
        """The price of the next train; 0 if there is none."""
        if not self._left(company) and (price := self._second_hand(company)):
            return price
        if not self.supply:
            return 0
        ware, left = self.supply[0]
        if _whole(ware, left):
            self.gone |= set(ware.rusts)
        self.supply[0] = ware, left - 1
        if left == 1:
            self.supply.pop(0)
        self.trains[company.symbol].append(ware.kind)
        return ware.price

    def _second_hand(self, company: CompanyView) -> int:
        """The price of a train that another company of the same president can spare, or of a cheaper one in the pool;
        0 if there is neither.
        """
        for other in self.running:
            if other.president == company.president and len(spare := self._left(other)) > 1:
                self.trains[other.symbol].remove(spare[0])
                self.trains[company.symbol].append(spare[0])
                return 1
        kinds = [kind for kind, left in self.pool.items() if left and kind not in self.gone]
        kind = min(kinds, key=lambda one: self.wares[one].price, default="")
        if not kind or (self.supply and self.supply[0][0].price <= self.wares[kind].price):
            return 0
        self.pool[kind] -= 1
        self.trains[company.symbol].append(kind)
        return self.wares[kind].price
