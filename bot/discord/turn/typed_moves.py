"""Typed moves: which one is meant, how to complete it, and making it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Annotated

from discord import app_commands

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.moves import GO, TRY
from bot.discord.games.request import Request
from bot.discord.kit.command import (
    VALUE,
    Option,
    Typed,
    matching,
)
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import offer, step
from bot.errors import Refused
from bot.menu.move.walk import Walk, check_open
from bot.safe_text import number
from engine import Span
from engine.core.slots import Further
from engine.core.verbs import Text
from engine.words import CommandWords
from engine.words.buttons import capital

PREVIEW = Option("preview", bool, about=partial(say, "option_preview"))
LASTS = Option("lasts", int, about=partial(say, "option_lasts"), low=1, high=24 * 60)
Preview = Annotated[bool, Typed(about=PREVIEW.about)]
"""Show what the move would do, without making it."""
Lasts = Annotated[app_commands.Range[int, 1, 24 * 60], Typed(about=LASTS.about)]
"""After how many hours an offer ends."""


def open_verb(at: GameContext, name: str, words: CommandWords) -> str:
    """The first verb of a command that the seat can use now; otherwise raises the reason."""
    title = at.moves.game.title
    own = [verb for verb in words.verbs if verb in title.verbs]
    if not own:
        raise Refused(say("not_in_title", command=name, title=title.name))
    verb = next((verb for verb in own if verb in at.moves.verbs), own[0])
    check_open(at.moves, verb)
    return verb


async def played(
    request: Request, at: GameContext, walk: Walk, name: str, *, preview: bool = False, lasts: int | None = None
) -> Reply:
    """Make the move, preview it, or ask for the missing choices; an offer may last some hours."""
    mode = TRY if preview else GO
    if not lasts:
        return await step(request, at, walk, mode)
    if walk.slot:
        raise Refused(say("lasts_with_all", slot=walk.slot, command=name))
    return await offer(request, at, walk.act, mode, timedelta(hours=lasts))


def next_values(at: GameContext, walk: Walk, typed: str) -> list[tuple[str, str]]:
    """The next choices that match what has been typed: pairs of label and value."""
    if isinstance(walk.choices, Text):
        return [
            (typed or say("leave_empty"), typed or "-"),
            *(_further(at, one) for one in walk.choices.further(typed)),
        ]
    if isinstance(walk.choices, Span):
        return _numbers(at, walk, walk.choices, typed)
    label = at.words.value
    return matching([(capital(label(walk.verb, walk.slot, value)), str(value)) for value in walk.choices], typed)


def _further(at: GameContext, longer: Further) -> tuple[str, str]:
    """A text with one more item, and a remark that is ignored when somebody goes on typing."""
    total = at.words.money(longer.worth) if longer.worth is not None else ""
    stop = at.words.stop(longer.added) if "/" in longer.added else ""
    remarks = [remark for remark in (", ".join(filter(None, (total, stop))), total) if remark]
    labels = [say("goes_on", text=longer.text, remark=remark) for remark in remarks]
    # A truncated remark would swallow what is typed after it.
    return next((label for label in labels if len(label) <= VALUE), longer.text), longer.text


def _numbers(at: GameContext, walk: Walk, span: Span, typed: str) -> list[tuple[str, str]]:
    def labelled(value: int) -> tuple[str, str]:
        return at.words.value(walk.verb, walk.slot, value), str(value)

    if (asked := number(typed.strip())) is not None:
        return [labelled(asked)] if asked in span else [(at.words.span(walk.verb, walk.slot, span), "-")]
    low, high = span.low, span.high
    few = sorted({min(low + span.step * n, high - (high - low) % span.step) for n in (*range(15), 20, 30, 50)} | {high})
    return [labelled(value) for value in few if value in span]
