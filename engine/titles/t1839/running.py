"""How 1839's routes differ from the family's: stops counted once, off-boards by colour, the Ruhrgebiet (12, 16)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family import running
from engine.routes import Mirror, Problem, Refused, Route, Stop
from engine.titles.t1839.companies import is_local
from engine.titles.t1839.stations import idle_stops, over_barrier

RUHRGEBIED = "ruhrgebied"


def problem(p: Position, company: str, asked: Problem) -> Problem:
    """At least two towns or cities; off-boards use none of a train's length and are for majors only."""
    local = is_local(p, company)
    return replace(
        asked,
        stops=tuple(_stop(p, stop, local) for stop in asked.stops),
        trains=tuple(replace(train, free_offboards=True) for train in asked.trains),
        centers=("city", "town"),
    )


def _stop(p: Position, stop: Stop, local: bool) -> Stop:
    if stop.kind != "offboard":
        return replace(stop, once=True)
    sheet = p.d.map.hexes[stop.id.split("/")[0]].sheet
    mirror = Mirror() if sheet.group == RUHRGEBIED else None
    return replace(stop, usable=not local, group=sheet.color, mirror=mirror)


class RunTrains(running.RunTrains):
    """Run the company's trains; locals, P trains, swapped markers and barriers are told from other faults."""

    def broken(self, p: Position, refused: Refused, routes: Sequence[Route]) -> Refusal:
        """One off-board area for a P train (16.3.2.1); a swapped marker waits (8.3.2.3); barriers are closed (16.2)."""
        company = self.runner(p)
        if refused.broken == "barred":
            return Refusal("a local company's routes include no off-board areas", "14.3.2.2.1")
        if refused.broken == "offboards":
            return Refusal(refused.reason, "16.3.2.1")
        if refused.broken == "marker":
            ways = [route for route in routes if route.train == refused.train]
            passed = {node.removeprefix("stop:") for route in ways for node in route.path if node.startswith("stop:")}
            found = _swapped(p, company, passed) or _barrier(p, company, passed)
            if found:
                return found
        return super().broken(p, refused, routes)


def _swapped(p: Position, company: str, passed: set[str]) -> Refusal | None:
    swapped = sorted(idle_stops(p, company) & passed)
    if not swapped:
        return None
    return Refusal(
        because(
            "{company} swapped for its marker in {stop} this turn, so the marker does not count for its routes",
            company=company,
            stop=swapped[0],
        ),
        "8.3.2.3",
    )


def _barrier(p: Position, company: str, passed: set[str]) -> Refusal | None:
    found = (over_barrier(p, company, stop, "16.2") for stop in sorted(passed))
    return next(filter(None, found), None)
