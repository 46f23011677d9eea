"""Who operates when: markets, prices and stacks (8.2, 13.2)."""

from __future__ import annotations

import pytest

from tests.t1839.table import Table1839
from tests.t1839.test_dividends import at_dividend

HOMES = {"L1": ("I8", "L3"), "L2": ("N17", "G14")}


def floated(**prices: int) -> Table1839:
    """Ann directs all these companies, which have a train each, in the order in which they came to their prices."""
    table = Table1839().with_privates_closed().with_phase("blue")
    for company, price in prices.items():
        table.with_company(company, "Ann", homes=HOMES.get(company, ()), Ann=4).with_price(company, price)
        table.with_train(company, "2")
    return table


def operated(table: Table1839) -> list[str]:
    """Play the operating round to its end, without building; who operated, in this order."""
    number = (table.s.clock.turn, table.s.clock.number)
    while (table.s.clock.turn, table.s.clock.number) == number and table.s.clock.round == "operating":
        verb = next(verb for verb in ("skip", "run", "dividend") if verb in table.verbs("Ann"))
        table.do("Ann", verb, **({"kind": "withhold"} if verb == "dividend" else table.legal("Ann", verb)[0]))
    return [str(event["company"]) for event in table.happened("operates")]


@pytest.mark.rule("1839-8.2-01")
def test_the_cheapest_major_comes_before_the_dearest_local():
    assert operated(floated(L1=65, NCS=40).operating_round()) == ["NCS", "L1"]


@pytest.mark.rule("1839-8.2-03")
def test_within_a_market_the_dearest_comes_first():
    assert operated(floated(NCS=67, MSS=82, L1=20, L2=46).operating_round()) == ["MSS", "NCS", "L2", "L1"]


@pytest.mark.rule("1839-8.2-04")
@pytest.mark.parametrize("order", [("NCS", "MSS", "AMS"), ("AMS", "NCS", "MSS"), ("MSS", "AMS", "NCS")])
def test_in_one_space_they_operate_from_the_top_of_the_stack_down(order: tuple[str, ...]):
    table = floated(**dict.fromkeys(order, 67))
    assert table.s.market["0,6"] == list(order)
    assert operated(table.operating_round()) == list(order)


@pytest.mark.rule("1839-8.2-06", "1839-8.2-07", "1839-8.2-08")
def test_who_comes_to_a_space_operates_after_those_who_were_there():
    table = floated(MSS=74, AMS=74, NCS=67)
    at_dividend(table, 70).do("Ann", "dividend", kind="full")  # type: ignore[arg-type]
    assert table.s.market["0,7"] == ["MSS", "AMS", "NCS"]
    assert operated(table.operating_round())[-3:] == ["MSS", "AMS", "NCS"]


@pytest.mark.rule("1839-8.2-02")
def test_a_price_that_moved_changes_who_is_next():
    table = floated(NCS=82, MSS=74, AMS=67).operating_turn("NCS", "train").with_price("AMS", 91)
    table.do("Ann", "skip")
    assert table.happened("operates")[-1]["company"] == "AMS"


@pytest.mark.rule("1839-8.2-05")
def test_nobody_operates_twice_however_the_prices_move():
    table = floated(NCS=82, MSS=74).operating_turn("MSS", "train").with_operated("NCS").with_price("MSS", 101)
    with table.arrange() as p:
        p.s.clock.of = 1
    table.do("Ann", "skip")
    assert table.happened("operates") == []
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1839-13.2-03", "1839-8.2-07")
def test_a_marker_that_falls_goes_below_too():
    table = floated(NCS=67, MSS=61)
    at_dividend(table, 10).do("Ann", "dividend", kind="withhold")  # type: ignore[arg-type]
    assert table.s.market["0,5"] == ["MSS", "NCS"]


@pytest.mark.rule("1839-8.2-09", "1839-8.3-16")
def test_a_company_is_through_with_all_its_steps_before_the_next_begins():
    table = floated(NCS=82, MSS=74).operating_round()
    seen = []
    while table.s.agenda[-1].subject == "NCS":  # type: ignore[union-attr]
        seen.append(table.s.agenda[-1].step)  # type: ignore[union-attr]
        verb = next(verb for verb in ("skip", "run", "dividend") if verb in table.verbs("Ann"))
        table.do("Ann", verb, **({"kind": "withhold"} if verb == "dividend" else table.legal("Ann", verb)[0]))
    assert seen[0] == "track" and seen[-1] == "train"
    assert [event["company"] for event in table.happened("operates")] == ["NCS", "MSS"]
