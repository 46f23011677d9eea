"""Discord refuses, or the connection breaks: temporary failures are retried, and nobody is forgotten."""

from __future__ import annotations

import discord
import pytest

from bot.discord.kit.retries import final, repeated
from tests.discord.conftest import Hall

SEND = r"POST /channels/\{channel_id\}/messages"
EDIT_ANSWER = r"PATCH /webhooks/.*"
ACKNOWLEDGE = r"POST /interactions/.*"


@pytest.mark.soak
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("status", "code"),
    [(403, 40333), (403, 0), (404, 0), (400, 0), (503, 0), (400, 130000)],
    ids=["front", "HTML 403", "HTML 404", "HTML 400", "unavailable", "overloaded"],
)
async def test_a_temporary_refusal_loses_neither_a_move_nor_a_ping(club: Hall, status: int, code: int):
    number = await club.game(pictures="request")
    await club.posted()
    first, then = club.ann, club.bob
    club.sandbox.faults.refused(SEND, status=status, code=code)
    await first.slash("/take", club.room)
    said = await then.sees_text("Ann", club.room)
    await club.posted()
    assert club.sandbox.faults.met
    assert then.id in {user for one in club.room.public[-3:] for user in one.pinged}, said.text
    row, _ = await club.bot.extras.game(number)
    assert "lost" not in row.place


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_permission_lost_for_a_minute_is_reported_and_the_ping_repeated(club: Hall, code: int):
    number = await club.game(pictures="request")
    await club.posted()
    club.sandbox.faults.refused(SEND, status=403, code=code)
    await club.ann.slash("/take", club.room)
    await club.posted()
    club.bot.pinned.refresh(number)
    called = await club.bob.sees_text("the game continues", club.room)
    assert club.bob.id in called.pinged
    row, _ = await club.bot.extras.game(number)
    assert "lost" not in row.place


async def test_an_answer_is_retried_after_a_broken_connection(club: Hall):
    await club.game()
    for trouble in (club.sandbox.faults.cut, club.sandbox.faults.cut_after):
        for request in (ACKNOWLEDGE, EDIT_ANSWER):
            trouble(request)
            answer = await club.ann.slash("/turn", club.room)
            assert "It is your turn" in answer.text


async def test_a_rejected_answer_is_replaced_by_an_explanation(club: Hall):
    await club.game()
    club.sandbox.faults.refused(EDIT_ANSWER, status=400, code=50035)
    answer = await club.ann.slash("/turn", club.room)
    assert "Discord lost my reply" in answer.text


async def test_a_game_is_opened_even_if_the_connection_breaks(club: Hall):
    for request in (SEND, r"POST /channels/\{channel_id\}/threads"):
        club.sandbox.faults.cut(request, times=3)
        opened = await club.ann.slash("/game new", club.room, title="1870", seats=3)
        club.sandbox.faults.clear()
        assert "fault" not in opened.text
        assert "Game" in opened.text


def test_only_listed_codes_are_final():
    class Answer:
        status, reason = 403, "Forbidden"

    for code, why in ((50013, "forbidden"), (10003, "gone"), (50035, "refused"), (0, ""), (40333, ""), (10008, "")):
        assert final(discord.Forbidden(Answer(), {"code": code, "message": ""})) == why  # type: ignore[arg-type]
    assert final(OSError()) == ""


async def test_a_request_is_repeated_only_when_it_was_lost():
    tries: list[int] = []

    async def lost_twice() -> str:
        tries.append(1)
        if len(tries) < 3:
            raise ConnectionResetError
        return "here"

    assert await repeated(lost_twice) == "here"

    async def wrong() -> None:
        tries.append(1)
        raise ValueError

    with pytest.raises(ValueError):
        await repeated(wrong)
    assert len(tries) == 4
