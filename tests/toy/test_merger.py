"""A procedure that may fail as a whole, and what it makes: a company with two charters."""

from __future__ import annotations

import pytest

from engine.core.position import Position
from engine.core.trial import Failed, Need, preview
from engine.family import trains
from tests.toy.merger import merge
from tests.toy.table import ToyTable

ARGS = {"stays": "RED", "goes": "BLU"}


def test_a_merger_asks_one_after_the_other_and_joins_two_companies():
    table = ToyTable().about_to_merge()
    table.do("Ann", "merge", company="BLU")
    assert table.deciders() == ["Bob"]
    table.do("Bob", "answer", answer="agree")
    assert table.deciders() == ["Bob"]  # his odd share; Cem has an even number and is not asked
    before = table.cash("Bob")
    table.do("Bob", "answer", answer="sell")
    assert table.cash("Bob") == before + 15
    assert table.cash("RED") == 100 + 50 - 15
    assert (table.units("Ann", "RED"), table.units("Bob", "RED"), table.units("Cem", "RED")) == (4, 1, 1)
    red, blue = table.s.companies["RED"], table.s.companies["BLU"]
    assert (red.charters, blue.closed) == (["RED", "BLU"], True)
    assert table.trains("RED") == ["2", "2"]
    assert {marker.stop for marker in table.s.board.markers if marker.company == "RED"} == {"B2/c0", "B6/c0"}


def test_nothing_of_a_merger_is_done_before_the_last_answer():
    table = ToyTable().about_to_merge()
    table.do("Ann", "merge", company="BLU")
    asked = {key: value for key, value in table.trace().items() if key != "agenda"}
    table.do("Bob", "answer", answer="agree")
    assert {key: value for key, value in table.trace().items() if key != "agenda"} == asked
    assert not table.happened("merged")


@pytest.mark.parametrize("answers", [["refuse"], ["agree", "sell"]])
def test_a_merger_that_fails_leaves_no_trace(answers: list[str]):
    table = ToyTable().about_to_merge().with_cash("RED", 0).with_cash("BLU", 10)
    before = table.trace()
    table.do("Ann", "merge", company="BLU")
    for answer in answers:
        table.do("Bob", "answer", answer=answer)
    assert table.trace() == before
    assert len(table.happened("failed")) == 1
    assert not table.happened("merged")
    assert table.deciders() == ["Ann"]


def test_only_who_is_asked_answers_and_only_what_is_offered():
    table = ToyTable().about_to_merge()
    table.do("Ann", "merge", company="BLU")
    table.refused("Ann", "answer", answer="agree")
    table.refused("Bob", "answer", answer="perhaps")
    table.refused("Bob", "skip")
    assert table.verbs("Bob").count("answer") == 1


@pytest.mark.parametrize("goes", ["RED", "GRN"])
def test_a_company_cannot_take_over_itself_or_the_local_line(goes: str):
    table = ToyTable().about_to_merge()
    table.refused("Ann", "merge", company=goes, section="7.1")


def test_a_preview_shows_the_end_the_next_question_or_the_failure_and_changes_nothing():
    table = ToyTable().about_to_merge()
    before = table.game.encode()
    asked = preview(table.p, merge, ARGS, {})
    assert isinstance(asked, Need)
    assert (asked.key, asked.seat, asked.options) == ("consent", "p2", ["agree", "refuse"])
    done = preview(table.p, merge, ARGS, {"consent": "agree", "odd:p2": "buy"})
    assert isinstance(done, Position)
    assert done.company("BLU").closed
    failed = preview(table.p, merge, ARGS, {"consent": "refuse"})
    assert isinstance(failed, Failed)
    assert failed.why.section == "7.2"
    assert table.game.encode() == before


def test_on_a_copy_every_answer_is_worked_out_afresh():
    tried = ToyTable().p.fork()
    assert [tried.once("money", lambda amount=amount: amount) for amount in (1, 2)] == [1, 2]


def test_a_question_is_asked_anew_when_the_one_asked_has_left():
    table = ToyTable().about_to_merge()
    table.do("Ann", "merge", company="BLU")
    table.do("Bob", "concede")
    table.do("Cem", "let_fall")  # Bob's shares come first
    # Cem has become president of BLU, and his consent is what counts now.
    assert table.president("BLU") == "Cem"
    assert table.deciders() == ["Cem"]
    table.do("Cem", "answer", answer="agree")
    assert table.s.companies["BLU"].closed


def test_a_merger_whose_company_is_gone_is_dropped_and_the_turn_goes_on():
    table = ToyTable().about_to_merge()
    table.do("Ann", "merge", company="BLU")
    table.do("Bob", "answer", answer="agree")
    # Nobody else holds two shares of RED: it closes with its president, and the question to Bob dies with it.
    table.do("Ann", "concede")
    assert table.s.companies["RED"].closed
    assert [frame.rule for frame in table.s.agenda if frame.rule == "merger"] == []
    assert table.units("Bob", "BLU") == 3


def merged() -> ToyTable:
    table = ToyTable().about_to_merge()
    table.do("Ann", "merge", company="BLU")
    table.do("Bob", "answer", answer="agree").do("Bob", "answer", answer="sell")
    return table


def test_each_charter_has_room_for_trains_up_to_the_limit():
    table = merged().with_cash("RED", 900).operating_turn("RED", "train")
    table.do("Ann", "buy_train", **{"from": "bank", "kind": "2"}, charter="RED")
    assert len(trains.on_charter(table.p, "RED")) == 2
    assert len(trains.on_charter(table.p, "BLU")) == 1
    table.refused("Ann", "buy_train", "7.5", **{"from": "bank", "kind": "2x2"}, charter="RED")
    table.do("Ann", "buy_train", **{"from": "bank", "kind": "2x2"}, charter="BLU")
    assert len(trains.on_charter(table.p, "BLU")) == 2
    assert "buy_train" not in table.verbs("Ann")


def test_a_lower_limit_holds_for_each_charter():
    table = merged().with_train("RED", "2x2").with_supply_from("3").with_cash("RED", 500)
    with table.arrange() as p:
        p.s.trains["2x2-1"].at = "BLU"
    table.with_train("GRN", "3")  # the first 3 is out already, the limit is not yet felt
    table.with_phase("3").asked("discard", "president:RED", "RED")
    assert table.legal("Ann", "discard") == [{"kind": "2"}, {"kind": "2x2"}]
    table.do("Ann", "discard", kind="2")
    assert table.legal("Ann", "discard") == [{"kind": "2"}, {"kind": "2x2"}]  # now those on BLU's charter
    table.do("Ann", "discard", kind="2")
    assert table.trains("RED") == ["2x2", "2x2"]
    assert "discard" not in table.verbs("Ann")
