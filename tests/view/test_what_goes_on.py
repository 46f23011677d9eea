"""What a view shows of things under way: questions to several, debts, lots, dividends, builders, rounds."""

from __future__ import annotations

from engine.core.state import Used
from engine.view import View, view
from tests.toy.table import ToyTable, must_buy


def seat(found: View, name: str):
    return next(one for one in found.seats if one.name == name)


def company(found: View, symbol: str):
    return next(one for one in (*found.companies, *found.builders) if one.symbol == symbol)


def test_who_has_answered_a_question_to_several_is_open_and_what_they_answered_is_not():
    table = ToyTable().do("Bob", "answer", answer="40")
    for looker in (None, "p1", "p2"):
        found = view(table.game, looker)
        frame = found.agenda[-1]
        assert (frame.shape, frame.about, frame.answered) == ("gather", ["MAIL"], ["p2"])
        assert [one.name for one in found.seats if one.on_turn] == ["Ann", "Cem"]
        assert [one.bids for one in found.privates] == [[], []]


def test_a_debt_shows_who_must_pay_for_what_and_what_was_sold_for_it():
    table = must_buy().do("Ann", "sell", company="GRN", shares=2)
    found = view(table.game)
    debt, question = found.agenda[-2:]
    assert (debt.shape, debt.subject, debt.about, debt.amount) == ("raise", "p1", ["RED"], 80)
    assert (question.shape, question.subject, question.about) == ("ask", "p2", [str(found.lots[0].id)])
    lot = found.lots[0]
    assert (lot.seller, lot.company, lot.units, lot.price, lot.rescuer) == ("p1", "GRN", 2, 20, "p2")
    assert company(found, "GRN").pool == 2, "the market is to take them until somebody else does"


def test_a_procedure_shows_its_open_question():
    table = ToyTable().about_to_merge().do("Ann", "merge", company="BLU")
    trial = view(table.game).agenda[-1]
    assert (trial.shape, trial.about) == ("trial", ["BLU", "RED"])
    assert trial.step == table.s.agenda[-1].question != ""


def test_a_dividend_to_be_chosen_shows_what_each_choice_pays_and_does_to_the_price():
    table = ToyTable().two_railways().connected().with_train("RED", "2")
    assert view(table.game).payouts == []
    table.operating_turn("RED", "dividend", used=[Used("income", amount=40)])
    found = [(one.kind, one.dividend, one.each, one.kept, one.price) for one in view(table.game).payouts]
    assert found == [("full", 40, 4, 0, 50), ("withhold", 0, 0, 40, 30)]


def test_a_dividend_that_is_paid_offers_no_more_choices_in_the_rest_of_the_turn():
    table = ToyTable().two_railways().connected().with_train("RED", "2")
    table.operating_turn("RED", "dividend", used=[Used("income", amount=40)]).do("Ann", "dividend", kind="full")
    assert view(table.game).agenda[-1].step == "train"
    assert view(table.game).payouts == []


def test_a_builder_that_is_no_company_is_shown_as_one_without_shares():
    found = view(ToyTable().two_railways().game)
    ferry = company(found, "FERRY")
    assert ferry in found.builders and ferry not in found.companies
    assert (ferry.treasury, ferry.president, ferry.price, ferry.offered) == (60, "p3", 0, 0)
    assert [train.kind for train in ferry.trains] == ["2"]
    assert ferry.homes == ["A3/c0"]


def test_seats_show_who_has_passed_and_what_they_sold_in_this_round():
    table = ToyTable().two_railways().stock_round("Ann").do("Ann", "pass").do("Bob", "sell", company="BLU", shares=1)
    found = view(table.game)
    assert [one.passed for one in found.seats] == [False, False, False], "a sale begins the passing anew"
    assert seat(found, "Bob").sold == ["BLU"]
    assert seat(found, "Cem").priority


def test_a_hex_of_a_private_company_is_shown_as_closed_while_a_player_owns_it():
    for owner, shut in (("Cem", "MAIL"), ("closed", ""), ("RED", "")):
        found = view(ToyTable().two_railways().with_private("MAIL", owner).game)
        assert next(place for place in found.hexes if place.id == "A5").blocked_by == shut


def test_unlimited_trains_are_not_counted():
    wares = {ware.kind: ware for ware in view(ToyTable().game).trains}
    assert (wares["4"].left, wares["4"].count, wares["4"].on_sale) == (-1, -1, False)
    assert (wares["2"].left, wares["2"].count, wares["2"].on_sale) == (3, 4, True), "the ferry has the fourth"
    assert (wares["3"].rusts, wares["2"].rusted_by) == (["2"], "3")
