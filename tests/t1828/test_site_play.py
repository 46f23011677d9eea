"""What holds in every game by 18xx.games' rules, beside the readings that older games may have one by one."""

from __future__ import annotations

from engine.core.state import Run, Used
from engine.overlay import RULEBOOK, SITE
from engine.titles.t1828.site.idle import swap_waits
from tests.positions.lines import lay
from tests.t1828.positions import answered
from tests.t1828.table import Table1828

GRAY_BOX = "9,1"


def two(gt: dict[str, int], nkp: dict[str, int], by: str, *, gt_box: str = "3,4", nkp_box: str = "3,4") -> Table1828:
    """GT, directed by Ann, and NKP, directed by Bob."""
    table = Table1828(rules=SITE).with_company("GT", "Ann", box=gt_box, **gt)
    return table.with_company("NKP", "Bob", box=nkp_box, **nkp).stock_round(by)


def lent(table: Table1828, lender: str) -> Table1828:
    """Bob proposes to merge GT and NKP, and takes all the shares he needs from one player."""
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
    assert [(event["player"], event["shares"]) for event in table.happened("bought")] == [(table.seat("Bob"), 1)]
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


# --- what is asked and offered


def test_a_merger_is_offered_only_if_somebody_could_direct_the_system():
    def holding(anns: int, bobs: int) -> Table1828:
        return two({"Ann": 2, "Cem": anns}, {"Bob": 2, "Cem": bobs}, "Ann").strict()

    pair = {"stays": "GT", "goes": "NKP"}
    assert pair in holding(3, 3).legal("Ann", "merge")
    holding(2, 2).refused("Ann", "merge", "7.5.1", **pair)
    # Five are enough for somebody who has sold neither in this round.
    assert pair in holding(3, 2).legal("Ann", "merge")
    holding(3, 2).sold_now("Cem", "GT").refused("Ann", "merge", "7.5.1", **pair)


def poor(treasury: int = 0) -> Table1828:
    """Ann directs GT, a system with one train and an empty shell, and the WAB."""
    table = Table1828(rules=SITE).with_system("GT", "NKP", "Ann", Ann=3, box="13,0", treasury=treasury)
    table.with_company("WAB", "Ann", Ann=6, box="3,4").with_company("MC", "Bob", Bob=6, box="3,4").with_train("MC", "3")
    lay(table, "D6", "57", "W E")
    table.with_train("GT", "2").with_cash("Ann", 0).with_phase("green").with_supply_from("3")
    return table.operating_turn("GT", "train").strict()


def test_a_train_ends_what_was_begun_by_selling_shares():
    table = poor(treasury=1).do("Ann", "sell", company="WAB", shares=1)
    assert "skip" not in table.verbs("Ann")
    price = table.cash("Ann") + 1
    table.agree("Ann", "buy_train", "Bob", **{"from": "MC", "kind": "3", "price": price, "charter": "NKP"})
    assert table.s.agenda[-1].rule != "train_money"


def test_a_company_buys_private_companies_while_its_director_sells():
    table = poor(treasury=50).with_private("SVN", "Bob").do("Ann", "sell", company="WAB", shares=1)
    table.agree("Ann", "buy_private", "Bob", private="SVN", price=20)
    assert table.s.privates["SVN"] == "GT"
    assert table.s.agenda[-1].rule == "train_money"


def test_money_that_comes_with_a_private_company_does_not_bar_the_banks_train():
    table = Table1828(rules=SITE).with_company("GT", "Ann", Ann=6, treasury=110, box="3,4")
    table.with_company("WAB", "Ann", Ann=4, box="3,4").with_private("C&P", "Ann").with_cash("C&P", 90)
    lay(table, "D6", "57", "W E")
    table.with_cash("Ann", 100).with_phase("green").with_supply_from("5").operating_turn("GT", "train").strict()
    table.do("Ann", "sell", company="WAB", shares=1).do("Ann", "buy_private", private="C&P", price=110)
    table.do("Ann", "answer", answer="block")
    assert table.cash("GT") + table.cash("Ann") - 250 > table.price("WAB")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5", price=250)
    assert table.trains("GT") == ["5"]


def test_a_system_is_asked_how_its_trains_stand_until_it_has_bought_one():
    table = Table1828(rules=SITE).with_system("GT", "NKP", "Ann", Ann=6, treasury=0).with_train("GT", "3")
    turn = Run(rule="operating_turn", subject="GT", step="train")
    assert swap_waits(table.p, turn)
    turn.used.append(Used("train bought"))
    assert not swap_waits(table.p, turn)
    assert not swap_waits(table.p, Run(rule="operating_turn", subject="WAB", step="train"))
