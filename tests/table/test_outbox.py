"""Announcements: in order for each target, tried until they arrive, with the same nonce each time."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine
from sqlmodel import select

from bot.store import outbox
from bot.store.opening.migrate import configuration
from bot.store.rows import FAILED, MOVES, SENT, WAITING, OutboxRow, PostRow
from bot.table.past import exploring
from bot.table.play import telling
from bot.table.upkeep.sender import MOST_TRIES, Sender, TargetGone
from tests.table.club import ANN, BOB, NOON, Clock, Club, club, older
from tests.waiting import HANG_GUARD, until


class Wall:
    """Takes posts like Discord: one with a nonce it has seen is the same message."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, int]] = []
        self.messages: dict[str, int] = {}
        self.broken: dict[str, Exception] = {}
        self.abreast = self.most_abreast = 0

    async def post(self, row: OutboxRow) -> int:
        self.abreast += 1
        self.most_abreast = max(self.most_abreast, self.abreast)
        await asyncio.sleep(0)
        self.abreast -= 1
        if row.target in self.broken:
            raise self.broken[row.target]
        self.posts.append((row.target, row.id or 0))
        return self.messages.setdefault(row.nonce, 1000 + len(self.messages))


async def filled(table: Club, *targets: str) -> None:
    async with table.db.write() as session:
        for number, target in enumerate(targets):
            session.add(telling.row(target, "call", str(number), table.clock.now, 1, number, text=["x"]))


async def asleep(sender: Sender) -> None:
    """Until it has looked for posts and waits to be woken."""
    await until(lambda: sender._wake._waiters, "a sender that waits")


async def test_everything_is_posted_in_order_and_marked_with_its_message(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    wall = Wall()
    await Sender(table.db, wall, table.clock).drain()
    rows = await table.outbox()
    assert [number for _, number in wall.posts] == [row.id for row in rows]
    assert all(row.state == SENT and row.message_id == wall.messages[row.nonce] for row in rows)
    await Sender(table.db, wall, table.clock).drain()
    assert len(wall.posts) == len(rows)


async def test_a_failing_target_holds_up_only_its_own_posts(table: Club):
    await filled(table, "channel:1", "channel:2", "channel:1", "channel:2")
    wall = Wall()
    wall.broken["channel:1"] = ConnectionError()
    sender = Sender(table.db, wall, table.clock)
    await sender.drain()
    assert [target for target, _ in wall.posts] == ["channel:2", "channel:2"]
    first, _, third, _ = await table.outbox()
    assert (first.state, first.tries, first.error) == (WAITING, 1, "ConnectionError")
    assert (third.state, third.tries) == (WAITING, 0)
    wall.broken.clear()
    await sender.drain()
    assert len(wall.posts) == 2  # not before the pause is over
    table.clock.pass_by(seconds=2)
    await sender.drain()
    assert wall.posts[2:] == [("channel:1", first.id), ("channel:1", third.id)]


def test_pauses_grow_up_to_a_limit():
    assert [outbox.pause(tries).total_seconds() for tries in (1, 2, 3, 50)] == [2, 4, 8, 1800]


async def test_a_lost_targets_post_is_dropped_and_the_next_one_sent(table: Club):
    await filled(table, "channel:1", "channel:1")
    wall = Wall()
    wall.broken["channel:1"] = TargetGone("Unknown Channel")
    sender = Sender(table.db, wall, table.clock)
    await sender.drain()
    assert [(row.state, row.error) for row in await table.outbox()] == [(FAILED, "Unknown Channel")] * 2


async def test_a_retry_has_the_same_nonce(table: Club):
    """Killed between posting and marking: the row is still waiting, and Discord knows the nonce."""
    await filled(table, "channel:1")
    wall = Wall()
    (row,) = await table.outbox()
    message = await wall.post(row)
    await Sender(table.db, wall, table.clock).drain()
    assert len(wall.messages) == 1
    assert (await table.outbox())[0].message_id == message
    assert len(row.nonce) <= 25


async def test_nonces_are_unique(table: Club):
    games = [await table.game(ANN, BOB) for _ in range(3)]
    for game in games:
        await table.play(game, 10)
    rows = await table.outbox()
    assert len({row.nonce for row in rows}) == len(rows)


async def test_targets_are_served_in_parallel_but_each_one_post_at_a_time(table: Club):
    await filled(table, *[f"channel:{n % 4}" for n in range(24)])
    wall = Wall()
    await Sender(table.db, wall, table.clock, abreast=3).drain()
    assert len(wall.posts) == 24
    assert 1 < wall.most_abreast <= 3
    for target in range(4):
        mine = [number for where, number in wall.posts if where == f"channel:{target}"]
        assert mine == sorted(mine)


async def test_the_sender_wakes_for_what_is_new(table: Club):
    wall = Wall()
    sender = Sender(table.db, wall, table.clock)
    running = asyncio.create_task(sender.run())
    await asleep(sender)
    await filled(table, "channel:1")
    sender.wake()
    await until(lambda: wall.posts)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert len(wall.posts) == 1


async def test_the_sender_is_woken_by_announcements_alone(table: Club):
    woken = list[str]()
    table.db.on_commit = lambda: woken.append(what)
    what = "a game without seats"
    game = await table.table.seating.create(1, 100, ANN, "1870", {}, places=3)
    what = "nothing but a setting"
    await table.table.preferences.set_person(ANN, interval=60)
    assert woken == []
    what = "a new row"
    await filled(table, "channel:1")
    what = "a row that goes elsewhere"
    async with table.db.write() as session:
        (row,) = await session.exec(select(OutboxRow))
        row.target = "channel:2"
    what = "a row that made way"
    async with table.db.write() as session:
        await exploring._delete(session, await table.table.services.row(session, game))
    assert woken == ["a new row", "a row that goes elsewhere", "a row that made way"]


async def test_a_post_unfinished_at_a_stop_is_completed_and_not_repeated(table: Club):
    await filled(table, "channel:1")
    wall = Wall()
    begun, go_on = asyncio.Event(), asyncio.Event()
    post = wall.post

    async def slow(row: OutboxRow) -> int:
        begun.set()
        await go_on.wait()
        return await post(row)

    wall.post = slow  # type: ignore[method-assign]
    running = asyncio.create_task(Sender(table.db, wall, table.clock).run())
    await begun.wait()
    running.cancel()
    go_on.set()
    await asyncio.gather(running, return_exceptions=True)
    assert [row.state for row in await table.outbox()] == [SENT]
    await Sender(table.db, wall, table.clock).drain()
    assert len(wall.posts) == 1


async def test_a_post_that_hangs_does_not_silence_its_channel(table: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.table.upkeep.sender.LONGEST", 0.05)
    await filled(table, "channel:1")

    class Deaf:
        async def post(self, row: OutboxRow) -> int:
            await asyncio.Event().wait()
            return 0

    await Sender(table.db, Deaf(), table.clock).drain()
    (row,) = await table.outbox()
    assert (row.state, row.tries, row.error) == (WAITING, 1, "TimeoutError")


async def test_only_old_posted_announcements_are_deleted(table: Club):
    await filled(table, "channel:1", "channel:2")
    wall = Wall()
    wall.broken["channel:2"] = ConnectionError()
    await Sender(table.db, wall, table.clock).drain()
    async with table.db.write() as session:
        assert await outbox.prune(session, table.clock.now - timedelta(days=30)) == 0
    table.clock.pass_by(days=31)
    async with table.db.write() as session:
        assert await outbox.prune(session, table.clock.now - timedelta(days=30)) == 1
    assert [row.state for row in await table.outbox()] == [WAITING]


async def test_old_announcements_are_deleted_in_portions_oldest_first(table: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outbox, "PORTION", 2)
    await filled(table, "channel:1", "channel:1", "channel:1", "channel:1", "channel:1")
    await Sender(table.db, Wall(), table.clock).drain()
    numbers = [row.id for row in await table.outbox()]
    table.clock.pass_by(days=31)
    left = list[int]()
    for _ in range(3):
        async with table.db.write() as session:
            await outbox.prune(session, table.clock.now - timedelta(days=30))
        left.append(len(await table.outbox()))
        assert [row.id for row in await table.outbox()] == numbers[-left[-1] :][: left[-1]]
    assert left == [3, 1, 0]


@pytest.mark.parametrize("steps", range(5))
async def test_a_sender_woken_while_being_stopped_stops(table: Club, steps: int):
    sender = Sender(table.db, Wall(), table.clock)
    running = asyncio.create_task(sender.run())
    await asleep(sender)
    sender.wake()
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait((running,), timeout=HANG_GUARD)
    assert running.cancelled()


BAD = {
    "payload": "half a senten",
    "due_at": "yesterday, perhaps",
    "created_at": "12",
}
"""What cannot be read, by its column."""


@pytest.mark.parametrize("column", BAD)
async def test_a_row_that_cannot_be_read_is_set_aside_and_everything_else_is_posted(table: Club, column: str):
    await filled(table, "channel:1", "channel:1", "channel:2")
    first, *others = await table.outbox()
    with closing(sqlite3.connect(table.db.path)) as opened, opened:
        opened.execute(f"UPDATE outbox SET {column} = ? WHERE id = ?", (BAD[column], first.id))
    told, wall = list[tuple[int, int | None, str]](), Wall()

    async def tell(row: int, game: int | None, kind: str) -> None:
        told.append((row, game, kind))

    sender = Sender(table.db, wall, table.clock, set_aside=tell)
    running = asyncio.create_task(sender.run())
    await until(lambda: len(wall.posts) == len(others), "the other announcements")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert told == [(first.id, 1, "call")]
    with closing(sqlite3.connect(table.db.path)) as opened:
        assert opened.execute("SELECT state, error FROM outbox WHERE id = ?", (first.id,)).fetchone() == (
            FAILED,
            "unreadable",
        )


@pytest.mark.parametrize("payload", ["[]", "null", "7"])
async def test_an_empty_row_is_set_aside_too(table: Club, payload: str):
    await filled(table, "channel:1", "channel:1")
    first, second = await table.outbox()
    with closing(sqlite3.connect(table.db.path)) as opened, opened:
        opened.execute("UPDATE outbox SET payload = ? WHERE id = ?", (payload, first.id))
    wall = Wall()
    await Sender(table.db, wall, table.clock).drain()
    assert wall.posts == [("channel:1", second.id)]


async def test_a_row_that_can_never_be_built_eventually_lets_the_next_pass(table: Club):
    await filled(table, "channel:1", "channel:1")
    first, second = await table.outbox()
    wall = Wall()
    post = wall.post

    async def picky(row: OutboxRow) -> int:
        if row.id == first.id:
            raise KeyError("text")
        return await post(row)

    wall.post = picky  # type: ignore[method-assign]
    sender = Sender(table.db, wall, table.clock)
    for _ in range(MOST_TRIES):
        assert wall.posts == []
        await sender.drain()
        table.clock.pass_by(hours=1)
    await sender.drain()
    assert wall.posts == [("channel:1", second.id)]


async def test_a_game_with_a_lost_announcement_pings_again(table: Club):
    game = await table.game()
    await table.table.seating.call_anew(game)
    [call] = await table.outbox(game, "call")
    assert call.payload["ping"] == [ANN] and "skipped" in call.payload["text"][0]


async def test_after_an_upgrade_older_messages_with_buttons_are_known(tmp_path: Path):
    path = tmp_path / "club.db"
    async with club(path) as before:
        running, over = await before.game(), await before.game()
        for game in (running, over):
            await before.act(game, ANN, "take")
        await before.table.seating.stop(over, ANN)
        async with before.db.write() as session:
            for row in await session.exec(select(OutboxRow)):
                row.state, row.message_id = SENT, 1000 + (row.id or 0)
    older(path, "0022")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "head")
    engine.dispose()
    async with club(path, Clock(NOON)) as after:
        told = {(row.game_id, row.kind): row.message_id for row in await after.outbox()}
        async with after.db.read() as session:
            posts = {
                one.message_id: (one.game_id, one.buttons, one.stale) for one in await session.exec(select(PostRow))
            }
    for game in (running, over):
        assert {number for number, post in posts.items() if post == (game, MOVES, True)} == {
            told[game, "start"],
            told[game, "move"],
        }
    assert told[over, "stop"] not in posts, "what a game ended with keeps its buttons"
