"""Random games, drawn as they go: nothing raises, nothing is reported, nothing is too large."""

import random

import pytest

from engine import Game, new
from engine.play import next_to_act, random_act
from engine.view import view
from render import Picture, draw_choices, draw_map, draw_market, draw_runs, draw_sheet
from render.themes import THEMES
from tests.again import repeatable

EVERY = 23
"""Moves from picture to picture."""


def pictures(game: Game, seat: str | None, before: Game | None, theme: str) -> list[Picture]:
    """All pictures of a moment for a seat or a spectator."""
    found = view(game, seat)
    older = view(before, seat) if before is not None else None
    drawn = [
        draw_map(found, theme=theme, wide=500, since=older, before=older),
        draw_market(found, theme=theme, wide=500, since=older),
        draw_sheet(found, theme=theme, wide=500),
        draw_runs(found, theme=theme, wide=400),
    ]
    if seat is not None and "lay" in game.verbs(seat):
        drawn.append(_choices(game, seat, theme))
    return drawn


def _choices(game: Game, seat: str, theme: str) -> Picture:
    """The contact sheet of the first hex in which the seat can build."""
    _, hexes = game.values(seat, "lay") or ("", ())
    hex_id = str(next(iter(hexes)))  # type: ignore[call-overload]
    _, tiles = game.values(seat, "lay", {"hex": hex_id}) or ("", ())
    choices = [
        (str(tile), int(turn))
        for tile in tiles  # type: ignore[union-attr]
        for turn in (game.values(seat, "lay", {"hex": hex_id, "tile": tile}) or ("", ()))[1]  # type: ignore[union-attr]
    ]
    assert choices
    return draw_choices(view(game, seat), hex_id, choices, theme=theme, wide=500)


@pytest.mark.parametrize(
    ("seed", "most"), [(0, 300), *(pytest.param(seed, 600, marks=pytest.mark.soak) for seed in (1, 2))]
)
@repeatable
def test_a_random_game_can_be_drawn_at_any_moment(seed: int, most: int):
    options = {"runs": "free", "secrets": "hidden" if seed % 2 else "open"}
    game = new("1870", [f"P{n}" for n in range(2 + seed * 2)], options, seed)
    stream = random.Random(seed)
    before: Game | None = None
    moves = 0
    while (decision := next_to_act(game, stream)) is not None and moves < most:
        if moves % EVERY == 0:
            theme = list(THEMES)[moves // EVERY % len(THEMES)]
            seat = decision.seat if moves // EVERY % 2 else None
            for picture in pictures(game, seat, before, theme):
                assert picture.problems == ()
                assert 100 < len(picture.png) < 400_000
                assert "1870" in picture.alt
            before = game
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
        moves += 1
    assert moves > 100
    for picture in pictures(game, None, before, "light"):
        assert picture.problems == ()
