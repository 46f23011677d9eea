"""The sheets of 1839 made into a definition."""

from __future__ import annotations

from msgspec.structs import replace

from engine.board.tiles import COLORS, TileDef, carried_over, tile_def
from engine.box import Box, CompanyFile, MapFile, MarketFile, TileFile, TrainFile, market_of, sheet, unpack
from engine.core.definition import Definition
from engine.core.sheets import TileSheet

GOVERNMENT = "NS"
"""The owner of the station markers that replace those of nationalised companies (14.4)."""
LOCAL = "local"
"""The name of the local market."""
YELLOW = ("LP", "JJB")
BROWN = ("CO", "AB", "AV")
GREEN = ("LVG", "SR-V")
BIG_CITIES = ("G10", "K8", "G8", "J7", "I12")
NRS_SECOND = ("I16", "K16")


class Trains(TrainFile, frozen=True):
    """trains.toml"""

    nationalise: dict[str, tuple[str, ...]]
    par: dict[str, tuple[int, ...]]


class Market(MarketFile, frozen=True, kw_only=True):
    """market.toml"""

    local_par: tuple[int, ...]
    given_par: int
    conversion: dict[str, int]


MAP = sheet("1839", "map.toml", MapFile)
TILES = sheet("1839", "tiles.toml", TileFile)
MARKET = sheet("1839", "market.toml", Market)
TRAINS = sheet("1839", "trains.toml", Trains)
COMPANIES = sheet("1839", "companies.toml", CompanyFile)


def _follows(old: TileDef, new: TileDef) -> bool:
    """The next colour, the same type, and all track kept in some rotation (15.3.2)."""
    if COLORS.index(new.color) != COLORS.index(old.color) + 1 or new.label != old.label:
        return False
    kinds = {stop.kind for stop in old.stops}
    if kinds != {stop.kind for stop in new.stops} or len(new.stops) > len(old.stops):
        return False
    return any(carried_over(old.rotations[0], turned) is not None for turned in new.rotations)


def _chart(tiles: dict[str, TileSheet]) -> dict[str, TileSheet]:
    """Colour, label and track decide what may replace each tile."""
    drawn = {name: tile_def(name, sheet, 0) for name, sheet in tiles.items()}
    return {
        name: replace(sheet, upgrades_to=tuple(other for other in tiles if _follows(drawn[name], drawn[other])))
        for name, sheet in tiles.items()
    }


TILE_SHEETS = _chart(TILES.tiles)


def define(options: dict[str, str]) -> Definition:
    """1839 under these options."""
    limit = int(options["light_red_limit"])
    phases = tuple(replace(phase, train_limit=limit) if phase.name == "light red" else phase for phase in TRAINS.phases)
    box = Box(
        hexes=MAP.hexes,
        tiles=TILE_SHEETS,
        market=market_of(MARKET),
        trains=TRAINS.trains,
        phases=phases,
        companies=COMPANIES.companies,
        privates=COMPANIES.privates,
        bank=COMPANIES.players.bank,
        capital=COMPANIES.players.capital,
        limits=COMPANIES.players.certificate_limit,
    )
    return unpack("1839", options, box)
