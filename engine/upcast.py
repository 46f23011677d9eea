"""Stored states: written in one fixed order, read back in any version this code knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.errors import Damaged
from engine.core.sentences import because
from engine.core.state import NOW, AnyState, Clock, State
from engine.overlay import RULEBOOK, RULES
from engine.titles import overlay_of, title_for, title_named


def _second(plain: dict[str, Any]) -> dict[str, Any]:
    """Companies may be parts of others, players hold cards in a stock round: what is not there is empty."""
    return {**plain, "v": 2}


def _third(plain: dict[str, Any]) -> dict[str, Any]:
    """The readings of 18xx.games are one choice; each used to be an option of its own."""
    title = str(plain["title"])
    options, overlay = options_now(title, plain["options"]), overlay_of(title)
    forgotten = overlay.remembers if overlay is not None and options[RULES.name] == RULEBOOK else ()
    own = {name: value for name, value in plain["own"].items() if name not in forgotten}
    return {**plain, "options": options, "own": own, "v": 3}


def _fourth(plain: dict[str, Any]) -> dict[str, Any]:
    """What a title has since come to read otherwise stays chosen as the game began."""
    options = plain["options"]
    meant = {one.name: one.meant(3, options) for one in title_named(str(plain["title"])).options if one.meant}
    return {**plain, "options": {**options, **meant}, "v": 4}


SUMS = ("income", "offered", "proceeds")
"""Notes of money, whose amount was kept as text."""


def _fifth(plain: dict[str, Any]) -> dict[str, Any]:
    """A note of money keeps its amount, and an open question what it is and what it is about."""
    for frame in plain["agenda"]:
        _type_notes(frame)
    return {**plain, "v": 5}


def _type_notes(frame: dict[str, Any]) -> None:
    for note in frame.get("used", ()):
        if note[0] in SUMS:
            note[1:] = ["", note[2], int(note[1])]
    if "question" in frame:
        kind, *of = frame["question"].split(":")
        frame.update(kind=kind, of=[int(part) if part.isdecimal() else part for part in of])
    for follower in frame["later"]:
        _type_notes(follower)


def _sixth(plain: dict[str, Any]) -> dict[str, Any]:
    """A run keeps what each stop paid; of older runs that is not known."""
    for company in plain["companies"].values():
        company["last_routes"] = [[route] for route in company.get("last_routes", ())]
    return {**plain, "v": 6}


def options_now(title: str, options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game that was begun in any version, in today's form."""
    overlay = overlay_of(title)
    return title_named(title).chosen(options) if overlay is None else overlay.stored(options)


UPCAST: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: _second,
    2: _third,
    3: _fourth,
    4: _fifth,
    5: _sixth,
}
"""Version -> the step that brings its plain form to the next version."""

_json = msgspec.json.Encoder(order="deterministic")


def encode(state: AnyState) -> bytes:
    """A state as bytes; equal states give equal bytes."""
    return _json.encode(state)


class _Clocked(Struct):
    """The part of a stored state that says which round it is."""

    clock: Clock


def clock_of(raw: bytes) -> Clock:
    """The current round of a stored state; all versions store it alike."""
    try:
        return msgspec.json.decode(raw, type=_Clocked).clock
    except msgspec.DecodeError as e:
        raise Damaged(because("The stored game cannot be read: {e}.", e=e)) from e


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
                "The stored game has version {version}; this program knows versions up to {now}.",
                version=version,
                now=NOW,
            )
        )
    while plain["v"] < NOW:
        if plain["v"] not in UPCAST:
            raise Damaged(
                because("The stored game has version {v}, which this program can no longer read.", v=plain["v"])
            )
        try:
            plain = UPCAST[plain["v"]](plain)
        except (LookupError, TypeError, ValueError, AttributeError) as e:
            raise Damaged(because("The stored game is not a game: {e}.", e=repr(e))) from e
    title = title_named(str(plain["title"]))
    try:
        state: AnyState = msgspec.convert(plain, State[title.own])  # type: ignore[name-defined]
    except msgspec.ValidationError as e:
        raise Damaged(because("The stored game is not a game: {e}.", e=e)) from e
    # An option that the game did not have when it was stored means what the title does without it.
    for option in title_for(title.id, state.options).options:
        state.options.setdefault(option.name, option.values[0])
    return state
