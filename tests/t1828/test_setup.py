"""Laying the table of 1828: players, money, private companies, shares, trains, markers (2, 4, 5, table 4.1)."""

from __future__ import annotations

import pytest

from engine import new
from engine.core.errors import Unreadable
from tests.t1828.table import BIG, Table1828

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve")
SMALL = ["SVN", "StCT", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A"]
COMPANIES = {
    "B&M": ("Boston & Maine", "E27", 4),
    "B&O": ("Baltimore & Ohio", "I19", 3),
    "C&O": ("Chesapeake & Ohio", "K15", 3),
    "CPR": ("Canadian Pacific Railway", "A23", 4),
    "GT": ("Grand Trunk", "D4", 3),
    "ERIE": ("Erie Railroad", "E15", 3),
    "IC": ("Illinois Central", "J6", 4),
    "MC": ("Michigan Central Railroad", "A7", 4),
    "MP": ("Missouri Pacific Railroad", "I3", 4),
    "NYC": ("New York Central", "E23", 3),
    "NKP": ("New York, Chicago & St. Louis Railroad", "F10", 3),
    "NYH": ("New York, New Haven & Hartford", "G23", 3),
    "NW": ("Norfolk & Western Railway", "K19", 4),
    "OS&H": ("Ontario, Simcoe & Huron", "A15", 4),
    "PRR": ("Pennsylvania Railroad", "H16", 4),
    "WAB": ("Wabash Railroad", "H6", 3),
}


def laid(players: int) -> Table1828:
    """A table nobody has arranged: everything that is drawn is drawn."""
    table = Table1828(NAMES[:players])
    table.game = new("1828", NAMES[:players], seed=7)
    return table


# --- players and money


@pytest.mark.rule("1828-4-18", "1828-4-19", "1828-4-20")
@pytest.mark.parametrize(("players", "capital"), [(3, 800), (4, 700), (5, 620)])
def test_starting_money(players: int, capital: int):
    table = laid(players)
    assert [table.cash(name) for name in NAMES[:players]] == [capital] * players


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


@pytest.mark.rule("1828-5-08")
def test_everything_on_the_table_is_public():
    table = laid(3)
    for who in (*NAMES[:3], ""):
        assert not list(table.p.title.secret_accounts(table.p, table.seat(who)))


# --- private companies


@pytest.mark.rule("1828-2-08", "1828-4-05", "1828-4-06", "1828-4-07", "1828-4-12")
@pytest.mark.parametrize(("players", "left"), [(3, 4), (4, 5), (5, 6)])
def test_some_of_the_250s_stay_in_the_box_and_the_others_lie_in_any_order(players: int, left: int):
    rows, drawn = set(), set()
    for seed in range(40):
        table = laid(players)
        table.game = new("1828", NAMES[:players], seed=seed)
        assert len(table.p.d.privates) == 16
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


@pytest.mark.rule("1828-4-11")
def test_the_rows_by_cost():
    table = Table1828()
    costs = [table.p.d.privates[private].cost for private in table.own.row]
    assert costs == [20, 20, 40, 80, 80, 120, 120, 160, 250, 250, 250, 250]


@pytest.mark.rule("1828-13.2.3-01", "1828-13.2.3-02")
def test_the_eight_of_250_stand_for_eight_companies_and_block_nothing():
    table = Table1828()
    big = [private for private, facts in table.p.d.privates.items() if facts.cost == 250]
    assert sorted(big) == sorted(BIG)
    assert all(table.p.d.privates[private].revenue == 40 and private in table.p.d.companies for private in big)
    assert sorted(h.sheet.blocked_by for h in table.p.d.map.hexes.values() if h.sheet.blocked_by) == sorted(SMALL)


# --- shares


@pytest.mark.rule("1828-2-04", "1828-2-05")
def test_sixteen_companies_of_nine_certificates():
    table = Table1828()
    assert len(table.p.d.companies) == 16
    for company in table.p.d.companies:
        certs = [table.p.d.certs[cert] for cert in table.p.d.certs_of[company]]
        assert [cert.units for cert in certs] == [2, 1, 1, 1, 1, 1, 1, 1, 1]
        assert [cert.president for cert in certs] == [True] + [False] * 8


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


@pytest.mark.rule(
    "1828-13.3.1-01",
    "1828-13.3.1-02",
    "1828-13.3.1-03",
    "1828-13.3.1-04",
    "1828-13.3.1-05",
    "1828-13.3.1-06",
    "1828-13.3.1-07",
    "1828-13.3.1-08",
    "1828-13.3.1-09",
    "1828-13.3.1-10",
    "1828-13.3.1-11",
    "1828-13.3.1-12",
    "1828-13.3.1-13",
    "1828-13.3.1-14",
    "1828-13.3.1-15",
    "1828-13.3.1-16",
    "1828-13.3.1-19",
    "1828-7.4-09",
)
@pytest.mark.parametrize("company", list(COMPANIES))
def test_homes_and_markers(company: str):
    name, home, count = COMPANIES[company]
    table = Table1828()
    facts = table.p.d.companies[company]
    assert facts.name == name
    assert {stop.split("/")[0] for stop in table.p.d.map.homes[company]} == {home}
    # The one for the home, which is free, is one of them.
    assert table.s.companies[company].markers == [0] + [100] * (count - 1)
    table.with_private(company, "closed") if company in table.p.d.privates else None
    table.with_company(company, "Ann", Ann=6, home=False).operating_round()
    assert [marker for marker, _ in table.markers_in(home)] == [company]
    assert table.s.companies[company].markers == [100] * (count - 1)


# --- trains and phases


TRAINS = {
    "2": (6, 80),
    "3": (9, 160),
    "5": (4, 250),
    "3+D": (6, 350),
    "6": (4, 650),
    "8E": (3, 800),
}


@pytest.mark.rule(
    "1828-2-02",
    "1828-4-09",
    "1828-4-10",
    "1828-4-21",
    "1828-4-22",
    "1828-4-23",
    "1828-4-24",
    "1828-4-25",
    "1828-4-26",
    "1828-4-27",
)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_trains_in_the_supply(players: int):
    table = laid(players)
    for kind, (count, price) in TRAINS.items():
        cards = [card for card in table.s.trains.values() if card.kind == kind and card.at == "supply"]
        assert len(cards) == count - (kind == "6" and players < 5)
        assert table.p.d.trains[kind].price == price
    assert table.p.d.trains["Diesel"].price == 900
    assert list(table.p.d.trains) == [*TRAINS, "Diesel"]


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


PHASES = {
    "yellow": (4, {"yellow"}, 1),
    "green": (4, {"yellow", "green"}, 2),
    "blue": (4, {"yellow", "green"}, 2),
    "brown": (3, {"yellow", "green", "brown"}, 3),
    "red": (2, {"yellow", "green", "brown"}, 3),
    "gray": (2, {"yellow", "green", "brown"}, 3),
    "purple": (2, {"yellow", "green", "brown"}, 4),
}


@pytest.mark.rule("1828-4-34", "1828-4-35", "1828-4-36", "1828-4-37", "1828-5-02", "1828-5-05")
@pytest.mark.parametrize("phase", list(PHASES))
def test_operating_rounds_in_the_set_after_a_stock_round(phase: str):
    table = Table1828().with_company("GT", "Ann", Ann=6).with_phase(phase).stock_round("Ann").everybody_passes()
    assert table.s.clock.round == "operating"
    assert (table.s.clock.number, table.s.clock.of) == (1, PHASES[phase][2])


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
    assert table.markers_in("C15") == [("C&P", "C15/c0")]
    names = table.p.d.map.hexes
    assert (names["K11"].sheet.name, names["K13"].sheet.name) == ("Virginia Coalfields", "Virginia Coalfields Tunnel")
