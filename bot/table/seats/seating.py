"""Create games, seat people, begin and stop games."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Any

from sqlmodel import col, delete
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused, Stale
from bot.store.rows import (
    FINISHED,
    RUNNING,
    START,
    STOP,
    STOPPED,
    GameRow,
    SeatRow,
    TurnRow,
    place_with,
)
from bot.table.ground.clocks import is_daily, person_to_ping
from bot.table.ground.parsing import discord_number
from bot.table.ground.rights import check_game_itself, check_organiser
from bot.table.ground.say import clean_name, distinct_name, say
from bot.table.ground.services import Services, known_id, setup_of
from bot.table.play import telling
from bot.table.play.extras import mirrored
from bot.table.play.keeping import in_place
from bot.table.play.troubles import answers
from bot.table.seats import rearming
from bot.table.seats.ending import check_may_end
from bot.table.seats.guests import (
    Guests,
    check_enough,
    check_invited,
    check_places,
    gathering,
    is_news,
)
from bot.table.seats.inviting import HandingOver, Inviting
from bot.table.seats.opening import Opening, lay_out, opening_of
from bot.table.seats.preferences import settings_for
from bot.table.seats.replacing import Replacing, newcomer
from bot.table.seats.settling import Settling
from engine import EngineError
from engine.core.sentences import sentence_of
from engine.titles import setup_today, title_for
from engine.view import view
from engine.words import Words


class Seating:
    """Who sits where."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.replacing = Replacing(services)
        self.replace = self.replacing.replace
        self.inviting = Inviting(services)
        self.handing_over = HandingOver(services)
        self.guests = Guests(services)
        self.settling = Settling(services)

    # --- before the game

    async def create(
        self,
        guild: int,
        channel: int,
        organiser: int,
        title: str,
        options: dict[str, str] | None = None,
        places: int = 4,
        seed: int | None = None,
        *,
        manager: bool = False,
        no_pin: int | None = None,
    ) -> int:
        """Open a game for people to join; returns its number. `no_pin`: nothing may be pinned in this channel."""
        guild, channel = discord_number(guild, "server"), discord_number(channel, "channel")
        organiser = discord_number(organiser, "person")
        chosen = options_for(title, options or {}, places)
        if seed is not None and not 0 <= seed < 2**62:
            raise Refused("A seed is a whole number, 0 or more.")
        async with answers(self.services), self.services.db.write() as session:
            kept = await settings_for(session, guild, organiser, manager=manager)
            row = GameRow(
                guild_id=guild,
                channel_id=channel,
                organiser_id=organiser,
                title=title,
                options=chosen,
                places=places,
                seed=secrets.randbelow(2**31) if seed is None else seed,
                settings=kept,
                place=place_with({}, no_pin=no_pin),
                created_at=self.services.clock(),
            )
            session.add(row)
            await session.flush()
            return known_id(row)

    async def choose(self, game_id: int, by: int, changes: Mapping[str, str], *, manager: bool = False) -> None:
        """Change the options of a game that is gathering players."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await gathering(self.services, session, game_id)
            check_organiser(row, by, manager=manager)
            before, old = title_for(row.title, row.options), row.options
            after = title_for(row.title, {**row.options, **changes})
            # Other rules have other defaults: keep only what was chosen, if it is still possible.
            usual, can = before.chosen({}), {one.name: one.values for one in after.options}
            kept = {
                name: chosen
                for name, chosen in row.options.items()
                if (before is after or chosen != usual.get(name)) and chosen in can.get(name, ())
            }
            row.options = options_for(row.title, {**kept, **changes}, row.places)
            session.add(row)
            others = [seat.user_id for seat in seats if seat.has_person and seat.user_id != by]
            told = await telling.rules_changed(session, row, old, others, self.services.clock())
            session.add_all([told] if told else [])

    async def discard(self, game_id: int) -> None:
        """Delete a game that has no place and that nobody knows of."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, _ = await gathering(self.services, session, game_id)
            await session.delete(row)

    async def join(
        self, game_id: int, user: int | None, name: str, *, robot: str = "", taken: int | None = None
    ) -> bool:
        """Take a seat; without a user number, for a robot. A full game begins at once; returns whether it did. `taken`:
        how many seats were taken when the asker looked, so that a double press takes one seat.
        """
        async with self.services.lock(game_id), answers(self.services):
            row, seats = await self._seen(game_id)
            user = newcomer(user, seats)
            if any(seat.user_id == user for seat in seats):
                raise Refused("You already have a seat in this game.")
            if taken not in (None, len(seats)):
                raise _came_or_went()
            if len(seats) >= row.places:
                raise Refused("This game is full.")
            place = max((seat.place for seat in seats), default=0) + 1
            check_invited(row, user)
            called = distinct_name(clean_name(name), [seat.name for seat in seats])
            seat = SeatRow(game_id=game_id, place=place, user_id=user, name=called, robot=robot)
            if len(seats) + 1 == row.places:
                opening = await self._opening(row, [*seats, seat], None)
                async with self.services.db.write() as session:
                    row, seats = await self._unchanged(session, game_id, seats)
                    session.add(seat)
                    await self._begin(session, row, [*seats, seat], opening)
                return True
            async with self.services.db.write() as session:
                row, seats = await self._unchanged(session, game_id, seats)
                session.add(seat)
                text = [say("joined", name=called, taken=len(seats) + 1, places=row.places)]
                enough = not robot and user != row.organiser_id and is_news(row, len(seats) + 1)
                if enough:
                    text.append(say("enough", organiser=row.organiser_id))
                about = {"ping": [row.organiser_id] if enough else [], "enough": enough}
                telling.tell(self.services, session, row, "join", user, *text, **about)
            return False

    async def leave(self, game_id: int, user: int) -> None:
        """Give up a seat before the game begins."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await gathering(self.services, session, game_id)
            mine = next((seat for seat in seats if seat.user_id == user), None)
            if mine is None:
                raise Refused("You are not a player in this game.")
            await session.delete(mine)
            text = say("left", name=mine.name, taken=len(seats) - 1, places=row.places)
            telling.tell(self.services, session, row, "leave", user, text)

    async def start(self, game_id: int, by: int, order: list[int] | None = None, *, manager: bool = False) -> None:
        """Begin with the players who have joined; `order` is the seating order, otherwise random."""
        async with self.services.lock(game_id), answers(self.services):
            row, seats = await self._seen(game_id)
            check_organiser(row, by, manager=manager)
            check_enough(row, len(seats))
            opening = await self._opening(row, seats, order)
            async with self.services.db.write() as session:
                await self._begin(session, *await self._unchanged(session, game_id, seats), opening)

    async def seat_at_once(
        self, row: GameRow, seats: list[SeatRow], also: Callable[[AsyncSession, int], Awaitable[None]]
    ) -> int:
        """Begin a game with people in this order; returns its number. `also` stores more in the same transaction."""
        async with answers(self.services):
            with self.services.speaking_on(row.guild_id):
                opening = await self._opening(row, seats, [seat.user_id for seat in seats])
                async with self.services.db.write() as session:
                    session.add(row)
                    await session.flush()
                    number = known_id(row)
                    await also(session, number)
                    for seat in seats:
                        seat.game_id = number
                    session.add_all(seats)
                    await self._begin(session, row, seats, opening)
        return number

    async def _seen(self, game_id: int) -> tuple[GameRow, list[SeatRow]]:
        """Read it first, to compute something outside a transaction."""
        async with self.services.db.read() as session:
            return await gathering(self.services, session, game_id)

    async def _unchanged(
        self, session: AsyncSession, game_id: int, before: list[SeatRow]
    ) -> tuple[GameRow, list[SeatRow]]:
        """Read it again to change it; refused if somebody has joined or left meanwhile."""
        row, seats = await gathering(self.services, session, game_id)
        if [(one.place, one.user_id) for one in seats] != [(one.place, one.user_id) for one in before]:
            raise _came_or_went()
        return row, seats

    async def _opening(self, row: GameRow, seats: list[SeatRow], order: list[int] | None) -> Opening:
        """The game these people would begin."""
        names = {seat.user_id: seat.name for seat in seats}
        if order is not None and sorted(order) != sorted(names):
            raise Refused("The seating order must name every player once.")
        setup = row.setup if order is None else {"order": [names[user] for user in order]}
        record = setup_of(row)
        record.players = [seat.name for seat in seats]
        record.setup = setup_today(row.title, record.options, setup)
        try:
            return await self.services.work(lambda: opening_of(record))
        except EngineError as e:
            raise Refused(sentence_of(e)) from e

    async def _begin(self, session: AsyncSession, row: GameRow, seats: list[SeatRow], opening: Opening) -> None:
        game, shown, now = opening.game, opening.shown, self.services.clock()
        row.players, row.setup = opening.players, opening.setup
        by_name = {seat.name: seat.id for seat in game.state.players}
        for seat in seats:
            seat.seat = by_name[seat.name]
        await lay_out(self.services, session, row, seats, opening, now)
        begun = say("started", names=[seat.name for seat in game.state.players])
        waits = telling.decisions(shown)
        where = {seat.seat: seat for seat in seats}
        people = await self.services.people(session, {seat.user_id for seat in seats if seat.has_person})
        goal = say("goal", title=row.title)
        text = [line for line in (begun, goal, Words(shown).advice) if line]
        called = telling.calling((where[seat] for seat in waits), people, now)
        asked = telling.asking(shown, [where[seat] for seat in waits], called["ping"])
        payload = {"text": text, **asked, "place": Words(shown).place, "position": 0}
        # Some are not pinged for turns, but must hear that the game begins.
        others = [seat.user_id for seat in seats if is_daily(people.get(seat.user_id))]
        payload |= called | {"ping": list(dict.fromkeys([*called["ping"], *others]))}
        session.add(telling.to_table(row, START, "all", now, **payload))
        for seat in waits:
            user = person_to_ping(where[seat], people, now)
            _, said = telling.decisions(shown, seat if user == where[seat].user_id else "")[seat]
            session.add_all(telling.personal_call(row, people, user, f"call {seat} {user}", said, now, 0, where[seat]))

    # --- while it goes on

    async def stop(self, game_id: int, by: int, *, manager: bool = False) -> None:
        """Call a game off before it begins, or stop it for good; its moves are kept."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            await check_may_end(session, row, await self.services.seats(session, game_id), by, manager=manager)
            if row.status in (FINISHED, STOPPED):
                raise Refused("This game is over.")
            now, begun = self.services.clock(), row.started_at is not None
            row.status, row.ended_at = STOPPED, now
            if begun:
                session.add(in_place(row, STOP, by, now))
            await session.exec(delete(TurnRow).where(col(TurnRow.game_id) == game_id))
            note = telling.to_table(row, STOP, "all", now, text=[say("stopped" if begun else "cancelled")])
            session.add_all([note, *await mirrored(session, game_id, [note])])

    async def check_may_stop(self, game_id: int, by: int, *, manager: bool = False) -> None:
        """Refuse whoever may not stop a game."""
        async with answers(self.services), self.services.db.read() as session:
            row, seats = await self.services.row(session, game_id), await self.services.seats(session, game_id)
            await check_may_end(session, row, seats, by, manager=manager)

    async def move(
        self,
        game_id: int,
        by: int,
        channel: int,
        guild: int | None = None,
        *,
        manager: bool = False,
        **place: int | None,
    ) -> None:
        """Move a game to another channel; `place`: what is known of that, as with `Extras.put`."""
        async with self._calling(game_id) as (session, called):
            row = await self.services.row(session, game_id)
            check_organiser(row, by, manager=manager)
            check_game_itself(row)
            moved = channel != row.channel_id and row.started_at is not None
            row.channel_id, row.place = discord_number(channel, "channel"), place_with(row.place, **place)
            if guild is not None:
                row.guild_id = discord_number(guild, "server")
            await rearming.of_game(session, self.services, row)
            if moved and row.status == RUNNING:
                telling.tell(self.services, session, row, "call", "call", say("moved"), **called)

    async def call_again(self, game_id: int, lost: str) -> bool:
        """Ping whoever must act again, because posts may have been lost meanwhile."""
        async with answers(self.services), self.services.db.read() as session:
            if (await self.services.row(session, game_id)).place.get("lost") != lost:
                return False
        async with self._calling(game_id) as (session, called):
            row = await self.services.row(session, game_id)
            if row.place.get("lost") != lost:
                return False
            row.place = place_with(row.place, lost=None)
            if row.status == RUNNING:
                telling.tell(self.services, session, row, "call", "call", say("called_again"), **called)
            return True

    async def call_anew(self, game_id: int) -> None:
        """Ping whoever must act again, because an announcement, perhaps their ping, was damaged."""
        async with self._calling(game_id) as (session, called):
            row = await self.services.row(session, game_id)
            if row.status == RUNNING:
                telling.tell(self.services, session, row, "call", "call", say("called_anew"), **called)

    @contextlib.asynccontextmanager
    async def _calling(self, game_id: int) -> AsyncGenerator[tuple[AsyncSession, dict[str, Any]]]:
        """A transaction with those who must act, to ping them."""
        async with self.services.lock(game_id), answers(self.services):
            called = await self._called(game_id)
            async with self.services.db.write() as session:
                yield session, called

    async def _called(self, game_id: int) -> dict[str, Any]:
        """Who must act, and their decisions in words; nobody if the game cannot be read or is not running."""
        with contextlib.suppress(Refused):
            loaded = await self.services.load(game_id)
            shown, now = await self.services.work(lambda: view(loaded.game)), self.services.clock()
            seats = [loaded.owner(one.seat) for one in shown.decisions]
            called = telling.calling_to_move(seats, loaded.people, now)
            return called | await self.services.work(lambda: telling.asking(shown, seats, called["ping"]))
        return {"waits": []}


def _came_or_went() -> Stale:
    return Stale("Somebody has joined or left since this was shown; please check and try again.")


def options_for(title: str, options: dict[str, str], places: int) -> dict[str, str]:
    """The title's options with defaults filled in, or refused with the reason."""
    try:
        rules = title_for(title[:40], options)
        chosen = rules.chosen(options)
    except EngineError as e:
        raise Refused(sentence_of(e)) from e
    check_places(rules, places)
    return chosen
