"""Operating rounds: who pays, who operates when, and the steps of a turn (8.1 to 8.3)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track


def three() -> Table:
    """EST at 94, OU at 94 further right, PO at 79; each with a train and no money."""
    table = (
        Table()
        .with_company("EST", "Ann", par=94, treasury=0, Ann=6)
        .with_company("PO", "Ann", par=79, treasury=0, Ann=6)
    )
    return table.with_company("OU", "Bob", par=79, treasury=0, box="8,7", Bob=6)


def finish(table: Table) -> Table:
    """End the current turn as quickly as possible, withholding income."""
    company = table.s.agenda[-1].subject
    while table.s.agenda and table.s.agenda[-1].rule == "operating_turn" and table.s.agenda[-1].subject == company:
        who = table.deciders()[0]
        verbs = table.verbs(who)
        if "run" in verbs:
            table.run_best(who)
        elif "dividend" in verbs:
            table.do(who, "dividend", kind="withhold")
        else:
            table.do(who, "skip")
    return table


@pytest.mark.rule("1843-8.1-01", "1843-8.1-03", "1843-10.1-01", "1843-10.2-07")
def test_private_companies_pay_players_and_companies_before_anybody_operates():
    table = three().with_private("C", "Cem").with_private("PStG", "PO").with_private("LM", "PO").operating_round()
    assert (table.cash("Cem"), table.cash("PO")) == (805, 40)
    kinds = [event.kind for event in table.events]
    assert max(n for n, kind in enumerate(kinds) if kind == "private_pays") < kinds.index("operates")


@pytest.mark.rule("1843-8.2-01", "1843-8.2-02", "1843-8.2-06", "1843-8.3-11", "1843-7.7-01", "1843-11.1-12")
def test_companies_operate_by_price_and_among_equal_prices_the_one_further_right():
    table = three().with_train("EST", "2+1").with_train("OU", "2+1").with_train("PO", "2+1").operating_round()
    assert table.p.title.operating.order(table.p) == ["OU", "EST", "PO"]
    for _ in range(3):
        if table.top() == "operating_turn":
            finish(table)
    assert [event["company"] for event in table.happened("operates")][:3] == ["OU", "EST", "PO"]


@pytest.mark.rule("1843-7.7-16", "1843-8.2-04", "1843-8.2-05")
def test_a_company_that_comes_to_a_price_in_the_round_operates_after_those_that_were_there():
    table = Table().with_company("EST", "Ann", par=79, treasury=0, box="9,6", Ann=6).with_train("EST", "2+1")
    table.with_company("PO", "Bob", par=79, treasury=0, Bob=6).with_train("PO", "2+1")
    table.with_company("SO", "Cem", par=79, treasury=0, box="9,5", Cem=6).with_train("SO", "2+1").operating_round()
    finish(table)
    assert table.s.market["9,5"] == ["PO", "SO", "EST"]
    finish(table)
    assert [event["company"] for event in table.happened("operates")] == ["EST", "PO", "SO"]


@pytest.mark.rule("1843-8.3-02", "1843-8.3-04", "1843-8.3-05", "1843-8.3-06", "1843-8.3-08")
def test_the_steps_of_a_turn_come_in_their_order():
    table = (
        Table().with_company("PO", "Ann", par=79, treasury=900, Ann=6).with_train("PO", "2+1").with_port("EST", "K8")
    )
    table.with_company("EST", "Bob", par=67, Bob=6)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").operating_round()
    seen = [table.step()]
    while table.s.agenda[-1].subject == "PO":
        table.refused("Ann", "dividend" if table.step() != "dividend" else "run")
        if table.step() == "run":
            table.run_best("Ann")
        elif table.step() == "dividend":
            table.do("Ann", "dividend", kind="full")
        else:
            table.do("Ann", "skip")
        if table.s.agenda[-1].subject == "PO":
            seen.append(table.step())
    assert seen == ["track", "token", "run", "dividend", "train", "ports"]


@pytest.mark.rule("1843-9-05", "1843-8.4.1-06")
def test_gray_hexagons_take_no_tile():
    table = Table().with_phase("gray").with_company("ETA", "Ann", par=79, Ann=6).operating_turn("ETA")
    for hex_id in ("H15", "A6", "H25", "M12"):
        table.refused("Ann", "lay", hex=hex_id, tile="63", rotation=0)


@pytest.mark.rule("1843-2-03")
def test_there_is_one_engineers_card():
    table = Table().with_company("PO", "Ann", par=79, Ann=6).with_private("VdL", "PO").with_train("PO", "2+1", "2+1")
    table.operating_turn("PO", "train").do("Ann", "engineers", kind="2+1")
    assert "engineers" not in table.verbs("Ann")
    assert [card.marks for card in table.s.trains.values() if card.marks] == [["engineers"]]


# --- what one should know before it is too late


def test_who_starts_the_mid_in_yellow_phase_hears_that_it_has_no_track_yet():
    table = Table().with_cash("Ann", 1000).stock_round("Ann").do("Ann", "par", company="MID", price=73)
    assert table.happened("no_track_yet") == [{"company": "MID", "hex": "J9"}]
    table.do("Bob", "buy", company="MID", **{"from": "ipo"})
    assert len(table.happened("no_track_yet")) == 1


@pytest.mark.parametrize(("company", "phase"), [("PO", "yellow"), ("MID", "green")])
def test_others_and_later_phases_need_no_such_word(company: str, phase: str):
    table = Table().with_phase(phase).with_cash("Ann", 1000).stock_round("Ann")
    table.do("Ann", "par", company=company, price=73)
    assert table.happened("no_track_yet") == []
