"""How many presses a move takes, from the message that calls somebody to the made move, in every title."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.discord.calling import call_buttons
from bot.discord.moment import GO
from bot.discord.press import readout
from bot.sandbox.people import Answer, Person
from engine import Game, new
from engine.careful import careful_act
from engine.play import next_to_act
from engine.titles import titles
from tests.discord.conftest import Hall, labels
from tests.long_runs import LONG_RUN

MOST = {
    "take": 1,
    "bid": 2,
    "pass_auction": 1,
    "set_par": 2,
    "buy": 2,
    "par": 3,
    "sell": 3,
    "pass": 1,
    "lay": 4,
    "token": 2,
    "run": 1,
    "dividend": 1,
    "buy_train": 2,
    "skip": 1,
}
"""Presses, the one that opens the panel among them; a move on the call itself takes one."""
MORE = {"1839": {"par": 5, "take": 2}}
"""A local has two homes to choose, and any private company can be bought at once."""
NAMES = ["Ann", "Bob", "Cem"]


def moments(title: str, moves: int) -> dict[str, Game]:
    """The first position of a random game in which each of the verbs is open to the one who is waited for."""
    stream, found = random.Random(5), dict[str, Game]()
    game = new(title, NAMES, {}, 5)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None or set(MOST) <= set(found):
            break
        if len(game.decisions()) == 1:
            for verb in set(game.verbs(decision.seat)) & set(MOST):
                found.setdefault(verb, game)
        act = careful_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
    return found


def belongs(part: dict[str, Any], verb: str) -> bool:
    """Does a button or list choose for this verb?"""
    does, args = readout(str(part["custom_id"]))
    return does == GO and args[4] == verb


async def pressed(club: Hall, person: Person, panel: Answer, verb: str, number: int) -> int:
    """Press the first button that belongs to the verb until its move is made; how often, `/turn` for the first."""
    for count in range(1, 9):
        if (await club.table.present(number)).row.last:
            return count
        lists = [one for one in panel.message.selects if belongs(one, verb)]
        buttons = [one for one in panel.message.buttons if belongs(one, verb) and not one.get("disabled")]
        assert lists or buttons, (verb, labels(panel.message))
        if lists:
            await club.choose(person, panel.message, lists[0]["options"][0]["value"])
        else:
            await club.press(person, panel.message, str(buttons[0]["custom_id"]))
    raise AssertionError(f"{verb} takes too many presses")


@pytest.mark.parametrize(
    ("title", "moves", "least"),
    [
        ("1870", 40, 4),
        *(pytest.param(name, 500, 8, marks=LONG_RUN, id=name) for name in titles() if name.isdigit()),
    ],
)
async def test_every_move_takes_few_presses(club: Hall, title: str, moves: int, least: int):
    positions = moments(title, moves)
    assert len(positions) >= least, sorted(positions)
    taken: dict[str, int] = {}
    for verb, position in positions.items():
        number = await club.game(title=title)
        await club.lay_out(number, position)
        now = await club.table.present(number)
        if verb in [one.args[4] for one in call_buttons(now) if one.does == GO]:
            taken[verb] = 1
            continue
        panel = await club.on_turn(now).slash("/turn", club.room, game=str(number))
        taken[verb] = await pressed(club, club.on_turn(now), panel, verb, number)
    most = MOST | MORE.get(title, {})
    assert {verb: count for verb, count in taken.items() if count > most[verb]} == {}
