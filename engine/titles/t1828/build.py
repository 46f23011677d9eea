"""Track in 1828: what a turn allows, blocked hexes, the tunnel's tile, extra yellow tiles (8.3.1, 14.3)."""

from __future__ import annotations

from engine.board import lay
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Used
from engine.core.verbs import Shown, Values
from engine.family import defaults, operating, privates, track
from engine.family.choices import LayChoices
from engine.titles.t1828.own import own
from engine.titles.t1828.systems import parts

COBOURG, ERIE_AND_KALAMAZOO = "C&P", "E&K"
EXTRA_COST = {"B&M": 40, "NYH": 40, ERIE_AND_KALAMAZOO: 20}
LAID = ("yellow", "upgrade", "extra", "free")
"""Notes of a tile laid in this turn."""


def tiles_a_turn(p: Position, builder: str) -> int:
    """One, and two for a system (8.3.1)."""
    return len(parts(p, builder)) if p.d.is_company(builder) else 1


def allowance(p: Position, builder: str, hex_id: str, tile: str) -> Refusal | None:
    """One tile; two for a system, at most one an upgrade, and never an upgrade of this turn's own tile (8.3.1)."""
    frame = operating.turn(p)
    notes = frame.used if frame else []
    upgrade = bool(hex_id) and lay.is_upgrade(p, hex_id)
    if upgrade and any(note.what in LAID and note.on == hex_id for note in notes):
        return Refusal(because("the tile in {hex_id} was laid this turn", hex_id=hex_id), "14.3.2")
    if upgrade and any(note.what == "upgrade" for note in notes):
        return Refusal(because("{builder} has already upgraded track this turn", builder=builder), "8.3.1")
    if upgrade and any(note.what == "extra" for note in notes):
        return Refusal("a company that lays an additional yellow tile cannot upgrade in the same turn", "8.3.1")
    if sum(note.what in ("yellow", "upgrade") for note in notes) >= tiles_a_turn(p, builder):
        return Refusal(because("{builder} has already laid its track this turn", builder=builder), "8.3.1")
    return None


def tile_refusal(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Hexes of players' private companies are blocked, and the tunnel must match its drawing (13.2.1, 14.3.1.2)."""
    line = p.d.map.hexes[hex_id].line
    if line and set(p.d.tiles[tile].rotations[rotation].exits) != set(line):
        return Refusal("the tunnel must follow the line drawn on its hex", "14.3.1.2")
    if builder == COBOURG and p.d.map.hexes[hex_id].sheet.blocked_by == COBOURG:
        return None
    return defaults.not_blocked(p, builder, hex_id, tile, rotation)


class ExtraLay(LayChoices):
    by: str


class Lay(track.Lay[LayChoices]):
    """Lay the turn's normal tiles."""

    def spent(self, p: Position, company: str) -> Refusal | None:
        """The turn's tiles have been laid."""
        return allowance(p, company, "", "")


class Extra(track.Lay[ExtraLay]):
    """Lay an additional yellow tile for a fee."""

    shown = Shown.BUTTON

    def slots(self, p: Position, seat: str, got: ExtraLay) -> tuple[str, ...]:
        """Whose right is used, then the usual choices."""
        return ("by", "hex", "tile", "rotation")

    def values(self, p: Position, seat: str, got: ExtraLay, slot: str) -> Values:
        """Two public companies and a private company give the right."""
        return tuple(EXTRA_COST) if slot == "by" else super().values(p, seat, got, slot)

    def refuse(self, p: Position, seat: str, got: ExtraLay) -> Refusal | None:
        """Once a turn each (once a game for the private company), never together with an upgrade."""
        company = operating.operator(p)
        frame = operating.turn(p)
        if not any(self._has(p, company, by) for by in EXTRA_COST):
            if p.s.privates[ERIE_AND_KALAMAZOO] == company:
                return self._not_given(p, company, ERIE_AND_KALAMAZOO)
            return Refusal(because("{company} may not lay an additional tile", company=company), "8.3.1")
        if frame is not None and any(note.what == "upgrade" for note in frame.used):
            return Refusal(because("{company} has already upgraded track this turn", company=company), "8.3.1")
        if "by" not in got:
            return None
        by = got.by
        if not self._has(p, company, by):
            return self._not_given(p, company, by)
        if frame is not None and used(frame, "extra", by=by):
            return Refusal(
                because("the additional tile from {private} has already been laid this turn", private=by), "8.3.1"
            )
        if "hex" in got and lay.is_upgrade(p, got.hex):
            return Refusal("the additional tile must be yellow", "8.3.1")
        refusal = super().refuse(p, seat, got)
        if refusal or "rotation" not in got:
            return refusal
        hex_id, tile, rotation = got.hex, got.tile, got.rotation
        cost = self.cost(p, company, hex_id, tile, rotation) + EXTRA_COST[by]
        return track.cost_refusal(p, company, hex_id, cost)

    def _not_given(self, p: Position, company: str, by: str) -> Refusal | None:
        """Why a right is not the company's (any more)."""
        if by == ERIE_AND_KALAMAZOO:
            spent = Refusal(
                because("{company} has already used {private}, which it may do once", company=company, private=by),
                "13.2.2.7",
            )
            return privates.not_its_own(p, company, by, "13.2.2.7") or spent
        return Refusal(because("{private} gives {company} no additional tile", company=company, private=by), "8.3.1")

    def _has(self, p: Position, company: str, by: str) -> bool:
        if by == ERIE_AND_KALAMAZOO:
            return p.s.privates[by] == company and not own(p).extra_track
        return p.d.is_company(company) and by in parts(p, company)

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """It is laid in addition to the normal tiles."""
        return None

    def do(self, p: Position, seat: str, args: ExtraLay) -> None:
        """Pay the fee with the terrain, and remember whose right was used."""
        company, by = operating.operator(p), args.by
        frame = operating.this_turn(p)
        hex_id, tile, rotation = args.hex, args.tile, args.rotation
        cost = self.cost(p, company, hex_id, tile, rotation) + EXTRA_COST[by]
        frame.used.append(Used("extra", hex_id, by))
        if by == ERIE_AND_KALAMAZOO:
            own(p).extra_track = True
        track.put_tile(p, company, hex_id, tile, rotation, cost)
