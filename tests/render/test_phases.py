"""The picture of the phases and of the ends of the game, and that of the tiles."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine import new
from engine.titles import titles
from engine.view import view
from engine.words import Words
from engine.words.buttons import capital
from render import describe, draw_phases, draw_tiles, tile_pages
from render.hearing import LONGEST
from render.tiles import tiles_alt
from tests.positions.table import Table
from tests.toy.title import TITLE as TOY


@pytest.mark.parametrize("title", titles())
def test_every_title_has_its_phases_and_its_ends(title: str):
    found = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    picture = draw_phases(found, wide=540)
    assert picture.problems == () and found.name in picture.alt
    for phase in found.phases:
        name = capital(Words(found).phase(phase.name)) + (" now" if phase.name == found.phase else "")
        begins = f"begins with the first {phase.on} train" if phase.on else "from the start"
        said = [f"{name}: {begins}, train limit {phase.train_limit}", f"{name}: first {phase.on} train, train limit"]
        assert any(one in picture.alt for one in said) or picture.alt.endswith("more are left out here."), name
        assert any(one.startswith(said[0]) for one in describe(found, "phases"))
    assert len(picture.alt) <= LONGEST
    ends = Words(found).endings()
    assert (len(ends) >= 2 or title == TOY.id) and all(end in picture.alt for end in ends)
    marked = draw_phases(structs.replace(found, phase=found.phases[-1].name), wide=540)
    assert marked.png != picture.png, "the phase that has begun is marked"


def test_the_rows_of_some_phases_alone():
    found = view(new("1870", ["Ann", "Bob", "Cem"], {}, 1))
    whole, part = draw_phases(found, wide=540), draw_phases(found, only=[found.phases[1].name], wide=540)
    assert part.problems == () and len(part.png) < len(whole.png)
    begins = [one for one in found.phases if f"begins with the first {one.on} train" in part.alt]
    assert begins == [found.phases[1]] and not any(end in part.alt for end in Words(found).endings())


def test_an_ending_of_an_option_is_shown_only_with_it_and_says_how_close_it_is():
    plain, finish = (Table(title="1870", finish_at_400=value) for value in ("no", "yes"))
    assert not any("$400" in end for end in Words(view(plain.game)).endings())
    assert any("$400" in end and "No company has a price yet" in end for end in Words(view(finish.game)).endings())
    finish.with_company("SP", "Ann", Ann=6)
    price = next(one.price for one in view(finish.game).companies if one.symbol == "SP")
    assert any(f"${price} (SP)" in end for end in Words(view(finish.game)).endings())
    assert any("The bank has $" in end for end in Words(view(plain.with_bank(431).game)).endings())


def test_trains_before_the_last_phase_are_counted():
    table = Table(title="1828")
    ends = Words(view(table.game)).endings()
    assert any("trains are left before the first Diesel" in end for end in ends)
    last = Words(structs.replace(view(table.game), phase="purple")).endings()
    assert any("has begun" in end for end in last) and not any(
        "trains are left before the first Diesel" in end for end in last
    )


@pytest.mark.parametrize("title", titles())
def test_every_tile_is_drawn_once_with_how_many_are_left(title: str):
    found = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    pages = range(tile_pages(found))
    last = draw_tiles(found, page=pages[-1], wide=375)
    assert last.problems == () and last.alt == tiles_alt(found, pages[-1])
    told = " ".join(tiles_alt(found, page) for page in pages)
    words = Words(found)
    for tile in found.tiles:
        left = "∞" if tile.left < 0 else tile.left
        assert f"{words.value_of('tile', tile.name)}: {left}" in told
    gone = structs.replace(found, tiles=[structs.replace(found.tiles[0], left=0), *found.tiles[1:]])
    assert f"{words.value_of('tile', found.tiles[0].name)}: 0" in tiles_alt(gone, 0)
