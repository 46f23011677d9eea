"""What goes wrong on purpose, and what an unmodified discord.py makes of it."""

from __future__ import annotations

from datetime import timedelta

import aiohttp
import discord
import pytest

from sandbox import Clock, Sandbox
from sandbox.world.records import Record, Records
from tests.sandbox.bots import TinyBot, at_work
from tests.sandbox.conftest import Club

SEND = "POST /channels/{channel_id}/messages"
SEND_PATTERN = r"POST /channels/\{channel_id\}/messages"


async def test_the_bot_waits_for_a_rate_limit_and_nothing_is_posted_twice(club: Club, tiny: TinyBot):
    club.sandbox.faults.rate_limit(SEND_PATTERN, after=0.02, times=2)
    await tiny.get_channel(club.room.id).send("once")
    assert [one.status for one in club.sandbox.records.of(SEND)] == [429, 429, 200]
    assert [one.text for one in club.room.public] == ["once"]


async def test_the_limit_over_all_routes(club: Club, tiny: TinyBot):
    club.sandbox.faults.rate_limit(SEND_PATTERN, after=0.02, everywhere=True)
    await tiny.get_channel(club.room.id).send("once")
    assert club.sandbox.records.of(SEND)[0].status == 429


async def test_a_real_limit_is_in_the_headers_and_obeyed():
    # Here time passes: discord.py waits as long as the headers say, and comes late rather than early.
    async with Sandbox.running(clock=Clock()) as sandbox:
        guild = sandbox.guild()
        room = sandbox.channel(guild, "games")
        sandbox.buckets.limits[SEND] = (2, 0.2)
        async with at_work(sandbox) as bot:
            await sandbox.ready()
            for number in range(5):
                await bot.get_channel(room.id).send(str(number))
        assert [one.text for one in room.public] == list("01234")
        assert {one.status for one in sandbox.records.of(SEND)} == {200}


async def test_requests_over_a_real_limit_are_refused_until_it_resets(club: Club):
    club.sandbox.buckets.limits[SEND] = (2, 5.0)
    url = f"{club.sandbox.api_address}/channels/{club.room.id}/messages"
    head = {"Authorization": f"Bot {club.sandbox.token}"}
    async with aiohttp.ClientSession(headers=head) as http:

        async def sent() -> tuple[int, str]:
            async with http.post(url, json={"content": "x"}) as got:
                return got.status, got.headers["X-RateLimit-Reset-After"]

        assert await sent() == (200, "5.000")
        club.sandbox.world.clock.skip(seconds=1)
        assert [await sent() for _ in range(2)] == [(200, "4.000"), (429, "4.000")]
        club.sandbox.world.clock.skip(seconds=3.9)
        assert (await sent())[0] == 429
        club.sandbox.world.clock.skip(seconds=0.1)
        assert await sent() == (200, "1.000")
        assert (await sent())[0] == 429
    assert len(club.room.public) == 3


async def test_the_same_nonce_returns_the_first_message(club: Club, tiny: TinyBot):
    club.sandbox.faults.cut_after(SEND_PATTERN)
    room = tiny.get_channel(club.room.id)
    with pytest.raises((OSError, aiohttp.ClientError)):
        await room.send("once", nonce="game-1-7")
    again = await room.send("once", nonce="game-1-7")
    assert [one.id for one in club.room.public] == [again.id]
    club.sandbox.world.clock.skip(minutes=6)
    await room.send("once", nonce="game-1-7")
    assert len(club.room.public) == 2


async def test_a_nonce_belongs_to_its_author_in_every_channel(club: Club, tiny: TinyBot):
    other = club.sandbox.channel(club.guild, "other")
    first = await tiny.get_channel(club.room.id).send("once", nonce="game-1-7")
    again = await (await tiny.fetch_channel(other.id)).send("once", nonce="game-1-7")
    assert (again.id, other.public) == (first.id, [])


@pytest.mark.usefixtures("hurried")
async def test_a_server_error_after_the_work(club: Club, tiny: TinyBot):
    club.sandbox.faults.broken_after(SEND_PATTERN)
    await tiny.get_channel(club.room.id).send("once")
    assert [one.text for one in club.room.public] == ["once"]
    assert len(club.sandbox.records.of(SEND)) == 2


async def test_a_server_error_that_stays(club: Club, tiny: TinyBot):
    club.sandbox.faults.broken(SEND_PATTERN, status=503)
    with pytest.raises(discord.DiscordServerError):
        await tiny.get_channel(club.room.id).send("once")
    assert club.room.public == []


async def test_a_slow_answer_arrives(club: Club, tiny: TinyBot):
    began = club.sandbox.world.clock.now()
    club.sandbox.faults.slow(SEND_PATTERN, seconds=20)
    await tiny.get_channel(club.room.id).send("once")
    assert club.sandbox.world.clock.now() - began == timedelta(seconds=20)
    assert [one.text for one in club.room.public] == ["once"]


async def test_an_answer_held_up_by_the_network_is_too_late(club: Club, tiny: TinyBot):
    club.sandbox.faults.slow(r"POST /interactions/.*", seconds=2.9)
    assert (await club.ann.slash("/echo", club.room, text="in time")).text == "in time"
    club.sandbox.faults.slow(r"POST /interactions/.*", seconds=3)
    answer = await club.ann.slash("/echo", club.room, text="late")
    assert answer.failure
    await club.sandbox.until(lambda: club.sandbox.records[-1].status == 404)


async def test_requests_without_a_token_are_refused(club: Club):
    async with aiohttp.ClientSession() as http:
        for head in ({}, {"Authorization": "Bot wrong"}):
            async with http.get(f"{club.sandbox.api_address}/users/@me", headers=head) as got:
                assert got.status == 401


async def test_bad_bodies_are_refused_as_discord_does(club: Club):
    head = {"Authorization": f"Bot {club.sandbox.token}", "Content-Type": "application/json"}
    url = f"{club.sandbox.api_address}/channels/{club.room.id}/messages"
    async with aiohttp.ClientSession(headers=head) as http:
        for data, code in (("{", 50109), ("[]", 50109), ("{}", 50006), ('{"content": 5}', 50035)):
            async with http.post(url, data=data) as got:
                assert (got.status, (await got.json())["code"]) == (400, code)
    assert club.room.public == []


async def test_unknown_paths_are_recorded(club: Club):
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{club.sandbox.api_address}/nothing") as got,
    ):
        assert got.status == 404
    assert [one.path for one in club.sandbox.records.unknown] == ["/api/v10/nothing"]
    club.sandbox.records.clear()


def test_a_long_running_sandbox_remembers_only_the_latest_requests():
    records = Records()
    records.most = 2
    for number in range(4):
        records.append(Record("GET", f"/{number}", "", {}, None))
    assert [one.path for one in records] == ["/2", "/3"]
