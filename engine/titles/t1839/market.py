"""Two markets of one row each: where companies start, what a share brings, how prices move (7.2, 13)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Lot
from engine.family import starting
from engine.family.dividend import income, split
from engine.finance import market, prices, shares
from engine.finance.market import Box
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.define import LOCAL, MARKET, TRAINS
from engine.titles.t1839.own import own

FINISH = 300
FULL = 2
"""How many companies may stand at a price before nobody else can start there."""


def box_at(p: Position, price: int, name: str) -> Box:
    """The box of a price on one of the two markets."""
    return next(box for box in p.d.market.boxes.values() if box.price == price and box.market == name)


def par_prices(p: Position, company: str) -> tuple[int, ...]:
    """Pars in this phase, highest first (13.1)."""
    found = MARKET.local_par if is_lokaal(p, company) else TRAINS.par[p.s.phase]
    return tuple(sorted(found, reverse=True))


def all_pars(p: Position, company: str) -> tuple[int, ...]:
    """Pars in any phase, highest first."""
    found = MARKET.local_par if is_lokaal(p, company) else {price for pars in TRAINS.par.values() for price in pars}
    return tuple(sorted(found, reverse=True))


def par_refusal(p: Position, company: str, price: int) -> Refusal | None:
    """A par of this phase at which fewer than two other companies stand (13.1)."""
    pars = par_prices(p, company)
    if price not in pars:
        why = because("no company can start at {price} now", price=price)
        return Refusal(why, "13.1", starting.pars_of_phase(p, pars))
    box = box_at(p, price, p.d.companies[company].market)
    standing = p.s.market.get(box.id, [])
    if len(standing) < FULL:
        return None
    return Refusal(
        because("{standing:and} are at that price", standing=tuple(standing)),
        "13.1",
        "there is room for only two",
    )


def start(p: Position, player: str, company: str, price: int) -> None:
    """The marker goes under any others in its box (7.5)."""
    p.company(company).par = price
    prices.place(p, company, box_at(p, price, p.d.companies[company].market))
    p.emit("started", player=player, company=company, price=price)


def sale_price(p: Position, company: str) -> int:
    """The price; for a company that has not operated, one space to the left (7.2)."""
    box = prices.box_of(p, company)
    if box is None:
        return 0
    return box.price if p.company(company).turns else market.left(p.d.market, box).price


def fall(p: Position, lot: Lot) -> None:
    """One box left a share (7.2)."""
    box = prices.box_of(p, lot.company)
    if box is None:
        return
    for _ in range(lot.units):
        box = market.left(p.d.market, box)
    prices.move_marker(p, lot.company, box, "sale")


def paid_in_all(p: Position, kind: str) -> int:
    """Ten times what a share gets: the dividend that is compared with the price."""
    return split(income(p), kind)[0]


def after_dividend(p: Position, company: str, box: Box, kind: str) -> Box:
    """Left if it is below the price, right if it reaches it, right again if it is twice the price (13.2)."""
    paid = paid_in_all(p, kind)
    if paid >= 2 * box.price:
        return market.right(p.d.market, market.right(p.d.market, box))
    if paid >= box.price:
        return market.right(p.d.market, box)
    lower = market.left(p.d.market, box)
    return market.left(p.d.market, lower) if _had_no_train(p, company) else lower


def _had_no_train(p: Position, company: str) -> bool:
    """Was there no train to run? One that has just been discarded after its run has earned something."""
    charters = p.company(company).charters
    return not income(p) and not any(card.at in charters for card in p.s.trains.values())


def moved(p: Position, company: str, box: Box) -> None:
    """A price of f300 ends the game: at once, or after the operating round (10.1)."""
    if box.price == FINISH and box.market != LOCAL:
        own(p).reached_300 = True


def round_ended(p: Position) -> None:
    """Companies with shares in the pool fall, then those with none there nor in the offering rise (7.1).

    The first that comes to 300 ends the game at once: those after it do not rise any more (10.1).
    """
    for company in prices.price_order(p):
        box = prices.box_of(p, company)
        if box is not None and shares.units_at(p, shares.POOL, company):
            prices.move_marker(p, company, market.left(p.d.market, box), "pool")
    for company in prices.price_order(p):
        box = prices.box_of(p, company)
        on_sale = shares.certs_at(p, shares.IPO, company) or shares.certs_at(p, shares.POOL, company)
        if box is not None and not on_sale:
            prices.move_marker(p, company, market.right(p.d.market, box), "sold out")
        if own(p).reached_300:
            return


def convert(p: Position) -> None:
    """When dark red phase begins, the locals with the highest prices become majors, highest first (17.10)."""
    for company in prices.price_order(p):
        box = prices.box_of(p, company)
        if box is None or box.market != LOCAL or str(box.price) not in MARKET.conversion:
            continue
        target = box_at(p, MARKET.conversion[str(box.price)], "")
        prices.place(p, company, target)
        p.emit("converted", company=company, old=box.price, new=target.price)
    p.board_changed()
