"""Undo and redo: show first what would be taken back, and ask those whose moves they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import discord

from bot.discord.domains.shared.request import Request
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
    version_of,
)
from bot.discord.games.game_lookup import (
    GameContext,
    GameName,
    find_game,
    game_here,
)
from bot.discord.games.presses.lobby import OfGame
from bot.discord.games.presses.takeback import (
    Redo,
    Undo,
    UndoAllowed,
    UndoNow,
    UndoRefused,
    UndoShown,
)
from bot.discord.kit.answers import answers
from bot.discord.kit.command import (
    Typed,
    command,
    matching,
    numbered,
)
from bot.discord.kit.reply import Button, Reply, cut
from bot.discord.kit.say import say
from bot.discord.turn.acting import after_change
from bot.errors import NeedsConfirmation
from bot.table.past.reading import brief, sentences

OFFERED, SHOWN = 60, 70
"""The most moves in a list, and characters of one, so that Discord cuts off neither number nor time."""


class RedoSurely(OfGame, Sure, name="redo_yes"):
    """Make moves again that end something."""

    epoch: int


async def offer_positions(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """Complete the last move to keep, from the latest moves."""
    at = await game_here(request, game)
    roots = [move for move in await request.table.past.line(at.game) if move.cause in (None, move.number)]
    latest = {move.number: move for move in roots[: -OFFERED - 1 : -1]}
    stories = await request.table.past.stories(at.game, latest.values())
    labels = {number: brief(sentences(story, at.view), SHOWN) for number, story in stories.items()}
    offered = [(say("undo_to", number=n, text=text, at=latest[n].at), str(n)) for n, text in labels.items()]
    return matching(offered, typed)


PastMove = Annotated[int, Typed(complete=offer_positions, read=numbered)]
"""The number of a move that has been made."""


@command("undo")
async def undo(request: Request, to: PastMove | None = None, game: GameName | None = None) -> Reply:
    """Show what would be taken back, with a button to do it."""
    at = await game_here(request, game)
    if at.now.row.is_copy:
        return await _taken_back(request, at, at.now.epoch, at.now.row.last, to)
    reach = await request.table.takeback.reach(at.game, request.user, to)
    names = [at.name(seat) for seat in reach.needs]
    lines = [say("would_undo"), *(f"- {cut(move, 2 * SHOWN)}" for move in reach.moves)]
    consent = "needs_consent_learned" if reach.learned else "needs_consent"
    lines.append(say(consent, names=names) if names else say("needs_nobody"))
    shown = UndoShown(game=at.game, epoch=at.now.epoch, last=at.now.row.last, target=reach.target, as_whom="seat")
    label = say("button_ask" if names else "button_take_back")
    buttons = [Button(label, shown, discord.ButtonStyle.primary)]
    if request.user == at.now.row.organiser_id and not (reach.learned and names):
        organiser = replace(shown, as_whom="organiser")
        buttons.append(Button(say("button_as_organiser"), organiser, discord.ButtonStyle.danger))
    return Reply("\n".join(lines), rows=(tuple(buttons),), beside=True)


async def _taken_back(request: Request, at: GameContext, epoch: int, last: int, to: int | None = None) -> Reply:
    """On a private copy nobody else is affected, and redo restores it: it asks nothing first."""
    gone = await request.table.takeback.undo(at.game, request.user, epoch, to, last=last)
    told = [f"- {cut(move, 2 * SHOWN)}" for move in (gone.moves if gone is not None else [])]
    return await after_change(request, at, "\n".join([say("undo_done"), *told]))


answers(Undo)(lambda request, press: undo(request, game=str(press.game)))


@answers(UndoNow)
async def press_back(request: Request, press: UndoNow) -> Reply:
    """The button on a private copy; two taps take back one move."""
    at = await game_here(request, str(press.game))
    if not at.now.row.is_copy:
        return await undo(request, game=str(press.game))
    return await _taken_back(request, at, press.epoch, press.last)


@answers(UndoShown)
async def undone(request: Request, press: UndoShown) -> Reply:
    """Take the moves back, or ask those affected."""
    # After another move, more would be taken back than was shown.
    reach = await request.table.takeback.undo(
        press.game,
        request.user,
        press.epoch,
        press.target,
        as_organiser=press.as_whom == "organiser",
        last=press.last,
    )
    return Reply(say("undo_asked") if reach is None else say("undo_done"))


@answers(UndoAllowed)
async def allowed(request: Request, press: UndoAllowed) -> Reply:
    """Agree; the last one who does takes the moves back."""
    done = await request.table.takeback.answer(press.game, request.user, press.question, True)
    return Reply(say("undo_done" if done else "consent_noted"))


@answers(UndoRefused)
async def refused(request: Request, press: UndoRefused) -> Reply:
    """Disagree."""
    done = await request.table.takeback.answer(press.game, request.user, press.question, False)
    return Reply(say("undo_done" if done else "consent_refused"))


@command("redo")
async def redo(request: Request, game: GameName | None = None) -> Reply:
    """Redo the move that was taken back last."""
    return await _redo(request, game)


async def _redo(request: Request, named: str | None, epoch: int | None = None) -> Reply:
    game = await find_game(request, named, begun=True)
    now = await request.table.present(game)
    if now.row.is_copy:
        moves = await request.table.takeback.redo(game, request.user, now.epoch if epoch is None else epoch)
        return await after_change(request, GameContext(now, ""), _redone(moves).text)
    try:
        moves = await request.table.takeback.redo(game, request.user, now.epoch, grave=False)
    except NeedsConfirmation:
        return await ask(request, RedoSurely(game=game, epoch=now.epoch))
    return _redone(moves)


# Two taps on a private copy's button redo one move.
answers(Redo)(lambda request, press: _redo(request, str(press.game), press.epoch))


def _redone(moves: list[str]) -> Reply:
    return Reply("\n".join([say("redone"), *(f"- {move}" for move in moves)]))


async def _warning(request: Request, sure: RedoSurely) -> Confirmation:
    now = await request.table.present(sure.game)
    moves = await request.table.takeback.again(sure.game)
    text = say("really_redo", group="sure", moves="\n".join(f"- {move}" for move in moves))
    return Confirmation(text, say("button_redo", group="sure"), version_of(now.row))


@confirms(RedoSurely, _warning)
async def made_again(request: Request, sure: RedoSurely) -> Reply:
    """Make the moves again; somebody else may have done so meanwhile, hence the question's epoch."""
    return _redone(await request.table.takeback.redo(sure.game, request.user, sure.epoch))
