"""The sandbox for a person: server, channels, page and the bot, in one program, without an account."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from pydantic import SecretStr

from bot.discord.app.run import CannotRun, serve, stopped
from bot.host.settings import Settings
from engine.core.sentences import because
from engine.words import current_language
from sandbox.keeping import keep, load
from sandbox.sandbox import Sandbox
from sandbox.world.clock import Clock

PEOPLE = ("Ann", "Bob", "Cem", "Dora")
CHANNELS = ("games", "spectators")
SERVER = "Railway Club"
GAMES = "games.db"
"""The bot's database in the sandbox's folder."""
REQUESTS = 500
"""Requests of the bot that are remembered."""


async def play(settings: Settings, where: Callable[[str], str]) -> None:
    """Until told to stop; `where` words at which address the page is."""
    await playing(settings, stopped(), where)


async def playing(settings: Settings, stop: asyncio.Event, where: Callable[[str], str]) -> None:
    """The same until an event is set."""
    folder = settings.sandbox_dir
    _folder(folder)
    sandbox = _world(folder, Clock())
    try:
        await sandbox.start(settings.sandbox_port)
    except OSError as e:
        port = settings.sandbox_port
        raise CannotRun(
            because("Port {port} on 127.0.0.1 is in use; set SANDBOX_PORT in .env to another.", port=port)
        ) from e
    keeping = asyncio.create_task(keep(folder / "world", sandbox), name="sandbox")
    telling = asyncio.create_task(_tell(sandbox, settings, where), name="address")
    try:
        await serve(_for_the_bot(settings, sandbox), stop)
    finally:
        for task in (telling, keeping):
            task.cancel()
        await asyncio.gather(telling, keeping, return_exceptions=True)
        await sandbox.stop()


def _folder(folder: Path) -> None:
    try:
        (folder / "files").mkdir(parents=True, exist_ok=True)
    except OSError as e:
        why = because(
            "{folder} is not writable ({reason}); set SANDBOX_DIR in .env to a folder that is.",
            folder=str(folder),
            reason=e.strerror,
        )
        raise CannotRun(why) from e


def _world(folder: Path, clock: Clock) -> Sandbox:
    """The last run's world, or a new one; a database without its world is useless and set aside."""
    stored = load(folder / "world")
    if stored:
        stored[0].clock = clock
        sandbox = Sandbox(world=stored[0])
        sandbox.commands.by_place = stored[1]
    else:
        for old in [one for one in folder.iterdir() if one.is_file()]:
            old.replace(folder / f"{old.name}.old")
        sandbox = Sandbox(clock=clock)
        _furnish(sandbox)
    for guild in sandbox.world.guilds.values():
        guild.locale = current_language()
    sandbox.world.folder = folder / "files"
    sandbox.records.most = REQUESTS
    return sandbox


def _furnish(sandbox: Sandbox) -> None:
    guild = sandbox.guild(SERVER)
    for name in CHANNELS:
        sandbox.channel(guild, name)
    for name in PEOPLE:
        sandbox.person(name, guild)


def _for_the_bot(settings: Settings, sandbox: Sandbox) -> Settings:
    database = (settings.sandbox_dir / GAMES).resolve()
    return settings.model_copy(
        update={
            "discord_token": SecretStr(sandbox.token),
            "discord_api": sandbox.api_address,
            "discord_gateway": sandbox.gateway_address,
            "database_url": f"sqlite:///{database}",
            # Kept separately, so that a host cannot restore the sandbox's backup by mistake.
            "backup_dir": database.parent / "backups",
        }
    )


async def _tell(sandbox: Sandbox, settings: Settings, where: Callable[[str], str]) -> None:
    """Print the page's address as soon as the bot is ready."""
    await sandbox.ready()
    print(where(sandbox.address), flush=True)
    if settings.sandbox_browser and _has_a_screen():
        await asyncio.to_thread(webbrowser.open, sandbox.address)


def _has_a_screen() -> bool:
    """Can a graphical browser be opened? A text browser would take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
