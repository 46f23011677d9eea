"""A game as somebody knows it: what they may not know has left no trace in it."""

from __future__ import annotations

import pytest

from engine import Unreadable
from engine.view import known_game, unknown_money, view
from tests.t1870.table import Table


def dealing(treasury: int) -> Table:
    """A game with hidden treasuries in which Bob's SP operates; this is what it has."""
    table = Table(secrets="hidden").with_company("ATSF", "Ann", Ann=3).with_company("SP", "Bob", Bob=3)
    table.with_company("MP", "Cem", Cem=3).with_cash("SP", treasury).with_train("SP", "2").with_phase("3")
    table.operating_turn("SP", "train")
    return table


def test_games_that_differ_only_in_hidden_money_give_the_same_copy_byte_for_byte():
    rich, poor = dealing(900).game, dealing(7).game
    assert rich.encode() != poor.encode()
    for seat in ("p1", "p3", None):
        assert unknown_money(rich, seat) == unknown_money(poor, seat) and "SP" in unknown_money(rich, seat)
        one, other = (known_game(game, seat, {"SP": 250}, 5) for game in (rich, poor))
        assert one.encode() == other.encode()
        one.audit()
        assert one.state.cash["SP"] == 250
    assert known_game(rich, "p2", {}, 5).encode() != known_game(poor, "p2", {}, 5).encode(), "Bob knows what the SP has"


def test_what_is_seen_stays_as_it_is_and_what_is_guessed_wrongly_is_refused():
    game = dealing(900).game
    before, after = view(game, "p1"), view(known_game(game, "p1", {}, 5), "p1")
    assert before.seats == after.seats and before.hexes == after.hexes and before.decisions == after.decisions
    assert unknown_money(game, "p2") == ["ATSF", "MP"]
    for guesses in ({"SP": 10}, {"bank": 10}, {"ATSF": -1}, {"ATSF": 10**6}):
        with pytest.raises(Unreadable):
            known_game(game, "p2", guesses, 5)
    assert game.encode() == dealing(900).game.encode()


def test_a_copy_has_its_own_chance():
    game = dealing(900).game
    assert known_game(game, "p1", {}, 5).state.rng == 5 != game.state.rng


def test_what_is_added_to_a_hidden_treasury_does_not_tell_how_much_is_in_it():
    """Ann has sold a share to buy a train for the FW; Bob may protect it. What she must add follows from the guess."""
    copies: list[bytes] = []
    for treasury in (0, 15):
        table = Table(("Ann", "Bob", "Cem"), secrets="hidden").with_company("FW", "Ann", Ann=6, treasury=treasury)
        table.with_cash("Ann", 0).with_company("SP", "Bob", Bob=4, Ann=2).with_cash("Bob", 300)
        table.with_tile("J3", "57", 1).with_tile("J5", "57", 1).operating_turn("FW", "train")
        table.do("Ann", "sell", company="SP", shares=1)
        assert table.deciders() == ["Bob"] and table.game.state.lots
        copies += [known_game(table.game, seat, {"FW": 40}, 5).encode() for seat in ("p2", "p3", None)]
    assert copies[:3] == copies[3:]


@pytest.mark.parametrize("treasury", [30, 400])
def test_a_hidden_treasury_is_not_told_by_what_is_missing(treasury: int):
    table = Table(secrets="hidden").with_company("SP", "Ann", Ann=6, treasury=treasury).operating_turn("SP")
    told = len(table.events)
    table.do("Ann", "skip")
    while "skip" in table.verbs("Ann"):
        table.do("Ann", "skip")
    assert [event.data for event in table.events[told:] if event.kind == "missed"] == [
        {"company": "SP", "step": "city"}
    ]
