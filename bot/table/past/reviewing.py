"""Reviews of games: worked out in a process of their own, kept, and worked out again when the game has gone on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import takewhile
from typing import Generic, TypeVar

from msgspec import Struct
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from bot.errors import Refused
from bot.host.workers import Lost
from bot.store.rows import FINISHED, STOPPED, ActionRow, GameRow, PersonRow, ReviewRow, SeatRow
from bot.table.ground.own_process import run_alone
from bot.table.ground.services import Present, Services, known_id
from bot.table.ground.settings import personal_setting
from bot.table.past.past import Past, last_turn
from bot.table.past.replayed import StoredMove, events_of, in_time, steps
from bot.table.play.troubles import answers
from engine import Game, decode_game
from engine.record import Move
from engine.review.proven import Proven, prove
from engine.review.review import Played, Review, work_out
from engine.review.stored import decode, encode

T = TypeVar("T", bound=Struct)
log = logging.getLogger("stationmaster.reviews")
STORY = "story"
"""The part of a review that is kept first: turning points and money."""
JUDGING, PATIENCE = 300.0, 600.0
"""Seconds of the processor for what can be proven of a game, after which the rest is not compared, and for any part.
With the robot's view, which limits itself, everything is there within ten minutes.
"""
LATELY = timedelta(days=1)
"""Games that ended since then are reviewed before anybody asks."""


@dataclass(frozen=True)
class Reviewed:
    """What a review is of."""

    game_id: int
    seat: str
    """Whose knowledge limits it; empty once the game is over."""
    until: int
    """The last move that may be in it."""


@dataclass(frozen=True)
class Part(Generic[T]):
    """A part of a review that takes minutes, and is worked out when somebody asks for it."""

    name: str
    work: Callable[..., bytes]
    """Makes it of positions and moves, in a process of its own."""
    form: type[T]


@dataclass(frozen=True)
class KeptPart:
    """A kept part of the review of a game that is over, for somebody who played in it."""

    game: int
    title: str
    part: str
    data: bytes
    user: int
    seat: str
    makers: Mapping[int, int]

    def is_own(self, seat: str, move: int) -> bool:
        """Was a move theirs? In their seat, and made by nobody else."""
        return seat == self.seat and self.makers.get(move, self.user) == self.user


@dataclass
class Reviewing:
    """Works out reviews one at a time."""

    services: Services
    past: Past
    _alone: asyncio.Lock = field(default_factory=asyncio.Lock)
    _proving: asyncio.Lock = field(default_factory=asyncio.Lock)
    """What takes minutes, so that no story waits for it."""
    _ahead: asyncio.Task[None] | None = None
    _tried: set[Reviewed] = field(default_factory=set[Reviewed])
    """What was worked out ahead, or could not be."""

    async def of(self, shown: Present, seat: str) -> Reviewed:
        """What somebody may see reviewed: a game that is over, or their own up to their last turn."""
        game_id, line = known_id(shown.row), await self.past.line(known_id(shown.row))
        if shown.row.status in (FINISHED, STOPPED):
            reviewed = Reviewed(game_id, "", line[-1].number if line else 0)
        elif not seat:
            raise Refused(
                "This game is still going on, and you do not play in it. You can see its review when it is over."
            )
        else:
            reviewed = Reviewed(game_id, seat, last_turn(line, seat))
        if not reviewed.until:
            raise Refused("There is nothing to review yet. Try again after your next turn.")
        return reviewed

    async def kept(self, reviewed: Reviewed) -> Review | None:
        """The review as it was worked out before."""
        data = await self._kept(reviewed, STORY)
        return None if data is None else decode(data, Review)

    async def kept_part(self, reviewed: Reviewed, part: Part[T]) -> T | None:
        """Another part, as it was worked out before."""
        data = await self._kept(reviewed, part.name)
        return None if data is None else decode(data, part.form)

    async def review(self, reviewed: Reviewed) -> Review:
        """The review; cancelling this ends the work on it."""
        async with self._alone:
            if (kept := await self.kept(reviewed)) is not None:
                return kept
            raws, moves, stored = await self._stored(reviewed)
            played = [(move.number, move.seat, stored.get(move.number)) for move in moves]
            data = await self._worked_out(reviewed, STORY, worked_out, raws, played, reviewed.seat)
        review = decode(data, Review)
        assert review is not None
        return review

    async def part(self, reviewed: Reviewed, part: Part[T], *about: object) -> T:
        """Another part; cancelling this ends the work on it. `about`: what the work needs beside the moves."""
        async with self._proving:
            if (kept := await self.kept_part(reviewed, part)) is not None:
                return kept
            raws, moves, events = await self._stored(reviewed)
            stored = [_stored(move, events.get(move.number)) for move in moves]
            data = await self._worked_out(reviewed, part.name, part.work, raws, stored, *about)
        worked = decode(data, part.form)
        assert worked is not None
        return worked

    async def makers(self, game_id: int) -> dict[int, int]:
        """Who made each move, or stands for them when they are forgotten: read anew, since that may have happened. Of
        moves from a file nobody is known.
        """
        at_a_table = ActionRow.game_id == game_id, col(ActionRow.decision) != 0
        moves = select(ActionRow.number, ActionRow.clicker).where(*at_a_table)
        async with answers(self.services), self.services.db.read() as session:
            return dict(list(await session.exec(moves)))

    async def of_person(self, user: int) -> list[KeptPart]:
        """What is kept of all games that somebody has played to their end."""
        over = col(GameRow.status).in_((FINISHED, STOPPED)), col(GameRow.copy_of).is_(None)
        kept = ReviewRow.seat == "", ReviewRow.part != STORY, ReviewRow.until == GameRow.position
        columns = Select[GameRow, SeatRow, ReviewRow](GameRow, SeatRow, ReviewRow)
        joined = columns.join(SeatRow, col(SeatRow.game_id) == col(GameRow.id)).join(
            ReviewRow, col(ReviewRow.game_id) == col(GameRow.id)
        )
        async with answers(self.services), self.services.db.read() as session:
            rows = list(await session.exec(joined.where(SeatRow.user_id == user, *over, *kept)))
        makers = {game: await self.makers(game) for game in {known_id(row) for row, _, _ in rows}}
        return [
            KeptPart(game, row.title, review.part, review.data, user, seat.seat, makers[game])
            for row, seat, review in rows
            for game in [known_id(row)]
        ]

    async def private(self, people: Iterable[int]) -> frozenset[int]:
        """Those of these people who do not want others to look at their play."""
        async with answers(self.services), self.services.db.read() as session:
            rows = await session.exec(select(PersonRow).where(col(PersonRow.user_id).in_(sorted(people))))
            return frozenset(row.user_id for row in rows if personal_setting(row, "review") == "private")

    async def _kept(self, reviewed: Reviewed, part: str) -> bytes | None:
        async with answers(self.services), self.services.db.read() as session:
            row = await session.get(ReviewRow, (reviewed.game_id, reviewed.seat, part))
        return row.data if row is not None and row.until == reviewed.until else None

    async def _stored(self, reviewed: Reviewed) -> tuple[list[bytes], list[ActionRow], dict[int, bytes]]:
        """The positions, moves and events of what is reviewed."""
        line = await self.past.line(reviewed.game_id)
        moves = [*takewhile(lambda move: move.number <= reviewed.until, line)]
        numbers = [move.number for move in moves]
        raws = await self.past.raw_positions(reviewed.game_id, [0, *numbers])
        return raws, moves, await self.past.stored_events(reviewed.game_id, numbers)

    async def _worked_out(self, reviewed: Reviewed, part: str, job: Callable[..., bytes], *given: object) -> bytes:
        try:
            data = await run_alone(job, *given, patience=PATIENCE)
        except (Lost, MemoryError) as e:
            raise Refused("This review took more time or memory than is allowed.") from e
        async with answers(self.services), self.services.db.write() as session:
            await session.merge(
                ReviewRow(game_id=reviewed.game_id, seat=reviewed.seat, part=part, until=reviewed.until, data=data)
            )
        return data

    async def tick(self) -> None:
        """Work out reviews of games that have just ended, so that they open at once."""
        if self._ahead is None or self._ahead.done():
            self._ahead = asyncio.create_task(self.ahead())

    async def ahead(self) -> None:
        """The same, until there is none left. Whatever fails is only logged: it is worked out when somebody asks."""
        try:
            for reviewed in await self._missing():
                self._tried.add(reviewed)
                await self.review(reviewed)
        except Exception as e:
            log.error("a game could not be reviewed: %s", type(e).__name__)

    def close(self) -> None:
        """Stop working ahead."""
        if self._ahead is not None:
            self._ahead.cancel()

    async def _missing(self) -> list[Reviewed]:
        since = self.services.clock() - LATELY
        async with self.services.db.read() as session:
            kept = select(ReviewRow.game_id).where(
                ReviewRow.seat == "", ReviewRow.part == STORY, ReviewRow.until == GameRow.position
            )
            ended = GameRow.status == FINISHED, col(GameRow.ended_at) > since, col(GameRow.copy_of).is_(None)
            rows = await session.exec(select(GameRow).where(*ended, ~kept.correlate(GameRow).exists()))
            found = [Reviewed(known_id(row), "", row.position) for row in rows if row.position]
        return [one for one in found if one not in self._tried]


def worked_out(raws: Sequence[bytes], played: Sequence[tuple[int, str, bytes | None]], seat: str) -> bytes:
    """A review as it is stored; for a process of its own."""

    def moves() -> Iterator[tuple[Played, Game]]:
        for (number, mover, data), raw in zip(played, raws[1:], strict=True):
            yield Played(number, mover, events_of(data)), decode_game(raw)

    return encode(work_out(decode_game(raws[0]), moves(), seat or None))


def _stored(move: ActionRow, events: bytes | None) -> StoredMove:
    decided = move.cause is None and not move.by_clock
    return StoredMove(move.number, Move(move.seat, move.verb, dict(move.args)), events, decided)


def proved(raws: Sequence[bytes], moves: Sequence[StoredMove], patience: float = PATIENCE) -> bytes:
    """What can be proven, as it is stored; for a process of its own."""
    return encode(prove(steps(raws, moves), iter(in_time(JUDGING, patience), None)))


PROVEN = Part("proven", proved, Proven)
"""What can be proven of a game."""
