"""Bankruptcy and concession (9), emergency money (8.4), and how the game ends (10)."""

from __future__ import annotations

import pytest

from engine.finance import shares
from engine.view import view
from tests.t1839.table import Table1839

FOUR = ("Ann", "Bob", "Cem", "Dan")


def count(table: Table1839, kind: str, at: str = "supply") -> int:
    return sum(card.kind == kind and card.at == at for card in table.s.trains.values())


def train_needed(cash: int = 0, treasury: int = 0, **holders: int) -> Table1839:
    """Ann's NCS has no train and comes to its train step; a 3 costs 140."""
    table = Table1839(FOUR).with_privates_closed().with_phase("light green").with_supply_from("3")
    table.with_company("NCS", "Ann", treasury=treasury, **(holders or {"Ann": 4}))
    table.with_cash("Ann", cash)
    return table


@pytest.mark.rule("1839-8.4.1-03", "1839-8.4.1-07", "1839-8.3.5-11", "1839-8.4.1-11")
def test_the_director_adds_what_is_lacking_and_no_more():
    table = train_needed(cash=100, treasury=60).operating_turn("NCS", "train")
    table.do("Ann", "buy_train")
    assert (table.cash("NCS"), table.cash("Ann"), table.trains("NCS")) == (0, 20, ["3"])


@pytest.mark.rule("1839-8.3.5-03", "1839-8.3.5-09", "1839-8.3-12")
def test_a_company_without_a_train_must_buy_from_the_bank():
    poor = train_needed(cash=200).operating_turn("NCS", "train")
    poor.refused("Ann", "skip", "8.3.5")
    table = train_needed(treasury=500).with_company("MSS", "Bob").with_train("MSS", "3")
    table.operating_turn("NCS", "train")
    table.refused("Ann", "skip", "8.3.5")
    table.refused("Ann", "buy_train", "8.3.5", kind="3", price=1, **{"from": "MSS"})
    table.do("Ann", "buy_train")
    assert "skip" in table.verbs("Ann")


@pytest.mark.rule("1839-8.4.1-02")
def test_the_company_sells_its_own_shares_first_and_no_more_than_it_must():
    table = train_needed(cash=300, treasury=20, Ann=4, treasury_shares=3).operating_turn("NCS", "train")
    table.do("Ann", "buy_train")
    assert (table.units("NCS", "NCS"), table.units("pool", "NCS")) == (1, 2)
    assert table.price("NCS") == 56
    assert (table.cash("NCS"), table.cash("Ann")) == (20 + 134 - 140, 300)


@pytest.mark.rule("1839-8.4.1-04", "1839-8.4.1-08", "1839-8.4.1-09", "1839-8.4.1-06")
def test_the_director_sells_shares_in_any_order_and_no_more_than_needed():
    table = train_needed().with_company("MSS", "Bob", Bob=3, Ann=2).with_company("NRS", "Ann", Ann=3, Cem=3)
    table.operating_turn("NCS", "train").do("Ann", "buy_train")
    assert (table.deciders(), table.verbs("Ann")[0]) == (["Ann"], "sell")
    table.do("Ann", "sell", company="NRS", shares=2)
    assert table.president("NRS") == "Cem"
    assert table.deciders() == ["Cem"], "the new director is asked before the train is bought"
    table.do("Cem", "let_fall")
    table.refused("Ann", "sell", "8.4.1", company="MSS", shares=2)
    table.do("Ann", "sell", company="MSS", shares=1).do("Bob", "redeem")
    assert table.trains("NCS") == ["3"]
    assert (table.cash("Ann"), table.price("MSS"), table.price("NRS")) == (134 + 67 - 140, 67, 56)


@pytest.mark.rule("1839-8.4.1-05")
def test_the_needy_company_does_not_change_hands():
    table = train_needed(Ann=4, Bob=3).with_company("MSS", "Bob", Bob=3, Ann=3)
    table.operating_turn("NCS", "train").do("Ann", "buy_train")
    table.refused("Ann", "sell", "8.4.1", company="NCS", shares=2)
    table.do("Ann", "sell", company="NCS", shares=1)
    assert table.president("NCS") == "Ann"


@pytest.mark.rule("1839-8.4.1-10", "1839-8.4.1-12", "1839-9-04", "1839-9-15", "1839-9-16")
def test_whoever_cannot_raise_the_money_is_bankrupt_even_with_a_private_company():
    table = train_needed(Ann=2).with_private("KR", "Ann").operating_turn("NCS", "train")
    table.do("Ann", "buy_train")
    assert table.s.players[0].out == "bankrupt"
    assert table.s.companies["NCS"].closed
    assert table.owner("KR") == "closed"
    assert table.s.end is None
    assert table.verbs("Ann") == []


@pytest.mark.rule("1839-9-10", "1839-9-11")
def test_the_train_counts_as_bought_and_others_leave_the_supply():
    table = train_needed(Ann=2).with_supply("3+", "3+", "3+", "4+", "R5", "R4+1", "R4", "PR2+", "PR3+1", "4", "4", "7")
    table.with_phase("light green").with_company("MSS", "Bob").with_train("MSS")
    table.operating_turn("NCS", "train").do("Ann", "buy_train")
    assert table.s.phase == "dark green"
    # One 3+ counts as bought; then one of the rank on sale and of every second after it.
    assert {kind: count(table, kind) for kind in ("3+", "4+", "R5", "R4+1", "R4", "PR2+", "PR3+1", "4")} == {
        "3+": 1,
        "4+": 1,
        "R5": 0,
        "R4+1": 1,
        "R4": 0,
        "PR2+": 1,
        "PR3+1": 0,
        "4": 1,
    }, "a gray one for the purple one"


@pytest.mark.rule("1839-9-13")
def test_a_gray_train_goes_instead_of_a_purple_one():
    table = Table1839(FOUR).with_privates_closed().with_phase("dark brown").with_supply_from("PR2+")
    table.with_supply("PR2+", "PR3+1", "4", "4", "7").stock_round("Ann")
    table.do("Bob", "concede")
    assert (count(table, "PR2+"), count(table, "PR3+1"), count(table, "4"), count(table, "7")) == (0, 1, 1, 1)
    again = Table1839(FOUR).with_privates_closed().with_phase("light red").with_supply("PR3+1", "4", "4", "7")
    again.stock_round("Ann").do("Bob", "concede")
    assert (count(again, "PR3+1"), count(again, "4"), count(again, "7")) == (0, 1, 1)


@pytest.mark.rule("1839-9-12")
def test_a_rank_that_is_gone_begins_with_the_next():
    table = Table1839(FOUR).with_privates_closed().with_phase("light green").with_supply("3+", "4+", "4+")
    table.with_company("NCS", "Ann", treasury=900).with_company("MSS", "Cem", Cem=4)
    table.stock_round("Ann").do("Bob", "concede")
    assert (count(table, "3+"), table.s.phase) == (0, "light green")
    table.with_train("MSS")
    table.operating_turn("NCS", "train").do("Ann", "buy_train")
    assert table.s.phase == "blue"
    assert [event["phase"] for event in table.happened("phase")] == ["dark green", "blue"]


def dark_brown_trains(count_left: int) -> Table1839:
    """Medium brown phase: this many R4s are on sale besides the Diepenbrock's. Bob owns it, and the Mobilier."""
    table = Table1839(FOUR).with_privates_closed().with_phase("medium brown")
    table.with_private("DeRtU", "Bob").with_private("CM", "Bob").with_company("NCS", "Ann", treasury=900, Ann=4)
    table.with_train("NCS", "4+").with_supply(*["R4"] * count_left, *["PR2+"] * 3, *["PR3+1"] * 2, *["4"] * 4, "7")
    with table.arrange() as p:
        p.s.privates["RH"] = "supply"
    return table.stock_round("Ann")


@pytest.mark.rule("1839-9-12", "1839-17.8-01", "1839-17.8-03", "1839-17.8-04")
def test_dark_brown_begins_with_the_next_rank_if_its_trains_left_with_players():
    table = dark_brown_trains(2).do("Dan", "concede").do("Cem", "concede")
    assert (count(table, "R4"), table.s.phase) == (0, "medium brown")
    assert (table.owner("DeRtU"), table.owner("CM")) == ("Bob", "Bob"), "none of this changes the phase"
    table.operating_turn("NCS", "train").do("Ann", "buy_train", kind="PR2+", price=240, **{"from": "bank"})
    assert [event["phase"] for event in table.happened("phase")] == ["dark brown", "light red"]
    assert (table.owner("DeRtU"), table.own.diepenbrock, table.owner("RH")) == ("closed", "p2", "Bob")
    assert table.cash("Bob") == 420 + 800
    assert table.trains("NCS") == ["PR2+"], "the 4+ rusts with dark brown phase"


@pytest.mark.rule("1839-9-12", "1839-17.8-01")
def test_as_long_as_one_train_of_a_rank_is_left_it_is_the_next():
    table = dark_brown_trains(2).do("Dan", "concede").operating_turn("NCS", "train")
    assert count(table, "R4") == 1
    table.refused("Ann", "buy_train", "", kind="PR2+", price=240, **{"from": "bank"})
    table.do("Ann", "buy_train", kind="R4", price=380, **{"from": "bank"})
    assert [event["phase"] for event in table.happened("phase")] == ["dark brown"]
    table.do("Ann", "buy_train", kind="PR2+", price=240, **{"from": "bank"})
    assert [event["phase"] for event in table.happened("phase")] == ["dark brown", "light red"], "each begins once"


def conceded() -> Table1839:
    """Bob, who had two private companies and two shares of Ann's NCS, has conceded in Ann's turn."""
    table = Table1839(FOUR).with_private("DeRtU", "Bob").with_private("KR", "Bob")
    table.with_company("NCS", "Ann", Ann=4, Bob=2).stock_round("Ann")
    return table.do("Bob", "concede")


@pytest.mark.rule("1839-9-01")
def test_a_player_concedes_in_anothers_turn():
    table = conceded()
    assert [seat.name for seat in table.s.players if seat.out] == ["Bob"]
    table.refused("Bob", "concede")
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1839-9-02", "1839-9-03")
def test_private_companies_of_whoever_concedes_leave_without_their_effects():
    table = conceded()
    assert (table.owner("DeRtU"), table.owner("KR")) == ("closed", "closed")
    assert "R4-0" not in table.s.trains


@pytest.mark.rule("1839-9-09", "1839-9-14")
def test_the_bank_takes_the_money_of_whoever_concedes():
    table = conceded()
    assert table.cash("Bob") == 0
    assert table.p.title.score(table.p, "view").worth["p2"] == 0


@pytest.mark.rule("1839-9-05", "1839-9-06", "1839-9-07")
def test_an_unfloated_company_stays_with_its_certificate_in_the_offering():
    table = Table1839(FOUR).with_privates_closed()
    table.with_company("NCS", "Bob", floated=False, Bob=3, Cem=1).stock_round("Ann")
    table.do("Bob", "concede")
    assert table.p.s.certs["NCS.0"] == "ipo"
    assert (table.units("pool", "NCS"), table.units("ipo", "NCS")) == (3, 6)
    assert table.price("NCS") == 51
    table.buy("Ann", "NCS", "ipo").done("Ann")
    table.buy("Cem", "NCS", "pool")
    assert table.president("NCS") == "", "20%, as much as the pool"


def test_shares_without_a_price_go_to_the_pool_and_everybody_is_told():
    table = Table1839(FOUR)
    with table.arrange() as p:
        shares.move(p, p.d.certs_of["NCS"][1:3], table.seat("Bob"))
    table.do("Bob", "concede")
    assert (table.units("Bob", "NCS"), table.units("pool", "NCS")) == (0, 2)
    assert table.happened("gave_back") == [{"player": table.seat("Bob"), "company": "NCS", "shares": 2}]
    assert not table.happened("director_back")


@pytest.mark.rule("1839-14.3.3-04", "1839-9-07")
def test_whoever_holds_more_than_the_market_becomes_director():
    table = Table1839(FOUR).with_privates_closed()
    table.with_company("NCS", "Bob", floated=False, Bob=2, Cem=1).stock_round("Cem")
    table.do("Bob", "concede")
    table.buy("Cem", "NCS", "pool")
    assert (table.president("NCS"), table.units("Cem", "NCS")) == ("Cem", 2)
    assert table.units("ipo", "NCS") == 7


@pytest.mark.rule("1839-9-05", "1839-14.3.3-04")
def test_another_with_two_shares_becomes_director_at_once():
    table = Table1839(FOUR).with_privates_closed()
    table.with_company("NCS", "Bob", floated=False, Bob=3, Cem=2).stock_round("Ann")
    table.do("Bob", "concede")
    assert (table.president("NCS"), table.units("pool", "NCS")) == ("Cem", 3)


@pytest.mark.rule("1839-7.2-04")
def test_only_who_leaves_the_game_sells_a_directors_certificate_that_nobody_takes():
    table = Table1839(FOUR).with_privates_closed()
    table.with_company("NCS", "Bob", floated=False, Bob=3, Cem=1).stock_round("Bob")
    table.refused("Bob", "sell", company="NCS", shares=3)
    table.do("Bob", "concede")
    assert (table.units("Bob", "NCS"), table.units("pool", "NCS")) == (0, 3)


@pytest.mark.rule("1839-9-08")
def test_shares_of_others_are_sold_and_may_be_redeemed():
    table = Table1839(FOUR).with_privates_closed()
    table.with_company("NCS", "Ann", Ann=4, Bob=2).with_company("MSS", "Cem", Cem=4, Bob=1).stock_round("Ann")
    table.do("Bob", "concede")
    table.do("Cem", "let_fall").do("Ann", "redeem")
    assert (table.price("NCS"), table.price("MSS"), table.units("NCS", "NCS")) == (67, 61, 2)


@pytest.mark.rule("1839-10.1-01", "1839-9-14")
def test_the_last_one_left_has_won():
    table = Table1839().with_privates_closed().stock_round("Ann")
    table.do("Bob", "concede").do("Ann", "concede")
    assert (table.s.end.why, table.s.end.winners, table.s.end.worth["p1"]) == ("one left", ["p3"], 0)


@pytest.mark.rule("1839-10.1-02")
def test_all_agree_who_has_won():
    table = Table1839().with_privates_closed().with_cash("Ann", 900).stock_round("Ann")
    table.do("Cem", "stop", winner="Bob")
    assert table.s.end is None
    table.do("Ann", "accept", offer=table.s.offers[-1].id)
    assert table.s.end is None
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.s.end.why, table.s.end.winners) == ("agreed", ["p2"])


@pytest.mark.rule("1839-10.1-03")
def test_a_price_of_300_ends_a_stock_round_and_the_game():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", Ann=6, Bob=4).with_price("NCS", 254).stock_round("Ann").everybody_passes()
    assert (table.s.end.why, table.price("NCS")) == ("price of 300", 300)


@pytest.mark.rule("1839-10.1-03", "1839-7.1-11", "1839-7.1-12")
def test_nobody_rises_after_the_price_that_ends_the_game():
    def before(price: int) -> Table1839:
        table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=6, Bob=4).with_price("NCS", price)
        table.with_company("MSS", "Bob", Bob=6, Cem=4).with_price("MSS", price)
        table.with_company("NRS", "Cem", Cem=4, pool=1).with_company("AMS", "Cem", price=82, Cem=6, Bob=4)
        return table.stock_round("Ann").everybody_passes()

    over = before(254)
    assert (over.s.end.why, over.price("NCS")) == ("price of 300", 300)
    assert (over.price("MSS"), over.price("AMS")) == (254, 82), "they were still to move"
    assert over.price("NRS") == 61, "what falls has fallen before"
    assert over.s.end.worth["p2"] == 500 + 4 * 300 + 6 * 254 + 4 * 82
    goes_on = before(227)
    assert goes_on.s.end is None
    assert (goes_on.price("NCS"), goes_on.price("MSS")) == (goes_on.price("MSS"), 254)
    assert goes_on.price("AMS") > 82


@pytest.mark.rule("1839-10.1-05")
def test_the_set_that_began_in_purple_phase_is_the_last():
    table = Table1839().with_privates_closed().with_phase("purple").stock_round("Ann")
    assert view(table.game).last_set and not view(table.game).breaks
    table.everybody_passes()
    assert table.s.end.why == "purple phase"
    within = Table1839().with_privates_closed().with_phase("purple")
    within.operating_round(number=3, of=3)
    assert within.s.end is None
    assert within.s.clock.round == "stock"


@pytest.mark.rule("1839-10.2-01", "1839-10.2-02", "1839-10.2-03")
def test_what_everybody_is_worth():
    table = Table1839().with_privates_closed().with_private("KR", "Ann").with_company("NCS", "Bob", price=82, Bob=3)
    assert table.p.title.score(table.p, "view").worth == {"p1": 500 + 110, "p2": 500 + 3 * 82, "p3": 500}
    table.with_price("NCS", 101)
    assert table.p.title.score(table.p, "view").worth["p2"] == 500 + 3 * 101


@pytest.mark.rule("1839-10.2-04", "1839-10.2-05")
@pytest.mark.parametrize(("cash", "winners"), [(499, ["p1", "p2"]), (500, ["p1", "p2", "p3"]), (501, ["p3"])])
def test_who_is_worth_most_wins_and_nothing_breaks_a_tie(cash: int, winners: list[str]):
    table = Table1839().with_privates_closed().with_cash("Cem", cash)
    assert table.p.title.score(table.p, "view").winners == winners
