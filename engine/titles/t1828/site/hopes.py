"""1828 of 18xx.games: how a game begins, which mergers the site offers, and which games keep to that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.agenda import used
from engine.core.position import Position
from engine.core.state import Run, Used
from engine.family import stock
from engine.finance import shares
from engine.overlay import on_site
from engine.titles.t1828 import script
from engine.titles.t1828.own import own

ENOUGH, JUST = 6, 5
"""Tenths of two companies with which a merger can be hoped for; the smaller number if none of them was sold."""
STRICT = "strict"
"""Note of a game in which nobody is asked, and nothing offered, where the site would not."""
IN_ORDER = "in_order"
"""Note in the setup of a game whose private companies lie in the order of the site's list."""


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Lay the table; a game whose setup says so keeps to this, and those begun earlier ask and offer more."""
    script.begin(p, setup)
    if IN_ORDER in setup:
        own(p).row.sort(key=list(p.d.privates).index)
    game = p.s.agenda[0]
    if isinstance(game, Run) and STRICT in setup and on_site(p):
        game.used.append(Used(STRICT))


def strict(p: Position) -> bool:
    """Was the game begun since the program keeps to this?"""
    return used(p.s.agenda[0], STRICT)


def hoped_for(p: Position, first: str, other: str) -> bool:
    """Could two companies merge, if somebody holds enough of both?"""
    facts = (p.company(first), p.company(other))
    if not any(each.floated for each in facts) or (facts[0].turns > 0) != (facts[1].turns > 0):
        return False
    round_frame = stock.round_of(p)
    assert round_frame is not None
    for player in p.living:
        held = shares.units_at(p, player, first) + shares.units_at(p, player, other)
        sold = any(used(round_frame, "sold", on=company, by=player) for company in (first, other))
        if held >= ENOUGH or (held == JUST and not sold):
            return True
    return False
