"""How long a train may run and what it is paid for, worked out from what is printed on it."""

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from engine.routes.problem import UNLIMITED, BadProblem, Row, StopKind, Train

KINDS: tuple[StopKind, ...] = ("city", "town", "offboard")
CITIES: tuple[StopKind, ...] = ("city", "offboard")
TOWNS: tuple[StopKind, ...] = ("town",)
OFFBOARDS: tuple[StopKind, ...] = ("offboard",)

_DIESELS = ("D", "diesel", "Diesel", "electric", "Electric", "TGV")
_FORMS = {
    "N+M": re.compile(r"(\d+)\+(\d+)"),
    "N+": re.compile(r"(\d+)\+D?"),
    "N/M": re.compile(r"(\d+)/(\d+|\*)"),
    "NE": re.compile(r"(\d+)E"),
    "N": re.compile(r"(\d+)"),
}


class Capacity(Struct, frozen=True):
    """The rows of a train and its marks, whether printed as a kind or given in full."""

    rows: tuple[Row, ...]
    offboards: int
    recount: bool


@lru_cache(maxsize=1024)
def capacity(train: Train) -> Capacity:
    """The train's length; refuses a kind that no title prints."""
    if train.rows:
        return Capacity(train.rows, train.offboards, train.recount)
    marks = re.fullmatch(r"(P?)(R?)(.+)", train.kind)
    rows = _rows(marks[3]) if marks else None
    if marks is None or rows is None:
        raise BadProblem(f"train {train.id} is of unknown kind {train.kind!r}")
    if train.free_offboards:
        rows = _without_offboards(rows)
    most = min(train.offboards, 1) if marks[1] else train.offboards
    return Capacity(rows, most, train.recount or bool(marks[2]))


def _rows(kind: str) -> tuple[Row, ...] | None:
    if kind in _DIESELS:
        return (Row(KINDS, UNLIMITED, UNLIMITED),)
    for form, pattern in _FORMS.items():
        match = pattern.fullmatch(kind)
        if match is None:
            continue
        n = int(match[1])
        if form == "N+M":  # towns may use the N as well (1843-A29)
            return (Row(KINDS, n, n), Row(TOWNS, int(match[2]), int(match[2])))
        if form == "N+":
            return (Row(CITIES, n, n), Row(TOWNS, UNLIMITED, UNLIMITED))
        if form == "N/M":
            return (Row(KINDS, UNLIMITED if match[2] == "*" else int(match[2]), n),)
        if form == "NE":
            return (Row(CITIES, n, n), Row(TOWNS, UNLIMITED, 0))
        return (Row(KINDS, n, n),)
    return None


def _without_offboards(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    kept = tuple(Row(tuple(k for k in row.kinds if k != "offboard"), row.visit, row.pay) for row in rows)
    return (*kept, Row(OFFBOARDS, UNLIMITED, UNLIMITED))


class Counter:
    """Says which mixes of cities, towns and off-boards fit a set of rows, with one whole number.

    By Hall's theorem stops find places exactly if no set of kinds has more stops than the rows open to it have
    places. Each such limit is one byte of the number: 128 plus what is left. A stop takes one from each limit it
    falls under, and a byte that drops below 128 says "too many", with no borrowing between bytes.
    """

    def __init__(self, limits: Iterable[tuple[frozenset[StopKind], int]]) -> None:
        kept = self.limits = _needed(limits)
        self.start = sum((128 + min(limit, UNLIMITED)) << (8 * i) for i, (_, limit) in enumerate(kept))
        self.guard = sum(128 << (8 * i) for i in range(len(kept)))
        self.cost: dict[StopKind, int] = {
            kind: sum(1 << (8 * i) for i, (kinds, _) in enumerate(kept) if kind in kinds) for kind in KINDS
        }

    def fits(self, kinds: Iterable[StopKind]) -> bool:
        """May one route have stops of just these kinds?"""
        left = self.start
        for kind in kinds:
            left -= self.cost[kind]
            if left & self.guard != self.guard:
                return False
        return True


def subset_limits(places: Iterable[tuple[tuple[StopKind, ...], int]]) -> list[tuple[frozenset[StopKind], int]]:
    """For every set of kinds, how many places are open to it."""
    listed = list(places)
    limits: list[tuple[frozenset[StopKind], int]] = []
    for pick in range(1, 1 << len(KINDS)):
        kinds: frozenset[StopKind] = frozenset(kind for i, kind in enumerate(KINDS) if pick >> i & 1)
        limits.append((kinds, min(UNLIMITED, sum(n for row, n in listed if not kinds.isdisjoint(row)))))
    return limits


def _needed(limits: Iterable[tuple[frozenset[StopKind], int]]) -> list[tuple[frozenset[StopKind], int]]:
    """Without the limits that others imply, so that most trains need one or two."""
    sharpest: dict[frozenset[StopKind], int] = {}
    for kinds, limit in limits:
        sharpest[kinds] = min(limit, sharpest.get(kinds, UNLIMITED))
    kept: list[tuple[frozenset[StopKind], int]] = []
    for kinds, limit in sorted(sharpest.items(), key=lambda item: (-len(item[0]), sorted(item[0]))):
        if limit < UNLIMITED and not any(kinds <= wider and other <= limit for wider, other in kept):
            kept.append((kinds, limit))
    return kept


def visit_limits(length: Capacity) -> list[tuple[frozenset[StopKind], int]]:
    """The limits on what the train may visit."""
    limits = subset_limits((row.kinds, row.visit) for row in length.rows)
    if length.offboards < UNLIMITED:
        limits.append((frozenset(OFFBOARDS), length.offboards))
    return limits


def pay_limits(length: Capacity) -> list[tuple[frozenset[StopKind], int]]:
    """The limits on what the train is paid for; never more than it may visit."""
    return subset_limits((row.kinds, min(row.pay, row.visit)) for row in length.rows)


@lru_cache(maxsize=1024)
def counters(length: Capacity) -> tuple[Counter, Counter]:
    """What the train may visit, and what it is paid for."""
    return Counter(visit_limits(length)), Counter(pay_limits(length))


@lru_cache(maxsize=1024)
def pays_what_it_visits(length: Capacity) -> bool:
    """Is the train paid for every stop on its route, of those kinds that it is paid for at all?"""
    pays = dict(pay_limits(length))
    unpaid = {kind for kind in KINDS if pays[frozenset((kind,))] == 0}
    return all(pays[kinds] >= limit for kinds, limit in visit_limits(length) if unpaid.isdisjoint(kinds))
