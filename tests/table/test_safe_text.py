"""Names and typed texts: they are read, and do nothing else in a message."""

from __future__ import annotations

import ast
import sqlite3
from pathlib import Path

import pytest

from bot.discord.kit.say import error_text
from bot.safe_text import escaped, legible, short_name
from bot.table.ground.say import clean_name
from engine import Illegal, Unreadable
from engine.core.errors import Refusal
from engine.core.sentences import because
from tests.strange import NAMES, TEXTS, works
from tests.table.club import ANN, BOB, CEM, club, older


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:30])
def test_an_escaped_text_is_harmless(text: str):
    text = legible(text)
    for shown in (escaped(text), short_name(text), clean_name(text)):
        assert not works(shown), ascii(shown)[:200]
    assert escaped(short_name(text)) == short_name(text), "a name needs no escapes, so that it can stand on a button"
    assert len(clean_name(text)) <= 32 and clean_name(text).strip()


@pytest.mark.parametrize("text", ["Ann", "Åsa Ödegård", "O'Brien (Berlin)", "אבג", "Ζωή", "J.-P. 2", "$160"])
def test_ordinary_names_and_words_are_not_changed(text: str):
    assert clean_name(text) == text
    assert escaped(text) == text


def test_an_escaped_text_is_shown_literally():
    assert escaped("[Nitro](https://x.y)") == r"\[Nitro](https\://x.y)"
    assert escaped("**b** snake_case 2 * 3") == r"\*\*b\*\* snake_case 2 \* 3"


@pytest.mark.parametrize("text", NAMES, ids=lambda text: ascii(text)[:30])
def test_a_refusal_escapes_typed_text(text: str):
    typed = legible(text)
    within = because("no option {name!r}", name=typed)
    errors = (
        Unreadable(because("{shown} is nothing to choose.", shown=typed)),
        Unreadable(because("There is no move called {name!r} in {id}.", name=typed, id="1870")),
        Unreadable(because("It cannot be read: {why}", why=within)),
        Illegal(Refusal(because("{company} has no train", company=typed), "5.9", because("it is {x}", x=typed))),
    )
    for error in errors:
        assert not works(error_text(error)), error_text(error)


async def test_a_stored_game_with_older_names_escapes_them(tmp_path: Path):
    path = tmp_path / "club.db"
    async with club(path) as one:
        game = await one.game()
        now = await one.table.present(game)
    bad = "[Nitro](https://evil.example)"
    with sqlite3.connect(path) as raw:
        raw.execute("update seat set name = ? where user_id in (?, ?)", (bad, ANN, BOB))
    older(path, "0005")
    async with club(path) as one:
        _, seats = (await one.table.present(game)).row, (await one.table.present(game)).seats
        names = {seat.user_id: seat.name for seat in seats}
        assert not any(works(name) for name in names.values())
        assert names[CEM] == "Cem" and len(set(names.values())) == 3
        assert [seat.name for seat in (await one.table.present(game)).game.state.players] == list(names.values())
    assert now.row.id == game


def markup_in_fields(source: str) -> list[int]:
    """Lines where a refusal is filled with markup, which would be escaped and shown as it is typed."""
    found: list[int] = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        values = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "because":
                for field in call.keywords:
                    value = values.get(field.value.id) if isinstance(field.value, ast.Name) else field.value
                    if value is not None and _is_markup(value):
                        found.append(call.lineno)
    return found


def _is_markup(value: ast.expr) -> bool:
    parts = list(ast.walk(value))
    texts = [one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    calls = [one.func.id for one in parts if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
    return any(mark in text for text in texts for mark in ("<t:", "<@", "<#", "**")) or "escaped" in calls


def test_no_refusal_is_filled_with_markup():
    assert markup_in_fields('def f():\n    until = f"<t:{1}:f>"\n    because("{until}", until=until)') == [3]
    assert markup_in_fields('def f():\n    because("<t:{due}:f>", due=1)') == []
    wrong = [(str(path), markup_in_fields(path.read_text())) for path in Path("bot").rglob("*.py")]
    assert not [one for one in wrong if one[1]]
