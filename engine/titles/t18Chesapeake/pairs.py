"""Private companies with tiles: two lay one in each of two hexes at once, the canal lays one and a station with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.board import lay
from engine.board.geometry import opposite
from engine.core.agenda import used
from engine.core.asking import Decline, ask
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Plain, Shown, Values
from engine.family import operating, track
from engine.family.choices import LayChoices, OwnTile
from engine.family.own_hex import PaidTile, StationWithTile
from engine.family.privates import not_its_own

SECTION = "private companies"


class LayPair(Plain[LayChoices]):
    """Lay one of two tiles that are joined to each other; the other one is asked for at once."""

    shown = Shown.LIST

    def __init__(self, private: str, *hexes: str) -> None:
        self.private = private
        self.hexes = hexes

    def values(self, p: Position, seat: str, got: LayChoices, slot: str) -> Values:
        return {"hex": self.hexes, "tile": ("8", "9")}.get(slot, range(6))

    def refuse(self, p: Position, seat: str, got: LayChoices) -> Refusal | None:
        """Both hexes bare for the first, one for the second."""
        bare = [one for one in self.hexes if one not in p.board.tiles]
        refusal = not_its_own(p, operating.operator(p), self.private, SECTION)
        if refusal is None and len(bare) < 2 and not isinstance(p.top, Ask):
            refusal = Refusal("there is already a tile in one of its hexes", SECTION)
        if refusal or "hex" not in got:
            return refusal
        if got.hex not in bare:
            return Refusal(because("there is already a tile in {hex_id}", hex_id=got.hex), SECTION)
        if "rotation" not in got:
            return None
        return lay.turn_refusal(p, got.hex, got.tile, got.rotation) or self.joining(p, got)

    def joining(self, p: Position, got: LayChoices) -> Refusal | None:
        """The track leads to the other hex, and what lies there leads back."""
        [other] = [one for one in self.hexes if one != got.hex]
        side = p.d.map.hexes[got.hex].around.index(other)
        joins = side in p.d.tiles[got.tile].rotations[got.rotation].exits
        if joins and (not isinstance(p.top, Ask) or opposite(side) in p.ground.track(other).exits):
            return None
        return Refusal(
            because("the tiles in {hex_id} and {other} must be joined", hex_id=got.hex, other=other), SECTION
        )

    def do(self, p: Position, seat: str, args: LayChoices) -> None:
        """Free, and beside what the company lays otherwise."""
        company, second = operating.operator(p), isinstance(p.top, Ask)
        if second:
            p.pop()
        track.put_tile(p, company, args.hex, args.tile, args.rotation, 0)
        if not second:
            p.push(Ask(rule="second_tile", role=f"president:{company}", about=[self.private]))


class CanalTile(PaidTile):
    """Lay the tile in its hex as the company's own; whether a marker goes there is asked at once."""

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        company = operating.operator(p)
        super().do(p, seat, args)
        if p.company(company).markers:
            p.push(Ask(rule="canal", role=f"president:{company}", about=[company]))


PAIRS = {"columbia_tiles": LayPair("C-P", "H2", "I3"), "baltimore_tiles": LayPair("B&S", "F4", "G5")}
VERBS = {
    **PAIRS,
    "canal_tile": CanalTile("D2", "C&OC", SECTION, 80, bare=True),
    "canal_station": StationWithTile("D2", "C&OC", SECTION),
    "decline_canal": Decline("canal_declined"),
}


def _of_the_same(p: Position, frame: Ask, seat: str) -> Sequence[str]:
    return [verb for verb, law in PAIRS.items() if law.private == frame.about[0]]


FRAMES = {
    "second_tile": replace(ask(*PAIRS), offers=_of_the_same),
    "canal": ask("canal_station", "decline_canal", wanted=lambda p, frame: not used(operating.this_turn(p), "token")),
}
