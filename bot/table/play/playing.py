"""A move, the moves that orders add, and the stops that nobody needs, computed with the rules alone: nothing is stored
here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.errors import NeedsConfirmation, Refused, Stale
from bot.store.rows import ActionRow, OrderRow
from bot.table.play.orders.kinds import order_of, unforeseen, verdict
from bot.table.play.orders.order import (
    Complete,
    Disarm,
    MakeMove,
    OrderContext,
)
from engine import Act, Ambiguous, Decision, EngineError, Event, Game, Illegal, Unreadable
from engine.core import offers
from engine.core.sentences import sentence_of
from engine.lessons import MOST_REPLIES, Lesson
from engine.needless import needless
from engine.prospects import earning
from engine.view import supposed, view

CHAIN = 60
"""The most moves that may follow by themselves after one move."""


@dataclass(frozen=True)
class Step:
    """One move made."""

    seat: str
    act: Act
    events: list[Event]
    after: Game
    raw: bytes
    decision: int
    order: OrderRow | None = None
    silent: bool = False
    """Its maker only went on, since there was nothing to decide."""


@dataclass
class MoveResult:
    """A move and everything that followed from it."""

    game: Game
    steps: list[Step] = field(default_factory=list)
    fates: dict[int, OrderOutcome] = field(default_factory=dict)


@dataclass
class OrderOutcome:
    """An order's outcome: how often it acted, and why it ended, if it did."""

    order: OrderRow
    fired: int = 0
    ended: str | None = None
    """Empty if it was completed."""
    at: int = 0
    """The step after which it ended."""


def current_decision(game: Game) -> int:
    """The number of the current decision, which buttons carry; 0 when the game is over."""
    return max((one.number for one in game.decisions() if one.rule != offers.ANSWER), default=0)


def check_current(game: Game, act: Act, decision: int) -> None:
    """Refuse an answer to an outdated decision."""
    if decision == current_decision(game) != 0:
        return
    # An offer stays open while the game goes on, so its own number will do.
    if act.verb in offers.ABOUT and act.args.get("offer") == decision:
        return
    raise Stale("The game has moved on since this was shown; please check and try again.")


def check_harmless(before: Game, seat: str, act: Act, after: Game) -> None:
    """Raise NeedsConfirmation if a move is grave, or makes somebody leave the game, as far as its maker can know."""
    known = supposed(before, seat)
    if known is not before:
        # The question itself must not tell what another player's hidden treasury can pay.
        after = known
        with contextlib.suppress(EngineError):
            after, _ = known.apply(seat, act)
    out = {one.id for one in after.state.players if one.out} - {one.id for one in before.state.players if one.out}
    if out or before.grave(seat, act):
        raise NeedsConfirmation("This would end the game, or a player's part in it; please confirm it first.")


def check_new(seat: str, act: Act, since: Sequence[ActionRow]) -> None:
    """Refuse a double press: the same move has been made since the player saw the game."""
    # An offer does not change the decision, nor may an answer to a simultaneous question.
    press = _press(seat, act.verb, act.args)
    if any(_press(one.seat, one.verb, one.args) == press for one in since):
        raise Stale("You have already made this move; please check.")


def equal_offer(game: Game, seat: str, act: Act) -> int | None:
    """The number of the seat's identical open offer, if there is one."""
    press = _press(seat, act.verb, act.args)
    return next((one.id for one in game.state.offers if _press(one.by, one.verb, one.args) == press), None)


def _press(seat: str, verb: str, args: Mapping[str, str | int]) -> tuple[Any, ...]:
    """A move in a form that can be compared: typed numbers become numbers."""
    return seat, verb, sorted((slot, str(value)) for slot, value in args.items())


def play(game: Game, seat: str, act: Act, decision: int, orders: list[OrderRow]) -> MoveResult:
    """Play a move and everything that follows from it by itself, or raise the reason why not."""
    played = MoveResult(game)
    _step(played, seat, act, decision, None)
    follow(played, orders)
    return played


def reply(played: MoveResult, lesson: Lesson) -> None:
    """Make the others' moves in a lesson, until the learner must decide."""
    while len(played.steps) <= MOST_REPLIES and (found := lesson.reply_to(played.game)) is not None:
        seat, act = found
        number = next(one.number for one in played.game.decisions() if one.seat == seat)
        _step(played, seat, act, number, None)


def follow(played: MoveResult, orders: list[OrderRow]) -> MoveResult:
    """Let orders act as long as any applies, and go on where there is nothing to decide."""
    alive = list(orders)
    for _ in range(CHAIN):
        alive = _noticed(played, alive)
        if not any(_answered(played, one, alive) for one in played.game.decisions()) and not _went_on(played):
            break
        alive = [order for order in alive if _goes_on(played, order)]
    else:
        _noticed(played, alive)  # The last move may have turned an order off, too.
    return played


def _went_on(played: MoveResult) -> bool:
    """Go on where nobody has to decide anything, in the name of whoever is waited for; was that so?

    Only after a move: what was offered to somebody stays as it is.
    """
    found = needless(played.game) if played.steps else None
    if found is None:
        return False
    seat, act = found
    _step(played, seat, act, current_decision(played.game), None, silent=True)
    return True


def _goes_on(played: MoveResult, order: OrderRow) -> bool:
    fate = played.fates.get(order.id or 0)
    return fate is None or fate.ended is None


def _noticed(played: MoveResult, alive: list[OrderRow]) -> list[OrderRow]:
    """Turn off the orders that react to what just happened."""
    if not played.steps:
        return alive
    last = played.steps[-1]
    for order in alive:
        found = unforeseen(order, view(played.game, order.seat), last.events)
        if isinstance(found, (Disarm, Complete)):
            _end(played, order, found)
    return [order for order in alive if _goes_on(played, order)]


def _end(played: MoveResult, order: OrderRow, found: Disarm | Complete) -> None:
    fate = _fate(played, order)
    fate.ended = found.why if isinstance(found, Disarm) else ""
    fate.at = len(played.steps)


def _fate(played: MoveResult, order: OrderRow) -> OrderOutcome:
    return played.fates.setdefault(order.id or 0, OrderOutcome(order))


def _answered(played: MoveResult, decision: Decision, alive: list[OrderRow]) -> bool:
    """Let one of the seat's orders move; did one?"""
    for order in alive:
        if order.seat != decision.seat or not _goes_on(played, order):
            continue
        game, looker = played.game, view(played.game, order.seat)
        mine = next((one for one in looker.decisions if one.seat == order.seat), None)
        if mine is None:
            continue
        last = played.steps[-1] if played.steps else None
        look = OrderContext(
            view=looker,
            decision=mine,
            values=lambda verb, got, game=game, seat=order.seat: _values(game, seat, verb, got),
            refusal=lambda act, game=game, seat=order.seat: _refusal(game, seat, act),
            earning=lambda company, game=game: earning(game, company),
            before=last.act if last is not None and last.order is order else None,
        )
        answer = verdict(order, look)
        if isinstance(answer, (Disarm, Complete)):
            _end(played, order, answer)
        elif isinstance(answer, MakeMove) and _says_so(played.game, order, answer.act):
            _step(played, order.seat, answer.act, mine.number, order)
            fate = _fate(played, order)
            fate.fired += 1
            if order.fired + fate.fired >= order.most:
                _end(played, order, Complete())
            return True
    return False


def _says_so(game: Game, order: OrderRow, act: Act) -> bool:
    """Is a move harmless, or named by the order itself? No other order may end anybody's game."""
    return set(game.grave(order.seat, act)) <= {order_of(order.kind, order.terms).named}


def _refusal(game: Game, seat: str, act: Act) -> str:
    """Why a move cannot be made, which may be that it leaves a choice open."""
    try:
        return game.why_not(seat, act)
    except Ambiguous as e:
        return sentence_of(e)


def _values(game: Game, seat: str, verb: str, got: Mapping[str, str | int]) -> Any:
    try:
        return game.values(seat, verb, got)
    except (Illegal, Unreadable):
        return None


def _step(
    played: MoveResult, seat: str, act: Act, decision: int, order: OrderRow | None, *, silent: bool = False
) -> None:
    try:
        after, events = played.game.apply(seat, act)
    except (Illegal, Unreadable, Ambiguous) as e:
        raise Refused(sentence_of(e)) from e
    # Wrong books are a bug: better no move than storing a wrong position.
    after.audit()
    played.steps.append(Step(seat, act, events, after, after.encode(), decision, order, silent))
    played.game = after
