"""Laying the table of 1828: players, money, private companies, shares, trains, markers (2, 4, 5, table 4.1)."""

from __future__ import annotations

import pytest

from engine import new
from engine.core.errors import Unreadable
from tests.t1828.table import BIG, Table1828

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve")
SMALL = ["SVN", "StCT", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A"]


def laid(players: int) -> Table1828:
    """A table nobody has arranged: everything that is drawn is drawn."""
    table = Table1828(NAMES[:players])
    table.game = new("1828", NAMES[:players], seed=7)
    return table


# --- players and money


@pytest.mark.parametrize("players", [1, 2, 6])
def test_three_to_five_can_play(players: int):
    with pytest.raises(Unreadable, match="3 to 5"):
        new("1828", [f"P{number}" for number in range(players)])


@pytest.mark.rule("1828-4-16", "1828-4-17")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_order_is_dealt_by_chance_a_card_for_each(players: int):
    firsts = set()
    for seed in range(40):
        seats = new("1828", NAMES[:players], seed=seed).state.players
        assert sorted(seat.name for seat in seats) == sorted(NAMES[:players])
        firsts.add(seats[0].name)
    assert firsts == set(NAMES[:players])


# --- private companies


@pytest.mark.rule("1828-4-05", "1828-4-06", "1828-4-07", "1828-4-12")
@pytest.mark.parametrize(("players", "left"), [(3, 4), (4, 5), (5, 6)])
def test_some_of_the_250s_stay_in_the_box_and_the_others_lie_in_any_order(players: int, left: int):
    rows, drawn = set(), set()
    for seed in range(40):
        table = laid(players)
        table.game = new("1828", NAMES[:players], seed=seed)
        row = table.own.row
        assert row[: len(SMALL)] == SMALL
        big = row[len(SMALL) :]
        assert len(big) == len(set(big)) == left
        assert set(big) <= set(BIG)
        assert all((table.s.privates[private] == "sale") == (private in big) for private in BIG)
        rows.add(tuple(big))
        drawn.update(big)
    assert len(rows) > 30
    assert drawn == set(BIG)


# --- shares


@pytest.mark.rule("1828-4-13", "1828-4-14", "1828-4-15")
def test_which_certificates_lie_with_private_companies():
    table = Table1828(privates=("MC", "GT", "NW", "CPR"))
    certs = table.s.certs
    for company in table.p.d.companies:
        chief, first, *others = table.p.d.certs_of[company]
        in_play = company in ("MC", "GT", "NW", "CPR")
        assert certs[chief] == (f"with:{company}" if in_play else "ipo")
        aside = f"with:{company}" if in_play else "with:C&A" if company == "PRR" else "ipo"
        assert certs[first] == aside
        assert {certs[cert] for cert in others} == {"ipo"}


@pytest.mark.rule("1828-13.3.1-14", "1828-13.3.1-19", "1828-7.4-09")
def test_the_ontarios_home_and_markers():
    table = Table1828()
    # What the ledger calls A14 lies between the two hexes of Canada, A13 and A15.
    assert table.p.d.companies["OS&H"].name == "Ontario, Simcoe & Huron"
    assert {stop.split("/")[0] for stop in table.p.d.map.homes["OS&H"]} == {"A15"}
    # The one for the home, which is free, is one of them.
    assert table.s.companies["OS&H"].markers == [0, 100, 100, 100]
    table.with_private("OS&H", "closed").with_company("OS&H", "Ann", Ann=6, home=False).operating_round()
    assert [marker for marker, _ in table.markers_in("A15")] == ["OS&H"]
    assert table.s.companies["OS&H"].markers == [100, 100, 100]


# --- trains and phases


@pytest.mark.rule("1828-2-02", "1828-4-09", "1828-4-10")
@pytest.mark.parametrize(("players", "red"), [(3, 3), (4, 3), (5, 4)])
def test_the_trains_in_the_supply(players: int, red: int):
    table = laid(players)
    kinds = [card.kind for card in table.s.trains.values() if card.at == "supply"]
    # The Diesels never run out: one lies there.
    counts = {"2": 6, "3": 9, "5": 4, "3+D": 6, "6": red, "8E": 3, "Diesel": 1}
    assert {kind: kinds.count(kind) for kind in kinds} == counts
    assert list(table.p.d.trains) == ["2", "3", "5", "3+D", "6", "8E", "Diesel"]


@pytest.mark.rule("1828-4-27")
def test_diesels_never_run_out():
    table = Table1828().with_company("GT", "Ann", Ann=6).with_company("NKP", "Bob", Bob=6)
    table.with_supply_from("Diesel").with_phase("purple")
    for number in range(8):
        company, who = (("GT", "Ann"), ("NKP", "Bob"))[number % 2]
        table.with_cash(company, 900).operating_turn(company, "train")
        table.do(who, "buy_train", **{"from": "bank"}, kind="Diesel")
        for card in table.s.trains.values():
            if card.at == company:
                card.at = "gone"
    assert len([card for card in table.s.trains.values() if card.kind == "Diesel" and card.at == "gone"]) == 8


@pytest.mark.rule("1828-5-05", "1828-5-07")
def test_a_new_phase_leaves_the_set_under_way_as_long_as_it_was():
    table = Table1828().with_company("GT", "Ann", Ann=6, treasury=500).with_train("GT", "2").with_supply_from("3")
    table.stock_round("Ann").everybody_passes()
    assert table.s.clock.of == 1
    while "buy_train" not in table.verbs("Ann"):
        verb = next(verb for verb in ("run", "dividend", "skip") if verb in table.verbs("Ann"))
        table.do("Ann", verb, **({} if verb == "skip" else table.legal("Ann", verb)[0]))
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="3")
    assert table.s.phase == "green"
    assert table.s.clock.of == 1
    while table.s.clock.round == "operating":
        table.do("Ann", "skip")
    assert table.everybody_passes().s.clock.of == 2


@pytest.mark.rule("1828-5-01", "1828-5-06", "1828-4-02")
def test_the_game_begins_in_yellow_phase_with_the_auction():
    table = laid(4)
    assert table.s.phase == "yellow"
    assert table.s.clock.round == "initial"
    first = table.s.players[0].name
    assert set(table.verbs(first)) >= {"bid", "pass_auction"}
    table.refused(first, "buy", company="PRR", **{"from": "ipo"})
    table.refused(first, "par", company="PRR", price=67)


# --- markers on the map


@pytest.mark.rule("1828-2-09", "1828-2-11", "1828-4-03", "1828-4-04", "1828-11-02", "1828-11-03")
def test_coal_and_the_cobourgs_station_are_laid_out():
    table = Table1828()
    assert (table.coal_at("K11"), table.coal_at("K13")) == (2, 1)
    assert table.coal_of() == []
    assert [(marker.company, marker.stop) for marker in table.s.board.markers] == [("C&P", "C15/c0")]
    names = table.p.d.map.hexes
    assert (names["K11"].sheet.name, names["K13"].sheet.name) == ("Virginia Coalfields", "Virginia Coalfields Tunnel")
