"""Each metric tells its own value: all of them differ here, so that none can stand for another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlmodel import col, delete, update

from bot.discord.app.metrics import exposition, healthy
from bot.discord.kit.figures import Figures
from bot.host.watch import Watch
from bot.store import StoreTrouble
from bot.store.rows import FAILED, SENT, WAITING, GameRow, OutboxRow, TurnRow
from bot.table.play import telling
from tests.table.club import ANN, Club, club


@dataclass
class Told:
    """What Prometheus reads of a bot that is as a test says."""

    club: Club
    bot: Any
    is_connected: bool = True
    ails: str = ""

    def connected(self) -> bool:
        return self.is_connected

    async def ailment(self) -> str:
        return self.ails

    async def values(self) -> dict[str, float]:
        """All values, with their labels in the name."""
        text = await exposition(self.bot, self)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        return {
            "/".join([one.name.removeprefix("stationmaster_"), *one.labels.values()]): one.value
            for family in text_string_to_metric_families(text)
            for one in family.samples
        }


@pytest.fixture
async def told(tmp_path: Path):
    """A bot on seven servers, with a table."""
    async with club(tmp_path / "table.db") as table:
        drawers = SimpleNamespace(waiting=lambda: {"announcements": 21, "looking": 22})
        parts = {"figures": Figures(), "table": table.table, "guilds": range(7), "drawers": drawers, "watch": Watch()}
        yield Told(table, SimpleNamespace(**parts))


async def filled(table: Club) -> None:
    """Three games in progress, one over, one being set up, one private copy; and what waits in them."""
    games = [await table.game() for _ in range(5)]
    await table.table.seating.create(1, 2, ANN, "1870", {"runs": "free"}, places=3, seed=1)
    now = table.clock()
    async with table.db.write() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == games[3]).values(status="finished"))
        await session.exec(update(GameRow).where(col(GameRow.id) == games[4]).values(copy_of=games[0]))
        await session.exec(delete(OutboxRow))
        await session.exec(delete(TurnRow))
        for state, number, age in ((WAITING, 5, 500), (FAILED, 6, 900), (SENT, 8, 700)):
            for one in range(number):
                row = telling.row(f"channel:{one}", "move", f"{state} {one}", now, games[0], one)
                row.state, row.created_at = state, now - timedelta(seconds=age - one)
                session.add(row)
        for one in range(10):
            # Due since 40, 30, 20, 10 s, now; and not yet.
            turn = {"decision": 1, "rule": "turn", "since": now - timedelta(hours=1)}
            session.add(
                TurnRow(game_id=games[0], seat=f"p{one}", due_at=now + timedelta(seconds=10 * one - 40), **turn)
            )
        session.add(TurnRow(game_id=games[1], seat="p1", due_at=None, decision=1, rule="turn", since=now))


async def test_each_gauge_tells_its_own_value(told: Told, monkeypatch: pytest.MonkeyPatch):
    await filled(told.club)
    monkeypatch.setattr(told.club.table.services, "waiting", lambda: 23)
    values = await told.values()
    expected = {
        "well": 1,
        "leads": 1,
        "guilds": 7,
        "games_running": 3,
        "outbox_waiting": 5,
        "outbox_set_aside": 6,
        "outbox_oldest_seconds": 500,
        "reminders_due": 5,
        "reminders_late_seconds": 40,
        "rules_queue": 23,
        "drawing_queue/announcements": 21,
        "drawing_queue/looking": 22,
    }
    assert {name: values[name] for name in expected} == expected


async def test_with_nothing_waiting_nothing_is_late(told: Told):
    await filled(told.club)
    assert (await told.values())["outbox_oldest_seconds"] == 500
    async with told.club.db.write() as session:
        await session.exec(update(OutboxRow).values(state=SENT))
        await session.exec(update(TurnRow).values(due_at=told.club.clock() + timedelta(seconds=1)))
    values = await told.values()
    names = ("outbox_waiting", "outbox_set_aside", "outbox_oldest_seconds", "reminders_due", "reminders_late_seconds")
    assert [values[name] for name in names] == [0] * 5


async def test_a_bot_is_well_only_if_it_is_connected_and_nothing_ails_it(told: Told):
    told.is_connected = False
    assert (await told.values())["well"] == 0
    told.is_connected, told.ails = True, "It has stopped posting."
    assert (await told.values())["well"] == 0
    told.ails = ""
    assert (await told.values())["well"] == 1


@pytest.mark.parametrize(("connected", "ails", "status"), [(True, "", 200), (False, "", 503), (True, "It ails.", 503)])
async def test_health_answers_with_the_status_that_monitors_read(told: Told, connected: bool, ails: str, status: int):
    told.bot.watch.note("backup", "The disk is nearly full.")
    told.is_connected, told.ails = connected, ails
    vitals: Any = SimpleNamespace(bot=told.bot, connected=told.connected, ailment=told.ailment)
    answer = await healthy(vitals)
    assert answer.status == status and answer.text is not None
    assert ("The disk is nearly full." in answer.text) is (status == 200)


async def test_a_process_that_does_not_lead_says_so(told: Told):
    db: Any = SimpleNamespace(leads=False, read=told.club.db.read)
    told.bot.table = SimpleNamespace(db=db, clock=told.club.clock, services=told.club.table.services)
    assert (await told.values())["leads"] == 0


async def test_without_an_answer_of_the_database_the_other_metrics_are_still_told(told: Told):
    await filled(told.club)
    assert (await told.values())["games_running"] == 3
    told.bot.guilds = range(9)
    await told.club.db.close()
    told.ails = str(StoreTrouble("The database cannot be reached."))
    values = await told.values()
    assert (values["guilds"], values["games_running"], values["well"]) == (9, 3, 0)
    await told.club.db.open()


def test_timings_are_told_apart():
    figures = Figures()
    for what, seconds in (("move", 1.0), ("rules", 2.0), ("rules", 4.0)):
        figures.measured(what, seconds)
    text = figures.exposition()
    for line in ("move_seconds_count 1.0", "move_seconds_sum 1.0", "rules_seconds_count 2.0", "rules_seconds_sum 6.0"):
        assert f"stationmaster_{line}\n" in text
    # A second is the edge of a bucket, for the alert.
    assert 'stationmaster_move_seconds_bucket{le="1.0"} 1.0' in text
    assert 'stationmaster_move_seconds_bucket{le="0.5"} 0.0' in text
