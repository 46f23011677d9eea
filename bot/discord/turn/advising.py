"""What would the robot do? A move and its reason, worked out in another process from what the seat may suppose."""

from __future__ import annotations

import logging

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.request import Request
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import preview
from bot.discord.turn.context import PanelContext
from bot.errors import Refused
from bot.host.workers import Lost
from bot.menu.move.choices import Choosing
from bot.robots.reasons import worded
from bot.robots.steady.scored import Advised
from bot.robots.thinking import think
from bot.table.ground.settings import may_ask_robot

log = logging.getLogger("stationmaster.robots")
ADVISER = "steady"
"""The kind of robot that is asked."""
SECONDS = 1.0


async def advice(request: Request, at: GameContext) -> Reply:
    """Say that it thinks; its move is shown when it is advised_move, unless the asker does something else first."""
    if not may_ask_robot(at.now.row, at.now.seats):
        raise Refused(say("robot_not_here"))
    back = (PanelContext(at).back(),)

    async def advised() -> Reply:
        answer = await _asked(request, at)
        if answer is None:
            return Reply(say("robot_silent"), at.heading, rows=(back,))
        move = Choosing(at.moves).named_with(answer.act.verb, answer.act.args).label
        note = say("robot_would", move=move, reason=worded(answer.why, at.view))
        return await preview(request, at, answer.act, note)

    return Reply(say("robot_thinks"), at.heading, rows=(back,), later=advised)


async def _asked(request: Request, at: GameContext) -> Advised | None:
    raw = await request.table.services.work(lambda: at.supposed.encode())
    # The seed is open: the same question gets the same answer, which is no robot's at the table.
    seed = f"{at.game}/{at.now.row.last}"
    try:
        return await request.bot.later.do(think, raw, at.seat, ADVISER, seed, SECONDS)
    except (Lost, ValueError) as e:
        log.error("the robot could not be asked: %s", e if isinstance(e, Lost) else type(e).__name__)
        return None
