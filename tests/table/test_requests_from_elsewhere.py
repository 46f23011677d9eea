"""Strangers cannot fill a game's channel with requests to show it, nor learn which games exist."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.errors import Refused
from bot.table.play.extras import (
    MOST_ASKED,
    MOST_ASKING,
    MOST_MIRRORS,
    OPEN_FOR,
    Extras,
)
from tests.table.club import ANN, BOB, CHANNEL, GUILD, Club

STRANGER, AWAY = 900, 7000


async def asks(table: Club, game: int, by: int = STRANGER, guild: int = AWAY, channel: int = 0) -> bool:
    """A request from another server; were there more questions to the organiser afterwards?"""
    extras, before = Extras(table.table.services), len(await table.outbox(game))
    assert not await extras.mirror(game, guild, channel or guild, by, "every", "Rail Fans")
    return len(await table.outbox(game)) > before


async def test_asking_and_stopping_in_a_loop_asks_once(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    assert await asks(table, game)
    for _ in range(3):
        with pytest.raises(Refused, match="not shown in that channel"):
            await extras.unmirror(game, AWAY, STRANGER, manager=True)
        assert not await asks(table, game)
        assert not await asks(table, game, channel=AWAY + 1), "from another channel"
        assert not await asks(table, game, by=STRANGER + 1), "another person there"
        assert not await asks(table, game, guild=AWAY + 9), "from another server"
        table.clock.pass_by(minutes=30)
    table.clock.now += OPEN_FOR
    assert await asks(table, game), "an unanswered request can be made again"


async def test_a_refusal_lasts_for_the_server_and_for_whoever_asked(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await asks(table, game)
    await extras.refuse_mirror(game, AWAY, ANN)
    table.clock.now += timedelta(days=400)
    assert not await asks(table, game)
    assert not await asks(table, game, by=STRANGER + 1)
    assert not await asks(table, game, guild=AWAY + 9)
    assert await asks(table, game, by=STRANGER + 1, guild=AWAY + 9), "others may still ask"
    assert await extras.mirror(game, AWAY, AWAY, ANN, "every"), "the organiser can show it there after all"


async def test_what_the_organiser_stops_elsewhere_is_not_asked_again(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await asks(table, game)
    await extras.allow_mirror(game, AWAY, ANN)
    await extras.unmirror(game, AWAY, ANN)
    assert await extras.mirrors(game) == [] and not await asks(table, game)


async def test_requests_do_not_use_up_a_games_channels(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    told = [await asks(table, game, STRANGER + n, AWAY + n) for n in range(MOST_ASKED + 2)]
    assert told == [True] * MOST_ASKED + [False] * 2
    for n in range(MOST_MIRRORS):
        assert await extras.mirror(game, GUILD, CHANNEL + 1 + n, BOB, "every")
    with pytest.raises(Refused, match="at most 10 other channels"):
        await extras.mirror(game, GUILD, CHANNEL + 99, BOB, "every")
    with pytest.raises(Refused, match="at most 10 other channels"):
        await extras.allow_mirror(game, AWAY, ANN)
    await extras.unmirror(game, CHANNEL + 1, BOB)
    await extras.allow_mirror(game, AWAY, ANN)


async def test_one_person_asks_about_few_games_at_a_time(table: Club):
    games = [await table.game() for _ in range(MOST_ASKING + 1)]
    told = [await asks(table, game, guild=AWAY + n) for n, game in enumerate(games)]
    assert told == [True] * MOST_ASKING + [False]
    assert await asks(table, games[-1], by=STRANGER + 1, guild=AWAY + 50), "others are not held up"
