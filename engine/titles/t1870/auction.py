"""The initial stock round: private companies bought, bid on and auctioned (5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agenda import FrameRule
from engine.errors import Refusal
from engine.family import stock
from engine.family.stock import start_company
from engine.finance import money, shares
from engine.position import Position
from engine.state import AnyFrame, Ask, Run
from engine.titles.t1870.market import after_purchase
from engine.titles.t1870.options import option
from engine.titles.t1870.own import own
from engine.verbs import Got, Plain, Span, Values

SALE = "sale"
FRISCO, KATY = "SLSF", "MKT"
STEP = 5


def unsold(p: Position) -> list[str]:
    """Private companies still for sale, cheapest first."""
    return [private for private in p.d.privates if p.s.privates[private] == SALE]


def price_of(p: Position, private: str) -> int:
    """Printed cost, less what the cheapest has lost by general passing."""
    cut = own(p).price_cut if private == next(iter(p.d.privates)) else 0
    return p.d.privates[private].cost - cut


def bid_account(player: str, private: str) -> str:
    """Money set aside for a bid."""
    return f"bid:{player}:{private}"


def bids_on(p: Position, private: str) -> dict[str, int]:
    """Players' bids on a private company, in seating order."""
    found: dict[str, int] = {}
    for player in p.s.players:
        amount = p.s.cash.get(bid_account(player.id, private), 0)
        if amount:
            found[player.id] = amount
    return found


def set_aside(p: Position, player: str) -> int:
    """All the money a player has set aside for bids."""
    return sum(p.s.cash.get(bid_account(player, private), 0) for private in p.d.privates)


# --- the auction


def _auction(p: Position) -> Run:
    return next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == "auction")


def advance(p: Position, frame: AnyFrame) -> None:
    """A free company is forced on the player in turn; otherwise the auction is over."""
    assert isinstance(frame, Run)
    if frame.step == "over" or not unsold(p):
        p.pop()
        return
    take(p, frame.subject)


def _deciders(p: Position, frame: AnyFrame) -> list[str]:
    assert isinstance(frame, Run)
    left = unsold(p)
    if frame.step == "over" or not left or price_of(p, left[0]) == 0:
        return []
    return [frame.subject]


def _verbs(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    return ("take", "bid", "pass_auction")


def take(p: Position, player: str) -> None:
    """Buy the cheapest; companies with bids follow, then the next player is on turn."""
    frame = _auction(p)
    private = unsold(p)[0]
    _sold(p, private, player, price_of(p, private), player)
    _acted(p, player)
    frame.subject = p.left_of(player)
    resolve(p)


def _sold(p: Position, private: str, player: str, price: int, payer: str) -> None:
    p.emit("auction_sold", player=player, private=private, price=price)
    money.pay(p, payer, money.BANK, price)
    if private == FRISCO:
        p.s.privates[private] = "closed"
        shares.move(p, [p.d.certs_of[FRISCO][0]], player)
    else:
        p.s.privates[private] = player
    if private == KATY:
        shares.move(p, [cert for cert in p.d.certs_of[KATY] if p.s.certs[cert] == f"with:{KATY}"], player)


def resolve(p: Position) -> None:
    """Sell on while the next company has bids: one bid buys it, several are contested (5.7)."""
    frisco_to = ""
    while unsold(p):
        private = unsold(p)[0]
        bids = bids_on(p, private)
        if len(bids) == 1:
            player, amount = next(iter(bids.items()))
            _sold(p, private, player, amount, bid_account(player, private))
            if private == FRISCO:
                frisco_to = player
            continue
        if bids:
            highest = max(bids, key=lambda player: bids[player])
            p.push(Run(rule="contest", subject=private, step=next_in_contest(p, private, highest)))
        break
    chief = p.d.certs_of[FRISCO][0]
    if not frisco_to and p.s.certs[chief] in p.seats and not p.company(FRISCO).par:
        frisco_to = p.s.certs[chief]
    if frisco_to:
        p.push(Ask(rule="first_par", role=frisco_to, about=[FRISCO]))


def _acted(p: Position, player: str) -> None:
    own(p).last_bidder = player
    p.s.priority = p.left_of(player)
    stock.forget(_auction(p), "pass")


class Take(Plain):
    """Buy the cheapest private company at its price."""

    def refuse(self, p: Position, seat: str, got: Got) -> Refusal | None:
        """Money."""
        cost = price_of(p, unsold(p)[0])
        if p.s.cash[seat] < cost:
            return Refusal(f"it costs {money.money(p, cost)}", "5.7", f"you have {p.s.cash[seat]} not set aside")
        return None

    def do(self, p: Position, seat: str, args: Got) -> None:
        """Sold."""
        take(p, seat)


class Bid(Plain):
    """Bid on a private company that is not the cheapest, or raise in a contest."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """Which private, how much."""
        return ("private", "amount")

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """Those not yet sold; at least five more than cost and highest bid, as far as the money goes."""
        if slot == "private":
            return tuple(p.d.privates)
        private = str(got["private"])
        return Span(least_bid(p, private), p.s.cash[seat] + p.s.cash.get(bid_account(seat, private), 0))

    def refuse(self, p: Position, seat: str, got: Got) -> Refusal | None:
        """Only on what is for sale, not on the cheapest, in a contest only on what is contested."""
        if "private" not in got:
            return None
        private = str(got["private"])
        frame = p.top
        if private not in unsold(p):
            return Refusal(f"{private} is not for sale", "5.7")
        contested = frame.subject if isinstance(frame, Run) and frame.rule == "contest" else ""
        if contested and private != contested:
            return Refusal(f"only {contested} is contested now", "5.7")
        if not contested and private == unsold(p)[0]:
            return Refusal(f"{private} is the cheapest; take it instead of bidding", "5.7")
        money_left = p.s.cash[seat] + p.s.cash.get(bid_account(seat, private), 0)
        least = least_bid(p, private)
        if money_left < least:
            return Refusal(f"a bid on {private} is at least {money.money(p, least)}", "5.7", f"you have {money_left}")
        if "amount" in got and int(got["amount"]) < least:
            return Refusal(f"a bid on {private} is at least {money.money(p, least)}", "5.7")
        return None

    def do(self, p: Position, seat: str, args: Got) -> None:
        """Set the money aside."""
        private, amount = str(args["private"]), int(args["amount"])
        account = bid_account(seat, private)
        money.pay(p, seat, account, amount - p.s.cash.get(account, 0))
        p.emit("bid", player=seat, private=private, amount=amount)
        frame = p.top
        assert isinstance(frame, Run)
        if frame.rule == "contest":
            frame.step = next_in_contest(p, private, seat)
            return
        order = own(p).bidders.setdefault(private, [])
        order[:] = [*(player for player in order if player != seat), seat]
        _acted(p, seat)
        frame.subject = p.left_of(seat)


def least_bid(p: Position, private: str) -> int:
    """Five above cost and highest bid."""
    return max(p.d.privates[private].cost, *bids_on(p, private).values(), 0) + STEP


class PassAuction(Plain):
    """Do nothing this turn, or leave the contest."""

    def do(self, p: Position, seat: str, args: Got) -> None:
        """When all have passed the round is over; in a contest the last one left buys."""
        frame = p.top
        assert isinstance(frame, Run)
        p.emit("passed", player=seat, by="choice")
        if frame.rule == "contest":
            account = bid_account(seat, frame.subject)
            following = next_in_contest(p, frame.subject, seat)
            money.pay(p, account, seat, p.s.cash[account])
            frame.step = following
            return
        stock.remember(frame, "pass", by=seat)
        frame.subject = p.left_of(seat)
        if all(any(note.by == player for note in frame.used) for player in p.living):
            frame.step = "over"


# --- a contest among bidders


def next_in_contest(p: Position, private: str, after: str) -> str:
    """The next bidder to the left, or by a declared reading in the order of the bids."""
    bids = bids_on(p, private)
    order = p.from_left_of(after)
    if option(p, "contest_order") == "by_bids":
        row = own(p).bidders[private]
        at = row.index(after)
        order = row[at + 1 :] + row[:at]
    return next((player for player in order if player in bids), after)


def _contest_deciders(p: Position, frame: AnyFrame) -> list[str]:
    assert isinstance(frame, Run)
    return [frame.step] if len(bids_on(p, frame.subject)) > 1 else []


def _contest_verbs(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    return ("bid", "pass_auction")


def _contest_over(p: Position, frame: AnyFrame) -> None:
    assert isinstance(frame, Run)
    p.pop()
    resolve(p)


# --- the Frisco's par


def _par_deciders(p: Position, frame: AnyFrame) -> list[str]:
    assert isinstance(frame, Ask)
    return [] if p.company(FRISCO).par else [frame.role]


def _par_verbs(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    return ("set_par",)


def _par_set(p: Position, frame: AnyFrame) -> None:
    p.pop()


class SetPar(Plain):
    """The buyer of the Frisco's certificate sets its par value."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """The par."""
        return ("price",)

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """The boxes with a red outline."""
        return tuple(box.price for box in p.d.market.pars)

    def do(self, p: Position, seat: str, args: Got) -> None:
        """The railway is started."""
        start_company(p, seat, FRISCO, int(args["price"]))
        after_purchase(p, FRISCO)


FRAMES = {
    "auction": FrameRule(advance=advance, deciders=_deciders, verbs=_verbs),
    "contest": FrameRule(advance=_contest_over, deciders=_contest_deciders, verbs=_contest_verbs),
    "first_par": FrameRule(advance=_par_set, deciders=_par_deciders, verbs=_par_verbs),
}
