"""Collects the English sentences in the code for translators."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

SAID_BY: dict[str, tuple[int, ...]] = {
    "Refusal": (0, 2),
    **dict.fromkeys(
        (
            *("Unreadable", "Damaged", "_Illegal", "Refused", "NotYours", "Stale", "Trouble", "StoreTrouble", "Disarm"),
            *("CannotRun", "CannotAsk", "InUse", "Unreachable", "Superseded", "NotLeading", "Collision", "GuardTaken"),
            *("Newer", "NeedsConfirmation", "Overtaken", "AuditFailed", "BadCommand"),
        ),
        (0,),
    ),
}
"""The calls that carry a sentence to a person, and which of their arguments are sentences."""
WORDED_BY = {"because": 0, "pattern": 0, "Option": 2}
"""What makes a sentence, keeps its pattern for later or has a description, and which of its arguments that is."""
DOCUMENTED_BY = {"probe"}
"""Decorators that show a function's docstring to a person."""


def english_sentences(*places: str) -> list[str]:
    """Every pattern and every sentence without fields in these packages and modules, in the order of the code."""
    return list(dict.fromkeys(one for place in places for one in _of(place)))


@cache
def _of(place: str) -> tuple[str, ...]:
    above, _, name = place.rpartition(".")
    module = files(above) / f"{name}.py" if above else None
    paths = [module] if module and module.is_file() else _sources(files(place))
    return tuple(found for path in paths for found in sentences(path.read_text(encoding="utf-8")))


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if path.is_dir():
            yield from _sources(path)
        elif path.name.endswith(".py"):
            yield path


def sentences(source: str) -> Iterator[str]:
    """Those of one file."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > (place := WORDED_BY.get(called(node), len(node.args))):
            yield from _constants(node.args[place])
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and DOCUMENTED_BY & {
            *map(called, node.decorator_list)
        }:
            yield ast.get_docstring(node) or ""
    for part in spoken_nodes(tree):
        yield from _constants(part)


def _constants(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Call):  # What is passed on to a call is its business.
        for child in ast.iter_child_nodes(node):
            yield from _constants(child)


def called(node: ast.AST) -> str:
    """The name of what is called."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def spoken_nodes(tree: ast.AST) -> Iterator[ast.expr]:
    """Everything passed as a sentence: both branches of a conditional, and what a name was set to."""
    for scope in ast.walk(tree):
        if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        nodes = list(ast.walk(scope))
        calls = [node for node in nodes if isinstance(node, ast.Call) and called(node) in SAID_BY]
        named = {
            target.id: one.value
            for one in (nodes if calls else ())
            if isinstance(one, ast.Assign)
            for target in one.targets
            if isinstance(target, ast.Name)
        }
        for node in calls:
            given = [node.args[place] for place in SAID_BY[called(node)] if place < len(node.args)]
            given += [one.value for one in node.keywords if one.arg in ("why", "fact")]
            for part in given:
                part = named.get(part.id, part) if isinstance(part, ast.Name) else part
                yield from [part.body, part.orelse] if isinstance(part, ast.IfExp) else [part]
