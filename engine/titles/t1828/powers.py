"""What the saleable private companies bring their owners: tiles of their own hexes, a station in Scranton (13.2.2)."""

from __future__ import annotations

from engine.board import lay, markers
from engine.core.agenda import used
from engine.core.asking import ask
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask, Used
from engine.core.verbs import Choices, Plain, Span, Values
from engine.family import operating, track
from engine.family.choices import OwnTile
from engine.family.privates import close_private
from engine.finance import money
from engine.titles.t1828 import cobourg
from engine.titles.t1828.auction import is_big
from engine.titles.t1828.build import COBOURG, ERIE_AND_KALAMAZOO, allowance
from engine.titles.t1828.systems import parts

CHAMPLAIN, DELAWARE = "C&StL", "D&H"
BURLINGTON, SCRANTON, ADRIAN = "B24", "F20", "E7"
FEE = 120
SALE_PHASES = ("green", "blue", "brown")
ADRIAN_TILE = "adrian tile"


# --- buying private companies


def price(p: Position, company: str, private: str) -> Span:
    """From $1 to twice what is printed (13.2.1)."""
    return Span(1, 2 * p.d.privates[private].cost)


def refusal(p: Position, company: str, private: str) -> Refusal | None:
    """From green phase on, by share companies, and never those of $250 (13.2.1)."""
    if not p.d.is_company(company):
        return Refusal("only a share company buys private companies", "13.2.1")
    if is_big(p, private):
        return Refusal(because("{private} cannot be sold to a company", private=private), "13.2.3")
    if p.s.phase not in SALE_PHASES:
        return Refusal(
            because("private companies are not sold to companies in {phase} phase", phase=p.s.phase), "13.2.1"
        )
    return None


def bought(p: Position, company: str, private: str) -> None:
    """A tile is laid at once for the Erie & Kalamazoo; the Cobourg & Peterborough's marker makes way (13.2.2)."""
    if private == ERIE_AND_KALAMAZOO and _tiles_for(p, ADRIAN):
        p.push(Ask(rule=ADRIAN_TILE, role=f"president:{company}", about=[company]))
    if private == COBOURG:
        cobourg.bought(p, company)


def train_bought(p: Position, company: str, train: str) -> None:
    """The private companies of $250 close with their public company's first train (13.2.3)."""
    frame = operating.turn(p)
    if frame is not None:
        frame.used.append(Used("train bought"))
    for part in parts(p, company):
        if part in p.s.privates and is_big(p, part) and p.s.privates[part] != "closed":
            close_private(p, part)


def phase_begins(p: Position, phase: str) -> None:
    """In red phase all private companies close (13.2.1)."""
    if phase != "red":
        return
    for private in p.d.privates:
        if p.s.privates[private] != "closed":
            if private == COBOURG:
                cobourg.closed(p)
            close_private(p, private)


# --- tiles of their own hexes


def _tiles_for(p: Position, hex_id: str) -> list[tuple[str, int]]:
    """Tiles that could be laid in a hex now, with their rotations, wherever they lead."""
    return [
        (tile, rotation)
        for tile in lay.may_follow(p, hex_id)
        if lay.tile_refusal(p, hex_id, tile) is None
        for rotation in range(6)
        if lay.turn_refusal(p, hex_id, tile, rotation) is None
    ]


class OwnHex(Plain[OwnTile]):
    """Lay a tile in a private company's own hex, connected or not."""

    hex_id: str

    def values(self, p: Position, seat: str, got: OwnTile, slot: str) -> Values:
        """Any tile; six rotations."""
        return tuple(p.d.tiles) if slot == "tile" else range(6)

    def refuse(self, p: Position, seat: str, got: OwnTile) -> Refusal | None:
        """The right to it, fit, supply, phase, direction."""
        found = self.right_refusal(p)
        if found or "tile" not in got:
            return found
        found = lay.tile_refusal(p, self.hex_id, got.tile)
        if found or "rotation" not in got:
            return found
        return lay.turn_refusal(p, self.hex_id, got.tile, got.rotation)

    def right_refusal(self, p: Position) -> Refusal | None:
        """Why the operating company may not."""
        return None

    def put(self, p: Position, args: OwnTile, note: str, cost: int = 0) -> None:
        """Put it down for the company whose turn it is."""
        frame = operating.this_turn(p)
        frame.used.append(Used(note, self.hex_id))
        track.put_tile(p, frame.subject, self.hex_id, args.tile, args.rotation, cost)


class Burlington(OwnHex):
    """The Champlain & St. Lawrence's tile: free, at any time of the turn, on top of all others (13.2.2.3)."""

    hex_id = BURLINGTON

    def right_refusal(self, p: Position) -> Refusal | None:
        """By the company that owns it, while the hex is bare."""
        if p.s.privates[CHAMPLAIN] != operating.operator(p):
            return Refusal(
                because("{operator} does not own {private}", operator=operating.operator(p), private=CHAMPLAIN),
                "13.2.2.3",
            )
        if BURLINGTON in p.board.tiles:
            return Refusal(because("there is a tile in {hex_id}", hex_id=BURLINGTON), "13.2.2.3")
        return None

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """Free."""
        self.put(p, args, "free")


class Scranton(OwnHex):
    """The Delaware & Hudson's tile, for a fee that covers everything, as the company's own track build (13.2.2.4)."""

    hex_id = SCRANTON

    def right_refusal(self, p: Position) -> Refusal | None:
        """By the company that owns it, within its track build, with the fee in its treasury."""
        company = operating.operator(p)
        if p.s.privates[DELAWARE] != company:
            return Refusal(because("{company} does not own {private}", company=company, private=DELAWARE), "13.2.2.4")
        return money.short(p, company, FEE, "13.2.2.4") or allowance(p, company, SCRANTON, "")

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """The station may follow."""
        frame = operating.this_turn(p)
        frame.used.append(Used("scranton"))
        self.put(p, args, "upgrade" if lay.is_upgrade(p, SCRANTON) else "yellow", FEE)


class ScrantonStation(Plain[Choices]):
    """Place a station marker in Scranton with the tile laid there by the Delaware & Hudson (13.2.2.4)."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """After the tile, as the station of the turn, into a free space."""
        company = operating.operator(p)
        frame = operating.turn(p)
        if frame is None or not used(frame, "scranton"):
            return Refusal(because("the station goes with a tile laid by {private}", private=DELAWARE), "13.2.2.4")
        stop = f"{SCRANTON}/c0"
        return station_refusal(p, company, stop) or (
            Refusal(because("{stop} has no free space", stop=stop), "13.2.2.4")
            if markers.open_slot(p, stop, company) is None
            else None
        )

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """At no further cost."""
        company, stop = operating.operator(p), f"{SCRANTON}/c0"
        slot = markers.open_slot(p, stop, company)
        assert slot is not None
        place_free(p, company, stop, slot)


def station_refusal(p: Position, company: str, stop: str) -> Refusal | None:
    """One station a turn; a marker left; one in a hex (8.3.2)."""
    frame = operating.turn(p)
    if frame is not None and used(frame, "token"):
        return Refusal(because("{company} has placed a station marker this turn", company=company), "8.3.2")
    if not p.company(company).markers:
        return Refusal(because("{company} has no station marker left", company=company), "8.3.2")
    hex_id = stop.split("/")[0]
    if any(marker.company == company and marker.stop.startswith(f"{hex_id}/") for marker in p.board.markers):
        return Refusal(because("{company} has a station marker in {hex_id}", company=company, hex_id=hex_id), "8.3.2")
    return None


def place_free(p: Position, company: str, stop: str, slot: int) -> None:
    """A station marker that costs nothing, as the one of this turn."""
    frame = operating.this_turn(p)
    p.company(company).markers.pop(0)
    markers.put_marker(p, company, stop, slot)
    frame.used.append(Used("token", stop))
    p.emit("token", company=company, stop=stop, cost=0)


# --- the Erie & Kalamazoo's tile at once


class Adrian(OwnHex):
    """The tile that must be laid when a company buys the Erie & Kalamazoo (13.2.2.7)."""

    hex_id = ADRIAN

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """In addition to everything else."""
        p.pop()
        self.put(p, args, "free")


FRAMES = {ADRIAN_TILE: ask("adrian", wanted=lambda p, frame: bool(_tiles_for(p, ADRIAN)))}

VERBS = {
    "burlington": Burlington(),
    "scranton": Scranton(),
    "scranton_station": ScrantonStation(),
    "adrian": Adrian(),
}
