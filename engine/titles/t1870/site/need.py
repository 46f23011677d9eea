"""1870 of 18xx.games: what the site plays differently when money must be raised for a train, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.agenda import FrameRule, used
from engine.core.errors import Refusal
from engine.core.parts import nobody
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import End, Raise, Run
from engine.family import emergency
from engine.family.ending import finish
from engine.finance import lots, money, prices, shares
from engine.overlay import on
from engine.titles.t1870 import ending, forced, stock
from engine.titles.t1870.protection import settle_lot
from engine.titles.t1870.title import TITLE

# --- forced sales


def settle(p: Position) -> str:
    """Prices fall after the train has been bought, at the end of the turn."""
    if on(p, "lots_in_need"):
        return "turn"
    return "after_train" if on(p, "forced_sales") else forced.settle(p)


def raise_verbs(p: Position, frame: Raise, seat: str) -> Sequence[str]:
    """The company may do all that it may do at any time."""
    usual = emergency.raise_verbs(p, frame, seat)
    return (*usual, *p.title.operating.any_time) if on(p, "acts_in_need") else usual


def _settle_lots(p: Position, frame: Run) -> None:
    """One lot after the other. When the company has closed, what comes after the next decision waits for a later turn.

    The site goes on to the next company as soon as somebody acts in the turn of one that is no more.
    """
    if frame.subject in p.seats:  # In games with some of these readings a seller's lots follow the purchase.
        emergency.settle_lots(p, frame)
        return
    gone = p.company(frame.subject).closed
    if not p.s.lots or (gone and frame.step == "asked"):
        p.pop()
        return
    lot = p.s.lots[0]
    lot.price = prices.price(p, lot.company)
    settle_lot(p, lot)
    if p.top is not frame:
        frame.step = "asked" if gone else ""


FRAMES = {
    emergency.LOTS: FrameRule(Run, advance=_settle_lots, deciders=nobody),
    emergency.RULE: replace(
        emergency.FRAMES[emergency.RULE],
        verbs=(*emergency.RAISE_VERBS, *TITLE.operating.any_time),
        offers=raise_verbs,
    ),
}


def settle_lots(p: Position, frame: Run) -> bool:
    """What has been sold in this turn, or is left from one before."""
    if not p.s.lots or not on(p, "lots_in_need"):
        return False
    p.push(Run(rule=emergency.LOTS, subject=frame.subject))
    return True


def must_go_on(p: Position, seat: str, needy: str) -> bool:
    """Nobody has to sell down to a limit."""
    return not on(p, "forced_over_limit") and forced.must_go_on(p, seat, needy)


def block_refusal(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """A player with more than 60% sells down to 60%, or sells nothing if the pool has no room for that."""
    held, most = shares.units_at(p, seller, company), stock.most_units(p, company)
    if on(p, "blocks_in_need") and held - units > most:
        return Refusal(because("you must sell {company} down to 60%", company=company), "5.9")
    return stock.block_refusal(p, seller, company, units)


class Bankrupt(emergency.Bankrupt):
    """In the first turn nothing that could be sold counts."""

    def can_raise(self, p: Position, seat: str, needy: str) -> bool:
        """Only the cash counts then."""
        first = p.s.clock.turn == 1 and on(p, "blocks_in_need")
        return emergency.missing(p, seat, needy) == 0 if first else super().can_raise(p, seat, needy)


def forced_refusal(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Whatever is left over, and even if the train cannot be paid for in the end."""
    return (
        forced.limits_first(p, seat, needy, company)
        or block_refusal(p, seat, company, units)
        or (None if on(p, "bankrupt_worth") else forced.dead_end(p, seat, needy, company, units))
        or forced.too_much(p, seat, needy, company, units)
        or (None if on(p, "forced_sales") else forced.left_over(p, seat, needy, company, units))
    )


def bankrupt(p: Position, player: str, company: str) -> None:
    """A bankrupt player first sells all that may be sold."""
    if not on(p, "bankrupt_worth"):
        ending.bankrupt(p, player, company)
        return
    p.emit("bankrupt", player=player, company=company)
    _sell_out(p, player, company)
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")


def _sell_out(p: Position, player: str, needy: str) -> None:
    """All that the pool takes of companies not yet sold for the train; the money is lost."""
    for company in p.d.companies:
        if on(p, "blocks_in_need") and used(p.top, "sold", on=company):
            continue
        for units in range(shares.units_at(p, player, company), 0, -1):
            left = shares.units_at(p, player, company) - units
            if company == needy and shares.successor(p, company, left, player):
                continue  # Not even then is the company that needs the train sold.
            refusal = lots.refusal(p, player, company, units) or block_refusal(p, player, company, units)
            if prices.price(p, company) and refusal is None:
                lots.sell(p, player, company, units)
                break
    for lot in list(p.s.lots):
        p.s.lots.remove(lot)
        shares.move(p, lot.certs, shares.POOL)
    money.pay(p, player, money.BANK, p.s.cash[player])


def score(p: Position, why: str) -> End:
    """A bankrupt player is worth what is left after selling."""
    return ending.score(p, why, _net_worth)


def _net_worth(p: Position, player: str) -> int:
    sold_out = p.seat(player).out == "bankrupt" and on(p, "bankrupt_worth")
    return ending.papers(p, player) if sold_out else ending.net_worth(p, player)
