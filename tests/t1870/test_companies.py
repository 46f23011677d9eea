"""The ten public companies (15.3)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1870.table import Table


@pytest.mark.rule("1870-15.3-13")
def test_the_destination_token_is_one_more():
    table = lay(Table(), "J3", "57", "NW SE")
    for hex_id, sides in {"H1": "SE NE", "G2": "SW NW", "F1": "SE NE", "E2": "SW NW", "D1": "SE NE"}.items():
        lay(table, hex_id, "8", sides)
    lay(table, "B3", "8", "SW NW")
    lay(table, "C2", "9", "SW NE")
    lay(table, "I2", "9", "SE NW").with_company("FW", "Ann", Ann=6).with_train("FW", "2").operating_round()
    assert table.s.companies["FW"].markers == [40]  # two, and one of them stands at home
    table.do("Ann", "connect", token="place")
    assert table.s.companies["FW"].markers == [40]
    assert len(table.s.board.markers) == 2
