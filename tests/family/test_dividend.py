"""What becomes of an income: paid out, split or kept, and what the price marker does."""

from __future__ import annotations

from tests.toy.table import ToyTable


def test_the_toy_knows_no_half_dividend():
    table = ToyTable().privates().with_company("RED", "Ann", par=30).with_tile("B2", "57", 1).with_tile("B6", "57", 1)
    table.with_train("RED", "2").operating_turn("RED", "run").run_best("Ann")
    assert table.legal("Ann", "dividend") == [{"kind": "full"}, {"kind": "withhold"}]
    table.refused("Ann", "dividend", kind="half")
