"""What can ever lie in a hex: all that was ever laid there can, and each mark means what it says."""

from __future__ import annotations

import pytest

from engine import Game, new
from engine.board.ever import AFTER, NONE, NOW, PHASE, Ever, ever
from engine.board.lay import may_follow, tile_refusal, tiles_left
from engine.titles import title_named, titles
from engine.view import view
from render import draw_ever
from tests.discord.test_foresight import played


def of(game: Game, place: str) -> dict[str, Ever]:
    """By tile."""
    return {one.tile: one for one in ever(game.loose(), place)}


@pytest.mark.parametrize("title", titles())
def test_every_tile_laid_was_listed_as_possible_before(title: str):
    names = [f"N{number}" for number in range(max(3, title_named(title).players[0]))]
    beginning, laid = new(title, names, {}, 5), 0
    for game, _, act in played(title, 5):
        if act.verb != "lay":
            continue
        place, tile = str(act.args["hex"]), str(act.args["tile"])
        assert of(game, place)[tile].when == NOW
        assert tile in of(beginning, place)
        laid += 1
        if laid == 3:
            return
    assert laid


@pytest.mark.parametrize("title", titles())
def test_each_mark_means_what_it_says(title: str):
    game = next(game for game, _, act in played(title, 5) if act.verb == "lay")
    p, seen = game.position(), set[str]()
    for place in [*p.board.tiles, *p.d.first_tiles][:12]:
        for one in ever(game.loose(), place):
            seen.add(one.when)
            color = p.d.tiles[one.tile].color
            assert (one.when == NONE) is (tiles_left(p, one.tile) == 0)
            if one.when == NOW:
                assert one.tile in may_follow(p, place) and tile_refusal(p, place, one.tile) is None
            if one.when == AFTER:
                assert color in p.d.phases[p.s.phase].tiles
            if one.when == PHASE:
                assert color not in p.d.phases[p.s.phase].tiles
                assert not one.phase or color in p.d.phases[one.phase].tiles
    assert NOW in seen


def test_the_picture_says_when_each_can_lie_there():
    game = new("1830", ["Ann", "Bob", "Cem"], {}, 1)
    found = of(game, "F16")
    when = {(one.tile, one.rotation): one.when for one in found.values()}
    picture = draw_ever(view(game), "F16", list(when), when, wide=540)
    assert picture.problems == ()
    for (tile, rotation), said in when.items():
        assert f": tile {tile}, rotation {rotation}, {said} (" in picture.alt
    assert {one.when for one in found.values()} == {NOW, PHASE} and found["57"].when == NOW
