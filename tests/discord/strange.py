"""Strange input for the whole bot: every command, option, autocomplete, button, list and form, filled with what nobody
should send. What there is is found out from the commands that the bot has registered and from its tables."""

from __future__ import annotations

import logging
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from sqlmodel import select

import render
from bot.discord.games.drawing import Drawers, DrawingJob, PictureFile
from bot.discord.kit.say import say
from bot.store.rows import ActionRow, GameRow, SeatRow
from sandbox import Channel, Message
from sandbox.happening.commands import (
    BOOLEAN,
    CHANNEL,
    FILE,
    GROUP,
    INTEGER,
    MENTIONABLE,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER_OPTION,
    Filled,
)
from sandbox.happening.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Interaction,
)
from sandbox.happening.posting import File
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.known_presses import NUMBERED, answered, opening, taken
from tests.strange import NAMES, NUMBERS, TEXTS

AT_ONCE = 20
CUSTOM_ID, TYPED = 100, 6000
UNKNOWN = "424242"
"""The number of nothing."""
IDS = (
    "",
    ":",
    "::",
    "b",
    "b:",
    "b::",
    "m",
    "m:",
    "s:",
    "go",
    "x:go:1",
    "b:unknown:1",
    "b:go",
    "B:go:1",
    "b:GO:1",
    "zzz",
)
LIVE = re.compile(r"https?://(?!discord\.com/oauth)|(?<!\\)<[@#][&!]?1234567890>|(?<!\\)@everyone")
"""What of the strange texts must never be found in an answer as it was typed."""
FILES = (
    b"",
    b"{}",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b"9" * 5000,
    b'{"format":"stationmaster-game"}',
    b"[" * 20_000,
    b'{"format":"stationmaster-game","version":' + b"9" * 4400 + b"}",
    b'{"format":"stationmaster-game","version":1,"title":"[Nitro](https://evil.example)","options":{},'
    b'"players":["<@1234567890>"],"seed":1,"setup":{},"seating":[],"actions":[],"result":null}',
    b'{"format":"stationmaster-game","version":1,"title":"1870","options":{},"players":["<@1234567890>","b"],'
    b'"seed":1,"setup":{"order":1},"seating":[],"actions":[{"seat":[],"verb":{},"args":0}],"result":null}',
)


class NothingDrawn(Drawers):
    """Draws no pictures, but only those that there are."""

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        assert all(hasattr(render, f"draw_{one.what}") for one in sketches)
        return []


class Faults(logging.Handler):
    """Lines of the log that no input may cause."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.found.append(f"{record.name}: {self.format(record)[:2000]}")


@dataclass
class Sent:
    """One input, and what came of it."""

    what: str
    interaction: Interaction

    @property
    def wrong(self) -> str:
        """What is wrong with the answer; empty if it is a sentence."""
        one = self.interaction
        if one.failure:
            return one.failure
        if one.modal:
            return ""
        if one.kind == AUTOCOMPLETE:
            texts = [str(choice["name"]) for choice in one.choices or []]
            text = "\n".join(texts)
        else:
            text = one.followups[-1].text if one.followups else one.original.text if one.original else ""
            if LIVE.search(text):
                return f"something typed works: {text}"
        if say("fault") in text or "omething went wrong" in text or "took too long" in text:
            return f"a fault: {text}"
        return "" if text.strip() else "no sentence"


@dataclass
class Stranger:
    """People who send strange things to a bot with games, one of each kind of place."""

    club: Hall
    rooms: list[Channel]
    rng: random.Random
    seen: Counter[str] = field(default_factory=Counter)

    @classmethod
    async def come(cls, club: Hall, seed: int) -> Stranger:
        """Three games: one of each sort of moves, and one that gathers players."""
        club.bot.drawers = NothingDrawn()
        rooms = [club.room, club.sandbox.channel(club.guild, "old"), club.sandbox.channel(club.guild, "new")]
        await club.game(pictures="request")
        await club.play_until(1, "buy")
        await club.game(where=rooms[1], title="1839", options="", pictures="request")
        await club.ann.slash("/game new", rooms[2], title="1828", place="here", pictures="request")
        return cls(club, rooms, random.Random(seed))

    # --- what there is

    @property
    def commands(self) -> list[Filled]:
        """Every command with its options, as registered."""

        def leaves(one: dict[str, Any], command: dict[str, Any], path: tuple[str, ...]) -> list[Filled]:
            inner = [it for it in one.get("options", []) if it["type"] in (SUBCOMMAND, GROUP)]
            if not inner:
                return [Filled(command, path, one)]
            return [leaf for it in inner for leaf in leaves(it, command, (*path, it["name"]))]

        registered = self.club.sandbox.commands.visible(self.club.guild)
        return [leaf for one in registered for leaf in leaves(one, one, (one["name"],))]

    async def games(self) -> dict[str, Any]:
        """All that strange input must leave as it is."""
        async with self.club.table.db.read() as session:
            rows = list(await session.exec(select(GameRow)))
            seats = list(await session.exec(select(SeatRow)))
            actions = list(await session.exec(select(ActionRow)))
        return {
            "games": sorted(
                (row.id, row.status, row.last, row.epoch, row.position, row.settings_text) for row in map(_Row, rows)
            ),
            "seats": sorted((one.game_id, one.place, one.user_id, one.name, one.seat, one.robot) for one in seats),
            "actions": sorted((one.game_id, one.number) for one in actions),
        }

    # --- sending

    async def send(self, count: int) -> list[str]:
        """Send this many inputs; return what was wrong with the answers."""
        wrong: list[str] = []
        sandbox = self.club.sandbox
        for _ in range(0, count, AT_ONCE):
            sent = [self._one() for _ in range(min(AT_ONCE, count))]
            await sandbox.until(lambda sent=sent: all(one.interaction.settled for one in sent), "all answers")
            await self.club.quiet()
            wrong += [f"{one.what}: {one.wrong}" for one in sent if one.wrong]
            self._forget()
        return wrong

    def _forget(self) -> None:
        """Forget what only piles up."""
        sandbox = self.club.sandbox
        sandbox.records.clear()
        for room in self.rooms:
            for number in [id for id, one in room.messages.items() if one.only_for is not None]:
                del room.messages[number]

    def _one(self) -> Sent:
        kind = self.rng.choices((self._command, self._autocomplete, self._press, self._form), (40, 25, 25, 10))[0]
        return kind()

    def _open(self, kind: int, data: dict[str, Any], what: str, source: Message | None = None) -> Sent:
        self.seen[what] += 1
        person, room = self.rng.choice([self.club.ann, self.club.bob, self.club.cem]), self.rng.choice(self.rooms)
        if source is not None:
            room = source.channel
        opened = self.club.sandbox.interactions.open(kind, person.user, room, data, name=what, source=source)
        return Sent(f"{person.name} in #{room.name} {what}: {ascii(data)[:600]}", opened)

    # --- commands

    def _command(self) -> Sent:
        filled = self.rng.choice(self.commands)
        options = filled.leaf.get("options", [])
        if not options:
            # A command without options leaves nothing to get wrong; Discord may still send an old one with some.
            strange = {"name": "old", "type": STRING, "value": self._text()}
            return self._open(COMMAND, filled.data([strange], {}), "an option that is none")
        bad = self.rng.choice(options)
        resolved: dict[str, Any] = {}
        sent = [
            {
                "name": one["name"],
                "type": one["type"],
                "value": self._bad(one, resolved) if one is bad else self._fair(one, resolved),
            }
            for one in options
            if one is bad or one.get("required")
        ]
        return self._open(COMMAND, filled.data(sent, resolved), f"/{' '.join(filled.path)} {bad['name']}")

    def _autocomplete(self) -> Sent:
        found = [
            (filled, one)
            for filled in self.commands
            for one in filled.leaf.get("options", [])
            if one.get("autocomplete")
        ]
        filled, focus = self.rng.choice(found)
        sent = []
        for one in filled.leaf["options"]:
            if one is focus:
                sent.append({"name": one["name"], "type": one["type"], "value": self._text(), "focused": True})
            elif one["type"] == STRING and self.rng.random() < 0.4:
                sent.append({"name": one["name"], "type": STRING, "value": self._text()})
        return self._open(AUTOCOMPLETE, filled.data(sent, {}), f"/{' '.join(filled.path)} {focus['name']}?")

    def _text(self) -> str:
        return self.rng.choice(TEXTS)[:TYPED]

    def _bad(self, option: dict[str, Any], resolved: dict[str, Any]) -> Any:
        kind = option["type"]
        if kind == STRING:
            return self._text()
        if kind == INTEGER:
            low, high = option.get("min_value", 1), option.get("max_value", 1)
            return self.rng.choice([low - 1, high + 1, -(2**53), 2**53, 10**30, "5", "x", 2.5, None, True])
        if kind == BOOLEAN:
            return self.rng.choice(["maybe", "", 2, None, []])
        if kind == FILE:
            file = File(self.rng.choice(NAMES)[:80] or "x", self.rng.choice(FILES))
            return Person(self.club.sandbox, self.club.ann.user)._value(
                option, file, self.club.room, resolved, typing=False
            )
        assert kind in (USER_OPTION, CHANNEL, ROLE, MENTIONABLE)
        return self.rng.choice([UNKNOWN, "0", "9" * 25])

    def _fair(self, option: dict[str, Any], resolved: dict[str, Any]) -> Any:
        """A valid value for a required option, so that the wrong one is reached."""
        kind = option["type"]
        if option.get("choices"):
            return option["choices"][0]["value"]
        if kind == STRING:
            return self.rng.choice(["p1", "MKT", "SP", "1", "stop", "stock_turn"])
        if kind == INTEGER:
            return option.get("min_value", 1)
        if kind == FILE:
            file = File("game.json", FILES[1])
            return Person(self.club.sandbox, self.club.ann.user)._value(
                option, file, self.club.room, resolved, typing=False
            )
        assert kind == USER_OPTION, option
        return Person(self.club.sandbox, self.club.ann.user)._value(
            option, self.club.cem, self.club.room, resolved, typing=False
        )

    # --- buttons, lists, forms

    def _press(self) -> Sent:
        kind = self.rng.choice((2, 3))
        custom_id = self._custom_id(self.rng.choice("bs"))
        values = {"values": [self._text()[:100]]} if kind == 3 else {}
        data = {"component_type": kind, "custom_id": custom_id, "id": 1} | values
        source = next(one for one in self.club.room.public if one.buttons)
        return self._open(COMPONENT, data, f"press {_name(custom_id)}", source)

    def _form(self) -> Sent:
        custom_id = self._custom_id("m")
        line = {"type": 4, "id": 2, "custom_id": "line", "value": self._text()[:4000]}
        shapes: list[Any] = [
            [{"type": 1, "id": 1, "components": [line]}],
            [{"type": 18, "id": 1, "component": line}],
            [{"type": 1, "id": 1, "components": []}],
            [
                {
                    "type": 18,
                    "id": 1,
                    "component": {"type": 3, "id": 2, "custom_id": "x", "values": [self._text()[:100]]},
                }
            ],
            [{"type": 10, "id": 1}],
            [],
        ]
        return self._open(
            MODAL, {"custom_id": custom_id, "components": self.rng.choice(shapes)}, f"form {_name(custom_id)}"
        )

    def _custom_id(self, letter: str) -> str:
        if self.rng.random() < 0.1:
            return self.rng.choice((*IDS, *(text[:CUSTOM_ID] for text in TEXTS))) or ":"
        does = self.rng.choice(sorted(answered() | opening()))
        args = [self._fair_word(words) for words in taken(does)]
        how = self.rng.choice(("drop", "add", "spoil", "spoil", "spoil")) if args else "add"
        if how == "drop":
            # Without the words that may follow it would be a button as it is shown.
            del args[self.rng.randrange(len(args)) :]
        elif how == "add":
            args.append(self._word())
        else:
            args[self.rng.randrange(len(args))] = self._word()
        written = [arg if self.rng.random() < 0.3 else quote(arg, safe="", errors="replace") for arg in args]
        return ":".join([letter, does, *written])[:CUSTOM_ID]

    def _fair_word(self, words: tuple[str, ...]) -> str:
        if words == (NUMBERED,):
            return self.rng.choice(["1", "2", "3", "0"])
        return self.rng.choice(["p1", "pass", "bid", *words])

    def _word(self) -> str:
        return self.rng.choice([UNKNOWN, *(text for text in (*NUMBERS, *NAMES))])[:60]


@dataclass
class _Row:
    """The parts of a game's row that must not change."""

    row: GameRow

    def __getattr__(self, name: str) -> Any:
        return getattr(self.row, name)

    @property
    def settings_text(self) -> str:
        # Any text is a name, so an organiser's strange one is no mistake.
        settings = {name: value for name, value in self.row.settings.items() if name != "name"}
        return repr((settings, self.row.options, self.row.organiser_id, self.row.channel_id, self.row.players))


def _name(custom_id: str) -> str:
    does = custom_id.partition(":")[2].partition(":")[0]
    return does if does in answered() | opening() else "nothing known"
