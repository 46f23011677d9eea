"""A game as a file and back, and the check of the whole database, by hand and from the command line."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.discord.games.game_lookup import game_label, seat_named
from bot.errors import NotYours, Refused
from bot.table.ground.say import clean_name
from bot.table.ground.services import setup_of
from bot.table.play.extras import Extras
from bot.table.upkeep.verify import verify
from engine.exchange import own_file
from engine.record import new_record
from tests.table.club import ANN, BOB, CEM, DAN, EVE, Club, club, older

pytestmark = pytest.mark.soak

PEOPLE = {"Ann": 21, "Bob": 22, "Cem": 23}


async def test_a_game_can_move_to_another_server_and_continue(table: Club, tmp_path: Path):
    game = await table.game()
    await table.play(game, 30)
    await table.table.takeback.undo(game, ANN, 0, as_organiser=True)
    raw = await table.table.transfer.export(game)
    assert len(own_file.read(raw)[0].moves) == 29
    async with club(tmp_path / "elsewhere.db") as other:
        there = await other.table.transfer.bring(raw, 7, 700, 21, PEOPLE)
        now, before = await other.table.present(there), await table.table.present(game)
        assert now.game.encode() == before.game.encode()
        assert {seat.name: seat.user_id for seat in now.seats} == PEOPLE
        assert (await other.table.present(there, at=12)).game.encode() == (
            await table.table.present(game, at=12)
        ).game.encode()
        await other.play(there, 5)
        async for report in verify(other.db):
            assert not report.faults and not report.changed


async def test_a_game_begun_when_diesels_never_ran_out_keeps_them_and_a_lobby_gets_six(tmp_path: Path):
    path = tmp_path / "club.db"
    async with club(path) as table:
        game = await table.game(diesels="yes", train_12="unlimited")
        await table.play(game, 10)
        waiting = await table.table.seating.create(1, 100, ANN, "1870", {"diesels": "yes"})
    with closing(sqlite3.connect(path)) as file:
        options = {"runs": "free", "diesels": "yes", "train_12": "by_edition"}
        file.execute("update game set options = ? where id = ?", (json.dumps(options), game))
        file.commit()
    older(path, "0007")
    async with club(path) as table:
        assert (await table.table.present(game)).row.options == {**options, "train_12": "unlimited"}
        record, _ = own_file.read(await table.table.transfer.export(game))
        assert record.options["train_12"] == "unlimited"
        async for report in verify(table.db):
            assert not report.faults and not report.changed
        async with table.db.read() as session:
            lobby = await table.table.services.row(session, waiting)
        assert setup_of(lobby).options["train_12"] == "by_edition"


async def test_a_game_with_a_new_player_is_exported_as_it_began(table: Club):
    game = await table.game()
    await table.play(game, 6)
    await table.table.seating.replace(game, BOB, "p2", EVE, "Eve")
    await table.play(game, 6)
    record, _ = own_file.read(await table.table.transfer.export(game))
    assert record.players == ["Ann", "Bob", "Cem"]
    async for report in verify(table.db):
        assert not report.faults and not report.changed


async def test_invalid_files_and_missing_people_are_refused(table: Club):
    game = await table.game()
    await table.play(game, 3)
    raw = await table.table.transfer.export(game)
    bring = table.table.transfer.bring
    for people in ({}, {"Ann": 1, "Bob": 2}, {"Ann": 1, "Bob": 1, "Cem": 2}, {**PEOPLE, "Dan": DAN}):
        with pytest.raises(Refused, match="Say who each of these players is: Ann, Bob, Cem"):
            await bring(raw, 1, 1, 1, people)
    with pytest.raises(Refused, match="damaged or cut off"):
        await bring(raw[:-40], 1, 1, 1, PEOPLE)
    with pytest.raises(Refused, match="too big"):
        await bring(b" " * 9_000_000, 1, 1, 1, PEOPLE)
    waiting = await table.table.seating.create(1, 1, ANN, "1870")
    with pytest.raises(Refused, match="not begun"):
        await table.table.transfer.export(waiting)


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        ("UPDATE position SET data=x'00' WHERE number=4", "Position 4: Position 4 of game 1 is incomplete."),
        ("DELETE FROM action WHERE number=3", "The moves are not numbered from 0 to 6."),
        ("DELETE FROM turn", "The stored list of players to act is wrong."),
        ("UPDATE seat SET seat='p9' WHERE place=1", "The stored seats do not match the game."),
        ("UPDATE game SET last=5, position=5", "Move 6 was announced but not stored."),
    ],
)
async def test_the_check_finds_what_is_wrong(table: Club, harm: str, found: str):
    game = await table.game()
    await table.play(game, 6)
    sound = await table.game()
    with closing(sqlite3.connect(table.db.path)) as file:
        file.execute(harm if "WHERE" not in harm else f"{harm} AND game_id={game}")
        file.commit()
    reports = [report async for report in verify(table.db)]
    assert found in reports[0].faults
    if "WHERE" in harm:
        assert (reports[1].game, reports[1].faults) == (sound, [])


async def test_a_move_that_plays_differently_now_is_not_damage(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.act(game, BOB, "pass_auction")
    with closing(sqlite3.connect(table.db.path)) as file:
        file.execute("UPDATE action SET verb='take' WHERE number=2")
        file.commit()
    (report,) = [report async for report in verify(table.db)]
    assert (report.faults, report.changed) == ([], ["Move 2 would lead to a different position."])
    await table.act(game, CEM, "take")


async def played(path: Path) -> None:
    async with club(path) as table:
        await table.play(await table.game(), 8)


def test_the_host_can_check_back_up_restore_and_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    import asyncio

    path = tmp_path / "table.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "backups"))
    asyncio.run(played(path))
    assert main(["verify"]) == 0
    assert "1 game: 0 damaged, 0 that the current rules would play differently." in capsys.readouterr().out
    assert main(["backup"]) == 0
    copy = capsys.readouterr().out.strip()
    file = tmp_path / "game.json"
    assert main(["export", "1", str(file)]) == 0
    where = ["--guild", "1", "--channel", "2", "--organiser", "3"]
    who = ["--player", "Ann=1", "--player", "Bob=2", "--player", "Cem=3"]
    assert main(["import", str(file), *where, *who]) == 0
    assert capsys.readouterr().out == "Imported as game 2.\n"
    nobody, nameless = "is not a Discord user number; Copy User ID in Discord gives it", "--player Ann=1234"
    for strange in ("Ann", "Ann=x", "Ann=" + "9" * 4400, "=", "Ann=1.5"):
        assert main(["import", str(file), *where, "--player", strange]) == 2
        assert (nobody if strange.startswith("Ann=") else nameless) in capsys.readouterr().err
    assert main(["restore", copy]) == 0
    assert main(["verify"]) == 0
    assert "1 game:" in capsys.readouterr().out
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("UPDATE position SET data=x'00' WHERE number=4")
        opened.commit()
    assert main(["verify"]) == 1
    assert main(["export", "77", str(file)]) == 2
    assert main(["restore", str(file)]) == 2
    assert "There is no such game." in capsys.readouterr().err


async def test_names_from_a_file_are_made_unique_and_harmless(table: Club):
    names = ["Ann", "@Ann", "[Ann](https://evil.example)", "ann\u202e"]
    record, game = new_record("1870", names, {}, 4)
    raw = own_file.write(record, game)
    there = await table.table.transfer.bring(raw, 1, 1, ANN, dict(zip(names, (21, 22, 23, 24), strict=True)))
    row, seats = await Extras(table.table.services).game(there)
    called = [seat.name for seat in seats]
    assert len({name.casefold() for name in called}) == 4
    assert all(clean_name(name) == name for name in called)
    label = game_label(row)
    assert not any(strange in label for strange in ("@", "[", "\u202e", "://")), label


async def test_nobody_is_mistaken_for_a_seat_they_are_named_after(table: Club):
    game = await table.table.seating.create(1, 100, ANN, "1870", places=4)
    for person, name in ((ANN, "p2"), (BOB, "Bob"), (CEM, str(BOB))):
        await table.table.seating.join(game, person, name)
    await table.table.seating.start(game, ANN, [ANN, CEM, BOB])
    now = await table.table.present(game)
    for seat in now.seats:
        assert seat_named(now, seat.seat) is seat, "what the list of players gives is the seat"
    assert seat_named(now, "bob").user_id == BOB
    assert seat_named(now, str(BOB)).user_id == BOB


async def test_people_who_may_not_open_games_cannot_import_one(table: Club):
    game = await table.game()
    await table.play(game, 3)
    raw = await table.table.transfer.export(game)
    bring, rules = table.table.transfer.bring, table.table.preferences.set_server
    await rules(1, managers_create=True)
    with pytest.raises(NotYours, match="only managers"):
        await bring(raw, 1, 1, DAN, PEOPLE)
    assert await bring(raw, 1, 1, DAN, PEOPLE, manager=True) == 2
    await rules(1, managers_create=False, most_games=1)
    with pytest.raises(Refused, match="1 open games"):
        await bring(raw, 1, 1, DAN, PEOPLE)
    assert await bring(raw, 1, 1, EVE, PEOPLE) == 3


async def test_a_game_goes_on_from_the_position_of_its_file_when_the_rules_were_corrected(table: Club):
    game = await table.game()
    await table.play(game, 20)
    kept = json.loads(await table.table.transfer.export(game))
    kept["actions"][3] = {"seat": "p1", "verb": "fly", "args": {}}
    there = await table.table.transfer.bring(json.dumps(kept).encode(), 1, 1, ANN, PEOPLE)
    now = await table.table.present(there)
    assert now.game.encode() == (await table.table.present(game)).game.encode() and not now.row.proven
    await table.play(there, 4)
    async for report in verify(table.db):
        assert not report.faults and not report.changed
    again = await table.table.transfer.export(there)
    anew = await table.table.transfer.bring(again, 1, 1, BOB, PEOPLE)
    assert (await table.table.present(anew)).game.encode() == (await table.table.present(there)).game.encode()
    with pytest.raises(Refused, match="do not lead to its present position"):
        await table.table.transfer.export_to_site(there, "p1")


async def test_a_position_that_the_moves_do_not_lead_to_counts_in_no_standings(table: Club):
    record, game = new_record("1870", ["Ann", "Bob", "Cem"], {}, 4)
    forged = json.loads(own_file.write(record, game, carry=True))
    forged["result"] = {"why": "stopped", "worth": dict.fromkeys(("p1", "p2", "p3"), 1050), "winners": ["p1"]}
    forged["position"] |= {"end": forged["result"], "agenda": []}
    there = await table.table.transfer.bring(json.dumps(forged).encode(), 1, 1, ANN, PEOPLE)
    row, _ = await Extras(table.table.services).game(there)
    assert row.status == "finished" and await table.table.past.ended(1) == []
