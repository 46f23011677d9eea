"""Private notes on each game: /note."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.command import Command, Option
from bot.discord.components import NUMBER, WORD, Component
from bot.discord.confirming import Confirmation, GraveAction
from bot.discord.game_lookup import GAME, find_game
from bot.discord.pages import paged
from bot.discord.reply import Button, Reply, by_name
from bot.discord.request import InputForm, OnPress, Request
from bot.discord.say import say
from bot.table.extras import mark_of
from bot.table.safe_text import escaped

ENTRY = 1000
"""The most characters of one entry."""


async def read(request: Request, given: dict[str, Any]) -> Reply:
    """Show the asker's notes on a game."""
    return await _shown(request, await find_game(request, given), 0)


async def turn_page(request: Request, args: list[str], values: list[str]) -> Reply:
    """Another page of them."""
    return await _shown(request, int(args[0]), int(args[1]))


async def _shown(request: Request, game: int, page: int, head: str = "") -> Reply:
    text = await request.bot.extras.note(game, request.user)
    lines = [escaped(line) for line in text.splitlines()] or [say("empty", group="note")]
    found = paged(say("title", group="note", game=game), lines, page, lambda to: by_name("note", (game, to)))
    write = Button(say("button_note_add", group="note"), by_name("note_write", (game,)), discord.ButtonStyle.primary)
    tools = (write, Button(say("button_note_clear", group="note"), by_name("note_clear", (game,)), disabled=not text))
    return Reply("\n".join(filter(None, [head, found.text])), found.title, rows=(*found.rows, tools))


async def add(request: Request, given: dict[str, Any]) -> Reply:
    """Add an entry."""
    return await _added(request, await find_game(request, given), str(given["text"]))


async def add_from_form(request: Request, args: list[str], values: list[str]) -> Reply:
    """Add an entry, from the form."""
    return await _added(request, int(args[0]), values[0])


async def _again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
    return await _shown(request, int(args[0]), 0, why)


async def _added(request: Request, game: int, text: str) -> Reply:
    await request.bot.extras.add_note(game, request.user, text.strip())
    return await _shown(request, game, 0, say("added", group="note"))


async def clear(request: Request, args: list[str], values: list[str]) -> Reply:
    """Ask to confirm before deleting all notes."""
    text = await request.bot.extras.note(int(args[0]), request.user)
    if not text:
        return Reply(say("empty", group="note"))
    return await CLEARING.ask(request, args[0], mark_of(text))


async def _confirmation(request: Request, args: list[str]) -> Confirmation:
    text = await request.bot.extras.note(int(args[0]), request.user)
    told = say("really_clear", group="note", game=args[0], lines=len(text.splitlines()))
    return Confirmation(told, say("button_clear_yes", group="note"), (text,))


async def _cleared(request: Request, args: list[str]) -> Reply:
    await request.bot.extras.delete_notes(int(args[0]), request.user, args[1])
    return Reply(say("cleared", group="note", game=args[0]))


CLEARING = GraveAction("note_clear_yes", _confirmation, _cleared, (NUMBER, WORD))


async def press_clear(request: Request, given: dict[str, Any]) -> Reply:
    """The same by a command."""
    return await clear(request, [str(await find_game(request, given))], [])


COMMANDS = (
    Command("note read", read, (GAME,)),
    Command("note add", add, (Option("text", required=True), GAME)),
    Command("note clear", press_clear, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "note": Component(turn_page, (NUMBER, NUMBER)),
    "note_written": Component(add_from_form, (NUMBER,), chosen=True, again=_again),
    "note_clear": Component(clear, (NUMBER,)),
    **CLEARING.presses,
}
FORMS: dict[str, InputForm] = {"note_write": InputForm("note_written", "form_note", "form_note_text", ENTRY)}
