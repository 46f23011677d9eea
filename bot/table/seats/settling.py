"""Stopping a game by agreement: as it stands, with a winner, or without a result."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlmodel import col, delete
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.rows import RUNNING, STOP, STOPPED, GameRow, SeatRow, TurnRow
from bot.table.ground.rights import stands_for
from bot.table.ground.say import say
from bot.table.ground.services import LoadedGame, Services
from bot.table.play import telling
from bot.table.play.extras import mirrored
from bot.table.play.keeping import in_place
from bot.table.play.troubles import answers
from engine import Game
from engine.core.state import End
from engine.prospects import score_now
from engine.words import Words

STANDS, WINNER, NOTHING = "stands", "winner", "nothing"
RESULTS = (STANDS, WINNER, NOTHING)
"""How players can record an unfinished game."""
PROPOSED, COUNT, RESULT = "ending", "endings", "result"
"""Keys in a game's settings: an open proposal, how many there were, and what was agreed."""


@dataclass(frozen=True)
class Proposal:
    """A proposal to stop, and who has agreed so far."""

    kind: str
    winner: str
    given: list[int]
    """The people in whose seats somebody has agreed; first whoever proposed it."""
    last: int
    """The last action when it was made; any move voids it."""
    number: int
    """Its number, so that an older proposal's button does not count."""


class Settling:
    """Proposals by a player, carried out when all players have agreed."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def propose(self, game_id: int, by: int, kind: str, winner: str = "") -> bool:
        """Propose to stop; returns whether nobody else must agree."""
        async with self.services.lock(game_id), answers(self.services):
            loaded = await self.services.load(game_id)
            if by not in [seat.user_id for seat in deciding(loaded)]:
                raise NotYours("Only players of this game can agree to stop it.")
            check_kind(loaded.game, kind, winner)
            if kind != NOTHING and len({seat.user_id for seat in loaded.seats if seat.has_person}) < 2:
                raise Refused("Only you and robots play here, so there is no result to agree on.")
            number = loaded.row.settings.get(COUNT, loaded.row.last) + 1
            return await self._agreed(loaded, Proposal(kind, winner, [by], loaded.row.last, number), by, asked=True)

    async def answer(self, game_id: int, by: int, number: int, *, yes: bool) -> bool:
        """Agree to a proposal or not, for all seats in which one may act now; returns whether the game is over."""
        async with self.services.lock(game_id), answers(self.services):
            loaded = await self.services.load(game_id)
            known = proposal_of(loaded.row)
            if known is None or known.number != number or loaded.row.last != known.last:
                raise Stale("That proposal is no longer open.")
            mine = [seat for seat in deciding(loaded) if self._may_answer(loaded, known, seat, by)]
            if not mine:
                raise NotYours("Only players of this game can agree to stop it.")
            if yes:
                given = list(dict.fromkeys((*known.given, *(seat.user_id for seat in mine))))
                return await self._agreed(loaded, replace(known, given=given), by, asked=False)
            async with self.services.db.write() as session:
                row = await self._unchanged(session, loaded)
                row.settings = {name: value for name, value in row.settings.items() if name != PROPOSED}
                own = next((seat for seat in mine if seat.user_id == by), mine[0])
                text = say("end_declined", name=own.name)
                telling.tell(self.services, session, row, "end_declined", by, text, ping=known.given)
            return False

    def _may_answer(self, loaded: LoadedGame, known: Proposal, seat: SeatRow, by: int) -> bool:
        """Only the player's stand-in may, too, but nobody answers a proposal of their own for somebody else."""
        proposes = by == known.given[0]
        return seat.user_id == by or (not proposes and stands_for(loaded, by, seat.seat, self.services.clock()))

    async def _agreed(self, loaded: LoadedGame, proposal: Proposal, by: int, *, asked: bool) -> bool:
        missing = [seat for seat in deciding(loaded) if seat.user_id not in proposal.given]
        end = await self.services.work(lambda: result_of(loaded.game, proposal))
        words = await self.services.work(lambda: end_in_words(loaded, proposal, end))
        async with self.services.db.write() as session:
            row, now = await self._unchanged(session, loaded), self.services.clock()
            if not missing:
                await self._stop(session, loaded, row, proposal, by, end, words)
                return True
            row.settings = {**row.settings, PROPOSED: asdict(proposal), COUNT: proposal.number}
            if asked:
                name = next(seat.name for seat in loaded.seats if seat.user_id == by)
                text = say(f"end_asked_{proposal.kind}", name=name, winner=sitting_name(loaded, proposal.winner))
                about = {"proposal": proposal.number, **telling.calling(missing, loaded.people, now, by)}
                telling.tell(self.services, session, row, "end_ask", proposal.number, text, **about)
            return False

    async def _unchanged(self, session: AsyncSession, loaded: LoadedGame) -> GameRow:
        row = await self.services.row(session, loaded.id)
        known, before = ([one.settings.get(PROPOSED), one.settings.get(COUNT)] for one in (row, loaded.row))
        if (row.last, row.epoch, row.status) != (loaded.row.last, loaded.row.epoch, RUNNING) or known != before:
            raise Stale("Somebody else changed this in the meantime; please check and try again.")
        return row

    async def _stop(
        self,
        session: AsyncSession,
        loaded: LoadedGame,
        row: GameRow,
        proposal: Proposal,
        by: int,
        end: End | None,
        words: list[str],
    ) -> None:
        """Stop the game as its organiser would, with the agreed result."""
        now = self.services.clock()
        row.status, row.ended_at = STOPPED, now
        result = {"kind": proposal.kind, "winners": end.winners if end else [], "worth": end.worth if end else {}}
        row.settings = {**{name: one for name, one in row.settings.items() if name != PROPOSED}, RESULT: result}
        session.add(in_place(row, STOP, by, now))
        await session.exec(delete(TurnRow).where(col(TurnRow.game_id) == loaded.id))
        ping = [seat.user_id for seat in loaded.seats]
        note = telling.to_table(row, "ended", "agreed", now, text=words, ping=ping)
        session.add_all([note, *await mirrored(session, loaded.id, [note])])


def deciding(loaded: LoadedGame) -> list[SeatRow]:
    """The seats whose players must agree, without robots and players who have left."""
    living = {seat.id for seat in loaded.game.state.players if not seat.out}
    return [seat for seat in loaded.seats if seat.has_person and seat.seat in living]


def sitting_name(loaded: LoadedGame, seat: str) -> str:
    """The player's name; empty for no seat."""
    return loaded.owner(seat).name if seat else ""


def check_kind(game: Game, kind: Any, winner: str) -> None:
    """Refuse an invalid result."""
    if kind not in RESULTS:
        raise Refused("A game can be stopped as it stands, with a winner, or without a result.")
    living = [seat.id for seat in game.state.players if not seat.out]
    if (kind == WINNER) != bool(winner) or (winner and winner not in living):
        raise Refused("`winner:` goes with `result:with a winner`, and must be a player who is still in the game.")


def proposal_of(row: GameRow) -> Proposal | None:
    """The open proposal, if any."""
    found = row.settings.get(PROPOSED)
    return Proposal(**{"number": found["last"], **found}) if found else None


def result_of(game: Game, proposal: Proposal) -> End | None:
    """The recorded result; None if there is none."""
    if proposal.kind == NOTHING:
        return None
    end = score_now(game)
    return End(why="agreed", worth=end.worth, winners=[proposal.winner] if proposal.kind == WINNER else end.winners)


def agreed_end(row: GameRow) -> End | None:
    """The agreed end of a stopped game; None if there is none, or no result."""
    found = row.settings.get(RESULT)
    if not found or found["kind"] == NOTHING:
        return None
    return End(why="agreed", worth=dict(found["worth"]), winners=list(found["winners"]))


def end_in_words(loaded: LoadedGame, found: Proposal, end: End | None) -> list[str]:
    """The announcement that all players have agreed, with the result."""
    head = [say(f"end_agreed_{found.kind}")]
    return head if end is None else [*head, *telling.ranking(end, Words(telling.view(loaded.game)))]
