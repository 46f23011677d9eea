"""Pictures beside golden ones.

`python -m tests.render.test_golden` writes them anew: look at each before committing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from engine.view import View
from render import Picture, draw_choices, draw_map, draw_market, draw_runs, draw_sheet
from tests.render.pictures import FEW, assert_alike, difference, opened
from tests.render.positions import at_start, in_the_middle, with_runs

GOLDEN = Path(__file__).parent / "golden"
DOUBLE = [(tile, turn) for tile in ("1", "2", "55") for turn in range(6)]

PICTURES: dict[str, Callable[[], Picture]] = {
    "map-start-light": lambda: draw_map(at_start(), wide=900),
    "map-middle-light": lambda: draw_map(in_the_middle(), wide=900, since=at_start(), before=without("D11")),
    "map-middle-dark": lambda: draw_map(in_the_middle(), wide=900, theme="dark"),
    "map-middle-safe": lambda: draw_map(in_the_middle(), wide=900, theme="safe"),
    "map-phone": lambda: draw_map(in_the_middle(), wide=375),
    "market-light": lambda: draw_market(in_the_middle(), wide=900, since=at_start()),
    "market-dark": lambda: draw_market(in_the_middle(), wide=900, theme="dark"),
    "sheet-light": lambda: draw_sheet(in_the_middle(), wide=560),
    "sheet-dark": lambda: draw_sheet(in_the_middle(), wide=560, theme="dark"),
    "choices": lambda: draw_choices(at_start(), "I10", DOUBLE, page=1, wide=600),
    "runs": lambda: draw_runs(with_runs(), wide=600),
}


def without(hex_id: str) -> View:
    """The middle position before the tile in this hex."""
    from msgspec import structs

    older = {place.id: place for place in at_start().hexes}
    view = in_the_middle()
    return structs.replace(view, hexes=[older[p.id] if p.id == hex_id else p for p in view.hexes])


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_golden_one(name: str, tmp_path: Path):
    picture = PICTURES[name]()
    assert picture.problems == ()
    assert_alike(opened(picture), GOLDEN / f"{name}.png", tmp_path)


def test_a_missing_marker_would_be_noticed(tmp_path: Path):
    found = opened(PICTURES["map-middle-light"]())
    ImageDraw.Draw(found).ellipse((325, 175, 395, 220), fill=(255, 255, 255))
    with pytest.raises(AssertionError, match="pixels differ"):
        assert_alike(found, GOLDEN / "map-middle-light.png", tmp_path)
    assert (tmp_path / "map-middle-light-difference.png").exists()


def test_a_slight_change_of_shade_is_let_pass():
    one = Image.new("RGB", (50, 50), (100, 100, 100))
    assert difference(one, Image.new("RGB", (50, 50), (120, 100, 100)))[0] <= FEW
    assert difference(one, Image.new("RGB", (50, 50), (190, 100, 100)))[0] == 1.0


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for made, draw in PICTURES.items():
        (GOLDEN / f"{made}.png").write_bytes(draw().png)
