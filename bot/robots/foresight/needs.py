"""What presidents will have to add for trains: who must buy one, who can, and what the next ones cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

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
AT_END = 0.5
"""What leaves the supply after a round does so half a round later than what is bought in it, as a rule."""
CAPITAL = 10
"""How many times its price a company gets when it floats, if it has nothing before."""
ROUNDS = 12
"""How many rounds a forecast goes through."""
KEPT = 256
_known: Kept[tuple[object, ...], Mapping[str, float]] = Kept(KEPT)
_of_views: Kept[tuple[int, tuple[object, ...]], tuple[View, Mapping[str, float]]] = Kept(KEPT)
"""By the id() of the view, which is kept with the answer, and what is asked about it."""


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
    """What presidents will have to add in everybody's next turn, and half of it in the one after that; in the last
    round, only in the turns that are still to come.
    """
    return dict(_Turns(view).owed(last=last))


def sold(view: View, company: CompanyView) -> int:
    """How many of a company's shares are out of the IPO."""
    held = sum(one.units for seat in view.seats for one in seat.shares if one.company == company.symbol)
    return held + company.pool + company.own


def missing(view: View, company: CompanyView) -> int:
    """How many more of its shares must be sold before a company floats."""
    return 0 if company.floated else max(0, company.floats_at - sold(view, company))


def first_bought(view: View) -> Mapping[str, float]:
    """In how many rounds the first train of each kind will be bought that is still whole in the supply, if each company
    has to pay for its own.
    """
    wares = [(one.kind, one.left, one.pool, one.fresh) for one in view.trains]
    buyers = [_stands(view, company) for company in (*_running(view), *_floating(view))]
    clock = view.clock.round, view.clock.number, view.clock.of
    unstarted = [(one.symbol, one.floats_at) for one in view.companies if not one.started and not one.closed]
    key = view.title, view.phase, clock, _to_spend(view), tuple(wares), tuple(buyers), tuple(unstarted)
    found = _known.get(key)
    return _known.keep(key, _Turns(view).first_bought()) if found is None else found


def bought_by_others(view: View, company: str) -> Mapping[str, float]:
    """The same, if this company buys none."""
    return _of_view(view, (company,), lambda: _Turns(view, without=company))


def bought_after(view: View, company: CompanyView, kind: str, *, from_pool: bool = False) -> Mapping[str, float]:
    """The same, if this company buys a train of this kind now, and all go on as before."""
    about = company.symbol, kind, from_pool
    return _of_view(view, about, lambda: _Turns(view, bought=(company, kind), from_pool=from_pool))


def _of_view(view: View, about: tuple[object, ...], turns: Callable[[], _Turns]) -> Mapping[str, float]:
    """A forecast that is asked for with many moves of one decision."""
    key = id(view), about
    kept = _of_views.get(key) or _of_views.keep(key, (view, turns().first_bought()))
    return kept[1]


def exported_first(view: View) -> Mapping[str, float]:
    """The same, if nobody buys a train any more: only those count that leave the supply after a set."""
    return _Turns(view, alone=True).first_bought() if any(one.exported for one in view.trains) else {}


def rounds_of_set(view: View) -> float:
    """How many operating rounds this set has left, or between sets the next one will have."""
    if view.clock.number and view.clock.number < view.clock.of:
        return 1.0 + view.clock.of - view.clock.number
    coming = next((phase.operating_rounds for phase in view.phases if phase.name == view.phase), 1)
    return 1.0 if view.clock.round == "operating" else float(max(1, coming))


def _stands(view: View, company: CompanyView) -> tuple[object, ...]:
    """What a forecast depends on."""
    kinds = [train.kind for train in company.trains]
    paid = company.price, company.par, missing(view, company), funds(company)
    earned = company.last_run, company.operated
    return company.symbol, *paid, *earned, company.president, *company.charters, *kinds


def comes_anyway(view: View, company: str, kind: str) -> bool:
    """Will others buy all before this kind, so that it comes for sale, although they keep a last place free for it?"""
    turns, kinds = _Turns(view, without=company, free=1), [one.kind for one in view.trains]
    turns.first_bought()
    return all(kinds.index(ware.kind) >= kinds.index(kind) for ware, _ in turns.supply)


def _running(view: View) -> list[CompanyView]:
    return [one for one in view.companies if one.floated and not one.closed]


def _floating(view: View) -> list[CompanyView]:
    """Companies that those who hold some of it have the money to float."""
    cash = {seat.id: seat.cash or 0 for seat in view.seats}
    holders = {
        one.symbol: [seat.id for seat in view.seats if any(held.company == one.symbol for held in seat.shares)]
        for one in view.companies
        if one.started and not one.floated and not one.closed
    }
    found = [one for one in view.companies if one.symbol in holders]
    return [one for one in found if missing(view, one) * one.price <= sum(cash[seat] for seat in holders[one.symbol])]


def _to_spend(view: View) -> float:
    """What players have for companies that nobody has started. What they have in a stock round is taken to be spent on
    others, so that no purchase seems to put off a new one.
    """
    return float(sum(seat.cash or 0 for seat in view.seats)) if view.clock.round == "operating" else 0.0


def _capital(view: View, company: CompanyView) -> float:
    """What a company has once it floats: all at once, or what is paid for each share."""
    to_come = missing(view, company) if company.treasury else CAPITAL
    return float((company.treasury or 0) + to_come * (company.par or company.price))


def _whole(ware: WareView, left: int) -> bool:
    """Has none been bought yet, when so many are left?"""
    return ware.fresh and left == ware.left


class _Turns:
    """The turns to come, roughly: whoever has no train buys one, and so does whoever has the money and few trains."""

    def __init__(
        self,
        view: View,
        without: str = "",
        free: int = 0,
        bought: tuple[CompanyView, str] | None = None,
        *,
        from_pool: bool = False,
        alone: bool = False,
    ) -> None:
        self.view, self.free = view, free
        self.wares = {one.kind: one for one in view.trains}
        self.supply = [(one, one.left) for one in view.trains if one.left and not one.back_of and not one.again]
        self.pool = {one.kind: one.pool for one in view.trains if one.pool and not one.again}
        self.gone = set(spent(view))
        self.known = {one.kind for one in view.trains if not one.fresh}
        """Kinds of which one has been bought."""
        operating = view.clock.round == "operating"
        self.running = sorted((one for one in _running(view) if one.symbol != without), key=lambda one: -one.price)
        self.running = [] if alone else self.running
        self.joining = [] if alone else [one for one in _floating(view) if one.symbol != without]
        self.waiting = [one for one in self.running if not (operating and one.operated)]
        self.trains = {one.symbol: [train.kind for train in one.trains] for one in (*self.running, *self.joining)}
        self.unstarted = [] if alone else [one for one in view.companies if not one.started and not one.closed]
        self.cash = _to_spend(view)
        self.rounds, self.limit = 1, FEW
        self._begin_phase(view.phase)
        self.paid = dict[str, int]()
        if bought is not None:
            company, kind = bought
            front = self.wares[kind].back_of or kind
            if from_pool:
                self.pool[kind] = self.pool.get(kind, 1) - 1
            else:
                self._take(next((at for at, (ware, _) in enumerate(self.supply) if ware.kind == front), -1))
            self.trains.setdefault(company.symbol, []).append(kind)
            self.paid[company.symbol] = self.wares[kind].price

    def owed(self, *, last: bool) -> Iterator[tuple[str, float]]:
        """Companies whose president must add something."""
        money, bought = self._purses(), set[str]()
        done = [one for one in self.running if one not in self.waiting]
        turning = [one for one in done if any(frame.subject == one.symbol for frame in self.view.agenda)]
        for company in (*turning, *self.waiting) if last else (*self.waiting, *done):
            left = money[company.symbol]
            must = not self._left(company)
            if (must or self._can(company, left, WANTED)) and (price := self._buy(company)):
                bought.add(company.symbol)
                if must and price > left:
                    yield company.symbol, price - left
                if not company.turns:
                    # What has just floated buys with all its money.
                    self._spend(company, max(0.0, left - price))
        for company in () if last else self.running:
            if company.symbol not in bought and not self._left(company) and (price := self._buy(company)):
                yield company.symbol, LATER * max(0, price - funds(company))

    def first_bought(self) -> Mapping[str, float]:
        """In how many rounds each kind's first train is bought, or leaves."""
        whole = {ware.kind for ware in self.wares.values() if ware.fresh}
        when = dict.fromkeys(whole & self.known, 0.0)
        money, end = self._purses(), int(rounds_of_set(self.view))
        for turn in range(ROUNDS):
            for company in self.running if turn else self.waiting:
                saved = KEEPS * max(company.last_run, 0) if turn else 0.0
                money[company.symbol] = self._spend(company, money[company.symbol] + saved)
            when |= dict.fromkeys(whole & self.known - set(when), float(turn))
            if turn + 1 == end:
                self._export()
                # Everybody has run before that.
                when |= dict.fromkeys(whole & self.known - set(when), turn + AT_END)
                self.cash += (1 - KEEPS) * self.rounds * sum(max(one.last_run, 0) for one in self.running)
                money |= self._join()
                end += self.rounds
        return when

    def _purses(self) -> dict[str, float]:
        """What each company has for its next turn, also those that float before it."""
        money = {one.symbol: float(max(0, funds(one) - self.paid.get(one.symbol, 0))) for one in self.running}
        return money if self.view.clock.round == "operating" else {**money, **self._join()}

    def _join(self) -> Mapping[str, float]:
        """What the companies have that float in a stock round: those that are about to, or else a new one."""
        joining, self.joining = self.joining, []
        money = {one.symbol: _capital(self.view, one) for one in joining}
        self.cash = max(0.0, self.cash - sum(missing(self.view, one) * one.price for one in joining))
        pars = sorted(box.price for box in self.view.market.boxes if box.par)
        if not joining and self.unstarted and pars:
            par, company = pars[len(pars) // 2], self.unstarted[0]
            if self.cash >= company.floats_at * par:
                self.unstarted.pop(0)
                self.cash -= company.floats_at * par
                joining, money = [company], {company.symbol: float(CAPITAL * par)}
        self.trains |= {one.symbol: self.trains.get(one.symbol, []) for one in joining}
        self.running = sorted((*self.running, *joining), key=lambda one: -one.price)
        self.waiting = sorted((*self.waiting, *joining), key=lambda one: -one.price)
        return money

    def _spend(self, company: CompanyView, money: float) -> float:
        """What a company's purchases of a turn leave it."""
        while True:
            if not self._left(company) or self._can(company, money, FEW):
                price = self._buy(company)
            else:
                price = self._trade(company, money)
            if not price:
                return money
            money = max(0.0, money - price)

    def _export(self) -> None:
        """What leaves the supply after a set."""
        if not self.supply or not self.supply[0][0].exported:
            return
        ware, left = self.supply[0]
        self._take(0)
        if left == 1 and ware.last_takes_next:
            self._take(0)

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
        ware = self.supply[0][0]
        self._take(0)
        self.trains[company.symbol].append(ware.kind)
        return ware.price

    def _trade(self, company: CompanyView, money: float) -> int:
        """The price of a train that is paid with one that will rust, or that is not the only one, of its own or of
        another company of the same president; 0 if there is none.
        """
        affordable = [
            (at, ware)
            for at, (ware, _) in enumerate(self.supply)
            if ware.trade_for and (at == 0 or ware.also_after in self.known) and ware.price - ware.trade_in <= money
        ]
        if not affordable:
            return 0
        room = len(self._left(company)) < self.limit * max(1, len(company.charters))
        same = (one for one in self.running if room and one.president == company.president)
        group = [one for one in same if len(self._left(one)) > 1]
        for at, ware in affordable:
            own = next((kind for kind in self._left(company) if self._pays(ware, kind)), "")
            spare = [(one, kind) for one in group for kind in self._left(one) if kind in ware.trade_for]
            giver, old = (company, own) if own else next(iter(spare), (company, ""))
            if old:
                self.trains[giver.symbol].remove(old)
                self.trains[company.symbol].append(ware.kind)
                self._take(at)
                return ware.price - ware.trade_in
        return 0

    def _pays(self, ware: WareView, kind: str) -> bool:
        """Is this train in part payment no loss?"""
        return kind in ware.trade_for and bool(self.wares[kind].rusted_by)

    def _take(self, at: int) -> None:
        """A train leaves the supply, with what its kind's first one brings."""
        if not 0 <= at < len(self.supply):
            return
        ware, left = self.supply[at]
        if _whole(ware, left):
            self.gone |= set(ware.rusts)
            self.known.add(ware.kind)
            self._begin_phase(next((one.name for one in self.view.phases if one.on == ware.kind), ""))
        self.supply[at] = ware, left - 1
        if left == 1:
            self.supply.pop(at)

    def _begin_phase(self, name: str) -> None:
        for phase in self.view.phases:
            if phase.name == name:
                self.limit, self.rounds = phase.train_limit, max(1, phase.operating_rounds)

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
