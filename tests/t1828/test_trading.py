"""Trading the shares of two merging companies for shares of the system (7.5.2 steps 4 to 6, 7.5.2.1)."""

from __future__ import annotations

import pytest

from engine import Event
from engine.view import view
from engine.words import Words
from tests.t1828.positions import answered, pair
from tests.t1828.table import Table1828

# --- share trading


def test_what_everybody_gets_is_one_line_in_good_german():
    events = [Event("traded", {"player": holder, "shares": 2, "company": "GT"}) for holder in ("p1", "pool", "ipo")]
    words = Words(view(Table1828().game), language="de")
    assert words.several(events).partition(" bekommt ")[2] == (
        "2 Aktien von GT, der Pool bekommt 2 Aktien von GT, das IPO bekommt 2 Aktien von GT."
    )


@pytest.mark.rule("1828-7.5.2-12", "1828-7.5.2-13", "1828-7.5.2.1-01", "1828-7.5.2-20")
def test_two_shares_for_one():
    table = pair({"Ann": 4, "Bob": 2}, {"Bob": 4, "Ann": 2})
    table.merge("Ann", "GT", "NKP", "Bob")
    assert not table.question()
    # Ann has six tenths of both and gets three, of which one is donated; so has Bob.
    assert (table.units("Ann", "GT"), table.units("GT", "GT"), table.units("Bob", "GT")) == (2, 1, 3)
    assert table.units("ipo", "GT") == 4


@pytest.mark.rule("1828-7.5.2-12")
@pytest.mark.parametrize(
    ("by", "other", "order"), [("Ann", "Bob", ["Ann", "Bob", "Cem"]), ("Bob", "Ann", ["Bob", "Cem", "Ann"])]
)
def test_pairs_are_traded_from_the_acting_player_on(by: str, other: str, order: list[str]):
    # Everybody has three tenths: one is put aside, the pair is traded.
    table = pair({"Ann": 3, "Bob": 1, "Cem": 2}, {"Bob": 4, "Cem": 1}).stock_round(by)
    table.merge(by, "GT", "NKP", other)
    asked = []
    while table.question():
        who, question = table.deciders()[0], table.question()
        if question.startswith("aside:"):
            asked.append(who)
        table.do(who, "answer", answer=str(table.legal(who, "answer")[0]["answer"]))
    players = [table.name(event["player"]) for event in table.happened("traded") if event["player"] in table.p.seats]
    assert players == order
    assert asked == [who for who in order if who != "Ann"]  # Ann has only GT: there is nothing to choose.


@pytest.mark.rule("1828-7.5.2-13", "1828-7.5.2.1-03")
def test_a_pair_of_the_other_company_fetches_a_share_of_the_one_that_remains():
    # Bob has NKP alone, Ann GT alone: Bob's shares come out of Ann's discards.
    table = pair({"Ann": 6}, {"Bob": 4}).merge("Ann", "GT", "NKP", "Bob")
    assert (table.units("Ann", "GT"), table.units("GT", "GT"), table.units("Bob", "GT")) == (2, 1, 2)
    assert table.units("ipo", "GT") == 5
    assert {table.s.certs[cert] for cert in table.p.d.certs_of["NKP"]} == {"gone"}


@pytest.mark.rule("1828-7.5.2-10", "1828-7.5.2-11")
@pytest.mark.parametrize("aside", ["GT", "NKP"])
def test_who_has_an_odd_number_chooses_which_share_is_put_aside(aside: str):
    table = pair({"Ann": 4}, {"Bob": 4, "Ann": 3}).merge("Ann", "GT", "NKP", "Bob")
    assert table.deciders() == ["Ann"]
    assert {move["answer"] for move in table.legal("Ann", "answer")} == {"GT", "NKP"}
    table.do("Ann", "answer", answer=aside)
    before, worth = 800, {"GT": 117, "NKP": 104}[aside]
    table.do("Ann", "answer", answer="trade up")
    # The difference to 167, the system's price.
    assert table.cash("Ann") == before - (167 - worth)
    assert (table.units("Ann", "GT"), table.units("GT", "GT")) == (3, 1)


@pytest.mark.rule("1828-7.5.2-15", "1828-7.5.2-17", "1828-7.5.2-18", "1828-7.5.2.1-10", "1828-7.3-09")
def test_a_single_share_is_traded_up_or_given_up_for_its_price():
    table = pair({"Ann": 6, "Cem": 1}, {"Bob": 4}).merge("Ann", "GT", "NKP", "Bob")
    assert table.deciders() == ["Cem"]
    up = table.do("Cem", "answer", answer="trade up")
    assert (up.cash("Cem"), up.units("Cem", "GT")) == (800 - (167 - 117), 1)
    table = pair({"Ann": 6, "Cem": 1}, {"Bob": 4}).merge("Ann", "GT", "NKP", "Bob")
    table.do("Cem", "answer", answer="sell")
    assert (table.cash("Cem"), table.units("Cem", "GT"), table.price("GT")) == (800 + 117, 0, 167)
    # It counts as a sale of the system.
    table.done("Ann").do("Bob", "pass").may_not_buy("Cem", "GT", section="7.3")


@pytest.mark.rule("1828-7.5.2-16", "1828-7.5.2.1-10")
@pytest.mark.parametrize("sold", ["GT", "NKP"])
def test_who_has_sold_either_company_cannot_trade_a_single_up(sold: str):
    table = pair({"Ann": 6, "Cem": 1}, {"Bob": 4}).sold_now("Cem", sold)
    table.merge("Ann", "GT", "NKP", "Bob")
    answered(table)
    assert (table.cash("Cem"), table.units("Cem", "GT")) == (917, 0)


@pytest.mark.rule("1828-7.3-09")
@pytest.mark.parametrize("sold", ["GT", "NKP", "WAB"])
def test_who_has_sold_a_part_of_the_system_does_not_buy_the_system_in_the_round(sold: str):
    table = pair({"Ann": 6}, {"Bob": 4}).sold_now("Cem", sold).merge("Ann", "GT", "NKP", "Bob")
    answered(table)
    table.done("Ann").do("Bob", "pass")
    if sold == "WAB":
        table.buy("Cem", "GT")
        return
    table.may_not_buy("Cem", "GT", section="7.3")
    table.stock_round("Cem").buy("Cem", "GT")


@pytest.mark.rule("1828-7.5.2.1-10")
def test_a_player_without_the_money_gives_the_single_up():
    table = pair({"Ann": 6, "Cem": 1}, {"Bob": 4}).with_cash("Cem", 49).merge("Ann", "GT", "NKP", "Bob")
    answered(table)
    assert (table.cash("Cem"), table.units("Cem", "GT")) == (49 + 117, 0)


@pytest.mark.rule("1828-7.5.2-14")
def test_singles_begin_left_of_the_acting_player_who_is_last():
    table = pair({"Ann": 5, "Cem": 1}, {"Bob": 5}).merge("Ann", "GT", "NKP", "Bob")
    asked = []
    while table.question():
        who, question = table.deciders()[0], table.question()
        if question.startswith("single:"):
            asked.append(who)
        table.do(who, "answer", answer=str(table.legal(who, "answer")[0]["answer"]))
    assert asked == ["Bob", "Cem", "Ann"]


# --- where a share of the system comes from


@pytest.mark.rule("1828-7.5.2.1-03", "1828-7.5.2.1-04", "1828-7.5.2.1-06", "1828-7.5.2.1-07")
@pytest.mark.parametrize("place", ["ipo", "pool"])
@pytest.mark.parametrize(("gt_box", "nkp_box", "cash"), [("3,4", "5,5", 800 + 13 - 63), ("5,5", "3,4", 800 - 13 - 50)])
def test_another_players_shares_are_taken_and_the_difference_squared(gt_box: str, nkp_box: str, cash: int, place: str):
    # Bob has three GT, one of them put aside. Ann's three pairs of NKP fetch all of them; Bob has three NKP instead.
    table = Table1828().with_company("GT", "Bob", Bob=3, pool=7 if place == "pool" else 0, box=gt_box)
    table.with_company("NKP", "Ann", Ann=6, box=nkp_box).stock_round("Ann")
    answered(table.merge("Ann", "GT", "NKP", "Bob"))
    # A pair and the single of Bob's come out of the offering or the pool.
    assert (table.units("Ann", "GT"), table.units("Bob", "GT"), table.units("GT", "GT")) == (2, 2, 1)
    assert table.cash("Bob") == cash


@pytest.mark.rule("1828-7.5.2.1-05", "1828-7.5.2.1-12")
def test_who_cannot_square_the_difference_gives_the_share_up_and_has_sold_the_system():
    table = Table1828().with_company("GT", "Bob", Bob=3, box="5,5").with_company("NKP", "Ann", Ann=6, box="3,4")
    table.with_cash("Bob", 12).stock_round("Ann")
    answered(table.merge("Ann", "GT", "NKP", "Bob"))
    # He has the price of the GT share that was taken, and one share for the pair he was left with.
    assert (table.cash("Bob"), table.units("Bob", "GT")) == (12 + 104, 1)
    table.with_cash("Bob", 800).done("Ann").may_not_buy("Bob", "GT", section="7.3")


@pytest.mark.rule("1828-7.5.2.1-02", "1828-7.5.2.1-09")
def test_discards_are_used_before_other_players_shares():
    # Ann discards three GT, two of which Bob's pairs fetch; Cem's GT stays his.
    table = pair({"Ann": 6, "Cem": 1}, {"Bob": 4}).merge("Ann", "GT", "NKP", "Bob")
    table.do("Cem", "answer", answer="sell")
    assert [event["company"] for event in table.happened("gave_up")] == ["GT"]
    # With all of GT in Ann's hand nothing but her discards is there to fetch.
    table = pair({"Ann": 10}, {"Bob": 6}).merge("Ann", "GT", "NKP", "Bob")
    assert (table.units("Ann", "GT"), table.units("Bob", "GT")) == (4, 3)


@pytest.mark.rule("1828-7.5.2.1-08", "1828-7.5.2.1-06", "1828-7.5.2.1-01")
def test_shares_received_are_out_of_the_trading():
    # Ann trades three GT and three NKP for the three GT; Bob's pairs take theirs from the offering, not from her.
    table = pair({"Ann": 3}, {"Bob": 4, "Ann": 3}).merge("Ann", "GT", "NKP", "Bob")
    assert (table.units("Ann", "GT"), table.units("GT", "GT"), table.units("Bob", "GT")) == (2, 1, 2)
    assert table.units("ipo", "GT") == 5


@pytest.mark.rule("1828-7.5.2.1-10")
def test_for_whom_no_share_is_left_gives_the_single_up():
    table = pair({"Ann": 10}, {"Bob": 5, "Cem": 5}).merge("Ann", "GT", "NKP", "Bob")
    assert table.deciders() == ["Bob"]
    table.do("Bob", "answer", answer="trade up")
    assert not table.question()
    assert (table.cash("Cem"), table.units("Cem", "GT")) == (800 + 104, 2)
    assert (table.units("Bob", "GT"), table.units("Ann", "GT")) == (3, 4)


@pytest.mark.rule("1828-7.5.2-19", "1828-7.5.2-20", "1828-7.5.2.1-11")
@pytest.mark.parametrize(
    ("gt_pool", "nkp_pool", "pool"),
    [(0, 0, 0), (2, 0, 1), (0, 2, 1), (2, 2, 2), (1, 1, 1), (1, 0, 1), (0, 1, 1)],
)
def test_pool_and_offering_trade_last(gt_pool: int, nkp_pool: int, pool: int):
    table = pair({"Ann": 6, "pool": gt_pool}, {"Bob": 4, "pool": nkp_pool})
    cash = {who: table.cash(who) for who in ("Ann", "Bob", "bank")}
    table.merge("Ann", "GT", "NKP", "Bob")
    assert (table.units("Ann", "GT"), table.units("Bob", "GT"), table.units("GT", "GT")) == (2, 2, 1)
    # Pairs, then an odd one singly, for no money; where the pool's odd one took the last share the offering's is lost.
    assert (table.units("pool", "GT"), table.units("ipo", "GT")) == (pool, 5 - pool)
    assert cash == {who: table.cash(who) for who in cash}


@pytest.mark.rule("1828-7.5.2-21", "1828-7.5.2-24")
def test_discards_of_the_company_that_remains_go_to_the_pool_and_the_others_are_gone():
    # Bob and Cem give up a single NKP each: nine shares are handed out, and one of Ann's discards is left.
    table = pair({"Ann": 6}, {"Bob": 5, "Cem": 1}).merge("Ann", "GT", "NKP", "Bob")
    answered(table, "sell")
    assert (table.units("Ann", "GT"), table.units("Bob", "GT"), table.units("ipo", "GT")) == (2, 2, 4)
    assert table.units("pool", "GT") == 1
    assert {table.s.certs[cert] for cert in table.p.d.certs_of["NKP"]} == {"gone"}
