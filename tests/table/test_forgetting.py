"""A person who asks for it is forgotten; the games of the others go on."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlmodel import select, update

from bot.__main__ import main
from bot.errors import Refused
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, ActionRow, GameRow, OrderRow, PersonRow, SeatRow
from bot.table.play.extras import Extras
from bot.table.play.orders.kinds import order_of
from bot.table.upkeep.forgetting import FORGOTTEN
from bot.table.upkeep.verify import verify
from engine import Game
from engine.core.state import End
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, GUILD, Club, club, put

pytestmark = pytest.mark.soak

ANNA, ANNA_NUMBER = "Annabella Quagga", 987_654_321_098_765


def lines(path: Path) -> str:
    """Everything in a SQLite file, positions unpacked by those who read it later."""
    with sqlite3.connect(path) as opened:
        return "\n".join(opened.iterdump())


async def seated(table: Club, *others: int) -> int:
    """A running game of Annabella, who organises it, and others."""
    names = {BOB: "Bob", CEM: "Cem", DAN: "Dan"}
    seating = table.table.seating
    game = await seating.create(GUILD, CHANNEL, ANNA_NUMBER, "1870", {"runs": "free"}, places=4, seed=4)
    await seating.join(game, ANNA_NUMBER, ANNA)
    for person in others:
        await seating.join(game, person, names[person])
    await seating.start(game, ANNA_NUMBER, [ANNA_NUMBER, *others])
    return game


async def good(table: Club) -> bool:
    """Is everything that is stored as it was played?"""
    reports = [report async for report in verify(table.db)]
    return bool(reports) and not any(report.faults or report.changed for report in reports)


async def names_at(table: Club, game: int, moves: list[int]) -> set[str]:
    """What everybody was called in positions of the past."""
    found = await table.table.past.positions(game, moves)
    assert len(found) == len(moves)
    return {seat.name for position in found.values() for seat in position.state.players}


async def test_a_forgotten_person_leaves_no_trace_and_the_others_play_on(either: Club):
    table = either
    game, extras = await seated(table, BOB, CEM), Extras(table.table.services)
    await table.table.preferences.set_person(ANNA_NUMBER, zone="Europe/Berlin", stand_in=BOB)
    await table.table.preferences.set_person(BOB, stand_in=ANNA_NUMBER)
    await extras.add_note(game, ANNA_NUMBER, "buy SP")
    await extras.add_note(game, BOB, "buy MP")
    await table.play(game, 40)
    before = await table.table.present(game)
    assert await table.table.forgetting.forget(ANNA_NUMBER) == 1

    now = await table.table.present(game)
    vacant = now.owner("p1")
    assert vacant.is_vacant and vacant.name == "Former player" and now.row.organiser_id == BOB
    assert now.game.named({"p1": ANNA}).encode() == before.game.encode(), "nothing but the name has changed"
    moves = [action.number for action in await table.table.actions(game) if action.kind == "move"]
    assert await names_at(table, game, [0, *moves]) == {"Former player", "Bob", "Cem"}
    async with table.db.read() as session:
        assert await session.get(PersonRow, ANNA_NUMBER) is None
        bob = await session.get(PersonRow, BOB)
        assert bob is not None and bob.stand_in is None
        clickers = set(await session.exec(select(ActionRow.clicker)))
        assert FORGOTTEN in clickers and ANNA_NUMBER not in clickers and BOB in clickers
    rows = repr(await table.outbox())
    assert ANNA not in rows and str(ANNA_NUMBER) not in rows and "Bob" in rows
    assert await extras.note(game, ANNA_NUMBER) == "" and await extras.note(game, BOB) == "buy MP"
    assert await good(table)

    # The others go on; somebody new takes the seat and plays it.
    await table.table.seating.inviting.ask(game, BOB, "p1", DAN)
    await table.table.seating.inviting.take(game, DAN, "p1", "Dan")
    await table.play(game, 20, seed=2)
    assert await good(table)
    table.table.services.cool()
    assert (await table.table.present(game)).owner("p1").name == "Dan"


async def test_neither_name_nor_number_is_in_the_file(table: Club):
    game = await seated(table, BOB, CEM)
    await table.play(game, 30)
    assert ANNA in lines(table.db.path) and str(ANNA_NUMBER) in lines(table.db.path)
    await table.table.forgetting.forget(ANNA_NUMBER)
    assert ANNA not in lines(table.db.path) and str(ANNA_NUMBER) not in lines(table.db.path)
    assert "Bob" in lines(table.db.path)


async def test_the_announcement_of_forgetting_has_no_name_and_pings_the_new_organiser(table: Club):
    game = await seated(table, BOB, CEM)
    await table.table.forgetting.forget(ANNA_NUMBER)
    told = await table.outbox(game, "replace")
    assert len(told) == 1 and told[0].payload["ping"] == [BOB]
    assert "Former player" in told[0].payload["text"][0] and "/game replace" in told[0].payload["text"][0]
    assert [row.payload["ping"] for row in await table.outbox(game, "organiser")] == [[BOB]]


async def test_a_forgotten_persons_seat_gets_no_reminders_and_has_no_orders(table: Club):
    game = await seated(table, BOB, CEM)
    await table.table.orders.give(game, ANNA_NUMBER, "p1", order_of("consent", {"verb": "redeem"}))
    await table.table.orders.give(game, BOB, "p2", order_of("consent", {"verb": "redeem"}))
    await table.table.forgetting.forget(ANNA_NUMBER)
    async with table.db.read() as session:
        assert [order.seat for order in await session.exec(select(OrderRow))] == ["p2"]
    table.clock.pass_by(days=3)
    await table.table.reminders.tick()
    assert await table.outbox(game, "reminder") == []


async def test_an_earlier_owner_of_a_seat_can_be_forgotten(table: Club):
    game = await seated(table, BOB, CEM)
    await table.act(game, ANNA_NUMBER, "pass_auction")
    await table.table.seating.replace(game, ANNA_NUMBER, "p1", DAN, "Dan")
    await table.play(game, 12)
    assert ANNA in lines(table.db.path)
    await table.table.forgetting.forget(ANNA_NUMBER)
    now = await table.table.present(game)
    assert (now.owner("p1").name, now.owner("p1").user_id) == ("Dan", DAN)
    assert await names_at(table, game, [0, 1, now.row.position]) == {"Dan", "Bob", "Cem"}
    assert ANNA not in lines(table.db.path) and await good(table)


async def test_forgetting_frees_lobby_seats_and_stops_games_of_one_person(table: Club):
    seating = table.table.seating
    lobby = await seating.create(GUILD, CHANNEL, BOB, "1870", {}, places=4)
    for person, name in ((BOB, "Bob"), (ANNA_NUMBER, ANNA)):
        await seating.join(lobby, person, name)
    alone = await seating.create(GUILD, CHANNEL, ANNA_NUMBER, "1870", {"runs": "free"}, places=2)
    await seating.join(alone, ANNA_NUMBER, ANNA)
    await table.table.robots.add(alone, ANNA_NUMBER)
    await table.table.forgetting.forget(ANNA_NUMBER)
    async with table.db.read() as session:
        gathering, stopped = await session.get(GameRow, lobby), await session.get(GameRow, alone)
        assert gathering is not None and stopped is not None
        assert (gathering.status, gathering.organiser_id) == (GATHERING, BOB)
        assert (stopped.status, stopped.organiser_id) == (STOPPED, 0)
        seats = await session.exec(select(SeatRow).where(SeatRow.game_id == lobby))
        assert [seat.user_id for seat in seats] == [BOB]
    assert ANNA not in lines(table.db.path) and await good(table)


async def test_results_of_finished_games_stay_and_count_for_nobody(table: Club):
    game = await seated(table, BOB)
    begun = (await table.table.present(game)).game
    end = End(why="bank", worth={"p1": 900, "p2": 700}, winners=["p1"])
    await put(table, game, Game(begun.title, replace(begun.state, end=end)))
    async with table.db.write() as session:
        await session.exec(update(GameRow).values(status=FINISHED))
    (before,) = await table.table.past.ended(GUILD)
    await table.table.forgetting.forget(ANNA_NUMBER)
    (after,) = await table.table.past.ended(GUILD)
    assert after.end == before.end and [seat.has_person for seat in after.seats] == [False, True]
    assert await table.outbox(game, "replace") == [], "nobody is told of it in a game that is over"


async def test_somebody_in_no_game_can_be_forgotten(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await table.table.preferences.set_person(DAN, zone="Europe/Berlin")
    for server, by in ((GUILD, DAN), (GUILD + 1, BOB)):
        await table.table.preferences.set_server(server, board_by=by)
    before = await table.stored(game)
    assert await table.table.forgetting.forget(DAN) == 0
    kept = [(await table.table.preferences.server(server))["board_by"] for server in (GUILD, GUILD + 1)]
    assert kept == [0, BOB], "the server's owner hears instead if its list of games is lost"
    assert (await table.table.preferences.person(DAN)).zone == "UTC"
    assert await table.stored(game) == before
    for nobody in (0, -1, FORGOTTEN):
        with pytest.raises(Refused):
            await table.table.forgetting.forget(nobody)  # type: ignore[arg-type]
    assert await table.stored(game) == before


async def test_a_position_read_before_forgetting_is_not_built_upon(table: Club):
    game = await seated(table, BOB, CEM)
    await table.play(game, 5)
    services = table.table.services
    async with table.db.read() as session:
        stored = await services.stored(session, game)
    loaded = await services.loaded(stored)
    await table.table.forgetting.forget(ANNA_NUMBER)
    # Who began to read before keeps what they have read, and nobody ever gets it.
    services.keep(loaded.row, loaded.row.position, loaded.cached)
    await services.loaded(stored)
    await table.table.seating.inviting.ask(game, BOB, "p1", DAN)
    await table.table.seating.inviting.take(game, DAN, "p1", "Dan")
    await table.play(game, 10, seed=3)
    services.cool()
    assert await good(table) and (await table.table.present(game)).row.status == RUNNING


async def test_the_host_forgets_somebody_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    async with club(tmp_path / "table.db") as table:
        await seated(table, BOB, CEM)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///table.db")
    assert await asyncio.to_thread(main, ["forget", str(ANNA_NUMBER)]) == 0
    assert "1 game" in capsys.readouterr().out
    assert ANNA not in lines(tmp_path / "table.db") and "Bob" in lines(tmp_path / "table.db")
    assert await asyncio.to_thread(main, ["forget", "-5"]) == 2
    refused = "'-5' is not a Discord user number; Copy User ID in Discord gives it (in developer mode).\n"
    assert capsys.readouterr().err == refused
