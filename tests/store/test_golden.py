"""Stored positions of every release so far load in this one, are sound, and play on, through the whole table."""

from pathlib import Path

import pytest

from engine import Act, decode_game
from engine.core.state import NOW, Trial
from tests.store.golden import FOLDER
from tests.table.club import ANN, BOB, CEM, club, put

FILES = sorted(FOLDER.glob("*/*.json"))


FEW, MANY = 4, 25
"""Moves that are played on, in `make test` and in `make soak`."""


def test_there_are_positions_in_mid_sale_and_in_mid_merger():
    names = {file.stem for file in FILES}
    assert {
        "1870-protect",
        "1870-lots",
        "1870-train_money",
        "toy-merger",
        "1828-merger",
        "1828-merger_answered",
    } <= names


def test_a_merger_stored_midway_continues_with_the_answers_so_far():
    game = decode_game((FOLDER / "0.1" / "1828-merger_answered.json").read_bytes())
    top = game.state.agenda[-1]
    assert isinstance(top, Trial)
    given, question = dict(top.answers), top.question
    assert given
    after, events = game.apply(top.role, Act("answer", {"answer": top.options[0]}))
    following = after.state.agenda[-1]
    if isinstance(following, Trial):
        assert following.answers == {**given, question: top.options[0]}
    else:
        assert {event.kind for event in events} & {"merged", "failed"}


@pytest.mark.parametrize("moves", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_a_stored_position_loads_and_plays_on(file: Path, moves: int, tmp_path: Path):
    raw = file.read_bytes()
    game = decode_game(raw)
    game.audit()
    if game.state.v == NOW and f'"v":{NOW}' in raw.decode():
        assert game.encode() == raw, "the stored form has changed and its version has not"
    async with club(tmp_path / "table.db") as table:
        number = await table.game(ANN, BOB, CEM, title=game.state.title)
        await put(table, number, game)
        now = await table.play(number, moves)
        assert now.row.position > 0
