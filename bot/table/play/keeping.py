"""Store one change of a game in one transaction: actions, positions, turns, orders, announcements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import col, delete, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Overtaken
from bot.store import Collision, StoreTrouble
from bot.store.positions import packed
from bot.store.rows import (
    FINISHED,
    MOVE,
    RUNNING,
    ActionRow,
    EventsRow,
    GameRow,
    LessonRow,
    OfferRow,
    OrderRow,
    OutboxRow,
    PositionRow,
    TurnRow,
)
from bot.table.ground.clocks import new_turn, person_to_ping
from bot.table.ground.counting import Banks, thinking
from bot.table.ground.positions import CachedPosition
from bot.table.ground.services import LoadedGame, Services, known_id
from bot.table.ground.time_used import note_time
from bot.table.play import state, telling
from bot.table.play.extras import is_mirrored, mirrored
from bot.table.play.playing import MoveResult
from engine import Game
from engine.core import offers
from engine.core.sentences import encode_sentence, pattern
from engine.core.stored_events import encode as encode_events
from engine.view import View, view

MOVED_ON = pattern("Somebody else changed this in the meantime; please check and try again.")


@dataclass
class Change:
    """Everything that is stored together."""

    position: int
    last: int
    cached: list[tuple[int, CachedPosition]]
    game: Game
    epoch: int = 0
    """Added to the epoch."""
    tip: int | None = None
    actions: list[ActionRow] = field(default_factory=list)
    positions: list[PositionRow] = field(default_factory=list)
    events: list[EventsRow] = field(default_factory=list)
    orders: list[OrderRow] = field(default_factory=list)
    outbox: list[OutboxRow] = field(default_factory=list)
    acted: set[str] = field(default_factory=set)
    """Seats that have just acted: their reminder clocks restart."""
    pinged: list[int] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    """Moves that it takes back, or makes again (`redone`)."""
    redone: set[int] = field(default_factory=set)
    offers: list[OfferRow] = field(default_factory=list)
    """New offers that expire. Rows of offers that are gone stay, because an undo may restore them."""
    passed: list[LessonRow] = field(default_factory=list)
    """The lesson that has been passed with it."""


def change_of(loaded: LoadedGame, played: MoveResult, clicker: int, now: datetime, *, by_clock: bool = False) -> Change:
    """The change for a move and those that followed by themselves; `by_clock`: made for somebody whose time was up."""
    change = Change(loaded.row.position, loaded.row.last, [], played.game)
    root: int | None = None
    base = loaded.cached
    for step in played.steps:
        number = change.last + 1
        fired = step.order is not None or step.silent
        change.actions.append(
            ActionRow(
                game_id=loaded.id,
                number=number,
                kind=MOVE,
                parent=change.position,
                position=number,
                seat=step.seat,
                clicker=loaded.owner(step.seat).user_id if fired else clicker,
                verb=step.act.verb,
                args=dict(step.act.args),
                decision=step.decision,
                cause=root,
                order_id=step.order.id if step.order is not None else None,
                by_clock=by_clock and not fired,
                at=now,
            )
        )
        stored = packed(loaded.id, number, step.raw, base.row, base.raw)
        change.positions.append(stored)
        change.events.append(EventsRow(game_id=loaded.id, number=number, data=encode_events(step.events)))
        base = CachedPosition(step.after, step.raw, stored)
        change.cached.append((number, base))
        change.position = change.last = number
        change.acted.add(step.seat)
        root = number if root is None else root
    _end_orders(loaded, played, change, now)
    return change


def _end_orders(loaded: LoadedGame, played: MoveResult, change: Change, now: datetime) -> None:
    first = change.last - len(played.steps)
    for fate in played.fates.values():
        order = fate.order
        order.fired += fate.fired
        change.orders.append(order)
        if fate.ended is None:
            continue
        # Ended by a move, which may be undone; or at once, by something its owner could see when giving it.
        order.active, order.ended_by = False, first + fate.at if fate.at else None
        order.reason = encode_sentence(fate.ended)
        with loaded.speaking_to(order.seat):
            told = telling.order_ended(order, loaded.row.title)
        announce_order(loaded, change, order, told, now)


def announce_order(loaded: LoadedGame, change: Change, order: OrderRow, text: str, now: datetime) -> None:
    """Announce that an order has ended or is in force again: to its owner, or to everybody for a standing offer."""
    owner = loaded.owner(order.seat)
    if order.public:
        change.outbox.append(telling.standing(order, owner.name, loaded.row, change.last, now))
    if not owner.robot:
        target, key = telling.person(owner.user_id), f"order {order.id}"
        change.outbox.append(telling.row(target, "order", key, now, loaded.id, change.last, text=[text]))


def must_ping_again(before: TurnRow, rule: str) -> bool:
    """Must a seat be pinged again? Not while only an offer waits, but when its turn comes after it."""
    return before.rule == offers.ANSWER != rule


def announce(loaded: LoadedGame, change: Change, kind: str, now: datetime, shown: View, **payload: Any) -> None:
    """Who acts next, who of them to ping, and the announcement."""
    waiting = telling.decisions(shown)
    new = [
        seat
        for seat, (decision, _) in waiting.items()
        if seat not in loaded.turns or (seat not in change.acted and must_ping_again(loaded.turns[seat], decision.rule))
    ]
    called = [] if loaded.row.is_copy else new
    payload |= telling.calling_to_move((loaded.owner(seat) for seat in called), loaded.people, now)
    silent = {seat for seat in called if telling.hears_daily(loaded.owner(seat), loaded.people, now)}
    change.pinged = payload["ping"]
    for seat in called:
        user = person_to_ping(loaded.owner(seat), loaded.people, now)
        with loaded.speaking_to(seat):
            of_seat = loaded.owner(seat)
            reader = seat if user == of_seat.user_id else ""
            text = telling.decisions(shown, reader)[seat][1] if user in loaded.people else ""
            key = f"call {seat} {user}"
            change.outbox += telling.personal_call(
                loaded.row, loaded.people, user, key, text, now, change.last, of_seat
            )
    # Whoever reads the channel knows who is next, robot or person.
    pinged = {seat for seat in called if loaded.owner(seat).has_person} - silent
    if asks := [text for seat, (_, text) in waiting.items() if seat not in pinged]:
        payload["asks"] = asks
    if names := telling.long_names(shown, payload.get("moves", []), payload.get("text", [])):
        payload["names"] = names
    if auction := state.auction(shown):
        payload["auction"] = auction
    if shares := state.shares(view(loaded.game), shown):
        payload["shares"] = shares
    payload = telling.placed(loaded.row, shown) | payload
    change.outbox.insert(
        0,
        telling.row(
            telling.channel(loaded.row.channel_id),
            kind,
            "all",
            now,
            loaded.id,
            change.last,
            position=change.position,
            epoch=loaded.row.epoch + change.epoch,
            **telling.asking(shown, [loaded.owner(seat) for seat in called], payload["ping"]),
            **payload,
        ),
    )


def announce_end(loaded: LoadedGame, change: Change, now: datetime, shown: View) -> None:
    """Announce the end of the game: ping everybody who played, once, with the result."""
    if shown.end is None or loaded.game.state.end is not None:
        return
    ping = [seat.user_id for seat in loaded.seats]
    target = telling.channel(loaded.row.channel_id)
    payload = {"text": telling.result(shown), "ping": ping, "place": telling.place_of(loaded.row, shown)}
    change.outbox.append(telling.row(target, "ended", "end", now, loaded.id, change.last, **payload))


def in_place(row: GameRow, kind: str, clicker: int, now: datetime, **more: Any) -> ActionRow:
    """The next action of a game, of a kind that leaves its position as it is, such as a change of players."""
    row.last += 1
    return ActionRow(
        game_id=known_id(row),
        number=row.last,
        kind=kind,
        parent=row.position,
        position=row.position,
        clicker=clicker,
        at=now,
        **more,
    )


async def go_to(
    services: Services,
    loaded: LoadedGame,
    kind: str,
    clicker: int,
    position: int,
    game: Game,
    text: str,
    tip: int | None = None,
    also: Callable[[Change, datetime], None] = lambda change, now: None,
) -> None:
    """Go to a stored position and announce it. `tip`: the last move that can be redone; `also`: what else changes."""
    row, now = loaded.row, services.clock()
    change = Change(position, row.last + 1, [], game, epoch=1, tip=tip)
    change.actions = [
        ActionRow(
            game_id=loaded.id,
            number=change.last,
            kind=kind,
            parent=row.position,
            position=position,
            clicker=clicker,
            at=now,
        )
    ]
    also(change, now)
    announce(loaded, change, kind, now, view(game), text=[text])
    await store(services, loaded, change, now)


async def store(services: Services, loaded: LoadedGame, change: Change, now: datetime) -> None:
    """Store the change in one transaction, or nothing."""
    row, over = loaded.row, change.game.state.end is not None
    as_loaded = (
        col(GameRow.id) == loaded.id,
        col(GameRow.last) == row.last,
        col(GameRow.epoch) == row.epoch,
        col(GameRow.status) == row.status,
        col(GameRow.rewritten) == row.rewritten,
    )
    after = {
        "position": change.position,
        "last": change.last,
        "epoch": row.epoch + change.epoch,
        "tip": change.tip,
        "status": FINISHED if over else RUNNING,
        "ended_at": now if over else None,
        "trouble": "",  # Whatever was wrong, the current position can be read again.
    }
    try:
        async with services.db.write(loaded.id) as session:
            # Store only if nobody has changed the game since it was loaded, in any process.
            taken = update(GameRow).where(*as_loaded).values(after).returning(is_mirrored(loaded.id))
            stored = (await session.exec(taken, execution_options={"synchronize_session": False})).all()
            if len(stored) != 1:
                raise Overtaken(MOVED_ON)
            turns = await _turns_before(session, loaded.id)
            session.add_all([*change.actions, *change.positions, *change.events])
            if not row.lesson:  # Of a lesson its owner sees everything, and there is nobody else to tell.
                session.add_all(change.outbox)
                if any(mirrors for (mirrors,) in stored):
                    session.add_all(await mirrored(session, loaded.id, change.outbox))
            if loaded.orders:
                orders = {one.id for one in loaded.orders}
                off = select(OrderRow.id).where(OrderRow.game_id == loaded.id, col(OrderRow.active).is_(False))
                if orders.intersection((await session.exec(off)).all()):
                    # Cancelled or ended meanwhile by another process: it must neither act nor be restored.
                    raise Overtaken(MOVED_ON)
            for kept in (*change.orders, *change.passed):
                await session.merge(kept)
            session.add_all(waits := _turns(loaded, change, turns, now))
            await note_time(session, row, turns.values(), loaded.seats, loaded.people, now, answered=_answered(change))
            await _count(session, loaded, change, thinking(turns.values()), thinking(waits), now)
            if fresh := _fresh_offers(loaded, change):
                # Offer numbers recur after an undo: drop the expiry of the undone offer.
                hours = col(OfferRow.game_id) == loaded.id, col(OfferRow.offer).in_(fresh)
                await session.exec(delete(OfferRow).where(*hours))
            session.add_all(change.offers)
    except Collision as e:
        raise Overtaken(MOVED_ON) from e
    except StoreTrouble as e:
        raise services.report(loaded.id, row.organiser_id, e) from e
    for name, value in after.items():
        setattr(row, name, value)
    for number, cached in change.cached:
        services.keep(row, number, cached)


async def _count(
    session: AsyncSession, loaded: LoadedGame, change: Change, busy: set[str], next_busy: set[str], now: datetime
) -> None:
    """What a change means for the seats' banks of time."""
    banks = Banks(session, loaded.row, {one.seat: one for one in loaded.seats}, loaded.people, now)
    if not (rows := await banks.settle(busy, next_busy)):
        return
    await banks.change(rows, change.undone, next_busy, -1)
    await banks.change(rows, change.redone, next_busy, 1)
    by_clock = ActionRow.game_id == loaded.id, col(ActionRow.number).in_(change.undone), col(ActionRow.by_clock)
    for seat in await session.exec(select(ActionRow.seat).where(*by_clock)) if change.undone else ():
        banks.hold(rows[seat])
    for action in change.actions:
        if _is_own(action):
            banks.add(rows[action.seat], action.number, busy=action.seat in next_busy)
            loaded.owner(action.seat).meanwhile = ""
            await session.merge(loaded.owner(action.seat))


def _is_own(action: ActionRow) -> bool:
    """Did somebody make this move, and no order or clock for them?"""
    return action.kind == MOVE and action.cause is None and bool(action.clicker) and not action.by_clock


def _answered(change: Change) -> set[str]:
    return {action.seat for action in change.actions if _is_own(action)}


def _fresh_offers(loaded: LoadedGame, change: Change) -> set[int]:
    """Offers made by this change's moves, not those restored by undo or redo."""
    if not any(action.kind == MOVE for action in change.actions):
        return set()
    before = {offer.id for offer in loaded.game.state.offers}
    return {offer.id for offer in change.game.state.offers} - before


async def _turns_before(session: AsyncSession, game_id: int) -> dict[str, TurnRow]:
    """Delete the turns, and return them as they were: reminders may have changed since the game was loaded."""
    gone = delete(TurnRow).where(col(TurnRow.game_id) == game_id).returning(TurnRow)
    found = await session.exec(gone, execution_options={"synchronize_session": False})
    turns = {turn.seat: turn for turn in found.scalars()}
    session.expunge_all()
    return turns


def _turns(loaded: LoadedGame, change: Change, turns: dict[str, TurnRow], now: datetime) -> list[TurnRow]:
    """Update the turn rows: seats still waiting keep theirs, seats that have acted start anew."""
    waiting: list[TurnRow] = []
    for decision in change.game.decisions():
        seat, before = decision.seat, turns.get(decision.seat)
        turn = new_turn(loaded.row, decision, loaded.owner(seat), loaded.people, now)
        if before is not None and not must_ping_again(before, decision.rule) and seat not in change.acted:
            turn.since, turn.count, turn.due_at, turn.muted = before.since, before.count, before.due_at, before.muted
        waiting.append(turn)
    return waiting
