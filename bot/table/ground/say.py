"""The table's own sentences, and people's names made safe for a channel."""

from __future__ import annotations

from datetime import datetime

from bot.catalogue import TABLE, refusals
from bot.safe_text import short_name
from bot.store.rows import GameRow
from bot.table.ground.settings import name_of_game
from engine.core.sentences import translated
from engine.words import current_language

say = TABLE.say


def reason_text(text: str) -> str:
    """A reason from the code in the current language."""
    return translated(text, refusals(current_language(), TABLE), str, current_language())


def called(row: GameRow) -> str:
    """A game's number, and its name if it has one."""
    named = name_of_game(row)
    return say("named", number=row.id, name=named) if named else str(row.id)


def timestamp(when: datetime, style: str = "f") -> str:
    """A time, as Discord shows it to each reader in their own zone: in full, as a day (`D`), or from now (`R`)."""
    return f"<t:{int(when.timestamp())}:{style}>"


def clean_name(given: str) -> str:
    """A person's name as one short line that pings, formats and links nothing."""
    return short_name(given) or "Player"


def distinct_name(called: str, others: list[str]) -> str:
    """The name, with a number if somebody else in the game has the same."""
    taken = {other.casefold() for other in others}
    found, number = called, 2
    while found.casefold() in taken:
        found, number = f"{called[:28]} {number}", number + 1
    return found
