"""Station markers: two homes at the first operation, one placed or swapped in a turn (8.3, 8.3.2)."""

from __future__ import annotations

from engine.board.markers import own_stops
from engine.board.network import reach_from, reach_of
from engine.core.agenda import used
from engine.core.asking import ask, subject
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Ask, Run, Used
from engine.core.verbs import Choices, Plain, Shown, Values
from engine.family import lacking, operating
from engine.family.choices import OneCity
from engine.family.stock import not_started
from engine.family.tokens import all_cities
from engine.finance import money, shares
from engine.titles.t1839 import places
from engine.titles.t1839.define import NRS_SECOND

COST = 80
RULE = "give_back"
DONE, SWAPPED = "token", "swapped"
BARRIERS_OPEN = "light red"


# --- homes


def missing_homes(p: Position, company: str) -> list[tuple[str, ...]]:
    """Homes still to be placed, each as a choice of hexes."""
    homes: list[tuple[str, ...]] = [
        (hex_id,) for hex_id in places.homes(p, company) if not places.stands_in(p, company, hex_id)
    ]
    if company == places.NRS and not places.nrs_settled(p):
        homes.append(NRS_SECOND)
    return homes


def _unreserved(p: Position, company: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the hexes with a place that nobody else has reserved; all of them if there is none."""
    return tuple(hex_id for hex_id in hexes if places.room(p, hex_id) > places.kept(p, hex_id, company)) or hexes


def _choices(p: Position, hexes: tuple[str, ...]) -> list[str]:
    return [stop for hex_id in hexes for stop in places.cities(p, hex_id) if places.free(p, stop)]


def enter_homes(p: Position, frame: Run) -> None:
    """Homes with only one possible place are placed at once."""
    company = frame.subject
    if p.company(company).home_placed:
        return
    for hexes in missing_homes(p, company):
        stops = _choices(p, hexes)
        if len(stops) == 1 and len(places.free(p, stops[0])) == 1:
            _place_home(p, company, stops[0], next(iter(places.free(p, stops[0]))))
    _settle_homes(p, company)


def _place_home(p: Position, company: str, stop: str, kind: str) -> None:
    p.company(company).markers.pop(0)
    places.place(p, company, stop, kind)
    p.emit("home", company=company, stop=stop)


def _settle_homes(p: Position, company: str) -> None:
    """All that could be placed is placed."""
    if not any(_choices(p, hexes) for hexes in missing_homes(p, company)):
        p.company(company).home_placed = True
        p.board_changed()


class Place(OneCity):
    space: str = ""


class Home(Plain[Place]):
    """Place a home marker where there is a choice."""

    def slots(self, p: Position, seat: str, got: Place) -> tuple[str, ...]:
        """In which city; which space if there are both kinds."""
        return ("city", *space_slot(p, got))

    def values(self, p: Position, seat: str, got: Place, slot: str) -> Values:
        """Cities of the homes that are not placed."""
        if slot == "space":
            return (places.EMPTY, places.OF_GOVERNMENT)
        company = operating.operator(p)
        found = [stop for hexes in missing_homes(p, company) for stop in _choices(p, hexes)]
        return tuple(dict.fromkeys(found))

    def cites(self, p: Position, slot: str) -> str:
        """Home markers go where the company starts."""
        return "7.5"

    def refuse(self, p: Position, seat: str, got: Place) -> Refusal | None:
        """Only before the first operation; with a choice of hexes, no place that another company has reserved."""
        company = operating.operator(p)
        if p.company(company).home_placed:
            return Refusal("the home markers have already been placed", "8.3")
        if "city" not in got:
            return None
        hex_id = got.city.split("/")[0]
        for hexes in missing_homes(p, company):
            if hex_id in hexes and hex_id not in _unreserved(p, company, hexes):
                return Refusal(
                    because(
                        "what is left in {hex_id} is reserved for other companies; choose {others:or}",
                        hex_id=hex_id,
                        others=tuple(_unreserved(p, company, hexes)),
                    ),
                    "7.5",
                )
        return None

    def do(self, p: Position, seat: str, args: Place) -> None:
        """The last home placed ends the step."""
        company, stop = operating.operator(p), args.city
        _place_home(p, company, stop, args.space or next(iter(places.free(p, stop))))
        _settle_homes(p, company)


def space_slot(p: Position, got: Place) -> tuple[str, ...]:
    """The choice between a free space and a government space is offered where the city has both."""
    return ("space",) if "city" in got and len(places.free(p, got.city)) > 1 else ()


# --- placing


def once_a_turn(p: Position, company: str, section: str) -> Refusal | None:
    """One marker is placed or swapped in a turn, for f80."""
    frame = operating.turn(p)
    if frame is not None and (used(frame, DONE) or used(frame, SWAPPED)):
        return Refusal(
            because("{company} has already placed or swapped a station marker this turn", company=company), "8.3.2.1"
        )
    return money.short(p, company, COST, section)


def tell_what_lacks(p: Position, frame: Run) -> None:
    """A company that places or swaps no marker is told what it lacks for one."""
    lacking.for_marker(p, frame, done=(DONE, SWAPPED))


def place_refusal(p: Position, company: str, stop: str) -> Refusal | None:
    """Within reach, and not reserved for a home."""
    if not reach_of(p, company).comes_to(stop):
        return _untraced(p, company, stop)
    return room_refusal(p, company, stop)


def _untraced(p: Position, company: str, stop: str) -> Refusal:
    """No track leads there; or only over a barrier."""
    return over_barrier(p, company, stop, "8.3.2.2") or Refusal(
        because("{company} cannot trace track to {stop}", company=company, stop=stop), "8.3.2.2"
    )


def over_barrier(p: Position, company: str, stop: str, section: str) -> Refusal | None:
    """Is it a barrier alone that lies between a company and a stop? Then when it opens."""
    over = reach_from(p, company, tuple(own_stops(p, company)), shut=frozenset())
    if reach_of(p, company).comes_to(stop) or not over.comes_to(stop):
        return None
    return Refusal(
        because("{company} can trace track to {stop} only over a barrier", company=company, stop=stop),
        section,
        because("barriers open in {phase}", phase=BARRIERS_OPEN),
    )


def room_refusal(p: Position, company: str, stop: str) -> Refusal | None:
    """A free or government space that is not reserved for a home (8.3.2.1)."""
    hex_id = stop.split("/")[0]
    if not places.free(p, stop):
        return Refusal(because("{stop} has no free space", stop=stop), "8.3.2.2")
    why = places.no_place(p, hex_id, company)
    return Refusal(why, "8.3.2.1") if why else None


class Token(Plain[Place]):
    """Place a station marker."""

    shown = Shown.MAP

    def slots(self, p: Position, seat: str, got: Place) -> tuple[str, ...]:
        """In which city; which space if there are both kinds."""
        return ("city", *space_slot(p, got))

    def values(self, p: Position, seat: str, got: Place, slot: str) -> Values:
        """Every city on the map."""
        return all_cities(p) if slot == "city" else (places.EMPTY, places.OF_GOVERNMENT)

    def cites(self, p: Position, slot: str) -> str:
        """Markers go into cities."""
        return "8.3.2.2"

    def refuse(self, p: Position, seat: str, got: Place) -> Refusal | None:
        """Once a turn, with a marker left, one per hex, room and reach."""
        company = operating.operator(p)
        refusal = once_a_turn(p, company, "8.3.2.2")
        if refusal is None and not p.company(company).markers:
            refusal = Refusal(because("{company} has no station marker left", company=company), "8.3.2.2")
        if refusal or "city" not in got:
            return refusal
        if places.stands_in(p, company, got.city.split("/")[0]):
            return Refusal(
                because(
                    "{company} already has a station marker in {hex_id}", company=company, hex_id=got.city.split("/")[0]
                ),
                "8.3.2.1",
            )
        return place_refusal(p, company, got.city)

    def do(self, p: Position, seat: str, args: Place) -> None:
        """Pay and place."""
        company, stop = operating.operator(p), args.city
        frame = operating.this_turn(p)
        p.company(company).markers.pop(0)
        money.pay(p, company, money.BANK, COST)
        places.place(p, company, stop, args.space or next(iter(places.free(p, stop))))
        frame.used.append(Used(DONE, stop))
        p.emit("token", company=company, stop=stop, cost=COST)


# --- swapping


def idle_stops(p: Position, company: str) -> frozenset[str]:
    """A marker swapped in this turn does not count for the run (8.3.2.3)."""
    frame = operating.turn(p)
    if frame is None or frame.subject != company:
        return frozenset()
    return frozenset(note.on for note in frame.used if note.what == SWAPPED)


def give_back(p: Position, company: str, stop: str) -> None:
    """Put the marker back on the charter; a government marker replaces it."""
    places.replace_by_government(p, company, stop)
    p.company(company).markers.append(COST)
    p.emit("given_back", company=company, stop=stop)


def twins(p: Position, company: str) -> list[str]:
    """Cities of one hex in which the company has two markers; empty if there are none."""
    stops = own_stops(p, company)
    for stop in stops:
        same = [other for other in stops if other.split("/")[0] == stop.split("/")[0]]
        if len(same) > 1:
            return same
    return []


def twins_after(p: Position, company: str, left: str, taken: str) -> list[str]:
    """The same if it left one city and took another; a city twice if both markers would be in it."""
    stops = [stop for stop in own_stops(p, company) if stop != left]
    same = [stop for stop in stops if stop.split("/")[0] == taken.split("/")[0]]
    return [*same, taken] if same else []


class SwapChoices(Choices):
    station: str
    company: str
    city: str
    give_back: str = ""


class Swap(Plain[SwapChoices]):
    """Swap one's own marker with another company's."""

    def slots(self, p: Position, seat: str, got: SwapChoices) -> tuple[str, ...]:
        """Which marker, with whom, which of theirs; what is given back if two would be in one hex."""
        base = ("station", "company", "city")
        if "city" not in got:
            return base
        company = operating.operator(p)
        doubled = twins_after(p, company, got.station, got.city)
        return (*base, "give_back") if len(set(doubled)) > 1 else base

    def values(self, p: Position, seat: str, got: SwapChoices, slot: str) -> Values:
        """Own markers, other companies, their markers."""
        company = operating.operator(p)
        match slot:
            case "station":
                return tuple(own_stops(p, company))
            case "company":
                return tuple(p.d.companies)
            case "city":
                return tuple(own_stops(p, got.company))
            case _:
                return tuple(twins_after(p, company, got.station, got.city))

    def refuse(self, p: Position, seat: str, got: SwapChoices) -> Refusal | None:
        """Both must have operated; not all of the company's own markers may end in one hex."""
        company = operating.operator(p)
        refusal = once_a_turn(p, company, "8.3.2.3")
        if refusal is None and not p.company(company).turns:
            refusal = Refusal(because("{company} has not operated before", company=company), "8.3.2.3")
        if refusal or "company" not in got:
            return refusal
        other, station = got.company, got.station
        if other == company:
            return Refusal("the other marker must be another company's", "8.3.2.3")
        if not shares.started(p, other):
            return not_started(p, other, "8.3.2.3")
        if not p.company(other).turns or not p.company(other).floated:
            return Refusal(because("{other} has not operated yet", other=other), "8.3.2.3")
        if "city" not in got:
            return None
        mine = [*(stop for stop in own_stops(p, company) if stop != station), got.city]
        if station == got.city or len({stop.split("/")[0] for stop in mine}) == 1:
            return Refusal(because("{company} would have all its markers in one hex", company=company), "8.3.2.3")
        return None

    def consent(self, p: Position, seat: str, args: SwapChoices) -> list[str]:
        """The other director."""
        other = chief(p, args.company)
        return [other] if other and other != seat else []

    def do(self, p: Position, seat: str, args: SwapChoices) -> None:
        """Pay, swap, and give back a second marker in the same hex."""
        company, other = operating.operator(p), args.company
        station, city = args.station, args.city
        frame = operating.this_turn(p)
        money.pay(p, company, money.BANK, COST)
        mine = next(m for m in p.board.markers if m.company == company and m.stop == station)
        theirs = next(m for m in p.board.markers if m.company == other and m.stop == city)
        mine.company, theirs.company = other, company
        p.board_changed()
        frame.used.append(Used(SWAPPED, city))
        p.emit("swapped", company=company, other=other, station=station, stop=city)
        doubled = twins(p, company)
        if doubled:
            undouble(p, company, args.give_back or doubled[-1])
        if twins(p, other):
            ask_to_give_back(p, other)


def undouble(p: Position, company: str, stop: str) -> None:
    """Of two markers in one city only one goes back."""
    same = [marker for marker in p.board.markers if marker.company == company and marker.stop == stop]
    for marker in same[1:]:
        marker.company = f"{company} kept"
    give_back(p, company, stop)
    for marker in same[1:]:
        marker.company = company
    p.board_changed()


# --- the other company's choice


def ask_to_give_back(p: Position, company: str) -> None:
    """The other director chooses too; two in one city need no choice."""
    doubled = twins(p, company)
    if len(set(doubled)) == 1 or not chief(p, company):
        undouble(p, company, doubled[-1])
    else:
        p.push(Ask(rule=RULE, role=f"president:{company}", about=[company]))


class OneStation(Choices):
    station: str


class GiveBack(Plain[OneStation]):
    """Choose which of two markers in one hex goes back to the charter."""

    def values(self, p: Position, seat: str, got: OneStation, slot: str) -> Values:
        """The two."""
        return tuple(dict.fromkeys(twins(p, subject(p))))

    def do(self, p: Position, seat: str, args: OneStation) -> None:
        """A government marker replaces it."""
        company = subject(p)
        p.pop()
        undouble(p, company, args.station)


FRAMES = {RULE: ask("give_back", alive=lambda p, frame: bool(twins(p, frame.about[0])))}
VERBS = {"home": Home(), "token": Token(), "swap": Swap(), "give_back": GiveBack()}
