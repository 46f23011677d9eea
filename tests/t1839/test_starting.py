"""Companies begin and float; homes of locals (7.5, 13.1)."""

from __future__ import annotations

import random

import pytest

from engine.core.verbs import complete_moves
from engine.titles.t1839.places import cities, city_hexes, kept_slots, no_place
from tests.t1839.table import Table1839


def fresh(phase: str = "light yellow") -> Table1839:
    table = Table1839().with_privates_closed().with_phase(phase)
    return table.stock_round("Ann")


def par_prices(table: Table1839, company: str) -> list[int]:
    from engine.core.verbs import offered
    from engine.game import menu

    p = table.p
    assert "par" in menu(p, "p1")
    return [int(price) for price in offered(p, p.title.verbs["par"], "p1", {"company": company}, "price")]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("phase", "prices"),
    [
        *(
            pytest.param(phase, [82, 74, 67], marks=pytest.mark.rule("1839-4-48"))
            for phase in ("light yellow", "dark yellow", "light green", "dark green")
        ),
        pytest.param("blue", [74, 67], marks=pytest.mark.rule("1839-4-49")),
        *(
            pytest.param(phase, [67], marks=pytest.mark.rule("1839-4-50"))
            for phase in ("light brown", "medium brown", "dark brown", "light red", "dark red", "gray", "purple")
        ),
    ],
)
@pytest.mark.rule("1839-13.1-07")
def test_where_majors_start(phase: str, prices: list[int]):
    table = fresh(phase)
    assert par_prices(table, "AMS") == prices
    for price in {82, 74, 67} - set(prices):
        table.refused("Ann", "par", "13.1", company="AMS", price=price)


@pytest.mark.rule("1839-4-47", "1839-13.1-06")
@pytest.mark.parametrize("phase", ["light yellow", "dark green", "blue", "light brown", "light red", "gray", "purple"])
def test_where_locals_start(phase: str):
    assert par_prices(fresh(phase), "L1") == [46, 31, 20]


@pytest.mark.rule("1839-7.5-05", "1839-7.5-06", "1839-14.3.2.1.1-02")
def test_majors_start_on_their_market_and_locals_on_theirs():
    table = fresh().do("Ann", "par", company="AMS", price=67).done("Ann")
    table.refused("Bob", "par", "", company="L1", price=67, home="I8", second_home="L3")
    table.do("Bob", "par", company="L1", price=31, home="I8", second_home="L3").done("Bob")
    table.refused("Cem", "par", "", company="MSS", price=31)
    assert (table.on("AMS"), table.on("L1")) == (("major", 67), ("local", 31))


@pytest.mark.rule("1839-7.5-01", "1839-7.5-03", "1839-7.5-10")
def test_a_major_is_started():
    table = fresh()
    bank = table.cash("bank")
    table.do("Ann", "par", company="AMS", price=67)
    assert (table.cash("Ann"), table.cash("bank")) == (366, bank + 134)
    assert (table.units("Ann", "AMS"), table.units("ipo", "AMS")) == (2, 8)
    assert table.president("AMS") == "Ann"
    table.done("Ann").refused("Bob", "par", "7.5", company="AMS", price=67)


@pytest.mark.rule("1839-7.5-10")
def test_nobody_starts_a_company_with_less_than_twice_its_par():
    table = fresh().with_cash("Ann", 147)
    table.refused("Ann", "par", "", company="AMS", price=74)
    assert table.do("Ann", "par", company="AMS", price=67).cash("Ann") == 13


@pytest.mark.rule("1839-7.5-04", "1839-13.1-05")
def test_a_new_marker_goes_under_those_at_its_price():
    table = fresh().with_company("NCS", "Bob").do("Ann", "par", company="AMS", price=67)
    assert table.s.market["0,6"] == ["NCS", "AMS"]


@pytest.mark.rule("1839-7.5-16")
def test_other_shares_are_sold_after_the_directors_certificate():
    table = fresh()
    table.refused("Ann", "buy", "7.3", company="AMS", **{"from": "ipo"})
    table.do("Ann", "par", company="AMS", price=67).done("Ann").buy("Bob", "AMS")
    assert table.units("Bob", "AMS") == 1


@pytest.mark.rule("1839-7.5-07")
def test_not_where_two_others_stand():
    table = fresh().with_company("NCS", "Bob").with_company("MSS", "Cem")
    assert "NCS and MSS" in table.refused("Ann", "par", "13.1", company="AMS", price=67)
    table.with_price("MSS", 61)
    table.do("Ann", "par", company="AMS", price=67)


@pytest.mark.rule("1839-7.5-11", "1839-7.5-12", "1839-14.3.2.1.1-01")
def test_a_local_is_started_with_two_homes():
    table = fresh()
    table.refused("Ann", "par", "7.5", company="L1", price=31, home="I8", second_home="I8")
    table.refused("Ann", "par", "7.5", company="L1", price=31, home="A16", second_home="I8")  # a town
    table.refused("Ann", "par", "7.5", company="L1", price=31, home="H13", second_home="I8")  # the home of the NCS
    table.do("Ann", "par", company="L1", price=31, home="I8", second_home="L3")
    assert table.on("L1") == ("local", 31)
    assert table.own.homes["L1"] == ["I8", "L3"]
    assert table.cash("Ann") == 438
    table.done("Ann")
    table.refused("Bob", "par", "7.5", company="L2", price=31, home="I8", second_home="N17")


@pytest.mark.rule("1839-7.5-12", "1839-14.4-02")
def test_a_home_may_be_where_the_government_stands():
    table = fresh().with_government("I8/c0")
    table.do("Ann", "par", company="L1", price=31, home="I8", second_home="L3")
    assert table.own.homes["L1"] == ["I8", "L3"]


@pytest.mark.rule("1839-7.5-11")
@pytest.mark.parametrize("hex_id", ["I8", "J7", "G18", "G10", "B17"])
def test_both_homes_never_lie_in_one_hex(hex_id: str):
    table = fresh().with_tile("I8", "14", 0)
    table.refused("Ann", "par", "7.5", company="L1", price=31, home=hex_id, second_home=hex_id)
    table.do("Ann", "par", company="L1", price=31, home=hex_id, second_home="N17")


@pytest.mark.rule("1839-7.5-13")
@pytest.mark.parametrize(("one", "other"), [("J7", "G10"), ("B17", "G18"), ("J7", "G18")])
def test_only_one_home_in_a_crowded_hex(one: str, other: str):
    table = fresh()
    table.refused("Ann", "par", "7.5", company="L1", price=20, home=one, second_home=other)
    table.do("Ann", "par", company="L1", price=20, home=one, second_home="N17")


@pytest.mark.rule("1839-7.5-14", "1839-8.3.2.1-05")
def test_homes_are_kept_for_the_hex():
    table = fresh()
    table.do("Ann", "par", company="L1", price=20, home="G10", second_home="N17").done("Ann")
    # One of Amsterdam's two cities is the NCS's and one L1's, whichever they are.
    table.refused("Bob", "par", "7.5", company="L2", price=20, home="G10", second_home="I8")


@pytest.mark.rule("1839-8.3.2.1-05")
def test_printed_homes_are_kept_from_the_start():
    table = fresh()
    for home in ("H13", "I12", "G8", "L13", "E10"):
        table.refused("Ann", "par", "7.5", company="L1", price=20, home=home, second_home="I8")


@pytest.mark.rule("1839-8.3.2.1-04")
def test_the_nrs_is_left_a_place_in_arnhem_or_venlo():
    table = fresh()
    table.refused("Ann", "par", "7.5", company="L1", price=20, home="I16", second_home="K16")
    table.do("Ann", "par", company="L1", price=20, home="I16", second_home="I8").done("Ann")
    table.refused("Bob", "par", "7.5", company="L2", price=20, home="K16", second_home="L3")


@pytest.mark.rule("1839-7.5-17", "1839-7.5-18", "1839-7.5-22", "1839-7.5-23")
def test_a_company_floats_with_ten_times_its_price():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", floated=False, Ann=4, Bob=1, home=False).with_price("NCS", 82).stock_round("Bob")
    bank = table.cash("bank")
    table.buy("Bob", "NCS")
    assert table.s.companies["NCS"].floated
    assert (table.cash("NCS"), table.cash("bank")) == (820, bank + 82 - 820)
    assert table.president("NCS") == "Ann"
    assert len(table.s.companies["NCS"].markers) == 3
    five = Table1839().with_privates_closed().with_company("NCS", "Ann", floated=False, Ann=4).stock_round("Bob")
    five.buy("Bob", "NCS")
    assert not five.s.companies["NCS"].floated


@pytest.mark.rule("1839-7.5-19", "1839-7.5-20")
@pytest.mark.parametrize(
    ("homes", "fee"), [(("I8", "L3"), 80), (("G10", "I8"), 120), (("B17", "E14"), 100), (("J7", "L3"), 100)]
)
def test_a_local_pays_for_its_homes(homes: tuple[str, str], fee: int):
    table = Table1839().with_privates_closed()
    table.with_company("L1", "Ann", floated=False, homes=homes, Ann=4, Bob=1).stock_round("Bob")
    table.buy("Bob", "L1")
    assert table.cash("L1") == 310 - fee


@pytest.mark.rule("1839-7.5-20")
def test_a_tile_in_the_home_counts_as_it_lies():
    table = Table1839().with_privates_closed().with_tile("I8", "14", 0)
    table.with_company("L1", "Ann", floated=False, homes=("I8", "L3"), Ann=4, Bob=1).stock_round("Bob")
    table.buy("Bob", "L1")
    assert table.cash("L1") == 310 - 2 * (30 + 20)


@pytest.mark.rule("1839-7.5-21", "1839-8.4.1-01")
def test_a_fee_that_the_treasury_cannot_pay_is_the_directors():
    table = Table1839().with_privates_closed()
    table.with_tile("G10", "A425", 0).with_tile("I8", "14", 0)
    table.with_company("L1", "Ann", price=20, floated=False, homes=("G10", "I8"), Ann=4, Bob=1)
    table.with_price("L1", 16).stock_round("Bob").buy("Bob", "L1")
    assert (table.cash("L1"), table.cash("Ann")) == (0, 500 - 20)


@pytest.mark.rule("1839-7.5-02", "1839-14.3.2.1.2-03", "1839-14.3.1-13", "1839-14.3.2.1.1-04", "1839-4-51")
def test_a_nationalised_major_is_gone_and_a_local_may_be_started_again():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Bob", Bob=4).with_company("L1", "Bob", homes=("I8", "L3"), Bob=4).stock_round("Ann")
    table.do("Bob", "concede")
    table.refused("Ann", "par", "7.5", company="NCS", price=67)
    table.do("Ann", "par", company="L1", price=31, home="I8", second_home="N17")
    assert table.own.homes["L1"] == ["I8", "N17"]


def test_starts_are_listed_alike_whether_answers_are_kept_or_not():
    """There are thousands: what is known of a hex is worked out once as long as nothing changes."""
    game = fresh("light green").with_cash("Ann", 900).with_cash("Bob", 900).with_cash("Cem", 900).game
    for number in range(3):
        p, seat = game.position(), game.decisions()[0].seat
        anew = p.fork()
        listed, again = (list(complete_moves(one, "par", one.title.verbs["par"], seat)) for one in (p, anew))
        assert listed == again and len(listed) > 1_000
        places = [(hex_id, stop) for hex_id in city_hexes(p) for stop in cities(p, hex_id)]
        for hex_id, stop in places:
            assert no_place(p, hex_id, "L1") == no_place(anew, hex_id, "L1")
            assert kept_slots(p, stop) == kept_slots(anew, stop)
        game, _ = game.apply(seat, random.Random(number).choice(listed))
