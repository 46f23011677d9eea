"""Dividends and what they do to the price (8.3.4, 13.2), order and ends of operating rounds (8.2, 10.1)."""

from __future__ import annotations

import pytest

from engine.core.state import Used
from engine.view import view
from engine.words import Words
from tests.t1839.table import Table1839


def earned(amount: int, *, phase: str = "light yellow", price: int = 67, **holders: int) -> Table1839:
    """Ann's NCS has run for this much and reaches its dividend step."""
    table = Table1839().with_privates_closed().with_phase(phase)
    table.with_company("NCS", "Ann", treasury=100, **(holders or {"Ann": 4, "Bob": 2})).with_price("NCS", price)
    return at_dividend(table.with_train("NCS", "2"), amount)  # type: ignore[arg-type]


def at_dividend(table: Table1839, amount: int) -> Table1839:
    """The NCS is in its dividend step with this much income."""
    return table.operating_turn("NCS", "dividend", used=[Used("income", amount=amount)])


@pytest.mark.parametrize(
    ("phase", "kinds"),
    [
        *(
            pytest.param(name, {"half", "withhold"}, marks=pytest.mark.rule("1839-8.3.4-02"))
            for name in ("light yellow", "dark yellow", "light green", "dark green")
        ),
        *(
            pytest.param(name, {"full", "withhold"}, marks=pytest.mark.rule("1839-8.3.4-03", "1839-17.5-04"))
            for name in ("blue", "light brown", "dark red", "gray", "purple")
        ),
    ],
)
@pytest.mark.rule("1839-8.3.4-01", "1839-14.3.1-15")
def test_kinds_of_dividend_by_phase(phase: str, kinds: set[str]):
    table = earned(100, phase=phase)
    assert {one.kind for one in view(table.game).payouts} == kinds, "the picture shows no other"
    assert {move["kind"] for move in table.legal("Ann", "dividend")} == kinds
    wrong = "full" if "half" in kinds else "half"
    table.refused("Ann", "dividend", "8.3.4", kind=wrong)


@pytest.mark.rule("1839-8.3-11")
def test_the_dividend_comes_before_the_trains_and_cannot_be_left_out():
    table = earned(100)
    table.refused("Ann", "skip")
    table.refused("Ann", "buy_train")
    table.do("Ann", "dividend", kind="withhold")
    assert "buy_train" in table.verbs("Ann")
    table.refused("Ann", "dividend", "", kind="withhold")


@pytest.mark.rule("1839-8.3.4-04")
def test_all_is_withheld():
    table = earned(130).do("Ann", "dividend", kind="withhold")
    assert (table.cash("NCS"), table.cash("Ann")) == (230, 500)


@pytest.mark.rule("1839-8.3.4-05", "1839-8.3.4-06", "1839-8.3.4-07", "1839-8.3.4-08")
def test_a_full_dividend():
    table = earned(130, phase="blue", Ann=3, Bob=2, pool=1, treasury_shares=1)
    table.do("Ann", "dividend", kind="full")
    assert (table.cash("Ann"), table.cash("Bob"), table.cash("NCS")) == (539, 526, 126)


@pytest.mark.rule("1839-8.3.4-09", "1839-8.3.4-10", "1839-8.3.4-11")
def test_a_half_dividend_is_rounded_for_the_holders():
    table = earned(130, Ann=3, Bob=2, pool=1, treasury_shares=1)
    table.do("Ann", "dividend", kind="half")
    assert (table.cash("Ann"), table.cash("Bob"), table.cash("NCS")) == (521, 514, 100 + 60 + 14)


@pytest.mark.rule("1839-13.2-05", "1839-13.2-07", "1839-13.2-08")
@pytest.mark.parametrize(
    ("phase", "kind", "amount", "price", "after"),
    [
        ("blue", "full", 60, 67, 61),
        ("blue", "full", 70, 67, 74),
        ("blue", "full", 130, 67, 74),
        ("blue", "full", 140, 67, 82),
        ("blue", "full", 300, 67, 82),
        ("blue", "withhold", 300, 67, 61),
        ("light yellow", "half", 130, 67, 74),  # seven a share, seventy in all
        ("light yellow", "half", 120, 67, 61),
        ("light yellow", "half", 270, 67, 82),
        ("blue", "full", 40, 40, 43),
        ("blue", "full", 30, 40, 40),
    ],
)
def test_dividend_against_price(phase: str, kind: str, amount: int, price: int, after: int):
    table = earned(amount, phase=phase, price=price).do("Ann", "dividend", kind=kind)
    assert table.price("NCS") == after


@pytest.mark.rule("1839-13.2-05", "1839-13.2-07")
@pytest.mark.parametrize(
    ("phase", "kind", "amount", "told"),
    [
        ("light yellow", "half", 130, "After its dividend the price of NCS goes from f67 to f74."),
        ("light yellow", "half", 10, "The dividend is less than the price of NCS, which goes from f67 to f61."),
        ("blue", "full", 30, "The dividend is less than the price of NCS, which goes from f67 to f61."),
        ("light yellow", "withhold", 130, "Without a dividend the price of NCS goes from f67 to f61."),
    ],
)
def test_the_log_says_whether_the_price_moves_for_a_dividend_or_for_want_of_one(
    phase: str, kind: str, amount: int, told: str
):
    table = earned(amount, phase=phase).do("Ann", "dividend", kind=kind)
    event = next(event for event in table.events if event.kind == "price")
    assert Words(view(table.game, None)).event(event) == told


@pytest.mark.rule("1839-13.2-06")
def test_without_a_train_two_boxes_left_with_an_idle_one_only_one():
    for trains, after in (((), 56), (("2",), 61)):
        table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4).with_train("NCS", *trains)
        table.operating_turn("NCS", "run")
        assert table.price("NCS") == after


@pytest.mark.rule("1839-13.2-03", "1839-8.2-04", "1839-8.2-06", "1839-8.2-07", "1839-8.2-08")
def test_a_marker_that_comes_to_a_box_goes_below_those_that_are_there():
    table = Table1839().with_privates_closed().with_phase("blue")
    table.with_company("MSS", "Bob", price=74, Bob=4).with_company("NRS", "Cem", price=74, Cem=4)
    table.with_company("NCS", "Ann", Ann=4).with_train("NCS", "2")
    at_dividend(table, 70)  # type: ignore[arg-type]
    table.do("Ann", "dividend", kind="full")
    assert table.s.market["0,7"] == ["MSS", "NRS", "NCS"]


@pytest.mark.rule("1839-8.2-01", "1839-8.2-02", "1839-8.2-03", "1839-8.2-05")
def test_majors_then_locals_each_by_price_and_only_once():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", price=67, Ann=4).with_price("NCS", 40).with_company("MSS", "Ann", price=74, Ann=4)
    table.with_company("L1", "Ann", homes=("I8", "L3"), Ann=4).with_price("L1", 65)
    table.with_company("L2", "Ann", homes=("N17", "G14"), Ann=4).with_price("L2", 20)
    table.with_company("NRS", "Ann", floated=False, home=False, Ann=2)
    for company in ("NCS", "MSS", "L1", "L2"):
        table.with_train(company, "2")
    table.operating_round()
    while table.s.clock.round == "operating":
        if "skip" in table.verbs("Ann"):
            table.do("Ann", "skip")
        elif "run" in table.verbs("Ann"):
            table.run_best("Ann")
        else:
            table.do("Ann", "dividend", kind="withhold")
    assert [event["company"] for event in table.happened("operates")] == ["MSS", "NCS", "L1", "L2"]


@pytest.mark.rule("1839-8.2-02")
def test_the_order_is_found_anew_after_each_turn():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", Ann=4).with_company("L1", "Ann", homes=("I8", "L3"), Ann=4)
    table.with_company("L2", "Ann", homes=("N17", "G14"), Ann=4).with_train("L1", "2").with_train("L2", "2")
    table.with_price("L1", 65).operating_turn("L1", "train").with_operated("NCS")
    table.with_price("L2", 61, "major")
    table.do("Ann", "skip")
    assert table.happened("operates")[-1]["company"] == "L2"
    back = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4).with_train("NCS", "2")
    back.with_company("L1", "Ann", homes=("I8", "L3"), Ann=4).with_train("L1", "2")
    back.operating_turn("L1", "train").do("Ann", "skip")
    assert back.happened("operates")[-1]["company"] == "NCS", "a major that has not operated comes before locals"


@pytest.mark.rule("1839-10.1-04")
def test_a_dividend_to_300_ends_the_game_after_the_round():
    table = Table1839().with_privates_closed().with_phase("blue")
    table.with_company("NCS", "Ann", Ann=4).with_price("NCS", 254).with_train("NCS", "2")
    table.with_company("MSS", "Bob", Bob=4).with_train("MSS", "2")
    at_dividend(table, 260)  # type: ignore[arg-type]
    table.do("Ann", "dividend", kind="full")
    assert table.price("NCS") == 300
    table.do("Ann", "skip")
    assert table.s.end is None
    while table.s.end is None:
        verb = next(verb for verb in ("skip", "run", "dividend") if verb in table.verbs("Bob"))
        table.do("Bob", verb, **(table.legal("Bob", verb)[0] if verb != "skip" else {}))
    assert table.s.end.why == "price of 300"


@pytest.mark.rule("1839-4-02", "1839-5-02")
def test_rounds_follow_each_other():
    table = Table1839().with_privates_closed().with_phase("light green").stock_round("Ann")
    table.do("Ann", "pass").do("Bob", "pass").do("Cem", "pass")
    rounds = [(event["round"], event["number"]) for event in table.happened("round")]
    assert rounds[:3] == [("operating", 1), ("operating", 2), ("stock", 3)]
