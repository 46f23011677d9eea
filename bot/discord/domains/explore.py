"""Thinking ahead on a private copy: /explore."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from typing import Any

import discord

from bot.discord.command import Command, Option, by_options
from bot.discord.components import NUMBER, Component
from bot.discord.confirming import Confirmation, GraveAction
from bot.discord.game_lookup import GAME, GameContext, find_game, game_here, visible_game
from bot.discord.past_moves import offer_moves
from bot.discord.place import channel_of
from bot.discord.reply import Button, Reply, by_name
from bot.discord.request import InputForm, OnPress, Request
from bot.discord.retries import FAILURES
from bot.discord.say import say
from bot.discord.threads import WEEK
from bot.table.errors import Refused, Stale
from bot.table.exploring import LASTS, MESSAGES
from bot.table.parsing import number
from bot.table.safe_text import escaped
from bot.table.seating import Opening
from bot.table.table import Present
from engine.view import unknown_money

GUESS = re.compile(r"\s*(\S+?)\s*[:=]?\s*[$£€F]?\s*(\d{1,6}|\d{1,3},\d{3})\s*")
APART = re.compile(r"[;\n]|,(?!\d{3}(?!\d))")
MOST_TYPED = 400


# --- opening


async def start(request: Request, given: dict[str, Any]) -> Reply:
    """Open a copy of the game as it stands, or as it stood after a move."""
    game = await find_game(request, given, begun=True)
    typed = str(given.get("move", "")).strip().lstrip("#")
    move = number(typed) if typed else None
    if typed and move is None:
        raise Refused(say("not_a_number", text=escaped(typed[:20])))
    return await _open_or_ask(request, game, move, given.get("money"))


async def press_now(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by a button on a panel."""
    return await _open_or_ask(request, int(args[0]), None, None)


async def press_start(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by a button."""
    return await _open_or_ask(request, int(args[0]), int(args[1]), None)


async def press_guess(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same with the guesses from the form."""
    return await _open_or_ask(request, int(args[0]), int(args[1]), values[0], _instead(args))


async def press_open(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same with no money wherever it is unknown."""
    return await _open_or_ask(request, int(args[0]), int(args[1]), "", _instead(args))


async def press_again(request: Request, args: list[str], values: list[str]) -> Reply:
    """Copy the game again as it stands now; asks to confirm if named lines would be lost."""
    copy = int(args[0])
    if await request.table.exploring.lines(copy, request.user):
        return await AGAIN.ask(request, copy)
    return await _again(request, args)


async def _again(request: Request, args: list[str]) -> Reply:
    row, _ = await request.bot.extras.game(int(args[0]))
    if row.copy_of is None:
        raise Stale(say("old_button"))
    return await _open_or_ask(request, row.copy_of, None, None, int(args[0]))


async def _loses_lines(request: Request, args: list[str]) -> Confirmation:
    lines = await request.table.exploring.lines(int(args[0]), request.user)
    text = say("really_again", group="explore", lines=len(lines))
    return Confirmation(text, say("button_again", group="explore"), (len(lines),))


def _instead(args: list[str]) -> int | None:
    """The copy to replace, if the button names one."""
    return number(args[2]) if len(args) > 2 else None


async def _open_or_ask(
    request: Request, game: int, at: int | None, money: str | None, instead: int | None = None
) -> Reply:
    """Open the copy, unless money has to be guessed first."""
    now = await request.table.present(game)
    move = now.row.position if at is None else at
    if instead is None:
        then = await game_here(request, {"game": str(game)}, move)
        await request.table.exploring.check(then.now, request.user)
    else:
        await request.table.exploring.check(now, request.user, instead)
        then = await visible_game(request, game, move)
    unknown = unknown_money(then.now.game, then.seat or None)
    if unknown and money is None:
        return _ask_guesses(then, move, unknown, instead)
    if money and not unknown:
        raise Refused(say("nothing_hidden", group="explore"))
    guesses = _guesses(unknown, money or "")
    opening = await request.table.exploring.prepared(then.now, then.seat, guesses)
    return await _open(request, then, opening, move, instead)


def _ask_guesses(then: GameContext, move: int, unknown: list[str], instead: int | None) -> Reply:
    """Ask for guesses of hidden money."""
    args = (then.game, move, *([] if instead is None else [instead]))
    names = [then.words.holder(one) for one in unknown]
    nothing = say("button_nothing", group="explore", nothing=then.words.money(0))
    buttons = (
        Button(say("button_guess", group="explore"), by_name("explore_guess", args), discord.ButtonStyle.primary),
        Button(nothing, by_name("explore_nothing", args)),
    )
    return Reply(say("guess", group="explore", names=names), rows=(buttons,))


async def _guess_again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
    reply = await _open_or_ask(request, int(args[0]), int(args[1]), None, _instead(args))
    return replace(reply, text=f"{why}\n\n{reply.text}")


def _guesses(unknown: list[str], typed: str) -> dict[str, int]:
    """Read guesses like `SP 300, FW 1,200`."""
    known = {one.casefold(): one for one in unknown}
    guesses: dict[str, int] = {}
    for part in filter(str.strip, APART.split(typed)):
        read = GUESS.fullmatch(part)
        if read is None or read[1].casefold() not in known:
            text = escaped(part.strip()[:30])
            raise Refused(say("not_a_guess", group="explore", text=text, example=f"{unknown[0]} 300"))
        guesses[known[read[1].casefold()]] = int(read[2].replace(",", ""))
    return guesses


async def _open(request: Request, then: GameContext, opening: Opening, move: int, instead: int | None) -> Reply:
    name = say("thread", group="explore", game=then.game, title=then.now.row.title)
    there = await _place_of(request, instead) if instead is not None else None
    thread = await _thread(request, then.now, name) if there is None else None
    if there is not None:
        channel, messages = there
    else:
        channel = thread.id if thread is not None else await _direct_messages(request, name, instead)
        messages = thread is None
    try:
        number = await request.table.exploring.open(
            then.now, opening, move, request.user, channel, messages=messages, instead=instead
        )
    except Refused:
        await _removed(thread)
        raise
    where = say("in_messages", group="explore") if messages else say("in_thread", group="explore", channel=channel)
    told = "opened" if instead is None else "opened_again"
    return Reply(say(told, group="explore", game=then.game, copy=number, where=where, days=LASTS.days))


async def _place_of(request: Request, copy: int) -> tuple[int, bool] | None:
    """The channel of the copy being replaced, which the new one reuses, and whether it is in direct messages."""
    row, _ = await request.bot.extras.game(copy)
    try:
        await channel_of(request, row.channel_id)
    except FAILURES:
        return None
    return row.channel_id, MESSAGES in row.place


async def _thread(request: Request, now: Present, name: str) -> discord.Thread | None:
    """Create a private thread next to the game with only the asker in it; None if that is impossible."""
    thread: discord.Thread | None = None
    try:
        place = await channel_of(request, now.row.channel_id)
        parent = place.parent if isinstance(place, discord.Thread) else place
        if not isinstance(parent, discord.TextChannel) or parent.is_news():
            return None
        member = request.interaction.user
        if not isinstance(member, discord.Member) or member.guild.id != parent.guild.id:
            return None
        rights = parent.permissions_for(member)
        # Open no thread for somebody who could not open one themselves.
        if not (rights.view_channel and rights.create_private_threads):
            return None
        kind = discord.ChannelType.private_thread
        thread = await parent.create_thread(name=name, type=kind, auto_archive_duration=WEEK, invitable=False)
        await thread.add_user(discord.Object(request.user))
        # Somebody allowed to open threads may still not be allowed to write in them.
        await thread.send(say("here_it_comes", group="explore"))
    except FAILURES:
        await _removed(thread)
        return None
    return thread


async def _direct_messages(request: Request, name: str, instead: int | None) -> int:
    """The person's direct messages, if they accept any and have no copy there."""
    person = request.interaction.user
    try:
        channel = (person.dm_channel or await person.create_dm()).id
        if instead is None:
            await request.table.exploring.check_messages(request.user, channel)
        await person.send(name)
        return channel
    except FAILURES as e:
        raise Refused(say("no_place", group="explore")) from e


async def _removed(thread: discord.Thread | None) -> None:
    """Remove a thread that gets no copy after all."""
    with contextlib.suppress(*FAILURES):
        if thread is not None:
            await thread.delete()


# --- the end


async def end(request: Request, given: dict[str, Any]) -> Reply:
    """Ask to confirm before a copy is deleted."""
    return await ENDING.ask(request, await find_game(request, given))


async def press_end(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by a button."""
    return await ENDING.ask(request, await find_game(request, {"game": args[0]}))


async def _confirmation(request: Request, args: list[str]) -> Confirmation:
    lines = await request.table.exploring.lines(int(args[0]), request.user)
    text = say("really_end", group="explore", lines=len(lines))
    return Confirmation(text, say("button_end_yes", group="explore"), (len(lines),))


async def _ended(request: Request, args: list[str]) -> Reply:
    row, _ = await request.bot.extras.game(int(args[0]))
    game = await request.table.exploring.discard(int(args[0]), request.user)
    with contextlib.suppress(*FAILURES):
        place = await channel_of(request, row.channel_id)
        if isinstance(place, discord.Thread):
            await place.edit(archived=True, locked=True)
    told = "ended_messages" if MESSAGES in row.place else "ended"
    return Reply(say(told, group="explore", game=game))


AGAIN = GraveAction("explore_again_yes", _loses_lines, _again, (NUMBER,))
ENDING = GraveAction("explore_end_yes", _confirmation, _ended, (NUMBER,))


COMMANDS = (
    Command("explore start", start, (Option("move", complete=by_options(offer_moves)), Option("money"), GAME)),
    Command("explore end", end, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "explore_now": Component(press_now, (NUMBER,)),
    "explore": Component(press_start, (NUMBER, NUMBER)),
    "explore_guessed": Component(press_guess, (NUMBER, NUMBER), more=True, chosen=True, again=_guess_again),
    "explore_nothing": Component(press_open, (NUMBER, NUMBER), more=True),
    "explore_again": Component(press_again, (NUMBER,)),
    "explore_end": Component(press_end, (NUMBER,)),
    **AGAIN.presses,
    **ENDING.presses,
}
FORMS: dict[str, InputForm] = {
    "explore_guess": InputForm("explore_guessed", "form_explore", "form_explore_money", MOST_TYPED)
}
