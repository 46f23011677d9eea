"""No English that people read is hard-coded where a translator cannot reach it, not even in branches no game enters.

The pseudo-language finds what is said while a test plays. This reads the sources: whatever looks like English, and is
neither gathered for translators nor known to be read by programs and developers alone, is listed here with a reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.host.languages import places
from engine.words.gathering import sentences

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("bot", "engine", "render", "sandbox")
SHOWN = {"content", "description", "label", "placeholder", "text", "title"}
"""Parts of a message, form or picture."""
SHOWN_BY = {"print", "Button", "TextInput"}
"""Calls whose arguments somebody reads."""
LOGGED = {"debug", "info", "warning", "error", "exception"}
"""The log is English in every language (docs/translating.md)."""
FOR_DEVELOPERS = {
    *("AssertionError", "IndexError", "KeyError", "LookupError", "NotImplementedError", "RuntimeError", "TypeError"),
    *("ValueError", "IncompleteTitle", "Stuck", "BadProblem", "SolverFailed", "Failed", "Need", "Cut", "TimeoutError"),
    "TargetGone",
}
"""What only a mistake in the program, or in a title that is being written, can raise; `TargetGone` is for the log."""
READ_BY_PROGRAMS = {
    "bot/discord/kit/figures.py": "what Prometheus shows beside a figure",
    "sandbox/happening/commands.py": "what Discord's server answers to a bot, in Discord's words",
    "sandbox/world/errors.py": "the same",
    "sandbox/refusing/faults.py": "the same",
    "sandbox/refusing/limits.py": "the same",
    "sandbox/refusing/modals.py": "the same",
    "sandbox/happening/posting.py": "the same",
    "sandbox/rest": "the same",
    "sandbox/happening/threads.py": "the same",
    "engine/check": "what a title lacks, told to whoever writes one",
    "engine/routes": "what is wrong with a problem of routes, told to whoever poses one",
}
ALLOWED = {
    "bot/discord/domains/shared/former.py": {
        *("league standings files:True", "spectate join on:False", "spectate open on:False"),
        "spectate start on:False",
    },
    # What a check on Discord writes and deletes again.
    "bot/beliefs": {"Made by a check and deleted again", "How many?", "Which?", "What?", "One.", "kept"}
    | {"Check", "Choice {}", "Stationmaster check {}"},
    # What the log calls work that has no name.
    "bot/discord": {"an old button", "an old command"},
    # Warnings of a library.
    "bot/host/logs.py": {"voice will NOT be supported", "Can't keep up"},
    # A container asks every minute, without loading the bot.
    "bot/host/health.py": {"The bot is healthy."},
    # What tests wait for in vain.
    "sandbox/people.py": {"the answer to {}", "a ping for {}"},
    # What databases say, and a holder of a lock that nobody is.
    "bot/store": {"disk is full", "does not exist", "unable to open", "whoever led before"},
    # Keys under which the catalogue says something, as they stand in stored games.
    "bot/menu/move/choices.py": {"kind of train"},
    "bot/discord/turn/route_building.py": {"kind of train"},
    "engine/core/trial.py": {"{} must answer {}"},
    "engine/family": {"trains on sale"},
    "engine/titles/t1828": {"before the first company", "after the last company", "may buy twice", "Coal Marker"},
    "engine/titles/t1839": {
        "stood at nothing",
        "others cannot buy",
        "red private company",
        "R4 train to give",
        "end of the station step",
    },
    "engine/titles/t1843": {"before the first company", "after the last company"},
    "engine/titles/t1870": {"to be paid"},
    # What could not be drawn, for the log.
    "render": {
        *("{}: cannot be drawn ({})", "sheet: company {} is unknown", "route {}: {} and {} are not in one hex"),
    },
}
"""What looks like English and is not read by players, by the place where it stands."""
WORD = re.compile(r"[A-Za-z]{2,}")
PROSE = re.compile(
    r"(?:^|\s)[A-Za-z'’]{2,}[,:;]? [a-z'’]{2,}[,:;]? (?:[a-z'’{}]+)|^[A-Z][a-z]+[,:;]? [a-z]{2,}(?: |[.?!]|$)"
)
"""Three words in a row, or a capital letter and a small one after it."""


def text_of(node: ast.AST) -> str:
    """What a literal says, with `{}` for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def name_of(node: ast.expr) -> str:
    """The last name of what is called."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def unread(nodes: list[ast.AST]) -> set[int]:
    """Literals that no player reads: docstrings, the log, what only a mistake in the program raises, types."""
    found: set[int] = set()

    def within(*nodes: ast.AST | None) -> None:
        found.update(id(part) for node in nodes if node is not None for part in ast.walk(node))

    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant()):
                within(node)
            case ast.Call(func=func, args=args, keywords=given) if name_of(func) in LOGGED | FOR_DEVELOPERS:
                within(*args, *given)
            case ast.Constant(value=str(query)) if query.startswith("SELECT "):
                within(node)
            case ast.Call(func=ast.Name(id="text")) | ast.Call(func=ast.Attribute(value=ast.Name(id="re"))):
                within(node)
            case ast.Call(func=ast.Attribute(attr="exec_driver_sql" | "execute")):
                within(node)
            case ast.Assert(msg=why):
                within(why)
            case ast.Subscript(value=value, slice=of) if name_of(value) == "Literal":
                within(of)
            case ast.AnnAssign(annotation=hint):
                within(hint)
            case ast.JoinedStr(values=values):
                found.update(id(part) for part in values)
            case _:
                pass
    return found


def shown(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """Whatever is passed on to be read at once."""
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from (one.value for one in node.keywords if one.arg in SHOWN)
            if name_of(node.func) in SHOWN_BY:
                yield from node.args[:1]
        elif isinstance(node, ast.Dict):
            yield from (
                value for key, value in zip(node.keys, node.values, strict=True) if key and text_of(key) in SHOWN
            )


@cache
def known_in(source: str) -> frozenset[str]:
    """The texts of a file that translators get."""
    return frozenset(sentences(source))


@cache
def english(source: str) -> list[str]:
    """The English texts that a file itself contains."""
    nodes = list(ast.walk(ast.parse(source)))
    known, ignored = known_in(source), unread(nodes)
    found = [node for node in nodes if id(node) not in ignored and PROSE.search(text_of(node).strip())]
    found += [node for node in shown(nodes) if id(node) not in ignored and WORD.search(text_of(node).replace("{}", ""))]
    texts = dict.fromkeys(text_of(node).strip() for node in found)
    return [text for text in texts if text not in known and not any(text in one for one in known)]


@cache
def files() -> list[Path]:
    """The sources of what somebody may read."""
    return [
        path
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if not any(str(path.relative_to(ROOT)).startswith(place) for place in READ_BY_PROGRAMS)
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_every_text_in_the_code_can_be_translated(room: str):
    found: dict[str, list[str]] = {}
    for path in files():
        place = str(path.relative_to(ROOT))
        allowed = {text for where, texts in ALLOWED.items() if place.startswith(where) for text in texts}
        if place.startswith(f"{room}/") and (texts := [one for one in english(path.read_text()) if one not in allowed]):
            found[place] = texts
    assert found == {}


def test_every_allowed_exception_exists():
    for place, texts in ALLOWED.items():
        paths = [path for path in files() if str(path.relative_to(ROOT)).startswith(place)]
        assert texts - {text for path in paths for text in english(path.read_text())} == set(), place
    assert all((ROOT / place).exists() for place in READ_BY_PROGRAMS)


def test_translators_get_every_sentence_in_the_code():
    wanted = {key.removeprefix("refusals.") for place in places("xx") for key in place.missing}
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in files()
        for text in known_in(path.read_text())
        if text and text not in wanted
    }
    assert found == set()


@pytest.mark.parametrize(
    "code",
    [
        'def f(): return "Your order is off."',
        'def f(name): return f"{name} is not on turn now"',
        'button = Button(label="Pass")',
        'print("Done")',
        'raise Problem("nothing can be stored now")',
    ],
)
def test_english_is_found_wherever_it_stands(code: str):
    assert english(code) != []


@pytest.mark.parametrize(
    "code",
    [
        'because("Your order is off.")',
        'def f():\n    raise Refused("You are not in this game.")',
        'log.warning("the database could not be opened")',
        'def f():\n    """Say that it is so."""',
        'KEY = "forced sale"',
        'raise ValueError("a moment needs a time zone")',
        'button = Button(label=say("pass"))',
    ],
)
def test_translatable_and_unread_texts_are_not_reported(code: str):
    assert english(code) == []
