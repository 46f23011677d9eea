"""The standings of a league as a picture."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from render import THEMES, StandingsLine, StandingsSheet, draw_standings
from render.draw import Text
from render.fonts import width
from render.standings import ROUNDS, _head, _line
from render.themes import theme_named

LINES = tuple(
    StandingsLine(rank, name, ("1", "2", "…"), (True, False, False), points, left)
    for rank, name, points, left in (
        (1, "Ann", "15", False),
        (2, "Bartholomew the Exceedingly Long", "13.33", False),
        (2, "Cem", "13.33", False),
        (4, "Dan", "-2", True),
    )
)
SHEET = StandingsSheet("Spring", "Round 3 of 3", ("R1", "R2", "R3"), "Points", LINES, "Standings of Spring")


@pytest.mark.parametrize("theme", THEMES)
def test_it_is_drawn_at_the_width_of_a_phone_in_every_theme(theme: str):
    found = draw_standings(SHEET, theme=theme)
    picture = Image.open(BytesIO(found.png))
    assert picture.size == found.size and found.size[0] == 1080 and found.alt == SHEET.alt
    taller = draw_standings(replace(SHEET, lines=LINES * 2), theme=theme)
    assert taller.size[1] > found.size[1] and taller.png != found.png


@pytest.mark.parametrize("rounds", [1, 3, ROUNDS, 20])
def test_no_text_lies_on_another_and_the_latest_rounds_are_shown(rounds: int):
    theme, wide, u = theme_named("light"), 1080, 1080 * 0.028
    columns = tuple(f"R{number}" for number in range(1, rounds + 1))
    sheet = replace(SHEET, columns=columns)
    line = StandingsLine(48, "Bartholomew the Exceedingly Long", ("10",) * rounds, (True,) * rounds, "1013.33")
    pieces = [_head(sheet, theme, wide, u), _line(line, rounds, theme, wide, u, theme.panel)]
    shown = [item.text for item in pieces[0].items if isinstance(item, Text) and item.text.startswith("R")]
    assert shown[-1] == columns[-1] and len([one for one in shown if one in columns]) == min(rounds, ROUNDS)
    for piece in pieces:
        spans = sorted((item.at[1], *_span(item)) for item in piece.items if isinstance(item, Text))
        for (height, _, right), (other, left, end) in pairwise(spans):
            assert height != other or right <= left, (right, left)
            assert left >= 0 and end <= wide


def _span(item: Text) -> tuple[float, float]:
    wide = width(item.text, item.size, bold=item.bold)
    x = item.at[0]
    return {"l": (x, x + wide), "m": (x - wide / 2, x + wide / 2), "r": (x - wide, x)}[item.anchor[0]]
