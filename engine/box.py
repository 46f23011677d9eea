"""The sheets of an ordinary title made into a definition: map, tiles, market, trains, companies, one file each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, TypeVar, cast

import msgspec

from engine.board.geometry import FLAT, POINTED
from engine.board.lay import first_tiles, places_of
from engine.board.map import map_def
from engine.board.tiles import tile_def
from engine.core.definition import Definition, certificates
from engine.core.errors import Damaged
from engine.core.sections import Sections
from engine.core.sentences import because
from engine.core.sheets import (
    CompanySheet,
    HexSheet,
    PhaseSheet,
    PrivateSheet,
    Sheet,
    TileSheet,
    TrainSheet,
    by_edition,
    read,
)
from engine.finance.market import MarketDef, market_def, side_by_side

N = TypeVar("N", TrainSheet, PhaseSheet)
S = TypeVar("S")


class MapFile(Sheet, frozen=True):
    """map.toml"""

    hexes: dict[str, HexSheet]
    flat: bool = False
    """Are its hexes flat on top? Then letters are columns and numbers rows."""


class TileFile(Sheet, frozen=True):
    """tiles.toml"""

    tiles: dict[str, TileSheet]


class Grid(Sheet, frozen=True):
    """One market."""

    grid: str


class MarketFile(Sheet, frozen=True):
    """market.toml: the market, and others beside it by name."""

    grid: str
    beside: dict[str, Grid] = msgspec.field(default_factory=dict[str, Grid])
    in_turn: bool = False
    """Do companies of the first market come before those of the next, whatever their prices?"""


class TrainFile(Sheet, frozen=True):
    """trains.toml"""

    trains: tuple[TrainSheet, ...]
    phases: tuple[PhaseSheet, ...]


class PlayerSheet(Sheet, frozen=True):
    """Money and limits."""

    capital: dict[str, int]
    bank: int
    certificate_limit: dict[str, dict[str, int]]


class CompanyFile(Sheet, frozen=True):
    """companies.toml"""

    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    players: PlayerSheet


@dataclass(frozen=True)
class Box:
    """What is in the box of one game under its options, sheet by sheet."""

    hexes: Mapping[str, HexSheet]
    tiles: Mapping[str, TileSheet]
    market: MarketDef
    trains: Sequence[TrainSheet]
    phases: Sequence[PhaseSheet]
    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    bank: int
    capital: Mapping[str, int]
    limits: Mapping[str, Mapping[str, int]]
    """Certificate limit by companies left and players."""
    tile_edition: str = ""
    """Whose numbers count where those of tiles differ; likewise for trains."""
    train_edition: str = ""
    rivers: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = field(
        default_factory=dict[str, tuple[tuple[int, ...], tuple[int, ...]]]
    )
    flat: bool = False
    """Are the hexes of the map flat on top?"""


def sheet_text(title: str, name: str) -> str:
    """A sheet in a title's folder as it is written."""
    return (files(f"engine.titles.t{title}") / "sheets" / name).read_text(encoding="utf-8")


def sheet(title: str, name: str, form: type[S]) -> S:
    """A sheet in a title's folder, read."""
    return read(sheet_text(title, name), form, name)


def sections_of(title: str) -> Sections:
    """What a title cites; whatever is missing is listed when the title is checked."""
    return cast(Sections, sheet(title, "sections.toml", dict[str, str]))


def unpack(title: str, options: dict[str, str], box: Box) -> Definition:
    """A box made into a definition."""
    grid = FLAT if box.flat else POINTED
    the_map = map_def(dict(box.hexes), grid)
    tiles = {name: tile_def(name, one, _count(one.count, box.tile_edition), grid) for name, one in box.tiles.items()}
    places = places_of(the_map.hexes, tiles)
    certs, certs_of = certificates(box.companies)
    return Definition(
        title=title,
        options=options,
        map=the_map,
        tiles=tiles,
        market=box.market,
        trains=_by_name(box.trains),
        phases=_by_name(box.phases),
        companies=box.companies,
        privates=box.privates,
        bank=box.bank,
        capital={int(players): amount for players, amount in box.capital.items()},
        limits={int(left): {int(players): most for players, most in row.items()} for left, row in box.limits.items()},
        places=places,
        first_tiles=first_tiles(the_map.hexes, tiles, places),
        certs=certs,
        certs_of=certs_of,
        train_counts={sheet.name: _count(sheet.count, box.train_edition) for sheet in box.trains},
        rivers=box.rivers,
    )


def _by_name(sheets: Sequence[N]) -> dict[str, N]:
    """Trains or phases, each of which has a name of its own."""
    named = {sheet.name: sheet for sheet in sheets}
    if len(named) < len(sheets):
        names = [sheet.name for sheet in sheets]
        twice = next(name for name in names if names.count(name) > 1)
        raise Damaged(because("{name!r} appears more than once among the trains or phases.", name=twice))
    return named


def _count(value: Any, edition: str) -> int:
    """A number of copies; -1 for as many as are wanted."""
    count = by_edition(value, edition)
    return -1 if count == "unlimited" else count


def market_of(markets: MarketFile) -> MarketDef:
    """All markets of a file as one."""
    beside = [market_def(other.grid, market=name) for name, other in markets.beside.items()]
    in_turn = ("", *markets.beside) if markets.in_turn else ()
    return side_by_side(market_def(markets.grid), *beside, in_turn=in_turn)


def open_box(title: str, options: dict[str, str], text: Callable[[str], str], edition: str = "") -> Definition:
    """A title whose sheets are `text("map.toml")` and so on; numbers that differ by edition are those of `edition`."""
    markets = read(text("market.toml"), MarketFile, "market.toml")
    trains = read(text("trains.toml"), TrainFile, "trains.toml")
    papers = read(text("companies.toml"), CompanyFile, "companies.toml")
    the_map = read(text("map.toml"), MapFile, "map.toml")
    box = Box(
        hexes=the_map.hexes,
        tiles=read(text("tiles.toml"), TileFile, "tiles.toml").tiles,
        market=market_of(markets),
        trains=trains.trains,
        phases=trains.phases,
        companies=papers.companies,
        privates=papers.privates,
        bank=papers.players.bank,
        capital=papers.players.capital,
        limits=papers.players.certificate_limit,
        tile_edition=edition,
        train_edition=edition,
        flat=the_map.flat,
    )
    return unpack(title, options, box)
