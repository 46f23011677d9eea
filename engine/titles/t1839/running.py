"""How 1839's routes differ from the family's: stops counted once, off-boards by colour, the Ruhrgebiet (12, 16)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.position import Position
from engine.routes import Mirror, Problem, Stop
from engine.titles.t1839.companies import is_local

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
