"""Track: one tile free, a second for f20, never two upgrades; big cities, stubs, OO hexes (8.3.1, 15.3)."""

from __future__ import annotations

from engine.board import lay
from engine.board.markers import own_stops
from engine.board.network import reach_from
from engine.board.tiles import STOP, carried_over
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.core.verbs import Values
from engine.family import defaults, homes, operating, track
from engine.family.choices import LayChoices
from engine.finance import money
from engine.titles.t1839 import places
from engine.titles.t1839.define import BIG_CITIES, GOVERNMENT

SECOND = 20
BIG_CITY = 80
MOST = 2
YELLOW, UPGRADE, EXTRA = "yellow", "upgrade", "extra tile"


def _actions(frame: Run | None) -> list[Used]:
    return [note for note in frame.used if note.what in (YELLOW, UPGRADE)] if frame else []


def allowance(p: Position, builder: str, hex_id: str, tile: str) -> Refusal | None:
    """Two tiles a turn in different hexes, at most one of them an upgrade (8.3.1, A11)."""
    return _both_laid(p, builder) or upgrade_refusal(p, builder, hex_id)


def _both_laid(p: Position, builder: str) -> Refusal | None:
    if len(_actions(operating.turn(p))) < MOST:
        return None
    return Refusal(because("{builder} has already laid two tiles this turn", builder=builder), "8.3.1")


def upgrade_refusal(p: Position, builder: str, hex_id: str) -> Refusal | None:
    """One upgrade a turn, and never of a tile laid in the same turn."""
    frame = operating.turn(p)
    if frame is not None and any(note.on == hex_id for note in frame.used if note.what in (YELLOW, UPGRADE, EXTRA)):
        return Refusal(
            because("{builder} has already laid a tile in {hex_id} this turn", builder=builder, hex_id=hex_id), "15.3.2"
        )
    if lay.is_upgrade(p, hex_id) and frame is not None and used(frame, UPGRADE):
        return Refusal(because("{builder} has already upgraded a tile this turn", builder=builder), "8.3.1")
    return None


def land_cost(p: Position, hex_id: str) -> int:
    """Water with the first tile; in a big city each tile costs f80 (15.3, A35)."""
    if hex_id in p.board.tiles:
        return BIG_CITY if hex_id in BIG_CITIES else 0
    return p.d.map.hexes[hex_id].cost


def cost(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> int:
    """What the hex costs, and f20 for the second tile of the turn."""
    return land_cost(p, hex_id) + _for_second(p)


def _for_second(p: Position) -> int:
    return SECOND if _actions(operating.turn(p)) else 0


def note_lay(p: Position, builder: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
    """Count it."""
    frame.used.append(Used(UPGRADE if lay.is_upgrade(p, hex_id) else YELLOW, hex_id))


def tile_refusal(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Not on the Laantje's hex while a player owns it; all markers and reserved homes must fit (15.3.2)."""
    refusal = defaults.not_blocked(p, builder, hex_id, tile, rotation)
    if refusal:
        return refusal
    stops = p.d.tiles[tile].stops
    here = [m for m in p.board.markers if m.stop.startswith(f"{hex_id}/") and m.company != GOVERNMENT]
    need = len(here) + places.kept(p, hex_id)
    if stops and need > sum(stop.slots for stop in stops if stop.kind == "city"):
        return Refusal(
            because(
                "tile {tile} has no room for the stations in {hex_id} and the homes reserved there",
                tile=tile,
                hex_id=hex_id,
            ),
            "15.3.2",
        )
    return None


def use_refusal(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Track must lead from a station to a line on the tile; barriers do not matter (15.3.1)."""
    new = p.d.tiles[tile].rotations[rotation]
    if any(
        stop.startswith(f"{hex_id}/") and _has_track(p, hex_id, tile, rotation, stop) for stop in own_stops(p, builder)
    ):
        return None
    reach = reach_from(p, builder, tuple(own_stops(p, builder)), shut=frozenset())
    if any(reach.arrives(hex_id, side) for side in new.exits):
        return None
    return Refusal(
        because("{builder} cannot trace track to this tile in {hex_id}", builder=builder, hex_id=hex_id), "15.3.1"
    )


def _has_track(p: Position, hex_id: str, tile: str, rotation: int, stop: str) -> bool:
    """Does this marker's city have track on the new tile? Where the director may assign the markers, any can."""
    old, new = p.ground.track(hex_id), p.d.tiles[tile].rotations[rotation]
    if allots(p, hex_id, tile):
        return True
    for before, after in enumerate(carried_over(old, new) or ()):
        if f"{hex_id}/{old.stops[before].key}" == stop:
            return after + STOP in new.at
    return False


# --- markers on a new tile with two cities


def allots(p: Position, hex_id: str, tile: str) -> bool:
    """A yellow OO tile on a hex with markers: the director who lays it assigns the cities (15.3.1)."""
    return (
        p.d.map.hexes[hex_id].sheet.label == "OO"
        and p.d.tiles[tile].color == YELLOW
        and any(marker.stop.startswith(f"{hex_id}/") for marker in p.board.markers)
    )


class LayAtTrack(LayChoices):
    at_track: str


class Lay(track.Lay[LayAtTrack]):
    """Lay or upgrade a tile; on an OO hex with markers also choose which company gets the city with track."""

    def spent(self, p: Position, company: str) -> Refusal | None:
        """Two tiles have been laid, or, while more may be, there is no money for the second."""
        turn = operating.turn(p)
        if turn is None or turn.step != "track":
            return _both_laid(p, company)
        dear = because("a second tile costs {money}", money=money.money(p, SECOND))
        return _both_laid(p, company) or money.short(p, company, _for_second(p), "8.3.1", dear)

    def slots(self, p: Position, seat: str, got: LayAtTrack) -> tuple[str, ...]:
        """Where, which tile, which rotation, and which marker stands at the track."""
        base = ("hex", "tile", "rotation")
        if "tile" in got and allots(p, got.hex, got.tile):
            return (*base, "at_track")
        return base

    def values(self, p: Position, seat: str, got: LayAtTrack, slot: str) -> Values:
        """The companies there, or nobody if there is only one."""
        if slot == "at_track":
            here = _companies_in(p, got.hex)
            alone = sum(marker.stop.startswith(f"{got.hex}/") for marker in p.board.markers) == 1
            return (*here, "nobody") if alone else here
        return super().values(p, seat, got, slot)

    def refuse(self, p: Position, seat: str, got: LayAtTrack) -> Refusal | None:
        """Like any tile; a company cannot lay it by way of a marker that would lose the track."""
        refusal = super().refuse(p, seat, got)
        if refusal or "at_track" not in got:
            return refusal
        company, hex_id = operating.operator(p), got.hex
        if got.at_track != company and places.stands_in(p, company, hex_id):
            reach = reach_from(p, company, tuple(own_stops(p, company)), shut=frozenset())
            exits = p.d.tiles[got.tile].rotations[got.rotation].exits
            if not any(reach.arrives(hex_id, side) for side in exits):
                return Refusal(
                    because("{company} cannot trace track to this tile in {hex_id}", company=company, hex_id=hex_id),
                    "15.3.1",
                )
        return None

    def do(self, p: Position, seat: str, args: LayAtTrack) -> None:
        """Lay the tile, then place the markers as the director chose."""
        super().do(p, seat, args)
        if "at_track" in args:
            allot(p, args.hex, args.at_track)


def _companies_in(p: Position, hex_id: str) -> tuple[str, ...]:
    here = [marker.company for marker in p.board.markers if marker.stop.startswith(f"{hex_id}/")]
    return tuple(dict.fromkeys(here)) if len(here) > 1 else tuple(here)


def allot(p: Position, hex_id: str, at_track: str) -> None:
    """The chosen company gets the city with track, the other one the city without."""
    ground = p.ground.track(hex_id)
    cities = sorted(range(len(ground.stops)), key=lambda index: index + STOP not in ground.at)
    joined, bare = (f"{hex_id}/{ground.stops[index].key}" for index in cities)
    here = [marker for marker in p.board.markers if marker.stop.startswith(f"{hex_id}/")]
    chosen = next((marker for marker in here if marker.company == at_track), None)
    for marker in here:
        marker.stop, marker.slot = (joined if marker is chosen else bare), 0
    p.board_changed()


def laid(p: Position, hex_id: str, first: bool) -> None:
    """The markers in their spaces, and the family's question about homes."""
    _spread(p, hex_id)
    homes.laid(p, hex_id, first)


def _spread(p: Position, hex_id: str) -> None:
    """Every marker gets its own space; surplus government markers go back (15.3.2)."""
    ground = p.ground.track(hex_id)
    here = [marker for marker in p.board.markers if marker.stop.startswith(f"{hex_id}/")]
    if not here:
        return
    left = {f"{hex_id}/{stop.key}": list(range(stop.slots)) for stop in ground.stops if stop.kind == "city"}
    for marker in sorted(here, key=lambda marker: marker.company == GOVERNMENT):
        spaces = left[marker.stop]
        if not spaces and marker.company == GOVERNMENT:
            p.board.markers.remove(marker)
        else:
            marker.slot = spaces.pop(spaces.index(marker.slot) if marker.slot in spaces else 0)
    p.board_changed()
