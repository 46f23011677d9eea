"""What a seat can work out before a move, and what only the move tells it."""

from __future__ import annotations

from engine import Act
from engine.view import hides_anything, reveals, supposed, view
from tests.positions.table import Table
from tests.toy.table import ToyTable


def hidden() -> Table:
    """Ann leads the SP, Bob the FW, Cem the MP; their treasuries are hidden."""
    table = Table(title="1870", secrets="hidden")
    table.with_company("SP", "Ann", Ann=3, Bob=2, pool=1, treasury=700)
    table.with_company("FW", "Bob", par=76, Bob=4, Cem=1, treasury=858)
    table.with_company("MP", "Cem", par=68, Cem=2, Bob=2, pool=2, treasury=300)
    return table.with_train("SP", "3").with_train("FW", "2", "2")


def learned(table: Table, who: str, verb: str, looker: str = "", /, **args: str | int) -> bool:
    """Does a move tell somebody something?"""
    act = Act(verb, args)
    after, _ = table.game.apply(table.seat(who), act)
    return reveals(table.game, table.seat(who), act, after, table.seat(looker or who))


def test_becoming_president_tells_what_the_treasury_holds():
    table = hidden().stock_round("Bob")
    assert learned(table, "Bob", "buy", company="MP", **{"from": "pool"})
    assert not learned(table, "Bob", "buy", "Ann", company="MP", **{"from": "pool"})
    assert not learned(table, "Bob", "buy", company="SP", **{"from": "pool"})
    assert not learned(table, "Bob", "pass")


def test_accepting_tells_whether_the_other_could_pay():
    table = hidden().operating_turn("SP", step="train")
    table.do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77})
    assert learned(table, "Bob", "accept") and learned(table.with_cash("SP", 5), "Bob", "accept")
    assert not learned(table, "Bob", "decline")


def test_a_company_that_closes_tells_what_it_had_through_the_bank():
    table = hidden().with_box("MP", "7,0").with_cash("Cem", 0).stock_round("Bob")
    table.do("Bob", "sell", company="MP", shares=1)
    assert learned(table, "Bob", "pass")
    assert not learned(hidden().with_box("MP", "7,0").stock_round("Bob"), "Bob", "sell", company="MP", shares=1)


def test_with_open_treasuries_a_move_tells_nothing_new_and_nothing_is_supposed():
    table = Table(title="1870").with_company("MP", "Cem", Cem=2, Bob=2, pool=2, treasury=300).stock_round("Bob")
    assert not hides_anything(table.game) and supposed(table.game, "p2") is table.game
    assert not learned(table, "Bob", "buy", company="MP", **{"from": "pool"})


def test_terms_of_an_open_offer_are_hidden_even_with_open_treasuries():
    table = Table(title="1870").with_company("SP", "Ann", Ann=3, treasury=700).with_company("FW", "Bob", Bob=4)
    table.with_train("FW", "2", "2").operating_turn("SP", step="train")
    assert not hides_anything(table.game)
    table.do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77})
    assert hides_anything(table.game)
    assert not hides_anything(table.do("Bob", "decline").game)


def test_what_is_supposed_looks_the_same_and_holds_plenty_elsewhere():
    table = hidden().operating_turn("SP", step="train")
    for seat in ("p1", "p2", "p3", ""):
        assert view(supposed(table.game, seat or None), seat or None) == view(table.game, seat or None)
    assert supposed(table.game, "p1").state.cash["SP"] == 700
    assert supposed(table.game, "p1").state.cash["FW"] > 100_000 - 1


def test_the_last_sealed_answer_tells_the_others_and_a_preview_of_it_does_not():
    table = ToyTable()
    table.do("Ann", "answer", answer="20")
    assert not learned(table, "Bob", "answer", answer="60")
    table.do("Bob", "answer", answer="60")
    assert learned(table, "Cem", "answer", answer="20")
    tried, _ = supposed(table.game, "p3").apply("p3", Act("answer", {"answer": "20"}))
    assert tried.state.agenda[-1].rule == "sealed"
