"""What organisers and managers do: replace players, move the game."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import discord

from bot.discord.channel.losses import has_left
from bot.discord.domains.shared.place import show_in_place
from bot.discord.domains.shared.request import Request
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
    version_of,
)
from bot.discord.games.game_lookup import (
    GameContext,
    GameName,
    find_game,
    find_gathering,
    game_here,
    manages,
    offer_seats,
    seat_named,
)
from bot.discord.games.presses.lobby import (
    AddRobot,
    GiveSeat,
    InviteTo,
    KeepSeat,
    LetNobodyAct,
    LetOrganiserAct,
    OfGame,
    Organise,
    OrganiseNot,
    TakeLateSeat,
    open_button,
)
from bot.discord.games.rights import check_seen_by, check_sees, spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import Typed, choices, command, entry
from bot.discord.kit.reply import Pick, Reply, Select
from bot.discord.kit.say import say
from bot.discord.turn.acting import holdings
from bot.errors import Refused, Stale
from bot.store.rows import GATHERING, RUNNING
from bot.table.ground.rights import check_organiser
from bot.table.ground.say import called, timestamp
from bot.table.seats.robots import KINDS

PlayerName = Annotated[str, Typed(complete=offer_seats)]


class ReplaceSurely(OfGame, Sure, name="replace_yes"):
    """Give a seat to somebody else."""

    seat: str
    person: int
    called: str


@command("game replace")
async def replace(request: Request, player: PlayerName, by: discord.User, game: GameName | None = None) -> Reply:
    """Give a seat to somebody else."""
    at = await game_here(request, game)
    seat = seat_named(at.now, player).seat
    if by.bot:
        raise Refused(say("no_bots"))
    if at.now.owner(seat).is_vacant and by.id != request.user:
        manager = await manages(request, at.game)
        await request.table.seating.inviting.ask(at.game, request.user, seat, by.id, manager=manager)
        return Reply(say("invited", group="files", person=by.id), mentions=())
    return await ask(request, ReplaceSurely(game=at.game, seat=seat, person=by.id, called=by.display_name))


async def _replaces(request: Request, sure: ReplaceSurely) -> Confirmation:
    """The warning before a seat changes hands: who loses what to whom."""
    at = await _of_a_seat(request, sure.game, sure.seat)
    text = say("really_replace", group="sure", new=sure.person, **_losing(at, sure.seat))
    return Confirmation(text, say("button_replace", group="sure", old=at.name(sure.seat)), version_of(at.now.row))


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


@confirms(ReplaceSurely, _replaces)
async def replaced(request: Request, sure: ReplaceSurely) -> Reply:
    """Replace them, or ask them first."""
    at, manager = GameContext(await request.table.present(sure.game), ""), await manages(request, sure.game)
    old, gone = at.name(sure.seat), await _has_left(request, at, sure.seat)
    until = await request.table.seating.replace(
        sure.game, request.user, sure.seat, sure.person, sure.called, manager=manager, gone=gone
    )
    return _asked_first(old, until) if until else Reply(say("you_replaced", old=old, new=sure.person), mentions=())


async def _has_left(request: Request, at: GameContext, seat: str) -> bool:
    """Has the seat's player left the game's server? Then they cannot see a question in its channel."""
    owner = at.now.owner(seat)
    return owner.has_person and await has_left(request.interaction.client, at.now.row.guild_id, owner.user_id)


def _asked_first(old: str, until: datetime) -> Reply:
    return Reply(say("asked_first", old=old, until=timestamp(until)))


@command("game invite")
async def invite(request: Request, player: discord.User, game: GameName | None = None) -> Reply:
    """Invite somebody to a game that is gathering players."""
    number = await find_gathering(request, game, "invite")
    if player.bot:
        raise Refused(say("no_bots"))
    row, _ = await request.bot.extras.game(number)
    await check_seen_by(request, row.guild_id, row.channel_id, player)
    await request.table.seating.guests.invite(number, request.user, player.id, manager=await manages(request, number))
    return Reply(say("you_invited", person=player.id), mentions=())


@entry("invite", discord.User)
async def choose_game(request: Request, person: discord.User) -> Reply:
    """List the asker's games that gather players."""
    request.check_server()
    if person.bot:
        raise Refused(say("no_bots"))
    games = [one.row for one in await request.bot.extras.listed(request.guild)]
    mine = [row for row in games if row.status == GATHERING and row.organiser_id == request.user]
    if not mine:
        return Reply(say("none", group="inviting", person=person.id), rows=((open_button(),),))
    picks = tuple(
        Pick(
            say("pick", group="inviting", game=called(row), title=row.title),
            InviteTo(game=row.id or 0, person=person.id),
        )
        for row in mine
    )
    text = say("which", group="inviting", person=person.id)
    return Reply(text, rows=(Select(say("choose", group="inviting"), picks), (open_button(),)))


@answers(InviteTo)
async def invite_to(request: Request, press: InviteTo) -> Reply:
    """The same as `/game invite`."""
    person = request.bot.get_user(press.person) or await request.bot.fetch_user(press.person)
    return await invite(request, person, str(press.game))


@command("game kick")
async def kick(request: Request, player: PlayerName, game: GameName | None = None) -> Reply:
    """Remove somebody before the game begins."""
    number = await find_gathering(request, game, "kick")
    _, seats = await request.bot.extras.game(number)
    seat = next((one for one in seats if player == str(one.user_id) or player.casefold() == one.name.casefold()), None)
    if seat is None:
        raise Refused(say("no_such_player", names=[one.name for one in seats]))
    await request.table.seating.guests.kick(number, request.user, seat.user_id, manager=await manages(request, number))
    request.bot.pinned.refresh(number)
    return Reply(say("you_kicked", name=seat.name))


class RobotSurely(OfGame, Sure, name="robot_yes"):
    """Give a player's seat to a robot."""

    seat: str
    kind: str


@command("game robot")
async def robot(
    request: Request,
    player: PlayerName | None = None,
    kind: Annotated[str, Typed(choices=choices("robots", KINDS))] | None = None,
    game: GameName | None = None,
) -> Reply:
    """Give an empty seat to a robot; a player's seat only after confirming, except on private copies."""
    if player is None:
        return await _robot_added(request, await find_gathering(request, game, "robot"), kind or KINDS[0])
    at = await game_here(request, game)
    sure = RobotSurely(game=at.game, seat=seat_named(at.now, player).seat, kind=kind or KINDS[0])
    # On a private copy nobody loses anything.
    return await (given_to_robot(request, sure) if at.now.row.is_copy else ask(request, sure))


async def _robot_added(request: Request, game: int, kind: str, taken: int | None = None) -> Reply:
    """Give a robot an empty seat."""
    await request.table.robots.add(game, request.user, kind, manager=await manages(request, game), taken=taken)
    request.bot.pinned.refresh(game)
    return Reply(say("robot_seated", game=game))


@answers(AddRobot)
async def robot_pressed(request: Request, press: AddRobot) -> Reply:
    """The lobby's list of robots, or an old button."""
    game = await find_gathering(request, str(press.game), "robot")
    return await _robot_added(request, game, press.kind or KINDS[0], press.taken)


async def _gives_to_robot(request: Request, sure: RobotSurely) -> Confirmation:
    if sure.kind not in KINDS:
        raise Stale(say("old_button"))
    at = await _of_a_seat(request, sure.game, sure.seat)
    text = say("really_robot", group="sure", **_losing(at, sure.seat))
    return Confirmation(text, say("button_replace", group="sure", old=at.name(sure.seat)), version_of(at.now.row))


@confirms(RobotSurely, _gives_to_robot)
async def given_to_robot(request: Request, sure: RobotSurely) -> Reply:
    """Give it to the robot, or ask the player first."""
    at, manager = GameContext(await request.table.present(sure.game), ""), await manages(request, sure.game)
    old, gone = at.name(sure.seat), await _has_left(request, at, sure.seat)
    put = request.table.robots.put
    until = await put(sure.game, request.user, sure.seat, sure.kind, manager=manager, gone=gone)
    request.bot.pinned.refresh(sure.game)
    return _asked_first(old, until) if until else Reply(say("robot_seated", game=sure.game))


# --- players asked whether they give their seat away


@answers(KeepSeat)
async def keep_seat(request: Request, press: KeepSeat) -> Reply:
    """Keep the seat."""
    await request.table.seating.replacing.answer(press.game, request.user, press.seat, press.asked, keep=True)
    return Reply(say("seat_kept"))


class GiveSurely(GiveSeat, Sure, name="seat_give_yes"):
    """Give up a seat that somebody else would get."""


answers(GiveSeat)(lambda request, press: ask(request, GiveSurely(game=press.game, seat=press.seat, asked=press.asked)))


async def _gives_up(request: Request, sure: GiveSurely) -> Confirmation:
    await request.table.seating.replacing.check_asked(sure.game, request.user, sure.seat, sure.asked)
    at = GameContext(await request.table.present(sure.game), "")
    text = say("really_give", group="sure", **_losing(at, sure.seat))
    return Confirmation(text, say("button_give", group="sure"), version_of(at.now.row))


@confirms(GiveSurely, _gives_up)
async def given_up(request: Request, sure: GiveSurely) -> Reply:
    """Give it up."""
    await request.table.seating.replacing.answer(sure.game, request.user, sure.seat, sure.asked, keep=False)
    return Reply(say("seat_given"))


# --- a seat whose owner's time is up


class TakeLateSurely(TakeLateSeat, Sure, name="seat_late_yes"):
    """Take it."""


answers(TakeLateSeat)(lambda request, press: ask(request, TakeLateSurely(game=press.game, seat=press.seat)))


async def _takes(request: Request, sure: TakeLateSurely) -> Confirmation:
    row, _ = await request.bot.extras.game(sure.game)
    await check_sees(request, row.guild_id, row.channel_id)
    await request.table.seating.replacing.check_offered(sure.game, request.user, sure.seat)
    at = GameContext(await request.table.present(sure.game), "")
    text = say("really_take", group="sure", **_losing(at, sure.seat))
    return Confirmation(text, say("button_take", group="sure"), version_of(at.now.row))


@confirms(TakeLateSurely, _takes)
async def late_seat_taken(request: Request, sure: TakeLateSurely) -> Reply:
    """Take it, with everything that belongs to it."""
    await request.table.seating.replacing.take_offered(sure.game, request.user, sure.seat, request.name)
    request.bot.pinned.refresh(sure.game)
    return Reply(say("you_joined", game=sure.game))


@command("game organiser")
async def hand_over(request: Request, to: discord.User, game: GameName | None = None) -> Reply:
    """Ask somebody else to be the organiser."""
    number = await find_game(request, game)
    if to.bot:
        raise Refused(say("no_bots"))
    manager = await manages(request, number)
    done = await request.table.seating.handing_over.ask(number, request.user, to.id, manager=manager)
    return Reply(say("handed_over" if done else "asked_to_organise", person=to.id), mentions=())


@answers(Organise)
async def organise(request: Request, press: Organise) -> Reply:
    """Accept."""
    await request.table.seating.handing_over.answer(press.game, request.user, press.asked, yes=True)
    return Reply(say("you_organise", game=press.game))


@answers(OrganiseNot)
async def organise_not(request: Request, press: OrganiseNot) -> Reply:
    """Decline."""
    await request.table.seating.handing_over.answer(press.game, request.user, press.asked, yes=False)
    return Reply(say("you_do_not_organise"))


@answers(LetOrganiserAct)
async def let_organiser_act(request: Request, press: LetOrganiserAct) -> Reply:
    """An organiser who plays may act for the others."""
    over = await request.table.preferences.consenting.answer(press.game, request.user, press.question, yes=True)
    return Reply(say("acts_agreed" if over else "consent_noted"))


@answers(LetNobodyAct)
async def let_nobody_act(request: Request, press: LetNobodyAct) -> Reply:
    """They may not."""
    over = await request.table.preferences.consenting.answer(press.game, request.user, press.question, yes=False)
    return Reply(say("acts_agreed" if over else "consent_refused"))


@command("game here")
async def move_here(request: Request, game: GameName | None = None) -> Reply:
    """Move a game to this channel."""
    number = await find_game(request, game)
    request.check_server()
    spot = spot_here(request)
    spot.check(spot.writing)
    manager = await manages(request, number)
    before, _ = await request.bot.extras.game(number)
    place = {"status_in": None, "lost": None, "bare": None, "own": None, "no_pin": spot.no_pin}
    await request.table.seating.move(number, request.user, request.channel, request.guild, manager=manager, **place)
    told = await show_in_place(request, number, request.channel, spot.no_pin)
    await request.bot.pinned.moved(before, request.channel)
    return Reply("\n".join([say("moved_here", game=number), *told]))


@command("game repair")
async def repair(request: Request, game: GameName | None = None) -> Reply:
    """Take a damaged game back to its last readable position."""
    damaged = await find_game(request, game, begun=True)
    number = await request.table.takeback.repair(damaged, request.user)
    return Reply(say("repaired", game=damaged, number=number))
