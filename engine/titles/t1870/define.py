"""The sheets of 1870 made into a definition."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from engine.board.geometry import EDGE
from engine.board.lay import first_tiles
from engine.board.map import map_def
from engine.board.tiles import tile_def
from engine.definition import Definition, certificates
from engine.finance.market import market_def
from engine.sheets import (
    CompanySheet,
    HexSheet,
    PhaseSheet,
    PrivateSheet,
    TileSheet,
    TrainSheet,
    by_edition,
    read,
)
from engine.titles.t1870.options import chosen


class MapFile(Struct):
    """map.toml"""

    hexes: dict[str, HexSheet]


class TileFile(Struct):
    """tiles.toml"""

    tiles: dict[str, TileSheet]


class ParFile(Struct):
    """The par display."""

    start: tuple[int, ...]
    reissue: tuple[int, ...]
    reissue_more: tuple[int, ...]


class MarketFile(Struct):
    """market.toml"""

    grid: str
    recoloured: dict[str, dict[str, str]]
    par: ParFile


class TrainFile(Struct):
    """trains.toml"""

    trains: tuple[TrainSheet, ...]
    phases: tuple[PhaseSheet, ...]
    diesel_trains: tuple[TrainSheet, ...]
    diesel_phases: tuple[PhaseSheet, ...]


class PlayerFile(Struct):
    """Money and limits."""

    capital: dict[str, int]
    bank: int
    reserve: int
    certificate_limit: dict[str, dict[str, dict[str, int]]]


class CompanyFile(Struct):
    """companies.toml"""

    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    players: PlayerFile
    historical_order: tuple[str, ...]


class RiverHex(Struct):
    """Sides on each bank, and the bank of each stop."""

    west: tuple[str, ...]
    east: tuple[str, ...]
    stops: tuple[str, ...] = ()


class TokenPlaces(Struct):
    """Where the private companies' tokens may go."""

    port: tuple[str, ...]
    cattle: tuple[str, ...]


class RiverFile(Struct):
    """river.toml"""

    hexes: dict[str, RiverHex]
    tokens: TokenPlaces


def _text(name: str) -> str:
    return (files("engine.titles.t1870") / "sheets" / name).read_text(encoding="utf-8")


MAP = read(_text("map.toml"), MapFile, "map.toml")
TILES = read(_text("tiles.toml"), TileFile, "tiles.toml")
MARKET = read(_text("market.toml"), MarketFile, "market.toml")
TRAINS = read(_text("trains.toml"), TrainFile, "trains.toml")
COMPANIES = read(_text("companies.toml"), CompanyFile, "companies.toml")
RIVER = read(_text("river.toml"), RiverFile, "river.toml")


def _sides(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(EDGE[name] for name in names)


def define(options: dict[str, str]) -> Definition:
    """1870 under these options."""
    counts = chosen(options, "tile_counts")
    colors = chosen(options, "market_colors")
    tiles = {
        name: tile_def(name, sheet, -1 if (n := by_edition(sheet.count, counts)) == "unlimited" else n)
        for name, sheet in TILES.tiles.items()
    }
    diesels = options["diesels"] == "yes"
    trains = TRAINS.diesel_trains if diesels else TRAINS.trains
    phases = TRAINS.diesel_phases if diesels else TRAINS.phases
    edition = "mayfair" if chosen(options, "train_12") == "unlimited" else "designer"
    the_map = map_def(MAP.hexes)
    certs, certs_of = certificates(COMPANIES.companies)
    table = COMPANIES.players.certificate_limit[chosen(options, "certificate_table")]
    return Definition(
        title="1870",
        options=options,
        map=the_map,
        tiles=tiles,
        market=market_def(MARKET.grid, MARKET.recoloured.get(colors)),
        trains={sheet.name: sheet for sheet in trains},
        phases={sheet.name: sheet for sheet in phases},
        companies=COMPANIES.companies,
        privates=COMPANIES.privates,
        bank=COMPANIES.players.bank,
        capital={int(players): amount for players, amount in COMPANIES.players.capital.items()},
        limits={
            int(companies): {int(players): limit for players, limit in row.items()} for companies, row in table.items()
        },
        first_tiles=first_tiles(the_map.hexes, tiles),
        certs=certs,
        certs_of=certs_of,
        train_counts={sheet.name: by_edition(sheet.count, edition) for sheet in trains},
        rivers={name: (_sides(river.west), _sides(river.east)) for name, river in RIVER.hexes.items()},
    )
