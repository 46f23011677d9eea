"""Home markers, the Erie's choice, and the markers that cost money."""

from __future__ import annotations

import pytest

from bot.discord.games.game_lookup import GameContext
from bot.menu.move.places import charted
from bot.menu.move.walk import walk_named
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine.board.geometry import EDGE
from engine.board.tiles import STOP
from engine.core.verbs import Act
from engine.prospects import Station, earning, station_of
from tests.positions.lines import lay
from tests.t1830.table import Table, altoona


def first_turn(company: str) -> Table:
    """Ann's company is about to operate for the first time."""
    return Table().with_company(company, "Ann", Ann=6, home=False, turns=0).operating_round()


@pytest.mark.rule("1830-stations-09")
@pytest.mark.parametrize(("company", "home"), [("PRR", "H12"), ("NYNH", "G19")])
def test_homes(company: str, home: str):
    table = first_turn(company)
    assert (table.markers_in(home), table.cash(company)) == ([(company, f"{home}/c0")], 1000)
    assert len(table.s.board.markers) == 1
    # The free one is gone, those that cost money are left.
    assert table.s.companies[company].markers == list(table.p.d.companies[company].markers[1:])


@pytest.mark.rule("1830-stations-06")
def test_the_new_havens_city_is_the_one_to_the_northeast():
    track = first_turn("NYNH").p.ground.track("G19")
    assert {frozenset(piece) for piece in track.pieces} == {
        frozenset({EDGE["NE"], STOP}),
        frozenset({EDGE["SW"], STOP + 1}),
    }


@pytest.mark.rule("1830-stations-06")
def test_a_tile_takes_the_new_havens_city_along():
    table = Table().with_company("NYNH", "Ann", Ann=6, home=False, turns=0).with_tile("G19", "54", 0).operating_round()
    assert table.markers_in("G19") == [("NYNH", "G19/c1")]
    track = table.p.ground.track("G19")
    assert (EDGE["NE"], STOP + 1) in track.pieces or (STOP + 1, EDGE["NE"]) in track.pieces


# --- the Erie


@pytest.mark.rule("1830-stations-08", "1830-stations-10")
@pytest.mark.parametrize("laid", [False, True])
@pytest.mark.parametrize("city", ["E11/c0", "E11/c1"])
def test_the_erie_chooses_its_city(city: str, *, laid: bool):
    table = Table().with_company("ERIE", "Ann", Ann=6, home=False, turns=0)
    if laid:
        lay(table, "E11", "59", "E NW")
    table.operating_round()
    assert table.deciders() == ["Ann"]
    assert table.markers_in("E11") == []
    table.refused("Ann", "home", city="H18/c0")
    table.refused("Bob", "home", city=city)
    table.do("Ann", "home", city=city)
    assert (table.markers_in("E11"), table.cash("ERIE")) == ([("ERIE", city)], 1000)
    assert table.operating() == "ERIE"


@pytest.mark.rule("1830-stations-10")
def test_the_erie_chooses_a_city_with_a_space():
    table = Table().with_company("ERIE", "Ann", Ann=6, home=False, turns=0).with_marker("NYC", "E11/c0")
    table.operating_round().refused("Ann", "home", city="E11/c0")
    assert table.do("Ann", "home", city="E11/c1").markers_in("E11") == [("NYC", "E11/c0"), ("ERIE", "E11/c1")]


@pytest.mark.rule("1830-stations-10")
def test_a_tile_does_not_move_the_eries_home():
    table = Table().with_company("ERIE", "Ann", Ann=6, home=False, turns=0).with_phase("3").operating_round()
    table.do("Ann", "home", city="E11/c1")
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="E11")[0])
    assert table.markers_in("E11") == [("ERIE", "E11/c1")]
    assert table.operating() == "ERIE"


@pytest.mark.rule("1830-stations-11")
def test_until_then_nobody_else_comes_to_e11():
    def beside() -> Table:
        """The PRR has a marker in Rochester, from where track leads to a city of E11."""
        table = altoona().with_marker("PRR", "D14/c0")
        lay(table, "E13", "8", "NE W")
        return table.with_tile("E11", "59", 2)

    table = beside().operating_turn("PRR", "token")
    for city in ("E11/c0", "E11/c1"):
        table.refused("Ann", "token", "stations", city=city)
    table = beside().with_company("ERIE", "Bob", Bob=6).operating_turn("PRR", "token")
    assert table.markers_in("E11") == [("ERIE", "E11/c0")]
    table.do("Ann", "token", city="E11/c1")


@pytest.mark.rule("1830-stations-12")
def test_other_homes_are_kept_too():
    def albany() -> Table:
        """Two spaces in Albany, to which the PRR's track leads from Scranton."""
        table = altoona().with_marker("PRR", "F16/c0")
        lay(lay(table, "F16", "57", "W E"), "F18", "8", "W NE")
        return table.with_tile("E19", "14", 0)

    assert albany().operating_turn("PRR", "token").do("Ann", "token", city="E19/c0").markers_in("E19")
    taken = albany().with_marker("CPR", "E19/c0").operating_turn("PRR", "token")
    taken.refused("Ann", "token", "stations", city="E19/c0")
    came = albany().with_company("NYC", "Bob", Bob=6).operating_turn("PRR", "token")
    assert came.do("Ann", "token", city="E19/c0").markers_in("E19") == [("NYC", "E19/c0"), ("PRR", "E19/c0")]


# --- further markers


@pytest.mark.rule("1830-stations-21")
def test_one_marker_a_turn():
    table = lay(altoona(), "H10", "57", "E W").operating_turn("PRR", "token").do("Ann", "token", city="H16/c0")
    table.refused("Ann", "token", city="H10/c0")
    table.operating_turn("PRR", "token").do("Ann", "token", city="H10/c0")


@pytest.mark.rule("1830-stations-22")
def test_the_treasury_pays():
    altoona("token", treasury=39).refused("Ann", "token", city="H16/c0")
    table = altoona("token", treasury=40).do("Ann", "token", city="H16/c0")
    assert (table.cash("PRR"), table.cash("Ann")) == (0, 800)


@pytest.mark.rule("1830-stations-23")
def test_a_marker_needs_a_way_and_a_space():
    table = altoona("token")
    for city in ("H10/c0", "H18/c0", "D14/c0", "F22/c0"):
        table.refused("Ann", "token", city=city)
    table.do("Ann", "token", city="H16/c0")
    full = lay(altoona().with_marker("NYC", "H16/c0"), "H10", "57", "E W").operating_turn("PRR", "token")
    full.refused("Ann", "token", "stations", city="H16/c0")
    full.refused("Ann", "token", "stations", city="H12/c0")
    full.do("Ann", "token", city="H10/c0")


@pytest.mark.rule("1830-stations-24")
@pytest.mark.parametrize("rules", ["rulebook", "18xx.games"])
def test_one_marker_in_a_hex(rules: str):
    def philadelphia(company: str) -> Table:
        """The PRR's track leads to one city of the hex; a company has a marker in the other."""
        table = lay(altoona(rules=rules), "H18", "59", "W NE").with_company("NYC", "Bob", Bob=6)
        return table.with_marker(company, "H18/c1").operating_turn("PRR", "token")

    philadelphia("PRR").refused("Ann", "token", "stations", city="H18/c0")
    table = philadelphia("NYC").do("Ann", "token", city="H18/c0")
    assert table.markers_in("H18") == [("NYC", "H18/c1"), ("PRR", "H18/c0")]
    # Nor does it help that the first one came there in the same way.
    table.operating_turn("PRR", "token").refused("Ann", "token", "stations", city="H18/c1")


# --- what a panel says of them


def test_it_is_known_beforehand_whom_a_marker_stops():
    table = lay(altoona().with_company("NYC", "Bob", Bob=6).with_company("B&M", "Cem", Cem=6), "H18", "59", "W NE")
    table.with_marker("NYC", "H18/c0").with_train("NYC", "4").operating_turn("PRR", "token")
    game = table.game
    after, _ = game.apply(table.seat("Ann"), Act("token", {"city": "H16/c0"}))
    # The New York Central comes to Lancaster and, through it, to Altoona; the Boston & Maine is elsewhere.
    assert station_of(game, after) == Station("H16/c0", 0, (("NYC", ("H12/c0",)),))
    here = GameContext(Present(GameRow(id=1, title="1830"), [], {}, game, 0, 1), table.seat("Ann"))
    shown = charted(here.moves, walk_named(here.moves, "token", {}))
    assert shown is not None and shown.text == (
        "`1` Lancaster (H16): $40 · fills the last space · NYC can no longer run through"
        " · NYC can no longer reach Altoona (H12)"
    )
    assert shown.picture.what == "map"
    best = [earning(one, "NYC") for one in (game, after)]
    assert [bool(one) and "H12" in str(one.runs) for one in best] == [True, False]


def test_where_a_space_is_left_nobody_is_stopped():
    table = lay(altoona(phase="5").with_company("NYC", "Bob", Bob=6), "H18", "59", "W NE")
    table.with_marker("NYC", "H18/c0").with_tile("H16", "14", 0).operating_turn("PRR", "token")
    found = [
        station_of(table.game, table.game.apply(table.seat("Ann"), Act("token", {"city": city}))[0])
        for city in table.game.values(table.seat("Ann"), "token", {})[1]
    ]
    assert [(one.stop, one.left, one.stopped) for one in found if one and one.stop == "H16/c0"] == [("H16/c0", 1, ())]
    skipped, _ = table.game.apply(table.seat("Ann"), Act("skip"))
    assert station_of(table.game, skipped) is None
