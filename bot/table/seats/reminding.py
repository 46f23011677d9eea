"""Post due reminders and let offers expire. A restart neither loses nor repeats one."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused
from bot.store import StoreTrouble
from bot.store.due import come
from bot.store.rows import RUNNING, GameRow, OfferRow, OutboxRow, PersonRow, SeatAskRow, SeatRow, TurnRow
from bot.table.ground.clocks import (
    DAILY,
    SLACK,
    Pace,
    is_astray,
    is_daily,
    next_due,
    pace_of,
    person_to_ping,
)
from bot.table.ground.rights import stands_for, to_decide
from bot.table.ground.say import called, say, timestamp
from bot.table.ground.services import BegunGame, Services
from bot.table.ground.settings import CALLS
from bot.table.play import telling
from bot.table.play.ordering import end_expired
from bot.table.play.troubles import answers
from bot.table.seats.preferences import Preferences
from bot.table.seats.rearming import TURNS
from bot.table.seats.replacing import ANSWER
from engine.view import view

log = logging.getLogger("stationmaster.table")
IDLE = timedelta(minutes=10)
LONGEST_OFFER = timedelta(days=60)
"""The longest that an offer can stay open."""


def _running(kind: type[TurnRow | OfferRow | SeatAskRow]) -> Any:
    """Only in running games; if an undo restarts a game, its rows are valid again."""
    return col(kind.game_id).in_(select(GameRow.id).where(col(GameRow.status) == RUNNING))


class Reminders:
    """The reminders of all games."""

    def __init__(
        self,
        services: Services,
        preferences: Preferences,
        expire: Callable[[int, int, str], Awaitable[None]],
        fall_due: Callable[[SeatAskRow], Awaitable[bool]],
    ) -> None:
        self.services = services
        self._preferences = preferences
        self._expire, self._fall_due = expire, fall_due

    async def next_moment(self) -> datetime:
        """When something is due next, at most a few minutes from now."""
        async with self.services.db.read() as session:
            moments = [
                (await session.exec(select(func.min(due)).where(due.is_not(None), _running(row)))).one()
                for row, due in ((kind, col(kind.due_at)) for kind in (TurnRow, OfferRow, SeatAskRow))
            ]
        return min([moment for moment in moments if moment is not None], default=self.services.clock() + IDLE)

    async def tick(self) -> int:
        """Do everything that is due; returns how many things."""
        now = self.services.clock()
        async with self.services.db.read() as session:
            due = select(TurnRow.game_id, TurnRow.seat).where(col(TurnRow.due_at) <= now, _running(TurnRow))
            turns = list(await session.exec(due.order_by(col(TurnRow.due_at))))
            turns += await self._astray(session, now)
            lapsed = come(col(OfferRow.due_at), now, LONGEST_OFFER)
            offers = list(await session.exec(select(OfferRow).where(lapsed, _running(OfferRow))))
            over = come(col(SeatAskRow.due_at), now, ANSWER)
            seats = list(await session.exec(select(SeatAskRow).where(over, _running(SeatAskRow))))
        done = 0
        for game_id, seat in turns:
            done += await self._guarded(self._remind(game_id, seat, now), TurnRow, (game_id, seat))
        for offer in offers:
            done += await self._guarded(self._fall(offer), OfferRow, (offer.game_id, offer.offer))
        for ask in seats:
            done += await self._guarded(self._fall_due(ask), SeatAskRow, (ask.game_id, ask.seat))
        return done + await end_expired(self.services)

    async def _astray(self, session: AsyncSession, now: datetime) -> list[tuple[int, str]]:
        """Turns whose reminder a wrong clock has set further ahead than any can be."""
        ahead = TURNS.where(col(TurnRow.due_at) > now + SLACK, _running(TurnRow))
        turns = list(await session.exec(ahead))
        people = await self.services.people(session, {seat.user_id for _, seat, _ in turns})
        return [
            (turn.game_id, turn.seat)
            for turn, seat, game in turns
            if is_astray(turn.due_at, now, seat, people, pace_of(game.settings))
        ]

    async def _guarded(
        self, job: Awaitable[bool], kind: type[TurnRow | OfferRow | SeatAskRow], key: tuple[int, Any]
    ) -> bool:
        """Handle one game; an error does not affect the others, and is retried later."""
        try:
            async with answers(self.services):
                return await job
        except Refused as e:
            log.warning("game %d: %s", key[0], e)
        with contextlib.suppress(StoreTrouble):
            async with self.services.db.write() as session:
                row = await session.get(kind, key)
                if row is not None and row.due_at is not None:
                    row.due_at = self.services.clock() + IDLE
        return False

    async def _remind(self, game_id: int, seat: str, now: datetime) -> bool:
        async with self.services.lock(game_id):
            before = await self.services.load(game_id, running=False)
            waiting = await self.services.work(lambda: telling.decisions(view(before.game)))
            decision = waiting[seat][1] if seat in waiting else ""
            # The announcement and the next due time are one transaction, so that a crash cannot separate them.
            async with self.services.db.write(game_id) as session:
                # Read again, since reminders may have changed meanwhile.
                begun = await self.services.begun(session, game_id, running=False)
                turn, moved = begun.turns.get(seat), begun.row.last != before.row.last
                if turn is None or turn.due_at is None or moved or begun.row.status != RUNNING:
                    return False
                pace = pace_of(begun.row.settings)
                if turn.due_at > now and not is_astray(turn.due_at, now, begun.owner(seat), begun.people, pace):
                    return False
                if turn.muted:
                    turn.due_at = None
                    return False
                user = person_to_ping(begun.owner(seat), begun.people, now)
                if is_daily(begun.people.get(user)):
                    turn.due_at = now
                    await session.flush()
                    await self._tell_daily(session, user, now)
                    return True
                reminder = _reminder(begun, turn, decision, now)
                session.add(reminder)
                key, text = f"{reminder.nonce} {user}", reminder.payload["text"][0]
                session.add_all(
                    telling.personal_call(
                        begun.row, begun.people, user, key, text, now, reminder.number, begun.owner(seat)
                    )
                )
                return True

    async def _tell_daily(self, session: AsyncSession, user: int, now: datetime) -> None:
        """The daily message: all games that wait for somebody. Organisers hear of long waits as they do of others'."""
        found = TURNS.where(col(TurnRow.due_at) <= now, _running(TurnRow)).order_by(col(TurnRow.since))
        due = list(await session.exec(found))
        people = await self.services.people(session, {seat.user_id for _, seat, _ in due})
        waiting = [one for one in due if person_to_ping(one[1], people, now) == user]
        for turn, seat, game in waiting:
            if _count(turn, seat, people, pace_of(game.settings), now):
                with self.services.speaking_on(game.guild_id):
                    text = say("reminder_daily", name=seat.name, since=_since(turn), organiser=game.organiser_id)
                key = f"{turn.seat} {turn.since.isoformat()} {turn.count}"
                session.add(telling.to_table(game, "call", key, now, text=[text], ping=[game.organiser_id]))
        with self.services.speaking_to(user):
            games = [
                say("daily_game", game=called(game), title=game.title, since=_since(turn), channel=game.channel_id)
                for turn, _, game in waiting
            ]
            text = [say("daily", games=len(waiting)), *games]
        turns = [{"game": turn.game_id, "seat": turn.seat} for turn, _, _ in waiting]
        key = f"{user} {now.isoformat()}"
        session.add(telling.row(telling.person(user), DAILY, key, now, None, 0, text=text, turns=turns))

    async def no_longer_daily(self, row: OutboxRow) -> None:
        """A daily message cannot reach somebody: they are pinged again, and told so where a game waits for them."""
        user = int(row.target.partition(":")[2])
        async with self.services.db.write() as session:
            await self._preferences.change_person(session, user, calls=CALLS[0])
            waiting = [one["game"] for one in row.payload["turns"]]
            running = col(GameRow.id).in_(waiting), GameRow.status == RUNNING
            if (game := (await session.exec(select(GameRow).where(*running).limit(1))).first()) is not None:
                with self.services.speaking_on(game.guild_id):
                    text = say("daily_closed", person=user)
                telling.tell(self.services, session, game, "call", f"closed {user}", text, ping=[user])

    async def _fall(self, offer: OfferRow) -> bool:
        await self._expire(offer.game_id, offer.offer, offer.seat)
        # Not the expiry of another offer that reuses the number of an undone one.
        this = (
            col(OfferRow.game_id) == offer.game_id,
            col(OfferRow.offer) == offer.offer,
            col(OfferRow.due_at) == offer.due_at,
        )
        async with self.services.db.write() as session:
            await session.exec(delete(OfferRow).where(*this))
        return True

    async def mute(self, game_id: int, clicker: int, seat: str) -> None:
        """Turn off reminders for this turn."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            begun = await self.services.begun(session, game_id)
            if not stands_for(begun, clicker, seat, self.services.clock()):
                raise to_decide(begun, seat)
            turn = await session.get(TurnRow, (game_id, seat))
            if turn is None:
                raise Refused("It is not your turn.")
            turn.muted, turn.due_at = True, None


def _reminder(begun: BegunGame, turn: TurnRow, decision: str, now: datetime) -> OutboxRow:
    """Write a turn's next reminder and set when the following one is due."""
    seat, pace, row = begun.owner(turn.seat), pace_of(begun.row.settings), begun.row
    late = _count(turn, seat, begun.people, pace, now)
    last = turn.count >= pace.stop
    level = "last" if last else "urgent" if late else "again" if turn.count > 1 else ""
    text = [say(f"reminder_{level}" if level else "reminder", since=_since(turn), decision=decision).strip()]
    called = telling.calling([seat], begun.people, now)
    text += called["why"]
    stands_in, ping = called["ping"] != [seat.user_id], called["ping"]
    if late:
        text.append(say("reminder_organiser", organiser=row.organiser_id))
        ping.append(row.organiser_id)
    key = f"{turn.seat} {turn.decision} {turn.since.isoformat()} {turn.count}"
    payload = {"text": text, "ping": ping, "count": turn.count, "seat": turn.seat, "last": last}
    payload["stand_in"] = stands_in
    return telling.to_table(row, "reminder", key, now, **payload)


def _count(turn: TurnRow, seat: SeatRow, people: dict[int, PersonRow], pace: Pace, now: datetime) -> bool:
    """Count a reminder, and set when the next one is due; returns whether the organiser hears of it too."""
    turn.count += 1
    turn.due_at = None if turn.count >= pace.stop else next_due(now, seat, people, pace)
    return turn.count >= pace.urgent


def _since(turn: TurnRow) -> str:
    return timestamp(turn.since, "R")
