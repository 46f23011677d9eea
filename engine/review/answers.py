"""Whether a move that somebody tried is the better one: of a finding, or one that a robot would have made."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.verbs import Act
from engine.family.dividend import Dividend
from engine.game import Game
from engine.record import Move
from engine.review import findings
from engine.review.findings import Finding
from engine.view import look_of, view


def answers(finding: Finding, start: Game, tried: Move) -> bool:
    """Does it do in the position what the finding says was better? Runs are not judged here: see `shortfall`."""
    if tried.seat != finding.seat:
        return False
    try:
        _, events = start.apply(tried.seat, tried.act)
    except EngineError:
        return False
    match finding.kind:
        case findings.LATE:
            return _buys(events, finding)
        case findings.IDLE:
            return _pays(events, finding.company)
        case findings.AVOIDABLE:
            decides = isinstance(start.title.verbs[tried.verb], Dividend)
            return decides and not _pays(events, finding.company)
        case _:
            return finding.better is not None and is_same(start, tried, finding.better)


def is_same(start: Game, one: Move, other: Move) -> bool:
    """Do two moves in a position come to the same?"""
    return one.seat == other.seat and alike(start, one.act) == alike(start, other.act)


def alike(start: Game, act: Act) -> tuple[object, ...]:
    """What moves that come to the same have in common: tiles may be turned, as long as they connect the same."""
    args: dict[str, object] = dict(act.args)
    place, tile, rotation = args.get("hex"), args.get("tile"), args.get("rotation")
    if isinstance(place, str) and isinstance(tile, str) and isinstance(rotation, int):
        args["rotation"] = look_of(view(start, deep=False), place, (tile, rotation))
    return act.verb, *sorted(args.items())


def _buys(events: Sequence[Event], finding: Finding) -> bool:
    bought = [one.data for one in events if one.kind == "bought_train"]
    return any(
        (one["company"], one["kind"], one["source"]) == (finding.company, finding.about, "bank") for one in bought
    )


def _pays(events: Sequence[Event], company: str) -> bool:
    paid = [one.data for one in events if one.kind == "dividend" and one.data["company"] == company]
    return any(int(one["each"]) > 0 for one in paid)
