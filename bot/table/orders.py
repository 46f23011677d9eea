"""Orders: each is a pure function of what its owner sees. Anything unforeseen turns an order off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.table import operating
from engine import Act, Event, Span
from engine.core.sentences import because
from engine.core.verbs import Values
from engine.prospects import Earning
from engine.titles import title_named
from engine.view import CompanyView, DecisionView, PrivateView, View

MOST_A_SEAT = 10
MOST_FIRED = 50
ANY_PRICE = 10**6 - 1
"""The price limit of an order to buy without one."""


@dataclass(frozen=True)
class MakeMove:
    """The order acts."""

    act: Act


@dataclass(frozen=True)
class Disarm:
    """The order is turned off, and its owner is told why."""

    why: str


@dataclass(frozen=True)
class Complete:
    """The order is completed."""


@dataclass(frozen=True)
class Wait:
    """The order does not apply."""


Verdict = MakeMove | Disarm | Complete | Wait


class Order(Protocol):
    """An order, however it is stored."""

    kind: str
    seat: str
    terms: dict[str, Any]


@dataclass(frozen=True)
class OrderContext:
    """Everything an order may know: what its owner sees, and what the rules offer them."""

    view: View
    decision: DecisionView
    values: Callable[[str, Mapping[str, str | int]], tuple[str, Values] | None]
    refusal: Callable[[Act], str]
    earning: Callable[[str], Earning | None]
    """What a company could earn now, which may take a while to compute."""
    before: Act | None = None
    """The order's own last move, if nothing has happened since."""


def verdict(order: Order, look: OrderContext) -> Verdict:
    """An order's answer to a decision of its owner. It never makes a move that the rules refuse."""
    found = KINDS[order.kind].decide(order.terms, look)
    if isinstance(found, MakeMove) and (why := look.refusal(found.act)):
        return Disarm(why)
    return found


def unforeseen(order: Order, view: View, events: Sequence[Event]) -> Verdict:
    """An order's answer to an event."""
    for event in events:
        if event.kind == "left" and event.data.get("player") == order.seat:
            return Disarm("you have left the game.")
        if event.data.get("player") == order.seat and event.kind in ("passed", "bought", "bid"):
            continue
        found = KINDS[order.kind].notice(order.terms, view, event)
        if not isinstance(found, Wait):
            return found
    return Wait()


# --- passing

QUIET = frozenset({"passed", "missed"})
TAME = frozenset(
    {"passed", "bought", "started", "floated", "price", "price_stays", "auction_sold", "bid", "accepted", "declined"}
)
"""Events that do not stop an order to pass for the round; anything unknown does."""


UNTIL = ("round", "next", "trains", "always", "event")
"""How long an order to pass lasts: this round, the next stock round too, until a company of theirs has no train,
always, or until anything but passing happens.
"""
CAUSES = ("bought", "sold", "private", "other")
"""What turns a lasting order off: somebody buys into a company whose presidency its owner can lose, somebody sells
shares, a private company is bought in the auction, or anything unusual happens.
"""


def passing(view: View, until: str, rule: str, ignored: Sequence[str]) -> dict[str, Any]:
    """The terms of an order to pass. Given between stock rounds, it lasts through the next one."""
    later = until == "next" or (until == "round" and bool(view.clock.of))
    clock = [view.clock.turn + 1, "", 0] if later else clock_of(view)
    return {"until": until, "rule": rule, "clock": clock, "ignores": list(ignored)}


def _pass(terms: dict[str, Any], look: OrderContext) -> Verdict:
    if _is_over(terms, look.view):
        return Complete()
    verb = _pass_verb(look)
    if look.decision.rule != terms["rule"] or not verb:
        return Wait()
    return MakeMove(Act(verb))


def _is_over(terms: dict[str, Any], view: View) -> bool:
    match terms["until"]:
        case "always":
            return False
        case "trains":
            mine = [one for one in view.companies if one.president == view.seat and one.floated and not one.closed]
            return any(not one.trains for one in mine)
        case _:
            turn, name, _ = terms["clock"]
            if name:
                return clock_of(view) != terms["clock"]
            return view.clock.turn > turn or (view.clock.turn == turn and bool(view.clock.of))


def _pass_notice(terms: dict[str, Any], view: View, event: Event) -> Verdict:
    if _is_over(terms, view):
        return Complete()
    if terms["until"] == "always" or event.kind in ("round", *QUIET):
        return Wait()
    if terms["until"] == "event" and not view.clock.of:
        return Disarm(EVENT)
    why = _cause_in_operation(view, event) if view.clock.of else _cause(view, event)
    return Disarm(CAUSE[why]) if why and why not in terms.get("ignores", ()) else Wait()


def _cause_in_operation(view: View, event: Event) -> str:
    """The cause in an event of an operating round: a company that its owner gains or loses, or that is gone."""
    if event.kind == "president":
        return "other" if view.seat in (event.data.get("player"), event.data.get("old")) else ""
    company = next((one for one in view.companies if one.symbol == event.data.get("company")), None)
    return "other" if company is not None and (company.closed or not company.started) else ""


def _cause(view: View, event: Event) -> str:
    """The cause in an event that its owner may want to react to; empty if it is ordinary."""
    company = next((one for one in view.companies if one.symbol == event.data.get("company")), None)
    if event.kind == "sold":
        return "sold"
    if event.kind not in TAME:
        return "other"
    if event.kind == "auction_sold":
        return "" if event.data.get("player") == view.seat else "private"
    if company is None:
        return ""
    mine = _held(view, company)
    if event.kind == "price" and event.data.get("why") == "sale":
        return "sold" if mine else ""
    can_be_had = _held(view, company, others=True) + company.offered + company.pool + company.own
    loses = company.president == view.seat and can_be_had > mine
    return "bought" if event.kind == "bought" and loses else ""


def _held(view: View, company: CompanyView, *, others: bool = False) -> int:
    """The shares of a company held by the order's owner, or by all others together."""
    seats = (seat for seat in view.seats if (seat.id != view.seat) is others)
    return sum(one.units for seat in seats for one in seat.shares if one.company == company.symbol)


# --- buying


def _buy(terms: dict[str, Any], look: OrderContext) -> Verdict:
    company = next((one for one in look.view.companies if one.symbol == terms["company"]), None)
    if company is None or company.closed:
        return Disarm(EVENT)
    if look.before is not None and look.before.verb == "buy" and (verb := _pass_verb(look)):
        return MakeMove(Act(verb))
    if _bought_all(terms, look.view):
        verb = _pass_verb(look)
        if not terms.get("then_pass"):
            return Complete()
        return MakeMove(Act(verb)) if look.decision.rule == "stock_turn" and verb else Wait()
    if "buy" not in look.decision.verbs:
        return Wait()
    price = company.offer_price if terms["from"] == "ipo" else company.price
    if price > terms["most"]:
        return Disarm(EVENT)
    purchase = {"company": company.symbol, "from": terms["from"]}
    asked = look.values("buy", purchase)
    # Where several may be bought, one.
    return MakeMove(Act("buy", purchase if asked is None else {**purchase, asked[0]: 1}))


def _bought_all(terms: dict[str, Any], view: View) -> bool:
    company = next((one for one in view.companies if one.symbol == terms["company"]), None)
    if company is None:
        return False
    return company.floated if terms["until"] == "floated" else _held(view, company) >= terms["shares"]


def _buy_notice(terms: dict[str, Any], view: View, event: Event) -> Verdict:
    if terms.get("then_pass") and _bought_all(terms, view):
        if view.clock.of or event.kind == "round":
            return Complete()
        # Effects of the last purchase itself: its buyer may have become president.
        own = event.kind == "home_fee" or (event.kind == "president" and event.data.get("player") == view.seat)
        why = _cause(view, event) if event.kind not in QUIET and not own else ""
        return Disarm(CAUSE[why]) if why else Wait()
    sale = event.kind == "sold" or (event.kind == "price" and event.data.get("why") == "sale")
    if terms.get("after_sales") and sale and event.data.get("player") != view.seat:
        return Wait()
    if event.data.get("company") != terms["company"] or event.kind in ("passed", "bought", "started", "floated"):
        return Wait()
    if event.kind == "price" and event.data.get("why") in ("sold out", "dividend", "no dividend"):
        return Wait()
    if event.kind in (
        "operates",
        "home",
        "laid",
        "token",
        "ran",
        "no_run",
        "dividend",
        "skipped",
        "missed",
        "bought_train",
    ):
        return Wait()
    return Disarm(EVENT)


# --- bidding


def _bid(terms: dict[str, Any], look: OrderContext) -> Verdict:
    if "bid" not in look.decision.verbs:
        return Wait()
    private = next((one for one in look.view.privates if one.id == terms["private"]), None)
    if private is None or private.owner != "sale":
        return Complete()
    best = max(private.bids, key=lambda bid: bid.amount, default=None)
    if best is not None and best.seat == look.view.seat:
        return Wait()
    contested = look.decision.rule == "contest"
    if contested and look.view.agenda[-1].subject != private.id:
        return Wait()
    found = look.values("bid", {"private": private.id})
    low = found[1].low if found is not None and isinstance(found[1], Span) else None
    if low is not None and low <= terms["limit"]:
        return MakeMove(Act("bid", {"private": private.id, "amount": low}))
    verb = _pass_verb(look)
    # In a contest one can only bid more or drop out; elsewhere the owner may want something else.
    return MakeMove(Act(verb)) if contested and verb else Disarm(EVENT)


def _bid_notice(terms: dict[str, Any], view: View, event: Event) -> Verdict:
    sold = event.kind == "auction_sold" and event.data.get("private") == terms["private"]
    return Complete() if sold else Wait()


# --- taking what becomes cheaper


def price_now(private: PrivateView) -> int | None:
    """What a private company costs now; None where its price does not fall."""
    return next((mark.amount for mark in private.marks if mark.what == "price"), None)


def _take(terms: dict[str, Any], look: OrderContext) -> Verdict:
    unsold = [one for one in look.view.privates if one.owner == "sale"]
    private = next((one for one in unsold if one.id == terms["private"]), None)
    if private is None:
        return Disarm(SOLD)
    price = price_now(private)
    if "take" not in look.decision.verbs or price is None or price > terms["price"]:
        return Wait()
    if look.values("take", {}) is not None:
        return MakeMove(Act("take", {"private": private.id}))
    return MakeMove(Act("take")) if private is unsold[0] else Wait()


def _take_notice(terms: dict[str, Any], view: View, event: Event) -> Verdict:
    if event.kind != "auction_sold" or event.data.get("private") != terms["private"]:
        return Wait()
    return Complete() if event.data.get("player") == view.seat else Disarm(SOLD)


# --- operating


def _operate(terms: dict[str, Any], look: OrderContext) -> Verdict:
    if not isinstance(off := _operate_notice(terms, look.view), Wait):
        return off
    found = operating.answered(terms, look.view, look.decision, look.values, look.earning)
    return MakeMove(found) if isinstance(found, Act) else Disarm(found) if found else Wait()


def _operate_notice(terms: dict[str, Any], view: View, event: Event | None = None) -> Verdict:
    if operating.is_done(terms, view):
        return Complete()
    why = operating.changed(terms, view)
    return Disarm(why) if why else Wait()


# --- a given answer to a kind of question


def _answer(terms: dict[str, Any], look: OrderContext) -> Verdict:
    if look.decision.rule != terms["rule"] or terms["verb"] not in look.decision.verbs:
        return Wait()
    subject = terms.get("subject", "")
    if subject and subject not in _about(look.view):
        return Wait()
    step = terms.get("step", "")
    if step and look.view.agenda[-1].step != step:
        return Wait()
    return MakeMove(Act(terms["verb"], dict(terms.get("args", {}))))


def _never(terms: dict[str, Any], view: View, event: Event) -> Verdict:
    return Wait()


# --- consent, and standing offers


def _consent(terms: dict[str, Any], look: OrderContext) -> Verdict:
    for offer in look.view.offers:
        if look.view.seat not in offer.needs or look.view.seat in offer.given or offer.verb != terms["verb"]:
            continue
        fits = all(offer.args.get(slot) == value for slot, value in terms.get("match", {}).items())
        enough = all(_number(offer.args.get(slot)) >= least for slot, least in terms.get("least", {}).items())
        little = all(_number(offer.args.get(slot)) <= most for slot, most in terms.get("most", {}).items())
        if fits and enough and little:
            return MakeMove(Act("accept", {"offer": offer.id}))
    return Wait()


def _number(value: str | int | None) -> int:
    return value if isinstance(value, int) else 0


# --- common


def _about(view: View) -> set[str]:
    top = view.agenda[-1]
    lots = {lot.company for lot in view.lots if str(lot.id) in top.about}
    return {top.subject, *top.about, *lots}


def _pass_verb(look: OrderContext) -> str:
    laws = title_named(look.view.title).verbs
    return next((verb for verb in look.decision.verbs if laws[verb].passes), "")


def clock_of(view: View) -> list[Any]:
    """The round an order is for."""
    return [view.clock.turn, view.clock.round, view.clock.number]


EVENT = because("something unexpected has happened.")
SOLD = because("somebody else has bought it.")
CAUSE = {
    "bought": because("somebody has bought into a company whose presidency you could lose."),
    "sold": because("somebody has sold shares."),
    "private": because("somebody has bought a private company."),
    "other": EVENT,
}


@dataclass(frozen=True)
class OrderKind:
    """One kind of order: how it decides, and how it reacts to events."""

    decide: Callable[[dict[str, Any], OrderContext], Verdict]
    notice: Callable[[dict[str, Any], View, Event], Verdict] = _never


KINDS = {
    "pass": OrderKind(_pass, _pass_notice),
    "buy": OrderKind(_buy, _buy_notice),
    "bid": OrderKind(_bid, _bid_notice),
    "take": OrderKind(_take, _take_notice),
    "operate": OrderKind(_operate, _operate_notice),
    "answer": OrderKind(_answer),
    "consent": OrderKind(_consent),
}
