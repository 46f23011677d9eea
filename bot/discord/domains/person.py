"""What a person wants for themselves: /preferences, and the buttons of reminders."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from zoneinfo import available_timezones

import discord

from bot.discord.asked import Asked, FormOf, OnPress
from bot.discord.command import Command, Option, matching, only_given, options_of
from bot.discord.pressed import NUMBER, WORD, Pressed
from bot.discord.reply import Button, Reply
from bot.discord.say import say, words
from bot.store.rows import PersonRow
from bot.table.clocks import DAY
from bot.table.errors import Refused
from bot.table.given import number
from bot.table.settings import WISHES, wish

HOURS = re.compile(r"(\d{1,2})(?::([0-5]\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::([0-5]\d))?")


async def preferences(asked: Asked, given: dict[str, Any]) -> Reply:
    """What the asker has set; with options: changed."""
    changes: dict[str, Any] = {}
    if "zone" in given:
        changes["zone"] = given["zone"]
    if "quiet" in given:
        changes["quiet_from"], changes["quiet_to"] = quiet_hours(given["quiet"])
    if "reminders" in given:
        changes["interval"] = None if given["reminders"] < 0 else given["reminders"] * 60
    if "away" in given:
        changes["away_until"] = asked.table.clock() + timedelta(days=given["away"]) if given["away"] else None
    if "stand_in" in given:
        stand_in: discord.User = given["stand_in"]
        changes["stand_in"] = None if stand_in.id == asked.user else stand_in.id
    changes |= only_given(given, *WISHES)
    if changes:
        await asked.table.preferences.set_person(asked.user, **changes)
    return described(await asked.table.preferences.person(asked.user))


def quiet_hours(text: str) -> tuple[int | None, int | None]:
    """`22:00-7:30`, or `none`."""
    if text.strip().casefold() in ("none", "off", "no", "-"):
        return None, None
    found = HOURS.fullmatch(text.strip())
    if found is None:
        raise Refused(say("quiet_form"))
    start, end = (int(found[n]) * 60 + int(found[n + 1] or 0) for n in (1, 3))
    if start > DAY or end > DAY:
        raise Refused(say("quiet_form"))
    return start % DAY, end % DAY


def described(person: PersonRow) -> Reply:
    """All that is set."""
    quiet = say("none")
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = f"{_clock(person.quiet_from)}–{_clock(person.quiet_to)}"
    reminders = say("as_the_game") if person.interval is None else say("hours", hours=person.interval / 60)
    if person.interval == 0:
        reminders = say("none")
    away = say("no") if person.away_until is None else f"<t:{int(person.away_until.timestamp())}:f>"
    stand_in = f"<@{person.stand_in}>" if person.stand_in else say("nobody")
    text = say(
        "me_is",
        zone=person.zone,
        quiet=quiet,
        reminders=reminders,
        away=away,
        stand_in=stand_in,
        theme=words()["choices"]["theme"][wish(person, "theme")],
        confirm=say("yes" if wish(person, "confirm") else "no"),
        pictures=words()["choices"]["pictures"][wish(person, "pictures")],
    )
    away_button = Button(say("button_away"), "away", ())
    back = Button(say("button_back_again"), "back_again", (), disabled=person.away_until is None)
    return Reply(text, say("me_title"), rows=((away_button, back),))


def _clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


async def offer_zones(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Time zones by name."""
    return matching([(zone, zone) for zone in sorted(available_timezones()) if "/" in zone or zone == "UTC"], typed)


async def mute(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """No more reminders for this turn."""
    await asked.table.reminders.mute(int(args[0]), asked.user, args[1])
    return Reply(say("muted"))


async def away(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Away for some days."""
    days = number(values[0].strip())
    if days is None or not 1 <= days <= 365:
        raise Refused(say("away_form"))
    until = asked.table.clock() + timedelta(days=days)
    await asked.table.preferences.set_person(asked.user, away_until=until)
    return Reply(say("away_until", when=f"<t:{int(until.timestamp())}:D>"))


async def back_again(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Away no longer."""
    await asked.table.preferences.set_person(asked.user, away_until=None)
    return described(await asked.table.preferences.person(asked.user))


COMMANDS = (
    Command(
        "preferences",
        preferences,
        (
            Option("zone", complete=offer_zones),
            Option("quiet"),
            Option("reminders", int, low=-1, high=720),
            Option("away", int, low=0, high=365),
            Option("stand_in", discord.User),
            *options_of(WISHES),
        ),
    ),
)
PRESSES: dict[str, OnPress] = {
    "mute": Pressed(mute, (NUMBER, WORD)),
    "away_for": Pressed(away, chosen=True),
    "back_again": Pressed(back_again),
}
FORMS: dict[str, FormOf] = {"away": FormOf("away_for", "form_away", "form_days", 3)}
