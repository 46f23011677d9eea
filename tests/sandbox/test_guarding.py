"""Who may talk to the sandbox: nobody under a foreign name, no other site, no program that was not told the token."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.happening import payloads
from sandbox.happening.posting import File
from sandbox.world.world import Emoji
from tests.sandbox.bots import TinyBot
from tests.sandbox.conftest import Club

FOREIGN = (
    {"Host": "evil.example"},
    {"Host": "127.0.0.1.evil.example"},
    {"Host": "evil.example:80"},
    {"Host": "["},
    {"Origin": "https://evil.example"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "null"},
    {"Origin": "http://[::"},
    {"Origin": "http://127.0.0.1:x"},
)


def doors(club: Club) -> dict[str, str]:
    """One address of every kind that the sandbox serves."""
    club.ann.says("look", club.room, File("a.txt", b"secret plans"))
    api, shown = club.sandbox.api_address, club.room.public[-1].attachments[0]
    club.sandbox.world.emojis[1] = Emoji(1, "own", b"secret sign")
    found = {
        "page": f"{club.sandbox.address}/",
        "static": f"{club.sandbox.address}/page/app.js",
        "live": f"{club.sandbox.address}/page/live",
        "rest": f"{api}/users/@me",
        "unknown": f"{api}/nothing/of/the/kind",
        "gateway": f"{club.sandbox.address}/gw/",
        "file": address_of(club, shown),
        "emoji": f"{club.sandbox.address}/emojis/1.png",
    }
    app = club.sandbox._runner.app  # type: ignore[union-attr]
    patterns = {str(route.resource.canonical) for route in app.router.routes() if route.resource}
    files = {"/attachments/{channel_id}/{attachment_id}/{name}", "/emojis/{emoji_id}.png"}
    kinds = {"/", "/page/live", "/page/{name}", "/gw/", *files}
    assert {one for one in patterns if not one.startswith("/api/v10/")} == kinds, "a door that is not tried here"
    return found


def address_of(club: Club, file: Any) -> str:
    return payloads.attachment(file, club.sandbox.address)["url"]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_other_host_names_and_other_sites_are_refused(club: Club, headers: dict[str, str]):
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {club.sandbox.token}"}) as http:
        for name, url in doors(club).items():
            before = len(club.sandbox.records)
            async with http.get(url, headers=headers) as got:
                # A host that cannot be read at all is refused before anything else looks at it.
                assert got.status in (400, 403), (name, got.status)
                assert b"secret" not in await got.read()
            assert len(club.sandbox.records) == before


async def test_every_route_accepts_its_own_host_name_and_page(club: Club):
    own = club.sandbox.address
    local = own.replace("127.0.0.1", "localhost")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {club.sandbox.token}"}) as http:
        for headers in ({}, {"Origin": own}, {"Origin": local, "Host": local.removeprefix("http://")}):
            for name, url in doors(club).items():
                if name in ("live", "gateway"):
                    async with http.ws_connect(url, headers=headers) as socket:
                        assert not socket.closed
                    continue
                async with http.get(url, headers=headers) as got:
                    assert got.status == (404 if name == "unknown" else 200), (name, headers)
    club.sandbox.records.clear()


async def test_the_token_is_random_and_rest_and_gateway_require_it(club: Club, tiny: TinyBot):
    assert Sandbox().token != Sandbox().token
    assert len(club.sandbox.token) >= 32
    async with aiohttp.ClientSession() as http:
        for headers in ({}, {"Authorization": "Bot sandbox.loopback.token"}, {"Authorization": club.sandbox.token}):
            async with http.get(f"{club.sandbox.api_address}/users/@me", headers=headers) as got:
                assert got.status == 401
        for op in (2, 6):
            async with http.ws_connect(f"{club.sandbox.address}/gw/") as socket:
                assert (await socket.receive_json())["op"] == 10
                session = next(iter(club.sandbox.gateway.sessions))
                said = {"token": "sandbox.loopback.token", "intents": 1, "session_id": session, "seq": 0}
                await socket.send_json({"op": op, "d": said})
                closed = await socket.receive()
                assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 4004)


async def test_a_file_opens_only_by_the_address_in_its_message(club: Club):
    url = doors(club)["file"]
    plain, key = url.split("?key=")
    club.ann.says("another", club.room, File("b.txt", b"other plans"))
    other = address_of(club, club.room.public[-1].attachments[0]).split("?key=")[1]
    async with aiohttp.ClientSession() as http:
        async with http.get(url) as got:
            assert (got.status, await got.read()) == (200, b"secret plans")
        for wrong in (plain, f"{plain}?key=", f"{plain}?key={other}", f"{plain}?key={key[:-1]}", f"{plain}?key=ä"):
            async with http.get(wrong) as got:
                assert got.status == 404, wrong
        for junk in ("x", "²", "9" * 4400, "-1"):
            async with http.get(f"{club.sandbox.address}/attachments/1/{junk}/a.txt?key={key}") as got:
                assert got.status == 404, junk
