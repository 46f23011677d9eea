"""Home markers, including those of a company made of several and of one whose home may be any city of a hex."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import markers
from engine.core.asking import ask, subject
from engine.core.position import Position
from engine.core.state import Ask, Run
from engine.core.verbs import Plain, Values
from engine.family.choices import OneCity

RULE = "home"


def place_homes(p: Position, frame: Run) -> None:
    """Before its first operation a company puts its free markers on its homes."""
    company = frame.subject
    for owner in (company, *(name for name in p.d.companies if p.company(name).into == company)):
        if not p.company(owner).home_placed:
            _place_home(p, company, owner)


def _place_home(p: Position, company: str, owner: str) -> None:
    """Every hex with a home gets a marker; of several cities in a hex the president chooses, once there is track."""
    p.company(owner).home_placed = True
    for hex_id, stops in _by_hex(p, owner).items():
        if any(marker.company == company and marker.stop.startswith(f"{hex_id}/") for marker in p.board.markers):
            # One marker in a hex: the home is there already, and the free one is worth no more than others.
            facts = p.company(company)
            facts.markers = [*facts.markers[1:], *facts.markers[-1:]]
        elif len(stops) > 1 and p.ground.track(hex_id).pieces:
            p.company(owner).home_placed = False
            ask_for_city(p, company, owner, stops)
        else:
            put_home(p, company, owner, stops[-1])


def choose_home(p: Position, frame: Run) -> None:
    """Where the president chooses the city at the first operation, with or without track: any city with a space."""
    company = frame.subject
    stops = markers.homes_of(p, company)
    if len(stops) == 1 or p.company(company).home_placed:
        place_homes(p, frame)
        return
    free = [stop for stop in stops if markers.open_slot(p, stop, company) is not None]
    ask_for_city(p, company, company, free)


def put_home(p: Position, company: str, owner: str, stop: str) -> None:
    """The free marker goes to its place."""
    slot = markers.open_slot(p, stop, company)
    p.company(owner).home_placed = True
    p.company(company).markers.pop(0)
    markers.put_marker(p, company, stop, markers.BESIDE if slot is None else slot)
    p.emit("home", company=company, stop=stop)


def _by_hex(p: Position, owner: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for stop in markers.homes_of(p, owner):
        found.setdefault(stop.split("/")[0], []).append(stop)
    return found


def laid(p: Position, hex_id: str, first: bool, *, later: bool = False) -> None:
    """After the first tile in a hex with several cities, each company at home there chooses its city.

    `later`: a company that has not placed its marker yet chooses at its first operation.
    """
    for owner in p.d.companies:
        stops = _by_hex(p, owner).get(hex_id, [])
        company = p.company(owner).into or owner
        if not first or len(stops) < 2 or not p.company(company).floated:
            continue
        facts = p.company(owner)
        if later and not facts.home_placed:
            continue
        if facts.home_placed:
            there = [marker for marker in p.board.markers if marker.company == company and marker.stop in stops]
            if not there:
                continue
            p.board.markers.remove(there[0])
            p.company(company).markers.insert(0, 0)
            facts.home_placed = False
            p.board_changed()
        ask_for_city(p, company, owner, stops)


def stays(p: Position, hex_id: str, first: bool) -> None:
    """In the same titles a tile never moves a home."""


def ask_for_city(p: Position, company: str, owner: str, stops: Sequence[str]) -> None:
    """In which of these cities is the home?"""
    p.push(Ask(rule=RULE, role=f"president:{company}", about=[owner, *stops]))


FRAMES = {RULE: ask("home", wanted=lambda p, frame: not p.company(frame.about[0]).home_placed)}


class Home(Plain[OneCity]):
    """Say in which of its cities the home is."""

    def values(self, p: Position, seat: str, got: OneCity, slot: str) -> Values:
        """Those of the hex."""
        return tuple(p.on_top(Ask).about[1:])

    def do(self, p: Position, seat: str, args: OneCity) -> None:
        """The marker goes there."""
        owner = subject(p)
        put_home(p, p.company(owner).into or owner, owner, args.city)


VERBS = {RULE: Home()}
