"""A question to several at once: any order of arrival, hidden until all are in, counted in a fixed order."""

from __future__ import annotations

import itertools

import pytest

from engine.game import decisions
from engine.view import seen, view
from tests.toy.table import ToyTable

BIDS = {"Ann": "20", "Bob": "40", "Cem": "40"}


@pytest.mark.parametrize("order", list(itertools.permutations(BIDS)))
def test_the_order_of_arrival_does_not_matter(order: tuple[str, ...]):
    table = ToyTable()
    assert table.deciders() == ["Ann", "Bob", "Cem"]
    for who in order:
        table.do(who, "answer", answer=BIDS[who])
    # Bob and Cem bid the same; Bob sits first.
    assert table.s.privates["MAIL"] == "p2"
    assert (table.cash("Ann"), table.cash("Bob"), table.cash("Cem")) == (180, 140, 180)
    assert [event["player"] for event in table.happened("bid")] == ["p1", "p2", "p3"]


def test_the_second_honest_answer_is_as_good_as_the_first():
    table = ToyTable()
    numbers = {decision.seat: decision.number for decision in decisions(table.p)}
    table.do("Cem", "answer", answer="0")
    assert {decision.seat: decision.number for decision in decisions(table.p)} == {
        seat: number for seat, number in numbers.items() if seat != "p3"
    }
    table.do("Ann", "answer", answer="0").do("Bob", "answer", answer="0")
    assert all(decision.number != numbers["p1"] for decision in decisions(table.p))


def test_an_answer_is_hidden_from_the_others_until_all_are_in():
    table = ToyTable().do("Ann", "answer", answer="60")
    for looker in ("p2", None):
        assert "'60'" not in repr(view(table.game, looker))
        assert "60" not in repr(seen(table.events[-1], looker))
    assert seen(table.events[-1], "p1").secret == {"answer": "60"}
    assert not table.happened("bid")
    table.do("Bob", "answer", answer="0").do("Cem", "answer", answer="0")
    assert table.happened("bid")[0] == {"player": "p1", "private": "MAIL", "amount": 60}


def test_an_answer_stands():
    table = ToyTable().do("Ann", "answer", answer="20")
    table.refused("Ann", "answer", answer="40")
    table.refused("Bob", "answer", answer="30")
    table.refused("Bob", "pass")


def test_nobody_waits_for_a_player_who_has_left_and_their_answer_does_not_count():
    table = ToyTable().do("Ann", "answer", answer="20").do("Bob", "answer", answer="60")
    table.do("Bob", "concede")
    assert table.deciders() == ["Cem"]
    table.do("Cem", "answer", answer="0")
    assert table.s.privates["MAIL"] == "p1"
    assert table.deciders() == ["Ann", "Cem"]


def test_the_last_one_to_answer_may_leave_instead():
    table = ToyTable().do("Ann", "answer", answer="20").do("Bob", "answer", answer="0").do("Cem", "concede")
    assert table.s.privates["MAIL"] == "p1"
