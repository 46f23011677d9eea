"""What may be posted for everybody."""

from __future__ import annotations

from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_here
from bot.discord.games.rights import spot_here
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.table.ground.rights import check_game_itself


async def for_everybody(request: Request, game: int, move: int | None = None) -> GameContext:
    """A game as everybody may see it, whoever shows it; refused where it may not be posted."""
    request.check_server()
    spot = spot_here(request)
    spot.check(spot.writing, "attach_files")
    at = await game_here(request, str(game), move)
    check_game_itself(at.now.row)
    if at.now.row.guild_id != request.guild:
        # On another server, a game is only shown where its organiser has allowed it.
        watched = await request.bot.extras.mirrors_in(request.channel)
        if not any(one.game_id == at.game and one.allowed for one in watched):
            raise Refused(say("elsewhere", group="share"))
    return GameContext(at.now, "")
