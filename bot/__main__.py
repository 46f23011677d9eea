"""The host's command line: run the bot, check it, back up, restore, export or import a game."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.beliefs.live import check_live
from bot.discord.app.invitation import CannotAsk, examine
from bot.discord.app.run import CannotRun, run
from bot.errors import Refused
from bot.host import languages as words
from bot.host import logs
from bot.host.arguments import BadCommand, arguments
from bot.host.checking import BadSettings, read_settings, unusable
from bot.host.health import ailment, notes
from bot.host.say import finding_text, say
from bot.host.settings import Settings
from bot.store import Database, StoreTrouble
from bot.store.backup import backup, restore
from bot.store.carry import carry
from bot.table.ground.services import utc_now
from bot.table.housekeeping import before_upgrade
from bot.table.table import Table
from bot.table.upkeep.verify import verify
from engine.core.sentences import because
from engine.words import language_of_terminal, using_language
from sandbox.playing import GAMES as SANDBOX_GAMES
from sandbox.playing import play

SWITCHING = 0.0005
"""Seconds after which a busy thread lets another go on. Answers go back and forth between event loop and database
threads; with Python's 5 ms each of these trips waits that long for the rules.
"""


def main(given: list[str] | None = None) -> int:
    """Run the command; errors are one sentence on the error stream."""
    with using_language(language_of_terminal(sys.argv[1:] if given is None else given)):
        return _main(given)


def _main(given: list[str] | None) -> int:
    try:
        code = _run(arguments(given))
        sys.stdout.flush()  # A reader who has gone, such as `head`, is noticed here.
        return code
    except BrokenPipeError:
        # Nothing more may be written, not even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, asyncio.CancelledError):
        print(say("stopped"), file=sys.stderr)
        return 1
    except BadSettings as e:
        print("\n".join(map(finding_text, e.faults)), file=sys.stderr)
        return 2
    except (BadCommand, StoreTrouble, Refused, CannotRun, CannotAsk) as e:
        print(finding_text(e), file=sys.stderr)
        return 2
    except OSError as e:
        print(finding_text(unusable(e)), file=sys.stderr)
        return 2


def _run(asked: argparse.Namespace) -> int:
    if asked.command == "words":
        print("\n".join(words.listed(asked.lacking)))
        return 0
    settings = read_settings()
    if asked.command in ("run", "sandbox"):
        logs.begin(settings)
        sys.setswitchinterval(SWITCHING)
        on_discord = asked.command == "run" and (asked.discord or settings.discord_token.get_secret_value())
        asyncio.run(run(settings) if on_discord else play(settings, _page))
        return 0
    return asyncio.run(_do(asked, settings))


def _page(address: str) -> str:
    return say("sandbox", address=address)


async def _do(asked: argparse.Namespace, settings: Settings) -> int:
    if asked.command == "health":
        ailing = ailment(settings.health_file, utc_now())
        print("\n".join([*map(finding_text, notes(settings.health_file)), finding_text(ailing) or say("well")]))
        return 1 if ailing else 0
    if asked.command == "check" and asked.live is not None:
        return 0 if (await check_live(settings, asked.live, partial(print, flush=True))).well else 1
    if asked.command == "check":
        found = await examine(settings)
        print("\n".join(map(finding_text, found.lines)))
        return 1 if found.missing else 0
    db = Database(settings.database_url)
    if asked.command in ("backup", "verify"):
        _check_there(db, settings)
    match asked.command:
        case "backup":
            print(backup(db.path, settings.backup_dir, utc_now()))
            return 0
        case "restore":
            kept = restore(asked.file, db.path, utc_now())
            print(say("restored_kept", name=kept.name) if kept else say("restored"))
            return 0
        case "verify":
            return await _verify(db, settings, strict=asked.strict)
        case "carry":
            return await _carry(db, Database(asked.url), settings)
        case "forget":
            if db.is_sqlite and not db.path.is_file():
                # A file that has just been created holds nobody, so nobody has been forgotten in it.
                raise StoreTrouble("There is no database at the place that DATABASE_URL names.")
            async with _table(db, settings, alone=True) as table:
                print(say("forgotten", games=await table.forgetting.forget(asked.person)))
            return 0
        case "export":
            async with _table(db, settings, alone=False) as table:
                asked.file.write_bytes(await table.transfer.export(asked.game))
            return 0
        case _:
            async with _table(db, settings, alone=True) as table:
                people = dict(asked.player)
                where = (asked.guild, asked.channel, asked.organiser)
                game = await table.transfer.bring(asked.file.read_bytes(), *where, people, manager=True)
                print(say("imported", game=game))
            return 0


def _check_there(db: Database, settings: Settings) -> None:
    """After a trial in the sandbox there is only its own database; say where that is."""
    trial = settings.sandbox_dir / SANDBOX_GAMES
    if db.is_sqlite and not db.path.is_file() and trial.is_file():
        raise StoreTrouble(
            because(
                "There is no database at the place that DATABASE_URL names. The sandbox keeps its games in its own: "
                "DATABASE_URL=sqlite:///{trial}",
                trial=str(trial),
            )
        )


async def _carry(source: Database, target: Database, settings: Settings) -> int:
    try:
        # No bot may use either database meanwhile: whatever it stored would not be copied.
        await source.open(before_upgrade=lambda: before_upgrade(source, settings))
        await target.open()
        carried = await carry(source, target)
    finally:
        await target.close()
        await source.close()
    print(say("carried", games=carried["game"], rows=sum(carried.values())))
    return 0


async def _verify(db: Database, settings: Settings, *, strict: bool) -> int:
    await db.open(alone=False, before_upgrade=lambda: before_upgrade(db, settings))
    games = damaged = changed = 0
    try:
        async for report in verify(db):
            print("\n".join(report.lines()))
            games += 1
            damaged += bool(report.faults)
            changed += bool(report.changed)
    finally:
        await db.close()
    print(say("verified", games=games, damaged=damaged, changed=changed))
    return 1 if damaged or (strict and changed) else 0


@asynccontextmanager
async def _table(db: Database, settings: Settings, *, alone: bool) -> AsyncIterator[Table]:
    """A table for one command."""
    table = Table(db)
    await db.open(alone=alone, before_upgrade=lambda: before_upgrade(db, settings))
    try:
        yield table
    finally:
        await table.close()


if __name__ == "__main__":
    sys.exit(main())
