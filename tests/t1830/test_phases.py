"""What each phase brings: limits, colours, rounds, rust."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1830.table import Table, altoona, boston
from tests.t1830.test_trains import shop


@pytest.mark.rule("1830-phases-01")
def test_the_first_train_of_a_kind_begins_its_phase():
    table = boston(treasury=1000).with_supply("2", "3", "3", "4").buy_train("Ann", "2")
    assert table.s.phase == "2"
    assert table.buy_train("Ann", "3").s.phase == "3"
    table.buy_train("Ann", "3")
    assert len(table.happened("phase")) == 1
    assert table.buy_train("Ann", "4").s.phase == "4"
    market = boston().with_train("pool", "3").operating_turn("B&M", "train").buy_train("Ann", "3", "pool")
    assert market.s.phase == "2"


@pytest.mark.parametrize(
    ("phase", "owned", "kind"),
    [
        pytest.param("2", ("2", "2", "2"), "2", marks=pytest.mark.rule("1830-phases-02")),
        pytest.param("3", ("2", "2", "3"), "3", marks=pytest.mark.rule("1830-phases-03")),
        pytest.param("4", ("3", "4"), "4", marks=pytest.mark.rule("1830-phases-04")),
        pytest.param("5", ("4",), "5", marks=pytest.mark.rule("1830-phases-05")),
        pytest.param("6", ("5",), "6", marks=pytest.mark.rule("1830-phases-06")),
        pytest.param("D", ("5",), "D", marks=pytest.mark.rule("1830-phases-07")),
    ],
)
def test_train_limits(phase: str, owned: tuple[str, ...], kind: str):
    trade = {"trade": "nothing"} if kind == "D" else {}
    table = shop(kind, phase, *owned).buy_train("Ann", kind, **trade)
    assert len(table.trains("B&M")) == len(owned) + 1
    table.may_not_buy_train("Ann", kind, **trade)


def upgraded(phase: str, tile: str) -> bool:
    """Can Lancaster be upgraded to this tile?"""
    table = altoona(phase=phase)
    if tile == "63":
        table.with_tile("H16", "14", 1).operating_turn("PRR")
    moves = table.legal("Ann", "lay", hex="H16", tile=tile)
    if not moves:
        for rotation in range(6):
            table.refused("Ann", "lay", "phases", hex="H16", tile=tile, rotation=rotation)
        return False
    return bool(table.do("Ann", "lay", **moves[0]).tile("H16") == tile)


@pytest.mark.rule("1830-phases-08")
def test_phase_2_has_yellow_tiles():
    assert altoona().legal("Ann", "lay", hex="H10")
    assert not upgraded("2", "14")
    assert not upgraded("2", "63")


@pytest.mark.rule("1830-phases-09", "1830-phases-10", "1830-phases-11")
def test_green_from_3_and_brown_from_5():
    assert [upgraded(phase, "14") for phase in ("3", "4", "5", "6", "D")] == [True] * 5
    assert [upgraded(phase, "63") for phase in ("3", "4", "5", "6", "D")] == [False, False, True, True, True]
    assert altoona(phase="D").legal("Ann", "lay", hex="H10")


@pytest.mark.parametrize(
    ("phase", "rounds"),
    [
        pytest.param("2", 1, marks=pytest.mark.rule("1830-phases-12")),
        pytest.param("3", 2, marks=pytest.mark.rule("1830-phases-13")),
        pytest.param("4", 2, marks=pytest.mark.rule("1830-phases-14")),
        pytest.param("5", 3, marks=pytest.mark.rule("1830-phases-15")),
        pytest.param("6", 3, marks=pytest.mark.rule("1830-phases-16")),
        pytest.param("D", 3, marks=pytest.mark.rule("1830-phases-16")),
    ],
)
def test_rounds_of_a_set(phase: str, rounds: int):
    table = Table().with_company("NYC", "Ann", Ann=6).with_phase(phase).stock_round("Ann").everybody_passes()
    played = 0
    while table.s.clock.round == "operating":
        played += 1
        assert (table.s.clock.number, table.s.clock.of) == (played, rounds)
        table.end_turn()
    assert played == rounds


@pytest.mark.rule("1830-phases-17")
def test_a_set_keeps_its_length():
    table = boston().with_supply_from("3").operating_turn("B&M", "train", 1, 1).buy_train("Ann", "3")
    assert (table.s.phase, table.end_turn().s.clock.round) == ("3", "stock")
    assert table.everybody_passes().s.clock.of == 2


def after_first(kind: str, phase: str) -> Table:
    """Ann's B&M has bought the first train of a kind; Bob's PRR has two of each before it, and so has the market."""
    table = boston(treasury=3000, phase=phase).with_company("PRR", "Bob", Bob=6)
    kinds = list(table.p.d.trains)[: list(table.p.d.trains).index(kind)]
    for earlier in kinds[-2:]:
        table.with_train("PRR", earlier).with_train("pool", earlier)
    table.with_supply_from(kind).operating_turn("B&M", "train")
    trade = {"trade": "nothing"} if kind == "D" else {}
    return table.buy_train("Ann", kind, **trade)


@pytest.mark.rule("1830-phases-21")
@pytest.mark.parametrize(
    ("kind", "phase", "left"),
    [
        pytest.param("3", "2", ["2"], marks=pytest.mark.rule("1830-phases-18")),
        pytest.param("4", "3", ["3"], marks=pytest.mark.rule("1830-phases-18")),
        pytest.param("5", "4", ["3", "4"], marks=pytest.mark.rule("1830-phases-19")),
        pytest.param("6", "5", ["4", "5"], marks=pytest.mark.rule("1830-phases-20")),
    ],
)
def test_rust(kind: str, phase: str, left: list[str]):
    table = after_first(kind, phase)
    assert (table.trains("PRR"), table.trains_in_market()) == (left, left)


@pytest.mark.rule("1830-phases-19")
def test_the_first_6_rusts_3s():
    table = boston(treasury=3000, phase="5").with_company("PRR", "Bob", Bob=6).with_train("PRR", "3")
    table.with_train("pool", "3").with_supply_from("6").operating_turn("B&M", "train")
    assert (table.trains("PRR"), table.trains_in_market()) == (["3"], ["3"])
    table.buy_train("Ann", "6")
    assert (table.trains("PRR"), table.trains_in_market()) == ([], [])


@pytest.mark.rule("1830-phases-20", "1830-phases-22")
def test_the_first_d_rusts_4s_and_nothing_later():
    table = boston(treasury=3000, phase="6").with_company("PRR", "Bob", Bob=6).with_company("NYC", "Bob", Bob=6)
    table.with_train("PRR", "4", "5").with_train("NYC", "6").with_train("pool", "4", "5", "6").with_supply_from("D")
    table.operating_turn("B&M", "train").buy_train("Ann", "D", trade="nothing")
    assert (table.trains("PRR"), table.trains("NYC"), table.trains_in_market()) == (["5"], ["6"], ["5", "6"])
    table.buy_train("Ann", "D", trade="nothing")
    assert (table.trains("PRR"), table.trains("NYC"), table.trains("B&M")) == (["5"], ["6"], ["D", "D"])


@pytest.mark.rule("1830-phases-23")
def test_the_first_5_closes_the_private_companies():
    def sold(kind: str, phase: str) -> list[str]:
        table = boston(treasury=3000, phase=phase).with_private("SV", "Bob").with_private("MH", "B&M")
        table.with_private("BO", "Ann").with_supply_from(kind).operating_turn("B&M", "train").buy_train("Ann", kind)
        return [table.owner(private) for private in ("SV", "MH", "BO")]

    assert sold("4", "3") == ["Bob", "B&M", "Ann"]
    assert sold("5", "4") == ["closed"] * 3
    # Their hexes are free.
    table = Table().with_company("PRR", "Ann", Ann=6).with_company("B&M", "Bob", Bob=6).with_private("SV", "Cem")
    lay(table, "H14", "8", "W NE").with_supply_from("5").operating_turn("PRR")
    assert not table.legal("Ann", "lay", hex="G15")
    table.operating_turn("B&M", "train").buy_train("Bob", "5").operating_turn("PRR")
    assert table.legal("Ann", "lay", hex="G15")
