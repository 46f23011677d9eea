"""A seat's worth to the robot: money, future income from shares, and what its companies will cost it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from msgspec.structs import replace

from bot.robots.foresight.lasting import (
    cheapest,
    due_after,
    dying,
    horizon,
    is_last_round,
    lasting,
    needed,
    outlast,
    until_bought,
    ware_of,
)
from bot.robots.foresight.leads import leads, soon
from bot.robots.foresight.needs import (
    CAPITAL,
    KEEPS,
    funds,
    missing,
    owed_soon,
    sold,
    spent,
)
from bot.robots.foresight.prospect import income
from engine import Game
from engine.view import CompanyView, PrivateView, View, WareView

FLOATING = 0.7
"""The value of one more share sold of one's own company, until it floats, in parts of its price."""
RISE, FALL = 0.05, -0.04
"""What a price changes by in a round: of a company that pays, and of one that pays next to nothing."""
PAYS = 0.015
SALE = 0.6
"""The part of its shares' price that a seat can be sure to get when it must sell."""
PAID = 0.8
"""What a dollar costs that a president will have to add: less than a dollar, because something may yet be done."""
IN_TIME = 0.5
"""The same for all later trains: there is time to leave the company to somebody else."""
FORCED, RUIN = 1.2, 3.0
"""What a dollar costs that must be raised by selling shares, and one that cannot be raised."""
OWN = 0.025
"""What a dollar in a treasury is worth to the president, for each share."""
LEFT = 0.4
"""The part that counts of what a company will owe if its president may sell shares to leave it to the seat."""
ALONE, POOR = 2, 0.7
"""The part that counts of a company which its president's certificate alone floats: nobody else has bought of it, and
its price rises only when all of its shares are sold.
"""
HEIRS, POOL = 2, 5
"""The least shares with which one may become a president, and the most that the pool holds."""
SOON = 2.0
"""In how many rounds a private company has to be sold at the latest, to count with its price."""
USUAL_TRAINS = 2
"""The most trains a company buys in its first turns."""
GENERATIONS = 3
"""The most times that a company's trains are replaced in a forecast."""
UNSURE = 0.25
"""The part that counts of a train that is needed only if the game goes on longer than expected."""
FADING = 0.5
"""The part that counts of what trains earn that are about to rust."""
GROWS = 0.2
"""The part of a company's network that is laid in a turn."""
AIDED = 0.6
"""The part that counts of what a company earns only when its president has paid for its train."""


def to_float(view: View, company: CompanyView) -> int:
    """What they cost."""
    return missing(view, company) * (company.par or company.price)


@dataclass(frozen=True)
class Outlook:
    """What is to come. Moves that are compared share one: else a sale that takes a dollar from the bank could seem to
    make the game longer, and every share worth more.
    """

    rounds: float
    """How many operating rounds."""
    earns: Mapping[str, float]
    """What each company will earn in one: a grown one with its trains, or the next it can buy, on the track that is
    there; a young one with trains that it may still buy, on track that is nearly there.
    """
    top: float
    """The highest price there is: a share that has reached it only pays."""


def outlook(view: View, game: Game) -> Outlook:
    """What is to come after this position."""
    return Outlook(horizon(view), Promises(view, game), max((box.price for box in view.market.boxes), default=0))


class Promises(Mapping[str, float]):
    """What each company promises, worked out when it is asked for: as a rule only a few are."""

    def __init__(self, view: View, game: Game) -> None:
        self.view, self.game = view, game
        self.companies = {one.symbol: one for one in (*view.companies, *view.builders)}
        self.known = {one.symbol: 0.0 for one in (*view.builders, *(one for one in view.companies if one.closed))}

    def __getitem__(self, company: str) -> float:
        if company not in self.known:
            self.known[company] = promise(self.view, self.game, self.companies[company])
        return self.known[company]

    def __iter__(self) -> Iterator[str]:
        return iter(self.companies)

    def __len__(self) -> int:
        return len(self.companies)


def promise(view: View, game: Game, company: CompanyView) -> float:
    """What a company will earn in a round."""
    ware = cheapest(view)
    trains = lasting(view, company)
    # A young company's track is not there yet.
    grown = min(1.0, GROWS * company.turns)
    now = 0.0
    if company.turns:
        # A train that it must buy somehow runs, too; those that are about to rust may last longer than it seems.
        have = trains or ([ware.kind] if ware is not None else [])
        now = float(income(game, company.symbol, have)) if have else 0.0
        if len(trains) < len(company.trains):
            now += FADING * max(0.0, income(game, company.symbol) - now)
    if grown == 1.0:
        return now
    if ware is not None and not company.turns:
        trains += [ware.kind] * _first_trains(view, company, ware)
    elif ware is not None and funds(company) >= ware.price:
        trains.append(ware.kind)
    later = soon(leads(view, company), [ware_of(view, kind).stops for kind in trains]) if trains else 0.0
    return max(now, grown * now + (1 - grown) * later)


def _first_trains(view: View, company: CompanyView, ware: WareView) -> int:
    """How many trains it will buy in its first turns."""
    money = funds(company) if company.floated else CAPITAL * (company.par or usual_par(view))
    return min(USUAL_TRAINS, max(1, int(money // ware.price)))


def standing(
    view: View, seat: str, coming: Outlook, floating: float = FLOATING, needs: Mapping[str, float] | None = None
) -> float:
    """A seat's worth: everything it has, valued by what it will bring. `floating` is what each share sold of its own
    company is worth until that floats; `needs` what presidents must add soon, if that is known already.
    """
    me = next(one for one in view.seats if one.id == seat)
    companies = {one.symbol: one for one in view.companies}
    total = float(me.cash or 0) + sum(
        held.units * unit_value(view, companies[held.company], coming) for held in me.shares
    )
    total += sum(private_value(view, one, coming.rounds) for one in view.privates if one.id in me.privates)
    total += sum(bid.amount for one in view.privates for bid in one.bids if bid.seat == seat and bid.bound)
    for company in view.companies:
        if company.closed or company.president != seat:
            continue
        if not company.floated:
            total += floating * (company.par or company.price) * min(sold(view, company), company.floats_at)
            continue
        units = next((held.units for held in me.shares if held.company == company.symbol), 0)
        total += OWN * units * ((company.treasury or 0) + _private_income(view, company, coming.rounds))
    return total - debts(view, seat, coming, needs).cost()


@dataclass(frozen=True)
class Debts:
    """What a seat will have to add for trains, and what it has for that."""

    soon: Mapping[str, float]
    """By company."""
    later: Mapping[str, float]
    left: float
    """The part that counts of what others may leave to it."""
    cash: float
    liquid: float
    """What it can be sure to get for its shares."""

    def of(self, company: str) -> float:
        """What it will have to add for one of its companies, now or later."""
        return self.soon.get(company, 0.0) + self.later.get(company, 0.0)

    @property
    def in_all(self) -> float:
        """The same for all of them."""
        return sum(self.soon.values()) + sum(self.later.values())

    def cost(self, spent: float = 0.0, more: float = 0.0) -> float:
        """What they cost, also when so much cash has been spent on something that cannot be sold, or so much more is
        owed.
        """
        left = self.left + more
        soon, in_all = sum(self.soon.values()) + left, self.in_all + left
        return (1 - IN_TIME) * self._burden(soon, spent) + IN_TIME * self._burden(in_all, spent)

    def _burden(self, owed: float, spent: float) -> float:
        """What cannot be paid in cash costs forced sales, or everything."""
        cash = max(0.0, self.cash - spent)
        short = max(0.0, owed - cash)
        return PAID * min(owed, cash) + FORCED * min(short, self.liquid) + RUIN * max(0.0, short - self.liquid)


def debts(view: View, seat: str, coming: Outlook, needs: Mapping[str, float] | None = None) -> Debts:
    """What a seat's companies will cost it; `needs` as for `standing`."""
    me = next(one for one in view.seats if one.id == seat)
    units = {held.company: held.units for held in me.shares}
    needs = owed_by_presidents(view) if needs is None else needs
    soon, later, left, liquid = dict[str, float](), dict[str, float](), 0.0, 0.0
    for company in view.companies:
        if company.closed or not company.floated:
            continue
        symbol, mine = company.symbol, units.get(company.symbol, 0)
        liquid += SALE * company.price * max(0, mine - (2 if company.president == seat else 0))
        if company.president != seat:
            left += LEFT * _may_be_left(view, company, seat, mine, coming, needs) if mine >= HEIRS else 0.0
            continue
        soon[symbol] = owed_now(view, company, needs)
        later[symbol] = _beyond(view, company, coming, soon[symbol])
    return Debts(soon, later, left, float(me.cash or 0), liquid)


def _beyond(view: View, company: CompanyView, coming: Outlook, now: float) -> float:
    """What a company will cost its president later, beyond what it does now."""
    more = owed_later(view, company, coming.earns[company.symbol])
    # Of trains that last, the next one is the one after them.
    return max(0.0, more - now) if lasting(view, company) else more


def _may_be_left(
    view: View, company: CompanyView, seat: str, mine: int, coming: Outlook, needs: Mapping[str, float]
) -> float:
    """What a company will owe if its president gains by selling shares until it is the seat's, and may do so."""
    held = {
        other.id: next((one.units for one in other.shares if one.company == company.symbol), 0) for other in view.seats
    }
    dumped = held.pop(company.president, 0) - mine + 1
    if dumped + company.pool > POOL or mine < max(held.values()):
        return 0.0
    now = owed_now(view, company, needs)
    owes = now + IN_TIME * _beyond(view, company, coming, now)
    return owes if owes > dumped * max(0.0, unit_value(view, company, coming) - company.price) else 0.0


def owed_by_presidents(view: View) -> Mapping[str, float]:
    """What presidents must add for trains soon."""
    return owed_soon(view, last=is_last_round(view))


def owed_now(view: View, company: CompanyView, needs: Mapping[str, float]) -> float:
    """What a company's president must add soon; `needs`: what follows from everybody's next turns."""
    return max(shortage(view, company), needs.get(company.symbol, 0.0))


def shortage(view: View, company: CompanyView) -> float:
    """What the company's next train will cost its president."""
    ware = needed(view)
    if ware is None or lasting(view, company):
        return 0.0
    missing, kinds = max(0, ware.price - funds(company)), [train.kind for train in company.trains]
    if outlast(view, kinds):
        # The game may go on all the same.
        return 0.0 if is_last_round(view) else UNSURE * missing
    return missing * (0.5 if set(kinds) - spent(view) else 1.0)


def owed_later(view: View, company: CompanyView, earns: float) -> float:
    """What all trains after the next one, or after those that last, will cost its president: what the company has, and
    a part of what it earns before, pays for them.
    """
    return _owed_later(view, float(funds(company)), lasting(view, company), earns)


def added_later(view: View, company: CompanyView, earns: float, cost: int, kind: str = "") -> float:
    """How much more its president will have to add then if the company spends this, perhaps on a train that lasts."""
    treasury, kinds = float(funds(company)), lasting(view, company)
    then = [*kinds, kind] if kind and not dying(view, kind) else kinds
    return max(
        0.0, _owed_later(view, max(0.0, treasury - cost), then, earns) - _owed_later(view, treasury, kinds, earns)
    )


def _owed_later(view: View, treasury: float, kinds: Sequence[str], earns: float) -> float:
    due, owed, at = due_after(view, kinds), 0.0, 0.0
    if due is not None and not kinds:
        treasury, due = max(0.0, treasury - due.ware.price), due_after(view, [due.ware.kind])
    for _ in range(GENERATIONS):
        if due is None:
            break
        treasury += KEEPS * max(0.0, due.rounds - at) * earns
        owed += max(0.0, due.ware.price - treasury)
        treasury, at = max(0.0, treasury - due.ware.price), max(at, due.rounds)
        due = due_after(view, [due.ware.kind])
    return owed


def once_floated(company: CompanyView) -> CompanyView:
    """A company as it will be when its shares are sold: with the money that it gets then."""
    price = company.price or company.par
    return replace(company, floated=True, price=price, treasury=company.treasury or CAPITAL * price)


def unit_value(view: View, company: CompanyView, coming: Outlook) -> float:
    """The value of a share, with its future dividends and price moves."""
    if not company.floated:
        return likely_price(view, company) * (1.15 - 0.05 * missing(view, company))
    ahead, each = coming.rounds, revenue(view, company, coming.earns[company.symbol]) / 10
    rises = RISE if each > PAYS * company.price else FALL
    price = min(company.price * (1 + ahead * rises), max(coming.top, company.price))
    return max(price + 0.75 * ahead * each, 0.2 * company.price)


def usual_par(view: View) -> float:
    """The likely price of a share of a company without a par."""
    pars = sorted(box.price for box in view.market.boxes if box.par)
    return pars[len(pars) // 2] if pars else 0.0


def likely_price(view: View, company: CompanyView) -> float:
    """What a share costs, or, of a company without a par, what it will be worth."""
    return company.price or usual_par(view) * (POOR if company.floats_at <= ALONE else 1.0)


def revenue(view: View, company: CompanyView, promised: float) -> float:
    """What a company earns per round, as far as is visible: what it promises, and later what it ran for."""
    ware = cheapest(view)
    can_buy = ware is not None and funds(company) >= ware.price
    if lasting(view, company) or can_buy or not company.turns:
        return promised
    return AIDED * promised


def private_value(view: View, private: PrivateView, rounds: float) -> float:
    """A private company's income until it closes or for some rounds, and what a company will pay for it before that."""
    ahead = min(rounds, _until_closed(view, private.id))
    return 0.7 * private.cost * min(1.0, ahead / SOON) + private.revenue * min(ahead, 4.0)


def _private_income(view: View, company: CompanyView, rounds: float) -> float:
    """What private companies will pay the company that owns them."""
    owned = (one for one in view.privates if one.id in company.privates)
    return sum(one.revenue * min(rounds, _until_closed(view, one.id)) for one in owned)


def _until_closed(view: View, private: str) -> float:
    """In about how many rounds a phase closes a private company."""
    names = [phase.name for phase in view.phases]
    later = view.phases[names.index(view.phase) + 1 :] if view.phase in names else view.phases
    killer = next((phase.on for phase in later if phase.closes_privates or private in phase.closes), "")
    return until_bought(view, killer) if killer else inf
