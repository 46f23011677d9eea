"""What an interaction asks for is stored once, however often Discord delivers it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import text
from sqlmodel.ext.asyncio.session import AsyncSession

NOTE = text("INSERT INTO interaction (id) VALUES (:id) ON CONFLICT (id) DO NOTHING")


class AlreadyDone(Exception):
    """What the interaction asks for has been stored before; nothing is stored again."""


@dataclass
class Asked:
    """An interaction in hand. Its number is stored in the transaction of the first change it makes."""

    id: int
    stored: bool = False

    @contextlib.contextmanager
    def here(self) -> Iterator[None]:
        """Everything that this task stores meanwhile is the interaction's doing; what other tasks store is not."""
        task = asyncio.current_task()
        assert task is not None
        _ASKED[task] = self
        try:
            yield
        finally:
            del _ASKED[task]

    async def note(self, session: AsyncSession) -> None:
        """Note in a transaction that this interaction has made its change; refused if it is noted already."""
        if self.stored:
            return
        noted = await session.exec(NOTE, params={"id": self.id})  # type: ignore[call-overload]
        if not noted.rowcount:
            raise AlreadyDone


_ASKED: WeakKeyDictionary[asyncio.Task[Any], Asked] = WeakKeyDictionary()


def asked() -> Asked | None:
    """The interaction that this task works for, if any."""
    task = asyncio.current_task()
    return None if task is None else _ASKED.get(task)
