"""Everybody's time in words: what is left of it, what a game has used, and how somebody plays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.discord.kit.say import say
from bot.store.rows import RUNNING, GameRow, SeatRow
from bot.table.clock.habits import Habit, Used
from bot.table.clock.late import TimeLeft
from bot.table.ground.say import timestamp
from bot.table.ground.settings import clock_of
from bot.table.table import Table


async def time_lines(
    table: Table, game: GameRow, seats: Sequence[SeatRow], known: Sequence[Used] | None = None
) -> list[str]:
    """What everybody has left in a running game with a clock, and what everybody has used, unless that is `known`."""
    if game.is_copy or game.id is None:
        return []
    runs = game.status == RUNNING and clock_of(game.settings) is not None
    lines = [_left(one) for one in await table.clocks.time_left(game.id)] if runs else []
    if known is None:
        known = await table.habits.used(game.id, seats)
    used = [_used(one) for one in known if one.time]
    return [*lines, say("used", group="time_left", people=used)] if used else lines


def _left(bank: TimeLeft) -> str:
    fields = {"name": bank.name, **_parts(bank.left)}
    if bank.ends is None:
        return say("stands_still", group="time_left", **fields)
    return say("runs", group="time_left", ends=timestamp(bank.ends, "R"), **fields)


def _used(one: Used) -> str:
    parts = _parts(one.time)
    long = "used_days" if parts["days"] else "used_hours"
    return say(long, group="time_left", name=one.name, answers=one.answers, **parts)


def _parts(span: timedelta) -> dict[str, int]:
    hours, minutes = divmod(round(span.total_seconds() / 60), 60)
    return {"days": hours // 24, "hours": hours % 24, "minutes": minutes}


def habit_said(habit: Habit) -> str:
    """How somebody plays."""
    text = say(habit.word or "unknown", group="habits", games=habit.games)
    return text + (say("evenings", group="habits", games=habit.evenings) if habit.evenings else "")
