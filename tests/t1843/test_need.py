"""A company must buy a train and cannot pay (8.8.3)."""

from __future__ import annotations

import pytest

from engine.needs import need_of
from engine.view import view
from engine.words import Words
from tests.t1843.table import Table, lay_track


def needy(treasury: int = 25, cash: int = 0, phase: str = "yellow") -> Table:
    """Ann's PO has a route, no train, and not the money for one."""
    table = Table().with_phase(phase).with_company("PO", "Ann", par=79, treasury=treasury, Ann=4, Bob=2)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E")
    return table.with_cash("Ann", cash)


@pytest.mark.rule("1843-8.8.1-19", "1843-8.8.1-20")
def test_a_company_with_a_route_must_own_a_train_and_one_without_need_not():
    table = needy(treasury=500).operating_turn("PO", "train")
    table.refused("Ann", "skip", "8.8.1")
    table = Table().with_company("PO", "Ann", par=79, treasury=500, Ann=4, Bob=2).operating_turn("PO", "train")
    assert "skip" in table.verbs("Ann")


@pytest.mark.rule("1843-8.8.3-01", "1843-8.8.3-10", "1843-8.8.3-12", "1843-8.8.3-13")
def test_the_director_adds_what_is_missing_for_the_cheapest_train_and_no_more():
    table = needy(cash=300).operating_turn("PO", "train")
    table.refused("Ann", "buy_train", **{"from": "bank"}, kind="2x2 or 3+1", price=200)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    assert (table.cash("PO"), table.cash("Ann")) == (0, 200)
    [added] = [event for event in table.events if event.kind == "contributes"]
    assert Words(view(table.game)).event(added) == "PO must buy a train, and Ann pays 100fr of it."


@pytest.mark.rule("1843-8.8.3-09")
def test_a_director_adds_nothing_where_there_is_no_duty():
    table = needy(cash=500).with_train("PO", "2+1").operating_turn("PO", "train")
    table.refused("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)


@pytest.mark.rule("1843-8.8.3-11", "1843-8.8.3-14")
def test_with_the_directors_money_a_companys_train_costs_face_value_at_most():
    table = needy(cash=400).with_company("EST", "Ann", par=94, Ann=6).with_train("EST", "2+1", "2x2 or 3+1")
    table.operating_turn("PO", "train")
    table.refused("Ann", "buy_train", **{"from": "EST"}, kind="2+1", price=126)
    table.do("Ann", "buy_train", **{"from": "EST"}, kind="2x2 or 3+1", price=200)
    assert (table.cash("PO"), table.cash("Ann"), table.trains("EST")) == (0, 225, ["2+1"])
    table = needy(cash=400).with_company("EST", "Ann", par=94, Ann=6).with_train("EST", "2+1")
    table.operating_turn("PO", "train").do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)


@pytest.mark.rule("1843-8.8.1-20", "1843-8.8.3-01", "1843-8.8.3-09")
def test_the_director_adds_nothing_while_the_treasury_can_pay_for_a_train():
    table = needy(treasury=130, cash=400).with_company("EST", "Ann", par=94, Ann=6).with_train("EST", "2x2 or 3+1")
    table.operating_turn("PO", "train")
    table.refused("Ann", "buy_train", "8.8.1", **{"from": "EST"}, kind="2x2 or 3+1", price=131)
    table.do("Ann", "buy_train", **{"from": "EST"}, kind="2x2 or 3+1", price=130)
    assert (table.cash("PO"), table.cash("Ann")) == (0, 400)
    poor = needy(treasury=124, cash=400).with_company("EST", "Ann", par=94, Ann=6).with_train("EST", "2x2 or 3+1")
    poor.operating_turn("PO", "train").do("Ann", "buy_train", **{"from": "EST"}, kind="2x2 or 3+1", price=131)
    assert (poor.cash("PO"), poor.cash("Ann")) == (0, 393)


@pytest.mark.rule("1843-8.8.3-02", "1843-8.8.3-03", "1843-8.8.3-04")
def test_shares_are_sold_and_private_companies_cashed_until_there_is_enough():
    table = needy().with_company("EST", "Bob", par=94, Bob=4, Ann=2).with_private("PStG", "Ann")
    table.operating_turn("PO", "train")
    table.refused("Ann", "sell", "8.8.3", company="PO", shares=3)
    table.do("Ann", "cash_private", private="PStG")
    assert (table.cash("Ann"), table.s.privates["PStG"]) == (40, "closed")
    table.refused("Ann", "sell", "8.8.3", company="EST", shares=2)
    table.do("Ann", "sell", company="EST", shares=1)
    assert (table.cash("Ann"), table.units("pool", "EST"), table.price("EST")) == (134, 1, 88)
    table.refused("Ann", "sell", "8.8.3", company="EST", shares=1)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    assert table.cash("Ann") == 34


@pytest.mark.rule("1843-7.2-02")
def test_a_share_without_a_par_is_not_sold_for_a_train_either():
    table = needy().with_company("EST", "Bob", par=94, Bob=4, Ann=2)
    with table.arrange() as p:
        p.s.certs[p.d.certs_of["ETA"][1]] = table.seat("Ann")
    table.operating_turn("PO", "train")
    assert "ETA has no price yet" in table.refused("Ann", "sell", company="ETA", shares=1)
    assert table.do("Ann", "sell", company="EST", shares=1).units("pool", "EST") == 1


@pytest.mark.rule("1843-8.8.3-04")
def test_not_more_than_half_of_a_company_lands_in_the_pool():
    table = needy().with_company("EST", "Bob", par=94, Bob=4, Ann=1, pool=5).operating_turn("PO", "train")
    table.refused("Ann", "sell", "7.2", company="EST", shares=1)


@pytest.mark.rule("1843-8.8.3-05")
def test_the_director_of_the_needy_company_stays():
    table = needy().with_company("PO", "Ann", par=79, treasury=25, Ann=4, Bob=3).operating_turn("PO", "train")
    table.refused("Ann", "sell", "8.8.3", company="PO", shares=2)
    table.do("Ann", "sell", company="PO", shares=1)
    assert table.president("PO") == "Ann"


@pytest.mark.rule("1843-8.8.3-05", "1843-10.2-19")
@pytest.mark.parametrize(
    ("step", "treasury", "held", "may"),
    [("train", 25, 4, False), ("train", 25, 3, True), ("train", 500, 4, True), ("track", 25, 4, True)],
)
def test_nobody_takes_the_needy_company_over_by_the_val_de_loire(step: str, treasury: int, held: int, may: bool):
    table = needy(treasury=treasury, cash=300).with_company("PO", "Ann", par=79, treasury=treasury, Ann=4, Bob=held)
    table.with_private("VdL", "Bob").with_company("EST", "Cem", par=94, Cem=4).operating_turn("PO", step)
    if may:
        table.do("Bob", "exchange", company="PO")
        assert table.president("PO") == ("Bob" if held == 4 else "Ann")
        return
    table.refused("Bob", "exchange", "8.8.3", company="PO")
    table.do("Bob", "exchange", company="EST")
    assert (table.president("PO"), table.units("Bob", "EST")) == ("Ann", 1)


@pytest.mark.rule("1843-8.8.3-05")
def test_once_the_train_is_bought_the_company_may_be_taken_over():
    table = needy(cash=300).with_company("PO", "Ann", par=79, treasury=25, Ann=4, Bob=4).with_private("VdL", "Bob")
    table.with_company("EST", "Cem", par=67, treasury=500, Cem=6)
    table.operating_turn("PO", "train").do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    table.do("Bob", "exchange", company="PO")
    assert table.president("PO") == "Bob"


@pytest.mark.rule("1843-8.8.3-06", "1843-8.8.3-07", "1843-8.2-07")
def test_other_companies_change_their_order_and_their_director_before_the_train_is_bought():
    table = needy().with_company("EST", "Ann", par=94, Ann=3, Bob=2).with_company("OU", "Cem", box="7,5", Cem=6)
    table.with_train("EST", "2+1").operating_turn("PO", "train")
    assert table.p.title.operating.order(table.p)[:2] == ["EST", "OU"]
    table.do("Ann", "sell", company="EST", shares=2)
    assert (table.president("EST"), table.price("EST")) == ("Bob", 82)
    assert table.p.title.operating.order(table.p)[0] == "OU"
    table.do("Ann", "buy_train", **{"from": "EST"}, kind="2+1", price=1)
    assert table.trains("PO") == []
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.trains("PO") == ["2+1"]


@pytest.mark.rule("1843-8.8.3-08", "1843-8.10.1-01")
def test_a_director_who_has_sold_everything_and_cannot_pay_is_bankrupt():
    table = needy(phase="gray").with_company("EST", "Bob", par=94, Bob=4, Ann=2).operating_turn("PO", "train")
    table.refused("Ann", "bankrupt", "8.8.3")
    table.do("Ann", "sell", company="EST", shares=2)
    table.refused("Ann", "bankrupt", "8.8.3")
    table.do("Ann", "sell", company="PO", shares=2)
    table.do("Ann", "bankrupt")
    assert table.s.end.why == "bankruptcy"
    assert table.s.end.worth[table.seat("Ann")] == 2 * table.price("PO")
    assert table.seat("Ann") not in table.s.end.winners


def beggar() -> Table:
    """Ann has sold all that she may; Bob's EST has a train."""
    table = needy(phase="green").with_company("PO", "Ann", par=79, treasury=25, Ann=2, Bob=1, pool=5)
    table.with_company("EST", "Bob", par=94, Bob=6).with_train("EST", "3/5x2")
    return table.operating_turn("PO", "train")


@pytest.mark.rule("1843-8.8.3-08")
def test_whoever_has_an_open_offer_for_a_train_is_not_bankrupt_before_it_is_answered():
    table = beggar().do("Ann", "buy_train", **{"from": "EST"}, kind="3/5x2", price=25)
    assert "open" in table.refused("Ann", "bankrupt", "8.8.3")
    table.do("Bob", "decline", offer=table.s.offers[-1].id).do("Ann", "bankrupt", asked="everybody")
    assert table.s.end.why == "bankruptcy"
    assert table.happened("in_vain") == [{"player": table.seat("Ann"), "players": table.seat("Bob")}]


@pytest.mark.rule("1843-8.8.3-08")
def test_a_bankrupt_says_that_those_who_could_sell_were_asked_and_nothing_where_nobody_could():
    assert beggar().legal("Ann", "bankrupt") == [{"asked": "everybody"}]
    table = needy(phase="green").with_company("PO", "Ann", par=79, treasury=25, Ann=2, Bob=1, pool=5)
    table.with_company("EST", "Bob", par=94, Bob=6).operating_turn("PO", "train")
    assert table.legal("Ann", "bankrupt") == [{}]
    assert table.do("Ann", "bankrupt").happened("in_vain") == []


@pytest.mark.rule("1843-8.8.3-08")
def test_nobody_is_bankrupt_who_has_the_money():
    table = needy(cash=100).operating_turn("PO", "train")
    table.refused("Ann", "bankrupt", "8.8.3")


def test_a_director_is_told_what_is_missing_anew_after_each_sale():
    table = needy(treasury=25, cash=10, phase="green").with_company("EST", "Bob", par=79, Bob=4, Ann=3)
    table.operating_turn("PO", "train")
    before = need_of(table.game, table.seat("Ann"))
    table.do("Ann", "sell", company="EST", shares=1)
    after = need_of(table.game, table.seat("Ann"))
    assert before is not None and after is not None and before.missing - after.missing == 79
    assert (before.kind, before.company) == ("4+1", "PO") and need_of(table.game, table.seat("Bob")) is None


def test_private_companies_are_money_that_can_be_raised():
    """Where nobody may sell a share, one is not told to be bankrupt while a private company brings enough."""
    table = needy(treasury=50).with_company("PO", "Ann", par=79, treasury=50, Ann=4, Bob=2, pool=4)
    table.with_private("PStG", "Ann").operating_turn("PO", "train")
    need = need_of(table.game, table.seat("Ann"))
    assert need is not None
    cost = table.p.d.privates["PStG"].cost
    assert need.privates == [("PStG", cost)]
    sold = need.could_bring - cost
    table.do("Ann", "cash_private", private="PStG")
    after = need_of(table.game, table.seat("Ann"))
    assert after is None or (after.missing, after.could_bring, after.privates) == (need.missing - cost, sold, [])


def test_a_director_without_a_share_to_sell_is_told_what_private_companies_bring():
    table = Table().with_phase("yellow").with_company("PO", "Ann", par=79, treasury=100, Ann=2, Bob=1)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").with_cash("Ann", 0)
    table.with_private("PStG", "Ann").operating_turn("PO", "train")
    assert not {"sell", "bankrupt"} & set(table.verbs("Ann"))
    need = need_of(table.game, table.seat("Ann"))
    assert need is not None and (need.missing, need.could_bring) == (25, 40)
