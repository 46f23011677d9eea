"""A robot can say why: in one sentence, from the figures by which it decided."""

import ast
import random
import re
from functools import cache
from pathlib import Path

import pytest

import bot.robots
from bot.catalogue import ROBOTS
from bot.robots.choosing import MINDS, advice, choose
from bot.robots.reasons import Reason, worded
from engine import Game
from engine.play import play_on
from engine.titles import titles
from engine.view import view
from engine.words.gathering import called
from tests.long_runs import one_of
from tests.robots.games import begun
from tests.t1870.lines import row_b
from tests.t1870.table import Table

SENTENCES = ROBOTS.words("en")["reasons"]


def keys() -> set[str]:
    """Every key that the code names."""
    found = set[str]()
    for path in Path(bot.robots.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node) == "reason":
                found |= {str(one.value) for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
    return found


def fields(key: str) -> set[str]:
    """The fields of a sentence, in all its forms."""
    sentence = SENTENCES[key]
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return set(re.findall(r"{(\w+)", " ".join(forms)))


def test_every_reason_has_a_sentence_and_every_sentence_is_a_reason():
    assert keys() == set(SENTENCES)


@cache
def reached(title: str) -> list[Game]:
    """Positions early and late in random games."""
    made = ((1, 0), (2, 40), (3, 120), (4, 250))
    return [play_on(begun(title, ["random"] * 3, seed), random.Random(seed), moves) for seed, moves in made]


@pytest.mark.parametrize("kind", [kind for kind in MINDS if kind != "strong"])
@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
def test_every_choice_has_a_reason_in_words(title: str, kind: str):
    said = set[str]()
    for game in reached(title):
        for number in range(6):
            if not game.decisions():
                break
            seat = game.decisions()[0].seat
            found = advice(game, seat, kind, str(number), None, 3)
            assert found is not None and found.act == choose(game, seat, kind, str(number), None, 3)
            sentence = worded(found.why, view(game, seat))
            lacking = fields(found.why.key) - set(found.why.values)
            assert not lacking, f"{found.why} lacks {lacking}"
            assert sentence.endswith(".") and "{" not in sentence and title not in sentence
            said.add(sentence)
            game, _ = game.apply(seat, found.act)
    assert len(said) > 2 or kind == "random"


def why(table: Table) -> Reason:
    found = advice(table.game, table.seat("Ann"), "steady", "seed", None)
    assert found is not None
    return found.why


def test_the_figures_are_those_of_the_position():
    needed = why(row_b().with_cash("ATSF", 500).operating_turn("ATSF", "train"))
    assert needed.key == "buy_must" and needed.values == {"company": "ATSF", "kind": "2", "price": 80}


def test_it_says_whose_trains_it_rusts():
    table = row_b().with_company("SP", "Bob", Bob=6, treasury=0).with_train("SP", "2").with_cash("ATSF", 1_000)
    with table.with_supply_from("4").with_phase("2").arrange() as p:
        p.company("SP").last_run = 120
    found = why(table.operating_turn("ATSF", "train"))
    assert found.key == "buy_needed_rusts"
    assert found.values["kind"] == "4" and found.values["old"] == "2" and found.values["losers"] == "SP"
    assert "rusts the 2 trains of SP" in worded(found, view(table.game, table.seat("Ann")))
