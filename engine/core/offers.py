"""Moves that need somebody else's consent: they lie beside the agenda until answered and block nobody."""

from __future__ import annotations

from engine.core import agenda, powers
from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Offer
from engine.core.verbs import Answers, C, Choices, Got, Plain, Shown, Values, checked

STOP = "stop"
ACCEPT, DECLINE, WITHDRAW = "accept", "decline", "withdraw"
ANSWER = "offer"
"""The rule that asks somebody who has only an offer to answer."""

QUIET = frozenset(("offered", "accepted", "declined", "withdrawn", "offer_void", "missed"))
"""Events that are only about offers, or tell why a step passed: whoever is on turn is still asked the same question."""


def verbs_for(p: Position, seat: str) -> tuple[str, ...]:
    """What a seat can do about offers, and the proposal to stop the game."""
    names: list[str] = []
    if any(seat in offer.needs and seat not in offer.given for offer in p.s.offers):
        names += [ACCEPT, DECLINE]
    if any(offer.by == seat for offer in p.s.offers):
        names.append(WITHDRAW)
    if not p.seat(seat).out and not any(offer.verb == STOP for offer in p.s.offers):
        names.append(STOP)
    return tuple(names)


def subject(verb: str, args: Got) -> str:
    """What an offer is about, regardless of the price."""
    return f"{verb} " + " ".join(f"{key}={value}" for key, value in sorted(args.items()) if key != "price")


def make(p: Position, seat: str, verb: str, args: Got, needs: list[str]) -> None:
    """Put an offer beside the agenda; it takes the place of an earlier one by the same seat on the same subject."""
    asked = subject(verb, args)
    p.s.offers = [offer for offer in p.s.offers if offer.by != seat or subject(offer.verb, offer.args) != asked]
    frame = 0 if _of_any_moment(p, verb) else p.top.id
    p.s.offers.append(Offer(id=p.next_id(), by=seat, verb=verb, args=args, needs=needs, given=[], frame=frame))
    data: dict[str, str | int] = {"player": seat, "to": " ".join(needs), "offer": p.s.ids}
    if p.title.open_table:
        p.events.append(Event("offered", data | _terms(verb, args)))
    else:
        p.events.append(Event("offered", data, _terms(verb, args), (seat, *needs)))


def _terms(verb: str, args: Got) -> dict[str, str | int]:
    return {"verb": verb, "subject": " ".join(f"{slot}={value}" for slot, value in args.items())}


def _answered(p: Position, kind: str, seat: str, offer: Offer) -> None:
    """An offer is accepted, declined or gone: whose it was and, at an open table, what it was about. Those it was
    between know the rest.
    """
    openly = p.title.open_table or offer.verb == STOP
    told = _terms(offer.verb, offer.args) if openly else dict[str, str | int]()
    terms = "hidden" if not openly else "stop" if offer.verb == STOP and not offer.args else "open"
    p.emit(kind, player=seat, offer=offer.id, maker=offer.by, terms=terms, **told)


def _of_any_moment(p: Position, verb: str) -> bool:
    """Can the move be made at any time: stopping the game, or a power without a window?"""
    return verb == STOP or any(power.verb == verb and not power.window for power in p.title.powers)


def meant(p: Position, seat: str, verb: str, args: Got) -> list[str]:
    """The verbs that a move is about: its own, or those of the offers to which it agrees."""
    if verb != ACCEPT:
        return [verb]
    waiting = [offer for offer in p.s.offers if seat in offer.needs and seat not in offer.given]
    return [offer.verb for offer in waiting if args.get("offer", offer.id) == offer.id]


def drop_the_impossible(p: Position) -> None:
    """Drop offers whose frame is gone, and all of them when the game is over."""
    frames = {frame.id for frame in p.s.agenda}
    for offer in list(p.s.offers):
        if offer.frame and offer.frame not in frames:
            p.s.offers.remove(offer)


def _fulfil(p: Position, offer: Offer) -> None:
    """All agree: check the move again and make it, or drop the offer if it has become impossible."""
    p.s.offers.remove(offer)
    law = p.title.verbs[offer.verb]
    on_turn = _of_any_moment(p, offer.verb) or (
        offer.by in agenda.deciders(p)
        and offer.verb in agenda.rule_of(p, p.top).open_verbs(p, p.top, offer.by)
        and offer.frame == p.top.id
    )
    on_turn = on_turn or offer.verb in powers.open_to(p, offer.by)
    if not on_turn:
        _answered(p, "offer_void", offer.by, offer)
        return
    try:
        args = checked(p, offer.verb, law, offer.by, offer.args)
    except EngineError:
        _answered(p, "offer_void", offer.by, offer)
        return
    # Whose consent is needed may have changed since the offer was made.
    if not {offer.by, *offer.given}.issuperset(law.consent(p, offer.by, args)):
        _answered(p, "offer_void", offer.by, offer)
        return
    law.do(p, offer.by, args)


class OneOffer(Choices):
    offer: int


class Accept(Plain[OneOffer]):
    """Agree to an offer."""

    answers = Answers.OFFER

    def values(self, p: Position, seat: str, got: OneOffer, slot: str) -> Values:
        """Offers that wait for this seat."""
        return tuple(offer.id for offer in p.s.offers if seat in offer.needs and seat not in offer.given)

    def do(self, p: Position, seat: str, args: OneOffer) -> None:
        """The last consent makes the move."""
        offer = next(offer for offer in p.s.offers if offer.id == args.offer)
        offer.given.append(seat)
        _answered(p, "accepted", seat, offer)
        if all(player in offer.given for player in offer.needs):
            _fulfil(p, offer)


class Decline(Accept):
    """Turn an offer down."""

    declines = True

    def do(self, p: Position, seat: str, args: OneOffer) -> None:
        """The offer is gone."""
        offer = next(offer for offer in p.s.offers if offer.id == args.offer)
        p.s.offers.remove(offer)
        _answered(p, "declined", seat, offer)


class Withdraw(Plain[OneOffer]):
    """Take an offer back."""

    shown = Shown.RARE

    def values(self, p: Position, seat: str, got: OneOffer, slot: str) -> Values:
        """The seat's own offers."""
        return tuple(offer.id for offer in p.s.offers if offer.by == seat)

    def do(self, p: Position, seat: str, args: OneOffer) -> None:
        """The offer is gone."""
        offer = next(offer for offer in p.s.offers if offer.id == args.offer)
        p.s.offers.remove(offer)
        _answered(p, "withdrawn", seat, offer)


class Stop(Plain[C]):
    """End the game here by agreement of everybody."""

    grave = True

    def consent(self, p: Position, seat: str, args: C) -> list[str]:
        """Everybody else."""
        return [player for player in p.living if player != seat]

    def do(self, p: Position, seat: str, args: C) -> None:
        """Everybody's worth is what they have now."""
        end = p.title.score(p, "agreed")
        p.s.end = end
        p.emit("ended", why=end.why)


class Winner(Choices):
    winner: str


class AgreeOnWinner(Stop[Winner]):
    """All agree which of them has won."""

    def __init__(self, why: str) -> None:
        self.why = why

    def values(self, p: Position, seat: str, got: Winner, slot: str) -> Values:
        """The players still in the game."""
        return tuple(p.living)

    def do(self, p: Position, seat: str, args: Winner) -> None:
        """The game is over, and that player has won."""
        end = p.title.score(p, self.why)
        end.winners = [args.winner]
        p.s.end = end
        p.emit("ended", why=end.why)


ABOUT = (ACCEPT, DECLINE, WITHDRAW)
"""The verbs about an offer that is open."""
VERBS = {ACCEPT: Accept(), DECLINE: Decline(), WITHDRAW: Withdraw(), STOP: Stop[Choices]()}
