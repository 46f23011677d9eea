"""A game that gathers players, its settings, its seats, and proposals to end it."""

from __future__ import annotations

from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say


class OfGame(Press):
    """What is done with a game."""

    game: int


class OpenGame(Press, name="open_game"):
    """Ask in a form what a new game is to be like."""


class NewGame(Press, name="new_game"):
    """Open it."""

    title: str
    seats: int
    people: str
    pace: str
    channel: str


def open_button() -> Button:
    """The way to a game of one's own."""
    return Button(say("button", group="opening"), OpenGame())


class OpenImport(Press, name="open_import"):
    """Ask in a form for the file of a game."""


def import_button() -> Button:
    """The way to a game that is brought along."""
    return Button(say("button_open", group="files"), OpenImport())


class Join(OfGame, name="join"):
    """Take a seat."""


class JoinSeek(Press, name="seek_join"):
    """Wish for the same game as somebody else."""

    seek: int


class InviteTo(OfGame, name="invite_to"):
    """Invite somebody."""

    person: int


class Leave(OfGame, name="leave"):
    """Give up a seat, after confirming."""


class Start(OfGame, name="start"):
    """Begin with those who have joined."""


class AddRobot(OfGame, name="robot"):
    """Give a robot an empty seat; old buttons say neither how many seats had been taken nor which robot."""

    taken: int | None = None
    kind: str | None = None


SET_BEFORE = ("option", "option_set", "setting", "setting_set")


class ShowSettings(OfGame, name="settings", was=dict.fromkeys(SET_BEFORE, ())):
    """Show how the game is played, and the forms to change it; what older buttons set in two steps is chosen there."""

    older: tuple[str, ...] = ()


class Settle(OfGame, name="settle"):
    """Agree to a proposal to end the game, after confirming."""

    proposal: int


class SettleNot(OfGame, name="settle_no"):
    """Decline it."""

    proposal: int


class LetOrganiserAct(OfGame, name="acts_yes"):
    """An organiser who plays may act for the others."""

    question: int


class LetNobodyAct(OfGame, name="acts_no"):
    """They may not."""

    question: int


class KeepSeat(OfGame, name="seat_keep"):
    """Keep a seat that somebody else would get."""

    seat: str
    asked: int


class GiveSeat(OfGame, name="seat_give"):
    """Give it up, after confirming."""

    seat: str
    asked: int


class TakeLateSeat(OfGame, name="seat_late"):
    """Take the seat of somebody whose time is up, after confirming."""

    seat: str


class TakeSeat(OfGame, name="seat_take"):
    """Accept a seat in an imported game."""

    seat: str


class DeclineSeat(OfGame, name="seat_refuse"):
    """Decline it."""

    seat: str


class Organise(OfGame, name="organise"):
    """Become a game's organiser, as asked; `asked` is the number of the question."""

    asked: int


class OrganiseNot(OfGame, name="organise_no"):
    """Decline."""

    asked: int


class AllowMirror(OfGame, name="mirror_yes"):
    """Let a game be shown in a channel."""

    channel: int


class RefuseMirror(OfGame, name="mirror_no"):
    """Do not."""

    channel: int
