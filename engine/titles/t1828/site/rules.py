"""1828 of 18xx.games: what the site plays differently in the auction, stock rounds and operating rounds."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run
from engine.family import homes, opening, operating, starting
from engine.family import stock as family
from engine.family import trains as family_trains
from engine.family.choices import ParChoices, Purchase
from engine.family.own_hex import PaidTile
from engine.family.with_private import hand_over
from engine.finance import holding, money, shares
from engine.overlay import on, on_site
from engine.titles.t1828 import auction, coal, merger, mohawk, stock, trains
from engine.titles.t1828.market import in_gray
from engine.titles.t1828.site.hopes import strict
from engine.titles.t1828.site.idle import has_empty_shell

# --- the auction

PAR_DUE, LAST_PARS = "par due", "last pars"
SHARE_SOURCES = (shares.IPO, shares.POOL, mohawk.MOHAWK)
"""Where the share bought as the turn's purchase came from."""
MOST_IN_GRAY = 2


def bought(p: Position, private: str, player: str) -> None:
    """The par is set after all sales."""
    if not auction.is_big(p, private) or not on(p, "auction_pars"):
        auction.RULES.bought(p, private, player)
        return
    hand_over(p, private, player)
    frame = next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == auction.RULE)
    family.remember(frame, PAR_DUE, on=private, by=player)


def advance_auction(p: Position, frame: Run) -> None:
    """Pars are set when nothing more is sold and privates have paid."""
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
    """The current director of a company in the gray area may buy two of its shares, after anything except a start.

    They may follow a sale, a merger, or the Mohawk & Hudson; shares of another company bar them.
    """

    def goes_on(self, p: Position, got: Purchase) -> bool:
        """No more than two of one company."""
        if not on(p, "gray_purchases"):
            return super().goes_on(p, got)
        turn = family.turn_of(p)
        bought = [note for note in turn.used if note.what == "bought"]
        shares_of = [note.on for note in bought if note.by in SHARE_SOURCES]
        if not bought or not all(note.by in SHARE_SOURCES or note.by == merger.MERGED for note in bought):
            return False
        if len(set(shares_of)) > 1 or len(shares_of) >= MOST_IN_GRAY:
            return False
        if "company" not in got:
            return True
        company = got.company
        directs = shares.president(p, company) == turn.subject
        return set(shares_of) <= {company} and in_gray(p, company) and directs


class Sell(stock.Sell):
    """Later shares of a company are sold at the lower price."""

    def sold_before(self, p: Position, company: str) -> bool:
        """One may sell again."""
        return not on(p, "sales_of_one_company") and super().sold_before(p, company)


class Exchange(mohawk.Exchange):
    """The Mohawk & Hudson brings a share of any company; half a director's certificate is not a purchase."""

    def gives(self, p: Position, company: str, source: str) -> bool:
        """Also from the IPO of companies that have not been started."""
        return super().gives(p, company, source) or (source == shares.IPO and on(p, "exchange_for_unstarted"))

    def is_purchase(self, p: Position, source: str) -> bool:
        """A single share is."""
        beside = source == mohawk.IPO_DIRECTOR and on(p, "exchange_for_director")
        return not beside and super().is_purchase(p, source)

    def do(self, p: Position, seat: str, args: mohawk.ShareWanted) -> None:
        """A second share of a company that has not been started makes its owner the director."""
        super().do(p, seat, args)
        company, chief = args.company, p.d.certs_of[args.company][0]
        if shares.started(p, company) or p.s.certs[chief] != shares.IPO or not on_site(p):
            return
        singles = shares.certs_at(p, seat, company)
        if len(singles) >= p.d.certs[chief].units:
            shares.move(p, singles, shares.IPO)
            shares.move(p, [chief], seat)
            p.emit("president", company=company, player=seat, old="")


class Par(opening.Par[ParChoices]):
    """A company that has a director before it is started is started with one share."""

    def refuse(self, p: Position, seat: str, got: ParChoices) -> Refusal | None:
        """It costs par once."""
        if "company" not in got or not _only_directed(p, got.company):
            return super().refuse(p, seat, got)
        refusal = family.buying_refusal(p) or starting.start_refusal(p, seat, got)
        if refusal or "price" not in got:
            return refusal
        dear = money.short(p, seat, got.price, p.title.sections["start"])
        return dear or holding.room_refusal(p, seat, got.company, 1, 1)

    def do(self, p: Position, seat: str, args: ParChoices) -> None:
        """Any player may become the director this way."""
        company = args.company
        if not _only_directed(p, company):
            super().do(p, seat, args)
            return
        family.remember(family.turn_of(p), "bought", on=company)
        family.act_for_priority(p, seat)
        money.pay(p, seat, money.BANK, args.price)
        starting.start_company(p, seat, company, args.price)
        of_what = {"player": seat, "company": company, "source": shares.IPO, "shares": 1}
        p.emit("bought", **of_what, price=args.price, amount=args.price)
        shares.move(p, shares.in_offering(p, company)[:1], seat)
        shares.settle_presidency_after_buying(p, company, seat)
        p.title.stock.after_purchase(p, company)


def _only_directed(p: Position, company: str) -> bool:
    """Does a player hold the director's certificate of a company that has not been started?"""
    return bool(shares.president(p, company)) and not shares.started(p, company) and not p.company(company).closed


# --- operating rounds


def laid(p: Position, hex_id: str, first: bool) -> None:
    """The Cobourg & Peterborough loses the tunnel's marker; homes are chosen when a company operates."""
    signs = p.board.signs.get(coal.TUNNEL)
    if hex_id == coal.TUNNEL and signs and not p.d.is_company(operating.operator(p)) and on(p, "cobourg_coal"):
        signs.remove(coal.SIGN)
        p.board_changed()
    else:
        coal.tunnel_laid(p, hex_id)
    homes.laid(p, hex_id, first, later=on_site(p))


class Scranton(PaidTile):
    """A tile of the track step, and of no later one."""

    def right_refusal(self, p: Position) -> Refusal | None:
        """Then the site is through with track."""
        late = operating.this_turn(p).step != "track" and strict(p)
        return super().right_refusal(p) or (
            Refusal("the Delaware & Hudson's tile is laid with the company's own track", self.section) if late else None
        )


def helped(p: Position, company: str) -> str:
    """Also companies whose treasury could pay, and systems without a route; who begins to help a shell must finish."""
    found = trains.in_want(p, company)
    if strict(p) and has_empty_shell(p, company) and family_trains.cheapest(p) is not None:
        found = found or family_trains.MAY
    return family_trains.MUST if found and on(p, "empty_shell") else found


def forced_refusal(p: Position, seller: str, needy: str, company: str, units: int) -> Refusal | None:
    """This may end in bankruptcy."""
    rule = trains.too_much if on(p, "empty_shell") else trains.forced_refusal
    return rule(p, seller, needy, company, units)
