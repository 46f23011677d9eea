"""1830 of 18xx.games: what the site plays differently."""

from __future__ import annotations

from engine.board.markers import homes_of
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run
from engine.family import defaults, emergency, homes, privates
from engine.family import stock as family
from engine.family.choices import PrivatePurchase, Purchase
from engine.family.ending import finish
from engine.finance import lots, money, prices, shares
from engine.titles.t1830 import powers, title
from engine.titles.t1830.script import BALTIMORE

# --- the stock round


class Buy(title.Buy):
    """Shares of a brown company may follow its other shares or a private company, with or without sales in between."""

    def goes_on(self, p: Position, got: Purchase) -> bool:
        """No share of another company was bought this turn."""
        bought = [note.on for note in family.turn_of(p).used if note.what == "bought"]
        companies = {name for name in bought if name in p.d.companies}
        if not bought or len(companies) > 1:
            return False
        if "company" not in got:
            return all(self.many(p, company, shares.POOL) for company in companies)
        company = got.company
        return companies <= {company} and self.many(p, company, got.from_ if "from" in got else shares.POOL)


class BuyInTurn(privates.BuyInTurn[PrivatePurchase]):
    """The buyer of the Baltimore & Ohio keeps it."""

    def refuse(self, p: Position, seat: str, got: PrivatePurchase) -> Refusal | None:
        """Any other."""
        if "private" in got and got.private == BALTIMORE:
            return Refusal(because("{private} cannot be bought", private=BALTIMORE), "private companies")
        return super().refuse(p, seat, got)


class Exchange(powers.Exchange):
    """The Mohawk & Hudson may bring as much of the NYC as a player may hold anyway."""

    def bound(self, p: Position) -> int:
        """All of it in orange and brown."""
        return p.title.holding.most_units(p, powers.NEW_YORK)


# --- a company's turn


def enter_home(p: Position, frame: Run) -> None:
    """On a bare hex the first city is used."""
    company = frame.subject
    stops = homes_of(p, company)
    if p.company(company).home_placed or p.ground.track(stops[0].split("/")[0]).pieces:
        homes.choose_home(p, frame)
    else:
        homes.put_home(p, company, company, stops[0])


def track_waits(p: Position, frame: Run) -> bool:
    """The site asks for track until a tile is laid, whether one could be or not."""
    return not any(used(frame, what) for what in ("yellow", "upgrade"))


def bankrupt(p: Position, player: str, company: str) -> None:
    """A bankrupt player first sells everything that may be sold, highest price first; the money is lost."""
    p.emit("bankrupt", player=player, company=company)
    for other in prices.price_order(p):
        while units := _sellable(p, player, company, other):
            defaults.lot_to_market(p, lots.sell(p, player, other, units))
    money.pay(p, player, money.BANK, p.s.cash[player])
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")


def _sellable(p: Position, player: str, needy: str, company: str) -> int:
    """How much of a company the pool still takes; even now the company that needs the train may not change hands."""
    for units in range(shares.units_at(p, player, company), 0, -1):
        kept = emergency.needy_refusal(p, player, needy, company, units)
        if kept is None and lots.refusal(p, player, company, units) is None:
            return units
    return 0
