"""Messages as Discord takes them: old ones can rarely be edited, and embeds vanish where links may not be embedded."""

from __future__ import annotations

from datetime import timedelta

import aiohttp
import discord
import pytest

from bot.sandbox.permissions import Perm
from tests.sandbox.bots import TinyBot
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
