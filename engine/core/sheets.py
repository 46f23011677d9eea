"""The printed game as data: what a person can check line by line with the box in hand."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

import msgspec
from msgspec import Struct

from engine.core.errors import Damaged
from engine.core.sentences import because

T = TypeVar("T")
StopKind = Literal["city", "town", "offboard"]
Side = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""Hexes with a point on top have no N and S, flat ones no W and E."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a data file; a field that no sheet has is a mistake in the file."""


class NodeSheet(Sheet, frozen=True, kw_only=True):
    """A stop printed on a hex or tile."""

    id: str
    type: StopKind
    name: str = ""
    slots: int = 1
    revenue: int | dict[str, int] | None = None
    pays: str = ""
    """What is printed where a rule, not a number, decides the value."""
    home: tuple[str, ...] = ()
    through: bool = False
    """An off-board place that a run may go on through."""


class TerrainSheet(Sheet, frozen=True):
    """What the first tile in the hex costs, and why."""

    type: str
    cost: int


class BarrierSheet(Sheet, frozen=True):
    """A side of a hex that no track may cross, or no connection until a phase begins."""

    edge: Side
    type: str
    until: str = ""
    """Phase from which it bars nothing; until then track may end at it, but nothing is joined, traced or run across."""


class HexSheet(Sheet, frozen=True, kw_only=True):
    """One hex of the map."""

    kind: Literal["land", "yellow", "green", "gray", "offboard"]
    name: str = ""
    label: str = ""
    color: str = ""
    group: str = ""
    nodes: tuple[NodeSheet, ...] = ()
    track: tuple[tuple[str, str], ...] = ()
    stubs: tuple[Side, ...] = ()
    line: tuple[Side, ...] = ()
    """The sides joined by a printed line that track must follow."""
    terrain: tuple[TerrainSheet, ...] = ()
    fee: int = 0
    """What every tile laid here costs in addition."""
    barriers: tuple[BarrierSheet, ...] = ()
    blocked_by: str = ""
    port: bool = False


class TileSheet(Sheet, frozen=True, kw_only=True):
    """One tile of the supply, drawn at rotation 0."""

    color: str
    count: int | Literal["unlimited"] | dict[str, int | Literal["unlimited"]]
    label: str = ""
    nodes: tuple[NodeSheet, ...] = ()
    track: tuple[tuple[str, str], ...] = ()
    upgrades_to: tuple[str, ...] = ()
    only_on: tuple[str, ...] = ()
    upright: bool = False
    """It has a name that must read from left to right, so it is laid as drawn."""


class TrainSheet(Sheet, frozen=True, kw_only=True):
    """One kind of train. A count of -1 means unlimited."""

    name: str
    count: int | dict[str, int]
    price: int
    stops: int
    section: str = ""
    """Where the rulebook says how many stops it may visit, if kinds differ in that."""
    times: int = 1
    """What its run earns is multiplied by this: a train whose route counts double has 2."""
    rusted_by: str = ""
    trade_in: int = 0
    """The discount when a train of `trade_for` is traded in."""
    trade_for: tuple[str, ...] = ()
    runs_once: bool = False
    """When it rusts it stays until it has run once more."""
    faces: tuple[tuple[str, ...], ...] = ()
    """What the card may run as, one face a run: `[["2", "2"], ["3+1"]]` is two 2 trains or one 3+1."""
    back_of: str = ""
    """The other side of a card of this kind: one card is sold as either, at the price of the side chosen."""
    also_after: str = ""
    """Already for sale, beside others, once a train of this kind has been bought."""


class PhaseSheet(Sheet, frozen=True, kw_only=True):
    """The rules in force from the purchase of the first train of kind `on`."""

    name: str
    on: str = ""
    train_limit: int
    """How many trains a charter may have."""
    card_limit: int = 0
    """How many cards a charter may have, if one card may be several trains; 0: as many as trains."""
    tiles: tuple[str, ...]
    operating_rounds: int
    offboard: str
    private_sales: bool = True
    """May companies buy private companies from players?"""
    closes_privates: bool = False
    """All private companies close as it begins."""
    closes: tuple[str, ...] = ()
    """The private companies that close as it begins, where it is only some."""


class CompanySheet(Sheet, frozen=True, kw_only=True):
    """One public company."""

    name: str
    home: str
    markers: tuple[int, ...]
    color: str
    nickname: str = ""
    destination: str = ""
    floats_at: int = 6
    market: str = ""
    """Name of the market with its price, if a title has more than one."""
    shares: tuple[int, ...] = (2, 1, 1, 1, 1, 1, 1, 1, 1)
    """Units of each certificate, the president's first; a unit is a tenth."""


class PrivateSheet(Sheet, frozen=True, kw_only=True):
    """One private company."""

    name: str
    cost: int
    revenue: int
    company_revenue: int = -1
    """What it pays a company, if that is different."""
    for_companies: bool = True
    """Can it be sold to a company?"""


@lru_cache(maxsize=8)
def _parsed(text: str) -> dict[str, Any]:
    """A sheet as it is written. A title is defined several times in succession: by the rulebook, as on the site."""
    return tomllib.loads(text)


def read(text: str, kind: type[T], where: str) -> T:
    """Decode one TOML sheet to its type, or say which sheet is wrong."""
    try:
        raw = _parsed(text)
    except tomllib.TOMLDecodeError as e:
        raise Damaged(because("The sheet {where} cannot be read: {line}{e}.", where=where, line="", e=e)) from e
    return converted(raw, kind, where)


def converted(raw: dict[str, Any], kind: type[T], where: str) -> T:
    """A sheet that has been read, as its type, or Damaged with the entry that is wrong."""
    try:
        return msgspec.convert(raw, kind, str_keys=True)
    except msgspec.ValidationError as e:
        line, error = _line_at_fault(raw, kind) or ("", e)
        raise Damaged(because("The sheet {where} cannot be read: {line}{e}.", where=where, line=line, e=error)) from e


def _line_at_fault(raw: dict[str, Any], kind: type[Any]) -> tuple[str, Exception] | None:
    """The first entry of a table that is not what its sheet says, by its name, and what is wrong with it."""
    for table in msgspec.structs.fields(kind) if issubclass(kind, Struct) else ():
        entries = raw.get(table.encode_name)
        if not (isinstance(entries, dict) and get_origin(table.type) is dict):
            continue
        for name, entry in cast("dict[str, Any]", entries).items():
            try:
                msgspec.convert(entry, get_args(table.type)[1])
            except msgspec.ValidationError as e:
                return f"{table.encode_name}.{name}: ", e
    return None


def by_edition(value: T | dict[str, T], edition: str) -> T:
    """Something that may differ by edition, for one edition."""
    if not isinstance(value, dict):
        return value
    editions = cast("dict[str, T]", value)
    if edition not in editions:
        raise Damaged(
            because(
                "A number is given for {known:list}, not for the edition {edition!r}.",
                known=tuple(editions),
                edition=edition,
            )
        )
    return editions[edition]
