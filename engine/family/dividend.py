"""What becomes of a company's income, and where its price marker goes for it."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run, Used
from engine.core.verbs import Plain, Values
from engine.family import operating
from engine.family.choices import OneKind
from engine.finance import money, prices, shares

KINDS = ("full", "half", "withhold")


class Dividend(Plain[OneKind]):
    """Pay out, split or keep the income of this turn; a title may know fewer kinds."""

    def __init__(self, kinds: tuple[str, ...] = KINDS) -> None:
        self.kinds = kinds

    def values(self, p: Position, seat: str, got: OneKind, slot: str) -> Values:
        """Full, half or withhold, as far as the title has them."""
        return self.kinds

    def cites(self, p: Position, slot: str) -> str:
        """What may become of income."""
        return p.title.sections["dividend"]

    def refuse(self, p: Position, seat: str, got: OneKind) -> Refusal | None:
        """Only with an income, once."""
        if income(p) == 0:
            return Refusal("there is no income to pay out", p.title.sections["dividend"])
        return None

    def do(self, p: Position, seat: str, args: OneKind) -> None:
        """Pay, move the marker, go on."""
        frame = operating.this_turn(p)
        pay_out(p, frame.subject, income(p), args.kind)
        move_after(p, frame.subject, args.kind)
        operating.to_next_step(p, frame)


def income(p: Position) -> int:
    """The income of the current turn."""
    frame = p.top
    if not isinstance(frame, Run):
        return 0
    return sum(note.amount for note in frame.used if note.what == "income")


def note_income(p: Position, amount: int) -> None:
    """Remember the turn's income until it is paid out."""
    frame = p.on_top(Run)
    frame.used.append(Used("income", amount=amount))


def split(amount: int, kind: str) -> tuple[int, int]:
    """(dividend, kept): half is rounded in favour of the shareholders to a multiple of ten."""
    if kind == "full":
        return amount, 0
    if kind == "half":
        dividend = -(-amount // 20) * 10
        return dividend, amount - dividend
    return 0, amount


def pay_out(p: Position, company: str, amount: int, kind: str) -> None:
    """A tenth of the dividend a share: to players, and to the company for its own and for those the title says."""
    dividend, kept = split(amount, kind)
    each = dividend // 10
    # Told first: paying it may break the bank.
    p.emit("dividend", company=company, choice=kind, income=amount, dividend=dividend, each=each, kept=kept)
    money.pay(p, money.BANK, company, kept)
    for player in [seat.id for seat in p.s.players]:
        money.pay(p, money.BANK, player, each * shares.units_at(p, player, company))
    own = sum(shares.units_at(p, place, company) for place in (p.title.operating.dividend_to_company, company))
    money.pay(p, money.BANK, company, each * own)


def move_after(p: Position, company: str, kind: str) -> None:
    """Move the price marker for the dividend; one that stays goes to its place among those that have operated."""
    box = prices.box_of(p, company)
    if box is None:
        return
    target = p.title.market.after_dividend(p, company, box, kind)
    if target.id != box.id:
        paid = "small dividend" if target.price < box.price else "dividend"
        prices.move_marker(p, company, target, "no dividend" if kind == "withhold" else paid)
    elif p.title.market.restacks(p):
        others = [one for one in p.s.market[box.id] if one != company]
        prices.restack(p, company, box, p.title.market.stack_place(p, company, others))


def marker_price_after(p: Position, company: str, kind: str) -> int:
    """What the share price would be after such a dividend."""
    box = prices.box_of(p, company)
    if box is None:
        return 0
    return p.title.market.after_dividend(p, company, box, kind).price
