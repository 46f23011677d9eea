"""People try doors: every command, every autocomplete, every button, as if they had seen what others are shown."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

import bot.discord.kit.request
from bot.discord.kit.command import ENTRIES, NOTHING, Command, Option
from bot.discord.kit.custom_ids import decode_id
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from sandbox import Channel, Message
from sandbox.happening.interactions import COMPONENT, MODAL
from sandbox.happening.posting import File
from sandbox.people import Answer, Person
from tests.discord.doors.ear import QUIET, Ear
from tests.discord.doors.found import MOVES, Typing, typed, typing
from tests.discord.doors.stage import Stage
from tests.discord.known_presses import opening

BUTTON, LIST = 2, 3


def called(command: str, given: Mapping[str, Any]) -> str:
    """A command as it is called in reports; every look is a door of its own."""
    return f"/{command} what:{given['what']}" if command == "show" else f"/{command}"


class Everything:
    """All doors."""

    def __contains__(self, door: object) -> bool:
        return True


ALL = Everything()


def _not_asked() -> str:
    """What is refused for a choice that does not exist there."""
    return say("needs_no", slot="|").split("|")[1]


@dataclass(repr=False)
class Visits:
    """Who tries what in a game; `entered` are the doors that let somebody in, rather than refusing them."""

    ear: Ear
    patch: pytest.MonkeyPatch
    stage: Stage = field(init=False)
    entered: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        inner = bot.discord.kit.request.reply_or_error

        async def reply_or_error(what: str, work: Callable[[], Awaitable[Reply | None]]) -> Reply | None:
            async def worked() -> Reply | None:
                reply = await work()
                self.entered.add(what)
                return reply

            return await inner(what, worked)

        self.patch.setattr(bot.discord.kit.request, "reply_or_error", reply_or_error)

    # --- one door

    async def command(self, person: Person, name: str, where: Channel | None = None, /, **given: Any) -> Answer:
        """A command is typed, and what it has the bot announce is posted before the next one."""
        self.ear.door = called(name, given)
        answer = await person.slash(f"/{name}", where or self.stage.cast.home(person), **given)
        await self.stage.cast.hall.quiet()
        await self.stage.cast.hall.posted()
        self.ear.door = QUIET
        return answer

    async def menu(self, person: Person, name: str, target: Person | Message, where: Channel) -> Answer:
        """An entry of a menu is chosen."""
        self.ear.door = name
        label = next(one.label for one in ENTRIES if one.name == name)
        answer = await person.menu(label, target, where)
        await self.stage.cast.hall.quiet()
        self.ear.door = QUIET
        return answer

    async def types(
        self, person: Person, typing: Typing, text: str = "", /, where: Channel | None = None, **given: Any
    ) -> None:
        """An option is typed into."""
        self.ear.door = typing.door
        place = where or self.stage.cast.home(person)
        found = await person.autocomplete(f"/{typing.command.name}", place, typing.option.name, text, **given)
        self.ear.door = QUIET
        if any(one["value"] != NOTHING or one["name"].endswith(_not_asked()) for one in found):
            self.entered.add(typing.door)

    async def presses(self, person: Person, custom_id: str, *values: str, where: Channel | None = None) -> Answer:
        """A button is pressed, a list or a form used: whether they were ever shown it or not."""
        kind, hall = custom_id[0], self.stage.cast.hall
        self.ear.door = does = decode_id(custom_id)[0]
        data: dict[str, Any] = {"component_type": LIST if kind == "s" else BUTTON, "custom_id": custom_id, "id": 1}
        data |= {"values": list(values)} if kind == "s" else {}
        if kind == "m":
            lines = [{"type": 4, "id": 2, "custom_id": "line", "value": one} for one in values]
            data = {"custom_id": custom_id, "components": [{"type": 1, "id": 1, "components": lines}]}
        source = next(one for one in self.stage.room.public if one.buttons)
        opened = hall.sandbox.interactions.open(
            MODAL if kind == "m" else COMPONENT,
            person.user,
            where or self.stage.cast.home(person),
            data,
            name=does,
            source=source,
        )
        await hall.sandbox.until(lambda: opened.settled, f"the answer to {custom_id}")
        await hall.quiet()
        self.ear.door = QUIET
        if does in opening() and opened.modal:
            self.entered.add(does)
        return Answer(hall.sandbox, opened)

    # --- all doors

    async def walk(self, people: Sequence[Person], *titles: str, only: Container[str] = ALL) -> None:
        """Every command and autocomplete, tried by these people in turn, for themselves and as if for Ann."""
        turn = itertools.cycle(people)
        for command in typed(*titles):
            for given in self.ways(command):
                if called(command.name, given) in only or f"/{command.name}" in only:
                    await self.command(next(turn), command.name, **given)
        for one in typing(*titles):
            for given in self.ways(one.command, one.option):
                if one.door in only:
                    await self.types(next(turn), one, **given)

    def ways(self, command: Command, focus: Option | None = None) -> Iterator[dict[str, Any]]:
        """What somebody may type with a command who wants to know more than they should."""
        if command.name == "show":
            yield from self.looks(command, focus)
            return
        given = {one.name: self.value(command, one) for one in command.options if one is not focus}
        known = {name: value for name, value in given.items() if value is not None}
        named = known.pop("for", None)
        # What is offered to oneself for one's own move is a secret to nobody.
        if named is None or focus is None:
            yield known
        if named is not None:
            yield known | {"for": named}

    def looks(self, command: Command, focus: Option | None) -> Iterator[dict[str, Any]]:
        """Everything that can be looked at, and everything about which something is offered."""
        about = {"card": "SP", "runs": "SP", "history": "1", "map": "B9", "tiles": "B9"}
        for _, what in command.options[0].choices:
            if focus is None or (what in about and focus.name == "about"):
                told = {} if what not in about or focus is not None else {"about": about[what]}
                yield {"what": what, "game": str(self.stage.number), **told}
            elif focus.name == "game":
                yield {"what": what}

    def value(self, command: Command, option: Option) -> Any:
        """What is given for an option; nothing for one that is left out."""
        cast, stage = self.stage.cast, self.stage
        values = {
            "game": str(stage.number),
            "for": "Ann",
            "player": "Ann",
            "offer": str(stage.offer),
            "title": "1870",
            "place": "here",
            "text": "nothing to tell",
            # An order of Ann's would act at once.
            "company": {"order operate": "MP"}.get(command.name, "SP"),
            "private": "GRSC",
            "question": "stock_turn",
            "what": "1",
            "limit": 1,
            **({"price": 1} if command.name == "order take" else {}),
            "by": cast.eve,
            "file": File("game.json", b"{}"),
            "preview": True,
            "to": {"undo": "0", "order agree": "buy_private"}.get(command.name, cast.hall.cem),
            "move": {"order answer": "pass", "special": "port"}.get(command.name, "1"),
            "order": "1",
            "name": {"league new": "Spring"}.get(command.name, "SP"),
            "line": "a line",
            "league": "1",
            "member": "Eve",
            "titles": "1870",
            "seats": 2,
            "rounds": 1,
            "points": 1,
            "reason": "nothing to tell",
            # A channel where nobody watches: whoever watches must go on watching.
            "channel": "1",
        }
        if option.kind is discord.User and option.name == "player":
            return cast.olga
        if option.name in ("company", "private") and command.name in MOVES:
            return None
        if option.required or option.name in ("game", "for", "offer", "place", "preview", "to", "move", "channel"):
            if option.choices and values.get(option.name) not in [value for _, value in option.choices]:
                return option.choices[0][1]
            assert option.name in values, f"nobody knows what to give for {option.name} of /{command.name}"
            if option.kind is discord.Attachment:
                assert isinstance(values[option.name], File)
            return values[option.name]
        return None
