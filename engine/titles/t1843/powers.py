"""Tiles and stations of private companies: Toulouse - Barcelone, Saint-Germain, Le Havre, Boulogne - Amiens (10.2)."""

from __future__ import annotations

from engine.board import lay, markers
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.core.verbs import Shown, Values
from engine.family import defaults, operating, tokens, track
from engine.family.choices import LayChoices
from engine.family.privates import USED, close_private, not_its_own
from engine.finance import money
from engine.titles.t1843.build import EXTRA, SPECIAL, Lay, has_built
from engine.titles.t1843.own import later_edition

TOULOUSE, GERMAIN, HAVRE, BOULOGNE = "TB", "PStG", "LH", "BA"
GERMAIN_HEX, HAVRE_HEX, BOULOGNE_HEX = "E14", "C14", "C18"
EXTRA_COSTS = 20
HAVRE_COSTS = 80
SECTION = "10.2"


def owner_refusal(p: Position, private: str) -> Refusal | None:
    """Only the company that owns the private company may use its power."""
    return not_its_own(p, operating.operator(p), private, SECTION)


class ExtraTile(Lay[LayChoices]):
    """The Toulouse - Barcelone's yellow tile, before or after the normal track."""

    shown = Shown.BUTTON

    def refuse(self, p: Position, seat: str, got: LayChoices) -> Refusal | None:
        """Its owner, for a yellow tile laid by the normal rules."""
        return owner_refusal(p, TOULOUSE) or super().refuse(p, seat, got)

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """In addition to everything except a power that replaces the normal track."""
        frame = operating.turn(p)
        if frame is not None and used(frame, SPECIAL):
            return Refusal(
                because("{company} has used a private company's power in place of its normal track", company=company),
                SECTION,
            )
        if lay.is_upgrade(p, hex_id):
            return Refusal("the extra tile must be yellow", SECTION)
        return None

    def fits(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """By the upgrade chart; no brown tile at a port."""
        return lay.tile_refusal(p, hex_id, tile)

    def cost(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
        """20fr, and the terrain."""
        return defaults.terrain(p, company, hex_id, tile, rotation) + EXTRA_COSTS

    def note(self, p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
        """It is laid besides the normal tiles."""
        frame.used.append(Used(EXTRA, hex_id))

    def do(self, p: Position, seat: str, args: LayChoices) -> None:
        """The tile, which uses the power up."""
        super().do(p, seat, args)
        close_private(p, TOULOUSE, USED)


class SaintGermain(Lay[LayChoices]):
    """A yellow tile in E14, at any time, wherever the company's track is."""

    shown = Shown.BUTTON

    def slots(self, p: Position, seat: str, got: LayChoices) -> tuple[str, ...]:
        """The hex is fixed."""
        return ("tile", "rotation")

    def refuse(self, p: Position, seat: str, got: LayChoices) -> Refusal | None:
        """Its owner, while there is no tile."""
        refusal = owner_refusal(p, GERMAIN)
        if refusal is None and GERMAIN_HEX in p.board.tiles:
            refusal = Refusal(because("there is already a tile in {hex_id}", hex_id=GERMAIN_HEX), SECTION)
        return refusal or super().refuse(p, seat, LayChoices(got, hex=GERMAIN_HEX))

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """In addition to the normal track."""
        return None

    def hex_refusal(self, p: Position, company: str, hex_id: str) -> Refusal | None:
        """It needs no connection."""
        return None

    def use_refusal(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
        """It needs no connection."""
        return None

    def cost(self, p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
        """Terrain, and there is none."""
        return defaults.terrain(p, company, hex_id, tile, rotation)

    def note(self, p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
        """It does not count as a normal tile."""

    def do(self, p: Position, seat: str, args: LayChoices) -> None:
        """In E14."""
        super().do(p, seat, LayChoices(args, hex=GERMAIN_HEX))


class LayInCity(LayChoices):
    city: str


class TileAndStation(Lay[LayInCity]):
    """A tile and a station, which replace the normal track and station."""

    shown = Shown.BUTTON
    private = HAVRE
    at = HAVRE_HEX
    on_a_tile = False
    """May the station be placed alone if there is already a tile?"""

    def slots(self, p: Position, seat: str, got: LayInCity) -> tuple[str, ...]:
        """The hex is fixed, and there is one city."""
        return ("tile", "rotation")

    def price(self, p: Position) -> int:
        """The price covers terrain and station."""
        return HAVRE_COSTS

    def refuse(self, p: Position, seat: str, got: LayInCity) -> Refusal | None:
        """Its owner, if it has built nothing and has a marker and the money."""
        company = operating.operator(p)
        refusal = owner_refusal(p, self.private) or self.now_refusal(p, company)
        if refusal:
            return refusal
        if "tile" not in self.slots(p, seat, got):
            return None
        if "tile" in got:
            refusal = lay.tile_refusal(p, self.at, got.tile)
        if refusal or "rotation" not in got:
            return refusal
        return lay.turn_refusal(p, self.at, got.tile, got.rotation)

    def now_refusal(self, p: Position, company: str) -> Refusal | None:
        """No tile there, nothing built this turn, a marker left, money."""
        if self.at in p.board.tiles and not self.on_a_tile:
            return Refusal(because("there is already a tile in {hex_id}", hex_id=self.at), SECTION)
        frame = operating.turn(p)
        if frame is not None and used(frame, "token") and not used(frame, SPECIAL):
            return Refusal(
                because(
                    "{company} has already placed a station marker this turn, which this power would replace",
                    company=company,
                ),
                SECTION,
            )
        if has_built(p) or (frame is not None and used(frame, EXTRA)):
            return Refusal(
                because(
                    "{company} has already laid track this turn, and this power replaces all of its track",
                    company=company,
                ),
                SECTION,
            )
        if not p.company(company).markers:
            return Refusal(because("{company} has no station marker left", company=company), SECTION)
        if any(stop.split("/")[0] == self.at for stop in markers.own_stops(p, company)):
            return Refusal(
                because("{company} already has a station marker in {hex_id}", company=company, hex_id=self.at), "8.5.1"
            )
        return money.short(p, company, self.price(p), SECTION)

    def do(self, p: Position, seat: str, args: LayInCity) -> None:
        """Lay the tile, place the station, and note that nothing more follows this turn."""
        company = operating.operator(p)
        frame = operating.this_turn(p)
        frame.used.append(Used(SPECIAL, self.at))
        if "tile" in args:
            track.put_tile(p, company, self.at, args.tile, args.rotation, 0)
        stop = self.stop(args)
        money.pay(p, company, money.BANK, self.price(p))
        p.company(company).markers.pop(0)
        slot = markers.open_slot(p, stop, company)
        assert slot is not None
        markers.put_marker(p, company, stop, slot)
        frame.used.append(Used("token", stop))
        p.emit("token", company=company, stop=stop, cost=self.price(p))

    def stop(self, args: LayInCity) -> str:
        """Where the marker goes."""
        return f"{self.at}/c0"


class Boulogne(TileAndStation):
    """The same in Boulogne and Calais; if there is already a tile, the station alone."""

    private = BOULOGNE
    at = BOULOGNE_HEX
    on_a_tile = True

    def slots(self, p: Position, seat: str, got: LayInCity) -> tuple[str, ...]:
        """The tile if there is none yet, and the city."""
        return ("city",) if self.at in p.board.tiles else ("tile", "rotation", "city")

    def values(self, p: Position, seat: str, got: LayInCity, slot: str) -> Values:
        """Two cities."""
        if slot == "city":
            return tuple(f"{self.at}/{stop.key}" for stop in p.d.map.hexes[self.at].stops)
        return super().values(p, seat, got, slot)

    def price(self, p: Position) -> int:
        """More expensive in the older edition."""
        return 100 if later_edition(p) else 120

    def refuse(self, p: Position, seat: str, got: LayInCity) -> Refusal | None:
        """A space must be free."""
        refusal = super().refuse(p, seat, got)
        if refusal or "city" not in got:
            return refusal
        return tokens.space_refusal(p, operating.operator(p), got.city, "8.5.1")

    def stop(self, args: LayInCity) -> str:
        """The city chosen."""
        return args.city
