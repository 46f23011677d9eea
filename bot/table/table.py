"""The door: every move of every game goes through `Table.act`."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from bot.errors import Overtaken, Refused, Stale
from bot.store import Database
from bot.store.rows import (
    GATHERING,
    MOVE,
    REDO,
    RUNNING,
    UNDO,
    ActionRow,
    GameRow,
    LessonRow,
    OfferRow,
    SeatRow,
    TurnRow,
)
from bot.table.clock.habits import Habits
from bot.table.clock.idle import IdleGames
from bot.table.clock.late import LateSeats
from bot.table.company.seeking import Seeking
from bot.table.company.welcoming import Welcoming
from bot.table.files.transfer import Transfer
from bot.table.ground.parsing import discord_number, readable, whole_number
from bot.table.ground.rights import check_may_act
from bot.table.ground.services import (
    LoadedGame,
    Present,
    SeatedGame,
    Services,
    utc_now,
)
from bot.table.leagues.leagues import Leagues
from bot.table.leagues.rated_games import Ratings
from bot.table.lessons.lessons import Lessons
from bot.table.past.coaching import Coaching
from bot.table.past.exploring import Exploring
from bot.table.past.past import Past
from bot.table.past.reviewing import Reviewing
from bot.table.past.takeback import TakeBack
from bot.table.play import telling
from bot.table.play.keeping import (
    announce,
    announce_end,
    change_of,
    store,
)
from bot.table.play.ordering import Orders
from bot.table.play.playing import (
    check_current,
    check_harmless,
    check_new,
    current_decision,
    equal_offer,
    play,
    reply,
)
from bot.table.play.troubles import answers
from bot.table.seats.preferences import Preferences
from bot.table.seats.reminding import LONGEST_OFFER, Reminders
from bot.table.seats.robots import RobotSeats
from bot.table.seats.seating import Seating
from bot.table.seats.standing_in import StandingIn
from bot.table.upkeep.forgetting import Forgetting
from engine import Act, Game
from engine.core.offers import WITHDRAW
from engine.core.sentences import because
from engine.lessons import lesson_of
from engine.view import view

AGAIN = 3
"""How often to retry a move that another process has overtaken."""


@dataclass(frozen=True)
class Outcome:
    """The result of a move."""

    now: Present
    """The game as it was stored."""
    told: list[dict[str, Any]]
    """The public sentences, in the player's language: for each move its seat and sentences, but for those that
    `secrets` tells them in full."""
    secrets: dict[int, list[str]]
    pinged: list[int]

    @property
    def number(self) -> int:
        """The number of the game's last action."""
        return self.now.row.last

    @property
    def game(self) -> Game:
        """The game after the move."""
        return self.now.game


@dataclass
class Table:
    """All running games, behind one door."""

    db: Database
    clock: Callable[[], datetime] = utc_now
    warm_games: int = 256
    on_trouble: Callable[[int, int, str], None] = lambda game, organiser, why: None
    services: Services = field(init=False)
    preferences: Preferences = field(init=False)
    standing_in: StandingIn = field(init=False)
    seating: Seating = field(init=False)
    robots: RobotSeats = field(init=False)
    forgetting: Forgetting = field(init=False)
    takeback: TakeBack = field(init=False)
    orders: Orders = field(init=False)
    reminders: Reminders = field(init=False)
    transfer: Transfer = field(init=False)
    past: Past = field(init=False)
    clocks: LateSeats = field(init=False)
    idle: IdleGames = field(init=False)
    habits: Habits = field(init=False)
    seeking: Seeking = field(init=False)
    welcoming: Welcoming = field(init=False)
    exploring: Exploring = field(init=False)
    reviewing: Reviewing = field(init=False)
    coaching: Coaching = field(init=False)
    lessons: Lessons = field(init=False)
    leagues: Leagues = field(init=False)
    ratings: Ratings = field(init=False)

    def __post_init__(self) -> None:
        self.services = Services(self.db, self.clock, self.warm_games, self.on_trouble)
        self.preferences = Preferences(self.services)
        self.standing_in = StandingIn(self.services, self.preferences)
        self.seating = Seating(self.services)
        self.robots = RobotSeats(self.services, self.seating)
        self.forgetting = Forgetting(self.services, self.seating)
        self.past = Past(self.services)
        self.takeback = TakeBack(self.services, self.past)
        self.orders = Orders(self.services)
        self.reminders = Reminders(self.services, self.preferences, self._expire, self.seating.replacing.fall_due)
        self.transfer = Transfer(self.services, self.past)
        self.clocks = LateSeats(self.services, self._make_late)
        self.idle = IdleGames(self.services)
        self.habits = Habits(self.services)
        self.seeking = Seeking(self.services, self.seating)
        self.welcoming = Welcoming(self.services)
        self.exploring = Exploring(self.services)
        self.reviewing = Reviewing(self.services, self.past)
        self.coaching = Coaching(self.services)
        self.lessons = Lessons(self.services)
        self.ratings = Ratings(self.services, self.past)
        self.leagues = Leagues(self.services, self.seating, self.past)

    async def close(self) -> None:
        """No more moves."""
        self.reviewing.close()
        self.services.close()
        await self.db.close()

    # --- moves

    async def act(
        self,
        game_id: int,
        clicker: int,
        seat: str,
        verb: str,
        args: Mapping[str, str | int],
        decision: int,
        epoch: int,
        lasts: timedelta | None = None,
        *,
        seen: int | None = None,
        grave: bool = True,
    ) -> Outcome:
        """Make a move for a seat, or raise Refused with the reason. `lasts`: how long an offer stays open. `seen` is
        the last action the player had seen: the same move again by somebody who has not seen the first is a double
        press. Without it, the player has seen everything; repeating an open offer only changes when it expires.
        Without `grave`, a move that would end the game or somebody's part in it raises NeedsConfirmation instead.
        """
        known = await self._last(game_id) if seen is None else whole_number(seen, because("The number of a move"))

        async def acted() -> Outcome:
            async with self.services.lock(game_id), answers(self.services):
                async with self.db.read() as session:
                    stored = await self.services.stored(session, game_id)
                    since = await self._since(session, game_id, known) if known != stored.row.last else []
                loaded = await self.services.loaded(stored)
                check_may_act(loaded, clicker, seat, self.clock())
                if epoch != loaded.row.epoch:
                    raise Stale("Moves have been taken back since this was shown; please check and try again.")
                act = readable(verb, args)
                check_current(loaded.game, act, decision)
                check_new(seat, act, since)
                if seen is None and (offer := equal_offer(loaded.game, seat, act)) is not None:
                    if lasts is not None:
                        async with self.db.write() as session:
                            await session.merge(self._falls(loaded, offer, seat, lasts))
                    return Outcome(_present(loaded, loaded.game), [], {}, [])
                return await self._made(loaded, clicker, seat, act, decision, lasts, grave=grave)

        for _ in range(AGAIN if self.db.shared is not None else 0):
            # Another process moved at the same time, outside this process's lock: read the game again.
            with contextlib.suppress(Overtaken):
                return await acted()
        return await acted()

    async def _last(self, game_id: int) -> int:
        async with answers(self.services), self.db.read() as session:
            return (await self.services.row(session, game_id)).last

    async def _since(self, session: AsyncSession, game_id: int, seen: int) -> list[ActionRow]:
        """The actions after the last one somebody has seen."""
        found = select(ActionRow).where(ActionRow.game_id == game_id, col(ActionRow.number) > seen)
        return list(await session.exec(found))

    async def _made(
        self,
        loaded: LoadedGame,
        clicker: int,
        seat: str,
        act: Act,
        decision: int,
        lasts: timedelta | None,
        *,
        grave: bool = True,
        by_clock: bool = False,
    ) -> Outcome:
        now, began = self.clock(), time.monotonic()

        def job() -> tuple[Any, ...]:
            played = play(loaded.game, seat, act, decision, loaded.orders)
            lesson = lesson_of(loaded.row.title, loaded.row.lesson) if loaded.row.lesson else None
            if lesson is not None:
                reply(played, lesson)
            if not grave:
                check_harmless(loaded.game, seat, act, played.steps[0].after)
            change = change_of(loaded, played, clicker, now, by_clock=by_clock)
            shown = view(played.game)
            head = telling.headed(loaded.row, loaded.game, played, shown)
            moves = telling.announced(played, shown, by_clock=by_clock)
            announce(loaded, change, MOVE, now, shown, moves=moves, **head)
            announce_end(loaded, change, now, shown)
            if lesson is not None and lesson.passed(played.game):
                change.passed = [LessonRow(user_id=clicker, title=loaded.row.title, name=lesson.name, passed_at=now)]
            with self.services.speaking_to(clicker):
                own = [one.seat for one in loaded.seats if one.has_person and one.user_id == clicker]
                reader = lesson.seat if lesson is not None else next(iter(own), "")
                sentences = telling.sentences(played, shown, own, reader)
            return change, sentences, telling.secrets(played, loaded)

        change, sentences, secrets = await self.services.work(job)
        for user, lines in secrets.items() if not loaded.row.is_copy else ():
            target, key = telling.person(user), f"secret {user}"
            change.outbox.append(telling.row(target, "secret", key, now, loaded.id, change.last, text=lines))
        known = {offer.id for offer in loaded.game.state.offers}
        new = [offer for offer in change.game.state.offers if offer.id not in known and offer.by == seat]
        if lasts is not None and new:
            change.offers = [self._falls(loaded, offer.id, seat, lasts) for offer in new]
        await store(self.services, loaded, change, now)
        self.services.measured("move", time.monotonic() - began)
        return Outcome(_present(loaded, change.game), sentences, secrets, change.pinged)

    def _falls(self, loaded: LoadedGame, offer: int, seat: str, lasts: timedelta) -> OfferRow:
        """When an offer expires."""
        due = self.clock() + min(max(lasts, timedelta(minutes=1)), LONGEST_OFFER)
        return OfferRow(game_id=loaded.id, offer=offer, seat=seat, due_at=due)

    async def _expire(self, game_id: int, offer: int, seat: str) -> None:
        """Withdraw an expired offer, as a normal move made by the table."""
        async with self.services.lock(game_id), answers(self.services):
            loaded = await self.services.load(game_id)
            if all(open_offer.id != offer for open_offer in loaded.game.state.offers):
                return
            await self._made(loaded, 0, seat, readable(WITHDRAW, {"offer": offer}), current_decision(loaded.game), None)

    async def _make_late(self, loaded: LoadedGame, seat: str, act: Act) -> None:
        """Make a move for somebody whose time is up."""
        await self._made(loaded, 0, seat, act, current_decision(loaded.game), None, grave=False, by_clock=True)

    # --- looking

    async def present(self, game_id: int, *, at: int | None = None) -> Present:
        """A game now, or as it stood after an action."""
        async with answers(self.services):
            async with self.db.read() as session:
                seated = await self.services.seated(session, game_id)
                if seated.row.started_at is None:
                    raise Refused("This game has not begun.")
                number = seated.row.position if at is None else await self._position_after(session, seated.row, at)
                # The past has today's names too; the log says when a seat changed hands.
                undecoded = await self.services.position(session, seated.row, number, seated.names)
            cached = await self.services.decoded(undecoded)
        return _present(seated, cached.game)

    async def seated(self, game_id: int) -> SeatedGame:
        """A game, begun or not, without its position."""
        async with answers(self.services), self.db.read() as session:
            return await self.services.seated(session, game_id)

    async def present_of(self, seated: SeatedGame, after: ActionRow | None = None) -> Present:
        """A game that has just been read, then or as it stood after an action. It is only read again if the position is
        not in the cache.
        """
        cached = await self.services.cached(seated, seated.row.position if after is None else after.position)
        if cached is None:
            return await self.present(seated.id, at=None if after is None else after.number)
        return _present(seated, cached.game)

    async def _position_after(self, session: AsyncSession, row: GameRow, at: int) -> int:
        """A game's position after an action."""
        found = await session.get(ActionRow, (row.id, at)) if 0 <= at <= row.last else None
        if found is None:
            raise Refused(because("There is no move {at}; the last one is {last}.", at=str(at)[:20], last=row.last))
        return found.position

    async def taken_back(self, game_id: int, seen: int) -> bool:
        """Have moves been undone or redone since somebody saw the game?"""
        async with answers(self.services), self.db.read() as session:
            since = await self._since(session, game_id, whole_number(seen, because("The number of a move")))
            return any(action.kind in (UNDO, REDO) for action in since)

    async def actions(self, game_id: int, *, after: int = 0, most: int = 200) -> list[ActionRow]:
        """The actions in order, including undone ones."""
        async with answers(self.services), self.db.read() as session:
            await self.services.row(session, game_id)
            actions = (
                select(ActionRow)
                .where(
                    ActionRow.game_id == game_id,
                    col(ActionRow.number) > whole_number(after, because("The number of a move")),
                )
                .order_by(col(ActionRow.number))
                .limit(whole_number(most, because("How many")))
            )
            return list(await session.exec(actions))

    async def games_of(self, user: int) -> list[tuple[GameRow, SeatRow, bool]]:
        """A person's open games, with their seat and whether they must act."""
        async with answers(self.services), self.db.read() as session:
            user = discord_number(user, "person")
            games = (
                Select[GameRow, SeatRow, TurnRow | None](GameRow, SeatRow, TurnRow)
                .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
                .join(
                    TurnRow,
                    (col(TurnRow.game_id) == col(GameRow.id)) & (col(TurnRow.seat) == col(SeatRow.seat)),
                    isouter=True,
                )
                .where(SeatRow.user_id == user, col(GameRow.status).in_((RUNNING, GATHERING)))
                .where(col(GameRow.copy_of).is_(None))
                .order_by(col(GameRow.id))
            )
            return [(row, seat, turn is not None) for row, seat, turn in await session.exec(games)]


def _present(found: SeatedGame, game: Game) -> Present:
    return Present(found.row, found.seats, found.people, game, found.row.epoch, current_decision(game))
