"""When a company must buy a train and cannot pay: its president sells shares, or goes bankrupt."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.agenda import FrameRule, used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import AnyFrame, Raise, Run, Used
from engine.core.verbs import Choices, Plain
from engine.family import operating, train_purchase, trains
from engine.family.choices import Block
from engine.family.sale import ShareBlock
from engine.finance import lots, money, prices, shares

RULE = "train_money"
LOTS = "lots"
LATER = ("after_train", "turn")
"""When lots are settled, if it is not before the train is bought."""

PROCEEDS = "proceeds"
"""Note of what a sale has brought."""

OFFERED = "offered"
"""Note of a president who has finished selling: what they add to the treasury for the train."""


def missing(p: Position, player: str, company: str) -> int:
    """What the president still has to raise for the cheapest train, on top of treasury and cash."""
    return max(0, trains.short_of(p, company) - p.s.cash[player])


def most_sellable(p: Position, player: str, company: str) -> int:
    """The largest number of shares that a president in need may sell of a company in one block."""
    if _sold_before(p, company):
        return 0
    needy = _needy(p)
    for units in range(shares.units_at(p, player, company), 0, -1):
        if not (
            lots.refusal(p, player, company, units)
            or needy_refusal(p, player, needy, company, units)
            or p.title.sale.block_refusal(p, player, company, units)
        ):
            return units
    return 0


def can_raise(p: Position, player: str, company: str) -> bool:
    """Could the president raise the money by selling everything they may sell?"""
    found = sum(prices.price(p, c) * most_sellable(p, player, c) for c in p.d.companies if prices.price(p, c))
    return found >= missing(p, player, company)


def _needy(p: Position) -> str:
    """The company that must buy."""
    frame = p.top
    return frame.about[0] if isinstance(frame, Raise) else operating.operator(p)


def _sold_before(p: Position, company: str) -> bool:
    """One block per company, unless all blocks are settled after the purchase anyway."""
    one_block = p.title.sale.one_block and p.title.sale.settle(p) != "after_train"
    return one_block and used(p.top, "sold", on=company)


def _must_go_on(p: Position, player: str, needy: str) -> bool:
    """Has the president begun to sell, but not yet sold all that must be sold regardless of the proceeds?"""
    frame = p.top
    if not isinstance(frame, Raise) or used(frame, OFFERED) or p.company(needy).closed:
        return False
    return p.title.sale.forced_more(p, player, needy)


def needy_refusal(p: Position, player: str, needy: str, company: str, units: int) -> Refusal | None:
    """A sale may not cost the seller the presidency of the company that needs the train."""
    left = shares.units_at(p, player, company) - units
    if company != needy or not shares.successor(p, company, left, player):
        return None
    return Refusal(
        because(
            "this sale would give {needy} another {president_word}, which is not allowed",
            president_word=p.title.president_word,
            needy=needy,
        ),
        p.title.sections["forced sale"],
    )


class EmergencySale(ShareBlock):
    """Sell shares to pay for a train that a company must buy."""

    section = "forced sale"

    def moment_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """Only in need."""
        needy = _needy(p)
        if missing(p, seat, needy) or _must_go_on(p, seat, needy):
            return None
        if p.title.operating.helped(p, needy):
            return Refusal(
                because("{needy} and you have enough money for the train, so you may sell nothing", needy=needy),
                p.title.sections[self.section],
            )
        return Refusal(
            "in an operating round you may sell shares only to pay for a train that must be bought",
            p.title.sections["duty"],
        )

    def sold_before(self, p: Position, company: str) -> bool:
        """One block a company, if blocks are settled one by one."""
        return _sold_before(p, company)

    def block_refusal(self, p: Position, seat: str, company: str, units: int) -> Refusal | None:
        """The president's place, and as a rule no more than is needed."""
        needy = _needy(p)
        return (
            needy_refusal(p, seat, needy, company, units)
            or p.title.sale.block_refusal(p, seat, company, units)
            or p.title.sale.forced_refusal(p, seat, needy, company, units)
        )

    def do(self, p: Position, seat: str, args: Block) -> None:
        """The first sale binds the president to buy the cheapest train."""
        frame = p.top
        if isinstance(frame, Run):
            needy = frame.subject
            price = trains.cheapest(p)
            assert price is not None
            # Shares sold must be settled, whatever happens to the debt.
            later: list[AnyFrame] = [] if p.title.sale.settle(p) == "turn" else [Run(rule=LOTS, subject=seat)]
            p.push(Raise(rule=RULE, payer=seat, amount=price, about=[needy], later=later))
        top = p.on_top(Raise)
        top.used.append(Used("sold", args.company))
        lot = lots.sell(p, seat, args.company, args.shares)
        top.used.append(Used(PROCEEDS, amount=lot.price * lot.units))


def too_much(p: Position, seat: str, needy: str, company: str, units: int) -> bool:
    """Would this many shares bring in more than is needed when fewer would be enough?"""
    return prices.price(p, company) * (units - 1) >= missing(p, seat, needy)


# --- the frame


def raise_deciders(p: Position, frame: Raise) -> list[str]:
    """The president, until they have sold enough; then once more if there is a choice of trains."""
    needy = frame.about[0]
    if p.company(needy).closed or _settles_at_once(p):
        return []
    if _may_choose(p, frame) or _goes_on_freely(p, needy):
        return [frame.payer]
    if missing(p, frame.payer, needy):
        can_sell = any(most_sellable(p, frame.payer, company) for company in p.d.companies if prices.price(p, company))
        return [frame.payer] if can_sell and can_raise(p, frame.payer, needy) else []
    return [frame.payer] if _must_go_on(p, frame.payer, needy) else []


RAISE_VERBS = ("sell", "buy_train", "bankrupt")


def raise_verbs(p: Position, frame: Raise, seat: str) -> Sequence[str]:
    """Selling on, or choosing where to buy."""
    if _goes_on_freely(p, frame.about[0]):
        return RAISE_VERBS
    return ("buy_train",) if _may_choose(p, frame) else ("sell",)


def _goes_on_freely(p: Position, needy: str) -> bool:
    """The president says when they have finished selling, where sales are settled later or they may buy anywhere."""
    free = p.title.sale.settle(p) in LATER or p.title.operating.help_for_any_train
    if not free or not p.title.operating.helped(p, needy):
        return False
    return _bound(p, needy) or can_raise(p, shares.president(p, needy), needy)


def _bound(p: Position, needy: str) -> bool:
    """Must the president raise the money or go bankrupt?"""
    return p.title.operating.helped(p, needy) == trains.MUST


def advance_raise(p: Position, frame: Raise) -> None:
    """Settle what was sold, then buy; or go bankrupt."""
    needy = frame.about[0]
    if p.company(needy).closed:
        _lose_the_money(p, frame, needy)
        p.pop()
        return
    if _settles_at_once(p):
        p.title.sale.settle_lot(p, p.s.lots[0])
        return
    if missing(p, frame.payer, needy):
        if _bound(p, needy):
            p.title.operating.bankrupt(p, frame.payer, needy)
        else:
            p.pop()  # Nobody goes bankrupt for a train that need not be bought.
        return
    if not used(frame, OFFERED):
        frame.used.append(Used(OFFERED, amount=trains.short_of(p, needy)))
    bought = not p.title.operating.helped(p, needy)
    if p.s.lots and p.title.sale.settle(p) != "turn":
        p.title.sale.settle_lot(p, p.s.lots[0])
    elif bought:
        p.pop()
    else:
        _buy(p, frame, needy)


def _settles_at_once(p: Position) -> bool:
    """Must a sale be settled before the next one?"""
    return bool(p.s.lots) and p.title.sale.settle(p) == "at_once"


def _lose_the_money(p: Position, frame: Raise, needy: str) -> None:
    """The company was closed by the sales before it had its train: what its president was adding goes to the bank."""
    if p.title.sale.settle(p) in LATER:
        return
    amount = next((note.amount for note in frame.used if note.what == OFFERED), 0)
    p.emit("contribution_lost", player=frame.payer, company=needy, amount=amount)
    money.pay(p, frame.payer, money.BANK, amount)


def _sources(p: Position) -> list[tuple[str, str]]:
    """Where the cheapest train is for sale, and its kind."""
    return [
        (source, kind)
        for source in (trains.POOL, trains.BANK)
        for kind in trains.kinds_at(p, source)
        if p.d.trains[kind].price == trains.cheapest(p)
    ]


def _may_choose(p: Position, frame: Raise) -> bool:
    """Bank and open market may have the cheapest train at the same price, when all sales are settled."""
    needy = frame.about[0]
    if not trains.must_buy(p, needy):
        return False
    return used(frame, OFFERED) and not p.s.lots and len(_sources(p)) > 1


def _buy(p: Position, frame: Raise, needy: str) -> None:
    source, kind = _sources(p)[0]
    train_purchase.buy(p, needy, source, kind, p.d.trains[kind].price, frame.payer)


def debt_alive(p: Position, frame: Raise) -> bool:
    """A player who has left the game or is no longer president owes nothing for the company."""
    needy = frame.about[0]
    return frame.payer in p.living and (p.company(needy).closed or shares.president(p, needy) == frame.payer)


def settle_lots(p: Position, frame: Run) -> None:
    """Settle a seller's lots one after the other, until all are settled."""
    lot = next((lot for lot in p.s.lots if lot.seller == frame.subject), None)
    if lot is None:
        p.pop()
    else:
        p.title.sale.settle_lot(p, lot)


FRAMES = {
    RULE: FrameRule(
        Raise, advance=advance_raise, deciders=raise_deciders, verbs=RAISE_VERBS, offers=raise_verbs, alive=debt_alive
    ),
    LOTS: FrameRule(Run, advance=settle_lots),
}


class Bankrupt(Plain[Choices]):
    """Declare that the money for a train cannot be raised."""

    grave = True

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """Only when it is true: nobody can choose to go bankrupt."""
        needy = _needy(p)
        if not _bound(p, needy) and not trains.must_buy(p, needy):
            return Refusal(because("{needy} need not buy a train", needy=needy), p.title.sections["duty"])
        if self.can_raise(p, seat, needy):
            return Refusal("you can still raise the money for the train", p.title.sections["bankrupt"])
        return None

    def can_raise(self, p: Position, seat: str, needy: str) -> bool:
        """Could the money be raised?"""
        return can_raise(p, seat, needy)

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The title says what follows."""
        p.title.operating.bankrupt(p, seat, _needy(p))
