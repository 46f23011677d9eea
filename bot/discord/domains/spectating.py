"""Games shown in other channels: /spectate."""

from __future__ import annotations

from typing import Any

from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, choices, matching
from bot.discord.finding import GAME, game_label, game_meant
from bot.discord.pressed import NUMBER, Pressed
from bot.discord.reply import Reply
from bot.discord.rights import THREADS, spot_here
from bot.discord.say import say
from bot.store.rows import MirrorRow
from bot.table.errors import NotYours, Refused
from bot.table.given import number
from bot.table.settings import PICTURES


async def start(asked: Asked, given: dict[str, Any]) -> Reply:
    """Show a game in this channel, at once or when its organiser allows it."""
    asked.check_server()
    game = _number(str(given["game"]))
    row, _ = await asked.bot.extras.game(game)
    at_home = row.guild_id == asked.guild
    if not (asked.interaction.permissions.manage_messages or (at_home and asked.user == row.organiser_id)):
        raise NotYours(say("not_here", group="spectate"))
    spot = spot_here(asked)
    spot.check(spot.writing)
    guild = asked.interaction.guild
    where = guild.name if guild is not None else ""
    pace = given.get("pace", PICTURES[0])
    allowed = await asked.bot.extras.mirror(game, asked.guild, asked.channel, asked.user, pace, where)
    if spot.kind in THREADS:
        await asked.bot.threads.enter(asked.channel, asked.user)
    return Reply(say("shown" if allowed else "asked", group="spectate", game=game))


async def stop(asked: Asked, given: dict[str, Any]) -> Reply:
    """Stop showing a game here; the organiser may name another channel."""
    channel = given.get("channel")
    where = _number(str(channel)) if channel else asked.channel
    game = await _watched(asked, given, where)
    here = where == asked.channel
    await asked.bot.extras.unmirror(game, where, asked.user, manager=here and asked.manager)
    return Reply(say("stopped", group="spectate", game=game))


async def list_games(asked: Asked, given: dict[str, Any]) -> Reply:
    """List the games shown in this channel, and where this channel's game is shown."""
    lines = [
        say("line_here", group="spectate", game=one.game_id, pace=_pace(one), state=_state(one))
        for one in await asked.bot.extras.mirrors_in(asked.channel)
    ]
    try:
        game = await game_meant(asked, given)
    except Refused:
        game = 0
    if game:
        lines += [
            say("line", group="spectate", game=game, channel=one.channel_id, pace=_pace(one), state=_state(one))
            for one in await asked.bot.extras.mirrors(game)
            if one.channel_id != asked.channel
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


async def _watched(asked: Asked, given: dict[str, Any], channel: int) -> int:
    """The named game, or the one shown in the channel."""
    if given.get("game"):
        return _number(str(given["game"]))
    found = [one.game_id for one in await asked.bot.extras.mirrors_in(channel)]
    if len(found) != 1:
        raise Refused(say("which" if found else "nowhere", group="spectate"))
    return found[0]


# --- the organiser's consent


async def allow(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Let it be shown there."""
    await asked.bot.extras.allow_mirror(int(args[0]), int(args[1]), asked.user)
    return Reply(say("allowed", group="spectate"))


async def refuse(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Do not let it be shown there."""
    await asked.bot.extras.refuse_mirror(int(args[0]), int(args[1]), asked.user)
    return Reply(say("refused", group="spectate"))


# --- what is offered


async def offer_games(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete this server's games; others are known by their number."""
    rows = [row for row, _ in await asked.bot.extras.games_on(asked.guild)] if asked.guild else []
    pairs = [(game_label(row), str(row.id)) for row in rows]
    if number(typed.strip()) is not None and typed.strip() not in {value for _, value in pairs}:
        pairs.append((say("by_number", group="spectate", game=typed.strip()), typed.strip()))
    return matching(pairs, typed)


async def offer_channels(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Channels in which a game is shown."""
    found = await asked.bot.extras.mirrors(await game_meant(asked, given))
    channels = {one.channel_id: asked.bot.get_channel(one.channel_id) for one in found}
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
    "mirror_yes": Pressed(allow, (NUMBER, NUMBER)),
    "mirror_no": Pressed(refuse, (NUMBER, NUMBER)),
}
