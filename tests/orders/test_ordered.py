"""A company that operates by an order given ahead of time buys nothing beside: neither trains nor ports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.table.play.orders.kinds import order_of
from bot.table.play.telling import reason
from tests.positions.table import Table
from tests.t1839.table import Table1839
from tests.t1843.lines import line
from tests.table.club import ANN, BOB, CEM, club, put


def with_a_train() -> tuple[Table, str]:
    """The NCS of 1839, with one train."""
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4).with_train("NCS", "2")
    return table, "NCS"


def with_a_port_for_sale() -> tuple[Table, str]:
    """The PO of 1843, which could buy the port of the EST."""
    return line("2+1").with_company("EST", "Bob", par=67, Bob=6).with_port("EST", "C14"), "PO"


@pytest.mark.parametrize("scene", [with_a_train, with_a_port_for_sale])
async def test_a_whole_turn_is_made_and_nothing_is_bought(scene: Callable[[], tuple[Table, str]], tmp_path: Path):
    rules, company = scene()
    rules.operating_turn(company, "track")
    async with club(tmp_path / "games.db") as table:
        game = await table.game(ANN, BOB, CEM, title=rules.game.title.id)
        await put(table, game, rules.game)
        before, terms = rules.cash(company), {"company": company, "pay": "withhold"}
        await table.table.orders.give(game, ANN, "p1", order_of("operate", terms))
        order = (await table.table.orders.mine(game, ANN, "p1"))[0]
        made = {one.verb for one in await table.table.actions(game)}
        assert made <= {"skip", "run", "dividend"} and (reason(order), order.active) == ("", False)
        assert (await table.table.present(game)).game.state.cash[company] >= before
