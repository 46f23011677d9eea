"""Handle one interaction: acknowledge it, do the work, and answer with one reply, whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

import discord
from discord import app_commands

from bot.discord.kit.background import BackgroundJobs
from bot.discord.kit.custom_ids import LONG_ARGUMENTS, Kept
from bot.discord.kit.figures import Figures
from bot.discord.kit.form import stamp_of
from bot.discord.kit.once import (
    Taken,
    acknowledged,
    follow_up_once,
    has_answer,
    on_own_panel,
)
from bot.discord.kit.reply import Reply, as_new
from bot.discord.kit.retries import (
    FAILURES,
    UNKNOWN_MESSAGE,
    final,
    plainer_if_refused,
    repeated,
)
from bot.discord.kit.say import error_text, say
from bot.errors import Refused, Stale
from bot.store import AlreadyDone, Asked, Database, Share, StoreTrouble
from engine import EngineError
from engine.words import language_for, using_language
from engine.words.buttons import capital

T = TypeVar("T")
log = logging.getLogger("stationmaster.discord")
MEANWHILE = "meanwhile"
"""Marks an interaction whose panel shows something until the answer comes."""
Channel = discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel


class Host(discord.AutoShardedClient):
    """A client, as far as answering needs to know it, whatever the bot is about."""

    db: Database
    kept: Kept
    later: BackgroundJobs
    figures: Figures
    taken: Taken

    def __init__(self, share: Share | None, **given: Any) -> None:
        super().__init__(**given)
        self.share = share
        self.closing_down = False
        self._in_hand: set[asyncio.Task[Any]] = set()
        """The interactions that are being answered."""
        self._thinkers = asyncio.Semaphore(2)

    def serves(self, server: int) -> bool:
        """Does this process, and not another one, get the server's events?"""
        return self.share is None or self.share.has(server)

    def asked(self, interaction: discord.Interaction[Any]) -> Request:
        """The interaction as a request of this bot."""
        raise NotImplementedError

    def meet(self, user: int, language: str) -> bool:
        """Note a person's language; returns whether it must be stored."""
        raise NotImplementedError

    async def keep_language(self, user: int) -> None:
        """Store that language."""
        raise NotImplementedError

    async def has_answered(self, request: Request) -> None:
        """Called after somebody got an answer."""
        raise NotImplementedError

    async def reopening(self, channel: int, job: Callable[[], Awaitable[T]]) -> T:
        """Do it in a channel or thread, which may have been archived meanwhile."""
        raise NotImplementedError

    async def answering(self, request: Request, what: str, work: Callable[[], Awaitable[Reply | None]]) -> None:
        """Handle an interaction, unless the bot is stopping; what has begun is finished first."""
        job = asyncio.ensure_future(answer_request(request, what, work if not self.closing_down else self._closing))
        self._in_hand.add(job)
        job.add_done_callback(self._in_hand.discard)
        await job

    async def _closing(self) -> Reply:
        """Nothing is done; not by another process either, since the person is told to try again."""
        with contextlib.suppress(StoreTrouble):
            async with self.db.write():
                pass
        return Reply(say("closing"))

    async def keep_buttons(self) -> None:
        """Store what buttons mean before they are shown, so that they survive a restart."""
        await LONG_ARGUMENTS.keep(self.kept)

    async def long_argument(self, text: str) -> str:
        """The text of a mark; anything else is returned as it is."""
        return await LONG_ARGUMENTS.resolve(text, self.kept)

    def uploaded(self, data: Any) -> discord.Attachment:
        """A file as Discord describes it."""
        return discord.Attachment(data=data, state=self._connection)

    def chosen_channel(self, data: Any, server: int) -> app_commands.AppCommandChannel | app_commands.AppCommandThread:
        """A channel as Discord describes it, with the permissions of whoever chose it."""
        kind = app_commands.AppCommandThread if "thread_metadata" in data else app_commands.AppCommandChannel
        return kind(state=self._connection, data=data, guild_id=server)

    async def thinking(self, job: Callable[[], T]) -> T:
        """Run work that may take seconds, such as finding the best runs, outside the rules' thread."""
        async with self._thinkers:
            return await asyncio.to_thread(job)


@dataclass(frozen=True)
class Request:
    """A command, press or form of one person: who asks, and where."""

    bot: Host
    interaction: discord.Interaction[Any]

    @property
    def user(self) -> int:
        """Who asks."""
        return self.interaction.user.id

    @property
    def name(self) -> str:
        """The asker's name here."""
        return self.interaction.user.display_name

    @property
    def guild(self) -> int:
        """The server; 0 in a direct message."""
        return self.interaction.guild_id or 0

    @property
    def channel(self) -> int:
        """The channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def language(self) -> str:
        """The asker's language; the server's if there is no translation for it."""
        return language_for(str(self.interaction.locale), str(self.interaction.guild_locale or ""))

    @property
    def manager(self) -> bool:
        """Does the asker manage the server?"""
        return bool(self.guild) and self.interaction.permissions.manage_guild

    @property
    def number(self) -> int:
        """The number under which what is asked is noted as done: a form may be sent again, with another of its own."""
        stamp = stamp_of(str(self._data.get("custom_id", "")))
        return self.interaction.id if stamp is None else stamp.opened

    @property
    def _data(self) -> dict[str, Any]:
        return cast("dict[str, Any]", self.interaction.data or {})

    def described(self, kind: str, id: str) -> Any:
        """What Discord says about something chosen in a form: of the `users`, `channels` or `attachments`."""
        known: dict[str, dict[str, Any]] = self._data.get("resolved") or {}
        if id not in known.get(kind, {}):
            raise Stale(say("old_button"))
        return known[kind][id]

    def check_server(self) -> None:
        """Refuse what only works on a server in a direct message."""
        if not self.guild:
            raise Refused(say("servers_only"))


def request_of(interaction: discord.Interaction[Any]) -> Request:
    """An interaction as the bot's kind of request."""
    host: Host = interaction.client
    return host.asked(interaction)


Handler = Callable[[Any, dict[str, Any]], Awaitable["Reply | None"]]
"""Handles a command from the bot's kind of request and its options; None shows nothing."""


async def answer_request(request: Request, what: str, work: Callable[[], Awaitable[Reply | None]]) -> None:
    """Acknowledge, work, answer. A refusal is shown as its sentence; an error as a sentence too, and logged."""
    new = request.bot.meet(request.user, str(request.interaction.locale))
    with using_language(request.language):
        await _answer(request, what, work)
    await request.bot.has_answered(request)
    if new:
        with contextlib.suppress(Refused):
            await request.bot.keep_language(request.user)


async def _answer(request: Request, what: str, work: Callable[[], Awaitable[Reply | None]]) -> None:
    interaction, began, asked = request.interaction, time.monotonic(), Asked(request.number)
    try:
        new = await acknowledged(interaction)
    except FAILURES as e:
        # Too late, or it never arrived: nothing has been done, and nobody can be told.
        log.warning("%s could not be acknowledged after %.1f s: %s", what, time.monotonic() - began, type(e).__name__)
        return
    if not request.bot.taken.first(interaction.id):
        log.info("%s was delivered twice", what)
        return
    try:
        request.bot.figures.acknowledged.observe(time.monotonic() - began)
        newest = await request.bot.later.cancel(request.user)
        reply = await reply_or_error(what, partial(_once, request, asked, work, new=new))
        if reply is None:
            await remove_thinking(interaction)
            return
        beside = reply.beside and on_own_panel(interaction) and MEANWHILE not in interaction.extras
        if beside:
            # Do first what the reply says has been done.
            await _post_shared(request, asked, reply)
            await plainer_if_refused(reply, lambda it: _follow_up(request, what, it))
            return
        try:
            await plainer_if_refused(reply, lambda it: repeated(lambda: _replace_thinking(request, what, it)))
        except discord.NotFound as e:
            if e.code != UNKNOWN_MESSAGE:
                raise
            # The panel was dismissed meanwhile: send the result anyway.
            await plainer_if_refused(reply, lambda it: _follow_up(request, what, it))
            return
        await _post_shared(request, asked, reply)
        if reply.later is not None:
            request.bot.later.begin(request.user, newest, partial(_add_later_part, request, what, reply.later))
    except AlreadyDone:
        log.info("%s was delivered again after it was done", what)
        await _say_done(interaction)
    except discord.NotFound:
        # The message is gone: nobody can be told.
        log.warning("%s: the interaction was gone after %.1f s", what, time.monotonic() - began)
    except FAILURES as e:
        log.warning("%s could not be answered: %s", what, type(e).__name__)
        await _report_failed_answer(interaction)
    finally:
        request.bot.figures.interactions.labels(what).inc()
        request.bot.figures.answered.observe(time.monotonic() - began)


async def _once(
    request: Request, asked: Asked, work: Callable[[], Awaitable[Reply | None]], *, new: bool
) -> Reply | None:
    """Do the work, whose first change is stored together with the interaction's number."""
    if not new:
        await request.bot.db.check_new(asked)
        if await has_answer(request.interaction):
            raise AlreadyDone
    with asked.here():
        return await work()


async def _add_later_part(request: Request, what: str, later: Callable[[], Awaitable[Reply | None]]) -> None:
    """Add what has been computed since."""
    with using_language(request.language):
        reply = await later()
        if reply is not None:
            await plainer_if_refused(reply, lambda it: _edited(request, what, it))


async def _post_shared(request: Request, asked: Asked, reply: Reply) -> None:
    """Post what everybody is shown as well, once."""
    if reply.shared is not None:
        # A picture that may come twice is better than none.
        with contextlib.suppress(StoreTrouble):
            await request.bot.db.note(asked)
        await follow_up_once(request.interaction, reply.shared.message())


async def show_meanwhile(request: Request, reply: Reply) -> None:
    """Show this where the answer will be, until it comes."""
    request.interaction.extras[MEANWHILE] = True
    with contextlib.suppress(*FAILURES):
        await request.interaction.edit_original_response(**reply.private())


async def _replace_thinking(request: Request, what: str, reply: Reply) -> None:
    """Replace the "thinking" message by the answer; the thread may have been archived meanwhile."""
    await request.bot.reopening(request.channel, lambda: _edited(request, what, reply))


async def _edited(request: Request, what: str, reply: Reply) -> None:
    await request.interaction.edit_original_response(**await _contents(request, what, reply))


async def _follow_up(request: Request, what: str, reply: Reply) -> None:
    await request.interaction.followup.send(ephemeral=True, **as_new(await _contents(request, what, reply)))


async def _contents(request: Request, what: str, reply: Reply) -> dict[str, Any]:
    """The reply's contents, what its buttons mean being kept; one that cannot be built is handled like any other
    error.
    """
    try:
        contents = reply.private()
    except Exception as e:
        log.error("%s cannot be shown: %s at %s", what, type(e).__name__, _where(e))
        return Reply(say("fault")).private()
    await request.bot.keep_buttons()
    return contents


async def _say_done(interaction: discord.Interaction[Any]) -> None:
    """Whoever did it may not have answered, such as a process that was stopped."""
    with contextlib.suppress(*FAILURES):
        if not on_own_panel(interaction) and not await has_answer(interaction):
            await interaction.edit_original_response(**Reply(say("answer_lost")).private())


async def _report_failed_answer(interaction: discord.Interaction[Any]) -> None:
    """Discord rejected the answer: say that there was one, so that nobody waits for it."""
    with contextlib.suppress(*FAILURES):
        await interaction.edit_original_response(**Reply(say("answer_lost")).private())


async def reply_or_error(what: str, work: Callable[[], Awaitable[Reply | None]]) -> Reply | None:
    """Do the work; whatever goes wrong becomes a reply."""
    try:
        return await work()
    except (Refused, EngineError, StoreTrouble) as e:
        return Reply(capital(error_text(e)))
    except FAILURES as e:
        log.warning("%s failed at Discord: %s", what, type(e).__name__)
        return Reply(say("may_not" if final(e) == "forbidden" else "discord_failed"))
    except (asyncio.CancelledError, AlreadyDone):
        raise
    except Exception as e:
        # Log the place only: the error's message may contain what a player wrote.
        log.error("%s failed: %s at %s", what, type(e).__name__, _where(e))
        return Reply(say("fault"))


def _where(error: BaseException) -> str:
    trace, places = error.__traceback__, list[str]()
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " > ".join(places[-6:])


async def remove_thinking(interaction: discord.Interaction[Any]) -> None:
    """Remove the "thinking" message without an answer."""
    if not on_own_panel(interaction):
        await interaction.delete_original_response()
