"""The toy with one more verb, which says how it is shown."""

from __future__ import annotations

from dataclasses import replace

from engine import Game
from engine.core.position import Position
from engine.core.verbs import Choices, Plain, Shown, Values
from tests.toy.table import ToyTable
from tests.toy.title import STEPS, TITLE


class WaveChoices(Choices):
    """To whom."""

    company: str


class Wave(Plain[WaveChoices]):
    """Wave to the passengers of a company."""

    def __init__(self, shown: Shown, companies: tuple[str, ...] = ("RED", "BLU")) -> None:
        self.shown = shown
        self.companies = companies

    def values(self, p: Position, seat: str, got: WaveChoices, slot: str) -> Values:
        """The companies."""
        return self.companies

    def do(self, p: Position, seat: str, args: WaveChoices) -> None:
        """The toy has words for this."""
        p.emit("merged", stays="RED", goes=args.company)


class PlaceChoices(Choices):
    """Where."""

    hex: str


class WaveFrom(Plain[PlaceChoices]):
    """The same from a place on the map."""

    shown = Shown.MAP

    def values(self, p: Position, seat: str, got: PlaceChoices, slot: str) -> Values:
        """Two places."""
        return ("B2", "B6")

    def do(self, p: Position, seat: str, args: PlaceChoices) -> None:
        """The toy has words for this."""
        p.emit("merged", stays="RED", goes="BLU")


def waving(shown: Shown, companies: tuple[str, ...] = ("RED", "BLU")) -> tuple[Game, str]:
    """A toy in which one may wave before buying trains, and whose turn it is."""
    wave = WaveFrom() if shown is Shown.MAP else Wave(shown, companies)
    table = ToyTable().two_railways().operating_turn("RED", "train")
    steps = tuple(replace(one, verbs=("wave", *one.verbs)) if one.name == "train" else one for one in STEPS)
    title = replace(TITLE, verbs={**TITLE.verbs, "wave": wave}, operating=replace(TITLE.operating, steps=steps))
    return Game(title, table.game.state), table.seat("Ann")
