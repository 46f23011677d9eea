"""Figures on loopback, and health."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest

from bot.discord.metrics import served
from bot.discord.run import CannotRun, serve
from bot.discord.vitals import Vitals
from tests.discord.conftest import Hall


async def forever() -> None:
    """As the sender works."""
    await asyncio.Event().wait()


async def test_figures_and_health_are_there_for_those_on_this_machine(club: Hall, unused_tcp_port: int):
    await club.game()
    await club.ann.pinged()
    vitals = Vitals(club.bot, asyncio.create_task(forever()))
    async with served(club.bot, vitals, unused_tcp_port), aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/metrics") as answer:
            text = await answer.text()
        assert "stationmaster_games_running 1" in text
        assert 'stationmaster_interactions_total{what="/game new"} 1' in text
        assert "stationmaster_acknowledged_seconds" in text and "Ann" not in text
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/health") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
        await club.table.db.close()
        async with session.get(f"http://127.0.0.1:{unused_tcp_port}/health") as answer:
            assert answer.status == 503
        await club.table.db.open(alone=False)


async def test_a_taken_port_is_a_sentence(hall: Hall, unused_tcp_port: int):
    settings = hall.settings.model_copy(update={"metrics_port": unused_tcp_port})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", unused_tcp_port))
        taken.listen()
        with pytest.raises(CannotRun, match="set METRICS_PORT to another"):
            await serve(settings, asyncio.Event())
