"""Why a robot makes a move: plain data, worded for whoever reads it."""

from __future__ import annotations

from msgspec import Struct

from bot.catalogue import ROBOTS
from engine.view import View
from engine.words import Words


class Reason(Struct, frozen=True):
    """A sentence of the catalogue by its key, and the figures that fill it: those by which the robot decided."""

    key: str
    values: dict[str, str | int] = {}


def reason(key: str, /, **values: str | float) -> Reason:
    """A reason; amounts are rounded to whole ones."""
    return Reason(key, {name: value if isinstance(value, str) else round(value) for name, value in values.items()})


def tried(gain: float) -> Reason:
    """Of a move that was tried out: what it brings, or that it costs least."""
    return reason("tried", gain=gain) if round(gain) > 0 else reason("tried_least")


def worded(why: Reason, view: View) -> str:
    """The sentence for the viewer of this view, in the current language."""
    return Words(view).phrase(ROBOTS.words()["reasons"][why.key], why.values)
