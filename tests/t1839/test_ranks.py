"""Phases: what begins them, what they discard, close and let nationalise; train limits (4, 14.3.4, 16.4, 17)."""

from __future__ import annotations

import pytest

from engine.family.dividend import note_income
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


@pytest.mark.rule(
    "1839-17.2-01", "1839-17.3-01", "1839-17.4-01", "1839-17.5-01", "1839-17.6-01", "1839-17.7-01", "1839-17.8-01",
    "1839-17.9-01", "1839-17.10-01", "1839-17.11-01", "1839-17.12-01", "1839-5-06", "1839-8.3.5-12",
)  # fmt: skip
@pytest.mark.parametrize("kind", KINDS[1:])
def test_the_first_train_of_a_rank_begins_its_phase_at_once(kind: str):
    table = about_to_buy(kind)
    assert table.s.phase == BEFORE[kind]
    assert buy(table, kind).s.phase == RANKS[kind]


@pytest.mark.rule(
    "1839-17.4-02", "1839-17.5-02", "1839-17.6-03", "1839-17.7-02", "1839-17.8-02", "1839-17.9-03", "1839-17.10-02",
    "1839-17.11-03", "1839-17.12-02", "1839-16.3.2.2-01",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "gone", "stays"),
    [
        ("3+", ["2"], ["2+1"]),
        ("4+", ["2+1"], ["3"]),
        ("R5", ["3"], ["3+"]),
        ("R4+1", ["3+"], ["4+"]),
        ("R4", ["4+"], ["R5"]),
        ("PR2+", ["R5"], ["R4+1"]),
        ("PR3+1", ["R4+1"], ["R4"]),
        ("4", ["R4"], ["PR2+"]),
        ("7", ["PR2+", "PR3+1"], ["4"]),
    ],
)
def test_what_rusts_when(kind: str, gone: list[str], stays: list[str]):
    owned = [*gone, *stays][-3:]
    table = buy(about_to_buy(kind, *owned), kind)
    assert table.trains("NWS") == [name for name in owned if name in stays]


@pytest.mark.rule("1839-16.1-05", "1839-16.3.2.2-02", "1839-17.9-04", "1839-17.10-03", "1839-17.11-04", "1839-17.12-03")
@pytest.mark.parametrize(
    ("kind", "old"), [("PR2+", "R5"), ("PR3+1", "R4+1"), ("4", "R4"), ("7", "PR2+"), ("7", "PR3+1")]
)
def test_an_r_train_that_has_not_run_stays_for_one_run(kind: str, old: str):
    table = buy(about_to_buy(kind, old, mark=UNRUN), kind)
    assert table.trains("NWS") == [old]


@pytest.mark.rule("1839-17.4-02", "1839-17.8-02")
@pytest.mark.parametrize(("kind", "old"), [("3+", "2"), ("4+", "2+1"), ("R5", "3"), ("R4+1", "3+"), ("R4", "4+")])
def test_other_trains_rust_run_or_not(kind: str, old: str):
    assert buy(about_to_buy(kind, old, mark=UNRUN), kind).trains("NWS") == []


# --- nationalising


@pytest.mark.rule(
    "1839-17.4-03", "1839-17.5-05", "1839-17.6-05", "1839-17.7-03", "1839-17.8-05", "1839-17.9-05", "1839-17.10-04",
    "1839-17.11-06", "1839-17.12-04", "1839-14.3.4.1-02", "1839-8.3-13", "1839-14.3.4.1-01", "1839-14.3.4.1-05",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "owned", "may"),
    [
        ("3+", "2+1", True),
        ("3+", "3", True),
        ("3+", "2", False),
        ("4+", "3", True),
        ("4+", "3+", True),
        ("4+", "2+1", False),
        ("R5", "3+", True),
        ("R5", "4+", True),
        ("R5", "3", False),
        ("R4+1", "4+", True),
        ("R4+1", "3+", False),
        ("R4", "R5", True),
        ("R4", "4+", False),
        ("PR2+", "R4+1", True),
        ("PR2+", "R5", False),
        ("PR3+1", "R4", True),
        ("PR3+1", "R4+1", False),
        ("4", "PR2+", True),
        ("4", "R4", False),
        ("7", "4", True),
        ("7", "PR3+1", False),
    ],
)
def test_who_may_nationalise_after_a_rusting_purchase(kind: str, owned: str, may: bool):
    table = buy(about_to_buy(kind, owned), kind)
    # Not before the buyer has finished.
    assert "nationalise" not in table.verbs("Bob")
    end_turn(table)
    asked = []
    while table.deciders() and "keep" in table.verbs(table.deciders()[0]):
        asked.append(table.deciders()[0])
        table.do(table.deciders()[0], "keep")
    assert ("Bob" in asked) == may


@pytest.mark.rule("1839-14.3.4.1-03", "1839-17.9-05", "1839-17.12-04")
@pytest.mark.parametrize(("kind", "owned"), [("PR2+", "R5"), ("PR3+1", "R4+1"), ("4", "R4"), ("7", "PR3+1")])
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


@pytest.mark.rule(
    "1839-14.3.4.2-01", "1839-14.3.4.2-02", "1839-14.3.4.2-03", "1839-14.3.4.2-04", "1839-14.3.4.2-05",
    "1839-14.3.4.2-06", "1839-14.4-01", "1839-14.3.2.1.2-03", "1839-14.3.1-13", "1839-14.3.4.1-04",
)  # fmt: skip
def test_what_becomes_of_a_nationalised_company():
    table = nationalised()
    stops, cash, bank = table.markers("NWS"), table.cash("Bob"), table.cash("bank")
    assert stops and table.cash("NWS") == 500
    table.do("Bob", "nationalise")
    assert (table.cash("NWS"), table.cash("Bob"), table.cash("bank")) == (0, cash, bank + 500)
    assert [table.units(who, "NWS") for who in ("Bob", "Cem", "pool")] == [0, 0, 0]
    assert (table.markers("NWS"), set(stops) <= set(table.markers("NS"))) == ([], True)
    assert table.s.privates["SR-V"] == "closed"
    assert not [card for card in table.s.trains.values() if card.at == "NWS"]
    assert table.price("NWS") == 0
    table.stock_round("Ann").refused("Ann", "par", "7.5", company="NWS", price=67)
    table.do("Ann", "pass").refused("Bob", "par", "7.3", company="AMS", price=67)


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


@pytest.mark.rule("1839-4-37", "1839-4-38", "1839-4-39", "1839-16.4-01")
@pytest.mark.parametrize(
    ("phase", "limit"),
    [(RANKS[kind], 3 if KINDS.index(kind) < KINDS.index("PR2+") else 2) for kind in KINDS],
)
def test_the_train_limit_of_each_phase(phase: str, limit: int):
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    kind = next(kind for kind, name in RANKS.items() if name == phase)
    # One of the kind itself, so that what is bought begins nothing.
    table.with_train("HIJSM", "4" if kind == "7" else kind, *["2"] * (limit - 2)).with_phase(phase).with_supply_from(
        kind
    )
    table.operating_turn("HIJSM", step="train")
    buy(table, kind)
    assert len(table.trains("HIJSM")) == limit
    assert "buy_train" not in table.verbs("Ann")


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


# --- privates and phases


@pytest.mark.rule("1839-17.8-03", "1839-17.8-04", "1839-14.2.3.2.4-02", "1839-14.2.3.2.4-03", "1839-14.2.3.4.1-04")
def test_dark_brown_turns_the_credit_mobilier_into_800_and_the_handelsvereeniging():
    table = Table1839(("Ann", "Bob", "Cem", "Dee")).with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    for private in table.s.privates:
        if table.s.privates[private] == "sale":
            table.with_private(private, "closed")
    table.with_private("CM", "Dee").with_phase("medium brown").with_supply_from("R4")
    before = table.cash("Dee")
    buy(table.operating_turn("HIJSM", step="train"), "R4")
    assert (table.cash("Dee"), table.owner("CM"), table.owner("RH")) == (before + 800, "closed", "Dee")


@pytest.mark.rule(
    "1839-17.11-02", "1839-14.2.3.2.2-03", "1839-14.2.3.2.5-02", "1839-14.2.2.1.1-02", "1839-14.2.3.4.1-02"
)
@pytest.mark.rule("1839-14.2.2.1.2-02", "1839-14.2.3.2.1-02", "1839-14.2.1-10")
def test_gray_closes_all_but_the_handelsvereeniging():
    table = Table1839(("Ann", "Bob", "Cem", "Dee")).with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    for private in table.s.privates:
        table.with_private(private, "closed" if table.s.privates[private] == "sale" else table.s.privates[private])
    for private in ("KFvSeaW", "WCTS", "KR", "LVG", "SR-V", "RH"):
        table.with_private(private, "Dee")
    table.with_phase("dark red").with_supply_from("4")
    buy(table.operating_turn("HIJSM", step="train"), "4")
    assert {private for private, place in table.s.privates.items() if place != "closed"} == {"RH"}


@pytest.mark.rule("1839-17.6-02", "1839-14.2.3.3-04", "1839-14.2.3.3-06", "1839-14.2.3.3-07", "1839-8.3-14")
def test_light_brown_closes_brown_privates_and_their_owners_take_locals():
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_private("CO", "Bob").with_private("AV", "Cem").with_phase("blue").with_supply_from("R5")
    table.operating_turn("HIJSM", step="train")
    end_turn(buy(table, "R5"))
    assert {table.owner("CO"), table.owner("AV")} == {"closed"}
    while table.deciders() and "keep" in table.verbs(table.deciders()[0]):
        table.do(table.deciders()[0], "keep")
    # The dearest first: the Voombergh of Cem.
    for who in ("Cem", "Bob"):
        assert table.deciders() == [who]
        move = table.legal(who, "take_local")[0]
        table.do(who, "take_local", **move)
        local = str(move["company"])
        assert (table.units(who, local), table.on(local), table.president(local)) == (4, ("local", 25), who)


@pytest.mark.rule("1839-14.2.3.1-03", "1839-14.2.3.1-05", "1839-14.2.3.1-06", "1839-14.2.3.1-07")
@pytest.mark.parametrize(("private", "kind"), [("LP", "2+1"), ("JJB", "3+")])
@pytest.mark.rule("1839-14.2.3.1-04")
def test_yellow_privates_close_in_their_phase_after_the_operation(private: str, kind: str):
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_private(private, "Bob").with_phase(BEFORE[kind]).with_supply_from(kind)
    buy(table.operating_turn("HIJSM", step="train"), kind)
    assert table.owner(private) == "closed"
    assert "take_local" not in table.verbs("Bob")
    end_turn(table)
    while table.deciders() and "keep" in table.verbs(table.deciders()[0]):
        table.do(table.deciders()[0], "keep")
    assert table.deciders() == ["Bob"]
    before = table.cash("Bob")
    move = table.legal("Bob", "take_local")[0]
    assert move["home"] != move["second_home"]
    table.do("Bob", "take_local", **move)
    assert (table.units("Bob", str(move["company"])), table.cash("Bob")) == (4, before)
    assert table.s.own.homes[str(move["company"])] == [move["home"], move["second_home"]]


@pytest.mark.rule("1839-14.3.1-14", "1839-13.1-08", "1839-13.1-03", "1839-13.1-04", "1839-14.1-02", "1839-14.3.1-03")
def test_dark_red_turns_the_dearest_locals_into_majors():
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    for company, price, homes in (("L1", 46, ("G16", "E14")), ("L2", 55, ("L17", "L13")), ("L3", 38, ("B13", "B19"))):
        table.with_company(company, "Bob", Bob=4, homes=homes, home=False).with_price(company, price)
    table.with_phase("light red").with_supply_from("PR3+1").operating_turn("HIJSM", step="train")
    assert table.on("L1") == ("local", 46)
    buy(table, "PR3+1")
    assert [table.on(name) for name in ("L1", "L2", "L3")] == [("major", 43), ("major", 51), ("local", 38)]


# --- the market


@pytest.mark.rule("1839-13.2-05", "1839-13.2-06", "1839-13.2-07", "1839-13.2-08", "1839-13.2-01", "1839-13.2-02")
@pytest.mark.parametrize(
    ("price", "income", "after"),
    [(101, 90, 91), (101, 110, 113), (101, 210, 126), (101, 0, 82), (40, 0, 40), (43, 0, 40), (40, 80, 47)],
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
