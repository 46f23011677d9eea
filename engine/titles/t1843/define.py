"""The sheets of 1843 made into a definition."""

from __future__ import annotations

from msgspec.structs import replace

from engine.box import Box, MapFile, PlayerSheet, TileFile, TrainFile, sheet, unpack
from engine.core.definition import Definition
from engine.core.sheets import CompanySheet, HexSheet, PrivateSheet, Sheet
from engine.finance.market import market_def
from engine.title import Option

GENEVA = "J21"
BANK_2012 = 80_000

OPTIONS = (
    Option(
        "edition",
        ("2016", "2012"),
        "The 2016 rulebook revises the 2012 one. `/rule` says where the older one differs.",
    ),
    Option("plm_markers", ("3", "4"), "The rulebook and the contents of the box disagree."),
    Option("runs", ("best", "free"), "If only the best run is allowed, routes that earn less are refused (8.6)."),
)


class MarketFile(Sheet, frozen=True):
    """market.toml"""

    grid: str
    pars: dict[str, tuple[int, ...]]


class CompanyFile(Sheet, frozen=True):
    """companies.toml"""

    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    privates_2012: dict[str, PrivateSheet]
    players: PlayerSheet
    plm_with_4: CompanySheet


MAP = sheet("1843", "map.toml", MapFile)
TILES = sheet("1843", "tiles.toml", TileFile)
MARKET = sheet("1843", "market.toml", MarketFile)
TRAINS = sheet("1843", "trains.toml", TrainFile)
COMPANIES = sheet("1843", "companies.toml", CompanyFile)
PORTS = tuple(name for name, sheet in MAP.hexes.items() if sheet.port)


def _hexes(later: bool) -> dict[str, HexSheet]:
    """In the later edition Genève counts as a town for the length of a run (8.6.1)."""
    if not later:
        return MAP.hexes
    geneva = MAP.hexes[GENEVA]
    return {**MAP.hexes, GENEVA: replace(geneva, nodes=(replace(geneva.nodes[0], type="town"),))}


def define(options: dict[str, str]) -> Definition:
    """1843 in either edition."""
    later = options["edition"] == "2016"
    players = COMPANIES.players
    box = Box(
        hexes=_hexes(later),
        tiles=TILES.tiles,
        market=market_def(MARKET.grid, eras=MARKET.pars),
        trains=TRAINS.trains,
        phases=TRAINS.phases,
        companies=COMPANIES.companies | ({"PLM": COMPANIES.plm_with_4} if options["plm_markers"] == "4" else {}),
        privates=COMPANIES.privates if later else {**COMPANIES.privates, **COMPANIES.privates_2012},
        bank=players.bank if later else BANK_2012,
        capital=players.capital,
        limits=players.certificate_limit,
    )
    return unpack("1843", options, box)
