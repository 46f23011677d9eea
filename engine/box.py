"""The sheets of an ordinary title made into a definition: map, tiles, market, trains, companies, one file each."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.board.lay import first_tiles
from engine.board.map import map_def
from engine.board.tiles import tile_def
from engine.definition import Definition, certificates
from engine.finance.market import market_def, side_by_side
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


class MapFile(Struct):
    """map.toml"""

    hexes: dict[str, HexSheet]


class TileFile(Struct):
    """tiles.toml"""

    tiles: dict[str, TileSheet]


class Grid(Struct):
    """One market."""

    grid: str


class MarketFile(Struct):
    """market.toml: the market, and others beside it by name."""

    grid: str
    beside: dict[str, Grid] = {}


class TrainFile(Struct):
    """trains.toml"""

    trains: tuple[TrainSheet, ...]
    phases: tuple[PhaseSheet, ...]


class PlayerSheet(Struct):
    """Money and limits."""

    capital: dict[str, int]
    bank: int
    certificate_limit: dict[str, dict[str, int]]


class CompanyFile(Struct):
    """companies.toml"""

    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    players: PlayerSheet


def open_box(title: str, options: dict[str, str], text: Callable[[str], str], edition: str = "") -> Definition:
    """A title whose sheets are `text("map.toml")` and so on; numbers that differ by edition are those of `edition`."""
    the_map = map_def(read(text("map.toml"), MapFile, "map.toml").hexes)
    tile_sheets = read(text("tiles.toml"), TileFile, "tiles.toml").tiles
    tiles = {
        name: tile_def(name, sheet, -1 if (n := by_edition(sheet.count, edition)) == "unlimited" else n)
        for name, sheet in tile_sheets.items()
    }
    markets = read(text("market.toml"), MarketFile, "market.toml")
    beside = [market_def(other.grid, market=name) for name, other in markets.beside.items()]
    trains = read(text("trains.toml"), TrainFile, "trains.toml")
    papers = read(text("companies.toml"), CompanyFile, "companies.toml")
    certs, certs_of = certificates(papers.companies)
    return Definition(
        title=title,
        options=options,
        map=the_map,
        tiles=tiles,
        market=side_by_side(market_def(markets.grid), *beside),
        trains={sheet.name: sheet for sheet in trains.trains},
        phases={sheet.name: sheet for sheet in trains.phases},
        companies=papers.companies,
        privates=papers.privates,
        bank=papers.players.bank,
        capital={int(players): amount for players, amount in papers.players.capital.items()},
        limits={
            int(left): {int(players): limit for players, limit in row.items()}
            for left, row in papers.players.certificate_limit.items()
        },
        first_tiles=first_tiles(the_map.hexes, tiles),
        certs=certs,
        certs_of=certs_of,
        train_counts={sheet.name: by_edition(sheet.count, edition) for sheet in trains.trains},
    )
