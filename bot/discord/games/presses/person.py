"""A person's absence: reminders, and those who stand in."""

from __future__ import annotations

from bot.discord.games.presses.lobby import OfGame
from bot.discord.kit.press import Press


class Mute(OfGame, name="mute"):
    """Turn off reminders for this turn."""

    seat: str


class WriteAway(Press, name="away"):
    """Write for how many days one is away."""


class StopCoaching(Press, name="coach_off"):
    """Hear no more from the coach."""


class AgreeToStandIn(Press, name="stand_in_yes"):
    """Agree to stand in for somebody."""

    person: int


class DeclineToStandIn(Press, name="stand_in_no"):
    """Decline to stand in for somebody."""

    person: int
