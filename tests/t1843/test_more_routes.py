"""Routes and what trains make of them (8.6, 13.2)."""

from __future__ import annotations

import pytest

from engine.board.tiles import STOP
from tests.t1843.table import Table, lay_track
from tests.t1870.lines import may_not_run, run, way


def rouen(*trains: str, phase: str = "yellow", **options: str) -> Table:
    """OU in Rennes D9 (20), a line to Rouen D15 (20), on to a town D17.. in the east; trains to run it with."""
    table = Table(runs="free", **options).with_company("OU", "Ann", par=73, Ann=6, treasury=1000)
    table.with_company("EST", "Bob", par=67, Bob=6)
    for private in ("TB", "C", "PStG", "LH", "VdL", "BA"):
        table.with_private(private, "closed")
    table.with_train("OU", *trains)
    for hex_id, tile, sides in (
        ("D9", "57", "W E"),
        ("D11", "9", "W E"),
        ("D13", "9", "W E"),
        ("D15", "57", "W E"),
        ("D17", "8", "W SE"),
        ("E18", "8", "NW E"),
        ("E20", "57", "W E"),
    ):
        lay_track(table, hex_id, tile, sides)
    return table.with_phase(phase)


def go(table: Table) -> Table:
    return table.operating_turn("OU", step="run")


def train(table: Table, part: str = "") -> str:
    """What a route calls the company's train; of a pair, or a certificate of several faces, the part named."""
    return next(name for name, card in table.s.trains.items() if card.at == "OU") + part


TO_ROUEN = ("D9", "D11", "D13", "D15")
TO_REIMS = (*TO_ROUEN, "D17", "E18", "E20")


@pytest.mark.rule("1843-8.6.1-01", "1843-8.6.1-02", "1843-8.6.1-05", "1843-8.6.2-01", "1843-8.6.2-03")
def test_a_route_joins_two_stops_one_with_the_companys_station():
    table = go(rouen("2+1"))
    name = train(table)
    may_not_run(table, "Ann", way(table, name, "D9"), section="")
    may_not_run(table, "Ann", way(table, name, "D15", "D17", "E18", "E20"), section="")
    assert run(table, "Ann", way(table, name, *TO_ROUEN)) == 40


@pytest.mark.rule("1843-8.6-01")
def test_the_best_run_must_be_run():
    table = rouen("4+1")
    best = Table().game.state.options["runs"]
    assert best == "best"
    table._edit().s.options["runs"] = "best"
    go(table)
    name = train(table)
    table.refused("Ann", "run", "8.6", routes=way(table, name, *TO_ROUEN))
    assert run(table, "Ann", way(table, name, *TO_REIMS)) == 60


@pytest.mark.rule("1843-8.6.1-20", "1843-13.2-01", "1843-13.2-02", "1843-13.2-08")
def test_n_plus_m_counts_cities_and_towns():
    # Three cities are too many for a 2+1; a 3+1 runs them.
    table = go(rouen("2+1"))
    may_not_run(table, "Ann", way(table, train(table), *TO_REIMS), section="")
    table = go(rouen("4+1"))
    assert run(table, "Ann", way(table, train(table), *TO_REIMS)) == 60


def to_town(*trains: str, phase: str = "yellow") -> Table:
    """OU in Rennes, south-east to the town E10 and on over F11 to Orléans F13 and Versailles F15."""
    table = Table(runs="free").with_company("OU", "Ann", par=73, Ann=6, treasury=1000)
    table.with_company("EST", "Bob", par=67, Bob=6).with_train("OU", *trains)
    for hex_id, tile, sides in (
        ("D9", "57", "NW SE"),
        ("E10", "4", "NW SE"),
        ("F11", "8", "NW E"),
        ("F13", "57", "W E"),
        ("F15", "57", "W E"),
    ):
        lay_track(table, hex_id, tile, sides)
    return table.with_phase(phase)


SOUTH = ("D9", "E10", "F11", "F13")


@pytest.mark.rule("1843-13.2-02", "1843-8.6.1-20", "1843-8.6.1-07")
def test_a_town_more_is_the_plus():
    table = go(to_town("2+1"))
    assert run(table, "Ann", way(table, train(table), *SOUTH)) == 50
    table = go(to_town("2+1"))
    may_not_run(table, "Ann", way(table, train(table), *SOUTH, "F15"), section="")
    table = go(to_town("4+1"))
    assert run(table, "Ann", way(table, train(table), *SOUTH, "F15")) == 70


@pytest.mark.rule("1843-13.2-02")
def test_towns_may_use_the_n():
    table = to_town("2+1")
    lay_track(lay_track(table, "F11", "8", "NW E"), "D9", "57", "NW SE")
    assert run(go(table), "Ann", way(table, train(table), "D9", "E10")) == 30


@pytest.mark.rule("1843-8.8.2-04", "1843-13.2-04", "1843-8.8.2-02")
def test_a_yellow_pair_runs_as_two_2_or_one_3_plus_1():
    table = go(rouen("2x2 or 3+1"))
    assert run(table, "Ann", way(table, train(table, "/1.0"), *TO_REIMS[:4])) == 40
    table = go(rouen("2x2 or 3+1").with_marker("OU", "D15/c0"))
    east = ("D15", "D17", "E18", "E20")
    west, far = way(table, train(table, "/0.0"), *TO_ROUEN), way(table, train(table, "/0.1"), *east)
    # Not one part as a 2 and the whole as a 3+1.
    may_not_run(table, "Ann", west, way(table, train(table, "/1.0"), *east), section="")
    assert run(table, "Ann", west, far) == 80


@pytest.mark.rule("1843-13.2-04", "1843-13.2-01")
def test_a_2_train_of_a_pair_runs_two_stops():
    table = go(rouen("2x2 or 3+1"))
    may_not_run(table, "Ann", way(table, train(table, "/0.0"), *TO_REIMS), section="")
    assert run(table, "Ann", way(table, train(table, "/0.0"), *TO_ROUEN)) == 40


@pytest.mark.rule("1843-13.2-03", "1843-13.2-04")
def test_n_of_m_counts_the_best():
    """3/5: five stops visited, the three dearest count."""
    table = to_town("3/5x2", phase="green")
    table.with_tile("F15", "14", 0)
    turned = next(r for r in range(6) if {1} <= set(table.p.d.tiles["14"].rotations[r].exits))
    table.with_tile("F15", "14", turned)
    name = train(table, "/0.0")
    # Rennes 20, E10 10, Orléans 20, Versailles 30: the best three are 70.
    amount = run(go(table), "Ann", way(table, name, *SOUTH, "F15"))
    assert amount == 70


@pytest.mark.rule("1843-13.2-06")
def test_an_ne_train_counts_the_best_n_of_any_number():
    table = to_town("5E", phase="brown")
    assert run(go(table), "Ann", way(table, train(table), *SOUTH, "F15")) == 70


@pytest.mark.rule("1843-13.2-07")
def test_the_electric_counts_all():
    table = to_town("Electric", phase="gray")
    assert run(go(table), "Ann", way(table, train(table), *SOUTH, "F15")) == 70


# --- where routes may go


@pytest.mark.rule("1843-8.6.1-06", "1843-8.6.1-07", "1843-8.6.1-13", "1843-8.6.1-10")
def test_through_an_own_or_free_city_but_not_a_full_one():
    table = go(rouen("4+1"))
    assert run(table, "Ann", way(table, train(table), *TO_REIMS)) == 60
    table = rouen("4+1").with_company("SO", "Bob", par=67, Bob=6, home=False).with_marker("SO", "D15/c0")
    may_not_run(go(table), "Ann", way(table, train(table), *TO_REIMS), section="")
    # It may end there.
    assert run(table, "Ann", way(table, train(table), *TO_ROUEN)) == 40
    table = rouen("4+1").with_marker("OU", "D15/c0")
    assert run(go(table), "Ann", way(table, train(table), *TO_REIMS)) == 60


@pytest.mark.rule("1843-8.6.1-03", "1843-8.6.2-02", "1843-8.6.1-20")
@pytest.mark.parametrize(("phase", "value"), [("yellow", 20), ("green", 30), ("blue", 30), ("brown", 50), ("gray", 50)])
def test_an_off_board_is_an_end_and_has_the_value_of_its_colour(phase: str, value: int):
    table = lille("4+1", phase)
    assert run(table, "Ann", way(table, train_of(table, "NOR"), "B21", "C20")) == 30 + value


def lille(kind: str, phase: str) -> Table:
    """NOR in Lille (30), beside Gand."""
    table = Table(runs="free").with_company("NOR", "Ann", par=73, Ann=6, treasury=1000)
    table.with_train("NOR", kind).with_phase(phase)
    return lay_track(table, "C20", "X01", "NW NE").operating_turn("NOR", step="run")


def train_of(table: Table, company: str) -> str:
    return next(name for name, card in table.s.trains.items() if card.at == company)


@pytest.mark.rule("1843-8.6.1-17", "1843-8.6.1-12", "1843-8.6.1-18")
def test_two_trains_share_no_track_but_may_meet_in_a_city():
    table = go(rouen("2+1", "2+1"))
    first, second = [name for name, card in table.s.trains.items() if card.at == "OU"]
    may_not_run(table, "Ann", way(table, first, *TO_ROUEN), way(table, second, *TO_ROUEN), section="")
    table.with_marker("OU", "D15/c0")
    east = ("D15", "D17", "E18", "E20")
    assert run(table, "Ann", way(table, first, *TO_ROUEN), way(table, second, *east)) == 80


@pytest.mark.rule("1843-8.6.1-11", "1843-8.6.1-14")
def test_no_edge_and_no_stop_twice():
    table = go(rouen("4+1"))
    name = train(table)
    may_not_run(table, "Ann", way(table, name, "D9", "D11", "D13", "D15", "D13", "D11", "D9"), section="")


@pytest.mark.rule("1843-8.6.1-22", "1843-8.8.2-03")
@pytest.mark.parametrize(("phase", "all_run"), [("green", True), ("red", False)])
def test_no_more_trains_run_than_the_limit(phase: str, all_run: bool):
    """Three trains on two certificates: four may run in green phase, two in red phase."""
    table = rouen("3/5x2", "4+1", phase="green").with_marker("OU", "D15/c0").with_phase(phase)
    go(lay_track(table, "D7", "57", "W E"))
    cards = [name for name, card in table.s.trains.items() if card.at == "OU"]
    pair, single = cards if table.s.trains[cards[0]].kind == "3/5x2" else cards[::-1]
    first = way(table, f"{pair}/0.0", *TO_ROUEN)
    second = way(table, f"{pair}/0.1", "D15", "D17", "E18", "E20")
    third = way(table, single, "D7", "D9")
    if all_run:
        assert run(table, "Ann", first, second, third) == 120
    else:
        may_not_run(table, "Ann", first, second, third, section="")
        assert run(table, "Ann", first, second) == 80


# --- Genève


def geneve(*trains: str, phase: str = "yellow", **options: str) -> Table:
    """PLM in Lyon (30), over J19 to Genève, and on over I20 and I18 to Dijon I16 (20)."""
    table = Table(runs="free", **options).with_company("PLM", "Ann", par=73, Ann=6, treasury=1000)
    table.with_train("PLM", *trains).with_tile("J17", "X04", 0)
    # Lyon's green tile leads NW, NE and SW: north-east to I18, which turns back to J19.
    lay_track(table, "I18", "7", "SW SE")
    for hex_id, tile, sides in (("J19", "8", "NW E"), ("I20", "8", "SE W")):
        lay_track(table, hex_id, tile, sides)
    return table.with_phase(phase)


@pytest.mark.rule("1843-8.6.1-04", "1843-8.6.1-21")
def test_geneve_is_passed_through_and_counts_as_a_town():
    table = geneve("2+1").operating_turn("PLM", step="run")
    name = train_of(table, "PLM")
    amount = run(table, "Ann", way(table, name, "J17", "I18", "J19", "J21"))
    assert amount == 50 + 40
    through = geneve("2+1")
    lay_track(lay_track(through, "H19", "4", "SE NW"), "I20", "9", "NW SE")
    through.operating_turn("PLM", step="run")
    # Lyon 50, Genève 40, the town of H19 10: one city and two towns fit a 2+1.
    assert run(through, "Ann", way(through, name, "J17", "I18", "J19", "J21", "I20", "H19")) == 100


# --- lines of one tile


def crossing(tile: str, rotation: int, *trains: str) -> Table:
    """OU's line from Rennes to Rouen crosses D13 on a tile of two lines."""
    table = rouen(*trains, phase="green")
    return table.with_tile("D13", tile, rotation)


@pytest.mark.rule("1843-8.6.1-09", "1843-8.6.1-08")
def test_crossing_lines_do_not_join():
    """Tile 20 in D13: one line from W to E, another across it: the route goes straight, never round the corner."""
    turned = Table().p.d.tiles["20"].rotations
    rotation = next(r for r in range(6) if (1, 4) in {tuple(sorted(piece)) for piece in turned[r].pieces})
    table = go(crossing("20", rotation, "2+1"))
    assert run(table, "Ann", way(table, train(table), *TO_ROUEN)) == 40
    other = next(piece for piece in turned[rotation].pieces if tuple(sorted(piece)) != (1, 4))
    table = crossing("20", rotation, "2+1")
    table.with_private("LH", "closed")
    # Le Havre lies to the north-east of D13.
    assert 3 in other or 2 in other
    lay_track(table, "C14", "57", "SW NE")
    may_not_run(go(table), "Ann", way(table, train(table), "D9", "D11", "D13", "C14"), section="")


@pytest.mark.rule("1843-8.6.1-19", "1843-8.6.1-16", "1843-8.6.1-12")
def test_a_switch_serves_one_train_and_is_not_a_place_to_turn():
    """Tile 23 in D13: from the west to the east and to Le Havre in the north-east."""
    turned = Table().p.d.tiles["24"].rotations
    wanted = {(1, 4), (1, 3)}
    tile, rotation = next(
        (name, r)
        for name in ("23", "24")
        for r in range(6)
        if {tuple(sorted(piece)) for piece in Table().p.d.tiles[name].rotations[r].pieces} == wanted
    )
    table = crossing(tile, rotation, "2+1", "2+1")
    assert turned
    lay_track(table, "C14", "57", "SW NE").with_marker("OU", "D15/c0")
    go(table)
    first, second = [name for name, card in table.s.trains.items() if card.at == "OU"]
    # Both use the piece west of the switch.
    may_not_run(table, "Ann", way(table, first, *TO_ROUEN), way(table, second, "D9", "D11", "D13", "C14"), section="")
    may_not_run(table, "Ann", way(table, first, "D15", "D13", "C14"), section="")
    assert run(table, "Ann", way(table, first, "D9", "D11", "D13", "C14")) == 40


@pytest.mark.rule("1843-8.6.1-15")
def test_several_cities_of_one_hex_on_one_route():
    """Tile 59's two cities: into one and out of the other needs a way round; the cities are two stops."""
    table = Table().with_phase("green").with_tile("E12", "59", 0)
    stops = table.p.ground.track("E12").stops
    assert [stop.key for stop in stops] == ["c0", "c1"]
    table = loop(table)
    assert run(table, "Ann", loop_way(table)) == 80


def loop(table: Table) -> Table:
    """MID in Montauban: out of one city of J9 and back into the other over three hexes."""
    table = Table(runs="free").with_company("MID", "Ann", par=73, Ann=6, home=False).with_train("MID", "2+1")
    rotation = next(r for r in range(6) if set(table.p.d.tiles["10"].rotations[r].exits) == {1, 4})
    table.with_phase("green").with_tile("J9", "10", rotation)
    table._edit().s.companies["MID"].home_placed = True
    table.with_marker("MID", "J9/c0")
    for hex_id, tile, sides in (
        ("J11", "7", "W NW"),
        ("I10", "9", "SE NW"),
        ("H9", "7", "SE SW"),
        ("I8", "9", "NE SW"),
        ("J7", "7", "NE E"),
    ):
        lay_track(table, hex_id, tile, sides)
    return table.operating_turn("MID", step="run")


def loop_way(table: Table) -> str:
    east = "c0" if 4 in _exits_of(table, "c0") else "c1"
    west = "c1" if east == "c0" else "c0"
    name = train_of(table, "MID")
    return way(table, name, f"J9.{east}", "J11", "I10", "H9", "I8", "J7", f"J9.{west}")


def _exits_of(table: Table, key: str) -> set[int]:
    track = table.p.ground.track("J9")
    index = [stop.key for stop in track.stops].index(key)
    return {end for piece in track.pieces for end in piece if STOP + index in piece and end < STOP}
