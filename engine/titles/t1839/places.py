"""Spaces for station markers: free ones, the government's, and those reserved for homes (7.5, 8.3.2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.board.markers import BESIDE
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Marker
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.define import BIG_CITIES, GOVERNMENT, MAP, NRS_SECOND
from engine.titles.t1839.own import own

NRS = "NRS"
EMPTY, OF_GOVERNMENT = "empty", "government"


def cities(p: Position, hex_id: str) -> list[str]:
    """The cities now in a hex."""
    return [f"{hex_id}/{stop.key}" for stop in p.ground.track(hex_id).stops if stop.kind == "city"]


def city_hexes(p: Position) -> list[str]:
    """All hexes with cities."""
    return p.once("city hexes", lambda: [hex_id for hex_id in p.d.map.hexes if cities(p, hex_id)])


def _slots(p: Position, stop: str) -> int:
    hex_id, key = stop.split("/")
    return next(found.slots for found in p.ground.track(hex_id).stops if found.key == key)


def free(p: Position, stop: str) -> dict[str, list[int]]:
    """Spaces that could be taken: free ones and the government's."""
    taken = {marker.slot: marker.company for marker in p.board.markers if marker.stop == stop and marker.slot != BESIDE}
    spaces = {
        EMPTY: [slot for slot in range(_slots(p, stop)) if slot not in taken],
        OF_GOVERNMENT: [slot for slot, company in sorted(taken.items()) if company == GOVERNMENT],
    }
    return {kind: slots for kind, slots in spaces.items() if slots}


def room(p: Position, hex_id: str) -> int:
    """How many markers could still be placed in a hex."""
    return p.once(("room", hex_id), lambda: _room(p, hex_id))


def _room(p: Position, hex_id: str) -> int:
    return sum(len(slots) for stop in cities(p, hex_id) for slots in free(p, stop).values())


def homes(p: Position, company: str) -> list[str]:
    """Hexes reserved for a company; the second one of the NRS is chosen when it first operates."""
    if is_lokaal(p, company):
        return own(p).homes.get(company, [])
    return list(_printed_for(company))


@cache
def _printed_for(company: str) -> tuple[str, ...]:
    """The hexes with a company's name printed on them; the map never changes, and every picture needs them."""
    return tuple(hex_id for hex_id, sheet in MAP.hexes.items() for node in sheet.nodes if company in node.home)


def waiting(p: Position, company: str) -> bool:
    """Are its homes still to be placed?"""
    facts = p.company(company)
    return not facts.home_placed and not facts.closed


def kept(p: Position, hex_id: str, company: str = "") -> int:
    """How many places in a hex are reserved for other companies."""
    return len(_heirs(p, hex_id, company))


def _heirs(p: Position, hex_id: str, company: str) -> tuple[str, ...]:
    """The other companies for which a place in a hex is reserved."""
    return tuple(heir for heir in p.once("heirs", lambda: _all_heirs(p)).get(hex_id, ()) if heir != company)


def _all_heirs(p: Position) -> Mapping[str, Sequence[str]]:
    """Who has places reserved where; a placed home is no longer reserved."""
    reserved: dict[str, list[str]] = {}
    for company in p.d.companies:
        for hex_id in dict.fromkeys(homes(p, company)) if waiting(p, company) else ():
            if not stands_in(p, company, hex_id):
                reserved.setdefault(hex_id, []).append(company)
    return reserved


def stands_in(p: Position, company: str, hex_id: str) -> bool:
    """Does the company have a marker in the hex?"""
    return any(m.company == company and m.stop.startswith(f"{hex_id}/") for m in p.board.markers)


def open_to(p: Position, hex_id: str, company: str, also: str = "") -> bool:
    """May the company have a place in the hex if it has one in `also` too?"""
    return not no_place(p, hex_id, company, also)


def no_place(p: Position, hex_id: str, company: str, also: str = "") -> str:
    """Why it may not: all places are occupied, or what is left is reserved; empty if it may."""
    return p.once(("no place", hex_id, company, also), lambda: _no_place(p, hex_id, company, also))


def _no_place(p: Position, hex_id: str, company: str, also: str) -> str:
    taken = [hex_id, also] if also else [hex_id]
    left = room(p, hex_id)
    if not left:
        return because("every place in {hex_id} is occupied", hex_id=hex_id)
    if left - kept(p, hex_id, company) < taken.count(hex_id):
        return because(
            "what is left in {hex_id} is reserved for {heirs:and}", hex_id=hex_id, heirs=_heirs(p, hex_id, company)
        )
    if company == NRS or not waiting(p, NRS) or not set(taken) & set(NRS_SECOND) or nrs_settled(p):
        return ""
    left = sum(room(p, second) - kept(p, second, company) for second in NRS_SECOND)
    if left - sum(taken.count(second) for second in NRS_SECOND) >= 1:
        return ""
    return because("the last place left in {hex_id} and {other_hex} is kept for the {heir}", **_second_homes())


def _second_homes() -> dict[str, str]:
    hex_id, other = NRS_SECOND
    return {"hex_id": hex_id, "other_hex": other, "heir": NRS}


def nrs_settled(p: Position) -> bool:
    """Does the NRS have its second home?"""
    return any(stands_in(p, NRS, second) for second in NRS_SECOND)


def place(p: Position, company: str, stop: str, kind: str) -> None:
    """Place a marker in a free space, or in place of a government marker, which goes back."""
    slot = free(p, stop)[kind][0]
    p.board.markers = [m for m in p.board.markers if m.stop != stop or m.slot != slot]
    p.board.markers.append(Marker(company, stop, slot))
    p.board_changed()


def replace_by_government(p: Position, company: str, stop: str = "") -> None:
    """The government replaces the company's marker in a city, or all of its markers (14.4)."""
    for marker in p.board.markers:
        if marker.company == company and stop in ("", marker.stop):
            marker.company = GOVERNMENT
    p.board_changed()


def kept_slots(p: Position, stop: str) -> dict[int, str]:
    """For pictures: which spaces of a city are reserved, though homes are reserved in the hex and not in a city."""
    hex_id = stop.split("/")[0]
    heirs = set(_heirs(p, hex_id, ""))
    if hex_id in NRS_SECOND and waiting(p, NRS) and not nrs_settled(p):
        heirs.add(NRS)
    kept: dict[int, str] = {}
    if not heirs:
        return kept
    left = {city: [slot for slots in free(p, city).values() for slot in slots] for city in cities(p, hex_id)}
    for company in (one for one in p.d.companies if one in heirs):
        printed = [city for city in left if left[city] and company in _printed_homes(hex_id, city)]
        city = next(iter(printed or [city for city in left if left[city]]), "")
        if city:
            slot = left[city].pop(0)
            kept.update({slot: company} if city == stop else {})
    return kept


def _printed_homes(hex_id: str, city: str) -> tuple[str, ...]:
    """The companies named in the printed city at this place in the hex."""
    nodes = MAP.hexes[hex_id].nodes
    number = int(city.rpartition("/c")[2])
    return nodes[number].home if number < len(nodes) else ()


# --- homes of a local


def is_crowded(p: Position, hex_id: str) -> bool:
    """An OO hex or a big city: only one of a local's two homes may be there (7.5)."""
    return hex_id in BIG_CITIES or p.d.map.hexes[hex_id].sheet.label == "OO"


def may_be_home(p: Position, company: str, hex_id: str, other: str = "") -> str:
    """Why a local cannot have its home in a hex if the other one is there; empty if it can."""
    if other == hex_id:
        return because("the two homes must be in different hexes")
    if other and is_crowded(p, hex_id) and is_crowded(p, other):
        return because("only one of the two homes may be an OO hex or a big city")
    return no_place(p, hex_id, company, other)


def home_value(p: Position, hex_id: str) -> int:
    """What one city of the hex pays, or would pay with the yellow tile that fits it (7.5)."""
    stop = next(stop for stop in p.ground.track(hex_id).stops if stop.kind == "city")
    if isinstance(stop.revenue, int) and stop.revenue:
        return stop.revenue
    tile = p.d.tiles[p.d.first_tiles[hex_id][0]]
    return next(int(found.revenue) for found in tile.stops if found.kind == "city")  # type: ignore[arg-type]


def home_fee(p: Position, company: str) -> int:
    """Twice the value of both homes."""
    return 2 * sum(home_value(p, hex_id) for hex_id in homes(p, company))
