"""A company that operates by an order given ahead of time, with a port for sale."""

from __future__ import annotations

from pathlib import Path

from bot.table.play.orders.kinds import order_of
from bot.table.play.telling import reason
from tests.t1843.lines import line
from tests.table.club import ANN, BOB, CEM, club, put


async def test_a_whole_turn_is_made_and_nothing_is_bought(tmp_path: Path):
    rules = line("2+1").with_company("EST", "Bob", par=67, Bob=6).with_port("EST", "C14")
    rules.operating_turn("PO", "track")
    async with club(tmp_path / "games.db") as table:
        game = await table.game(ANN, BOB, CEM, title="1843")
        await put(table, game, rules.game)
        before, terms = rules.cash("PO"), {"company": "PO", "pay": "withhold"}
        await table.table.orders.give(game, ANN, "p1", order_of("operate", terms))
        order = (await table.table.orders.mine(game, ANN, "p1"))[0]
        made = {one.verb for one in await table.table.actions(game)}
        assert made <= {"skip", "run", "dividend"} and (reason(order), order.active) == ("", False)
        assert (await table.table.present(game)).game.state.cash["PO"] >= before
