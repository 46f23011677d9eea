"""The stock round: turns in order until all have passed, each turn a few actions, sales settled after it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.agenda import FrameRule, used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.core.verbs import Choices, Plain, Shown, Values, completes
from engine.family import passing
from engine.family.choices import Block, Purchase
from engine.family.idle import might_act
from engine.family.sale import ShareBlock
from engine.finance import holding, lots, money, prices, shares

TURN = "stock_turn"


def turn_of(p: Position) -> Run:
    """The stock turn now on top."""
    return p.on_top(Run)


def round_of(p: Position) -> Run | None:
    """The current stock round, if any."""
    for frame in p.s.agenda:
        if isinstance(frame, Run) and frame.rule == "stock_round":
            return frame
    return None


def remember(frame: Run, what: str, on: str = "", by: str = "") -> None:
    """Note something done within a frame."""
    frame.used.append(Used(what, on, by))


def forget(frame: Run, what: str) -> None:
    """Drop all notes of a kind."""
    frame.used = [note for note in frame.used if note.what != what]


def act_for_priority(p: Position, player: str) -> None:
    """An action that moves the priority card: it goes to the player on the left."""
    p.s.priority = p.left_of(player)
    frame = round_of(p)
    if frame is not None:
        forget(frame, "pass")
        passing.give_back(frame, player)


# --- the round


def advance_round(p: Position, frame: Run) -> None:
    """After a turn: settle what was sold, then the next player, until all have passed in order."""
    if frame.step == "":
        frame.step = "turns"
        p.title.stock.round_begins(p, frame)
        _push_turn(p, frame.subject)
        return
    if frame.step == "end":
        p.title.stock.next_order(p, frame)
        p.pop()
        p.title.stock.round_ended(p)
        return
    if p.s.lots:
        p.title.sale.settle_lot(p, p.s.lots[0])
        return
    passed = {note.by for note in frame.used if note.what == "pass"}
    if all(player in passed for player in p.living):
        frame.step = "end"
        return
    protectors = [note.by for note in frame.used if note.what == "protected"]
    forget(frame, "protected")
    frame.subject = p.left_of(protectors[-1] if protectors else frame.subject)
    _push_turn(p, frame.subject)


def _push_turn(p: Position, player: str) -> None:
    p.push(Run(rule=TURN, subject=player))


# --- the turn


def turn_deciders(p: Position, frame: Run) -> list[str]:
    """The player, as long as they can do something, or might as far as the others know."""
    if frame.step == "over":
        return []
    # A player with shares can usually sell some, which is quicker to check than that they can start no company.
    names = sorted((name for name in p.title.stock.turn_verbs if name != "pass"), key="sell".__ne__)
    return [frame.subject] if might_act(p, frame.subject, names) else []


def turn_verbs(p: Position, frame: Run, seat: str) -> Sequence[str]:
    """What a stock turn offers."""
    return p.title.stock.turn_verbs


def advance_turn(p: Position, frame: Run) -> None:
    """The turn is over, or the player can do nothing more."""
    did = frame.used
    player = frame.subject
    p.pop()
    if not did:
        note_pass(p, player)
        p.emit("passed", player=player, by="rule")


def note_pass(p: Position, player: str) -> None:
    """One more player in a row has passed."""
    frame = round_of(p)
    if frame is None:
        return
    passing.take_card(frame, player)
    if not used(frame, "pass", by=player):
        remember(frame, "pass", by=player)


def turn_alive(p: Position, frame: Run) -> bool:
    """A player who has left the game has no turn."""
    return not p.seat(frame.subject).out


FRAMES = {
    "stock_round": FrameRule(Run, advance=advance_round),
    TURN: FrameRule(Run, advance=advance_turn, deciders=turn_deciders, offers=turn_verbs, alive=turn_alive),
}


# --- what may be done in what order


def buying_refusal(p: Position) -> Refusal | None:
    """One purchase a turn, and none after acting for a company."""
    return p.once("buying", lambda: _buying_refusal(p))


def _buying_refusal(p: Position) -> Refusal | None:
    turn = turn_of(p)
    if used(turn, "bought"):
        return Refusal("you have already bought something this turn", p.title.sections["turn"])
    if used(turn, "for company"):
        return Refusal("you have acted for a company this turn", p.title.sections["turn"])
    return p.title.holding.must_sell(p, turn.subject)


def selling_refusal(p: Position) -> Refusal | None:
    """Selling goes before or after a purchase, never on both sides of it."""
    return p.once("selling", lambda: _selling_refusal(p))


def _selling_refusal(p: Position) -> Refusal | None:
    turn = turn_of(p)
    if used(turn, "for company"):
        return Refusal("you have acted for a company this turn", p.title.sections["turn"])
    notes = [note.what for note in turn.used]
    if "bought" in notes and "sold" in notes[: notes.index("bought")]:
        return Refusal("you may not sell again after selling and buying", p.title.sections["order"])
    return None


def company_act_refusal(p: Position, player: str, company: str) -> Refusal | None:
    """Acting for a company takes the whole turn and needs its president. No company: before one is chosen."""
    if turn_of(p).used:
        return Refusal("acting for a company takes the whole turn", p.title.sections["turn"])
    return p.title.holding.must_sell(p, player) or (not_president(p, player, company) if company else None)


def not_president(p: Position, player: str, company: str) -> Refusal | None:
    """Only its president acts for a company."""
    if shares.president(p, company) == player:
        return None
    if not shares.president(p, company):
        return nobody_presides(p, company)
    return Refusal(
        because(
            "only the {president_word} of {company} may do this", president_word=p.title.president_word, company=company
        ),
        p.title.sections["turn"],
    )


def nobody_presides(p: Position, company: str) -> Refusal:
    """Nobody acts for a company that has not been started, is closed, or has lost its president."""
    if not shares.started(p, company):
        return not_started(p, company, p.title.sections["start"])
    return Refusal(
        because("{company} has no {president_word}", company=company, president_word=p.title.president_word),
        p.title.sections["presidency"],
    )


def not_started(p: Position, company: str, section: str) -> Refusal:
    """A company that is not in play: part of another one by now, closed, or not started yet."""
    facts = p.company(company)
    if facts.into:
        return Refusal(because("{company} is part of {into}", company=company, into=facts.into), section)
    if shares.gone(p, company):
        return Refusal(because("{company} is closed", company=company), section)
    return Refusal(because("{company} has not been started", company=company), section)


def start_barred(p: Position, player: str, company: str, section: str) -> Refusal | None:
    """Why a company that is not in play cannot be started: it has left the game, or a rule of the title's."""
    gone = shares.gone(p, company)
    return not_started(p, company, section) if gone else p.title.stock.may_start(p, player, company)


def sell_down_first(p: Position, player: str) -> Refusal | None:
    """A player over the certificate limit must sell before anything else."""
    if not holding.over_limit(p, player):
        return None
    return Refusal(
        "you must first sell down to the certificate limit",
        p.title.sections["certificates"],
        because("you are over it by {over_limit}", over_limit=holding.over_limit(p, player)),
    )


# --- verbs


class Pass(Plain[Choices]):
    """End the turn; a turn in which nothing was done is a pass."""

    declines = True
    passes = True
    shown = Shown.DONE

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """A player over the limit who can sell must sell first."""
        must = p.title.holding.must_sell(p, seat)
        return must if must and completes(p, p.title.verbs["sell"], seat, {}) else None

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The turn is over."""
        turn = turn_of(p)
        if not turn.used:
            note_pass(p, seat)
            p.emit("passed", player=seat, by="choice")
        p.pop()


def note_sold(p: Position, player: str, company: str) -> None:
    """A player who has sold a company may not buy it in the same stock round."""
    frame = round_of(p)
    if frame is not None:
        remember(frame, "sold", on=company, by=player)


class Sell(ShareBlock):
    """Sell a block of shares of one company into the pool."""

    at_once = False
    """Are sales settled at once, and not after the turn?"""

    def moment_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """The order of the turn, the ban of the first round."""
        return self.turn_refusal(p) or p.title.sale.ban(p, seat, company)

    def turn_refusal(self, p: Position) -> Refusal | None:
        """Where in the turn nothing can be sold."""
        return selling_refusal(p)

    def sold_before(self, p: Position, company: str) -> bool:
        """One block a turn."""
        return used(turn_of(p), "sold", on=company)

    def block_refusal(self, p: Position, seat: str, company: str, units: int) -> Refusal | None:
        """The title's own."""
        return p.title.sale.block_refusal(p, seat, company, units)

    def do(self, p: Position, seat: str, args: Block) -> None:
        """Set the shares aside, pay the seller, remember that they may not buy this company again."""
        remember(turn_of(p), "sold", on=args.company)
        note_sold(p, seat, args.company)
        act_for_priority(p, seat)
        lot = lots.sell(p, seat, args.company, args.shares)
        if self.at_once:
            p.title.sale.settle_lot(p, lot)


class Buy(Plain[Purchase]):
    """Buy a share from the IPO or the pool."""

    shown = Shown.LIST

    def slots(self, p: Position, seat: str, got: Purchase) -> tuple[str, ...]:
        """Which company, from where, and how many where several may be bought at once."""
        if "from" in got and self.many(p, got.company, got.from_):
            return ("company", "from", "shares")
        return ("company", "from")

    def values(self, p: Position, seat: str, got: Purchase, slot: str) -> Values:
        """Any company; offering or market; any number there."""
        if slot == "company":
            return tuple(p.d.companies)
        if slot == "from":
            return (shares.IPO, shares.POOL)
        return range(1, len(self.singles(p, got.company, got.from_)) + 1)

    def cites(self, p: Position, slot: str) -> str:
        """Where shares are for sale, and how many at once."""
        return "" if slot == "company" else p.title.sections["buy"]

    def many(self, p: Position, company: str, source: str) -> bool:
        """May several be bought there at once?"""
        return source == shares.POOL and p.title.holding.many_from_pool(p, company)

    def singles(self, p: Position, company: str, source: str) -> list[str]:
        """What is for sale there."""
        return shares.in_offering(p, company) if source == shares.IPO else shares.certs_at(p, source, company)

    def refuse(self, p: Position, seat: str, got: Purchase) -> Refusal | None:
        """One purchase a turn, money, room under the limits, none of what was sold this round."""
        refusal = None if self.goes_on(p, got) else buying_refusal(p)
        if refusal or "company" not in got:
            return refusal
        company = got.company
        if not shares.started(p, company):
            section = p.title.sections["start"]
            return start_barred(p, seat, company, section) or Refusal(
                because("{company} has not been started; start it with `/par`", company=company), section
            )
        round_frame = round_of(p)
        if round_frame is not None and used(round_frame, "sold", on=company, by=seat):
            return Refusal(because("you sold {company} in this stock round", company=company), p.title.sections["sold"])
        if "from" not in got:
            return None
        if got.from_ == shares.IPO and not shares.in_offering(p, company):
            return Refusal(
                because("no share of {company} is left in the IPO", company=company),
                p.title.sections["buy"],
            )
        if got.from_ == shares.POOL and not shares.certs_at(p, shares.POOL, company):
            return Refusal(because("no share of {company} is in the pool", company=company), p.title.sections["buy"])
        cost = self.price(p, company, got.from_) * got.shares
        refusal = money.short(p, seat, cost, p.title.sections["buy"])
        refusal = refusal or holding.room_refusal(p, seat, company, got.shares, got.shares)
        if refusal is None and got.from_ == shares.IPO:
            refusal = p.title.stock.offering_refusal(p, seat, company)
        return refusal

    def goes_on(self, p: Position, got: Purchase) -> bool:
        """Where several shares may be taken from the market, more of them may follow, before anything is sold."""
        done = turn_of(p).used
        bought = [note for note in done if note.what == "bought"]
        if not bought or done[-1].what == "sold":
            return False
        company = bought[0].on
        if not all(note.by and self.many(p, company, note.by) for note in bought):
            return False
        if "company" in got and got.company != company:
            return False
        return self.many(p, company, got.from_ if "from" in got else shares.POOL)

    def price(self, p: Position, company: str, source: str) -> int:
        """Par in the IPO, market price in the pool."""
        if source == shares.IPO:
            return p.title.stock.offer_price(p, company)
        return prices.price(p, company)

    def do(self, p: Position, seat: str, args: Purchase) -> None:
        """Pay first, then take the certificates."""
        company, source = args.company, args.from_
        units = args.shares
        each = self.price(p, company, source)
        payee = p.title.stock.offer_payee(p, company) if source == shares.IPO else money.BANK
        remember(turn_of(p), "bought", on=company, by=source)
        act_for_priority(p, seat)
        p.emit(
            "bought",
            player=seat,
            company=company,
            source=source,
            shares=units,
            price=each,
            amount=each * units,
        )
        money.pay(p, seat, payee, each * units)
        shares.move(p, self.singles(p, company, source)[:units], seat)
        shares.settle_presidency_after_buying(p, company, seat)
        p.title.stock.after_purchase(p, company)
