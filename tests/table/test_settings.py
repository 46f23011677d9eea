"""What servers, games and people can set, and who may set it."""

from datetime import datetime

import pytest

from bot.errors import NotYours, Refused
from bot.table.ground.settings import pictures_of
from tests.table.club import ANN, BOB, GUILD, Club
from tests.table.test_seating import gathering


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda preferences, game: preferences.set_game(game, ANN, interval=-5), "30 days"),
        (lambda preferences, game: preferences.set_game(game, ANN, interval=True), "whole number"),
        (lambda preferences, game: preferences.set_game(game, ANN, colour=1), "no setting colour"),
        (lambda preferences, game: preferences.set_game(game, ANN, urgent=9, stop=3), "no later than"),
        (lambda preferences, game: preferences.set_game(game, BOB, interval=5), "Only the organiser"),
        (lambda preferences, game: preferences.set_game(game, ANN, stop=101), "from 1 to 100"),
        (lambda preferences, game: preferences.set_game(game, ANN, most_games=5), "no setting most_games"),
        (lambda preferences, game: preferences.set_game(game, ANN, pictures="never"), "every, turn, request"),
        (lambda preferences, game: preferences.set_game(game, BOB, pictures="turn"), "Only the organiser"),
    ],
)
async def test_invalid_settings_are_refused_and_change_nothing(table: Club, asked, sentence: str):
    game = await gathering(table)
    async with table.db.read() as session:
        before = (await table.table.services.row(session, game)).model_dump()
    with pytest.raises(Refused, match=sentence):
        await asked(table.table.preferences, game)
    async with table.db.read() as session:
        assert (await table.table.services.row(session, game)).model_dump() == before


async def test_pictures_of_a_game_are_posted_as_its_organiser_says(table: Club):
    game = await gathering(table)
    await table.table.preferences.set_game(game, ANN, pictures="turn")
    async with table.db.read() as session:
        assert pictures_of(await table.table.services.row(session, game)) == "turn"


@pytest.mark.parametrize("most", [0, 1001])
async def test_a_server_allows_from_one_to_a_thousand_games(table: Club, most: int):
    with pytest.raises(Refused, match="most_games must be from 1 to 1000"):
        await table.table.preferences.set_server(GUILD, most_games=most)
    assert (await table.table.preferences.server(GUILD))["most_games"] == 20


async def test_a_servers_settings_apply_to_later_games(table: Club):
    before = await gathering(table)
    assert (await table.table.preferences.set_server(GUILD, interval=60, most_games=2))["interval"] == 60
    after = await gathering(table)
    async with table.db.read() as session:
        assert (await table.table.services.row(session, before)).settings["interval"] == 720
        assert (await table.table.services.row(session, after)).settings["interval"] == 60
    with pytest.raises(Refused, match="2 open games"):
        await gathering(table)
    await table.table.preferences.set_server(GUILD, managers_create=True, most_games=9)
    with pytest.raises(NotYours, match="managers"):
        await gathering(table)
    assert await gathering(table, manager=True)


@pytest.mark.parametrize(
    "wish",
    [
        {"zone": "Mars/Olympus"},
        {"zone": "../etc/passwd"},
        {"interval": -1},
        {"quiet_from": 1440},
        {"away_until": datetime(2026, 1, 1)},
        {"stand_in": BOB},
        {"user_id": 5},
    ],
)
async def test_an_invalid_preference_is_refused(table: Club, wish: dict):
    with pytest.raises(Refused):
        await table.table.preferences.set_person(BOB, **wish)


async def test_preferences_are_kept_and_invalid_ones_refused(table: Club):
    preferences = table.table.preferences
    await preferences.set_person(ANN, theme="dark")
    with pytest.raises(Refused):
        await preferences.set_person(ANN, theme="pink")
    assert (await preferences.person(ANN)).wishes == {"theme": "dark"}
