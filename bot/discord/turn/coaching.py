"""The coach's sentence on somebody's own panel: at most one, and none on a private copy or while trying moves."""

from __future__ import annotations

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.moves import GO, Mode
from bot.discord.games.presses.person import StopCoaching
from bot.discord.games.request import Request
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say
from bot.discord.turn.context import Panel
from bot.menu.coach import advice


async def coached(request: Request, at: GameContext, mode: Mode) -> Panel:
    """What the coach says to the player whose turn it is, with a button to hear no more of it."""
    now, coaching = at.now, request.table.coaching
    if mode != GO or now.row.is_copy or not at.decides or now.owner(at.seat).user_id != request.user:
        return Panel("")
    person = now.people.get(request.user) or await request.table.preferences.person(request.user)
    if not await coaching.wants(person):
        return Panel("")
    turn = (request.user, at.game, now.epoch, now.decision)
    known = coaching.known(person, turn)
    line = await request.table.services.work(lambda: advice(at.moves, known))
    if line is None:
        return Panel("")
    await coaching.tell(turn, line.occasion)
    stop = Button(say("button", group="coach"), StopCoaching())
    return Panel(say("says", group="coach", text=line.text), ((stop,),))
