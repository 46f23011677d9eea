"""Positions to draw: the same ones every time, with something of every kind in them."""

from __future__ import annotations

import random
from functools import cache

from engine import new
from engine.play import next_to_act, random_act
from engine.titles import titles
from engine.view import View, view
from tests.t1870.table import Table

TITLES = [name for name in titles() if name[0].isdigit()]
MOVES = 500
"""How long the games are whose moments are drawn."""


@cache
def at_start() -> View:
    """Nothing has happened yet."""
    return view(Table().game)


@cache
def in_the_middle() -> View:
    """Three companies with track, markers, trains, a private token and a destination token beside its city."""
    return view(middle_table().game)


def middle_table() -> Table:
    """The table of the middle position."""
    table = Table(players=("Ann", "Bob", "Zoë Ångström"))
    table.with_company("ATSF", "Ann", par=82, Ann=5, Bob=1, pool=2, treasury=640)
    table.with_company("MKT", "Bob", par=76, Bob=4, Ann=2, treasury_shares=1, treasury=85)
    table.with_company("SLSF", "Zoë Ångström", par=68, box="3,6", treasury=300)
    table.with_box("MKT", "0,6").with_box("ATSF", "0,6")
    table.with_train("ATSF", "3", "4").with_train("MKT", "3").with_train("SLSF", "4")
    table.with_tile("B9", "14", 0).with_tile("B11", "170", 0).with_tile("C10", "23", 2).with_tile("D11", "9", 2)
    table.with_tile("E12", "14", 2).with_tile("C18", "5", 1).with_tile("D17", "58", 2).with_tile("I10", "55", 0)
    table.with_tile("E20", "1", 1).with_tile("F9", "142", 1).with_tile("G10", "141", 0).with_tile("H13", "57", 1)
    table.with_tile("D9", "145", 0).with_tile("C8", "20", 1)
    table.with_marker("SLSF", "B11/c0", 1).with_marker("ATSF", "B11/c0", -1)
    table.with_sign("H17", "open port", "ATSF").with_private("SCC", "Ann")
    return table.with_phase("4").operating_turn("MKT", number=2, of=3).with_operated("ATSF")


@cache
def with_runs() -> View:
    """Two trains have run and the dividend is to be chosen."""
    table = middle_table().operating_turn("ATSF", step="run", number=2, of=3)
    return view(table.run_best("Ann").game)


@cache
def course(title: str) -> tuple[View, ...]:
    """A random game of a title, every tenth move of it."""
    stream, game = random.Random(11), new(title, ["Ann", "Bob", "Cem", "Dan"], {}, 11)
    views = [view(game)]
    for move in range(1, MOVES + 1):
        who = next_to_act(game, stream)
        act = random_act(game, who.seat, stream) if who is not None else None
        if who is None or act is None:
            break
        game, _ = game.apply(who.seat, act)
        if move % 10 == 0:
            views.append(view(game))
    return tuple(views)


def moments(title: str) -> tuple[View, ...]:
    """That game at its start, early, in the middle and late."""
    views = course(title)
    return tuple(views[len(views) * part // 10] for part in (0, 3, 6, 9))
