"""Figures on loopback, and health."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from datetime import timedelta

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlmodel import update

from bot.discord.app.metrics import served
from bot.discord.app.run import CannotRun, serve
from bot.discord.app.vitals import Vitals
from bot.store.rows import FAILED, TurnRow
from bot.table.play import telling
from tests.discord.conftest import Hall


async def forever() -> None:
    """Run the sender once."""
    await asyncio.Event().wait()


async def test_metrics_and_health_are_served_on_loopback(
    club: Hall, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
):
    number = await club.game()
    await club.called(club.ann)
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    await club.bob.autocomplete("/order cancel", club.room, "order", "")
    await club.posted()
    async with club.table.db.write() as session:
        late = club.table.clock() - timedelta(minutes=5)
        await session.exec(update(TurnRow).values(due_at=late))
        waits = telling.row("channel:1", "move", "late", late, number, 0)
        waits.due_at = club.table.clock() + timedelta(minutes=1)
        session.add(waits)
        skipped = telling.row("channel:2", "move", "skipped", late, number, 0)
        skipped.state = FAILED
        session.add(skipped)
    monkeypatch.setattr(club.table.services, "waiting", lambda: 3)
    monkeypatch.setattr(club.bot.drawers, "waiting", lambda: {"people": 2})
    vitals = Vitals(club.bot, asyncio.create_task(forever()))
    async with served(club.bot, vitals, unused_tcp_port), aiohttp.ClientSession() as session:
        with socket.create_server(("127.0.0.2", unused_tcp_port)):
            pass  # Every other address of the machine is free: it listens on loopback's first alone.
        logging.getLogger("stationmaster.outbox").error("cannot be posted")
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/metrics") as answer:
            text = await answer.text()
        told = {one.name: one for one in text_string_to_metric_families(text)}
        value = {one.name: one.value for family in told.values() for one in family.samples if not one.labels}
        assert value["stationmaster_games_running"] == value["stationmaster_guilds"] == value["stationmaster_well"] == 1
        assert value["stationmaster_outbox_waiting"] == value["stationmaster_reminders_due"] == 1
        assert value["stationmaster_leads"] == value["stationmaster_outbox_set_aside"] == 1
        assert value["stationmaster_rules_queue"] == 3
        assert [one.value for one in told["stationmaster_drawing_queue"].samples] == [2]
        assert 299 < value["stationmaster_outbox_oldest_seconds"] < 400
        assert 299 < value["stationmaster_reminders_late_seconds"] < 400
        assert value["stationmaster_move_seconds_count"] == 1 and value["stationmaster_rules_seconds_count"] >= 1
        assert value["stationmaster_acknowledged_seconds_count"] == value["stationmaster_answered_seconds_count"] > 1
        asked = {one.labels["what"]: one.value for one in told["stationmaster_interactions"].samples}
        posted = {one.labels["kind"]: one.value for one in told["stationmaster_posts"].samples}
        assert {one.labels["where"]: one.value for one in told["stationmaster_errors"].samples} == {"outbox": 1}
        assert (asked["/game new"], asked["/bid"], posted["move"]) == (1, 1, 1)
        assert value["stationmaster_autocompletes_total"] == 1
        assert len(posted) > 1 and sum(posted.values()) == value["stationmaster_posted_seconds_count"]
        assert sum(asked.values()) == value["stationmaster_answered_seconds_count"]
        taken = [value[f"stationmaster_{name}_seconds_sum"] for name in ("acknowledged", "answered", "posted", "move")]
        assert 0 < taken[0] < taken[1] and min(taken[2:]) > 0
        assert value["process_resident_memory_bytes"] > 1_000_000 and not re.search(r"\bAnn\b", text)
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/health") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
        club.bot.watch.note("backup", "The disk is nearly full.")
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/health") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\nThe disk is nearly full.\n")
        await club.table.db.close()
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/health") as answer:
            assert answer.status == 503
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/metrics") as answer:
            assert answer.status == 200 and "stationmaster_well 0.0" in await answer.text()
        await club.table.db.open(alone=False)


async def test_a_port_in_use_is_reported_in_a_sentence(hall: Hall, unused_tcp_port: int):
    settings = hall.settings.model_copy(update={"metrics_port": unused_tcp_port})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", unused_tcp_port))
        taken.listen()
        with pytest.raises(CannotRun, match="set METRICS_PORT to another"):
            await serve(settings, asyncio.Event())
