"""Themes: what must be read can be read, what must be told apart can be, by everybody."""

from itertools import combinations

import pytest

from render.themes import DARK, LIGHT, SAFE, THEMES, Theme, company_colors, contrast, ink_on, rgb, theme_named
from tests.render.colorblind import KINDS, apart
from tests.render.positions import at_start

EVERY = list(THEMES.values())
MAP_TILES = ("white", "yellow", "green", "brown", "gray", "red")
CLEAR = 20.0


@pytest.mark.parametrize("kind", ["normal", *KINDS])
@pytest.mark.parametrize("names", list(combinations(MAP_TILES, 2)))
def test_the_safe_tiles_can_be_told_apart(kind: str, names: tuple[str, str]):
    one, other = names
    assert apart(SAFE.tiles[one], SAFE.tiles[other], kind) > CLEAR


@pytest.mark.parametrize("kind", ["normal", *KINDS])
@pytest.mark.parametrize("names", list(combinations(("white", "yellow", "green", "brown", "closing"), 2)))
def test_the_safe_market_areas_can_be_told_apart(kind: str, names: tuple[str, str]):
    one, other = names
    assert apart(SAFE.sections[one], SAFE.sections[other], kind) > CLEAR


@pytest.mark.parametrize("kind", ["normal", *KINDS])
@pytest.mark.parametrize("pair", list(combinations(range(6), 2)))
def test_the_safe_colours_of_runs_can_be_told_apart(kind: str, pair: tuple[int, int]):
    assert apart(SAFE.routes[pair[0]], SAFE.routes[pair[1]], kind) > CLEAR


@pytest.mark.parametrize("kind", ["normal", *KINDS])
def test_the_two_safe_highlights_can_be_told_apart(kind: str):
    assert apart(SAFE.changed, SAFE.last, kind) > CLEAR


def test_the_safe_theme_is_needed():
    assert any(
        apart(LIGHT.tiles[a], LIGHT.tiles[b], kind) < CLEAR for kind in KINDS for a, b in combinations(MAP_TILES, 2)
    )


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
def test_letters_can_be_read(theme: Theme):
    for ground in (theme.paper, theme.panel, theme.band):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.faint, ground) >= 4
    for ground in (*theme.tiles.values(), *theme.sections.values()):
        assert contrast(ink_on(ground), ground) >= 3.8


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
def test_names_on_company_colours_can_be_read(theme: Theme):
    companies = [(company.symbol, company.color) for company in at_start().companies]
    for color in company_colors(theme, companies).values():
        assert contrast(ink_on(color), color) >= 3


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
def test_track_stands_out_from_every_tile(theme: Theme):
    for ground in theme.tiles.values():
        assert max(contrast(theme.track, ground), contrast(theme.casing, ground)) >= 3


def test_the_safe_theme_gives_companies_its_own_colours():
    companies = [(company.symbol, company.color) for company in at_start().companies]
    found = company_colors(SAFE, companies)
    assert len(set(found.values())) == len(companies)
    assert company_colors(LIGHT, companies)["SP"] == rgb("#f48221")


def test_unknown_themes_and_colours_do_no_harm():
    assert theme_named("no such theme") is LIGHT
    assert theme_named("dark") is DARK
    assert rgb("what?") == (136, 136, 136)
    assert rgb("") == (136, 136, 136)
