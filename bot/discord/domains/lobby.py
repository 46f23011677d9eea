"""Games from their opening to their end: /game new, join, leave, start, status, list, end."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord.acting import drawn
from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, choices, only_given
from bot.discord.drawing import Sketch
from bot.discord.finding import GAME, fits, game_meant, here, manages
from bot.discord.place import PLACES, check, placed, planned, shown
from bot.discord.pressed import NUMBER, Pressed
from bot.discord.reply import Reply
from bot.discord.rights import ChannelOption, Chosen, check_sees, spot_of
from bot.discord.say import say
from bot.discord.sure import Question, Warned, moment_of
from bot.discord.typed_options import TITLE, offer_options, read_options
from bot.store.rows import FINISHED, STOPPED
from bot.table.errors import Refused
from bot.table.rights import check_organiser
from bot.table.settings import PICTURES
from engine.titles import titles

PACES = {"quick": 4 * 60, "usual": 12 * 60, "leisurely": 24 * 60, "silent": 0}
"""Minutes between reminders."""


# --- opening


async def new(asked: Asked, given: dict[str, Any]) -> Reply:
    """Open a game, and make a place for it."""
    if not asked.guild:
        raise Refused(say("servers_only"))
    title = given["title"]
    options = read_options(title, given.get("options", ""))
    plan = planned(await spot_of(asked, given.get("where")), given.get("place", PLACES[0]))
    await check(asked, plan)
    game = await asked.table.seating.create(
        asked.guild, asked.channel, asked.user, title, options, given.get("seats", 4), manager=asked.manager
    )
    found = await placed(asked, game, title, plan)
    changes = only_given(given, "pictures")
    if given.get("pace"):
        changes["interval"] = PACES[given["pace"]]
    if changes:
        await asked.table.preferences.set_game(game, asked.user, **changes)
    if given.get("join", True):
        await _joined(asked, game)
    told = await shown(asked, game, found.channel, found.no_pin)
    return Reply("\n".join([say("opened", game=game, channel=found.channel), *found.told, *told]))


async def offered(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Options of the title, one after the other."""
    return offer_options(given.get("title") or titles()[0], typed)


# --- seats


async def join(asked: Asked, given: dict[str, Any]) -> Reply:
    """Take a seat."""
    game = await game_meant(asked, given, begun=False)
    row, _ = await asked.bot.shelf.game(game)
    await check_sees(asked, row.guild_id, row.channel_id)
    await _joined(asked, game)
    return Reply(say("you_joined", game=game))


async def _joined(asked: Asked, game: int) -> None:
    await asked.table.seating.join(game, asked.user, asked.name)
    _changed(asked, game)


async def leave(asked: Asked, given: dict[str, Any]) -> Reply:
    """Ask once more before the seat is given back."""
    return await LEAVING.ask(asked, await game_meant(asked, given, begun=False))


async def _leaves(asked: Asked, args: list[str]) -> Warned:
    row, seats = await asked.bot.shelf.game(int(args[0]))
    if row.started_at is not None:
        raise Refused(say("begun_already"))
    if all(seat.user_id != asked.user for seat in seats):
        raise Refused(say("no_seat_yet"))
    text = say("really_leave", group="sure", game=row.id, title=row.title, taken=len(seats) - 1, places=row.places)
    return Warned(text, say("button_leave"), moment_of(row))


async def _left(asked: Asked, args: list[str]) -> Reply:
    game = int(args[0])
    await asked.table.seating.leave(game, asked.user)
    _changed(asked, game)
    return Reply(say("you_left", game=game))


async def start(asked: Asked, given: dict[str, Any]) -> Reply:
    """Begin with those who are there."""
    game = await game_meant(asked, given, begun=False)
    order = [given[name].id for name in ORDER if given.get(name)]
    await asked.table.seating.start(game, asked.user, order or None, manager=await manages(asked, game))
    _changed(asked, game)
    return Reply(say("you_started", game=game))


def _changed(asked: Asked, game: int) -> None:
    asked.bot.pinned.refresh(game)


# --- looking


async def status(asked: Asked, given: dict[str, Any]) -> Reply:
    """How a game stands, with map, market and sheet."""
    row, seats = await asked.bot.shelf.game(await game_meant(asked, given))
    reply = await asked.bot.pinned.reply(row, seats)
    if not fits(row, True):
        return reply
    at = await here(asked, {**given, "game": row.id})
    sketches = [Sketch("map", (at.view,), {"wide": 1600}), Sketch("market", (at.view,)), Sketch("sheet", (at.view,))]
    return Reply(reply.text, reply.title, await drawn(asked, sketches), reply.rows)


async def listed(asked: Asked, given: dict[str, Any]) -> Reply:
    """The asker's open games, then the others of the server."""
    mine = await asked.table.games_of(asked.user)
    lines = [
        say("game_line", game=row.id, title=row.title, channel=row.channel_id, waits=say("your_turn") if turn else "")
        for row, _, turn in mine
    ] or [say("no_games")]
    known = {row.id for row, _, _ in mine}
    others = [(row, seats) for row, seats in await asked.bot.shelf.games_on(asked.guild) if row.id not in known]
    if others:
        lines.append(say("other_games"))
    for row, seats in others[:30]:
        state = say("seats_taken", taken=len(seats), places=row.places) if row.started_at is None else ""
        lines.append(say("game_line", game=row.id, title=row.title, channel=row.channel_id, waits=state))
    return Reply("\n".join(lines), say("games_title"))


# --- the end


async def end(asked: Asked, given: dict[str, Any]) -> Reply:
    """Ask once more before a game is stopped for good."""
    return await STOPPING.ask(asked, await game_meant(asked, given))


async def _stops(asked: Asked, args: list[str]) -> Warned:
    row, seats = await asked.bot.shelf.game(int(args[0]))
    check_organiser(row, asked.user, manager=await manages(asked, int(args[0])))
    if row.status in (FINISHED, STOPPED):
        raise Refused(say("over_already"))
    names = [seat.name for seat in seats] or [say("nobody")]
    name = "really_end" if row.started_at is not None else "really_call_off"
    text = say(name, group="sure", game=row.id, title=row.title, names=names, moves=row.last)
    return Warned(text, say("button_end"), (*moment_of(row), len(seats)))


async def _stopped(asked: Asked, args: list[str]) -> Reply:
    game = int(args[0])
    await asked.table.seating.stop(game, asked.user, manager=await manages(asked, game))
    _changed(asked, game)
    return Reply(say("you_ended", game=game))


LEAVING = Question("leave_yes", _leaves, _left, (NUMBER,))
STOPPING = Question("end_yes", _stops, _stopped, (NUMBER,))


def _pressed(answer: Any) -> OnPress:
    """A button that does what a command does, for the game it names."""

    async def press(asked: Asked, args: list[str], values: list[str]) -> Reply:
        return await answer(asked, {"game": args[0]})

    return Pressed(press, (NUMBER,))


ORDER = tuple(f"player{number}" for number in range(1, 8))
SEATED = tuple(Option(name, discord.User, about=partial(say, "option_order")) for name in ORDER)
COMMANDS = (
    Command(
        "game new",
        new,
        (
            TITLE,
            Option("seats", int, low=2, high=7),
            Option("options", complete=offered),
            Option("pace", choices=choices("pace", PACES)),
            Option("place", choices=choices("place", PLACES)),
            Option("where", app_commands.Transform[Chosen, ChannelOption]),
            Option("pictures", choices=choices("pictures", PICTURES)),
            Option("join", bool),
        ),
    ),
    Command("game join", join, (GAME,)),
    Command("game leave", leave, (GAME,)),
    Command("game start", start, (GAME, *SEATED)),
    Command("game status", status, (GAME,)),
    Command("game list", listed),
    Command("game end", end, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "join": _pressed(join),
    "leave": _pressed(leave),
    "start": _pressed(start),
    **LEAVING.presses,
    **STOPPING.presses,
}
