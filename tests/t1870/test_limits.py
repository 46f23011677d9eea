"""How much a player may hold, and the pool (5.4, and what the coloured sections lift, 5.1.1)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus")
COMPANIES = ("MP", "ATSF", "IC", "FW", "GMO", "MKT", "SP")
LAST = ("SSW", "SLSF")
"""Companies that close in these tests."""
DESIGNER = {
    10: {2: 28, 3: 20, 4: 16, 5: 13, 6: 11, 7: 9},
    9: {2: 24, 3: 17, 4: 14, 5: 11, 6: 9, 7: 7},
    8: {2: 21, 3: 15, 4: 12, 5: 9, 6: 8, 7: 6},
}
FREE_BOXES = [("yellow", "3,1"), ("green", "3,0"), ("brown", "7,2")]


def with_certificates(table: Table, who: str, number: int, other: str = "Bob") -> Table:
    """Give a player this many certificates of companies in the white: five of each of their own, then single shares."""
    for company in COMPANIES:
        if number >= 5:
            table.with_company(company, who, **{who: 6})
            number -= 5
        elif number > 0:
            table.with_company(company, other, **{other: 4, who: number})
            number = 0
    assert number == 0
    return table


def at_the_limit(players: int, closed: int, certificates: int, **options: str) -> Table:
    """Ann holds this many certificates, and shares of Bob's TP are on offer."""
    table = with_certificates(Table(NAMES[:players], **options).with_closed(*LAST[:closed]), "Ann", certificates)
    table.with_company("TP", "Bob").with_cash("Ann", 500)
    return table.stock_round("Ann")


# --- the table


def rows(table: dict[int, dict[int, int]]) -> list[tuple[int, int, int]]:
    return [(10 - companies, players, limit) for companies, row in table.items() for players, limit in row.items()]


@pytest.mark.rule("1870-5.1.1-17", "1870-5.4.1-04")
@pytest.mark.parametrize(("closed", "players", "limit"), rows(DESIGNER)[::3])
def test_certificate_limit(closed: int, players: int, limit: int):
    at_the_limit(players, closed, limit).may_not_buy("Ann", "TP", section="5.4.1")
    at_the_limit(players, closed, limit - 1).buy("Ann", "TP")


@pytest.mark.rule("1870-5.4.1-04", "1870-5.4.1-05")
def test_a_new_companys_certificate_needs_room_too():
    at_the_limit(6, 0, 11).refused("Ann", "par", "5.4.1", company="SSW", price=68)
    at_the_limit(6, 0, 10).do("Ann", "par", company="SSW", price=68)


@pytest.mark.rule("1870-5.1.1-17")
def test_with_fewer_than_eight_companies_the_limit_stays():
    for held, may in ((14, True), (15, False)):
        table = with_certificates(Table().with_closed(*LAST, "TP"), "Ann", held).with_cash("Ann", 500)
        table.with_company("SP", "Bob").stock_round("Ann")
        if may:
            table.buy("Ann", "SP")
        else:
            table.may_not_buy("Ann", "SP", section="5.4.1")


@pytest.mark.rule("1870-D.5.4.1-01")
@pytest.mark.parametrize("options", [{"edition": "mayfair"}, {"certificate_table": "mayfair"}])
@pytest.mark.parametrize(("closed", "limit"), [(0, 28), (1, 24)])
def test_the_mayfair_table_has_two_players(options: dict[str, str], closed: int, limit: int):
    at_the_limit(2, closed, limit, **options).may_not_buy("Ann", "TP", section="5.4.1")
    at_the_limit(2, closed, limit - 1, **options).buy("Ann", "TP")


@pytest.mark.rule("1870-D.5.4.1-01")
@pytest.mark.parametrize(("closed", "limit"), [(0, 9), (1, 7)])
def test_seven_players_who_are_not_in_the_mayfair_table_keep_the_designers_limit(closed: int, limit: int):
    at_the_limit(7, closed, limit, edition="mayfair").may_not_buy("Ann", "TP", section="5.4.1")
    at_the_limit(7, closed, limit - 1, edition="mayfair").buy("Ann", "TP")


@pytest.mark.rule("1870-D.5.4.1-02")
@pytest.mark.parametrize(("players", "limit"), [(2, 24), (3, 17), (4, 14), (5, 11), (6, 9)])
def test_the_mayfair_table_ends_with_nine_companies(players: int, limit: int):
    for closed in (1, 2):
        at_the_limit(players, closed, limit, edition="mayfair").may_not_buy("Ann", "TP", section="5.4.1")
        at_the_limit(players, closed, limit - 1, edition="mayfair").buy("Ann", "TP")


# --- what counts


@pytest.mark.rule("1870-5.4.1-05")
def test_a_presidents_certificate_is_one_certificate():
    table = Table(NAMES).with_cash("Ann", 500)
    for company in COMPANIES:
        table.with_company(company, "Ann", Ann=2)
    # Seven presidents' certificates are fourteen shares, and seven of the nine certificates allowed.
    table.with_company("TP", "Bob")
    for company in ("TP", "MP"):
        table.stock_round("Ann").buy("Ann", company)
    table.stock_round("Ann").may_not_buy("Ann", "TP", section="5.4.1")


@pytest.mark.rule("1870-5.4.1-06")
def test_each_private_company_is_one_certificate():
    at_the_limit(6, 0, 10).with_private("GRSC", "Cem").buy("Ann", "TP")
    at_the_limit(6, 0, 10).with_private("GRSC", "Ann").may_not_buy("Ann", "TP", section="5.4.1")
    table = at_the_limit(6, 0, 11).with_private("GRSC", "pool").with_private("SCC", "Cem")
    table.refused("Ann", "buy_private", "5.4.1", private="GRSC", price=20)
    table = at_the_limit(6, 0, 10).with_private("GRSC", "pool")
    table.do("Ann", "buy_private", private="GRSC")


@pytest.mark.rule("1870-5.1.1-04", "1870-5.1.1-05", "1870-5.1.1-06", "1870-5.4.1-04")
@pytest.mark.parametrize(("section", "box"), FREE_BOXES)
def test_shares_of_coloured_companies_do_not_count(section: str, box: str):
    table = at_the_limit(6, 0, 11)
    assert table.p.d.market.boxes[box].section == section
    table.may_not_buy("Ann", "TP", section="5.4.1")
    # What he holds is free of the limit ...
    table.with_box("MP", box).buy("Ann", "TP")
    # ... and so is what he buys.
    at_the_limit(6, 0, 11).with_box("TP", box).buy("Ann", "TP")


@pytest.mark.rule("1870-5.1.1-03")
def test_the_red_outlined_boxes_change_nothing_for_those_who_hold_shares():
    for box in ("0,6", "0,7"):
        at_the_limit(6, 0, 11).with_box("MP", box).with_box("TP", box).may_not_buy("Ann", "TP", section="5.4.1")
        at_the_limit(6, 0, 10).with_box("TP", box).buy("Ann", "TP")
        table = Table().with_company("TP", "Ann", Ann=6).with_box("TP", box).stock_round("Ann")
        table.may_not_buy("Ann", "TP", section="5.4.1")


# --- 60%


@pytest.mark.rule("1870-5.4.1-07")
@pytest.mark.parametrize("box", ["0,6", "3,1", "4,11"])
def test_nobody_buys_more_than_60_percent(box: str):
    table = Table().with_company("SP", "Ann", Ann=5, Bob=1).with_box("SP", box).stock_round("Ann")
    table.buy("Ann", "SP").done("Ann").done("Bob").done("Cem")
    assert table.units("Ann", "SP") == 6
    table.may_not_buy("Ann", "SP", section="5.4.1")


@pytest.mark.rule("1870-5.1.1-07")
@pytest.mark.parametrize("box", ["3,0", "7,2"])
def test_of_green_and_brown_companies_one_may_hold_more(box: str):
    table = Table().with_company("SP", "Ann", Ann=6).with_box("SP", box).stock_round("Ann")
    table.buy("Ann", "SP").done("Ann").done("Bob").done("Cem").buy("Ann", "SP")
    assert table.units("Ann", "SP") == 8
    table.done("Ann").done("Bob").done("Cem")
    # Back in the white he keeps them and buys no more.
    table.with_box("SP", "0,6").may_not_buy("Ann", "SP", section="5.4.1")
    assert table.units("Ann", "SP") == 8


@pytest.mark.rule("1870-5.4.1-08")
def test_protection_may_take_a_president_past_60_percent():
    table = Table().with_company("SP", "Ann", Ann=6, Bob=3).with_cash("Ann", 1000).stock_round("Bob")
    table.do("Bob", "sell", company="SP", shares=3).done("Bob").do("Ann", "protect")
    assert table.units("Ann", "SP") == 9
    assert table.price("SP") == 100


# --- over the limit


def one_over(**holders: int) -> Table:
    """Six players, limit eleven: Ann has twelve white certificates and some yellow ones."""
    table = with_certificates(Table(NAMES[:6]), "Ann", 12).with_cash("Ann", 500)
    return table.with_company("TP", "Bob", Ann=2, Bob=4, **holders).with_box("TP", "3,1")


@pytest.mark.rule("1870-5.4.1-09")
def test_a_player_over_the_limit_must_sell_down_before_anything_else():
    table = one_over().with_private("GRSC", "pool").with_company("SP", "Bob", Bob=6).stock_round("Ann")
    table.may_not_buy("Ann", "TP", section="5.4.1")
    table.refused("Ann", "pass", "5.4.1")
    table.refused("Ann", "par", "5.4.1", company="GMO", price=68)
    table.refused("Ann", "buy_private", "5.4.1", private="GRSC", price=20)
    table.refused("Ann", "sell", "5.4.1", company="TP", shares=1)
    table.do("Ann", "sell", company="MP", shares=1)
    table.do("Ann", "sell", company="TP", shares=1).do("Ann", "pass")


@pytest.mark.rule("1870-5.4.1-09")
def test_a_president_over_the_limit_may_not_act_for_a_company_first():
    table = one_over().with_company("MP", "Ann", Ann=6, pool=1, Cem=3).stock_round("Ann")
    table.refused("Ann", "redeem", "5.4.1", company="MP", **{"from": "pool"})
    table = with_certificates(Table(NAMES[:6]), "Ann", 11).with_company("MP", "Ann", Ann=6, pool=1, Cem=3)
    table.stock_round("Ann").do("Ann", "redeem", company="MP", **{"from": "pool"})


@pytest.mark.rule("1870-5.4.1-09")
def test_a_player_who_cannot_sell_down_may_pass_but_nothing_else():
    table = one_over().with_company("MP", "Ann", Ann=5, pool=5).with_company("ATSF", "Ann", Ann=5, pool=5)
    table.with_company("GMO", "Ann", Ann=5, pool=5)
    table.with_company("FW", "Ann", Ann=2).with_company("IC", "Cem", Cem=4, Ann=1, pool=5).stock_round("Ann")
    # Nothing that counts can be sold, and what can be sold does not count.
    assert table.deciders() == ["Bob"]
    assert not table.happened("sold")


@pytest.mark.rule("1870-5.4.1-09")
def test_leaving_the_coloured_sections_can_put_a_player_over_the_limit():
    table = with_certificates(Table(NAMES[:6]), "Ann", 11).with_company("TP", "Bob", Ann=1, Bob=4)
    table.with_box("TP", "2,2").stock_round("Ann")
    table.do("Ann", "pass")
    table.with_box("TP", "2,3").stock_round("Ann").refused("Ann", "pass", "5.4.1")
    table.do("Ann", "sell", company="TP", shares=1).do("Ann", "pass")


# --- the pool


@pytest.mark.rule("1870-5.4.2-01", "1870-5.4.2-02")
@pytest.mark.parametrize(("there", "most"), [(0, 4), (1, 4), (2, 3), (4, 1)])
def test_the_open_market_takes_five_shares_of_a_company(there: int, most: int):
    table = Table().with_company("SP", "Bob", Bob=2, Ann=4 if there < 3 else 2, pool=there)
    table.with_company("MP", "Bob", Ann=1).with_cash("Bob", 0).stock_round("Ann")
    if most < table.units("Ann", "SP"):
        table.refused("Ann", "sell", "5.4.2", company="SP", shares=most + 1)
    table.do("Ann", "sell", company="SP", shares=most).do("Ann", "pass")
    assert table.units("pool", "SP") == there + most


@pytest.mark.rule("1870-5.4.2-02")
def test_nothing_more_can_be_sold_of_a_company_with_five_shares_in_the_market():
    table = Table().with_company("SP", "Bob", Bob=2, Ann=2, pool=5).with_company("MP", "Bob", Ann=1).stock_round("Ann")
    table.refused("Ann", "sell", "5.4.2", company="SP", shares=1)
    table.do("Ann", "sell", company="MP", shares=1)


@pytest.mark.rule("1870-5.1.3-01")
def test_the_open_market_as_a_whole_has_no_limit():
    table = Table().with_cash("Bob", 0)
    for company in ("SP", "MP", "IC", "TP"):
        table.with_company(company, "Bob", Bob=4, pool=5)
    table.with_company("FW", "Bob", Bob=2, Ann=2, pool=3).stock_round("Ann")
    table.do("Ann", "sell", company="FW", shares=2).done("Ann")
    assert sum(place == "pool" for place in table.s.certs.values()) == 25
