"""Reads and stores settings: of servers, games and people."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused
from bot.safe_text import short_name
from bot.store.league_rows import LeagueRow, LeagueTableRow
from bot.store.rows import (
    GATHERING,
    RUNNING,
    BankRow,
    GameRow,
    PersonRow,
    SeatRow,
    ServerRow,
    TurnRow,
)
from bot.table.ground.clocks import stand_in_of
from bot.table.ground.parsing import discord_number
from bot.table.ground.rights import check_game_itself, check_organiser
from bot.table.ground.say import say, timestamp
from bot.table.ground.services import Services
from bot.table.ground.settings import (
    GAME_SETTINGS,
    LONGEST_NAME,
    SERVER_SETTINGS,
    TABLE_SETTINGS,
    WISHES,
    changed,
    check_personal,
    check_pictures,
    clock_of,
    in_force,
    widened,
)
from bot.table.play import telling
from bot.table.play.troubles import answers
from bot.table.seats import rearming
from bot.table.seats.consenting import Consenting, without_consent
from bot.table.seats.guests import check_least
from engine.core.sentences import because
from engine.words import language_for

SPOKEN = "spoken"
"""The key of a server's language among its settings, which nobody can set."""


class Preferences:
    """Reads and changes settings; `settings.py` knows which there are and their defaults."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.consenting = Consenting(services)

    async def server(self, guild: int) -> dict[str, Any]:
        """A server's settings."""
        async with answers(self.services), self.services.db.read() as session:
            return await _of_server(session, guild)

    async def set_server(self, guild: int, **settings: Any) -> dict[str, Any]:
        """Change a server's settings for new games; the caller has checked that a manager asks."""
        async with answers(self.services), self.services.db.write() as session:
            guild = discord_number(guild, "server")
            row = await session.get(ServerRow, guild) or ServerRow(guild_id=guild)
            row.settings = changed(SERVER_SETTINGS, row.settings, settings)
            session.add(row)
            return in_force(SERVER_SETTINGS, row.settings)

    async def board_lost(self, guild: int, channel: int, owner: int, *, gone: bool) -> None:
        """The channel of a server's board is deleted or closed: tell whoever set it up, or the owner, once."""
        async with answers(self.services), self.services.db.write() as session:
            row = await session.get(ServerRow, guild)
            kept = in_force(SERVER_SETTINGS, row.settings if row else {})
            if row is None or kept["board_channel"] != channel:
                return
            changes = {"board_channel": 0, "board_message": 0, "board_by": 0} if gone else {"board_lost": channel}
            row.settings = changed(SERVER_SETTINGS, row.settings, changes)
            hears = kept["board_by"] or owner
            if kept["board_lost"] == channel or hears <= 0:
                return
            with self.services.speaking_on(guild), self.services.speaking_to(hears):
                text = say("board_gone" if gone else "board_shut", channel=channel)
            now = self.services.clock()
            key = f"board {guild} {channel} {now.isoformat()}"
            session.add(telling.row(telling.person(hears), telling.TROUBLE, key, now, None, 0, text=[text]))

    async def set_game(
        self, game_id: int, by: int, *, manager: bool = False, pictures: str | None = None, **settings: Any
    ) -> bool:
        """Change a game's settings, such as reminders, whether the organiser may act for others, and pictures. Returns
        whether the other players must agree to something first, and have been asked.
        """
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            check_organiser(row, by, manager=manager)
            if settings:
                check_game_itself(row)
            if pictures is not None:
                check_pictures(pictures)
                row.place = {**row.place, "pictures": pictures}
            if isinstance(settings.get("name"), str):
                settings["name"] = short_name(settings["name"], LONGEST_NAME)
            if settings:
                if "least" in settings:
                    check_least(settings["least"], row.places)
                after = changed(TABLE_SETTINGS, row.settings, settings)
                if row.status == RUNNING:
                    await rearming.count_of_game(session, self.services, row)
                before, row.settings = row.settings, after
                if clock_of(before) != clock_of(after):
                    # Everybody begins with a full bank, and nobody is late.
                    await session.exec(delete(BankRow).where(col(BankRow.game_id) == row.id))
                    await session.exec(update(SeatRow).where(col(SeatRow.game_id) == row.id).values(meanwhile=""))
                if row.status == RUNNING:
                    await rearming.count_of_game(session, self.services, row)
                self._tell_widened(session, row, by, widened(TABLE_SETTINGS, before, row.settings))
                await rearming.of_game(session, self.services, row)
            if settings.get("organiser_acts") is False:
                row.settings = without_consent(row.settings)
            return settings.get("organiser_acts") is True and await self.consenting.ask(session, row)

    def _tell_widened(self, session: AsyncSession, row: GameRow, by: int, names: list[str]) -> None:
        """Announce settings that now let people see or do more, unless the game is over."""
        if names and row.status in (GATHERING, RUNNING):
            text = [say("widened", by=by), *(f"- {say(name, group='widened')}" for name in names)]
            telling.tell(self.services, session, row, telling.WIDENED, by, *text)

    async def person(self, user: int) -> PersonRow:
        """A person's settings."""
        async with answers(self.services), self.services.db.read() as session:
            return await session.get(PersonRow, user) or PersonRow(user_id=user)

    async def recall_languages(self) -> None:
        """At the start, load people's and servers' languages, for texts they get before they do anything."""
        async with answers(self.services), self.services.db.read() as session:
            known = select(PersonRow.user_id, PersonRow.language).where(PersonRow.language != "")
            self.services.readers |= dict((await session.exec(known)).all())
            servers = [(row.guild_id, row.settings.get(SPOKEN)) for row in await session.exec(select(ServerRow))]
            self.services.servers |= {guild: spoken for guild, spoken in servers if isinstance(spoken, str)}

    async def keep_servers(self, found: Mapping[int, str]) -> None:
        """Store servers' languages, for processes that do not get those servers' events."""
        known = self.services.servers
        new = {guild: one for guild, one in found.items() if language_for(one) != language_for(known.get(guild, ""))}
        if not new:
            return
        async with answers(self.services), self.services.db.write() as session:
            for guild, spoken in new.items():
                row = await session.get(ServerRow, guild) or ServerRow(guild_id=guild)
                row.settings = {**row.settings, SPOKEN: spoken}
                session.add(row)
        self.services.servers |= new

    def meet(self, user: int, language: str) -> bool:
        """Note a person's language, from an interaction; returns whether it must be stored."""
        known = self.services.readers.get(user) == language
        self.services.readers[user] = language
        return not known

    async def keep_language(self, user: int) -> None:
        """Store a person's language, for after a restart."""
        async with answers(self.services), self.services.db.write() as session:
            # Do not store anything about somebody who has just asked to be forgotten.
            if user in self.services.readers:
                row = await session.get(PersonRow, user) or PersonRow(user_id=user)
                row.language = self.services.readers[user]
                session.add(row)

    async def set_person(self, user: int, **settings: Any) -> PersonRow:
        """Change a person's settings: zone, interval, quiet_from, quiet_to, away_until, stand_in, and wishes."""
        async with answers(self.services), self.services.db.write() as session:
            return await self.change_person(session, user, **settings)

    async def change_person(self, session: AsyncSession, user: int, **settings: Any) -> PersonRow:
        """The same as part of a transaction."""
        user = discord_number(user, "person")
        row = await session.get(PersonRow, user) or PersonRow(user_id=user)
        before = stand_in_of(row, self.services.clock())
        timed = bool(settings.keys() - (WISHES.keys() - {"calls"}))
        if timed:
            await rearming.count_of_person(session, self.services, user)
        for name, value in settings.items():
            check_personal(user, name, value, self.services.clock())
            if name not in WISHES:
                setattr(row, name, value)
        if "stand_in" in settings:
            row.stand_in_asked = None
        if "coach" in settings:
            # Whoever chooses it, chooses it from the beginning.
            row.coached = []
        row.wishes = {**row.wishes, **{name: settings[name] for name in WISHES if name in settings}}
        session.add(row)
        if timed:
            await rearming.of_person(session, self.services, row)
            await rearming.count_of_person(session, self.services, user)
        if (stands := stand_in_of(row, self.services.clock())) not in (None, before):
            await self._told_of_stand_in(session, row, stands)
        return row

    async def tell_of_spectators(self, channels: Collection[int], role: int) -> None:
        """Tell the games played in these channels that everybody with a role can now see them."""
        async with answers(self.services), self.services.db.write() as session:
            going = col(GameRow.status).in_((GATHERING, RUNNING)), col(GameRow.copy_of).is_(None)
            found = select(GameRow).where(col(GameRow.channel_id).in_(channels), *going)
            for game in list(await session.exec(found)):
                with self.services.speaking_on(game.guild_id):
                    text = say("spectators_told", role=role)
                telling.tell(self.services, session, game, telling.WIDENED, f"spectators {role}", text)

    async def _told_of_stand_in(self, session: AsyncSession, person: PersonRow, stand_in: int) -> None:
        """Tell the others in all their games who sees their cards and plays for them."""
        mine = (SeatRow.user_id == person.user_id, GameRow.status == RUNNING, col(GameRow.copy_of).is_(None))
        found = select(GameRow, SeatRow).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id)).where(*mine)
        until, about = person.away_until, f"{person.user_id} {stand_in}"
        for game, seat in list(await session.exec(found)):
            with self.services.speaking_on(game.guild_id):
                when = timestamp(until) if until else ""
                text = say("stands_in", name=seat.name, person=stand_in, until=when)
            telling.tell(self.services, session, game, telling.WIDENED, about, text)
            if await session.get(TurnRow, (game.id, seat.seat)) is not None:
                # The player goes away in the middle of their turn. With `waits`, even none, the ping gets buttons.
                with self.services.speaking_on(game.guild_id):
                    text = say("stand_in_called", name=seat.name, person=stand_in)
                called = {"ping": [stand_in], "waits": list[str]()}
                telling.tell(self.services, session, game, "call", f"stand-in {about}", text, **called)


async def _of_server(session: AsyncSession, guild: int) -> dict[str, Any]:
    row = await session.get(ServerRow, guild)
    return in_force(SERVER_SETTINGS, row.settings if row else {})


async def settings_for(session: AsyncSession, guild: int, organiser: int, *, manager: bool) -> dict[str, Any]:
    """The settings a new game takes from its server; refused if the organiser may not open another game."""
    rules = await _of_server(session, guild)
    settings = await league_settings(session, guild, manager=manager)
    open_now = col(GameRow.status).in_((GATHERING, RUNNING))
    # A league's games are opened by the bot and count towards nobody's limit.
    drawn = select(LeagueTableRow.game_id).where(col(LeagueTableRow.game_id).is_not(None))
    counted = (col(GameRow.copy_of).is_(None), col(GameRow.id).not_in(drawn))
    mine = (GameRow.organiser_id == organiser, open_now, *counted)
    most = rules["most_games"]
    if (await session.exec(select(func.count()).select_from(GameRow).where(*mine))).one() >= most:
        raise Refused(because("You have {most_games} open games, the most that this server allows.", most_games=most))
    return settings


async def check_leads_few(session: AsyncSession, guild: int, organiser: int) -> None:
    """Refuse somebody one more open league than their server lets one person organise."""
    most = (await _of_server(session, guild))["most_leagues"]
    open_now = col(LeagueRow.status).in_((GATHERING, RUNNING))
    mine = (LeagueRow.guild_id == guild, LeagueRow.organiser_id == organiser, open_now)
    if (await session.exec(select(func.count()).select_from(LeagueRow).where(*mine))).one() >= most:
        raise Refused(because("One person can organise at most {most} open leagues on this server.", most=most))


async def league_settings(session: AsyncSession, guild: int, *, manager: bool) -> dict[str, Any]:
    """The settings a league's games take from their server; refused if its organiser may not open games."""
    rules = await _of_server(session, guild)
    if rules["managers_create"] and not manager:
        raise NotYours("On this server only managers can open games.")
    return in_force(GAME_SETTINGS, rules)
