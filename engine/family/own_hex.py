"""A private company's own hex: tiles that may be laid there connected or not, and the station that goes with one."""

from __future__ import annotations

from engine.board import lay, markers
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Used
from engine.core.verbs import Choices, Plain, Values
from engine.family import operating, tokens, track
from engine.family.choices import OwnTile
from engine.family.privates import not_its_own
from engine.finance import money


def tiles_for(p: Position, hex_id: str) -> list[tuple[str, int]]:
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

    def __init__(self, hex_id: str, private: str = "", section: str = "") -> None:
        self.hex_id = hex_id
        self.private = private
        """Whose owner may; with none, whoever is asked."""
        self.section = section

    def values(self, p: Position, seat: str, got: OwnTile, slot: str) -> Values:
        """Any tile; six rotations."""
        return tuple(p.d.tiles) if slot == "tile" else range(6)

    def likely(self, p: Position, seat: str, got: OwnTile, slot: str) -> Values:
        """Of all tiles those that fit the hex."""
        if slot != "tile":
            return self.values(p, seat, got, slot)
        return lay.in_order(p, lay.may_follow(p, self.hex_id))

    def refuse(self, p: Position, seat: str, got: OwnTile) -> Refusal | None:
        """The right to it, fit, supply, phase, direction."""
        found = self.right_refusal(p)
        if found or "tile" not in got:
            return found
        tile = got.tile
        found = lay.tile_refusal(p, self.hex_id, tile)
        if found or "rotation" not in got:
            return found
        return lay.turn_refusal(p, self.hex_id, tile, got.rotation)

    def right_refusal(self, p: Position) -> Refusal | None:
        """Only the company that owns the private company."""
        return not_its_own(p, operating.operator(p), self.private, self.section) if self.private else None

    def bare_refusal(self, p: Position) -> Refusal | None:
        """Only while nothing lies in the hex."""
        if self.hex_id not in p.board.tiles:
            return None
        return Refusal(because("there is already a tile in {hex_id}", hex_id=self.hex_id), self.section)

    def put(self, p: Position, args: OwnTile, note: str, cost: int = 0) -> None:
        """Put it down for the company whose turn it is."""
        frame = operating.this_turn(p)
        frame.used.append(Used(note, self.hex_id))
        track.put_tile(p, frame.subject, self.hex_id, args.tile, args.rotation, cost)


class FreeTile(OwnHex):
    """A tile in a bare hex, free, at any time of the turn, on top of all others."""

    def right_refusal(self, p: Position) -> Refusal | None:
        """The owner, while the hex is bare."""
        return super().right_refusal(p) or self.bare_refusal(p)

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """Free."""
        self.put(p, args, "free")


class PaidTile(OwnHex):
    """A tile for a price that covers everything, as the company's own track build."""

    def __init__(self, hex_id: str, private: str, section: str, price: int, *, bare: bool = False) -> None:
        super().__init__(hex_id, private, section)
        self.price = price
        self.bare = bare
        """Only as the first tile there, never as an upgrade?"""

    def right_refusal(self, p: Position) -> Refusal | None:
        """The owner, within its track build, with the price in its treasury."""
        refusal = super().right_refusal(p) or (self.bare_refusal(p) if self.bare else None)
        if refusal:
            return refusal
        company = operating.operator(p)
        dear = money.short(p, company, self.price, self.section)
        return dear or p.title.build.allowance(p, company, self.hex_id, "")

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """The station may follow."""
        frame = operating.this_turn(p)
        frame.used.append(Used(WITH_TILE))
        self.put(p, args, "upgrade" if lay.is_upgrade(p, self.hex_id) else "yellow", self.price)


WITH_TILE = "scranton"
"""Note of a turn in which such a tile was laid; stored games have it under the name of the first hex that had one."""


class StationWithTile(Plain[Choices]):
    """Place a station marker in the hex, in the turn in which its tile was laid."""

    def __init__(self, hex_id: str, private: str, section: str) -> None:
        self.hex_id = hex_id
        self.private = private
        self.section = section

    def stop(self, p: Position) -> str:
        """Its city."""
        return f"{self.hex_id}/{p.ground.track(self.hex_id).stops[0].key}"

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """After the tile, as the station of the turn, into a free space."""
        company = operating.operator(p)
        frame = operating.turn(p)
        if frame is None or not used(frame, WITH_TILE):
            return not_its_own(p, company, self.private, self.section) or Refusal(
                because("place this station in the turn in which {private} lays its tile", private=self.private),
                self.section,
            )
        stop = self.stop(p)
        return tokens.station_refusal(p, company, stop) or tokens.space_refusal(p, company, stop, self.section)

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """At no further cost."""
        company, stop = operating.operator(p), self.stop(p)
        slot = markers.open_slot(p, stop, company)
        assert slot is not None
        tokens.place_free(p, company, stop, slot)
