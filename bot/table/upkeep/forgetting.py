"""Forgetting a person on request: their seats become empty, and neither their number nor their name is kept. What was
played stays, because it is the others' game too. docs/privacy.md says what is kept about a person and why.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from pydantic import JsonValue
from sqlalchemy import Text, cast
from sqlmodel import col, delete, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused, Stale
from bot.store.league_rows import LeagueLogRow, LeagueMemberRow, LeagueRow, SeekRow, TimeUsedRow
from bot.store.positions import rewritten
from bot.store.rows import (
    GATHERING,
    REPLACE,
    RUNNING,
    ActionRow,
    GameRow,
    LessonRow,
    MirrorRow,
    NoteRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    PositionRow,
    SeatAskRow,
    SeatRow,
    ServerRow,
    TurnRow,
    UndoAskRow,
)
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import distinct_name, say
from bot.table.ground.services import Services, known_id
from bot.table.ground.wishes import who_would_play
from bot.table.leagues.asks import ASKS
from bot.table.play import telling
from bot.table.play.extras import mirrored
from bot.table.play.keeping import in_place
from bot.table.play.troubles import answers
from bot.table.seats import rearming
from bot.table.seats.consenting import end_consent, without_consent
from bot.table.seats.inviting import asked_to_organise, without_question
from bot.table.seats.replacing import newcomer
from bot.table.seats.seating import Seating

FORGOTTEN = -(2**62)
"""The user number that stands for forgotten people; no robot has it."""
_json = msgspec.json.Encoder()


@dataclass
class PersonalData:
    """What a game holds about somebody, when it was read."""

    row: GameRow
    seats: list[SeatRow]
    actions: list[ActionRow]
    """Their actions, and every change of a seat's owner."""
    positions: list[PositionRow]


@dataclass
class Names:
    """Somebody's names in a game, and the name that replaces them."""

    new: str
    spans: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    """Their seats, each with the range of actions during which it was theirs."""
    old: set[str] = field(default_factory=set[str])
    first: set[str] = field(default_factory=set[str])
    """Those of them with which the game began."""

    def rename(self, number: int, raw: bytes) -> bytes:
        """A stored position with the new name; everything else is unchanged, to the last byte."""
        theirs = {seat for seat, start, end in self.spans if start <= number < end}
        plain = msgspec.json.decode(raw)
        for seat in plain["players"]:
            if seat["id"] in theirs and seat["name"] != self.new:
                self.old.add(seat["name"])
                if number == 0:
                    self.first.add(seat["name"])
                seat["name"] = self.new
        return _json.encode(plain)


class Forgetting:
    """Requested by the person, or by the host for them."""

    def __init__(self, services: Services, seating: Seating) -> None:
        self.services = services
        self.seating = seating

    async def open_games(self, user: int) -> list[int]:
        """Somebody's open games."""
        mine = (SeatRow.user_id == user, col(GameRow.status).in_((GATHERING, RUNNING)), col(GameRow.copy_of).is_(None))
        found = select(GameRow.id).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id)).where(*mine)
        async with answers(self.services), self.services.db.read() as session:
            return [number for number in await session.exec(found.order_by(col(GameRow.id))) if number]

    async def forget(self, user: int) -> int:
        """Forget a person; returns the number of games changed. If interrupted, it can be repeated."""
        if discord_number(user, "person") <= 0:
            raise Refused("That is not a person.")
        async with answers(self.services), self.services.db.write() as session:
            await _copies(session, user)
            games = await _games(session, user)
        for game in games:
            await self._leave(game, user)
        async with answers(self.services), self.services.db.write() as session:
            await _settings(session, self.services, user)
            await _leagues(session, user, self.services.clock())
            await _announcements(session, user)
        self.services.readers.pop(user, None)
        return len(games)

    async def _leave(self, game_id: int, user: int) -> None:
        async with answers(self.services), self.services.db.read() as session:
            row, seats = await self.services.row(session, game_id), await self.services.seats(session, game_id)
        is_seated = any(seat.user_id == user for seat in seats)
        others = [seat for seat in seats if seat.has_person and seat.user_id != user]
        if row.status in (GATHERING, RUNNING) and not others and (is_seated or row.organiser_id == user):
            await self.seating.stop(game_id, user, manager=True)
        async with self.services.lock(game_id), answers(self.services):
            async with self.services.db.read() as session:
                traces = await _traces(session, self.services, game_id, user)
            names = _names(traces, user)
            # Outside the rules' thread, which must not wait for this.
            data = await asyncio.to_thread(rewritten, traces.positions, names.rename) if names.spans else {}
            async with self.services.db.write() as session:
                await self._store(session, traces, user, names, data)

    async def _store(
        self, session: AsyncSession, traces: PersonalData, user: int, names: Names, data: Mapping[int, bytes]
    ) -> None:
        row, seats = await _unchanged(session, self.services, traces)
        game_id, mine = known_id(row), next((seat for seat in seats if seat.user_id == user), None)
        if names.old:
            row.rewritten += 1
            row.players = [names.new if name in names.first else name for name in row.players]
            if "order" in row.setup:
                order = [names.new if name in names.first else name for name in row.setup["order"]]
                row.setup = {**row.setup, "order": order}
            for number, packed in data.items():
                this = col(PositionRow.game_id) == game_id, col(PositionRow.number) == number
                await session.exec(update(PositionRow).where(*this).values(data=packed))
        await _nameless(session, game_id, user)
        if row.organiser_id == user:
            row.settings = without_question(without_consent(row.settings))
            row.organiser_id = next((one.user_id for one in seats if one.has_person and one is not mine), 0)
            if row.organiser_id and row.status in (GATHERING, RUNNING):
                text, new = say("organiser", person=row.organiser_id), row.organiser_id
                telling.tell(self.services, session, row, "organiser", new, text, ping=[new])
        if (asked := asked_to_organise(row)) is not None and user in (asked["person"], asked["by"]):
            row.settings = without_question(row.settings)
        for seat in seats:
            seat.invited = None if seat.invited == user else seat.invited
        if mine is not None:
            old = {*names.old, mine.name} - {one.name for one in seats if one is not mine}
            await _called_otherwise(session, game_id, old, names.new)
            await self._vacate(session, row, seats, mine, names.new)
        elif names.old:
            await _called_otherwise(session, game_id, names.old - {one.name for one in seats}, names.new)

    async def _vacate(
        self, session: AsyncSession, row: GameRow, seats: list[SeatRow], seat: SeatRow, name: str
    ) -> None:
        """Empty the seat; before the game begins, free it."""
        now, game_id = self.services.clock(), known_id(row)
        if row.started_at is None:
            await session.delete(seat)
            if row.status == GATHERING:
                text = say("forgotten_left", taken=len(seats) - 1, places=row.places)
                telling.tell(self.services, session, row, "leave", "forgotten", text)
            return
        ended = end_consent(row)
        seat.user_id, seat.name = newcomer(None, seats), name
        orders = col(OrderRow.game_id) == game_id, col(OrderRow.seat) == seat.seat
        await session.exec(delete(OrderRow).where(*orders))
        await session.exec(delete(UndoAskRow).where(col(UndoAskRow.game_id) == game_id))
        if row.status != RUNNING:
            return
        if (turn := await session.get(TurnRow, (game_id, seat.seat))) is not None:
            turn.due_at = None
        session.add(in_place(row, REPLACE, 0, now, seat=seat.seat, args={"person": seat.user_id}))
        looking = await who_would_play(session, row.guild_id, [row.title], [one.user_id for one in seats])
        lookers = [say("lookers", people=[f"<@{one}>" for one in looking])] if looking else []
        payload = {"text": [say("forgotten", name=name), *lookers, *ended], "ping": [row.organiser_id]}
        note = telling.to_table(row, REPLACE, "all", now, **payload)
        session.add_all([note, *await mirrored(session, game_id, [note])])


# --- what is kept of somebody


async def _games(session: AsyncSession, user: int) -> list[int]:
    """All games that hold anything about a person."""
    found = set[int]()
    for column, is_theirs in (
        (SeatRow.game_id, (SeatRow.user_id == user) | (SeatRow.invited == user)),
        (GameRow.id, GameRow.organiser_id == user),
        (ActionRow.game_id, ActionRow.clicker == user),
        (NoteRow.game_id, NoteRow.user_id == user),
        (MirrorRow.game_id, MirrorRow.asked_by == user),
        (UndoAskRow.game_id, UndoAskRow.asked_by == user),
        (SeatAskRow.game_id, _asks(user)),
    ):
        found |= {number for number in await session.exec(select(column).where(is_theirs).distinct()) if number}
    named = await session.exec(select(GameRow).where(cast(GameRow.settings, Text).contains(str(user))))
    found |= {known_id(row) for row in named if any(_is_about(one, user) for one in row.settings.values())}
    replaced = select(ActionRow).where(ActionRow.kind == REPLACE)
    found |= {action.game_id for action in await session.exec(replaced) if action.args.get("person") == user}
    return sorted(found)


def _is_about(setting: JsonValue, user: int) -> bool:
    """Does a setting name a person? A number alone is of something else, such as days."""
    inner = list(setting.values()) if isinstance(setting, dict) else setting if isinstance(setting, list) else []
    return user in inner or any(_is_about(one, user) for one in inner)


def _asks(user: int) -> Any:
    return (SeatAskRow.owner == user) | (SeatAskRow.person == user) | (SeatAskRow.asked_by == user)


async def _traces(session: AsyncSession, services: Services, game_id: int, user: int) -> PersonalData:
    row, seats = await services.row(session, game_id), await services.seats(session, game_id)
    theirs = (ActionRow.kind == REPLACE) | (ActionRow.clicker == user)
    actions = select(ActionRow).where(ActionRow.game_id == game_id, theirs).order_by(col(ActionRow.number))
    positions = await session.exec(select(PositionRow).where(PositionRow.game_id == game_id))
    return PersonalData(row, seats, list(await session.exec(actions)), list(positions))


def _names(traces: PersonalData, user: int) -> Names:
    """Which seats were theirs, and when. The first owner of a seat is known only from who played it."""
    names = Names(distinct_name(say("former"), [*traces.row.players, *(seat.name for seat in traces.seats)]))
    for seat in traces.seats:
        changes = [one for one in traces.actions if one.kind == REPLACE and one.seat == seat.seat]
        starts = [0, *(one.number for one in changes)]
        owners = [None, *(one.args.get("person") for one in changes)]
        for start, end, owner in zip(starts, [*starts[1:], 2**31], owners, strict=True):
            if end == 2**31:
                owner = seat.user_id
            played = any(one.seat == seat.seat and start <= one.number < end for one in traces.actions)
            if seat.seat and (owner == user or (owner is None and played)):
                names.spans.append((seat.seat, start, end))
    return names


async def _unchanged(session: AsyncSession, services: Services, traces: PersonalData) -> tuple[GameRow, list[SeatRow]]:
    """Read the game again to change it; refused if something has happened since."""
    before, row = traces.row, await services.row(session, known_id(traces.row))
    seats = await services.seats(session, known_id(row))
    same = (row.last, row.epoch, row.rewritten) == (before.last, before.epoch, before.rewritten)
    if not same or [one.user_id for one in seats] != [one.user_id for one in traces.seats]:
        raise Stale("Something has happened in one of the games; please try again.")
    return row, seats


async def _nameless(session: AsyncSession, game_id: int, user: int) -> None:
    """Replace the person's number in a game, except in the seats."""
    in_game = col(ActionRow.game_id) == game_id
    replaced = select(ActionRow).where(in_game, ActionRow.kind == REPLACE)
    for action in await session.exec(replaced):
        if action.args.get("person") == user:
            action.args = {**action.args, "person": FORGOTTEN}
    await session.flush()
    await session.exec(update(ActionRow).where(in_game, col(ActionRow.clicker) == user).values(clicker=FORGOTTEN))
    await session.exec(delete(NoteRow).where(col(NoteRow.game_id) == game_id, col(NoteRow.user_id) == user))
    mirrors = update(MirrorRow).where(col(MirrorRow.game_id) == game_id, col(MirrorRow.asked_by) == user)
    await session.exec(mirrors.values(asked_by=FORGOTTEN))
    asked = col(UndoAskRow.game_id) == game_id, col(UndoAskRow.asked_by) == user
    await session.exec(delete(UndoAskRow).where(*asked))
    await session.exec(delete(SeatAskRow).where(col(SeatAskRow.game_id) == game_id, _asks(user)))


async def _copies(session: AsyncSession, user: int) -> None:
    """Delete private copies: their own, and others' of games they played in; no real game is lost."""
    games = select(SeatRow.game_id).where(SeatRow.user_id == user)
    theirs = (col(GameRow.organiser_id) == user) | col(GameRow.copy_of).in_(games)
    await session.exec(delete(GameRow).where(col(GameRow.copy_of).is_not(None), theirs))


async def _leagues(session: AsyncSession, user: int, now: datetime) -> None:
    """Their league places keep their results without a name; leagues they organised pass to the managers."""
    names: dict[int, set[str]] = {}
    for member in await session.exec(select(LeagueMemberRow).where(LeagueMemberRow.user_id == user)):
        names.setdefault(member.league_id, set()).add(member.name)
        member.user_id, member.name = FORGOTTEN - member.number, say("former")
        member.left_at = member.left_at or now
    posts = list(await session.exec(select(OutboxRow).where(OutboxRow.kind == telling.LEAGUE)))
    for row in posts:
        # A place they have given away has another name by now.
        if row.payload.get("was", {}).get("person") == user:
            names.setdefault(row.payload["league"], set()).add(row.payload["was"]["name"])
    for league, old in names.items():
        if (called := _any_of(old)) is None:
            continue
        for row in posts:
            if row.payload.get("league") == league:
                row.payload = _changed(row.payload, partial(called.sub, say("former")), 0)
        for line in await session.exec(select(LeagueLogRow).where(LeagueLogRow.league_id == league)):
            line.reason = called.sub(say("former"), line.reason)
    for league in await session.exec(select(LeagueRow)):
        asks = {what: ask for what, ask in league.place.get(ASKS, {}).items() if user not in (ask["to"], ask["by"])}
        if asks != league.place.get(ASKS, {}):
            league.place = {**league.place, ASKS: asks}
    await session.exec(update(LeagueRow).where(col(LeagueRow.organiser_id) == user).values(organiser_id=FORGOTTEN))
    await session.exec(update(LeagueLogRow).where(col(LeagueLogRow.by_id) == user).values(by_id=FORGOTTEN))


async def _settings(session: AsyncSession, services: Services, user: int) -> None:
    """Delete their settings, the lessons they have passed, how long they took, their being a stand-in, and that they
    posted a server's list of games.
    """
    await session.exec(delete(LessonRow).where(col(LessonRow.user_id) == user))
    await session.exec(delete(TimeUsedRow).where(col(TimeUsedRow.user_id) == user))
    await session.exec(delete(SeekRow).where(col(SeekRow.user_id) == user))
    for server in await session.exec(select(ServerRow)):
        if server.settings.get("board_by") == user:
            server.settings = {**server.settings, "board_by": 0}
    if (person := await session.get(PersonRow, user)) is not None:
        await session.delete(person)
    asked = cast(PersonRow.stand_in_declined, Text).contains(str(user)) | (PersonRow.stand_in_asked == user)
    for other in await session.exec(select(PersonRow).where(asked)):
        other.stand_in_asked = None if other.stand_in_asked == user else other.stand_in_asked
        other.stand_in_declined = [one for one in other.stand_in_declined if one != user]
    for other in await session.exec(select(PersonRow).where(PersonRow.stand_in == user)):
        other.stand_in = None
        await rearming.of_person(session, services, other)


# --- announcements, posted or not


async def _called_otherwise(session: AsyncSession, game_id: int, old: Iterable[str], new: str) -> None:
    """Replace these names in a game's announcements."""
    if (called := _any_of(old)) is None:
        return
    for row in await session.exec(select(OutboxRow).where(OutboxRow.game_id == game_id)):
        row.payload = _changed(row.payload, lambda text: called.sub(new, text), 0)


def _any_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for any of these names as a whole word."""
    found = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)") if found else None


async def _announcements(session: AsyncSession, user: int) -> None:
    """Delete announcements to them, and remove their number from others."""
    await session.exec(delete(OutboxRow).where(col(OutboxRow.target) == telling.person(user)))
    called, former = f"<@{user}>", say("former")
    for row in await session.exec(select(OutboxRow).where(cast(OutboxRow.payload, Text).contains(str(user)))):
        row.payload = _changed(row.payload, lambda text: text.replace(called, former), user)


def _changed(payload: dict[str, Any], text: Callable[[str], str], user: int) -> dict[str, Any]:
    """A payload with changed texts and without a person's number."""

    def changed(value: JsonValue) -> JsonValue:
        match value:
            case str():
                return text(value)
            case list():
                return [changed(one) for one in value if not user or one != user]
            case dict():
                return {name: changed(one) for name, one in value.items()}
            case _:
                return 0 if user and value == user else value

    return {name: changed(value) for name, value in payload.items()}
