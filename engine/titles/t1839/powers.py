"""What green and blue private companies can do (14.2.2, 14.2.3.2)."""

from __future__ import annotations

from engine.board import lay
from engine.board.markers import own_stops
from engine.core import powers
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.core.verbs import Plain, Shown, Values, completes
from engine.family import operating, stock, track, trains
from engine.family.choices import LayChoices, OneCompany
from engine.family.privates import USED, close_private, not_its_own, not_yours
from engine.finance import money, shares
from engine.titles.t1839 import build, places, stations
from engine.titles.t1839.define import GOVERNMENT, NRS_SECOND
from engine.titles.t1839.own import own

LAANTJE, ROOSENDAAL, ROCHUSSEN, DIEPENBROCK = "LVG", "SR-V", "KR", "DeRtU"
LAANTJE_HEX = "H7"
LAANTJE_COST, ROOSENDAAL_COST = 20, 80
NO_TILE = "no tile"
STATION_STEP = "station step"
LAST_MOMENT = "end of the station step"


def owned(p: Position, private: str, section: str) -> Refusal | None:
    """Only the company that owns it may use it."""
    return not_its_own(p, operating.operator(p), private, section)


class Laantje(build.Lay):
    """One more yellow tile for f20, without terrain cost on H7."""

    shown = Shown.BUTTON

    def refuse(self, p: Position, seat: str, got: build.LayAtTrack) -> Refusal | None:
        """The owner, in its track step."""
        return owned(p, LAANTJE, "14.2.2.1.1") or super().refuse(p, seat, got)

    def spent(self, p: Position, company: str) -> Refusal | None:
        """It is laid beside the turn's own tiles, however many there are."""
        return None

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """In addition to the turn's own tiles, and yellow."""
        if lay.is_upgrade(p, hex_id):
            return Refusal("the extra tile must be yellow", "14.2.2.1.1")
        return build.upgrade_refusal(p, company, hex_id)

    def cost(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
        """f20, and terrain except on its own hex."""
        return LAANTJE_COST + (0 if hex_id == LAANTJE_HEX else build.land_cost(p, hex_id))

    def note(self, p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
        """It does not count as a normal tile."""
        frame.used.append(Used(build.EXTRA, hex_id))

    def do(self, p: Position, seat: str, args: build.LayAtTrack) -> None:
        """The tile, which closes the private company."""
        super().do(p, seat, args)
        close_private(p, LAANTJE, USED)


class TileAndStation(LayChoices):
    station: str = ""
    space: str = ""


class Roosendaal(Plain[TileAndStation]):
    """A tile, a station or both in Arnhem or Venlo for f80 in all, connected or not."""

    def slots(self, p: Position, seat: str, got: TileAndStation) -> tuple[str, ...]:
        """Where, which tile and rotation, with or without a station, and in which space if there are both kinds."""
        base = ("hex", "tile")
        if "tile" not in got:
            return base
        base = (*base, "station") if got.tile == NO_TILE else (*base, "rotation", "station")
        both = got.station == "yes" and len(_spaces(p, got.hex, got.tile)) > 1
        return (*base, "space") if both else base

    def values(self, p: Position, seat: str, got: TileAndStation, slot: str) -> Values:
        """Arnhem and Venlo; any tile or none."""
        match slot:
            case "hex":
                return NRS_SECOND
            case "tile":
                return (NO_TILE, *p.d.tiles)
            case "rotation":
                return range(6)
            case "space":
                return (places.EMPTY, places.OF_GOVERNMENT)
            case _:
                return ("yes", "no")

    def cites(self, p: Position, slot: str) -> str:
        """Its second hexes."""
        return "14.2.2.1.2" if slot == "hex" else ""

    def refuse(self, p: Position, seat: str, got: TileAndStation) -> Refusal | None:
        """The owner, in its track step, with f80; tile and station follow their own rules except for reach."""
        company = operating.operator(p)
        section = "14.2.2.1.2"
        refusal = owned(p, ROOSENDAAL, section) or money.short(p, company, ROOSENDAAL_COST, section)
        if refusal or "tile" not in got:
            return refusal
        hex_id, tile = got.hex, got.tile
        if tile != NO_TILE:
            refusal = self._tile_refusal(p, company, hex_id, tile, got)
        if refusal or "station" not in got:
            return refusal
        if got.station == "yes":
            return self._station_refusal(p, company, hex_id, tile)
        return Refusal("use the power for a tile, a station or both", section) if tile == NO_TILE else None

    def _tile_refusal(self, p: Position, company: str, hex_id: str, tile: str, got: TileAndStation) -> Refusal | None:
        refusal = build.allowance(p, company, hex_id, tile) or lay.tile_refusal(p, hex_id, tile)
        if refusal or "rotation" not in got:
            return refusal
        return lay.turn_refusal(p, hex_id, tile, got.rotation) or build.tile_refusal(
            p, company, hex_id, tile, got.rotation
        )

    def _station_refusal(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        frame = operating.turn(p)
        if frame is not None and (used(frame, stations.DONE) or used(frame, stations.SWAPPED)):
            return Refusal(
                because("{company} has already placed or swapped a station marker this turn", company=company),
                "8.3.2.1",
            )
        if not p.company(company).markers:
            return Refusal(because("{company} has no station marker left", company=company), "8.3.2.2")
        if places.stands_in(p, company, hex_id):
            return Refusal(
                because("{company} already has a station marker in {hex_id}", company=company, hex_id=hex_id), "8.3.2.1"
            )
        if _adds_space(p, hex_id, tile):
            return None  # The new tile has an extra space, which no home needs.
        return stations.room_refusal(p, company, places.cities(p, hex_id)[0])

    def do(self, p: Position, seat: str, args: TileAndStation) -> None:
        """Pay, lay, place; the private company closes."""
        company, hex_id, tile = operating.operator(p), args.hex, args.tile
        frame = operating.this_turn(p)
        money.pay(p, company, money.BANK, ROOSENDAAL_COST)
        p.emit("power", company=company, private=ROOSENDAAL, amount=ROOSENDAAL_COST)
        if tile != NO_TILE:
            build.note_lay(p, company, hex_id, tile, args.rotation, frame)
            track.put_tile(p, company, hex_id, tile, args.rotation, 0)
        if args.station == "yes":
            stop = places.cities(p, hex_id)[0]
            p.company(company).markers.pop(0)
            places.place(p, company, stop, args.space or next(iter(places.free(p, stop))))
            frame.used.append(Used(stations.DONE, stop))
            p.emit("token", company=company, stop=stop, cost=0)
        close_private(p, ROOSENDAAL, USED)


def _adds_space(p: Position, hex_id: str, tile: str) -> bool:
    """Does the tile have more spaces for markers than the hex has now?"""
    return tile != NO_TILE and p.d.tiles[tile].stops[0].slots > p.ground.track(hex_id).stops[0].slots


def _spaces(p: Position, hex_id: str, tile: str) -> set[str]:
    """Whether the city will have free spaces, government spaces or both once the tile is laid."""
    found = set(places.free(p, places.cities(p, hex_id)[0]))
    return {*found, places.EMPTY} if _adds_space(p, hex_id, tile) else found


# --- Kabinet-Rochussen


def holds_rochussen(p: Position, seat: str) -> bool:
    """From blue phase on its owner may move a marker of the company that is in its station step."""
    order = list(p.d.phases)
    return p.s.privates[ROCHUSSEN] == seat and order.index(p.s.phase) >= order.index("blue")


def why_no_move(p: Position, seat: str) -> Refusal | None:
    """Not its owner, not yet in blue phase, or no company is in its station step."""
    refusal = not_yours(p, seat, ROCHUSSEN, "14.2.3.2.1")
    if refusal:
        return refusal
    if not holds_rochussen(p, seat):
        return Refusal(
            because("{private} can be used only from {phase} on", private=ROCHUSSEN, phase="blue"), "14.2.3.2.1"
        )
    return None if in_station_step(p) else _not_in_step()


def _not_in_step() -> Refusal:
    return Refusal("a station marker can only be moved in a company's station step", "14.2.3.2.1")


def in_station_step(p: Position) -> bool:
    """Is a company in its station step, or about to leave it?"""
    frame = operating.turn(p)
    return frame is not None and frame.step in ("token", LAST_MOMENT)


def rochussen_waits(p: Position, frame: Run) -> bool:
    """A director who owns it is asked even if their company can place nothing."""
    return holds_rochussen(p, chief(p, frame.subject))


def pause_for_rochussen(p: Position, frame: Run) -> bool:
    """Pause for an owner who asked for it, if the step passes without a decision."""
    if used(frame, STATION_STEP):
        return False
    frame.used.append(Used(STATION_STEP))
    return _stop(p)


def pause_after_skip(p: Position, frame: Run) -> bool:
    """The same if the director ended the step; a director who owns it has had the choice and is not asked again."""
    if used(frame, STATION_STEP) or rochussen_waits(p, frame) or not _stop(p):
        return False
    frame.used.append(Used(STATION_STEP))
    return True


def _stop(p: Position) -> bool:
    """If no marker of the company can be moved, the pause applies to the next company."""
    waiting = any(hold.moment == STATION_STEP for hold in p.s.holds)
    return waiting and completes(p, MoveStation(), p.s.privates[ROCHUSSEN], {}) and powers.pause(p, STATION_STEP)


class StationMove(stations.Place):
    station: str


class MoveStation(Plain[StationMove]):
    """Move a placed marker of the company to another place."""

    def slots(self, p: Position, seat: str, got: StationMove) -> tuple[str, ...]:
        """Which marker, and where to; which space if the city has both kinds."""
        return ("station", "city", *stations.space_slot(p, got))

    def values(self, p: Position, seat: str, got: StationMove, slot: str) -> Values:
        """The company's markers; every city."""
        match slot:
            case "station":
                return tuple(own_stops(p, operating.operator(p)))
            case "city":
                return stations.all_cities(p)
            case _:
                return (places.EMPTY, places.OF_GOVERNMENT)

    def refuse(self, p: Position, seat: str, got: StationMove) -> Refusal | None:
        """In the station step, to where the company could place a station now, whatever it costs."""
        if not in_station_step(p):
            return _not_in_step()
        if "city" not in got:
            return None
        return stations.place_refusal(p, operating.operator(p), got.city)

    def consent(self, p: Position, seat: str, args: StationMove) -> list[str]:
        """The company's director."""
        player = chief(p, operating.operator(p))
        return [player] if player != seat else []

    def do(self, p: Position, seat: str, args: StationMove) -> None:
        """A government marker stays behind; if two are in one hex, the director gives one back."""
        company, station, stop = operating.operator(p), args.station, args.city
        moved = next(m for m in p.board.markers if m.company == company and m.stop == station)
        places.place(p, company, stop, args.space or next(iter(places.free(p, stop))))
        moved.company = GOVERNMENT
        p.board_changed()
        p.emit("moved_station", company=company, station=station, stop=stop, player=seat)
        close_private(p, ROCHUSSEN, USED)
        if stations.twins(p, company):
            stations.ask_to_give_back(p, company)


# --- Diepenbrock


def holds_train(p: Position, seat: str) -> bool:
    """Does this player have the Diepenbrock's train?"""
    return own(p).diepenbrock == seat


def why_no_train(p: Position, seat: str) -> Refusal | None:
    """The train comes in dark brown phase, to the owner of the Diepenbrock."""
    if holds_train(p, seat):
        return None
    if p.s.privates[DIEPENBROCK] == seat:
        return Refusal(
            because("{private} gives its train only from {phase} on", private=DIEPENBROCK, phase="dark brown"),
            "14.2.3.2.3",
        )
    return Refusal("you have no train to give", "14.2.3.2.3")


class GiveTrain(Plain[OneCompany]):
    """Give the Diepenbrock's train to a company."""

    def values(self, p: Position, seat: str, got: OneCompany, slot: str) -> Values:
        """Any company."""
        return tuple(p.d.companies)

    def refuse(self, p: Position, seat: str, got: OneCompany) -> Refusal | None:
        """Floated, with room for the train."""
        if "company" not in got or not holds_train(p, seat):
            return why_no_train(p, seat)
        company = got.company
        if not shares.started(p, company):
            return stock.not_started(p, company, "14.2.3.2.3")
        if not p.company(company).floated:
            return Refusal(because("{company} has not floated", company=company), "14.2.3.2.3")
        if not chief(p, company):
            return stock.nobody_presides(p, company)
        if not trains.charter_with_room(p, company):
            return Refusal(because("{company} is at its train limit", company=company), "16.4")
        return None

    def consent(self, p: Position, seat: str, args: OneCompany) -> list[str]:
        """The company's director."""
        player = chief(p, args.company)
        return [player] if player != seat else []

    def do(self, p: Position, seat: str, args: OneCompany) -> None:
        """From now on it is like any other train of the company."""
        p.s.trains["R4-0"].at = trains.charter_with_room(p, args.company)
        own(p).diepenbrock = ""
        p.emit("given_train", player=seat, company=args.company, kind="R4")


POWERS = (
    Power("move_station", holds_rochussen, window="operating_turn", why_not=why_no_move, moments=(STATION_STEP,)),
    Power("give_train", holds_train, why_not=why_no_train),
)
VERBS = {
    "laantje": Laantje(),
    "roosendaal": Roosendaal(),
    "move_station": MoveStation(),
    "give_train": GiveTrain(),
}
