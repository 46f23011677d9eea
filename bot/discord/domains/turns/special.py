"""Moves that only some games have, all under one command: /special."""

from __future__ import annotations

from typing import Annotated

from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import (
    GameContext,
    GameName,
    SeatName,
    game_to_act_in,
)
from bot.discord.kit.command import (
    NOTHING,
    Typed,
    command,
    matching,
)
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.discord.turn.typed_moves import (
    Lasts,
    Preview,
    next_values,
    open_verb,
    played,
)
from bot.errors import Refused
from bot.menu.move.typed_line import Line
from bot.menu.move.walk import Walk, walk_named
from bot.safe_text import escaped
from engine.words import CommandWords, special_commands


def _find_command(at: GameContext, text: str) -> tuple[str, CommandWords]:
    """The move with this name or description."""
    known, wanted = special_commands(at.now.game.title), text.strip().removeprefix("/").casefold()
    for name, words in known.items():
        if wanted in (name, words.about.casefold(), *words.verbs):
            return name, words
    if not known:
        raise Refused(say("no_specials", title=at.view.name))
    raise Refused(say("no_special", title=at.view.name, names=list(known)))


def _line(at: GameContext, text: str) -> Line:
    return Line(at.moves, "" if text == NOTHING else text)


def _refuse(at: GameContext, walk: Walk, left: str) -> None:
    """Say why the rest of the line cannot be read; for an illegal value, the rules say why."""
    if not walk.slot:
        raise Refused(say("nothing_more", text=escaped(left)))
    value = left.partition(",")[0].strip()
    walk_named(at.moves, walk.verb, {**dict(zip(walk.got, walk.texts, strict=True)), walk.slot: value})
    raise Refused(say("no_such_choice", text=escaped(value)))


async def offer_moves(
    request: Request, typed: str, for_: str | None = None, game: str | None = None
) -> list[tuple[str, str]]:
    """Complete the moves that are possible now, then the others."""
    at = await game_to_act_in(request, game, for_)
    usable = await request.table.services.work(lambda: set(at.moves.verbs))
    known = special_commands(at.now.game.title)
    open_now = [(one.about, name) for name, one in known.items() if usable.intersection(one.verbs)]
    others = [
        (say("special_not_now", about=one.about), name)
        for name, one in known.items()
        if not usable.intersection(one.verbs)
    ]
    return [*matching(open_now, typed), *matching(others, typed)]


async def offer_choices(
    request: Request, typed: str, move: str | None = None, for_: str | None = None, game: str | None = None
) -> list[tuple[str, str]]:
    """Complete the next choice after those typed, which may be a choice's label."""
    at = await game_to_act_in(request, game, for_)
    if not move:
        raise Refused(say("choose_first", slot=say("special_move")))
    name, words = _find_command(at, move)

    def job() -> list[tuple[str, str]]:
        line = _line(at, typed)
        walk = line.walk(open_verb(at, name, words))
        if not walk.slot:
            return [(at.words.move(at.seat, walk.act), ", ".join(line.sent) or NOTHING)]
        return [
            (", ".join([*line.said, label]), value if value == NOTHING else ", ".join([*line.sent, value]))
            for label, value in next_values(at, walk, line.left)
        ]

    return await request.table.services.work(job)


@command("special")
async def special(
    request: Request,
    move: Annotated[str, Typed(complete=offer_moves)],
    with_: Annotated[str, Typed(complete=offer_choices)] = "",
    preview: Preview = False,
    lasts: Lasts | None = None,
    for_: SeatName | None = None,
    game: GameName | None = None,
) -> Reply:
    """Make the named move, with as many of its choices as are typed."""
    at = await game_to_act_in(request, game, for_)
    name, words = _find_command(at, move)

    def job() -> Walk:
        line = _line(at, with_)
        made = line.walk(open_verb(at, name, words))
        if line.left:
            _refuse(at, made, line.left)
        return made

    made = await request.table.services.work(job)
    return await played(request, at, made, say("special_name", name=name), preview=preview, lasts=lasts)
