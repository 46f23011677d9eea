"""Games as files: /game export, /game import, and taking seats in imported games."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Annotated

import discord

from bot.discord.domains.shared.importing import ImportDraft
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
from bot.discord.games.game_lookup import GameName, game_here
from bot.discord.games.presses.lobby import DeclineSeat, OpenImport, TakeSeat
from bot.discord.games.rights import PLAYABLE, ChannelChosen, spot_here, spot_of
from bot.discord.kit.answers import answers, asks
from bot.discord.kit.command import (
    Option,
    Typed,
    choices,
    command,
)
from bot.discord.kit.form import PARTS, People, Place, Sheet, Upload
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Attachment, Button, Reply
from bot.discord.kit.request import show_meanwhile
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused
from bot.menu.picture import DrawingJob
from bot.safe_text import escaped
from bot.table.files.incoming import IncomingGame
from bot.table.ground.positions import with_safe_names
from bot.table.ground.say import clean_name
from engine import decode_game
from engine.exchange.any_file import MOST_BYTES
from engine.overlay import RULEBOOK, RULES, SITE
from engine.titles import title_for
from engine.view import View, view
from engine.words import Words

SHOWN_AFTER = 1.5
"""Seconds after which somebody sees that the file is still being read, with a button to cancel."""
FORMATS = ("ours", SITE)
SEATED = tuple(Option(f"player{number}", discord.User, about=partial(say, "option_person")) for number in range(1, 8))
Players = Annotated[Mapping[str, discord.User], Typed(each=SEATED)]
"""Who gets the seats, in the file's order."""


# --- out


@command("game export")
async def export(
    request: Request,
    format: Annotated[str, Typed(choices=choices("format", FORMATS))] = FORMATS[0],
    game: GameName | None = None,
) -> Reply:
    """A game as a file."""
    at = await game_here(request, game)
    if format == SITE:
        raw = await request.table.transfer.export_to_site(at.game, at.seat)
        return Reply(say("exported_to_site", game=at.game), pictures=(Attachment(f"game-{at.game}-18xx.json", raw),))
    raw = await request.table.transfer.export_to(at.game, at.seat)
    return Reply(say("exported", game=at.game), pictures=(Attachment(f"game-{at.game}.json", raw),))


# --- in


class BringIn(Press, name="import_yes"):
    """Create the game of a file that has been read."""

    mark: str


class FileSent(OpenImport, name="import_file"):
    """Read the file and show what is in it."""

    file: str
    channel: str


class AskSeats(Press, name="import_seats"):
    """Ask in a form who gets the seats, so many of them in one."""

    mark: str
    part: int


class SeatsFilled(AskSeats, name="import_seated"):
    """Note it; the game is not created yet."""

    people: tuple[str, ...]


class LeaveOut(Press, name="import_no"):
    """Forget the file."""

    mark: str


class StopReading(Press, name="import_stop"):
    """Stop reading it."""


@command("game import")
async def bring(
    request: Request,
    file: discord.Attachment,
    people: Players | None = None,
    place: PlaceKind = PLACES[0],
    where: ChannelChosen | None = None,
) -> Reply:
    """Read a file and show what is in it; nothing is created before the organiser confirms."""
    request.check_server()
    plan = planned(await spot_of(request, where), place)
    await check(request, plan)
    await request.table.transfer.check_may_bring(request.guild, request.user, manager=request.manager)
    asked = people or {}
    if any(person.bot for person in asked.values()):
        raise Refused(say("no_bots"))
    users = [asked[one.name].id if one.name in asked else None for one in SEATED]
    if len({person.id for person in asked.values()}) != len(asked):
        raise Refused(say("twice", group="files"))
    game = await _read(request, await _fetched(file))
    if any(users[len(game.seats) :]):
        raise Refused(say("say_who", names=[escaped(name) for name in game.players]))
    names = dict(zip(game.players, users, strict=False))
    seated = {seat: person for seat, name in game.seats if (person := names.get(name)) is not None}
    mark = request.bot.imports.offer(request.user, request.guild, game, seated, plan)
    return await _preview(request, mark, game, seated)


async def _preview(request: Request, mark: str, game: IncomingGame, seated: dict[str, int]) -> Reply:
    """What is in a file, with the seats as they will be."""
    found = await request.bot.thinking(lambda: view(with_safe_names(decode_game(game.last))))
    lines = await request.bot.thinking(lambda: _preview_lines(game, found, seated, request.user))
    pictures = await pictures_for(request, [DrawingJob("map", (found,), {"wide": 1600})])
    buttons = (
        Button(say("button_import", group="files"), BringIn(mark=mark), discord.ButtonStyle.success),
        *(Button(_part(game, part), AskSeats(mark=mark, part=part)) for part in range(0, len(game.seats), PARTS)),
        Button(say("button_cancel", group="files"), LeaveOut(mark=mark)),
    )
    return Reply(
        "\n".join(lines),
        say("preview", group="files", title=title_for(game.title, game.options).name),
        pictures,
        (buttons,),
    )


def _part(game: IncomingGame, first: int) -> str:
    """What is on the button that asks who gets the seats from this one on."""
    last = min(first + PARTS, len(game.seats))
    if 0 < first == last - 1:
        return say("button_seat", group="files", first=last)
    return say("button_seats", group="files", count=len(game.seats), first=first + 1, last=last)


@asks(OpenImport, FileSent, "/game import file:")
async def ask_file(request: Request, press: OpenImport) -> Sheet:
    """The file, and where its game is to be played."""
    request.check_server()
    await request.table.transfer.check_may_bring(request.guild, request.user, manager=request.manager)
    upload = Upload(say("form_file", group="files"), say("form_file_about", group="files"))
    where = Place(say("where", group="opening"), PLAYABLE, say("where_about", group="opening"))
    return Sheet(say("form_title", group="files"), (upload, where))


@answers(FileSent)
async def file_sent(request: Request, press: FileSent) -> Reply:
    """The same as `/game import`."""
    file = request.bot.uploaded(request.described("attachments", press.file))
    kind, where = place_of(request, press.channel)
    return await bring(request, file, place=kind, where=where)


@asks(AskSeats, SeatsFilled, "/game import file:")
async def ask_seats(request: Request, press: AskSeats) -> Sheet:
    """Who gets the seats, by the names in the file."""
    draft = request.bot.imports.look(request.user, press.mark)
    asked = draft.game.seats[press.part : press.part + PARTS]
    people = [(clean_name(name), draft.people.get(seat)) for seat, name in asked]
    fields = tuple(People(name, () if person is None else (person,)) for name, person in people)
    return Sheet(say("form_seats", group="files"), fields)


@answers(SeatsFilled)
async def seats_filled(request: Request, press: SeatsFilled) -> Reply:
    """Note it, and show the file again."""
    draft = request.bot.imports.look(request.user, press.mark)
    if any(person and request.described("users", person).get("bot") for person in press.people):
        raise Refused(say("no_bots"))
    asked = [seat for seat, _ in draft.game.seats[press.part : press.part + PARTS]]
    chosen = {seat: int(person) for seat, person in zip(asked, press.people, strict=False) if person}
    seated = {seat: person for seat, person in draft.people.items() if seat not in asked} | chosen
    if len(set(seated.values())) != len(seated):
        raise Refused(say("twice", group="files"))
    draft = request.bot.imports.seat(request.user, press.mark, seated)
    return await _preview(request, press.mark, draft.game, draft.people)


async def _fetched(file: discord.Attachment) -> bytes:
    if file.size > MOST_BYTES:
        raise Refused(say("file_too_big"))
    try:
        return await file.read()
    except discord.HTTPException as e:
        raise Refused(say("no_file")) from e


async def _read(request: Request, raw: bytes) -> IncomingGame:
    """Read it; if that takes a while, with a button to cancel."""
    task = request.bot.imports.begin(request.user, raw)
    await asyncio.wait((task,), timeout=SHOWN_AFTER)
    if not task.done():
        stop = Button(say("button_cancel", group="files"), StopReading())
        reading = Reply(say("reading", group="files"), rows=((stop,),))
        await show_meanwhile(request, reading)
    return await request.bot.imports.result(task)


def _preview_lines(game: IncomingGame, shown: View, people: dict[str, int], organiser: int) -> list[str]:
    """Describe a file: players, rules, position, whose turn it is, and who gets which seat."""
    speaker = Words(shown)
    return [
        *_stands(shown, speaker, len(game.moves)),
        *([] if game.is_proven else [say("unproven", group="files")]),
        *_rules(game),
        *(_seat(number, seat, name, people.get(seat), organiser) for number, (seat, name) in enumerate(game.seats, 1)),
        say("nothing_yet", group="files"),
    ]


def _stands(shown: View, speaker: Words, moves: int) -> list[str]:
    if shown.end is None:
        place = say("stands", group="files", place=speaker.place, moves=moves)
        return [place, *(speaker.decision(one) for one in shown.decisions)]
    winners = [speaker.holder(seat) for seat in shown.end.winners]
    return [
        say("finished", group="files", moves=moves),
        speaker.ending(shown.end.why),
        say("winners", group="files", names=winners),
    ]


def _rules(game: IncomingGame) -> list[str]:
    """Which rules it is played by, and what differs from the defaults."""
    usual = {**title_for(game.title, game.options).chosen({}), RULES.name: game.options.get(RULES.name, RULEBOOK)}
    other = [f"{name}={value}" for name, value in game.options.items() if value != usual.get(name, "")]
    whose = say("rules_site" if usual[RULES.name] == SITE else "rules_rulebook", group="files")
    return [whose, *([say("options", group="files", options=other)] if other else [])]


def _seat(number: int, seat: str, name: str, person: int | None, organiser: int) -> str:
    """A player in the file, and who gets their seat."""
    kind = "seat_free" if person is None else "seat_yours" if person == organiser else "seat_asked"
    return say(kind, group="files", number=number, name=clean_name(name), person=person or 0)


@answers(BringIn)
async def brought(request: Request, press: BringIn) -> Reply:
    """Confirmed: create a place, a table there, and the game on it."""
    incoming = request.bot.imports.take(request.user, press.mark)
    if incoming.guild != request.guild:
        raise Refused(say("gone", group="files"))
    await check(request, incoming.plan)
    table = request.table.transfer
    number = await table.open_table(
        incoming.game,
        request.guild,
        request.channel,
        request.user,
        manager=request.manager,
        no_pin=spot_here(request).no_pin,
    )
    where = await create_place(request, number, incoming.game.title, incoming.plan)
    await _laid_out(request, number, incoming)
    told = await show_in_place(request, number, where.channel, where.no_pin)
    return Reply("\n".join([say("brought", game=number, channel=where.channel), *where.told, *told]))


async def _laid_out(request: Request, number: int, found: ImportDraft) -> None:
    try:
        await request.table.transfer.fill(number, found.game, found.people)
    except Refused:
        # A table without its game would be a lobby nobody opened.
        await request.table.seating.stop(number, request.user, manager=request.manager)
        raise


@answers(LeaveOut)
async def not_brought(request: Request, press: LeaveOut) -> Reply:
    """Cancelled: forget the file."""
    request.bot.imports.take(request.user, press.mark)
    return Reply(say("not_imported", group="files"))


@answers(StopReading)
async def stopped(request: Request, press: StopReading) -> Reply:
    """Stop reading the file."""
    request.bot.imports.stop(request.user)
    return Reply(say("stopped", group="files"))


# --- seats that nobody has


@answers(TakeSeat)
async def taken(request: Request, press: TakeSeat) -> Reply:
    """Accept the seat."""
    await request.table.seating.inviting.take(press.game, request.user, press.seat, request.name)
    request.bot.pinned.refresh(press.game)
    return Reply(say("you_joined", game=press.game))


@answers(DeclineSeat)
async def declined(request: Request, press: DeclineSeat) -> Reply:
    """Decline the seat."""
    await request.table.seating.inviting.decline(press.game, request.user, press.seat)
    return Reply(say("declined", group="files"))
