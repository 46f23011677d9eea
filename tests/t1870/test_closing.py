"""Companies that enter the grey section, and what the brown section allows (5.1.1)."""

from __future__ import annotations

import pytest

from engine.board.markers import BESIDE
from tests.t1870.table import Table

LAST_BOX = "7,2"
"""Brown, $30; below it 8,2 ($20, brown), and two more boxes further down the grey."""


def about_to_close() -> Table:
    """The MP, worth $10, with everything a company can own; Ann is president without a dollar."""
    table = Table().with_company("MP", "Ann", Ann=5, Bob=2, Cem=1, treasury=432, treasury_shares=1, box="7,0")
    table.with_train("MP", "2", "3").with_private("SCC", "MP").with_private("GRSC", "MP").with_marker("MP", "B11/c0")
    return table.with_cash("Ann", 0).with_company("SP", "Bob", Bob=4)


def closed_by_a_sale() -> Table:
    table = about_to_close().stock_round("Bob")
    return table.do("Bob", "sell", company="MP", shares=1).done("Bob")


# --- closing


@pytest.mark.rule("1870-5.1.1-10")
def test_a_company_closes_at_once_when_a_sale_brings_it_into_the_grey():
    table = about_to_close().stock_round("Bob")
    table.do("Bob", "sell", company="MP", shares=1)
    assert not table.s.companies["MP"].closed
    table.done("Bob")
    assert table.s.companies["MP"].closed
    assert table.happened("closed") == [{"company": "MP"}]
    table = about_to_close().with_box("MP", "6,0").stock_round("Bob")
    table.do("Bob", "sell", company="MP", shares=1).done("Bob")
    assert not table.s.companies["MP"].closed
    assert table.price("MP") == 10


@pytest.mark.rule("1870-5.1.1-10")
@pytest.mark.parametrize("box", ["7,0", "8,1", "10,3"])
def test_a_company_closes_at_once_when_it_pays_nothing_beside_the_grey(box: str):
    table = Table().with_company("SP", "Ann", Ann=6, box=box).with_tile("M2", "57", 0).with_train("SP", "2")
    table.with_company("MP", "Bob", par=68, box="10,5").operating_turn("SP", "run")
    table.run_best("Ann").do("Ann", "dividend", kind="withhold")
    assert table.s.companies["SP"].closed
    # Its turn is over: it buys no train any more, and the next company operates.
    assert table.s.agenda[-1].subject == "MP"
    table = Table().with_company("SP", "Ann", Ann=6, box=box).with_tile("M2", "57", 0).with_train("SP", "2")
    table.operating_turn("SP", "run").run_best("Ann").do("Ann", "dividend", kind="half")
    assert not table.s.companies["SP"].closed


@pytest.mark.rule("1870-5.1.1-11")
def test_all_tokens_of_a_closed_company_are_removed():
    assert {marker.stop for marker in about_to_close().s.board.markers if marker.company == "MP"} == {
        "C18/c0",
        "B11/c0",
    }
    table = closed_by_a_sale()
    assert not [marker for marker in table.s.board.markers if marker.company == "MP"]
    assert [marker.company for marker in table.s.board.markers] == ["SP"]
    assert table.box("MP") == ""
    assert table.box("SP") == "0,6"


@pytest.mark.rule("1870-5.1.1-11")
def test_a_closed_company_also_loses_its_token_beside_a_city():
    table = about_to_close().with_marker("MP", "J5/c0", BESIDE).with_marker("SP", "B9/c0", BESIDE).stock_round("Bob")
    table.do("Bob", "sell", company="MP", shares=1)
    assert [marker.company for marker in table.s.board.markers if marker.slot == BESIDE] == ["MP", "SP"]
    table.done("Bob")
    assert [marker.company for marker in table.s.board.markers if marker.slot == BESIDE] == ["SP"]


@pytest.mark.rule("1870-5.1.1-12")
def test_shares_of_a_closed_company_are_collected_without_compensation():
    table = about_to_close()
    before = {who: table.cash(who) for who in ("Ann", "Bob", "Cem")}
    table = closed_by_a_sale()
    assert {table.s.certs[cert] for cert in table.p.d.certs_of["MP"]} == {"gone"}
    # Bob was paid for the share that he sold, and nobody for anything else.
    assert {who: table.cash(who) for who in before} == {**before, "Bob": before["Bob"] + 10}
    assert table.units("Bob", "SP") == 4


@pytest.mark.rule("1870-5.1.1-13")
def test_trains_of_a_closed_company_are_for_sale_on_the_open_market():
    table = closed_by_a_sale()
    assert sorted(card.kind for card in table.s.trains.values() if card.at == "pool") == ["2", "3"]
    table.with_company("SP", "Bob", Bob=6, treasury=180).operating_turn("SP", "train")
    table.do("Bob", "buy_train", **{"from": "pool"}, kind="3", price=180)
    assert table.trains("SP") == ["3"]


@pytest.mark.rule("1870-5.1.1-14")
def test_money_of_a_closed_company_goes_to_the_bank():
    bank = about_to_close().cash("bank")
    table = closed_by_a_sale()
    assert table.cash("MP") == 0
    assert table.cash("bank") == bank - 10 + 432


@pytest.mark.rule("1870-5.1.1-15", "1870-5.3.2-02")
def test_private_companies_of_a_closed_company_are_for_sale_at_their_printed_price():
    table = closed_by_a_sale()
    assert table.s.privates["SCC"] == table.s.privates["GRSC"] == "pool"
    cem, bank = table.cash("Cem"), table.cash("bank")
    table.refused("Cem", "buy_private", private="SCC", price=49)
    table.refused("Cem", "buy_private", private="SCC", price=51)
    table.do("Cem", "buy_private", private="SCC")
    assert table.name(table.s.privates["SCC"]) == "Cem"
    assert (table.cash("Cem"), table.cash("bank")) == (cem - 50, bank + 50)


@pytest.mark.rule("1870-5.1.1-16")
def test_a_closed_company_is_not_started_again():
    table = closed_by_a_sale()
    table.refused("Cem", "par", "5.5", company="MP", price=68)
    table.may_not_buy("Cem", "MP", section="5.5")
    table.do("Cem", "par", company="IC", price=68)


# --- the limit after a closing


def full_hands(limit: int) -> Table:
    """Cem holds this many certificates of companies that stay."""
    table = about_to_close().with_company("MP", "Ann", Ann=6, Bob=2, box="7,0", treasury=0).with_cash("Cem", 500)
    for company in ("ATSF", "IC", "TP", "FW"):
        count = min(5, limit)
        limit -= count
        if count == 5:
            table.with_company(company, "Cem", Cem=6)
        elif count:
            table.with_company(company, "Bob", Bob=4, Cem=count)
    return table


@pytest.mark.rule("1870-5.1.1-17", "1870-5.1.1-18", "1870-5.4.1-09")
def test_in_a_stock_round_the_lower_limit_holds_at_once():
    table = full_hands(17).stock_round("Cem").buy("Cem", "SP")
    table = full_hands(17).stock_round("Bob").do("Bob", "sell", company="MP", shares=1).done("Bob")
    assert table.deciders() == ["Cem"]
    table.may_not_buy("Cem", "SP", section="5.4.1")
    table.do("Cem", "pass")
    table = full_hands(18).stock_round("Bob").do("Bob", "sell", company="MP", shares=1).done("Bob")
    table.refused("Cem", "pass", "5.4.1")
    table.may_not_buy("Cem", "SP", section="5.4.1")
    table.do("Cem", "sell", company="ATSF", shares=1).do("Cem", "pass")


@pytest.mark.rule("1870-5.1.1-19")
def test_after_a_closing_in_an_operating_round_players_sell_down_in_the_next_stock_round():
    table = full_hands(18).with_company("SP", "Bob", Bob=4, floated=False).with_cash("Ann", 1000)
    with table.arrange() as p:
        for company in ("ATSF", "IC", "TP", "FW"):
            p.s.companies[company].floated = False
    # MP has no income and falls into the grey.
    table.with_tile("C18", "5", 0).with_train("MP", "2").operating_turn("MP", "run")
    assert table.s.companies["MP"].closed
    assert table.s.clock.round == "stock"
    assert table.s.agenda[-1].subject == table.s.priority == table.seat("Ann")
    table.do("Ann", "pass").do("Bob", "pass")
    table.refused("Cem", "pass", "5.4.1")
    table.do("Cem", "sell", company="ATSF", shares=1).do("Cem", "pass")


@pytest.mark.rule("1870-5.1.1-19")
def test_before_a_forced_sale_a_president_must_sell_down():
    table = full_hands(18).with_company("GMO", "Bob", Bob=4, Cem=2, box="3,1").with_cash("Cem", 0)
    table.with_tile("J5", "57", 1).with_tile("J3", "57", 1).with_company("TP", "Cem", Cem=6, treasury=30)
    table.with_closed("MP").operating_turn("TP", "train")
    table.refused("Cem", "sell", "10.6.2", company="GMO", shares=1)
    table.do("Cem", "sell", company="ATSF", shares=1).do("Cem", "buy_train", **{"from": "bank"}, kind="2")
    assert table.trains("TP") == ["2"]


# --- the brown section


@pytest.mark.rule("1870-5.1.1-08")
@pytest.mark.parametrize("shares", [1, 3, 5])
def test_any_number_of_a_brown_companys_open_market_shares_may_be_bought_at_once(shares: int):
    table = Table().with_company("SP", "Bob", Bob=5, pool=5, box=LAST_BOX).stock_round("Ann")
    table.buy("Ann", "SP", "pool", shares=shares)
    assert table.units("Ann", "SP") == shares
    assert table.cash("Ann") == 700 - 30 * shares
    assert table.price("SP") == 30


@pytest.mark.rule("1870-5.1.1-08", "1870-5.3-03")
@pytest.mark.parametrize("box", ["3,0", "3,1", "0,6"])
def test_of_other_companies_only_one(box: str):
    table = Table().with_company("SP", "Bob", Bob=4, pool=5, Ann=1, box=box).stock_round("Ann")
    table.may_not_buy("Ann", "SP", "pool", shares=2)
    table.buy("Ann", "SP", "pool").may_not_buy("Ann", "SP", "pool", section="5.3")


@pytest.mark.rule("1870-5.1.1-08")
def test_not_more_than_there_are_or_than_the_buyer_can_pay():
    table = Table().with_company("SP", "Bob", Bob=5, pool=4, box=LAST_BOX).with_cash("Ann", 100).stock_round("Ann")
    table.may_not_buy("Ann", "SP", "pool", shares=5)
    table.may_not_buy("Ann", "SP", "pool", section="5.3.1", shares=4)
    table.buy("Ann", "SP", "pool", shares=3)


@pytest.mark.rule("1870-5.1.1-09")
def test_a_brown_companys_shares_in_the_offering_are_bought_one_at_a_time():
    table = Table().with_company("SP", "Bob", Bob=5, pool=1, Ann=1, box=LAST_BOX).stock_round("Ann")
    table.may_not_buy("Ann", "SP", "ipo", shares=2)
    table.buy("Ann", "SP", "ipo")
    assert table.units("Ann", "SP") == 2
    table.may_not_buy("Ann", "SP", "ipo", section="5.3")


@pytest.mark.rule("1870-5.1.1-20")
def test_a_purchase_of_brown_shares_is_the_whole_purchase_of_the_turn():
    table = Table().with_company("SP", "Bob", Bob=4, pool=3, Ann=1, box=LAST_BOX)
    table.with_company("MP", "Bob", Bob=5, pool=3, box="8,3").stock_round("Ann").buy("Ann", "SP", "pool", shares=2)
    table.may_not_buy("Ann", "SP", "ipo", section="5.3")
    table.may_not_buy("Ann", "MP", "pool", section="5.3", shares=1)
    table.refused("Ann", "par", "5.3", company="IC", price=68)


@pytest.mark.rule("1870-5.1.1-14")
def test_money_that_waits_for_reissued_shares_goes_to_the_bank_as_well():
    table = Table().with_company("SP", "Ann", Ann=4, treasury=100)
    with table.arrange() as p:
        p.s.cash["reissue:SP"] = 164
        p.s.cash["bank"] -= 164
    bank = table.cash("bank")
    table.with_closed("SP")
    assert table.cash("bank") == bank + 100 + 164
    assert "reissue:SP" not in table.s.cash
