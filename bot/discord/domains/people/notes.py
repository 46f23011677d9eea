"""Private notes on each game: /note."""

from __future__ import annotations

import discord

from bot.discord.domains.shared.pages import paged
from bot.discord.domains.shared.request import Request
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
)
from bot.discord.games.game_lookup import GameName, find_game
from bot.discord.games.presses.lobby import OfGame
from bot.discord.kit.answers import answers, opens
from bot.discord.kit.command import command
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import say
from bot.safe_text import escaped
from bot.table.play.extras import mark_of

ENTRY = 1000
"""The most characters of one entry."""


class ShowNotes(OfGame, name="note"):
    """Show a page of them."""

    page: int


class WriteNote(OfGame, name="note_write"):
    """Write an entry."""


class NoteWritten(OfGame, name="note_written"):
    """Add an entry."""

    text: str


class ClearNotes(OfGame, name="note_clear"):
    """Delete all of them, after confirming."""


class ClearSurely(OfGame, Sure, name="note_clear_yes"):
    """Delete all of them, as they were when it was asked."""

    notes: str


opens(WriteNote, NoteWritten, "form_note", "form_note_text", ENTRY)


@command("note")
async def note(request: Request, text: str | None = None, game: GameName | None = None) -> Reply:
    """Show the asker's notes on a game, after adding an entry if one is given."""
    number = await find_game(request, game)
    return await _notes_page(request, number, 0) if text is None else await _added(request, number, text)


async def _notes_page(request: Request, game: int, page: int, head: str = "") -> Reply:
    text = await request.bot.extras.note(game, request.user)
    lines = [escaped(line) for line in text.splitlines()] or [say("empty", group="note")]
    found = paged(say("title", group="note", game=game), lines, page, lambda to: ShowNotes(game=game, page=to))
    write = Button(say("button_note_add", group="note"), WriteNote(game=game), discord.ButtonStyle.primary)
    tools = (write, Button(say("button_note_clear", group="note"), ClearNotes(game=game), disabled=not text))
    return Reply("\n".join(filter(None, [head, found.text])), found.title, rows=(*found.rows, tools))


answers(ShowNotes)(lambda request, press: _notes_page(request, press.game, press.page))


async def _again(request: Request, press: NoteWritten, why: str) -> Reply:
    return await _notes_page(request, press.game, 0, why)


@answers(NoteWritten, _again)
async def add_from_form(request: Request, press: NoteWritten) -> Reply:
    """Add an entry, from the form."""
    return await _added(request, press.game, press.text)


async def _added(request: Request, game: int, text: str) -> Reply:
    await request.bot.extras.add_note(game, request.user, text.strip())
    return await _notes_page(request, game, 0, say("added", group="note"))


@answers(ClearNotes)
async def clear(request: Request, press: ClearNotes) -> Reply:
    """Ask to confirm before deleting all notes."""
    text = await request.bot.extras.note(press.game, request.user)
    if not text:
        return Reply(say("empty", group="note"))
    return await ask(request, ClearSurely(game=press.game, notes=mark_of(text)))


async def _warning(request: Request, sure: ClearSurely) -> Confirmation:
    text = await request.bot.extras.note(sure.game, request.user)
    told = say("really_clear", group="note", game=str(sure.game), lines=len(text.splitlines()))
    return Confirmation(told, say("button_clear_yes", group="note"), (text,))


@confirms(ClearSurely, _warning)
async def cleared(request: Request, sure: ClearSurely) -> Reply:
    """Delete them."""
    await request.bot.extras.delete_notes(sure.game, request.user, sure.notes)
    return Reply(say("cleared", group="note", game=str(sure.game)))
