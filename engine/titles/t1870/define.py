"""The sheets of 1870 made into a definition."""

from __future__ import annotations

from msgspec import structs

from engine.board.geometry import EDGE
from engine.box import Box, MapFile, TileFile, TrainFile, sheet, unpack
from engine.core.definition import Definition
from engine.core.sheets import CompanySheet, PhaseSheet, PrivateSheet, Sheet, Side, TrainSheet
from engine.finance.market import market_def
from engine.titles.t1870.options import chosen


class ParFile(Sheet, frozen=True):
    """The par display."""

    start: tuple[int, ...]
    reissue: tuple[int, ...]
    reissue_more: tuple[int, ...]


class MarketFile(Sheet, frozen=True):
    """market.toml"""

    grid: str
    recoloured: dict[str, dict[str, str]]
    par: ParFile


class Trains(TrainFile, frozen=True):
    """trains.toml, with those of the diesel variant"""

    diesel_trains: tuple[TrainSheet, ...]
    diesel_phases: tuple[PhaseSheet, ...]


class PlayerFile(Sheet, frozen=True):
    """Money and limits."""

    capital: dict[str, int]
    bank: int
    reserve: int
    certificate_limit: dict[str, dict[str, dict[str, int]]]


class CompanyFile(Sheet, frozen=True):
    """companies.toml"""

    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    players: PlayerFile
    historical_order: tuple[str, ...]


class RiverHex(Sheet, frozen=True):
    """Sides on each bank, and the bank of each stop."""

    west: tuple[Side, ...]
    east: tuple[Side, ...]
    stops: tuple[str, ...] = ()


class TokenPlaces(Sheet, frozen=True):
    """Where the private companies' tokens may be placed."""

    port: tuple[str, ...]
    cattle: tuple[str, ...]


class RiverFile(Sheet, frozen=True):
    """river.toml"""

    hexes: dict[str, RiverHex]
    tokens: TokenPlaces


MAP = sheet("1870", "map.toml", MapFile)
TILES = sheet("1870", "tiles.toml", TileFile)
MARKET = sheet("1870", "market.toml", MarketFile)
TRAINS = sheet("1870", "trains.toml", Trains)
COMPANIES = sheet("1870", "companies.toml", CompanyFile)
RIVER = sheet("1870", "river.toml", RiverFile)


def _sides(names: tuple[Side, ...]) -> tuple[int, ...]:
    return tuple(EDGE[name] for name in names)


def _companies(options: dict[str, str]) -> dict[str, CompanySheet]:
    """In historical order the Frisco, too, needs six shares sold (5.5.2.1)."""
    companies = COMPANIES.companies
    if options["historical_order"] == "no":
        return companies
    return {symbol: structs.replace(one, floats_at=6) for symbol, one in companies.items()}


def define(options: dict[str, str]) -> Definition:
    """1870 under these options."""
    diesels = options["diesels"] == "yes"
    box = Box(
        hexes=MAP.hexes,
        tiles=TILES.tiles,
        market=market_def(MARKET.grid, MARKET.recoloured.get(chosen(options, "market_colors"))),
        trains=TRAINS.diesel_trains if diesels else TRAINS.trains,
        phases=TRAINS.diesel_phases if diesels else TRAINS.phases,
        companies=_companies(options),
        privates=COMPANIES.privates,
        bank=COMPANIES.players.bank,
        capital=COMPANIES.players.capital,
        limits=COMPANIES.players.certificate_limit[chosen(options, "certificate_table")],
        tile_edition=chosen(options, "tile_counts"),
        train_edition="mayfair" if chosen(options, "train_12") == "unlimited" else "designer",
        rivers={name: (_sides(river.west), _sides(river.east)) for name, river in RIVER.hexes.items()},
    )
    return unpack("1870", options, box)
