"""How a game of 1870 ends, and what everybody is worth (13, 14)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.position import Position
from engine.core.state import End
from engine.family import emergency
from engine.family.auction import set_aside
from engine.family.ending import finish
from engine.family.floating import sold_units
from engine.family.privates import CLOSED
from engine.finance import lots, prices, shares
from engine.finance.market import Box
from engine.titles.t1870.market import FINISH
from engine.titles.t1870.own import own

CHEAPEST_START = 68
PRESIDENTS_SHARES = 2
SHARES_TO_FLOAT = 6


def net_worth(p: Position, player: str) -> int:
    """Cash, shares at market value, private companies at cost; of a bankrupt player what could not be sold (13.1)."""
    if p.seat(player).out != "bankrupt":
        return p.s.cash[player] + set_aside(p, player) + papers(p, player)
    sellable = {company: emergency.most_sellable(p, player, company) for company in p.d.companies}
    return papers(p, player) - sum(units * prices.price(p, company) for company, units in sellable.items())


def papers(p: Position, player: str) -> int:
    """What a player's shares and private companies are worth."""
    held = sum(shares.units_at(p, player, company) * prices.price(p, company) for company in p.d.companies)
    return held + sum(p.d.privates[private].cost for private, owner in p.s.privates.items() if owner == player)


def score(p: Position, why: str, worth_of: Callable[[Position, str], int] = net_worth) -> End:
    """The player with the highest worth wins; a stalemate has no winner."""
    worth = {seat.id: worth_of(p, seat.id) for seat in p.s.players}
    best = max(worth.values())
    winners = [] if why == "stalemate" else [player for player, amount in worth.items() if amount == best]
    return End(why=why, worth=worth, winners=winners)


def bankrupt(p: Position, player: str, company: str) -> None:
    """A president who cannot pay ends the game (13.1)."""
    p.emit("bankrupt", player=player, company=company)
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")


def reached_finish(p: Position) -> bool:
    """Variant 16.1: has a price reached $400?"""
    return own(p).finish and p.s.options["finish_at_400"] == "yes"


def note_price(p: Position, company: str, box: Box) -> None:
    """A price that has reached $400 ends the game, even if sales push it down before the turn is over."""
    if box.price >= FINISH:
        own(p).finish = True


def stalemate(p: Position) -> bool:
    """Nothing operates, nothing can start, every private company is closed or was sold to a company (13.3)."""
    if any(still_pays(p, private, owner) for private, owner in p.s.privates.items()):
        return False
    if any(company.floated and not company.closed for company in p.s.companies.values()):
        return False
    return not any(_can_float(p, symbol) for symbol, company in p.s.companies.items() if not company.closed)


def still_pays(p: Position, private: str, owner: str) -> bool:
    """Does a player own the private company, or could one buy it back from the pool?"""
    if owner == shares.POOL:
        return any(_purse(p, player) >= p.d.privates[private].cost for player in p.living)
    return owner != CLOSED and not p.d.is_company(owner)


def _can_float(p: Position, company: str) -> bool:
    """Could the players together, at the lowest par, buy the shares that the company needs to operate?"""
    par = p.company(company).par
    affordable = [_purse(p, player) // (par or CHEAPEST_START) for player in p.living]
    if not par and max(affordable) < PRESIDENTS_SHARES:
        return False
    return sum(affordable) + sold_units(p, company) >= SHARES_TO_FLOAT


def _purse(p: Position, player: str) -> int:
    """A player's money, plus what their shares would bring."""
    total = p.s.cash[player]
    for company in p.d.companies:
        held = shares.units_at(p, player, company)
        sold = max((n for n in range(1, held + 1) if lots.refusal(p, player, company, n) is None), default=0)
        total += sold * prices.price(p, company)
    return total
