"""Bad input and bad days: whatever comes, a sentence and an unchanged game."""

import asyncio
import contextlib
import random
import sqlite3
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.errors import Refused, Trouble
from bot.store import StoreTrouble
from bot.table.upkeep.verify import verify
from engine.play import random_act
from tests.table.club import ANN, BOB, CEM, DAN, EVE, Club, club

ODD: list[Any] = [None, True, -1, 0, 2**70, 1.5, "", "\0", "p1", "ипо", "\u202e", "x" * 5000, [], {}, b"", object()]
VERBS = ["take", "bid", "pass_auction", "buy", "sell", "par", "lay", "accept", "stop", "withdraw", "hold", "concede"]
SHORT, LONG = 120, 500
"""Clicks."""


@pytest.mark.parametrize("count", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)])
async def test_nonsense_gets_a_sentence_and_changes_nothing(table: Club, count: int):
    stream = random.Random(7)
    game = await table.game()
    await table.play(game, 8)
    before, taken = await table.stored(game), 0
    for _ in range(count):
        now = await table.table.present(game)
        asked = nonsense(now, game, stream)
        try:
            await table.table.act(*asked)
        except Refused as e:
            assert str(e).endswith(".") and len(str(e)) < 400, (asked, str(e))
            assert not isinstance(e, Trouble), (asked, str(e))
            assert await table.stored(game) == before
        else:  # a legal move by chance
            before, taken = await table.stored(game), taken + 1
    assert taken < count / 2
    async for report in verify(table.db):
        assert not report.faults


def nonsense(now: Any, game: int, stream: random.Random) -> tuple[Any, ...]:
    """A click in which one or more things are wrong, or nothing. Each is of the type that the checker demands."""

    def sometimes(good: Any, *bad: Any) -> Any:
        return good if stream.random() < 0.7 else stream.choice(bad)

    decisions = now.game.decisions()
    seat = stream.choice(decisions).seat if decisions else "p1"
    act = random_act(now.game, seat, stream)
    verb, args = (act.verb, dict(act.args)) if act else ("take", {})
    if stream.random() < 0.4 and args:
        args[stream.choice(list(args))] = stream.choice([odd for odd in ODD if type(odd) in (int, str)])
    numbers, texts = ([odd for odd in ODD if type(odd) is kind] for kind in (int, str))
    person = next(one.user_id for one in now.seats if one.seat == seat)
    return (
        sometimes(game, 99, 2**80, *numbers),
        sometimes(person, BOB, CEM, DAN, EVE, 0, -1),
        sometimes(seat, "p1", "p9", *texts),
        sometimes(verb, *VERBS, *texts),
        sometimes(args, {"amount": 5}, {"offer": 1}, {}),
        sometimes(now.decision, now.decision - 1, now.decision + 1, *numbers),
        sometimes(now.epoch, now.epoch + 1, *numbers),
    )


async def test_a_full_disk_is_reported_and_harms_nothing(table: Club):
    game, other = await table.game(), await table.game(BOB, CEM)
    before = await table.stored(game)
    engine = table.db._engine
    assert engine is not None
    async with engine.connect() as connection:
        pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
    await engine.dispose()  # the limit is per connection: every new one gets it
    limit(table, pages)
    with pytest.raises(
        Trouble, match=r"The disk of the host is full; nothing can be stored until the host makes room\. Nothing has"
    ):
        for _ in range(200):
            await table.play(game, 1)
            before = await table.stored(game)
    assert table.troubles[-1].startswith("The disk of the host is full")
    assert await table.stored(game) == before
    assert (await table.table.present(other)).game.decisions()
    unlimit(table)
    await engine.dispose()
    await table.play(game, 3)
    await table.play(other, 3)
    async for report in verify(table.db):
        assert not report.faults


def limit(table: Club, pages: int) -> None:
    """No page more than there are."""
    from sqlalchemy import event

    def small(connection: Any, record: object) -> None:
        connection.cursor().execute(f"PRAGMA max_page_count={pages}")

    table.small = small  # type: ignore[attr-defined]
    event.listen(table.db._engine.sync_engine, "connect", small)  # type: ignore[union-attr]


def unlimit(table: Club) -> None:
    from sqlalchemy import event

    event.remove(table.db._engine.sync_engine, "connect", table.small)  # type: ignore[union-attr, attr-defined]


async def test_a_locked_database_is_reported_and_the_move_can_be_made_later(tmp_path: Path):
    async with club(tmp_path / "table.db", busy_seconds=0.2) as table:
        game = await table.game()
        before = await table.stored(game)
        with contextlib.closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Trouble, match="in use by another program"):
                await table.act(game, ANN, "take")
            assert await table.stored(game) == before
            other.execute("ROLLBACK")
        await table.act(game, ANN, "take")


@pytest.mark.parametrize("how", ["flip", "cut", "empty", "missing"])
async def test_a_damaged_position_is_reported_once_and_other_games_go_on(table: Club, how: str):
    game, other = await table.game(), await table.game(BOB, CEM)
    await table.play(game, 5)
    with contextlib.closing(sqlite3.connect(table.db.path)) as file:
        (data,) = file.execute("SELECT data FROM position WHERE game_id=? AND number=5", (game,)).fetchone()
        broken = {"flip": data[:20] + bytes([data[20] ^ 255]) + data[21:], "cut": data[:-6], "empty": b""}
        if how == "missing":
            file.execute("DELETE FROM position WHERE game_id=? AND number=5", (game,))
        else:
            file.execute("UPDATE position SET data=? WHERE game_id=? AND number=5", (broken[how], game))
        file.commit()
    table.table.services.cool()
    for _ in range(3):
        with pytest.raises(Trouble, match=rf"Position 5 of game {game} is .*I have told the organiser"):
            await table.table.present(game)
    told = await table.outbox(game, "trouble")
    assert [row.target for row in told] == [f"person:{ANN}"]
    assert "Other games are not affected" in told[0].payload["text"][0]
    await table.play(other, 3)
    # Earlier positions are still there, and the organiser can take the game back to one of them.
    assert (await table.table.present(game, at=4)).game
    await table.table.takeback.repair(game, ANN)
    now = await table.table.present(game)
    assert now.row.position == 4
    await table.play(game, 2, seed=9)


async def test_repair_judges_what_is_stored_though_the_cache_still_has_a_good_position(table: Club):
    game = await table.game()
    await table.play(game, 5)
    with pytest.raises(Refused, match="not damaged"):
        await table.table.takeback.repair(game, ANN)
    with contextlib.closing(sqlite3.connect(table.db.path)) as file:
        file.execute("UPDATE position SET data=? WHERE game_id=? AND number=5", (b"?", game))
        file.commit()
    assert (await table.table.present(game)).row.position == 5
    assert await table.table.takeback.repair(game, ANN) == 4
    assert (await table.table.present(game)).row.position == 4


async def test_an_error_in_the_rules_changes_nothing_and_is_reported(table: Club, monkeypatch: pytest.MonkeyPatch):
    game = await table.game()
    before = await table.stored(game)

    def broken(*_: object) -> None:
        raise KeyError("Ann's secret plan")

    with monkeypatch.context() as patch:
        patch.setattr("bot.table.play.playing._step", broken)
        with pytest.raises(Trouble, match="omething went wrong") as caught:
            await table.act(game, ANN, "take")
        assert "secret plan" not in str(caught.value)
    assert await table.stored(game) == before
    await table.act(game, ANN, "take")


async def test_rules_that_hang_in_one_game_do_not_stop_the_others(table: Club, monkeypatch: pytest.MonkeyPatch):
    game, other = await table.game(), await table.game(BOB, CEM)
    before, end = await table.stored(game), threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr("bot.table.play.playing._step", lambda *_: end.wait(60))
        patch.setattr("bot.table.ground.services.PATIENCE", 0.2)
        with pytest.raises(Trouble, match="took too long"):
            await table.act(game, ANN, "take")
    assert await table.stored(game) == before
    await table.act(other, BOB, "take")
    end.set()
    await table.act(game, ANN, "take")


async def test_a_state_with_wrong_books_is_never_stored(table: Club, monkeypatch: pytest.MonkeyPatch):
    from engine import AuditFailed, Game

    def wrong(self: Game) -> None:
        raise AuditFailed("The money adds up to 1, but there should be 2.")

    game = await table.game()
    before = await table.stored(game)
    with monkeypatch.context() as patch:
        patch.setattr(Game, "audit", wrong)
        with pytest.raises(Trouble):
            await table.act(game, ANN, "take")
    assert await table.stored(game) == before


async def test_what_people_wrote_is_never_logged(table: Club, caplog: pytest.LogCaptureFixture):
    caplog.set_level("DEBUG", logger="stationmaster")
    game = await table.game()
    with contextlib.suppress(Refused):
        await table.act(game, ANN, "bid", private="my secret thought", amount=5)
    assert "secret thought" not in caplog.text


async def test_a_second_bot_on_the_same_file_is_refused(tmp_path: Path):
    async with club(tmp_path / "table.db"):
        with pytest.raises(StoreTrouble, match="Another bot is running"):
            async with club(tmp_path / "table.db"):
                pass
    async with club(tmp_path / "table.db"):
        pass


async def test_many_games_at_once_do_not_get_in_each_others_way(table: Club):
    games = [await table.game(ANN, BOB) for _ in range(4)]
    await asyncio.gather(*[table.play(game, 15, seed=game) for game in games])
    table.clock.pass_by(hours=1)
    assert timedelta(0) < table.clock.now - (await table.table.actions(games[0]))[-1].at
    for game in games:
        assert len([one for one in await table.table.actions(game) if one.cause is None]) == 15
    async for report in verify(table.db):
        assert not report.faults
        assert not report.changed
