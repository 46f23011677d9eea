"""A random game that fails prints the one command that plays it again.

python -m tests.again tests.random_play:played '{"title": "toy", "players": 3, "seed": 1, "stored": false}'
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

import tests.toy.title  # noqa: F401  (registers the toy)
from tests import watch

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]


class Failed(AssertionError):
    """A random game that went wrong, with the command that plays it again."""


@contextlib.contextmanager
def at_move(number: int) -> Iterator[None]:
    """Report any failure in this block as having happened at this move."""
    try:
        yield
    except Exception as e:
        raise AssertionError(f"move {number}: {type(e).__name__}: {e}") from e


def repeatable(play: Callable[..., T]) -> Callable[..., T]:
    """Mark what plays a random game, be it a test: it is given by name what JSON can hold, and nothing else decides."""

    @functools.wraps(play)
    def played(**given: Any) -> T:
        try:
            return play(**given)
        except Failed:
            raise
        except Exception as e:
            raise Failed(f"{_said(e)}\nPlay it again: {command(played, **given)}") from e

    return played


def _said(error: Exception) -> str:
    """The failure in words; the message of an assertion is enough, if it has one."""
    return str(error) if isinstance(error, AssertionError) and str(error) else f"{type(error).__name__}: {error}"


def command(play: Callable[..., Any], **given: Any) -> str:
    """What to type in the project's folder."""
    python = Path(sys.executable)
    program = python.relative_to(ROOT) if python.is_relative_to(ROOT) else python
    module = sys.modules[play.__module__].__spec__  # `__main__` is the module's name while it runs by itself
    assert module is not None
    where = f"{module.name}:{play.__name__}"
    return shlex.join([str(program), "-m", "tests.again", where, json.dumps(given)])


def main(where: str, given: str) -> int:
    """Play it again, as the tests do."""
    module, _, name = where.partition(":")
    play = getattr(importlib.import_module(module), name)
    with pytest.MonkeyPatch.context() as patch:
        watch.hold(patch)
        try:
            play(**json.loads(given))
        except Failed as e:
            print(e)
            return 1
    print("This time nothing went wrong.")
    return 0


if __name__ == "__main__":
    # The module under its own name: what it defines must exist once.
    sys.exit(importlib.import_module("tests.again").main(*sys.argv[1:]))
