"""Track: allowances, tiles and where they go, terrain, edges, upgrades, the coalfields' tunnel (8.3.1, 11, 14, 16)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.tiles import STOP
from tests.t1828.table import Table1828
from tests.t1870.lines import lay

PHASES = ("yellow", "green", "blue", "brown", "red", "gray", "purple")


def turn(company: str, phase: str = "yellow", treasury: int = 1000, **tiles: tuple[str, str]) -> Table1828:
    """Ann's company is about to build, with these tiles on the map."""
    table = Table1828().with_company(company, "Ann", Ann=6, treasury=treasury).with_phase(phase)
    for hex_id, (tile, sides) in tiles.items():
        lay(table, hex_id, tile, sides)
    for private in ("SVN", "StCT", "C&StL", "D&H", "M&H", "E&K", "C&A"):
        table.with_private(private, "closed")
    return table.operating_turn(company)


def tiles_for(table: Table1828, hex_id: str) -> set[str]:
    """Tiles that can be laid there now."""
    return {str(move["tile"]) for move in table.legal("Ann", "lay", hex=hex_id)}


def first(table: Table1828, **got: str) -> dict[str, str | int]:
    return table.legal("Ann", "lay", **got)[0]


def never(table: Table1828, hex_id: str, tile: str) -> None:
    """The tile cannot be laid there, however it is turned."""
    for rotation in range(6):
        table.refused("Ann", "lay", hex=hex_id, tile=tile, rotation=rotation)


# --- how much


@pytest.mark.rule("1828-8.3.1-01", "1828-8.3-02", "1828-14.1-02", "1828-14.1-03", "1828-14.3.2-01")
def test_one_yellow_tile_or_from_green_phase_one_upgrade():
    table = turn("WAB")
    table.do("Ann", "lay", **first(table, hex="H6"))
    assert not table.legal("Ann", "lay")
    assert "14" not in tiles_for(turn("WAB", H6=("57", "W E")), "H6")
    never(turn("WAB", H6=("57", "W E")), "H6", "14")
    table = turn("WAB", "green", H6=("57", "W E"))
    table.do("Ann", "lay", **first(table, hex="H6", tile="14"))
    assert not table.legal("Ann", "lay")
    # Nobody has to build.
    assert "skip" in turn("WAB").verbs("Ann")


@pytest.mark.rule("1828-8.3.1-02", "1828-8.3.1-03", "1828-13.4-08", "1828-13.4-06")
def test_a_system_builds_twice_but_upgrades_once():
    def system() -> Table1828:
        table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("green")
        lay(table, "H6", "57", "W E")
        lay(table, "E23", "57", "W E")
        return table.operating_turn("WAB")

    table = system().do("Ann", "lay", **first(system(), hex="H6", tile="14"))
    assert not tiles_for(table, "E23")
    never(table, "E23", "14")
    table.do("Ann", "lay", **first(table, hex="H8", tile="57"))
    assert not table.legal("Ann", "lay")
    # Two yellow ones, or the yellow one first.
    table = system().do("Ann", "lay", **first(system(), hex="H8", tile="57"))
    assert tiles_for(table, "E23")
    table.do("Ann", "lay", **first(table, hex="H4"))
    assert not table.legal("Ann", "lay")


@pytest.mark.rule("1828-8.3.1-04", "1828-14.3.2-06")
def test_a_tile_of_this_turn_is_not_upgraded():
    table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("green").operating_turn("WAB")
    table.do("Ann", "lay", **first(table, hex="H6", tile="57"))
    never(table, "H6", "14")
    assert not tiles_for(table, "H6")
    # Nor twice in a turn.
    table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("brown")
    lay(table, "H6", "57", "W E")
    table.operating_turn("WAB").do("Ann", "lay", **first(table, hex="H6", tile="14"))
    never(table, "H6", "63")


@pytest.mark.rule("1828-8.3.1-05", "1828-8.3.1-07")
@pytest.mark.parametrize("company", ["B&M", "NYH"])
def test_the_bm_and_the_nyh_lay_an_additional_yellow_tile_for_forty(company: str):
    table = turn(company)
    move = table.legal("Ann", "extra", by=company)[0]
    cost = table.p.d.map.hexes[str(move["hex"])].cost
    bank = table.cash("bank")
    table.do("Ann", "extra", **move)
    assert (table.cash(company), table.cash("bank")) == (1000 - 40 - cost, bank + 40 + cost)
    assert not table.legal("Ann", "extra")
    assert table.legal("Ann", "lay")
    # Not with an upgrade, not by others, not without the money.
    assert "extra" not in turn("WAB").verbs("Ann")
    assert not turn(company, treasury=39).legal("Ann", "extra")
    table = turn(company, "green")
    home = {"B&M": "E27", "NYH": "G23"}[company]
    table.do("Ann", "lay", **first(table, hex=home))
    assert not table.legal("Ann", "extra")
    table = turn(company, "green").do("Ann", "extra", **move)
    assert not tiles_for(table, home)


@pytest.mark.rule("1828-8.3.1-06", "1828-8.3.1-05")
def test_a_system_of_both_lays_two_additional_tiles():
    table = Table1828().with_system("NYH", "B&M", "Ann", Ann=6, treasury=2000).operating_turn("NYH")
    for by in ("NYH", "B&M"):
        table.do("Ann", "extra", **table.legal("Ann", "extra", by=by)[0])
        assert not table.legal("Ann", "extra", by=by)
    for _ in range(2):
        table.do("Ann", "lay", **table.legal("Ann", "lay")[0])
    assert not table.legal("Ann", "lay")
    assert len(table.s.board.tiles) == 4


# --- terrain


@pytest.mark.rule("1828-14.3.1-12", "1828-8.3.1-07")
@pytest.mark.parametrize(("hex_id", "cost"), [("E21", 120), ("E25", 120), ("D20", 0)])
def test_terrain_is_paid_by_the_treasury(hex_id: str, cost: int):
    home = {"E23": ("14", "SW W NE E")}
    if hex_id == "D20":
        home["E21"] = ("8", "NW E")
    table = turn("NYC", treasury=cost, **home)
    bank = table.cash("bank")
    table.do("Ann", "lay", **first(table, hex=hex_id))
    assert (table.cash("NYC"), table.cash("bank")) == (0, bank + cost)
    if cost:
        table = turn("NYC", treasury=cost - 1, **home)
        assert not tiles_for(table, hex_id)
        assert tiles_for(table, "F22")
        table.refused("Ann", "lay", "14.3.1", hex=hex_id, tile="9", rotation=1)


@pytest.mark.rule("1828-14.3.1-12")
def test_a_river_costs_eighty():
    table = turn("MP", treasury=80)
    table.do("Ann", "lay", **first(table, hex="I3"))
    assert table.cash("MP") == 0
    assert not tiles_for(turn("MP", treasury=79), "I3")


@pytest.mark.rule("1828-14.3.1-13")
def test_terrain_is_paid_once():
    table = turn("MP", "green", treasury=0, I3=("57", "W E"))
    table.do("Ann", "lay", **first(table, hex="I3", tile="14"))
    assert table.cash("MP") == 0


@pytest.mark.rule("1828-14.3.1-14", "1828-14.1-03", "1828-11-04", "1828-14.3.2-01")
def test_a_yellow_hex_with_water_is_paid_with_its_first_tile_a_green_one():
    table = turn("NYH", treasury=80)
    assert not tiles_for(table, "G23")
    never(table, "G23", "54")
    assert not tiles_for(turn("NYH", "green", treasury=79), "G23")
    table = turn("NYH", "green", treasury=80)
    table.do("Ann", "lay", **first(table, hex="G23"))
    assert (table.tile("G23"), table.cash("NYH")) == ("54", 0)
    table = turn("NYH", "brown", treasury=0).with_tile("G23", "54", int(table.s.board.tiles["G23"].rotation))
    table.operating_turn("NYH").do("Ann", "lay", **first(table, hex="G23", tile="62"))
    assert table.cash("NYH") == 0


# --- colours, supply


@pytest.mark.rule("1828-4-31", "1828-4-32", "1828-4-33", "1828-14.3.1-01", "1828-14.1-04", "1828-14.3.2-02")
@pytest.mark.parametrize("phase", PHASES)
def test_colours_by_phase(phase: str):
    brown = phase in ("brown", "red", "gray", "purple")
    assert "57" in tiles_for(turn("WAB", phase), "H6")
    assert bool(tiles_for(turn("WAB", phase, H6=("57", "W E")), "H6")) is (phase != "yellow")
    assert bool(tiles_for(turn("WAB", phase, H6=("14", "SW W NE E")), "H6")) is brown
    never(turn("WAB", phase), "H6", "14")
    never(turn("WAB", phase, H6=("57", "W E")), "H6", "63")


@pytest.mark.rule("1828-14.1-01")
def test_no_more_tiles_than_there_are():
    table = turn("WAB", "green", H6=("57", "SW NE"))
    assert "205" in tiles_for(table, "H6")
    table.with_tile("B14", "205", 0).operating_turn("WAB")
    assert "205" not in tiles_for(table, "H6")
    never(table, "H6", "205")


@pytest.mark.rule("1828-14.1-05")
def test_an_upgraded_tile_goes_back_to_the_supply():
    table = turn("WAB", "brown", H6=("205", "SW W NE")).with_company("MP", "Bob", Bob=6)
    lay(table, "I3", "57", "SW NE")
    table.operating_turn("MP")
    assert "205" not in {move["tile"] for move in table.legal("Bob", "lay", hex="I3")}
    table.operating_turn("WAB").do("Ann", "lay", **first(table, hex="H6", tile="63")).operating_turn("MP")
    assert "205" in {move["tile"] for move in table.legal("Bob", "lay", hex="I3")}


# --- what goes where


CITY = {"57", "14", "15", "205", "206", "63", "448", "449"}
TOWN = {"3", "4", "58"}
DOUBLE = {"1", "2", "55", "56", "69"}
PLAIN = {"7", "8", "9"}


@pytest.mark.rule(
    "1828-14.2-01",
    "1828-14.2-02",
    "1828-14.2-10",
    "1828-14.2-11",
    "1828-14.2-12",
    "1828-14.2-13",
    "1828-14.2-14",
)
@pytest.mark.parametrize(
    ("hex_id", "kinds"),
    [("H8", {"57"}), ("I11", TOWN), ("G11", DOUBLE), ("H10", PLAIN)],
)
def test_each_hex_takes_its_own_kind_of_yellow_tile(hex_id: str, kinds: set[str]):
    tiles = {
        "H8": {"H6": ("57", "W E")},
        "H10": {"H6": ("57", "W E"), "H8": ("57", "W E")},
        "I11": {"H6": ("57", "W E"), "H8": ("57", "W E"), "H10": ("8", "W SE")},
        "G11": {"H6": ("57", "W E"), "H8": ("57", "W E"), "H10": ("8", "W NE")},
    }[hex_id]
    table = turn("WAB", **tiles)
    assert tiles_for(table, hex_id) == kinds
    for tile in ({"57"} | TOWN | DOUBLE | PLAIN) - kinds:
        never(table, hex_id, tile)


@pytest.mark.rule("1828-14.2-03", "1828-14.2-04", "1828-14.2-05", "1828-14.2-06")
@pytest.mark.parametrize(
    ("company", "hex_id", "tile"), [("B&O", "I19", "53"), ("B&M", "E27", "121"), ("NYH", "G23", "54")]
)
def test_baltimore_boston_and_new_york_have_their_own_tiles(company: str, hex_id: str, tile: str):
    table = turn(company, "green")
    assert tiles_for(table, hex_id) == {tile}
    for other in ("14", "15", "205", "206", "59", "53", "54", "121"):
        if other != tile:
            never(table, hex_id, other)
    never(turn("WAB", "green", H6=("57", "W E")), "H6", tile)
    brown = {"53": "61", "121": "997", "54": "62"}[tile]
    table.do("Ann", "lay", **first(table, hex=hex_id))
    table.with_phase("brown").operating_turn(company)
    assert tiles_for(table, hex_id) == {brown}
    never(turn("WAB", "brown", H6=("14", "SW W NE E")), "H6", brown)


@pytest.mark.rule("1828-14.2-07", "1828-14.2-08", "1828-14.2-09")
def test_oo_hexes_take_oo_tiles():
    table = turn("ERIE", "green")
    assert tiles_for(table, "E15") == {"59"}
    for other in ("14", "15", "205", "206", "54"):
        never(table, "E15", other)
    never(turn("WAB", "green", H6=("57", "W E")), "H6", "59")
    stops = table.p.d.tiles["59"].rotations[0].stops
    assert [stop.kind for stop in stops] == ["city", "city"]
    table = Table1828().with_company("WAB", "Ann", Ann=6).with_phase("brown").with_tile("D14", "59", 0)
    table.with_marker("WAB", "D14/c0").operating_turn("WAB")
    assert tiles_for(table, "D14") <= {"64", "65", "66", "67", "68"}
    assert tiles_for(table, "D14")


@pytest.mark.rule("1828-14.3.1-02", "1828-11-05")
def test_nothing_on_gray_and_red_hexes():
    table = turn("GT", "brown")
    for hex_id in ("D4", "C5", "A5", "F10", "G3", "A3", "E13", "K11"):
        assert not tiles_for(table, hex_id)
        for tile in ("57", "14", "63", "9", "4"):
            never(table, hex_id, tile)


# --- edges


@pytest.mark.rule("1828-14.3.1-08", "1828-14.3.1-09", "1828-14.3.1-10", "1828-14.3.1-11")
def test_which_sides_of_all_hexes_are_shut():
    hexes = Table1828().p.d.map.hexes
    barriers = {("B20", "SE"), ("C21", "NW"), ("C15", "SE"), ("D16", "NW"), ("C17", "SW"), ("D16", "NE")}
    barriers |= {("E11", "SE"), ("F12", "NW")}
    for hex_id, facts in hexes.items():
        if facts.sheet.kind not in ("land", "yellow"):
            continue
        for name, side in EDGE.items():
            other = hexes.get(facts.around[side])
            printed = other is not None and other.sheet.kind in ("gray", "offboard")
            blank = printed and (side + 3) % 6 not in other.printed.exits
            shut = other is None or blank or (hex_id, name) in barriers
            assert (side not in facts.open) is shut, (hex_id, name)


@pytest.mark.rule("1828-14.3.1-08")
def test_no_track_off_the_map():
    table = turn("GT")
    table.refused("Ann", "lay", "14.3.1", hex="E5", tile="8", rotation=EDGE["SW"])
    table.do("Ann", "lay", hex="E5", tile="8", rotation=EDGE["NW"])


@pytest.mark.rule("1828-14.3.1-09")
def test_no_track_to_a_blank_side_of_a_gray_hex():
    table = turn("GT", B6=("7", "SW SE"))
    table.refused("Ann", "lay", "14.3.1", hex="C7", tile="7", rotation=EDGE["W"])
    table.do("Ann", "lay", hex="C7", tile="9", rotation=EDGE["NW"])


@pytest.mark.rule("1828-14.3.1-11")
def test_no_track_into_a_blue_barrier():
    table = Table1828().with_company("WAB", "Ann", Ann=6).cobourg_turn("Cem")
    table.refused("Cem", "lay", "14.3.1", hex="C17", tile="7", rotation=EDGE["SW"])
    table.do("Cem", "lay", hex="C17", tile="9", rotation=EDGE["W"])


# --- reach


@pytest.mark.rule("1828-14.3.1-03")
def test_track_must_lead_to_a_station():
    table = turn("WAB", H6=("57", "W E"))
    assert tiles_for(table, "H8") == {"57"}
    assert {move["rotation"] for move in table.legal("Ann", "lay", hex="H8", tile="57")} == {1, 4}
    for hex_id, tile in (("H10", "9"), ("G7", "9"), ("E23", "57")):
        assert not tiles_for(table, hex_id)
        never(table, hex_id, tile)


@pytest.mark.rule("1828-14.3.1-04")
@pytest.mark.parametrize("who", ["blocked", "NYC", "WAB", "nobody"])
def test_not_past_a_city_full_of_others(who: str):
    table = turn("WAB", H6=("57", "W E"), H8=("57", "W E"))
    if who == "blocked":
        table.with_block("H8/c0")
    elif who == "NYC":
        table.with_company("NYC", "Bob", Bob=6).with_marker("NYC", "H8/c0")
    elif who == "WAB":
        table.with_marker("WAB", "H8/c0")
    table.operating_turn("WAB")
    assert bool(tiles_for(table, "H10")) is (who in ("WAB", "nobody"))
    if who in ("blocked", "NYC"):
        table.refused("Ann", "lay", "14.3.1", hex="H10", tile="9", rotation=1)


@pytest.mark.rule("1828-14.3.1-05")
def test_not_through_the_coalfields_without_a_marker():
    tiles = {"K15": ("57", "W E"), "K13": ("4", "W E")}
    table = turn("C&O", **tiles)
    assert not tiles_for(table, "J12")
    assert not tiles_for(table, "J10")
    never(table, "J10", "9")
    table = turn("C&O", **tiles).with_coal("C&O").operating_turn("C&O")
    assert tiles_for(table, "J12")
    assert tiles_for(table, "J10")


@pytest.mark.rule("1828-14.3.1-06")
def test_a_trace_crosses_no_edge_twice():
    # East of Cincinnati the track forks backwards: to G9 one would have to turn round in Pittsburgh.
    line = {"H6": ("57", "W E"), "H8": ("57", "W E"), "H12": ("57", "W E")}
    table = turn("WAB", "green", H10=("23", "E W NW"), **line)
    assert tiles_for(table, "H14")
    assert not tiles_for(table, "G9")
    never(table, "G9", "9")
    # Where the fork opens forwards one may.
    table = turn("WAB", "green", H10=("23", "W E SE"), **line)
    assert tiles_for(table, "I11")


# --- upgrades


@pytest.mark.rule("1828-14.3.1-07", "1828-14.3.2-04", "1828-14.3.2-05", "1828-14.3.2-03")
@pytest.mark.parametrize(
    ("company", "hex_id", "tile", "sides"),
    [("WAB", "H6", "57", "W E"), ("WAB", "H6", "57", "SW NE"), ("WAB", "H10", "9", "W E"), ("WAB", "H10", "8", "W NE")],
)
def test_an_upgrade_keeps_what_is_joined(company: str, hex_id: str, tile: str, sides: str):
    around = {"H6": ("57", "W E"), "H8": ("57", "W E")} if hex_id == "H10" else {}
    table = turn(company, "green", **{**around, hex_id: (tile, sides)})
    kept = {EDGE[side] for side in sides.split()}
    legal = table.legal("Ann", "lay", hex=hex_id)
    assert legal
    for move in legal:
        after = table.p.d.tiles[str(move["tile"])].rotations[int(move["rotation"])]
        assert kept <= set(after.exits)
        assert bool(after.stops) is (hex_id == "H6")
    # Every turn of a green tile that drops one of them is refused.
    other = "14" if hex_id == "H6" else "24"
    for rotation in range(6):
        after = table.p.d.tiles[other].rotations[rotation]
        if not kept <= set(after.exits):
            table.refused("Ann", "lay", "14.3.2", hex=hex_id, tile=other, rotation=rotation)


@pytest.mark.rule("1828-14.3.2-07")
def test_stations_move_with_their_cities():
    table = turn("WAB", "green", H6=("57", "W E"))
    table.do("Ann", "lay", **first(table, hex="H6", tile="14"))
    assert table.markers_in("H6") == [("WAB", "H6/c0")]
    # In Newark and New York each stays in its own city.
    table = turn("NYH", "green").with_company("WAB", "Bob", Bob=6).with_marker("WAB", "G23/c0").operating_turn("NYH")
    table.do("Ann", "lay", **first(table, hex="G23"))
    track = table.p.ground.track("G23")
    keys = [stop.key for stop in track.stops]
    for company, side in (("WAB", "SW"), ("NYH", "NE")):
        stop = dict(table.markers_in("G23"))[company].split("/")[1]
        assert EDGE[side] in track.at[STOP + keys.index(stop)]


# --- the tunnel and coal


@pytest.mark.rule("1828-14.3.1.2-01", "1828-14.3.1.2-02", "1828-14.3.1.2-03", "1828-14.3.1.2-04")
def test_the_tunnel():
    table = turn("C&O", K15=("57", "W E"))
    moves = table.legal("Ann", "lay", hex="K13")
    assert {(move["tile"], move["rotation"]) for move in moves} <= {("4", 1), ("4", 4)}
    for tile in ("3", "58", "57", "9"):
        never(table, "K13", tile)
    for rotation in (0, 2, 3, 5):
        table.refused("Ann", "lay", hex="K13", tile="4", rotation=rotation)
    assert not tiles_for(turn("C&O", treasury=119, K15=("57", "W E")), "K13")
    table.do("Ann", "lay", **moves[0])
    assert (table.cash("C&O"), table.coal_of()) == (880, ["C&O"])
    assert (table.coal_at("K13"), table.coal_at("K11")) == (0, 2)


@pytest.mark.rule("1828-14.3.1.2-05", "1828-16.1-01")
def test_who_has_coal_already_puts_the_tunnels_marker_on_the_coalfields():
    table = turn("C&O", K15=("57", "W E")).with_coal("C&O").operating_turn("C&O")
    table.do("Ann", "lay", **first(table, hex="K13"))
    assert (table.coal_of(), table.coal_at("K13"), table.coal_at("K11")) == (["C&O"], 0, 2)


@pytest.mark.rule("1828-8.3-08", "1828-16.1-01", "1828-16.1-02")
@pytest.mark.parametrize("step", ["track", "train"])
def test_a_coal_marker_for_120_with_a_way_to_the_coalfields(step: str):
    tiles = {"K15": ("57", "W E"), "K13": ("4", "W E")}
    table = turn("C&O", **tiles).operating_turn("C&O", step)
    bank = table.cash("bank")
    table.do("Ann", "coal")
    assert (table.cash("C&O"), table.cash("bank")) == (880, bank + 120)
    assert (table.coal_of(), table.coal_at("K11")) == (["C&O"], 1)
    if step == "track":
        table.refused("Ann", "coal", "16.1")
    # Too poor; no way; none left.
    turn("C&O", treasury=119, **tiles).refused("Ann", "coal", "16.1")
    turn("C&O", K15=("57", "W E")).refused("Ann", "coal", "16.1")
    table = turn("C&O", **tiles).with_company("WAB", "Bob", Bob=6).with_company("NYC", "Bob", Bob=6)
    table.with_coal("WAB").with_coal("NYC").operating_turn("C&O").refused("Ann", "coal", "16.1")


@pytest.mark.rule("1828-11-11")
def test_the_track_of_e13_joins_d12_and_hamilton():
    table = Table1828()
    facts = table.p.d.map.hexes["E13"]
    assert {facts.around[side] for side in facts.printed.exits} == {"D12", "D14"}
    # It is gray: nothing is laid there.
    assert facts.sheet.kind == "gray"
