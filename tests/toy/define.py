"""The toy's sheets made into a definition."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from engine.board.lay import first_tiles
from engine.board.map import map_def
from engine.board.tiles import tile_def
from engine.definition import Definition, certificates
from engine.finance.market import market_def, side_by_side
from engine.sheets import CompanySheet, HexSheet, PhaseSheet, PrivateSheet, TileSheet, TrainSheet, read

SHEETS = Path(__file__).parent / "sheets"


class MapFile(Struct):
    hexes: dict[str, HexSheet]


class TileFile(Struct):
    tiles: dict[str, TileSheet]


class Grid(Struct):
    grid: str


class MarketFile(Struct):
    great: Grid
    local: Grid


class TrainFile(Struct):
    trains: tuple[TrainSheet, ...]
    phases: tuple[PhaseSheet, ...]


class PlayerFile(Struct):
    capital: dict[str, int]
    bank: int
    certificate_limit: dict[str, dict[str, int]]


class CompanyFile(Struct):
    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    players: PlayerFile


def _sheet(name: str, kind):
    return read((SHEETS / name).read_text(encoding="utf-8"), kind, name)


def define(options: dict[str, str]) -> Definition:
    """The toy under these options."""
    the_map = map_def(_sheet("map.toml", MapFile).hexes)
    tiles = {name: tile_def(name, sheet, sheet.count) for name, sheet in _sheet("tiles.toml", TileFile).tiles.items()}
    markets = _sheet("market.toml", MarketFile)
    trains = _sheet("trains.toml", TrainFile)
    box = _sheet("companies.toml", CompanyFile)
    certs, certs_of = certificates(box.companies)
    return Definition(
        title="toy",
        options=options,
        map=the_map,
        tiles=tiles,
        market=side_by_side(market_def(markets.great.grid), market_def(markets.local.grid, market="local")),
        trains={sheet.name: sheet for sheet in trains.trains},
        phases={sheet.name: sheet for sheet in trains.phases},
        companies=box.companies,
        privates=box.privates,
        bank=box.players.bank,
        capital={int(players): amount for players, amount in box.players.capital.items()},
        limits={
            int(left): {int(players): limit for players, limit in row.items()}
            for left, row in box.players.certificate_limit.items()
        },
        first_tiles=first_tiles(the_map.hexes, tiles),
        certs=certs,
        certs_of=certs_of,
        train_counts={sheet.name: sheet.count for sheet in trains.trains},
    )
