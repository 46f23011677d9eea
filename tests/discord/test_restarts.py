"""What was begun before a restart: buttons still mean what they meant, and a move is made once or not at all."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from bot.discord.app.client import Stationmaster
from bot.discord.kit.custom_ids import ALWAYS_STORED, LONG_ARGUMENTS, decode_id
from bot.store.rows import ParkedRow
from bot.table.housekeeping import Housekeeping
from bot.table.table import Table
from engine import Game
from tests.discord.conftest import Hall, starting
from tests.waiting import until

pytestmark = pytest.mark.soak


@pytest.fixture(autouse=True)
def nothing_kept():
    """This process plays several programs one after another; what one has kept in memory the next does not know."""
    LONG_ARGUMENTS.forget()
    yield
    LONG_ARGUMENTS.forget()


async def until_long_runs(hall: Hall, number: int) -> Any:
    """Play until a company whose best runs are too long for a button must run; return the player who runs it."""

    def long(game: Game, seat: str) -> bool:
        return len(str(next(one for one in game.legal(seat) if one.verb == "run").args["routes"])) > ALWAYS_STORED

    await hall.play_until(number, "run", when=long)
    return hall.on_turn(await hall.table.present(number))


async def test_runs_shown_before_a_restart_can_be_made_after_it(hall: Hall):
    async with hall.open():
        number = await hall.game()
        person = await until_long_runs(hall, number)
        shown = await person.slash("/run", hall.room)
        assert "The best possible run" in shown.text
        last = (await hall.table.present(number)).row.last
        run = starting(shown.message, "Run for")
        does, args = decode_id(next(one["custom_id"] for one in shown.message.buttons if one["label"] == run))
        assert does == "move" and any(arg.startswith("~") for arg in args)
    LONG_ARGUMENTS.forget()
    async with hall.open():
        done = await hall.press(person, shown.message, run)
        assert "runs its" in done.text
        assert (await hall.table.present(number)).row.last == last + 1


@pytest.mark.soak
async def test_routes_built_before_a_restart_can_be_run_after_it(hall: Hall):
    async with hall.open():
        number = await hall.game()
        person = await until_long_runs(hall, number)
        now = await hall.table.present(number)
        routes = next(one for one in now.game.legal(now.game.decisions()[0].seat) if one.verb == "run").args["routes"]
        shown = await person.slash("/run", hall.room, routes=routes, preview=True)
        assert "What if:" in shown.text
    LONG_ARGUMENTS.forget()
    async with hall.open():
        assert "runs its" in (await hall.press(person, shown.message, "Do it")).text


async def test_parked_button_arguments_are_deleted_with_their_announcements(hall: Hall):
    async with hall.open():
        await hall.bot.extras.park({"~old": "a long choice"})
        assert await hall.bot.extras.parked("~old") == "a long choice"
        keeper = Housekeeping(hall.table, hall.settings)
        await keeper.tick()
        assert await hall.bot.extras.parked("~old") is not None
        async with hall.table.db.write() as session:
            for row in await session.exec(select(ParkedRow)):
                row.made_at -= timedelta(days=hall.settings.outbox_keep_days + 1)
        await keeper.tick()
        assert await hall.bot.extras.parked("~old") is None


class Killed(Stationmaster):
    """A program that is killed waits for nothing."""

    async def finish(self) -> None:
        self.closing_down = True


@pytest.mark.parametrize("when", ["before it was stored", "after it was stored"])
async def test_a_slow_move_cut_off_by_a_kill_is_made_once_by_pressing_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, when: str
):
    stuck = asyncio.Event()
    act = Table.act

    async def slow(table: Table, *given: Any, **more: Any) -> Any:
        if when == "after it was stored":
            await act(table, *given, **more)
        stuck.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        async with hall.open():
            number = await hall.game()
            await hall.ann.slash("/preferences", hall.room, confirm=True)
            shown = await hall.ann.slash("/bid", hall.room, private="MKT", amount="165")
            patched.setattr(Table, "act", slow)
            patched.setattr(Stationmaster, "finish", Killed.finish)
            pressed = asyncio.ensure_future(hall.ann.press(shown.message, "Do it"))
            await stuck.wait()
            for job in list(hall.bot._in_hand):
                job.cancel()
            await asyncio.gather(pressed, return_exceptions=True)
    async with hall.open():
        stored = (await hall.table.present(number)).row.last
        assert stored == (1 if when == "after it was stored" else 0)
        assert "Do it" in [one.get("label") for one in shown.message.buttons], "the panel is as it was"
        again = await hall.press(hall.ann, shown.message, "Do it")
        assert ("moved on" if stored else "You bid $165") in again.text
        assert (await hall.table.present(number)).row.last == 1
        await hall.bob.pinged()
        assert len(hall.bob.pings) == 1


async def test_a_slow_move_is_finished_and_answered_before_the_bot_stops(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    began = asyncio.Event()
    act = Table.act

    async def slow(table: Table, *given: Any, **more: Any) -> Any:
        began.set()
        await until(lambda: hall.bot.closing_down)
        return await act(table, *given, **more)

    async with hall.open():
        number = await hall.game()
        monkeypatch.setattr(Table, "act", slow)
        moved = asyncio.ensure_future(hall.ann.slash("/bid", hall.room, private="MKT", amount="165"))
        await began.wait()
    assert "You bid $165" in (await moved).text
    async with hall.open():
        assert (await hall.table.present(number)).row.last == 1
        await hall.bob.pinged()
