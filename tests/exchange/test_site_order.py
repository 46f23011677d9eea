"""Whose turn it is by a file of 18xx.games, where the site leaves a step by itself that is open here."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import Damaged
from engine.core.position import copy_of
from engine.exchange.site import import_game
from engine.exchange.site_log import site_game
from engine.exchange.site_writing import empty_game
from engine.record import Record
from engine.titles.t1828.site.following import Translator1828
from tests.exchange.material import content, files, needs_games
from tests.t1828.table import Table1828

PLAYERS = ("Ann", "Bob", "Cem")


def reader_at(table: Table1828) -> Translator1828:
    """A reader of files that has come to the table's position."""
    found = Translator1828(empty_game("1828.Games", tuple((name, name) for name in PLAYERS), []))
    found.p.s = copy_of(found.title, table.game.state)
    found.p.board_changed()
    found.p.looked = {}
    return found


def buying_1828() -> Translator1828:
    table = Table1828(PLAYERS, rules="18xx.games").with_company("WAB", "Ann", Ann=6, treasury=1000)
    table.with_company("MC", "Bob", Bob=3, pool=3).with_phase("green").with_supply_from("3")
    table.operating_turn("WAB", "train")
    return reader_at(table)


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_sale_that_raises_no_money_for_a_train_belongs_to_the_next_stock_round(who: str):
    """A company that could buy a train may be left by the site; whoever sells next has the first turn of the round."""
    action = {"type": "sell_shares", "entity": who, "entity_type": "player", "shares": ["MP_1"], "percent": 10}
    assert not buying_1828().fits(action)


def record_of(file: dict[str, Any], *actions: dict[str, Any]) -> Record:
    """The moves of a running game with these actions."""
    return import_game(site_game({**file, "actions": [*actions], "status": "active", "result": {}})).record


EARLY = (
    {"type": "buy_company", "entity": "ERIE", "entity_type": "corporation", "company": "SV", "price": 10},
    {"type": "buy_shares", "entity": "MH", "entity_type": "company", "shares": ["NYC_5"], "percent": 10},
)
"""What the site lets players do before a company chooses its home."""


@needs_games
@pytest.mark.parametrize("early", EARLY, ids=lambda action: action["type"])
@pytest.mark.parametrize("ends", [0, 1])
def test_a_private_company_may_be_bought_or_exchanged_before_a_home_is_chosen(early: dict[str, Any], ends: int):
    """The move follows the choice; a file that ends with it is refused, so nothing in it is lost."""
    path = next(path for path in files("1830") if "p3_s1" in path.name)
    file = content(path)
    home = next(at for at, action in enumerate(file["actions"]) if action["type"] == "place_token")
    before, placed = file["actions"][:home], file["actions"][home]

    if ends:
        with pytest.raises(Damaged, match=rf"\({early['type'].replace('_', ' ')}, .*you cannot"):
            record_of(file, *before, early)
    else:
        assert record_of(file, *before, early, placed).moves == record_of(file, *before, placed, early).moves


@needs_games
def test_a_private_company_may_be_bought_before_a_train_is_discarded():
    path = next(path for path in files("1870") if "original_rules_p4_s115" in path.name)
    file = content(path)
    at = next(at for at, action in enumerate(file["actions"]) if action["type"] == "discard_train")
    before, discard = file["actions"][:at], file["actions"][at]
    early = {"type": "buy_company", "entity": "ATSF", "entity_type": "corporation", "company": "MKT", "price": 160}

    assert record_of(file, *before, early, discard).moves == record_of(file, *before, discard, early).moves
