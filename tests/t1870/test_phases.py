"""The eight phases: what begins them, and what changes with them (4.2)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

HOLDERS = ("MP", "ATSF", "IC", "TP", "FW", "GMO", "MKT", "SSW")


def buys(table: Table, kind: str, company: str = "SP") -> Table:
    table.operating_turn(company, "train")
    return table.do("Ann", "buy_train", **{"from": "bank"}, kind=kind)


def southern_pacific(phase: str) -> Table:
    """The Southern Pacific at the Southwest, with a city beside it."""
    table = Table().with_company("SP", "Ann", Ann=6, treasury=8000).with_tile("M2", "57", 0)
    return table.with_phase(phase)


# --- what begins a phase


@pytest.mark.rule("1870-4.2.1-01")
def test_phase_one_runs_from_the_start_and_2_trains_do_not_end_it():
    assert Table().s.phase == "1"
    assert buys(southern_pacific("1"), "2").s.phase == "1"


@pytest.mark.rule("1870-4.2.8-01")
def test_phase_eight_lasts_to_the_end():
    table = Table(train_12="unlimited").with_phase("8").with_supply_from("12")
    for company in HOLDERS:
        table.with_company(company, "Ann", Ann=6, treasury=2000)
        buys(table, "12", company)
    assert table.s.phase == "8"
    assert list(table.p.d.phases)[-1] == "8"


# --- train limits


# --- tiles


TILE_COLOURS = {
    "green": ("ATSF", "B9", ("57", 1), ("14", 0)),
    "brown": ("ATSF", "B9", ("14", 0), ("63", 0)),
    "gray": ("MKT", "B11", ("170", 0), ("171", 0)),
}


@pytest.mark.rule("1870-4.2.1-02", "1870-4.2.2-02", "1870-4.2.3-02", "1870-4.2.4-02", "1870-4.2.5-02")
@pytest.mark.parametrize("phase", ["1", "2", "3", "4", "5", "6", "7", "8"])
def test_which_colours_may_be_laid(phase: str):
    allowed = {"1": 0, "2": 1, "3": 1, "4": 2}.get(phase, 3)
    for number, (company, hex_id, old, new) in enumerate(TILE_COLOURS.values(), 1):
        table = Table().with_phase(phase).with_company(company, "Ann", Ann=6)
        table.with_tile(hex_id, *old).operating_turn(company)
        if number <= allowed:
            table.do("Ann", "lay", hex=hex_id, tile=new[0], rotation=new[1])
        else:
            table.refused("Ann", "lay", "4.2", hex=hex_id, tile=new[0], rotation=new[1])
    table = Table().with_phase(phase).with_company("ATSF", "Ann", Ann=6, turns=0).operating_turn("ATSF")
    table.do("Ann", "lay", hex="B9", tile="57", rotation=1)


# --- private companies


@pytest.mark.rule("1870-4.2.1-04", "1870-4.2.2-04", "1870-4.2.3-04")
@pytest.mark.parametrize(("phase", "may"), [("1", False), ("2", True), ("3", True)])
def test_private_companies_are_sold_to_companies_from_phase_two(phase: str, may: bool):
    table = southern_pacific(phase).with_private("GSC", "Bob").operating_turn("SP")
    if may:
        table.agree("Ann", "buy_private", "Bob", private="GSC", price=160)
        assert table.s.privates["GSC"] == "SP"
    else:
        table.refused("Ann", "buy_private", "12", private="GSC", price=160)


@pytest.mark.rule("1870-4.2.4-04")
def test_all_private_companies_close_with_the_first_5_train():
    table = southern_pacific("3").with_private("GRSC", "Bob").with_private("SCC", "SP").with_private("MKT", "pool")
    table.with_train("SP", "4").with_supply("4", "5", "5")
    assert [table.s.privates[name] for name in ("GRSC", "SCC", "MKT")] == ["p2", "SP", "pool"]
    buys(table, "4")
    assert [table.s.privates[name] for name in ("GRSC", "SCC", "MKT")] == ["p2", "SP", "pool"]
    table.with_company("MP", "Ann", Ann=6)
    buys(table, "5", "MP")
    assert {table.s.privates[name] for name in table.p.d.privates} == {"closed"}
    bob = table.cash("Bob")
    table.operating_round()
    assert table.cash("Bob") == bob


@pytest.mark.rule("1870-4.2.4-05", "1870-4.2.5-03")
def test_port_and_cattle_tokens_outlive_the_private_companies_by_one_phase():
    table = southern_pacific("3").with_private("SCC", "SP").with_private("GSC", "SP")
    table.with_tile("N3", "9", 1).with_tile("N5", "9", 1).with_tile("N7", "57", 1)
    table.with_supply("5", "5", "6").operating_turn("SP", "train")
    table.do("Ann", "cattle", hex="M2").do("Ann", "port", hex="N7", kind="open")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5").do("Ann", "buy_train", **{"from": "bank"}, kind="5")
    assert table.s.phase == "4"
    assert table.s.privates["SCC"] == table.s.privates["GSC"] == "closed"
    # Two runs from the Southwest (40): to Austin (20, cattle 10) and to Galveston (20, port 20).
    assert income(table) == 70 + 80
    buys(table.with_company("MP", "Ann", Ann=6), "6", "MP")
    assert table.s.phase == "5"
    assert table.s.board.signs == {}
    assert income(table) == 60 + 60


def income(table: Table) -> int:
    return table.operating_turn("SP", "run").run_best("Ann").s.companies["SP"].last_run


# --- operating rounds


@pytest.mark.rule("1870-4.2.2-05", "1870-4.2.4-06")
@pytest.mark.parametrize(("kind", "now", "then"), [("3", 1, 2), ("5", 2, 3)])
def test_a_new_phase_lengthens_only_the_next_set(kind: str, now: int, then: int):
    before = {"3": "1", "5": "3"}[kind]
    table = southern_pacific(before).with_supply(kind, kind).operating_turn("SP", "train", now, now)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind=kind).do("Ann", "skip")
    assert table.s.clock.round == "stock"
    for who in ("Ann", "Bob", "Cem"):
        table.do(who, "pass")
    assert (table.s.clock.round, table.s.clock.number, table.s.clock.of) == ("operating", 1, then)


# --- obsolete trains


# --- red areas


@pytest.mark.rule("1870-4.2.1-06", "1870-4.2.2-06", "1870-4.2.3-07", "1870-4.2.4-07", "1870-4.2.5-06", "1870-4.2.6-04")
@pytest.mark.parametrize(
    ("phase", "southwest"),
    [("1", 20), ("2", 20), ("3", 20), ("4", 40), ("5", 40), ("6", 50), ("7", 50), ("8", 50)],
)
def test_what_a_red_area_pays(phase: str, southwest: int):
    table = southern_pacific(phase).with_train("SP", "2")
    assert income(table) == 20 + southwest
