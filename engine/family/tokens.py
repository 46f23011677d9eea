"""Station markers: one more a turn."""

from __future__ import annotations

from engine.board import markers
from engine.board.network import reach_of
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Used
from engine.core.verbs import Plain, Shown, Values
from engine.family import operating
from engine.family.choices import OneCity
from engine.finance import money


class Token(Plain[OneCity]):
    """Place a station marker."""

    shown = Shown.MAP

    def values(self, p: Position, seat: str, got: OneCity, slot: str) -> Values:
        """Every city on the map."""
        return all_cities(p)

    def cites(self, p: Position, slot: str) -> str:
        """Markers go into cities."""
        return p.title.sections["token"]

    def refuse(self, p: Position, seat: str, got: OneCity) -> Refusal | None:
        """One a turn; a marker left, money for it, a run to the city, a space in it."""
        company = operating.operator(p)
        frame = operating.turn(p)
        section = p.title.sections["token"]
        left = p.company(company).markers
        if frame is not None and used(frame, "token"):
            return Refusal(because("{company} has already placed a station marker this turn", company=company), section)
        if not left:
            return Refusal(because("{company} has no station marker left", company=company), section)
        refusal = money.short(p, company, left[0], section)
        if refusal or "city" not in got:
            return refusal
        stop = got.city
        if not reach_of(p, company).comes_to(stop):
            return Refusal(
                because("{company} cannot trace a route to {stop} from its markers", company=company, stop=stop),
                section,
            )
        if any(marker.company == company for marker in markers.markers_at(p, stop)):
            return Refusal(
                because("{company} already has a station marker in {stop}", company=company, stop=stop), section
            )
        return space_refusal(p, company, stop, section)

    def do(self, p: Position, seat: str, args: OneCity) -> None:
        """Pay and place."""
        company, stop = operating.operator(p), args.city
        frame = operating.this_turn(p)
        cost = p.company(company).markers.pop(0)
        slot = markers.open_slot(p, stop, company)
        assert slot is not None
        money.pay(p, company, money.BANK, cost)
        markers.put_marker(p, company, stop, slot)
        frame.used.append(Used("token", stop))
        p.emit("token", company=company, stop=stop, cost=cost)


def space_refusal(p: Position, company: str, stop: str, section: str) -> Refusal | None:
    """A city may be full, or what is free in it be kept for homes."""
    if markers.open_slot(p, stop, company) is not None:
        return None
    if not markers.free_slots(p, stop):
        return Refusal(because("{stop} has no free space", stop=stop), section)
    kept = tuple(dict.fromkeys(p.title.build.kept_slots(p, stop).values()))
    return Refusal(because("the last space in {stop} is kept for {kept:and}", stop=stop, kept=kept), section)


def all_cities(p: Position) -> tuple[str, ...]:
    """Every city as the map lies, in map order."""
    cities, ground, laid = list[str](), p.ground, p.board.tiles
    for hex_id, found in p.d.map.hexes.items():
        track = ground.track(hex_id) if hex_id in laid else found.printed
        for stop in track.stops:
            if stop.kind == "city":
                cities.append(f"{hex_id}/{stop.key}")
    return tuple(cities)


def station_refusal(p: Position, company: str, stop: str) -> Refusal | None:
    """One station a turn; a marker left; one in a hex."""
    frame, section = operating.turn(p), p.title.sections["token"]
    if frame is not None and used(frame, "token"):
        return Refusal(because("{company} has already placed a station marker this turn", company=company), section)
    if not p.company(company).markers:
        return Refusal(because("{company} has no station marker left", company=company), section)
    hex_id = stop.split("/")[0]
    if any(marker.company == company and marker.stop.startswith(f"{hex_id}/") for marker in p.board.markers):
        return Refusal(
            because("{company} already has a station marker in {hex_id}", company=company, hex_id=hex_id), section
        )
    return None


def place_free(p: Position, company: str, stop: str, slot: int) -> None:
    """A station marker that costs nothing, as the one of this turn."""
    frame = operating.this_turn(p)
    p.company(company).markers.pop(0)
    markers.put_marker(p, company, stop, slot)
    frame.used.append(Used("token", stop))
    p.emit("token", company=company, stop=stop, cost=0)


class OneInHex(Token):
    """One marker of a company in a hex, whatever cities are there."""

    def refuse(self, p: Position, seat: str, got: OneCity) -> Refusal | None:
        """Also where the hex has another city."""
        found = station_refusal(p, operating.operator(p), got.city) if "city" in got else None
        return found or super().refuse(p, seat, got)
