"""Games shown in other channels: /spectate."""

from __future__ import annotations

from typing import Annotated

from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import find_game, game_label
from bot.discord.games.presses.lobby import AllowMirror, RefuseMirror
from bot.discord.games.rights import THREADS, spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import (
    Typed,
    choices,
    command,
    matching,
)
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import NotYours, Refused
from bot.safe_text import number as read_number
from bot.store.rows import MirrorRow
from bot.table.ground.settings import PICTURES


async def offer_games(request: Request, typed: str) -> list[tuple[str, str]]:
    """Complete this server's games; others are known by their number."""
    rows = [row for row, _ in await request.bot.extras.games_on(request.guild)] if request.guild else []
    pairs = [(game_label(row), str(row.id)) for row in rows]
    if read_number(typed.strip()) is not None and typed.strip() not in {value for _, value in pairs}:
        pairs.append((say("by_number", group="spectate", game=typed.strip()), typed.strip()))
    return matching(pairs, typed)


async def offer_channels(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """Channels in which a game is shown."""
    found = await request.bot.extras.mirrors(await find_game(request, game))
    channels = {one.channel_id: request.bot.get_channel(one.channel_id) for one in found}
    return matching([(str(getattr(known, "name", one)), str(one)) for one, known in channels.items()], typed)


@command("spectate start")
async def start(
    request: Request,
    game: Annotated[str, Typed(complete=offer_games)] | None = None,
    pace: Annotated[str, Typed(choices=choices("pictures", PICTURES))] = PICTURES[0],
    on: bool = True,
    channel: Annotated[str, Typed(complete=offer_channels)] | None = None,
) -> Reply:
    """Show a game in this channel, at once or when its organiser allows it; or stop that."""
    if not on:
        return await _stop(request, game, channel)
    if game is None:
        raise Refused(say("which_shown", group="spectate"))
    return await _start(request, _number(game), pace)


async def _start(request: Request, number: int, pace: str) -> Reply:
    request.check_server()
    extras, allowed_here = request.bot.extras, request.interaction.permissions.manage_messages
    if not allowed_here and not await extras.organises(number, request.guild, request.user):
        raise NotYours(say("not_here", group="spectate"))
    spot = spot_here(request)
    spot.check(spot.writing)
    guild = request.interaction.guild
    where = guild.name if guild is not None else ""
    shown = await extras.mirror(number, request.guild, request.channel, request.user, pace, where)
    if spot.kind in THREADS:
        await request.bot.threads.enter(request.channel, request.user)
    return Reply(say("shown" if shown else "asked", group="spectate", game=number))


async def _stop(request: Request, game: str | None, channel: str | None) -> Reply:
    """Stop showing a game here; the organiser may name another channel."""
    where = _number(channel) if channel else request.channel
    number = await _watched(request, game, where)
    here = where == request.channel
    await request.bot.extras.unmirror(number, where, request.user, manager=here and request.manager, here=here)
    return Reply(say("stopped", group="spectate", game=number))


async def list_games(request: Request, asked: Looked) -> Reply:
    """List the games shown in this channel, and where this channel's game is shown."""
    lines = [
        say("line_here", group="spectate", game=one.game_id, pace=_pace(one))
        for one in await request.bot.extras.mirrors_in(request.channel)
    ]
    try:
        number = await find_game(request, asked.game)
    except Refused:
        number = 0
    if number:
        at_home = (await request.bot.extras.game(number))[0].guild_id == request.guild
        lines += [
            say("line", group="spectate", game=number, channel=one.channel_id, pace=_pace(one), state=_state(one))
            for one in await request.bot.extras.mirrors(number)
            if one.channel_id != request.channel and (one.allowed or at_home)
        ]
    return Reply("\n".join(lines) or say("nowhere", group="spectate"), say("title", group="spectate"))


LOOKS = {"watched": Look(list_games)}


def _pace(one: MirrorRow) -> str:
    return say(one.pace, group="paces")


def _state(one: MirrorRow) -> str:
    return "" if one.allowed else say("not_allowed_yet", group="spectate")


def _number(text: str) -> int:
    found = read_number(text.strip().lstrip("#"))
    if found is None:
        raise Refused(say("not_a_game"))
    return found


async def _watched(request: Request, game: str | None, channel: int) -> int:
    """The named game, or the one shown in the channel."""
    if game:
        return _number(game)
    found = [one.game_id for one in await request.bot.extras.mirrors_in(channel)]
    if len(found) != 1:
        raise Refused(say("which" if found else "nowhere", group="spectate"))
    return found[0]


# --- the organiser's consent


@answers(AllowMirror)
async def allow(request: Request, press: AllowMirror) -> Reply:
    """Let it be shown there."""
    await request.bot.extras.allow_mirror(press.game, press.channel, request.user)
    return Reply(say("allowed", group="spectate"))


@answers(RefuseMirror)
async def refuse(request: Request, press: RefuseMirror) -> Reply:
    """Do not let it be shown there."""
    await request.bot.extras.refuse_mirror(press.game, press.channel, request.user)
    return Reply(say("refused", group="spectate"))
