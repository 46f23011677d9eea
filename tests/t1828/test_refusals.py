"""How moves that are not allowed are refused: with the section, and what is possible."""

from __future__ import annotations

import pytest

from tests.t1828.building import first, turn
from tests.t1828.table import Table1828


@pytest.mark.rule("1828-14.3.1-02", "1828-11-05")
def test_no_tile_is_laid_in_the_coalfields_and_elsewhere_one_is():
    table = turn("WAB")
    assert table.refused("Ann", "lay", hex="K11") == "no tile may be laid in Virginia Coalfields (K11) (14.3.1)."
    table.do("Ann", "lay", **first(table, hex="H6"))


def test_a_par_of_a_later_phase_is_refused_with_those_of_the_phase():
    table = Table1828().stock_round("Ann")
    dear = max(box.price for box in table.p.d.market.pars)
    now = sorted(box.price for box in table.p.title.stock.pars(table.p, "WAB"))
    listed = ", ".join(f"${price}" for price in now[:-1]) + f" or ${now[-1]}"
    said = table.refused("Ann", "par", company="WAB", price=dear)
    assert said == f"${dear} is not available yet: in the yellow phase a par is {listed} (7.4)."
    table.do("Ann", "par", company="WAB", price=now[0])
