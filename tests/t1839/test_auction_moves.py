"""The private auction: two moves a turn, purchases and discounts (5, 6)."""

from __future__ import annotations

import pytest

from engine.core.state import Run
from tests.t1839.table import Table1839

FOUR = ("Ann", "Bob", "Cem", "Dee")


def only(*privates: str, cash: int = 500, players: tuple[str, ...] = ("Ann", "Bob", "Cem")) -> Table1839:
    """Only these are left for sale; everybody has this much money."""
    table = Table1839(players)
    for private, place in list(table.s.privates.items()):
        if place == "sale" and private not in privates:
            table.with_private(private, "closed")
    for who in players:
        table.with_cash(who, cash)
    return table


def begun(table: Table1839) -> Table1839:
    """The turn starts again from the current position."""
    with table.arrange() as p:
        assert isinstance(p.top, Run)
        p.top.step = ""
    return table


@pytest.mark.rule("1839-5-01", "1839-6-01", "1839-4-21")
def test_the_game_begins_with_the_auction_in_card_order():
    table = Table1839(FOUR)
    for who in (*FOUR, "Ann"):
        assert table.deciders() == [who]
        assert set(table.verbs(who)) >= {"take", "discount"}
        table.do(who, "discount", private="AV").do(who, "discount", private="CO")


@pytest.mark.rule("1839-6-02")
@pytest.mark.parametrize(
    "moves", [("take", "take"), ("take", "discount"), ("discount", "take"), ("discount", "discount")]
)
def test_two_moves_a_turn_of_either_kind(moves: tuple[str, str]):
    table = Table1839()
    for verb, private in zip(moves, ("LP", "LVG"), strict=True):
        assert table.deciders() == ["Ann"]
        table.do("Ann", verb, private=private)
    assert table.deciders() == ["Bob"]
    assert "pass" not in table.verbs("Bob")
    table.refused("Ann", "take", private="KR")


@pytest.mark.rule("1839-6-03", "1839-6-05")
def test_a_purchase_costs_face_value_less_discounts_paid_to_the_bank():
    table = Table1839().do("Ann", "discount", private="KR").do("Ann", "discount", private="KR")
    before, bank = table.cash("Bob"), table.cash("bank")
    table.do("Bob", "take", private="KR")
    assert (before - table.cash("Bob"), table.cash("bank") - bank, table.owner("KR")) == (70, 70, "Bob")
    table.do("Bob", "take", private="LP")
    assert before - table.cash("Bob") == 160


@pytest.mark.rule("1839-6-03")
def test_nobody_buys_what_they_cannot_pay():
    table = only("KR", "LP", cash=89)
    table.refused("Ann", "take", private="LP")
    table.with_cash("Ann", 90).do("Ann", "take", private="LP")
    assert table.cash("Ann") == 0


@pytest.mark.rule("1839-6-04")
def test_what_one_has_discounted_one_does_not_buy_in_that_turn():
    table = Table1839().do("Ann", "discount", private="KR")
    table.refused("Ann", "take", "6", private="KR")
    table.do("Ann", "take", private="LP").do("Bob", "discount", private="LVG").do("Bob", "take", private="KR")
    assert table.owner("KR") == "Bob"


@pytest.mark.rule("1839-6-05", "1839-6-06")
def test_any_private_may_be_discounted_by_20_twice_even():
    table = Table1839().do("Ann", "discount", private="AV").do("Ann", "discount", private="AV")
    table.with_cash("Bob", 199).refused("Bob", "take", private="AV")
    table.with_cash("Bob", 200).do("Bob", "take", private="AV")
    assert table.cash("Bob") == 0


@pytest.mark.rule("1839-6-07")
def test_what_stood_at_nothing_must_be_taken_for_nothing():
    # 90 less five discounts is below nothing.
    table = only("LP", "AV", cash=230)
    for who in ("Ann", "Bob"):
        table.do(who, "discount", private="LP").do(who, "discount", private="LP")
    table.do("Cem", "discount", private="LP")
    # Now it stands at -10: in Cem's own turn the ban does not hold yet, for it stood above nothing as the turn began.
    table.do("Cem", "discount", private="AV")
    assert table.deciders() == ["Ann"]
    table.refused("Ann", "discount", "6", private="AV")
    before = table.cash("Ann")
    table.do("Ann", "take", private="LP")
    assert (table.cash("Ann"), table.owner("LP")) == (before, "Ann")
    # None is left at nothing: the second move is free again.
    table.do("Ann", "discount", private="AV")


@pytest.mark.rule("1839-6-08")
def test_who_alone_can_buy_must_buy():
    table = begun(only("KR", cash=100).with_cash("Ann", 110))
    table.refused("Ann", "discount", "6", private="KR")
    table.do("Ann", "take", private="KR")
    # With another who can buy, or if she cannot either, she may discount.
    begun(only("KR", cash=110)).do("Ann", "discount", private="KR")
    begun(only("KR", cash=100)).do("Ann", "discount", private="KR")


@pytest.mark.rule("1839-6-08")
def test_whether_the_others_can_buy_is_tested_as_the_turn_begins():
    table = begun(only("KR", "LP", cash=89).with_cash("Ann", 200))
    # Nobody else can buy: she must, and again with her second move while she can.
    table.refused("Ann", "discount", "6", private="KR")
    table.do("Ann", "take", private="LP").refused("Ann", "discount", "6", private="KR")
    table.do("Ann", "take", private="KR")
    table = begun(only("KR", "LP", cash=89).with_cash("Ann", 100)).do("Ann", "take", private="LP")
    table.do("Ann", "discount", private="KR")


@pytest.mark.rule("1839-6-10", "1839-6-11")
def test_a_brown_private_pars_its_major_at_once_and_all_three_differ():
    table = only("CO", "AB", "AV", "KR", cash=900).do("Ann", "take", private="CO")
    assert table.deciders() == ["Ann"]
    assert {move["price"] for move in table.legal("Ann", "set_par")} == {67, 74, 82}
    table.do("Ann", "set_par", price=74)
    assert (table.on("NCS"), table.units("Ann", "NCS"), table.president("NCS")) == (("major", 74), 3, "Ann")
    table.do("Ann", "take", private="AB").refused("Ann", "set_par", "7.5", price=74)
    table.do("Ann", "set_par", price=67).do("Bob", "take", private="AV")
    assert {move["price"] for move in table.legal("Bob", "set_par")} == {82}
    table.do("Bob", "set_par", price=82)
    assert {table.on(company) for company in ("NCS", "MSS", "NRS")} == {("major", 74), ("major", 67), ("major", 82)}


@pytest.mark.rule("1839-6-12", "1839-6-13", "1839-5-02")
def test_after_the_last_purchase_the_poorest_is_first():
    table = only("KR", cash=300, players=FOUR).with_cash("Dee", 150).with_cash("Ann", 260)
    table.do("Ann", "take", private="KR")
    # Ann has 150 left as Dee has: equals keep their order.
    assert (table.order(), table.s.clock.round) == (["Ann", "Dee", "Bob", "Cem"], "stock")
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1839-4-15", "1839-4-17", "1839-4-18")
def test_shares_come_with_their_privates():
    table = only("CO", "AB", "AV", "WCTS", "JJB", cash=2000)
    table.do("Ann", "take", private="JJB").do("Ann", "take", private="WCTS")
    # The Beijnes has a tenth of the Borsig's company, the Stork two of the Voombergh's.
    assert (table.units("Ann", "MSS"), table.units("Ann", "NRS"), table.president("MSS")) == (1, 2, "")
    table.do("Bob", "take", private="AB").do("Bob", "set_par", price=67).do("Bob", "take", private="AV")
    table.do("Bob", "set_par", price=74)
    assert [table.units("Bob", company) for company in ("MSS", "NRS", "NCS")] == [3, 3, 0]
    assert (table.president("MSS"), table.president("NRS")) == ("Bob", "Bob")
