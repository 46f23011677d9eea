"""Private notes on each game: /note."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.asked import Asked, FormOf, OnPress
from bot.discord.command import Command, Option
from bot.discord.finding import GAME, game_meant
from bot.discord.pages import paged
from bot.discord.pressed import NUMBER, WORD, Pressed
from bot.discord.reply import Button, Reply
from bot.discord.say import say
from bot.discord.sure import Question, Warned
from bot.table.extras import mark_of
from bot.table.plain import plain

ENTRY = 1000
"""The most characters of one entry."""


async def read(asked: Asked, given: dict[str, Any]) -> Reply:
    """Show the asker's notes on a game."""
    return await _shown(asked, await game_meant(asked, given), 0)


async def turn_page(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Another page of them."""
    return await _shown(asked, int(args[0]), int(args[1]))


async def _shown(asked: Asked, game: int, page: int, head: str = "") -> Reply:
    text = await asked.bot.extras.note(game, asked.user)
    lines = [plain(line) for line in text.splitlines()] or [say("empty", group="note")]
    found = paged(say("title", group="note", game=game), lines, page, "note", (game,))
    write = Button(say("button_note_add", group="note"), "note_write", (game,), discord.ButtonStyle.primary)
    tools = (write, Button(say("button_note_clear", group="note"), "note_clear", (game,), disabled=not text))
    return Reply("\n".join(filter(None, [head, found.text])), found.title, rows=(*found.rows, tools))


async def add(asked: Asked, given: dict[str, Any]) -> Reply:
    """Add an entry."""
    return await _added(asked, await game_meant(asked, given), str(given["text"]))


async def add_from_form(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Add an entry, from the form."""
    return await _added(asked, int(args[0]), values[0])


async def _again(asked: Asked, args: list[str], values: list[str], why: str) -> Reply:
    return await _shown(asked, int(args[0]), 0, why)


async def _added(asked: Asked, game: int, text: str) -> Reply:
    await asked.bot.extras.add_note(game, asked.user, text.strip())
    return await _shown(asked, game, 0, say("added", group="note"))


async def clear(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Ask to confirm before deleting all notes."""
    text = await asked.bot.extras.note(int(args[0]), asked.user)
    if not text:
        return Reply(say("empty", group="note"))
    return await CLEARING.ask(asked, args[0], mark_of(text))


async def _warned(asked: Asked, args: list[str]) -> Warned:
    text = await asked.bot.extras.note(int(args[0]), asked.user)
    told = say("really_clear", group="note", game=args[0], lines=len(text.splitlines()))
    return Warned(told, say("button_clear_yes", group="note"), (text,))


async def _cleared(asked: Asked, args: list[str]) -> Reply:
    await asked.bot.extras.tear_out(int(args[0]), asked.user, args[1])
    return Reply(say("cleared", group="note", game=args[0]))


CLEARING = Question("note_clear_yes", _warned, _cleared, (NUMBER, WORD))


async def press_clear(asked: Asked, given: dict[str, Any]) -> Reply:
    """The same by a command."""
    return await clear(asked, [str(await game_meant(asked, given))], [])


COMMANDS = (
    Command("note read", read, (GAME,)),
    Command("note add", add, (Option("text", required=True), GAME)),
    Command("note clear", press_clear, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "note": Pressed(turn_page, (NUMBER, NUMBER)),
    "note_written": Pressed(add_from_form, (NUMBER,), chosen=True, again=_again),
    "note_clear": Pressed(clear, (NUMBER,)),
    **CLEARING.presses,
}
FORMS: dict[str, FormOf] = {"note_write": FormOf("note_written", "form_note", "form_note_text", ENTRY)}
