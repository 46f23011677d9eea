"""Home markers: the MID's waits for track in Albi/Montauban, where its director chooses the city (8.3, 8.5.1)."""

from __future__ import annotations

from engine.board import markers
from engine.board.network import reach_from, reach_of
from engine.core.position import Position
from engine.core.state import Run, Used
from engine.family import homes, operating
from engine.family.running import trains_of
from engine.titles.t1843.define import PORTS

HAD_TRAIN, HAD_ROUTE = "had a train", "had a route"
"""Notes of a turn: what a company had when the turn began, on which claims of ports depend (8.5.3)."""


def waits_for_track(p: Position, company: str) -> bool:
    """Has the company begun to operate without a place for its home marker?"""
    facts = p.company(company)
    several = len(p.d.map.homes[company]) > 1
    return several and not facts.home_placed and (facts.turns > 0 or operating.operator(p) == company)


def waits_for_green(p: Position, company: str) -> bool:
    """Has the company a choice of homes in a hex without track, whose first tile is a green one (8.3)?"""
    return len(p.d.map.homes[company]) > 1 and p.d.companies[company].home not in p.board.tiles


def enter_home(p: Position, frame: Run) -> None:
    """What a claim of a port depends on; then the home marker, before the first operation."""
    company = frame.subject
    if trains_of(p, company):
        frame.used.append(Used(HAD_TRAIN))
    frame.used.extend(Used(HAD_ROUTE, port) for port in PORTS if has_route(p, company, port))
    if not waits_for_green(p, company):
        homes.place_homes(p, frame)


def has_route(p: Position, company: str, port: str) -> bool:
    """Does some route of two stops or more include a city of this port (8.5.3)?"""
    own = markers.own_stops(p, company)
    for stop in p.ground.track(port).stops:
        name = f"{port}/{stop.key}"
        if name in own:
            if reach_from(p, company, (name,)).joins_two:
                return True
        elif own and reach_of(p, company).comes_to(name):
            return True
    return False
