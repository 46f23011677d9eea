"""Leagues where something goes wrong, is pressed twice, or changes hands."""

import asyncio
from fractions import Fraction

import pytest
from sqlmodel import select

from bot.errors import NotYours, Refused, Stale
from bot.store.league_rows import LeagueRow
from bot.store.rows import (
    FINISHED,
    RUNNING,
    GameRow,
    OutboxRow,
    PositionRow,
)
from bot.table.leagues.asks import LEAD
from bot.table.leagues.leagues import seen_due
from bot.table.leagues.terms import FINISHED_GAME, OVERDUE, STOPPED_GAME
from bot.table.seats.settling import (
    NOTHING,
    STANDS,
    WINNER,
    proposal_of,
)
from tests.table.club import CHANNEL, Club
from tests.table.leagues import GUS, Season


async def one_table(club: Club, people: int = 3, **chosen: object) -> tuple[Season, int]:
    """A league whose first round is one table with everybody; return its game."""
    season = await Season.opened(club, people, rounds=2, seats=people, **chosen)
    (table,) = await season.drawn(first=True)
    assert table.game_id is not None
    return season, table.game_id


async def settled(club: Club, game: int, kind: str, winner: str = "") -> None:
    """All at the table agree to stop."""
    seats = (await club.table.present(game)).seats
    for seat in seats:
        if seat is seats[0]:
            await club.table.seating.settling.propose(game, seat.user_id, kind, winner)
        else:
            known = proposal_of((await club.table.present(game)).row)
            assert known is not None
            await club.table.seating.settling.answer(game, seat.user_id, known.number, yes=True)


# --- results


async def test_the_result_is_the_last_end_even_if_another_was_undone_between_checks(table: Club):
    """Finished, taken back and finished otherwise before the league looks again: the first end counts no more."""
    season = await Season.opened(table, 6, seats=3)
    first, _ = await season.drawn(first=True)
    game = first.game_id
    await season.agree(game)
    await season.ticked()
    # The same end reached again, with the seat of the first player in other hands meanwhile.
    now = await table.table.present(game)
    await table.table.takeback.undo(game, GUS, now.epoch, 0, as_organiser=True)
    seat = (await table.table.present(game)).seats[0]
    await table.table.seating.replace(game, seat.user_id, seat.seat, 50, "Stranger")
    await season.agree(game)
    assert (await table.table.present(game)).row.status == FINISHED
    book = await season.ticked()
    points = {one.member: one.points for one in book.standings()}
    assert points[first.members[0]] == 0 and points[first.members[1]] == Fraction(10, 3)
    assert sum(f"Game {game} is over" in one for one in await season.told()) == 2
    assert (await season.ticked()).standings() == book.standings() and len(await season.told()) == 3


async def test_a_place_that_changes_hands_keeps_its_results(table: Club):
    season = await Season.opened(table, 6, seats=3)
    first, _ = await season.drawn(first=True)
    await season.agree(first.game_id)
    before = (await season.ticked()).standings()
    person = (await season.book()).member(first.members[0]).user_id
    assert await season.replaced(person, 60, "Heir") == []
    assert (await season.ticked()).standings() == before


async def test_an_unreadable_result_is_reported_retried_and_shared_at_the_deadline(table: Club):
    season = await Season.opened(table, 6, seats=3)
    first, second = await season.drawn(first=True)
    for one in (first, second):
        await season.agree(one.game_id)
    sound: dict[int, bytes] = {}
    async with table.db.write() as session:
        for one in (first, second):
            last = (await session.get(GameRow, one.game_id)).position
            row = await session.get(PositionRow, (one.game_id, last))
            sound[one.game_id], row.data = row.data, b"nonsense"
    table.table.services.cool()
    season.leagues.rounds.past._ends.clear()
    for _ in range(2):
        book = await season.ticked()
        assert [one.ending for one in book.tables_of(1)] == ["", ""] and book.current is not None
    told = [row for row in await table.outbox(kind="league") if "can't read the result" in row.payload["text"][1]]
    assert len(told) == 1 and told[0].payload["ping"] == [GUS] and f"{first.game_id}" in told[0].payload["text"][1]
    async with table.db.write() as session:
        position = (await session.get(GameRow, first.game_id)).position
        (await session.get(PositionRow, (first.game_id, position))).data = sound[first.game_id]
    book = await season.ticked()
    assert [one.ending for one in book.tables_of(1)] == [FINISHED_GAME, ""]
    table.clock.pass_by(days=8)
    book = await season.ticked()
    assert [one.ending for one in book.tables_of(1)] == [FINISHED_GAME, OVERDUE] and book.current is None
    told = await season.told()
    assert len([one for one in told if "can't read the result" in one]) == 1
    [closed] = [one for one in told if "I could not read the result" in one]
    assert f"game {second.game_id}" in closed and "Not finished in time" not in closed


@pytest.mark.parametrize(
    ("kind", "winner", "ending", "points"),
    [
        (WINNER, "p2", FINISHED_GAME, [2, 6, 2]),
        (STANDS, "", FINISHED_GAME, [Fraction(10, 3)] * 3),
        (NOTHING, "", STOPPED_GAME, [Fraction(10, 3)] * 3),
    ],
)
async def test_an_agreed_result_counts_and_no_result_shares_the_points(
    table: Club, kind: str, winner: str, ending: str, points: list[int]
):
    season, game = await one_table(table)
    await settled(table, game, kind, winner)
    book = await season.ticked()
    (one,) = book.tables_of(1)
    assert one.ending == ending
    found = {line.member: line for line in book.standings()}
    assert [found[member].points for member in one.members] == points
    wins = [found[member].wins for member in one.members]
    assert wins == {WINNER: [0, 1, 0], STANDS: [1, 1, 1], NOTHING: [0, 0, 0]}[kind]


# --- pressed twice


async def test_two_organisers_who_extend_or_correct_at_once_do_it_once(table: Club):
    season, _ = await one_table(table)
    leagues, book = season.leagues, await season.book()
    due, seen = book.current.due_at, seen_due(book)
    done = await asyncio.gather(
        leagues.extend(season.number, GUS, 7, "a", seen=seen),
        leagues.extend(season.number, 7, 7, "b", manager=True, seen=seen),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Stale) for one in done) == 1
    assert ((await season.book()).current.due_at - due).days == 7
    done = await asyncio.gather(
        leagues.correct(season.number, GUS, 1, 2, "a bonus", seen=0),
        leagues.correct(season.number, 7, 1, 2, "a bonus", manager=True, seen=0),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Stale) for one in done) == 1
    book = await season.book()
    assert book.corrections == 1 and book.standings()[0].points == 2
    await leagues.correct(season.number, GUS, 1, 2, "another", seen=1)
    assert (await season.book()).standings()[0].points == 4


async def test_everybody_is_pinged_when_a_large_league_is_drawn(table: Club):
    season = await Season.opened(table, 48, seats=4, rounds=1)
    await season.leagues.draw(season.number, GUS, first=True)
    rows = [row for row in await table.outbox(kind="league") if row.payload["ping"]]
    assert sorted(user for row in rows for user in row.payload["ping"]) == list(range(1, 49))
    for row in rows:
        called = sum(len("<@123456789012345678> ") for _ in row.payload["ping"])
        assert called < 1000 and len(row.payload["ping"]) <= 24
    text = "\n".join(row.payload["text"][1] for row in rows)
    assert all(f"Table {n}:" in text for n in range(1, 13)) and text.count("is drawn") == 1


# --- changing hands


async def test_a_place_must_be_accepted(table: Club):
    season, game = await one_table(table)
    asks = season.leagues.asks
    assert await asks.replace(season.number, GUS, 2, 20, "Newcomer", "moved away") is None
    what, since = await season.asked()
    assert (await season.book()).member(2).user_id == 2
    with pytest.raises(NotYours, match="There is nothing for you to answer"):
        await asks.answer(season.number, 3, what, since, yes=True)
    await asks.answer(season.number, 20, what, since, yes=False)
    assert (await season.book()).member(2).user_id == 2 and "has declined" in (await season.told())[-1]
    with pytest.raises(Stale, match="already been settled"):
        await asks.answer(season.number, 20, what, since, yes=True)
    await asks.replace(season.number, GUS, 2, 20, "Newcomer", "moved away")
    old = await season.asked()
    await asks.replace(season.number, GUS, 2, 21, "Other")
    with pytest.raises(Stale):
        await asks.answer(season.number, 20, *old, yes=True)
    assert await asks.answer(season.number, 21, *await season.asked(), yes=True) == [game]
    book = await season.book()
    assert (book.member(2).user_id, book.member(2).name) == (21, "Other") and book.log[-1].what == "replaced"
    with pytest.raises(Refused, match="already in this league"):
        await asks.replace(season.number, GUS, 21, 1, "P1")
    await asks.replace(season.number, GUS, 1, 22, "Late")
    late = await season.asked()
    assert await asks.replace(season.number, GUS, 1, GUS, "Gus") == [game], "to oneself it is given at once"
    with pytest.raises(Stale, match="already been settled"):
        await asks.answer(season.number, 22, *late, yes=True)
    assert (await season.book()).member(1).user_id == GUS


async def test_a_league_and_its_games_pass_to_somebody_who_agrees(table: Club):
    season, game = await one_table(table)
    asks = season.leagues.asks
    with pytest.raises(NotYours):
        await asks.hand_over(season.number, 1, 1)
    assert not await asks.hand_over(season.number, GUS, 3)
    assert (await season.book()).row.organiser_id == GUS
    what, since = await season.asked()
    assert what == LEAD
    await asks.answer(season.number, 3, what, since, yes=True)
    assert (await season.book()).row.organiser_id == 3
    assert (await table.table.present(game)).row.organiser_id == 3
    with pytest.raises(NotYours):
        await season.leagues.end(season.number, GUS)
    with pytest.raises(Refused, match="already organises this league"):
        await asks.hand_over(season.number, 3, 3)


async def test_a_manager_takes_over_only_from_an_organiser_who_left(table: Club):
    season, game = await one_table(table)
    asks = season.leagues.asks
    with pytest.raises(Refused, match="still on this server, so they can hand it over"):
        await asks.hand_over(season.number, 7, 7, manager=True)
    assert (await season.book()).row.organiser_id == GUS
    assert await asks.hand_over(season.number, 7, 7, manager=True, gone=True)
    assert (await season.book()).row.organiser_id == 7
    assert (await table.table.present(game)).row.organiser_id == 7


# --- the channel


async def test_a_lost_channel_is_reported_once_and_replaced_by_another(table: Club):
    season, game = await one_table(table)
    for _ in range(2):
        await season.leagues.lost(CHANNEL)
    rows = await table.outbox(kind="trouble")
    assert [row.target for row in rows] == [f"person:{GUS}"] and "/league channel" in rows[0].payload["text"][0]
    with pytest.raises(NotYours):
        await season.leagues.move(season.number, 1, CHANNEL + 5)
    await season.leagues.move(season.number, GUS, CHANNEL + 5)
    waits = await table.outbox(kind="league")
    assert waits and {row.target for row in waits} == {f"channel:{CHANNEL + 5}"}
    await season.agree(game)
    assert (await season.ticked()).current is None, "the league goes on"
    await season.leagues.lost(CHANNEL)
    assert len(await table.outbox(kind="trouble")) == 1
    await season.leagues.lost(CHANNEL + 5)
    assert len(await table.outbox(kind="trouble")) == 2, "another loss is told again"


# --- forgetting


async def test_a_leagues_reasons_and_announcements_do_not_name_a_forgotten_person(table: Club):
    season, _ = await one_table(table, 4)
    leagues, number = season.leagues, season.number
    await leagues.correct(number, GUS, 1, -2, "P1 was late; ask P1 or P10")
    await season.replaced(2, 20, "Newcomer")
    await leagues.asks.replace(number, GUS, 3, 2, "P2")
    for person in (1, 2):
        await table.table.forgetting.forget(person)
    book = await season.book()
    assert next(one.reason for one in book.log if one.points) == "Former player was late; ask Former player or P10"
    async with table.db.read() as session:
        told = str([row.payload for row in await session.exec(select(OutboxRow)) if row.kind == "league"])
        assert "'asks'" not in str((await session.get(LeagueRow, number)).place) or "P2" not in str(
            (await session.get(LeagueRow, number)).place
        )
    assert "P1 " not in told and "P2" not in told and "<@1>" not in told
    assert "Newcomer" in told and "P3" in told and book.row.status == RUNNING
