"""A stalemate in which a closed company has left a private company behind (5.1.1, 13.3)."""

from __future__ import annotations

import pytest

from tests.t1870.test_endings import is_stalemate, nothing_runs


@pytest.mark.rule("1870-13.3-01")
@pytest.mark.parametrize(("richest", "stalemate"), [(19, True), (20, False)])
def test_a_private_company_in_the_market_that_nobody_can_buy_saves_no_game(richest: int, stalemate: bool):
    """The Great River Shipping Company costs 20; with less nobody has anything to do, for ever."""
    table = nothing_runs(richest, 10, 0, private="pool")
    assert is_stalemate(table) is stalemate
    if not stalemate:
        assert table.s.privates["GRSC"] == "pool"
