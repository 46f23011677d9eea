"""The client: logs in, keeps the commands registered, and passes on what people ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord.app.packets import drop_unreadable
from bot.discord.app.registering import register, register_in_time
from bot.discord.app.welcome import Welcome
from bot.discord.channel.board import Board
from bot.discord.channel.edits import Edits
from bot.discord.channel.leagues.calendar import Calendar
from bot.discord.channel.leagues.pins import LeaguePins
from bot.discord.channel.losses import Losses
from bot.discord.channel.pinned import Pinned
from bot.discord.channel.threads import Threads
from bot.discord.channel.tidying import Tidying
from bot.discord.domains.all import COMMANDS
from bot.discord.domains.shared.former import now_called
from bot.discord.domains.shared.importing import Imports
from bot.discord.domains.shared.request import Bot, Request
from bot.discord.domains.shared.settings import check_settings
from bot.discord.games.drawing import Drawers
from bot.discord.games.emblems import Emojis
from bot.discord.kit.answers import ANSWERS, FORMS, SENT, Opening, answer_form
from bot.discord.kit.background import BackgroundJobs
from bot.discord.kit.command import Tree, add_commands
from bot.discord.kit.custom_ids import LONG_ARGUMENTS, decode_id, filled_in, values_of
from bot.discord.kit.figures import Figures
from bot.discord.kit.form import stamp_of
from bot.discord.kit.localising import Localiser
from bot.discord.kit.once import ACKNOWLEDGED, Taken
from bot.discord.kit.press import Press, press_of
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.request import Request as KitRequest
from bot.discord.kit.retries import FAILURES, INVALID
from bot.discord.kit.say import say
from bot.discord.turn.usual_moves import call_buttons, call_picture
from bot.host.settings import Settings
from bot.host.watch import Watch
from bot.menu.picture import DrawingJob
from bot.safe_text import legible
from bot.store import share_of
from bot.store.processes.shared import IDENTIFY
from bot.table.ground.services import Present
from bot.table.play.extras import Extras
from bot.table.table import Table
from engine.core.sentences import because
from engine.words import language_for, using_language

log = logging.getLogger("stationmaster.discord")
PRESSED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
BETWEEN_SHARDS = 5.0
"""Seconds that Discord requires between two shards' connections."""
LAST_ANSWERS = 3.0
"""Seconds for unfinished work when the bot is told to stop; with those in posting and pinning, under 10."""
REGISTERING = because("The commands could not be registered on Discord; the bot is trying again.")


class Stationmaster(Bot):
    """The bot on Discord. It needs only the intent for guilds."""

    def __init__(self, table: Table, settings: Settings) -> None:
        options: dict[str, Any] = {"guild_ready_timeout": 0.0} if settings.discord_gateway else {}
        share = share_of(settings.shards)
        if share is not None:
            options |= {"shard_ids": list(share.ids), "shard_count": share.count}
        super().__init__(
            share,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            **options,
        )
        drop_unreadable(self._connection.parsers)
        self.table = table
        self.extras = Extras(table.services)
        self.db, self.kept = table.db, self.extras
        self.settings = settings
        self.threads = Threads(self, table, self.extras)
        self.edits = Edits(self, self.threads)
        self.welcome = Welcome(table)
        self.losses = Losses(
            self,
            table,
            self.extras,
            self.threads,
            lambda game: self.pinned.refresh(game),
            self.serves,
            unwelcome=self.welcome.undelivered,
        )
        self.board = Board(self, table, self.extras, self.edits)
        self.tidying = Tidying(table, self.edits, self.threads, lambda: self.drawers)
        self.pinned = Pinned(self, table, self.extras, self.edits, self.threads, self.losses, self.board, self.tidying)
        self.league_pins = LeaguePins(self, table, self.edits, self.threads, self.tidying, Calendar(self, table))
        table.services.language_of = self.language_of
        self.drawers = Drawers(settings.draw_workers)
        self.emblems = Emojis(self, self.db, self.drawers)
        self.imports = Imports()
        self.later = BackgroundJobs()
        self.figures = Figures()
        self.taken = Taken()
        table.services.measured = self.figures.measured
        self.watch = Watch()
        self._registering: asyncio.Task[None] | None = None
        self._letting_in: asyncio.Task[None] | None = None
        self.tree = Tree(
            self,
            # Set explicitly: otherwise the developer portal decides, and commands appear on servers without the bot.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.tree.now_called = now_called
        check_settings()
        add_commands(self.tree, COMMANDS)

    async def setup_hook(self) -> None:
        """Runs after the login, before any interaction."""
        await self.tree.set_translator(Localiser())
        try:
            await register(self.tree)
        except FAILURES:
            self._registering = self.watch.keep("commands", partial(register_in_time, self.tree), REGISTERING)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord lets one shard connect every five seconds, across all processes."""
        await super().before_identify_hook(shard_id, initial=initial)
        db = self.table.db
        if db.shared is not None:
            while not await db.hold(IDENTIFY, "discord"):
                await asyncio.sleep(0.5)
            self._letting_in = asyncio.create_task(self._let_next_in())

    async def _let_next_in(self) -> None:
        await asyncio.sleep(BETWEEN_SHARDS)
        await self.table.db.let_go(IDENTIFY, "discord")

    def language_of(self, server: int) -> str:
        """A server's language, as Discord reports it to this process or to the one that has the server."""
        guild = self.get_guild(server)
        if guild is None or guild.unavailable:
            return language_for(self.table.services.servers.get(server, ""))
        return language_for(str(guild.preferred_locale))

    async def _keep_languages(self, guilds: Iterable[discord.Guild]) -> None:
        # For an unavailable server, Discord sends only its id.
        known = {guild.id: str(guild.preferred_locale) for guild in guilds if not guild.unavailable}
        await self.losses.guarded(self.table.preferences.keep_servers(known))

    # --- what people do

    async def pressed(
        self, interaction: discord.Interaction[Any], name: str, args: list[str], values: list[str]
    ) -> None:
        """A button or list was used, or a form sent; what was chosen or typed is its press's last argument."""
        request = self.asked(interaction)
        try:
            press = press_of(name, [*[await LONG_ARGUMENTS.text(arg, self.extras) for arg in args], *values])
        except Exception as e:
            await self._fail(request, name, e)
            return
        known = "an old button" if press is None else press.name
        if press is not None and (form := FORMS.get(type(press))) is not None:
            await self._form(request, press, form)
            return
        answer = None if press is None else ANSWERS.get(type(press))
        line = values if interaction.type is discord.InteractionType.modal_submit else ()
        stamp = stamp_of(str((interaction.data or {}).get("custom_id", "")))

        async def work() -> Reply | None:
            if press is None or answer is None:
                return Reply(say("old_button"))
            if type(press) in SENT and (stamp is not None or not SENT[type(press)].older):
                return await answer_form(request, answer, press, stamp, values)
            return await answer(request, press, line)

        await self.answering(request, known, work)

    async def _form(self, request: Request, press: Press, form: Opening) -> None:
        """Open a form, which must be the first answer to the interaction; errors are answered as usual."""
        try:
            with using_language(request.language):
                filled = await filled_in(str((request.interaction.data or {}).get("custom_id", "")), self.extras)
                shown = await form.form(request, press, filled)
            await self.keep_buttons()
            await request.interaction.response.send_modal(shown)
        except Exception as e:
            if isinstance(e, discord.HTTPException) and e.code == ACKNOWLEDGED:
                # The form is open: an earlier attempt was accepted.
                return
            if isinstance(e, discord.HTTPException) and e.code == INVALID:
                await self.answering(request, press.name, partial(self._without_form, form.command(press)))
                return
            await self._fail(request, press.name, e)

    async def _without_form(self, typed: str) -> Reply:
        """Discord refuses the form: say how to do the same without."""
        return Reply(say("no_form_typed", command=typed) if typed else say("no_form"), beside=True)

    async def _fail(self, request: Request, what: str, error: Exception) -> None:
        """Answer with an error that came before anything was acknowledged."""

        async def fail() -> Reply | None:
            raise error

        await self.answering(request, what, fail)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Dispatch buttons, lists and forms by their custom_id, so that those shown before a restart still work."""
        if interaction.type in PRESSED and interaction.data is not None:
            name, args = decode_id(str(interaction.data.get("custom_id", "")))
            await self.pressed(interaction, name, args, [legible(one) for one in values_of(interaction.data)])

    async def has_answered(self, request: KitRequest) -> None:
        """Introduce the bot with its first answer on a server where it could write nowhere."""
        with using_language(request.language):
            await self.losses.guarded(self.welcome.answered(request))

    # --- what happens to the places where games are played

    async def on_ready(self) -> None:
        """All servers are known."""
        log.info("ready; servers: %d", len(self.guilds))
        self.emblems.begin()
        await self._keep_languages(self.guilds)
        await self.losses.guarded(self.losses.servers_known(guild.id for guild in self.guilds))
        await self.losses.guarded(self.losses.missed())
        await self.losses.guarded(self.welcome.found(self.guilds))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after an outage of Discord's."""
        await self._keep_languages([guild])

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited, perhaps not for the first time."""
        await self._keep_languages([guild])
        await self.losses.guarded(self.losses.server_back(guild.id))
        await self.losses.guarded(self.welcome.come(guild))

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """The server's language may have changed."""
        await self._keep_languages([after])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed or the server deleted; an outage of Discord is reported differently."""
        await self.losses.guarded(self.losses.server_gone(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Games may have been played there, or in its threads."""
        await self.losses.guarded(self.losses.channel_gone(channel.id))
        await self.losses.guarded(self.losses.threads_gone(channel.guild.id, channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self.losses.guarded(self.losses.channel_gone(payload.thread_id))

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread with a game may have been archived."""
        if payload.data["thread_metadata"]["archived"]:
            await self.losses.guarded(self.threads.reopen(payload.thread_id))

    async def finish(self) -> None:
        """Accept nothing new, and wait for unfinished work."""
        self.closing_down = True
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=LAST_ANSWERS)

    async def close(self) -> None:
        """Disconnect."""
        if self.is_ready():
            await self.pinned.finish()
        if self._registering is not None:
            self._registering.cancel()
        self.emblems.close()
        self.drawers.close()
        self.imports.close()
        self.later.close()
        await super().close()

    async def usual_moves(self, now: Present, *, pictured: bool) -> tuple[Button, ...]:
        """The most common moves of whoever is on turn, to post with what has happened."""
        return await self.thinking(lambda: call_buttons(now, self.table.clock(), pictured=pictured))

    async def call_picture(self, now: Present) -> DrawingJob | None:
        """What whoever is on turn looks at first."""
        return await self.thinking(lambda: call_picture(now))
