"""Everything stored about a league, and what follows from it: members, meetings, standings."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused
from bot.league.draw import History, Round, draw_by_standings, draw_rounds, history_of
from bot.league.points import Correction, Result, Standing, standings
from bot.store.league_rows import (
    LeagueLogRow,
    LeagueMemberRow,
    LeagueRoundRow,
    LeagueRow,
    LeagueTableRow,
)
from bot.store.rows import GATHERING, RUNNING
from bot.table.leagues.terms import (
    BY_STANDINGS,
    FINISHED_GAME,
    FIXED,
    Terms,
)
from engine.core.sentences import because


@dataclass(frozen=True)
class Book:
    """A league's current state."""

    row: LeagueRow
    members: list[LeagueMemberRow]
    rounds: list[LeagueRoundRow]
    """The rounds drawn, and with fixed tables also those planned."""
    tables: list[LeagueTableRow]
    log: list[LeagueLogRow]

    @property
    def id(self) -> int:
        """The league's number."""
        assert self.row.id is not None
        return self.row.id

    @property
    def terms(self) -> Terms:
        """The league's terms."""
        return Terms.of(self.row.terms)

    @property
    def active(self) -> list[LeagueMemberRow]:
        """The members for the next round."""
        return [one for one in self.members if one.left_at is None]

    @property
    def current(self) -> LeagueRoundRow | None:
        """The current round; None if the league is over."""
        if self.row.status != RUNNING:
            return None
        return next((one for one in self.rounds if one.drawn_at is not None and one.closed_at is None), None)

    @property
    def drawn(self) -> list[LeagueTableRow]:
        """All tables of drawn rounds."""
        return [one for one in self.tables if one.round <= self.row.round]

    @property
    def corrections(self) -> int:
        """The number of corrections."""
        return sum(1 for one in self.log if one.points)

    def member(self, number: int) -> LeagueMemberRow:
        """The member with this number."""
        return next(one for one in self.members if one.number == number)

    def member_of(self, user: int) -> LeagueMemberRow:
        """The member with this user number, or Refused."""
        for one in self.members:
            if one.user_id == user:
                return one
        raise Refused(because("<@{user}> is not in this league.", user=user))

    def tables_of(self, number: int) -> list[LeagueTableRow]:
        """A round's tables."""
        return [one for one in self.tables if one.round == number]

    def standings(self) -> list[Standing]:
        """The standings, from all ended tables and the corrections."""
        results = [
            Result(
                {member if place > 0 else -member: abs(place) for member, place in zip(*_both(table), strict=True)},
                table.ending == FINISHED_GAME,
            )
            for table in self.drawn
            if table.ending
        ]
        corrections = [Correction(one.member, one.points) for one in self.log if one.member is not None and one.points]
        return standings([one.number for one in self.members], self.terms.points, results, corrections)

    def by_clock(self, member: int) -> int:
        """In how many games of a member a clock has moved for them."""
        made = (one.by_clock[one.members.index(member)] for one in self.drawn if one.by_clock and member in one.members)
        return sum(map(bool, made))

    def history(self) -> History:
        """The history of meetings and seats."""
        return history_of([(tuple(one.members),) for one in self.drawn])

    def next_round(self) -> int:
        """The number of the next round to draw; raises Refused if there is none."""
        if (current := self.current) is not None:
            if current.due_at is None:
                raise Refused(
                    because(
                        "Round {number} is being played; the next one can be drawn after it.", number=current.number
                    )
                )
            raise Refused(
                because(
                    "Round {number} runs until <t:{due}:f>; the next one can be drawn when it is over.",
                    number=current.number,
                    due=int(current.due_at.timestamp()),
                )
            )
        if self.row.status not in (GATHERING, RUNNING) or self.row.round >= self.terms.rounds:
            raise Refused("This league is over; open the next one with `/league new`.")
        return self.row.round + 1

    def plan(self, number: int) -> list[Round]:
        """Draw the round with this number, and with fixed tables all later ones; Refused if it cannot be drawn."""
        terms, who = self.terms, [one.number for one in self.active]
        planned = tuple(tuple(one.members) for one in self.tables_of(number))
        if terms.draw == FIXED and sorted(one for table in planned for one in table) == sorted(who):
            return [planned]
        every = [terms.sizes(number, len(who))]
        # Tables by standings are drawn even if a later title has no place for so many.
        with suppress(Refused) if terms.draw == BY_STANDINGS else nullcontext():
            for later in range(number + 1, terms.rounds + 1):
                every.append(terms.sizes(later, len(who)))
        if terms.draw == BY_STANDINGS and number > 1:
            order = [one.member for one in self.standings() if one.member in who]
            return [draw_by_standings(order, every, self.history())]
        drawn = draw_rounds(who, every, self.history(), self.row.seed + number)
        # Drawn with the remaining rounds in mind; unless fixed, those are drawn anew later.
        return drawn if terms.draw == FIXED else drawn[:1]


def _both(table: LeagueTableRow) -> tuple[list[int], list[int]]:
    return table.members, table.places


async def read_book(session: AsyncSession, league_id: int) -> Book:
    """A league, or Refused."""
    row = await session.get(LeagueRow, league_id) if 0 < league_id < 2**31 else None
    if row is None:
        raise Refused("There is no such league.")

    members = select(LeagueMemberRow).where(LeagueMemberRow.league_id == league_id)
    rounds = select(LeagueRoundRow).where(LeagueRoundRow.league_id == league_id)
    tables = select(LeagueTableRow).where(LeagueTableRow.league_id == league_id)
    log = select(LeagueLogRow).where(LeagueLogRow.league_id == league_id)
    return Book(
        row,
        list(await session.exec(members.order_by(col(LeagueMemberRow.number)))),
        list(await session.exec(rounds.order_by(col(LeagueRoundRow.number)))),
        list(await session.exec(tables.order_by(col(LeagueTableRow.round), col(LeagueTableRow.number)))),
        list(await session.exec(log.order_by(col(LeagueLogRow.id)))),
    )


def check_leads(row: LeagueRow, user: int, *, manager: bool) -> None:
    """Refuse anybody but the organiser or a manager of the server."""
    if user != row.organiser_id and not manager:
        raise NotYours(
            because("Only <@{organiser}>, who organises this league, can do this.", organiser=row.organiser_id)
        )


def check_goes_on(book: Book) -> None:
    """Refuse what only makes sense before a league is over."""
    if book.row.status not in (GATHERING, RUNNING):
        raise Refused("This league is over.")
