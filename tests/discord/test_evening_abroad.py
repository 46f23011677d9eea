"""An evening in each language of the catalogue: no English word, but names and what is typed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from engine.core.phrases import ENGLISH, PSEUDO
from engine.words import languages
from tests.discord.conftest import Hall
from tests.discord.foreign import Foreign, open_abroad
from tests.discord.naming import translated
from tests.long_runs import LONG_RUN, one_of

OTHERS = [one for one in languages() if one not in (ENGLISH, PSEUDO)]
WORD = re.compile(r"[^\W\d_]{2,}")
TYPED = re.compile(r"`[^`]*`|\{[^}]*\}|<[^>]*>|\b\w+:\w+|[A-Z]+(?:_[A-Z]+)+")
"""What is the same in every language: what is typed, fields, mentions, settings."""
COMMON = frozenset(
    ("the", "of", "and", "you", "your", "this", "that", "with", "for", "from", "are", "is", "it", "its", "price", "buy")
)
"""Words of every other English text."""
TITLES = ("1889", "1843", "1870")
LOOKS = ("map", "market", "sheet", "phases", "tiles", "runs", "log", "history", "news", "description")
TOLD = ("turn", "game status", "help", "order list", "note", "preferences", "undo", "learn", "game settings")
MOVES, ALL_EVENING = 25, 300
LONGEST = 80
"""The most characters that Discord shows on a button."""


def words(text: str) -> set[str]:
    """The words of a text, but for what is typed."""
    return set(WORD.findall(TYPED.sub(" ", text)))


def of_english_only(language: str) -> set[str]:
    """Words that English texts have and no text of this language has."""
    own = {one.casefold() for text in translated(language) for one in words(text)}
    return {one for text in translated(ENGLISH) for one in words(text) if one.casefold() not in own}


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_sentence_stands_in_its_files(language: str):
    """A text that somebody forgot to translate is not missing, but it is English."""
    found = {text: some for text in translated(language) if len(some := words(text) & COMMON) > 1}
    assert found == {}


@pytest.fixture
def moves() -> int:
    """How long the evening is, if a test does not say otherwise."""
    return MOVES


@pytest.fixture(params=OTHERS)
async def abroad(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, moves: int
) -> AsyncIterator[Hall]:
    """A server, and people, that speak the language."""
    async with open_abroad(hall, monkeypatch, request.param, 2 if moves == MOVES else 20):
        yield hall


@pytest.mark.parametrize("moves", [MOVES, pytest.param(ALL_EVENING, marks=LONG_RUN)])
@pytest.mark.parametrize("title", one_of(TITLES))
async def test_an_evening_has_no_english_word_but_names(abroad: Hall, title: str, moves: int):
    game = Foreign(abroad, title, await abroad.game(title=title, options=""))
    await game.play(moves)
    for name in TOLD:
        await abroad.ann.slash(f"/{name}", abroad.room)
    for what in LOOKS:
        await abroad.ann.slash("/show", abroad.room, what=what)
    await abroad.cem.slash("/title", abroad.room, what="options", title=title)
    await abroad.cem.autocomplete("/rule", abroad.room, "what", "", title=title)
    english = of_english_only(abroad.guild.locale) - await game.names()
    assert {text: some for text in game.shown() if (some := words(text) & english)} == {}
    sent = [one.body for one in abroad.sandbox.records]
    assert [label for label in labels(sent) if len(label) > LONGEST] == []


def labels(node: Any) -> Iterator[str]:
    """What stands on buttons."""
    if isinstance(node, list):
        for one in node:
            yield from labels(one)
    elif isinstance(node, dict):
        if isinstance(label := node.get("label"), str):
            yield label
        for value in node.values():
            yield from labels(value)
