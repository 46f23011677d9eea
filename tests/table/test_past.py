"""Looking back at a long game costs little, and the same again costs nothing."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import col, delete

from bot.store.rows import ActionRow, EventsRow, PositionRow
from bot.table.past import past
from engine import decode_game
from tests.table.club import ANN, Club
from tests.waiting import HANG_GUARD, until


@pytest.mark.parametrize("most", [2, 5, 1000])
async def test_at_most_the_wanted_number_of_past_positions_is_returned(table: Club, most: int):
    game = await table.game()
    now = await table.play(game, 20)
    raws, names = await table.table.past.sample_positions(game, most)
    assert len(raws) == min(most, 21)
    assert decode_game(raws[-1]).named(names).encode() == now.game.encode()
    before = (await table.table.present(game, at=0)).game
    assert decode_game(raws[0]).encode() == before.encode()


async def test_a_games_moves_are_cached_until_it_goes_on(table: Club, monkeypatch: pytest.MonkeyPatch):
    read, moves_to = list[int](), past.moves_to

    async def counted(session, game_id, position):
        read.append(position)
        return await moves_to(session, game_id, position)

    monkeypatch.setattr(past, "moves_to", counted)
    game = await table.game()
    await table.play(game, 5)
    for _ in range(3):
        assert [move.number for move in await table.table.past.line(game)] == [1, 2, 3, 4, 5]
    now = await table.table.present(game)
    await table.table.takeback.undo(game, ANN, now.epoch, 0, as_organiser=True)
    assert await table.table.past.line(game) == []
    assert read == [5, 0]


async def test_positions_are_unpacked_beside_the_event_loop_for_one_person_at_a_time(
    table: Club, monkeypatch: pytest.MonkeyPatch
):
    first, second = await table.game(), await table.game()
    for game in (first, second):
        await table.play(game, 3)
    loops, found, go_on = threading.get_ident(), list[tuple[int, int]](), threading.Event()
    unpacked, looking = past.unpacked, table.table.past._looking

    def slowly(row: PositionRow, base: bytes) -> bytes:
        found.append((row.game_id, threading.get_ident()))
        assert threading.get_ident() == loops or go_on.wait(HANG_GUARD)
        return unpacked(row, base)

    monkeypatch.setattr(past, "unpacked", slowly)
    looks = [asyncio.create_task(table.table.past.sample_positions(first, 4))]
    await until(lambda: found)
    looks.append(asyncio.create_task(table.table.past.positions_at_rounds(second)))
    await until(lambda: looking._waiters or len(found) > 1, "the second, which waits or works")
    go_on.set()
    assert [game for game, _ in found] == [first]
    await asyncio.gather(*looks)
    assert {game for game, _ in found} == {first, second} and loops not in {thread for _, thread in found}


async def test_moves_are_read_and_made_again_beside_the_event_loop(table: Club, monkeypatch: pytest.MonkeyPatch):
    game, threads = await table.game(), dict[str, int]()
    await table.play(game, 3)
    async with table.db.write() as session:
        await session.exec(delete(EventsRow).where(col(EventsRow.number) == 3))

    def noted(name: str, job: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*given: Any) -> Any:
            threads[name] = threading.get_ident()
            return job(*given)

        return noting

    for name in ("_begins", "_made_again"):
        monkeypatch.setattr(past, name, noted(name, getattr(past, name)))
    await table.table.past.rounds(game)
    stories = await table.table.past.stories(game, await table.table.actions(game))
    assert [story.anew for story in stories.values()] == [False, False, True]
    assert threads.keys() == {"_begins", "_made_again"} and threading.get_ident() not in threads.values()


@pytest.fixture
def loaded() -> Iterator[Counter[str]]:
    """How many rows are read, by table."""
    found, kinds = Counter[str](), (PositionRow, ActionRow, EventsRow)

    def count(row: Any, context: object) -> None:
        found[type(row).__name__] += 1

    for kind in kinds:
        event.listen(kind, "load", count)
    yield found
    for kind in kinds:
        event.remove(kind, "load", count)


async def test_only_the_rows_that_led_to_the_position_are_read(table: Club, loaded: Counter[str]):
    """A game in which much was taken back, and another beside it."""
    game, other = await table.game(), await table.game()
    await table.play(other, 5)
    await table.play(game, 20)
    now = await table.table.present(game)
    await table.table.takeback.undo(game, ANN, now.epoch, 3, as_organiser=True)
    for most in (2, 100):
        loaded.clear()
        assert len((await table.table.past.sample_positions(game, most))[0]) == min(most, 4)
        assert loaded["PositionRow"] == 4 and loaded["ActionRow"] in (0, 3)
    loaded.clear()
    await table.table.past.rounds(game)
    assert loaded == {"EventsRow": 3}


async def test_what_is_cached_of_the_past_is_bounded(table: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(past, "REMEMBERED", 3)
    found = table.table.past
    found._lines.most = found._rounds.most = 2
    games = [await table.game() for _ in range(4)]
    for game in games:
        await table.play(game, 2)
        async with table.db.write() as session:
            await session.exec(delete(EventsRow))
        assert len(await found.stories(game, await table.table.actions(game))) == 2
        await found.rounds(game)
    assert list(found._anew) == [(games[2], 2), (games[3], 1), (games[3], 2)]
    assert [key[0] for key in found._lines._answers] == [key[0] for key in found._rounds._answers] == games[2:]
