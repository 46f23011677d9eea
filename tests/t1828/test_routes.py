"""Steps of a turn, homes, station markers, routes and what trains earn (8.3, 13.3.2, 15)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.family.tokens import station_refusal
from tests.positions.lines import lay, run, way
from tests.positions.lines import may_not_run as refused_run
from tests.t1828.table import Table1828

ROW = {
    "H4": ("8", "E NW"),
    "H6": ("57", "W E"),
    "H8": ("57", "W E"),
    "H10": ("9", "W E"),
    "H12": ("57", "W E"),
    "H14": ("4", "W E"),
    "H18": ("9", "W E"),
    "H20": ("57", "W E"),
}
"""Chicago, Louisville, Cincinnati, Pittsburgh, Johnstown (10), Altoona, Lancaster."""


def row(
    *kinds: str, step: str = "run", runs: str = "free", phase: str = "yellow", **other: tuple[str, str]
) -> Table1828:
    """The WAB, with a station in Louisville, and the line from Chicago to Lancaster."""
    table = Table1828(runs=runs).with_company("WAB", "Ann", Ann=6, treasury=1000).with_phase(phase)
    for hex_id, (tile, sides) in {**ROW, **other}.items():
        lay(table, hex_id, tile, sides)
    return table.with_train("WAB", *kinds).operating_turn("WAB", step)


def may_not_run(table: Table1828, *ways: str, section: str = "15.2") -> None:
    refused_run(table, "Ann", *ways, section=section)


# --- steps


@pytest.mark.rule("1828-8.3-01", "1828-8.3-02", "1828-8.3-03", "1828-8.3-04", "1828-8.3-05", "1828-8.3-06")
def test_the_steps_of_a_turn():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000, home=False).with_train("WAB", "2")
    lay(table, "H6", "57", "W E")
    lay(table, "H8", "57", "W E")
    table.operating_round()
    assert (table.markers_in("H6"), table.cash("WAB")) == ([("WAB", "H6/c0")], 1000)
    seen = []
    for verb in ("lay", "token", "run", "dividend", "buy_train"):
        assert verb in table.verbs("Ann")
        seen.append([v for v in ("lay", "token", "run", "dividend", "buy_train") if v in table.verbs("Ann")])
        move = table.legal("Ann", verb)[0] if verb != "buy_train" else {}
        table.do("Ann", verb, **move) if verb in ("run", "dividend") else table.do("Ann", "skip")
    assert seen == [["lay"], ["token"], ["run"], ["dividend"], ["buy_train"]]
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1828-8.3-01", "1828-13.4-03")
def test_a_system_places_both_homes():
    table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6, homes=False).operating_round()
    assert (table.markers_in("H6"), table.markers_in("E23")) == ([("WAB", "H6/c0")], [("WAB", "E23/c0")])
    assert table.cash("WAB") == 1000


# --- homes


@pytest.mark.rule("1828-13.3.2-02", "1828-13.3.2-03")
@pytest.mark.parametrize("city", ["E15/c0", "E15/c1"])
def test_the_erie_chooses_its_city_when_a_tile_is_laid(city: str):
    table = Table1828().with_company("ERIE", "Ann", Ann=6, home=False, treasury=500).with_phase("green")
    table.operating_round().do("Ann", "lay", **table.legal("Ann", "lay", hex="E15")[0])
    assert {move["city"] for move in table.legal("Ann", "home")} == {"E15/c0", "E15/c1"}
    table.refused("Ann", "skip")
    table.do("Ann", "home", city=city)
    assert table.markers_in("E15") == [("ERIE", city)]


@pytest.mark.rule("1828-13.3.2-01", "1828-11-10", "1828-15.2-12")
def test_canada_is_one_place_and_the_station_of_the_osh():
    table = Table1828(runs="free").with_company("OS&H", "Ann", Ann=6).with_phase("green").with_train("OS&H", "2", "3")
    lay(table, "B14", "15", "NW NE SW W")
    table.operating_turn("OS&H", "run")
    for hex_id in ("A13", "A15"):
        once = table.game
        assert run(table, "Ann", way(table, "2-0", hex_id, "B14")) == 30 + 30
        table.game = once
    may_not_run(table, way(table, "3-0", "A13", "B14", "A15"))


# --- stations


def near_home(table: Table1828) -> Table1828:
    """Cincinnati, where the WAB could always place a station instead."""
    for hex_id in ("H6", "H8"):
        lay(table, hex_id, "57", "W E")
    return table


def stations(company: str = "WAB", treasury: int = 1000, **tiles: tuple[str, str]) -> Table1828:
    table = Table1828().with_company(company, "Ann", Ann=6, treasury=treasury)
    for hex_id, (tile, sides) in tiles.items():
        lay(table, hex_id, tile, sides)
    return table.operating_turn(company, "token")


@pytest.mark.rule("1828-8.3.2-02", "1828-8.3.2-03", "1828-8.3.2-09", "1828-8.3.2-01", "1828-8.3.2-11")
def test_a_station_for_a_hundred_once_a_turn():
    table = row(step="token")
    bank = table.cash("bank")
    table.refused("Ann", "token", "8.3.2", city="E23/c0")
    table.refused("Ann", "token", city="H6/c0")
    table.do("Ann", "token", city="H8/c0")
    assert (table.cash("WAB"), table.cash("bank")) == (900, bank + 100)
    assert table.markers_in("H8") == [("WAB", "H8/c0")]
    assert not table.legal("Ann", "token")
    table.operating_turn("WAB", "token").do("Ann", "token", city="H12/c0")
    # Three in all: the home and these.
    assert not table.operating_turn("WAB", "token").legal("Ann", "token")
    # Without the money there is none.
    assert not row(step="token").with_cash("WAB", 99).operating_turn("WAB", "token").legal("Ann", "token")


@pytest.mark.rule("1828-8.3.2-11")
def test_one_station_in_a_hex():
    table = row(step="token", phase="green", H8=("14", "SW W NE E")).do("Ann", "token", city="H8/c0")
    table.operating_turn("WAB", "token").refused("Ann", "token", "8.3.2", city="H8/c0")
    assert table.legal("Ann", "token", city="H12/c0")


@pytest.mark.rule("1828-8.3.2-11")
@pytest.mark.parametrize(("stop", "may"), [("E15/c0", False), ("E15/c1", False), ("H8/c0", True)])
def test_none_in_the_other_city_of_the_hex_either(stop: str, *, may: bool):
    table = row(step="token").with_marker("WAB", "E15/c0")
    assert (station_refusal(table.p, "WAB", stop) is None) is may


@pytest.mark.rule("1828-8.3.2-04")
@pytest.mark.parametrize(("blocks", "may"), [(0, True), (1, False)])
def test_no_station_beyond_a_city_full_of_others(blocks: int, *, may: bool):
    table = row(step="token")
    for _ in range(blocks):
        table.with_block("H8/c0")
    table.operating_turn("WAB", "token")
    assert bool(table.legal("Ann", "token", city="H12/c0")) is may
    if not may:
        table.refused("Ann", "token", city="H12/c0")


@pytest.mark.rule("1828-8.3.2-05", "1828-8.3.2-14")
@pytest.mark.parametrize("coal", [False, True])
def test_the_coalfields_take_no_station_and_shut_the_way_without_coal(*, coal: bool):
    tiles = {"K15": ("57", "W E"), "K13": ("4", "W E"), "J12": ("9", "SW NE"), "I13": ("9", "SW NE")}
    tiles |= {"H14": ("3", "SW W"), "H12": ("57", "W E")}
    table = stations("C&O", **tiles)
    if coal:
        table.with_coal("C&O").operating_turn("C&O", "token")
    assert bool(table.legal("Ann", "token", city="H12/c0")) is coal
    table.refused("Ann", "token", city="K11/c0")


@pytest.mark.rule("1828-8.3.2-06")
def test_no_station_by_turning_round():
    # East of Cincinnati the track forks backwards: to Toledo one would have to turn round in Pittsburgh.
    table = row(step="token", H10=("23", "E W NW"), G9=("9", "NW SE"), F8=("57", "NW SE"))
    assert table.legal("Ann", "token", city="H12/c0")
    table.refused("Ann", "token", "8.3.2", city="F8/c0")
    # With a station in Pittsburgh the way is open.
    table.with_marker("WAB", "H12/c0").operating_turn("WAB", "token").do("Ann", "token", city="F8/c0")


@pytest.mark.rule("1828-8.3.2-12")
@pytest.mark.parametrize(("tile", "placed", "may"), [("57", False, False), ("14", False, True), ("14", True, True)])
def test_the_last_circle_of_a_home_is_kept(tile: str, placed: bool, *, may: bool):
    sides = "W E" if tile == "57" else "SW W NE E"
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000)
    for hex_id, (name, where) in {
        "H6": ("14", "SW W NE E"),
        "H8": ("57", "W E"),
        "I5": ("8", "W NE"),
        "I3": (tile, sides),
    }.items():
        lay(table, hex_id, name, where)
    if placed:
        table.with_company("MP", "Bob", Bob=6)
    table.operating_turn("WAB", "token")
    assert bool(table.legal("Ann", "token", city="I3/c0")) is may
    if not may:
        table.refused("Ann", "token", "8.3.2", city="I3/c0")


@pytest.mark.rule("1828-8.3.2-15")
@pytest.mark.parametrize("city", ["G23/c0", "G23/c1"])
def test_new_york_is_kept_for_the_nyh_and_newark_is_not(city: str):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_phase("green")
    near_home(table)
    if city == "G23/c0":
        table.with_tile("H22", "59", EDGE["NE"]).with_marker("WAB", "H22/c0")
    else:
        lay(table, "F24", "1", "W NE SW E")
        lay(table, "F26", "57", "W E")
        table.with_marker("WAB", "F26/c0")
    table.operating_turn("WAB", "token")
    if city == "G23/c0":
        table.do("Ann", "token", city=city)
        assert table.markers_in("G23") == [("WAB", city)]
    else:
        table.refused("Ann", "token", "8.3.2", city=city)


@pytest.mark.rule("1828-8.3.2-13")
@pytest.mark.parametrize("erie", ["", "E15/c1"])
def test_buffalo_waits_for_the_erie(erie: str):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_phase("green")
    table.with_tile("E15", "59", EDGE["E"]).with_marker("WAB", "D18/c0")
    lay(near_home(table), "E17", "8", "W NE")
    if erie:
        table.with_company("ERIE", "Bob", Bob=6, home=False).with_marker("ERIE", erie)
        with table.arrange() as p:
            p.s.companies["ERIE"].home_placed = True
    table.operating_turn("WAB", "token")
    assert bool(table.legal("Ann", "token", city="E15/c0")) is bool(erie)
    if not erie:
        table.refused("Ann", "token", "8.3.2", city="E15/c0")


# --- what a route is


@pytest.mark.rule("1828-15.2-01", "1828-15.2-03", "1828-15.2-02")
def test_two_revenue_centers_and_an_own_station():
    table = row("5")
    may_not_run(table, way(table, "5-0", "H6"))
    may_not_run(table, way(table, "5-0", "H8", "H10", "H12"))
    for hexes, income in ((("H6", "H8"), 40), (("G3", "H4", "H6"), 60), (("H6", "H8", "H10", "H12", "H14"), 70)):
        assert run(row("5"), "Ann", way(table, "5-0", *hexes)) == income


@pytest.mark.rule("1828-15.2-04", "1828-15.2-11", "1828-15.2-08")
def test_through_a_city_only_with_an_open_circle_or_an_own_marker():
    through = ("H6", "H8", "H10", "H12")
    table = row("3")
    assert run(table, "Ann", way(table, "3-0", *through)) == 60
    table = row("3").with_block("H8/c0").operating_turn("WAB", "run")
    may_not_run(table, way(table, "3-0", *through))
    assert run(table, "Ann", way(table, "3-0", "H6", "H8")) == 40
    table = row("3", H8=("14", "SW W NE E")).with_block("H8/c0").operating_turn("WAB", "run")
    assert run(table, "Ann", way(table, "3-0", *through)) == 70
    table = row("3").with_marker("WAB", "H8/c0").operating_turn("WAB", "run")
    assert run(table, "Ann", way(table, "3-0", *through)) == 60
    # In by one side, out by any other.
    table = row("3", H8=("14", "SW W NE E"), G9=("8", "SW E"), G11=("55", "SW NE W E")).operating_turn("WAB", "run")
    assert run(table, "Ann", way(table, "3-0", "H6", "H8", "G9", "G11.t1")) == 60


@pytest.mark.rule("1828-15.2-05", "1828-15.2-06")
def test_both_towns_of_a_hex_by_separate_lines():
    tiles = {"H8": ("14", "SW W NE E"), "G9": ("8", "SW E"), "G11": ("55", "SW NE W E")}
    table = row("5", **tiles, G13=("7", "W NW"), F12=("7", "SE SW"))
    route = way(table, "5-0", "H6", "H8", "G9", "G11.t1", "G13", "F12", "G11.t0")
    assert run(table, "Ann", route) == 20 + 30 + 10 + 10


@pytest.mark.rule("1828-15.2-07")
def test_crossing_lines_are_bridges():
    tiles = {"H8": ("57", "W E"), "H10": ("20", "W E SW NE"), "G11": ("55", "SW NE W E")}
    table = row("3", **tiles)
    may_not_run(table, way(table, "3-0", "H6", "H8", "H10", "G11.t0"))
    assert run(table, "Ann", way(table, "3-0", "H6", "H8", "H10", "H12")) == 60
    for tile in ("16", "19", "20"):
        track = table.p.d.tiles[tile].rotations[0]
        assert all(len(track.at[side]) == 1 for side in track.exits)
    for tile in ("43", "44", "45", "46"):
        track = table.p.d.tiles[tile].rotations[0]
        assert all(len(track.at[side]) == 2 for side in track.exits)


@pytest.mark.rule("1828-15.2-12")
def test_no_revenue_center_twice():
    ring = {"H8": ("14", "SW W NE E"), "H10": ("7", "W SW"), "I9": ("8", "NE W"), "I7": ("7", "E NE")}
    table = row("5", **ring)
    may_not_run(table, way(table, "5-0", "H6", "H8", "H10", "I9", "I7", "H8"))


@pytest.mark.rule("1828-15.2-09")
def test_no_edge_twice_even_on_other_track():
    # Out of the fork in G9 into the one in G7, round a loop without stops, and back over the same side.
    loop = {"H10": ("7", "W NW"), "G9": ("23", "W E SE"), "G7": ("23", "E W NW"), "G5": ("7", "E NE")}
    loop |= {"F6": ("7", "SW SE"), "G11": ("55", "SW NE W E")}
    table = row("5", **loop)
    may_not_run(table, way(table, "5-0", "H8", "H10", "G9", "G7", "G5", "F6", "G7", "G9", "G11.t1"))
    may_not_run(table, way(table, "5-0", "H6", "H8", "H10", "G9", "G7", "G5", "F6", "G7", "G9", "G11.t1"))
    assert run(table, "Ann", way(table, "5-0", "G3", "H4", "H6", "H8")) == 80
    # By the direct line from H10 the same town is no trouble.
    table = row("5", **loop | {"G9": ("7", "SE E")})
    assert run(table, "Ann", way(table, "5-0", "H6", "H8", "H10", "G9", "G11.t1")) == 50


@pytest.mark.rule("1828-15.2-10")
def test_no_piece_of_track_twice():
    # Into Pittsburgh and out by the same piece, to take the other branch in H10, would be worth 80.
    table = Table1828().with_company("WAB", "Ann", Ann=6).with_train("WAB", "5")
    tiles = {"H6": ("57", "W E"), "H8": ("57", "W E"), "H10": ("23", "E W NW"), "H12": ("57", "W E")}
    for hex_id, (tile, sides) in {**tiles, "G9": ("9", "NW SE"), "F8": ("57", "NW SE")}.items():
        lay(table, hex_id, tile, sides)
    table.operating_turn("WAB", "run")
    may_not_run(table, way(table, "5-0", "H6", "H8", "H10", "H12", "H10", "G9", "F8"))
    assert run(table, "Ann", way(table, "5-0", "H6", "H8", "H10", "H12")) == 60


@pytest.mark.rule("1828-15.2-13", "1828-15.2-14", "1828-8.3.3-01")
def test_two_trains_share_stops_but_no_track():
    table = row("2", "2")
    may_not_run(table, way(table, "2-0", "H6", "H8"), way(table, "2-1", "H8", "H6"))
    assert run(table, "Ann", way(table, "2-0", "H6", "H8"), way(table, "2-1", "H6", "H4", "G3")) == 40 + 60


@pytest.mark.rule("1828-15.2-16")
def test_two_trains_do_not_cross_one_edge_even_on_forks():
    table = row("2", "2", H10=("23", "W E SE"), I11=("4", "NW SE")).with_marker("WAB", "H8/c0")
    table.operating_turn("WAB", "run")
    may_not_run(table, way(table, "2-0", "H8", "H10", "H12"), way(table, "2-1", "H8", "H10", "I11"))
    assert run(table, "Ann", way(table, "2-0", "H8", "H10", "H12"), way(table, "2-1", "H8", "H6")) == 80


@pytest.mark.rule("1828-15.2-15")
def test_an_off_board_ends_a_route():
    table = row("5", G5=("8", "W NE"), F6=("8", "SW E"), F8=("57", "W E"))
    may_not_run(table, way(table, "5-0", "H6", "H4", "G3", "G5", "F6", "F8"))
    assert run(table, "Ann", way(table, "5-0", "H6", "H4", "G3")) == 60


# --- trains


FROM_CHICAGO = ("G3", "H4", "H6", "H8", "H10", "H12", "H14", "H16", "H18", "H20")


@pytest.mark.rule("1828-15.3.1-01", "1828-15.3.1-02")
@pytest.mark.parametrize(
    ("kind", "last", "income", "next_one"),
    [("2", "H8", 40, "H12"), ("3", "H12", 60, "H14"), ("5", "H16", 90, "H20")],
)
def test_a_numbered_train_has_so_many_stops_towns_included(kind: str, last: str, income: int, next_one: str):
    line = FROM_CHICAGO[2:]
    table = row(kind)
    may_not_run(table, way(table, f"{kind}-0", *line[: line.index(next_one) + 1]), section="15.3.1")
    assert run(table, "Ann", way(table, f"{kind}-0", *line[: line.index(last) + 1])) == income


@pytest.mark.rule("1828-15.3.1-01", "1828-15.3.4-01", "1828-15.3.4-02")
def test_a_six_and_a_diesel():
    table = row("6", "Diesel")
    may_not_run(table, way(table, "6-0", *FROM_CHICAGO), section="15.3.1")
    assert run(table, "Ann", way(table, "Diesel-0", *FROM_CHICAGO)) == 40 + 20 + 20 + 20 + 10 + 20 + 20
    table = row("6")
    assert run(table, "Ann", way(table, "6-0", *FROM_CHICAGO[2:])) == 110


@pytest.mark.rule("1828-15.3.2-01", "1828-15.3.2-02", "1828-15.3.2-03")
def test_three_and_diesel():
    table = row("3+D")
    may_not_run(table, way(table, "3+D-0", "H6", "H8", "H10", "H12", "H14", "H16"), section="15.3.2")
    assert run(table, "Ann", way(table, "3+D-0", "H6", "H8", "H10", "H12", "H14")) == 2 * 70
    # Off-boards count, towns between cities too but not against the three.
    table = row("3+D")
    may_not_run(table, way(table, "3+D-0", "G3", "H4", "H6", "H8", "H10", "H12"), section="15.3.2")
    table = row("3+D").with_marker("WAB", "H12/c0").operating_turn("WAB", "run")
    assert run(table, "Ann", way(table, "3+D-0", "H12", "H14", "H16", "H18", "H20")) == 2 * 70
    table = row("3+D").with_marker("WAB", "H16/c0", 1).operating_turn("WAB", "run")
    assert run(table, "Ann", way(table, "3+D-0", "H14", "H16", "H18", "H20")) == 2 * 50


@pytest.mark.rule("1828-15.3.3-01", "1828-15.3.3-02", "1828-15.3.3-03")
def test_an_express_has_eight_cities_and_any_number_of_towns():
    east = {"H22": ("64", "W NE E SE"), "G23": ("62", "SW W NW NE"), "G21": ("69", "SW NE NW E")}
    table = row("8E", **east, F20=("57", "SE NW"))
    beyond = ("H22.c0", "G23.c0", "G21.t1", "F20")
    may_not_run(table, way(table, "8E-0", *FROM_CHICAGO, *beyond), section="15.3.3")
    assert run(table, "Ann", way(table, "8E-0", *FROM_CHICAGO[2:], *beyond)) == 5 * 20 + 50 + 80 + 20


@pytest.mark.rule("1828-15.3.3-02", "1828-15.3.3-03")
def test_an_express_earns_nothing_in_towns():
    table = row("8E")
    assert run(table, "Ann", way(table, "8E-0", *FROM_CHICAGO)) == 40 + 20 + 20 + 20 + 20 + 20


@pytest.mark.rule("1828-8.3.3-02")
def test_the_best_run_must_be_used():
    table = row("2", runs="best")
    table.refused("Ann", "run", "8.3.3", routes=way(table, "2-0", "H6", "H8"))
    assert run(table, "Ann", way(table, "2-0", "H6", "H4", "G3")) == 60


@pytest.mark.rule("1828-11-08", "1828-17.4-02")
@pytest.mark.parametrize(
    ("phase", "chicago", "altoona"),
    [("yellow", 40, 20), ("green", 40, 20), ("blue", 40, 20), ("brown", 70, 30), ("red", 70, 30), ("purple", 70, 30)],
)
def test_values_change_with_brown_phase(phase: str, chicago: int, altoona: int):
    table = row("2", "5", phase=phase)
    ways = way(table, "2-0", "H6", "H4", "G3"), way(table, "5-0", "H6", "H8", "H10", "H12", "H14", "H16")
    assert run(table, "Ann", *ways) == 20 + chicago + 70 + altoona


# --- coal


@pytest.mark.rule("1828-14.3.1.1-01", "1828-14.3.1.2-06", "1828-11-12")
def test_the_tunnel_is_a_town_and_the_coalfields_need_a_marker():
    table = Table1828(runs="free").with_company("C&O", "Ann", Ann=6).with_train("C&O", "3")
    lay(table, "K15", "57", "W E")
    lay(table, "K13", "4", "W E")
    table.operating_turn("C&O", "run")
    may_not_run(table, way(table, "3-0", "K15", "K13", "K11"))
    assert run(table, "Ann", way(table, "3-0", "K15", "K13")) == 30
    table.with_coal("C&O").operating_turn("C&O", "run")
    assert run(table, "Ann", way(table, "3-0", "K15", "K13", "K11")) == 60
