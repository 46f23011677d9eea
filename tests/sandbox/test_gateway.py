"""Sessions: how they begin, end, resume, and what is not lost on the way."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.happening.gateway import ACK
from sandbox.pointing import pointed
from tests.sandbox.bots import TinyBot, at_work
from tests.sandbox.conftest import Club
from tests.waiting import HANG_GUARD


async def test_a_wrong_token_is_refused(club: Club):
    bot = TinyBot()
    with pytest.raises(discord.LoginFailure):
        club.sandbox.gateway.token, right = "another", club.sandbox.token
        try:
            with pointed(club.sandbox.address):
                await bot.start(right)
        finally:
            await bot.close()


async def test_a_dropped_connection_resumes_and_nothing_is_lost(club: Club, tiny: TinyBot):
    await club.sandbox.gateway.drop()
    answer = await club.ann.slash("/echo", club.room, text="are you there?", wait="sent")
    await answer.settled()
    assert answer.text == "are you there?"
    assert club.sandbox.gateway.resumes == 1
    assert len(club.sandbox.gateway.identifies) == 1


async def test_a_client_asked_to_reconnect_resumes(club: Club, tiny: TinyBot):
    await club.sandbox.gateway.ask_reconnect()
    await club.sandbox.until(lambda: club.sandbox.gateway.resumes == 1 and club.sandbox.gateway.connected)
    assert (await club.ann.slash("/echo", club.room, text="again")).text == "again"


@pytest.mark.usefixtures("hurried")
async def test_a_refused_resume_begins_a_new_session(club: Club, tiny: TinyBot, monkeypatch: pytest.MonkeyPatch):
    club.sandbox.gateway.refused_resumes = 1
    await club.sandbox.gateway.drop()
    await club.sandbox.until(lambda: len(club.sandbox.gateway.identifies) == 2 and club.sandbox.gateway.connected)
    assert (await club.ann.slash("/echo", club.room, text="new")).text == "new"
    assert club.sandbox.gateway.resumes == 0


@pytest.mark.usefixtures("hurried")
async def test_an_invalidated_session_is_replaced_by_a_new_one(club: Club, tiny: TinyBot):
    await club.sandbox.gateway.invalidate()
    await club.sandbox.until(lambda: len(club.sandbox.gateway.identifies) == 2 and club.sandbox.gateway.connected)
    assert (await club.ann.slash("/echo", club.room, text="anew")).text == "anew"


@pytest.mark.usefixtures("hurried")
async def test_shards_get_their_own_servers():
    async with Sandbox.running() as sandbox:
        sandbox.shards = 2
        rooms = []
        while len({(one.guild.id >> 22) % 2 for one in rooms}) < 2:
            guild = sandbox.guild(f"Club {len(rooms)}")
            rooms.append(sandbox.channel(guild, "games"))
            sandbox.world.clock.skip(milliseconds=1)
        ann = sandbox.person("Ann", *(one.guild for one in rooms))
        async with at_work(sandbox) as bot:
            await sandbox.until(lambda: len(sandbox.gateway.connected) == 2)
            for room in rooms:
                assert (await ann.slash("/echo", room, text=room.guild.name)).text == room.guild.name
            assert {bot.get_guild(one.guild.id).shard_id for one in rooms} == {0, 1}


async def test_intents_decide_what_is_sent(club: Club):
    class Listener(discord.Client):
        def __init__(self, intents: discord.Intents) -> None:
            super().__init__(intents=intents, guild_ready_timeout=0)
            self.heard: asyncio.Queue[str] = asyncio.Queue()

        async def on_message(self, message: discord.Message) -> None:
            self.heard.put_nowait(message.content)

    club.sandbox.commands.by_place[None][1] = {}
    async with at_work(club.sandbox, Listener(discord.Intents(guilds=True, guild_messages=True))) as bot:
        club.ann.says("a secret", club.room)
        club.ann.says(f"<@{bot.user.id}> hello", club.room)
        async with asyncio.timeout(HANG_GUARD):
            assert [await bot.heard.get() for _ in range(2)] == ["", f"<@{bot.user.id}> hello"]
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with at_work(club.sandbox, Listener(discord.Intents(guilds=True, message_content=True))):
            raise AssertionError("connected")


@pytest.mark.parametrize(
    ("packets", "code"),
    [
        (["not json"], 4002),
        (["[]"], 4002),
        (['{"op": "2"}'], 4002),
        (['{"op": 2, "d": 5}'], 4002),
        (['{"op": 2, "d": {"token": "%", "intents": 1, "shard": 7}}'], 4002),
        (['{"op": 2, "d": {"token": "%", "intents": "all"}}'], 4002),
        (['{"op": 6, "d": {"token": "%", "session_id": [], "seq": 1}}'], 4002),
        (['{"op": 2, "d": {"token": "%", "intents": 1}}', '{"op": 8, "d": {"guild_id": "here"}}'], 4002),
        (['{"op": 3, "d": {}}'], 4003),
        (['{"op": 2, "d": {"token": "wrong", "intents": 1}}'], 4004),
        (['{"op": 2, "d": {"token": "%", "intents": 1, "shard": [2, 2]}}'], 4010),
        (['{"op": 2, "d": {"token": "%"}}'], 4013),
        (['{"op": 2, "d": {"token": "%", "intents": 1}}'] * 2, 4005),
        (['{"op": 1, "d": null}'] * 121, 4008),
        (['{"op": 1, "d": "' + "x" * 4096 + '"}'], 4002),
    ],
)
async def test_invalid_packets_close_the_connection(club: Club, packets: list[str], code: int):
    async with aiohttp.ClientSession() as http, http.ws_connect(club.sandbox.gateway_address) as socket:
        for one in packets:
            await socket.send_str(one.replace("%", club.sandbox.token))
        async with asyncio.timeout(HANG_GUARD):
            async for _ in socket:
                pass
        assert socket.close_code == code


async def test_a_client_without_heartbeats_is_disconnected(club: Club):
    clock = club.sandbox.world.clock
    async with aiohttp.ClientSession() as http, http.ws_connect(club.sandbox.gateway_address) as socket:
        hello = await socket.receive_json(timeout=HANG_GUARD)
        every = hello["d"]["heartbeat_interval"] / 1000
        for _ in range(3):
            clock.skip(seconds=every)
            await socket.send_str('{"op": 1, "d": null}')
            assert (await socket.receive_json(timeout=HANG_GUARD))["op"] == ACK
        clock.skip(seconds=2 * every)
        assert (await socket.receive(timeout=HANG_GUARD)).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4009
