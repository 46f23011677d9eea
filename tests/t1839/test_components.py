"""What is in the box of 1839, and how the table is laid (2, 4, 13, 14)."""

from __future__ import annotations

import pytest

from engine import Unreadable, new
from engine.finance import shares
from engine.titles import title_named
from engine.titles.t1839.places import homes
from tests.t1839.table import PAIRS, Table1839

FOUR = ("Ann", "Bob", "Cem", "Dan")
TWO = ("Ann", "Bob")


def supply(table: Table1839, kind: str) -> int:
    return sum(card.kind == kind and card.at == "supply" for card in table.s.trains.values())


@pytest.mark.rule("1839-14.3.1-09", "1839-14.3.2.1.2-01", "1839-14.3.2.1.2-02")
def test_the_nrs_chooses_one_of_its_homes():
    table = Table1839()
    assert homes(table.p, "NRS") == ["I12"]
    # Two of them are for the homes, and cost nothing.
    assert table.s.companies["NRS"].markers == [0, 0, 80]


@pytest.mark.rule("1839-14.3.2.1.1-01")
def test_only_a_local_chooses_its_homes_when_it_is_started():
    table = Table1839().with_privates_closed().stock_round("Ann")
    assert homes(table.p, "L1") == []
    table.refused("Ann", "par", "", company="AMS", price=67, home="B13", second_home="L13")
    table.refused("Ann", "par", "", company="L1", price=31, home="G16", second_home="G16")
    table.do("Ann", "par", company="L1", price=31, home="G16", second_home="E14")
    assert homes(table.p, "L1") == ["G16", "E14"]


@pytest.mark.rule("1839-14.1-01")
def test_a_private_company_is_one_certificate():
    table = Table1839(FOUR)
    assert set(table.p.d.privates) == set(table.s.privates)
    assert not [name for name in table.p.d.privates if table.p.d.certs_of.get(name)]


@pytest.mark.parametrize(
    ("players", "out"),
    [
        pytest.param(2, ["KFvSeaW", "CM", "RH"], marks=pytest.mark.rule("1839-4-03", "1839-4-04", "1839-4-05")),
        pytest.param(3, ["CM", "RH"], marks=pytest.mark.rule("1839-4-08", "1839-4-09", "1839-4-10")),
        pytest.param(4, [], marks=pytest.mark.rule("1839-4-12")),
    ],
)
@pytest.mark.rule("1839-14.2.3.4.1-03", "1839-8.1-02")
def test_private_companies_that_are_not_used(players: int, out: list[str]):
    table = Table1839(FOUR[:players])
    assert [name for name, place in table.s.privates.items() if place == "closed"] == out


@pytest.mark.rule("1839-14.2.3.2.2-04")
@pytest.mark.parametrize(("players", "used"), [(2, False), (3, True), (4, True)])
def test_the_koninklijke_fabriek_is_not_used_by_two(players: int, used: bool):
    table = Table1839(FOUR[:players])
    for_sale = {str(move["private"]) for move in table.legal("Ann", "discount")}
    assert ("KFvSeaW" in for_sale) == used
    assert (table.owner("KFvSeaW") != "closed") == used


@pytest.mark.rule("1839-14.2.3.4.1-04")
def test_the_red_one_waits_beside_the_auction():
    table = Table1839(FOUR)
    for_sale = {str(move["private"]) for move in table.legal("Ann", "discount")}
    assert for_sale == set(table.p.d.privates) - {"RH"}
    assert table.owner("RH") == "supply"


@pytest.mark.rule("1839-4-14", "1839-4-32")
def test_a_dark_brown_train_lies_with_the_diepenbrock():
    table = Table1839()
    assert supply(table, "R4") == 2
    assert table.s.trains["R4-0"].at == "with:DeRtU"


def held_with(table: Table1839, private: str, company: str) -> list[int]:
    """Tenths of a company that lie with a private company."""
    return [table.p.d.certs[cert].units for cert in shares.certs_at(table.p, f"with:{private}", company)]


@pytest.mark.rule("1839-4-15")
def test_a_brown_private_comes_with_the_directors_certificate_and_a_share():
    table = Table1839()
    assert [held_with(table, private, company) for private, company in PAIRS.items()] == [[2, 1]] * 3


@pytest.mark.rule("1839-4-17", "1839-14.2.3.2.5-03")
def test_the_stork_comes_with_two_shares_of_the_voomberghs_company():
    table = Table1839()
    assert held_with(table, "WCTS", PAIRS["AV"]) == [1, 1]
    assert not [name for name in table.p.d.companies if name != PAIRS["AV"] and held_with(table, "WCTS", name)]


@pytest.mark.rule("1839-4-18", "1839-14.2.3.1-10")
def test_the_beijnes_comes_with_a_share_of_the_borsigs_company():
    table = Table1839()
    assert held_with(table, "JJB", PAIRS["AB"]) == [1]
    assert not [name for name in table.p.d.companies if name != PAIRS["AB"] and held_with(table, "JJB", name)]


@pytest.mark.rule("1839-4-19")
def test_all_other_shares_are_for_sale():
    places = list(Table1839().s.certs.values())
    # Three pairs, two with the Stork, one with the Beijnes.
    assert len(places) - places.count("ipo") == 9
    assert {place for place in places if place != "ipo"} == {f"with:{name}" for name in (*PAIRS, "WCTS", "JJB")}


@pytest.mark.rule("1839-4-15")
def test_pairs_are_drawn_by_the_seed():
    games = [new("1839", FOUR, seed=seed) for seed in range(12)]
    assert len({tuple(sorted(game.state.own.pairs.items())) for game in games}) > 6
    for game in games:
        assert len(set(game.state.own.pairs.values())) == 3


@pytest.mark.rule("1839-4-21")
def test_the_order_is_drawn_by_the_seed():
    games = [new("1839", FOUR, seed=seed) for seed in range(12)]
    assert len({tuple(seat.name for seat in game.state.players) for game in games}) > 6


def test_the_recommendation_keeps_three_majors_from_the_voombergh():
    for seed in range(30):
        game = new("1839", FOUR, {"pairing": "recommended"}, seed=seed)
        assert game.state.own.pairs["AV"] not in ("AMS", "NBDS", "ZHESM")


@pytest.mark.parametrize(
    "pairs", [{}, {"CO": "NCS"}, {"CO": "NCS", "AB": "NCS", "AV": "NRS"}, {"CO": "L1", "AB": "MSS", "AV": "NRS"}, "x"]
)
def test_pairs_that_make_no_sense_are_refused(pairs: object):
    with pytest.raises(Unreadable):
        new("1839", FOUR, setup={"pairs": pairs})


def test_discards_can_be_given():
    game = new("1839", TWO, setup={"discards": {"privates": ["KR"], "trains": ["7"]}})
    assert [name for name, place in game.state.privates.items() if place == "closed"] == ["KR"]
    with pytest.raises(Unreadable):
        new("1839", TWO, setup={"discards": {"privates": ["XX"]}})
    with pytest.raises(Unreadable):
        new("1839", TWO, setup={"discards": {"trains": ["9"]}})


@pytest.mark.rule("1839-8.3.5-06")
def test_the_trains_in_the_order_of_sale():
    order = ["2", "2+1", "3", "3+", "4+", "R5", "R4+1", "R4", "PR2+", "PR3+1", "4", "7"]
    assert list(Table1839(FOUR).p.d.trains) == order


PHASES = (
    "light yellow", "dark yellow", "light green", "dark green", "blue", "light brown", "medium brown", "dark brown",
    "light red", "dark red", "gray", "purple",
)  # fmt: skip


def by_phase(what: str) -> list[tuple[str, list[str]]]:
    """A figure of the phases, and those with it, in their order."""
    found: dict[str, list[str]] = {}
    for phase in Table1839().p.d.phases.values():
        value = phase.tiles[-1] if what == "tiles" else str(getattr(phase, what))
        found.setdefault(value, []).append(phase.name)
    return list(found.items())


@pytest.mark.rule("1839-4-38")
def test_the_limit_in_light_red_is_two_unless_agreed():
    assert Table1839().p.d.phases["light red"].train_limit == 2
    assert Table1839(light_red_limit="3").p.d.phases["light red"].train_limit == 3


@pytest.mark.rule("1839-4-40", "1839-4-41", "1839-4-42", "1839-4-43")
def test_tiles_by_phase():
    assert by_phase("tiles") == [
        ("yellow", list(PHASES[:2])),
        ("green", list(PHASES[2:5])),
        ("brown", list(PHASES[5:10])),
        ("gray", list(PHASES[10:])),
    ]


@pytest.mark.rule("1839-12-01", "1839-12-12", "1839-12-09")
def test_the_map():
    table = Table1839()
    hexes = table.p.d.map.hexes
    assert len(hexes) == 101
    assert {h: hexes[h].sheet.label for h in ("G10", "K8", "G8", "J7", "I12")} == {
        "G10": "A",
        "K8": "B",
        "G8": "H",
        "J7": "R",
        "I12": "U",
    }
    assert {found.cost for found in hexes.values()} == {0, 80}
    assert {found.sheet.color for found in hexes.values() if found.sheet.kind == "offboard"} == {"black", "blue", "red"}


@pytest.mark.rule("1839-5-05")
def test_a_game_begins_in_light_yellow_phase():
    assert Table1839().s.phase == "light yellow"


def test_the_title_is_registered_for_two_to_four():
    assert title_named("1839").players == (2, 4)
