"""1828 of 18xx.games: what the site reads otherwise in the auction, in stock rounds and in operating rounds."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run, Used
from engine.family import operating, starting
from engine.family import stock as family
from engine.family import trains as family_trains
from engine.finance import shares
from engine.overlay import on
from engine.titles.t1828 import auction, coal, mohawk, stock, trains
from engine.titles.t1828.market import in_gray

# --- the auction

PAR_DUE, LAST_PARS = "par due", "last pars"


def bought(p: Position, private: str, player: str) -> None:
    """The par is set after all sales."""
    if not auction.is_big(p, private) or not on(p, "auction_pars"):
        auction.RULES.bought(p, private, player)
        return
    auction.hand_over(p, private, player)
    frame = next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == auction.RULE)
    family.remember(frame, PAR_DUE, on=private, by=player)


def advance_auction(p: Position, frame: Run) -> None:
    """Pars that are due come when nothing more is sold and privates have paid."""
    if auction.sells_one(p, frame):
        return
    due = next((note for note in frame.used if note.what == PAR_DUE), None)
    if due is None:
        auction.go_on(p, frame)
        return
    frame.used.remove(due)
    frame.step = LAST_PARS
    starting.ask_for_par(p, due.by, due.on)


# --- stock rounds


class Buy(stock.Buy):
    """The second certificate of the gray area may follow a sale, and the first may make its buyer the director."""

    def twice(self, p: Position, first: Used) -> bool:
        """After a purchase, for whoever directs the company by now."""
        if not on(p, "gray_purchases"):
            return super().twice(p, first)
        plain = first.by in (shares.IPO, shares.POOL)
        return plain and in_gray(p, first.on) and shares.president(p, first.on) == family.turn_of(p).subject


class Sell(stock.Sell):
    """Later shares of a company are sold at the lower price."""

    def sold_before(self, p: Position, company: str) -> bool:
        """One may sell again."""
        return not on(p, "sales_of_one_company") and super().sold_before(p, company)


class Exchange(mohawk.Exchange):
    """The Mohawk & Hudson brings a share of any company; half a director's certificate is no purchase."""

    def gives(self, p: Position, company: str, source: str) -> bool:
        """Out of the offering also of companies that have not been started."""
        return super().gives(p, company, source) or (source == shares.IPO and on(p, "exchange_for_unstarted"))

    def is_purchase(self, p: Position, source: str) -> bool:
        """A single share is."""
        beside = source == mohawk.IPO_DIRECTOR and on(p, "exchange_for_director")
        return not beside and super().is_purchase(p, source)


# --- operating rounds


def laid(p: Position, hex_id: str, first: bool) -> None:
    """The tunnel's marker is lost when the Cobourg & Peterborough lays it."""
    signs = p.board.signs.get(coal.TUNNEL)
    if hex_id != coal.TUNNEL or not signs or p.d.is_company(operating.operator(p)) or not on(p, "cobourg_coal"):
        coal.laid(p, hex_id, first)
        return
    signs.remove(coal.SIGN)
    p.board_changed()


def helped(p: Position, company: str) -> str:
    """Also whose treasury could pay; and whoever begins to help an empty shell must see it through."""
    found = trains.in_want(p, company)
    return family_trains.MUST if found and on(p, "empty_shell") else found


def forced_refusal(p: Position, seller: str, needy: str, company: str, units: int) -> Refusal | None:
    """So it may end in bankruptcy."""
    rule = trains.too_much if on(p, "empty_shell") else trains.forced_refusal
    return rule(p, seller, needy, company, units)
