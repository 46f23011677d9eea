"""Wishes for a game: who fits whom, who is asked, and what comes of it."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from bot.errors import Refused
from bot.store.league_rows import SeekRow
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, GameRow, OutboxRow
from bot.table.company.seeking import CONFIRM, LASTS, Wish, hours_apart
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, EVE, GUILD, NAMES, Club, club
from tests.table.leagues import Season
from tests.table.test_late import live, timed


async def wish(table: Club, person: int, *titles: str, **more: object) -> int | None:
    found = Wish(titles, **more)  # type: ignore[arg-type]
    return await table.table.seeking.seek(GUILD, CHANNEL, person, NAMES[person], found)


async def looking(table: Club) -> list[str]:
    return [one.name for one in await table.table.seeking.listed(GUILD)]


async def games(table: Club) -> list[GameRow]:
    async with table.db.read() as session:
        return list(await session.exec(select(GameRow)))


async def test_enough_people_are_asked_once_and_begin_when_all_have_confirmed(table: Club):
    assert await wish(table, ANN, "1830", "1889", players=3) is None
    assert await wish(table, BOB, "1889") is None
    await table.table.seeking.tick()
    assert await looking(table) == ["Ann", "Bob"] and await games(table) == []
    game = await wish(table, CEM, "1889", "1870", players=3)
    assert game is not None
    (row,) = await games(table)
    assert (row.title, row.places, row.status, row.organiser_id) == ("1889", 3, GATHERING, ANN)
    (asked,) = await table.outbox(game, "invited")
    assert asked.payload["ping"] == [ANN, BOB, CEM]
    await table.table.seeking.tick()
    assert await looking(table) == [] and len(await games(table)) == 1
    with pytest.raises(Refused, match="Only invited players"):
        await table.table.seating.join(game, DAN, "Dan")
    for person in (BOB, ANN, CEM):
        await table.table.seating.join(game, person, NAMES[person])
    await table.table.seeking.tick()
    assert (await games(table))[0].status == RUNNING
    async with table.db.read() as session:
        assert list(await session.exec(select(SeekRow))) == []


async def test_after_a_day_the_game_begins_with_those_who_have_confirmed(table: Club):
    for person in (ANN, BOB, CEM):
        game = await wish(table, person, "1889", players=3)
    assert game is not None
    for person in (BOB, CEM):
        await table.table.seating.join(game, person, NAMES[person])
    table.clock.pass_by(hours=23)
    await table.table.seeking.tick()
    assert (await games(table))[0].status == GATHERING
    table.clock.pass_by(hours=2)
    await table.table.seeking.tick()
    await table.table.seeking.tick()
    (row,) = await games(table)
    assert row.status == RUNNING and row.players and {*row.players} == {"Bob", "Cem"} and row.organiser_id != ANN
    assert await looking(table) == []


async def test_too_few_go_on_looking_and_who_did_not_answer_does_not(table: Club):
    for person in (ANN, BOB):
        game = await wish(table, person, "1889", players=2)
    assert game is not None
    await table.table.seating.join(game, BOB, "Bob")
    table.clock.pass_by(days=2)
    await table.table.seeking.tick()
    await table.table.seeking.tick()
    assert [one.status for one in await games(table)] == [STOPPED] and await looking(table) == ["Bob"]


@pytest.mark.parametrize(
    ("one", "other", "fit"),
    [
        ({}, {}, True),
        ({"pace": "quick"}, {"pace": "usual"}, False),
        ({"pace": "quick"}, {}, True),
        ({"languages": ("german", "english")}, {"languages": ("english",)}, True),
        ({"languages": ("german",)}, {"languages": ("english",)}, False),
        ({"beginners": False}, {}, False),
        ({"players": 3}, {}, False),
    ],
)
async def test_who_fits_whom(table: Club, one: dict[str, object], other: dict[str, object], fit: bool):
    await wish(table, ANN, "1889", **{"players": 2, **one})
    game = await wish(table, BOB, "1889", **{"players": 2, **other})
    assert (game is not None) is fit


async def test_people_who_have_finished_a_game_are_no_beginners(table: Club):
    old = await table.game(ANN, BOB)
    async with table.db.write() as session:
        row = await session.get(GameRow, old)
        assert row is not None
        row.status = FINISHED
    await wish(table, ANN, "1889", players=2, beginners=False)
    assert await wish(table, BOB, "1889", players=2) is not None


async def test_joining_a_wish_means_the_same_and_other_wishes_end_when_people_are_found(table: Club):
    await wish(table, ANN, "1889", players=2)
    await wish(table, ANN, "1870", players=5)
    first, _ = await table.table.seeking.listed(GUILD)
    with pytest.raises(Refused, match="your own wish"):
        await table.table.seeking.join(first.id or 0, GUILD, ANN, "Ann")
    assert await table.table.seeking.join(first.id or 0, GUILD, BOB, "Bob") is not None
    assert await looking(table) == []
    with pytest.raises(Refused, match="has ended"):
        await table.table.seeking.join(first.id or 0, GUILD, CEM, "Cem")


async def test_wishes_end_by_themselves_and_by_their_people(table: Club):
    await wish(table, ANN, "1889")
    await wish(table, BOB, "1870")
    assert await table.table.seeking.end(GUILD, ANN) == 1 and await looking(table) == ["Bob"]
    table.clock.pass_by(days=LASTS.days + 1)
    await table.table.seeking.tick()
    assert await looking(table) == [] and timedelta(0) < CONFIRM < LASTS
    await wish(table, EVE, "1889")
    await table.table.forgetting.forget(EVE)
    assert await looking(table) == []


async def test_what_no_game_can_be_is_refused(table: Club):
    for titles, more in (((), {}), (("1889",), {"players": 7}), (("1999",), {})):
        with pytest.raises(Refused):
            await wish(table, ANN, *titles, **more)
    for title in ("1889", "1870", "1830"):
        await wish(table, ANN, title, players=3)
    with pytest.raises(Refused, match="3 wishes"):
        await wish(table, ANN, "1839", players=3)
    assert len(await looking(table)) == 3


async def test_at_the_same_second_and_after_a_restart_one_game_opens(tmp_path: Path):
    path = tmp_path / "games.db"
    async with club(path) as table:
        await asyncio.gather(*[wish(table, person, "1889", players=3) for person in (ANN, BOB, CEM)])
        await asyncio.gather(table.table.seeking.tick(), table.table.seeking.tick())
        assert len(await games(table)) == 1
        clock = table.clock
    async with club(path, clock) as table:
        await table.table.seeking.tick()
        (row,) = await games(table)
        assert len(await table.outbox(row.id, "invited")) == 1


async def test_whose_day_is_nearest_is_asked_first(table: Club):
    zones = {ANN: "Europe/Berlin", BOB: "Asia/Tokyo", CEM: "Europe/London", DAN: "Pacific/Auckland"}
    for person, zone in zones.items():
        await table.table.preferences.set_person(person, zone=zone)
    for person in (BOB, DAN):
        await wish(table, person, "1830", players=3)
    await wish(table, CEM, "1889", players=2, languages=("english",))
    await wish(table, BOB, "1889", "1870", players=2, languages=("japanese",))
    # Bob has looked for longer, but Cem's day is Ann's.
    assert await wish(table, ANN, "1889", players=2) is not None
    (asked,) = [row.settings["guests"] for row in await games(table)]
    assert set(asked) == {ANN, CEM}
    now = table.clock()
    assert hours_apart("Pacific/Auckland", "Pacific/Honolulu", now) < 4 and hours_apart("UTC", "No/Where", now) == 0


async def test_an_offered_seat_is_told_to_those_who_look_for_such_a_game(table: Club):
    game = await timed(table, late="offer")
    for person, title in ((DAN, "1870"), (EVE, "1830"), (BOB, "1870")):
        await wish(table, person, title, players=4)
    assert await table.table.seeking.free_seats(GUILD, DAN) == []
    first = "p1"
    await live(table, 64)
    said = (await table.outbox(game, "clock"))[-1].payload
    assert said["offered"] and DAN in said["ping"] and EVE not in said["ping"]
    assert f"<@{DAN}>: you are looking for a game like this one" in said["text"][1]
    assert [one.id for one in await table.table.seeking.free_seats(GUILD, DAN)] == [game]
    assert await table.table.seeking.free_seats(GUILD, EVE) == [] == await table.table.seeking.free_seats(GUILD, BOB)
    await table.table.seating.replacing.take_offered(game, DAN, first, "Dan")
    assert await looking(table) == ["Eve", "Bob"]


async def test_a_league_names_those_who_might_take_a_place(table: Club):
    season = await Season.opened(table, titles=("1889",))
    await season.drawn(first=True)
    await table.table.seeking.seek(GUILD, CHANNEL, 4242, "Fay", Wish(("1889",), 3))
    await table.table.leagues.leave(season.number, 2, 2)
    async with table.db.read() as session:
        texts = [" ".join(row.payload.get("text", [])) for row in await session.exec(select(OutboxRow))]
    (left,) = [text for text in texts if "leaves the league" in text]
    assert "Looking for such a game here: <@4242>" in left
