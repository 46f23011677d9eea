"""Trains in 1828: two shells, help for an empty one, bankruptcy (8.3.5)."""

from __future__ import annotations

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Raise
from engine.core.verbs import Choices, Plain, Values
from engine.family import emergency, operating, train_purchase
from engine.family import trains as family
from engine.family.choices import TrainPurchase
from engine.family.ending import finish
from engine.family.running import can_run, trains_of
from engine.finance import lots, money, shares

NOTHING = "nothing"


def helped(p: Position, company: str) -> str:
    """Only if the treasury cannot pay for a train from the bank, also for a system (8.3.5.2)."""
    price = family.cheapest(p)
    return in_want(p, company) if price is not None and price > p.s.cash[company] else ""


def in_want(p: Position, company: str) -> str:
    """A company that must own a train, or a system with an empty shell if its director chooses (8.3.5.1)."""
    if family.must_buy(p, company):
        return family.MUST
    return family.MAY if empty_shell(p, company) else ""


def empty_shell(p: Position, company: str) -> str:
    """The empty shell of a system that has a train in the other one and a route."""
    if not p.d.is_company(company) or not trains_of(p, company) or family.cheapest(p) is None:
        return ""
    shells = p.company(company).charters
    empty = next((shell for shell in shells if not family.on_charter(p, shell)), "")
    return empty if empty and can_run(p, company) else ""


def forced_refusal(p: Position, seller: str, needy: str, company: str, units: int) -> Refusal | None:
    """No more than needed; nobody may start raising money for an optional train that they cannot pay for."""
    refusal = too_much(p, seller, needy, company, units)
    if refusal:
        return refusal
    if not family.must_buy(p, needy) and not emergency.can_raise(p, seller, needy):
        return Refusal("selling everything you can would not pay for a train for the empty shell", "8.3.5.2")
    return None


def too_much(p: Position, seller: str, needy: str, company: str, units: int) -> Refusal | None:
    """Every share sold must be needed for the train."""
    if emergency.too_much(p, seller, needy, company, units):
        return Refusal("you may sell only what the train needs", "8.3.5.2")
    return None


def shells_with(p: Position, seller: str, kind: str) -> list[str]:
    """A company's shells that hold a train of this kind."""
    charters = p.s.companies[seller].charters if seller in p.s.companies else []
    return [shell for shell in charters if any(p.s.trains[t].kind == kind for t in family.on_charter(p, shell))]


class PurchaseOfShell(TrainPurchase):
    of: str = ""


class BuyTrain(train_purchase.BuyTrain[PurchaseOfShell]):
    """Buy a train for one of the company's shells."""

    def slots(self, p: Position, seat: str, got: PurchaseOfShell) -> tuple[str, ...]:
        """As usual, and from which shell of a system that has such a train in both."""
        found = super().slots(p, seat, got)
        several = "kind" in got and len(shells_with(p, got.from_, got.kind)) > 1
        return ("from", "kind", "of", *found[2:]) if several else found

    def values(self, p: Position, seat: str, got: PurchaseOfShell, slot: str) -> Values:
        """Shells of the seller; everything else as usual."""
        if slot == "of":
            return tuple(shells_with(p, got.from_, got.kind))
        return super().values(p, seat, got, slot)

    def do(self, p: Position, seat: str, args: PurchaseOfShell) -> None:
        """Cards of a kind are alike: the one sold changes places with the one on the chosen shell."""
        if args.of:
            first = family.first_at(p, args.from_, args.kind)
            shell = family.on_charter(p, args.of)
            named = next(train for train in shell if p.s.trains[train].kind == args.kind)
            p.s.trains[first].at, p.s.trains[named].at = p.s.trains[named].at, p.s.trains[first].at
        super().do(p, seat, args)

    def refuse(self, p: Position, seat: str, got: PurchaseOfShell) -> Refusal | None:
        """The director may help only an empty shell; for another company's train the last sale must have been needed.

        For the bank's it was when it was made, though the company may have got more money since.
        """
        refusal = super().refuse(p, seat, got)
        company = operating.operator(p)
        if refusal or "price" not in got:
            return refusal
        if got.from_ in p.s.companies and 1 <= got.price < self.least(p, seat):
            spare = p.s.cash[company] + p.s.cash[seat] - got.price
            return Refusal(
                "you have sold more than this train needs",
                "8.3.5.2",
                because("you would have {cash} left over", cash=spare),
            )
        if not self.may_help(p, got) and (got.price > p.s.cash[company] or isinstance(p.top, Raise)):
            return Refusal("the director may only help a shell without a train", "8.3.5.1")
        return None

    def may_help(self, p: Position, got: PurchaseOfShell) -> bool:
        """A company without trains, and a shell without one."""
        return not got.charter or not trains_of(p, operating.operator(p)) or not family.on_charter(p, got.charter)

    def most(self, p: Position, seat: str, got: PurchaseOfShell) -> int:
        """From the treasury alone for a shell that has a train."""
        return super().most(p, seat, got) if self.may_help(p, got) else p.s.cash[operating.operator(p)]

    def least(self, p: Position, seat: str) -> int:
        """Enough that the director's last sale was needed (8.3.5.2)."""
        if not isinstance(p.top, Raise):
            return 1
        last = next(note.amount for note in reversed(p.top.used) if note.what == emergency.PROCEEDS)
        return max(1, p.s.cash[operating.operator(p)] + p.s.cash[seat] - last + 1)


class ShellSwap(Choices):
    charter: str
    kind: str
    back: str


class Rearrange(Plain[ShellSwap]):
    """Move a train of a system to its other shell, or swap two, before any is bought."""

    def values(self, p: Position, seat: str, got: ShellSwap, slot: str) -> Values:
        """Shells; kinds."""
        if slot == "charter":
            return tuple(p.company(operating.operator(p)).charters)
        return tuple(p.d.trains) if slot == "kind" else (NOTHING, *p.d.trains)

    def refuse(self, p: Position, seat: str, got: ShellSwap) -> Refusal | None:
        """Only a system, only before a purchase, and no shell over the limit."""
        frame = operating.turn(p)
        shells = p.company(operating.operator(p)).charters
        if len(shells) < 2 or not p.d.is_company(operating.operator(p)):
            return Refusal("only a system has two shells", "8.3.5.1")
        if frame is not None and used(frame, "train bought"):
            return Refusal("trains must be arranged before any is bought", "8.3.5.1")
        if "charter" not in got:
            return None
        here = family.on_charter(p, got.charter)
        there = family.on_charter(p, other_shell(p, got.charter))
        if "kind" not in got:
            return None
        if all(p.s.trains[train].kind != got.kind for train in here):
            return Refusal(because("{charter} has no {kind} train", charter=got.charter, kind=got.kind), "8.3.5.1")
        if "back" not in got:
            return None
        if got.back == got.kind:
            return Refusal(because("swapping two {kind} trains changes nothing", kind=got.kind), "8.3.5.1")
        if got.back != NOTHING:
            if all(p.s.trains[train].kind != got.back for train in there):
                return Refusal(because("there is no {back} train to come back", back=got.back), "8.3.5.1")
        elif len(there) >= family.limit(p):
            return Refusal(because("a shell may have {limit} trains", limit=family.limit(p)), "15.4")
        return None

    def do(self, p: Position, seat: str, args: ShellSwap) -> None:
        """Move them."""
        here, kind, back = args.charter, args.kind, args.back
        there = other_shell(p, here)
        train = next(train for train in family.on_charter(p, here) if p.s.trains[train].kind == kind)
        if back != NOTHING:
            other = next(train for train in family.on_charter(p, there) if p.s.trains[train].kind == back)
            p.s.trains[other].at = here
        p.s.trains[train].at = there
        p.emit("rearranged", company=operating.operator(p), kind=kind, charter=there, back=back)


def other_shell(p: Position, shell: str) -> str:
    """The other charter of the system whose turn it is."""
    return next(other for other in p.company(operating.operator(p)).charters if other != shell)


def bankrupt(p: Position, player: str, company: str) -> None:
    """Sell all that can be sold, pay all cash, and end the game (8.3.5.2)."""
    for other in p.d.companies:
        units = emergency.most_sellable(p, player, other)
        if units and shares.started(p, other):
            lots.sell(p, player, other, units)
            while p.s.lots:
                p.title.sale.settle_lot(p, p.s.lots[0])
    money.pay(p, player, money.BANK, p.s.cash[player])
    p.emit("bankrupt", player=player, company=company)
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")
