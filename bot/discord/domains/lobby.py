"""Games from opening to end: /game new, join, leave, start, status, end."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord.acting import drawn
from bot.discord.command import Command, Option, by_options, choices, only_given
from bot.discord.components import NUMBER, WORD, Component, one_of
from bot.discord.confirming import Confirmation, GraveAction, moment_of
from bot.discord.game_lookup import GAME, find_game, find_gathering, fits, game_here, manages, offer_seats, seat_named
from bot.discord.place import PLACES, check, create_place, planned, show_in_place
from bot.discord.reply import Reply
from bot.discord.request import OnPress, Request
from bot.discord.rights import ChannelOption, Chosen, check_sees, spot_here, spot_of
from bot.discord.say import say
from bot.discord.sharing import STOOD, share_row
from bot.discord.typed_options import TITLE, offer_options, read_options
from bot.menu.picture import DrawingJob
from bot.store.rows import FINISHED, STOPPED
from bot.table.errors import Refused, Stale
from bot.table.guests import check_least
from bot.table.say import called
from bot.table.settings import PACES, PICTURES
from bot.table.settling import RESULTS, WINNER, check_kind, proposal_of
from engine.titles import titles

# --- opening


async def new(request: Request, given: dict[str, Any]) -> Reply:
    """Open a game and create a place for it."""
    request.check_server()
    title = given["title"]
    check_least(given.get("least", 0), given.get("seats", 4))
    options = read_options(title, given.get("options", ""))
    plan = planned(await spot_of(request, given.get("where")), given.get("place", PLACES[0]))
    await check(request, plan)
    game = await request.table.seating.create(
        request.guild,
        request.channel,
        request.user,
        title,
        options,
        given.get("seats", 4),
        manager=request.manager,
        no_pin=spot_here(request).no_pin,
    )
    found = await create_place(request, game, title, plan)
    changes = only_given(given, "pictures", "name", "least", "invited_only")
    if given.get("pace"):
        changes["interval"] = PACES[given["pace"]]
    if changes:
        await request.table.preferences.set_game(game, request.user, **changes)
    if given.get("join", True):
        await _joined(request, game)
    told = await show_in_place(request, game, found.channel, found.no_pin)
    return Reply("\n".join([say("opened", game=game, channel=found.channel), *found.told, *told]))


async def suggest_options(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete options of the title, one after another."""
    return offer_options(given.get("title") or titles()[0], typed)


# --- seats


async def join(request: Request, given: dict[str, Any]) -> Reply:
    """Take a seat."""
    game = await find_gathering(request, given, "join")
    row, _ = await request.bot.extras.game(game)
    await check_sees(request, row.guild_id, row.channel_id)
    await _joined(request, game)
    return Reply(say("you_joined", game=game))


async def _joined(request: Request, game: int) -> None:
    await request.table.seating.join(game, request.user, request.name)
    _changed(request, game)


async def leave(request: Request, given: dict[str, Any]) -> Reply:
    """Ask to confirm before giving up a seat."""
    return await LEAVING.ask(request, await find_gathering(request, given, "leave"))


async def _leaves(request: Request, args: list[str]) -> Confirmation:
    row, seats = await request.bot.extras.game(int(args[0]))
    if row.started_at is not None:
        raise Refused(say("leave", group="has_begun", game=called(row)))
    if all(seat.user_id != request.user for seat in seats):
        raise Refused(say("no_seat_yet"))
    text = say("really_leave", group="sure", game=row.id, title=row.title, taken=len(seats) - 1, places=row.places)
    return Confirmation(text, say("button_leave"), moment_of(row))


async def _left(request: Request, args: list[str]) -> Reply:
    game = int(args[0])
    await request.table.seating.leave(game, request.user)
    _changed(request, game)
    return Reply(say("you_left", game=game))


async def start(request: Request, given: dict[str, Any]) -> Reply:
    """Begin with the players who have joined."""
    game = await find_gathering(request, given, "start")
    order = [given[name].id for name in ORDER if given.get(name)]
    await request.table.seating.start(game, request.user, order or None, manager=await manages(request, game))
    _changed(request, game)
    return Reply(say("you_started", game=game))


def _changed(request: Request, game: int) -> None:
    request.bot.pinned.refresh(game)


# --- looking


async def status(request: Request, given: dict[str, Any]) -> Reply:
    """Show a game's position, with map, market and sheet."""
    found = await request.table.seated(await find_game(request, given))
    reply = await request.bot.pinned.reply(found)
    if not fits(found.row, True):
        return reply
    at = await game_here(request, {**given, "game": found.id})
    sketches = [
        DrawingJob("map", (at.view,), {"wide": 1600}),
        DrawingJob("market", (at.view,)),
        DrawingJob("sheet", (at.view,)),
    ]
    rows = (*reply.rows, *share_row(request, at.game, STOOD, at.now.row.position))
    return Reply(reply.text, reply.title, await drawn(request, sketches), rows)


# --- the end


async def end(request: Request, given: dict[str, Any]) -> Reply:
    """Ask to confirm before stopping a game, or before proposing a result."""
    if given.get("winner") and not given.get("result"):
        given = {**given, "result": WINNER}
    if given.get("result"):
        at = await game_here(request, given)
        winner = seat_named(at.now, str(given["winner"])).seat if given.get("winner") else "-"
        return await PROPOSING.ask(request, at.game, given["result"], winner)
    return await STOPPING.ask(request, await find_game(request, given))


async def _stops(request: Request, args: list[str]) -> Confirmation:
    row, seats = await request.bot.extras.game(int(args[0]))
    manager = await manages(request, int(args[0]))
    await request.table.seating.check_may_stop(int(args[0]), request.user, manager=manager)
    if row.status in (FINISHED, STOPPED):
        raise Refused(say("over_already"))
    names = [seat.name for seat in seats] or [say("nobody")]
    name = "really_end" if row.started_at is not None else "really_call_off"
    text = say(name, group="sure", game=row.id, title=row.title, names=names, moves=row.last)
    return Confirmation(text, say("button_end"), (*moment_of(row), len(seats)))


async def _stopped(request: Request, args: list[str]) -> Reply:
    game = int(args[0])
    await request.table.seating.stop(game, request.user, manager=await manages(request, game))
    _changed(request, game)
    return Reply(say("you_ended", game=game))


async def _proposes(request: Request, args: list[str]) -> Confirmation:
    """The proposal's text; only for players."""
    at = await game_here(request, {"game": args[0]})
    kind, winner = args[1], args[2].replace("-", "")
    check_kind(at.now.game, kind, winner)
    if not at.seat:
        raise Refused(say("no_seat_yet"))
    fields = {"game": at.called, "title": at.view.name, "winner": at.name(winner)}
    return Confirmation(say(kind, group="settle", **fields), say("button", group="settle"), moment_of(at.now.row))


async def _proposed(request: Request, args: list[str]) -> Reply:
    game, winner = int(args[0]), args[2].replace("-", "")
    over = await request.table.seating.settling.propose(game, request.user, args[1], winner)
    _changed(request, game)
    return Reply(say("over" if over else "proposed", group="settle"))


async def _agrees(request: Request, args: list[str]) -> Confirmation:
    at = await game_here(request, {"game": args[0]})
    known = proposal_of(at.now.row)
    if known is None or known.number != int(args[1]) or at.now.row.last != known.last:
        raise Stale(say("gone", group="settle"))
    if not at.seat:
        raise Refused(say("no_seat_yet"))
    fields = {"game": at.called, "title": at.view.name, "winner": at.name(known.winner)}
    return Confirmation(say(known.kind, group="settle", **fields), say("button_agree"), moment_of(at.now.row))


async def _agreed(request: Request, args: list[str]) -> Reply:
    over = await request.table.seating.settling.answer(int(args[0]), request.user, int(args[1]), yes=True)
    _changed(request, int(args[0]))
    return Reply(say("over" if over else "agreed", group="settle"))


async def settle(request: Request, args: list[str], values: list[str]) -> Reply:
    """Agree to a proposal, after confirming."""
    return await AGREEING.ask(request, int(args[0]), int(args[1]))


async def settle_no(request: Request, args: list[str], values: list[str]) -> Reply:
    """Decline a proposal."""
    await request.table.seating.settling.answer(int(args[0]), request.user, int(args[1]), yes=False)
    return Reply(say("refused", group="settle"))


PROPOSING = GraveAction("propose_yes", _proposes, _proposed, (NUMBER, one_of(*RESULTS), WORD))
AGREEING = GraveAction("settle_yes", _agrees, _agreed, (NUMBER, NUMBER))
LEAVING = GraveAction("leave_yes", _leaves, _left, (NUMBER,))
STOPPING = GraveAction("end_yes", _stops, _stopped, (NUMBER,))


def _pressed(answer: Any) -> OnPress:
    """A button that runs a command for the game it names."""

    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        return await answer(request, {"game": args[0]})

    return Component(press, (NUMBER,))


ORDER = tuple(f"player{number}" for number in range(1, 8))
SEATED = tuple(Option(name, discord.User, about=partial(say, "option_order")) for name in ORDER)
COMMANDS = (
    Command(
        "game new",
        new,
        (
            TITLE,
            Option("seats", int, low=2, high=7),
            Option("options", complete=suggest_options),
            Option("pace", choices=choices("pace", PACES)),
            Option("place", choices=choices("place", PLACES)),
            Option("where", app_commands.Transform[Chosen, ChannelOption]),
            Option("pictures", choices=choices("pictures", PICTURES)),
            Option("join", bool),
            Option("name"),
            Option("least", int, low=0, high=7),
            Option("invited_only", bool),
        ),
    ),
    Command("game join", join, (GAME,)),
    Command("game leave", leave, (GAME,)),
    Command("game start", start, (GAME, *SEATED)),
    Command("game status", status, (GAME,)),
    Command(
        "game end",
        end,
        (
            Option("result", choices=choices("result", RESULTS)),
            Option("winner", complete=by_options(offer_seats)),
            GAME,
        ),
    ),
)
PRESSES: dict[str, OnPress] = {
    "join": _pressed(join),
    "leave": _pressed(leave),
    "start": _pressed(start),
    **LEAVING.presses,
    **STOPPING.presses,
    **PROPOSING.presses,
    **AGREEING.presses,
    "settle": Component(settle, (NUMBER, NUMBER)),
    "settle_no": Component(settle_no, (NUMBER, NUMBER)),
}
