"""Charts and animation: the numbers behind them, and that they are drawn."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs
from PIL import Image
from pytest import MonkeyPatch

from engine.view import View
from render import draw_animation, draw_prices, draw_revenue, draw_worth
from render.animation import LIMIT
from render.charts import PHONE, WIDE, _apart, _labelled, history_of
from tests.long_runs import one_of
from tests.render.pictures import opened
from tests.render.positions import TITLES, at_start, course, in_the_middle

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def story() -> list[View]:
    """A few moments of a game."""
    start, middle = at_start(), in_the_middle()
    seats = [structs.replace(old, name=new.name) for old, new in zip(start.seats, middle.seats, strict=True)]
    ran = [structs.replace(c, turns=c.turns + 1, last_run=90) if c.symbol == "MKT" else c for c in middle.companies]
    later = structs.replace(middle, companies=ran, clock=structs.replace(middle.clock, number=3))
    return [structs.replace(start, seats=seats), middle, later]


def test_the_history_holds_worth_prices_and_revenue():
    found = history_of(story())
    assert found.worth["Ann"] == [700, 1450, 1450]
    assert found.prices["MKT"] == [None, 100, 100]
    # The turn was over in round 2.3, but it was a turn of 2.2.
    assert found.rounds[-1] == "2.2"
    assert found.revenue["MKT"][-1] == 90
    assert found.moments == ["Auction", "2.2", "2.3"]


def test_hidden_worth_leaves_a_gap():
    middle = in_the_middle()
    secret = structs.replace(middle, seats=[structs.replace(seat, worth=None) for seat in middle.seats])
    assert history_of([secret]).worth["Ann"] == [None]
    assert opened(draw_worth([secret], wide=500)).width == 500


def test_rounds_that_are_short_leave_out_labels_that_would_overlap():
    names = ["SR 1", *[""] * 40, "1.1", "", "1.2", "", "SR 2", *[""] * 40, "2.1"]
    assert _labelled(names, WIDE) == [(0, "SR 1"), (41, "1.1"), (86, "2.1")]
    assert _labelled(["1.1", "1.2", "2.1"], WIDE) == [(0, "1.1"), (1, "1.2"), (2, "2.1")]


def test_amounts_at_the_ends_of_the_lines_have_the_currency(monkeypatch: MonkeyPatch):
    said: list[str] = []
    monkeypatch.setattr("matplotlib.axes.Axes.text", lambda _self, _x, _y, text, **_: said.append(text))
    for draw in (draw_worth, draw_prices, draw_revenue):
        draw(story(), wide=400)
    assert {"Ann\n$1450", "MKT $100", "MKT $90"} <= set(said)


def test_a_line_that_ends_early_has_its_name_where_it_ends(monkeypatch: MonkeyPatch):
    said: dict[str, tuple[float, float]] = {}
    monkeypatch.setattr("matplotlib.axes.Axes.text", lambda _self, x, y, text, **_: said.update({text: (x, y)}))
    *before, last = story()
    closed = [structs.replace(one, price=0) if one.symbol == "MKT" else one for one in last.companies]
    draw_prices([*before, structs.replace(last, companies=closed)], wide=400)
    x, y = said["MKT"]
    assert x == pytest.approx(0.5 + 0.01) and 0.9 < y < 1, (
        "right of the middle of three moments, beside the highest price"
    )


@pytest.mark.parametrize("title", one_of(["1843", *(title for title in TITLES if title != "1843")]))
def test_no_name_on_a_chart_covers_another_or_leaves_it(title: str, monkeypatch: MonkeyPatch):
    """`PLM, EST, ETA, MID, PO` ended at one point, lay on `OU 0fr` and ran over the edge. On a phone, as posted."""
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    figures: list[Figure] = []
    monkeypatch.setattr(Figure, "__init__", _noting(Figure.__init__, figures))
    for draw in (draw_worth, draw_prices, draw_revenue):
        draw(list(course(title)), wide=1400)
    assert len(figures) == 3
    for number, figure in enumerate(figures):
        axes, bottom = figure.axes[0], figure.get_figheight() * 100
        low, high = axes.get_ylim()
        steps = [one for at, one in zip(axes.get_yticks(), axes.get_yticklabels(), strict=True) if low <= at <= high]
        above = next(one for one in axes.findobj(Text) if isinstance(one, Text) and " · " in one.get_text())
        shown = [one for one in (above, *axes.texts, *axes.get_xticklabels(), *steps) if one.get_text()]
        boxes = [(one.get_text(), one.get_window_extent()) for one in shown]
        out = [text for text, box in boxes if box.x0 < 0 or box.x1 > 1400 or box.y0 < 0 or box.y1 > bottom]
        assert not out, f"{out} beyond the edge"
        for (one, box), (other, second) in combinations(boxes, 2):
            wide = min(box.x1, second.x1) - max(box.x0, second.x0)
            down = min(box.y1, second.y1) - max(box.y0, second.y0)
            assert wide < 2 or down < 6, f"{one} on {other}"
        on_phone = min(float(one.get_fontsize()) for one in shown) * 100 / 72 * 375 / 1400
        assert on_phone >= (6.5 if number else 10.5), "the smallest letters in pixels"


def _noting(begin: Callable[..., None], figures: list[Figure]) -> Callable[..., None]:
    def noted(self: Figure, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        figures.append(self)

    return noted


def test_names_at_the_ends_of_many_lines_stay_on_the_chart():
    for count in (1, 2, 13, 24):
        for values in ([0.0] * count, [100.0] * count, [n * 100 / count for n in range(count)]):
            found = _apart(values, 0.0, 100.0, WIDE.line)
            gaps = [b - a for a, b in pairwise(found)]
            assert all(gap >= 100 * min(WIDE.line, 1 / count) - 1e-9 for gap in gaps)
            assert max(found) <= 100 and min(found) >= -1e-9


def test_a_chart_of_nothing_says_so(monkeypatch: MonkeyPatch):
    said: list[str] = []
    monkeypatch.setattr("matplotlib.axes.Axes.text", lambda _self, _x, _y, text, **_: said.append(text))
    draw_revenue([at_start()], wide=400)
    assert said == ["Nothing yet."]


def test_charts_are_drawn_in_every_theme():
    for draw in (draw_worth, draw_prices, draw_revenue):
        for theme in ("light", "dark", "safe"):
            picture = draw(story(), theme=theme, wide=600)
            assert opened(picture).size == picture.size == (600, 564 if draw is draw_worth else 372)
            assert "1870" in picture.alt
        assert opened(draw([at_start()], wide=400)).width == 400


def test_the_alt_text_of_a_chart_names_the_numbers():
    assert "Ann $1450" in draw_worth(story(), wide=400).alt
    assert "MKT $100" in draw_prices(story(), wide=400).alt
    assert "$90 by MKT" in draw_revenue(story(), wide=400).alt


def test_the_animation_has_a_frame_for_every_change_of_the_map():
    picture = draw_animation(story(), wide=400)
    found = Image.open(BytesIO(picture.png))
    assert found.format == "GIF"
    assert getattr(found, "n_frames", 1) >= 2
    assert found.size == picture.size
    assert len(picture.png) < LIMIT


def test_the_animation_keeps_to_the_number_of_frames():
    many = [at_start(), in_the_middle()] * 8
    assert getattr(Image.open(BytesIO(draw_animation(many, wide=200, frames=5).png)), "n_frames", 1) <= 5


def test_matplotlib_is_loaded_for_charts_only():
    code = (
        "import sys\n"
        "from engine import new\nfrom engine.view import view\nimport render\n"
        "v = view(new('1870', ['A', 'B']))\n"
        "render.draw_map(v, wide=300); render.draw_sheet(v); render.draw_market(v, wide=300)\n"
        "assert 'matplotlib' not in sys.modules\n"
        "render.draw_worth([v], wide=300)\n"
        "assert 'matplotlib' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_letters_of_the_players_chart_can_be_read_on_a_phone():
    """They were 8 pixels high on a phone that is 375 wide."""
    assert 375 / PHONE.letters * 100 / 72 >= 11
    assert PHONE.name("Ann", "$500") == "Ann\n$500" and WIDE.name("SP", "$90") == "SP $90"
    # Fewer rounds are named than below a chart of companies, and the first always is.
    names = [f"OR {n}.1" if n % 10 == 0 else "" for n in range(200)]
    assert 3 <= len(_labelled(names, PHONE)) < len(_labelled(names, WIDE)) and _labelled(names, PHONE)[0] == (
        0,
        "OR 0.1",
    )
