"""What became of an announcement between finding it and having its channel to oneself decides what is posted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import col, select, update

from bot.store import Share, outbox
from bot.store.processes.shared import CHANNEL
from bot.store.rows import WAITING, OutboxRow
from bot.table.play import telling
from bot.table.upkeep.sender import Sender
from tests.table.club import CHANNEL as ROOM
from tests.table.club import GUILD, Club
from tests.table.processes import together
from tests.table.test_outbox import Wall
from tests.waiting import HANG_GUARD

pytestmark = pytest.mark.soak

TARGET = "channel:1"


class Loud(Wall):
    """Also remembers what was said, and in answer to which message."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[Any, int | None]] = []

    async def post(self, row: OutboxRow) -> int:
        self.said.append((row.payload["text"], row.message_id))
        return await super().post(row)


async def stored(one: Club, *texts: str) -> list[OutboxRow]:
    """Announcements for one channel, as a sender finds them."""
    rows = [telling.row(TARGET, "reminder", text, one.clock(), None, 0, text=[text]) for text in texts]
    async with one.db.write() as session:
        session.add_all(rows)
    async with one.db.read() as session:
        return sorted(await session.exec(_waiting()), key=lambda row: row.id or 0)


def _waiting() -> Any:
    return select(OutboxRow).where(OutboxRow.state == WAITING)


async def posted(session: Any, row: OutboxRow, now: datetime) -> None:
    await outbox.sent(session, row, 5, now)


async def tried(session: Any, row: OutboxRow, now: datetime) -> None:
    await outbox.failed(session, row.id or 0, "Discord is down", now, for_good=False)


async def added(session: Any, row: OutboxRow, now: datetime) -> None:
    await outbox.joins(session, row.id or 0, 77)


async def changed(session: Any, row: OutboxRow, now: datetime) -> None:
    """Somebody may have asked to be forgotten meanwhile."""
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == row.id).values(payload={"text": ["forgotten"]}))


@pytest.mark.parametrize(
    ("meanwhile", "at_once", "in_the_end"),
    [
        (posted, [("second", None)], ["second"]),
        (tried, [], ["first", "second"]),
        (added, [("first", 77)], ["first", "second"]),
        (changed, [("forgotten", None)], ["forgotten", "second"]),
    ],
)
async def test_what_another_process_did_with_it_meanwhile_counts(
    address: str, meanwhile: Callable[..., Awaitable[None]], at_once: list[Any], in_the_end: list[str]
):
    async with together(address) as (one, two):
        found, wall = await stored(one, "first", "second"), Loud()
        async with two.db.write() as session:
            await meanwhile(session, found[0], two.clock())
        sender = Sender(one.db, wall, one.clock)
        await sender._try_alone(TARGET)
        assert [(text, message) for [text], message in wall.said] == at_once, "in its place, and with its pause"
        one.clock.pass_by(seconds=outbox.pause(1).total_seconds())
        for _ in range(3):
            await sender._try_alone(TARGET)
        assert [text for [text], _ in wall.said] == in_the_end


async def test_a_channel_that_another_process_posts_to_is_left_alone_for_a_moment(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.upkeep.sender.LOOK", HANG_GUARD)
    async with together(address) as (one, two):
        _, wall = await stored(one, "first"), Loud()
        assert await two.db.hold(CHANNEL, TARGET)
        sender = Sender(one.db, wall, one.clock)
        await sender._try_alone(TARGET)
        assert wall.said == [] and sender._taken() == {TARGET}
        await two.db.let_go(CHANNEL, TARGET)
        sender._elsewhere.clear()
        await sender._try_alone(TARGET)
        assert wall.said == [(["first"], None)]
        assert await two.db.hold(CHANNEL, TARGET), "it has let go of the channel"


async def test_announcements_are_left_for_a_moment_to_the_process_that_has_the_server(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.outbox.LEFT", timedelta(seconds=3))
    async with together(address) as (one, two):
        home = Share(0, 0, 2).has(GUILD)
        games = [await one.game(), await one.game()]
        async with one.db.write() as session:
            await session.exec(update(OutboxRow).values(state="sent"))
            rows = [
                telling.row(f"channel:{ROOM + number}", "reminder", str(game), one.clock(), game, 0, text=[])
                for number, game in enumerate([*games, None])
            ]
            session.add_all(rows)

        async def due(share: Share) -> list[int | None]:
            asked = outbox.share_of_targets(two.clock(), set(), 20, share)
            found = [target for (target,) in await two.db.fetch(outbox.TARGETS, *asked)]
            return [row.game_id for target in found for row in rows if row.target == target]

        has, has_not = (Share(0, 0, 2), Share(1, 1, 2)) if home else (Share(1, 1, 2), Share(0, 0, 2))
        assert await due(has) == games and await due(has_not) == []
        two.clock.pass_by(seconds=2.9)
        assert await due(has_not) == []
        two.clock.pass_by(seconds=0.1)
        assert await due(has) == await due(has_not) == [*games, None]


async def test_a_row_set_aside_is_reported_once_with_its_game_and_lets_the_next_pass(address: str):
    async with together(address) as (one, two):
        found, told = await stored(one, "first", "second"), list[tuple[int, int | None, str]]()

        async def tell(row: int, game: int | None, kind: str) -> None:
            told.append((row, game, kind))

        async with one.db.write() as session:
            await session.exec(update(OutboxRow).where(col(OutboxRow.id) == found[0].id).values(payload=[]))
        wall = Loud()
        for each in (one, two):
            sender = Sender(each.db, wall, each.clock, set_aside=tell)
            await sender._try_alone(TARGET)
            await sender.drain()
        assert told == [(found[0].id, None, "reminder")] and wall.said == [(["second"], None)]


async def test_a_row_that_cannot_be_decoded_is_set_aside_and_lets_the_next_pass(address: str):
    async with together(address) as (one, _):
        found, told, wall = await stored(one, "first", "second"), list[int](), Loud()

        async def tell(row: int, game: int | None, kind: str) -> None:
            told.append(row)

        damaged = text("UPDATE outbox SET payload = CAST(:payload AS json) WHERE id = :row")
        async with one.db.write() as session:
            await session.exec(damaged, params={"payload": f'{{"text": {"9" * 5000}}}', "row": found[0].id})
        await Sender(one.db, wall, one.clock, set_aside=tell).drain()
        assert told == [found[0].id] and wall.said == [(["second"], None)]


async def test_nothing_is_read_for_a_lock_that_was_lost(address: str):
    async with together(address) as (one, _):
        await stored(one, "first")
        assert await one.db.fetch(outbox.FIRST, TARGET)
        assert await one.db.fetch(outbox.FIRST, TARGET, holding=(CHANNEL, TARGET)) == []
        assert await one.db.hold(CHANNEL, TARGET)
        assert await one.db.fetch(outbox.FIRST, TARGET, holding=(CHANNEL, TARGET))


async def test_the_outbox_is_not_read_through_when_nearly_everything_is_sent(address: str):
    """The server plans a query anew at first, and for all parameters from the sixth time on."""
    async with together(address) as (one, _):
        many = "SELECT 'channel:' || n % 300, 0, 'move', '{}', 'n' || n, 'sent', now(), now(), 0, '' "
        columns = "target, number, kind, payload, nonce, state, created_at, due_at, tries, error"
        async with one.db.write() as session:
            await session.exec(text(f"INSERT INTO outbox ({columns}) {many} FROM generate_series(1, 20000) AS n"))
            await session.exec(text("ANALYZE outbox"))
        asked: list[tuple[str, str]] = [
            (outbox.WAITS, "'now'"),
            (outbox.FIRST, "'channel:7'"),
            (outbox.TARGETS, "'now', ARRAY['channel:7'], 'now', 2, 0, 0, 8"),
        ]
        for number, (query, given) in enumerate(asked):
            async with one.db.write() as session:
                raw: Any = (await (await session.connection()).get_raw_connection()).driver_connection
                await raw.execute(f"SET LOCAL plan_cache_mode = force_generic_plan; PREPARE q{number} AS {query}")
                plan = "\n".join(row[0] for row in await raw.fetch(f"EXPLAIN EXECUTE q{number}({given})"))
                assert "Seq Scan on outbox" not in plan and "pk_outbox" not in plan.split("outbox_1")[0], plan
