"""What differs between two views of a game: for highlights on the map and the market."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.view import HexView, View


@dataclass(frozen=True)
class Changes:
    """What is new since a viewer last looked, and what the last move changed."""

    marks: dict[str, str] = field(default_factory=dict[str, str])
    """Hex -> `changed`, `turn` or `last`."""
    fresh: frozenset[tuple[str, str]] = frozenset()
    """Station markers of the last move, as stop and company."""
    moved: dict[str, str] = field(default_factory=dict[str, str])
    """Company -> the market box it was in before, if it has moved since."""
    when: str = "turn"
    """Since when what has `changed` is new to the viewer: their last turn, when they last looked, yesterday. With
    `here`, what is marked as `last` is new in this message; otherwise it is the last move."""


def changes(view: View, since: View | None, before: View | None, turn: View | None = None) -> Changes:
    """Compare with the view at the viewer's last turn, with the one before the last move, and with the one before a
    turn that is looked back at.
    """
    marks = dict.fromkeys(changed_hexes(since, view), "changed")
    marks |= dict.fromkeys(changed_hexes(turn, view), "turn")
    marks |= dict.fromkeys(changed_hexes(before, view), "last")
    fresh = _markers(view) - _markers(before) if before is not None else frozenset[tuple[str, str]]()
    older = since if since is not None else before
    moved: dict[str, str] = {}
    if older is not None:
        was = {company.symbol: company.box for company in older.companies}
        moved = {c.symbol: was[c.symbol] for c in view.companies if was.get(c.symbol, c.box) not in (c.box, "")}
    return Changes(marks, fresh, moved)


def changed_hexes(older: View | None, newer: View) -> list[str]:
    """Hexes whose tile or markers differ, or where a sign is new: where one has gone, nothing can be seen."""
    if older is None:
        return []
    was = {found.id: found for found in older.hexes}
    # Most are equal altogether.
    altered = [(was[found.id], found) for found in newer.hexes if found.id in was and was[found.id] != found]
    return [now.id for before, now in altered if _content(before) != _content(now) or _signs(now) - _signs(before)]


def _content(found: HexView) -> tuple[object, ...]:
    markers = [(stop.id, marker) for stop in found.stops for marker in stop.markers]
    return found.tile, found.rotation, markers


def _signs(place: HexView) -> Counter[str]:
    """The signs in a hex, and that of the private company that blocks it."""
    return Counter([*place.signs, *filter(None, [place.blocked_by])])


def _markers(view: View) -> frozenset[tuple[str, str]]:
    return frozenset(
        (stop.id, marker.company) for found in view.hexes for stop in found.stops for marker in stop.markers
    )
