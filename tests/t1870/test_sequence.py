"""The sequence of play: game turns, who operates when, the steps of a company's turn (4, 4.1)."""

from __future__ import annotations

import pytest

from engine.family.operating import has_operated
from tests.t1870.table import Table


def all_pass_once(table: Table) -> Table:
    for who in ("Ann", "Bob", "Cem"):
        table.do(who, "pass")
    return table


def rounds(table: Table) -> list[str]:
    return [f"{event['round']} {event['number']}" for event in table.happened("round")]


def skip_turn(table: Table, company: str) -> Table:
    """Do nothing in a company's turn but what must be done."""
    while table.s.agenda[-1].rule == "operating_turn" and table.s.agenda[-1].subject == company:
        nothing(table, table.deciders()[0])
    return table


def nothing(table: Table, who: str) -> Table:
    """Leave a step with as little as the rules allow."""
    match table.s.agenda[-1].step:
        case "run":
            return table.run_best(who)
        case "dividend":
            return table.do(who, "dividend", kind="withhold")
        case _:
            return table.do(who, "skip")


def southern_pacific(**more: int) -> Table:
    """The Southern Pacific at the Southwest, with track to Austin and a train."""
    table = Table().with_company("SP", "Ann", Ann=6, **more).with_tile("M2", "57", 0)
    return table.with_train("SP", "2")


# --- rounds


@pytest.mark.rule("1870-4-01", "1870-4.1-10")
@pytest.mark.parametrize(("phase", "sets"), [("1", 1), ("2", 2), ("4", 3)])
def test_a_stock_round_is_followed_by_one_two_or_three_operating_rounds(phase: str, sets: int):
    table = all_pass_once(Table().with_phase(phase).stock_round("Ann"))
    assert rounds(table) == [*(f"operating {number}" for number in range(1, sets + 1)), "stock 3"]


@pytest.mark.rule("1870-4.1-10")
def test_the_next_round_waits_until_all_companies_have_operated():
    table = Table().with_company("SP", "Ann", par=100, treasury=60).with_company("MP", "Bob", par=90, treasury=60)
    table.with_phase("2").operating_round(1, 2)
    skip_turn(table, "SP")
    assert (table.s.clock.round, table.s.clock.number) == ("operating", 1)
    skip_turn(table, "MP")
    assert (table.s.clock.round, table.s.clock.number) == ("operating", 2)
    assert table.deciders() == ["Ann"]
    skip_turn(skip_turn(table, "SP"), "MP")
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1870-4-02")
def test_a_phase_can_change_more_than_once_in_an_operating_round_and_does_so_at_once():
    table = Table().with_company("SP", "Ann", Ann=6, treasury=2000).with_supply("3", "4", "5", "5")
    table.with_private("GRSC", "Ann").operating_turn("SP", "train")
    table.refused("Ann", "buy_private", "12", private="GRSC", price=20)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="3")
    assert table.s.phase == "2"
    table.do("Ann", "buy_private", private="GRSC", price=20)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="4")
    assert table.s.phase == "3"
    assert table.s.privates["GRSC"] == "SP"
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5")
    assert table.s.phase == "4"
    assert table.s.privates["GRSC"] == "closed"
    assert table.verbs("Ann") == ["discard", "stop"]


@pytest.mark.rule("1870-4-03")
def test_private_companies_operate_first():
    table = Table().with_private("MKT", "Bob").with_private("GRSC", "SP").with_company("SP", "Ann", treasury=60)
    bob = table.cash("Bob")
    table.operating_round()
    kinds = [event.kind for event in table.events if event.kind in ("private_pays", "operates")]
    assert kinds == ["private_pays", "private_pays", "operates"]
    assert table.cash("Bob") == bob + 20
    assert table.cash("SP") == 65


@pytest.mark.rule("1870-4-03")
def test_companies_operate_in_share_price_order():
    table = Table().with_company("SP", "Ann", treasury=60, box="0,6").with_company("MP", "Ann", treasury=60, box="2,8")
    table.with_company("IC", "Ann", treasury=60, box="0,7").with_company("TP", "Ann", treasury=60, box="2,8")
    table.with_company("FW", "Ann", treasury=60, box="5,6").operating_round()
    for company in ("IC", "MP", "TP", "SP", "FW"):
        assert table.s.agenda[-1].subject == company
        skip_turn(table, company)
    assert [event["company"] for event in table.happened("operates")] == ["IC", "MP", "TP", "SP", "FW"]


# --- the stock round


@pytest.mark.rule("1870-4.1-01")
def test_the_stock_round_goes_clockwise_from_the_priority_card():
    table = Table().stock_round("Bob")
    for who in ("Bob", "Cem", "Ann"):
        assert table.deciders() == [who]
        table.refused({"Bob": "Ann", "Cem": "Bob", "Ann": "Cem"}[who], "pass")
        table.do(who, "pass")
    assert table.s.clock.turn == 3


# --- a company's turn


@pytest.mark.rule("1870-4.1-02")
def test_the_home_token_is_placed_before_anything_else():
    table = Table().with_company("ATSF", "Ann", Ann=6, turns=0, home=False).operating_round()
    assert [(m.company, m.stop) for m in table.s.board.markers] == [("ATSF", "B9/c0")]
    assert table.s.agenda[-1].step == "track"
    assert table.cash("ATSF") == 1000
    table.do("Ann", "lay", hex="B9", tile="57", rotation=1)


@pytest.mark.rule("1870-4.1-02")
def test_later_operations_place_no_second_home_token():
    table = Table().with_company("ATSF", "Ann", Ann=6, turns=1).operating_round()
    assert len(table.s.board.markers) == 1
    assert table.s.companies["ATSF"].markers == [40, 100]


@pytest.mark.rule("1870-4.1-03")
def test_the_steps_of_a_turn_come_in_order():
    table = southern_pacific().operating_turn("SP")
    steps = {
        "track": ("lay", {"hex": "M4"}),
        "token": ("token", {}),
        "run": ("run", {}),
        "dividend": ("dividend", {"kind": "full"}),
        "train": ("buy_train", {"from": "bank"}),
    }
    box = table.box("SP")
    for step in steps:
        assert table.s.agenda[-1].step == step
        assert steps[step][0] in table.verbs("Ann")
        for other, (verb, args) in steps.items():
            if other != step:
                table.refused("Ann", verb, **args)
        assert (table.box("SP") == box) == (step != "train")
        if step == "dividend":
            table.do("Ann", "dividend", kind="full")
        else:
            nothing(table, "Ann")
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1870-4.1-04", "1870-4.1-05")
def test_track_and_token_are_optional():
    table = southern_pacific().operating_turn("SP")
    tiles, markers = dict(table.s.board.tiles), list(table.s.board.markers)
    table.do("Ann", "skip")
    assert table.s.board.tiles == tiles
    table.do("Ann", "skip")
    assert table.s.board.markers == markers
    assert table.s.agenda[-1].step == "run"
    table = southern_pacific().operating_turn("SP")
    table.do("Ann", "lay", hex="N3", tile="8", rotation=table.legal("Ann", "lay", hex="N3", tile="8")[0]["rotation"])
    assert "N3" in table.s.board.tiles
    table.do("Ann", "skip").do("Ann", "token", **table.legal("Ann", "token")[0])
    assert len(table.s.board.markers) == 2


@pytest.mark.rule("1870-4.1-06")
def test_the_token_is_adjusted_and_turned_over_after_the_dividend():
    table = southern_pacific().with_box("SP", "0,6").with_company("MP", "Bob", par=68).operating_round()
    assert not has_operated(table.p, "MP")
    table.do("Ann", "skip").do("Ann", "skip").run_best("Ann").do("Ann", "dividend", kind="full")
    assert table.box("SP") == "0,7"
    assert has_operated(table.p, "SP")
    assert not has_operated(table.p, "MP")


@pytest.mark.rule("1870-4.1-06")
def test_a_marker_that_has_operated_lies_below_one_that_has_not():
    table = southern_pacific().with_box("SP", "0,6").with_company("MP", "Bob", box="0,7", treasury=60)
    table.with_company("IC", "Bob", box="0,8", treasury=60).operating_round()
    skip_turn(table, "IC")
    # IC, without a run, came left to the box of MP and lies below it: MP is next, and not IC again.
    assert table.s.market["0,7"] == ["MP", "IC"]
    assert table.s.agenda[-1].subject == "MP"


@pytest.mark.rule("1870-4.1-07")
def test_buying_a_train_is_optional_for_a_company_that_has_one():
    table = southern_pacific().operating_turn("SP", "train")
    table.do("Ann", "skip")
    assert table.trains("SP") == ["2"]


@pytest.mark.rule("1870-4.1-07")
def test_a_company_with_a_run_and_no_train_is_forced_to_buy_one():
    table = Table().with_company("SP", "Ann", Ann=6).with_tile("M2", "57", 0).operating_turn("SP", "train")
    table.refused("Ann", "skip", "10.1")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2").do("Ann", "skip")


@pytest.mark.rule("1870-4.1-08", "1870-4.2.1-04", "1870-4.2.2-04")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "train"])
def test_a_company_buys_private_companies_at_any_time_of_its_turn(step: str):
    table = southern_pacific().with_private("GRSC", "Bob").with_phase("2").operating_turn("SP")
    while table.s.agenda[-1].step != step:
        nothing(table, "Ann")
    bob = table.cash("Bob")
    table.agree("Ann", "buy_private", "Bob", private="GRSC", price=30)
    assert table.s.privates["GRSC"] == "SP"
    assert table.cash("Bob") == bob + 30
    assert table.s.agenda[-1].step == step


@pytest.mark.rule("1870-4.1-08", "1870-4.2.1-04")
def test_in_phase_one_companies_buy_no_private_companies():
    table = southern_pacific().with_private("GRSC", "Bob").operating_turn("SP")
    table.refused("Ann", "buy_private", "12", private="GRSC", price=30)
    table.with_phase("2").operating_turn("SP")
    table.refused("Ann", "buy_private", "12", private="MRBC", price=30)
    table.refused("Bob", "buy_private", private="GRSC", price=30)


# --- connections


def sunset_route() -> Table:
    """SP could connect with New Orleans but for one tile, which IC can lay."""
    table = Table().with_company("SP", "Ann", Ann=6, par=90, treasury=60).with_company("IC", "Bob", Bob=6, par=100)
    for hex_id in ("N3", "N5", "N9", "N11", "N13"):
        table.with_tile(hex_id, "9", 1)
    table.with_tile("N7", "57", 1).with_tile("N17", "57", 1).with_marker("IC", "N17/c0")
    return table.with_train("SP", "3").with_train("IC", "2").with_phase("2")


@pytest.mark.rule("1870-4.1-09")
def test_a_connection_run_comes_while_another_companys_turn_has_made_it_possible():
    table = sunset_route().operating_round()
    assert table.deciders() == ["Bob"]
    table.do("Bob", "lay", hex="N15", tile="9", rotation=1)
    skip_turn(table, "IC")
    assert not has_operated(table.p, "SP")
    assert table.verbs("Ann") == ["connect", "stop"]
    table.do("Ann", "connect", token="keep")
    assert table.happened("connects") == [{"company": "SP", "player": "p1"}]


@pytest.mark.rule("1870-4.1-09")
def test_without_the_track_there_is_no_connection_run():
    table = skip_turn(sunset_route().operating_round(), "IC")
    assert not table.happened("connects")
    assert table.s.agenda[-1].rule == "operating_turn"
    assert table.s.agenda[-1].subject == "SP"
