"""Games shown in other channels: /spectate."""

from __future__ import annotations

from typing import Any

from bot.discord.command import Command, Option, choices, matching
from bot.discord.components import NUMBER, Component
from bot.discord.game_lookup import GAME, find_game, game_label
from bot.discord.reply import Reply
from bot.discord.request import OnPress, Request
from bot.discord.rights import THREADS, spot_here
from bot.discord.say import say
from bot.store.rows import MirrorRow
from bot.table.errors import NotYours, Refused
from bot.table.parsing import number
from bot.table.settings import PICTURES


async def start(request: Request, given: dict[str, Any]) -> Reply:
    """Show a game in this channel, at once or when its organiser allows it."""
    request.check_server()
    game = _number(str(given["game"]))
    extras, allowed_here = request.bot.extras, request.interaction.permissions.manage_messages
    if not allowed_here and not await extras.organises(game, request.guild, request.user):
        raise NotYours(say("not_here", group="spectate"))
    spot = spot_here(request)
    spot.check(spot.writing)
    guild = request.interaction.guild
    where = guild.name if guild is not None else ""
    pace = given.get("pace", PICTURES[0])
    shown = await extras.mirror(game, request.guild, request.channel, request.user, pace, where)
    if spot.kind in THREADS:
        await request.bot.threads.enter(request.channel, request.user)
    return Reply(say("shown" if shown else "asked", group="spectate", game=game))


async def stop(request: Request, given: dict[str, Any]) -> Reply:
    """Stop showing a game here; the organiser may name another channel."""
    channel = given.get("channel")
    where = _number(str(channel)) if channel else request.channel
    game = await _watched(request, given, where)
    here = where == request.channel
    await request.bot.extras.unmirror(game, where, request.user, manager=here and request.manager, here=here)
    return Reply(say("stopped", group="spectate", game=game))


async def list_games(request: Request, given: dict[str, Any]) -> Reply:
    """List the games shown in this channel, and where this channel's game is shown."""
    lines = [
        say("line_here", group="spectate", game=one.game_id, pace=_pace(one))
        for one in await request.bot.extras.mirrors_in(request.channel)
    ]
    try:
        game = await find_game(request, given)
    except Refused:
        game = 0
    if game:
        at_home = (await request.bot.extras.game(game))[0].guild_id == request.guild
        lines += [
            say("line", group="spectate", game=game, channel=one.channel_id, pace=_pace(one), state=_state(one))
            for one in await request.bot.extras.mirrors(game)
            if one.channel_id != request.channel and (one.allowed or at_home)
        ]
    return Reply("\n".join(lines) or say("nowhere", group="spectate"), say("title", group="spectate"))


def _pace(one: MirrorRow) -> str:
    return say(one.pace, group="paces")


def _state(one: MirrorRow) -> str:
    return "" if one.allowed else say("not_allowed_yet", group="spectate")


def _number(text: str) -> int:
    found = number(text.strip().lstrip("#"))
    if found is None:
        raise Refused(say("not_a_game"))
    return found


async def _watched(request: Request, given: dict[str, Any], channel: int) -> int:
    """The named game, or the one shown in the channel."""
    if given.get("game"):
        return _number(str(given["game"]))
    found = [one.game_id for one in await request.bot.extras.mirrors_in(channel)]
    if len(found) != 1:
        raise Refused(say("which" if found else "nowhere", group="spectate"))
    return found[0]


# --- the organiser's consent


async def allow(request: Request, args: list[str], values: list[str]) -> Reply:
    """Let it be shown there."""
    await request.bot.extras.allow_mirror(int(args[0]), int(args[1]), request.user)
    return Reply(say("allowed", group="spectate"))


async def refuse(request: Request, args: list[str], values: list[str]) -> Reply:
    """Do not let it be shown there."""
    await request.bot.extras.refuse_mirror(int(args[0]), int(args[1]), request.user)
    return Reply(say("refused", group="spectate"))


# --- what is offered


async def offer_games(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete this server's games; others are known by their number."""
    rows = [row for row, _ in await request.bot.extras.games_on(request.guild)] if request.guild else []
    pairs = [(game_label(row), str(row.id)) for row in rows]
    if number(typed.strip()) is not None and typed.strip() not in {value for _, value in pairs}:
        pairs.append((say("by_number", group="spectate", game=typed.strip()), typed.strip()))
    return matching(pairs, typed)


async def offer_channels(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Channels in which a game is shown."""
    found = await request.bot.extras.mirrors(await find_game(request, given))
    channels = {one.channel_id: request.bot.get_channel(one.channel_id) for one in found}
    return matching([(str(getattr(known, "name", number)), str(number)) for number, known in channels.items()], typed)


COMMANDS = (
    Command(
        "spectate start",
        start,
        (Option("game", required=True, complete=offer_games), Option("pace", choices=choices("pictures", PICTURES))),
    ),
    Command("spectate stop", stop, (GAME, Option("channel", complete=offer_channels))),
    Command("spectate list", list_games, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "mirror_yes": Component(allow, (NUMBER, NUMBER)),
    "mirror_no": Component(refuse, (NUMBER, NUMBER)),
}
