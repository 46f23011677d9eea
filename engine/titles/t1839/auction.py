"""The private auction: two actions a turn, each a purchase at the current price or a discount of f20 (6)."""

from __future__ import annotations

from engine.core.agenda import FrameRule, used
from engine.core.asking import ask, asked, subject
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask, Run, Used
from engine.core.verbs import Got, Plain, Shown, Values, completes
from engine.family.auction import unsold
from engine.family.choices import OnePrice, OnePrivate
from engine.family.with_private import hand_over
from engine.finance import money
from engine.titles.t1839 import market
from engine.titles.t1839.define import BROWN
from engine.titles.t1839.own import own

RULE, FIRST_PAR = "auction", "first_par"
STEP = 20
MOVES = 2
FREE, POOR, DISCOUNTED, MOVED = "stood at nothing", "others cannot buy", "discounted", "moved"


def price(p: Position, private: str) -> int:
    """Face value less the discounts on it; it may be nothing or less."""
    return p.d.privates[private].cost - own(p).discounts.get(private, 0)


def to_pay(p: Position, private: str) -> int:
    """Nobody is paid for taking a private company with a price below zero."""
    return max(0, price(p, private))


def _turn(p: Position) -> Run:
    return next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == RULE)


def _begin_turn(p: Position, frame: Run, player: str) -> None:
    """The bans of a turn depend on how things stood when it began."""
    frame.subject, frame.step = player, "turn"
    left = unsold(p)
    frame.used = [Used(FREE, private) for private in left if price(p, private) <= 0]
    others = [seat for seat in p.living if seat != player]
    if all(p.s.cash[other] < to_pay(p, private) for other in others for private in left):
        frame.used.append(Used(POOR))


def _moves(frame: Run) -> int:
    return sum(note.what == MOVED for note in frame.used)


def _free_left(p: Position, frame: Run) -> list[str]:
    return [private for private in unsold(p) if used(frame, FREE, on=private)]


def advance(p: Position, frame: Run) -> None:
    """Two actions, or as many as are possible; then the next player, until nothing is left."""
    if frame.step == "":
        _begin_turn(p, frame, frame.subject)
    elif not unsold(p):
        _end(p)
    else:
        _begin_turn(p, frame, p.left_of(frame.subject))


def _end(p: Position) -> None:
    """Deal the cards again by remaining cash, least first; ties keep their order."""
    p.pop()
    p.s.players.sort(key=lambda seat: p.s.cash[seat.id])
    p.s.priority = p.living[0]
    p.emit("order", players=" ".join(p.living))


def _deciders(p: Position, frame: Run) -> list[str]:
    over = frame.step == "" or _moves(frame) >= MOVES or not unsold(p) or frame.subject not in p.living
    if over or not any(completes(p, p.title.verbs[verb], frame.subject, {}) for verb in ("take", "discount")):
        return []
    return [frame.subject]


class _AboutPrivate(Plain[OnePrivate]):
    def values(self, p: Position, seat: str, got: OnePrivate, slot: str) -> Values:
        """Those that are still for sale."""
        return tuple(unsold(p))

    def cites(self, p: Position, slot: str) -> str:
        """What has been sold cannot be bought again."""
        return "6"


class Take(_AboutPrivate):
    """Buy a private company at its current price."""

    shown = Shown.LIST

    def refuse(self, p: Position, seat: str, got: OnePrivate) -> Refusal | None:
        """Not one discounted in the same turn; a free one must be taken first."""
        if "private" not in got:
            return None
        private, frame = got.private, _turn(p)
        free = _free_left(p, frame)
        if free and private not in free:
            return Refusal(because("you must first take what is free: {free:and}", free=tuple(free)), "6")
        if used(frame, DISCOUNTED, on=private):
            return Refusal(because("you have already discounted {private} this turn", private=private), "6")
        return money.short(p, seat, to_pay(p, private), "6")

    def usual(self, p: Position, seat: str) -> Got:
        """The cheapest."""
        possible = [one for one in unsold(p) if self.refuse(p, seat, OnePrivate(private=one)) is None]
        return {"private": min(possible, key=lambda one: max(0, to_pay(p, one)))} if possible else {}

    def do(self, p: Position, seat: str, args: OnePrivate) -> None:
        """Pay and take it with the shares that come with it; a brown one starts its major."""
        private = args.private
        amount = to_pay(p, private)
        _turn(p).used.append(Used(MOVED))
        p.emit("auction_sold", player=seat, private=private, price=amount)
        money.pay(p, seat, money.BANK, amount)
        p.s.privates[private] = seat
        hand_over(p, private, seat)
        if private in BROWN:
            p.push(Ask(rule=FIRST_PAR, role=seat, about=[own(p).pairs[private]]))


class Discount(_AboutPrivate):
    """Take 20 off the price of a private company."""

    def refuse(self, p: Position, seat: str, got: OnePrivate) -> Refusal | None:
        """Not while a free one is for sale, nor by the only player who could buy."""
        frame = _turn(p)
        if _free_left(p, frame):
            return Refusal("a private company that is free must be taken first", "6")
        can_buy = [
            private
            for private in unsold(p)
            if not used(frame, DISCOUNTED, on=private) and to_pay(p, private) <= p.s.cash[seat]
        ]
        if used(frame, POOR) and can_buy:
            return Refusal("you are the only player who can buy something, so you must buy", "6")
        return None

    def do(self, p: Position, seat: str, args: OnePrivate) -> None:
        """It becomes cheaper, even below zero."""
        private, frame = args.private, _turn(p)
        frame.used += [Used(MOVED), Used(DISCOUNTED, private)]
        own(p).discounts[private] = own(p).discounts.get(private, 0) + STEP
        p.emit("discounted", player=seat, private=private, price=price(p, private))


# --- the par of a brown private company's major


class SetPar(Plain[OnePrice]):
    """Set the par of the major that came with a private company."""

    shown = Shown.LIST

    def values(self, p: Position, seat: str, got: OnePrice, slot: str) -> Values:
        """The pars of the major market."""
        return market.par_prices(p, self.company(p))

    def refuse(self, p: Position, seat: str, got: OnePrice) -> Refusal | None:
        """The three brown private companies' majors all have different pars."""
        if "price" not in got:
            return None
        others = {name: p.company(name).par for name in own(p).pairs.values()}
        same = [name for name, par in others.items() if par == got.price]
        return (
            Refusal(
                because("{same} already has that par price; choose a different one", same=same[0]),
                "7.5",
            )
            if same
            else None
        )

    def company(self, p: Position) -> str:
        """Which one."""
        return subject(p)

    def do(self, p: Position, seat: str, args: OnePrice) -> None:
        """Nothing is paid: its certificates came with the private company."""
        market.start(p, seat, self.company(p), args.price)


FRAMES = {
    RULE: FrameRule(Run, advance=advance, deciders=_deciders, verbs=("take", "discount")),
    FIRST_PAR: ask("set_par", wanted=lambda p, frame: not p.company(frame.about[0]).par, alive=asked),
}
VERBS = {"take": Take(), "discount": Discount(), "set_par": SetPar()}
