"""Swapping station markers, one rule a test (8.3.2.1, 8.3.2.3)."""

from __future__ import annotations

import pytest

from engine.core.state import Marker, Used
from tests.positions import lines
from tests.positions.lines import way
from tests.t1839.table import Table1839
from tests.t1839.test_routes import ring
from tests.t1839.test_stations import against, swapping

AWAY = {"station": "G10/c0", "company": "MSS", "city": "B19/c0"}
"""The NCS's marker in Amsterdam for the MSS's in Groningen."""


def standing(*markers: tuple[str, str, int]) -> Table1839:
    """The NCS may swap with the MSS; just these markers are on the map."""
    table = swapping()
    with table.arrange() as p:
        p.s.board.markers = [Marker(*marker) for marker in markers]
        p.board_changed()
    return table


@pytest.mark.rule("1839-8.3.2.3-01", "1839-8.3.2.1-01")
def test_after_a_swap_no_marker_is_placed():
    assert not against(swapping(), "G14/c0")
    table = swapping().agree("Ann", "swap", "Bob", **AWAY)
    assert table.cash("NCS") >= 80 and table.s.companies["NCS"].markers
    assert "has already placed or swapped" in against(table, "G14/c0")
    assert "token" not in table.verbs("Ann")


@pytest.mark.rule("1839-8.3.2.3-01", "1839-8.3.2.1-01")
def test_after_a_marker_is_placed_nothing_is_swapped():
    table = swapping().do("Ann", "token", city="G14/c0")
    assert "swap" not in table.verbs("Ann")


@pytest.mark.rule("1839-8.3.2.3-02")
def test_neither_company_swaps_before_it_has_operated():
    swapping().do("Ann", "swap", **AWAY)
    for company in ("NCS", "MSS"):
        table = swapping()
        with table.arrange() as p:
            p.s.companies[company].turns = 0
        table.refused("Ann", "swap", "8.3.2.3", **AWAY)


@pytest.mark.rule("1839-8.3.2.3-02")
def test_the_other_company_must_have_floated():
    table = swapping()
    with table.arrange() as p:
        p.s.companies["MSS"].floated = False
    table.refused("Ann", "swap", "8.3.2.3", **AWAY)


@pytest.mark.rule("1839-8.3.2.3-03")
def test_the_other_director_must_agree():
    table = swapping().do("Ann", "swap", **AWAY)
    table.do("Bob", "decline", offer=table.s.offers[-1].id)
    assert (sorted(table.markers("NCS")), table.cash("NCS")) == (["G10/c0", "H13/c0"], 200)


@pytest.mark.rule("1839-8.3.2.3-06")
def test_a_swap_that_leaves_markers_in_two_hexes_is_allowed():
    table = swapping().agree("Ann", "swap", "Bob", **AWAY)
    assert sorted(table.markers("NCS")) == ["B19/c0", "H13/c0"]


@pytest.mark.rule("1839-8.3.2.3-06")
@pytest.mark.parametrize("third", ["I8/c0", ""])
def test_all_markers_in_one_hex_are_one_hex_too_few(third: str):
    ours = [("NCS", stop, 0) for stop in ("G10/c0", "H13/c0", third) if stop]
    table = standing(*ours, ("MSS", "G10/c1", 0), ("MSS", "B19/c0", 0))
    move = {"station": "H13/c0", "company": "MSS", "city": "G10/c1"}
    if third:
        table.do("Ann", "swap", **move, give_back="G10/c0")
    else:
        table.refused("Ann", "swap", "8.3.2.3", **move)


@pytest.mark.rule("1839-8.3.2.3-05")
def test_the_other_director_chooses_which_of_two_in_a_hex_goes_back():
    table = standing(("NCS", "G10/c0", 0), ("NCS", "H13/c0", 0), ("MSS", "G10/c1", 0), ("MSS", "B19/c0", 0))
    left = len(table.s.companies["MSS"].markers)
    table.agree("Ann", "swap", "Bob", **AWAY)
    assert table.deciders() == ["Bob"]
    assert {move["station"] for move in table.legal("Bob", "give_back")} == {"G10/c0", "G10/c1"}
    table.do("Bob", "give_back", station="G10/c1")
    assert (table.markers("MSS"), table.markers("NS")) == (["G10/c0"], ["G10/c1"])
    assert len(table.s.companies["MSS"].markers) == left + 1
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1839-8.3.2.3-05")
def test_of_two_in_one_city_one_goes_back_and_one_stays():
    table = standing(("NCS", "G10/c0", 0), ("NCS", "H13/c0", 0), ("NCS", "G14/c0", 0), ("MSS", "G14/c0", 1))
    table.with_tile("G14", "14", 0).operating_turn("NCS", "token")
    left = len(table.s.companies["NCS"].markers)
    table.agree("Ann", "swap", "Bob", station="H13/c0", company="MSS", city="G14/c0")
    assert sorted(table.markers("NCS")) == ["G10/c0", "G14/c0"]
    assert (table.markers("NS"), table.markers("MSS")) == (["G14/c0"], ["H13/c0"])
    assert len(table.s.companies["NCS"].markers) == left + 1


@pytest.mark.rule("1839-8.3.2.3-05")
def test_the_active_director_names_the_one_that_goes_back():
    table = standing(*(("NCS", stop, 0) for stop in ("G10/c0", "H13/c0", "I8/c0")), ("MSS", "G10/c1", 0))
    table.agree("Ann", "swap", "Bob", station="I8/c0", company="MSS", city="G10/c1", give_back="G10/c1")
    assert (sorted(table.markers("NCS")), table.markers("NS")) == (["G10/c0", "H13/c0"], ["G10/c1"])


@pytest.mark.rule("1839-8.3.2.3-07")
@pytest.mark.parametrize(("treasury", "may"), [(80, True), (79, False)])
def test_a_swap_costs_eighty_from_the_treasury(treasury: int, may: bool):
    table = swapping().with_cash("NCS", treasury)
    bank = table.cash("bank")
    if not may:
        assert "swap" not in table.verbs("Ann")
        return
    table.agree("Ann", "swap", "Bob", **AWAY)
    assert (table.cash("NCS"), table.cash("MSS"), table.cash("bank")) == (0, 500, bank + 80)


@pytest.mark.rule("1839-8.3.2.3-08")
def test_the_marker_swapped_in_counts_for_no_route_this_turn_and_for_the_other_company_at_once():
    table = swapping().agree("Ann", "swap", "Bob", **AWAY)
    assert table.p.title.operating.idle_stops(table.p, "NCS") == {"B19/c0"}
    assert table.p.title.operating.idle_stops(table.p, "MSS") == frozenset()
    table.operating_turn("NCS", "run")
    assert table.p.title.operating.idle_stops(table.p, "NCS") == frozenset(), "in the next round it counts"


@pytest.mark.rule("1839-8.3.2.3-08")
def test_a_run_from_the_swapped_marker_is_refused_because_of_the_swap():
    def told(*used: Used) -> str:
        table = ring("2").operating_turn("NCS", "run", used=used)
        if not used:
            lines.run(table, "Ann", way(table, "2-0", "H13", "G14"))
            return ""
        return table.refused("Ann", "run", routes=way(table, "2-0", "H13", "G14"))

    assert told(Used("swapped", "H13/c0")) == (
        "NCS swapped for its marker in Amersfoort (H13) this turn, "
        "so the marker does not count for its routes (8.3.2.3)."
    )
    assert told() == ""
    away = ring("2").operating_turn("NCS", "run")
    assert away.refused("Ann", "run", routes=way(away, "2-0", "B19", "C20")) == (
        "no route from the company's station markers leads to Groningen (B19) (16.2)."
    )
