"""Operating rounds of 18Chesapeake."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.state import TileOn
from engine.family.running import best, problem, trains_of
from engine.routes import Refused, Route, solve, value
from tests.t18Chesapeake.table import Chesapeake, running

# --- station markers


@pytest.mark.rule("18Chesapeake-9-01", "18Chesapeake-9-02")
@pytest.mark.parametrize(
    ("company", "stop"),
    [("PRR", "F2/c0"), ("PLE", "A3/c0"), ("SRR", "H4/c0"), ("B&O", "H6/c0"), ("C&O", "G13/c0"), ("LV", "J2/c0")]
    + [("C&A", "J6/c0"), ("N&W", "C13/c0")],
)
def test_the_home_marker_at_the_first_operation(company: str, stop: str):
    table = Chesapeake().with_company(company, "Ann", par=80, Ann=6, home=False, turns=0)
    table.operating_round()
    assert [marker.stop for marker in table.s.board.markers] == [stop]


@pytest.mark.rule("18Chesapeake-9-02")
def test_the_baltimore_and_ohios_city_leads_south_west():
    track = Chesapeake().p.ground.track("H6")
    assert track.pieces[0] == (1, 10), "SW is side 1, and the first city is end 10"


@pytest.mark.rule("18Chesapeake-9-01")
def test_a_home_is_kept_until_then():
    table = running("B&O")
    kept = table.p.title.build.kept_slots
    assert kept(table.p, "J2/c0") == {0: "LV"} and kept(table.p, "H6/c0") == {} and kept(table.p, "J4/c0") == {}


@pytest.mark.rule("18Chesapeake-9-03")
def test_one_marker_in_a_turn_and_one_in_a_hex():
    table = Chesapeake().with_company("B&O", "Ann", par=80, treasury=1000, Ann=6).with_tile("H6", "X4", 1)
    with table.arrange() as p:
        p.s.board.tiles |= {"G5": TileOn("9", 2), "F4": TileOn("9", 2), "E3": TileOn("57", 2)}
        p.s.board.tiles |= {"G7": TileOn("9", 1), "F8": TileOn("X1", 0)}
    table.operating_turn("B&O", "token")
    assert [args["city"] for args in table.legal("Ann", "token")] == ["E3/c0", "F8/c0"]
    table.do("Ann", "token", city="F8/c0")
    assert "token" not in table.verbs("Ann") and table.cash("B&O") == 960


@pytest.mark.rule("18Chesapeake-9-03")
def test_not_in_the_other_city_of_a_hex():
    table = running("B&O", "token")
    law = table.p.title.verbs["token"]
    refusal = law.refuse(table.p, "p1", law.choices({"city": "H6/c1"}))
    assert refusal is not None and "already has a station marker in H6" in refusal.sentence()


# --- track


@pytest.mark.rule("18Chesapeake-10-01")
def test_one_tile_or_one_upgrade():
    table = running("PRR").do("Ann", "lay", hex="F2", tile="57", rotation=1)
    assert "lay" not in table.verbs("Ann")
    table = running("PRR").with_phase("3").with_tile("F2", "57", 1).do("Ann", "lay", hex="F2", tile="14", rotation=1)
    assert "lay" not in table.verbs("Ann")


@pytest.mark.rule("18Chesapeake-10-02")
def test_an_upgrade_brings_track_or_value():
    table = running("PRR").with_phase("5").with_tile("F2", "15", 5)
    assert table.tiles_for("Ann", "F2") == {"611"}
    table = running("PRR").with_phase("3").with_tile("F2", "57", 1).with_tile("H2", "9", 2).with_tile("I3", "9", 2)
    turns = {args["rotation"] for args in table.legal("Ann", "lay", hex="H2", tile="23")}
    assert turns, "new track that the company reaches"
    build, p = table.p.title.build, table.p
    assert build.use_refusal(p, "PRR", "H2", "23", min(map(int, turns))) is None
    away = running("C&A").with_phase("3").with_tile("H2", "9", 2)
    assert build.use_refusal(away.p, "C&A", "H2", "23", 2) is not None


@pytest.mark.rule("18Chesapeake-12-01")
@pytest.mark.parametrize(
    ("phase", "old", "turned", "new"),
    [("2", "57", 1, set[str]()), ("3", "57", 1, {"14", "15"}), ("4", "14", 1, set[str]()), ("5", "14", 1, {"611"})]
    + [("6", "611", 4, set[str]()), ("D", "611", 4, {"915"})],
)
def test_colours_by_phase(phase: str, old: str, turned: int, new: set[str]):
    table = running("PRR").with_phase(phase).with_tile("F2", old, turned)
    assert table.tiles_for("Ann", "F2") == new


@pytest.mark.rule("18Chesapeake-11-01")
@pytest.mark.parametrize(
    ("hex_id", "cost"), [("H4", 40), ("J6", 40), ("C13", 80), ("D2", 80), ("H6", 40), ("J4", 0), ("F8", 0), ("I5", 40)]
)
def test_terrain(hex_id: str, cost: int):
    table = Chesapeake()
    build = table.p.title.build
    assert build.cost(table.p, "PRR", hex_id, "57", 0) == cost
    laid = table.with_tile(hex_id, table.p.d.first_tiles[hex_id][0], 0)
    assert build.cost(laid.p, "PRR", hex_id, "14", 0) == 0


@pytest.mark.rule("18Chesapeake-10-06")
def test_markers_stand_together_when_two_cities_become_one():
    table = running("B&O").with_company("LV", "Bob", par=80, Bob=6).with_phase("5").with_tile("H6", "X4", 1)
    table.with_marker("LV", "H6/c1").do("Ann", "lay", hex="H6", tile="X7", rotation=3)
    here = [(marker.company, marker.stop, marker.slot) for marker in table.s.board.markers if marker.stop[:2] == "H6"]
    assert here == [("B&O", "H6/c0", 0), ("LV", "H6/c0", 1)]
    assert [stop.slots for stop in table.p.ground.track("H6").stops] == [2]


@pytest.mark.rule("18Chesapeake-10-06")
def test_a_kept_home_stays_kept_when_two_cities_become_one():
    table = running("LV").with_phase("5").with_tile("H6", "X4", 1).with_marker("LV", "H6/c1")
    table.do("Ann", "lay", hex="H6", tile="X7", rotation=3)
    assert table.p.title.build.kept_slots(table.p, "H6/c0") == {0: "B&O"}
    table.with_company("B&O", "Bob", par=95, Bob=6, home=False, turns=0).operating_round()
    here = {(marker.company, marker.stop, marker.slot) for marker in table.s.board.markers if marker.stop[:2] == "H6"}
    assert here == {("LV", "H6/c0", 0), ("B&O", "H6/c0", 1)}


# --- the order of companies


@pytest.mark.rule("18Chesapeake-13-01")
def test_companies_operate_by_price_then_from_the_right_then_by_arrival():
    table = Chesapeake().with_company("PRR", "Ann", par=80, Ann=6).with_company("LV", "Bob", par=95, Bob=6)
    table.with_company("C&O", "Cem", par=80, Cem=6).with_company("SRR", "Dan", par=80, box="5,5", Dan=6)
    assert table.p.title.operating.order(table.p) == ["LV", "SRR", "PRR", "C&O"]


# --- routes


def at_pittsburgh() -> Chesapeake:
    """A way from A3 to B2, over both towns of B4 and Green Spring."""
    table = running("PLE", "run").with_train("PLE", "5")
    with table.arrange() as p:
        p.s.board.tiles |= {"B4": TileOn("69", 0), "C3": TileOn("7", 0), "C5": TileOn("14", 0), "B6": TileOn("7", 3)}
    return table


@pytest.mark.rule("18Chesapeake-14-03")
def test_a_route_uses_one_half_of_pittsburgh():
    table = at_pittsburgh()
    assert best(table.p, "PLE").total == 40 + 10 + 30 + 10
    asked = problem(table.p, "PLE", trains_of(table.p, "PLE"))
    groups = {stop.id: stop.group for stop in asked.stops if stop.group}
    assert groups == {"A3/c0": "Pittsburgh", "B2/o0": "Pittsburgh"}
    free = replace(asked, stops=tuple(replace(stop, group="") for stop in asked.stops))
    assert solve(free, seconds=4.0).total == 130


@pytest.mark.rule("18Chesapeake-14-03")
def test_both_halves_in_one_route_are_refused():
    table = at_pittsburgh()
    asked = problem(table.p, "PLE", trains_of(table.p, "PLE"))
    way = (
        "stop:A3/c0 edge:A3.SE stop:B4/t1 edge:B4.NE edge:C3.S stop:C5/c0 edge:B6.NE edge:B4.S stop:B4/t0 edge:B2.S"
        " stop:B2/o0"
    )
    nodes = {end for piece in asked.pieces for end in (piece.a, piece.b)}
    path = tuple(node if node in nodes else other_side(table, node) for node in way.split())
    assert isinstance(value(asked, (Route("5-0", path),)), Refused)


def other_side(table: Chesapeake, node: str) -> str:
    """An edge by its name from the neighbouring hex."""
    hex_id, _, side = node.removeprefix("edge:").partition(".")
    grid = table.p.d.map.grid
    edge = grid.edge[side]
    return f"edge:{table.p.d.map.hexes[hex_id].around[edge]}.{grid.edges[(edge + 3) % 6]}"


@pytest.mark.rule("18Chesapeake-14-03")
def test_west_virginia_coal_is_one_place_too():
    hexes = Chesapeake().p.d.map.hexes
    assert {name for name, place in hexes.items() if place.sheet.name == "West Virginia Coal"} == {"A13", "B14"}
    assert {name for name, place in hexes.items() if place.sheet.name == "Pittsburgh"} == {"A3", "B2"}


@pytest.mark.rule("18Chesapeake-14-01")
def test_a_route_joins_two_stops():
    table = running("LV", "run").with_train("LV", "2").with_tile("J2", "57", 1)
    assert best(table.p, "LV").total == 20 + 30
    assert not table.legal("Ann", "run", routes="2-0=J2/c0")


@pytest.mark.rule("18Chesapeake-14-02")
@pytest.mark.parametrize(("phase", "worth"), [("2", 40), ("3", 50), ("4", 50), ("5", 60), ("6", 60), ("D", 80)])
def test_red_places_pay_by_phase(phase: str, worth: int):
    table = running("PLE", "run").with_phase(phase).with_train("PLE", "2").with_tile("B4", "69", 0)
    assert best(table.p, "PLE").total == worth + 10


@pytest.mark.rule("18Chesapeake-14-02")
def test_what_red_places_pay():
    hexes = Chesapeake().p.d.map.hexes
    paid: dict[str, Any] = {
        name: place.stops[0].revenue for name, place in hexes.items() if place.sheet.kind == "offboard"
    }
    columns = ("yellow", "green", "brown", "gray")
    rows = {name: tuple(amounts[column] for column in columns) for name, amounts in paid.items()}
    assert {name: rows[name] for name in ("A7", "L2")} == dict.fromkeys(("A7", "L2"), (40, 60, 80, 100))
    assert {rows[name] for name in ("A3", "B2", "A13", "B14")} == {(40, 50, 60, 80)}
    assert rows["H14"] == (30, 40, 50, 60)


@pytest.mark.rule("18Chesapeake-14-04")
def test_the_two_cities_of_a_hex_are_two_stops():
    assert [stop.key for stop in Chesapeake().p.ground.track("H6").stops] == ["c0", "c1"]
    table = running("B&O", "run").with_phase("3").with_train("B&O", "3").with_tile("H6", "X3", 1)
    stops = {stop.id for stop in problem(table.p, "B&O", trains_of(table.p, "B&O")).stops}
    assert "H6/c0" in stops


@pytest.mark.rule("18Chesapeake-14-05")
def test_only_the_ple_has_a_place_at_a3():
    table = Chesapeake().with_company("LV", "Bob", par=80, Bob=6)
    p = table.p
    assert p.title.build.kept_slots(p, "A3/c0") == {0: "PLE"}
    assert [stop.slots for stop in p.ground.track("A3").stops] == [1]


# --- dividends


def earning() -> Chesapeake:
    """The LV earns $50: it has sold six shares to Ann, one lies in the pool, three in the IPO."""
    table = Chesapeake().with_company("LV", "Ann", par=80, treasury=1000, Ann=6, pool=1).with_train("LV", "2")
    return table.with_tile("J2", "57", 1).operating_turn("LV", "run").run_best("Ann")


@pytest.mark.rule("18Chesapeake-15-01", "18Chesapeake-15-02")
def test_paying_out():
    table = earning()
    before = table.cash("Ann"), table.cash("LV")
    table.do("Ann", "dividend", kind="full")
    assert (table.cash("Ann") - before[0], table.cash("LV") - before[1], table.box("LV")) == (30, 5, "3,4")


@pytest.mark.rule("18Chesapeake-15-01")
def test_withholding_and_no_half_dividend():
    table = earning()
    table.refused("Ann", "dividend", "dividends", kind="half")
    before = table.cash("LV")
    table.do("Ann", "dividend", kind="withhold")
    assert (table.cash("LV") - before, table.box("LV")) == (50, "3,2")


@pytest.mark.rule("18Chesapeake-15-01")
@pytest.mark.parametrize(
    ("box", "kind", "to"), [("4,7", "full", "3,7"), ("4,0", "withhold", "5,0"), ("0,16", "full", "0,16")]
)
def test_at_the_ends_of_a_row(box: str, kind: str, to: str):
    assert earning().with_box("LV", box).do("Ann", "dividend", kind=kind).box("LV") == to


# --- trains


@pytest.mark.rule("18Chesapeake-16-02")
def test_diesels_with_the_first_6():
    table = running("LV", "train").with_supply_from("6").with_train("LV", "6").with_phase("6")
    table.refused("Ann", "buy_train", "trains", **{"from": "bank"}, kind="D", trade="4", price=700)
    assert {args["price"] for args in table.legal("Ann", "buy_train", **{"from": "bank"}, kind="D")} == {700, 900}
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="D", trade="6", price=700)
    assert (table.trains("LV"), table.cash("LV"), table.s.trains["6-0"].at) == (["D"], 300, "pool")
    assert not running("LV", "train").with_supply_from("6").legal("Ann", "buy_train", **{"from": "bank"}, kind="D")


@pytest.mark.rule("18Chesapeake-16-03")
@pytest.mark.parametrize(("new", "old"), [("4", "2"), ("6", "3"), ("D", "4")])
def test_rust(new: str, old: str):
    table = running("LV", "train").with_train("LV", old).with_company("PRR", "Bob", par=80, Bob=6)
    table.with_train("PRR", old)
    if new == "D":
        table.with_train("PRR", "6")
    table.with_supply_from(new).do(
        "Ann", "buy_train", **{"from": "bank", "kind": new, "price": prices(new)}, **none(new)
    )
    assert old not in (*table.trains("LV"), *table.trains("PRR"))


def prices(kind: str) -> int:
    """What a train costs."""
    return {"4": 300, "6": 630, "D": 900}[kind]


def none(kind: str) -> dict[str, str]:
    """Nothing is handed in for a D."""
    return {"trade": "nothing"} if kind == "D" else {}


@pytest.mark.rule("18Chesapeake-16-04")
@pytest.mark.parametrize(("kind", "leaves"), [("2", True), ("3", True), ("4", True), ("5", False), ("6", False)])
def test_a_train_leaves_after_each_set(kind: str, leaves: bool):
    table = Chesapeake().with_company("LV", "Ann", par=80, Ann=6).with_supply_from(kind).end_of_set()
    assert [event["kind"] for event in table.happened("exported")] == ([kind] if leaves else [])
    assert table.s.clock.turn == 2


@pytest.mark.rule("18Chesapeake-16-04")
def test_it_has_the_effects_of_a_purchase():
    table = Chesapeake().with_company("LV", "Ann", par=80, Ann=6).with_train("LV", "2", "2", "3", "3", "3", "3")
    table.with_supply_from("4").end_of_set()
    assert (table.s.phase, table.trains("LV"), table.deciders()) == ("4", ["3"] * 4, ["Ann"])
    table.do("Ann", "discard", kind="3")
    assert (table.trains("LV"), table.s.clock.round) == (["3"] * 3, "stock")


@pytest.mark.rule("18Chesapeake-16-04")
def test_none_leaves_when_the_game_is_over():
    table = Chesapeake().with_company("LV", "Ann", par=80, Ann=6)
    with table.arrange() as p:
        p.s.broken = True
    assert not table.end_of_set().happened("exported") and table.s.end.why == "bank"


@pytest.mark.rule("18Chesapeake-17-01")
def test_excess_trains_go_to_the_pool():
    table = running("LV", "train").with_train("LV", "3", "3").with_supply_from("5")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5", price=500).do("Ann", "discard", kind="3")
    assert sorted(table.trains("LV")) == ["3", "5"]
    assert [card.at for card in table.s.trains.values() if card.kind == "3" and card.at == "pool"] == ["pool"]


def in_need(cash: int, **holders: int) -> Chesapeake:
    """The LV must buy a train, and neither it nor its president has the money."""
    held: dict[str, Any] = {"Ann": 5, **holders}
    table = Chesapeake().with_company("LV", "Ann", par=80, treasury=0, **held)
    return table.with_tile("J2", "57", 1).with_cash("Ann", cash).operating_turn("LV", "train")


@pytest.mark.rule("18Chesapeake-18-01")
def test_the_president_adds_what_is_missing():
    table = in_need(100)
    table.refused("Ann", "skip", "trains that must be bought")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2", price=80)
    assert (table.cash("Ann"), table.trains("LV")) == (20, ["2"])


@pytest.mark.rule("18Chesapeake-18-01")
def test_and_sells_lot_after_lot():
    table = in_need(0, Bob=2).with_supply_from("3").with_phase("3")
    table.do("Ann", "sell", company="LV", shares=1).do("Ann", "sell", company="LV", shares=1)
    assert (table.box("LV"), table.cash("Ann")) == ("5,3", 155)


@pytest.mark.rule("18Chesapeake-18-02")
def test_the_company_in_need_keeps_its_president():
    table = in_need(0, Bob=4)
    assert "president" in table.refused("Ann", "sell", company="LV", shares=2)
    table.do("Ann", "sell", company="LV", shares=1)


@pytest.mark.rule("18Chesapeake-19-01")
def test_bankruptcy_ends_the_game():
    table = in_need(7, Bob=4).with_company("C&O", "Bob", par=70, Bob=3, Ann=1).with_supply_from("5").with_phase("5")
    table.do("Ann", "bankrupt")
    assert (table.s.end.why, table.cash("Ann"), table.units("Ann", "C&O")) == ("bankruptcy", 0, 0)


# --- the end


@pytest.mark.rule("18Chesapeake-20-01")
def test_the_set_is_played_out_when_the_bank_is_broken():
    table = earning().with_bank(55)
    with table.arrange() as p:
        p.s.clock.of = 2
    table.do("Ann", "dividend", kind="full")
    assert not table.s.broken and table.s.end is None
    table = earning().with_bank(35).do("Ann", "dividend", kind="full")
    assert table.s.broken, "the bank with nothing left is broken"
    while table.s.end is None:
        table.do(table.deciders()[0], "skip")
    assert table.s.end.why == "bank"


@pytest.mark.rule("18Chesapeake-20-02")
def test_what_a_player_is_worth():
    table = Chesapeake().with_company("LV", "Ann", par=80, Ann=4).with_private("CV", "Ann").stock_round("Ann")
    table.with_cash("Ann", 123)
    table.do("Ann", "stop")
    for other in ("Bob", "Cem", "Dan"):
        table.do(other, "accept", offer=table.s.offers[-1].id)
    assert table.s.end.worth["p1"] == 123 + 4 * 80 + 200
