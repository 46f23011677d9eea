"""Out of play: closed companies, the worth of players, the winners."""

from __future__ import annotations

from engine.family import ending
from engine.finance import money
from tests.toy.table import ToyTable


def test_all_that_a_closed_company_had_goes_where_it_belongs():
    table = ToyTable().two_railways().with_train("RED", "2").with_marker("RED", "C3/c0")
    bank = table.cash("bank")
    table.with_closed("RED")
    assert (table.price("RED"), table.units("Ann", "RED"), table.units("ipo", "RED"), table.cash("RED")) == (0, 0, 0, 0)
    assert table.units("gone", "RED") == 10
    assert table.cash("bank") == bank + 100
    assert [card.at for name, card in table.s.trains.items() if name == "2-1"] == ["pool"]
    assert {marker.company for marker in table.s.board.markers} == {"BLU"}
    assert table.happened("closed") == [{"company": "RED"}]


def test_worth_is_cash_shares_at_their_price_and_private_companies_at_cost():
    table = ToyTable().two_railways()
    for who, shares, privates in (("Ann", 4 * 40, 0), ("Bob", 3 * 30, 0), ("Cem", 2 * 30, 40 + 30)):
        assert ending.worth(table.p, table.seat(who)) == table.cash(who) + shares + privates


def test_the_richest_wins_and_equals_win_together():
    table = ToyTable().two_railways()
    richest = max(ending.worth(table.p, seat.id) for seat in table.s.players)
    for who in ("Ann", "Bob", "Cem"):
        missing = richest - ending.worth(table.p, table.seat(who))
        table.with_cash(who, table.cash(who) + missing)
    assert ending.score(table.p, "calendar").winners == ["p1", "p2", "p3"]
    table.with_cash("Bob", table.cash("Bob") + 1)
    assert ending.score(table.p, "calendar").winners == ["p2"]


def test_a_player_who_left_wins_nothing():
    table = ToyTable(("Ann", "Bob", "Cem", "Dan")).two_railways().stock_round("Ann")
    table.do("Bob", "concede").do("Cem", "let_fall")
    with table.arrange() as p:
        money.pay(p, money.BANK, "p4", 1000)
    assert ending.score(table.p, "calendar").winners == ["p4"]
    assert ending.worth(table.p, "p2") == 0
