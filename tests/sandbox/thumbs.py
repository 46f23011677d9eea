"""People who play a game through its panel alone: at random, they press buttons and choose what is offered."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandbox import Channel, Message, Sandbox
from sandbox.people import ACKNOWLEDGED, Answer, Person
from sandbox.refusing.modals import TEXT_INPUT
from sandbox.world.errors import ClientRefuses
from sandbox.world.records import Record
from tests.waiting import HANG_GUARD

ROOT = Path(__file__).resolve().parents[2]
ENDINGS = {"Propose to end the game here", "Propose a winner", "Propose who has won", "Concede"}
COPIES = {"Undo", "Redo", "Name this line…", "Back to the beginning", "Your lines…", "Delete the copy…"}
TOOLS = {"Map", "Market", "Sheet", "Describe", "What if…", "Explore…", "Undo…", "Your turn", "Back", "Something else…"}
LOOKS = TOOLS | COPIES | ENDINGS
"""Buttons and lists that make no move, or would end the game for no reason."""
STEPS = 10
"""Presses that one move may take at most."""


class BotProcess:
    """The bot as a host runs it, in a process of its own that can be killed."""

    def __init__(self, sandbox: Sandbox, folder: Path, program: str = "tests.sandbox.still") -> None:
        self.sandbox, self.folder, self.program = sandbox, folder, program
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Run it, until it is connected."""
        given = {
            "DISCORD_TOKEN": self.sandbox.token,
            "DISCORD_API": self.sandbox.api_address,
            "DISCORD_GATEWAY": self.sandbox.gateway_address,
            "DATABASE_URL": f"sqlite:///{self.folder}/games.db",
            "BACKUP_HOURS": "0",
            "ROBOT_PAUSE": "0",
        }
        gateway = self.sandbox.gateway
        before = len(gateway.identifies)
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self.program, "run"),
            cwd=ROOT,
            env=os.environ | given,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=(self.folder / "log").open("ab"),
            start_new_session=True,
        )
        await self.sandbox.until(lambda: len(gateway.identifies) > before and gateway.connected, "the bot")
        await self.sandbox.ready()

    async def kill(self) -> None:
        """End it in the middle of whatever it does, with all its workers."""
        assert self.process
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to end; what it said on its end."""
        assert self.process
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            return await asyncio.wait_for(self.process.wait(), HANG_GUARD)
        finally:
            await self.kill()


@contextlib.asynccontextmanager
async def bot_process(sandbox: Sandbox, folder: Path) -> AsyncIterator[BotProcess]:
    found = BotProcess(sandbox, folder)
    try:
        await found.start()
        yield found
    finally:
        await found.kill()


@dataclass
class Thumbs:
    """Several people at one game."""

    sandbox: Sandbox
    game: Channel
    people: list[Person]
    rng: random.Random
    moves: int = 0
    pressed: list[str] = field(default_factory=list)

    async def play(self, moves: int) -> None:
        """Until this many moves have been made, or the game is over."""
        goal = self.moves + moves
        idle = 0
        while self.moves < goal and not self.over:
            told = len(self.game.public)
            made = [await self.turn(person) for person in self.likely]
            idle = 0 if any(made) else idle + 1
            if idle > 5:
                # What has happened may not have been told yet: pictures take their time, and so do robots.
                try:
                    await self.sandbox.until(lambda: self.over or len(self.game.public) > told)  # noqa: B023
                except TimeoutError as e:
                    raise AssertionError(f"nobody can do anything after: {self.pressed[-8:]}") from e

    @property
    def over(self) -> bool:
        """Whether the game has been told to be over."""
        return any("The game is over" in one.text for one in self.game.public[-6:])

    @property
    def likely(self) -> list[Person]:
        """Everybody, whoever rang last before the others: those whom they must answer may be others."""
        rung = [one for one in self.game.public if one.pinged]
        return sorted(self.people, key=lambda one: not (rung and one.id in rung[-1].pinged))

    async def turn(self, person: Person) -> bool:
        """One move by the panel that /turn shows; whether there was anything to press."""
        answer = await person.slash("/turn", self.game, wait=ACKNOWLEDGED)
        if not await self._arrived(answer):
            return False
        message, steps = answer.message, 0
        while steps < STEPS and (chosen := await self._choose(person, message)) is not None:
            message, steps = chosen, steps + 1
        self.moves += steps > 0
        return steps > 0

    async def _arrived(self, answer: Answer) -> bool:
        await self.sandbox.until(lambda: answer.interaction.settled or self._lost(answer), "an answer")
        return answer.failure is None and not answer.message.loading

    async def _choose(self, person: Person, message: Message) -> Message | None:
        """Press or choose something on offer; return the resulting message, or None if there is nothing to do."""
        buttons = [one for one in message.buttons if one.get("label") not in LOOKS and not one.get("disabled")]
        lists = [one for one in message.selects if one.get("placeholder") not in LOOKS]
        doing: list[Any] = lists or buttons
        if not doing:
            return None
        part = self.rng.choice(doing)
        before = self._state(message)
        try:
            if part["type"] == 2:
                self.pressed.append(str(part.get("label")))
                answer = await person.press(message, part["custom_id"], wait=ACKNOWLEDGED)
            else:
                option = self.rng.choice(part["options"])
                self.pressed.append(str(option["label"]))
                answer = await person.select(message, option["value"], part["custom_id"], wait=ACKNOWLEDGED)
        except ClientRefuses:
            return None
        if answer.failure:
            return None
        if answer.interaction.modal:
            answer = await self._fill(person, answer)
        await self.sandbox.until(
            lambda: self._state(message) != before or answer.followups or self._told(answer) or self._lost(answer),
            "an effect",
        )
        return answer.followups[-1] if answer.followups else message

    async def _fill(self, person: Person, opened: Answer) -> Answer:
        """What is on offer; else a number between the bounds that the form shows, or the first of them."""
        values: dict[str, str] = {}
        for part in opened.modal["components"]:
            field_ = part["components"][0] if part["type"] == 1 else part["component"]
            if field_["type"] != TEXT_INPUT:
                if options := field_.get("options"):
                    values[field_["custom_id"]] = self.rng.choice(options)["value"]
                continue
            shown = str(field_.get("placeholder") or field_.get("value") or part.get("label") or "")
            numbers = [int(one) for one in shown.replace("$", " ").replace("–", " ").split() if one.isdigit()]
            values[field_["custom_id"]] = str(numbers[0] if numbers else 1)
        return await person.submit(opened, wait=ACKNOWLEDGED, **values)

    def _requests(self, answer: Answer) -> list[Record]:
        return [one for one in self.sandbox.records if f"/{answer.interaction.token}/" in f"{one.path}/"]

    def _told(self, answer: Answer) -> bool:
        """Whether the bot has said what came of it, if only that nothing did."""
        return any(
            one.template.startswith("/webhooks/") and one.status and not one.fault for one in self._requests(answer)
        )

    def _lost(self, answer: Answer) -> bool:
        """Whether nothing will follow: the bot gives an answer up when its connection is cut, or the time is over."""
        return answer.failure is not None or any(one.fault.startswith("cut") for one in self._requests(answer))

    def _state(self, message: Message) -> Any:
        return (message.text, str(message.components), len(message.attachments), message.deleted, len(self.game.public))
