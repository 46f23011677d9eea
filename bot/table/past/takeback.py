"""Undo and redo: the current position is a pointer to a stored one, and moving it raises the epoch."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from functools import partial

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.outbox import said_lately
from bot.store.rows import FINISHED, REDO, RUNNING, UNDO, ActionRow, GameRow, OrderRow, UndoAskRow
from bot.table.ground.positions import CachedPosition, Damage
from bot.table.ground.rights import (
    check_organiser,
    has_consent,
    plays_among_secrets,
    stands_for,
    to_decide,
)
from bot.table.ground.say import say
from bot.table.ground.services import (
    BegunGame,
    BegunGameAtPosition,
    LoadedGame,
    Services,
    known_id,
)
from bot.table.past.learning import has_taught
from bot.table.past.past import Past, moves_to
from bot.table.past.reading import brief, sentences
from bot.table.play import telling
from bot.table.play.condensed import BETWEEN
from bot.table.play.following import orders_involved, redone, undone
from bot.table.play.keeping import go_to
from bot.table.play.playing import check_harmless
from bot.table.play.troubles import answers
from engine import Act
from engine.view import view

SHOWN, LONG = 12, 160
"""The most moves named in an undo, and characters of one."""


@dataclass(frozen=True)
class MoveGroup:
    """A move with those that orders added, undone and redone as one."""

    moves: list[ActionRow]

    @property
    def root(self) -> ActionRow:
        """The move somebody made."""
        return self.moves[0]


@dataclass(frozen=True)
class UndoScope:
    """What an undo would take back, and who must agree."""

    target: int
    units: list[MoveGroup]
    needs: list[str]
    """The other seats whose moves would be taken back, without robots; all others if somebody has learned something."""
    learned: bool = False
    """Has one of the moves told its maker, or the asker, something that they could not know before?"""
    moves: list[str] = field(default_factory=list)
    """The moves in public words, latest first."""

    @property
    def made(self) -> list[ActionRow]:
        """The moves that would be taken back, in order."""
        return [move for unit in self.units for move in unit.moves]


class TakeBack:
    """Undoes and redoes moves."""

    def __init__(self, services: Services, past: Past) -> None:
        self.services = services
        self.past = past

    async def reach(self, game_id: int, clicker: int, target: int | None = None) -> UndoScope:
        """What an undo would take back."""
        async with answers(self.services):
            async with self.services.db.read() as session:
                stored = await self.services.stored(session, game_id, running=False)
                reach = await self._reach(session, stored, clicker, target)
            return await self._told(await self.services.loaded(stored), clicker, reach)

    async def undo(
        self,
        game_id: int,
        clicker: int,
        epoch: int,
        target: int | None = None,
        *,
        as_organiser: bool = False,
        last: int | None = None,
    ) -> UndoScope | None:
        """Take back one's own last move, or everything after a position with the consent of those affected. Without a
        target, the last move. `last` is the last action the asker had seen: no more is taken back. Returns what was
        undone; None if others are asked first.
        """
        async with self.services.lock(game_id), answers(self.services):
            async with self.services.db.read() as session:
                stored = await self._stored(session, game_id, epoch)
                if last not in (None, stored.row.last):
                    raise Stale("The game has moved on since this was shown; please check and try again.")
                reach = await self._reach(session, stored, clicker, target)
                orders = await orders_involved(session, game_id, reach.made)
            loaded = await self.services.loaded(stored)
            reach = await self._told(loaded, clicker, reach)
            if as_organiser and clicker != loaded.row.organiser_id:
                raise NotYours("Only the organiser can do this.")
            if not loaded.row.is_copy:
                plays = any(stands_for(loaded, clicker, one.seat, self.services.clock()) for one in loaded.seats)
                if not as_organiser and not plays:
                    raise NotYours("You are not a player in this game.")
                # What somebody has learned is not the organiser's to give away.
                if reach.needs and (reach.learned or not as_organiser):
                    await self._ask(loaded, clicker, reach)
                    return None
            await self._taken_back(loaded, clicker, reach, orders)
            return reach

    async def answer(self, game_id: int, clicker: int, epoch: int, agree: bool) -> bool:
        """Agree or not to a request to take moves back; returns whether they have been taken back."""
        async with self.services.lock(game_id), answers(self.services):
            async with self.services.db.read() as session:
                stored = await self._stored(session, game_id, epoch)
                asked = await session.get(UndoAskRow, game_id)
                if asked is None or (asked.last, asked.epoch) != (stored.row.last, stored.row.epoch):
                    raise Stale("There is nothing to agree to; the game has moved on.")
                now = self.services.clock()
                mine = [seat for seat in asked.needs if stands_for(stored, clicker, seat, now)]
                if clicker == asked.asked_by:
                    mine = []  # Not even for somebody they stand in for.
                if not mine:
                    raise NotYours("There is nothing for you to answer.")
                reach = await self._reach(session, stored, asked.asked_by, asked.target)
                orders = await orders_involved(session, game_id, reach.made)
            loaded = await self.services.loaded(stored)
            reach = await self._told(loaded, asked.asked_by, reach)
            async with self.services.db.write() as session:
                row = await session.get(UndoAskRow, game_id)
                if row is None or (row.last, row.epoch) != (asked.last, asked.epoch):
                    raise Stale("There is nothing to agree to; the game has moved on.")
                if agree:
                    row.given = list(dict.fromkeys([*row.given, *mine]))
                    all_agree = set(row.needs) <= set(row.given)
                else:
                    await session.delete(row)
                    text, about = say("undo_declined", name=loaded.owner(mine[0]).name), f"{row.epoch} {row.target}"
                    telling.tell(self.services, session, loaded.row, "undo_declined", about, text)
                    all_agree = False
            if all_agree:
                await self._taken_back(loaded, asked.asked_by, reach, orders)
            return all_agree

    async def redo(self, game_id: int, clicker: int, epoch: int, *, grave: bool = True) -> list[str]:
        """Redo the move that was taken back last, with those that orders had added; returns the moves in words. Without
        `grave`, a move that ends the game or somebody's part in it raises NeedsConfirmation instead.
        """
        async with self.services.lock(game_id), answers(self.services):
            async with self.services.db.read() as session:
                stored = await self._stored(session, game_id, epoch)
                row = stored.row
                unit = await self._next(session, row)
                undecoded = await self.services.position(session, row, unit.moves[-1].number, stored.position.names)
                orders = await orders_involved(session, game_id, unit.moves)
            loaded, cached = await self.services.loaded(stored), await self.services.decoded(undecoded)
            moves = await self._sentences(loaded, unit.moves)
            now = self.services.clock()
            own = stands_for(loaded, clicker, unit.root.seat, now)
            if not own and not await self._may_redo(loaded, clicker, unit):
                raise to_decide(loaded, unit.root.seat)
            if not grave:
                check_harmless(loaded.game, unit.root.seat, Act(unit.root.verb, dict(unit.root.args)), cached.game)
            position = unit.moves[-1].number
            tip = None if position == row.tip else row.tip
            text = say("redone", name=self._name(loaded, clicker), moves=BETWEEN.join(moves))
            also = partial(redone, loaded, orders, unit.moves)
            await go_to(self.services, loaded, REDO, clicker, position, cached.game, text, tip, also)
            with self.services.speaking_to(clicker):
                return await self._sentences(loaded, unit.moves)

    async def _may_redo(self, loaded: LoadedGame, clicker: int, unit: MoveGroup) -> bool:
        """May somebody redo a move of others? Whoever took it back and an organiser may, unless they would learn from
        it; for an organiser who plays it is also to act for others.
        """
        now = self.services.clock()
        if clicker != await self._undone_by(loaded.id):
            acts = has_consent(loaded.row, loaded.seats) or not plays_among_secrets(loaded, clicker, now)
            if clicker != loaded.row.organiser_id or not acts:
                return False
        return not await has_taught(self.past, loaded, clicker, unit.moves, now)

    async def again(self, game_id: int) -> list[str]:
        """The moves that redo would restore, in public words."""
        async with answers(self.services):
            async with self.services.db.read() as session:
                stored = await self.services.stored(session, game_id, running=False)
                unit = await self._next(session, stored.row)
            return await self._sentences(await self.services.loaded(stored), unit.moves)

    async def repair(self, game_id: int, clicker: int) -> int:
        """Take a game with a damaged position back to its last readable one; returns its number."""
        async with self.services.lock(game_id), answers(self.services):
            async with self.services.db.read() as session:
                seated = await self.services.seated(session, game_id)
                row = seated.row
                check_organiser(row, clicker)
                line = [0, *(move.number for move in await moves_to(session, game_id, row.position))]
            goal, cached = await self._last_readable(row, line, seated.names)
            if goal == row.position:
                raise Refused("This game is not damaged.")
            loaded = LoadedGame(**vars(seated), turns={}, orders=[], cached=cached, speaks=self.services.speaking_to)
            await go_to(self.services, loaded, UNDO, clicker, goal, cached.game, say("repaired", number=goal))
            return goal

    # --- how

    async def _last_readable(self, row: GameRow, line: list[int], names: dict[str, str]) -> tuple[int, CachedPosition]:
        """The last of these positions that can be read from the store; raises Damage if none can."""
        for number in reversed(line[1:]):
            with contextlib.suppress(Damage):
                return number, await self._as_stored(row, number, names)
        return line[0], await self._as_stored(row, line[0], names)

    async def _as_stored(self, row: GameRow, number: int, names: dict[str, str]) -> CachedPosition:
        async with self.services.db.read() as session:
            undecoded = await self.services.as_stored(session, row, number, names)
        return await self.services.decoded(undecoded)

    async def _position(self, row: GameRow, number: int, names: dict[str, str]) -> CachedPosition:
        async with self.services.db.read() as session:
            undecoded = await self.services.position(session, row, number, names)
        return await self.services.decoded(undecoded)

    async def _stored(self, session: AsyncSession, game_id: int, epoch: int) -> BegunGameAtPosition:
        stored = await self.services.stored(session, game_id, running=False)
        if stored.row.status not in (RUNNING, FINISHED):
            raise Refused("This game is over.")
        if epoch != stored.row.epoch:
            raise Stale("Moves have been taken back since this was shown; please check and try again.")
        return stored

    async def _reach(self, session: AsyncSession, loaded: BegunGame, clicker: int, target: int | None) -> UndoScope:
        units = _units(await moves_to(session, loaded.id, loaded.row.position))
        if not units:
            raise Refused("There is nothing to take back.")
        goal = units[-1].root.parent if target is None else target
        back = [unit for unit in units if unit.root.number > goal]
        if not back or back[0].root.parent != goal:
            raise Refused("The game cannot be taken back to that point; name the last move to keep.")
        now = self.services.clock()
        roots = dict.fromkeys(unit.root.seat for unit in back)
        needs = [seat for seat in roots if loaded.owner(seat).has_person and not stands_for(loaded, clicker, seat, now)]
        return UndoScope(goal, back, needs)

    async def _told(self, loaded: LoadedGame, clicker: int, reach: UndoScope) -> UndoScope:
        """The same, with its moves in words; if somebody has learned something from them, all others must agree."""
        moves, now = await self._sentences(loaded, reach.made), self.services.clock()
        if not await has_taught(self.past, loaded, clicker, reach.made, now):
            return replace(reach, moves=moves)
        roots = {unit.root.seat for unit in reach.units}
        playing = {one.id for one in loaded.game.state.players if not one.out}
        others = [one.seat for one in loaded.seats if one.has_person and one.user_id != clicker]
        needs = [one for one in others if one in playing or one in roots]
        needs = [one for one in needs if one not in roots or not stands_for(loaded, clicker, one, now)]
        return replace(reach, moves=moves, needs=needs, learned=True)

    async def _sentences(self, loaded: LoadedGame, moves: list[ActionRow]) -> list[str]:
        """Moves in public words, latest first, at most a dozen."""
        stories = await self.past.stories(loaded.id, moves[-SHOWN:][::-1])
        shown = view(loaded.game)
        lines = [brief(sentences(story, shown), LONG) for story in stories.values()]
        return [*lines, say("more", count=len(moves) - SHOWN)] if len(moves) > SHOWN else lines

    async def _next(self, session: AsyncSession, row: GameRow) -> MoveGroup:
        """The move that was taken back last."""
        line = await moves_to(session, known_id(row), row.tip) if row.tip is not None else []
        unit = next((unit for unit in _units(line) if unit.root.parent == row.position), None)
        if unit is None:
            raise Refused("There is nothing to redo.")
        return unit

    async def _ask(self, loaded: LoadedGame, clicker: int, reach: UndoScope) -> None:
        now, row = self.services.clock(), loaded.row
        names = [loaded.owner(seat).name for seat in reach.needs]
        told = "undo_asked_learned" if reach.learned else "undo_asked"
        text = say(told, name=self._name(loaded, clicker), moves=BETWEEN.join(reach.moves), needs=names)
        async with self.services.db.write() as session:
            before, about = await session.get(UndoAskRow, loaded.id), {"epoch": row.epoch, "goal": reach.target}
            asked = UndoAskRow(
                game_id=loaded.id,
                target=reach.target,
                last=row.last,
                epoch=row.epoch,
                asked_by=clicker,
                needs=reach.needs,
            )
            if before is None or (before.last, before.epoch, before.target) != (row.last, row.epoch, reach.target):
                asked = await session.merge(asked)
            else:
                if await said_lately(session, now, telling.ANEW, loaded.id, "undo_ask", **about):
                    raise Refused("That has already been requested.")
                asked = before
            missing = [loaded.owner(seat) for seat in asked.needs if seat not in asked.given]
            called = {**about, **telling.calling(missing, loaded.people, now, clicker)}
            telling.tell(self.services, session, row, "undo_ask", f"{row.epoch} {reach.target}", text, **called)

    async def _taken_back(self, loaded: LoadedGame, clicker: int, reach: UndoScope, orders: list[OrderRow]) -> None:
        row = loaded.row
        cached = await self._position(row, reach.target, loaded.names)
        tip = row.position if row.tip is None else row.tip
        text = say("undone", name=self._name(loaded, clicker), moves=BETWEEN.join(reach.moves))
        also = partial(undone, loaded, orders, reach.made)
        await go_to(self.services, loaded, UNDO, clicker, reach.target, cached.game, text, tip, also)

    async def _undone_by(self, game_id: int) -> int:
        """Who took moves back last."""
        async with self.services.db.read() as session:
            undone = (
                select(ActionRow.clicker)
                .where(ActionRow.game_id == game_id, ActionRow.kind == UNDO)
                .order_by(col(ActionRow.number).desc())
                .limit(1)
            )
            return (await session.exec(undone)).first() or 0

    def _name(self, loaded: LoadedGame, clicker: int) -> str:
        mine = [seat.name for seat in loaded.seats if seat.user_id == clicker]
        return mine[0] if mine else f"<@{clicker}>"


def _units(line: list[ActionRow]) -> list[MoveGroup]:
    units: list[MoveGroup] = []
    for move in line:
        if move.cause is not None and units and move.cause == units[-1].root.number:
            units[-1].moves.append(move)
        else:
            units.append(MoveGroup([move]))
    return units
