"""Track in 1870: two yellow tiles or one upgrade, terrain, the Mississippi and the Bridge Company."""

from __future__ import annotations

from engine.board.geometry import EDGES
from engine.board.tiles import STOP, Track
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.core.verbs import Shown, Span
from engine.family import operating, track
from engine.family.choices import LayChoices
from engine.family.privates import price_span
from engine.titles.t1870.auction import FRISCO, no_private_company
from engine.titles.t1870.define import RIVER
from engine.titles.t1870.own import own

BRIDGE = "MRBC"
RIVER_COMPANIES = ("MP", "SSW")
DISCOUNT = 40
YELLOWS = 2


def crosses(hex_id: str, new: Track) -> bool:
    """Does track here join the two banks of the Mississippi (15.2)?"""
    river = RIVER.hexes.get(hex_id)
    if river is None:
        return False

    def bank(end: int) -> str:
        if end >= STOP:
            return river.stops[end - STOP]
        return "west" if EDGES[end] in river.west else "east"

    return any(bank(a) != bank(b) for a, b in new.pieces)


def tile_refusal(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Nobody crosses the river until a company owns the Bridge Company or it closes (15.2)."""
    owner = p.s.privates[BRIDGE]
    # Once a company has bought it the river stays open, even if the owner closes and the private goes to the pool.
    free = owner == "closed" or p.d.is_company(owner) or own(p).bridge
    if not free and crosses(hex_id, p.d.tiles[tile].rotations[rotation]):
        return Refusal("track may not cross the Mississippi until a company owns the Bridge Company", "15.2")
    return None


def allowance(p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
    """Two yellow tiles or one upgrade (6)."""
    return track.yellow_or_upgrade(p, operating.turn(p), hex_id, YELLOWS, "6")


def cost(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
    """Terrain is paid with the first tile (6.5)."""
    return 0 if hex_id in p.board.tiles else p.d.map.hexes[hex_id].cost


def note_lay(p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
    """Count it against the allowance."""
    track.note_lay(p, frame, hex_id)


def track_waits(p: Position, frame: Run) -> bool:
    """Buying the Bridge Company may open the river."""
    return tiles_left(p, frame) and may_buy_bridge(p, frame.subject)


def tiles_left(p: Position, frame: Run) -> bool:
    """Does the turn still allow a tile?"""
    return track.yellow_or_upgrade(p, frame, "", YELLOWS, "6") is None


def may_buy_bridge(p: Position, company: str) -> bool:
    """Could the company buy the Bridge Company from a player now?"""
    return (
        private_refusal(p, company, BRIDGE) is None
        and p.s.privates[BRIDGE] in p.seats
        and p.s.cash[company] >= private_price(p, company, BRIDGE).low
    )


def private_price(p: Position, company: str, private: str) -> Span:
    """Half to double; the Bridge Company at most $40 in phase one (12.1, 15.2)."""
    span = price_span(p, private, p.d.privates[private].cost * 2)
    if private == BRIDGE and p.s.phase == "1":
        return Span(span.low, p.d.privates[private].cost)
    return span


def private_refusal(p: Position, company: str, private: str) -> Refusal | None:
    """From phase two on; in phase one only the Bridge Company, by the two companies at the river (12)."""
    if private == FRISCO:
        return no_private_company()
    if p.s.phase != "1":
        return None
    if private == BRIDGE and company in RIVER_COMPANIES:
        return None
    return Refusal(because("{company} cannot buy {private} in phase one", company=company, private=private), "12")


class Lay(track.Lay[LayChoices]):
    """Lay the turn's normal tiles."""

    def spent(self, p: Position, company: str) -> Refusal | None:
        """Two yellow tiles or an upgrade have been laid."""
        return allowance(p, company, "", "")


class Bridge(track.Lay[LayChoices]):
    """Lay a tile with the Bridge Company's $40 discount; in its home in its first turn the tile is free."""

    shown = Shown.BUTTON

    def refuse(self, p: Position, seat: str, got: LayChoices) -> Refusal | None:
        """Once, by the company that bought the Bridge Company, for a first tile that crosses the river."""
        company = operating.operator(p)
        if p.s.privates[BRIDGE] != company or own(p).bridge != "ready":
            return Refusal(because("{company} does not have the Bridge Company's discount", company=company), "15.2")
        if "hex" not in got:
            return None
        hex_id = got.hex
        if hex_id not in RIVER.hexes or hex_id in p.board.tiles:
            return Refusal(
                because("the discount is only for the first tile in a river hex, not for {hex_id}", hex_id=hex_id),
                "15.2",
            )
        refusal = super().refuse(p, seat, got)
        if refusal or "rotation" not in got:
            return refusal
        if not self.serves(p, hex_id, p.d.tiles[got.tile].rotations[got.rotation]):
            return Refusal("the discount is only for a tile that crosses the river", "15.2")
        return None

    def serves(self, p: Position, hex_id: str, new: Track) -> bool:
        """Does the discount apply to this tile?"""
        return crosses(hex_id, new)

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """In its home in the first turn the tile is laid in addition to the usual ones."""
        return None if _free_at_home(p, company, hex_id) else allowance(p, company, hex_id, tile)

    def cost(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
        """Forty less, or free."""
        if _free_at_home(p, company, hex_id):
            return 0
        return max(0, cost(p, company, hex_id, tile, rotation) - DISCOUNT)

    def note(self, p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
        """The discount is used up."""
        if _free_at_home(p, company, hex_id):
            frame.used.append(Used("bridge", hex_id))
        else:
            note_lay(p, company, hex_id, tile, rotation, frame)
        own(p).bridge = "used"


def _free_at_home(p: Position, company: str, hex_id: str) -> bool:
    first = p.company(company).turns == 0
    return company in RIVER_COMPANIES and first and hex_id == p.d.companies[company].home
