"""Positions in which, taken together, every move that 1870 has is possible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine import Game, decode_game
from tests.t1870.lines import row_b
from tests.t1870.table import Table
from tests.t1870.test_bankruptcy import broke
from tests.t1870.test_port_and_cattle import cattle, shipping
from tests.t1870.test_river import before, buys_the_bridge

STORED = Path(__file__).parents[2] / "store" / "golden" / "0.1"


def positions() -> Iterator[Game]:
    """As they were stored in hard moments of games, and arranged for what is rare."""
    for file in (*sorted(STORED.glob("1870-*.json")), STORED / "1828-home.json"):
        yield decode_game(file.read_bytes())
    yield from (table.game for table in arranged())


def arranged() -> Iterator[Table]:
    """Moves that are rarely possible."""
    yield row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    yield row_b().with_train("ATSF", "2").operating_turn("ATSF", "run").run_best("Ann")
    yield row_b().operating_turn("ATSF", "token")
    yield row_b().with_train("ATSF", "2").operating_turn("ATSF", "train")
    yield broke().operating_turn("ATSF", "train")
    yield cattle().operating_turn("ATSF")
    yield shipping().operating_turn("SP")
    yield shipping().operating_turn("SP").do("Ann", "port", hex="N7", kind="open")
    yield Table().with_company("SP", "Ann", Ann=5, pool=3).with_box("SP", "1,7").stock_round("Ann")
    yield Table().with_company("SP", "Ann", par=68, box="0,8", Ann=5, Bob=3, treasury_shares=2).stock_round("Ann")
    yield buys_the_bridge(before("MP"))
