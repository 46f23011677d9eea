"""Routes and trains: stops counted once, R and P trains, off-boards, locals (12, 16, 8.3.3)."""

from __future__ import annotations

import pytest

from engine.board.markers import blocked_for
from engine.core.state import Marker
from engine.family.route_text import edge_node, read_routes
from engine.family.running import best, can_run, problem, trains_of
from engine.routes import Mirror, Refused, Stop, Train, Valued, value
from engine.routes.trains import capacity, counters
from engine.titles.t1839.running import _stop
from tests.positions import lines
from tests.t1839.table import Table1839

# A line on the map as it is printed: Mönchengladbach - Roermond - (L15) - Weert - L11.
EAST = 4


def line(company: str, *kinds: str, phase: str = "light yellow", **more: object) -> Table1839:
    """The company has a marker in Weert; the printed line leads through Roermond to the off-board."""
    table = Table1839().with_privates_closed().with_phase(phase)
    homes = {"homes": ("I8", "L3")} if company.startswith("L") else {}
    table.with_company(company, "Ann", Ann=4, home=False, **homes)  # type: ignore[arg-type]
    with table.arrange() as p:
        p.s.companies[company].home_placed = True
        for other in ("NBDS", "AMS"):
            p.s.companies[other].home_placed = True
        p.s.board.markers.append(Marker(company, "L13/c0", 0))
    give(table, company, *kinds)
    return table


def give(table: Table1839, company: str, *kinds: str) -> None:
    with table.arrange() as p:
        for kind in kinds:
            card = next(card for card in p.s.trains.values() if card.kind == kind and card.at == "supply")
            card.at = company


def earns(table: Table1839, company: str) -> int:
    return best(table.p, company).total


@pytest.mark.rule(
    "1839-16.2-02", "1839-16.2-06", "1839-16.3.1.1-01", "1839-16.3.1.1-02", "1839-14.3.2.2.2-03", "1839-12-21"
)
def test_off_boards_take_none_of_a_trains_length():
    assert earns(line("NCS", "2"), "NCS") == 30 + 10 + 20, "Antwerpen, Neerpelt, Weert"
    assert earns(line("NCS", "3"), "NCS") == 30 + 10 + 20 + 20 + 10, "and on to Mönchengladbach"


@pytest.mark.rule("1839-16.3.1.1-01", "1839-16.3.1.2-01", "1839-16.3.1.3-01", "1839-16.3.2.1-01")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (
            "2",
            "2 cities and towns, and this route has 3: Roermond (L17) – Weert (L13) – Neerpelt (M10) (16.3.1.1).",
        ),
        ("3", ""),
        (
            "PR2+",
            "limit for off-board areas is 1, and this route has 2: Mönchengladbach (L19) – Antwerpen (L9) (16.3.2.1).",
        ),
    ],
)
def test_a_route_that_is_too_long_is_refused_with_the_stops_that_count(kind: str, told: str):
    table = line("NCS", kind, phase="light red").operating_turn("NCS", "run")
    route = f"{kind}-0=L19/o0,L17.E,L17/c0,L15.E,L13.E,L13/c0,L11.E,L11.SW,M10/t0,L9.SE,L9/o0"
    if told:
        assert table.refused("Ann", "run", routes=route).endswith(told)
    else:
        assert lines.run(table, "Ann", route)


@pytest.mark.rule("1839-14.3.2.2.1-03", "1839-16.2-06")
def test_locals_run_to_no_off_board():
    assert earns(line("L1", "2"), "L1") == 40


@pytest.mark.rule("1839-16.2-01", "1839-12-21")
def test_two_cities_or_towns_at_least():
    table = line("NCS", "2")
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "L17/c0", 0), Marker("MSS", "L13/c0", 0)]
    assert earns(table, "NCS") == 50, "Roermond and Weert, which may be an end"
    asked = problem(table.p, "NCS", trains_of(table.p, "NCS"))
    assert asked.centers == ("city", "town")

    assert edge_node(table.p, "L17", EAST) == "edge:L17.E"
    routes = read_routes(table.p, f"{trains_of(table.p, 'NCS')[0]}=L17/c0,L17.E,L19/o0")
    found = value(asked, routes)
    assert isinstance(found, Refused)
    assert "fewer than two" in found.reason


@pytest.mark.rule("1839-16.2-03", "1839-8.3.3-01", "1839-8.3-10")
def test_a_route_has_one_of_the_companys_stations():
    table = line("NCS", "2")
    with table.arrange() as p:
        p.s.board.markers = [Marker("MSS", "L13/c0", 0), Marker("NCS", "B13/c0", 0)]
    assert earns(table, "NCS") == 0


@pytest.mark.rule("1839-16.2-03")
def test_a_route_beside_the_station_is_refused():
    table = line("NCS", "2")
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "L17/c0", 0)]
    table.operating_turn("NCS", "run")
    told = table.refused("Ann", "run", routes="2-0=L13/c0,L11.E,L11.SW,M10/t0")
    assert "none of the company's station markers" in told
    assert lines.run(table, "Ann", "2-0=L19/o0,L17.E,L17/c0,L15.E,L13.E,L13/c0")


@pytest.mark.rule("1839-8.3-10")
def test_trains_run_after_the_station_and_before_trains_are_bought():
    table = line("NCS", "2", phase="light green").operating_turn("NCS", "track")
    steps: list[str] = []
    while table.s.agenda[-1].rule == "operating_turn":
        steps.append(table.s.agenda[-1].step)
        if steps[-1] == "run":
            table.run_best("Ann")
        elif steps[-1] == "dividend":
            table.do("Ann", "dividend", kind="withhold")
        else:
            table.do("Ann", "skip")
    assert steps == ["track", "token", "run", "dividend", "train"]


@pytest.mark.rule("1839-16.2-14", "1839-16.2-04", "1839-16.2-05", "1839-14.3.2.2.2-02")
@pytest.mark.parametrize(
    ("company", "in_the_way", "total"),
    [("NCS", "", 90), ("NCS", "MSS", 80), ("NCS", "NS", 80), ("L1", "", 50), ("L1", "NS", 50), ("L1", "MSS", 50)],
)
def test_who_stops_whom(company: str, in_the_way: str, total: int):
    table = line(company, "3").with_company("MSS", "Bob", Bob=4, home=False)
    if in_the_way:
        with table.arrange() as p:
            p.s.board.markers.append(Marker(in_the_way, "L17/c0", 0))
    assert earns(table, company) == total
    blocked = "L17/c0" in blocked_for(table.p, company)
    assert blocked == (bool(in_the_way) and (company, in_the_way) != ("L1", "NS"))


@pytest.mark.rule("1839-16.1-01", "1839-16.1-02", "1839-16.3.2.2-03", "1839-16.2-18")
def test_a_stop_counts_once_but_for_r_trains():
    asked = problem(line("NCS", "2", "2").p, "NCS", trains_of(line("NCS", "2", "2").p, "NCS"))
    assert all(stop.once for stop in asked.stops if stop.kind != "offboard")
    assert not any(stop.once for stop in asked.stops if stop.kind == "offboard")
    two = ring("2", "2")
    assert earns(two, "NCS") == 30 + 30, "the second train has nothing left to count"
    again = ring("2", "R5")
    assert earns(again, "NCS") == (30 + 30) + (30 + 30)


def ring(*kinds: str) -> Table1839:
    """Two cities joined by two separate lines: H13 and G14 over the side between them and round by H15."""
    table = Table1839().with_privates_closed().with_phase("light green")
    table.with_company("NCS", "Ann", Ann=4)
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "H13/c0", 0)]
        p.s.companies["NCS"].home_placed = True
        for other in ("NBDS", "AMS", "HIJSM"):
            p.s.companies[other].home_placed = True
    tiles = table.p.d.tiles
    need = {"H13": {3, 4}, "G14": {0, 5}, "H15": {1, 2}}
    for hex_id, sides in need.items():
        names = ("14", "15", "619") if hex_id != "H15" else ("7", "8", "9")
        name, turn = next(
            (name, turn) for name in names for turn in range(6) if sides <= set(tiles[name].rotations[turn].exits)
        )
        table.with_tile(hex_id, name, turn)
    give(table, "NCS", *kinds)
    return table


@pytest.mark.rule("1839-12-14", "1839-12-19", "1839-12-18")
@pytest.mark.parametrize("phase", ["light yellow", "gray"])
def test_the_ruhrgebied_mirrors_the_route(phase: str):
    table = line("NCS", "2", phase=phase)

    for place in ("J17", "K18"):
        ruhr = _stop(table.p, Stop(id=f"{place}/o0", kind="offboard", values=(0,)), False)
        assert (ruhr.mirror, ruhr.group, ruhr.usable) == (Mirror(1, 2), "black", True)
    for place in ("C20", "D21"):
        bremen = _stop(table.p, Stop(id=f"{place}/o0", kind="offboard", values=(0,)), False)
        assert (bremen.mirror, bremen.group) == (None, "black"), "so no route joins it with the other hex"
    groups = {name: place.sheet.group for name, place in table.p.d.map.hexes.items() if place.sheet.group}
    assert groups == {"C20": "bremen", "D21": "bremen", "J17": "ruhrgebied", "K18": "ruhrgebied"}


@pytest.mark.rule("1839-16.2-16", "1839-16.3.2.1-01", "1839-16.2-20", "1839-16.1-03")
def test_off_boards_by_colour_and_p_trains():

    table = line("NCS", "2", "PR2+", phase="light red")
    asked = problem(table.p, "NCS", trains_of(table.p, "NCS"))
    assert {train.kind: capacity(train).offboards for train in asked.trains} == {"2": 99, "PR2+": 1}
    groups = {stop.group for stop in asked.stops if stop.kind == "offboard"}
    assert groups == {"black", "red"}
    assert all(not stop.passable for stop in asked.stops if stop.kind == "offboard")


@pytest.mark.rule("1839-16.3.1.1-01", "1839-16.3.1.2-01", "1839-16.3.1.3-01")
@pytest.mark.parametrize(
    ("kind", "fits", "too_long"),
    [
        ("2", ["cc", "ct", "tt", "cco", "occo"], ["ccc", "cct"]),
        ("2+1", ["cct", "ctt", "ttt", "cc"], ["ccc", "cctt"]),
        ("3+", ["ccc", "ccctttt"], ["cccc"]),
        ("4+", ["cccct"], ["ccccc"]),
        ("R5", ["ccccc", "ttttt"], ["cccccc", "ccccct"]),
        ("R4+1", ["cccct", "ttttt"], ["ccccc", "cccctt"]),
        ("R4", ["cctt"], ["ccttt"]),
        ("PR2+", ["cctttt", "cco"], ["ccc", "occo"]),
        ("PR3+1", ["ccct", "ccto"], ["cccc", "cccto" + "o"]),
        ("4", ["cccc"], ["cccct"]),
        ("7", ["ccccttt"], ["cccctttt"]),
    ],
)
def test_how_far_trains_run(kind: str, fits: list[str], too_long: list[str]):

    names = {"c": "city", "t": "town", "o": "offboard"}
    visits, _ = counters(capacity(Train(id="x", kind=kind, free_offboards=True)))
    for stops in fits:
        assert visits.fits(names[c] for c in stops), stops  # type: ignore[misc]
    for stops in too_long:
        assert not visits.fits(names[c] for c in stops), stops  # type: ignore[misc]


@pytest.mark.rule("1839-16.2-17", "1839-8.3.2.2-05", "1839-17.9-02", "1839-17.1-01")
@pytest.mark.parametrize(("phase", "total"), [("light yellow", 0), ("dark brown", 0), ("light red", 20 + 10)])
def test_no_route_crosses_a_barrier_before_light_red(phase: str, total: int):
    table = Table1839().with_privates_closed().with_phase(phase)
    table.with_company("HIJSM", "Ann", Ann=4)
    give(table, "HIJSM", "2")
    assert earns(table, "HIJSM") == total, "Leeuwarden and Den Helder, over the dyke"


@pytest.mark.rule("1839-8.3.3-02")
def test_the_best_run_must_be_made():
    table = line("NCS", "2").operating_turn("NCS", "run")
    train = trains_of(table.p, "NCS")[0]
    sentence = table.refused("Ann", "run", "8.3.3", routes=f"{train}=L13/c0,L13.E,L15.E,L17/c0")
    assert "60" in sentence
    table.run_best("Ann")
    assert table.s.companies["NCS"].last_run == 60


@pytest.mark.rule("1839-8.3.3-02")
def test_a_run_that_earns_ten_less_than_the_best_is_refused():
    table = line("NCS", "3").operating_turn("NCS", "run")
    train = trains_of(table.p, "NCS")[0]
    way = "L9/o0,L9.SE,M10/t0,L11.SW,L11.E,L13/c0,L13.E,L15.E,L17/c0"
    earned = value(problem(table.p, "NCS", [train]), read_routes(table.p, f"{train}={way}"))
    assert isinstance(earned, Valued)
    assert earned.total == 80
    table.refused("Ann", "run", "8.3.3", routes=f"{train}={way}")
    table.do("Ann", "run", routes=f"{train}={way},L17.E,L19/o0")
    assert table.s.companies["NCS"].last_run == 90


@pytest.mark.rule("1839-17.9-04", "1839-17.10-03", "1839-17.11-04", "1839-17.12-03", "1839-16.3.2.2-02")
@pytest.mark.parametrize(
    ("kind", "phase"),
    [
        ("R5", "light red"),
        ("R5", "dark red"),
        ("R4+1", "dark red"),
        ("R4", "gray"),
        ("PR2+", "purple"),
        ("PR3+1", "purple"),
    ],
)
def test_a_rusted_r_train_is_discarded_directly_after_its_next_run(kind: str, phase: str):
    table = line("NCS", kind, "2", phase=phase).operating_turn("NCS", "track")
    with table.arrange() as p:
        next(card for card in p.s.trains.values() if card.kind == kind and card.at == "NCS").marks = ["rusted"]
    assert kind in table.trains("NCS")
    table.operating_turn("NCS", "run").run_best("Ann")
    assert table.trains("NCS") == ["2"]


@pytest.mark.rule("1839-8.3.3-03", "1839-16.3.2.2-02", "1839-16.1-05", "1839-16.3.2.2-03")
def test_a_rusted_r_train_goes_after_its_run_and_one_that_earned_nothing_stays():
    table = line("NCS", "R5", phase="light red").with_marks("NCS", "rusted")
    table.operating_turn("NCS", "run").run_best("Ann")
    assert table.trains("NCS") == []
    assert table.happened("rusted")
    fresh = line("NCS", "R5").operating_turn("NCS", "run").run_best("Ann")
    assert [card.marks for card in fresh.s.trains.values() if card.at == "NCS"] == [["has run"]]
    idle = line("NCS", "R5", phase="light red").with_marks("NCS", "rusted")
    with idle.arrange() as p:
        p.s.board.markers = [Marker("NCS", "I8/c0", 0)]
    idle.operating_turn("NCS", "train")
    assert idle.trains("NCS") == ["R5"]


@pytest.mark.rule("1839-16.2-07", "1839-16.2-08", "1839-16.2-09", "1839-16.2-10", "1839-16.2-19", "1839-16.2-11")
def test_bridges_and_meetings_on_plain_tiles():
    tiles = Table1839().p.d.tiles
    for name in ("16", "19", "20"):
        assert len(tiles[name].rotations[0].pieces) == 2
        ends = [end for piece in tiles[name].rotations[0].pieces for end in piece]
        assert len(set(ends)) == 4, "two lines that do not meet"
    for name, sides in (("80", 3), ("81", 3), ("82", 3), ("83", 3), ("544", 4), ("545", 4), ("546", 4)):
        pieces = tiles[name].rotations[0].pieces
        assert len(pieces) == sides * (sides - 1) // 2, "every side leads to every other"


@pytest.mark.rule("1839-16.2-12", "1839-16.2-13", "1839-16.2-15")
def test_no_side_no_track_and_no_stop_twice():
    table = line("NCS", "3")
    train = trains_of(table.p, "NCS")[0]
    asked = problem(table.p, "NCS", [train])
    for way in ("L13/c0,L13.E,L15.E,L17/c0,L15.E,L13.E,L13/c0", "L17/c0,L15.E,L13.E,L13/c0,L13.E,L15.E,L17/c0"):
        found = value(asked, read_routes(table.p, f"{train}={way}"))
        assert isinstance(found, Refused)
        assert "twice" in found.reason


@pytest.mark.rule("1839-14.3.3-03")
def test_a_floated_company_keeps_its_director():
    table = line("NCS", "3")
    assert table.president("NCS") == "Ann"
    table.stock_round("Ann").refused("Ann", "sell", "14.3.3", company="NCS", shares=4)
    assert table.president("NCS") == "Ann"


@pytest.mark.rule("1839-12-07")
def test_track_may_run_into_the_blank_edge_of_a_gray_tile():
    table = Table1839().with_phase("gray").with_tile("K8", "B370", 0)
    hexes = table.p.d.map.hexes
    blank = [side for side in range(6) if side not in table.p.d.tiles["B370"].rotations[0].exits]
    assert blank
    for side in blank:
        other = hexes["K8"].around[side]
        assert hexes[other].sheet.kind != "land" or (side + 3) % 6 in hexes[other].open


@pytest.mark.rule("1839-16.2-01", "1839-16.2-02")
def test_two_cities_joined_on_one_tile_are_a_route():
    table = Table1839().with_privates_closed().with_phase("dark brown").with_company("NWS", "Ann", Ann=4, home=False)
    table.with_marker("NWS", "G16/c1")
    assert not can_run(table.p, "NWS")
    table.with_tile("G16", "L1168", 0)
    assert can_run(table.p, "NWS")
