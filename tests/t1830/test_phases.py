"""What each phase brings: limits, colours, rounds, rust."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1830.table import Table, altoona, boston


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


@pytest.mark.rule("1830-phases-17")
def test_a_set_keeps_its_length():
    table = boston().with_supply_from("3").operating_turn("B&M", "train", 1, 1).buy_train("Ann", "3")
    assert (table.s.phase, table.end_turn().s.clock.round) == ("3", "stock")
    assert table.everybody_passes().s.clock.of == 2


@pytest.mark.rule("1830-phases-19", "1830-phases-21")
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
