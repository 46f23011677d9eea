"""The third step of a turn: station markers, moved markers, ports (8.5, 8.9)."""

from __future__ import annotations

import pytest

from engine.board.markers import BLOCK
from engine.board.network import reach_of
from tests.t1843.table import Table, lay_track
from tests.t1843.test_routes import loop


def line(table: Table) -> Table:
    """Orléans and Versailles joined, Versailles open to the east."""
    return lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E")


def po(phase: str = "yellow", treasury: int = 1000, **options: str) -> Table:
    """Ann's PO with its line."""
    table = Table(**options).with_phase(phase)
    return line(table.with_company("PO", "Ann", par=79, treasury=treasury, Ann=4, Bob=2))


@pytest.mark.rule("1843-8.5.1-01", "1843-8.5.1-02", "1843-8.5.1-04", "1843-8.5.1-09")
def test_the_first_marker_after_home_costs_forty_and_one_is_placed_a_turn():
    table = po().operating_turn("PO", "token")
    table.refused("Ann", "token", "8.5.1", city="D15/c0")
    table.do("Ann", "token", city="F15/c0")
    assert (table.cash("PO"), table.stations("PO")) == (960, ["F13/c0", "F15/c0"])
    assert table.step() != "token"


@pytest.mark.rule("1843-8.5.1-03", "1843-8.5.1-01")
def test_later_markers_cost_a_hundred_from_the_treasury():
    table = line(Table()).with_company("SO", "Ann", par=79, treasury=99, home=False, Ann=6)
    table.with_marker("SO", "F13/c0").with_marker("SO", "D15/c0").operating_turn("SO", "token")
    assert table.s.companies["SO"].markers == [100]
    assert "token" not in table.verbs("Ann")
    table = line(Table()).with_company("SO", "Ann", par=79, treasury=100, home=False, Ann=6)
    table.with_marker("SO", "F13/c0").with_marker("SO", "D15/c0").operating_turn("SO", "token")
    table.do("Ann", "token", city="F15/c0")
    assert table.cash("SO") == 0


@pytest.mark.rule("1843-8.5.1-02", "1843-8.5.1-03")
def test_every_company_pays_forty_for_its_first_marker_after_home_and_a_hundred_for_all_others():
    for company in Table().s.companies.values():
        assert company.markers == [0, 40, *[100] * (len(company.markers) - 2)]


@pytest.mark.rule("1843-8.5.1-05")
def test_the_trace_does_not_pass_a_full_city():
    table = lay_track(po(), "F17", "9", "W E")
    lay_track(table, "F19", "9", "W E")
    lay_track(table, "E20", "57", "SW NE")
    lay_track(table, "F19", "8", "W NE")
    assert {move["city"] for move in table.operating_turn("PO", "token").legal("Ann", "token")} == {"F15/c0", "E20/c0"}
    table.with_company("EST", "Bob", par=67, Bob=6).with_marker("EST", "F15/c0")
    assert table.operating_turn("PO", "token").legal("Ann", "token") == []


@pytest.mark.rule("1843-8.5.1-10")
def test_a_company_has_one_marker_a_hexagon():
    table = Table().with_phase("brown").with_tile("E16", "X11", 0)
    table.with_company("PO", "Ann", par=79, treasury=500, home=False, Ann=6).with_marker("PO", "E16/c1")
    table.operating_turn("PO", "token")
    assert all(not str(move["city"]).startswith("E16") for move in table.legal("Ann", "token"))


@pytest.mark.rule("1843-8.5.1-10")
def test_a_company_has_no_marker_in_the_other_city_of_its_hexagon_though_it_can_trace_to_it():
    table = loop(Table()).with_cash("MID", 500)
    assert reach_of(table.p, "MID").comes_to("J9/c1")
    table.operating_turn("MID", "token")
    assert "J9/c1" not in {move["city"] for move in table.legal("Ann", "token")}
    assert "token" not in table.verbs("Ann")


@pytest.mark.rule("1843-8.5.1-12")
def test_the_last_circle_of_a_home_is_kept():
    table = line(Table()).with_company("SO", "Ann", par=79, treasury=500, home=False, Ann=6).with_marker("SO", "F15/c0")
    table.operating_turn("SO", "token")
    assert "token" not in table.verbs("Ann")
    lay_track(table.with_phase("green"), "F13", "14", "W E NE SW")
    table.operating_turn("SO", "token").do("Ann", "token", city="F13/c0")


@pytest.mark.rule("1843-8.5.1-13", "1843-8.3-01")
def test_nobody_stands_in_albi_or_montauban_before_the_mid_has_chosen():
    table = Table().with_phase("green").with_tile("J9", "59", 0).with_company("SO", "Ann", par=79, treasury=500, Ann=6)
    table.with_tile("K8", "14", 0).with_marker("SO", "K8/c0")
    assert [m for m in table.operating_turn("SO", "token").legal("Ann", "token") if str(m["city"])[:2] == "J9"] == []
    table = Table().with_phase("green").with_tile("J9", "59", 0)
    table.with_company("MID", "Bob", par=67, home=False, turns=0, Bob=6).operating_round()
    assert table.top() == "home"
    assert table.deciders() == ["Bob"]
    table.do("Bob", "home", city="J9/c1")
    assert table.stations("MID") == ["J9/c1"]


@pytest.mark.rule("1843-8.3-01", "1843-8.5.1-13")
@pytest.mark.parametrize(("turns", "asked"), [(0, False), (1, True)])
def test_a_tile_in_albi_asks_the_mid_for_its_city_only_if_it_has_operated(turns: int, asked: bool):
    table = Table().with_phase("green").with_tile("K8", "14", 0).with_tile("J11", "9", 0)
    table.with_company("SO", "Ann", par=79, treasury=500, Ann=6).with_marker("SO", "K8/c0")
    table.with_company("MID", "Bob", par=94, treasury=500, home=False, turns=turns, Bob=6)
    table.operating_turn("SO", "track")
    table.do("Ann", "lay", **next(move for move in table.legal("Ann", "lay") if move["hex"] == "J9"))
    assert (table.top() == "home", table.stations("MID")) == (asked, [])
    if asked:
        table.do("Bob", "home", city="J9/c1")
        assert (table.top(), table.stations("MID")) == ("operating_turn", ["J9/c1"])
        return
    table.operating_turn("SO", "token")
    assert [move for move in table.legal("Ann", "token") if str(move["city"]).startswith("J9")] == []
    table.operating_round().refused("Ann", "home", city="J9/c1")
    table.do("Bob", "home", city="J9/c0")
    assert (table.stations("MID"), table.step()) == (["J9/c0"], "track")


@pytest.mark.rule("1843-8.4.2-09")
def test_the_mid_waits_for_track_in_its_home_and_may_lay_it_itself_from_green_phase():
    table = Table().with_company("MID", "Ann", par=67, treasury=500, home=False, turns=0, Ann=6).operating_round()
    assert (table.step(), table.stations("MID")) == ("train", [])  # It can do nothing before.
    table.do("Ann", "skip")
    table = Table().with_phase("green")
    table.with_company("MID", "Ann", par=67, treasury=500, home=False, turns=0, Ann=6).operating_round()
    assert {move["hex"] for move in table.legal("Ann", "lay")} == {"J9"}
    table.do("Ann", "lay", **table.legal("Ann", "lay")[0])
    assert (table.top(), table.deciders()) == ("home", ["Ann"])
    table.do("Ann", "home", city="J9/c0")
    assert table.stations("MID") == ["J9/c0"]


# --- moving


@pytest.mark.rule("1843-8.5.2-01", "1843-8.5.2-02", "1843-8.5.2-04", "1843-8.5.2-06", "1843-15.6-04", "1843-2-10")
def test_in_gray_phase_a_marker_moves_once_for_a_hundred_and_leaves_a_blocked_one():
    table = po("red").operating_turn("PO", "token")
    assert "move_token" not in table.verbs("Ann")
    table = po("gray").operating_turn("PO", "token")
    table.do("Ann", "move_token", **{"from": "F13/c0"}, city="F15/c0")
    assert (table.cash("PO"), table.stations("PO"), table.stations(BLOCK)) == (900, ["F15/c0"], ["F13/c0"])
    assert table.step() != "token"
    assert "move_token" not in table.operating_turn("PO", "token").verbs("Ann")


@pytest.mark.rule("1843-8.5.2-01")
@pytest.mark.parametrize("moved", [False, True])
def test_no_marker_moves_a_second_time(moved: bool):
    table = po("gray")
    if moved:
        table.with_moved("PO")
    assert ("move_token" in table.operating_turn("PO", "token").verbs("Ann")) == (not moved)


@pytest.mark.rule("1843-8.5.2-03")
def test_in_the_older_edition_moving_needs_a_gray_train():
    assert "move_token" in po("gray").operating_turn("PO", "token").verbs("Ann")
    older = po("gray", edition="2012").operating_turn("PO", "token")
    assert "move_token" not in older.verbs("Ann")
    assert "move_token" in older.with_train("PO", "Electric").operating_turn("PO", "token").verbs("Ann")


@pytest.mark.rule("1843-8.5.2-05", "1843-8.5.2-07")
def test_a_marker_may_move_within_its_tile():
    table = Table().with_phase("gray").with_tile("C20", "X09", 0)
    table.with_company("NOR", "Ann", par=79, treasury=100, Ann=6).operating_turn("NOR", "token")
    table.do("Ann", "move_token", **{"from": "C20/c0"}, city="C20/c0")
    slots = {marker.company: marker.slot for marker in table.s.board.markers}
    assert slots == {BLOCK: 0, "NOR": 1}


@pytest.mark.rule("1843-8.5.2-07", "1843-8.5.2-08")
def test_the_new_place_is_traced_from_the_old_one_and_blocked_markers_block():
    table = lay_track(po("gray").with_blocked("F15/c0"), "F17", "8", "W NE")
    lay_track(table, "E18", "8", "SW E")
    lay_track(table, "E20", "57", "W E")
    cities = {move["city"] for move in table.operating_turn("PO", "token").legal("Ann", "move_token")}
    assert cities == set()
    free = lay_track(lay_track(lay_track(po("gray"), "F17", "8", "W NE"), "E18", "8", "SW E"), "E20", "57", "W E")
    cities = {move["city"] for move in free.operating_turn("PO", "token").legal("Ann", "move_token")}
    assert cities == {"F15/c0", "E20/c0"}


# --- ports


def at_havre(**options: str) -> Table:
    """The PO's line from Le Havre to Rouen is not there: it has a marker in Le Havre and the town beyond it."""
    table = po(**options).with_tile("C14", "57", 0)
    return table.with_marker("PO", "C14/c0").with_train("PO", "2+1")


@pytest.mark.rule("1843-8.5.3-03", "1843-8.5.3-04", "1843-8.5.3-06", "1843-8.1-02", "1843-8.3-03")
def test_a_port_is_claimed_by_train_and_route_at_the_start_of_the_turn_and_pays_twenty():
    table = at_havre().operating_round()
    cash = table.cash("PO")
    table.do("Ann", "skip")
    assert table.legal("Ann", "claim_port") == [{"hex": "C14"}]
    table.do("Ann", "claim_port", hex="C14")
    assert (table.ports("PO"), table.cash("PO"), "C14" in table.s.board.signs) == (["C14"], cash, False)
    table.operating_round()
    assert table.cash("PO") == cash + 20


@pytest.mark.rule("1843-8.5.3-04", "1843-8.5.3-06")
def test_what_came_in_the_turn_itself_does_not_count_save_for_a_route_in_the_older_edition():
    for edition, may in (("2016", False), ("2012", True)):
        table = at_havre(edition=edition).token_step("PO")
        assert ("claim_port" in table.verbs("Ann")) is may
        table = at_havre(edition=edition).token_step("PO", "C14", train=False)
        assert "claim_port" not in table.verbs("Ann")


@pytest.mark.rule("1843-8.5.3-05", "1843-8.5.1-11")
def test_a_claim_and_a_station_marker_exclude_each_other():
    table = Table().with_company("SO", "Ann", par=79, treasury=500, Ann=6).with_train("SO", "2+1")
    line(table).with_marker("SO", "F13/c0").token_step("SO", "H7")
    assert {"token", "claim_port"} <= set(table.verbs("Ann"))
    before = table.game
    table.do("Ann", "token", city="F15/c0")
    assert table.step() != "token"
    table.game = before
    table.do("Ann", "claim_port", hex="H7")
    assert table.step() != "token"


@pytest.mark.rule("1843-8.5.3-02")
@pytest.mark.parametrize("city", ["C18/c0", "C18/c1"])
def test_the_port_of_boulogne_and_calais_is_in_both_cities(city: str):
    table = Table().with_phase("green").with_tile("C18", "10", 1).with_train("EST", "4+1")
    table.with_company("EST", "Ann", par=79, treasury=0, home=False, Ann=6).with_marker("EST", city)
    lay_track(lay_track(table, "C16", "9", "W E"), "C14", "14", "NE SW W E").with_tile("C20", "X03", 0)
    table.operating_round()
    assert "C18" in [note.on for note in table.s.agenda[-1].used if note.what == "had a route"]


@pytest.mark.rule("1843-8.9-01", "1843-8.3-07")
def test_ports_change_hands_for_twenty_with_both_directors_consent():
    table = (
        po().with_company("EST", "Bob", par=67, treasury=0, Bob=6).with_port("EST", "K8").operating_turn("PO", "ports")
    )
    table.do("Ann", "buy_port", hex="K8")
    assert table.ports("EST") == ["K8"]
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.ports("PO"), table.cash("EST"), table.cash("PO")) == (["K8"], 20, 980)
    poor = (
        po(treasury=19).with_company("EST", "Bob", par=67, Bob=6).with_port("EST", "K8").operating_turn("PO", "ports")
    )
    assert poor.step() != "ports"
