"""A server's games: /game board, and /game list by state, title and player, with results of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import discord

from bot.discord.domains.shared.pages import paged
from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.typed_options import TitleAlone
from bot.discord.games.rights import spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import Typed, choices, command
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import NotYours, Stale
from bot.store.rows import GATHERING, RUNNING, GameRow, SeatRow
from bot.table.ground.say import called, timestamp
from bot.table.past.past import FinishedGame
from bot.table.play.extras import OpenGame
from engine.titles import title_named, titles

OPEN, TURN, ENDED = "open", "turn", "ended"
SHOWN = (OPEN, TURN, GATHERING, RUNNING, ENDED)


class Games(Press, name="games"):
    """Show a page of a server's games, of one title or player, or of all (an empty title, player 0)."""

    show: str
    title: str
    player: int
    page: int


@command("game list")
async def list_games(
    request: Request,
    show: Annotated[str, Typed(choices=choices("games", SHOWN))] = OPEN,
    title: TitleAlone = "",
    player: discord.User | None = None,
) -> Reply:
    """List the asker's open games, then the server's others; or those that match."""
    asked = Games(show=show, title=title, player=player.id if player is not None else 0, page=0)
    return await listed(request, asked)


@answers(Games)
async def listed(request: Request, press: Games) -> Reply:
    """A page of them."""
    show, title, player = press.show, press.title, press.player
    if show not in SHOWN or title not in ("", *titles()):
        raise Stale(say("old_button"))
    lines = await (_ended(request, title, player) if show == ENDED else _open(request, show, title, player))
    return paged(say("games_title"), lines, press.page, lambda to: replace(press, page=to))


# --- those that go on


async def _open(request: Request, show: str, title: str, player: int) -> list[str]:
    mine = {row.id: (row, turn) for row, _, turn in await request.table.games_of(request.user)}
    lines: list[str] = []
    open_games = await request.bot.extras.listed(request.guild)
    states = {one.row.id: state_of(one) for one in open_games}
    if not player:
        own = [(row, turn) for row, turn in mine.values() if _fits(row, show, title) and (turn or show != TURN)]
        lines += [_line(row, say("your_turn") if turn else states.get(row.id, "")) for row, turn in own]
        lines += [] if lines else [say("no_games" if (show, title) == (OPEN, "") else "none_of_yours")]
    if show == TURN and not player:
        return lines
    others = [
        one
        for one in open_games
        if _fits(one.row, show, title) and _sits(one.seats, player) and (player or one.row.id not in mine)
    ]
    if show == TURN:
        others = [one for one in others if any(_seat_of(one.seats, player) == turn.seat for turn in one.turns)]
    if others and not player:
        lines.append(say("other_games"))
    return lines + [_line(one.row, state_of(one)) for one in others] or [say("no_such_games")]


def _fits(row: GameRow, show: str, title: str) -> bool:
    return title in ("", row.title) and (show in (OPEN, TURN) or row.status == show)


def _sits(seats: Sequence[SeatRow], player: int) -> bool:
    return not player or any(seat.user_id == player for seat in seats)


def _seat_of(seats: Sequence[SeatRow], player: int) -> str:
    return next((seat.seat for seat in seats if seat.user_id == player), "")


def state_of(game: OpenGame) -> str:
    """A game's state: seats taken, or who is on turn and since when."""
    if game.row.started_at is None:
        return say("seats_taken", taken=len(game.seats), places=game.row.places)
    names = {seat.seat: seat.name for seat in game.seats}
    waiting = [names.get(turn.seat, turn.seat) for turn in game.turns]
    if not waiting:
        return ""
    since = min(turn.since for turn in game.turns)
    return say("waits_for", names=waiting, since=timestamp(since, "R"))


def _line(row: GameRow, state: str) -> str:
    return say("game_line", game=called(row), title=row.title, channel=row.channel_id, waits=state)


# --- those that are over


async def _ended(request: Request, title: str, player: int) -> list[str]:
    games = [
        one
        for one in await request.table.past.ended(request.guild)
        if title in ("", one.row.title) and _sits(one.seats, player)
    ]
    if not games:
        return [say("none_ended")]
    won = sum(_seat_of(one.seats, player) in one.end.winners for one in games)
    head = [say("results_of", user=player, games=len(games), won=won)] if player else []
    return head + [_result(one) for one in reversed(games)]


def _result(game: FinishedGame) -> str:
    """When a game ended, and everybody's net worth in order."""
    names = {seat.seat: seat.name for seat in game.seats}
    money = title_named(game.row.title).currency.format
    ranked = sorted(game.end.worth, key=lambda seat: (seat not in game.end.winners, -game.end.worth[seat]))
    worth = [
        say("winner" if seat in game.end.winners else "loser", group="games", name=names.get(seat, seat),
            worth=money(game.end.worth[seat]))
        + (say("by_clock", group="games", moves=game.by_clock[seat]) if game.by_clock.get(seat) else "")
        for seat in ranked
    ]  # fmt: skip
    when = timestamp(game.row.ended_at, "D") if game.row.ended_at else ""
    return say("ended_line", game=called(game.row), title=game.row.title, when=when, worth=worth)


# --- the board


@command("game board")
async def board(request: Request, on: bool = True) -> Reply:
    """Pin a list of the server's open games in this channel and keep it up to date."""
    request.check_server()
    if not request.manager:
        raise NotYours(say("managers_only"))
    if not on:
        return Reply(
            say("taken_down" if await request.bot.board.take_down(request.guild) else "no_board", group="board")
        )
    spot = spot_here(request)
    spot.check(spot.writing)
    asked = request.interaction.id
    await request.bot.board.post(request.guild, request.channel, request.user, asked, pin=not spot.no_pin)
    return Reply(say("posted", group="board"))
