"""What each phase brings: rust, nationalisation, private companies, off-boards (17, 14.3.4)."""

from __future__ import annotations

import pytest

from engine.core.state import Marker
from tests.positions.table import close_unsold
from tests.t1839.table import Table1839

ORDER = ["2", "2+1", "3", "3+", "4+", "R5", "R4+1", "R4", "PR2+", "PR3+1", "4", "7"]
PHASE = {
    "2+1": "dark yellow",
    "3": "light green",
    "3+": "dark green",
    "4+": "blue",
    "R5": "light brown",
    "R4+1": "medium brown",
    "R4": "dark brown",
    "PR2+": "light red",
    "PR3+1": "dark red",
    "4": "gray",
    "7": "purple",
}
BEFORE = {kind: (PHASE.get(ORDER[at - 1], "light yellow")) for at, kind in enumerate(ORDER) if at}


def about_to_buy(kind: str, *, company: str = "NCS", private: tuple[str, str] = ("", "")) -> Table1839:
    """Ann's NCS has a train, money, and the first train of a kind before it."""
    table = Table1839(("Ann", "Bob", "Cem", "Dan"))
    if private[0]:
        table.with_private(*private)
    with table.arrange() as p:
        close_unsold(p)
    for name, place in list(table.s.privates.items()):
        if place in ("sale", "supply") and name not in ("RH",):
            table.with_private(name, "closed")
    table.with_phase(BEFORE[kind]).with_company(company, "Ann", treasury=2000, Ann=4)
    return table


def give(table: Table1839, company: str, kind: str, *marks: str) -> Table1839:
    """A train of a kind, with marks, whatever the supply has."""
    with table.arrange() as p:
        card = next(card for card in p.s.trains.values() if card.kind == kind and card.at in ("supply", "with:DeRtU"))
        card.at, card.marks = company, list(marks)
    return table


def buy(table: Table1839, kind: str) -> Table1839:
    table.with_supply_from(kind)
    table.operating_turn("NCS", "train")
    table.do("Ann", "buy_train", kind=kind, **{"from": "bank"})
    return table


@pytest.mark.rule("1839-8.3.5-04")
@pytest.mark.parametrize(
    ("kind", "price"), list(zip(ORDER[1:], (120, 140, 180, 240, 320, 340, 380, 240, 260, 460, 640), strict=True))
)
def test_the_supply_sells_at_the_printed_price(kind: str, price: int):
    table = about_to_buy(kind)
    before = table.cash("NCS")
    table.with_supply_from(kind).operating_turn("NCS", "train")
    table.refused("Ann", "buy_train", "", kind=kind, price=price - 10, **{"from": "bank"})
    assert buy(table, kind).cash("NCS") == before - price


@pytest.mark.rule("1839-8.3.5-06")
def test_trains_leave_the_supply_in_the_order_of_their_ranks():
    table = about_to_buy("3").with_supply("3", "3+").operating_turn("NCS", "train")
    table.refused("Ann", "buy_train", "8.3.5", kind="3+", **{"from": "bank"})
    table.do("Ann", "buy_train", kind="3", **{"from": "bank"})
    assert table.do("Ann", "buy_train", kind="3+", **{"from": "bank"}).trains("NCS") == ["3", "3+"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("R5", "PR2+", marks=pytest.mark.rule("1839-17.9-03", "1839-17.9-04")),
        pytest.param("R4+1", "PR3+1", marks=pytest.mark.rule("1839-17.10-02", "1839-17.10-03")),
        pytest.param("R4", "4", marks=pytest.mark.rule("1839-17.11-03", "1839-17.11-04")),
        pytest.param("PR2+", "7", marks=pytest.mark.rule("1839-17.12-02", "1839-17.12-03")),
        pytest.param("PR3+1", "7", marks=pytest.mark.rule("1839-17.12-02", "1839-17.12-03")),
    ],
)
@pytest.mark.rule("1839-16.3.2.2-01")
def test_an_r_train_goes_only_if_it_has_run(old: str, new: str):
    table = about_to_buy(new)
    table.with_company("MSS", "Bob", Bob=4).with_company("NRS", "Cem", Cem=4)
    give(table, "MSS", old, "has run")
    give(table, "NRS", old)
    buy(table, new)
    assert table.trains("MSS") == []
    assert table.trains("NRS") == [old]
    assert [card.marks for card in table.s.trains.values() if card.at == "NRS"] == [["rusted"]]


ENTITLES = {
    "dark green": ("2+1", "3", "3+"),
    "blue": ("3", "3+", "4+"),
    "light brown": ("3+", "4+", "R5"),
    "medium brown": ("4+", "R5", "R4+1"),
    "dark brown": ("R5", "R4+1", "R4"),
    "light red": ("R4+1", "R4", "PR2+"),
    "dark red": ("R4", "PR2+", "PR3+1"),
    "gray": ("PR2+", "PR3+1"),
    "purple": ("4",),
}


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param("dark green", marks=pytest.mark.rule("1839-17.4-03")),
        pytest.param("blue", marks=pytest.mark.rule("1839-17.5-05")),
        pytest.param("light brown", marks=pytest.mark.rule("1839-17.6-05")),
        pytest.param("medium brown", marks=pytest.mark.rule("1839-17.7-03")),
        pytest.param("dark brown", marks=pytest.mark.rule("1839-17.8-05")),
        pytest.param("light red", marks=pytest.mark.rule("1839-17.9-05")),
        pytest.param("dark red", marks=pytest.mark.rule("1839-17.10-04")),
        pytest.param("gray", marks=pytest.mark.rule("1839-17.11-06")),
        pytest.param("purple", marks=pytest.mark.rule("1839-17.12-04")),
    ],
)
@pytest.mark.rule("1839-14.3.4.1-02", "1839-14.3.4.1-03")
def test_which_trains_entitle_to_nationalise(phase: str):
    from engine.titles.t1839.nationalising import qualifies

    table = Table1839(("Ann", "Bob", "Cem", "Dan")).with_privates_closed().with_company("NCS", "Ann", Ann=4)
    table.with_phase(phase)
    for kind in ORDER:
        runs_once = table.p.d.trains[kind].runs_once
        owner = with_first_train_of(table, kind, "NCS", *(["has run"] if runs_once else []))
        assert qualifies(table.p, "NCS") == (kind in ENTITLES[phase]), kind
        with_first_train_of(table, kind, "NCS")
        unrun = runs_once and phase in ("light red", "dark red", "gray", "purple")
        assert qualifies(table.p, "NCS") == (kind in ENTITLES[phase] or unrun), kind
        with_first_train_of(table, kind, owner)


def with_first_train_of(table: Table1839, kind: str, owner: str, *marks: str) -> str:
    """The first train of a kind, with these marks, goes to another owner; who had it before."""
    with table.arrange() as p:
        card = next(card for card in p.s.trains.values() if card.kind == kind)
        before, card.at, card.marks = card.at, owner, list(marks)
    return before


@pytest.mark.rule("1839-8.3-13", "1839-14.3.4.1-01", "1839-14.3.4.1-05", "1839-14.3.4.1-02")
def test_after_the_turn_each_company_in_operating_order_may_be_nationalised():
    table = give(about_to_buy("3+"), "NCS", "3")
    table.with_company("MSS", "Bob", price=82, Bob=4).with_company("L1", "Cem", homes=("I8", "L3"), Cem=4)
    table.with_company("AMS", "Dan", Dan=4)
    for company, kind in (("MSS", "3"), ("L1", "2+1"), ("AMS", "2")):
        give(table, company, kind)
    buy(table, "3+")
    table.refused("Ann", "nationalise")
    table.do("Ann", "skip")
    asked: list[str] = []
    while "nationalise" in table.p.title.frames[table.p.top_rule].open_verbs(table.p, table.p.top, ""):
        who = table.deciders()[0]
        asked.append(who)
        table.do(who, "keep")
    assert asked == ["Bob", "Ann", "Cem"], "the train of the AMS has rusted"


@pytest.mark.rule("1839-17.2-01", "1839-17.3-01")
@pytest.mark.parametrize("kind", ["2+1", "3"])
def test_trains_that_rust_nothing_open_no_window(kind: str):
    table = give(about_to_buy(kind), "NCS", "2")
    buy(table, kind).do("Ann", "skip")
    assert not table.own.rusting
    assert table.p.top_rule != "nationalise"


@pytest.mark.rule("1839-14.3.4.2-02", "1839-14.3.4.2-06")
def test_shares_in_treasury_and_pool_go_with_a_nationalised_company():
    table = give(about_to_buy("3+"), "NCS", "3")
    table.with_company("NCS", "Ann", treasury=2000, Ann=4, Bob=2, pool=1, treasury_shares=1)
    buy(table, "3+").do("Ann", "skip").do("Ann", "nationalise")
    assert {table.p.s.certs[cert] for cert in table.p.d.certs_of["NCS"]} == {"gone"}
    assert table.s.companies["NCS"].closed


@pytest.mark.rule("1839-2-10")
def test_there_are_always_enough_government_markers():
    table = give(about_to_buy("3+"), "NCS", "3")
    with table.arrange() as p:
        p.s.board.markers += [Marker("NS", "A8/c0", 40 + number) for number in range(40)]
    stands = table.markers("NCS")
    buy(table, "3+").do("Ann", "skip").do("Ann", "nationalise")
    assert len(table.markers("NS")) == 40 + len(stands)


@pytest.mark.rule("1839-14.3.4.2-02", "1839-14.3.1-13", "1839-14.3.1-16")
def test_a_nationalised_local_goes_back_to_the_supply_even_a_converted_one():
    table = give(about_to_buy("3+"), "NCS", "3").with_company("L1", "Bob", homes=("I8", "L3"), Bob=4)
    give(table, "L1", "3")
    table.with_price("L1", 43, "major")
    buy(table, "3+").do("Ann", "skip").do("Ann", "keep").do("Bob", "nationalise")
    assert {table.p.s.certs[cert] for cert in table.p.d.certs_of["L1"]} == {"ipo"}
    assert not table.s.companies["L1"].closed
    assert len(table.s.companies["L1"].markers) == 3


@pytest.mark.rule("1839-14.3.1-14", "1839-17.10-01", "1839-13.1-08", "1839-8.2-02")
def test_dear_locals_become_majors_at_dark_red_and_at_no_other_time():
    table = about_to_buy("PR3+1")
    prices = {"L1": 46, "L2": 55, "L3": 65, "L4": 38}
    homes = (("I8", "L3"), ("N17", "G14"), ("D19", "J7"), ("K6", "E14"))
    for (company, price), where in zip(prices.items(), homes, strict=True):
        table.with_company(company, "Bob", homes=where, Bob=2).with_price(company, price)
    give(table, "NCS", "R4")
    buy(table, "PR3+1")
    assert [table.on(company) for company in prices] == [("major", 43), ("major", 51), ("major", 61), ("local", 38)]
    for kind in ("R4", "PR2+", "4"):
        other = about_to_buy(kind).with_company("L1", "Bob", homes=("I8", "L3"), Bob=2).with_price("L1", 46)
        buy(give(other, "NCS", "R4"), kind)
        assert other.on("L1") == ("local", 46), kind


@pytest.mark.rule("1839-16.4-01", "1839-16.4-02", "1839-16.4-03", "1839-16.4-04", "1839-8.3.5-02")
def test_a_purchase_up_to_the_old_limit_and_then_everybody_discards():
    table = about_to_buy("PR2+")
    table.with_company("MSS", "Bob", price=82, Bob=4)
    for company in ("NCS", "MSS"):
        give(give(table, company, "R4"), company, "R4+1")
    give(table, "MSS", "R5")
    buy(table, "PR2+")
    assert table.trains("NCS") == ["R4+1", "R4", "PR2+"]
    assert table.deciders() == ["Bob"], "in operating order"
    table.do("Bob", "discard", kind="R5").do("Ann", "discard", kind="R4")
    assert (table.trains("NCS"), table.trains("MSS")) == (["R4+1", "PR2+"], ["R4+1", "R4"])
    assert sum(card.at == "pool" for card in table.s.trains.values()) == 0
    full = about_to_buy("PR3+1")
    give(give(full, "NCS", "R4"), "NCS", "PR2+")
    full.with_supply_from("PR3+1").operating_turn("NCS", "train")
    assert "buy_train" not in full.verbs("Ann"), "two trains are all it may own"


@pytest.mark.rule("1839-12-13", "1839-17.1-02", "1839-17.6-04", "1839-17.11-05")
@pytest.mark.parametrize(
    ("phase", "worth"),
    [("light yellow", 20), ("blue", 20), ("light brown", 40), ("dark red", 40), ("gray", 50), ("purple", 50)],
)
def test_off_boards_pay_by_phase(phase: str, worth: int):
    table = Table1839().with_phase(phase)
    stop = table.p.d.map.hexes["G20"].stops[0]
    assert table.p.title.operating.stop_value(table.p, "NCS", "G20/o0", stop)[0] == worth


@pytest.mark.rule("1839-8.3.5-01", "1839-8.3.5-07", "1839-8.3.5-08", "1839-8.3.5-10")
def test_several_trains_one_after_the_other():
    table = about_to_buy("3").with_supply("2+1", "3", "3", "3+")
    table.operating_turn("NCS", "train")
    table.refused("Ann", "buy_train", "8.3.5", kind="3", **{"from": "bank"})
    table.do("Ann", "buy_train", kind="2+1").do("Ann", "buy_train", kind="3").do("Ann", "buy_train", kind="3")
    assert table.trains("NCS") == ["2+1", "3", "3"]
    assert table.s.phase == "light green"
    assert "buy_train" not in table.verbs("Ann"), "three are all it may own"


@pytest.mark.rule("1839-8.3.5-05")
@pytest.mark.parametrize("price", [1, 77])
def test_a_train_of_another_company_for_an_agreed_price(price: int):
    table = give(about_to_buy("3"), "NCS", "2").with_company("MSS", "Bob", Bob=4)
    give(table, "MSS", "2+1")
    table.operating_turn("NCS", "train")
    table.refused("Ann", "buy_train", "", kind="2+1", price=0, **{"from": "MSS"})
    table.do("Ann", "buy_train", kind="2+1", price=price, **{"from": "MSS"})
    assert table.trains("NCS") == ["2"]
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.trains("NCS"), table.cash("MSS")) == (["2", "2+1"], 500 + price)
