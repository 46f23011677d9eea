"""Phases: what begins them, what they discard and let nationalise; train limits (4, 14.3.4, 16.4, 17)."""

from __future__ import annotations

import pytest

from engine.family.dividend import note_income
from engine.titles.t1839.companies import is_local
from tests.t1839.table import Table1839

RANKS = {
    "2": "light yellow", "2+1": "dark yellow", "3": "light green", "3+": "dark green", "4+": "blue",
    "R5": "light brown", "R4+1": "medium brown", "R4": "dark brown", "PR2+": "light red", "PR3+1": "dark red",
    "4": "gray", "7": "purple",
}  # fmt: skip
KINDS = list(RANKS)
BEFORE = {kind: RANKS[KINDS[index - 1]] for index, kind in enumerate(KINDS) if index}
BANK = {"from": "bank"}
UNRUN, RUN = "", "has run"


def about_to_buy(kind: str, *owned: str, mark: str = RUN, buyer_train: str = "") -> Table1839:
    """HIJSM (Ann) in its train step may buy the first train of a kind; NWS (Bob) has these trains."""
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_company("NWS", "Bob", price=67, Bob=6).with_train("NWS", *owned)
    if buyer_train:
        table.with_train("HIJSM", buyer_train)
    if mark:
        table.with_marks("NWS", mark)
    table.with_phase(BEFORE[kind]).with_supply_from(kind)
    return table.operating_turn("HIJSM", step="train")


def buy(table: Table1839, kind: str) -> Table1839:
    return table.do("Ann", "buy_train", kind=kind, price=table.p.d.trains[kind].price, **BANK)


def end_turn(table: Table1839) -> Table1839:
    """The buyer finishes its turn."""
    while table.deciders() and "skip" in table.verbs(table.deciders()[0]) and table.s.agenda[-1].subject == "HIJSM":
        table.do(table.deciders()[0], "skip")
    return table


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("2+1", marks=pytest.mark.rule("1839-17.2-01")),
        pytest.param("3", marks=pytest.mark.rule("1839-17.3-01")),
        pytest.param("PR2+", marks=pytest.mark.rule("1839-17.9-01")),
        pytest.param("PR3+1", marks=pytest.mark.rule("1839-17.10-01")),
        pytest.param("4", marks=pytest.mark.rule("1839-17.11-01")),
        pytest.param("7", marks=pytest.mark.rule("1839-17.12-01")),
    ],
)
@pytest.mark.rule("1839-5-06")
def test_the_first_train_of_a_rank_begins_its_phase_at_once(kind: str):
    table = about_to_buy(kind)
    assert table.s.phase == BEFORE[kind]
    assert buy(table, kind).s.phase == RANKS[kind]


@pytest.mark.rule("1839-5-06")
def test_the_second_train_of_a_rank_begins_nothing():
    table = buy(buy(about_to_buy("3"), "3"), "3")
    assert (table.s.phase, table.trains("HIJSM")) == ("light green", ["3", "3"])
    assert [event.kind for event in table.events].count("phase") <= 1


@pytest.mark.rule("1839-8.3.5-12")
def test_a_new_phase_holds_for_everybody_at_once():
    table = about_to_buy("PR2+", "R4+1", "R4", "R4")
    assert table.p.d.phases[table.s.phase].train_limit == 3
    assert buy(table, "PR2+").deciders() == ["Bob"], "NWS has one train too many now"


@pytest.mark.parametrize(
    ("kind", "gone", "stays"),
    [
        pytest.param("PR2+", ["R5"], ["R4+1"], marks=pytest.mark.rule("1839-17.9-03", "1839-16.3.2.2-01")),
        pytest.param("PR3+1", ["R4+1"], ["R4"], marks=pytest.mark.rule("1839-17.10-02", "1839-16.3.2.2-01")),
        pytest.param("4", ["R4"], ["PR2+"], marks=pytest.mark.rule("1839-17.11-03", "1839-16.3.2.2-01")),
        pytest.param("7", ["PR2+", "PR3+1"], ["4"], marks=pytest.mark.rule("1839-17.12-02", "1839-16.3.2.2-01")),
    ],
)
def test_what_rusts_when(kind: str, gone: list[str], stays: list[str]):
    owned = [*gone, *stays][-3:]
    table = buy(about_to_buy(kind, *owned), kind)
    assert table.trains("NWS") == [name for name in owned if name in stays]


@pytest.mark.parametrize(
    ("kind", "old"),
    [
        pytest.param("PR2+", "R5", marks=pytest.mark.rule("1839-17.9-04")),
        pytest.param("PR3+1", "R4+1", marks=pytest.mark.rule("1839-17.10-03")),
        pytest.param("4", "R4", marks=pytest.mark.rule("1839-17.11-04")),
        pytest.param("7", "PR2+", marks=pytest.mark.rule("1839-17.12-03")),
        pytest.param("7", "PR3+1", marks=pytest.mark.rule("1839-17.12-03")),
    ],
)
@pytest.mark.rule("1839-16.1-05", "1839-16.3.2.2-02")
def test_an_r_train_that_has_not_run_stays_for_one_run(kind: str, old: str):
    table = buy(about_to_buy(kind, old, mark=UNRUN), kind)
    assert table.trains("NWS") == [old]


@pytest.mark.parametrize(
    ("kind", "old"),
    [
        pytest.param("3+", "2", marks=pytest.mark.rule("1839-17.4-02")),
        pytest.param("4+", "2+1", marks=pytest.mark.rule("1839-17.5-02")),
        pytest.param("R5", "3", marks=pytest.mark.rule("1839-17.6-03")),
        pytest.param("R4+1", "3+", marks=pytest.mark.rule("1839-17.7-02")),
        pytest.param("R4", "4+", marks=pytest.mark.rule("1839-17.8-02")),
    ],
)
def test_other_trains_rust_run_or_not(kind: str, old: str):
    assert buy(about_to_buy(kind, old, mark=UNRUN), kind).trains("NWS") == []


# --- nationalising


@pytest.mark.parametrize(
    ("kind", "owned", "may"),
    [
        pytest.param("3+", "2+1", True, marks=pytest.mark.rule("1839-17.4-03")),
        pytest.param("3+", "3", True, marks=pytest.mark.rule("1839-17.4-03")),
        pytest.param("3+", "2", False, marks=pytest.mark.rule("1839-17.4-03")),
        pytest.param("4+", "3", True, marks=pytest.mark.rule("1839-17.5-05")),
        pytest.param("4+", "3+", True, marks=pytest.mark.rule("1839-17.5-05")),
        pytest.param("4+", "2+1", False, marks=pytest.mark.rule("1839-17.5-05")),
        pytest.param("R5", "3+", True, marks=pytest.mark.rule("1839-17.6-05")),
        pytest.param("R5", "4+", True, marks=pytest.mark.rule("1839-17.6-05")),
        pytest.param("R5", "3", False, marks=pytest.mark.rule("1839-17.6-05")),
        pytest.param("R4+1", "4+", True, marks=pytest.mark.rule("1839-17.7-03")),
        pytest.param("R4+1", "R5", True, marks=pytest.mark.rule("1839-17.7-03")),
        pytest.param("R4+1", "3+", False, marks=pytest.mark.rule("1839-17.7-03")),
        pytest.param("R4", "R5", True, marks=pytest.mark.rule("1839-17.8-05")),
        pytest.param("R4", "R4+1", True, marks=pytest.mark.rule("1839-17.8-05")),
        pytest.param("R4", "4+", False, marks=pytest.mark.rule("1839-17.8-05")),
        pytest.param("PR2+", "R4+1", True, marks=pytest.mark.rule("1839-17.9-05")),
        pytest.param("PR2+", "R4", True, marks=pytest.mark.rule("1839-17.9-05")),
        pytest.param("PR2+", "R5", False, marks=pytest.mark.rule("1839-17.9-05")),
        pytest.param("PR3+1", "R4", True, marks=pytest.mark.rule("1839-17.10-04")),
        pytest.param("PR3+1", "PR2+", True, marks=pytest.mark.rule("1839-17.10-04")),
        pytest.param("PR3+1", "R4+1", False, marks=pytest.mark.rule("1839-17.10-04")),
        pytest.param("4", "PR2+", True, marks=pytest.mark.rule("1839-17.11-06")),
        pytest.param("4", "PR3+1", True, marks=pytest.mark.rule("1839-17.11-06")),
        pytest.param("4", "R4", False, marks=pytest.mark.rule("1839-17.11-06")),
        pytest.param("7", "4", True, marks=pytest.mark.rule("1839-17.12-04")),
        pytest.param("7", "PR3+1", False, marks=pytest.mark.rule("1839-17.12-04")),
    ],
)
@pytest.mark.rule("1839-14.3.4.1-02")
def test_who_may_nationalise_after_a_rusting_purchase(kind: str, owned: str, may: bool):
    table = end_turn(buy(about_to_buy(kind, owned), kind))
    asked = []
    while table.deciders() and "keep" in table.verbs(table.deciders()[0]):
        asked.append(table.deciders()[0])
        table.do(table.deciders()[0], "keep")
    assert ("Bob" in asked) == may


@pytest.mark.rule("1839-8.3-13", "1839-14.3.4.1-01")
def test_nobody_nationalises_before_the_buyer_has_finished():
    table = buy(about_to_buy("3+", "3"), "3+")
    table.refused("Bob", "nationalise")
    table.refused("Ann", "nationalise")
    end_turn(table).do("Ann", "keep")
    assert "nationalise" in table.verbs("Bob")


@pytest.mark.parametrize(
    ("kind", "owned"),
    [
        pytest.param("PR2+", "R5", marks=pytest.mark.rule("1839-17.9-05")),
        pytest.param("PR3+1", "R4+1", marks=pytest.mark.rule("1839-17.10-04")),
        pytest.param("4", "R4", marks=pytest.mark.rule("1839-17.11-06")),
        pytest.param("7", "PR3+1", marks=pytest.mark.rule("1839-17.12-04")),
    ],
)
@pytest.mark.rule("1839-14.3.4.1-03")
def test_an_r_train_that_has_not_run_is_enough(kind: str, owned: str):
    table = end_turn(buy(about_to_buy(kind, owned, mark=UNRUN), kind))
    while table.deciders() == ["Ann"] and "keep" in table.verbs("Ann"):
        table.do("Ann", "keep")
    assert table.deciders() == ["Bob"]
    assert set(table.verbs("Bob")) >= {"nationalise", "keep"}


@pytest.mark.rule("1839-14.3.4.1-01")
@pytest.mark.parametrize("kind", ["2+1", "3"])
def test_ranks_that_rust_nothing_let_nobody_nationalise(kind: str):
    table = end_turn(buy(about_to_buy(kind, "2"), kind))
    assert not table.deciders() or "nationalise" not in table.verbs(table.deciders()[0])


def nationalised(company: str = "NWS", **more: int) -> Table1839:
    """NWS, with shares and a train and money, is nationalised by Bob."""
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    if company.startswith("L"):
        table.with_company(company, "Bob", Bob=4, Cem=2, pool=1, homes=("G16", "E14"))
    else:
        table.with_company(company, "Bob", price=67, Bob=4, Cem=2, pool=1)
    table.with_train(company, "2+1").with_private("SR-V", company)
    table.with_phase("light green").with_supply_from("3+").operating_turn("HIJSM", step="train")
    end_turn(buy(table, "3+"))
    if "keep" in table.verbs("Ann"):
        table.do("Ann", "keep")
    return table


@pytest.mark.rule("1839-14.3.4.2-01")
def test_the_bank_takes_the_treasury_of_a_nationalised_company():
    table = nationalised()
    cash, bank = table.cash("Bob"), table.cash("bank")
    table.do("Bob", "nationalise")
    assert (table.cash("NWS"), table.cash("Bob"), table.cash("bank")) == (0, cash, bank + 500)


@pytest.mark.rule("1839-14.3.4.2-02")
def test_all_shares_of_a_nationalised_company_go_without_a_payment():
    table = nationalised()
    cash = [table.cash(who) for who in ("Bob", "Cem")]
    assert [table.units(who, "NWS") for who in ("Bob", "Cem", "pool")] == [4, 2, 1]
    table.do("Bob", "nationalise")
    assert {table.s.certs[cert] for cert in table.p.d.certs_of["NWS"]} == {"gone"}
    assert [table.cash(who) for who in ("Bob", "Cem")] == cash


@pytest.mark.rule("1839-14.3.4.2-03", "1839-14.4-01")
def test_the_government_stands_where_a_nationalised_company_stood():
    table = nationalised()
    stops = table.markers("NWS")
    assert stops
    assert table.markers("NS") == []
    table.do("Bob", "nationalise")
    assert (table.markers("NWS"), table.markers("NS")) == ([], stops)


@pytest.mark.rule("1839-14.3.4.2-04")
def test_a_nationalised_company_has_no_price():
    table = nationalised()
    assert table.price("NWS") == 67
    assert table.do("Bob", "nationalise").price("NWS") == 0
    assert all("NWS" not in companies for companies in table.s.market.values())


@pytest.mark.rule("1839-14.3.4.2-05")
def test_trains_and_private_companies_go_with_a_nationalised_company():
    table = nationalised()
    cash = [table.cash(who) for who in ("Bob", "NWS")]
    assert (table.trains("NWS"), table.owner("SR-V")) == (["2+1"], "NWS")
    table.do("Bob", "nationalise")
    assert (table.trains("NWS"), table.owner("SR-V")) == ([], "closed")
    assert not [card for card in table.s.trains.values() if card.kind == "2+1" and card.at in ("NWS", "pool")]
    assert table.cash("Bob") == cash[0]


@pytest.mark.rule("1839-14.3.2.1.2-03", "1839-14.3.1-13")
def test_a_nationalised_major_is_never_started_again():
    table = nationalised().do("Bob", "nationalise").stock_round("Ann")
    table.refused("Ann", "par", "7.5", company="NWS", price=67)
    table.do("Ann", "par", company="AMS", price=67)
    assert table.president("AMS") == "Ann"


@pytest.mark.rule("1839-14.3.4.1-04")
def test_who_nationalised_starts_no_company_in_the_next_stock_round():
    table = nationalised().do("Bob", "nationalise").stock_round("Bob")
    table.refused("Bob", "par", "7.3", company="AMS", price=67)
    table.do("Bob", "pass").do("Cem", "par", company="AMS", price=67)
    kept = nationalised().do("Bob", "keep").stock_round("Bob")
    assert kept.do("Bob", "par", company="AMS", price=67).president("AMS") == "Bob"


@pytest.mark.rule("1839-14.3.4.1-05", "1839-14.3.4.2-01")
def test_a_director_may_keep_it():
    table = nationalised().do("Bob", "keep")
    assert (table.cash("NWS"), table.units("Bob", "NWS"), table.president("NWS")) == (500, 4, "Bob")


@pytest.mark.rule("1839-14.3.1-13", "1839-14.3.2.1.1-04", "1839-4-51", "1839-14.4-02")
def test_a_nationalised_local_may_be_started_again_even_where_the_government_stands():
    table = nationalised("L1").do("Bob", "nationalise")
    table.stock_round("Ann")
    moves = table.legal("Ann", "par", company="L1", price=31)
    assert any(move["home"] == "G16" for move in moves) or "G16" in {m["second_home"] for m in moves}
    table.do("Ann", "par", **moves[0])
    assert table.president("L1") == "Ann"


# --- limits


@pytest.mark.rule("1839-16.4-02", "1839-16.4-03", "1839-16.4-04")
def test_over_the_limit_trains_are_discarded_from_the_game_as_the_director_likes():
    table = about_to_buy("PR2+", "R4+1", "R4", "R4", buyer_train="R4+1")
    buy(table, "PR2+")
    # Two trains are the limit now: Bob has three.
    assert table.deciders() == ["Bob"]
    kinds = {str(move.get("train", move.get("kind"))) for move in table.legal("Bob", "discard")}
    assert len(kinds) >= 2
    table.do("Bob", "discard", **table.legal("Bob", "discard")[0])
    assert len(table.trains("NWS")) == 2
    assert not [card for card in table.s.trains.values() if card.at == "pool"]
    assert table.deciders() == ["Ann"]


# --- the market


@pytest.mark.rule("1839-14.3.1-14", "1839-13.1-08")
@pytest.mark.parametrize(
    ("kind", "price", "after"),
    [
        ("PR3+1", 46, ("major", 43)),
        ("PR3+1", 55, ("major", 51)),
        ("PR3+1", 65, ("major", 61)),
        ("PR3+1", 38, ("local", 38)),
        ("PR2+", 65, ("local", 65)),
        ("4", 65, ("local", 65)),
    ],
)
def test_dark_red_turns_the_dearest_locals_into_majors(kind: str, price: int, after: tuple[str, int]):
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_company("L1", "Bob", Bob=4, homes=("G16", "E14"), home=False).with_price("L1", price)
    table.with_phase(BEFORE[kind]).with_supply_from(kind).operating_turn("HIJSM", step="train")
    assert buy(table, kind).on("L1") == after


@pytest.mark.rule("1839-13.1-03", "1839-13.1-04", "1839-14.1-02", "1839-14.3.1-03")
def test_a_companys_market_says_whether_it_is_local_or_major():
    table = Table1839().with_privates_closed().with_company("NWS", "Bob", Bob=4)
    table.with_company("L1", "Bob", Bob=4, homes=("I8", "E14"))
    assert [is_local(table.p, name) for name in ("NWS", "L1")] == [False, True]
    table.with_price("L1", 43, "major")
    assert not is_local(table.p, "L1")


@pytest.mark.parametrize(
    ("price", "income", "after"),
    [
        pytest.param(101, 90, 91, marks=pytest.mark.rule("1839-13.2-05", "1839-13.2-06")),
        pytest.param(101, 100, 91, marks=pytest.mark.rule("1839-13.2-05")),
        pytest.param(101, 110, 113, marks=pytest.mark.rule("1839-13.2-07", "1839-13.2-01")),
        pytest.param(101, 200, 113, marks=pytest.mark.rule("1839-13.2-08")),
        pytest.param(101, 210, 126, marks=pytest.mark.rule("1839-13.2-08")),
        pytest.param(40, 40, 43, marks=pytest.mark.rule("1839-13.2-07")),
        pytest.param(40, 80, 47, marks=pytest.mark.rule("1839-13.2-08")),
        pytest.param(101, 0, 82, marks=pytest.mark.rule("1839-13.2-06")),
        pytest.param(40, 0, 40, marks=pytest.mark.rule("1839-13.2-02")),
        pytest.param(43, 0, 40, marks=pytest.mark.rule("1839-13.2-02")),
    ],
)
def test_a_dividend_against_the_price_moves_the_marker(price: int, income: int, after: int):
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6).with_phase("blue")
    table.with_price("HIJSM", price).operating_turn("HIJSM", step="train")
    with table.arrange() as p:
        note_income(p, income)
        box = p.title.market.after_dividend(p, "HIJSM", p.d.market.boxes[table.box("HIJSM")], "full")
    assert box.price == after


@pytest.mark.rule("1839-13.1-01", "1839-13.1-02", "1839-13.1-06", "1839-13.1-07")
def test_the_two_markets():
    boxes = Table1839().p.d.market.boxes.values()
    local = sorted(box.price for box in boxes if box.market == "local")
    major = sorted(box.price for box in boxes if box.market != "local")
    assert local == [10, 13, 16, 20, 25, 31, 38, 46, 55, 65]
    assert major == [40, 43, 47, 51, 56, 61, 67, 74, 82, 91, 101, 113, 126, 141, 159, 179, 202, 227, 254, 300]
