"""Robots at the table: seated by the organiser, playing like people, removed again."""

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.errors import NotYours, Refused
from bot.robots.choosing import MINDS, NEUTRAL, choose
from bot.robots.playing import MOST_MOVES, Robots
from bot.robots.thinking import Apart
from bot.store.rows import RUNNING
from bot.table.ground.say import say
from bot.table.seats.robots import KINDS
from engine import Act, Game
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, GUILD, Club, club
from tests.waiting import HANG_GUARD, until


async def gathering(table: Club, places: int = 3, seed: int = 4) -> int:
    game = await table.table.seating.create(GUILD, CHANNEL, ANN, "1870", {"runs": "free"}, places, seed=seed)
    await table.table.seating.join(game, ANN, "Ann")
    return game


async def practice(table: Club, robots: int = 2, kind: str = "random", seed: int = 4) -> int:
    """Ann and some robots."""
    game = await gathering(table, robots + 1, seed)
    for _ in range(robots):
        await table.table.robots.add(game, ANN, kind)
    return game


@dataclass
class InProcess:
    """Thinks at once, in this process."""

    seconds: float | None = None

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        return choose(game, seat, kind, seed, self.seconds)


def quick(table: Club, seconds: float | None = None) -> Robots:
    return Robots(table.table, InProcess(seconds), pause=0, salt="4")


async def test_a_games_file_does_not_predict_its_robots(table: Club):
    """Its random choices followed the seed of the game, which `/game export` gives to the players."""
    asked: list[str] = []

    class Listening(InProcess):
        async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
            asked.append(seed)
            return await super().think(game, seat, kind, seed)

    for _ in range(2):
        await practice(table, 2, seed=77)
    now = await table.table.present(1)
    seat = next(one.seat for one in now.seats if one.robot)
    for _ in range(2):
        robots = Robots(table.table, Listening(), pause=0)
        await robots._move(1, now, seat, hasty=False)
    assert len(asked) == 2 and asked[0] != asked[1]
    assert not any(one.startswith("77/") for one in asked)


async def robot_seats(table: Club, game: int) -> list[str]:
    return [seat.seat for seat in (await table.table.present(game)).seats if seat.robot]


async def test_the_organiser_fills_empty_seats_with_robots_and_a_full_table_begins(table: Club):
    game = await gathering(table)
    assert not await table.table.robots.add(game, ANN)
    assert await table.table.robots.add(game, ANN, "random")
    seats = (await table.table.present(game)).seats
    assert [(seat.name, seat.robot, seat.user_id) for seat in seats] == [
        ("Ann", "", ANN),
        ("Robot", "steady", -1),
        ("Random robot", "random", -2),
    ]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda robots, game: robots.add(game, BOB), "Only the organiser"),
        (lambda robots, game: robots.add(game, ANN, "clever"), "kinds of robot are steady, easy, strong, random"),
        (lambda robots, game: robots.add(99, ANN), "no such game"),
        (lambda robots, game: robots.put(game, ANN, "p1"), "while a game is running"),
    ],
)
async def test_impossible_requests_are_refused(table: Club, asked, sentence: str):
    game = await gathering(table)
    await table.table.robots.add(game, ANN)
    before = len(await table.outbox())
    with pytest.raises(Refused, match=sentence):
        await asked(table.table.robots, game)
    assert len(await table.outbox()) == before


async def test_robots_play_on_until_a_person_must_act(table: Club):
    game, robots = await practice(table), quick(table)
    for _ in range(30):
        await robots.drain()
        now = await table.table.present(game)
        waiting = {one.seat for one in now.game.decisions()}
        people = {seat.seat for seat in now.seats if not seat.robot}
        assert waiting
        assert waiting <= people
        await table.play(game, 1)
    clickers = {action.seat: action.clicker for action in await table.table.actions(game) if action.verb}
    assert clickers == {seat.seat: seat.user_id for seat in now.seats}


@pytest.mark.soak
async def test_a_game_of_robots_alone_ends(table: Club):
    game = await practice(table)
    ann = next(seat.seat for seat in (await table.table.present(game)).seats if not seat.robot)
    await table.table.robots.put(game, ANN, ann, "random")
    await quick(table).drain()
    assert (await table.table.present(game)).game.state.end is not None


@pytest.mark.soak
async def test_nobody_pings_reminds_or_messages_a_robot(table: Club):
    game, robots = await practice(table), quick(table)
    for _ in range(40):
        await robots.drain()
        await table.play(game, 1)
    table.clock.pass_by(days=3)
    await table.table.reminders.tick()
    rows = await table.outbox(game)
    assert len(rows) > 100
    assert all(user > 0 for row in rows for user in row.payload.get("ping", []))
    assert not any(row.target.startswith("person:-") for row in rows)


async def test_a_robot_replaces_a_player_and_gives_the_seat_back(table: Club):
    game, robots = await table.game(ANN, BOB, CEM), quick(table)
    with pytest.raises(NotYours):
        await table.table.robots.put(game, CEM, "p2")
    await table.table.robots.put(game, ANN, "p2", "random")
    with pytest.raises(Refused, match="already"):
        await table.table.robots.put(game, ANN, "p2", "random")
    await table.act(game, ANN, "pass_auction")
    await robots.drain()
    made = [action.clicker for action in await table.table.actions(game) if action.seat == "p2" and action.verb]
    assert made == [-1]
    await table.table.seating.replace(game, ANN, "p2", BOB, "Bob")
    assert await robot_seats(table, game) == []
    await table.play(game, 12)
    assert await robots.look() == 0


async def test_a_move_is_taken_back_past_robots_without_asking_them(table: Club):
    game, robots = await practice(table, 2), quick(table)
    await robots.drain()
    now = await table.table.present(game)
    before = now.game.encode()
    move = next(one for one in ("pass_auction", "take") if one in now.game.verbs(now.game.decisions()[0].seat))
    done = await table.act(game, ANN, move)
    await robots.drain()
    now = await table.table.present(game)
    assert now.row.last > done.number
    assert await table.table.takeback.undo(game, ANN, now.epoch, done.number - 1) is not None
    assert (await table.table.present(game)).game.encode() == before


async def test_waiting_games_are_found_after_a_restart(tmp_path: Path):
    async with club(tmp_path / "x.db") as table:
        game = await practice(table, 2, seed=2)
        if not await table.table.robots.waiting():
            await table.act(game, ANN, "pass_auction")
        assert await table.table.robots.waiting()
    async with club(tmp_path / "x.db") as again:
        await quick(again).drain()
        assert not await again.table.robots.waiting()


@pytest.mark.soak
async def test_no_game_holds_up_the_others(table: Club):
    """A game of robots alone makes a few moves and then lets other games have a turn."""
    games = [await practice(table, 2, seed=seed) for seed in range(1, 8)]
    for game in games:
        ann = next(seat.seat for seat in (await table.table.present(game)).seats if not seat.robot)
        await table.table.robots.put(game, ANN, ann, "random")
    robots = quick(table)
    for _ in range(2 * len(games)):
        await robots.look()
        await asyncio.gather(*robots._busy.values())
    rows = [(await table.table.present(game)).row for game in games]
    played = [row.last for row in rows if row.status == RUNNING]
    assert len(played) > len(games) // 2, "dice end a game early now and then"
    assert min(played) > 5 * MOST_MOVES
    assert max(played) - min(played) <= 2 * MOST_MOVES


class Fool(InProcess):
    """Chooses impossible moves until it is asked for any move at all."""

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        return await super().think(game, seat, kind, seed) if kind == "neutral" else Act("nonsense")


async def test_a_robot_whose_move_is_refused_makes_another(table: Club, caplog: pytest.LogCaptureFixture):
    game = await practice(table, 2, "steady")
    with caplog.at_level(logging.WARNING):
        await Robots(table.table, Fool(), pause=0, salt="4").drain()
    assert any(action.clicker < 0 for action in await table.table.actions(game))
    assert "is refused" in caplog.text


class Mute(InProcess):
    """Never finds anything."""

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        return None


async def test_a_robot_without_a_move_pauses_instead_of_looping(table: Club):
    await practice(table, 2, seed=2)
    robots = Robots(table.table, Mute(), pause=0)
    if not await table.table.robots.waiting():
        await table.act(1, ANN, "pass_auction")
    await robots.look()
    await asyncio.gather(*robots._busy.values())
    assert await robots.look() == 1
    assert not robots._busy


async def test_an_unfinished_move_is_completed_when_robots_are_stopped(table: Club):
    game = await practice(table, 2, seed=2)
    if not await table.table.robots.waiting():
        await table.act(game, ANN, "pass_auction")
    before = (await table.table.present(game)).row.last
    robots = Robots(table.table, InProcess(), pause=0.05)
    task = asyncio.create_task(robots.run())
    while (await table.table.present(game)).row.last == before:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # Nothing is left that could make another move.
    assert not robots._busy and not robots._in_hand
    assert [one for one in asyncio.all_tasks() if one is not asyncio.current_task()] == []


async def test_a_robot_chooses_in_a_worker_process(table: Club):
    game = await table.game(ANN, BOB, CEM, DAN)
    now, thinker = await table.table.present(game), Apart()
    try:
        found = await thinker.think(now.game, "p1", "random", "seed")
        assert found == await InProcess().think(now.game, "p1", "random", "seed")
        assert thinker.workers._pool is not None
        for worker in thinker.workers._pool._processes:
            worker.kill()
            await asyncio.to_thread(worker.join)
        assert await thinker.think(now.game, "p1", "random", "seed") == choose(now.game, "p1", NEUTRAL, "seed")
        assert await thinker.think(now.game, "p1", "random", "seed") == found
    finally:
        thinker.close()


def test_every_kind_of_robot_has_a_name_and_a_function():
    assert all(say(kind, group="robots") for kind in KINDS)
    assert set(MINDS) == set(KINDS)


@pytest.mark.parametrize("steps", range(5))
async def test_robots_woken_while_being_stopped_stop(table: Club, steps: int):
    robots = Robots(table.table, InProcess(), pause=0)
    running = asyncio.create_task(robots.run())
    await until(lambda: robots._wake._waiters, "robots that wait")
    robots.wake()
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait((running,), timeout=HANG_GUARD)
    assert running.cancelled()
