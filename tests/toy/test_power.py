"""A power that can be used at any time within its window, and holds for moments that would pass."""

from __future__ import annotations

from tests.toy.privates import FIRST, LAST
from tests.toy.table import ToyTable


def test_the_owner_uses_it_in_the_turn_of_others_and_the_turn_stays_theirs():
    table = ToyTable().two_railways().operating_turn("RED", "track")
    before = table.cash("Cem")
    table.do("Cem", "mail")
    assert table.cash("Cem") == before + 10
    assert table.deciders() == ["Ann"]


def test_nobody_else_may_and_it_works_once_a_round():
    table = ToyTable().two_railways().operating_turn("RED", "track")
    table.refused("Ann", "mail")
    table.do("Cem", "mail").refused("Cem", "mail", section="4")
    table.operating_round()
    table.do("Cem", "mail")


def test_it_is_shut_outside_its_window_and_while_anything_is_asked():
    table = ToyTable().two_railways().stock_round("Ann")
    table.refused("Cem", "mail")
    table.operating_turn("RED", "merger").do("Ann", "merge", company="BLU")
    table.refused("Cem", "mail")
    table.do("Bob", "answer", answer="refuse").do("Cem", "mail")


def test_giving_up_needs_no_window():
    table = ToyTable().two_railways().operating_turn("RED", "merger").do("Ann", "merge", company="BLU")
    assert "concede" in table.verbs("Cem")


def test_a_hold_stops_the_game_where_it_would_have_gone_on():
    table = ToyTable().two_railways().stock_round("Ann")
    table.do("Cem", "hold", power="mail", moment=FIRST)
    table.operating_round()
    assert table.deciders() == ["Cem"]
    assert table.happened("operates") == []
    table.do("Cem", "mail")
    # Nothing is left to do there: the round begins.
    assert [event["company"] for event in table.happened("operates")] == ["FERRY"]
    assert table.s.holds == []


def test_a_moment_one_asked_for_may_pass_unused():
    table = ToyTable().two_railways().stock_round("Ann").do("Cem", "hold", power="mail", moment=FIRST)
    table.operating_round().do("Cem", "go_on")
    assert [event["company"] for event in table.happened("operates")] == ["FERRY"]
    assert "mail" in table.verbs("Cem")


def test_nobody_waits_for_one_who_has_not_asked():
    table = ToyTable().two_railways().operating_round()
    assert [event["company"] for event in table.happened("operates")] == ["FERRY"]


def test_a_hold_is_for_the_owner_and_once_for_each_moment():
    table = ToyTable().two_railways().stock_round("Ann")
    table.refused("Bob", "hold", power="mail", moment=FIRST)
    table.do("Cem", "hold", power="mail", moment=FIRST)
    table.refused("Cem", "hold", power="mail", moment=FIRST)
    table.do("Cem", "hold", power="mail", moment=LAST)
    assert table.deciders() == ["Ann"]
