"""What holds in every game by 18xx.games' rules, beside the readings that older games may have one by one."""

from __future__ import annotations

from engine.overlay import RULEBOOK, SITE
from tests.positions.lines import lay
from tests.t1828.positions import answered
from tests.t1828.table import Table1828

GRAY_BOX = "9,1"


def two(gt: dict[str, int], nkp: dict[str, int], by: str, *, gt_box: str = "3,4", nkp_box: str = "3,4") -> Table1828:
    """GT, directed by Ann, and NKP, directed by Bob."""
    table = Table1828(rules=SITE).with_company("GT", "Ann", box=gt_box, **gt)
    return table.with_company("NKP", "Bob", box=nkp_box, **nkp).stock_round(by)


def lent(table: Table1828, lender: str) -> Table1828:
    """Bob proposes GT and NKP, and takes all shares that he needs from one player."""
    table.merge("Bob", "GT", "NKP", "Ann")
    while table.question().startswith("from"):
        table.do("Bob", "answer", answer=table.seat(lender))
    return answered(table)


# --- certificates in a merger


def test_who_lends_a_share_and_has_an_odd_number_squares_the_difference():
    def odd(cash: int) -> Table1828:
        table = two({"Ann": 5, "Cem": 2}, {"Bob": 6}, "Bob", gt_box="8,4", nkp_box="3,4")
        return lent(table.with_cash("Ann", cash), "Ann")

    table = odd(500)
    difference = 117 - 81
    assert [(event["way"], event["amount"]) for event in table.happened("swapped")] == [("pays", difference)]
    table = odd(difference - 1)
    gave_up = table.happened("gave_up")[0]
    assert (gave_up["player"], gave_up["company"], gave_up["price"]) == (table.seat("Ann"), "NKP", 117)


def test_nobody_squares_a_difference_who_has_an_even_number():
    table = lent(two({"Ann": 6, "Cem": 2}, {"Bob": 6}, "Bob", gt_box="8,4", nkp_box="3,4"), "Ann")
    assert not table.happened("swapped")


def test_the_first_own_pair_brings_the_directors_certificate_while_nobody_has_it():
    # Bob gets one share for the pair he has from Ann; Cem's own pair comes next, and brings two tenths.
    table = lent(two({"Ann": 6, "Cem": 1}, {"Bob": 2, "Cem": 3}, "Bob"), "Ann")
    received = [(event["player"], event["shares"]) for event in table.happened("received")]
    assert received[:2] == [(table.seat("Bob"), 1), (table.seat("Cem"), 2)]


def test_the_marker_of_the_company_that_goes_gives_way_in_a_city_of_both():
    def joined(rules: str) -> int:
        table = Table1828(rules=rules).with_company("GT", "Ann", Ann=6, box="3,4")
        table.with_company("NKP", "Bob", Bob=6, box="3,4").with_tile("H12", "63", 0)
        table.with_marker("NKP", "H12/c0", 0).with_marker("GT", "H12/c0", 1).stock_round("Ann")
        answered(table.merge("Ann", "GT", "NKP", "Bob"))
        return next(m.slot for m in table.s.board.markers if m.stop == "H12/c0" and m.company == "GT")

    assert joined(SITE) == 1
    assert joined(RULEBOOK) == 0


def test_after_a_merger_a_director_still_buys_two_shares_of_a_company_in_the_gray_area():
    table = two({"Ann": 6}, {"Bob": 6}, "Ann").with_company("WAB", "Ann", Ann=2, pool=2, box=GRAY_BOX)
    table.with_company("PRR", "Ann", Ann=2, pool=2, box="3,4").with_cash("Ann", 2000)
    answered(table.merge("Ann", "GT", "NKP", "Bob"))
    assert table.happened("merged")
    table.may_not_buy("Ann", "PRR", "pool", section="7.1")
    table.buy("Ann", "WAB", "pool").buy("Ann", "WAB", "pool").may_not_buy("Ann", "WAB", section="7.1")


# --- a director before the start


def test_a_second_share_of_an_unstarted_company_makes_its_holder_the_director():
    def with_one(rules: str) -> Table1828:
        table = Table1828(rules=rules).with_private("M&H", "Ann")
        with table.arrange() as p:
            p.s.certs["PRR.1"] = table.seat("Ann")
        return table.stock_round("Ann")

    table = with_one(SITE).do("Ann", "exchange", company="PRR", **{"from": "ipo"})
    assert (table.president("PRR"), table.units("Ann", "PRR"), table.units("ipo", "PRR")) == ("Ann", 2, 8)
    # Whoever starts it buys one share.
    table.done("Ann").with_cash("Bob", 70).do("Bob", "par", company="PRR", price=67)
    assert (table.cash("Bob"), table.units("Bob", "PRR"), table.president("PRR")) == (3, 1, "Ann")
    with_one(RULEBOOK).refused("Ann", "exchange", "13.2.2.6", company="PRR", **{"from": "ipo"})


# --- operating rounds


def test_a_home_of_two_cities_is_chosen_at_the_first_operation():
    def tiled(rules: str) -> Table1828:
        table = Table1828(rules=rules).with_company("ERIE", "Bob", Bob=6, home=False, box="5,5")
        table.with_company("NYC", "Ann", Ann=6, treasury=1000, box="3,4").with_phase("green")
        lay(table, "E17", "8", "W NE").with_marker("NYC", "D18/c0").operating_turn("NYC", "track")
        return table.do("Ann", "lay", **table.legal("Ann", "lay", hex="E15")[0])

    assert tiled(RULEBOOK).deciders() == ["Bob"]
    assert tiled(SITE).deciders() == ["Ann"]


def test_a_company_is_asked_at_the_end_of_its_turn_until_its_tile_in_burlington_is_laid():
    table = Table1828(rules=SITE).with_company("WAB", "Ann", Ann=6, treasury=0).with_phase("green")
    table.with_private("C&StL", "WAB").operating_turn("WAB", "train")
    table.with_tile("B24", "58", 0)
    assert "skip" in table.verbs("Ann")
    with table.arrange() as p:
        p.s.own.burlington = True
    assert "skip" not in table.verbs("Ann")


def test_a_bankrupts_share_of_a_company_that_was_not_started_stays_where_it_is():
    table = Table1828(rules=SITE).with_system("GT", "NKP", "Ann", Ann=3, box="13,0", treasury=0).with_train("GT", "2")
    lay(table, "D6", "57", "W E")
    with table.arrange() as p:
        p.s.certs["PRR.1"] = table.seat("Ann")
    table.with_cash("Ann", 0).with_phase("green").with_supply_from("3").operating_turn("GT", "train")
    table.do("Ann", "bankrupt")
    assert (table.units("Ann", "PRR"), table.units("pool", "PRR")) == (1, 0)
