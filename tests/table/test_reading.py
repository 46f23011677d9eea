"""What somebody may read of a game's past, and where it comes from: the events as they were stored with their move."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

import tests.toy.title  # noqa: F401  (registers the toy)
from bot.errors import Refused
from bot.store.rows import MOVE, EventsRow
from bot.table.files.transfer import Transfer
from bot.table.past.reading import (
    MoveEvents,
    brief,
    sentences,
    withholds,
)
from bot.table.play.orders.kinds import order_of
from bot.table.upkeep.verify import verify
from engine import Event, Game
from engine.exchange import own_file
from engine.view import view
from tests.positions.table import Table as Rules
from tests.table.club import ANN, BOB, CEM, Club, club, put
from tests.table.test_offers import about_to_trade, offer
from tests.table.test_orders import in_stock_round

SEATS = {"": "a spectator", "p1": "Ann", "p2": "Bob", "p3": "Cem"}


async def stored(table: Club, game: int) -> dict[int, bytes]:
    """What is stored of the moves of a game."""
    async with table.db.read() as session:
        rows = await session.exec(select(EventsRow).where(EventsRow.game_id == game))
        return {row.number: row.data for row in rows}


async def told(table: Club, game: int, seat: str = "") -> dict[int, list[str]]:
    """All moves of a game in the words in which a seat may read them."""
    now = await table.table.present(game)
    stories = await table.table.past.stories(game, await table.table.actions(game))
    return {number: sentences(story, view(now.game, seat or None)) for number, story in stories.items()}


async def forgotten(table: Club, game: int) -> None:
    """The game as stored by a program that knew no events."""
    with closing(sqlite3.connect(table.db.path)) as file:
        file.execute("DELETE FROM events WHERE game_id=?", (game,))
        file.commit()


def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the rules say that every move does something else."""

    def apply(self: Game, seat: str, act: Any) -> tuple[Game, list[Event]]:
        return self, [Event("bank_broken", {})]

    monkeypatch.setattr(Game, "apply", apply)


# --- what is stored


async def test_the_past_is_shown_as_stored_whatever_the_current_rules(table: Club, monkeypatch: pytest.MonkeyPatch):
    game = await table.game()
    outcome = await table.act(game, ANN, "bid", private="MKT", amount=165)
    await table.act(game, BOB, "take")
    before = await told(table, game)
    assert before[1] == ["Ann bids $165 on Missouri-Kansas-Texas Railroad."]
    assert outcome.told[0]["text"] == ["You bid $165 on Missouri-Kansas-Texas Railroad."]
    other_rules(monkeypatch)
    assert await told(table, game) == before
    stories = await table.table.past.stories(game, await table.table.actions(game))
    assert not any(story.anew for story in stories.values())


async def test_an_orders_moves_are_stored_with_their_events(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, BOB, "p2", order_of("answer", {"rule": "stock_turn", "verb": "pass"}), most=1)
    await table.act(game, ANN, "pass")
    assert sorted(await stored(table, game)) == [1, 2]
    assert (await told(table, game))[2] == ["Bob passes."]


async def test_a_refused_or_overtaken_move_stores_nothing(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    before = await stored(table, game)
    with pytest.raises(Refused):
        await table.act(game, CEM, "take")
    assert await stored(table, game) == before


async def test_undo_and_redo_do_not_change_stored_events(table: Club):
    game = await table.game()
    for person in (ANN, BOB):
        await table.act(game, person, "take")
    before = await stored(table, game)
    await table.table.takeback.undo(game, BOB, 0)
    assert await stored(table, game) == before
    await table.table.takeback.redo(game, BOB, 1)
    assert await stored(table, game) == before
    assert sorted(await told(table, game)) == [1, 2]


@pytest.mark.soak
async def test_an_imported_game_has_its_events_and_a_restarted_one_keeps_them(table: Club, tmp_path: Path):
    game = await table.game()
    await table.play(game, 30)
    raw = await table.table.transfer.export(game)
    async with club(tmp_path / "elsewhere.db") as other:
        there = await other.table.transfer.bring(raw, 7, 700, 21, {"Ann": 21, "Bob": 22, "Cem": 23})
        assert await stored(other, there) == await stored(table, game)
        words = await told(other, there)
    async with club(tmp_path / "elsewhere.db") as again:
        assert await told(again, there) == words == await told(table, game)
        async for report in verify(again.db):
            assert not report.faults


async def test_a_game_without_events_is_recomputed_and_marked(table: Club, monkeypatch: pytest.MonkeyPatch):
    game = await table.game()
    await table.play(game, 12)
    before = await told(table, game)
    await forgotten(table, game)
    assert await told(table, game) == before
    stories = await table.table.past.stories(game, await table.table.actions(game))
    assert all(story.anew for story in stories.values())
    await table.play(game, 3)
    stories = await table.table.past.stories(game, await table.table.actions(game))
    assert [number for number, story in stories.items() if not story.anew] == [13, 14, 15]
    async for report in verify(table.db):
        assert not report.faults and not report.changed


async def test_for_an_unknown_move_only_its_player_is_shown(table: Club, monkeypatch: pytest.MonkeyPatch):
    game, private = await about_to_trade(table)
    await offer(table, game, private, 37)
    await forgotten(table, game)
    with closing(sqlite3.connect(table.db.path)) as file:
        file.execute("UPDATE action SET verb='teleport' WHERE number=1")
        file.commit()
    for seat in SEATS:
        assert await told(table, game, seat) == {1: ["Ann made a move."]}


async def test_events_that_cannot_be_read_are_reported_and_never_worked_out_anew(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    with closing(sqlite3.connect(table.db.path)) as file:
        file.execute("UPDATE events SET data=substr(data, 1, 5)")
        file.commit()
    assert await told(table, game) == {1: ["Ann made a move."]}
    [report] = [report async for report in verify(table.db)]
    assert report.faults == ["Move 1: The stored events are cut off."]


# --- who may read what


async def test_only_those_involved_can_read_an_offers_terms(table: Club):
    for old in (False, True):
        game, private = await about_to_trade(table)
        number = await offer(table, game, private, 37)
        await table.act(game, BOB, "decline", offer=number)
        if old:
            await forgotten(table, game)
        for seat in SEATS:
            words = await told(table, game, seat)
            assert ("37" in str(words)) == (seat in ("p1", "p2")), (seat, words)
            assert words[1][0].startswith("Ann ") and "Bob" in words[1][0]


async def test_a_sealed_answer_is_visible_to_its_owner(table: Club):
    game = await table.game(title="toy")
    await table.act(game, BOB, "answer", answer="60")
    for seat in SEATS:
        assert ("60" in str(await told(table, game, seat))) == (seat == "p2")


def test_a_long_move_is_cut_between_sentences():
    assert brief(["One.", "Two.", "Three."], 100) == "One. Two. Three."
    assert brief(["One.", "Two.", "Three."], 12) == "One. Two. …"
    assert brief(["A long sentence without an end."], 8) == "A long…"


def test_a_move_without_events_may_be_secret():
    assert withholds(MoveEvents("p1", "buy", None), "p1")
    assert not withholds(MoveEvents("p1", "buy", (Event("passed", {"player": "p1"}),)), "")


# --- files


async def may_export(table: Club, game: int, seat: str) -> bool:
    """Does a seat get the file? If so it is the whole one."""
    try:
        raw = await table.table.transfer.export_to(game, seat)
    except Refused as e:
        assert "other players' secrets" in str(e)
        return False
    assert raw == await Transfer.export(table.table.transfer, game)
    return True


@pytest.mark.parametrize("old", [False, True])
async def test_a_running_game_can_be_exported_by_those_it_hides_nothing_from(table: Club, old: bool):
    game, private = await about_to_trade(table)
    assert [await may_export(table, game, seat) for seat in SEATS] == [True] * 4
    number = await offer(table, game, private, 37)
    await table.act(game, BOB, "decline", offer=number)
    if old:
        await forgotten(table, game)
    assert [await may_export(table, game, seat) for seat in SEATS] == [False, True, True, False]


async def test_undone_moves_are_not_in_the_file_and_do_not_prevent_it(table: Club):
    game, private = await about_to_trade(table)
    await offer(table, game, private, 37)
    await table.table.takeback.undo(game, ANN, 0)
    assert await may_export(table, game, "p3")
    assert b"37" not in await table.table.transfer.export_to(game, "p3")


async def test_with_hidden_treasuries_the_file_waits_until_the_game_is_over(table: Club):
    rules = Rules(title="1870", secrets="hidden").with_company("SP", "Ann", Ann=6, treasury=777).operating_turn("SP")
    game = await table.game(secrets="hidden")
    assert not any([await may_export(table, game, seat) for seat in SEATS])
    await put(table, game, rules.game)
    await table.act(game, ANN, "skip")
    assert not any([await may_export(table, game, seat) for seat in SEATS])
    await table.table.seating.stop(game, ANN)
    assert all([await may_export(table, game, seat) for seat in SEATS])


async def test_an_unanswered_question_to_several_keeps_the_file_back(table: Club):
    game = await table.game(title="toy")
    await table.act(game, BOB, "answer", answer="60")
    assert [await may_export(table, game, seat) for seat in SEATS] == [False, False, True, False]


async def test_a_game_without_secrets_can_be_exported_by_everybody(table: Club):
    game = await table.game(title="1828")
    await table.play(game, 20)
    moves = len([one for one in await table.table.actions(game) if one.kind == MOVE])
    assert all([await may_export(table, game, seat) for seat in SEATS])
    assert len(own_file.read(await table.table.transfer.export_to(game, ""))[0].moves) == moves
