"""`python -m bot check --live CHANNEL`: each belief tried there, what differs, and everything deleted again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp

from bot.beliefs import emojis, layouts, lookups, messages, missing, parts, places, session
from bot.beliefs.api import Api, CannotTry
from bot.beliefs.probe import PROBES, Probe
from bot.beliefs.rights import rights_in
from bot.beliefs.stage import FORUM, MEDIA, NEWS, TEXT, THREADS, Differs, Stage
from bot.discord.app.invitation import DISCORD, PATIENCE, CannotAsk
from bot.host.say import finding_text, say
from bot.host.settings import Settings
from engine.core.sentences import because, sentence_of

T = TypeVar("T")
TRIED = (lookups, session, messages, parts, layouts, emojis, places, missing)
"""The modules that define probes; importing them fills the list."""
Print = Callable[[str], None]


@dataclass
class Tally:
    """The results, by the name of the belief."""

    good: list[str] = field(default_factory=list[str])
    differs: dict[str, str] = field(default_factory=dict[str, str])
    untried: dict[str, str] = field(default_factory=dict[str, str])
    left: list[str] = field(default_factory=list[str])
    """What could not be deleted."""

    @property
    def well(self) -> bool:
        """Did Discord behave as expected, and was everything deleted?"""
        return not self.differs and not self.left


async def check_live(settings: Settings, channel: int, show: Print) -> Tally:
    """Try every belief in a channel and print a line for each; everything created is deleted, however it ends."""
    token = settings.discord_token.get_secret_value()
    if not token:
        raise CannotAsk(
            because("DISCORD_TOKEN is not set; put the bot's token into .env (docs/hosting.md says where to get it).")
        )
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (stationmaster, 0.1)"}
    base = settings.discord_api.rstrip("/") or DISCORD
    _end_at_sigterm()
    tally = Tally()
    async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(PATIENCE)) as http:
        try:
            stage = await _stage(Api(http, base, token), channel)
        except CannotTry as e:
            raise CannotAsk(because("Nothing could be tried: {e}.", e=e)) from e
        try:
            await _room(stage)
            for one in PROBES:
                await _tried(one, stage, tally, show)
        finally:
            tally.left = await _to_its_end(stage.tidy())
            _show_tidied(tally, show)
    counts = {"good": len(tally.good), "differs": len(tally.differs), "untried": len(tally.untried)}
    show(say("result", group="live", **counts))
    return tally


def _end_at_sigterm() -> None:
    """Let SIGTERM end the check as Ctrl+C does: everything created is deleted first."""
    mine = asyncio.current_task()
    with suppress(NotImplementedError, ValueError, RuntimeError):
        # Not on Windows, and not outside the main thread.
        if mine is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, mine.cancel)


async def _stage(api: Api, number: int) -> Stage:
    me = await _asked(api, "/users/@me", because("Discord does not accept DISCORD_TOKEN"))
    application = await _asked(api, "/applications/@me", because("the application cannot be read"))
    channel = await _asked(api, f"/channels/{number}", because("the bot does not see this channel"))
    if int(channel["type"]) not in (TEXT, NEWS, FORUM, MEDIA, *THREADS):
        raise CannotTry(because("choose a text channel, an announcement channel, a forum or a thread of a server"))
    guild = await _asked(api, f"/guilds/{channel['guild_id']}", because("the server of this channel cannot be read"))
    member = await _asked(
        api, f"/guilds/{channel['guild_id']}/members/{me['id']}", because("the bot's roles cannot be read")
    )
    ruled = channel
    if channel["type"] in THREADS:
        ruled = await _asked(
            api, f"/channels/{channel['parent_id']}", because("the channel of this thread cannot be read")
        )
    rights = rights_in(ruled, guild, member, str(me["id"]))
    return Stage(api, str(me["id"]), str(application["id"]), channel, rights)


async def _asked(api: Api, path: str, otherwise: str) -> Any:
    answer = await api.ask("GET", path)
    if not answer.good:
        raise CannotTry(because("{otherwise} ({answer})", otherwise=otherwise, answer=answer.description))
    return answer.body


async def _room(stage: Stage) -> None:
    """The channel to write in: a forum accepts no messages, so create a post there."""
    stage.room = str(stage.channel["id"])
    if stage.kind in (FORUM, MEDIA):
        first = {"content": stage.text(), "allowed_mentions": {"parse": []}}
        try:
            post = await stage.thread(because("a post"), {"message": first, "applied_tags": places.tags(stage)})
        except (CannotTry, Differs) as e:
            raise CannotAsk(because("Nothing could be tried in this forum: {e}.", e=e)) from e
        stage.room = str(post["id"])


async def _tried(probe: Probe, stage: Stage, tally: Tally, show: Print) -> None:
    try:
        await probe.attempt(stage)
    except CannotTry as e:
        tally.untried[probe.belief] = sentence_of(e)
        show(say("untried", group="live", belief=probe.belief, why=finding_text(e)))
    except Differs as e:
        _differs(probe, sentence_of(e), tally, show)
    except (KeyError, IndexError, TypeError, ValueError) as e:
        # An answer in an unexpected form is reported, and the other beliefs are still tried.
        detail = f"{type(e).__name__}: {e}"
        _differs(probe, because("an answer in an unexpected form ({detail})", detail=detail), tally, show)
    else:
        tally.good.append(probe.belief)
        show(say("good", group="live", belief=probe.belief))


def _differs(one: Probe, seen: str, tally: Tally, show: Print) -> None:
    tally.differs[one.belief] = seen
    show(say("differs", group="live", belief=one.belief, words=finding_text(one.words), seen=finding_text(seen)))


async def _to_its_end(job: Coroutine[Any, Any, T]) -> T:
    """Finish deleting even if the check is stopped meanwhile."""
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


def _show_tidied(tally: Tally, show: Print) -> None:
    if tally.left:
        show(say("left", group="live", things=[finding_text(one) for one in tally.left]))
    else:
        show(say("tidied", group="live"))
