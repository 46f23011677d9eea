"""What everybody may see, and what a company has beside its shares (2, 3, 11.1)."""

from __future__ import annotations

import pytest

from engine.view import view
from tests.t1843.table import Table


@pytest.mark.rule("1843-3-01", "1843-11.1-12")
def test_holdings_par_and_price_are_for_all_to_see():
    table = Table().with_company("PO", "Ann", par=73, Ann=6, treasury=321).with_box("PO", "5,5")
    table.with_cash("Bob", 77)
    for looker in (None, "p1", "p3"):
        seen = view(table.game, looker)
        assert [seat.cash for seat in seen.seats] == [table.cash(name) for name in ("Ann", "Bob", "Cem")]
        company = next(found for found in seen.companies if found.symbol == "PO")
        assert (company.treasury, company.par, company.price) == (321, 73, 104)
        other = next(found for found in seen.companies if found.symbol == "OU")
        assert not other.par and not other.price


@pytest.mark.rule("1843-2-03")
def test_there_is_one_engineers_card():
    table = Table().with_company("PO", "Ann", par=73, Ann=6, treasury=500).with_train("PO", "2+1", "2+1")
    table.with_private("VdL", "PO").operating_turn("PO", step="train").do("Ann", "engineers", kind="2+1")
    marked = [card for card in table.s.trains.values() if card.marks]
    assert len(marked) == 1
    assert "engineers" not in table.verbs("Ann")
