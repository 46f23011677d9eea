"""What is written in pictures of any title, at any moment, can be read: large enough, on a ground of another shade."""

from __future__ import annotations

import re

import pytest

from engine.view import View
from render.draw import Text
from render.labels import NUMBERS
from render.model import HexModel, hex_models
from render.themes import READABLE, THEMES, Theme, contrast, readable, theme_named
from tests.render.legible import contrasts
from tests.render.overlaps import drawn
from tests.render.positions import TITLES, moments

EVERY = list(THEMES.values())
CLEAR = 3.0
"""The least contrast of bold or large letters with their ground."""
SCALE = 48.0


def models(view: View, theme: Theme) -> list[HexModel]:
    """All hexes of a view."""
    found, problems = hex_models(view, theme, {}, {})
    assert not problems
    return found


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
@pytest.mark.parametrize("title", TITLES)
def test_all_letters_in_hexes_stand_out_from_their_ground(title: str, theme: Theme):
    for model in {model for view in moments(title) for model in models(view, theme)}:
        # The number of a tile, what a hex costs and whose private company blocks it are small: they need more.
        small = {model.tile, model.cost, model.blocked_by} - {""}
        for text, ratio in contrasts(drawn(model, theme, SCALE), theme.tile(model.color)):
            least = READABLE if text.text in small else CLEAR
            assert ratio >= least, f"{text.text} on {model.color or 'land'} {model.tile}: {ratio:.1f}"


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
def test_a_colour_becomes_readable_on_any_ground(theme: Theme):
    for ground in theme.tiles.values():
        for color in (theme.rock, theme.water, theme.ink, ground):
            assert contrast(readable(color, ground), ground) >= READABLE
    assert readable(theme.ink, theme.paper) == theme.ink, "a colour that can be read is left alone"


@pytest.mark.parametrize("title", TITLES)
def test_numbers_of_tiles_are_as_large_as_their_room_allows(title: str):
    """A tile with nothing but track has its number in the largest letters."""
    theme = theme_named("light")
    laid = {m for view in moments(title) for m in models(view, theme) if m.tile and not m.stops}
    sizes = {m: _size(m, m.tile, theme) for m in laid if not (m.label or m.fee or m.cost or m.blocked_by or m.signs)}
    assert sizes
    assert [m.tile for m, size in sizes.items() if size < NUMBERS[0] * SCALE - 0.01] == []


@pytest.mark.parametrize("title", TITLES)
def test_no_long_name_is_one_small_line_where_two_larger_ones_have_room(title: str):
    """`Sakaide & Okayama` stood in one line of a third of the size of other names."""
    theme = theme_named("light")
    for model in models(moments(title)[0], theme):
        for stop in model.stops:
            words = re.findall(r"[^ -]+-?", stop.name)
            if stop.kind == "offboard" and len(words) > 1:
                size = next(i.size for i in drawn(model, theme, SCALE) if isinstance(i, Text) and words[0] in i.text)
                assert size >= 0.15 * SCALE, f"{stop.name}: {size / SCALE:.2f}"


def _size(model: HexModel, text: str, theme: Theme) -> float:
    """The size of a text in a hex; 0 if it is left out."""
    found = [i.size for i in drawn(model, theme, SCALE) if isinstance(i, Text) and i.text == text]
    return max(found, default=0.0)
