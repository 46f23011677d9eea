"""A robot whose thought fails plays what changes least, and nothing that ends the game or somebody's part in it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.host.workers import Lost
from bot.robots.thinking import Apart
from engine import Game
from engine.titles import titles
from tests.robots.games import begun, play


class Failing:
    """Workers whose every job is lost."""

    async def do(self, *given: Any) -> Any:
        raise Lost("died")

    def close(self) -> None:
        """Nothing to stop."""


async def thoughts(game: Game, seat: str) -> set[str]:
    """The verbs of what is played for many seeds."""
    apart = Apart(workers=Failing())  # type: ignore[arg-type]
    found = set[str]()
    for seed in range(40):
        act = await apart.think(game, seat, "steady", str(seed))
        assert act is not None and not game.why_not(seat, act) and not game.grave(seat, act)
        found.add(act.verb)
    return found


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
async def test_a_failed_thought_passes_where_it_can_and_is_never_grave(title: str):
    passed = 0
    for moves in (0, 40, 120):
        game, _ = play(begun(title, ["random"] * 3, 3), ["random"] * 3, 3, moves)
        for decision in game.decisions()[:1]:
            laws = game.title.verbs
            idle = {name for name in game.verbs(decision.seat) if laws[name].declines}
            found = await thoughts(game, decision.seat)
            assert len(found) == 1 or not idle
            if idle:
                assert found <= idle
                passed += 1
    assert passed
