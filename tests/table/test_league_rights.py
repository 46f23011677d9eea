"""Nobody uses up a server's leagues, and nobody who plays in a league's game ends it alone."""

from __future__ import annotations

import pytest

from bot.errors import Refused
from bot.store.rows import RUNNING, STOPPED
from bot.table.leagues.asks import LEAD
from bot.table.seats.settling import STANDS
from tests.table.club import CHANNEL, GUILD, Club
from tests.table.leagues import GUS, Season, terms

MOST = 3


async def led(table: Club, by: int, count: int, guild: int = GUILD) -> list[int]:
    create = table.table.leagues.create
    return [await create(guild, CHANNEL, by, f"League {by} {n}", terms()) for n in range(count)]


async def test_one_person_organises_few_leagues_at_a_time(table: Club):
    first, *_ = await led(table, GUS, MOST)
    for manager in (False, True):
        with pytest.raises(Refused, match="at most 3 open leagues"):
            await table.table.leagues.create(GUILD, CHANNEL, GUS, "One more", terms(), manager=manager)
    await led(table, GUS, 1, guild=GUILD + 1)
    await led(table, GUS + 1, 1)
    await table.table.leagues.end(first, GUS)
    await table.table.leagues.create(GUILD, CHANNEL, GUS, "One more", terms())
    await table.table.preferences.set_server(GUILD, most_leagues=4)
    await table.table.leagues.create(GUILD, CHANNEL, GUS, "A fourth", terms())


async def test_a_league_is_not_handed_to_somebody_who_has_enough(table: Club):
    own, *_ = await led(table, GUS, 1)
    await led(table, GUS + 1, MOST)
    season = Season(table, own)
    await table.table.leagues.asks.hand_over(own, GUS, GUS + 1)
    _, since = await season.asked()
    with pytest.raises(Refused, match="at most 3 open leagues"):
        await table.table.leagues.asks.answer(own, GUS + 1, LEAD, since, yes=True)
    assert (await season.book()).row.organiser_id == GUS


async def led_by_a_player(table: Club) -> tuple[Season, int]:
    """A league whose organiser, person 1, plays in its only game."""
    season = await Season.opened(table, 3, rounds=1)
    (one,) = await season.drawn(first=True)
    await table.table.leagues.asks.hand_over(season.number, GUS, 1)
    _, since = await season.asked()
    await table.table.leagues.asks.answer(season.number, 1, LEAD, since, yes=True)
    assert one.game_id is not None
    return season, one.game_id


@pytest.mark.parametrize("manager", [False, True])
async def test_an_organiser_who_plays_in_a_leagues_game_cannot_end_it_alone(table: Club, manager: bool):
    _, game = await led_by_a_player(table)
    before = await table.stored(game)
    for check in (table.table.seating.stop, table.table.seating.check_may_stop):
        with pytest.raises(Refused, match="the others must agree"):
            await check(game, 1, manager=manager)
    assert await table.stored(game) == before
    settling = table.table.seating.settling
    assert not await settling.propose(game, 1, STANDS)
    number = (await table.outbox(game, "end_ask"))[-1].payload["proposal"]
    assert not await settling.answer(game, 2, number, yes=True)
    assert (await table.table.present(game)).row.status == RUNNING
    assert await settling.answer(game, 3, number, yes=True)
    assert (await table.table.present(game)).row.status == STOPPED


async def test_a_games_own_organiser_cannot_end_a_leagues_game(table: Club):
    season = await Season.opened(table, 3, rounds=1)
    (one,) = await season.drawn(first=True)
    assert one.game_id is not None
    await table.table.seating.handing_over.hand_over(one.game_id, GUS, 2)
    with pytest.raises(Refused, match=f"only <@{GUS}>, who organises the league"):
        await table.table.seating.stop(one.game_id, 2)
    await table.table.seating.stop(one.game_id, GUS)
    assert (await table.table.present(one.game_id)).row.status == STOPPED


async def test_when_the_league_is_over_its_games_end_like_any_other(table: Club):
    season, game = await led_by_a_player(table)
    await table.table.leagues.end(season.number, 1)
    await table.table.seating.stop(game, 1)
    assert (await table.table.present(game)).row.status == STOPPED


async def test_who_plays_only_with_robots_has_nobody_to_ask(table: Club):
    _, game = await led_by_a_player(table)
    async with table.db.write() as session:
        for seat in await table.table.services.seats(session, game):
            if seat.user_id != 1:
                seat.user_id, seat.robot = -seat.place, "steady"
    await table.table.seating.stop(game, 1)
    assert (await table.table.present(game)).row.status == STOPPED


@pytest.mark.parametrize("over", ["round", "league"])
async def test_a_game_that_gives_no_more_points_is_ended_by_its_own_organiser(table: Club, over: str):
    season = await Season.opened(table, 3, rounds=2)
    (one,) = await season.drawn(first=True)
    assert one.game_id is not None
    await table.table.seating.handing_over.hand_over(one.game_id, GUS, 2)
    if over == "league":
        await season.leagues.end(season.number, GUS)
    else:
        table.clock.pass_by(days=9)
        assert (await season.ticked()).tables_of(1)[0].ending
    await table.table.seating.stop(one.game_id, 2)
    assert (await table.table.present(one.game_id)).row.status == STOPPED
