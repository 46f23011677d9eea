"""Starting and floating a company, and the home marker with which it begins to operate."""

from __future__ import annotations

from engine.board.markers import BESIDE
from engine.core.state import Marker
from engine.family import floating
from tests.toy.table import ToyTable


def begun(shares: int) -> ToyTable:
    """Ann has started RED at 40 and holds this many of the three shares it needs to float."""
    table = ToyTable().privates(ferry="", mail="")
    return table.with_company("RED", "Ann", par=40, floated=False, turns=0, home=False, Ann=shares).stock_round("Bob")


def test_a_company_is_started_in_its_own_market_with_two_shares():
    table = ToyTable().privates().stock_round("Ann").do("Ann", "par", company="RED", price=30)
    assert (table.cash("Ann"), table.units("Ann", "RED"), table.box("RED")) == (180 - 60, 2, "1,1")
    assert table.happened("started") == [{"player": "p1", "company": "RED", "price": 30}]
    table.done("Ann").refused("Bob", "par", company="RED", price=30)


def test_the_presidents_certificate_must_be_paid_for():
    table = ToyTable().privates().with_cash("Ann", 59).stock_round("Ann")
    assert "certificate costs $60" in table.refused("Ann", "par", company="RED", price=30)
    table.do("Ann", "par", company="RED", price=20)


def test_it_floats_with_the_share_that_its_charter_asks_for_and_gets_its_money():
    table = begun(2)
    assert not floating.floats(table.p, "RED")
    table.buy("Bob", "RED")
    assert table.s.companies["RED"].floated
    assert table.happened("floated") == [{"company": "RED", "amount": 80}]
    assert table.cash("RED") == 80


def test_shares_in_the_market_have_left_the_offering_and_count():
    table = ToyTable().with_company("RED", "Ann", par=40, floated=False, pool=1)
    assert floating.sold_units(table.p, "RED") == 3
    assert floating.floats(table.p, "RED")


def test_a_company_that_has_not_floated_does_not_operate():
    table = begun(2).operating_round()
    assert [event["company"] for event in table.happened("operates")] == []
    floated = begun(2).buy("Bob", "RED").operating_round()
    assert [event["company"] for event in floated.happened("operates")] == ["RED"]


def test_before_its_first_turn_a_company_puts_a_free_marker_on_its_home():
    table = begun(2).buy("Bob", "RED").operating_round()
    assert table.happened("home") == [{"company": "RED", "stop": "B2/c0"}]
    assert (table.s.companies["RED"].markers, table.cash("RED")) == ([40], 80)
    table.operating_round()
    assert len(table.happened("home")) == 1


def test_a_home_whose_spaces_are_all_taken_is_beside_them():
    table = begun(2).buy("Bob", "RED")
    with table.arrange() as p:
        p.s.board.markers.append(Marker("BLU", "B2/c0", 0))
    table.operating_round()
    assert [(m.company, m.slot) for m in table.s.board.markers] == [("BLU", 0), ("RED", BESIDE)]
