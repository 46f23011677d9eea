"""The private auction: rows by cost, bids, and their resolution from the cheapest on (6)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because, pattern
from engine.core.state import Run
from engine.core.verbs import Choices
from engine.family import auction, starting, stock
from engine.family.auction import CONTEST, RULE, AuctionRules, bid_account, bids_on
from engine.family.choices import PrivateBid
from engine.family.operating import pay_privates
from engine.family.setup import SALE
from engine.family.with_private import comes_with
from engine.finance import money
from engine.titles.t1828.own import own

BIG = 250
"""Private companies of this cost each belong to a public company and cannot be sold again."""
AFTER_PURCHASE, AFTER_PASSING, ALL_PASSED = "after a purchase", "after passing", "over"


def is_big(p: Position, private: str) -> bool:
    """Is it one of those that come with a public company?"""
    return p.d.privates[private].cost == BIG


def unsold(p: Position) -> list[str]:
    """What is still for sale, cheapest row first, each row from the left."""
    return [private for private in own(p).row if p.s.privates[private] == SALE]


def cheapest_row(p: Position) -> list[str]:
    """What is left of the cheapest row."""
    left = unsold(p)
    return [private for private in left if p.d.privates[private].cost == p.d.privates[left[0]].cost]


def takeable(p: Position) -> str:
    """In the cheapest row, with no bid on it, while all others in the row have one (6.1)."""
    free = [private for private in cheapest_row(p) if not bids_on(p, private)] if unsold(p) else []
    return free[0] if len(free) == 1 else ""


RULES = AuctionRules(multiple=5, takeable=takeable, bought=comes_with, order=auction.lowest_first)


def _advance(p: Position, frame: Run) -> None:
    if not sells_one(p, frame):
        go_on(p, frame)


def sells_one(p: Position, frame: Run) -> bool:
    """One sale at a time, because a par or a contest may come in between. After all pass, privates pay."""
    if frame.step == ALL_PASSED:
        frame.step = AFTER_PASSING
    private = _next_to_resolve(p, frame.step)
    if private:
        bids = bids_on(p, private)
        if len(bids) == 1:
            player, amount = next(iter(bids.items()))
            auction.sold(p, private, player, amount, bid_account(player, private))
        else:
            lowest = min(bids, key=lambda player: bids[player])
            p.push(Run(rule=CONTEST, subject=private, step=lowest))
        return True
    if frame.step == AFTER_PASSING:
        p.emit("round", round="privates", number=1)
        pay_privates(p)
    frame.step = ""
    return False


def go_on(p: Position, frame: Run) -> None:
    """Pass the turn to the next player, or end the auction when all are sold."""
    stock.forget(frame, "pass")
    if not unsold(p):
        p.s.priority = frame.subject
        p.pop()


def _next_to_resolve(p: Position, step: str) -> str:
    """After a purchase, the first of a row in which all have bids (6.2); after passing, any that has a bid (6.1)."""
    if step == AFTER_PURCHASE and unsold(p):
        row = cheapest_row(p)
        return row[0] if all(bids_on(p, private) for private in row) else ""
    if step == AFTER_PASSING:
        return next((private for private in unsold(p) if bids_on(p, private)), "")
    return ""


def _deciders(p: Position, frame: Run) -> list[str]:
    return [] if frame.step or not unsold(p) else [frame.subject]


def _contest_over(p: Position, frame: Run) -> None:
    p.pop()


class Take(auction.Take):
    """Buy a private company outright."""

    def nothing_refusal(self, p: Position) -> Refusal:
        """More than one of the cheapest row has no bid yet."""
        free = tuple(p.d.privates[private].name for private in cheapest_row(p) if not bids_on(p, private))
        return Refusal(
            "a private company is bought outright only if it alone in the cheapest row has no bid",
            "6.1",
            because("{free:and} have none", free=free),
        )

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """Sell those that follow from it, then pass the turn on."""
        frame = p.on_top(Run)
        private = takeable(p)
        frame.subject, frame.step = p.left_of(seat), AFTER_PURCHASE
        stock.forget(frame, "pass")
        auction.sold(p, private, seat, p.d.privates[private].cost, seat)


class Bid(auction.Bid):
    """Bid on a private company."""

    takeable = pattern("{private} alone in the cheapest row has no bid, so you buy it at its price with `/take`")

    def do(self, p: Position, seat: str, args: PrivateBid) -> None:
        """Only the highest bid on a $250 private company stays (6.1)."""
        private = args.private
        super().do(p, seat, args)
        if not is_big(p, private):
            return
        for other in bids_on(p, private):
            if other != seat:
                account = bid_account(other, private)
                p.emit("overbid", player=other, private=private, amount=p.s.cash[account])
                money.pay(p, account, other, p.s.cash[account])


FRAMES = {
    **starting.FRAMES,
    RULE: FrameRule(Run, advance=_advance, deciders=_deciders, verbs=("take", "bid", "pass_auction")),
    CONTEST: replace(auction.FRAMES[CONTEST], advance=_contest_over),
}

VERBS = {**auction.VERBS, **starting.VERBS, "take": Take(), "bid": Bid()}
