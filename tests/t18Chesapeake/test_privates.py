"""The private companies of 18Chesapeake."""

from __future__ import annotations

import pytest

from tests.t18Chesapeake.table import Chesapeake, running


def with_pair(private: str = "C-P", company: str = "PRR") -> Chesapeake:
    """A company that owns one of the private companies with two tiles, in its track step."""
    return running(company).with_private(private, company)


@pytest.mark.rule("18Chesapeake-3-02")
@pytest.mark.parametrize(
    ("private", "hexes"), [("D&R", ["K3"]), ("C-P", ["H2", "I3"]), ("B&S", ["F4", "G5"]), ("C&OC", ["D2"])]
)
def test_a_players_private_company_bars_its_hexes(private: str, hexes: list[str]):
    d = Chesapeake().p.d
    assert sorted(name for name, place in d.map.hexes.items() if place.sheet.blocked_by == private) == hexes


@pytest.mark.rule("18Chesapeake-3-02")
def test_a_hex_is_free_once_its_private_company_is_not_a_players():
    table = running("PRR").with_tile("F2", "57", 1).with_private("C-P", "Bob")
    table.refused("Ann", "lay", "private companies", hex="H2", tile="9", rotation=2)
    table.with_private("C-P", "PRR").do("Ann", "lay", hex="H2", tile="9", rotation=2)


@pytest.mark.rule("18Chesapeake-3-03")
def test_two_tiles_are_laid_beside_the_turns_own():
    table = with_pair().do("Ann", "lay", hex="F2", tile="57", rotation=1)
    table.do("Ann", "columbia_tiles", hex="H2", tile="9", rotation=2)
    assert (table.deciders(), table.verbs("Ann")) == (["Ann"], ["columbia_tiles", "stop"])
    table.do("Ann", "columbia_tiles", hex="I3", tile="8", rotation=0)
    assert (table.tile("H2"), table.tile("I3"), table.cash("PRR")) == ("9", "8", 1000)


@pytest.mark.rule("18Chesapeake-3-03")
def test_only_tiles_8_and_9_and_only_in_the_track_step():
    table = with_pair()
    laid = table.legal("Ann", "columbia_tiles")
    assert {args["tile"] for args in laid} == {"8", "9"} and {args["hex"] for args in laid} == {"H2", "I3"}
    assert "columbia_tiles" not in with_pair().operating_turn("PRR", "train").verbs("Ann")


@pytest.mark.rule("18Chesapeake-3-03")
def test_only_the_company_that_owns_it_and_no_player():
    assert "columbia_tiles" not in running("PRR").with_private("C-P", "Ann").verbs("Ann")
    assert "columbia_tiles" not in running("PRR").with_private("C-P", "LV").verbs("Ann")


@pytest.mark.rule("18Chesapeake-3-04")
def test_the_two_tiles_are_joined():
    table = with_pair()
    table.refused("Ann", "columbia_tiles", "private companies", hex="H2", tile="8", rotation=0)
    table.do("Ann", "columbia_tiles", hex="I3", tile="9", rotation=2)
    table.refused("Ann", "columbia_tiles", "private companies", hex="H2", tile="8", rotation=0)
    table.refused("Ann", "columbia_tiles", "private companies", hex="I3", tile="9", rotation=2)
    table.do("Ann", "columbia_tiles", hex="H2", tile="9", rotation=2)
    assert "columbia_tiles" not in table.verbs("Ann")


@pytest.mark.rule("18Chesapeake-3-05")
@pytest.mark.parametrize("hex_id", ["H2", "I3"])
def test_the_power_is_lost_with_another_tile_there(hex_id: str):
    assert "columbia_tiles" in with_pair().verbs("Ann")
    assert "columbia_tiles" not in with_pair().with_tile(hex_id, "9", 2).verbs("Ann")


@pytest.mark.rule("18Chesapeake-3-06")
def test_the_baltimore_and_susquehanna_does_the_same():
    table = with_pair("B&S").do("Ann", "baltimore_tiles", hex="G5", tile="8", rotation=0)
    table.do("Ann", "baltimore_tiles", hex="F4", tile="9", rotation=2)
    assert (table.tile("G5"), table.tile("F4")) == ("8", "9")


def with_canal(step: str = "track") -> Chesapeake:
    """The LV, far from D2, owns the canal."""
    return running("LV", step).with_private("C&OC", "LV")


@pytest.mark.rule("18Chesapeake-3-07")
def test_the_canals_tile_is_the_tile_of_the_turn():
    table = with_canal().do("Ann", "canal_tile", tile="57", rotation=1)
    assert (table.tile("D2"), table.cash("LV")) == ("57", 920)
    table.do("Ann", "decline_canal")
    assert not table.legal("Ann", "lay")


@pytest.mark.rule("18Chesapeake-3-07")
def test_the_canals_tile_needs_its_price_and_a_bare_hex_and_no_other_tile_before_it():
    assert "canal_tile" in with_canal().verbs("Ann")
    assert "canal_tile" not in with_canal().with_cash("LV", 79).verbs("Ann")
    assert "canal_tile" not in with_canal().with_tile("D2", "57", 1).with_phase("3").verbs("Ann")
    assert "canal_tile" not in with_canal().do("Ann", "lay", hex="J2", tile="57", rotation=1).verbs("Ann")


@pytest.mark.rule("18Chesapeake-3-08")
def test_the_canals_station_is_free_and_the_marker_of_the_turn():
    table = with_canal().do("Ann", "canal_tile", tile="57", rotation=1)
    assert table.verbs("Ann") == ["canal_station", "decline_canal", "stop"]
    table.do("Ann", "canal_station")
    assert table.cash("LV") == 920
    assert [marker.stop for marker in table.s.board.markers if marker.company == "LV"] == ["J2/c0", "D2/c0"]
    assert "token" not in table.verbs("Ann") and table.s.companies["LV"].markers == []


@pytest.mark.rule("18Chesapeake-3-08")
def test_the_station_is_asked_about_once():
    table = running("PRR").with_private("C&OC", "PRR").do("Ann", "canal_tile", tile="57", rotation=1)
    table.do("Ann", "canal_station")
    assert table.s.companies["PRR"].markers and not {"canal_station", "decline_canal"} & {*table.verbs("Ann")}


@pytest.mark.rule("18Chesapeake-3-09")
def test_without_it_an_ordinary_marker_is_placed():
    table = running("PRR").with_private("C&OC", "PRR").with_tile("F2", "57", 1).with_tile("E3", "57", 1)
    table.do("Ann", "canal_tile", tile="57", rotation=1).do("Ann", "decline_canal")
    table.refused("Ann", "canal_station")
    table.do("Ann", "token", city="E3/c0")
    assert table.cash("PRR") == 1000 - 80 - 40


@pytest.mark.rule("18Chesapeake-3-08")
def test_a_company_without_a_marker_is_not_asked_about_one():
    table = with_canal()
    with table.arrange() as p:
        p.s.companies["LV"].markers = []
    assert "decline_canal" not in table.do("Ann", "canal_tile", tile="57", rotation=1).verbs("Ann")


@pytest.mark.rule("18Chesapeake-3-10")
def test_the_baltimore_and_ohio_can_be_sold_to_a_company_and_pays_nothing():
    table = running("PRR").with_private("B&OR", "Bob").with_phase("3")
    table.agree("Ann", "buy_private", "Bob", private="B&OR", price=50)
    assert table.s.privates["B&OR"] == "PRR"
    before = table.cash("PRR")
    table.operating_round()
    assert table.cash("PRR") == before


@pytest.mark.rule("18Chesapeake-3-12")
def test_vanderbilt_is_never_sold_and_closes_with_the_first_train_of_its_company():
    table = running("N&W", "train").with_private("CV", "Ann").with_phase("3")
    table.refused("Ann", "buy_private", "private companies", private="CV", price=100)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2", price=80)
    assert table.s.privates["CV"] == "closed"


@pytest.mark.rule("18Chesapeake-3-12")
def test_it_stays_open_when_another_company_buys_one():
    table = running("PRR", "train").with_private("CV", "Ann")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2", price=80)
    assert table.s.privates["CV"] == table.seat("Ann")


@pytest.mark.rule("18Chesapeake-3-13")
@pytest.mark.parametrize(("phase", "open_now"), [("2", False), ("3", True), ("4", True)])
def test_companies_buy_private_companies_in_two_phases(phase: str, open_now: bool):
    for step in ("track", "token", "train"):
        table = running("PRR", step).with_private("C&OC", "Ann").with_phase(phase).with_tile("F2", "57", 0)
        assert bool(table.legal("Ann", "buy_private")) == open_now
    if open_now:
        assert {args["price"] for args in table.legal("Ann", "buy_private")} == {40, 160}


@pytest.mark.rule("18Chesapeake-3-13")
def test_a_power_is_used_in_the_turn_in_which_it_was_bought():
    table = running("PRR").with_private("C-P", "Ann").with_phase("3")
    table.do("Ann", "lay", hex="F2", tile="57", rotation=1)
    table.do("Ann", "buy_private", private="C-P", price=20).do("Ann", "columbia_tiles", hex="H2", tile="9", rotation=2)


@pytest.mark.rule("18Chesapeake-3-14")
def test_the_first_5_closes_them_all():
    table = running("PRR", "train").with_supply_from("5").with_private("C-P", "PRR").with_private("CV", "Bob")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5", price=500)
    assert set(table.s.privates.values()) == {"closed"}
