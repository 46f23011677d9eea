"""A league in words and as a picture: terms, standings, the current round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.games.presses.leagues import JoinLeague, LeagueStandings, LeaveLeague
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import say, words
from bot.league.points import points_text
from bot.store.league_rows import LeagueMemberRow, LeagueTableRow
from bot.store.rows import (
    FINISHED,
    GATHERING,
    RUNNING,
    GameRow,
)
from bot.table.ground.say import timestamp
from bot.table.leagues.book import Book
from bot.table.leagues.terms import FINISHED_GAME
from engine.titles import title_named
from render import StandingsLine, StandingsSheet, as_many

NOTHING = "–"
ANSWER, PIN, PLAIN = 3500, 3900, 1800
"""The most characters in an answer, in the pinned message, and in the pinned message without an embed."""


def fitting(lines: Sequence[str], room: int, command: str) -> list[str]:
    """As many lines as fit, and where to find the rest."""
    sizes = [len(line) + 1 for line in lines]
    if sum(sizes) <= room:
        return list(lines)
    left = room - len(say("and_more", group="league", count=len(lines), command=command)) - 1
    kept = next(n for n in range(len(lines), -1, -1) if sum(sizes[:n]) <= left or n == 0)
    return [*lines[:kept], say("and_more", group="league", count=len(lines) - kept, command=command)]


def terms_of(book: Book) -> list[str]:
    """The league's terms."""
    terms = book.terms
    titles = [title_named(one).name for one in terms.titles]
    return [
        say("terms", group="league", titles=titles, rounds=terms.rounds, seats=terms.seats),
        say("terms_points", group="league", points=" · ".join(map(str, terms.points))),
        say(
            "terms_draw",
            group="league",
            draw=words()["choices"]["draw"][terms.draw],
            days=terms.days,
            hour=terms.hour,
            zone=terms.zone,
        ),
    ]


def state_of(book: Book) -> str:
    """The league's state in one line, without Discord markup."""
    terms, current = book.terms, book.current
    match book.row.status:
        case one if one == GATHERING:
            return say("state_gathering", group="league", members=len(book.members))
        case one if one == FINISHED:
            return say("state_over", group="league", rounds=terms.rounds)
        case one if one == RUNNING and current is not None:
            title = title_named(current.title).name
            return say("state_playing", group="league", number=current.number, rounds=terms.rounds, title=title)
        case one if one == RUNNING:
            return say("state_between", group="league", number=book.row.round, rounds=terms.rounds)
        case _:
            return say("state_stopped", group="league", number=book.row.round, rounds=terms.rounds)


def standings_name(member: LeagueMemberRow) -> str:
    """A member's name, marked if they have left."""
    return say("gone", group="league", name=member.name) if member.left_at is not None else member.name


def standings_lines(book: Book) -> list[str]:
    """All members, in order."""
    lines: list[str] = []
    for standing in book.standings():
        member = book.member(standing.member)
        name = standings_name(member)
        told = {"points": points_text(standing.points), "played": standing.played, "wins": standing.wins}
        line = say("line", group="league", rank=standing.rank, name=name, **told)
        late = book.by_clock(standing.member)
        lines.append(line + (say("by_clock", group="standings", games=late) if late else ""))
    return lines


def sheet_of(book: Book) -> StandingsSheet:
    """The standings, ready to be drawn."""
    columns = range(1, book.row.round + 1)
    lines: list[StandingsLine] = []
    for standing in book.standings():
        member = book.member(standing.member)
        places = [_place(book, number, standing.member) for number in columns]
        won = tuple(text == "1" for text in places)
        lines.append(
            StandingsLine(
                standing.rank, member.name, tuple(places), won, points_text(standing.points), member.left_at is not None
            )
        )
    alt = [
        say("alt_line", group="league", rank=one.rank, name=one.name, points=one.points, places=one.rounds)
        for one in lines
    ]
    head = say("alt", group="league", name=book.row.name, state=state_of(book))
    return StandingsSheet(
        book.row.name,
        state_of(book),
        tuple(say("round_short", group="league", number=number) for number in columns),
        say("points", group="league"),
        tuple(lines),
        as_many(head, alt, lambda number: say("alt_left_out", group="league", number=number)),
    )


def _place(book: Book, number: int, member: int) -> str:
    """A member's place in a round; `=` if the points were shared evenly."""
    for table in book.tables_of(number):
        if member in table.members:
            if not table.ending:
                return "…"
            place = table.places[table.members.index(member)]
            if place < 0:
                return NOTHING
            return str(place) if table.ending == FINISHED_GAME else "="
    return NOTHING


def round_lines(book: Book, number: int, games: Mapping[int, GameRow]) -> list[str]:
    """A round's tables, with links to their games."""
    return [_table(book, one, games) for one in book.tables_of(number)]


def _table(book: Book, table: LeagueTableRow, games: Mapping[int, GameRow]) -> str:
    names = [book.member(one).name for one in table.members]
    game = games.get(table.game_id or 0)
    if game is None:
        return say("table_unopened", group="league", number=table.number, names=names)
    fields = {"number": table.number, "names": names, "game": game.id, "channel": game.channel_id}
    if not table.ending:
        return say("table", group="league", **fields)
    if table.ending != FINISHED_GAME:
        return say("table_shared", group="league", **fields)
    order = sorted(zip(table.places, names, strict=True), key=lambda pair: abs(pair[0]))
    return say("table_over", group="league", **fields | {"names": [f"{abs(place)}. {name}" for place, name in order]})


def pinned(book: Book, games: Mapping[int, GameRow], room: int = PIN) -> Reply:
    """A league's pinned message; it says where to find what does not fit."""
    lines = [state_of(book), *terms_of(book), ""]
    left, current = room - sum(len(line) + 1 for line in lines), book.current
    if book.row.status == GATHERING:
        members = [f"{number}. {member.name}" for number, member in enumerate(book.members, 1)]
        lines += fitting(members, left, "/league standings files:True")
        join = Button(say("button_join", group="league"), JoinLeague(league=book.id))
        leave = Button(say("button_leave", group="league"), LeaveLeague(league=book.id))
        return Reply("\n".join(lines), _title(book), rows=((join, leave),))
    tables: list[str] = []
    if current is not None and current.due_at is not None:
        due = timestamp(current.due_at)
        head = ["", say("round", group="league", number=current.number, title=title_named(current.title).name, due=due)]
        # The links to the games come first; the rest of the standings is one press away.
        tables = fitting([*head, *round_lines(book, current.number, games)], left * 2 // 3, "/league round")
        left -= sum(len(line) + 1 for line in tables)
    lines += [*fitting(standings_lines(book), left, "/league standings"), *tables]
    picture = Button(say("button_standings", group="league"), LeagueStandings(league=book.id))
    return Reply("\n".join(lines), _title(book), rows=((picture,),))


def _title(book: Book) -> str:
    return say("title", group="league", name=book.row.name)
