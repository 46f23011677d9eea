"""Tables of numbers: what companies earned and players were worth round by round, and who holds which shares."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.view import CompanyView, SeatView, View
from engine.words import Words

UNKNOWN = -1
"""The last run of a company that has never run."""


@dataclass(frozen=True)
class Cell:
    """One number, and how it has changed; no number: there is none, or it is hidden."""

    value: int | None
    text: str
    change: int | None = None
    bold: bool = False


@dataclass(frozen=True)
class Grid:
    """A table with a name for each row and column."""

    title: str
    corner: str
    """What the rows are."""
    columns: list[str]
    rows: list[tuple[str, list[Cell]]]
    total: list[Cell] | None = None
    changes: bool = False
    by_round: bool = False
    """Each row is a round, in order."""

    def csv(self, change: str) -> bytes:
        """The same for a spreadsheet; `change` heads the columns of changes."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        heads = [[name, change.format(name)] if self.changes else [name] for name in self.columns]
        writer.writerow([_safe(one) for one in [self.corner, *(name for head in heads for name in head)]])
        for name, cells in self.rows:
            writer.writerow([_safe(name), *(value for cell in cells for value in self._values(cell))])
        return out.getvalue().encode("utf-8-sig")

    def _values(self, cell: Cell) -> list[str | int]:
        value = cell.text if cell.value is None else cell.value
        return [value, "" if cell.change is None else cell.change] if self.changes else [value]


def _safe(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


@dataclass(frozen=True)
class Round:
    """A round as it was before and after; the last one may still be going on."""

    name: str
    before: View
    after: View

    @property
    def operates(self) -> bool:
        """Companies that run in it."""
        return self.before.clock.of > 0


def rounds_of(views: Sequence[View]) -> Iterator[Round]:
    """Rounds, from the game as each began and as it is now."""
    for before, after in itertools.pairwise(views):
        yield Round(Words(before).short_round, before, after)


def runs_of(views: Sequence[View], symbol: str) -> list[tuple[str, int]]:
    """What a company earned in each operating round in which it had a turn."""
    earnings: list[tuple[str, int]] = []
    for one in rounds_of(views):
        earned = _earned(one, symbol)
        if earned is not None:
            earnings.append((one.name, earned))
    return earnings


def _earned(one: Round, symbol: str) -> int | None:
    before, after = _company(one.before, symbol), _company(one.after, symbol)
    if not one.operates or after is None or after.last_run <= UNKNOWN:
        return None
    return after.last_run if after.turns > (before.turns if before else 0) else None


def _company(view: View, symbol: str) -> CompanyView | None:
    return next((one for one in (*view.companies, *view.builders) if one.symbol == symbol), None)


def earnings(views: Sequence[View]) -> Grid:
    """A row an operating round, a column a company that has run."""
    words = Words(views[-1])
    every = [one.symbol for one in (*views[-1].companies, *views[-1].builders)]
    by_round = [
        (one.name, {symbol: _earned(one, symbol) for symbol in every}) for one in rounds_of(views) if one.operates
    ]
    ran = [symbol for symbol in every if any(line[symbol] is not None for _, line in by_round)]
    rows = [(name, [_money(words, line[symbol]) for symbol in ran]) for name, line in by_round]
    sums = [sum(line[symbol] or 0 for _, line in by_round) for symbol in ran]
    total = [_money(words, one, bold=True) for one in sums] if rows else None
    return Grid(words.text("table_earnings"), words.text("table_round"), ran, rows, total, by_round=True)


def worth(views: Sequence[View]) -> Grid:
    """One row per round, one column per player: their worth when it was over, and the change."""
    words, seats = Words(views[-1]), views[-1].seats
    rows: list[tuple[str, list[Cell]]] = []
    for one in rounds_of(views):
        before, after = ({seat.id: seat for seat in view.seats} for view in (one.before, one.after))
        rows.append((one.name, [_worth(words, before[seat.id], after[seat.id]) for seat in seats]))
    names = [seat.name for seat in seats]
    return Grid(words.text("table_worth"), words.text("table_round"), names, rows, changes=True, by_round=True)


def _worth(words: Words, before: SeatView, after: SeatView) -> Cell:
    if before.out:
        return Cell(None, "")
    change = None if before.worth is None or after.worth is None else after.worth - before.worth
    return Cell(after.worth, words.amount(after.worth), change)


def holdings(views: Sequence[View]) -> Grid:
    """One row per company, one column per player: how much of it they hold, the president's in bold."""
    view = views[-1]
    words = Words(view)
    rows: list[tuple[str, list[Cell]]] = []
    for company in view.companies:
        if not company.started or company.closed:
            continue
        cells: list[Cell] = []
        for seat in view.seats:
            held = next((one for one in seat.shares if one.company == company.symbol), None)
            cells.append(_percent(held.percent if held else 0, bold=bool(held and held.president)))
        cells += [_percent(units * 10) for units in (company.offered, company.pool, company.own)]
        rows.append((company.symbol, cells))
    names = [seat.name for seat in view.seats] + [words.text(one) for one in ("table_ipo", "table_pool", "table_own")]
    return Grid(words.text("table_holdings"), words.text("table_company"), names, rows)


def _percent(value: int, *, bold: bool = False) -> Cell:
    return Cell(value, f"{value}%" if value else "", bold=bold)


def _money(words: Words, value: int | None, *, bold: bool = False) -> Cell:
    return Cell(value, "" if value is None else words.money(value), bold=bold)


GRIDS = {"earnings": earnings, "worth": worth, "holdings": holdings}
"""Tables by the name used to ask for them."""
