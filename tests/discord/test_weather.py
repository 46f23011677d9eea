"""Bad weather: Discord fails at the start or goes away later; the bot keeps trying and says how it is."""

from __future__ import annotations

import asyncio
import itertools

import pytest

import bot.discord.app.registering
import bot.discord.app.run
from bot.discord.app.vitals import Vitals
from bot.discord.kit.retries import pauses
from tests.discord.conftest import Hall

COMMANDS = "/applications/{application_id}/commands"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch):
    """Try again at once."""
    for module in (bot.discord.app.run, bot.discord.app.registering):
        monkeypatch.setattr(module, "pauses", lambda: itertools.repeat(0.0))


def sent(hall: Hall, method: str) -> int:
    """How often the list of commands was asked for or sent."""
    return sum(one.method == method and one.template == COMMANDS for one in hall.sandbox.records)


def test_pauses_grow_to_at_most_five_minutes():
    assert list(itertools.islice(pauses(), 10)) == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


@pytest.mark.parametrize(
    "trouble",
    [
        lambda faults: faults.broken("GET /users/@me", status=503, times=3),
        lambda faults: faults.broken(r"GET /applications/@me|GET /oauth2/applications/@me", status=503),
        lambda faults: faults.broken("GET /gateway/bot", status=503),
        lambda faults: faults.cut("GET /users/@me", times=2),
    ],
    ids=["login", "application", "gateway", "no network"],
)
async def test_a_bot_started_during_an_outage_connects_when_it_ends(hall: Hall, trouble):
    trouble(hall.sandbox.faults)
    async with hall.open():
        assert hall.sandbox.faults.met
        answer = await hall.ann.slash("/game list", hall.room)
        assert answer.text


@pytest.fixture
def first_start(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot has registered any commands yet, and each compares its own with what is there."""
    monkeypatch.setattr("bot.discord.app.client.register", bot.discord.app.registering.register)
    hall.sandbox.commands.at(None).clear()


@pytest.mark.usefixtures("first_start")
async def test_commands_that_could_not_be_registered_at_the_start_are_registered_later(hall: Hall):
    hall.sandbox.faults.broken(f"GET {COMMANDS}".replace("{", r"\{").replace("}", r"\}"), status=503, times=2)
    async with hall.open():
        await hall.sandbox.until(lambda: sent(hall, "PUT") == 1)
        answer = await hall.ann.slash("/game list", hall.room)
        assert answer.text
    assert sent(hall, "GET") == 3


@pytest.mark.usefixtures("first_start")
async def test_commands_are_sent_only_when_they_have_changed(hall: Hall):
    async with hall.open():
        assert sent(hall, "PUT") == 1
    async with hall.open():
        assert sent(hall, "PUT") == 1
    known = next(iter(hall.sandbox.commands.at(None).values()))
    known["description"] = "What an older version of the bot said."
    async with hall.open():
        assert sent(hall, "PUT") == 2
    assert next(iter(hall.sandbox.commands.at(None).values()))["description"] != known["description"]


@pytest.mark.usefixtures("hurried")
async def test_a_bot_without_a_gateway_is_unhealthy(club: Hall):
    sender = asyncio.create_task(asyncio.Event().wait())
    vitals = Vitals(club.bot, sender)  # type: ignore[arg-type]
    assert vitals.connected()
    gateway = club.sandbox.gateway
    gateway.down = True
    await gateway.drop()
    while vitals.connected():
        await asyncio.sleep(0.01)
    assert club.bot.is_ready(), "which is why that alone is not asked"
    gateway.down = False
    while not vitals.connected():
        await asyncio.sleep(0.01)
    assert await vitals.ailment() == ""
    sender.cancel()
    await asyncio.wait((sender,))
    assert "stopped posting" in await vitals.ailment()
