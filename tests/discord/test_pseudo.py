"""In the pseudo-language Discord shows no word without accents that is no name: neither to all nor to one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord.asked import Asked
from bot.discord.domains.all import COMMANDS
from engine.core.phrases import PSEUDO
from engine.titles import title_named
from engine.view import view
from tests.discord.conftest import Hall
from tests.test_pseudo import PLAIN, english, names_in

SHOWN = frozenset({"content", "title", "description", "label", "placeholder", "name", "text", "footer"})
"""Where Discord shows what stands there."""
CALLED = {"Ann", "Bob", "Cem", "UTC"}
"""Names beyond those of the game and its options, which are shown as they are typed."""


def said(node: Any) -> Iterator[str]:
    """Every text of a request that somebody reads."""
    if isinstance(node, list):
        for one in node:
            yield from said(one)
    elif isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            elif key not in ("files", "emoji", "allowed_mentions"):
                yield from said(value)


@pytest.fixture
async def strange(club: Hall, monkeypatch: pytest.MonkeyPatch) -> tuple[Hall, int]:
    """A game on a server, and with people, that speak the pseudo-language."""
    number = await club.game()
    await club.posted()
    monkeypatch.setattr(Asked, "language", property(lambda self: PSEUDO))
    club.table.desk.language_of = lambda server: PSEUDO
    club.sandbox.records.clear()
    return club, number


async def found(hall: Hall, number: int) -> dict[str, str]:
    """English words in what has been sent to Discord."""
    now = await hall.table.present(number)
    options = [text for one in title_named("1870").options for text in (one.name, *one.values)]
    names = names_in(view(now.game)) | CALLED | {word for text in options for word in PLAIN.findall(text)}
    return english(said([one.body for one in hall.sandbox.records]), names)


COMMON = ("/turn", "/help", "/game status", "/log", "/ahead list", "/me", "/game settings", "/pass")
"""Commands that need nothing else."""


@pytest.mark.parametrize("commands", [COMMON, pytest.param((), marks=pytest.mark.soak)])
async def test_no_answer_has_a_word_that_no_catalogue_has(strange: tuple[Hall, int], commands: tuple[str, ...]):
    hall, number = strange
    alone = [f"/{one.name}" for one in COMMANDS if not any(option.required for option in one.options)]
    for command in commands or sorted(alone):
        await hall.ann.slash(command, hall.room)
        await hall.bob.slash(command, hall.room)
    await hall.ann.slash("/bid", hall.room, private="MKT", amount="170")
    await hall.cem.autocomplete("/bid", hall.room, "private", "")
    await hall.ann.slash("/rule", hall.room, what="5.9", title="1870")
    await hall.ann.autocomplete("/rule", hall.room, "what", "5.9", title="1870")
    await hall.posted()
    assert await found(hall, number) == {}
