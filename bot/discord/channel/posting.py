"""Posts the table's announcements on Discord: sentences, pictures, and one ping for exactly those who must act."""

from __future__ import annotations

import contextlib
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import discord

from bot.discord.channel.adding import Adding, MessageSoFar, NewMessage
from bot.discord.channel.edits import Edits
from bot.discord.channel.leagues.pins import LeaguePins
from bot.discord.channel.leagues.sheet import sheet_of
from bot.discord.channel.losses import Losses
from bot.discord.channel.pictures import Drawn, Pictures, is_outrun, robots_follow
from bot.discord.channel.pinned import Pinned
from bot.discord.channel.questions import answers_to
from bot.discord.channel.texts import added_before, first_move, heading, is_call, lines_of, server_of, text_of
from bot.discord.channel.threads import Threads
from bot.discord.channel.tidying import Tidying
from bot.discord.games.drawing import Drawers
from bot.discord.games.presses.learn import learn_button
from bot.discord.games.presses.moves import Turn
from bot.discord.kit.figures import Figures
from bot.discord.kit.reply import (
    CONTENT,
    Attachment,
    Button,
    Reply,
    cut,
    in_rows,
)
from bot.discord.kit.retries import UNKNOWN_MESSAGE, final, plainer_if_refused
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.menu.picture import DrawingJob
from bot.store import outbox
from bot.store.outbox import Newest
from bot.store.rows import MOVE, MOVES, QUESTION, REDO, UNDO, ActionRow, OutboxRow, PostRow
from bot.table.ground.say import called
from bot.table.ground.services import Present, SeatedGame
from bot.table.play import telling
from bot.table.seats import standing_in
from bot.table.table import Table
from bot.table.upkeep.sender import TargetGone
from engine import EngineError

LACKS_PERMISSION = 50013


@dataclass(frozen=True)
class Buttons:
    """A message's buttons, and what they are for."""

    kind: str
    shown: tuple[Button, ...]


class Channels(Protocol):
    """The parts of the bot that posting uses."""

    table: Table
    drawers: Drawers
    edits: Edits
    figures: Figures
    league_pins: LeaguePins
    losses: Losses
    pinned: Pinned
    threads: Threads
    tidying: Tidying

    async def usual_moves(self, now: Present, *, pictured: bool) -> tuple[Button, ...]:
        """The most common moves of whoever is on turn, and what is numbered in their picture."""
        ...

    async def call_picture(self, now: Present) -> DrawingJob | None:
        """What whoever is on turn looks at first."""
        ...

    def get_channel(self, id: int, /) -> object | None:
        """A channel from the cache."""
        ...

    def get_partial_messageable(self, id: int) -> discord.PartialMessageable:
        """A channel to write to."""
        ...

    def get_user(self, id: int, /) -> discord.User | None:
        """A person from the cache."""
        ...

    async def fetch_user(self, user_id: int, /) -> discord.User:
        """A person, requested from Discord."""
        ...


@dataclass
class Poster:
    """Posts outbox rows."""

    bot: Channels

    async def post(self, row: OutboxRow) -> int:
        """Post it and return the message's id."""
        about, newest = await self._about(row)
        kind, _, number = row.target.partition(":")
        began = time.monotonic()
        try:
            if kind == "person":
                with self.bot.table.services.speaking_to(int(number)):
                    return await self._to_person(row, about, int(number))
            with self._public(about, int(number)):
                message = await self._to_channel(row, about, newest, int(number))
        except discord.HTTPException as e:
            match final(e):
                case "":
                    raise
                case "refused" as why:
                    # The same text would be refused again and again, and block everything after it.
                    await self.bot.losses.forward_warning(row)
                case why:
                    await self.bot.losses.unreachable(row, why)
            raise TargetGone(f"{why} ({e.code})") from e
        if about is not None and "mirror" not in row.payload:
            await self.bot.losses.regained(about.id, about.row.place, row.target)
        await self.bot.losses.check_still_member(row)
        self.bot.figures.posts.labels(row.kind).inc()
        self.bot.figures.posted.observe(time.monotonic() - began)
        if row.game_id is not None and "mirror" not in row.payload:
            self.bot.pinned.refresh(row.game_id, None if about is None else about.row)
        await self._tidy_stand_in(row)
        if row.kind == telling.LEAGUE:
            await self.bot.league_pins.show(int(row.payload["league"]))
        return message

    async def _about(self, row: OutboxRow) -> tuple[SeatedGame | None, Newest | None]:
        """The game that an announcement is about, read once, and the message to which it may be added; TargetGone if
        the game no longer exists.
        """
        if row.game_id is None:
            return None, None
        try:
            async with self.bot.table.db.read() as session:
                about = await self.bot.table.services.seated(session, row.game_id)
                return about, await self._adding.look(session, row) if row.target.startswith("channel:") else None
        except Refused as e:
            raise TargetGone("the game has been thrown away") from e

    def _public(self, about: SeatedGame | None, channel: int) -> AbstractContextManager[None]:
        """In the language of the server it is posted on."""
        server = server_of(self.bot.get_channel(channel), None if about is None else about.row)
        return self.bot.table.services.speaking_on(server)

    # --- to one person

    async def _to_person(self, row: OutboxRow, about: SeatedGame | None, user: int) -> int:
        person = self.bot.get_user(user) or await self.bot.fetch_user(user)
        where = [] if about is None else [say("about_game", game=called(about.row))]
        text = cut("\n".join([*where, *row.payload.get("text", [])]), CONTENT)
        mine = Turn(game=row.game_id or 0, seat=row.payload.get("seat"))
        turn = Button(say("button_turn"), mine, discord.ButtonStyle.primary)
        rows = (
            ((turn, *await self._learn({user}, about)),)
            if row.kind == "called"
            else in_rows(answers_to(row, row.game_id or 0, row.payload))
        )
        reply = Reply(text, rows=rows)
        sent = await person.send(nonce=row.nonce, **reply.message())
        if row.kind in ("called", telling.DAILY):
            # Whatever hinders this, the message has been posted.
            with contextlib.suppress(discord.HTTPException):
                await self.bot.tidying.tidy_direct(row, sent.channel.id)
        await self._tidy_stand_in(row)
        return sent.id

    async def _tidy_stand_in(self, row: OutboxRow) -> None:
        """An answer, or another question, settles what somebody asked before."""
        if row.kind in (standing_in.ASKED, standing_in.TOLD):
            # The answer goes to whoever has asked.
            asker = row.payload.get("by") or row.target.partition(":")[2]
            await self.bot.tidying.tidy_stand_in(int(asker))

    # --- to a channel

    @property
    def _adding(self) -> Adding:
        return Adding(self.bot.table, self.bot.edits.client)

    async def _to_channel(self, row: OutboxRow, about: SeatedGame | None, newest: Newest | None, channel: int) -> int:
        place = self.bot.get_partial_messageable(channel)
        # A row that a killed bot was adding, or had added, to a message belongs there.
        if about is not None and (message := await self._adding.message_of(row, about, newest)) is not None:
            try:
                return await self._added(row, about, place, message)
            except discord.NotFound as e:
                if e.code != UNKNOWN_MESSAGE:
                    raise
        return await self._new(await self._adding.new_message(row, about), about, place)

    async def _new(self, new: NewMessage, about: SeatedGame | None, place: discord.PartialMessageable) -> int:
        """Post announcements as one new message."""
        rows, above = new.rows, new.above
        row, last = rows[0], rows[-1]
        game = "" if about is None else called(about.row)
        if is_call(last) and about is not None and above is not None and new.before:
            await self._with_before(rows, about, above, new.before)
        text, drawn = text_of(rows, game, await self._gone(row, about)), await self._drawn(last, about, new)
        if not drawn.files and (text == heading(rows, game) or await self._says_little(rows, about)):
            return 0
        buttons = await self._buttons(rows, about, drawn)
        pinged = tuple(user for one in rows for user in one.payload.get("ping", []))
        reply = Reply(text, pictures=drawn.files, rows=in_rows(buttons.shown), mentions=pinged)
        sent = await self._sent(place, row, reply)
        await self._record(rows, sent, row.id or 0, buttons, drawn)
        return sent.id

    async def _says_little(self, rows: list[OutboxRow], about: SeatedGame | None) -> bool:
        """Would a message only say that it is a robot's turn? Whoever is pinged next is told all else."""
        if about is None or any(one.kind != MOVE or lines_of(one) or is_call(one) for one in rows):
            return False
        return await robots_follow(self.bot.table, about) or await is_outrun(self.bot.table, rows[-1])

    async def _sent(self, place: discord.PartialMessageable, row: OutboxRow, reply: Reply) -> discord.Message:
        async def sent(shown: Reply) -> discord.Message:
            # A message reopens a thread, unless it is locked.
            return await self.bot.threads.repeated(place.id, lambda: place.send(nonce=row.nonce, **shown.message()))

        try:
            return await plainer_if_refused(reply, sent)
        except discord.Forbidden as e:
            if e.code != LACKS_PERMISSION or not reply.pictures:
                raise
        # Perhaps only files are not allowed; ping people anyway.
        found = await plainer_if_refused(replace(reply, pictures=()), sent)
        await self.bot.losses.without_pictures(row)
        return found

    async def _added(
        self, row: OutboxRow, about: SeatedGame, place: discord.PartialMessageable, message: MessageSoFar
    ) -> int:
        """Add an announcement to a message."""
        post, rows = message.post, message.rows
        drawn = await Pictures(self.bot.table, self.bot.drawers, self.bot.call_picture).of(row, about, post, added=True)
        buttons = await self._buttons(rows, about, drawn)
        text = text_of(rows, called(about.row), await self._gone(rows[0], about))

        async def edit(shown: Reply, *, pictured: bool) -> discord.Message:
            contents = shown.contents()
            said = {key: contents[key] for key in ("content", "view", "allowed_mentions")}

            def whole() -> dict[str, Any]:
                return said | ({"attachments": drawn.attachments()} if pictured else {})

            return await self.bot.edits.edit(place.id, post.message_id, whole)

        reply = Reply(text, rows=in_rows(buttons.shown))
        await self.bot.edits.turn(place.id, post.message_id)
        try:
            pictured = bool(drawn.files) or len(drawn.before) < len(post.pictures)
            edited = await plainer_if_refused(reply, partial(edit, pictured=pictured))
        except discord.Forbidden as e:
            if e.code != LACKS_PERMISSION or not drawn.files:
                raise
            edited = await plainer_if_refused(reply, partial(edit, pictured=False))
            await self.bot.losses.without_pictures(row)
        await self._record([row], edited, rows[0].id or 0, buttons, drawn, alone=message.alone)
        return post.message_id

    async def _drawn(self, row: OutboxRow, about: SeatedGame | None, new: NewMessage) -> Drawn:
        """The pictures of a new message."""
        above = new.above
        pictures = Pictures(self.bot.table, self.bot.drawers, self.bot.call_picture)
        if about is None:
            return await self._of_league(row) if row.kind == telling.LEAGUE else Drawn()
        return await pictures.of(row, about, above, added=False, before=new.before)

    async def _of_league(self, row: OutboxRow) -> Drawn:
        """The standings, if they have changed."""
        if not row.payload.get("standings"):
            return Drawn()
        book = await self.bot.table.leagues.book(int(row.payload["league"]))
        job = DrawingJob("standings", (sheet_of(book),))
        drawn = await self.bot.drawers.draw([job], row.target, _always)
        return Drawn(tuple(Attachment(one.name, one.data, one.alt) for one in drawn))

    async def _with_before(
        self, rows: list[OutboxRow], about: SeatedGame, above: PostRow, announced: list[OutboxRow]
    ) -> None:
        """Let a ping's message say what was added to the one above it, where whoever is pinged would not look."""
        row = rows[0]
        called = {user for one in rows for user in one.payload.get("ping", [])}
        mine = [one.seat for one in about.seats if {one.user_id} == called]
        if before := added_before(above, announced, await self._gone(announced[0], about), mine):
            async with self.bot.table.db.write(row.target, notify=False) as session:
                await outbox.says_too(session, row, before=before)

    async def _gone(self, first: OutboxRow, about: SeatedGame | None) -> set[int]:
        """The moves since an announcement that have been taken back."""
        if about is None or not about.row.epoch:
            return set()
        return await self.bot.table.past.taken_back(about.id, first_move(first), about.row.position)

    async def _record(
        self,
        rows: list[OutboxRow],
        message: discord.Message,
        first: int,
        buttons: Buttons,
        drawn: Drawn,
        *,
        alone: bool = False,
    ) -> None:
        """Record what a message about a game tells, shows and offers. `alone`: no other one offers moves."""
        row = rows[0]
        # The sender looks for more by itself once this is posted.
        async with self.bot.table.db.write(row.target, notify=False) as session:
            if len(rows) > 1:
                await outbox.posted_along(session, row, message.id, self.bot.table.clock())
            if row.game_id is None:
                return
            for one in rows:
                if one.kind in (UNDO, REDO) and (action := await session.get(ActionRow, (one.game_id, one.number))):
                    await outbox.rewritten(session, row.game_id, min(action.parent, action.position) + 1)
            post = PostRow(
                game_id=row.game_id,
                message_id=message.id,
                target=row.target,
                first=first,
                buttons=buttons.kind,
                pictures=[{"id": one.id, "filename": one.filename} for one in message.attachments],
                since=drawn.since,
                drawn=drawn.until,
            )
            above = any("waits" in one.payload for one in rows)
            await outbox.posted(session, post, latest=not alone and any(map(tells_position, rows)), goes_on=above)

    # --- buttons

    async def _buttons(self, rows: list[OutboxRow], about: SeatedGame | None, drawn: Drawn) -> Buttons:
        """Buttons for the people who are pinged."""
        answers = dict.fromkeys(one for row in rows for one in answers_to(row, row.game_id or 0, row.payload))
        if answers:
            return Buttons(MOVES if rows[0].kind == "reminder" else QUESTION, tuple(answers))
        waited = any(map(tells_position, rows))
        moves = await self._moves(rows[-1], about, drawn) if waited else ()
        # The way to the lessons goes with the moves, and leaves older messages with them.
        pinged = {user for row in rows for user in row.payload.get("ping", [])} if moves or not waited else set[int]()
        learn = await self._learn(pinged, about)
        return Buttons(MOVES if moves else "", (*moves, *learn))

    async def _learn(self, people: set[int], about: SeatedGame | None) -> tuple[Button, ...]:
        """The way to the lessons, if one of them is a newcomer: it may be the first that they see of any such game."""
        for user in sorted(people):
            if await self.bot.table.coaching.is_new(user, about.people.get(user) if about is not None else None):
                return (learn_button(),)
        return ()

    async def _moves(self, row: OutboxRow, about: SeatedGame | None, drawn: Drawn) -> tuple[Button, ...]:
        """The most common moves of whoever is on turn, under the game's latest message."""
        if about is None:
            return ()
        # Whatever has changed the position since it was read is announced after this, and so is newer.
        outrun = await is_outrun(self.bot.table, row) if drawn.outrun is None else drawn.outrun
        if outrun:
            return ()
        try:
            now = await self.bot.table.present_of(about)
            return await self.bot.usual_moves(now, pictured=is_call(row))
        except (Refused, EngineError):
            return ()


def tells_position(row: OutboxRow) -> bool:
    """Does it tell the players who must act now?"""
    return "waits" in row.payload and "mirror" not in row.payload


async def _always() -> bool:
    return True
