"""Housekeeping goes on, whatever is wrong with one game, and late changes of preferences count."""

import contextlib
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import Trouble
from bot.host.settings import Settings
from bot.table.housekeeping import Housekeeping
from bot.table.seats import reminding
from tests.table.club import ANN, BOB, CEM, Club
from tests.table.test_offers import about_to_trade, offer


async def test_an_error_in_one_game_does_not_stop_others_reminders(table: Club, monkeypatch: pytest.MonkeyPatch):
    first, second = await table.game(), await table.game(BOB, CEM)
    table.clock.pass_by(days=1)
    told = reminding._reminder

    def broken(begun, turn, decision, now):
        if begun.id == first:
            raise KeyError("a word is missing")
        return told(begun, turn, decision, now)

    monkeypatch.setattr(reminding, "_reminder", broken)
    await table.table.reminders.tick()
    assert len(await table.outbox(second, "reminder")) == 1
    # Not tried again and again every second.
    assert await table.table.reminders.next_moment() > table.clock.now


async def test_housekeeping_goes_on_after_an_error(table: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    keeper = Housekeeping(table.table, Settings(backup_dir=tmp_path / "backups"))
    ticks: list[int] = []

    async def broken() -> None:
        ticks.append(1)
        if len(ticks) > 1:
            raise SystemExit
        raise KeyError("anything")

    async def at_once() -> float:
        return 0.0

    monkeypatch.setattr(keeper, "tick", broken)
    monkeypatch.setattr(keeper, "_pause", at_once)
    with pytest.raises(SystemExit):
        await keeper.run()
    assert len(ticks) == 2


async def test_a_backup_is_made_even_if_reminders_fail(table: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    keeper = Housekeeping(table.table, Settings(backup_dir=tmp_path / "backups"))

    async def broken() -> int:
        raise KeyError("anything")

    monkeypatch.setattr(table.table.reminders, "tick", broken)
    with contextlib.suppress(KeyError):
        await keeper.tick()
    assert len(list((tmp_path / "backups").glob("*.db"))) == 1


async def test_a_finished_game_has_nothing_due(table: Club):
    game, private = await about_to_trade(table)
    await offer(table, game, private, lasts=timedelta(hours=6))
    await table.table.seating.stop(game, ANN)
    table.clock.pass_by(hours=7)
    assert await table.table.reminders.next_moment() > table.clock.now
    await table.table.reminders.tick()
    assert await table.table.reminders.next_moment() > table.clock.now


async def test_a_damaged_game_is_reported_and_not_retried_every_second(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    with contextlib.closing(sqlite3.connect(table.db.path)) as file:
        file.execute("UPDATE position SET data=x'00' WHERE game_id=? AND number=1", (game,))
        file.commit()
    table.table.services.cool()
    table.clock.pass_by(days=1)
    await table.table.reminders.tick()
    assert [row.target for row in await table.outbox(game, "trouble")] == [f"person:{ANN}"]
    assert await table.table.reminders.next_moment() > table.clock.now


async def test_a_repaired_game_is_reported_again_when_damaged_again(table: Club):
    game = await table.game()
    for _ in range(2):
        await table.act(game, ANN, "take")
        position = (await table.table.present(game)).row.position
        with contextlib.closing(sqlite3.connect(table.db.path)) as file:
            file.execute("UPDATE position SET data=x'00' WHERE game_id=? AND number=?", (game, position))
            file.commit()
        table.table.services.cool()
        with pytest.raises(Trouble):
            await table.table.present(game)
        await table.table.takeback.repair(game, ANN)
        assert (await table.table.present(game)).row.trouble == ""
    assert len(await table.outbox(game, "trouble")) == 2


async def test_reminders_turned_on_again_apply_to_the_current_turn(table: Club):
    game = await table.game()
    await table.table.preferences.set_person(BOB, interval=0)
    await table.act(game, ANN, "take")
    table.clock.pass_by(days=2)
    assert await table.table.reminders.tick() == 0
    await table.table.preferences.set_person(BOB, interval=30)
    table.clock.pass_by(minutes=31)
    assert await table.table.reminders.tick() == 1


async def test_a_changed_pace_applies_to_the_current_turn(table: Club):
    game = await table.game()
    await table.table.preferences.set_game(game, ANN, interval=0)
    await table.act(game, ANN, "take")
    await table.table.preferences.set_game(game, ANN, interval=60)
    table.clock.pass_by(minutes=61)
    assert await table.table.reminders.tick() == 1


async def test_muted_and_stopped_reminders_stay_so_when_preferences_change(table: Club):
    game = await table.game()
    await table.table.preferences.set_game(game, ANN, interval=60, urgent=1, stop=1)
    await table.act(game, ANN, "take")
    await table.table.reminders.mute(game, BOB, "p2")
    await table.table.preferences.set_person(BOB, interval=30)
    await table.table.preferences.set_game(game, ANN, interval=45)
    table.clock.pass_by(days=1)
    assert await table.table.reminders.tick() == 0
    await table.act(game, BOB, "pass_auction")
    table.clock.pass_by(days=1)
    assert await table.table.reminders.tick() == 1
    await table.table.preferences.set_person(CEM, interval=30)
    table.clock.pass_by(days=1)
    assert await table.table.reminders.tick() == 0


async def test_an_unknown_time_zone_stops_no_move(table: Club):
    game = await table.game()
    await table.table.preferences.set_person(BOB, zone="Europe/Berlin", quiet_from=0, quiet_to=1439)
    with contextlib.closing(sqlite3.connect(table.db.path)) as file:
        file.execute("UPDATE person SET zone='Europe/Atlantis'")
        file.commit()
    await table.act(game, ANN, "take")
