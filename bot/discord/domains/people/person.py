"""A person's own settings: /preferences, and the buttons on reminders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any
from zoneinfo import available_timezones

import discord
from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.settings import PEOPLE, Listing, said, setting_options
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
)
from bot.discord.games.presses.person import (
    AgreeToStandIn,
    DeclineToStandIn,
    Mute,
    StopCoaching,
    WriteAway,
)
from bot.discord.games.times import habit_said
from bot.discord.kit.answers import answers, opens
from bot.discord.kit.command import Typed, command, matching
from bot.discord.kit.press import Press
from bot.discord.kit.reply import (
    Button,
    Pick,
    Reply,
    Select,
)
from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.safe_text import number
from bot.store.rows import PersonRow
from bot.table.ground.clocks import DAY
from bot.table.ground.settings import (
    COACH,
    HOURS_OFFERED,
    TABLE_SETTINGS,
    WISHES,
    personal_setting,
)

QUIET = tuple((start * 60, end * 60) for start, end in ((21, 6), (22, 7), (23, 7), (22, 8), (0, 8), (8, 17)))
HOURS = re.compile(r"(\d{1,2})(?::([0-5]\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::([0-5]\d))?")


class ShowWishes(Press, name="wishes"):
    """Show all of one's settings."""


class ShowWish(Press, name="wish"):
    """Show one of them with its choices."""

    setting: str


class SetWish(ShowWish, name="wish_set"):
    """Change it."""

    value: str


class AwayWritten(Press, name="away_for"):
    """Be away for some days."""

    days: str


class BackAgain(Press, name="back_again"):
    """Be back."""


class ForgetHabits(Press, name="habits_forget"):
    """Have it forgotten how one plays, after confirming."""


class ForgetHabitsSurely(Sure, name="habits_forget_yes"):
    """Have it forgotten."""


class Forget(Press, name="forget"):
    """Be forgotten, after confirming."""


class ForgetSurely(Sure, name="forget_yes"):
    """Be forgotten."""


opens(WriteAway, AwayWritten, "form_away", "form_days", 3)


async def offer_zones(request: Request, typed: str) -> list[tuple[str, str]]:
    """Complete time zones by name."""
    return matching([(zone, zone) for zone in sorted(available_timezones()) if "/" in zone or zone == "UTC"], typed)


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


@command("preferences")
async def preferences(
    request: Request,
    zone: Annotated[str, Typed(complete=offer_zones)] | None = None,
    quiet: Annotated[tuple[int | None, int | None], Typed(read=quiet_hours)] | None = None,
    reminders: app_commands.Range[int, -1, 720] | None = None,
    away: app_commands.Range[int, 0, 365] | None = None,
    stand_in: discord.User | None = None,
    wishes: Annotated[Mapping[str, Any], setting_options(WISHES)] | None = None,
) -> Reply:
    """Show the asker's settings, or change those given."""
    changes: dict[str, Any] = {}
    if zone is not None:
        changes["zone"] = zone
    if quiet is not None:
        changes["quiet_from"], changes["quiet_to"] = quiet
    if reminders is not None:
        changes["interval"] = None if reminders < 0 else reminders * 60
    if away is not None:
        changes["away_until"] = request.table.clock() + timedelta(days=away) if away else None
    if stand_in is not None and stand_in.bot:
        raise Refused(say("no_bots"))
    if stand_in is not None and stand_in.id == request.user:
        stand_in, changes["stand_in"] = None, None
    changes |= wishes or {}
    if stand_in is not None:
        await request.table.standing_in.ask(request.user, stand_in.id, **changes)
    elif changes:
        await request.table.preferences.set_person(request.user, **changes)
    return await show_all(request, ShowWishes())


@answers(ShowWishes)
async def show_all(request: Request, press: ShowWishes) -> Reply:
    """All of the asker's settings."""
    return await described(request, await request.table.preferences.person(request.user))


async def described(request: Request, person: PersonRow) -> Reply:
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
    habit = await request.table.habits.own(request.user)
    lines.append(say("own", group="habits", habit=habit_said(habit)))
    lines.append(say("typed", group="preferences"))
    picks = tuple(
        Pick(PEOPLE.name(name), ShowWish(setting=name), one.label(_now(person, name)))
        for name, one in _listings().items()
    )
    buttons = (
        Button(say("button_away"), WriteAway()),
        Button(say("button_back_again"), BackAgain(), disabled=person.away_until is None),
        Button(say("button_forget", group="habits"), ForgetHabits(), disabled=not habit.games + habit.evenings),
        Button(say("button_forget"), Forget(), discord.ButtonStyle.danger),
    )
    return Reply("\n".join(lines), say("me_title"), rows=(Select(say("choose", group="preferences"), picks), buttons))


def _listings() -> dict[str, Listing]:
    """The settings with lists, default first; other hours can be typed."""
    return {
        "quiet": Listing.of(None, QUIET, _quiet_said),
        "interval": Listing.of(None, HOURS_OFFERED, _interval_said),
        **{name: PEOPLE.listing(name) for name in WISHES},
    }


def _interval_said(value: Any) -> str:
    """Minutes between reminders in words; None: as set for the game."""
    return say("as_the_game") if value is None else said(TABLE_SETTINGS["interval"], value)


def _quiet_said(value: Any) -> str:
    """Quiet hours in words, from two minutes of the day; None: no quiet hours."""
    return "–".join(map(_clock, value)) if value else say("none")


def _now(person: PersonRow, name: str) -> Any:
    """The current value."""
    if name == "quiet":
        known = person.quiet_from is not None and person.quiet_to is not None
        return (person.quiet_from, person.quiet_to) if known else None
    return person.interval if name == "interval" else personal_setting(person, name)


def _listing(press: ShowWish) -> Listing:
    """The choices of a setting; a button may be older than the bot."""
    found = _listings().get(press.setting)
    if found is None:
        raise Stale(say("old_button"))
    return found


@answers(ShowWish)
async def press_wish(request: Request, press: ShowWish) -> Reply:
    """Show one setting with its choices."""
    listing, name = _listing(press), press.setting
    person = await request.table.preferences.person(request.user)
    text = PEOPLE.explained(name, {"quiet": "quiet", "interval": "reminders"}.get(name, ""))
    select = listing.select(_now(person, name), lambda one: SetWish(setting=name, value=one))
    return Reply(text, say("me_title"), rows=(select, (Button(say("button_back"), ShowWishes()),)))


@answers(SetWish)
async def press_wish_set(request: Request, press: SetWish) -> Reply:
    """Set it to a chosen value."""
    value, changes = _listing(press).chosen(press.value), dict[str, Any]()
    if press.setting == "quiet":
        changes["quiet_from"], changes["quiet_to"] = value or (None, None)
    else:
        changes[press.setting] = value
    return await described(request, await request.table.preferences.set_person(request.user, **changes))


def _clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


@answers(Mute)
async def mute(request: Request, press: Mute) -> Reply:
    """Turn off reminders for this turn."""
    await request.table.reminders.mute(press.game, request.user, press.seat)
    return Reply(say("muted"))


@answers(StopCoaching)
async def stop_coaching(request: Request, press: StopCoaching) -> Reply:
    """Hear no more from the coach; the panel stays as it is."""
    await request.table.preferences.set_person(request.user, coach=COACH[-1])
    return Reply(say("stopped", group="coach"), beside=True)


async def _away_again(request: Request, press: AwayWritten, why: str) -> Reply:
    found = await show_all(request, ShowWishes())
    return replace(found, text=f"{why}\n\n{found.text}")


@answers(AwayWritten, _away_again)
async def away_for(request: Request, press: AwayWritten) -> Reply:
    """Be away for some days."""
    days = number(press.days.strip())
    if days is None or not 1 <= days <= 365:
        raise Refused(say("away_form"))
    until = request.table.clock() + timedelta(days=days)
    await request.table.preferences.set_person(request.user, away_until=until)
    return Reply(say("away_until", when=f"<t:{int(until.timestamp())}:D>"))


@answers(BackAgain)
async def back_again(request: Request, press: BackAgain) -> Reply:
    """Be back."""
    return await described(request, await request.table.preferences.set_person(request.user, away_until=None))


@answers(AgreeToStandIn)
async def agree(request: Request, press: AgreeToStandIn) -> Reply:
    """Agree to stand in for somebody."""
    await request.table.standing_in.answer(press.person, request.user, yes=True)
    return Reply(say("you_stand_in", person=press.person), mentions=())


@answers(DeclineToStandIn)
async def decline(request: Request, press: DeclineToStandIn) -> Reply:
    """Decline to stand in for somebody."""
    await request.table.standing_in.answer(press.person, request.user, yes=False)
    return Reply(say("you_do_not_stand_in"))


answers(ForgetHabits)(lambda request, press: ask(request, ForgetHabitsSurely()))


async def _forgets_habits(request: Request, sure: ForgetHabitsSurely) -> Confirmation:
    habit = await request.table.habits.own(request.user)
    text = say("forget_warning", group="habits", games=habit.games + habit.evenings)
    return Confirmation(text, say("button_forget_yes", group="habits"), (habit.games, habit.evenings))


@confirms(ForgetHabitsSurely, _forgets_habits)
async def habits_forgotten(request: Request, sure: ForgetHabitsSurely) -> Reply:
    """Forget it."""
    await request.table.habits.forget(request.user)
    return Reply(say("forgotten", group="habits"))


answers(Forget)(lambda request, press: ask(request, ForgetSurely()))


async def _forgets(request: Request, sure: ForgetSurely) -> Confirmation:
    games = await request.table.forgetting.open_games(request.user)
    return Confirmation(
        say("forget_warning", games=len(games)), say("button_forget_yes"), tuple(games), say("forget_title")
    )


@confirms(ForgetSurely, _forgets)
async def forgotten(request: Request, sure: ForgetSurely) -> Reply:
    """Forget them."""
    await request.table.forgetting.forget(request.user)
    return Reply(say("forgotten"))
