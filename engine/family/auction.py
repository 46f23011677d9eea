"""The initial auction: buy or pass the cheapest private company, bid on the others, and settle contests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.seams import AuctionSeams
from engine.core.sentences import Sentence, because, pattern
from engine.core.state import Run
from engine.core.verbs import Choices, Plain, Shown, Span, Values
from engine.family import stock
from engine.family.choices import PrivateBid
from engine.family.setup import SALE
from engine.finance import money

RULE, CONTEST = "auction", "contest"
STEP = 5
"""How much more a bid must be."""


def printed_cost(p: Position, private: str) -> int:
    """What is printed on it."""
    return p.d.privates[private].cost


def _the_cheapest(p: Position) -> str:
    return unsold(p)[0]


def _nothing_comes(p: Position, private: str, player: str) -> None:
    """Nothing comes with a private company."""


def _nothing_follows(p: Position) -> None:
    """Nothing follows a sale."""


def clockwise(p: Position, private: str, after: str) -> list[str]:
    """A contest goes clockwise."""
    return p.from_left_of(after)


def bid_account(player: str, private: str) -> str:
    """Money set aside for a bid."""
    return f"bid:{player}:{private}"


def bound_bids(p: Position, private: str) -> dict[str, int]:
    """Bids whose money is set aside: as a rule all, until the private company is sold or their bidder drops out."""
    bids: dict[str, int] = {}
    for player in p.s.players:
        amount = p.s.cash.get(bid_account(player.id, private), 0)
        if amount:
            bids[player.id] = amount
    return bids


@runtime_checkable
class FreedBids(Protocol):
    """What a title remembers in which not every bid binds its money."""

    outbid: dict[str, int]
    """Bids that still count in a contest, and whose money is free."""


def freed_bid(player: str, private: str) -> str:
    """The name of such a bid."""
    return f"{player} {private}"


@dataclass(frozen=True, kw_only=True)
class AuctionRules(AuctionSeams[Position]):
    """The initial auction as most games have it."""

    price = printed_cost
    takeable = _the_cheapest
    bought = _nothing_comes
    acted = _nothing_comes
    resolved = _nothing_follows
    order = clockwise


def unsold(p: Position) -> list[str]:
    """Private companies still for sale, cheapest first."""
    return [private for private in p.d.privates if p.s.privates[private] == SALE]


def bids_on(p: Position, private: str) -> dict[str, int]:
    """Players' bids on a private company, in seating order, also those whose money is free."""
    bound = bound_bids(p, private)
    if p.s.privates[private] != SALE or not isinstance(p.s.own, FreedBids):
        return bound
    freed = p.s.own.outbid
    bids = {seat.id: bound.get(seat.id) or freed.get(freed_bid(seat.id, private), 0) for seat in p.s.players}
    return {player: amount for player, amount in bids.items() if amount}


def lowest_first(p: Position, private: str, after: str) -> list[str]:
    """A contest goes by increasing bids: the lowest bidder acts next."""
    bids = bids_on(p, private)
    return sorted((player for player in bids if player != after), key=lambda player: bids[player])


def set_aside(p: Position, player: str) -> int:
    """All the money a player has set aside for bids."""
    return sum(p.s.cash.get(bid_account(player, private), 0) for private in p.d.privates)


# --- the auction


def _auction(p: Position) -> Run:
    return next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == RULE)


def advance(p: Position, frame: Run) -> None:
    """A free company is forced on the player in turn; otherwise the auction is over."""
    if frame.step == "over" or not unsold(p):
        p.pop()
        return
    take(p, frame.subject)


def _deciders(p: Position, frame: Run) -> list[str]:
    left = unsold(p)
    if frame.step == "over" or not left or p.title.auction.price(p, left[0]) == 0:
        return []
    return [frame.subject if frame.subject in p.living else p.left_of(frame.subject)]


def take(p: Position, player: str) -> None:
    """Buy the cheapest; companies with bids follow, then the next player is on turn."""
    frame = _auction(p)
    private = unsold(p)[0]
    sold(p, private, player, p.title.auction.price(p, private), player)
    _acted(p, player)
    frame.subject = p.left_of(player)
    resolve(p)


def sold(p: Position, private: str, player: str, price: int, payer: str) -> None:
    """A private company changes hands for a price; what comes with it comes along."""
    p.emit("auction_sold", player=player, private=private, price=price)
    money.pay(p, payer, money.BANK, price)
    p.s.privates[private] = player
    p.title.auction.bought(p, private, player)


def resolve(p: Position) -> None:
    """Sell on while the next company has bids: one bid buys it, several are contested."""
    while unsold(p):
        private = unsold(p)[0]
        bids = bids_on(p, private)
        if len(bids) == 1:
            player, amount = next(iter(bids.items()))
            sold(p, private, player, amount, bid_account(player, private))
            continue
        if bids:
            highest = max(bids, key=lambda player: bids[player])
            p.push(Run(rule=CONTEST, subject=private, step=next_in_contest(p, private, highest)))
        break
    p.title.auction.resolved(p)


def _acted(p: Position, player: str, bid_on: str = "") -> None:
    p.title.auction.acted(p, bid_on, player)
    p.s.priority = p.left_of(player)
    stock.forget(_auction(p), "pass")


class Take(Plain[Choices]):
    """Buy the cheapest private company at its price."""

    shown = Shown.LIST

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """One must be for sale so; money."""
        private = p.title.auction.takeable(p)
        if not private:
            return self.nothing_refusal(p)
        cost = p.title.auction.price(p, private)
        if p.s.cash[seat] < cost:
            return Refusal(
                because("it costs {money}", money=money.money(p, cost)),
                p.title.sections["auction"],
                because("you have {cash} that is not tied up in bids", cash=p.s.cash[seat]),
            )
        return None

    def nothing_refusal(self, p: Position) -> Refusal:
        """Why none is for sale without a bid."""
        return Refusal("no private company is for sale now", p.title.sections["auction"])

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """Sold."""
        take(p, seat)


class Bid(Plain[PrivateBid]):
    """Bid on a private company that is not the cheapest, or raise in a contest."""

    shown = Shown.LIST
    takeable = pattern("{private} is the cheapest, so you buy it at its price with `/take` instead of bidding")
    """Why there is no bid on what can be bought outright."""

    def values(self, p: Position, seat: str, got: PrivateBid, slot: str) -> Values:
        """Those not yet sold; at least five more than cost and highest bid, as far as the money goes."""
        if slot == "private":
            return tuple(p.d.privates)
        most = p.s.cash[seat] + p.s.cash.get(bid_account(seat, got.private), 0)
        return Span(least_bid(p, got.private), most, p.title.auction.multiple)

    def cites(self, p: Position, slot: str) -> str:
        """How much a bid must be, and in what steps."""
        return p.title.sections["auction"] if slot == "amount" else ""

    def refuse(self, p: Position, seat: str, got: PrivateBid) -> Refusal | None:
        """Only on what is for sale, not on the cheapest, in a contest only on what is contested."""
        section = p.title.sections["auction"]
        if "private" not in got:
            return None
        private = got.private
        frame = p.top
        if private not in unsold(p):
            return Refusal(because("{private} is not for sale", private=private), section)
        contested = frame.subject if isinstance(frame, Run) and frame.rule == CONTEST else ""
        if contested and private != contested:
            return Refusal(because("bidding is only on {private} now", private=contested), section)
        if not contested and private == p.title.auction.takeable(p):
            return Refusal(because(self.takeable, private=private), section)
        money_left = p.s.cash[seat] + p.s.cash.get(bid_account(seat, private), 0)
        least = least_bid(p, private)
        if money_left < least:
            return Refusal(
                because("a bid on {private} is at least {money}", private=private, money=money.money(p, least)),
                section,
                _means(p, seat, private),
            )
        if "amount" in got and got.amount < least:
            return Refusal(
                because("a bid on {private} is at least {money}", private=private, money=money.money(p, least)), section
            )
        if "amount" in got and got.amount > money_left:
            return Refusal("you do not have that much to bid", section, _means(p, seat, private))
        return None

    def do(self, p: Position, seat: str, args: PrivateBid) -> None:
        """Set the money aside."""
        private, amount = args.private, args.amount
        account = bid_account(seat, private)
        money.pay(p, seat, account, amount - p.s.cash.get(account, 0))
        p.emit("bid", player=seat, private=private, amount=amount)
        frame = p.on_top(Run)
        if frame.rule == CONTEST:
            frame.step = next_in_contest(p, private, seat)
            return
        _acted(p, seat, private)
        frame.subject = p.left_of(seat)


def _means(p: Position, seat: str, private: str) -> Sentence:
    """What a player could bid: their money, and what is set aside for their own bid."""
    cash, bid = p.s.cash[seat], p.s.cash.get(bid_account(seat, private), 0)
    if not bid:
        return because("you have {cash}", cash=cash)
    return because("you can bid up to {cash}, of which {amount} is in your bid already", cash=cash + bid, amount=bid)


def least_bid(p: Position, private: str) -> int:
    """A step above cost and highest bid."""
    return max(p.d.privates[private].cost, *bids_on(p, private).values(), 0) + STEP


class PassAuction(Plain[Choices]):
    """Do nothing this turn, or leave the contest."""

    declines = True
    passes = True
    shown = Shown.DONE

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """When all have passed the round is over; in a contest the last one left buys."""
        frame = p.on_top(Run)
        if frame.rule == CONTEST:
            p.emit("passed", player=seat, by=CONTEST, private=frame.subject)
            account = bid_account(seat, frame.subject)
            following = next_in_contest(p, frame.subject, seat)
            if isinstance(p.s.own, FreedBids):
                p.s.own.outbid.pop(freed_bid(seat, frame.subject), None)
            money.pay(p, account, seat, p.s.cash.get(account, 0))
            frame.step = following
            return
        p.emit("passed", player=seat, by="choice")
        stock.remember(frame, "pass", by=seat)
        frame.subject = p.left_of(seat)
        if all(any(note.by == player for note in frame.used) for player in p.living):
            frame.step = "over"


# --- a contest among bidders


def next_in_contest(p: Position, private: str, after: str) -> str:
    """The next bidder after one."""
    bids = bids_on(p, private)
    return next((player for player in p.title.auction.order(p, private, after) if player in bids), after)


def _contest_deciders(p: Position, frame: Run) -> list[str]:
    bids = bids_on(p, frame.subject)
    if len(bids) < 2:
        return []
    return [frame.step if frame.step in bids else next_in_contest(p, frame.subject, frame.step)]


def _contest_over(p: Position, frame: Run) -> None:
    p.pop()
    resolve(p)


FRAMES = {
    RULE: FrameRule(Run, advance=advance, deciders=_deciders, verbs=("take", "bid", "pass_auction")),
    CONTEST: FrameRule(Run, advance=_contest_over, deciders=_contest_deciders, verbs=("bid", "pass_auction")),
}

VERBS = {"take": Take(), "bid": Bid(), "pass_auction": PassAuction()}
