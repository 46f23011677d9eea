"""The table's own sentences, and people's names made safe for a channel."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.store.rows import GameRow
from bot.table.given import name
from bot.table.plain import name_of
from bot.table.settings import name_of_game
from engine.core.phrases import PSEUDO, Phrase, accented, fill
from engine.core.sentences import translated
from engine.words import refusals as refusals_of_rules
from engine.words import spoken
from engine.words.gathering import gathered
from engine.words.texts import texts


def say(what: str, /, *, group: str = "said", **fields: Any) -> str:
    """One sentence of the catalogue in the current language."""
    found = texts("bot.table", spoken())
    return fill(found[group][what], fields, spoken(), found.get("counts", {}))


@cache
def refusals(language: str) -> dict[str, Phrase]:
    """The table's translated refusals, by English pattern; English needs none."""
    if language == PSEUDO:
        return {one: accented(one) for one in gathered("bot.table", "bot.store")}
    return texts("bot.table", language).get("refusals", {})


def worded(text: str) -> str:
    """A reason from the code in the current language."""
    return translated(text, {**refusals_of_rules(spoken()), **refusals(spoken())}, str, spoken())


def called(row: GameRow) -> str:
    """A game's number, and its name if it has one."""
    named = name_of_game(row)
    return say("named", number=row.id, name=named) if named else str(row.id)


def clean_name(given: str) -> str:
    """A person's name as one short line that pings, formats and links nothing."""
    return name_of(name(given)) or "Player"


def unlike(called: str, others: list[str]) -> str:
    """The name, with a number if somebody else in the game has the same."""
    taken = {other.casefold() for other in others}
    found, number = called, 2
    while found.casefold() in taken:
        found, number = f"{called[:28]} {number}", number + 1
    return found
