"""Undo and redo: show first what would be taken back, and ask those whose moves they are."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.acting import after_change
from bot.discord.command import Command, Option, matching
from bot.discord.components import NUMBER, Component, one_of
from bot.discord.confirming import Confirmation, GraveAction, moment_of
from bot.discord.game_lookup import GAME, GameContext, find_game, game_here
from bot.discord.reply import Button, Reply, cut
from bot.discord.request import OnPress, Request
from bot.discord.say import say
from bot.table.errors import NeedsConfirmation, Refused
from bot.table.parsing import number
from bot.table.reading import brief, sentences
from bot.table.safe_text import escaped

OFFERED, SHOWN = 60, 70
"""The most moves in a list, and characters of one, so that Discord cuts off neither number nor time."""


async def undo(request: Request, given: dict[str, Any]) -> Reply:
    """Show what would be taken back, with a button to do it."""
    return await _undo(request, given)


async def _undo(request: Request, given: dict[str, Any], shown: tuple[int, int] | None = None) -> Reply:
    """`shown`: the moment when the button was made, so that two taps take back one move."""
    at = await game_here(request, given)
    target = given.get("to")
    goal = number(str(target)) if target is not None else None
    if target is not None and goal is None:
        raise Refused(say("not_a_number", text=escaped(cut(str(target), 20))))
    if at.now.row.is_copy:
        # Nobody else is affected, and redo restores it.
        epoch, last = shown or (at.now.epoch, at.now.row.last)
        gone = await request.table.takeback.undo(at.game, request.user, epoch, goal, last=last)
        told = [f"- {cut(move, 2 * SHOWN)}" for move in (gone.moves if gone is not None else [])]
        return await after_change(request, at, "\n".join([say("undo_done"), *told]))
    reach = await request.table.takeback.reach(at.game, request.user, goal)
    names = [at.name(seat) for seat in reach.needs]
    lines = [say("would_undo"), *(f"- {cut(move, 2 * SHOWN)}" for move in reach.moves)]
    consent = "needs_consent_learned" if reach.learned else "needs_consent"
    lines.append(say(consent, names=names) if names else say("needs_nobody"))
    moment = (at.game, at.now.epoch, at.now.row.last, reach.target)
    label = say("button_ask" if names else "button_take_back")
    buttons = [Button(label, "undo_do", (*moment, "seat"), discord.ButtonStyle.primary)]
    if request.user == at.now.row.organiser_id and not (reach.learned and names):
        buttons.append(
            Button(say("button_as_organiser"), "undo_do", (*moment, "organiser"), discord.ButtonStyle.danger)
        )
    return Reply("\n".join(lines), rows=(tuple(buttons),), beside=True)


async def undone(request: Request, args: list[str], values: list[str]) -> Reply:
    """Take the moves back, or ask those affected."""
    game, epoch, last, target, how = args
    # After another move, more would be taken back than was shown.
    reach = await request.table.takeback.undo(
        int(game), request.user, int(epoch), int(target), as_organiser=how == "organiser", last=int(last)
    )
    return Reply(say("undo_asked") if reach is None else say("undo_done"))


def _answer(agree: bool) -> OnPress:
    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        done = await request.table.takeback.answer(int(args[0]), request.user, int(args[1]), agree)
        return Reply(say("undo_done") if done else say("consent_noted" if agree else "consent_refused"))

    return press


async def redo(request: Request, given: dict[str, Any]) -> Reply:
    """Redo the move that was taken back last."""
    return await _redo(request, given)


async def _redo(request: Request, given: dict[str, Any], shown: int | None = None) -> Reply:
    """`shown`: the moment when the button was made, so that two taps redo one move."""
    game = await find_game(request, given, begun=True)
    now = await request.table.present(game)
    if now.row.is_copy:
        moves = await request.table.takeback.redo(game, request.user, now.epoch if shown is None else shown)
        return await after_change(request, GameContext(now, ""), _redone(moves).text)
    try:
        moves = await request.table.takeback.redo(game, request.user, now.epoch, grave=False)
    except NeedsConfirmation:
        return await REDOING.ask(request, game, now.epoch)
    return _redone(moves)


def _redone(moves: list[str]) -> Reply:
    return Reply("\n".join([say("redone"), *(f"- {move}" for move in moves)]))


async def _confirmation(request: Request, args: list[str]) -> Confirmation:
    now = await request.table.present(int(args[0]))
    moves = await request.table.takeback.again(int(args[0]))
    text = say("really_redo", group="sure", moves="\n".join(f"- {move}" for move in moves))
    return Confirmation(text, say("button_redo", group="sure"), moment_of(now.row))


async def _made_again(request: Request, args: list[str]) -> Reply:
    # The confirmation's epoch: somebody else may have redone the same moves meanwhile.
    return _redone(await request.table.takeback.redo(int(args[0]), request.user, int(args[1])))


REDOING = GraveAction("redo_yes", _confirmation, _made_again, (NUMBER, NUMBER))


async def offer_positions(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete the last move to keep, from the latest moves."""
    at = await game_here(request, given)
    roots = [move for move in await request.table.past.line(at.game) if move.cause in (None, move.number)]
    latest = {move.number: move for move in roots[: -OFFERED - 1 : -1]}
    stories = await request.table.past.stories(at.game, latest.values())
    labels = {number: brief(sentences(story, at.view), SHOWN) for number, story in stories.items()}
    offered = [(say("undo_to", number=n, text=text, at=latest[n].at), str(n)) for n, text in labels.items()]
    return matching(offered, typed)


async def press_redo(request: Request, args: list[str], values: list[str]) -> Reply:
    """The button of a private copy."""
    # Copies from older versions have buttons without a moment.
    return await _redo(request, {"game": args[0]}, number(args[1]) if len(args) > 1 else None)


async def press_undo(request: Request, args: list[str], values: list[str]) -> Reply:
    """The button of a panel."""
    return await _undo(request, {"game": args[0]})


async def press_back(request: Request, args: list[str], values: list[str]) -> Reply:
    """The button on a private copy, which asks nothing first."""
    return await _undo(request, {"game": args[0]}, (int(args[1]), int(args[2])))


COMMANDS = (
    Command("undo", undo, (Option("to", complete=offer_positions), GAME)),
    Command("redo", redo, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "undo": Component(press_undo, (NUMBER,)),
    "undo_now": Component(press_back, (NUMBER, NUMBER, NUMBER)),
    "redo": Component(press_redo, (NUMBER,), more=True),
    "undo_do": Component(undone, (NUMBER, NUMBER, NUMBER, NUMBER, one_of("seat", "organiser"))),
    "undo_yes": Component(_answer(True), (NUMBER, NUMBER)),
    "undo_no": Component(_answer(False), (NUMBER, NUMBER)),
    **REDOING.presses,
}
