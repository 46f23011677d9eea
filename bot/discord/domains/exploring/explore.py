"""Thinking ahead on a private copy: /explore."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from functools import partial
from typing import Annotated

import discord

from bot.discord.channel.threads import WEEK
from bot.discord.domains.exploring.explore_lines import copy_panel
from bot.discord.domains.shared.place import channel_of
from bot.discord.domains.shared.request import Request
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
)
from bot.discord.games.game_lookup import (
    GameContext,
    find_game,
    game_here,
    offer_games,
    offer_moves,
    visible_game,
)
from bot.discord.games.presses.explore import CopyAgain, EndCopy, Explore
from bot.discord.games.presses.lobby import OfGame
from bot.discord.games.presses.looks import Review
from bot.discord.kit.answers import answers, opens
from bot.discord.kit.command import (
    Typed,
    command,
    matching,
    numbered,
)
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.safe_text import escaped
from bot.store.rows import FINISHED, STOPPED
from bot.table.ground.services import Present
from bot.table.past.exploring import LASTS, MESSAGES
from bot.table.seats.opening import Opening
from engine.view import unknown_money

GUESS = re.compile(r"\s*(\S+?)\s*[:=]?\s*[$£€F]?\s*(\d{1,6}|\d{1,3},\d{3})\s*")
APART = re.compile(r"[;\n]|,(?!\d{3}(?!\d))")
MOST_TYPED = 400


class Guessing(OfGame):
    """How much money others have is unknown; `instead`: the copy to replace, if any."""

    move: int
    instead: int | None = None


class WriteGuess(Guessing, name="explore_guess"):
    """Write guesses of it."""


class MoneyGuessed(Guessing, name="explore_guessed"):
    """Make the copy with these guesses."""

    money: str


class GuessNothing(Guessing, name="explore_nothing"):
    """Make the copy without any."""


class AgainSurely(OfGame, Sure, name="explore_again_yes"):
    """Copy the game anew and lose the lines."""


class EndSurely(OfGame, Sure, name="explore_end_yes"):
    """Delete a copy."""


opens(WriteGuess, MoneyGuessed, "form_explore", "form_explore_money", MOST_TYPED)


# --- opening


async def offer_copies(request: Request, typed: str) -> list[tuple[str, str]]:
    """The asker's copies, wherever they are, and the games that everybody's lists have."""
    mine = await request.table.exploring.mine(request.user)
    named = [(say("copy", group="explore", copy=row.id, game=row.copy_of), str(row.id)) for row in mine]
    copies = {number for _, number in named}
    games = [one for one in await offer_games(request, typed) if one[1] not in copies]
    return [*matching(named, typed), *games]


GameOrCopy = Annotated[str, Typed(complete=offer_copies, about=partial(say, "option_copy", group="explore"))]


@command("explore")
async def explore(
    request: Request,
    move: Annotated[int, Typed(complete=offer_moves, read=numbered)] | None = None,
    money: str | None = None,
    game: GameOrCopy | None = None,
) -> Reply:
    """Open a copy of the game as it stands, or as it stood after a move; in a copy, show what can be done with it."""
    number = await find_game(request, game, begun=True)
    if move is None and money is None and (await request.bot.extras.game(number))[0].is_copy:
        return await copy_panel(request, number, say("lines", group="explore"))
    return await _open_or_ask(request, number, move, money)


answers(Explore)(lambda request, press: _open_or_ask(request, press.game, press.move, None, seat=press.seat))


async def _guess_again(request: Request, press: MoneyGuessed, why: str) -> Reply:
    reply = await _open_or_ask(request, press.game, press.move, None, press.instead)
    return replace(reply, text=f"{why}\n\n{reply.text}")


@answers(MoneyGuessed, _guess_again)
async def press_guess(request: Request, press: MoneyGuessed) -> Reply:
    """The same with the guesses from the form."""
    return await _open_or_ask(request, press.game, press.move, press.money, press.instead)


answers(GuessNothing)(lambda request, press: _open_or_ask(request, press.game, press.move, "", press.instead))


@answers(CopyAgain)
async def press_again(request: Request, press: CopyAgain) -> Reply:
    """Copy the game again as it stands now; asks to confirm if named lines would be lost."""
    if await request.table.exploring.lines(press.game, request.user):
        return await ask(request, AgainSurely(game=press.game))
    return await _again(request, press.game)


async def _again(request: Request, copy: int) -> Reply:
    row, _ = await request.bot.extras.game(copy)
    if not row.copy_of:
        raise Stale(say("old_button"))
    return await _open_or_ask(request, row.copy_of, None, None, copy)


async def _loses_lines(request: Request, sure: AgainSurely) -> Confirmation:
    lines = await request.table.exploring.lines(sure.game, request.user)
    text = say("really_again", group="explore", lines=len(lines))
    return Confirmation(text, say("button_again", group="explore"), (len(lines),))


@confirms(AgainSurely, _loses_lines)
async def copied_again(request: Request, sure: AgainSurely) -> Reply:
    """Copy it and lose the lines."""
    return await _again(request, sure.game)


async def _open_or_ask(
    request: Request,
    game: int,
    at: int | None,
    money: str | None,
    instead: int | None = None,
    seat: str | None = None,
) -> Reply:
    """Open the copy, unless money has to be guessed first. `seat`: the only one that robots do not play."""
    now = await request.table.present(game)
    move = now.row.position if at is None else at
    if instead is None:
        then = await game_here(request, str(game), move)
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
    return await _open(request, then, opening, move, instead, seat)


def _ask_guesses(then: GameContext, move: int, unknown: list[str], instead: int | None) -> Reply:
    """Ask for guesses of hidden money."""
    names = [then.words.holder(one) for one in unknown]
    nothing = say("button_nothing", group="explore", nothing=then.words.money(0))
    buttons = (
        Button(
            say("button_guess", group="explore"),
            WriteGuess(game=then.game, move=move, instead=instead),
            discord.ButtonStyle.primary,
        ),
        Button(nothing, GuessNothing(game=then.game, move=move, instead=instead)),
    )
    return Reply(say("guess", group="explore", names=names), rows=(buttons,))


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


async def _open(
    request: Request, then: GameContext, opening: Opening, move: int, instead: int | None, seat: str | None
) -> Reply:
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
            then.now, opening, move, request.user, channel, messages=messages, instead=instead, only=seat
        )
    except Refused:
        await _removed(thread)
        raise
    where = say("in_messages", group="explore") if messages else say("in_thread", group="explore", channel=channel)
    said = "opened_again" if instead is not None else "opened" if seat is None else "opened_robots"
    who = {} if seat is None else {"name": then.words.holder(seat)}
    compare = Review(game=then.game, part="solution", point=move)
    over = then.now.row.status in (FINISHED, STOPPED)
    rows = () if seat is None or not over else ((Button(say("button_compare", group="review"), compare),),)
    text = say(said, group="explore", game=then.game, copy=number, where=where, days=LASTS.days, **who)
    return Reply(text, rows=rows)


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


@answers(EndCopy)
async def end(request: Request, press: EndCopy) -> Reply:
    """Ask to confirm before a copy is deleted."""
    return await ask(request, EndSurely(game=await find_game(request, str(press.game))))


async def _warning(request: Request, sure: EndSurely) -> Confirmation:
    lines = await request.table.exploring.lines(sure.game, request.user)
    text = say("really_end", group="explore", lines=len(lines))
    return Confirmation(text, say("button_end_yes", group="explore"), (len(lines),))


@confirms(EndSurely, _warning)
async def ended(request: Request, sure: EndSurely) -> Reply:
    """Delete it, and close its thread."""
    row, _ = await request.bot.extras.game(sure.game)
    game = await request.table.exploring.discard(sure.game, request.user)
    with contextlib.suppress(*FAILURES):
        place = await channel_of(request, row.channel_id)
        if isinstance(place, discord.Thread):
            await place.edit(archived=True, locked=True)
    told = "ended_messages" if MESSAGES in row.place else "ended"
    return Reply(say(told, group="explore", game=game))
