"""What 18xx.games reads otherwise, each alone, as an older game may have it: each beside the rulebook's."""

from __future__ import annotations

import pytest

from engine.family import operating
from engine.titles.t1828.site.idle import track_waits
from tests.positions.lines import lay
from tests.t1828.positions import answered
from tests.t1828.table import Table1828

GRAY_BOX = "9,1"
BY_CERTIFICATES = {"merger_trades": "certificates"}
TENTHS: dict[str, str] = {}


def two(gt: dict[str, int], nkp: dict[str, int], options: dict[str, str], by: str = "Ann", **more: str) -> Table1828:
    """GT, directed by Ann, and NKP, directed by Bob, of one price."""
    table = Table1828(**options).with_company("GT", "Ann", box=more.get("gt_box", "3,4"), **gt)
    table.with_company("NKP", "Bob", box=more.get("nkp_box", "3,4"), **nkp)
    return table.stock_round(by)


def held(table: Table1828) -> tuple[int, ...]:
    return tuple(table.units(who, "GT") for who in ("Ann", "Bob", "Cem"))


# --- merger_trades


def test_a_directors_certificate_alone_becomes_the_systems():
    table = two({"Ann": 2}, {"Bob": 6}, BY_CERTIFICATES).merge("Ann", "GT", "NKP", "Bob")
    # Bob's comes to three, of which he gives one; Ann has two for her two.
    assert held(table) == (2, 2, 0)
    assert table.president("GT") == "Bob"
    table = two({"Ann": 2}, {"Bob": 6}, TENTHS).merge("Ann", "GT", "NKP", "Bob")
    assert held(table) == (1, 2, 0)


def test_the_first_director_by_a_second_pair_gets_the_directors_certificate_for_it():
    table = two({"Ann": 2}, {"Bob": 4}, BY_CERTIFICATES, by="Bob").merge("Bob", "GT", "NKP", "Ann")
    assert table.president("GT") == "Bob"
    assert held(table) == (2, 2, 0)
    assert table.units("GT", "GT") == 1
    # By tenths nobody would have three.
    table = two({"Ann": 2}, {"Bob": 4}, TENTHS, by="Bob")
    table.merge("Bob", "GT", "NKP", "Ann")
    assert not table.happened("merged")


def test_not_if_a_share_had_to_be_fetched_for_the_second_pair():
    # Cem has one share of each for Bob's certificate, so that Bob must fetch one more for his second pair.
    table = two({"Ann": 2, "Cem": 1}, {"Bob": 6, "Cem": 1}, BY_CERTIFICATES, by="Bob")
    answered(table.merge("Bob", "GT", "NKP", "Ann"))
    assert table.president("GT") == "Bob"
    assert held(table) == (2, 2, 1)


def test_who_directs_is_settled_share_by_share_and_the_acting_player_has_no_advantage():
    shares = ({"Ann": 4, "Cem": 2}, {"Bob": 4, "Ann": 2, "Cem": 2})
    table = two(*shares, BY_CERTIFICATES).merge("Ann", "GT", "NKP", "Bob")
    assert (held(table), table.president("GT")) == ((2, 2, 2), "Ann")
    shares = ({"Ann": 3}, {"Bob": 6})
    table = answered(two(*shares, BY_CERTIFICATES).merge("Ann", "GT", "NKP", "Bob"))
    # Ann has her third last: Bob is director with three, and gives one; then she has more.
    assert (held(table), table.president("GT"), table.units("GT", "GT")) == ((3, 2, 0), "Ann", 1)
    table = answered(two(*shares, TENTHS).merge("Ann", "GT", "NKP", "Bob"))
    assert (held(table), table.president("GT")) == ((2, 2, 0), "Bob")


def test_an_odd_share_is_chosen_when_its_owner_trades():
    shares = ({"Ann": 4, "Cem": 1}, {"Bob": 6, "Cem": 2})
    table = two(*shares, TENTHS, by="Bob").merge("Bob", "GT", "NKP", "Ann")
    assert table.question() == "aside:p3"
    # By certificates Bob takes Cem's two for his certificate first, and Cem has no choice left.
    table = two(*shares, BY_CERTIFICATES, by="Bob").merge("Bob", "GT", "NKP", "Ann")
    assert not table.question().startswith("aside")


def test_when_the_systems_certificates_do_not_suffice_the_merger_fails():
    # Bob has one too many, as above; with all shares of GT in players' hands the pool finds none for its last pair.
    shares = ({"Ann": 2, "Cem": 8}, {"Bob": 4, "pool": 6})
    table = two(*shares, BY_CERTIFICATES, by="Bob").merge("Bob", "GT", "NKP", "Ann")
    assert table.happened("failed")
    assert (table.units("Cem", "GT"), table.units("Bob", "NKP")) == (8, 4)
    table = answered(two(*shares, TENTHS, by="Bob").merge("Bob", "GT", "NKP", "Ann"))
    assert table.happened("merged")


@pytest.mark.parametrize("options", [TENTHS, BY_CERTIFICATES])
def test_no_share_is_lost_and_the_system_has_ten(options: dict[str, str]):
    table = two({"Ann": 5, "Cem": 2, "pool": 1}, {"Bob": 3, "Ann": 2, "pool": 3}, options)
    answered(table.merge("Ann", "GT", "NKP", "Bob"))
    places = ("Ann", "Bob", "Cem", "pool", "ipo", "GT")
    assert table.happened("merged")
    assert sum(table.units(place, "GT") for place in places) == 10


# --- gray_purchases


def test_the_second_purchase_in_the_gray_area_may_follow_a_sale():
    def gray(**options: str) -> Table1828:
        table = Table1828(**options).with_company("GT", "Ann", Ann=3, pool=3, box=GRAY_BOX)
        return table.with_company("NKP", "Bob", Bob=3, Ann=2).stock_round("Ann").buy("Ann", "GT")

    table = gray(gray_purchases="any_time").do("Ann", "sell", company="NKP", shares=1)
    table.may_not_buy("Ann", "NKP", section="7.1")
    assert table.buy("Ann", "GT", "pool").units("Ann", "GT") == 5
    table.may_not_buy("Ann", "GT", "pool", section="7.1")
    gray().do("Ann", "sell", company="NKP", shares=1).may_not_buy("Ann", "GT", "pool", section="7.1")


def test_by_that_reading_whoever_has_become_the_director_buys_a_second_one():
    table = Table1828(gray_purchases="any_time").with_company("GT", "Ann", Ann=2, Bob=2, pool=3, box=GRAY_BOX)
    table.stock_round("Bob").buy("Bob", "GT")
    assert table.president("GT") == "Bob"
    assert table.buy("Bob", "GT").units("Bob", "GT") == 4


# --- sales_of_one_company


def test_more_shares_of_a_company_are_sold_at_the_lower_price():
    def holding(**options: str) -> Table1828:
        return Table1828(**options).with_company("GT", "Ann", Ann=5, box="3,4").stock_round("Ann")

    table = holding(sales_of_one_company="one_by_one")
    first, cash = table.price("GT"), table.cash("Ann")
    table.do("Ann", "sell", company="GT", shares=1)
    second = table.price("GT")
    table.do("Ann", "sell", company="GT", shares=1)
    assert second < first
    assert table.cash("Ann") == cash + first + second
    table = holding().do("Ann", "sell", company="GT", shares=1)
    table.refused("Ann", "sell", "7.1", company="GT", shares=1)


# --- help


def test_on_the_site_a_director_adds_to_another_companys_price_although_the_treasury_could_pay_the_bank():
    def bought(**options: str) -> Table1828:
        table = Table1828(**options).with_company("NKP", "Ann", Ann=5, box="5,5").with_train("NKP", "3")
        table.with_company("GT", "Ann", treasury=100, box="5,5", Ann=5).with_cash("Ann", 800)
        return table.operating_turn("GT", "train")

    dear = {"from": "NKP", "kind": "3", "price": 150}
    bought().refused("Ann", "buy_train", "8.3.5.1", **dear)
    assert bought(rules="18xx.games").do("Ann", "buy_train", **dear).cash("Ann") == 750


# --- empty_shell


def test_who_sells_for_an_empty_shell_may_end_bankrupt():
    def poor(**options: str) -> Table1828:
        table = Table1828(**options).with_system("GT", "NKP", "Ann", Ann=3, box="13,0", treasury=0)
        lay(table, "D6", "57", "W E")
        return (
            table.with_train("GT", "2")
            .with_cash("Ann", 0)
            .with_phase("green")
            .with_supply_from("3")
            .operating_turn("GT", "train")
        )

    table = poor(empty_shell="binding")
    assert "sell" in table.verbs("Ann") or table.legal("Ann", "bankrupt")
    table.do("Ann", "bankrupt")
    assert table.s.end.why == "bankruptcy"
    poor().refused("Ann", "bankrupt", "8.3.5.1")


# --- idle_steps


@pytest.mark.parametrize(
    ("owner", "treasury", "phase", "asked"),
    [
        ("Bob", 1, "green", True),
        ("WAB", 0, "green", True),
        ("Bob", 0, "green", False),
        ("Bob", 1, "yellow", False),
        ("closed", 1, "green", False),
    ],
)
def test_a_company_is_asked_for_track_while_the_erie_and_kalamazoo_allows_it(
    owner: str, treasury: int, phase: str, *, asked: bool
):
    table = Table1828(idle_steps="asked").with_company("WAB", "Ann", Ann=6, treasury=500)
    table.with_phase(phase).with_private("E&K", owner).operating_turn("WAB", "track")
    table.do("Ann", "lay", hex="H6", tile="57", rotation=0)
    table.with_cash("WAB", treasury)
    p = table.p
    frame = operating.turn(p)
    assert frame is not None
    assert track_waits(p, frame) is asked


@pytest.mark.parametrize(("options", "asked"), [({"idle_steps": "asked"}, True), ({}, False)])
def test_a_company_is_asked_for_a_station_when_it_reaches_only_the_coalfields(options: dict[str, str], *, asked: bool):
    table = Table1828(**options).with_company("C&O", "Ann", Ann=6, treasury=500, par=79).with_coal("C&O")
    lay(table, "K15", "57", "W E")
    lay(table, "K13", "4", "W E")
    table.operating_turn("C&O", "token")
    assert (table.s.agenda[-1].step == "token") is asked


def test_a_director_is_asked_while_a_merger_could_be_hoped_for():
    def spent(tenths: int, **options: str) -> Table1828:
        table = Table1828(**options).with_company("GT", "Ann", Ann=tenths, home=False, par=67)
        for who in ("Ann", "Bob", "Cem"):
            table.with_cash(who, 0)
        return table.stock_round("Ann", initial=True)

    assert spent(6, idle_steps="asked").deciders() == ["Ann"]
    assert spent(5, idle_steps="asked").deciders() == ["Ann"]
    assert spent(4, idle_steps="asked").s.clock.round != "stock"
    assert spent(6).s.clock.round != "stock"
