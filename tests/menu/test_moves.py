"""What the rules were asked for a seat is kept for its position, its reader and its language, and for nobody else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.menu.build import menu_of
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves, moves_of, public_moves_of
from bot.menu.move.usual import usual_moves
from bot.menu.question import question
from engine import Act, Game, decode_game
from engine.core.phrases import PSEUDO
from engine.view import suppositions
from engine.words import using_language
from tests.discord.test_calling import owning
from tests.t1828.table import Table1828
from tests.t1830.table import Table as Table1830
from tests.t1870.table import Table as Table1870


def laying() -> tuple[Game, str]:
    """An early turn in 1830 in which track is laid."""
    table = Table1830().with_company("B&O", "Ann", Ann=6, treasury=500).operating_turn("B&O", "track")
    return table.game, table.seat("Ann")


def secretive() -> tuple[Game, str]:
    """Ann, whose turn it is to buy and sell, leads a company of 1870 whose money only she sees."""
    table = owning(Table1870(secrets="hidden"), 100).stock_round("Ann")
    return table.game, table.seat("Ann")


@pytest.mark.parametrize(
    ("treasury", "label"), [(70, "Buy C&P from Ann for $100 ($30 net)"), (0, "Buy C&P from Ann for $100")]
)
def test_a_price_beside_what_is_paid_on_balance_says_which_is_which(treasury: int, label: str):
    """1828's Cobourg & Peterborough brings its buyer its money. They read: for $160, $90."""
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=100).with_private("C&P", "Ann").with_phase("green")
    table.with_cash("C&P", treasury).operating_turn("WAB")
    bought = Choosing(moves_of(table.game, table.seat("Ann"))).named_with(
        "buy_private", {"private": "C&P", "price": 100}
    )
    assert (bought.label, bought.spent) == (label, 100 - treasury)


def test_a_verb_is_walked_and_a_move_tried_once_a_position(monkeypatch: pytest.MonkeyPatch):
    tried, asked = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
    apply, values = Game.apply, Game.values

    def counted(self: Game, seat: str, act: Act) -> Any:
        tried[id(self.state), seat, act.verb, *act.args.items()] += 1
        return apply(self, seat, act)

    def walked(self: Game, seat: str, verb: str, got: Any = None) -> Any:
        asked[id(self.state), seat, verb, *dict(got or {}).items()] += 1
        return values(self, seat, verb, got)

    monkeypatch.setattr(Game, "apply", counted)
    monkeypatch.setattr(Game, "values", walked)
    game, seat = laying()
    first = menu_of(moves_of(game, seat))
    assert first.chart is not None and first.chart.choices
    for one in first.chart.choices:
        moves = moves_of(game, seat)
        made = Choosing(moves).walk(one.verb, one.got)
        if made.slot:
            question(moves, made)
    assert menu_of(moves_of(game, seat)) == first
    assert len(tried) >= 5 and len(asked) >= 5
    assert set(tried.values()) == set(asked.values()) == {1}


def test_what_one_reader_is_told_is_not_kept_for_another():
    game, seat = secretive()
    mine = moves_of(game, seat)
    assert moves_of(game, seat) is mine
    others = [one.id for one in game.state.players if one.id != seat]
    different = [moves_of(game, others[0]), moves_of(game, ""), moves_of(game, seat, knows_all=True)]
    with using_language(PSEUDO):
        different.append(moves_of(game, seat))
    different.append(moves_of(decode_game(game.encode()), seat))
    assert all(one is not mine for one in different)
    assert len({id(one) for one in different}) == len(different)


def test_a_ping_is_made_of_what_everybody_may_suppose_and_never_of_a_private_menu():
    game, seat = secretive()
    alone = usual_moves(decode_game(game.encode()), seat)
    private = moves_of(game, seat)
    menu_of(private)
    # Whatever the seat was told, nobody could read it.
    private._answers.update(dict.fromkeys(private._answers))
    assert usual_moves(game, seat) == alone and alone
    supposed = [one.state for one in suppositions(game)]
    assert len(supposed) == 2
    public = public_moves_of(game, seat)
    assert [one.game.state for one in public] == supposed
    assert all(one is not private and one.words.view.seat in (None, "") for one in public)
    assert public_moves_of(game, seat) is public


def test_only_so_many_positions_are_kept():
    games = [laying()[0] for _ in range(60)]
    kept: list[Moves] = [moves_of(game, "p1") for game in games]
    assert moves_of(games[-1], "p1") is kept[-1]
    assert moves_of(games[0], "p1") is not kept[0]
