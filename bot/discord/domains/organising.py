"""What organisers and managers do: replace players, move the game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import discord

from bot.discord.acting import holdings
from bot.discord.command import Command, Option, by_options, choices
from bot.discord.components import NUMBER, WORD, Component, one_of
from bot.discord.confirming import Confirmation, GraveAction, moment_of
from bot.discord.game_lookup import (
    GAME,
    GameContext,
    find_game,
    find_gathering,
    game_here,
    manages,
    offer_seats,
    seat_named,
)
from bot.discord.losses import has_left
from bot.discord.place import show_in_place
from bot.discord.reply import Reply
from bot.discord.request import OnPress, Request
from bot.discord.rights import check_seen_by, spot_here
from bot.discord.say import say
from bot.store.rows import RUNNING
from bot.table.errors import Refused, Stale
from bot.table.parsing import number
from bot.table.rights import check_organiser
from bot.table.robots import KINDS


async def replace(request: Request, given: dict[str, Any]) -> Reply:
    """Give a seat to somebody else."""
    at = await game_here(request, given)
    seat = seat_named(at.now, str(given["player"])).seat
    person = given["by"]
    if person.bot:
        raise Refused(say("no_bots"))
    if at.now.owner(seat).is_vacant and person.id != request.user:
        await request.table.seating.inviting.ask(
            at.game, request.user, seat, person.id, manager=await manages(request, at.game)
        )
        return Reply(say("invited", group="files", person=person.id), mentions=())
    return await REPLACING.ask(request, at.game, seat, person.id, person.display_name)


async def _replaces(request: Request, args: list[str]) -> Confirmation:
    """The warning before a seat changes hands: who loses what to whom."""
    at = await _of_a_seat(request, int(args[0]), args[1])
    text = say("really_replace", group="sure", new=int(args[2]), **_losing(at, args[1]))
    return Confirmation(text, say("button_replace", group="sure", old=at.name(args[1])), moment_of(at.now.row))


async def _of_a_seat(request: Request, game: int, seat: str) -> GameContext:
    """The public view of a game, for somebody who may give the seat away: the organiser or its player."""
    at = GameContext(await request.table.present(game), "")
    mine = next((one for one in at.now.seats if one.seat == seat), None)
    if mine is None or mine.user_id != request.user:
        check_organiser(at.now.row, request.user, manager=await manages(request, game))
    if at.now.row.status != RUNNING:
        raise Refused(say("over_already"))
    return at


def _losing(at: GameContext, seat: str) -> dict[str, Any]:
    called = any(one.seat == seat for one in at.now.game.decisions())
    return {
        "game": at.game,
        "old": at.name(seat),
        "holdings": holdings(at, seat),
        "turn": say("on_turn", group="sure") if called else "",
    }


async def _replaced(request: Request, args: list[str]) -> Reply:
    game, seat, person, name = int(args[0]), args[1], int(args[2]), args[3]
    at, manager = GameContext(await request.table.present(game), ""), await manages(request, game)
    old, gone = at.name(seat), await _has_left(request, at, seat)
    until = await request.table.seating.replace(game, request.user, seat, person, name, manager=manager, gone=gone)
    return _asked_first(old, until) if until else Reply(say("you_replaced", old=old, new=person), mentions=())


async def _has_left(request: Request, at: GameContext, seat: str) -> bool:
    """Has the seat's player left the game's server? Then they cannot see a question in its channel."""
    owner = at.now.owner(seat)
    return owner.has_person and await has_left(request.interaction.client, at.now.row.guild_id, owner.user_id)


def _asked_first(old: str, until: datetime) -> Reply:
    return Reply(say("asked_first", old=old, until=f"<t:{int(until.timestamp())}:f>"))


async def invite(request: Request, given: dict[str, Any]) -> Reply:
    """Invite somebody to a game that is gathering players."""
    game, person = await find_gathering(request, given, "invite"), given["player"]
    if person.bot:
        raise Refused(say("no_bots"))
    row, _ = await request.bot.extras.game(game)
    await check_seen_by(request, row.guild_id, row.channel_id, person)
    await request.table.seating.guests.invite(game, request.user, person.id, manager=await manages(request, game))
    return Reply(say("you_invited", person=person.id), mentions=())


async def kick(request: Request, given: dict[str, Any]) -> Reply:
    """Remove somebody before the game begins."""
    game, named = await find_gathering(request, given, "kick"), str(given["player"])
    _, seats = await request.bot.extras.game(game)
    seat = next((one for one in seats if named == str(one.user_id) or named.casefold() == one.name.casefold()), None)
    if seat is None:
        raise Refused(say("no_such_player", names=[one.name for one in seats]))
    await request.table.seating.guests.kick(game, request.user, seat.user_id, manager=await manages(request, game))
    request.bot.pinned.refresh(game)
    return Reply(say("you_kicked", name=seat.name))


async def robot(request: Request, given: dict[str, Any]) -> Reply:
    """Give an empty seat to a robot; a player's seat only after confirming, except on private copies."""
    if not given.get("player"):
        return await _robot_added(request, given)
    at = await game_here(request, given)
    seat = seat_named(at.now, str(given["player"])).seat
    kind = given.get("kind", KINDS[0])
    if at.now.row.is_copy:
        # On a private copy nobody loses anything.
        return await _given_to_robot(request, [str(at.game), seat, kind])
    return await BY_ROBOT.ask(request, at.game, seat, kind)


async def _robot_added(request: Request, given: dict[str, Any]) -> Reply:
    """Give a robot an empty seat."""
    game = await find_gathering(request, given, "robot")
    manager, kind = await manages(request, game), given.get("kind", "steady")
    await request.table.robots.add(game, request.user, kind, manager=manager, taken=given.get("taken"))
    request.bot.pinned.refresh(game)
    return Reply(say("robot_seated", game=game))


async def _robot_pressed(request: Request, args: list[str], values: list[str]) -> Reply:
    """The lobby's button; an old one does not say how many seats had been taken."""
    taken = number(args[1]) if args[1:] else None
    if len(args) > 2 or (args[1:] and taken is None):
        raise Stale(say("old_button"))
    return await _robot_added(request, {"game": args[0], "taken": taken})


async def _gives_to_robot(request: Request, args: list[str]) -> Confirmation:
    at = await _of_a_seat(request, int(args[0]), args[1])
    text = say("really_robot", group="sure", **_losing(at, args[1]))
    return Confirmation(text, say("button_replace", group="sure", old=at.name(args[1])), moment_of(at.now.row))


async def _given_to_robot(request: Request, args: list[str]) -> Reply:
    game, seat, kind = int(args[0]), args[1], args[2]
    at, manager = GameContext(await request.table.present(game), ""), await manages(request, game)
    old, gone = at.name(seat), await _has_left(request, at, seat)
    until = await request.table.robots.put(game, request.user, seat, kind, manager=manager, gone=gone)
    request.bot.pinned.refresh(game)
    return _asked_first(old, until) if until else Reply(say("robot_seated", game=game))


# --- players asked whether they give their seat away


async def keep_seat(request: Request, args: list[str], values: list[str]) -> Reply:
    """Keep the seat."""
    await request.table.seating.replacing.answer(int(args[0]), request.user, args[1], int(args[2]), keep=True)
    return Reply(say("seat_kept"))


async def give_seat(request: Request, args: list[str], values: list[str]) -> Reply:
    """Give up the seat, after confirming."""
    return await GIVING.ask(request, *args)


async def _gives_up(request: Request, args: list[str]) -> Confirmation:
    await request.table.seating.replacing.check_asked(int(args[0]), request.user, args[1], int(args[2]))
    at = GameContext(await request.table.present(int(args[0])), "")
    text = say("really_give", group="sure", **_losing(at, args[1]))
    return Confirmation(text, say("button_give", group="sure"), moment_of(at.now.row))


async def _given_up(request: Request, args: list[str]) -> Reply:
    await request.table.seating.replacing.answer(int(args[0]), request.user, args[1], int(args[2]), keep=False)
    return Reply(say("seat_given"))


REPLACING = GraveAction("replace_yes", _replaces, _replaced, (NUMBER, WORD, NUMBER, WORD))
GIVING = GraveAction("seat_give_yes", _gives_up, _given_up, (NUMBER, WORD, NUMBER))
BY_ROBOT = GraveAction("robot_yes", _gives_to_robot, _given_to_robot, (NUMBER, WORD, one_of(*KINDS)))


async def hand_over(request: Request, given: dict[str, Any]) -> Reply:
    """Make somebody else the organiser."""
    game = await find_game(request, given)
    if given["to"].bot:
        raise Refused(say("no_bots"))
    await request.table.seating.hand_over(game, request.user, given["to"].id, manager=await manages(request, game))
    return Reply(say("handed_over", person=given["to"].id))


def _answer(agree: bool) -> OnPress:
    """May an organiser who plays act for the others?"""

    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        game, number = int(args[0]), int(args[1])
        over = await request.table.preferences.consenting.answer(game, request.user, number, yes=agree)
        return Reply(say("acts_agreed" if over else "consent_noted" if agree else "consent_refused"))

    return press


async def move_here(request: Request, given: dict[str, Any]) -> Reply:
    """Move a game to this channel."""
    game = await find_game(request, given)
    request.check_server()
    spot = spot_here(request)
    spot.check(spot.writing)
    manager = await manages(request, game)
    before, _ = await request.bot.extras.game(game)
    await request.table.seating.move(game, request.user, request.channel, request.guild, manager=manager)
    await request.bot.extras.put(game, status_in=None, lost=None, bare=None, own=None, no_pin=spot.no_pin)
    told = await show_in_place(request, game, request.channel, spot.no_pin)
    await request.bot.pinned.moved(before, request.channel)
    return Reply("\n".join([say("moved_here", game=game), *told]))


async def repair(request: Request, given: dict[str, Any]) -> Reply:
    """Take a damaged game back to its last readable position."""
    game = await find_game(request, given, begun=True)
    number = await request.table.takeback.repair(game, request.user)
    return Reply(say("repaired", game=game, number=number))


PLAYER = Option("player", required=True, complete=by_options(offer_seats))
COMMANDS = (
    Command("game replace", replace, (PLAYER, Option("by", discord.User, required=True), GAME)),
    Command(
        "game robot",
        robot,
        (Option("player", complete=by_options(offer_seats)), Option("kind", choices=choices("robots", KINDS)), GAME),
    ),
    Command("game organiser", hand_over, (Option("to", discord.User, required=True), GAME)),
    Command("game here", move_here, (GAME,)),
    Command("game invite", invite, (Option("player", discord.User, required=True), GAME)),
    Command("game kick", kick, (PLAYER, GAME)),
    Command("game repair", repair, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    **REPLACING.presses,
    "robot": Component(_robot_pressed, (NUMBER,), more=True),
    **BY_ROBOT.presses,
    **GIVING.presses,
    "acts_yes": Component(_answer(True), (NUMBER, NUMBER)),
    "acts_no": Component(_answer(False), (NUMBER, NUMBER)),
    "seat_keep": Component(keep_seat, (NUMBER, WORD, NUMBER)),
    "seat_give": Component(give_seat, (NUMBER, WORD, NUMBER)),
}
