"""Offers are kept beside the agenda: one for each subject, and they never interrupt a question."""

import pytest

from tests.t1870.lines import row_b
from tests.t1870.table import Table


def table_with_private() -> Table:
    return Table().with_private("GSC", "Bob").with_phase("2").with_cash("Ann", 300).stock_round("Ann")


def number(table: Table) -> int:
    return next(d.number for d in table.game.decisions() if d.rule == "stock_turn")


def test_a_second_offer_on_the_same_subject_takes_the_place_of_the_first():
    table = table_with_private()
    table.do("Ann", "buy_private", private="GSC", price=100).do("Ann", "buy_private", private="GSC", price=120)
    assert [(offer.verb, offer.args["price"]) for offer in table.s.offers] == [("buy_private", 120)]
    table.do("Bob", "accept", offer=table.s.offers[0].id)
    assert table.cash("Ann") == 180
    assert table.s.privates["GSC"] == "p1"


def test_offers_and_their_refusal_leave_the_question_of_the_player_on_turn_as_it_is():
    table = table_with_private()
    asked = number(table)
    table.do("Ann", "buy_private", private="GSC", price=100)
    assert number(table) == asked
    table.do("Bob", "decline", offer=table.s.offers[0].id)
    assert number(table) == asked
    table.do("Cem", "stop").do("Bob", "accept", offer=table.s.offers[0].id)
    assert number(table) == asked


def test_an_offer_that_is_taken_up_makes_it_a_new_question():
    table = table_with_private().with_company("SP", "Ann", Ann=3)
    asked = number(table)
    table.agree("Ann", "buy_private", "Bob", private="GSC", price=100)
    assert number(table) != asked


def test_an_offer_ends_with_its_turn():
    table = table_with_private()
    table.do("Ann", "buy_private", private="GSC", price=100)
    old = table.s.offers[0].id
    table.do("Ann", "pass")
    assert table.s.offers == []
    table.refused("Bob", "accept", offer=old)


@pytest.mark.rule("1870-10.5-02")
def test_a_train_is_not_sold_by_a_former_presidents_consent():
    table = row_b().with_company("SP", "Bob", Bob=3, Cem=3).with_train("SP", "2").with_train("ATSF", "2")
    table.operating_turn("ATSF", "train").do("Ann", "buy_train", **{"from": "SP"}, kind="2", price=50)
    with table.arrange() as p:
        chief, *singles = p.d.certs_of["SP"]
        bob, cem = table.seat("Bob"), table.seat("Cem")
        for cert in [cert for cert in singles if p.s.certs[cert] == cem][:2]:
            p.s.certs[cert] = bob
        p.s.certs[chief] = cem
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.trains("SP") == ["2"]
    assert table.happened("offer_void")
