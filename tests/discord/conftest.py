"""The whole bot, run as a host runs it, against the sandbox: a server, a channel, and people at their clients."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
import random
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from pydantic import SecretStr
from sqlmodel import select

import bot.discord.app.run
from bot.discord.app.client import Stationmaster
from bot.discord.app.run import serve
from bot.discord.domains.all import COMMANDS
from bot.discord.domains.shared.settings import check_settings
from bot.discord.kit.command import Tree, add_commands
from bot.discord.kit.custom_ids import decode_id
from bot.discord.kit.say import say
from bot.host.settings import Settings
from bot.store.rows import WAITING, OutboxRow
from bot.table.table import Table
from engine import Game
from engine.play import next_to_act, random_act
from sandbox import (
    Channel,
    Guild,
    Message,
    Sandbox,
)
from sandbox.people import Answer, Person
from tests.discord.in_process import (
    DrawnHere,
    LaterHere,
    ReadHere,
    Registered,
    after_posts,
    careless,
    in_a_thread,
    unpainted,
    unreadable_presses,
)
from tests.fresh import fresh, stay_here
from tests.hurried import SHORT
from tests.table.club import Club, put
from tests.waiting import HANG_GUARD, until_stored

_WAITS = select(OutboxRow.id).where(OutboxRow.state == WAITING).limit(1)


@dataclass
class Hall:
    """Where the games are played."""

    sandbox: Sandbox
    guild: Guild
    room: Channel
    ann: Person
    bob: Person
    cem: Person
    settings: Settings
    bots: list[Stationmaster] = field(default_factory=list)
    brought: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a post is through or has failed."""

    @property
    def bot(self) -> Stationmaster:
        """The bot that runs now."""
        return self.bots[-1]

    @property
    def table(self) -> Table:
        """Its table."""
        return self.bot.table

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Stationmaster]:
        """Run the bot until the end of the block, and stop it as a host does."""
        stop = asyncio.Event()
        running = asyncio.create_task(serve(self.settings, stop))
        try:
            ready = asyncio.create_task(self.sandbox.ready())
            await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            await self.bot.wait_until_ready()
            yield self.bot
        finally:
            stop.set()
            await stopped(running)

    async def game(self, *people: Person, where: Channel | None = None, title: str = "1870", **options: Any) -> int:
        """A running game in the room, with people in this order."""
        seated = people or (self.ann, self.bob, self.cem)
        room = where or self.room
        first = seated[0]
        options = {"options": "runs=free", **options}
        opened = await first.slash("/game new", room, title=title, seats=len(seated) + 1, place="here", **options)
        number = int(opened.text.split()[1])
        for person in seated[1:]:
            await self._join(number, person, room)
        order = {f"player{n}": person for n, person in enumerate(seated, 1)}
        begun = await first.slash("/game start", room, game=str(number), **order)
        assert (await self.table.present(number)).row.started_at is not None, begun.text
        return number

    async def _join(self, number: int, person: Person, room: Channel) -> None:
        """All that `/game join` does, without its request: most tests are about something else."""
        if self.bot.meet(person.id, person.user.locale):
            await self.bot.keep_language(person.id)
        nick = room.guild.members[person.id].nick if room.guild else None
        await self.table.seating.join(number, person.id, nick or person.name)
        self.bot.pinned.refresh(number)

    async def lay_out(self, number: int, position: Game) -> None:
        """Put a running game into another position."""
        await put(Club(self.table, self.table.services.clock), number, position)  # type: ignore[arg-type]

    async def play_until(
        self,
        number: int,
        verb: str,
        seed: int = 3,
        *,
        at_table: bool = False,
        when: Callable[[Game, str], bool] = lambda game, seat: True,
    ) -> None:
        """Random moves until somebody on turn can do this in the way wanted.

        A game without moves is laid out where they lead, unless the moves themselves are wanted; any other is played
        on at the table.
        """
        stream = random.Random(seed)
        now = await self.table.present(number)
        game, new = now.game, now.row.last == 0 and not at_table
        for _ in range(600):
            decision = next_to_act(game, stream)
            assert decision is not None
            if verb in game.verbs(decision.seat) and when(game, decision.seat):
                if new:
                    await self.lay_out(number, game)
                return
            act = random_act(game, decision.seat, stream)
            assert act is not None
            if new:
                game, _ = game.apply(decision.seat, act)
                continue
            user = next(one.user_id for one in now.seats if one.seat == decision.seat)
            await self.table.act(number, user, decision.seat, act.verb, dict(act.args), now.decision, now.epoch)
            now = await self.table.present(number)
            game = now.game
        raise AssertionError(f"nobody came to {verb}")

    def button(self, message: Message, does: str) -> str:
        """The custom_id of the button of a message that does this; empty if it has none."""
        ids = [str(one.get("custom_id")) for one in message.buttons]
        return next((one for one in ids if decode_id(one)[0] == does), "")

    async def press(self, person: Person, message: Message, button: str) -> Answer:
        """Press a button and wait for all that the bot does about it: a panel that is changed shows no sign of it."""
        answer = await person.press(message, button)
        await self.quiet()
        return answer

    async def choose(self, person: Person, message: Message, option: str, select: str | None = None) -> Answer:
        """The same with what a list offers: the only one, or the one named by its placeholder."""
        answer = await person.select(message, option, select)
        await self.quiet()
        return answer

    async def sure(self, person: Person, asked: Answer) -> Answer:
        """Confirm a grave act."""
        assert len(asked.message.buttons) == 2, asked.text
        yes, no = (str(one["label"]) for one in asked.message.buttons)
        assert no == say("button_rather_not", group="sure"), asked.text
        return await self.press(person, asked.message, yes)

    async def submit(self, person: Person, form: Answer, text: str) -> Answer:
        """Fill in a form with one line and send it."""
        field = form.modal["components"][0]["label"]
        answer = await person.submit(form, **{field: text})
        await self.quiet()
        return answer

    async def fill(self, person: Person, form: Answer, **values: Any) -> Answer:
        """Fill in fields of a form by their labels, and send it."""
        answer = await person.submit(form, **values)
        await self.quiet()
        return answer

    def archive(self, thread: Channel) -> None:
        """Archive a thread, and drop it from every cache."""
        self.sandbox.threads.archive(thread)

    async def quiet(self) -> None:
        """Wait until the bot is idle."""
        while self.bot._in_hand:
            await asyncio.wait(self.bot._in_hand)

    async def worked_out(self) -> None:
        """Wait until everything added to answers has arrived."""
        await self.quiet()
        while self.bot.later.going:
            await asyncio.wait(self.bot.later.going)

    async def posted(self) -> None:
        """Wait until every announcement has been posted to Discord, or given up."""

        async def nothing_waits() -> bool:
            async with self.table.db.read() as session:
                return (await session.exec(_WAITS)).first() is None

        await until_stored(nothing_waits, "the last announcement", self.brought)

    async def settled(self) -> None:
        """Wait until the pinned messages show it too."""
        await self.posted()
        while self.bot.pinned._jobs:
            await asyncio.wait(set(self.bot.pinned._jobs))

    async def called(self, person: Person) -> Message:
        """The first message that calls somebody to move; as an organiser they may have heard of players before."""
        turn = say("button_turn")
        return await self.sandbox.until(
            lambda: next((one for one in person.pings if turn in labels(one)), None), f"a call for {person.name}"
        )

    def on_turn(self, present: Any) -> Person:
        """The player who must act, according to the table."""
        seat = present.game.decisions()[0].seat
        user = next(one.user_id for one in present.seats if one.seat == seat)
        return next(person for person in (self.ann, self.bob, self.cem) if person.id == user)


def as_it_was(message: Message) -> Message:
    """A message for somebody whose client has not heard yet of what changes in it from now on, such as its buttons."""
    return copy.copy(message)


@pytest.fixture(scope="session")
def built() -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """The commands for discord.py, which know no bot. Building them takes longer than all else that a bot begins
    with."""
    check_settings()
    tree = Tree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, COMMANDS)
    return tree.get_commands()


@pytest.fixture(scope="session")
def registered() -> Registered:
    """Kept from test to test."""
    return Registered()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pinned messages do not wait for more to show, for tests that wait for them again and again."""
    monkeypatch.setattr("bot.discord.channel.pinned.REST", SHORT)


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database works in this thread."""
    stay_here(monkeypatch)


@pytest.fixture
async def hall(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    near: None,
    built: list[app_commands.Command[Any, ..., Any] | app_commands.Group],
    registered: Registered,
) -> AsyncIterator[Hall]:
    """A sandbox in which the bot is not running yet."""
    bots: list[Stationmaster] = []

    class Known(Stationmaster):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.drawers = DrawnHere()
            self.imports = ReadHere()
            self.later = LaterHere()
            bots.append(self)

    def add_built(tree: Tree, commands: object) -> None:
        assert commands is COMMANDS
        for one in built:
            tree.add_command(one)

    monkeypatch.setattr(bot.discord.app.run, "Stationmaster", Known)
    monkeypatch.setattr("bot.discord.app.client.add_commands", add_built)
    monkeypatch.setattr("bot.discord.app.client.register", registered.register)
    monkeypatch.setattr("render.picture.compose", unpainted)
    # It has no emoji, except in the tests that bring them.
    monkeypatch.setattr("bot.discord.games.emblems.WAIT", HANG_GUARD * 100)
    monkeypatch.setattr("bot.discord.games.emblems.APART", 0.0)
    monkeypatch.setattr("bot.discord.games.emblems.KNOWN", {})
    monkeypatch.setattr("bot.discord.kit.retries.REFUSED", {})
    monkeypatch.setattr("bot.table.files.transfer.run_in_process", asyncio.to_thread)
    monkeypatch.setattr("bot.table.past.reviewing.run_alone", in_a_thread)
    brought, misread = after_posts(monkeypatch), unreadable_presses(monkeypatch)
    async with Sandbox.running() as sandbox:
        guild = sandbox.guild()
        # Not just now: the bot does not introduce itself there.
        guild.members[sandbox.world.bot.id].joined -= timedelta(days=1)
        room = sandbox.channel(guild, "games")
        registered.put(sandbox)
        settings = Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=SecretStr(sandbox.token),
            discord_api=sandbox.api_address,
            discord_gateway=sandbox.gateway_address,
            database_url=f"sqlite:///{fresh(tmp_path / 'club.db')}",
            backup_hours=0,
            robot_pause=0,
        )
        people = [sandbox.person(name, guild) for name in ("Ann", "Bob", "Cem")]
        yield Hall(sandbox, guild, room, *people, settings, bots, brought)
        registered.keep(sandbox)
        assert [one.path for one in sandbox.records.unknown] == []
        assert careless(sandbox) == []
        assert misread == []


async def stopped(running: asyncio.Task[None]) -> None:
    """Wait until the bot has stopped; one that does not stop fails with all that it is still at."""
    await asyncio.wait((running,), timeout=HANG_GUARD)
    if not running.done():
        for task in asyncio.all_tasks():
            task.print_stack()
        raise AssertionError(f"the bot has not stopped within {HANG_GUARD:.0f} s")
    running.result()


@pytest.fixture
async def club(hall: Hall) -> AsyncIterator[Hall]:
    """The same with the bot running."""
    async with hall.open():
        yield hall


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons."""
    return [str(one.get("label")) for one in message.buttons]


def starting(message: Message, text: str) -> str:
    """The button that begins with this."""
    found = [label for label in labels(message) if label.startswith(text)]
    assert found, (text, labels(message))
    return found[0]


async def names(choices: Sequence[dict[str, Any]]) -> list[str]:
    """What an autocomplete shows."""
    return [one["name"] for one in choices]


__all__ = ["Answer", "Hall", "labels", "logging", "starting"]
