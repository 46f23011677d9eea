"""What a coach says of a position: one sentence about something that happens to a player for the first time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.menu.move.moves import Moves
from bot.menu.say import say
from engine.occasions import Fact, Money, Occasion, PhaseName, Player, occasions
from engine.words import Words

KIND, KINDS = ("kind", "next", "lasts"), ("trains", "rusts", "kept")
"""Facts that are a kind of train, and those that are several."""


@dataclass(frozen=True)
class Advice:
    """A sentence, and the occasion that it is about."""

    occasion: str
    text: str


def advice(moves: Moves, known: Collection[str]) -> Advice | None:
    """The most urgent sentence about an occasion of the seat that it does not know yet."""
    for one in occasions(moves.game, moves.view):
        if one.name not in known:
            return Advice(one.name, worded(moves.words, one))
    return None


def worded(words: Words, one: Occasion) -> str:
    """An occasion in the reader's words."""
    facts = {name: _shown(words, name, fact) for name, fact in one.facts.items()}
    said = say(one.name, group="coach", role=words.president, **facts)
    return f"{said} {say('full_until_then', group='coach', **facts)}" if facts.get("full") == "yes" else said


def _shown(words: Words, name: str, fact: Fact) -> object:
    match fact:
        case Money():
            return words.money(int(fact))
        case Player():
            return words.holder(fact)
        case PhaseName():
            return words.phase(fact) if fact else ""
        case str() if name in KIND:
            return words.card(fact)
        case int() | str():
            return fact
        case _ if name in KINDS:
            return words.cards(fact)
        case _:
            return [words.color(one) for one in fact] if name == "colors" else fact
