"""A clock plays for somebody whose time is up, but gives no company away."""

from pathlib import Path

from sqlmodel import select

from bot.robots.playing import Robots
from bot.store.rows import BankRow
from engine import Act, Game
from engine.neutral import harmless
from tests.t1870.table import Table as Scene
from tests.table.club import ANN, Club, club, put

__all__ = ["club"]


class Dumping:
    """A robot that would sell the company of whom it plays for."""

    def __init__(self, act: Act) -> None:
        self.act = act

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        return self.act


async def test_no_robot_gives_a_company_away_for_somebody_whose_time_is_up(tmp_path: Path):
    async with club(tmp_path / "table.db") as table:
        await robot_asked_to_sell(table)


async def robot_asked_to_sell(table: Club) -> None:
    game = await table.game()
    await table.table.clocks.tick()
    await table.table.preferences.set_game(game, ANN, clock="evening", late="robot")
    position = Scene().with_company("SP", "Ann", Ann=2, Bob=2, pool=1).stock_round("Ann").game
    await put(table, game, position)
    sale = next(one for one in position.legal("p1") if one.verb == "sell")
    assert harmless(position, "p1", Act("pass")) and not harmless(position, "p1", sale)
    async with table.db.write() as session:
        for bank in await session.exec(select(BankRow).where(BankRow.seat == "p1")):
            bank.left, bank.due_at, bank.told = 0.0, table.clock(), 2
    await table.table.clocks.tick()
    await Robots(table.table, Dumping(sale), pause=0).drain()
    (move,) = [one for one in await table.table.actions(game) if one.kind == "move"]
    assert (move.seat, move.verb, move.by_clock) == ("p1", "pass", True)
