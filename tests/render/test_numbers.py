"""Places to choose from: numbers on the map that can be read on a phone and cover nothing that matters."""

from __future__ import annotations

import math

import pytest

from engine import new
from engine.view import View, view
from render import THEMES, draw_map
from render.board import map_pieces
from render.changes import Changes
from render.draw import Box, Disc, DrawList, Text
from render.layout import layout
from render.model import HexModel
from render.numbered import LETTERS, NEARER, STEPS, TIGHT, part_around
from render.themes import theme_named
from tests.long_runs import one_in, one_of
from tests.render.overlaps import drawn as drawn_alone
from tests.render.overlaps import middle_of
from tests.render.positions import at_start, in_the_middle
from tests.render.test_crowded import paris
from tests.render.test_labels import TITLES, looks_of
from tests.t1843.table import Table

BUILT = {place.id: str(n) for n, place in enumerate((p for p in in_the_middle().hexes if p.tile), 1)}


def drawn(found: View, numbers: dict[str, str], wide: int = 340, theme: str = "light") -> dict[str, DrawList]:
    """The draw lists of the hexes of a numbered map."""
    from msgspec import structs

    part = structs.replace(found, hexes=part_around(found, {key.split("/")[0] for key in numbers}, 5))
    _, pieces, problems = map_pieces(part, theme_named(theme), wide, Changes(), {}, numbers=numbers)
    assert problems == []
    hexes = [piece for piece in pieces if piece.mask is not None]
    return {place.id: piece.items for place, piece in zip(part.hexes, hexes, strict=True)}


def badges(items: DrawList, theme: str = "light") -> list[tuple[Box, Text]]:
    """Every badge of a hex, with its number."""
    fill = theme_named(theme).last
    found: list[tuple[Box, Text]] = []
    for n, item in enumerate(items):
        after = items[n + 1] if n + 1 < len(items) else None
        if isinstance(item, Box) and item.color == fill and isinstance(after, Text):
            found.append((item, after))
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_every_numbered_hex_has_a_rim_and_its_number_and_no_other_has(theme: str):
    numbers = {"B9": "1", "C10": "2", "G14": "13"}
    for hex_id, items in drawn(in_the_middle(), numbers, theme=theme).items():
        shown = [text.text for _, text in badges(items, theme)]
        assert shown == ([numbers[hex_id]] if hex_id in numbers else [])
        rim = theme_named(theme).last
        assert any(getattr(item, "color", None) == rim and hasattr(item, "closed") for item in items) == bool(shown)


@pytest.mark.parametrize("wide", [340, 375, 1080])
def test_numbers_can_be_read_on_a_phone(wide: int):
    sizes = [text.size for items in drawn(in_the_middle(), BUILT, wide).values() for _, text in badges(items)]
    usual = LETTERS * wide * STEPS[-1] - 0.01  # at 340 pixels 7.5
    assert sum(size < usual for size in sizes) <= 1, "smaller only beside cities that fill the hex"
    assert min(sizes) >= usual * TIGHT[-1]


def test_a_number_covers_no_revenue_marker_or_space():
    for items in drawn(in_the_middle(), BUILT, 1080).values():
        for box, _ in badges(items):
            for disc in (item for item in items if isinstance(item, Disc)):
                away = math.hypot(
                    max(box.low[0] + box.round - disc.at[0], 0.0, disc.at[0] - box.high[0] + box.round),
                    max(box.low[1] + box.round - disc.at[1], 0.0, disc.at[1] - box.high[1] + box.round),
                )
                assert away > disc.radius + box.round - 1


def test_the_cities_of_a_hex_have_numbers_of_their_own():
    items = drawn(paris("yellow"), {"E16/c0": "1", "E16/c1": "2"}, 1080)["E16"]
    found = badges(items)
    assert [text.text for _, text in found] == ["1", "2"]
    discs = [item for item in items if isinstance(item, Disc) and item.color == theme_named("light").slot]
    cities = [disc for disc in discs if disc.radius > max(other.radius for other in discs) * 0.9]
    for (_, text), city in zip(found, cities, strict=True):
        assert city == min(cities, key=lambda other: math.dist(other.at, text.at))


def test_the_map_shows_five_hexes_side_by_side_at_least():
    start = at_start()
    for numbers in ({"D11"}, {"A2"}, {"O18", "N17"}):
        columns = [place.column for place in part_around(start, numbers, 5)]
        assert max(columns) - min(columns) == 8
    columns = [place.column for place in part_around(start, {"C4", "C20"}, 5)]
    assert (min(columns), max(columns)) == (2, 21)


def test_the_alt_text_names_every_numbered_place():
    alt = draw_map(in_the_middle(), numbers={"B9": "1", "B11/c0": "2", "C10": "3"}, wide=340).alt
    assert "1: Topeka (B9), 2: Kansas City (B11), 3: C10." in alt
    cities = draw_map(view(Table().game), numbers={"E16/c0": "1", "E16/c1": "2"}, wide=340).alt
    assert "1: Paris (E16), 2: Montparnasse (E16)." in cities


def test_an_unknown_place_is_a_problem_and_has_no_number():
    picture = draw_map(in_the_middle(), numbers={"B9": "1", "B9/c7": "2", "Z9": "3"}, wide=340)
    assert picture.problems == ("B9/c7 is unknown", "Z9 is unknown")
    assert "2:" not in picture.alt


@pytest.mark.parametrize("wide", [1080, 1600])
def test_a_numbered_map_of_everything_weighs_less_than_300_kilobytes(wide: int):
    found = in_the_middle()
    assert len(draw_map(found, numbers={p.id: str(n) for n, p in enumerate(found.hexes)}, wide=wide).png) < 300_000


def several_cities(title: str, letters: float) -> list[tuple[HexModel, str]]:
    """Hexes of a title with a number for each of several cities, as they are printed and with tiles."""
    found = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    hexes = [place.id for place in found.hexes if len(place.stops) > 1]
    looks = looks_of(title, hexes, numbers=True, letters=letters) if hexes else []
    numbered = [(model, where) for model, where in looks if len(model.badges) > 1]
    printed = [pair for pair in numbered if not pair[0].tile]
    return [*printed, *one_in(9, [pair for pair in numbered if pair[0].tile])]


def vague(model: HexModel) -> list[str]:
    """The numbers of a hex that are not clearly nearer to their own city than to any other."""
    scale, stops = 48.0, layout(model.shape).stops
    middle, shown = middle_of(model, scale), badges(drawn_alone(model, theme_named("light"), scale))
    assert len(shown) == len(model.badges) > 1
    away = [
        [math.dist(((text.at[0] - middle[0]) / scale, (text.at[1] - middle[1]) / scale), stop.at) for stop in stops]
        for _, text in shown
    ]
    return [
        badge.text
        for badge, far in zip(model.badges, away, strict=True)
        if NEARER[-1] * far[badge.stop] > min(one for n, one in enumerate(far) if n != badge.stop) + 0.01
    ]


@pytest.mark.parametrize("letters", [0.3, 0.45])
@pytest.mark.parametrize("title", one_of(TITLES))
def test_a_citys_number_is_nearer_to_it_than_to_any_other_of_its_hex(title: str, letters: float):
    assert [(where, found) for model, where in several_cities(title, letters) if (found := vague(model))] == []


def test_the_numbers_of_two_home_cities_do_not_stand_between_them():
    [model] = {model for model, where in looks_of("1839", ["K12"], numbers=True) if where == "K12 /0"}
    assert len(model.badges) == 2 and vague(model) == []
