"""A person's own settings: /preferences, and the buttons on reminders."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zoneinfo import available_timezones

import discord

from bot.discord.command import Command, Option, changes_of, matching, options_of
from bot.discord.components import NUMBER, WORD, Component, one_of
from bot.discord.confirming import Confirmation, GraveAction
from bot.discord.listing import PEOPLE, Listing
from bot.discord.reply import Button, Reply, by_name, selecting
from bot.discord.request import InputForm, OnPress, Request
from bot.discord.say import say
from bot.store.rows import PersonRow
from bot.table.clocks import DAY
from bot.table.errors import Refused, Stale
from bot.table.parsing import number
from bot.table.settings import HOURS_OFFERED, WISHES, personal_setting

QUIET = tuple((start * 60, end * 60) for start, end in ((21, 6), (22, 7), (23, 7), (22, 8), (0, 8), (8, 17)))
HOURS = re.compile(r"(\d{1,2})(?::([0-5]\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::([0-5]\d))?")


async def preferences(request: Request, given: dict[str, Any]) -> Reply:
    """Show the asker's settings, or change those given."""
    changes: dict[str, Any] = {}
    if "zone" in given:
        changes["zone"] = given["zone"]
    if "quiet" in given:
        changes["quiet_from"], changes["quiet_to"] = quiet_hours(given["quiet"])
    if "reminders" in given:
        changes["interval"] = None if given["reminders"] < 0 else given["reminders"] * 60
    if "away" in given:
        changes["away_until"] = request.table.clock() + timedelta(days=given["away"]) if given["away"] else None
    if "stand_in" in given:
        stand_in: discord.User = given["stand_in"]
        if stand_in.bot:
            raise Refused(say("no_bots"))
        if stand_in.id == request.user:
            changes["stand_in"] = None
    changes |= changes_of(WISHES, given)
    if "stand_in" in given and "stand_in" not in changes:
        await request.table.standing_in.ask(request.user, given["stand_in"].id, **changes)
    elif changes:
        await request.table.preferences.set_person(request.user, **changes)
    return described(await request.table.preferences.person(request.user))


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
    """Show all settings, with a list to choose from; the rest must be typed."""
    lines = [say("zone_is", group="preferences", zone=person.zone)]
    lines += [listing.line(PEOPLE.name(name), _now(person, name)) for name, listing in _listings().items()]
    away = say("no")
    if person.away_until:
        away = say("until", group="preferences", when=f"<t:{int(person.away_until.timestamp())}:f>")
    stand_in = f"<@{person.stand_in}>" if person.stand_in else say("nobody")
    if person.stand_in_asked:
        stand_in = say("stand_in_asked", group="preferences", person=person.stand_in_asked, now=stand_in)
    lines.append(say("away_is", group="preferences", away=away, stand_in=stand_in))
    lines.append(say("typed", group="preferences"))
    listed = tuple((name, PEOPLE.name(name), one.label(_now(person, name))) for name, one in _listings().items())
    choose = selecting(say("choose", group="preferences"), "wish", (), listed)
    away_button = Button(say("button_away"), by_name("away"))
    back = Button(say("button_back_again"), by_name("back_again"), disabled=person.away_until is None)
    forget = Button(say("button_forget"), by_name("forget"), discord.ButtonStyle.danger)
    return Reply("\n".join(lines), say("me_title"), rows=(choose, (away_button, back, forget)))


def _listings() -> dict[str, Listing]:
    """The settings with lists, default first; other hours can be typed."""
    return {
        "quiet": Listing.of(None, QUIET, _quiet_said),
        "interval": Listing.of(None, HOURS_OFFERED, _interval_said),
        **{name: PEOPLE.listing(name) for name in WISHES},
    }


def _interval_said(value: Any) -> str:
    """Minutes between reminders in words; None: as set for the game."""
    if value is None:
        return say("as_the_game")
    hours = {"hours": f"{value / 60:g}", "number": value // 60}
    return say("every_hours", group="options", **hours) if value else say("none")


def _quiet_said(value: Any) -> str:
    """Quiet hours in words, from two minutes of the day; None: no quiet hours."""
    return "–".join(map(_clock, value)) if value else say("none")


def _now(person: PersonRow, name: str) -> Any:
    """The current value."""
    if name == "quiet":
        known = person.quiet_from is not None and person.quiet_to is not None
        return (person.quiet_from, person.quiet_to) if known else None
    return person.interval if name == "interval" else personal_setting(person, name)


async def press_wish(request: Request, args: list[str], values: list[str]) -> Reply:
    """Show one setting with its choices."""
    listing, name = _listings().get(values[0]), values[0]
    if listing is None:
        raise Stale(say("old_button"))
    person = await request.table.preferences.person(request.user)
    text = PEOPLE.explained(name, {"quiet": "quiet", "interval": "reminders"}.get(name, ""))
    select = listing.select(_now(person, name), "wish_set", (name,))
    return Reply(text, say("me_title"), rows=(select, (Button(say("button_back"), by_name("wishes")),)))


async def press_wish_set(request: Request, args: list[str], values: list[str]) -> Reply:
    """Set it to a chosen value."""
    [name] = args
    value = _listings()[name].chosen(values[0])
    changes = (
        dict(zip(("quiet_from", "quiet_to"), value or (None, None), strict=True)) if name == "quiet" else {name: value}
    )
    return described(await request.table.preferences.set_person(request.user, **changes))


async def press_wishes(request: Request, args: list[str], values: list[str]) -> Reply:
    """Back to all settings."""
    return described(await request.table.preferences.person(request.user))


def _clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


async def offer_zones(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete time zones by name."""
    return matching([(zone, zone) for zone in sorted(available_timezones()) if "/" in zone or zone == "UTC"], typed)


async def mute(request: Request, args: list[str], values: list[str]) -> Reply:
    """Turn off reminders for this turn."""
    await request.table.reminders.mute(int(args[0]), request.user, args[1])
    return Reply(say("muted"))


async def away(request: Request, args: list[str], values: list[str]) -> Reply:
    """Be away for some days."""
    days = number(values[0].strip())
    if days is None or not 1 <= days <= 365:
        raise Refused(say("away_form"))
    until = request.table.clock() + timedelta(days=days)
    await request.table.preferences.set_person(request.user, away_until=until)
    return Reply(say("away_until", when=f"<t:{int(until.timestamp())}:D>"))


async def _away_again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
    found = described(await request.table.preferences.person(request.user))
    return replace(found, text=f"{why}\n\n{found.text}")


async def back_again(request: Request, args: list[str], values: list[str]) -> Reply:
    """Be back."""
    await request.table.preferences.set_person(request.user, away_until=None)
    return described(await request.table.preferences.person(request.user))


async def agree(request: Request, args: list[str], values: list[str]) -> Reply:
    """Agree to stand in for somebody."""
    await request.table.standing_in.answer(int(args[0]), request.user, yes=True)
    return Reply(say("you_stand_in", person=int(args[0])), mentions=())


async def decline(request: Request, args: list[str], values: list[str]) -> Reply:
    """Decline to stand in for somebody."""
    await request.table.standing_in.answer(int(args[0]), request.user, yes=False)
    return Reply(say("you_do_not_stand_in"))


async def forget(request: Request, args: list[str], values: list[str]) -> Reply:
    """Ask to confirm being forgotten."""
    return await FORGETTING.ask(request)


async def _forgets(request: Request, args: list[str]) -> Confirmation:
    games = await request.table.forgetting.open_games(request.user)
    return Confirmation(
        say("forget_warning", games=len(games)), say("button_forget_yes"), tuple(games), say("forget_title")
    )


async def _forgotten(request: Request, args: list[str]) -> Reply:
    await request.table.forgetting.forget(request.user)
    return Reply(say("forgotten"))


FORGETTING = GraveAction("forget_yes", _forgets, _forgotten, ())
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
    "forget": Component(forget),
    **FORGETTING.presses,
    "mute": Component(mute, (NUMBER, WORD)),
    "away_for": Component(away, chosen=True, again=_away_again),
    "back_again": Component(back_again),
    "stand_in_yes": Component(agree, (NUMBER,)),
    "stand_in_no": Component(decline, (NUMBER,)),
    "wishes": Component(press_wishes),
    "wish": Component(press_wish, chosen=True),
    "wish_set": Component(press_wish_set, (one_of("quiet", "interval", *WISHES),), chosen=True),
}
FORMS: dict[str, InputForm] = {"away": InputForm("away_for", "form_away", "form_days", 3)}
