"""What somebody may read of a game's past: decided only here, for texts and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.errors import Refused
from bot.store.rows import FINISHED, STOPPED, GameRow
from bot.table.ground.say import say
from engine import Act, Event, Game
from engine.exchange.judging import FELL_SHORT
from engine.titles import title_named
from engine.view import View, hidden_from, seen
from engine.words import Words


@dataclass(frozen=True)
class MoveEvents:
    """A past move's events, with all their secrets."""

    seat: str
    verb: str
    events: tuple[Event, ...] | None
    """None if they are lost."""
    anew: bool = False
    """Recomputed by the current rules, not stored when the move was made."""


def readable(story: MoveEvents, seat: str) -> list[Event]:
    """A move's events as far as a seat, or without one the public, may know them."""
    return [seen(event, seat or None) for event in story.events or ()]


def withholds(story: MoveEvents, seat: str) -> bool:
    """Does a move hide, or might it hide, anything from a seat?"""
    return story.events is None or readable(story, seat) != list(story.events)


def sentences(story: MoveEvents, shown: View) -> list[str]:
    """A move in words, as the owner of this view was told of it."""
    words = Words(shown)
    if story.events is None:
        # For an offer, even the verb would reveal too much.
        return [say("somebody_moved", name=words.holder(story.seat))]
    lines = [words.event(event) for event in readable(story, shown.seat)]
    law = title_named(shown.title).verbs.get(story.verb)
    if not lines and law is not None and law.passes:
        # Whoever has bought or sold ends the turn with it; nothing else happens.
        return [say("turn_ended", name=words.holder(story.seat))]
    return lines or [words.move(story.seat, Act(story.verb)) + "."]


def brief(lines: Sequence[str], most: int) -> str:
    """As many whole sentences as fit, and a sign if there are more."""
    text, rest = lines[0], lines[1:]
    while rest and len(text) + len(rest[0]) + 3 <= most:
        text, rest = f"{text} {rest[0]}", rest[1:]
    if len(text) > most:
        return f"{text[: most - 1].rstrip()}…"
    return f"{text} …" if rest and len(text) + 2 <= most else text


def shortened(story: MoveEvents, shown: View, most: int) -> str:
    """A move in a few words; what its run fell short of comes last and is never cut off."""
    judged = [event for event in readable(story, shown.seat) if event.kind == FELL_SHORT]
    rest = replace(story, events=tuple(event for event in story.events or () if event.kind != FELL_SHORT))
    last = " ".join(map(Words(shown).event, judged))
    return " ".join(
        filter(None, [brief(sentences(rest if judged else story, shown), most - len(last) - bool(last)), last])
    )


def check_may_export(row: GameRow, game: Game, line: Sequence[MoveEvents], seat: str) -> None:
    """Refuse a file that would reveal a secret: with it the whole game can be replayed."""
    if row.status in (FINISHED, STOPPED):
        return
    if hidden_from(game, seat or None) or any(withholds(story, seat) for story in line):
        raise Refused(
            "The file of this game would show you other players' secrets. Anybody can have it when the game is over; "
            "until then only the host can export it."
        )
