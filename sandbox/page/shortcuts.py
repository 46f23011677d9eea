"""Buttons for a newcomer: the lessons, and games against robots, as far as the bot's own commands offer them."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.happening.parts import Parts
from sandbox.people import Person
from sandbox.world.errors import ClientRefuses
from sandbox.world.say import ENGLISH, translated
from sandbox.world.world import Channel, Guild

NEW, ROBOT, LEARN = "/game new", "/game robot", "/learn"


SEATS = 3


@dataclass(frozen=True)
class Shortcut:
    """A game against robots."""

    title: str
    name: str
    """What the title is called."""

    async def run(self, sandbox: Parts, person: Person, where: Channel) -> Channel:
        """Open it, seat the robots; the channel of the game."""
        known = set(sandbox.world.channels)
        answer = await person.slash(NEW, where, title=self.title, seats=SEATS)

        def opened() -> Channel | None:
            return next((one for id, one in sandbox.world.channels.items() if id not in known), None)

        game = opened()
        if game is None:
            raise ClientRefuses("shortcut", reason=answer.failure or answer.text)
        for _ in range(SEATS - 1):
            await person.slash(ROBOT, game)
        return game


def shortcuts(sandbox: Parts, guild: Guild | None, language: str = ENGLISH) -> list[Shortcut]:
    """One for each game that the bot's own commands offer."""
    try:
        new = translated(sandbox.commands.find(NEW, guild).leaf, language)
        sandbox.commands.find(ROBOT, guild)
    except ClientRefuses:
        return []
    titles = [one for one in new.get("options", []) if one["name"] == "title"]
    offered = titles[0].get("choices", []) if titles else []
    return [Shortcut(one["value"], one["name"]) for one in offered]


def lessons(sandbox: Parts, guild: Guild | None) -> str:
    """The command with which the bot teaches newcomers; empty if it has none."""
    try:
        return str(sandbox.commands.find(LEARN, guild).leaf["name"])
    except ClientRefuses:
        return ""
