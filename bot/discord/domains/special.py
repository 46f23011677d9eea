"""Moves that only some games have, all under one command: /special."""

from __future__ import annotations

from typing import Any

from bot.discord.command import NOTHING, Command, Option, matching
from bot.discord.game_lookup import FOR, GAME, GameContext, game_to_act_in
from bot.discord.reply import Reply
from bot.discord.request import Request
from bot.discord.say import say
from bot.discord.typed_moves import LASTS, PREVIEW, next_values, open_verb, played
from bot.menu.typed_line import Line
from bot.menu.walk import Walk, walk_named
from bot.table.errors import Refused
from bot.table.safe_text import escaped
from engine.words import CommandWords, special_commands


async def special(request: Request, given: dict[str, Any]) -> Reply:
    """Make the named move, with as many of its choices as are typed."""
    at = await game_to_act_in(request, given)
    name, words = _find_command(at, str(given["move"]))

    def job() -> Walk:
        line = _line(at, given)
        made = line.walk(open_verb(at, name, words))
        if line.left:
            _refuse(at, made, line.left)
        return made

    return await played(request, at, await request.table.services.work(job), say("special_name", name=name), given)


def _find_command(at: GameContext, text: str) -> tuple[str, CommandWords]:
    """The move with this name or description."""
    known, wanted = special_commands(at.now.game.title), text.strip().removeprefix("/").casefold()
    for name, words in known.items():
        if wanted in (name, words.about.casefold(), *words.verbs):
            return name, words
    if not known:
        raise Refused(say("no_specials", title=at.view.name))
    raise Refused(say("no_special", title=at.view.name, names=list(known)))


def _line(at: GameContext, given: dict[str, Any]) -> Line:
    text = str(given.get("with", ""))
    return Line(at.moves, "" if text == NOTHING else text)


def _refuse(at: GameContext, made: Walk, left: str) -> None:
    """Say why the rest of the line cannot be read; for an illegal value, the rules say why."""
    if not made.slot:
        raise Refused(say("nothing_more", text=escaped(left)))
    value = left.partition(",")[0].strip()
    walk_named(at.moves, made.verb, {**dict(zip(made.got, made.texts, strict=True)), made.slot: value})
    raise Refused(say("no_such_choice", text=escaped(value)))


async def offer_moves(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete the moves that are possible now, then the others."""
    at = await game_to_act_in(request, given)
    usable = await request.table.services.work(lambda: set(at.moves.verbs))
    known = special_commands(at.now.game.title)
    open_now = [(one.about, name) for name, one in known.items() if usable.intersection(one.verbs)]
    others = [
        (say("special_not_now", about=one.about), name)
        for name, one in known.items()
        if not usable.intersection(one.verbs)
    ]
    return [*matching(open_now, typed), *matching(others, typed)]


async def offer_choices(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete the next choice after those typed, which may be a choice's label."""
    at = await game_to_act_in(request, given)
    if not given.get("move"):
        raise Refused(say("choose_first", slot=say("special_move")))
    name, words = _find_command(at, str(given["move"]))

    def job() -> list[tuple[str, str]]:
        line = _line(at, {"with": typed})
        made = line.walk(open_verb(at, name, words))
        if not made.slot:
            return [(at.words.move(at.seat, made.act), ", ".join(line.sent) or NOTHING)]
        return [
            (", ".join([*line.said, label]), value if value == NOTHING else ", ".join([*line.sent, value]))
            for label, value in next_values(at, made, line.left)
        ]

    return await request.table.services.work(job)


COMMANDS = (
    Command(
        "special",
        special,
        (
            Option("move", required=True, complete=offer_moves),
            Option("with", complete=offer_choices),
            PREVIEW,
            LASTS,
            FOR,
            GAME,
        ),
    ),
)
