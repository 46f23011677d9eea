"""What a title is under its options, built once and shared: map, tiles, market, trains, phases, companies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from engine.board.map import MapDef
from engine.board.tiles import TileDef
from engine.core.sheets import CompanySheet, PhaseSheet, PrivateSheet, TrainSheet
from engine.finance.market import MarketDef


@dataclass(frozen=True)
class CertDef:
    """A share certificate; a unit is the smallest share, as a rule a tenth."""

    id: str
    company: str
    units: int
    president: bool


@dataclass(frozen=True)
class Definition:
    """Everything printed, for one title and one choice of options."""

    title: str
    options: dict[str, str]
    map: MapDef
    tiles: dict[str, TileDef]
    market: MarketDef
    trains: dict[str, TrainSheet]
    phases: dict[str, PhaseSheet]
    companies: dict[str, CompanySheet]
    privates: dict[str, PrivateSheet]
    bank: int
    capital: dict[int, int]
    limits: dict[int, dict[int, int]]
    """Certificate limit by companies left and players."""
    places: dict[str, frozenset[str]]
    """Tile -> hexes where it may lie, by labels and by what its sheet says."""
    first_tiles: dict[str, tuple[str, ...]]
    """Hex without a tile -> tiles that may be laid there first."""
    certs: dict[str, CertDef] = field(default_factory=dict[str, CertDef])
    certs_of: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    train_counts: dict[str, int] = field(default_factory=dict[str, int])
    rivers: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = field(
        default_factory=dict[str, tuple[tuple[int, ...], tuple[int, ...]]]
    )
    """Hexes that a river divides: the sides on its west and on its east bank."""

    def is_company(self, account: str) -> bool:
        """Is this account a public company's?"""
        return account in self.companies


@runtime_checkable
class Dealt(Protocol):
    """What a title remembers whose box depends on the number of players, or on chance."""

    def in_play(self, d: Definition, players: int) -> Definition:
        """What is in the box -> what of it this game is played with."""
        ...


def certificates(companies: dict[str, CompanySheet]) -> tuple[dict[str, CertDef], dict[str, tuple[str, ...]]]:
    """All share certificates: `SP.0` is the president's, `SP.1` and on are the others."""
    certs: dict[str, CertDef] = {}
    of: dict[str, tuple[str, ...]] = {}
    for symbol, sheet in companies.items():
        names = tuple(f"{symbol}.{index}" for index in range(len(sheet.shares)))
        of[symbol] = names
        for index, name in enumerate(names):
            certs[name] = CertDef(name, symbol, sheet.shares[index], index == 0)
    return certs, of
