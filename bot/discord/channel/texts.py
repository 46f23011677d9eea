"""What a message in a channel says, cut so that its ping always fits."""

from __future__ import annotations

from typing import Any

from bot.discord.kit.reply import (
    CONTENT,
    cut,
)
from bot.discord.kit.say import say
from bot.store.rows import OutboxRow


def fitting(head: str, told: str, call: str) -> str:
    """Shorten a message so that the ping always fits."""
    call = cut(call, CONTENT // 2)
    apart = "\n\n" if told else "\n"
    body = cut("\n".join(filter(None, [head, told])), CONTENT - len(call) - len(apart))
    return apart.join(filter(None, [body, call]))


def lines_of(row: OutboxRow) -> list[str]:
    """The lines that tell what happened; a mirror also says who must act."""
    moves: list[dict[str, Any]] = row.payload.get("moves", [])
    lines = [line for one in moves for line in one["text"]] or list(row.payload.get("text", []))
    if "mirror" in row.payload:
        lines += row.payload.get("waits", [])
    return lines


def question_of(row: OutboxRow) -> str:
    """The next question for whoever goes on, if there is one."""
    return "" if "mirror" in row.payload else " ".join(row.payload.get("asks", []))


def heading(row: OutboxRow, game: str) -> str:
    """The heading: the game's number and name, and the round."""
    if row.game_id is None:
        return ""
    place = row.payload.get("place", "")
    return say("heading_placed" if place else "heading", game=game, place=place)
