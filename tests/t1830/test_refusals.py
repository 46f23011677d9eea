"""How moves that are not allowed are refused: with the reason of the case at hand, and its topic."""

from __future__ import annotations

import pytest

from engine.core.state import Used
from tests.positions.lines import lay
from tests.t1830.table import Table, altoona, boston

TILE_57 = {"tile": "57", "rotation": 0}


@pytest.mark.rule("1830-private-32", "1830-private-37", "1830-private-34")
def test_the_mohawk_is_refused_to_others_and_once_it_has_closed():
    table = Table().with_private("MH", "Bob").with_company("NYC", "Cem", Cem=4).stock_round("Ann")
    told = {"from": "ipo"}
    assert table.refused("Ann", "exchange", **told) == "you do not own Mohawk & Hudson (private companies)."
    assert table.refused("Cem", "exchange", **told) == "you do not own Mohawk & Hudson (private companies)."
    table.do("Bob", "exchange", **told)
    assert table.refused("Bob", "exchange", **told) == (
        "Mohawk & Hudson has closed as a private company (private companies)."
    )


@pytest.mark.rule("1830-private-25", "1830-private-27", "1830-private-28")
def test_the_delaware_is_refused_after_the_turns_lay_and_to_those_who_do_not_own_it():
    laid = altoona("track").with_private("DH", "PRR").operating_turn("PRR", "track")
    laid.operating_turn("PRR", "token", used=(Used("yellow", "H10"),))
    assert laid.refused("Ann", "scranton", **TILE_57) == "the company may lay no more yellow tiles this turn (track)."
    skipped = altoona("track").with_private("DH", "PRR").operating_turn("PRR", "token")
    assert skipped.refused("Ann", "scranton", **TILE_57).startswith(
        "you cannot scranton now: that step of PRR's turn is over; you can "
    )
    theirs = altoona("track").with_private("DH", "Bob").operating_turn("PRR", "track")
    assert theirs.refused("Ann", "scranton", **TILE_57) == "PRR does not own Delaware & Hudson (private companies)."
    assert theirs.refused("Ann", "scranton_station") == "PRR does not own Delaware & Hudson (private companies)."
    theirs.with_private("DH", "closed")
    closed = "Delaware & Hudson has closed as a private company (private companies)."
    assert theirs.refused("Ann", "scranton", **TILE_57) == theirs.refused("Ann", "scranton_station") == closed


@pytest.mark.rule("1830-trains-15", "1830-trains-17", "1830-forced-05")
def test_another_companys_train_is_paid_by_the_treasury_alone():
    table = boston(treasury=50).with_company("NYC", "Bob", Bob=6).with_train("NYC", "2").operating_turn("B&M", "train")
    dear, free = ({"from": "NYC", "kind": "2", "price": price} for price in (60, 0))
    assert table.refused("Ann", "buy_train", **dear) == "that costs $60: the treasury holds $50 (trains)."
    assert table.refused("Ann", "buy_train", **free) == "$0 is too low: choose $1 or more (trains)."
    table.agree("Ann", "buy_train", "Bob", **{"from": "NYC"}, kind="2", price=50)


@pytest.mark.rule("1830-stations-23", "1830-stations-12", "1830-stations-11")
def test_a_full_city_is_told_from_one_that_is_kept_and_one_out_of_reach():
    def told(city: str, *others: str, second: str = "") -> str:
        table = altoona("token", treasury=500)
        lay(table, "H10", "57", "E W")
        for company in others:
            table.with_company(company, "Bob", Bob=6, home=False).with_marker(company, city)
        table.operating_turn("PRR", "token")
        return table.refused("Ann", "token", city=city)

    assert told("H4/c0").startswith("PRR cannot trace a route to ")
    assert told("H10/c0", "NYC").endswith(" has no free space (stations).")


@pytest.mark.rule("1830-trains-02", "1830-stock-12", "1830-stock-14")
def test_what_is_no_choice_is_refused_with_the_whole_reason_against_the_rest():
    poor = boston(treasury=50, phase="3").with_train("B&M", "3").with_private("CS", "Ann").with_supply_from("3")
    poor.operating_turn("B&M", "train")
    assert poor.refused("Ann", "buy_train", **{"from": "A17"}) == (
        "You cannot choose “A17”: the bank is not possible either, because that costs $180: the treasury holds $50 "
        "(trains)."
    )
    table = Table().with_company("NYC", "Bob", par=90, Bob=4, Ann=1).with_cash("Ann", 89).stock_round("Ann")
    assert table.refused("Ann", "buy", company="NYC", **{"from": "C23"}) == (
        "You cannot choose “C23”: the IPO is not possible either, because that costs $90: you have $89 (stock round)."
    )
    table.with_cash("Ann", 90).stock_round("Ann").do("Ann", "buy", company="NYC", **{"from": "ipo"})


@pytest.mark.rule("1830-track-09")
def test_a_hex_out_of_reach_is_refused_before_anything_is_asked_about_its_tile():
    table = altoona("track")
    assert table.refused("Ann", "lay", hex="E19") == "PRR cannot reach Albany (E19) from its markers (track)."
    assert table.legal("Ann", "lay", hex="H10")
