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
    then: Reason | None = None
    """A second sentence."""


AGAINST = frozenset(
    (
        *("bid_dear", "bid_high", "bid_ties", "buy_costly", "buy_costly_long", "buy_crowds", "buy_drains"),
        *("buy_dying", "buy_hastens", "buy_idle", "buy_never", "buy_spent", "lay_duty", "start_far", "start_kept"),
        *("start_owes", "start_places"),
    )
)
"""Reasons against a move, which say why it is not made, too."""
DOUBTS = AGAINST | {
    *(
        "any",
        "buy_least",
        "lay_late",
        "lay_other",
        "nothing",
        "pay_all",
        "pay_best",
        "sell_keep",
        "sell_least",
        "start_dear",
    ),
    *("token_other", "tried", "tried_least"),
}
"""Reasons that say little for a move, or something against it."""


def reason(key: str, /, **values: str | float) -> Reason:
    """A reason; amounts are rounded to whole ones."""
    return Reason(key, {name: value if isinstance(value, str) else round(value) for name, value in values.items()})


def both(first: Reason, then: Reason) -> Reason:
    """Two reasons for one move; the second alone if the first says nothing for it."""
    return then if first.key in DOUBTS else Reason(first.key, first.values, then)


def tried(gain: float) -> Reason:
    """Of a move that was tried out: what it brings, or that it costs least."""
    return reason("tried", gain=gain) if round(gain) > 0 else reason("tried_least")


def worded(why: Reason, view: View) -> str:
    """The sentence for the viewer of this view, in the current language."""
    said = Words(view).phrase(ROBOTS.words()["reasons"][why.key], why.values)
    return said if why.then is None else f"{said} {worded(why.then, view)}"
