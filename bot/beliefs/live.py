"""`python -m bot check --live CHANNEL`: each belief tried there, what differs, and everything deleted again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp

from bot.beliefs import lookups, messages, missing, parts, places, session
from bot.beliefs.api import Api, CannotTry
from bot.beliefs.probe import PROBES, Probe
from bot.beliefs.rights import rights_in
from bot.beliefs.stage import FORUM, MEDIA, NEWS, TEXT, THREADS, Differs, Stage
from bot.discord.invitation import DISCORD, PATIENCE, CannotAsk
from bot.settings import Settings

T = TypeVar("T")
TRIED = (lookups, session, messages, parts, places, missing)
"""The rooms of the probes; whoever imports them has them all in the list."""
Say = Callable[[str], None]


@dataclass
class Tally:
    """What came of it: beliefs by name."""

    good: list[str] = field(default_factory=list[str])
    differs: dict[str, str] = field(default_factory=dict[str, str])
    untried: dict[str, str] = field(default_factory=dict[str, str])
    left: list[str] = field(default_factory=list[str])
    """What could not be deleted."""

    @property
    def well(self) -> bool:
        """Is nothing otherwise than believed, and nothing left behind?"""
        return not self.differs and not self.left


async def check_live(settings: Settings, channel: int, say: Say) -> Tally:
    """Try every belief in a channel, saying what is seen; however it ends, what was made is deleted."""
    token = settings.discord_token.get_secret_value()
    if not token:
        raise CannotAsk(
            "DISCORD_TOKEN is not set; put the bot's token into .env (docs/hosting.md says where to get it)."
        )
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (stationmaster, 0.1)"}
    base = settings.discord_api.rstrip("/") or DISCORD
    _end_at_sigterm()
    tally = Tally()
    async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(PATIENCE)) as http:
        try:
            stage = await _stage(Api(http, base, token), channel)
        except CannotTry as e:
            raise CannotAsk(f"Nothing could be tried: {e}.") from e
        try:
            await _room(stage)
            for one in PROBES:
                await _tried(one, stage, tally, say)
        finally:
            tally.left = await _to_its_end(stage.tidy())
            _say_tidied(tally, say)
    say(
        f"{len(tally.good)} as believed, {len(tally.differs)} otherwise, {len(tally.untried)} could not be tried here."
        " docs/discord.md says what the bot relies on, and where that is from."
    )
    return tally


def _end_at_sigterm() -> None:
    """SIGTERM ends it as Ctrl+C does: what was made is deleted first."""
    mine = asyncio.current_task()
    with suppress(NotImplementedError, ValueError, RuntimeError):
        # Not on Windows, and not outside the main thread.
        if mine is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, mine.cancel)


async def _stage(api: Api, number: int) -> Stage:
    me = await _asked(api, "/users/@me", "Discord does not accept DISCORD_TOKEN")
    application = await _asked(api, "/applications/@me", "the application cannot be looked at")
    channel = await _asked(api, f"/channels/{number}", "the bot does not see this channel")
    if int(channel["type"]) not in (TEXT, NEWS, FORUM, MEDIA, *THREADS):
        raise CannotTry("choose a text channel, an announcement channel, a forum or a thread of a server")
    guild = await _asked(api, f"/guilds/{channel['guild_id']}", "the server of this channel cannot be looked at")
    member = await _asked(api, f"/guilds/{channel['guild_id']}/members/{me['id']}", "the bot's roles cannot be read")
    ruled = channel
    if channel["type"] in THREADS:
        ruled = await _asked(api, f"/channels/{channel['parent_id']}", "the channel of this thread cannot be looked at")
    rights = rights_in(ruled, guild, member, str(me["id"]))
    return Stage(api, str(me["id"]), str(application["id"]), channel, rights)


async def _asked(api: Api, path: str, otherwise: str) -> Any:
    answer = await api.ask("GET", path)
    if not answer.good:
        raise CannotTry(f"{otherwise} ({answer})")
    return answer.body


async def _room(stage: Stage) -> None:
    """Where messages are written: a forum takes none, so a post is made there."""
    stage.room = str(stage.channel["id"])
    if stage.kind in (FORUM, MEDIA):
        first = {"content": stage.text(), "allowed_mentions": {"parse": []}}
        try:
            post = await stage.thread("a post", {"message": first, "applied_tags": places.tags(stage)})
        except (CannotTry, Differs) as e:
            raise CannotAsk(f"Nothing could be tried in this forum: {e}.") from e
        stage.room = str(post["id"])


async def _tried(one: Probe, stage: Stage, tally: Tally, say: Say) -> None:
    try:
        await one.attempt(stage)
    except CannotTry as e:
        tally.untried[one.belief] = str(e)
        say(f"not tried   {one.belief}: {e}.")
    except Differs as e:
        tally.differs[one.belief] = str(e)
        say(f"DIFFERS     {one.belief}: believed: {one.words} Seen: {e}.")
    except (KeyError, IndexError, TypeError, ValueError) as e:
        # An answer of another form than believed is told, and keeps nothing else from being tried.
        tally.differs[one.belief] = f"an answer in another form ({type(e).__name__}: {e})"
        say(f"DIFFERS     {one.belief}: believed: {one.words} Seen: {tally.differs[one.belief]}.")
    else:
        tally.good.append(one.belief)
        say(f"as believed {one.belief}")


async def _to_its_end(job: Coroutine[Any, Any, T]) -> T:
    """Whoever stops the check while it deletes waits for the rest of that."""
    task = asyncio.ensure_future(job)
    stopped = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            stopped = True
    if stopped:
        mine = asyncio.current_task()
        if mine is not None:
            mine.cancel()
    return task.result()


def _say_tidied(tally: Tally, say: Say) -> None:
    if tally.left:
        say(f"Left behind, please delete by hand: {', '.join(tally.left)}.")
    else:
        say("Everything that was made has been deleted again.")
