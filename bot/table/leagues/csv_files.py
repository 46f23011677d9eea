"""A league as CSV files: standings, games and log."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

from bot.league.points import points_text
from bot.table.leagues.book import Book

BOM = "\ufeff"
"""The byte order mark by which spreadsheets recognise UTF-8."""
FORMULA = ("=", "+", "-", "@", "\t")


def as_files(book: Book) -> dict[str, bytes]:
    """The files by name."""
    return {"standings.csv": _standings(book), "games.csv": _games(book), "log.csv": _log(book)}


def _standings(book: Book) -> bytes:
    rows = [
        (
            line.rank,
            book.member(line.member).name,
            points_text(line.points),
            line.played,
            line.wins,
            _day(book, line.member),
            book.by_clock(line.member),
        )
        for line in book.standings()
    ]
    return _file(("rank", "player", "points", "played", "wins", "left", "games_with_clock_moves"), rows)


def _day(book: Book, member: int) -> str:
    left = book.member(member).left_at
    return left.isoformat() if left is not None else ""


def _games(book: Book) -> bytes:
    titles = {one.number: one.title for one in book.rounds}
    rows = [
        (
            table.round,
            table.number,
            titles[table.round],
            table.game_id or "",
            seat,
            book.member(member).name,
            *_end(table.ending, place),
        )
        for table in book.drawn
        for seat, (member, place) in enumerate(
            zip(table.members, table.places or [0] * len(table.members), strict=True), 1
        )
    ]
    return _file(("round", "table", "title", "game", "seat", "player", "ending", "place", "counts"), rows)


def _end(ending: str, place: int) -> tuple[str, object, str]:
    return ending, abs(place) if place else "", "" if not place else "yes" if place > 0 else "no"


def _log(book: Book) -> bytes:
    rows = [
        (
            entry.at.isoformat(),
            entry.by_id,
            entry.what,
            book.member(entry.member).name if entry.member else "",
            entry.points,
            entry.reason,
        )
        for entry in book.log
    ]
    return _file(("when", "by", "what", "player", "points", "reason"), rows)


def _file(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\r\n")
    written.writerow(head)
    written.writerows([_safe(one) for one in row] for row in rows)
    return (BOM + out.getvalue()).encode()


def _safe(value: object) -> object:
    """Keep typed text from being a formula."""
    if not isinstance(value, str) or _is_number(value):
        return value
    # Wide signs count like plain ones, and some spreadsheets split cells at a semicolon.
    plain = unicodedata.normalize("NFKC", value)
    if any(part.lstrip().startswith(FORMULA) for part in re.split(r"[;,\t]", plain)):
        return "'" + value.replace(";", ",")
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
