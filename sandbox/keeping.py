"""Saves the sandbox's world in a file, so that games continue in the next run."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandbox.happening.parts import Parts
from sandbox.world.world import World

log = logging.getLogger("stationmaster.sandbox")
FORM = 1
"""The version of the format; worlds of older versions are set aside."""
EVERY = 2.0
"""Seconds between saves while something happens."""


FORMER = "bot.sandbox."
"""Where the sandbox stood when it was a part of the bot."""


class Reader(pickle.Unpickler):
    """Reads worlds of older versions too."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        """A class by its module, under whatever name an older version knew it."""
        if module_name.startswith(FORMER):
            module_name = f"sandbox.world.{module_name.removeprefix(FORMER)}"
        return super().find_class(module_name, global_name)


def load(path: Path) -> tuple[World, dict[int | None, dict[int, dict[str, Any]]]] | None:
    """The last run's world and commands; None if there is none, or it is unreadable."""
    if not path.exists():
        return None
    try:
        form, world, commands = Reader(io.BytesIO(path.read_bytes())).load()
    except Exception:  # whatever is wrong with a file that somebody else may have written
        log.warning("The sandbox's saved state cannot be read; it has been set aside.")
        return None
    if form != FORM or not isinstance(world, World):
        return None
    # Older versions knew none.
    for name in ("emojis", "scheduled"):
        vars(world).setdefault(name, {})
    return world, commands


def save(path: Path, sandbox: Parts) -> None:
    """Write it completely, or not at all."""
    new = path.with_suffix(".new")
    new.write_bytes(pickle.dumps((FORM, sandbox.world, sandbox.commands.by_place)))
    new.replace(path)


async def keep(path: Path, sandbox: Parts) -> None:
    """Save after changes, and at the end."""
    with sandbox.watched() as changes, _saved_at_the_end(path, sandbox):
        while True:
            await changes.wait()
            await asyncio.sleep(EVERY)
            changes.clear()
            save(path, sandbox)


@contextlib.contextmanager
def _saved_at_the_end(path: Path, sandbox: Parts) -> Iterator[None]:
    try:
        yield
    finally:
        save(path, sandbox)
