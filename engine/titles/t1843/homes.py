"""Home markers: the MID's waits for track in Albi/Montauban, where its director picks the city (8.3, 8.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agenda import FrameRule
from engine.board import markers
from engine.board.network import reach_from, reach_of
from engine.errors import Refusal
from engine.family import homes, operating
from engine.family.running import trains_of
from engine.position import Position
from engine.roles import who
from engine.state import AnyFrame, Ask, Run, Used
from engine.titles.t1843.define import PORTS
from engine.verbs import Got, Plain, Values

HAD_TRAIN, HAD_ROUTE = "had a train", "had a route"
"""Notes of a turn: what a company had as the turn began; ports are claimed by it (8.5.3)."""


def waits_for_track(p: Position, company: str) -> bool:
    """Has the company begun to operate without a place for its home marker?"""
    facts = p.company(company)
    several = len(p.d.map.homes[company]) > 1
    return several and not facts.home_placed and (facts.turns > 0 or operating.operator(p) == company)


def enter_home(p: Position, frame: Run) -> None:
    """What a claim of a port will go by; then the home marker, before the first operation."""
    company = frame.subject
    if trains_of(p, company):
        frame.used.append(Used(HAD_TRAIN))
    frame.used.extend(Used(HAD_ROUTE, port) for port in PORTS if has_route(p, company, port))
    if len(p.d.map.homes[company]) == 1:
        homes.place_homes(p, frame)
    elif not p.company(company).home_placed and p.d.companies[company].home in p.board.tiles:
        p.push(Ask(rule="home", role=f"president:{company}", about=[company]))


def has_route(p: Position, company: str, port: str) -> bool:
    """Does some route of two stops or more have a city of this port (8.5.3)?"""
    own = markers.own_stops(p, company)
    for stop in p.ground.track(port).stops:
        name = f"{port}/{stop.key}"
        if name in own:
            if reach_from(p, company, (name,)).joins_two:
                return True
        elif own and reach_of(p, company).comes_to(name):
            return True
    return False


# --- the choice of a city


def _deciders(p: Position, frame: AnyFrame) -> list[str]:
    assert isinstance(frame, Ask)
    seat = who(p, frame.role)
    return [seat] if seat and not p.company(frame.about[0]).home_placed else []


def _verbs(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    return ("home",)


def _placed(p: Position, frame: AnyFrame) -> None:
    p.pop()


class Home(Plain):
    """Choose the city of the home marker."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """The city."""
        return ("city",)

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """Both cities of the home."""
        assert isinstance(p.top, Ask)
        return p.d.map.homes[p.top.about[0]]

    def refuse(self, p: Position, seat: str, got: Got) -> Refusal | None:
        """The cities are kept for it."""
        return None

    def do(self, p: Position, seat: str, args: Got) -> None:
        """The marker is placed."""
        assert isinstance(p.top, Ask)
        company, stop = p.top.about[0], str(args["city"])
        facts = p.company(company)
        slot = markers.open_slot(p, stop, company)
        assert slot is not None
        facts.home_placed = True
        facts.markers.pop(0)
        markers.put_marker(p, company, stop, slot)
        p.emit("home", company=company, stop=stop)


FRAMES = {"home": FrameRule(advance=_placed, deciders=_deciders, verbs=_verbs)}
