"""How many presses a move takes, from the message that calls somebody to the made move, in every title."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.discord.games.presses.moves import GO, Choose
from bot.discord.kit.custom_ids import decode_id
from bot.discord.turn.usual_moves import call_buttons
from engine import Game, new
from engine.careful import careful_act
from engine.play import next_to_act
from engine.prospects import acting_company, earning
from engine.titles import titles
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall, labels
from tests.long_runs import LONG_RUN, one_of

ROOT = Path(__file__).parents[2]
SAID = {
    "pass, or lay, place or buy nothing": ("pass", "pass_auction", "skip"),
    "buy the cheapest private company": ("take",),
    "run the best trains": ("run",),
    "pay a dividend, or keep it": ("dividend",),
    "bid the least": ("bid",),
    "set a par price the bot asks you for": ("set_par",),
    "buy a share, or a train": ("buy", "buy_train"),
    "place a station marker": ("token",),
    "start a company; sell shares": ("par", "sell"),
    "lay a tile": ("lay",),
    "1839: start a local company with its two homes": ("1839 par",),
}
"""The rows of docs/playing.md: the press that opens the panel counts; a move on the call itself takes one."""
TABLE = {
    cells[0].strip(): int(cells[1])
    for line in (ROOT / "docs" / "playing.md").read_text(encoding="utf-8").splitlines()
    if len(cells := line.strip("| ").split(" | ")) == 2 and cells[1].strip().isdecimal()
}
MOST = {verb: TABLE[move] for move, verbs in SAID.items() for verb in verbs}
VERBS = {verb for verb in MOST if " " not in verb}
TURN = "an ordinary turn of a company: a tile, no station marker, run, pay, no train"
NAMES = ["Ann", "Bob", "Cem"]


def moments(title: str, moves: int) -> dict[str, Game]:
    """The first position of a random game in which each of the verbs is open to the one who is waited for."""
    stream, found = random.Random(5), dict[str, Game]()
    game = new(title, NAMES, {}, 5)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None or set(found) >= VERBS:
            break
        if len(game.decisions()) == 1:
            for verb in set(game.verbs(decision.seat)) & VERBS:
                found.setdefault(verb, game)
        act = careful_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
    return found


def belongs(part: dict[str, Any], verb: str) -> bool:
    """Does a button or list choose for this verb?"""
    does, args = decode_id(str(part["custom_id"]))
    return does == Choose.name and args[0] == GO and args[5] == verb


async def pressed(club: Hall, person: Person, panel: Answer, verb: str, number: int) -> int:
    """Press the first button that belongs to the verb until its move is made; how often."""
    before = (await club.table.present(number)).row.last
    for count in range(9):
        if (await club.table.present(number)).row.last > before:
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
        *(pytest.param(name, 500, 8, marks=LONG_RUN, id=name) for name in titles() if name[0].isdigit()),
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
        if verb in [one.press.verb for one in call_buttons(now) if isinstance(one.press, Choose)]:
            taken[verb] = 1
            continue
        panel = await club.on_turn(now).slash("/turn", club.room, game=str(number))
        taken[verb] = 1 + await pressed(club, club.on_turn(now), panel, verb, number)
    most = {verb: MOST.get(f"{title} {verb}", MOST[verb]) for verb in taken}
    assert {verb: count for verb, count in taken.items() if count > most[verb]} == {}


def turn_of(title: str) -> Game:
    """A company that has a train and can lay track at the beginning of its turn."""
    stream, game = random.Random(5), new(title, NAMES, {}, 5)
    for _ in range(600):
        decision = next_to_act(game, stream)
        assert decision is not None
        company = acting_company(game)
        if company and "lay" in game.verbs(decision.seat) and (would := earning(game, company)) and would.total:
            return game
        act = careful_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
    raise AssertionError(f"no company of {title} runs")


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
async def test_an_ordinary_turn_of_a_company_takes_few_presses_from_its_ping(club: Hall, title: str):
    number = await club.game(title=title, options="")
    await club.lay_out(number, turn_of(title))
    now = await club.table.present(number)
    company, person = acting_company(now.game), club.on_turn(now)
    panel, count, made = await person.slash("/turn", club.room, game=str(number)), 1, list[str]()
    turns = now.game.state.companies[company].turns
    while now.game.state.companies[company].turns == turns and acting_company(now.game) == company:
        verbs = now.game.verbs(now.game.decisions()[0].seat)
        verb = next(one for one in ("lay", "skip", "run", "dividend") if one in verbs and (one != "lay" or not made))
        count += await pressed(club, person, panel, verb, number)
        made.append(verb)
        now = await club.table.present(number)
    assert {"lay", "run", "dividend"} <= set(made) and count <= TABLE[TURN], made
