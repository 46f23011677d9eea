"""What the web servers tell: figures, health, the page of the sandbox and its files; each route has a way in here."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest
from aiohttp import web

from bot.discord.app.metrics import application, served
from bot.discord.app.vitals import Vitals
from sandbox.happening import payloads
from sandbox.page import showing
from sandbox.people import Person
from sandbox.rest import ROUTES
from sandbox.rest.call import OPEN
from sandbox.serving import API
from tests.discord.conftest import Hall
from tests.discord.doors.ear import Views
from tests.discord.doors.stage import Cast, Secrets, Stage, trading

SHOWN = {"the SP's treasury", "the open offer", "Ann's note"}
"""What Ann has on her screen."""


async def forever() -> None:
    """Run the sender once."""
    await asyncio.Event().wait()


@pytest.fixture
async def stage(at_once: None, club: Hall, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A game full of secrets, some of them on Ann's screen."""
    club.bot.drawers = Views(monkeypatch)
    found = await trading(Cast.come(club), club.room, Secrets())
    for command, given in (("/turn", {}), ("/show", {"what": "sheet"}), ("/note", {})):
        await club.ann.slash(command, club.room, game=str(found.number), **given)
    return found


def routes(app: web.Application) -> set[str]:
    """All that a server answers."""
    return {str(one.resource.canonical) for one in app.router.routes() if one.resource}


async def test_no_web_server_tells_a_secret(stage: Stage, unused_tcp_port: int):
    async with aiohttp.ClientSession() as http:
        await figures(stage, http, unused_tcp_port)
        await rest(stage, http)
        await page(stage, http)
    stage.cast.hall.sandbox.records.clear()


def sung(stage: Stage, told: str) -> set[str]:
    """The secrets in a text."""
    return {one.name for one in stage.canaries if one.sings(told)}


async def figures(stage: Stage, http: aiohttp.ClientSession, port: int) -> None:
    """Figures and health, for programs on the same machine."""
    bot = stage.cast.hall.bot
    vitals = Vitals(bot, asyncio.create_task(forever()))
    async with served(bot, vitals, port):
        for route in routes(application(bot, vitals)):
            async with http.get(f"http://127.0.0.1:{port}{route}") as got:
                told = await got.text()
            assert got.status == 200 and told.strip() and not sung(stage, told), route


async def rest(stage: Stage, http: aiohttp.ClientSession) -> None:
    """The sandbox's REST is for the bot alone; what goes without its token needs that of an interaction."""
    for method, template in ROUTES:
        url = f"{stage.cast.hall.sandbox.address}{API}{template.format_map(Numbers(stage.room.id))}"
        async with http.request(method, url, json={}) as got:
            told = await got.text()
        assert (method, template) in OPEN or got.status == 401, (method, template)
        assert not sung(stage, told), (method, template)


class Numbers(dict[str, int]):
    """The room's number for every part of a path."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __missing__(self, name: str) -> int:
        return self.number


async def page(stage: Stage, http: aiohttp.ClientSession) -> None:
    """The sandbox's page shows everybody what is theirs, its gateway and its files are for those who were told how."""
    cast, sandbox = stage.cast, stage.cast.hall.sandbox
    pages = {one for one in routes(sandbox._runner.app) if not one.startswith(f"{API}/")}  # type: ignore[union-attr]
    files = {"/attachments/{channel_id}/{attachment_id}/{name}", "/emojis/{emoji_id}.png"}
    assert pages == {"/", "/page/live", "/page/{name}", "/gw/", *files}
    for path in ("/", "/page/app.js"):
        async with http.get(f"{sandbox.address}{path}") as got:
            assert got.status == 200 and not sung(stage, await got.text())
    for person in (cast.hall.ann, cast.hall.cem, cast.dan, cast.fay, cast.olga, cast.gus):
        told = sung(stage, await on_screen(stage, http, person))
        assert told <= {one.name for one in stage.canaries if person.id in one.knows}, person.name
        assert person is not cast.hall.ann or told >= SHOWN
    async with http.ws_connect(f"{sandbox.address}/page/live") as socket:
        await socket.send_json({"do": "be", "name": "Cem", "channel": str(stage.room.id)})
        column = [await socket.receive_json(), await socket.receive_json()]
        assert [one["t"] for one in column] == ["place", "messages"] and not sung(stage, str(column)) - {"Cem's note"}
    async with http.ws_connect(f"{sandbox.address}/gw/") as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": "none", "intents": 1}})
        assert (await socket.receive()).data == 4004
    for file in list(sandbox.world.attachments.values())[-3:]:
        async with http.get(payloads.attachment(file, sandbox.address)["url"].partition("?")[0]) as got:
            assert got.status == 404
    # An emoji is alike for all games: it is drawn before there is one.
    async with http.get(f"{sandbox.address}/emojis/1.png") as got:
        assert got.status == 404


async def on_screen(stage: Stage, http: aiohttp.ClientSession, person: Person) -> str:
    """All that a column of the page is sent for somebody, channel by channel, with the files that it names."""
    sandbox = stage.cast.hall.sandbox
    told = [
        json.dumps([showing.place(sandbox, person, channel), showing.messages(sandbox, person, channel, 10_000)])
        for channel in showing.channels(sandbox, person)
    ]
    for url in {part for one in told for part in one.split('"') if "/attachments/" in part}:
        async with http.get(url) as got:
            assert got.status == 200
            told.append(await got.text(errors="replace"))
    return "\n".join(told)
