"""Leagues from their opening to their final standings."""

import asyncio
import csv
import io
from fractions import Fraction

import pytest
from sqlmodel import col, select

from bot.errors import NotYours, Refused, Stale
from bot.store.league_rows import LeagueRow
from bot.store.rows import (
    FINISHED,
    RUNNING,
    STOPPED,
    GameRow,
    SeatRow,
)
from bot.table.leagues.csv_files import as_files
from bot.table.leagues.terms import (
    BY_STANDINGS,
    FIXED,
    OVERDUE,
    STOPPED_GAME,
)
from tests.table.club import CHANNEL, GUILD, Club
from tests.table.leagues import GUS, Season, terms


async def test_a_league_of_nine_with_a_drop_out_is_played_to_its_final_standings(table: Club):
    season = await Season.opened(table)
    book = await season.played(first=True)
    assert [len(one.members) for one in book.tables_of(1)] == [3, 3, 3] and book.current is None
    await season.leagues.leave(season.number, 5, 5)
    book = await season.played()
    assert sorted(len(one.members) for one in book.tables_of(2)) == [2, 3, 3]
    assert all(5 not in one.members for one in book.tables_of(2))
    book = await season.played()
    assert book.row.status == FINISHED and [one.closed_at is not None for one in book.rounds] == [True] * 3
    # All agreed to end at once: everybody is worth the same, and everybody shares the first place of their table.
    by_member = {one.member: one for one in book.standings()}
    assert by_member[5].points == Fraction(10, 3) and by_member[5].played == 1
    expected = {
        member: sum(
            Fraction(sum((6, 3, 1)[: len(one.members)]), len(one.members))
            for one in book.tables
            if member in one.members
        )
        for member in range(1, 10)
    }
    assert {member: one.points for member, one in by_member.items()} == expected
    assert all(one.played == 3 for member, one in by_member.items() if member != 5)
    met = book.history().met
    assert max(met.values()) <= 2
    told = await season.told()
    assert sum("is drawn" in one for one in told) == 3 and "The winner" in told[-1] and "P5 leaves" in "\n".join(told)
    with pytest.raises(Refused, match="This league is over"):
        await season.leagues.draw(season.number, GUS)


async def test_its_games_have_the_leagues_settings_and_begin_at_once_in_the_drawn_order(table: Club):
    season = await Season.opened(table, 6, interval=240, options={"runs": "free"})
    tables = await season.drawn(first=True)
    book = await season.book()
    for one in tables:
        now = await table.table.present(one.game_id)
        assert now.row.status == RUNNING and now.row.organiser_id == GUS
        assert now.row.settings["interval"] == 240 and now.row.options["runs"] == "free"
        assert [seat.user_id for seat in now.seats] == [book.member(member).user_id for member in one.members]
        assert [seat.name for seat in now.game.state.players] == [f"P{member}" for member in one.members]


async def test_titles_take_turns_by_round(table: Club):
    season = await Season.opened(table, 3, titles=("1870", "1830"))
    played = [await season.played(first=number == 0) for number in range(3)]
    assert [book.rounds[-1].title for book in played] == ["1870", "1830", "1870"]
    async with table.db.read() as session:
        assert [row.title for row in await session.exec(select(GameRow))] == ["1870", "1830", "1870"]


async def test_fixed_tables_are_known_from_the_start_until_somebody_leaves(table: Club):
    season = await Season.opened(table, 9, draw=FIXED, seats=3)
    await season.drawn(first=True)
    before = await season.book()
    assert len(before.rounds) == 3 and len(before.drawn) == 3 and max(before.history().met.values()) == 1
    for one in before.tables_of(1):
        await season.agree(one.game_id)
    await season.ticked()
    book = await season.played()
    assert [one.members for one in book.tables_of(2)] == [one.members for one in before.tables_of(2)]
    await season.leagues.leave(season.number, 1, 1)
    await season.drawn()
    book = await season.book()
    assert all(1 not in one.members for one in book.tables_of(3))
    assert [one.members for one in book.tables_of(2)] == [one.members for one in before.tables_of(2)]


async def test_by_standings_the_leaders_meet(table: Club):
    season = await Season.opened(table, 6, draw=BY_STANDINGS)
    await season.played(first=True)
    for leader, points in ((2, 50), (4, 40), (6, 30)):
        await season.leagues.correct(season.number, GUS, leader, points, "a test")
    tables = await season.drawn()
    met = (await season.book()).tables_of(1)
    if not any(sorted(one.members) == [2, 4, 6] for one in met):
        assert sum(len({2, 4, 6} & set(one.members)) >= 2 for one in tables) == 1


# --- what does not go as it should


async def test_a_game_not_over_at_the_deadline_shares_its_points_and_can_be_played_on(table: Club):
    season = await Season.opened(table, 6)
    first, second = await season.drawn(first=True)
    await season.agree(first.game_id)
    book = await season.ticked()
    assert book.current is not None and [one.ending for one in book.tables_of(1)] == ["finished", ""]
    table.clock.pass_by(days=6)
    await season.ticked()
    await season.ticked()
    warned = [one for one in await season.told() if "ends <t:" in one]
    assert len(warned) == 1 and f"game {second.game_id}" in warned[0]
    table.clock.pass_by(days=2)
    book = await season.ticked()
    assert book.current is None and book.tables_of(1)[1].ending == OVERDUE
    standings = {one.member: one for one in book.standings()}
    assert {standings[one].points for one in second.members} == {Fraction(10, 3)}
    assert {(standings[one].wins, standings[one].played) for one in second.members} == {(0, 0)}
    # It goes on, and its end changes nothing any more.
    await season.agree(second.game_id)
    assert (await season.ticked()).standings() == book.standings()
    assert (await table.table.present(second.game_id)).row.status == FINISHED


async def test_a_stopped_game_shares_its_points(table: Club):
    season = await Season.opened(table, 3, rounds=1)
    (one,) = await season.drawn(first=True)
    await table.table.seating.stop(one.game_id, GUS)
    book = await season.ticked()
    assert book.tables[0].ending == STOPPED_GAME and book.row.status == FINISHED
    assert {one.points for one in book.standings()} == {Fraction(10, 3)}


async def test_an_end_undone_before_the_round_is_over_does_not_count(table: Club):
    season = await Season.opened(table, 6)
    first, _ = await season.drawn(first=True)
    await season.agree(first.game_id)
    assert any(one.points for one in (await season.ticked()).standings())
    async with table.db.write() as session:
        (await session.get(GameRow, first.game_id)).status = RUNNING
    book = await season.ticked()
    assert book.tables_of(1)[0].ending == "" and not any(one.points for one in book.standings())


async def test_a_replaced_seat_scores_only_if_its_new_player_took_the_place(table: Club):
    season = await Season.opened(table, 6, rounds=1)
    first, second = await season.drawn(first=True)
    stranger, heir = first.members[0], second.members[0]
    async with table.db.write() as session:
        for one, user in ((first, 50), (second, 51)):
            seats = await session.exec(
                select(SeatRow).where(SeatRow.game_id == one.game_id).order_by(col(SeatRow.place))
            )
            seats.first().user_id = user
    games = await season.replaced(heir, 51, "Heir", "moved away")
    assert games == [second.game_id]
    for one in (first, second):
        await season.agree(one.game_id)
    book = await season.ticked()
    points = {one.member: one.points for one in book.standings()}
    assert points[stranger] == 0 and points[heir] == points[first.members[1]] == Fraction(10, 3)
    assert book.member(heir).name == "Heir"


async def test_extra_days_move_the_deadline_in_the_leagues_time_zone(table: Club):
    """From noon on 2 March 2026 in UTC a week: 9 March, 20:00 in Berlin; three weeks more lie in summer time."""
    season = await Season.opened(table, 3)
    await season.drawn(first=True)
    assert str((await season.book()).current.due_at) == "2026-03-09 19:00:00+00:00"
    until = await season.leagues.extend(season.number, GUS, 21, "holidays")
    assert str(until) == "2026-03-30 18:00:00+00:00"
    table.clock.pass_by(days=20)
    assert (await season.ticked()).current is not None


async def test_corrections_are_logged_and_announced_with_their_reason(table: Club):
    season = await Season.opened(table, 3)
    await season.drawn(first=True)
    await season.leagues.correct(season.number, GUS, 2, -4, "forgot **twice** @everyone")
    book = await season.book()
    (entry,) = [one for one in book.log if one.what == "points"]
    assert (entry.member, entry.points, entry.by_id) == (2, -4, GUS) and entry.reason == "forgot twice everyone"
    assert book.standings()[-1].points == -4 and "P2 -4. Reason: forgot twice everyone" in (await season.told())[-1]


@pytest.mark.parametrize(
    ("user", "points", "reason", "by", "sentence"),
    [
        (2, 3, "x", 2, "who organises this league"),
        (2, 3, "  ", GUS, "give a reason"),
        (2, 0, "x", GUS, "1 to 1000"),
        (77, 3, "x", GUS, "not in this league"),
    ],
)
async def test_an_invalid_correction_changes_nothing(
    table: Club, user: int, points: int, reason: str, by: int, sentence: str
):
    season = await Season.opened(table, 3)
    await season.drawn(first=True)
    before, told = await season.book(), await season.told()
    with pytest.raises(Refused, match=sentence):
        await season.leagues.correct(season.number, by, user, points, reason)
    after = await season.book()
    assert (after.log, after.standings(), await season.told()) == (before.log, before.standings(), told)


# --- bad input


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"seats": 9}, "1870 is for 2 to 7 players"),
        ({"points": "1 2 3"}, "from high to low, like 6 3 1"),
        ({"hour": "8pm"}, "like this: 20:00"),
        ({"zone": "Berlin"}, "like Europe/Berlin"),
        ({"rounds": 0}, "1 to 20 rounds"),
        ({"options": {"runs": "never"}}, "runs"),
    ],
)
async def test_invalid_terms_are_refused_with_what_would_be_valid(chosen: dict[str, object], sentence: str):
    with pytest.raises(Refused, match=sentence):
        terms(**chosen)


async def test_too_few_players_cannot_start_and_nothing_is_changed_until_there_are_enough(table: Club):
    season = await Season.opened(table, 1)
    with pytest.raises(Refused, match="Round 1 needs 2 to 7 players for 1870, and has 1"):
        await season.leagues.draw(season.number, GUS, first=True)
    book = await season.book()
    assert book.row.status == "gathering" and not book.tables and await season.told() == []
    await season.leagues.join(season.number, 2, "P2")
    assert len(await season.drawn(first=True)) == 1


async def test_a_round_that_cannot_be_drawn_says_so_and_can_be_once_a_place_is_taken_over(table: Club):
    season = await Season.opened(table, 3, rounds=2)
    await season.played(first=True)
    for person in (2, 3):
        await season.leagues.leave(season.number, person, person)
    with pytest.raises(Refused, match="Round 2 needs"):
        await season.leagues.draw(season.number, GUS)
    assert (await season.book()).row.round == 1
    await season.replaced(2, 20, "Newcomer")
    assert len(await season.drawn()) == 1


async def test_two_organisers_who_press_at_once_draw_one_round(table: Club):
    season = await Season.opened(table, 6)
    draw = season.leagues.draw
    done = await asyncio.gather(
        draw(season.number, GUS, first=True), draw(season.number, 7, first=True, manager=True), return_exceptions=True
    )
    assert sorted(map(str, done)) == ["1", "This league has begun; `/league round draw:True` draws its next round."]
    book = await season.book()
    assert len(book.rounds) == 1 and len(book.tables) == 2 and len(await season.told()) == 1


async def test_opening_a_table_twice_at_once_begins_one_game(table: Club):
    season = await Season.opened(table, 3)
    await season.leagues.draw(season.number, GUS, first=True)
    (one,) = await season.leagues.to_open(season.number)
    done = await asyncio.gather(
        *(season.leagues.open_table(one, CHANNEL + n) for n in range(2)), return_exceptions=True
    )
    assert sum(isinstance(found, int) for found in done) == 1 and sum(isinstance(found, Stale) for found in done) == 1
    async with table.db.read() as session:
        assert len(list(await session.exec(select(GameRow)))) == 1
    assert await season.leagues.to_open(season.number) == []


async def test_only_the_organiser_or_a_manager_leads(table: Club):
    season = await Season.opened(table, 3)
    leagues, number = season.leagues, season.number
    for attempt in (
        lambda: leagues.draw(number, 1, first=True),
        lambda: leagues.extend(number, 1, 3, ""),
        lambda: leagues.asks.replace(number, 1, 2, 20, "x"),
        lambda: leagues.leave(number, 2, 1),
        lambda: leagues.end(number, 1),
    ):
        with pytest.raises(NotYours):
            await attempt()
    assert (await season.book()).row.status == "gathering" and len((await season.book()).members) == 3
    await leagues.draw(number, 1, first=True, manager=True)


async def test_joining_and_leaving_follow_the_leagues_life(table: Club):
    season = await Season.opened(table, 3)
    leagues, number = season.leagues, season.number
    with pytest.raises(Refused, match="already in this league"):
        await leagues.join(number, 1, "P1")
    await leagues.leave(number, 3, 3)
    await leagues.join(number, 4, "P2")
    assert [one.name for one in (await season.book()).members] == ["P1", "P2", "P2 2"]
    await season.drawn(first=True)
    with pytest.raises(Refused, match="has begun"):
        await leagues.join(number, 8, "P8")
    await leagues.leave(number, 1, 1)
    with pytest.raises(Refused, match="already left this league"):
        await leagues.leave(number, 1, 1)
    await leagues.end(number, GUS)
    for attempt in (leagues.leave(number, 2, 2), leagues.end(number, GUS), leagues.draw(number, GUS)):
        with pytest.raises(Refused, match="over"):
            await attempt
    book = await season.ticked()
    assert book.row.status == STOPPED and (await table.table.present(book.tables[0].game_id)).row.status == RUNNING


async def test_a_name_is_taken_once_and_there_is_no_league_of_another_number(table: Club):
    await Season.opened(table, 3)
    with pytest.raises(Refused, match="choose another name"):
        await table.table.leagues.create(GUILD, CHANNEL, GUS, "SPRING", terms())
    await table.table.leagues.create(GUILD + 1, CHANNEL, GUS, "Spring", terms())
    for number in (0, 77, 2**40):
        with pytest.raises(Refused, match="no such league"):
            await table.table.leagues.book(number)
    async with table.db.read() as session:
        assert len(list(await session.exec(select(LeagueRow)))) == 2


async def test_an_ended_league_is_left_as_it_stands(table: Club):
    season = await Season.opened(table, 3)
    await season.leagues.draw(season.number, GUS, first=True)
    await season.leagues.end(season.number, GUS)
    assert await season.leagues.to_open(season.number) == []
    with pytest.raises(Refused, match="This league has no round in progress"):
        await season.leagues.extend(season.number, GUS, 3, "")
    table.clock.pass_by(days=30)
    book = await season.ticked()
    assert book.tables[0].ending == "" and book.rounds[0].closed_at is None


async def test_a_failing_league_does_not_hold_up_others(table: Club, monkeypatch: pytest.MonkeyPatch):
    first, second = await Season.opened(table, 3), await Season.opened(table, 3, name="Autumn")
    for one in (first, second):
        await one.drawn(first=True)
    look_after = table.table.leagues.rounds.look_after

    async def damaged(league: int) -> None:
        if league == first.number:
            raise Refused("This is damaged.")
        await look_after(league)

    monkeypatch.setattr(table.table.leagues.rounds, "look_after", damaged)
    table.clock.pass_by(days=30)
    assert (await second.ticked()).rounds[0].closed_at is not None and (await first.book()).current is not None


async def test_a_short_round_warns_in_its_last_quarter(table: Club):
    season = await Season.opened(table, 3, days=1, hour="13:00")
    await season.drawn(first=True)
    for hours, warned in ((0, 0), (17, 0), (2, 1), (1, 1)):
        table.clock.pass_by(hours=hours)
        await season.ticked()
        assert sum("ends <t:" in one for one in await season.told()) == warned, hours


async def test_typed_text_is_never_a_formula_in_csv(table: Club):
    season = await Season.opened(table, 2)
    await season.leagues.join(season.number, 3, "=HYPERLINK(1)")
    await season.played(first=True)
    await season.leagues.correct(season.number, GUS, 3, -2, '=1+1, "quoted"')
    files = {
        name: list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
        for name, data in as_files(await season.book()).items()
    }
    last = files["standings.csv"][-1]
    assert (last["player"], last["points"], last["played"]) == ("'=HYPERLINK(1)", "1.33", "1")
    assert [(one["seat"], one["place"], one["counts"]) for one in files["games.csv"]] == [
        (str(seat), "1", "yes") for seat in (1, 2, 3)
    ]
    assert [(one["what"], one["points"], one["reason"]) for one in files["log.csv"]] == [
        ("points", "-2", '\'=1+1, "quoted"')
    ]


async def test_a_forgotten_members_place_stays_without_a_name(table: Club):
    season = await Season.opened(table)
    await season.played(first=True)
    before = {one.member: one.points for one in (await season.book()).standings()}
    await table.table.forgetting.forget(5)
    book = await season.book()
    gone = book.member(5)
    assert gone.name == "Former player" and gone.user_id < 0 and gone.left_at is not None
    assert {one.member: one.points for one in book.standings()} == before
    assert all(one.user_id > 0 for one in book.members if one.number != 5)
    await table.table.forgetting.forget(GUS)
    assert (await season.book()).row.organiser_id < 0
