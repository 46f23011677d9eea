"""How moves that are not allowed are refused: with the reason of the case at hand, and its section."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.lay import turn_refusal
from engine.core.errors import Illegal
from engine.core.naming import named_refusal
from engine.core.slots import Text
from engine.titles.t1839.running import RunTrains
from engine.titles.t1839.stations import place_refusal
from tests.positions.lines import lay
from tests.t1839.table import Table1839
from tests.t1839.test_routes import line
from tests.t1839.test_stations import against, placing


def trading() -> Table1839:
    """Ann directs the NCS and Bob the MSS; Ann is on turn in a stock round."""
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, pool=2)
    return table.with_company("MSS", "Bob", Bob=4, Ann=2).stock_round("Ann")


def typed(table: Table1839, who: str, text: str) -> str:
    """What is said against routes that are written by their trains and stops."""
    p, seat = table.p, table.seat(who)
    law = RunTrains()
    asked = law.values(p, seat, law.choices(), "routes")
    assert isinstance(asked, Text)
    with pytest.raises(Illegal) as refused:
        asked.read(text)
    return str(refused.value)


def let_fall(table: Table1839) -> Table1839:
    """Nobody redeems what has just been sold."""
    while table.s.agenda[-1].rule == "redeem_sold":
        table.do(table.deciders()[0], "let_fall")
    return table


@pytest.mark.rule("1839-7.1-02")
def test_a_second_sale_is_refused_by_the_order_of_the_turn():
    table = let_fall(trading().do("Ann", "sell", company="MSS", shares=1))
    assert table.refused("Ann", "sell", company="MSS", shares=1) == (
        "you may sell MSS only once before your purchase, and you have: "
        "you can sell it once more after a purchase (7.1)."
    )
    let_fall(table.do("Ann", "sell", company="NCS", shares=1)).do("Ann", "par", company="ZHESM", price=82)
    let_fall(table.do("Ann", "sell", company="MSS", shares=1))
    assert table.units("pool", "MSS") == 2


@pytest.mark.rule("1839-7.4-02")
def test_nobody_directs_a_company_that_has_not_been_started():
    table = trading()
    assert table.refused("Ann", "redeem", company="ZHESM", shares=1) == "ZHESM has not been started (7.5)."
    assert table.refused("Ann", "redeem", company="MSS", shares=1) == "only the director of MSS may do this (7.4)."
    table.do("Ann", "redeem", company="NCS", shares=1)


@pytest.mark.rule("1839-14.2.3.2.1-03")
def test_the_rochussen_says_what_it_waits_for():
    table = placing().with_private("KR", "Cem").operating_turn("NCS", "token")
    early = table.refused("Cem", "move_station", station="G10/c0", city="G14/c0")
    assert early == "Kabinet-Rochussen can be used only from the blue phase on (14.2.3.2.1)."
    assert table.refused("Bob", "move_station", station="G10/c0", city="G14/c0") == (
        "you do not own Kabinet-Rochussen (14.2.3.2.1)."
    )
    table.with_phase("blue")
    assert "move_station" in table.verbs("Cem")
    table.operating_turn("NCS", "run")
    assert table.refused("Cem", "move_station", station="G10/c0", city="G14/c0") == (
        "a station marker can only be moved in a company's station step (14.2.3.2.1)."
    )


@pytest.mark.rule("1839-14.2.2.1.1-05")
def test_a_power_of_a_company_says_whether_it_is_not_owned_or_its_step_is_over():
    table = placing().with_private("LVG", "Bob").operating_turn("NCS", "token")
    told = {"hex": "H7", "tile": "7", "rotation": 0}
    assert table.refused("Ann", "laantje", "14.2.2.1.1", **told).startswith("NCS does not own ")
    table.with_private("LVG", "NCS").operating_turn("NCS", "token")
    assert table.refused("Ann", "laantje", **told).startswith(
        "you cannot laantje now: that step of NCS's turn is over; you can "
    )


@pytest.mark.rule("1839-8.3.2.3-02", "1839-14.2.3.2.3-03")
def test_a_nationalised_company_is_not_said_to_be_still_to_float_or_operate():
    table = placing().with_phase("dark brown").with_company("MSS", "Bob", Bob=4).with_company("NWS", "Bob", Bob=4)
    table.with_company("HIJSM", "Cem", Cem=4, floated=False).with_private("DeRtU", "closed")
    with table.arrange() as p:
        p.s.own.diepenbrock = table.seat("Bob")
    table.with_closed("NWS").operating_turn("NCS", "token")
    told = {company: table.refused("Bob", "give_train", company=company) for company in ("NWS", "ZHESM", "HIJSM")}
    assert told == {
        "NWS": "NWS is closed (14.2.3.2.3).",
        "ZHESM": "ZHESM has not been started (14.2.3.2.3).",
        "HIJSM": "HIJSM has not floated (14.2.3.2.3).",
    }
    swaps = [table.refused("Ann", "swap", station="G10/c0", company=company) for company in ("NWS", "HIJSM")]
    assert swaps == ["NWS is closed (8.3.2.3).", "HIJSM has not operated yet (8.3.2.3)."]
    table.agree("Ann", "swap", "Bob", station="G10/c0", company="MSS", city="B19/c0")
    table.do("Bob", "give_train", company="MSS")


@pytest.mark.rule("1839-14.2.2.1.2-02", "1839-14.2.2.1.2-03")
def test_a_power_says_that_its_private_company_has_closed_and_cites_its_own_price():
    table = placing().with_private("SR-V", "NCS").with_cash("NCS", 79).operating_turn("NCS", "track")
    told = {"hex": "I16", "tile": "57", "rotation": 0, "station": "no"}
    assert table.refused("Ann", "roosendaal", **told) == ("that costs f80: the treasury of NCS holds f79 (14.2.2.1.2).")
    table.with_cash("NCS", 500).operating_turn("NCS", "track").do("Ann", "roosendaal", **told)
    assert table.refused("Ann", "roosendaal", **told) == (
        "Spoorlijn Roosendaal - Vlissingen has closed as a private company (14.2.2.1.2)."
    )


@pytest.mark.rule("1839-8.3.2.1-03", "1839-8.3.2.2-02")
def test_a_place_that_is_occupied_is_not_said_to_be_reserved():
    assert not against(placing(), "G14/c0")
    full = placing().with_company("MSS", "Bob", Bob=4, home=False).with_marker("MSS", "G14/c0")
    assert against(full, "G14/c0") == "G14/c0 has no free space (8.3.2.2)."
    kept = placing().with_company("L1", "Bob", homes=("G14", "I8"), home=False, floated=False, Bob=4)
    assert against(kept, "G14/c0") == "what is left in G14 is reserved for L1 (8.3.2.1)."


@pytest.mark.rule("1839-7.5-12")
def test_homes_are_refused_where_places_are_occupied_or_reserved():
    def told(table: Table1839, hex_id: str) -> str:
        return table.refused("Ann", "par", company="L1", price=31, home=hex_id, second_home="L17")

    table = Table1839().with_privates_closed().stock_round("Ann")
    assert told(table, "I12") == "what is left in Utrecht (I12) is reserved for NRS (7.5)."
    table.with_company("NCS", "Bob", Bob=4, home=False).with_marker("NCS", "I12/c0").stock_round("Ann")
    assert told(table, "I12") == "every place in Utrecht (I12) is occupied (7.5)."


def test_a_barrier_is_named_with_the_phase_in_which_it_opens():
    table = Table1839().with_phase("light green").with_company("NCS", "Ann", Ann=4)
    sneek = table.p.d.tiles["58"].rotations
    table.with_tile("C12", "58", next(turn for turn in range(6) if EDGE["W"] in sneek[turn].exits))
    refusal = turn_refusal(table.p, "C10", "82", 0)
    assert refusal is not None and named_refusal(table.p, refusal).sentence() == (
        "the track in C10 would cross the barrier on the east side of C10: it opens in the light red phase (15.3.1)."
    )
    assert turn_refusal(table.with_phase("light red").p, "C10", "82", 0) is None


@pytest.mark.rule("1839-8.3.2.2-05", "1839-8.3.2.2-02")
def test_a_city_behind_a_barrier_is_told_from_one_that_no_track_leads_to():
    def told(table: Table1839) -> str:
        refusal = place_refusal(table.p, "HIJSM", "E10/c0")
        return named_refusal(table.p, refusal).sentence() if refusal else ""

    table = Table1839().with_privates_closed().with_phase("light green")
    table.with_company("HIJSM", "Ann", Ann=4, home=False).with_marker("HIJSM", "B13/c0")
    assert told(table) == "HIJSM cannot trace track to Hoorn (E10) (8.3.2.2)."
    lay(table, "E8", "8", "NW E")
    assert told(table) == (
        "HIJSM can trace track to Hoorn (E10) only over a barrier: barriers open in the light red phase (8.3.2.2)."
    )
    with table.with_phase("light red").arrange() as p:
        p.board_changed()
    assert told(table) == "what is left in Hoorn (E10) is reserved for ZHESM (8.3.2.1)."


@pytest.mark.rule("1839-16.2-17", "1839-8.3.2.3-08")
def test_a_typed_route_names_the_barrier_or_the_swapped_marker_in_its_way():
    table = Table1839().with_privates_closed().with_phase("light green").with_train("HIJSM", "3")
    table.with_company("HIJSM", "Ann", Ann=4, home=False).with_marker("HIJSM", "B13/c0")
    lay(table, "E8", "8", "NW E").operating_turn("HIJSM", "run")
    assert typed(table, "Ann", "3: B13 E10") == (
        "HIJSM can trace track to Hoorn (E10) only over a barrier: barriers open in the light red phase (16.2)."
    )
    assert typed(table, "Ann", "3: B13 H5") == "no route leads from Leeuwarden (B13) to any other stop (16.2)."

    table = placing().with_company("MSS", "Bob", Bob=4).with_train("NCS", "3").operating_turn("NCS", "token")
    assert typed(table, "Ann", "3: B19 A20") == (
        "no route from the company's station markers leads to Groningen (B19) (16.2)."
    )
    table.agree("Ann", "swap", "Bob", station="G10/c0", company="MSS", city="B19/c0")
    assert typed(table, "Ann", "3: B19 A20") == (
        "NCS swapped for its marker in Groningen (B19) this turn, so the marker does not count for its routes "
        "(8.3.2.3)."
    )


@pytest.mark.rule("1839-14.3.2.2.1-03")
def test_a_local_is_told_that_off_board_areas_are_not_for_locals():
    table = line("L1", "2").operating_turn("L1", "run")
    assert typed(table, "Ann", "2: L17 L19") == "a local company's routes include no off-board areas (14.3.2.2.1)."
    table.do("Ann", "run", routes=table.legal("Ann", "run")[0]["routes"])
