"""Messages as Discord takes them: old ones can rarely be edited, and embeds vanish where links may not be embedded."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.world.permissions import Perm
from sandbox.world.world import COMPONENTS_V2
from tests.sandbox.bots import PNG, TinyBot
from tests.sandbox.conftest import Club


async def test_old_messages_can_be_edited_three_times_in_six_seconds_per_channel(club: Club, tiny: TinyBot):
    room = tiny.get_channel(club.room.id)
    sent = [await room.send(str(number)) for number in range(4)]
    clock = club.sandbox.world.clock

    async def change(message: discord.Message) -> int:
        """The status, without discord.py, which would try again for half a minute."""
        address = f"{club.sandbox.api_address}/channels/{message.channel.id}/messages/{message.id}"
        headers = {"Authorization": f"Bot {club.sandbox.token}"}
        async with (
            aiohttp.ClientSession(headers=headers) as http,
            http.patch(address, json={"content": "y"}) as answer,
        ):
            found = await answer.json()
            if answer.status == 429:
                assert found["code"] == 30046 and 0 < found["retry_after"] <= 6 and answer.headers["Via"]
            return answer.status

    assert [await change(one) for one in sent] == [200] * 4
    for one in club.room.messages.values():
        one.sent -= timedelta(hours=1, seconds=1)
    assert [await change(one) for one in sent] == [200, 200, 200, 429]
    assert await change(await room.send("young")) == 200
    clock.skip(seconds=6)  # type: ignore[attr-defined]
    assert await change(sent[3]) == 200


async def test_without_embed_links_embeds_are_left_out(club: Club, tiny: TinyBot):
    room, embed = tiny.get_channel(club.room.id), discord.Embed(title="T")
    whole = await room.send(embed=embed)
    button = await room.send(
        "x", embed=embed, view=discord.ui.View(timeout=None).add_item(discord.ui.Button(label="B"))
    )
    for role in club.guild.roles.values():
        role.permissions &= ~int(Perm.EMBED_LINKS)
    with pytest.raises(discord.Forbidden) as forbidden:
        await room.send(embed=embed)
    assert forbidden.value.code == 50013
    sent = await room.send("with words", embed=embed)
    assert sent.embeds == [] and club.room.messages[sent.id].text == "with words"
    with pytest.raises(discord.HTTPException) as empty:
        await whole.edit(embed=discord.Embed(title="U"))
    assert empty.value.code == 50006 and club.room.messages[whole.id].text == "T"
    edited = await button.edit(content=None, embed=discord.Embed(title="U"))
    assert edited.embeds == [] and club.room.messages[button.id].text == "" and edited.components
    # Answers to interactions have theirs.
    shown = await club.ann.slash("/picture", club.room)
    assert shown.message.embeds


async def asked(club: Club, method: str, path: str, body: object, *names: str) -> tuple[int, Any]:
    """A request of the bot, with files of these names."""
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for number, name in enumerate(names):
        form.add_field(f"files[{number}]", PNG, filename=name, content_type="image/png")
    given: dict[str, Any] = {"data": form} if names else {"json": body} if body is not None else {}
    head = {"Authorization": f"Bot {club.sandbox.token}"}
    url = f"{club.sandbox.api_address}/channels/{club.room.id}{path}"
    async with aiohttp.ClientSession(headers=head) as http, http.request(method, url, **given) as got:
        return got.status, await got.json()


def gallery(*names: str) -> dict[str, Any]:
    items = [{"media": {"url": f"attachment://{name}"}} for name in names]
    return {"flags": COMPONENTS_V2, "components": [{"type": 12, "items": items}]}


async def test_a_message_of_components_shows_its_files_in_them_alone(club: Club):
    status, sent = await asked(club, "POST", "/messages", gallery("a.png"), "a.png")
    [item] = sent["components"][0]["items"]
    assert (status, sent["attachments"]) == (200, []) and item["media"]["url"].startswith("http")
    assert item["media"]["attachment_id"]
    message = f"/messages/{sent['id']}"
    kept = {"id": item["media"]["attachment_id"]}
    both = gallery("a.png", "b.png") | {"attachments": [kept, {"id": 0, "filename": "b.png"}]}
    assert (await asked(club, "PATCH", message, both, "b.png"))[0] == 200
    assert [one.filename for one in club.room.public[0].attachments] == ["a.png", "b.png"]
    only = gallery("c.png") | {"attachments": [{"id": 0, "filename": "c.png"}]}
    assert (await asked(club, "PATCH", message, only, "c.png"))[0] == 200
    assert [one.filename for one in club.room.public[0].attachments] == ["c.png"]
    for body, names in ((gallery("a.png"), ()), (gallery("d.png"), ("e.png",)), (only | gallery("b.png"), ("c.png",))):
        status, refused = await asked(club, "PATCH", message, body, *names)
        assert (status, refused["code"]) == (400, 50035)
        assert [one.filename for one in club.room.public[0].attachments] == ["c.png"]
    assert (await asked(club, "POST", "/messages", gallery("a.png")))[0] == 400
    assert len(club.room.public) == 1


async def test_a_message_of_components_stays_one(club: Club):
    plain = (await asked(club, "POST", "/messages", {"content": "plain"}))[1]["id"]
    laid_out = {"content": None, "flags": COMPONENTS_V2, "components": [{"type": 10, "content": "laid out"}]}
    assert (await asked(club, "PATCH", f"/messages/{plain}", laid_out | {"content": "plain"}))[0] == 400
    assert (await asked(club, "PATCH", f"/messages/{plain}", laid_out))[0] == 200
    status, refused = await asked(club, "PATCH", f"/messages/{plain}", {"flags": 0, "components": []})
    assert (status, refused["code"]) == (400, 50600)
    assert (await asked(club, "PATCH", f"/messages/{plain}", {"content": "plain again"}))[0] == 400
    assert club.room.public[0].text == "laid out"


async def test_the_nonce_of_a_deleted_message_returns_it_and_it_cannot_be_edited(club: Club):
    body = {"content": "once", "nonce": "status-1", "enforce_nonce": True}
    first = (await asked(club, "POST", "/messages", body))[1]
    club.sandbox.posting.delete(club.room.public[0])
    status, again = await asked(club, "POST", "/messages", body)
    assert (status, again["id"], club.room.public) == (200, first["id"], [])
    change = ("PATCH", f"/messages/{again['id']}", {"content": "more"})
    for given in (change, ("PUT", f"/messages/pins/{again['id']}", None)):
        status, refused = await asked(club, *given)
        assert (status, refused["code"]) == (404, 10008)
    club.sandbox.world.clock.skip(minutes=6)
    assert (await asked(club, "POST", "/messages", body))[1]["id"] != first["id"]
