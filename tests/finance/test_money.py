"""Money moves and is never made or lost; a bank that cannot pay is broken for good and pays on."""

from __future__ import annotations

import pytest

from engine.finance import bank, money
from tests.toy.table import ToyTable


def test_a_payment_moves_money_from_one_account_to_another():
    table = ToyTable()
    ann, bob = table.cash("Ann"), table.cash("Bob")
    with table.arrange() as p:
        money.pay(p, "p1", "p2", 30)
        money.pay(p, "p1", "p1", 10_000)
        money.pay(p, "p2", "p1", 0)
    assert (table.cash("Ann"), table.cash("Bob")) == (ann - 30, bob + 30)


@pytest.mark.parametrize(("source", "amount"), [("p1", 181), ("p1", -1), ("bank", -1), ("RED", 1)])
def test_nobody_pays_what_they_do_not_have_nor_less_than_nothing(source: str, amount: int):
    table = ToyTable()
    before = table.game.encode()
    with pytest.raises(ValueError, match="cannot pay"), table.arrange() as p:
        money.pay(p, source, "p2", amount)
    assert table.game.encode() == before


@pytest.mark.parametrize(("holds", "broken"), [(49, True), (50, False)])
def test_the_bank_pays_what_it_does_not_have_and_is_broken(holds: int, broken: bool):
    table = ToyTable().with_bank(holds)
    had = table.cash("Bob")
    with table.arrange() as p:
        money.pay(p, money.BANK, "p2", 50)
    assert (table.cash("bank"), table.cash("Bob")) == (holds - 50, had + 50)
    assert table.s.broken is broken
    assert len(table.happened("bank_broken")) == broken


def test_a_broken_bank_stays_broken_and_says_so_once():
    table = ToyTable().with_bank(0)
    with table.arrange() as p:
        money.pay(p, money.BANK, "p2", 1)
        money.pay(p, "p2", money.BANK, 100)
        money.pay(p, money.BANK, "p2", 200)
    assert table.s.broken
    assert len(table.happened("bank_broken")) == 1


def test_a_bank_that_has_paid_its_last_note_is_not_broken():
    with ToyTable().with_bank(0).arrange() as p:
        bank.stays_whole(p)
        assert p.s.broken is False


def test_money_set_aside_for_a_bid_leaves_no_account_behind():
    with ToyTable().arrange() as p:
        money.pay(p, "p1", "bid:p1:MAIL", 30)
        assert p.s.cash["bid:p1:MAIL"] == 30
        money.pay(p, "bid:p1:MAIL", "p1", 10)
        assert p.s.cash["bid:p1:MAIL"] == 20
        money.pay(p, "bid:p1:MAIL", "p1", 20)
        assert "bid:p1:MAIL" not in p.s.cash


def test_an_amount_is_written_as_the_game_writes_it():
    assert money.money(ToyTable().p, 40) == "$40"
