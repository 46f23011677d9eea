"""Order by passing: cards are taken, given back, and seat the players for the next round."""

from __future__ import annotations

from tests.toy.table import ToyTable


def seats(table: ToyTable) -> list[str]:
    return [seat.name for seat in table.s.players]


def played(*moves: tuple[str, str]) -> ToyTable:
    table = ToyTable().two_railways().stock_round("Ann")
    for player, verb in moves:
        if verb == "buy":
            table.buy(player, "RED").done(player)
        else:
            table.do(player, verb)
    return table


def test_the_first_to_pass_sits_first():
    table = played(("Ann", "pass"), ("Bob", "buy"), ("Cem", "pass"), ("Ann", "pass"), ("Bob", "pass"))
    assert seats(table) == ["Ann", "Cem", "Bob"]
    assert table.s.priority == table.seat("Ann")
    assert table.happened("order")


def test_a_player_who_acts_gives_the_card_back_and_the_others_move_up():
    table = played(("Ann", "pass"), ("Bob", "pass"), ("Cem", "buy"), ("Ann", "buy"), ("Bob", "pass"), ("Cem", "pass"))
    assert seats(table) == ["Ann", "Bob", "Cem"], "the round still goes on"
    table.do("Ann", "pass")
    assert seats(table) == ["Bob", "Cem", "Ann"]
