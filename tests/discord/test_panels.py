"""Panels of every kind, read from top to bottom as a screen reader does, and by the labels of their buttons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves
from engine import Game, new
from engine.careful import careful_act
from engine.core.verbs import Text
from engine.play import next_to_act
from engine.titles import titles
from engine.view import view
from engine.words import Words
from sandbox import Message
from tests.discord.conftest import Hall
from tests.long_runs import one_of

TEXT, GALLERY, SECTION, ROW = 10, 12, 9, 1
BUTTON, LIST = 2, 3
SHOWN = ("Map of", "Page ", "Stock market of", "Runs of", "Phases of")
"""How the alt text of each picture of a panel begins."""
LAST = ["What if…", "Map", "Market", "Sheet", "Undo…"]


def positions(title: str, seeds: range, most: int = 500) -> Iterator[tuple[Game, str]]:
    """Positions of careful random games with the one who is waited for."""
    for seed in seeds:
        game, stream = new(title, ["Ann", "Bob", "Cem"], {}, seed), random.Random(seed)
        for _ in range(most):
            decision = next_to_act(game, stream)
            act = careful_act(game, decision.seat, stream) if decision is not None else None
            if decision is None or act is None:
                break
            yield game, decision.seat
            game, _ = game.apply(decision.seat, act)


def kinds(title: str, seeds: range, most: int = 500) -> dict[str, Game]:
    """The first position of every kind of decision, by frame and by its step or question."""
    found: dict[str, Game] = {}
    for game, seat in positions(title, seeds, most):
        top = view(game, seat).agenda[-1]
        if len(game.decisions()) == 1:
            found.setdefault(f"{top.rule} {top.step.split(':')[0]}".strip(), game)
    return found


def check(message: Message, game: Game, kind: str) -> None:
    """The order of a panel: the game and its place, who acts, pictures with their words, moves, the rest."""
    parts, found = message.components, view(game, game.decisions()[0].seat)
    types = [part["type"] for part in parts]
    heading, who, *_ = parts[0]["content"].split("\n")
    assert heading == f"### Game 1 · {Words(found).place}", kind
    second = parts[0]["content"].split("\n")[1]
    if found.agenda[-1].rule == "contest" and "bid" not in {one.verb for one in game.legal(found.decisions[0].seat)}:
        assert who.startswith("You can only drop out: "), kind
    else:
        assert Words(found, reader=found.seat).decision(found.decisions[0]) in (who, second), kind
    assert types.count(GALLERY) <= 1 and (GALLERY not in types or types[1] == GALLERY), (kind, types)
    for one in parts[1]["items"] if types[1] == GALLERY else ():
        assert one["description"].startswith(SHOWN) and found.name in one["description"], (kind, one)
    body = [part for part in parts if part["type"] in (SECTION, ROW)]
    assert [labels(one) for one in body[-2:]] == [LAST[:3], [*LAST[3:], "Describe"]], kind
    lists = [n for n, part in enumerate(body) if part["type"] == ROW and _placeholder(part) == "Something else…"]
    assert lists in ([], [len(body) - 3]), (kind, "what is seldom wanted stands just above the tools")
    assert labels(body[0]) or _placeholder(body[0]), (kind, "the likeliest move comes first")
    for part in parts:
        assert all(label.strip() for label in labels(part)), kind
        if part["type"] == SECTION:
            assert part["components"][0]["content"].startswith("**"), "what a line is about comes before its button"


def labels(part: dict[str, Any]) -> list[str]:
    """The labels of a part's buttons."""
    if part["type"] == SECTION:
        return [part["accessory"]["label"]]
    return [one["label"] for one in part.get("components", []) if one["type"] == BUTTON]


def _placeholder(part: dict[str, Any]) -> str:
    return next((one.get("placeholder", "") for one in part["components"] if one["type"] == LIST), "")


@pytest.mark.parametrize(
    ("title", "most", "least"),
    [
        ("1870", 60, 6),
        *(pytest.param(name, 500, 7, marks=pytest.mark.soak, id=name) for name in titles() if name[0].isdigit()),
    ],
)
async def test_every_kind_of_panel_is_read_in_an_order_that_makes_sense(club: Hall, title: str, most: int, least: int):
    found = kinds(title, range(1, 3) if most > 100 else range(5, 6), most)
    assert len(found) >= least, sorted(found)
    number = await club.game(title=title, pictures="request")
    for kind, position in found.items():
        await club.lay_out(number, position)
        now = await club.table.present(number)
        panel = await club.on_turn(now).slash("/turn", club.room)
        check(panel.message, now.game, kind)


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
def test_every_button_says_what_it_is_about_and_no_two_say_the_same(title: str):
    vague: set[str] = set()
    for count, (game, seat) in enumerate(positions(title, range(3, 4), 300)):
        if count % 4:
            continue
        found = Choosing(Moves(game, seat, Words(view(game, seat))))
        for verb in game.verbs(seat):
            if isinstance(found.walk(verb).choices, Text):
                continue
            said = [one.label for one in found.at_least(verb)]
            vague |= {label for label in said if len(label) > 80 or said.count(label) > 1 or "_" in label}
    assert vague == set()
