"""Stored states: written in one fixed order, read back in any version this code knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.errors import Damaged
from engine.sentences import because
from engine.state import NOW, AnyState, State
from engine.titles import title_named


def _second(plain: dict[str, Any]) -> dict[str, Any]:
    """Companies may be parts of others, players hold cards in a stock round: what is not there is empty."""
    return {**plain, "v": 2}


UPCAST: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _second}
"""Version -> the step that brings its plain form to the next version."""

_json = msgspec.json.Encoder(order="deterministic")


def encode(state: AnyState) -> bytes:
    """A state as bytes; equal states give equal bytes."""
    return _json.encode(state)


def decode(raw: bytes) -> AnyState:
    """A state from its bytes, brought up to the present version step by step."""
    try:
        plain = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise Damaged(because("The stored game cannot be read: {e}.", e=e)) from e
    version = plain.get("v")
    if type(version) is not int or "title" not in plain:
        raise Damaged("The stored game has no version or title.")
    if version > NOW:
        raise Damaged(
            because(
                "The stored game is of version {version}; this program knows versions up to {now}.",
                version=version,
                now=NOW,
            )
        )
    while plain["v"] < NOW:
        if plain["v"] not in UPCAST:
            raise Damaged(
                because("The stored game is of version {v}, which this program no longer reads.", v=plain["v"])
            )
        plain = UPCAST[plain["v"]](plain)
    title = title_named(str(plain["title"]))
    try:
        state: AnyState = msgspec.convert(plain, State[title.own])  # type: ignore[name-defined]
    except msgspec.ValidationError as e:
        raise Damaged(because("The stored game is not a game: {e}.", e=e)) from e
    # An option that the game did not have when it was stored means what the title does without it.
    for option in title.options:
        state.options.setdefault(option.name, option.values[0])
    return state
