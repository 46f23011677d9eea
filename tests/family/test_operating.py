"""The operating round: who operates when, and through which steps; building track and stations in a turn."""

from __future__ import annotations

from engine.family import operating, tokens
from tests.positions.lines import lay
from tests.toy.table import ToyTable


def railways() -> ToyTable:
    """RED's price is 40, BLU's 30; neither has track."""
    return ToyTable().two_railways().privates(ferry="", mail="")


def verbs_by_step(table: ToyTable, company: str) -> list[str]:
    """The steps at which a company's president is asked in its turn."""
    asked: list[str] = []
    while table.s.agenda and table.s.agenda[-1].rule == "operating_turn" and table.s.agenda[-1].subject == company:
        asked.append(table.s.agenda[-1].step)
        table.do(table.deciders()[0], "skip")
    return asked


def test_companies_operate_dearest_first_each_once_a_round():
    table = railways().operating_round()
    assert table.happened("operates") == [{"company": "RED", "player": "p1"}]
    assert operating.has_operated(table.p, "RED") and not operating.has_operated(table.p, "BLU")
    verbs_by_step(table, "RED")
    assert [event["company"] for event in table.happened("operates")] == ["RED", "BLU"]
    assert operating.operator(table.p) == "BLU"


def test_a_price_that_has_fallen_changes_the_order_of_those_still_to_come():
    table = railways().with_company("GRN", "Cem", par=20).operating_turn("RED", "track").with_box("BLU", "3,1")
    frame = operating.round_frame(table.p)
    assert frame is not None
    assert operating.next_company(table.p, frame) == "GRN"


def test_steps_in_which_nothing_can_be_done_go_by():
    poor = railways().with_cash("RED", 0).with_box("BLU", "3,1").operating_round()
    assert "train" not in verbs_by_step(poor, "RED"), "no money for a train"
    rich = railways().with_cash("RED", 80).operating_round()
    asked = verbs_by_step(rich, "RED")
    assert asked[:2] == ["track", "train"], "no station or run without track to another city"


def test_a_turn_counts_when_it_is_over():
    table = railways().operating_round()
    turns = table.s.companies["RED"].turns
    verbs_by_step(table, "RED")
    assert table.s.companies["RED"].turns == turns + 1


def test_two_yellow_tiles_or_one_upgrade_as_the_title_says():
    table = railways().operating_turn("RED", "track").do("Ann", "lay", hex="B2", tile="5", rotation=3)
    assert table.s.agenda[-1].step == "track"
    table.do("Ann", "lay", hex="A3", tile="5", rotation=5)
    assert table.s.agenda[-1].subject != "RED" or table.s.agenda[-1].step != "track"
    assert [event["hex"] for event in table.happened("laid")] == ["B2", "A3"]


def test_terrain_is_paid_from_the_treasury():
    table = railways()
    lay(lay(table, "B2", "5", "NE E"), "A3", "6", "SW E")
    table.with_cash("RED", 19).operating_turn("RED", "track")
    assert "A5 costs $20" in table.refused("Ann", "lay", hex="A5", tile="58", rotation=5)
    table.with_cash("RED", 20).do("Ann", "lay", hex="A5", tile="58", rotation=5)
    assert table.cash("RED") == 0


def by_the_quay(treasury: int = 100) -> ToyTable:
    """RED can run to the Quay, which is kept for the ferry, and to Bluewater, where BLU leaves a space."""
    table = railways().with_cash("RED", treasury)
    lay(lay(table, "B2", "5", "NE E"), "A3", "5", "SW SE")
    return table.with_tile("B6", "14", 0).operating_turn("RED", "token")


def test_a_station_costs_what_the_charter_says_and_one_is_placed_a_turn():
    table = by_the_quay().do("Ann", "token", city="B6/c0")
    assert (table.cash("RED"), table.s.companies["RED"].markers) == (60, [])
    assert ("RED", "B6/c0") in [(marker.company, marker.stop) for marker in table.s.board.markers]
    assert "token" not in table.verbs("Ann")


def test_no_station_without_money_reach_or_space():
    assert "token" not in by_the_quay(39).verbs("Ann")
    table = by_the_quay()
    assert "cannot trace a route to Greenham (C3)" in table.refused("Ann", "token", city="C3/c0")
    assert "kept for FERRY" in table.refused("Ann", "token", city="A3/c0")
    assert "already has a station marker in" in table.refused("Ann", "token", city="B2/c0")
    full = by_the_quay().with_tile("A3", "14", 0).with_marker("GRN", "B6/c0", 1).operating_turn("RED", "token")
    assert "has no free space" in full.refused("Ann", "token", city="B6/c0")
    assert tokens.all_cities(table.p) == ("A3/c0", "B2/c0", "B6/c0", "C3/c0")
