"""What is pressed or chosen on a panel is never cut: neither by Discord's lengths nor by the width of a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from bot.discord.kit.reply import LABEL, LAYOUT_PARTS, LAYOUT_TEXT, OPTION_TEXT, Entry, Part, Select, laid_out, size
from bot.discord.turn.context import Panel
from engine.titles import titles
from engine.words import using_language
from render.fonts import width
from tests.discord.test_panels import kinds, positions
from tests.discord.test_phone import panel
from tests.long_runs import one_of

TITLES = [name for name in titles() if name[0].isdigit()]
LETTERS, HEAD = 15.0, 262
"""The size of the letters, and how wide the head of a list may be at 375 pixels: wider ones end in an ellipsis."""


def cut(parts: Sequence[Part]) -> Iterator[str]:
    """What would be cut."""
    for part in parts:
        match part:
            case Entry():
                yield from (part.button.label,) if len(part.button.label) > LABEL else ()
            case Select():
                yield from (part.placeholder,) if width(part.placeholder, LETTERS) > HEAD else ()
                yield from (text for one in part.picks for text in (one.label, one.about) if len(text) > OPTION_TEXT)
            case tuple():
                yield from (one.label for one in part if len(one.label) > LABEL)
            case _:
                pass


def shown(found: Panel) -> str:
    """The whole message as Discord gets it."""
    return str(laid_out([found.text, *found.rows]).to_components())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("title", one_of(TITLES))
def test_no_label_option_or_head_of_a_list_is_cut(title: str, language: str):
    with using_language(language):
        known = [(game, game.decisions()[0].seat) for game in kinds(title, range(1, 2), 300).values()]
        wrong = set[str]()
        for number, (game, seat) in enumerate([*known, *positions(title, range(1, 2), 300)]):
            if number >= len(known) and number % 15:
                continue
            found = panel(game, seat)
            wrong.update(cut(found.rows))
            assert size([found.text, *found.rows]) <= LAYOUT_PARTS, "nothing is left out"
            texts = [found.text, *(part.text if isinstance(part, Entry) else "" for part in found.rows)]
            assert sum(map(len, texts)) < LAYOUT_TEXT
            labelled = [one.label for part in found.rows if isinstance(part, tuple) for one in part]
            assert all(repr(label)[1:-1] in shown(found) for label in labelled)
        assert wrong == set()
