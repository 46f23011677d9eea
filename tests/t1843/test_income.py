"""What trains count and places pay (8.6.1, 8.6.2, 13.2)."""

from __future__ import annotations

import pytest

from engine.board.markers import printed_amount, stop_def
from engine.family.running import problem, trains_of
from engine.routes import Problem, StopKind, Train
from engine.routes.trains import capacity, counters
from tests.positions.lines import may_not_run, run, way
from tests.t1843.lines import SOUTH, TO_REIMS, TO_ROUEN, go, income, line, rouen, to_town, train, train_of
from tests.t1843.table import Table, lay_track


@pytest.mark.rule(
    "1843-13.2-01", "1843-13.2-02", "1843-13.2-03", "1843-13.2-06", "1843-13.2-07", "1843-13.2-08", "1843-8.6.1-20"
)
@pytest.mark.parametrize(
    ("train", "earns"),
    [
        ("2+1", 50),
        ("2", 40),
        ("4+1", 170),
        ("5+2", 190),
        ("3/5x2", 140 + 40),
        ("4/6x2", 160 + 40),
        ("5E", 180),
        ("8E", 190),
        ("Electric", 190),
    ],
)
def test_what_each_train_counts(train: str, earns: int):
    if train == "2":
        table = line("2+1")
        with table.arrange() as p:
            p.s.trains["2+1-0"].kind = "2"
    else:
        table = line(train)
    assert income(table) == earns


@pytest.mark.rule("1843-8.6.1-20", "1843-13.2-01", "1843-13.2-02", "1843-13.2-08")
def test_n_plus_m_counts_cities_and_towns():
    # Three cities are too many for a 2+1; a 3+1 runs them.
    table = go(rouen("2+1"))
    may_not_run(table, "Ann", way(table, train(table), *TO_REIMS), section="")
    table = go(rouen("4+1"))
    assert run(table, "Ann", way(table, train(table), *TO_REIMS)) == 60


@pytest.mark.rule("1843-13.2-02", "1843-8.6.1-20", "1843-8.6.1-07")
def test_a_town_more_is_the_plus():
    table = go(to_town("2+1"))
    assert run(table, "Ann", way(table, train(table), *SOUTH)) == 50
    table = go(to_town("2+1"))
    may_not_run(table, "Ann", way(table, train(table), *SOUTH, "F15"), section="")
    table = go(to_town("4+1"))
    assert run(table, "Ann", way(table, train(table), *SOUTH, "F15")) == 70


@pytest.mark.rule("1843-13.2-02")
@pytest.mark.parametrize(
    ("kind", "fits", "too_long"),
    [
        ("2+1", ["cc", "cct", "ctt", "ttt"], ["ccc", "cctt", "tttt"]),
        ("4+1", ["cccct", "ctttt"], ["ccccc", "cccctt", "tttttt"]),
        ("5+2", ["ccccctt", "ttttttt"], ["cccccc", "cccccttt"]),
    ],
)
def test_no_more_than_n_cities_and_n_plus_m_stops(kind: str, fits: list[str], too_long: list[str]):
    visits, _ = counters(capacity(Train(id="x", kind=kind)))
    names: dict[str, StopKind] = {"c": "city", "t": "town"}
    assert all(visits.fits(names[stop] for stop in stops) for stops in fits)
    assert not any(visits.fits(names[stop] for stop in stops) for stops in too_long)


@pytest.mark.rule("1843-13.2-02")
def test_towns_may_use_the_n():
    table = to_town("2+1")
    lay_track(lay_track(table, "F11", "8", "NW E"), "D9", "57", "NW SE")
    assert run(go(table), "Ann", way(table, train(table), "D9", "E10")) == 30


@pytest.mark.rule("1843-13.2-02", "1843-8.6.2-01", "1843-8.6.1-05")
def test_a_route_may_end_at_a_town_and_need_not_use_all_its_length():
    table = line("2+1", marker="F23/c0").operating_turn("PO", "run")
    refusal = table.refused("Ann", "run", routes=way(table, "2+1-0", "F15", "F17", "F19", "F21.t0"))
    assert "station" in refusal or "marker" in refusal
    assert income(line("2+1", marker="F23/c0")) == 130
    assert income(line("2+1", marker="F23/c0", runs="free")) == 130


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


# --- pairs, and how many may run


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


@pytest.mark.rule("1843-13.2-04", "1843-8.6.1-17", "1843-8.6.2-03")
def test_a_pair_runs_as_two_trains_that_share_no_track():
    both = line("3/5x2", marker="F15/c0")
    assert income(both) == 200
    assert sorted(int(ran["amount"]) for ran in both.happened("ran")) == [60, 140]


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


def test_the_train_limit_is_part_of_the_problem():
    table = line("3/5x2")
    asked = problem(table.p, "PO", trains_of(table.p, "PO"))
    assert isinstance(asked, Problem)
    assert asked.train_limit == 3


# --- values of places


@pytest.mark.rule("1843-8.6.2-02")
@pytest.mark.parametrize(
    ("phase", "gand", "brest", "geneva"),
    [("yellow", 20, 40, 40), ("green", 30, 40, 50), ("blue", 30, 40, 50), ("brown", 50, 40, 60), ("gray", 50, 50, 60)],
)
def test_values_by_phase_hold_until_the_next_colour(phase: str, gand: int, brest: int, geneva: int):
    p = Table().with_phase(phase).p
    assert [printed_amount(p, stop_def(p, stop)) for stop in ("B21/o0", "A6/c0", "J21/t0")] == [gand, brest, geneva]


@pytest.mark.rule("1843-8.6.1-03", "1843-9-04")
def test_off_board_places_are_ends():
    table = Table(runs="free").with_company("NOR", "Ann", par=79, Ann=6).with_train("NOR", "4+1")
    table.with_tile("C20", "X09", 0).with_tile("B19", "55", 1).operating_turn("NOR", "run")
    table.refused("Ann", "run", "8.6.1", routes=way(table, "4+1-0", "C20", "B21", "B19.t0"))
    table.do("Ann", "run", routes=way(table, "4+1-0", "C20", "B21"))
    assert table.happened("ran")[-1]["amount"] == 80


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


@pytest.mark.rule("1843-8.6.1-04", "1843-8.6.1-21")
@pytest.mark.parametrize(
    ("train", "edition", "earns"),
    [("2+1", "2016", 120), ("2+1", "2012", 100), ("4+1", "2016", 120), ("4+1", "2012", 120)],
)
def test_geneva_is_run_through_and_counts_as_a_town_in_the_later_edition(train: str, edition: str, earns: int):
    table = Table(edition=edition).with_company("PLM", "Ann", par=79, Ann=6).with_train("PLM", train)
    table.with_tile("J17", "X10", 0)
    lay_track(lay_track(lay_track(table, "J19", "9", "W E"), "I20", "8", "SE W"), "I18", "9", "W E")
    lay_track(table, "I16", "57", "W E").operating_turn("PLM", "run").run_best("Ann")
    assert table.happened("ran")[-1]["amount"] == earns


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
