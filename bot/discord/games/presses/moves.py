"""A seat's panel: choosing a move step by step, making it or previewing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.discord.games.presses.lobby import OfGame
from bot.discord.kit.press import Press

Mode = Literal["go", "if"]
GO: Final = "go"
"""Moves are made."""
TRY: Final = "if"
"""Moves are previewed."""


@dataclass(frozen=True)
class PanelAt:
    """What a panel was made for: a game, the last action known then, the decision, and the seat that has it."""

    game: int
    seen: int
    decision: int
    seat: str


class Turn(OfGame, name="turn"):
    """Show the panel of the asker, or of a seat they act for; older buttons do not name the seat."""

    seat: str | None = None


class Front(Press, name="front"):
    """Back to all moves."""

    at: PanelAt
    mode: Mode
    page: int | None = None
    """What older buttons name: panels had pages."""


class Begin(Press, name="verb", was={"verb_go": (GO,), "verb_if": (TRY,)}):
    """Begin a move that is chosen from a list of rare ones."""

    mode: Mode
    at: PanelAt
    verb: str


class Step(Press):
    """A move, or the beginning of one."""

    mode: Mode
    at: PanelAt
    verb: str
    chosen: tuple[str, ...] = ()


class Choose(Step, name="move", was={"go": (GO,), "if": (TRY,)}):
    """Choose something of a move; make or preview the move if it is complete."""


class WriteMove(Step, name="write", was={"write_go": (GO,), "write_if": (TRY,)}):
    """Type what comes next in a move."""


class WriteAmount(Step, name="amount", was={"amount_go": (GO,), "amount_if": (TRY,)}):
    """Type an amount."""


class WritePlace(Step, name="place", was={"place_go": (GO,), "place_if": (TRY,)}):
    """Type a place on the map."""


class PlaceTyped(Step, name="at", was={"at_go": (GO,), "at_if": (TRY,)}):
    """A place, as it is called or numbered on the map."""

    typed: str


class TurnPage(Press, name="page", was={"page_go": (GO,), "page_if": (TRY,)}):
    """Show another page of a choice."""

    mode: Mode
    page: int
    at: PanelAt
    verb: str
    chosen: tuple[str, ...]


class Draft(Press):
    """Routes that are built by hand; `state` has all of them."""

    mode: Mode
    at: PanelAt
    verb: str
    state: str


class Tap(Draft, name="tapping", was={"tap": (GO,), "tap_if": (TRY,), "tap_list": (GO,), "tap_if_list": (TRY,)}):
    """Show them with a stop or a train more."""


class WriteRoutes(Draft, name="tap_form", was={"tap_form_go": (GO,), "tap_form_if": (TRY,)}):
    """Type the routes instead."""


class RoutesTyped(Draft, name="tapped", was={"tapped_go": (GO,), "tapped_if": (TRY,)}):
    """Routes that were typed where they can be built by hand."""

    typed: str


class DoIt(Press, name="do"):
    """Make a move that has been previewed."""

    at: PanelAt
    verb: str
    chosen: tuple[str, ...] = ()


class AskRobot(Press, name="advice"):
    """What would the robot do?"""

    at: PanelAt


class PassRound(Press, name="pass_round"):
    """Pass for the rest of a stock round."""

    at: PanelAt


class Look(OfGame, name="look"):
    """Show a picture beside the panel."""

    what: Literal["map", "market", "sheet"]
