"""Commands, buttons, selects and forms, answered by an unmodified discord.py."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.page.acting import Acting
from sandbox.people import ACKNOWLEDGED, SENT
from sandbox.world.errors import ClientRefuses
from tests.sandbox.bots import PNG, TinyBot, at_work
from tests.sandbox.conftest import Club


async def test_a_command_is_answered_publicly_or_privately(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/echo", club.room, text="hello")
    assert (answer.text, answer.ephemeral) == ("hello", False)
    assert answer.message in club.bob.sees(club.room)
    secret = await club.ann.slash("/echo", club.room, text="psst", private=True)
    assert secret.message in club.ann.sees(club.room)
    assert secret.message not in club.bob.sees(club.room)


async def test_a_deferred_answer_is_filled_by_the_first_follow_up(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/think", club.room)
    assert answer.text == "thought"
    assert [file.data for file in answer.message.attachments] == [b"map"]
    await club.sandbox.until(lambda: answer.followups)
    assert answer.followups[0].ephemeral
    assert answer.followups[0] not in club.bob.sees(club.room)


async def test_ephemeral_or_not_is_fixed_by_the_defer(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/think", club.room, private=True)
    assert answer.text == "thought"
    assert answer.ephemeral


async def test_subcommands_choices_and_ranges(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/game new", club.room, title="1870", seats=4)
    assert answer.text == "1870: the river, 4 seats"
    for wrong in ({"title": "1871"}, {"title": "1870", "seats": "four"}, {"seats": 3}, {"title": "1870", "pace": 1}):
        with pytest.raises(ClientRefuses):
            await club.ann.slash("/game new", club.room, **wrong)
    with pytest.raises(ClientRefuses, match="1 to 100"):
        await club.ann.slash("/travel", club.room, town="Waco", cost=101)
    for wrong in ("/game", "/game old", "/nothing"):
        with pytest.raises(ClientRefuses):
            await club.ann.slash(wrong, club.room)


async def test_autocomplete(club: Club, tiny: TinyBot):
    offered = await club.ann.autocomplete("/travel", club.room, "town", "T")
    assert [one["value"] for one in offered] == ["Tulsa", "Topeka", "Texarkana"]


async def test_mentions_and_pings(club: Club, tiny: TinyBot):
    await club.ann.slash("/invite", club.room, who=club.bob)
    ping = await club.bob.pinged()
    assert ping.text == f"{club.bob.mention} and {club.ann.mention}: come"
    assert club.ann.pings == []
    assert ping.mentions == [club.bob.id]


async def test_a_late_answer_is_refused_and_the_person_sees_a_failure(club: Club, tiny: TinyBot):
    tiny.go, tiny.errors = asyncio.Event(), []
    answer = await club.ann.slash("/slow", club.room, wait=SENT)
    club.sandbox.world.clock.skip(seconds=2.9)
    assert not answer.interaction.answered
    club.sandbox.world.clock.skip(seconds=0.1)
    assert answer.failure == "The application did not respond"
    tiny.go.set()
    await club.sandbox.until(lambda: tiny.errors or club.sandbox.records[-1].status == 404)
    assert club.sandbox.records[-1].answer == {"message": "Unknown interaction", "code": 10062}


async def test_an_answer_within_three_seconds_is_accepted(club: Club, tiny: TinyBot):
    tiny.go, tiny.errors = asyncio.Event(), []
    answer = await club.ann.slash("/slow", club.room, wait=SENT)
    assert not answer.interaction.answered
    tiny.go.set()
    assert (await answer.settled()).text == "at last"


async def test_a_second_first_answer_is_refused(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/twice", club.room)
    follow = await club.sandbox.until(lambda: answer.followups)
    assert (answer.text, follow[0].text) == ("once", "refused with 40060")


async def test_an_interaction_token_expires_after_fifteen_minutes(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/echo", club.room, text="hello")
    club.sandbox.world.clock.skip(minutes=15, seconds=1)
    calls = club.sandbox.records
    reply = await tiny.http._HTTPClient__session.patch(
        f"{club.sandbox.api_address}/webhooks/{tiny.application_id}/{answer.interaction.token}/messages/@original",
        json={"content": "late"},
    )
    assert reply.status == 401
    assert calls[-1].answer == {"message": "Invalid Webhook Token", "code": 50027}
    assert answer.text == "hello"


async def test_pictures_are_served(club: Club, tiny: TinyBot):
    answer = await club.ann.slash("/picture", club.room)
    file = answer.message.attachments[0]
    assert (file.filename, file.content_type, file.size, file.description) == ("map.png", "image/png", (2, 3), "a map")
    record = club.sandbox.records[-1]
    url = record.answer["attachments"][0]["url"]
    assert record.answer["embeds"][0]["image"]["url"] == url
    async with tiny.http._HTTPClient__session.get(url) as got:
        assert (await got.read(), got.headers["Content-Type"]) == (PNG, "image/png")


async def test_buttons_selects_and_forms(club: Club, tiny: TinyBot):
    panel = await club.ann.slash("/panel", club.room)
    opened = await club.bob.press(panel.message, "Write a note")
    with pytest.raises(ClientRefuses, match="no field note"):
        await club.bob.submit(opened, note="buy low")
    with pytest.raises(ClientRefuses, match="characters"):
        await club.bob.submit(opened, **{"Your note": "x" * 21})
    noted = await club.bob.submit(opened, **{"Your note": "buy low"})
    assert (noted.text, noted.ephemeral) == ("noted: buy low", True)
    with pytest.raises(ClientRefuses, match="greyed out"):
        await club.bob.press(panel.message, "Closed")
    with pytest.raises(ClientRefuses, match="no button"):
        await club.bob.press(panel.message, "Open")
    with pytest.raises(ClientRefuses, match="does not offer"):
        await club.bob.select(panel.message, "Paris")
    await club.bob.select(panel.message, "Waco", wait=ACKNOWLEDGED)
    await club.ann.sees_text("went to Waco", club.room)
    assert panel.message.buttons == []


async def test_a_dynamic_button_works_in_a_new_process(club: Club):
    async with at_work(club.sandbox):
        await club.sandbox.ready()
        panel = await club.ann.slash("/panel", club.room)
        stamps = (await club.sandbox.until(lambda: panel.followups))[0]
    async with at_work(club.sandbox):
        pressed = await club.bob.press(stamps, "Stamp 1")
        assert pressed.message is stamps
        assert stamps.text == "stamped 1"
        assert [one["label"] for one in stamps.buttons] == ["Stamp 2"]


async def test_a_command_fails_like_on_discord_if_the_bot_is_offline(club: Club):
    async with at_work(club.sandbox):
        await club.sandbox.ready()
    answer = await club.ann.slash("/echo", club.room, text="anybody?", wait=SENT)
    club.sandbox.world.clock.skip(seconds=3)
    assert answer.failure == "The application did not respond"


@pytest.mark.parametrize(("typed", "private"), [("Yes", True), ("true", True), ("no", False), (False, False)])
async def test_yes_typed_on_the_page_is_yes(club: Club, tiny: TinyBot, typed: str | bool, private: bool):
    acting = Acting(club.sandbox, club.ann, "en")
    asked = {"do": "slash", "command": "echo", "options": {"text": "hello", "private": typed}}
    assert "error" not in await acting.do(asked, club.room)
    assert [one.text for one in club.room.public] == ([] if private else ["hello"])


async def test_a_word_that_is_neither_yes_nor_no_is_refused_on_the_page(club: Club, tiny: TinyBot):
    asked = {"do": "slash", "command": "echo", "options": {"text": "hello", "private": "perhaps"}}
    answer = await Acting(club.sandbox, club.ann, "en").do(asked, club.room)
    assert answer["error"] == 'private does not accept "perhaps".' and not club.room.public
