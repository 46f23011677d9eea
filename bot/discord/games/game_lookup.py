"""Which game somebody means, and which seat they act for."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated

from bot.discord.games.presses.moves import PanelAt
from bot.discord.games.request import Request
from bot.discord.games.rights import check_sees
from bot.discord.kit.command import (
    Option,
    Typed,
    by_options,
    matching,
)
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.errors import Refused, Stale, Trouble
from bot.menu.move.moves import Moves, moves_of
from bot.safe_text import number
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, GameRow, SeatRow
from bot.table.ground.rights import check_may_act, seat_of
from bot.table.ground.say import called, clean_name
from bot.table.ground.services import Present
from bot.table.past.reading import brief, sentences
from bot.table.play.telling import place_of
from engine import Game
from engine.lessons import lesson_of
from engine.view import View
from engine.words import Words


@dataclass(frozen=True)
class GameContext:
    """A game's position, and the asker's seat; empty for a spectator."""

    now: Present
    seat: str
    shown: int | None = None
    """The last action when the panel with the pressed button was made; None: the panel is being made now."""
    reader: int = 0
    """Who reads what is said; 0: nobody in particular."""

    @property
    def own(self) -> bool:
        """Does whoever reads play in this seat, rather than act for it? In a lesson it is the learner's."""
        row = self.now.row
        if self.reader and (lesson := lesson_of(row.title, row.lesson) if row.lesson else None) is not None:
            return self.seat == lesson.seat
        return any(one.seat == self.seat and one.user_id == self.reader for one in self.now.seats)

    @property
    def reads(self) -> str:
        """The seat of whoever reads, if it is theirs."""
        return self.seat if self.own else ""

    @property
    def seen(self) -> int:
        """The last action that the asker knows of."""
        return self.now.row.last if self.shown is None else self.shown

    @property
    def game(self) -> int:
        """The number of the game."""
        assert self.now.row.id is not None
        return self.now.row.id

    @cached_property
    def moves(self) -> Moves:
        """What the seat can do, tried on the game as it may suppose it, so that a preview tells nothing it may not
        know; on a private copy, everything is known.
        """
        return moves_of(self.now.game, self.seat, knows_all=self.now.row.is_copy, own=self.own)

    @property
    def view(self) -> View:
        """The seat's view."""
        return self.moves.view

    @property
    def supposed(self) -> Game:
        """The game on which moves are tried for this seat."""
        return self.moves.game

    @property
    def words(self) -> Words:
        """Words for this seat's view."""
        return self.moves.words

    @cached_property
    def decides(self) -> bool:
        """Must this seat decide something now?"""
        return any(one.seat == self.seat for one in self.now.game.decisions())

    @property
    def called(self) -> str:
        """The game's number, with its name if it has one."""
        return called(self.now.row)

    @property
    def heading(self) -> str:
        """The heading of every answer about the game: its name and the current round."""
        place = place_of(self.now.row, self.view)
        return place if self.now.row.lesson else say("panel_title", game=self.called, place=place)

    def name(self, seat: str) -> str:
        """The name of a seat's player."""
        return next((one.name for one in self.now.seats if one.seat == seat), seat)


async def find_game(request: Request, game: str | None, *, begun: bool | None = None) -> int:
    """The named game, or this channel's; `begun`: only games that have, or have not, begun."""
    if game is not None:
        return await _named(request, game)
    rows = await request.bot.extras.games_in(request.channel)
    found = [row for row in rows if fits(row, begun) and (not row.is_copy or row.organiser_id == request.user)]
    over = [row for row in found if row.status in (FINISHED, STOPPED)]
    alive = [row for row in found if row not in over]
    if len(alive) > 1:
        mine = {row.id: turn for row, _, turn in await request.table.games_of(request.user)}
        alive = [row for row in alive if row.id in mine] or alive
        alive = [row for row in alive if mine.get(row.id)] or alive
    if len(alive) > 1:
        raise Refused(say("which_game", games=[f"{row.id} ({row.title})" for row in alive]))
    if alive:
        return alive[0].id or 0
    if over and begun is not False:
        return over[0].id or 0
    mine = [row for row, _, _ in await request.table.games_of(request.user) if fits(row, begun)]
    if len(mine) == 1 and not request.guild:
        if (gone := await request.table.exploring.deleted_copy_of(request.user, request.channel)) is not None:
            raise Refused(say("copy_gone", group="explore", game=gone, mine=mine[0].id))
        return mine[0].id or 0
    gathering = [row for row in rows if row.status == GATHERING]
    if begun and gathering:
        raise Refused(say("not_begun", game=called(gathering[0])))
    raise Refused(say("no_game_here"))


async def find_gathering(request: Request, game: str | None, instead: str) -> int:
    """A game that is gathering players; `instead` names the sentence on what to do in one that has begun."""
    if game is None:
        rows = await request.bot.extras.games_in(request.channel)
        if not any(fits(row, False) for row in rows):
            began = [row for row in rows if not row.is_copy]
            began.sort(key=lambda row: row.status == RUNNING, reverse=True)
            if began:
                raise Refused(_has_begun(began[0], instead))
        return await find_game(request, None, begun=False)
    number = await _named(request, game)
    row, _ = await request.bot.extras.game(number)
    if not fits(row, False):
        raise Refused(_has_begun(row, instead))
    return number


def _has_begun(row: GameRow, instead: str) -> str:
    over = row.status in (FINISHED, STOPPED)
    return say("over" if over else instead, group="has_begun", game=called(row))


async def manages(request: Request, game: int) -> bool:
    """Does the asker manage the server where the game is played?"""
    if not request.manager:
        return False
    row, _ = await request.bot.extras.game(game)
    return row.guild_id == request.guild


def fits(row: GameRow, begun: bool | None) -> bool:
    """Has it begun, or not, as required?"""
    return begun is None or (row.started_at is not None) is begun


async def _named(request: Request, text: str) -> int:
    # A choice from the list is a number; people may also type `#3` or `3 (1870)`.
    meant = number("".join(text.split()[:1]).lstrip("#"))
    if meant is None:
        raise Refused(say("not_a_game"))
    try:
        row, seats = await request.bot.extras.game(meant)
    except Trouble:
        raise
    except Refused as e:
        # The same answer as for a game that is played elsewhere.
        raise Refused(say("not_a_game")) from e
    own = row.organiser_id == request.user or any(seat.user_id == request.user for seat in seats)
    if row.is_copy and row.organiser_id != request.user:
        raise Refused(say("not_a_game"))
    if row.guild_id != request.guild and not own and not await _stands_in(request, row):
        watched = await request.bot.extras.mirrors_in(request.channel)
        if not any(one.game_id == row.id and one.allowed for one in watched):
            raise Refused(say("not_a_game"))
    if not request.guild and await request.table.exploring.deleted_copy_of(request.user, request.channel) is not None:
        await request.table.exploring.forget_deleted_copy(request.user)
    return row.id or 0


async def _stands_in(request: Request, row: GameRow) -> bool:
    """Does the asker act for somebody who is away?"""
    return row.started_at is not None and bool(find_seat(request, await request.table.present(row.id or 0)))


async def game_here(request: Request, game: str | None, at: int | None = None) -> GameContext:
    """A game that has begun, now or in the past, and the asker's own seat in it."""
    now = await request.table.present(await find_game(request, game, begun=True), at=at)
    return GameContext(now, find_seat(request, now), reader=request.user)


async def game_at_call(request: Request, game: int, seat: str | None) -> GameContext:
    """The game of a button under a ping: for the seat it is about if the asker stands in for it, otherwise for their
    own, or else for one that must act. Older buttons do not name the seat.
    """
    at = await game_here(request, str(game))
    decides = [one.seat for one in at.now.game.decisions()]
    if at.seat in decides and seat is None:
        return at
    about = decides if seat is None else [seat]
    if at.now.row.is_copy:
        # Its owner plays every seat.
        mine = next((seat for seat in about if seat in decides), "")
    else:
        mine = seat_of(at.now, about, request.user, request.table.clock())
    return GameContext(at.now, mine, reader=request.user) if mine else at


async def visible_game(request: Request, game: int, at: int | None = None) -> GameContext:
    """The same wherever it is asked, such as in direct messages, for whoever plays or sees the game somewhere now."""
    now = await request.table.present(game, at=at)
    context = GameContext(now, find_seat(request, now), reader=request.user)
    if not context.seat and now.row.organiser_id != request.user:
        mirrors = [(one.guild_id, one.channel_id) for one in await request.bot.extras.mirrors(game) if one.allowed]
        for guild, channel in ((now.row.guild_id, now.row.channel_id), *mirrors):
            with contextlib.suppress(Refused, *FAILURES):
                await check_sees(request, guild, channel)
                return context
        raise Refused(say("not_a_game"))
    return context


def find_seat(request: Request, now: Present) -> str:
    """The asker's seat, or that of a player they stand in for. On a private copy, the seat on turn."""
    if now.row.is_copy and (waited := now.game.decisions()):
        return waited[0].seat
    return seat_of(now, (seat.seat for seat in now.seats), request.user, request.table.clock())


def seat_named(now: Present, text: str) -> SeatRow:
    """The seat with this player's name or seat id; this gives no permission to see or act for it."""
    # A player may be called like another's seat; a choice from the list is a seat.
    for seat in now.seats:
        if text in (seat.seat, str(seat.user_id)):
            return seat
    for seat in now.seats:
        if text.casefold() == seat.name.casefold():
            return seat
    raise Refused(say("no_such_player", names=[seat.name for seat in now.seats]))


async def game_for_seat(request: Request, game: str | None, seat: str | None = None) -> GameContext:
    """The same for a named seat, if the asker may act for it."""
    at = await game_here(request, game)
    if seat is None:
        return at
    seat = seat_named(at.now, seat).seat
    check_may_act(at.now, request.user, seat, request.table.clock())
    return GameContext(at.now, seat, reader=request.user)


async def game_to_act_in(request: Request, game: str | None, seat: str | None = None) -> GameContext:
    """The same for somebody who wants to act, which needs a seat."""
    found = await game_for_seat(request, game, seat)
    if not found.seat:
        raise Refused(say("no_seat"))
    return found


async def game_at_press(request: Request, at: PanelAt) -> GameContext:
    """The game of a panel, if its decision is still open."""
    now = await request.table.present(at.game)
    overtaken = now.row.last != at.seen and await request.table.taken_back(at.game, at.seen)
    if now.decision != at.decision or overtaken:
        raise Stale(say("moved_on"))
    check_may_act(now, request.user, at.seat, request.table.clock())
    return GameContext(now, at.seat, at.seen, request.user)


def for_new_panel(pressed: GameContext) -> GameContext:
    """The same for a new panel: whoever sees it knows everything that has happened."""
    return GameContext(pressed.now, pressed.seat, reader=pressed.reader)


# --- options


async def offer_games(request: Request, typed: str) -> list[tuple[str, str]]:
    """Complete the asker's games, then the server's others."""
    mine = [row for row, _, _ in await request.table.games_of(request.user)]
    rows = await request.bot.extras.games_in(request.channel)
    others = [row for row in rows if row.id not in {one.id for one in mine} and not row.is_copy]
    mine += [row for row in rows if row.is_copy and row.organiser_id == request.user]
    if request.guild:
        known = {row.id for row in (*mine, *others)}
        others += [row for row, _ in await request.bot.extras.games_on(request.guild) if row.id not in known]
    return matching([(game_label(row), str(row.id)) for row in (*mine, *others)], typed)


def game_label(row: GameRow) -> str:
    """A game in a list."""
    state = {GATHERING: "gathering", RUNNING: "running", FINISHED: "finished", STOPPED: "stopped"}[row.status]
    # An imported file can name people anything.
    players = [clean_name(name) for name in row.players] or ["–"]
    return say(f"game_{state}", game=called(row), title=row.title, players=players)


async def offer_seats(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """Complete the players of the game."""
    _, seats = await request.bot.extras.game(await find_game(request, game))
    return matching([(seat.name, seat.seat or str(seat.user_id)) for seat in seats], typed)


GameName = Annotated[str, Typed(complete=offer_games, about=partial(say, "option_game"))]
"""A game by its number or name; None: this channel's."""
SeatName = Annotated[str, Typed(complete=offer_seats, about=partial(say, "option_for"))]
"""A player of the game whom somebody acts for; None: themselves."""
GAME = Option("game", complete=by_options(offer_games), about=partial(say, "option_game"))
FOR = Option("for", complete=by_options(offer_seats), about=partial(say, "option_for"))


OFFERED, LABEL = 60, 90
"""The most moves in a list, and characters of one."""


async def offer_moves(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """Complete the latest moves that count, by number or words."""
    at = await game_here(request, game)
    actions = (await request.table.past.line(at.game))[::-1]
    if number(typed.strip()) is not None:
        actions = [one for one in actions if str(one.number).startswith(typed.strip())]
    stories = await request.table.past.stories(at.game, actions[:OFFERED])
    pairs = [(f"{number} · {brief(sentences(one, at.view), LABEL)}", str(number)) for number, one in stories.items()]
    return matching(pairs, typed)
