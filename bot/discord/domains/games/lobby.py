"""Games from opening to end: /game new, join, leave, start, status, end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import discord
from discord import app_commands

from bot.discord.domains.shared.pictures import STOOD, draw_named, share_row
from bot.discord.domains.shared.place import (
    PLACES,
    PlaceKind,
    check,
    create_place,
    place_of,
    planned,
    show_in_place,
)
from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.typed_options import TitleName, offer_options, read_options
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
    find_seat,
    fits,
    game_here,
    manages,
    offer_seats,
    seat_named,
)
from bot.discord.games.presses.learn import learn_button
from bot.discord.games.presses.lobby import (
    Join,
    Leave,
    NewGame,
    OfGame,
    OpenGame,
    Settle,
    SettleNot,
    Start,
)
from bot.discord.games.rights import (
    PLAYABLE,
    ChannelChosen,
    Chosen,
    check_seen_by,
    check_sees,
    spot_here,
    spot_of,
)
from bot.discord.kit.answers import answers, asks
from bot.discord.kit.command import (
    Option,
    Typed,
    choices,
    command,
)
from bot.discord.kit.custom_ids import SEVERAL
from bot.discord.kit.form import Choice, Entry, People, Place, Sheet
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import say, words
from bot.errors import Refused, Stale
from bot.safe_text import short_name
from bot.store.rows import FINISHED, STOPPED
from bot.table.ground.say import called
from bot.table.ground.settings import LONGEST_NAME, PACES, PICTURES
from bot.table.seats.guests import check_least
from bot.table.seats.settling import (
    RESULTS,
    WINNER,
    check_kind,
    proposal_of,
)
from engine.titles import easiest_first, titles
from engine.words.options import title_line

SEATED = tuple(Option(f"player{number}", discord.User, about=partial(say, "option_order")) for number in range(1, 8))
Seated = Annotated[Mapping[str, discord.User], Typed(each=SEATED)]
"""The players in their order around the table."""
SEATS, USUAL_SEATS, USUAL_PACE = range(2, 8), 4, "usual"

# --- opening


async def suggest_options(request: Request, typed: str, title: str | None = None) -> list[tuple[str, str]]:
    """Complete options of the title, one after another."""
    return offer_options(title or titles()[0], typed)


@command("game new")
async def new(
    request: Request,
    title: TitleName,
    seats: app_commands.Range[int, 2, 7] = 4,
    options: Annotated[str, Typed(complete=suggest_options)] = "",
    pace: Annotated[str, Typed(choices=choices("pace", PACES))] | None = None,
    place: PlaceKind = PLACES[0],
    where: ChannelChosen | None = None,
    pictures: Annotated[str, Typed(choices=choices("pictures", PICTURES))] | None = None,
    join: bool = True,
    name: str | None = None,
    least: app_commands.Range[int, 0, 7] | None = None,
    invited_only: bool | None = None,
) -> Reply:
    """Open a game and create a place for it."""
    check_least(least or 0, seats)
    wished = {"pictures": pictures, "name": name, "least": least, "invited_only": invited_only}
    changes: dict[str, Any] = {setting: value for setting, value in wished.items() if value is not None}
    if pace is not None:
        changes["interval"] = PACES[pace]
    return await _open(request, title, seats, read_options(title, options), place, where, changes, join=join)


async def _open(
    request: Request,
    title: str,
    seats: int,
    options: dict[str, str],
    place: str,
    where: Chosen | None,
    changes: dict[str, Any],
    *,
    join: bool = True,
    invited: Sequence[int] = (),
) -> Reply:
    request.check_server()
    plan = planned(await spot_of(request, where), place)
    await check(request, plan)
    for person in invited:
        await check_seen_by(request, request.guild, plan.spot.id, discord.Object(person))
    game = await request.table.seating.create(
        request.guild,
        request.channel,
        request.user,
        title,
        options,
        seats,
        manager=request.manager,
        no_pin=spot_here(request).no_pin,
    )
    spot = await create_place(request, game, title, plan, short_name(changes.get("name", ""), LONGEST_NAME))
    if changes:
        await request.table.preferences.set_game(game, request.user, **changes)
    if join:
        await _joined(request, game)
    for person in invited:
        await request.table.seating.guests.invite(game, request.user, person)
    lines = await show_in_place(request, game, spot.channel, spot.no_pin)
    shows = spot.channel != request.channel and not changes.get("invited_only")
    word = _word_here(request, game, spot.channel) if shows else None
    lines = [say("you_invited", person=person) for person in invited] + lines
    return Reply("\n".join([say("opened", game=game, channel=spot.channel), *spot.told, *lines]), shared=word)


def _word_here(request: Request, game: int, channel: int) -> Reply:
    """What is left where a game was opened that has its place elsewhere."""
    text = say("opened_here", game=game, channel=channel, who=request.user)
    return Reply(text, rows=((Button(say("button_join"), Join(game=game)),),))


@asks(OpenGame, NewGame, "/game new")
async def open_game(request: Request, press: OpenGame) -> Sheet:
    """What a game needs, as a form; whatever else can be set has its place in the game's settings."""
    request.check_server()
    kept = await request.table.preferences.server(request.guild)
    pace = next((name for name, minutes in PACES.items() if minutes == kept["interval"]), USUAL_PACE)
    names = [Entry(title_line(one), one.id) for one in easiest_first()]
    paces = {name: str(words()["choices"]["pace"][name]) for name in PACES}
    return Sheet(
        say("title", group="opening"),
        (
            Choice(say("which", group="opening"), names, names[0].value),
            Choice(say("seats", group="opening"), [Entry(str(one), str(one)) for one in SEATS], str(USUAL_SEATS)),
            People(say("people", group="opening"), about=say("people_about", group="opening"), most=SEATS[-1] - 1),
            Choice(say("pace", group="opening"), [Entry(label, name) for name, label in paces.items()], pace),
            Place(say("where", group="opening"), PLAYABLE, say("where_about", group="opening")),
        ),
    )


@answers(NewGame)
async def new_game(request: Request, press: NewGame) -> Reply:
    """The same as `/game new`, and `/game invite` for each of the people."""
    if press.title not in titles() or press.seats not in SEATS or press.pace not in PACES:
        raise Stale(say("old_button"))
    people = [int(one) for one in press.people.split(SEVERAL) if one and int(one) != request.user]
    if any(request.described("users", str(one)).get("bot") for one in people):
        raise Refused(say("no_bots"))
    if len(people) >= press.seats:
        raise Refused(say("too_many", group="opening", seats=press.seats, people=len(people) + 1))
    place, where = place_of(request, press.channel)
    changes = {"interval": PACES[press.pace]}
    return await _open(request, press.title, press.seats, {}, place, where, changes, invited=people)


# --- seats


@command("game join")
async def join(request: Request, game: GameName | None = None) -> Reply:
    """Take a seat."""
    number = await find_gathering(request, game, "join")
    row, _ = await request.bot.extras.game(number)
    await check_sees(request, row.guild_id, row.channel_id)
    await _joined(request, number)
    if await request.table.coaching.is_new(request.user):
        return Reply(say("newcomer_joined", game=number), rows=((learn_button(),),))
    return Reply(say("you_joined", game=number))


answers(Join)(lambda request, press: join(request, str(press.game)))


async def _joined(request: Request, game: int) -> None:
    await request.table.seating.join(game, request.user, request.name)
    request.bot.pinned.refresh(game)


class LeaveSurely(Leave, Sure, name="leave_yes"):
    """Give up a seat."""


@command("game leave")
async def leave(request: Request, game: GameName | None = None) -> Reply:
    """Ask to confirm before giving up a seat."""
    return await ask(request, LeaveSurely(game=await find_gathering(request, game, "leave")))


answers(Leave)(lambda request, press: leave(request, str(press.game)))


async def _leaves(request: Request, sure: LeaveSurely) -> Confirmation:
    row, seats = await request.bot.extras.game(sure.game)
    if row.started_at is not None:
        raise Refused(say("leave", group="has_begun", game=called(row)))
    if all(seat.user_id != request.user for seat in seats):
        raise Refused(say("no_seat_yet"))
    text = say("really_leave", group="sure", game=row.id, title=row.title, taken=len(seats) - 1, places=row.places)
    return Confirmation(text, say("button_leave"), version_of(row))


@confirms(LeaveSurely, _leaves)
async def left(request: Request, sure: LeaveSurely) -> Reply:
    """Give it up."""
    await request.table.seating.leave(sure.game, request.user)
    request.bot.pinned.refresh(sure.game)
    return Reply(say("you_left", game=sure.game))


@command("game start")
async def start(request: Request, order: Seated | None = None, game: GameName | None = None) -> Reply:
    """Begin with the players who have joined."""
    number = await find_gathering(request, game, "start")
    people = [person.id for person in (order or {}).values()]
    await request.table.seating.start(number, request.user, people or None, manager=await manages(request, number))
    request.bot.pinned.refresh(number)
    return Reply(say("you_started", game=number))


answers(Start)(lambda request, press: start(request, game=str(press.game)))


# --- looking


@command("game status")
async def status(request: Request, game: GameName | None = None) -> Reply:
    """Show a game's position, with map, market and sheet."""
    seated = await request.table.seated(await find_game(request, game))
    reply = await request.bot.pinned.reply(seated)
    if not fits(seated.row, True):
        return reply
    now = await request.table.present_of(seated)
    at = GameContext(now, find_seat(request, now), reader=request.user)
    rows = (*reply.rows, *share_row(request, at.game, STOOD, at.now.row.position))
    return Reply(reply.text, reply.title, await draw_named(request, at, STOOD), rows)


# --- the end


class StopSurely(OfGame, Sure, name="end_yes"):
    """Stop a game."""


class ProposeSurely(OfGame, Sure, name="propose_yes"):
    """Propose a result; a winner is named by their seat, nobody by a dash."""

    result: str
    winner: str = "-"

    @property
    def seat(self) -> str:
        """The winner's seat."""
        return self.winner.replace("-", "")


class SettleSurely(Settle, Sure, name="settle_yes"):
    """Agree to a proposal."""


@command("game end")
async def end(
    request: Request,
    result: Annotated[str, Typed(choices=choices("result", RESULTS))] | None = None,
    winner: Annotated[str, Typed(complete=offer_seats)] | None = None,
    game: GameName | None = None,
) -> Reply:
    """Ask to confirm before stopping a game, or before proposing a result."""
    if winner is not None or result is not None:
        at = await game_here(request, game)
        seat = seat_named(at.now, winner).seat if winner is not None else "-"
        return await ask(request, ProposeSurely(game=at.game, result=result or WINNER, winner=seat))
    return await ask(request, StopSurely(game=await find_game(request, game)))


async def _stops(request: Request, sure: StopSurely) -> Confirmation:
    row, seats = await request.bot.extras.game(sure.game)
    await request.table.seating.check_may_stop(sure.game, request.user, manager=await manages(request, sure.game))
    if row.status in (FINISHED, STOPPED):
        raise Refused(say("over_already"))
    names = [seat.name for seat in seats] or [say("nobody")]
    name = "really_end" if row.started_at is not None else "really_call_off"
    text = say(name, group="sure", game=row.id, title=row.title, names=names, moves=row.last)
    return Confirmation(text, say("button_end"), (*version_of(row), len(seats)))


@confirms(StopSurely, _stops)
async def stopped(request: Request, sure: StopSurely) -> Reply:
    """Stop it."""
    await request.table.seating.stop(sure.game, request.user, manager=await manages(request, sure.game))
    request.bot.pinned.refresh(sure.game)
    return Reply(say("you_ended", game=sure.game))


async def _proposes(request: Request, sure: ProposeSurely) -> Confirmation:
    """The proposal's text; only for players."""
    if sure.result not in RESULTS:
        raise Stale(say("old_button"))
    at = await game_here(request, str(sure.game))
    check_kind(at.now.game, sure.result, sure.seat)
    if not at.seat:
        raise Refused(say("no_seat_yet"))
    fields = {"game": at.called, "title": at.view.name, "winner": at.name(sure.seat)}
    text, label = say(sure.result, group="settle", **fields), say("button", group="settle")
    return Confirmation(text, label, version_of(at.now.row))


@confirms(ProposeSurely, _proposes)
async def proposed(request: Request, sure: ProposeSurely) -> Reply:
    """Propose it."""
    over = await request.table.seating.settling.propose(sure.game, request.user, sure.result, sure.seat)
    request.bot.pinned.refresh(sure.game)
    return Reply(say("over" if over else "proposed", group="settle"))


answers(Settle)(lambda request, press: ask(request, SettleSurely(game=press.game, proposal=press.proposal)))


async def _agrees(request: Request, sure: SettleSurely) -> Confirmation:
    at = await game_here(request, str(sure.game))
    known = proposal_of(at.now.row)
    if known is None or known.number != sure.proposal or at.now.row.last != known.last:
        raise Stale(say("gone", group="settle"))
    if not at.seat:
        raise Refused(say("no_seat_yet"))
    fields = {"game": at.called, "title": at.view.name, "winner": at.name(known.winner)}
    return Confirmation(say(known.kind, group="settle", **fields), say("button_agree"), version_of(at.now.row))


@confirms(SettleSurely, _agrees)
async def agreed(request: Request, sure: SettleSurely) -> Reply:
    """Agree."""
    over = await request.table.seating.settling.answer(sure.game, request.user, sure.proposal, yes=True)
    request.bot.pinned.refresh(sure.game)
    return Reply(say("over" if over else "agreed", group="settle"))


@answers(SettleNot)
async def settle_no(request: Request, press: SettleNot) -> Reply:
    """Decline a proposal."""
    await request.table.seating.settling.answer(press.game, request.user, press.proposal, yes=False)
    return Reply(say("refused", group="settle"))
