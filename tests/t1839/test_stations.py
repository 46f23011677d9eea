"""Homes, first trains, station markers placed and swapped (8.3, 8.3.2)."""

from __future__ import annotations

import pytest

from engine.core.state import Marker
from tests.t1839.table import Table1839

FOUR = ("Ann", "Bob", "Cem", "Dan")


def new_company(company: str, *, phase: str = "light yellow", treasury: int = 670, **more: object) -> Table1839:
    """A company is about to operate for the first time."""
    table = Table1839(FOUR).with_privates_closed().with_phase(phase)
    table.with_company(company, "Ann", turns=0, home=False, treasury=treasury, Ann=6, **more)  # type: ignore[arg-type]
    return table


@pytest.mark.rule("1839-8.3-01")
def test_homes_are_placed_first_and_where_there_is_a_choice_the_director_says():
    table = new_company("NCS").operating_round()
    assert table.markers("NCS") == ["H13/c0"]
    assert table.verbs("Ann")[0] == "home"
    table.do("Ann", "home", city="G10/c1")
    assert sorted(table.markers("NCS")) == ["G10/c1", "H13/c0"]
    assert table.s.companies["NCS"].markers == [80]


@pytest.mark.rule("1839-8.3-01", "1839-14.4-02")
def test_a_home_may_take_the_place_of_the_government():
    table = new_company("L1", homes=("I8", "L3")).with_government("I8/c0").operating_round()
    assert (sorted(table.markers("L1")), table.markers("NS")) == (["I8/c0", "L3/c0"], [])
    both = new_company("L1", homes=("I8", "L3")).with_tile("I8", "14", 0).with_government("I8/c0").operating_round()
    both.do("Ann", "home", city="I8/c0", space="empty")
    assert both.markers("NS") == ["I8/c0"]


@pytest.mark.rule("1839-8.3-02", "1839-14.3.1-09")
def test_the_nrs_chooses_arnhem_or_venlo():
    table = new_company("NRS").operating_round()
    assert {move["city"] for move in table.legal("Ann", "home")} == {"I16/c0", "K16/c0"}
    table.do("Ann", "home", city="K16/c0")
    assert sorted(table.markers("NRS")) == ["I12/c0", "K16/c0"]
    taken = new_company("NRS")
    with taken.arrange() as p:
        p.s.board.markers.append(Marker("MSS", "K16/c0", 0))
    taken.operating_round()
    assert sorted(taken.markers("NRS")) == ["I12/c0", "I16/c0"]


def nrs_beside_a_reserved_home(reserved: str = "I16", **tiles: tuple[str, int]) -> Table1839:
    """The NRS is about to operate, and Bob's L1, which has not floated, has reserved a home in one of its hexes."""
    table = new_company("NRS")
    for hex_id, (tile, rotation) in tiles.items():
        table.with_tile(hex_id, tile, rotation)
    return table.with_company("L1", "Bob", floated=False, home=False, homes=(reserved, "L3"))


@pytest.mark.rule("1839-8.3-02", "1839-7.5-14")
@pytest.mark.parametrize(("reserved", "left"), [("I16", "K16/c0"), ("K16", "I16/c0")])
def test_the_nrs_goes_where_no_other_company_has_reserved_the_place(reserved: str, left: str):
    table = nrs_beside_a_reserved_home(reserved).operating_round()
    why = table.refused("Ann", "home", "7.5", city=f"{reserved}/c0")
    assert f"choose {left[:3]}" in why
    assert table.legal("Ann", "home") == [{"city": left}]
    table.do("Ann", "home", city=left)
    assert sorted(table.markers("NRS")) == ["I12/c0", left]
    with table.arrange() as p:
        p.s.companies["L1"].floated = True
    table.operating_round()
    while "L1" not in [event["company"] for event in table.happened("operates")]:
        verb = next(verb for verb in ("skip", "run", "dividend") if verb in table.verbs("Ann"))
        table.do("Ann", verb, **(table.legal("Ann", verb)[0] if verb != "skip" else {}))
    assert sorted(table.markers("L1")) == sorted([f"{reserved}/c0", "L3/c0"])


@pytest.mark.rule("1839-8.3-02", "1839-8.3-01")
def test_the_nrs_chooses_among_the_places_that_are_left():
    one = nrs_beside_a_reserved_home(K16=("14", 0)).with_government("K16/c0").operating_round()
    assert one.legal("Ann", "home") == [
        {"city": "K16/c0", "space": "empty"},
        {"city": "K16/c0", "space": "government"},
    ]
    one.refused("Ann", "home", "7.5", city="I16/c0")
    one.do("Ann", "home", city="K16/c0", space="government")
    assert (sorted(one.markers("NRS")), one.markers("NS")) == (["I12/c0", "K16/c0"], [])
    two = nrs_beside_a_reserved_home(I16=("14", 0)).operating_round()
    assert {move["city"] for move in two.legal("Ann", "home")} == {"I16/c0", "K16/c0"}, "I16 has a second place"


@pytest.mark.rule("1839-8.3-02")
def test_the_nrs_takes_a_reserved_place_if_there_is_no_other():
    table = nrs_beside_a_reserved_home()
    with table.arrange() as p:
        p.s.board.markers.append(Marker("MSS", "K16/c0", 0))
    table.operating_round()
    assert sorted(table.markers("NRS")) == ["I12/c0", "I16/c0"]


@pytest.mark.rule("1839-8.3-03", "1839-8.3-05", "1839-14.3.2.2.2-01")
def test_a_major_pays_for_its_first_train():
    table = new_company("AMS").operating_round()
    assert (table.trains("AMS"), table.cash("AMS")) == (["2"], 590)


@pytest.mark.rule("1839-8.3-04", "1839-14.3.2.2.1-01")
def test_a_local_gets_its_first_train_for_nothing():
    table = new_company("L1", homes=("I8", "L3"), treasury=200).with_supply_from("3").with_phase("dark yellow")
    table.operating_round()
    assert (table.trains("L1"), table.cash("L1")) == (["3"], 200)


@pytest.mark.rule("1839-8.3-07")
def test_the_first_train_may_change_the_phase():
    table = new_company("AMS").with_supply_from("2+1").operating_round()
    assert table.s.phase == "dark yellow"


@pytest.mark.rule("1839-8.3-07")
def test_the_free_train_of_a_local_changes_the_phase_as_well():
    table = new_company("L1", homes=("I8", "L3"), treasury=200).with_supply_from("2+1").operating_round()
    assert (table.s.phase, table.trains("L1")) == ("dark yellow", ["2+1"])


@pytest.mark.rule("1839-8.3-06")
def test_a_director_adds_to_the_first_train():
    table = new_company("AMS", treasury=50).operating_round()
    assert (table.cash("AMS"), table.cash("Ann"), table.trains("AMS")) == (0, 390, ["2"])


@pytest.mark.rule("1839-8.3-03", "1839-14.3.2.2.1-01", "1839-14.3.2.2.2-01")
@pytest.mark.parametrize(("kind", "phase"), [("4", "dark red"), ("7", "gray")])
@pytest.mark.parametrize("company", ["AMS", "L1"])
def test_gray_and_purple_trains_are_not_bought_before_the_run(company: str, kind: str, phase: str):
    homes = {"homes": ("I8", "L3")} if company == "L1" else {}
    table = new_company(company, phase=phase, treasury=900, **homes).with_supply_from(kind).operating_round()
    assert (table.trains(company), table.cash(company)) == ([], 900)
    assert "skip" in table.verbs("Ann") or "lay" in table.verbs("Ann")


# --- placing


def placing(company: str = "NCS", treasury: int = 200, **tiles: tuple[str, int]) -> Table1839:
    """The NCS has a marker in Amersfoort, which is joined to Harderwijk."""
    table = Table1839(FOUR).with_privates_closed()
    for hex_id, (tile, rotation) in ({"H13": ("57", 0), "G14": ("57", 0)} | tiles).items():
        table.with_tile(hex_id, tile, rotation)
    table.with_company("NCS", "Ann", treasury=treasury, Ann=4).with_train("NCS", "2")
    return table.operating_turn("NCS", "token")


def against(table: Table1839, city: str) -> str:
    """What the law says against a marker there, also where it lets the step pass by."""
    p = table.p
    law = p.title.verbs["token"]
    refusal = law.refuse(p, "p1", law.choices(city=city))
    return refusal.sentence() if refusal else ""


@pytest.mark.rule(
    "1839-8.3-09", "1839-8.3.2.1-01", "1839-8.3.2.2-01", "1839-8.3.2.2-02", "1839-8.3.2.2-06", "1839-14.4-03"
)
def test_one_marker_a_turn_for_eighty():
    table = placing().with_government("G14/c0")
    bank = table.cash("bank")
    table.refused("Ann", "token", "8.3.2.2", city="N17/c0")
    table.do("Ann", "token", city="G14/c0")
    assert "G14/c0" in table.markers("NCS")
    assert (table.markers("NS"), table.cash("NCS"), table.cash("bank")) == ([], 120, bank + 80)
    assert "token" not in table.verbs("Ann")
    none_left = placing()
    with none_left.arrange() as p:
        p.s.companies["NCS"].markers = []
    assert "no station marker left" in against(none_left, "G14/c0")
    assert "holds 79" in against(placing(treasury=79), "G14/c0")


@pytest.mark.rule("1839-8.3.2.1-02", "1839-8.3.2.1-03")
def test_one_marker_in_a_hex_and_no_place_that_is_kept():
    table = placing()
    table.refused("Ann", "token", "8.3.2.1", city="G10/c1")
    kept = placing()
    with kept.arrange() as p:
        p.s.own.homes["L1"] = ["G14", "I8"]
    assert "is reserved for L" in against(kept, "G14/c0")


@pytest.mark.rule("1839-8.3.2.2-03", "1839-8.3.2.2-04")
@pytest.mark.parametrize(("marker", "reached"), [("", True), ("MSS", False), ("NS", False)])
def test_the_trace_stops_at_a_full_city(marker: str, reached: bool):
    from engine.board.network import reach_of

    table = placing(F15=("9", 0), E16=("9", 0))
    if marker:
        with table.arrange() as p:
            p.s.board.markers.append(Marker(marker, "G14/c0", 0))
    assert ("F15" in reach_of(table.p, "NCS").hexes) == reached


# --- swapping


def swapping() -> Table1839:
    table = placing().with_company("MSS", "Bob", Bob=4)
    return table.operating_turn("NCS", "token")


@pytest.mark.rule("1839-8.3.2.3-01", "1839-8.3.2.3-03", "1839-8.3.2.3-04", "1839-8.3.2.3-07", "1839-8.3.2.3-08")
def test_two_directors_exchange_markers():
    table = swapping()
    table.do("Ann", "swap", station="G10/c0", company="MSS", city="B19/c0")
    assert "B19/c0" in table.markers("MSS")
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (sorted(table.markers("NCS")), table.cash("NCS")) == (["B19/c0", "H13/c0"], 120)
    assert "G10/c0" in table.markers("MSS")
    assert table.p.title.operating.idle_stops(table.p, "NCS") == {"B19/c0"}


@pytest.mark.rule("1839-8.3.2.3-02")
def test_both_must_have_operated():
    table = swapping()
    with table.arrange() as p:
        p.s.companies["MSS"].turns = 0
    table.refused("Ann", "swap", "8.3.2.3", station="G10/c0", company="MSS", city="B19/c0")


@pytest.mark.rule("1839-8.3.2.3-06")
def test_not_all_markers_in_one_hex():
    table = swapping()
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "G10/c0", 0), Marker("NCS", "H13/c0", 0), Marker("MSS", "G10/c1", 0)]
    table.refused("Ann", "swap", "8.3.2.3", station="H13/c0", company="MSS", city="G10/c1")


@pytest.mark.rule("1839-8.3.2.3-05")
def test_two_in_one_hex_give_one_back():
    table = swapping()
    with table.arrange() as p:
        p.s.board.markers = [
            *(Marker("NCS", stop, 0) for stop in ("G10/c0", "H13/c0", "I8/c0")),
            *(Marker("MSS", stop, 0) for stop in ("G10/c1", "B19/c0")),
        ]
    table.do("Ann", "swap", station="I8/c0", company="MSS", city="G10/c1", give_back="G10/c0")
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert sorted(table.markers("NCS")) == ["G10/c1", "H13/c0"]
    assert "G10/c0" in table.markers("NS")
