"""Private companies: income, sale, closing, locals that come of them, powers (14.2)."""

from __future__ import annotations

import pytest

from engine.core.state import Marker
from tests.t1839.table import Table1839
from tests.t1839.test_phases import about_to_buy, buy, give

FOUR = ("Ann", "Bob", "Cem", "Dan")


def all_held(by: str = "Bob", **others: str) -> Table1839:
    """Bob owns every private company, unless another owner is named."""
    table = Table1839(FOUR)
    for private in table.p.d.privates:
        if private != "RH":
            table.with_private(private, others.get(private.replace("-", "_"), by))
    with table.arrange() as p:
        for cert, place in p.s.certs.items():
            if place.startswith("with:"):
                p.s.certs[cert] = "ipo"
    return table


@pytest.mark.rule("1839-8.1-01", "1839-14.2.1-01", "1839-14.2.1-06", "1839-14.2.3.2.2-02", "1839-8.1-04")
def test_income_at_the_start_of_each_operating_round():
    table = all_held().with_private("LVG", "AMS").with_company("AMS", "Ann", treasury=100, Ann=4).with_train("AMS", "2")
    table.operating_round(number=1, of=2)
    rest = 10 + 30 + 30 + 40 + 40 + 60
    assert (table.cash("Bob"), table.cash("AMS")) == (420 + rest, 110)
    assert table.deciders() == ["Ann"]
    assert [event["amount"] for event in table.happened("private_pays") if event["private"] == "KFvSeaW"] == [0]
    table.operating_round(number=2, of=2)
    assert table.cash("Bob") == 420 + 2 * rest + 20
    table.operating_round(number=2, of=2)
    assert table.cash("Bob") == 420 + 3 * rest + 20 + 40


@pytest.mark.rule("1839-8.1-02", "1839-8.1-03", "1839-14.2.1-02")
def test_the_red_one_costs_a_hundred_and_may_ruin_its_owner():
    table = Table1839(FOUR).with_privates_closed().with_private("RH", "Bob").with_company("NCS", "Ann", Ann=4, Bob=1)
    table.with_train("NCS", "2").operating_round()
    assert table.cash("Bob") == 320
    poor = Table1839(FOUR).with_privates_closed().with_private("RH", "Bob").with_company("NCS", "Ann", Ann=4, Bob=2)
    poor.with_cash("Bob", 40).with_train("NCS", "2").operating_round()
    assert poor.deciders() == ["Bob"]
    poor.refused("Bob", "sell", "8.4.1", company="NCS", shares=2)
    poor.do("Bob", "sell", company="NCS", shares=1).do("Ann", "let_fall")
    assert (poor.cash("Bob"), poor.deciders()) == (7, ["Ann"])
    ruined = Table1839(FOUR).with_privates_closed().with_private("RH", "Bob").with_cash("Bob", 99)
    ruined.operating_round()
    assert ruined.s.players[1].out == "bankrupt"
    assert ruined.owner("RH") == "closed"


def selling(phase: str = "light green", owner: str = "Bob") -> Table1839:
    table = all_held(owner).with_phase(phase).with_company("NCS", "Ann", treasury=300, Ann=4).with_train("NCS", "2")
    return table.operating_turn("NCS", "track")


@pytest.mark.rule("1839-14.2.1-03", "1839-8.3-15", "1839-17.3-02")
def test_green_ones_are_sold_from_light_green_phase_on():
    selling("dark yellow").refused("Ann", "buy_private", "14.2.1", private="LVG", price=50)
    table = selling()
    for step in ("track", "token", "train"):
        table.operating_turn("NCS", step)
        assert "buy_private" in table.verbs("Ann"), step


@pytest.mark.rule("1839-14.2.1-04", "1839-14.2.1-05", "1839-14.2.1-06", "1839-8.3-15")
def test_both_agree_and_the_treasury_pays():
    table = selling()
    table.refused("Ann", "buy_private", "", private="LVG", price=91)
    table.refused("Ann", "buy_private", "", private="LVG", price=0)
    table.do("Ann", "buy_private", private="LVG", price=90)
    assert table.owner("LVG") == "Bob"
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.owner("LVG"), table.cash("NCS"), table.cash("Bob")) == ("NCS", 210, 510)
    own = selling(owner="Ann")
    own.do("Ann", "buy_private", private="LVG", price=1)
    assert (own.owner("LVG"), own.cash("Ann")) == ("NCS", 421)


@pytest.mark.rule("1839-14.2.1-08")
def test_others_are_not_for_sale():
    table = selling()
    for private in ("LP", "JJB", "KR", "KFvSeaW", "DeRtU", "CM", "WCTS", "CO", "AB", "AV"):
        table.refused("Ann", "buy_private", "14.2.1", private=private, price=50)


# --- closing


def after_the_pincoffs() -> Table1839:
    """The Pincoffs has closed in Ann's turn, which is over; the price of two other locals is 25."""
    table = about_to_buy("2+1", private=("LP", "Bob"))
    for company, homes in (("L1", ("N17", "G14")), ("L2", ("D19", "K6"))):
        table.with_company(company, "Cem", homes=homes, Cem=2).with_price(company, 25)
    return buy(table, "2+1").do("Ann", "skip")


@pytest.mark.rule("1839-14.2.3.1-05", "1839-8.3-14")
def test_the_pincoffs_becomes_a_local_after_the_turn():
    table = buy(about_to_buy("2+1", private=("LP", "Bob")), "2+1")
    assert (table.owner("LP"), table.deciders()) == ("closed", ["Ann"]), "first the turn is played to its end"
    table.refused("Bob", "take_local", "", company="L3", home="I8", second_home="L3")
    assert table.do("Ann", "skip").deciders() == ["Bob"]
    table.do("Bob", "take_local", company="L3", home="I8", second_home="L3")


@pytest.mark.rule("1839-14.2.3.1-08", "1839-7.5-09", "1839-7.5-08")
def test_a_third_local_starts_at_25_for_a_private_company():
    table = after_the_pincoffs().do("Bob", "take_local", company="L3", home="I8", second_home="L3")
    assert [table.on(local) for local in ("L1", "L2", "L3")] == [("local", 25)] * 3


@pytest.mark.rule("1839-14.2.3.1-06", "1839-14.2.3.1-07")
def test_the_local_of_the_pincoffs_costs_nothing_and_its_owner_chooses_the_homes():
    table = after_the_pincoffs()
    cash = table.cash("Bob")
    table.refused("Bob", "take_local", "14.2.3", company="L1", home="I8", second_home="L3")
    table.refused("Bob", "take_local", "7.5", company="L3", home="J7", second_home="G18")
    table.do("Bob", "take_local", company="L3", home="I8", second_home="L3")
    assert (table.units("Bob", "L3"), table.cash("Bob"), table.president("L3")) == (4, cash, "Bob")
    assert table.own.homes["L3"] == ["I8", "L3"]
    assert not table.s.companies["L3"].floated


@pytest.mark.rule("1839-14.2.3.1-04")
def test_the_beijnes_closes_with_dark_green_phase():
    table = buy(about_to_buy("3+", private=("JJB", "Bob")), "3+")
    assert table.owner("JJB") == "closed"
    table.do("Ann", "skip").do("Ann", "keep")
    assert table.verbs("Bob")[0] == "take_local"


@pytest.mark.rule("1839-14.2.3.1-09", "1839-14.2.3.3-08")
@pytest.mark.parametrize(("kind", "private"), [("2+1", "LP"), ("R5", "CO")])
def test_eighty_if_no_local_can_be_started(kind: str, private: str):
    table = about_to_buy(kind, private=(private, "Bob"))
    spots = iter(("I8", "L3", "N17", "G14", "D19", "K6", "E14", "J7", "B17", "G18", "K16"))
    for number in range(1, 9):
        homes = (next(spots), next(spots)) if number < 6 else ()
        table.with_company(f"L{number}", "Cem", homes=homes, home=bool(homes), Cem=2)
    buy(table, kind).do("Ann", "skip")
    if kind == "R5":
        table.do("Ann", "keep")
    assert table.cash("Bob") == 420 + 80


@pytest.mark.rule("1839-14.2.3.1-09")
def test_eighty_if_there_is_no_room_for_two_homes():
    table = about_to_buy("2+1", private=("LP", "Bob"))
    from engine.titles.t1839 import places

    with table.arrange() as p:
        for hex_id in places.city_hexes(p):
            for stop in places.cities(p, hex_id):
                for slot in places.free(p, stop).get("empty", []):
                    p.s.board.markers.append(Marker("MSS", stop, slot))
    buy(table, "2+1").do("Ann", "skip")
    assert table.cash("Bob") == 500


@pytest.mark.rule("1839-14.2.3.3-04", "1839-14.2.3.3-06", "1839-14.2.3.3-07")
def test_a_brown_one_closes_after_the_turn_in_which_its_company_got_its_first_train():
    table = Table1839(FOUR)
    for private in table.p.d.privates:
        table.with_private(private, "closed")
    table.with_private("CO", "Bob").with_company("NCS", "Ann", turns=0, home=False, treasury=670, Ann=6)
    table.operating_round()
    table.do("Ann", "home", city="G10/c0")
    assert table.trains("NCS") == ["2"]
    assert table.owner("CO") == "Bob"
    while table.deciders() == ["Ann"]:
        verb = next(verb for verb in ("skip", "run", "dividend") if verb in table.verbs("Ann"))
        table.do("Ann", verb, **(table.legal("Ann", verb)[0] if verb != "skip" else {}))
    assert table.owner("CO") == "closed"
    assert table.happened("private_closed") == [{"private": "CO", "why": "train"}], "no phase begins"
    table.do("Bob", "take_local", company="L1", home="I8", second_home="L3")
    assert not table.happened("president"), "who starts a company is its director"
    assert table.units("Bob", "L1") == 4


@pytest.mark.rule("1839-17.6-02", "1839-14.2.3.3-04", "1839-8.3-14")
def test_all_brown_ones_close_at_light_brown_the_dearest_first():
    table = about_to_buy("R5", private=("CO", "Bob"))
    table.with_private("AB", "Cem").with_private("AV", "Dan")
    buy(table, "R5").do("Ann", "skip").do("Ann", "keep")
    asked: list[str] = []
    for company, homes in (("L1", ("I8", "L3")), ("L2", ("N17", "G14")), ("L3", ("D19", "K6"))):
        asked += table.deciders()
        table.do(asked[-1], "take_local", company=company, home=homes[0], second_home=homes[1])
    assert asked == ["Dan", "Cem", "Bob"]


@pytest.mark.rule("1839-14.2.3.3-05")
def test_a_brown_one_closes_if_its_company_falls_with_a_player():
    table = Table1839(FOUR).with_privates_closed().with_private("CO", "Bob")
    table.with_company("NCS", "Ann", turns=0, home=False, Ann=6).stock_round("Cem").do("Ann", "concede")
    assert table.owner("CO") == "closed"
    assert table.happened("private_closed") == [{"private": "CO", "why": "nationalised"}]
    assert table.deciders() == ["Bob"]
    table.do("Bob", "take_local", company="L1", home="I8", second_home="L3")
    assert table.deciders() == ["Cem"]


@pytest.mark.rule("1839-17.8-03", "1839-14.2.3.2.3-02")
@pytest.mark.parametrize(("kind", "closes"), [("R4+1", False), ("R4", True)])
def test_the_diepenbrock_becomes_a_train_in_dark_brown_phase(kind: str, closes: bool):
    table = buy(about_to_buy(kind, private=("DeRtU", "Bob")), kind)
    assert table.owner("DeRtU") == ("closed" if closes else "Bob")
    assert ("give_train" in table.verbs("Bob")) == closes


@pytest.mark.rule("1839-17.8-04", "1839-14.2.3.2.4-02", "1839-14.2.3.2.4-03")
def test_dark_brown_phase_turns_two_blue_ones_into_something_else():
    table = about_to_buy("R4", private=("DeRtU", "Bob")).with_private("CM", "Cem").with_private("RH", "supply")
    buy(table, "R4")
    assert (table.owner("DeRtU"), table.owner("CM"), table.owner("RH")) == ("closed", "closed", "Cem")
    assert table.cash("Cem") == 420 + 800
    assert table.own.diepenbrock == "p2"
    assert "give_train" in table.verbs("Bob")


@pytest.mark.rule("1839-17.11-02", "1839-14.2.3.4.1-02")
def test_gray_phase_closes_all_but_the_red_one():
    table = about_to_buy("4", private=("LVG", "NCS"))
    for private in ("SR-V", "KR", "KFvSeaW", "WCTS", "RH"):
        table.with_private(private, "Bob")
    buy(table, "4")
    assert [p for p in table.p.d.privates if table.owner(p) != "closed"] == ["RH"]


# --- powers


def track_step(private: str, phase: str = "light green", **tiles: tuple[str, int]) -> Table1839:
    table = Table1839(FOUR).with_privates_closed().with_phase(phase).with_private(private, "NCS")
    for hex_id, (tile, rotation) in tiles.items():
        table.with_tile(hex_id, tile, rotation)
    table.with_company("NCS", "Ann", treasury=500, Ann=4).with_train("NCS", "2")
    return table.operating_turn("NCS", "track")


@pytest.mark.rule(
    "1839-8.3.1-05",
    "1839-14.2.2.1.1-02",
    "1839-14.2.2.1.1-03",
    "1839-14.2.2.1.1-05",
    "1839-14.2.1-07",
)
def test_the_laantje_lays_one_more_yellow_tile():
    table = track_step("LVG")
    for _ in range(2):
        yellow = (m for m in table.legal("Ann", "lay") if table.p.d.tiles[str(m["tile"])].color == "yellow")
        table.do("Ann", "lay", **next(yellow))
    assert "lay" not in table.verbs("Ann")
    before = table.cash("NCS")
    extra = table.legal("Ann", "laantje")[0]
    assert all(table.p.d.tiles[str(m["tile"])].color == "yellow" for m in table.legal("Ann", "laantje"))
    terrain = table.p.d.map.hexes[str(extra["hex"])].cost
    table.do("Ann", "laantje", **extra)
    assert (table.cash("NCS"), table.owner("LVG")) == (before - 20 - terrain, "closed")
    first = track_step("LVG")
    first.do("Ann", "laantje", **first.legal("Ann", "laantje")[0])
    assert "lay" in first.verbs("Ann"), "before the turn's own tiles as well"


@pytest.mark.rule("1839-14.2.2.1.1-04")
def test_the_laantje_pays_terrain_but_on_its_own_hex():
    law = track_step("LVG").p.title.verbs["laantje"]
    table = track_step("LVG")
    assert law.cost(table.p, "NCS", "H7", "55", 0) == 20  # type: ignore[attr-defined]
    assert law.cost(table.p, "NCS", "H15", "9", 0) == 100  # type: ignore[attr-defined]


@pytest.mark.rule(
    "1839-14.2.2.1.2-02",
    "1839-14.2.2.1.2-03",
    "1839-14.2.2.1.2-04",
    "1839-14.2.2.1.2-05",
    "1839-14.2.2.1.2-06",
    "1839-14.2.2.1.2-07",
)
def test_roosendaal_vlissingen_builds_at_venlo_without_a_connection():
    table = track_step("SR-V")
    table.refused("Ann", "roosendaal", "", hex="L3", tile="57", rotation=0, station="no")
    table.refused("Ann", "roosendaal", "14.2.2.1.2", hex="K16", tile="no tile", station="no")
    rotation = next(m["rotation"] for m in table.legal("Ann", "roosendaal", hex="K16", tile="57"))
    table.do("Ann", "roosendaal", hex="K16", tile="57", rotation=rotation, station="yes")
    assert (table.tile("K16"), table.cash("NCS"), table.owner("SR-V")) == ("57", 420, "closed")
    assert "K16/c0" in table.markers("NCS")
    lay = next(m for m in table.legal("Ann", "lay") if not table.p.d.map.hexes[str(m["hex"])].cost)
    table.do("Ann", "lay", **lay)
    assert table.cash("NCS") == 400, "the tile was one of the turn's two"
    assert "token" not in table.verbs("Ann")
    station = track_step("SR-V").do("Ann", "roosendaal", hex="I16", tile="no tile", station="yes")
    assert ("I16/c0" in station.markers("NCS"), station.tile("I16")) == (True, "")


@pytest.mark.rule("1839-14.2.2.1.2-03", "1839-14.2.2.1.2-04")
def test_the_power_keeps_to_the_upgrade_of_the_turn_and_to_the_home_of_the_nrs():
    table = track_step("SR-V", H13=("57", 0), K16=("57", 1))
    table.do("Ann", "lay", **next(m for m in table.legal("Ann", "lay") if m["hex"] == "H13"))
    table.refused("Ann", "roosendaal", "8.3.1", hex="K16", tile="14", rotation=0, station="no")
    full = track_step("SR-V")
    with full.arrange() as p:
        p.s.board.markers.append(Marker("MSS", "I16/c0", 0))
    full.refused("Ann", "roosendaal", "8.3.2.1", hex="K16", tile="no tile", station="yes")


def token_step(owner: str = "Bob", phase: str = "blue") -> Table1839:
    """The NCS could place a marker in Harderwijk and Gouda."""
    table = Table1839(FOUR).with_privates_closed().with_phase(phase).with_private("KR", owner)
    table.with_tile("H13", "57", 0).with_tile("G14", "57", 0)
    table.with_company("NCS", "Ann", treasury=500, Ann=4).with_train("NCS", "3")
    return table.operating_turn("NCS", "token")


@pytest.mark.rule(
    "1839-14.2.3.2.1-02",
    "1839-14.2.3.2.1-03",
    "1839-14.2.3.2.1-04",
    "1839-14.2.3.2.1-05",
    "1839-14.2.3.2.1-06",
    "1839-14.2.3.2.1-07",
    "1839-17.5-03",
)
def test_the_rochussen_moves_a_marker_if_the_director_agrees():
    assert "move_station" not in token_step(phase="dark green").verbs("Bob")
    table = token_step()
    assert table.deciders() == ["Ann"]
    table.refused("Bob", "move_station", "8.3.2.2", station="G10/c0", city="N17/c0")
    table.do("Bob", "move_station", station="G10/c0", city="G14/c0")
    assert table.markers("NS") == []
    table.do("Ann", "accept", offer=table.s.offers[-1].id)
    assert (table.markers("NS"), sorted(table.markers("NCS"))) == (["G10/c0"], ["G14/c0", "H13/c0"])
    assert (table.owner("KR"), table.cash("NCS")) == ("closed", 500)
    assert not table.p.title.operating.idle_stops(table.p, "NCS")
    late = token_step()
    late.operating_turn("NCS", "track")
    late.refused("Bob", "move_station")


@pytest.mark.rule("1839-14.2.3.2.1-08")
def test_of_two_markers_in_one_hex_the_director_gives_one_back():
    table = token_step().with_tile("G10", "A425", 0)
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "G10/c0", 0), Marker("NCS", "H13/c0", 0)]
    table.with_tile("H11", "55", 0)
    exits = {side for side in range(6) if side in table.p.d.tiles["A425"].rotations[0].exits}
    assert len(exits) == 6
    # H13 reaches Amsterdam's second city over a line that we give it by hand.
    from engine.titles.t1839 import places, stations

    with table.arrange() as p:
        places.replace_by_government(p, "NCS", "H13/c0")
        places.place(p, "NCS", "G10/c1", "empty")
        assert sorted(stations.twins(p, "NCS")) == ["G10/c0", "G10/c1"]
        stations.ask_to_give_back(p, "NCS")
    assert table.deciders() == ["Ann"]
    left = len(table.s.companies["NCS"].markers)
    table.do("Ann", "give_back", station="G10/c0")
    assert table.markers("NCS") == ["G10/c1"]
    assert "G10/c0" in table.markers("NS")
    assert len(table.s.companies["NCS"].markers) == left + 1


@pytest.mark.rule("1839-14.2.3.2.3-03", "1839-14.2.3.2.3-04")
def test_the_train_of_the_diepenbrock_is_given_at_any_time_to_a_company_that_agrees():
    table = about_to_buy("PR2+").with_company("MSS", "Cem", Cem=4)
    with table.arrange() as p:
        p.s.own.diepenbrock = "p2"
    table.stock_round("Ann")
    table.do("Bob", "give_train", company="MSS")
    assert table.trains("MSS") == []
    table.do("Cem", "accept", offer=table.s.offers[-1].id)
    assert table.trains("MSS") == ["R4"]
    assert "give_train" not in table.verbs("Bob")
    full = about_to_buy("PR3+1").with_company("MSS", "Bob", Bob=4)
    give(give(full, "MSS", "PR2+"), "MSS", "PR2+")
    with full.arrange() as p:
        p.s.own.diepenbrock = "p2"
    full.stock_round("Ann").refused("Bob", "give_train", "16.4", company="MSS")


@pytest.mark.rule("1839-14.2.3.2.3-04", "1839-14.3.4.1-03")
def test_with_that_train_a_company_may_be_nationalised_at_once():
    table = about_to_buy("PR2+").with_company("MSS", "Bob", Bob=4)
    with table.arrange() as p:
        p.s.own.diepenbrock = "p2"
    buy(table, "PR2+").do("Ann", "skip")
    while table.deciders() == ["Ann"]:
        table.do("Ann", "keep")
    assert table.deciders() == ["Bob"]
    table.refused("Bob", "nationalise", "14.3.4.1")
    table.do("Bob", "give_train", company="MSS").do("Bob", "nationalise")
    assert table.s.companies["MSS"].closed
