"""A position that a test arranges is settled and audited, or the table does not take it."""

from __future__ import annotations

import pytest

from engine.core.errors import AuditFailed
from tests.toy.table import ToyTable


def test_what_is_arranged_holds_from_the_end_of_the_block():
    table = ToyTable().two_railways()
    with table.arrange() as p:
        p.s.companies["RED"].turns = 7
        assert table.s.companies["RED"].turns == 1
    assert table.s.companies["RED"].turns == 7


@pytest.mark.parametrize("wrong", ["money", "certificate", "marker", "train"])
def test_books_that_do_not_balance_are_refused_and_nothing_has_changed(wrong: str):
    table = ToyTable().two_railways()
    before = table.game.encode()
    with pytest.raises(AuditFailed), table.arrange() as p:
        match wrong:
            case "money":
                p.s.cash["p1"] += 1
            case "certificate":
                del p.s.certs["RED.1"]
            case "marker":
                p.s.board.markers.append(p.s.board.markers[0])
            case _:
                p.s.trains["2-1"].at = "nowhere"
    assert table.game.encode() == before


def test_a_changed_agenda_is_settled_and_asks_anew():
    table = ToyTable().two_railways().stock_round("Ann")
    asked = table.s.agenda[-1].asked
    with table.arrange() as p:
        p.s.agenda.pop()
    assert table.deciders() == ["Bob"], "Ann's turn is gone, the round goes on"
    assert table.s.agenda[-1].asked > asked


def test_where_the_agenda_stays_the_question_stays():
    table = ToyTable().two_railways().stock_round("Ann")
    asked = table.s.agenda[-1].asked
    assert table.with_cash("Ann", 0).s.agenda[-1].asked == asked


def test_a_mistake_in_the_block_leaves_the_table_as_it_was():
    table = ToyTable().two_railways()
    before = table.game.encode()
    with pytest.raises(KeyError), table.arrange() as p:
        p.s.phase = "2"
        p.s.companies["NONE"].turns = 1
    assert table.game.encode() == before


def test_the_table_does_not_move_on_within_the_block():
    table = ToyTable().two_railways()
    with pytest.raises(AssertionError, match="moved on"), table.arrange() as p:
        p.s.phase = "2"
        table.with_cash("Ann", 5)
