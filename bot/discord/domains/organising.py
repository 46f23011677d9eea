"""What organisers and managers do: replace players, move the game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import discord

from bot.discord.acting import holdings
from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, choices
from bot.discord.finding import GAME, Here, game_meant, here, manages, offer_seats, seat_named
from bot.discord.place import shown
from bot.discord.pressed import NUMBER, WORD, Pressed, one_of
from bot.discord.reply import Reply
from bot.discord.rights import check_seen_by, spot_here
from bot.discord.say import say
from bot.discord.sure import Question, Warned, moment_of
from bot.store.rows import RUNNING
from bot.table.errors import Refused, Stale
from bot.table.given import number
from bot.table.rights import check_organiser
from bot.table.robots import KINDS


async def replace(asked: Asked, given: dict[str, Any]) -> Reply:
    """Give a seat to somebody else."""
    at = await here(asked, given)
    seat = seat_named(at.now, str(given["player"])).seat
    person = given["by"]
    if person.bot:
        raise Refused(say("no_bots"))
    if at.now.owner(seat).is_vacant and person.id != asked.user:
        await asked.table.seating.inviting.ask(
            at.game, asked.user, seat, person.id, manager=await manages(asked, at.game)
        )
        return Reply(say("invited", group="files", person=person.id), mentions=())
    return await REPLACING.ask(asked, at.game, seat, person.id, person.display_name)


async def _replaces(asked: Asked, args: list[str]) -> Warned:
    """The warning before a seat changes hands: who loses what to whom."""
    at = await _of_a_seat(asked, int(args[0]), args[1])
    text = say("really_replace", group="sure", new=int(args[2]), **_losing(at, args[1]))
    return Warned(text, say("button_replace", group="sure", old=at.name(args[1])), moment_of(at.now.row))


async def _of_a_seat(asked: Asked, game: int, seat: str) -> Here:
    """The public view of a game, for somebody who may give the seat away: the organiser or its player."""
    at = Here(await asked.table.present(game), "")
    mine = next((one for one in at.now.seats if one.seat == seat), None)
    if mine is None or mine.user_id != asked.user:
        check_organiser(at.now.row, asked.user, manager=await manages(asked, game))
    if at.now.row.status != RUNNING:
        raise Refused(say("over_already"))
    return at


def _losing(at: Here, seat: str) -> dict[str, Any]:
    called = any(one.seat == seat for one in at.now.game.decisions())
    return {
        "game": at.game,
        "old": at.name(seat),
        "holdings": holdings(at, seat),
        "turn": say("on_turn", group="sure") if called else "",
    }


async def _replaced(asked: Asked, args: list[str]) -> Reply:
    game, seat, person, name = int(args[0]), args[1], int(args[2]), args[3]
    old, manager = Here(await asked.table.present(game), "").name(seat), await manages(asked, game)
    until = await asked.table.seating.replace(game, asked.user, seat, person, name, manager=manager)
    return _asked_first(old, until) if until else Reply(say("you_replaced", old=old, new=person), mentions=())


def _asked_first(old: str, until: datetime) -> Reply:
    return Reply(say("asked_first", old=old, until=f"<t:{int(until.timestamp())}:f>"))


async def invite(asked: Asked, given: dict[str, Any]) -> Reply:
    """Invite somebody to a game that is gathering players."""
    game, person = await game_meant(asked, given, begun=False), given["player"]
    if person.bot:
        raise Refused(say("no_bots"))
    row, _ = await asked.bot.extras.game(game)
    await check_seen_by(asked, row.guild_id, row.channel_id, person)
    await asked.table.seating.guests.invite(game, asked.user, person.id, manager=await manages(asked, game))
    return Reply(say("you_invited", person=person.id), mentions=())


async def kick(asked: Asked, given: dict[str, Any]) -> Reply:
    """Remove somebody before the game begins."""
    game, named = await game_meant(asked, given, begun=False), str(given["player"])
    _, seats = await asked.bot.extras.game(game)
    seat = next((one for one in seats if named == str(one.user_id) or named.casefold() == one.name.casefold()), None)
    if seat is None:
        raise Refused(say("no_such_player", names=[one.name for one in seats]))
    await asked.table.seating.guests.kick(game, asked.user, seat.user_id, manager=await manages(asked, game))
    asked.bot.pinned.refresh(game)
    return Reply(say("you_kicked", name=seat.name))


async def robot(asked: Asked, given: dict[str, Any]) -> Reply:
    """Give an empty seat to a robot; a player's seat only after confirming, except on private copies."""
    if not given.get("player"):
        return await _robot_added(asked, given)
    at = await here(asked, given)
    seat = seat_named(at.now, str(given["player"])).seat
    kind = given.get("kind", KINDS[0])
    if at.now.row.is_copy:
        # On a private copy nobody loses anything.
        return await _given_to_robot(asked, [str(at.game), seat, kind])
    return await BY_ROBOT.ask(asked, at.game, seat, kind)


async def _robot_added(asked: Asked, given: dict[str, Any]) -> Reply:
    """Give a robot an empty seat."""
    game = await game_meant(asked, given, begun=False)
    manager, kind = await manages(asked, game), given.get("kind", "steady")
    await asked.table.robots.add(game, asked.user, kind, manager=manager, taken=given.get("taken"))
    asked.bot.pinned.refresh(game)
    return Reply(say("robot_seated", game=game))


async def _robot_pressed(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """The lobby's button; an old one does not say how many seats had been taken."""
    taken = number(args[1]) if args[1:] else None
    if len(args) > 2 or (args[1:] and taken is None):
        raise Stale(say("old_button"))
    return await _robot_added(asked, {"game": args[0], "taken": taken})


async def _gives_to_robot(asked: Asked, args: list[str]) -> Warned:
    at = await _of_a_seat(asked, int(args[0]), args[1])
    text = say("really_robot", group="sure", **_losing(at, args[1]))
    return Warned(text, say("button_replace", group="sure", old=at.name(args[1])), moment_of(at.now.row))


async def _given_to_robot(asked: Asked, args: list[str]) -> Reply:
    game, old = int(args[0]), Here(await asked.table.present(int(args[0])), "").name(args[1])
    until = await asked.table.robots.put(game, asked.user, args[1], args[2], manager=await manages(asked, game))
    asked.bot.pinned.refresh(game)
    return _asked_first(old, until) if until else Reply(say("robot_seated", game=game))


# --- players asked whether they give their seat away


async def keep_seat(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Keep the seat."""
    await asked.table.seating.replacing.answer(int(args[0]), asked.user, args[1], int(args[2]), keep=True)
    return Reply(say("seat_kept"))


async def give_seat(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Give up the seat, after confirming."""
    return await GIVING.ask(asked, *args)


async def _gives_up(asked: Asked, args: list[str]) -> Warned:
    await asked.table.seating.replacing.check_asked(int(args[0]), asked.user, args[1], int(args[2]))
    at = Here(await asked.table.present(int(args[0])), "")
    text = say("really_give", group="sure", **_losing(at, args[1]))
    return Warned(text, say("button_give", group="sure"), moment_of(at.now.row))


async def _given_up(asked: Asked, args: list[str]) -> Reply:
    await asked.table.seating.replacing.answer(int(args[0]), asked.user, args[1], int(args[2]), keep=False)
    return Reply(say("seat_given"))


REPLACING = Question("replace_yes", _replaces, _replaced, (NUMBER, WORD, NUMBER, WORD))
GIVING = Question("seat_give_yes", _gives_up, _given_up, (NUMBER, WORD, NUMBER))
BY_ROBOT = Question("robot_yes", _gives_to_robot, _given_to_robot, (NUMBER, WORD, one_of(*KINDS)))


async def hand_over(asked: Asked, given: dict[str, Any]) -> Reply:
    """Make somebody else the organiser."""
    game = await game_meant(asked, given)
    if given["to"].bot:
        raise Refused(say("no_bots"))
    await asked.table.seating.hand_over(game, asked.user, given["to"].id, manager=await manages(asked, game))
    return Reply(say("handed_over", person=given["to"].id))


async def move_here(asked: Asked, given: dict[str, Any]) -> Reply:
    """Move a game to this channel."""
    game = await game_meant(asked, given)
    asked.check_server()
    spot = spot_here(asked)
    spot.check(spot.writing)
    manager = await manages(asked, game)
    before, _ = await asked.bot.extras.game(game)
    await asked.table.seating.move(game, asked.user, asked.channel, asked.guild, manager=manager)
    await asked.bot.extras.put(game, status=None, status_in=None, lost=None, bare=None, own=None, no_pin=spot.no_pin)
    told = await shown(asked, game, asked.channel, spot.no_pin)
    await asked.bot.pinned.moved(before, asked.channel)
    return Reply("\n".join([say("moved_here", game=game), *told]))


async def repair(asked: Asked, given: dict[str, Any]) -> Reply:
    """Take a damaged game back to its last readable position."""
    game = await game_meant(asked, given, begun=True)
    number = await asked.table.takeback.repair(game, asked.user)
    return Reply(say("repaired", game=game, number=number))


PLAYER = Option("player", required=True, complete=offer_seats)
COMMANDS = (
    Command("game replace", replace, (PLAYER, Option("by", discord.User, required=True), GAME)),
    Command(
        "game robot",
        robot,
        (Option("player", complete=offer_seats), Option("kind", choices=choices("robots", KINDS)), GAME),
    ),
    Command("game organiser", hand_over, (Option("to", discord.User, required=True), GAME)),
    Command("game here", move_here, (GAME,)),
    Command("game invite", invite, (Option("player", discord.User, required=True), GAME)),
    Command("game kick", kick, (PLAYER, GAME)),
    Command("game repair", repair, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    **REPLACING.presses,
    "robot": Pressed(_robot_pressed, (NUMBER,), more=True),
    **BY_ROBOT.presses,
    **GIVING.presses,
    "seat_keep": Pressed(keep_seat, (NUMBER, WORD, NUMBER)),
    "seat_give": Pressed(give_seat, (NUMBER, WORD, NUMBER)),
}
