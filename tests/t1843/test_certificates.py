"""Train certificates: what is for sale, what a company may own, what a phase does to them (5, 8.8.1, 8.8.2, 13, 15)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track

SINGLES = {"2+1": 125, "4+1": 300, "5+2": 350, "5E": 400, "8E": 500, "Electric": 900}
DOUBLES = {"2x2 or 3+1": 200, "3/5x2": 500, "4/6x2": 600, "5/7x2": 700}
PHASES = {"yellow": "2+1", "green": "4+1", "blue": "5+2", "brown": "5E", "red": "8E", "gray": "Electric"}
BANK = {"from": "bank"}
POOL = {"from": "pool"}


def buying(phase: str = "yellow", treasury: int = 5000, **options: str) -> Table:
    """PO in its train step with Ann for director, and EST with Bob."""
    table = Table(**options).with_company("PO", "Ann", par=73, Ann=6, treasury=treasury)
    return table.with_company("EST", "Bob", par=67, Bob=6).with_phase(phase)


def at_trains(table: Table, company: str = "PO") -> Table:
    return table.operating_turn(company, step="train")


def sold_out(table: Table, kind: str) -> Table:
    """No certificate of this kind or before is left in the supply."""
    return table.with_supply_from(kind).with_supply(
        *(card.kind for card in table.s.trains.values() if card.at == "supply" and card.kind != kind)
    )


# --- what is for sale


@pytest.mark.rule("1843-8.8.1-02", "1843-8.8.1-04", "1843-8.8.1-06", "1843-15.1-01")
@pytest.mark.parametrize(("phase", "single", "double"), [
    ("yellow", "2+1", "2x2 or 3+1"), ("green", "4+1", "3/5x2"), ("blue", "5+2", "4/6x2"), ("brown", "5E", "5/7x2"),
])  # fmt: skip
def test_either_side_of_the_colour_for_sale_at_its_price(phase: str, single: str, double: str):
    for kind, price in ((single, SINGLES[single]), (double, DOUBLES[double])):
        table = at_trains(buying(phase))
        assert sorted(table.kinds_on_sale()) == sorted((single, double))
        table.refused("Ann", "buy_train", kind=kind, price=price - 1, **BANK)
        table.do("Ann", "buy_train", kind=kind, price=price, **BANK)
        assert (table.trains("PO"), table.cash("PO")) == ([kind], 5000 - price)
        for other in (*SINGLES, *DOUBLES):
            if other not in (single, double):
                table.refused("Ann", "buy_train", kind=other, price={**SINGLES, **DOUBLES}[other], **BANK)


@pytest.mark.rule("1843-8.8.1-06")
def test_a_side_that_cannot_be_paid_is_not_sold():
    table = at_trains(buying("yellow", 199))
    table.refused("Ann", "buy_train", kind="2x2 or 3+1", price=200, **BANK)
    table.do("Ann", "buy_train", kind="2+1", price=125, **BANK)


@pytest.mark.rule("1843-8.8.1-05", "1843-8.8.1-04", "1843-8.8.1-07", "1843-5-09", "1843-15.2-01")
def test_a_colour_must_be_gone_before_the_next_is_sold_and_its_first_changes_the_phase():
    table = buying("yellow").with_supply("2+1", "4+1", "4+1", "5+2")
    at_trains(table)
    table.refused("Ann", "buy_train", kind="4+1", price=300, **BANK)
    table.do("Ann", "buy_train", kind="2x2 or 3+1", price=200, **BANK)
    assert table.s.phase == "yellow"
    table.do("Ann", "buy_train", kind="4+1", price=300, **BANK)
    assert table.s.phase == "green"


@pytest.mark.rule("1843-8.8.1-03")
@pytest.mark.parametrize(("price", "fair"), [(0, False), (1, True), (999, True), (5000, True), (5001, False)])
def test_another_companys_train_costs_what_both_directors_agree_on(price: int, fair: bool):
    table = at_trains(buying("yellow").with_train("EST", "2+1"))
    if not fair:
        table.refused("Ann", "buy_train", kind="2+1", price=price, **{"from": "EST"})
        return
    table.do("Ann", "buy_train", kind="2+1", price=price, **{"from": "EST"})
    assert table.trains("PO") == []
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.trains("PO"), table.trains("EST")) == (["2+1"], [])


@pytest.mark.rule("1843-8.8.1-02", "1843-8.8.2-07")
def test_from_the_pool_at_face_value_on_the_side_it_shows():
    table = at_trains(buying("yellow").with_pool_train("2x2 or 3+1"))
    table.refused("Ann", "buy_train", kind="2+1", price=125, **POOL)
    table.do("Ann", "buy_train", kind="2x2 or 3+1", price=200, **POOL)
    assert table.trains("PO") == ["2x2 or 3+1"]


@pytest.mark.rule("1843-8.8.2-07", "1843-13.2-05")
def test_a_traded_certificate_stays_on_its_side_and_in_one_piece():
    table = at_trains(buying("green").with_train("EST", "3/5x2"))
    table.refused("Ann", "buy_train", kind="4+1", price=100, **{"from": "EST"})
    table.refused("Ann", "buy_train", kind="3/5", price=100, **{"from": "EST"})
    table.agree("Ann", "buy_train", "Bob", kind="3/5x2", price=100, **{"from": "EST"})
    assert (table.trains("PO"), table.trains("EST")) == (["3/5x2"], [])


# --- limits


@pytest.mark.rule("1843-8.8.1-01", "1843-8.8.2-01", "1843-8.8.2-02", "1843-8.8.2-03")
@pytest.mark.parametrize(
    ("phase", "owned", "kind", "fits"),
    [
        ("yellow", ["2+1"] * 3, "2+1", True),
        ("yellow", ["2+1"] * 4, "2+1", False),
        # A yellow certificate on its double side is one train or two, as the limit allows.
        ("yellow", ["2+1"] * 3, "2x2 or 3+1", True),
        ("yellow", ["2x2 or 3+1"] * 3, "2+1", True),
        # Green: 4 trains on 4 certificates; a pair of 3/5 is two trains.
        ("green", ["4+1"] * 3, "4+1", True),
        ("green", ["4+1"] * 3, "3/5x2", False),
        ("green", ["3/5x2", "4+1"], "3/5x2", False),
        ("green", ["3/5x2"], "3/5x2", True),
        ("green", ["3/5x2"] * 2, "4+1", False),
        ("blue", ["5+2"] * 2, "5+2", True),
        ("blue", ["5+2"] * 2, "4/6x2", False),
        ("blue", ["5+2"], "4/6x2", True),
        ("brown", ["5E"], "5/7x2", True),
        ("brown", ["5E"] * 2, "5E", False),
        ("brown", ["5/7x2"], "5/7x2", False),
        ("red", ["8E"], "8E", True),
        ("red", ["8E"] * 2, "8E", False),
        ("gray", ["Electric"], "Electric", True),
        ("gray", ["Electric"] * 2, "Electric", False),
    ],
)
def test_trains_and_certificates_are_limited_by_the_phase(phase: str, owned: list[str], kind: str, fits: bool):
    table = at_trains(buying(phase).with_train("PO", *owned))
    price = {**SINGLES, **DOUBLES}[kind]
    if fits:
        table.do("Ann", "buy_train", kind=kind, price=price, **BANK)
        assert table.trains("PO").count(kind) == owned.count(kind) + 1
    else:
        assert "buy_train" not in table.verbs("Ann") or table.refused(
            "Ann", "buy_train", kind=kind, price=price, **BANK
        )


@pytest.mark.rule("1843-8.8.1-01")
def test_the_limit_before_the_phase_change_counts():
    """Red: four trains no more; but who buys the first red train in brown phase has three on two certificates still."""
    table = buying("brown").with_train("PO", "5E").with_supply_from("8E")
    at_trains(table).do("Ann", "buy_train", kind="8E", price=500, **BANK)
    assert sorted(table.trains("PO")) == ["5E", "8E"]


@pytest.mark.rule("1843-8.8.2-03", "1843-8.8.2-05", "1843-8.8.1-09")
def test_when_the_limit_falls_every_company_discards_to_the_pool():
    table = buying("green").with_train("EST", "4+1", "4+1", "4+1", "4+1").with_supply_from("5+2")
    at_trains(table).do("Ann", "buy_train", kind="5+2", price=350, **BANK)
    assert (table.s.phase, table.top(), table.deciders()) == ("blue", "discard", ["Bob"])
    before = table.cash("EST")
    table.do("Bob", "discard", **table.legal("Bob", "discard")[0])
    assert (table.trains("EST"), table.cash("EST")) == (["4+1"] * 3, before)
    assert [c.kind for c in table.s.trains.values() if c.at == "pool"] == ["4+1"]
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1843-8.8.2-06")
def test_a_pair_may_be_turned_to_its_single_side_to_comply():
    table = buying("green").with_train("EST", "3/5x2", "3/5x2").with_supply_from("5+2")
    at_trains(table).do("Ann", "buy_train", kind="5+2", price=350, **BANK)
    # Four trains on two certificates; three are allowed in blue phase.
    assert (table.s.phase, table.deciders()) == ("blue", ["Bob"])
    verb, move = next((v, m) for v in table.verbs("Bob") for m in table.legal("Bob", v) if v.startswith("turn"))
    table.do("Bob", verb, **move)
    assert sorted(table.trains("EST")) == ["3/5x2", "4+1"]
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1843-8.8.2-06")
def test_without_need_no_pair_is_turned():
    table = at_trains(buying("green").with_train("PO", "3/5x2"))
    assert not [verb for verb in table.verbs("Ann") if verb.startswith("turn")]


# --- phases


@pytest.mark.rule("1843-15.2-03", "1843-15.3-01", "1843-15.4-01", "1843-15.5-01", "1843-15.6-01", "1843-8.8.1-08")
@pytest.mark.rule("1843-15.3-02", "1843-15.4-02", "1843-15.5-02", "1843-15.6-02")
@pytest.mark.parametrize(
    ("buys", "gone"),
    [("4+1", []), ("5+2", ["2+1"]), ("5E", ["4+1"]), ("8E", ["5+2"]), ("Electric", ["5E", "8E"])],
)
def test_which_train_rusts_which(buys: str, gone: list[str]):
    before = {"4+1": "yellow", "5+2": "green", "5E": "blue", "8E": "brown", "Electric": "red"}[buys]
    table = Table().with_company("PO", "Ann", par=73, Ann=6, treasury=5000).with_company("EST", "Bob", par=67, Bob=6)
    kept = [kind for kind in SINGLES if SINGLES[kind] < SINGLES[buys] and kind not in gone][-1:]
    kept = [kind for kind in kept if kind not in gone and buys != "Electric"]
    table.with_train("EST", *gone, *kept).with_pool_train(*gone[:1]).with_phase(before).with_supply_from(buys)
    at_trains(table).do("Ann", "buy_train", kind=buys, price=SINGLES[buys], **BANK)
    assert table.trains("EST") == kept
    assert not [card for card in table.s.trains.values() if card.at == "pool"]
    assert table.s.phase == {kind: phase for phase, kind in PHASES.items()}[buys]


@pytest.mark.rule("1843-5-05", "1843-5-06", "1843-5-07")
def test_the_foreigners_take_the_next_train_after_each_set():
    table = Table().with_company("PO", "Ann", par=73, Ann=6).with_supply("2+1", "2+1", "4+1", "4+1")
    table.end_of_set()
    assert (table.supply("2+1"), table.supply("4+1"), table.s.phase) == (1, 2, "yellow")
    assert table.s.clock.round == "stock"
    # The last yellow one, and with it the first green one.
    table.end_of_set()
    assert (table.supply("2+1"), table.supply("4+1"), table.s.phase) == (0, 1, "green")


@pytest.mark.rule("1843-5-07", "1843-15.3-02", "1843-8.8.1-09")
def test_the_foreigners_change_the_phase_with_all_that_goes_with_it():
    table = Table().with_company("PO", "Ann", par=73, Ann=6).with_train("PO", "2+1", "2+1").with_phase("green")
    table.with_train("PO", "4+1", "4+1").with_supply("5+2", "5+2").end_of_set()
    assert (table.s.phase, table.trains("PO")) == ("blue", ["4+1", "4+1"])


@pytest.mark.rule("1843-5-04")
def test_a_set_keeps_the_length_it_began_with():
    table = buying("yellow").with_train("EST", "2+1").with_supply("4+1", "4+1", "4+1")
    at_trains(table).do("Ann", "buy_train", kind="4+1", price=300, **BANK)
    assert (table.s.phase, table.s.clock.of) == ("green", 1)
    while table.s.clock.round == "operating":
        who = table.deciders()[0]
        if "run" in table.verbs(who):
            table.run_best(who)
        else:
            table.do(who, "skip" if "skip" in table.verbs(who) else "dividend", **_full(table, who))
    assert [event["round"] for event in table.happened("round")] == ["stock"], "no second operating round"
    while table.s.clock.round == "stock":
        table.do(table.deciders()[0], "pass")
    assert (table.s.clock.round, table.s.clock.of) == ("operating", 2)


def _full(table: Table, who: str) -> dict[str, str]:
    return {} if "skip" in table.verbs(who) else {"kind": "full"}


# --- gray phase


@pytest.mark.rule("1843-15.6-03", "1843-15.6-05", "1843-8.8.1-10", "1843-8.8.1-11", "1843-13.2-15")
def test_in_gray_phase_all_single_trains_come_back():
    table = buying("brown").with_train("EST", "5/7x2").with_pool_train("8E").with_phase("red")
    at_trains(table.with_supply_from("Electric")).do("Ann", "buy_train", kind="Electric", price=900, **BANK)
    assert table.trains("EST") == []
    on_sale = set(table.kinds_on_sale())
    assert on_sale >= {"2+1", "4+1", "5+2", "5E", "8E", "Electric"}
    assert not on_sale & {"2x2 or 3+1", "3/5x2", "4/6x2", "5/7x2"}
    counts = {kind: sum(1 for c in table.s.trains.values() if (c.kind, c.at) == (kind, "supply")) for kind in SINGLES}
    assert counts == {"2+1": 6, "4+1": 7, "5+2": 7, "5E": 6, "8E": 6, "Electric": 17}
    table.do("Ann", "buy_train", kind="5E", price=400, **BANK)
    assert sorted(table.trains("PO")) == ["5E", "Electric"]


@pytest.mark.rule("1843-8.8.1-12")
@pytest.mark.parametrize(("edition", "both"), [("2016", True), ("2012", False)])
def test_yellow_ones_come_back_as_2_plus_1_or_3_plus_1(edition: str, both: bool):
    table = at_trains(buying("gray", edition=edition))
    assert ("3+1" in table.kinds_on_sale()) == both
    if both:
        table.do("Ann", "buy_train", kind="3+1", price=200, **BANK)
        assert table.trains("PO") == ["3+1"]
    else:
        table.refused("Ann", "buy_train", kind="3+1", price=200, **BANK)


@pytest.mark.rule("1843-8.8.1-15", "1843-8.8.1-16")
def test_one_rusted_train_a_company_and_it_counts():
    table = at_trains(buying("gray").with_rusted("PO", "5E"))
    table.refused("Ann", "buy_train", "8.8.1", kind="4+1", price=300, **BANK)
    table.do("Ann", "buy_train", kind="Electric", price=900, trade="nothing", **BANK)
    assert sorted(table.trains("PO")) == ["5E", "Electric"]
    table.refused("Ann", "buy_train", kind="Electric", price=900, trade="nothing", **BANK)


@pytest.mark.rule("1843-8.8.1-18")
def test_a_rusted_train_may_go_for_a_larger_one():
    table = at_trains(buying("gray").with_rusted("PO", "5+2").with_train("PO", "Electric"))
    table.refused("Ann", "buy_train", kind="4+1", price=300, trade="5+2", **BANK)
    table.do("Ann", "buy_train", kind="8E", price=500, trade="5+2", **BANK)
    assert (sorted(table.trains("PO")), table.cash("PO")) == (["8E", "Electric"], 4500)


@pytest.mark.rule("1843-8.8.1-14", "1843-8.8.1-13")
def test_rusted_trains_are_traded_and_bought_with_treasury_money_alone():
    table = at_trains(buying("gray", treasury=100).with_rusted("EST", "5E"))
    table.with_cash("Ann", 5000)
    table.refused("Ann", "buy_train", kind="5E", price=101, **{"from": "EST"})
    table.refused("Ann", "buy_train", "8.8.1", kind="2+1", price=125, **BANK)
    table.agree("Ann", "buy_train", "Bob", kind="5E", price=100, **{"from": "EST"})
    assert table.trains("PO") == ["5E"]


@pytest.mark.rule("1843-8.8.1-17", "1843-8.8.1-19")
def test_a_rusted_train_does_not_fulfil_the_duty():
    table = lay_track(buying("gray", treasury=0).with_rusted("PO", "5E"), "F13", "57", "W E")
    at_trains(lay_track(table, "F15", "57", "W E").with_cash("Ann", 5000))
    table.refused("Ann", "skip")
    table.do("Ann", "buy_train", kind="Electric", price=900, trade="nothing", **BANK)
    assert table.cash("Ann") == 4100
