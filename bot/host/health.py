"""The health file: a small file, rewritten regularly while the bot is healthy."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from engine.core.sentences import because, decode_sentence, encode_sentence

log = logging.getLogger("stationmaster.health")
EVERY = 15.0
STALE = timedelta(seconds=90)
PATIENCE = timedelta(minutes=5)
"""How long the bot may be without Discord; it keeps trying, and restarting it would not help sooner."""


class Vitals(Protocol):
    """Something that knows the bot's health."""

    def connected(self) -> bool:
        """Is it connected to Discord?"""
        ...

    async def ailment(self) -> str:
        """Anything else that is wrong, in a sentence; empty if nothing is."""
        ...


async def beat(path: Path, vitals: Vitals, every: float = EVERY, noted: Callable[[], list[str]] = list) -> None:
    """Write the health file until cancelled. The event loop writes it, so if that hangs, the file gets old. `noted`:
    warnings that do not stop the bot.
    """
    since = datetime.now(UTC)
    while True:
        ailing = await vitals.ailment()
        now = datetime.now(UTC)
        since = now if vitals.connected() else since
        sign(path, now, since, ailing, noted())
        await asyncio.sleep(every)


def sign(path: Path, now: datetime, connected: datetime, ailing: str = "", notes: Sequence[str] = ()) -> None:
    """Write the health file once. `connected`: when the bot was last connected."""
    facts = {
        "at": now.isoformat(),
        "connected": connected.isoformat(),
        "ailment": encode_sentence(ailing),
        "notes": list(map(encode_sentence, notes)),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        new.write_text(json.dumps(facts), encoding="utf-8")
        new.replace(path)
    except OSError as e:
        log.warning("the health file cannot be written: %s", e.strerror)


def ailment(path: Path, now: datetime) -> str:
    """What is wrong with the running bot, from the health file; empty if nothing is."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        at, connected = (datetime.fromisoformat(found[key]) for key in ("at", "connected"))
        ailing = decode_sentence(found.get("ailment", ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return because("No bot has written its state to {path} yet.", path=str(path))
    if at - now > STALE or connected - now > STALE:
        return because("The bot's last report is dated in the future: the clock of this machine is or was wrong.")
    if now - at > STALE:
        return because("The bot has not reported for {minutes} min.", minutes=_minutes(now - at))
    if now - connected > PATIENCE:
        minutes = _minutes(now - connected)
        return because("The bot has not been connected to Discord for {minutes} min.", minutes=minutes)
    return ailing


def notes(path: Path) -> list[str]:
    """The running bot's warnings, from the health file."""
    try:
        return [decode_sentence(note) for note in json.loads(path.read_text(encoding="utf-8")).get("notes", [])]
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return []


def main() -> int:
    """The same as `python -m bot health`, in English and without loading the bot: a container runs it every minute."""
    path = Path(os.environ.get("HEALTH_FILE", "data/health.json"))
    found = ailment(path, datetime.now(UTC))
    print("\n".join([*notes(path), found or "The bot is healthy."]))
    return 1 if found else 0


def _minutes(span: timedelta) -> int:
    return max(1, int(span.total_seconds() // 60))


if __name__ == "__main__":
    sys.exit(main())
