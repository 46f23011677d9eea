"""Who may end a game before its time: a league's game gives points, so nobody who plays in it decides that alone."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused
from bot.store.league_rows import LeagueRoundRow, LeagueRow, LeagueTableRow
from bot.store.rows import RUNNING, GameRow, SeatRow
from bot.table.ground.rights import check_organiser
from engine.core.sentences import because


async def check_may_end(
    session: AsyncSession, row: GameRow, seats: Sequence[SeatRow], by: int, *, manager: bool = False
) -> None:
    """Refuse whoever may not end a game: anybody but its organiser or a manager, and in a league's game anybody but
    the league's organiser or a manager, and them too if they play in it with others, who must agree.
    """
    league = await _league_of(session, row)
    if league is None:
        check_organiser(row, by, manager=manager)
        return
    if by != league.organiser_id and not manager:
        raise NotYours(
            because(
                "This game counts for a league, so only <@{organiser}>, who organises the league, can end it before "
                "its time. Players can propose it with `/game end result:`.",
                organiser=league.organiser_id,
            )
        )
    people = {seat.user_id for seat in seats if seat.has_person}
    if by in people and len(people) > 1:
        raise Refused(
            "This game counts for a league and you play in it, so the others must agree to end it before its time: "
            "propose it with `/game end result:`."
        )


async def _league_of(session: AsyncSession, row: GameRow) -> LeagueRow | None:
    """The league that a game still gives points for."""
    same_round = (col(LeagueRoundRow.league_id) == col(LeagueTableRow.league_id)) & (
        col(LeagueRoundRow.number) == col(LeagueTableRow.round)
    )
    played_in = (
        select(LeagueRow)
        .join(LeagueTableRow, col(LeagueTableRow.league_id) == col(LeagueRow.id))
        .join(LeagueRoundRow, same_round)
        .where(LeagueTableRow.game_id == row.id, LeagueRow.status == RUNNING)
        .where(col(LeagueRoundRow.closed_at).is_(None))
    )
    return (await session.exec(played_in)).first()
