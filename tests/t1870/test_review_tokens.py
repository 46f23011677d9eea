"""Port and cattle tokens whose company has closed: they serve the next company that owns the private company (15.2)."""

from __future__ import annotations

import pytest

from tests.t1870.lines import row_b, run, way
from tests.t1870.table import Table


def orphaned(private: str, sign: str) -> Table:
    """The SP placed this token in Topeka and has closed; Bob has bought the private company from the open market."""
    table = row_b().with_company("SP", "Bob", Bob=5).with_sign("B9", sign, "SP").with_closed("SP")
    return table.with_phase("2").with_private(private, "Bob").with_train("ATSF", "2").operating_turn("ATSF")


@pytest.mark.rule("1870-15.2-12", "1870-15.2-19")
@pytest.mark.parametrize(("private", "sign", "more"), [("SCC", "cattle", 10), ("GSC", "open port", 20)])
def test_the_next_owner_has_the_use_of_the_token(private: str, sign: str, more: int):
    table = orphaned(private, sign).agree("Ann", "buy_private", "Bob", private=private, price=80)
    while "run" not in table.verbs("Ann"):
        table.do("Ann", "skip")
    assert run(table, "Ann", way(table, "2-0", "B9", "B11")) == 40 + more


@pytest.mark.rule("1870-15.2-22")
def test_the_next_owner_may_close_the_port():
    table = orphaned("GSC", "open port")
    table.refused("Ann", "close_port", "15.2")
    table.agree("Ann", "buy_private", "Bob", private="GSC", price=80).do("Ann", "close_port")
    assert table.s.board.signs == {"B9": ["closed port"]}
    assert table.s.privates["GSC"] == "closed"
    table.refused("Ann", "port", "15.2", hex="N17", kind="open")
