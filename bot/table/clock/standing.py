"""What a game's pinned message shows beside the position, read at once: it is brought up to date after each move."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from bot.store.league_rows import TimeUsedRow
from bot.store.rows import MOVES, QUESTION, RUNNING, GameRow, PersonRow, PostRow, SeatRow, ServerRow
from bot.table.clock.habits import Used, used_by
from bot.table.ground.parsing import game_number
from bot.table.ground.services import SeatedGame, Services, for_each_seat, of_seat
from bot.table.ground.settings import SERVER_SETTINGS, in_force
from bot.table.play.troubles import answers


@dataclass(frozen=True)
class Standing:
    """A game, begun or not, and what stands around it."""

    seated: SeatedGame
    used: list[Used]
    """What everybody has used in it who plays it now, in the order of their seats."""
    has_board: bool
    """Has its server a board of games?"""
    untidy: bool
    """May buttons of its older messages do nothing any more?"""


def _standing() -> Select[GameRow, SeatRow | None, PersonRow | None, TimeUsedRow | None, ServerRow | None, bool]:
    # What it was posted with asks nothing any more, or may not; the newest message's moves are as they should be.
    over = (col(PostRow.buttons) == MOVES) & (col(GameRow.status) != RUNNING)
    outdated = col(PostRow.stale) | (col(PostRow.buttons) == QUESTION) | over
    untidy = select(PostRow.message_id).where(PostRow.game_id == GameRow.id, outdated).exists()
    columns = Select[GameRow, SeatRow | None, PersonRow | None, TimeUsedRow | None, ServerRow | None, bool](
        GameRow, SeatRow, PersonRow, TimeUsedRow, ServerRow, untidy
    )
    own = of_seat(TimeUsedRow) & (col(TimeUsedRow.user_id) == col(SeatRow.user_id))
    return (
        for_each_seat(columns)
        .join(TimeUsedRow, own, isouter=True)
        .join(ServerRow, col(ServerRow.guild_id) == col(GameRow.guild_id), isouter=True)
    )


_STANDING = _standing()


async def standing_of(services: Services, game_id: int) -> Standing:
    """A game for its pinned message."""
    async with answers(services), services.db.read() as session:
        rows = list(await session.exec(_STANDING, params={"game": game_number(game_id)}))
        seated = await services.seated_of(session, [(game, seat, person) for game, seat, person, *_ in rows])
    server = next((one for *_, one, _ in rows if one is not None), None)
    board = in_force(SERVER_SETTINGS, server.settings if server is not None else {})["board_message"]
    used = used_by(seated.seats, [time for *_, time, _, _ in rows if time is not None])
    return Standing(seated, used, bool(board), rows[0][-1])
