"""Operating rounds: what pays first, the steps of a turn, dividends, ports bought (8.1, 8.3, 8.7, 8.9)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track

BANK = {"from": "bank"}


def orleans(treasury: int = 500, *, train: bool = True, **holders: int) -> Table:
    """PO in Orléans with a line to Versailles; Ann directs it. EST is Bob's."""
    table = Table().with_company("PO", "Ann", par=73, treasury=treasury, **{"Ann": 6, **holders})
    table.with_company("EST", "Bob", par=67, Bob=6).with_train("EST", "2+1")
    if train:
        table.with_train("PO", "2+1")
    return lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E")


@pytest.mark.rule("1843-8.1-01", "1843-8.1-02")
def test_privates_pay_their_owners_and_then_ports_their_companies():
    table = orleans().with_private("LH", "Bob").with_private("BA", "EST").with_port("PO", "C14").with_port("PO", "H7")
    before = table.cash("Bob"), table.cash("EST"), table.cash("PO"), table.cash("bank")
    table.operating_round()
    after = table.cash("Bob"), table.cash("EST"), table.cash("PO"), table.cash("bank")
    assert [b - a for a, b in zip(before, after, strict=True)] == [15, 25, 40, -80]


@pytest.mark.rule("1843-8.1-03", "1843-8.2-01", "1843-8.3-11", "1843-8.2-06")
def test_floated_companies_operate_in_order_each_finishing_before_the_next():
    table = orleans().with_company("OU", "Cem", par=67, Cem=3, floated=False).with_box("EST", "5,5").operating_round()
    assert table.s.agenda[-1].subject == "EST"
    table.refused("Ann", "skip")
    finish(table, "EST")
    assert table.s.agenda[-1].subject == "PO"
    finish(table, "PO")
    assert table.s.clock.round == "stock"


def finish(table: Table, company: str) -> None:
    while table.s.clock.round == "operating" and table.s.agenda[-1].subject == company:
        who = table.deciders()[0]
        if "run" in table.verbs(who):
            table.run_best(who)
        elif "dividend" in table.verbs(who):
            table.do(who, "dividend", kind="full")
        else:
            table.do(who, "skip")


@pytest.mark.rule("1843-8.3-01")
def test_the_home_marker_is_placed_before_the_first_operation():
    table = Table().with_company("PO", "Ann", par=73, Ann=6, home=False, turns=0).with_cash("PO", 500)
    assert table.stations("PO") == []
    table.operating_round()
    assert [stop.split("/")[0] for stop in table.stations("PO")] == ["F13"]
    assert table.cash("PO") == 500


@pytest.mark.rule("1843-8.3-01", "1843-8.5.1-13", "1843-8.4.2-09")
def test_the_mids_marker_waits_for_a_tile_and_its_director_picks_the_city():
    table = Table().with_company("MID", "Ann", par=73, Ann=6, home=False, turns=0).with_cash("MID", 500)
    table.with_company("SO", "Bob", par=67, Bob=6, treasury=900).with_phase("green").operating_round()
    # No track, no duty, nothing to do: its turn is over, or it can be.
    while table.s.agenda[-1].subject == "MID":
        table.do("Ann", "skip")
    assert table.stations("MID") == []
    table = Table().with_company("MID", "Ann", par=73, Ann=6, home=False, turns=0).with_phase("green")
    table.with_tile("J9", "10", 0).operating_round()
    assert (table.top(), table.deciders()) == ("home", ["Ann"])
    cities = [move["city"] for move in table.legal("Ann", "home")]
    assert len(cities) == 2
    table.do("Ann", "home", city=cities[1])
    assert table.stations("MID") == [cities[1]]


@pytest.mark.rule(
    "1843-8.3-02", "1843-8.3-03", "1843-8.3-04", "1843-8.3-05", "1843-8.3-06", "1843-8.3-07", "1843-8.3-08"
)
def test_the_steps_go_in_order():
    table = orleans().with_port("EST", "C14").operating_turn("PO")
    seen = [table.step()]
    table.refused("Ann", "dividend", kind="full")
    table.refused("Ann", "buy_train", kind="2+1", price=125, **BANK)
    for verb in ("skip", "skip", "run", "dividend", "skip"):
        if verb == "run":
            table.refused("Ann", "skip")
            table.run_best("Ann")
        elif verb == "dividend":
            table.do("Ann", "dividend", kind="withhold")
        else:
            while table.step() == seen[-1]:
                table.do("Ann", "skip")
        if table.step() != seen[-1]:
            seen.append(table.step())
    assert [step for step in ("track", "token", "run", "dividend", "train", "ports") if step in seen] == seen
    assert seen[0] == "track" and seen[-1] == "ports"
    table.refused("Ann", "lay", hex="F17", tile="9", rotation=0)


# --- dividends


@pytest.mark.rule("1843-8.7-01", "1843-8.7-02", "1843-8.7-03", "1843-8.7-04", "1843-8.6.2-03", "1843-8.6.2-01")
def test_paid_out_to_players_and_for_the_pool_to_the_company():
    table = orleans(Ann=3, Bob=2, pool=2).operating_turn("PO", step="run")
    before = {who: table.cash(who) for who in ("Ann", "Bob", "Cem", "PO")}
    table.run_best("Ann")
    table.refused("Bob", "dividend", kind="full")
    assert "half" not in {move["kind"] for move in table.legal("Ann", "dividend")}
    table.do("Ann", "dividend", kind="full")
    # Orléans 20 and Versailles 20: 4 a share; three shares in the IPO earn nothing.
    assert {who: table.cash(who) - before[who] for who in before} == {"Ann": 12, "Bob": 8, "Cem": 0, "PO": 8}


@pytest.mark.rule("1843-8.7-05", "1843-8.7-01", "1843-7.7-09", "1843-7.7-07")
@pytest.mark.parametrize(("kind", "box", "treasury"), [("withhold", "5,4", 540), ("full", "5,6", 500)])
def test_withheld_to_the_treasury_and_the_price_moves(kind: str, box: str, treasury: int):
    table = orleans().with_box("PO", "5,5").operating_turn("PO", step="run").run_best("Ann")
    table.do("Ann", "dividend", kind=kind)
    assert (table.box("PO"), table.cash("PO")) == (box, treasury)


@pytest.mark.rule("1843-7.7-09")
def test_without_a_train_the_price_moves_left():
    table = orleans(train=False).with_box("PO", "5,5").operating_turn("PO", step="token")
    while table.step() not in ("train", "ports"):
        table.do("Ann", "skip")
    assert table.box("PO") == "5,4"


# --- ports


@pytest.mark.rule("1843-8.9-01", "1843-8.3-07")
def test_a_port_is_bought_from_another_company_for_20_if_both_agree():
    table = orleans(19).with_port("EST", "C14").with_port("PO", "H7").operating_turn("PO", step="ports")
    assert "buy_port" not in table.verbs("Ann")
    table = orleans(20).with_port("EST", "C14").with_port("PO", "H7").operating_turn("PO", step="ports")
    table.refused("Ann", "buy_port", "8.9", hex="H7")
    table.refused("Ann", "buy_port", "8.9", hex="N15")
    before = table.cash("EST")
    table.do("Ann", "buy_port", hex="C14")
    assert table.ports("PO") == ["H7"]
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.ports("PO"), table.cash("PO"), table.cash("EST")) == (["C14", "H7"], 0, before + 20)
