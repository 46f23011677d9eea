"""What 18xx.games plays differently in several titles alike: pieces from which their overlays are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.board.markers import homes_of
from engine.core.agenda import FrameRule, used
from engine.core.errors import Refusal
from engine.core.parts import no_rule
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.sentences import because
from engine.core.state import Raise, Run
from engine.core.verbs import Values
from engine.family import defaults, emergency, homes, privates, stock
from engine.family.choices import OwnTile, PrivatePurchase, Purchase
from engine.family.ending import finish
from engine.family.operating import Step
from engine.family.own_hex import FreeTile
from engine.family.with_private import come_along
from engine.finance import lots, money, prices, shares
from engine.overlay import site_first
from engine.title import BankRules, Title

# --- the title


def as_usual(native: Title) -> Title:
    """A title whose rules are the family's, with what the site plays differently in each of them.

    The first of its powers is the exchange of a private company, which the site allows at any time after the auction.
    """
    exchange, *others = native.powers
    return replace(
        native,
        options=site_first(native.options, {"runs": "free"}),
        frames={**native.frames, emergency.RULE: in_need(native.operating.any_time)},
        bank=BankRules(),
        operating=replace(native.operating, bankrupt=bankrupt, help_for_any_train=True),
        powers=(at_any_time(exchange), *(power for power in others if power.verb != exchange.verb)),
    )


# --- the stock round


class BrownPurchases(stock.Buy):
    """Shares of a brown company may follow its other shares or a private company, with or without sales in between."""

    def goes_on(self, p: Position, got: Purchase) -> bool:
        """No share of another company was bought this turn, and none from where only one may be bought."""
        bought = [note for note in stock.turn_of(p).used if note.what == "bought"]
        companies = {note.on for note in bought if note.on in p.d.companies}
        if not bought or len(companies) > 1:
            return False
        if any(note.by and not self.many(p, note.on, note.by) for note in bought):
            return False
        if "company" not in got:
            return all(self.many(p, company, shares.POOL) for company in companies)
        company = got.company
        return companies <= {company} and self.many(p, company, got.from_ if "from" in got else shares.POOL)


class PurchaseWithShare(PrivatePurchase):
    share: str = "none"


class ShareAgain(privates.BuyInTurn[PurchaseWithShare]):
    """A private company comes with a share of a company each time it is sold, if there is one in these places."""

    private: ClassVar[str]
    company: ClassVar[str]
    places: ClassVar[tuple[str, ...]] = (shares.IPO, shares.POOL)
    """Where it may come from: the certificate of the site that goes with the private company lies in one of them."""

    def again(self, p: Position) -> bool:
        """Does this game keep to it?"""
        return True

    def slots(self, p: Position, seat: str, got: PurchaseWithShare) -> tuple[str, ...]:
        """Also where that share comes from."""
        again = "private" in got and got.private == self.private and self.again(p)
        return ("private", "share", "price") if again else super().slots(p, seat, got)

    def values(self, p: Position, seat: str, got: PurchaseWithShare, slot: str) -> Values:
        """Those places."""
        return self.places if slot == "share" else super().values(p, seat, got, slot)

    def refuse(self, p: Position, seat: str, got: PurchaseWithShare) -> Refusal | None:
        """The share must lie there."""
        refusal = super().refuse(p, seat, got)
        if refusal or got.share == "none":
            return refusal
        if got.share in self.places and shares.take_from(p, got.share, self.company, 1):
            return None
        section = self.section or p.title.sections["private"]
        return Refusal(because("no share of {company} is left to come with it", company=self.company), section)

    def turn_deciders(self, p: Position, frame: Run) -> list[str]:
        """The site asks whoever can buy a private company, wherever the share lies that would come with it."""
        found = stock.turn_deciders(p, frame)
        if found or frame.step == "over":
            return found
        wanted = (self.refuse(p, frame.subject, self.choices({"private": private})) for private in p.d.privates)
        return [frame.subject] if any(refusal is None for refusal in wanted) else []

    def do(self, p: Position, seat: str, args: PurchaseWithShare) -> None:
        """It comes along."""
        super().do(p, seat, args)
        if args.share != "none":
            come_along(p, self.private, shares.take_from(p, args.share, self.company, 1)[0], seat)
            shares.settle_presidency_after_buying(p, self.company, seat)
            p.title.stock.after_purchase(p, self.company)


# --- a company's turn


def enter_home(p: Position, frame: Run) -> None:
    """On a bare hex the first city is used."""
    company = frame.subject
    stops = homes_of(p, company)
    if p.company(company).home_placed or p.ground.track(stops[0].split("/")[0]).pieces:
        homes.choose_home(p, frame)
    else:
        homes.put_home(p, company, company, stops[0])


def home_laid(p: Position, hex_id: str, first: bool) -> None:
    """A company that has not operated yet chooses its city when it does."""
    homes.laid(p, hex_id, first, later=True)


def track_waits(p: Position, frame: Run) -> bool:
    """The site asks for track until a tile is laid, whether one could be or not."""
    return not any(used(frame, what) for what in ("yellow", "upgrade"))


TILE_LAID = "burlington"
"""In a title's own part of the state; stored games have it under the name of the first hex that had such a tile."""


class RememberedTile(FreeTile):
    """A private company's tile: until it is laid, its owner is asked."""

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """Once."""
        super().do(p, seat, args)
        setattr(p.s.own, TILE_LAID, True)


def own_tile_waits(p: Position, company: str, private: str) -> bool:
    """Does the company own a private company whose tile has not been laid, whether it still can be or not?"""
    return p.s.privates[private] == company and not getattr(p.s.own, TILE_LAID)


def steps(native: Sequence[Step], private_waits: Callable[[Position, Run], bool]) -> tuple[Step, ...]:
    """The steps of a turn: private companies are bought after trains in one of their own, where the site may wait."""
    home, track, *between, train, end = native
    return (
        replace(home, enter=enter_home),
        replace(track, waits=track_waits, wakes=()),
        *between,
        replace(train, wakes=()),
        Step("private", verbs=("buy_private", "skip"), waits=private_waits),
        end,
    )


def _verbs_in_need(p: Position, frame: Raise, seat: str) -> Sequence[str]:
    """The company may do all that it may do at any time."""
    return (*emergency.raise_verbs(p, frame, seat), *p.title.operating.any_time)


def in_need(any_time: Sequence[str]) -> FrameRule[Any]:
    """While money is raised for a train."""
    usual = emergency.FRAMES[emergency.RULE]
    return replace(usual, verbs=(*usual.verbs, *any_time), offers=_verbs_in_need)


def exchange_is_open(p: Position) -> bool:
    """A private company is exchanged for a share at any time after the auction, even then."""
    for frame in reversed(p.s.agenda):
        if not isinstance(frame, Run | Raise):
            return False
        if frame.rule in ("stock_round", "operating_round"):
            return True
    return False


def at_any_time(power: Power) -> Power:
    """This exchange with no other window."""

    def may(p: Position, seat: str) -> bool:
        return power.may(p, seat) and exchange_is_open(p)

    return replace(power, window="", may=may, why_not=no_rule)


def bankrupt(p: Position, player: str, company: str) -> None:
    """A bankrupt player first sells everything that may be sold, highest price first; the money is lost."""
    p.emit("bankrupt", player=player, company=company)
    for other in prices.price_order(p):
        while units := emergency.most_sellable(p, player, other):
            defaults.lot_to_market(p, lots.sell(p, player, other, units))
    money.pay(p, player, money.BANK, p.s.cash[player])
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")
