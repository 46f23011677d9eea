"""The effects of a move: what a company's trains could earn, and where open sales would take a price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.board.markers import blocked_for, free_slots
from engine.board.network import reach_of
from engine.core.agenda import used
from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import End, Marker, Run, TrainRun, Trial
from engine.core.trial import ANSWER
from engine.core.verbs import Act
from engine.family import operating, stock
from engine.family.route_text import train_runs
from engine.family.running import RunTrains, best, problem, trains_of
from engine.finance import holding, lots, shares
from engine.game import Game
from engine.routes import ByHand, Valued, value


@dataclass(frozen=True)
class Earning:
    """The best that a company's trains can earn on the current board."""

    company: str
    total: int
    proven: bool
    """False: there was not enough time to know that nothing is better."""
    runs: tuple[TrainRun, ...]
    """One a train."""


def acting_company(game: Game) -> str:
    """The company whose operating turn it is, or nothing."""
    return operating.operator(game.asked)


def has_acted(game: Game) -> bool:
    """Has the company laid, placed or bought something in the step it is in?"""
    turn = operating.turn(game.asked)
    return turn is not None and operating.has_acted(turn)


def is_step_done(game: Game, seat: str) -> bool:
    """Does the step have no moves of its own left, and stay open only for what may be done at any time?"""
    p = game.asked
    top = p.s.agenda[-1] if p.s.agenda else None
    if not isinstance(top, Run) or top is not operating.turn(p):
        return False
    own = set(operating.step_of(p, top).verbs)
    return own & set(game.verbs(seat)) == {"skip"}


def sells_after_buying(game: Game, seat: str) -> bool:
    """Has the seat bought all that it may in this stock turn, and can it still sell?"""
    p = game.asked
    top = p.s.agenda[-1] if p.s.agenda else None
    if not isinstance(top, Run) or top.rule != stock.TURN or not used(top, "bought"):
        return False
    return stock.buying_refusal(p) is not None and "sell" in game.verbs(seat)


def limits_reached(game: Game, seat: str) -> dict[str, list[str]]:
    """The companies of which a seat may take no share that can be bought, by the rules' reason: how much it holds."""
    p = game.asked
    reasons = dict[str, list[str]]()
    for company in p.s.companies:
        if shares.started(p, company) and any(
            shares.units_at(p, place, company) for place in (shares.IPO, shares.POOL)
        ):
            refusal = holding.room_refusal(p, seat, company, 1, 1)
            if refusal is not None:
                reasons.setdefault(refusal.sentence(cited=False), []).append(company)
    return reasons


def earning(game: Game, company: str) -> Earning | None:
    """What a company could earn if it ran now, whether or not it is to run; None if it has no train."""
    p = game.asked
    facts = p.s.companies.get(company)
    if facts is None or facts.closed or not trains_of(p, company):
        return None
    found = best(p, company)
    valued = value(problem(p, company, trains_of(p, company)), found.routes)
    assert isinstance(valued, Valued)
    return Earning(company, found.total, found.proven, tuple(train_runs(found.routes, valued)))


def score_now(game: Game) -> End:
    """What everybody would be worth, and who would have won, if the game ended now."""
    p = game.asked
    return p.s.end or p.title.score(p, "agreed")


def units_held(game: Game, company: str) -> dict[str, int]:
    """How many shares of a company each player has, in seating order."""
    p = game.asked
    return {seat.id: shares.units_at(p, seat.id, company) for seat in p.s.players}


def builder_of(game: Game, verb: str) -> ByHand | None:
    """The tools for putting routes together for a verb that runs trains."""
    p, law = game.asked, game.title.verbs.get(verb)
    if not isinstance(law, RunTrains):
        return None
    company = law.runner(p)
    return ByHand(problem(p, company, trains_of(p, company), law.required(p)))


def if_nobody_takes_them(game: Game) -> tuple[Game, list[Event]]:
    """The game as if shares that were sold, and may yet be protected, all went to the pool."""
    p = game.loose()
    p.looked = None
    for lot in list(p.s.lots):
        lots.to_market(p, lot)
    return replace(game, state=p.s), p.events


# --- what a station marker does to others


@dataclass(frozen=True)
class Station:
    """A station marker that a move places."""

    stop: str
    left: int
    """Spaces that are free after it, those reserved for homes included."""
    stopped: tuple[tuple[str, tuple[str, ...]], ...]
    """The companies whose trains come to the stop and can go through it no longer, with the stops they are cut off
    from."""


def station_of(before: Game, after: Game) -> Station | None:
    """The one new station marker of a move and what it closes; None if it places none, or several."""
    was, now = before.asked, after.asked
    known = set(map(_whose, was.board.markers))
    new = [marker for marker in now.board.markers if _whose(marker) not in known]
    if len(new) != 1:
        return None
    company, stop = new[0].company, new[0].stop
    others = dict.fromkeys(marker.company for marker in was.board.markers if marker.company in was.s.companies)
    found = ((other, _cut_off(was, now, other, stop)) for other in others if other != company)
    return Station(stop, len(free_slots(now, stop)), tuple((other, cut) for other, cut in found if cut is not None))


def _whose(marker: Marker) -> tuple[str, str, int]:
    return marker.company, marker.stop, marker.slot


def _cut_off(was: Position, now: Position, company: str, stop: str) -> tuple[str, ...] | None:
    """The stops that a company's runs come to no longer; None if they could not go through the stop before, or can."""
    if stop in blocked_for(was, company) or stop not in blocked_for(now, company):
        return None
    reach, later = reach_of(was, company), reach_of(now, company)
    if not reach.comes_to(stop):
        return None
    return tuple(one for one in reach.entries if reach.comes_to(one) and not later.comes_to(one))


# --- moves that need others


CONSENTS = ("offered", "accepted")
"""Events of offers with public terms."""
SAID = ("accepted", "answered")
"""Events of accepting and answering, besides their results."""


@dataclass(frozen=True)
class Outcome:
    """The result of a move in which others have a say."""

    game: Game
    events: list[Event]
    asked: bool
    """Would somebody have to choose on the way? Each is assumed to give the first answer."""


def if_all_agree(game: Game, events: Sequence[Event]) -> Outcome:
    """The game after a move, as if all agreed to its offer and questions of a procedure had their first answers."""
    start, happened = game, list[Event]()
    asked = False
    try:
        for number in [event.data["offer"] for event in events if event.kind in CONSENTS]:
            for offer in [offer for offer in game.state.offers if offer.id == number]:
                for seat in [seat for seat in offer.needs if seat not in offer.given]:
                    game, more = game.apply(seat, Act("accept", {"offer": offer.id}))
                    happened += more
        while game.state.agenda and isinstance(top := game.state.agenda[-1], Trial) and top.question:
            asked = True
            game, more = game.apply(top.role, Act(ANSWER, {"answer": top.options[0]}))
            happened += more
    except EngineError:
        pass  # The move has become impossible in between: this is how far it would get.
    if game.state.end is not None:
        return Outcome(start, [], asked=False)  # What everybody has at the end may be secret until then.
    return Outcome(game, [event for event in happened if event.kind not in SAID], asked)
