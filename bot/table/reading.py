"""What somebody may read of a game's past: the one place where that is decided, for words as for files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.rows import FINISHED, STOPPED, GameRow
from bot.table.errors import Refused
from bot.table.say import say
from engine import Act, Event, Game
from engine.view import View, hidden_from, seen
from engine.words import Words


@dataclass(frozen=True)
class Story:
    """What happened in one move of the past, with all its secrets."""

    seat: str
    verb: str
    events: tuple[Event, ...] | None
    """None: nobody can tell any more."""
    anew: bool = False
    """Not stored when the move was made, but worked out again by today's rules."""


def readable(story: Story, seat: str) -> list[Event]:
    """What happened in a move, as far as a seat may know it; no seat: as far as everybody may."""
    return [seen(event, seat or None) for event in story.events or ()]


def withholds(story: Story, seat: str) -> bool:
    """Is there, or may there be, anything about a move that a seat may not know?"""
    return story.events is None or readable(story, seat) != list(story.events)


def sentences(story: Story, shown: View) -> list[str]:
    """A move in the words in which whoever looks at this view was told of it."""
    words = Words(shown)
    if story.events is None:
        # Even the verb would say too much of a move that was an offer.
        return [say("somebody_moved", name=words.holder(story.seat))]
    found = [words.event(event) for event in readable(story, shown.seat)]
    return found or [words.move(story.seat, Act(story.verb)) + "."]


def brief(lines: Sequence[str], most: int) -> str:
    """As many whole sentences as there is room for, and a sign that there were more."""
    text, rest = lines[0], lines[1:]
    while rest and len(text) + len(rest[0]) + 3 <= most:
        text, rest = f"{text} {rest[0]}", rest[1:]
    if len(text) > most:
        return f"{text[: most - 1].rstrip()}…"
    return f"{text} …" if rest and len(text) + 2 <= most else text


def check_may_export(row: GameRow, game: Game, line: Sequence[Story], seat: str) -> None:
    """Refuse a file that would tell somebody a secret: with it the whole game can be played to where it stands."""
    if row.status in (FINISHED, STOPPED):
        return
    if hidden_from(game, seat or None) or any(withholds(story, seat) for story in line):
        raise Refused(
            "The file of this game would show you other players' secrets. Anybody can have it when the game is over; "
            "until then only the host can export it."
        )
