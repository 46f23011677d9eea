"""Laying and upgrading track: hex, then tile, then rotation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from operator import not_
from typing import TypeVar

from engine.board import lay, markers
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run, TileOn, Used
from engine.core.verbs import Plain, Shown, Values
from engine.family import operating
from engine.family.choices import LayChoices
from engine.finance import money

L = TypeVar("L", bound=LayChoices)


class Lay(Plain[L]):
    """Lay a yellow tile or upgrade a tile for the company that operates."""

    shown = Shown.MAP

    def values(self, p: Position, seat: str, got: L, slot: str) -> Values:
        """Any hex of the map; any tile; six rotations."""
        match slot:
            case "hex":
                return tuple(p.d.map.hexes)
            case "tile":
                return tuple(p.d.tiles)
            case _:
                return range(6)

    def likely(self, p: Position, seat: str, got: L, slot: str) -> Values:
        """Of all tiles those that fit the hex, where that is chosen."""
        known = slot == "tile" and "hex" in got
        return self.fitting(p, operating.operator(p), got.hex) if known else self.values(p, seat, got, slot)

    def fitting(self, p: Position, company: str, hex_id: str) -> tuple[str, ...]:
        """The tiles to which `fits` may have no objection, in the order of the supply."""
        return lay.in_order(p, lay.may_follow(p, hex_id))

    def refuse(self, p: Position, seat: str, got: L) -> Refusal | None:
        """Allowance, reach, fit, supply, phase, direction, use and money, in this order."""
        company = operating.operator(p)
        if "hex" not in got:
            return self.spent(p, company)
        hex_id = got.hex
        refusal = self.allowance(p, company, hex_id, "") or self.hex_refusal(p, company, hex_id)
        if refusal or "tile" not in got:
            return refusal
        tile = got.tile
        refusal = self.fits(p, company, hex_id, tile)
        if refusal or "rotation" not in got:
            return refusal
        return next(filter(None, self._turned(p, company, hex_id, tile, got.rotation)), None)

    def _turned(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Iterator[Refusal | None]:
        """What is checked of a tile in a rotation, in order."""
        yield lay.turn_refusal(p, hex_id, tile, rotation)
        yield p.title.build.tile_refusal(p, company, hex_id, tile, rotation)
        yield self.use_refusal(p, company, hex_id, tile, rotation)
        yield self.allowance(p, company, hex_id, tile)
        yield cost_refusal(p, company, hex_id, self.cost(p, company, hex_id, tile, rotation))

    def none(self, p: Position, seat: str, got: L, slot: str) -> Refusal | None:
        """What stands in the way of the tile that comes closest, without naming one that nobody asked for."""
        if slot not in ("tile", "rotation"):
            return None
        company, hex_id = operating.operator(p), got.hex
        tiles = (got.tile,) if "tile" in got else lay.may_follow(p, hex_id)
        objections = [self.fits(p, company, hex_id, tile) for tile in tiles]
        fitting = [tile for tile, objection in zip(tiles, objections, strict=True) if objection is None]
        if not fitting:
            return _none_fits(p, hex_id, [one for one in objections if one is not None])

        def depth(choice: tuple[str, int]) -> int:
            return sum(1 for _ in takewhile(not_, self._turned(p, company, hex_id, *choice)))

        tile, rotation = max(((tile, rotation) for tile in fitting for rotation in range(6)), key=depth)
        refusal = self.refuse(p, seat, self.choices({**got, "tile": tile, "rotation": rotation}))
        if refusal is None:
            return None
        what = because("no tile can be laid in {hex_id} now", hex_id=hex_id)
        if "tile" in got:
            what = because("tile {tile} cannot be laid in {hex_id} now", tile=got.tile, hex_id=hex_id)
        why = because("{why} ({fact})", why=refusal.why, fact=refusal.fact) if refusal.fact else refusal.why
        return Refusal(what, refusal.section, why)

    def spent(self, p: Position, company: str) -> Refusal | None:
        """Why nothing more can be laid in any hex, if that is clear without looking at each."""
        return None

    def hex_refusal(self, p: Position, company: str, hex_id: str) -> Refusal | None:
        """Objections to the hex."""
        return lay.hex_refusal(p, company, hex_id)

    def fits(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """Objections to the tile, whatever its rotation; a title that allows more tiles adds them to `fitting`."""
        return lay.tile_refusal(p, hex_id, tile)

    def use_refusal(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
        """What the company must be able to run over, or trace to."""
        return p.title.build.use_refusal(p, company, hex_id, tile, rotation)

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """What the turn still allows."""
        return p.title.build.allowance(p, company, hex_id, tile)

    def cost(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
        """What the tile costs."""
        return p.title.build.cost(p, company, hex_id, tile, rotation)

    def note(self, p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
        """Remember what the turn has used."""
        p.title.build.note_lay(p, company, hex_id, tile, rotation, frame)

    def do(self, p: Position, seat: str, args: L) -> None:
        """Pay for the terrain, put the tile down, note what the turn has used."""
        company = operating.operator(p)
        frame = operating.this_turn(p)
        hex_id, tile, rotation = args.hex, args.tile, args.rotation
        cost = self.cost(p, company, hex_id, tile, rotation)
        self.note(p, company, hex_id, tile, rotation, frame)
        put_tile(p, company, hex_id, tile, rotation, cost)


def _none_fits(p: Position, hex_id: str, objections: list[Refusal]) -> Refusal | None:
    """No tile of the right kind is available: not in this phase, or none is left."""
    sections = {one.section for one in objections}
    if len(sections) == 1 and p.title.sections["supply"] not in sections:
        return objections[0]
    return Refusal(because("no tile that fits {hex_id} is left", hex_id=hex_id), p.title.sections["supply"])


def cost_refusal(p: Position, company: str, hex_id: str, cost: int) -> Refusal | None:
    """The treasury must hold the terrain cost."""
    what = because("{hex_id} costs {money}", hex_id=hex_id, money=money.money(p, cost))
    return money.short(p, company, cost, p.title.sections["cost"], what)


def put_tile(p: Position, company: str, hex_id: str, tile: str, rotation: int, cost: int) -> None:
    """Pay and put the tile down; stations go with their cities."""
    money.pay(p, company, money.BANK, cost)
    old = p.ground.track(hex_id)
    new = p.d.tiles[tile].rotations[rotation]
    moved = {
        f"{hex_id}/{old.stops[before].key}": f"{hex_id}/{new.stops[after].key}"
        for before, after in enumerate(lay.carried_over(old, new) or ())
    }
    first = hex_id not in p.board.tiles
    for marker in p.board.markers:
        if marker.stop in moved:
            marker.stop = moved[marker.stop]
    p.board.tiles[hex_id] = TileOn(tile, rotation)
    p.board_changed()
    p.emit("laid", company=company, hex=hex_id, tile=tile, rotation=rotation, cost=cost)
    p.title.build.laid(p, hex_id, first)
    markers.side_by_side(p, hex_id)


def yellow_or_upgrade(p: Position, frame: Run | None, hex_id: str, yellows: int, section: str) -> Refusal | None:
    """A number of yellow tiles a turn, or one upgrade, never both."""
    laid = [note for note in frame.used if note.what in ("yellow", "upgrade")] if frame else []
    if not laid and yellows:
        return None
    if any(note.what == "upgrade" for note in laid):
        return Refusal("the company has already upgraded a tile this turn", section)
    if hex_id and lay.is_upgrade(p, hex_id):
        if laid:
            return Refusal("a company cannot lay a yellow tile and upgrade another in the same turn", section)
        return None
    if len(laid) >= yellows:
        return Refusal("the company may lay no more yellow tiles this turn", section)
    return None


def note_lay(p: Position, frame: Run, hex_id: str) -> None:
    """Remember a yellow tile or an upgrade."""
    frame.used.append(Used("upgrade" if lay.is_upgrade(p, hex_id) else "yellow", hex_id))
