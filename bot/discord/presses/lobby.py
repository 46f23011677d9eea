"""A game that gathers players, its settings, its seats, and proposals to end it."""

from __future__ import annotations

from bot.discord.kit.press import Press


class Join(Press, name="join"):
    """Take a seat."""

    game: int


class Leave(Press, name="leave"):
    """Give up a seat, after confirming."""

    game: int


class Start(Press, name="start"):
    """Begin with those who have joined."""

    game: int


class AddRobot(Press, name="robot"):
    """Give a robot an empty seat; an old button does not say how many seats had been taken."""

    game: int
    taken: int | None = None


class ShowSettings(Press, name="settings"):
    """Show how the game is played, and the lists to change it."""

    game: int


class Settle(Press, name="settle"):
    """Agree to a proposal to end the game, after confirming."""

    game: int
    proposal: int


class SettleNot(Press, name="settle_no"):
    """Decline it."""

    game: int
    proposal: int


class LetOrganiserAct(Press, name="acts_yes"):
    """An organiser who plays may act for the others."""

    game: int
    question: int


class LetNobodyAct(Press, name="acts_no"):
    """They may not."""

    game: int
    question: int


class KeepSeat(Press, name="seat_keep"):
    """Keep a seat that somebody else would get."""

    game: int
    seat: str
    asked: int


class GiveSeat(Press, name="seat_give"):
    """Give it up, after confirming."""

    game: int
    seat: str
    asked: int


class TakeSeat(Press, name="seat_take"):
    """Accept a seat in an imported game."""

    game: int
    seat: str


class DeclineSeat(Press, name="seat_refuse"):
    """Decline it."""

    game: int
    seat: str


class AllowMirror(Press, name="mirror_yes"):
    """Let a game be shown in a channel."""

    game: int
    channel: int


class RefuseMirror(Press, name="mirror_no"):
    """Do not."""

    game: int
    channel: int
