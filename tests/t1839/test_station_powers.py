"""The private companies that place or move station markers: when their owner is asked, and into which space."""

from __future__ import annotations

import pytest

from engine.core.state import Marker
from engine.titles.t1839.stations import room_refusal
from engine.view import view
from engine.words import Words
from tests.t1839.table import Table1839
from tests.t1839.test_privates import token_step, track_step

STOP = {"power": "move_station", "moment": "station step"}


# --- the Kabinet-Rochussen's owner asks for a stop


@pytest.mark.rule("1839-14.2.3.2.1-03", "1839-14.2.3.2.1-04")
def test_a_stop_asked_for_holds_when_the_director_skips_the_step():
    table = token_step().do("Bob", "hold", **STOP).do("Ann", "skip")
    assert (table.deciders(), "move_station" in table.verbs("Bob")) == (["Bob"], True)
    asked = view(table.game)
    assert Words(asked).decision(asked.decisions[0]) == "The game has paused at NCS's turn because Bob asked for it."
    table.refused("Ann", "token", "", city="G14/c0")
    table.refused("Ann", "run", "", routes="none")
    table.agree("Bob", "move_station", "Ann", station="G10/c0", city="G14/c0")
    assert (sorted(table.markers("NCS")), table.owner("KR")) == (["G14/c0", "H13/c0"], "closed")
    assert table.deciders() == ["Ann"]
    assert "token" not in table.verbs("Ann"), "who skipped the step has done with it"
    assert "run" in table.verbs("Ann")


@pytest.mark.rule("1839-14.2.3.2.1-03")
def test_whoever_is_stopped_for_may_go_on_and_is_stopped_for_once():
    table = token_step().do("Bob", "hold", **STOP).do("Ann", "skip").do("Bob", "go_on")
    assert (table.deciders(), "run" in table.verbs("Ann"), table.owner("KR")) == (["Ann"], True, "Bob")
    table.refused("Bob", "move_station", "", station="G10/c0", city="G14/c0")
    again = token_step().do("Bob", "hold", **STOP).do("Ann", "skip").do("Bob", "hold", **STOP).do("Bob", "go_on")
    assert "run" in again.verbs("Ann"), "the second stop is for another company's step"


@pytest.mark.rule("1839-14.2.3.2.1-03")
def test_without_a_stop_the_skip_goes_on_to_the_run():
    table = token_step().do("Ann", "skip")
    assert (table.deciders(), "run" in table.verbs("Ann")) == (["Ann"], True)
    table.refused("Bob", "move_station", "", station="G10/c0", city="G14/c0")


@pytest.mark.rule("1839-14.2.3.2.1-03")
def test_a_stop_asked_for_holds_when_the_director_places_a_marker():
    table = token_step().with_tile("F15", "9", 0).with_tile("E16", "57", 0).operating_turn("NCS", "token")
    table.do("Bob", "hold", **STOP).do("Ann", "token", city="G14/c0")
    assert (table.deciders(), "move_station" in table.verbs("Bob")) == (["Bob"], True)
    table.do("Bob", "go_on")
    assert "run" in table.verbs("Ann")


@pytest.mark.rule("1839-14.2.3.2.1-03", "1839-14.2.3.2.1-05")
def test_where_nothing_can_be_moved_the_stop_holds_for_the_next_company():
    table = token_step().do("Bob", "hold", **STOP)
    with table.arrange() as p:
        del p.s.board.tiles["G14"], p.s.board.tiles["H13"]
        p.board_changed()
    table.operating_turn("NCS", "token")
    assert "run" in table.verbs("Ann") or "buy_train" in table.verbs("Ann"), "nobody is asked in the step"
    assert [hold.seat for hold in table.s.holds] == ["p2"]
    table.with_tile("H13", "57", 0).with_tile("G14", "57", 0).operating_turn("NCS", "token").do("Ann", "skip")
    assert (table.deciders(), table.s.holds) == (["Bob"], [])


@pytest.mark.rule("1839-14.2.3.2.1-03")
def test_a_director_who_owns_it_is_not_stopped_for_after_a_skip():
    table = token_step("Ann").do("Ann", "hold", **STOP).do("Ann", "skip")
    assert "run" in table.verbs("Ann")
    assert [hold.seat for hold in table.s.holds] == ["p1"], "it holds for a company that another player directs"


# --- an empty space, or in place of the government


def two_spaces(at: str = "G14") -> Table1839:
    """Gouda has two spaces; the government's marker is in one."""
    return token_step().with_tile(at, "14", 0).with_government(f"{at}/c0").operating_turn("NCS", "token")


@pytest.mark.rule("1839-14.2.3.2.1-05", "1839-14.4-02")
@pytest.mark.parametrize(("space", "left"), [("empty", ["G10/c0", "G14/c0"]), ("government", ["G10/c0"])])
def test_the_rochussen_moves_a_marker_into_either_kind_of_space(space: str, left: list[str]):
    table = two_spaces()
    assert {m["space"] for m in table.legal("Bob", "move_station", station="G10/c0", city="G14/c0")} == {
        "empty",
        "government",
    }
    table.agree("Bob", "move_station", "Ann", station="G10/c0", city="G14/c0", space=space)
    assert sorted(table.markers("NS")) == left
    assert sorted(table.markers("NCS")) == ["G14/c0", "H13/c0"]


@pytest.mark.rule("1839-14.2.3.2.1-05", "1839-14.2.3.2.1-06")
def test_only_a_space_that_is_there_can_be_named():
    empty = token_step()
    empty.refused("Bob", "move_station", "", station="G10/c0", city="G14/c0", space="government")
    filled = token_step().with_government("G14/c0")
    filled.refused("Bob", "move_station", "", station="G10/c0", city="G14/c0", space="empty")
    filled.agree("Bob", "move_station", "Ann", station="G10/c0", city="G14/c0")
    assert (filled.markers("NS"), sorted(filled.markers("NCS"))) == (["G10/c0"], ["G14/c0", "H13/c0"])


@pytest.mark.rule("1839-14.2.2.1.2-04", "1839-14.4-02")
@pytest.mark.parametrize(("space", "left"), [("empty", ["I16/c0"]), ("government", [])])
def test_roosendaal_vlissingen_places_a_marker_in_either_kind_of_space(space: str, left: list[str]):
    table = track_step("SR-V", I16=("14", 0)).with_government("I16/c0")
    table.refused("Ann", "roosendaal", "", hex="I16", tile="no tile", station="yes", space="no such")
    table.do("Ann", "roosendaal", hex="I16", tile="no tile", station="yes", space=space)
    assert ("I16/c0" in table.markers("NCS"), table.markers("NS"), table.cash("NCS")) == (True, left, 420)


@pytest.mark.rule("1839-14.2.2.1.2-04", "1839-14.2.2.1.2-06")
@pytest.mark.parametrize(("space", "left"), [("empty", ["K16/c0"]), ("government", [])])
def test_roosendaal_vlissingen_may_do_so_on_the_tile_that_it_lays(space: str, left: list[str]):
    table = track_step("SR-V", K16=("57", 1)).with_government("K16/c0")
    table.refused("Ann", "roosendaal", "", hex="K16", tile="no tile", station="yes", space="empty")
    rotation = table.legal("Ann", "roosendaal", hex="K16", tile="14")[0]["rotation"]
    move = {"hex": "K16", "tile": "14", "rotation": rotation}
    spaces = [m["space"] for m in table.legal("Ann", "roosendaal", **move, station="yes")]
    assert spaces == ["empty", "government"]
    table.do("Ann", "roosendaal", **move, station="yes", space=space)
    assert ("K16/c0" in table.markers("NCS"), table.markers("NS")) == (True, left)


@pytest.mark.rule("1839-8.3.2.1-04", "1839-14.2.3.2.1-05")
@pytest.mark.parametrize(("arnhem", "may"), [("57", False), ("14", True)])
def test_a_marker_is_moved_to_venlo_only_if_the_nrs_is_left_a_place_before_the_move(arnhem: str, may: bool):
    table = track_step("SR-V", phase="blue", I16=(arnhem, 0)).with_private("KR", "Ann")
    table.with_marker("NCS", "I16/c0")
    # That part of the move's law which asks for no track between Arnhem and Venlo.
    refusal = room_refusal(table.p, "NCS", "K16/c0")
    assert (refusal is None) == may


@pytest.mark.rule("1839-14.2.2.1.2-04", "1839-8.3.2.1-01")
@pytest.mark.parametrize(("station", "left"), [("yes", False), ("no", True)])
def test_the_marker_of_the_power_is_the_companys_station_of_the_turn(station: str, left: bool):
    table = track_step("SR-V", H13=("57", 0), G14=("57", 0))
    with table.arrange() as p:
        p.s.companies["NCS"].markers.append(80)
    if station == "yes":
        table.do("Ann", "roosendaal", hex="I16", tile="no tile", station="yes")
    else:
        rotation = table.legal("Ann", "roosendaal", hex="K16", tile="57")[0]["rotation"]
        table.do("Ann", "roosendaal", hex="K16", tile="57", rotation=rotation, station="no")
    table.do("Ann", "skip")
    assert ("token" in table.verbs("Ann")) == left


@pytest.mark.rule("1839-14.2.2.1.2-07")
def test_the_power_is_of_no_use_after_the_track_step():
    table = track_step("SR-V", H13=("57", 0), G14=("57", 0))
    assert "roosendaal" in table.verbs("Ann")
    table.do("Ann", "skip").refused("Ann", "roosendaal", "", hex="I16", tile="no tile", station="yes")


@pytest.mark.rule("1839-14.2.3.2.1-08", "1839-14.2.3.2.1-06")
@pytest.mark.parametrize("back", ["G10/c0", "G10/c1"])
def test_moved_beside_another_marker_of_the_company_one_of_the_two_goes_back(back: str):
    table = token_step().with_tile("G10", "A425", 0).with_tile("H11", "1", 2).with_tile("H13", "57", 1)
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "G10/c1", 0), Marker("NCS", "H13/c0", 0)]
        p.board_changed()
    table.do("Bob", "hold", **STOP)
    left = len(table.s.companies["NCS"].markers)
    table.agree("Bob", "move_station", "Ann", station="H13/c0", city="G10/c0")
    assert table.deciders() == ["Ann"]
    table.do("Ann", "give_back", station=back)
    kept = {"G10/c0": "G10/c1", "G10/c1": "G10/c0"}[back]
    assert (table.markers("NCS"), sorted(table.markers("NS"))) == ([kept], sorted([back, "H13/c0"]))
    assert len(table.s.companies["NCS"].markers) == left + 1


@pytest.mark.rule("1839-14.2.3.2.3-03")
def test_the_diepenbrocks_train_goes_to_floated_companies_only():
    table = Table1839(("Ann", "Bob", "Cem")).with_privates_closed().with_company("MSS", "Bob", floated=False, Bob=3)
    table.with_company("NCS", "Bob", Bob=4)
    with table.arrange() as p:
        p.s.own.diepenbrock = "p2"
    table.stock_round("Ann").refused("Bob", "give_train", "14.2.3.2.3", company="MSS")
    table.do("Bob", "give_train", company="NCS")
    assert table.trains("NCS") == ["R4"]


@pytest.mark.rule("1839-14.2.2.1.1-03", "1839-8.3.1-05", "1839-14.2.2.1.1-05")
def test_after_the_laantjes_tile_the_turns_own_two_are_left_and_the_first_is_free():
    table = track_step("LVG")
    table.do("Ann", "laantje", hex="H13", tile="57", rotation=0)
    assert table.cash("NCS") == 480
    for fee in (0, 20):
        move = table.legal("Ann", "lay")[0]
        before = table.cash("NCS")
        table.do("Ann", "lay", **move)
        assert before - table.cash("NCS") == table.p.d.map.hexes[str(move["hex"])].cost + fee
    assert "lay" not in table.verbs("Ann")


@pytest.mark.rule("1839-14.2.2.1.1-05")
def test_the_laantje_may_come_between_the_turns_tiles():
    table = track_step("LVG").do("Ann", "lay", hex="H13", tile="57", rotation=0)
    table.do("Ann", "laantje", **table.legal("Ann", "laantje")[0])
    assert "lay" in table.verbs("Ann")
    assert "laantje" not in table.verbs("Ann"), "it has closed"


@pytest.mark.rule("1839-8.3.1-04", "1839-15.3.2-09")
def test_the_laantjes_tile_is_not_upgraded_in_the_same_turn():
    table = track_step("LVG").do("Ann", "laantje", hex="H13", tile="57", rotation=0)
    table.refused("Ann", "lay", "15.3.2", hex="H13", tile="14", rotation=0)
    table.operating_turn("NCS", "track")
    assert table.legal("Ann", "lay", hex="H13", tile="14")
