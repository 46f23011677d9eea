"""Going through a door of the bot, after others have tried it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.discord.kit.custom_ids import encode_id
from sandbox import Channel
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall
from tests.discord.doors.found import typing
from tests.discord.doors.stage import Cast
from tests.discord.doors.visiting import Visits


@dataclass(repr=False)
class Entering:
    """Presses buttons, gives commands and types as whoever may, with others trying first."""

    visits: Visits
    visitors: Sequence[Sequence[Person]]
    """Who tries a button before whoever may press it: these people, those the next time, and so on."""
    titles: tuple[str, ...]
    hall: Hall = field(init=False)
    cast: Cast = field(init=False)
    game: str = field(init=False)
    tried: set[str] = field(default_factory=set)
    """Moves that only some games have, as far as they were possible."""

    def __post_init__(self) -> None:
        self._turns = itertools.cycle(self.visitors)
        self.cast = self.visits.stage.cast
        self.hall, self.game = self.cast.hall, str(self.visits.stage.number)

    async def opened(self, does: str, person: Person, *values: str, custom_id: str = "") -> Answer:
        """A button, list or form as somebody was shown it: the others press it first, then they do."""
        found = custom_id or self.visits.ear.ids()[does]
        tries = next(self._turns)
        for visitor in tries:
            if visitor is not person:
                await self.visits.presses(visitor, found, *values)
        answer = await self.visits.presses(person, found, *values)
        await self.hall.posted()
        return answer

    async def at_moment(self, does: str, person: Person, *choices: object, head: tuple[object, ...] = ()) -> Answer:
        """A button of Ann's panel, as it would be shown now."""
        now = await self.hall.table.present(int(self.game))
        args = (*head, now.row.id, now.row.last, now.decision, "p1", *choices)
        return await self.opened(does, person, custom_id=encode_id("b", does, args))

    async def listed(self, does: str, person: Person, value: str, head: tuple[object, ...] = ()) -> Answer:
        """A list of Ann's panel, as it would be shown now."""
        now = await self.hall.table.present(int(self.game))
        address = (*head, now.row.id, now.row.last, now.decision, "p1")
        return await self.opened(does, person, value, custom_id=encode_id("s", does, address))

    async def command(self, person: Person, name: str, where: Channel | None = None, /, **given: Any) -> Answer:
        """A command in the game of the evening."""
        return await self.visits.command(person, name, where, **{"game": self.game, **given})

    async def types(self, door: str, person: Person, where: Channel | None = None, /, **given: str) -> None:
        found = next(one for one in typing(*self.titles) if one.door == door)
        # Routes are written, not chosen: something must stand there.
        await self.visits.types(person, found, "x" if "routes" in door else "", where=where, **given)
