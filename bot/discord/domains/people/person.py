"""A person's own settings: /preferences, and the buttons on reminders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any
from zoneinfo import available_timezones

import discord
from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.settings import PEOPLE, Listing, form_label, said, setting_options
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
from bot.discord.kit.answers import answers, asks
from bot.discord.kit.command import Typed, command, matching
from bot.discord.kit.form import Line, People, Sheet, whole_number
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import about, say, words
from bot.errors import Refused, Stale
from bot.safe_text import number
from bot.store.rows import PersonRow
from bot.table.ground.clocks import DAY
from bot.table.ground.say import timestamp
from bot.table.ground.settings import (
    COACH,
    HOURS_OFFERED,
    TABLE_SETTINGS,
    WISHES,
    personal_setting,
)

LONGEST_ZONE = 60
QUIET = tuple((start * 60, end * 60) for start, end in ((21, 6), (22, 7), (23, 7), (22, 8), (0, 8), (8, 17)))
HOURS = re.compile(r"(\d{1,2})(?::([0-5]\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::([0-5]\d))?")


class ShowWishes(Press, name="wishes", was={"wish": (), "wish_set": ()}):
    """Show all of one's settings; what older buttons set in two steps is chosen there."""

    older: tuple[str, ...] = ()


class FillWishes(Press, name="wishes_form"):
    """Ask in a form for some of them."""

    group: str


class WishesFilled(FillWishes, name="wishes_filled"):
    """Change them."""

    values: tuple[str, ...]


class AwayWritten(Press, name="away_for"):
    """Be away for some days; forms of older versions do not ask who stands in."""

    days: str
    stand_in: tuple[str, ...] = ()


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


MOST_DAYS = 365
"""For so many days somebody can be away."""
SHOWN_AS = {"quiet_from": "quiet", "quiet_to": "quiet"}
"""Under which name a field of the person is listed, if not under its own."""
CALLS, LOOK, SEEN = "calls", "look", "seen"
FORMS = {
    CALLS: ("calls",),
    LOOK: ("pictures", "theme", "coach", "confirm", "owners"),
    SEEN: ("rating", "review", "answering"),
}
"""The settings in each form; that of calls has the time zone, quiet hours and reminders as well."""


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
    away: app_commands.Range[int, 0, MOST_DAYS] | None = None,
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
    if stand_in is not None or "stand_in" in changes:
        await request.bot.tidying.tidy_stand_in(request.user)
    return await show_all(request, ShowWishes())


@answers(ShowWishes)
async def show_all(request: Request, press: ShowWishes) -> Reply:
    """All of the asker's settings."""
    return await described(request, await request.table.preferences.person(request.user))


async def described(request: Request, person: PersonRow, saved: str = "") -> Reply:
    """Show all settings, with forms to change them."""
    lines = [say("zone_is", group="preferences", zone=person.zone)]
    lines += [listing.line(PEOPLE.name(name), _now(person, name)) for name, listing in _listings().items()]
    away = say("no")
    if person.away_until:
        away = say("until", group="preferences", when=timestamp(person.away_until))
    stand_in = f"<@{person.stand_in}>" if person.stand_in else say("nobody")
    if person.stand_in_asked:
        stand_in = say("stand_in_asked", group="preferences", person=person.stand_in_asked, now=stand_in)
    lines.append(say("away_is", group="preferences", away=away, stand_in=stand_in))
    habit = await request.table.habits.own(request.user)
    lines.append(say("own", group="habits", habit=habit_said(habit)))
    lines += filter(None, [say("typed", group="preferences"), saved])
    forms = tuple(Button(form_label(_heading(group)), FillWishes(group=group)) for group in FORMS)
    buttons = (
        Button(say("button_away"), WriteAway()),
        Button(say("button_back_again"), BackAgain(), disabled=person.away_until is None),
        Button(say("button_forget", group="habits"), ForgetHabits(), disabled=not habit.games + habit.evenings),
        Button(say("button_forget"), Forget(), discord.ButtonStyle.danger),
    )
    return Reply("\n".join(lines), say("me_title"), rows=(forms, buttons))


def _heading(group: str) -> str:
    return str(words()["preferences"]["forms"][group])


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


@asks(FillWishes, WishesFilled, "/preferences")
async def ask_wishes(request: Request, press: FillWishes) -> Sheet:
    """Some settings as they are; a button may be older than the bot."""
    if press.group not in FORMS:
        raise Stale(say("old_button"))
    person = await request.table.preferences.person(request.user)
    fields = PEOPLE.fields(FORMS[press.group], {name: _now(person, name) for name in WISHES})
    if press.group == CALLS:
        zone = Line(PEOPLE.name("zone"), about("preferences", "zone"), person.zone, most=LONGEST_ZONE)
        others = [_listings()[name].choice(PEOPLE.name(name), _now(person, name)) for name in ("quiet", "interval")]
        fields = (zone, *others, *fields)
    return Sheet(_heading(press.group), fields)


@answers(WishesFilled)
async def wishes_filled(request: Request, press: WishesFilled) -> Reply:
    """Change what is not as it was."""
    person, values = await request.table.preferences.person(request.user), press.values
    changes = dict[str, Any]()
    if press.group == CALLS:
        zone, quiet, interval, *values = values
        changes["zone"] = zone.strip()
        changes["quiet_from"], changes["quiet_to"] = _chosen(person, "quiet", quiet) or (None, None)
        changes["interval"] = _chosen(person, "interval", interval)
        changes = {name: value for name, value in changes.items() if value != getattr(person, name)}
    changes |= PEOPLE.changes(FORMS[press.group], values, {name: _now(person, name) for name in WISHES})
    if changes:
        person = await request.table.preferences.set_person(request.user, **changes)
    return await described(request, person, PEOPLE.saved(dict.fromkeys(SHOWN_AS.get(one, one) for one in changes)))


def _chosen(person: PersonRow, name: str, text: str) -> Any:
    return _listings()[name].chosen(text, _now(person, name))


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


@asks(WriteAway, AwayWritten, "/preferences away", older=True)
async def ask_away(request: Request, press: WriteAway) -> Sheet:
    """For how long, and who stands in."""
    person = await request.table.preferences.person(request.user)
    days = Line(say("form_days"), say("form_days_about"), most=3, needed=False)
    stands = People(say("form_stand_in"), (person.stand_in,) if person.stand_in else (), say("form_stand_in_about"))
    return Sheet(say("form_away"), (days, stands))


@answers(AwayWritten)
async def away_for(request: Request, press: AwayWritten) -> Reply:
    """Be away for some days, perhaps with somebody else to stand in."""
    person, changes = await request.table.preferences.person(request.user), dict[str, Any]()
    chosen = "".join(press.stand_in)
    stands = number(chosen) if press.stand_in else person.stand_in
    if press.days.strip():
        days = whole_number(say("form_days"), press.days, MOST_DAYS)
        changes["away_until"] = request.table.clock() + timedelta(days=days)
    if stands == request.user:
        stands = None
    if stands is not None and stands != person.stand_in:
        if request.described("users", chosen).get("bot"):
            raise Refused(say("no_bots"))
        await request.table.standing_in.ask(request.user, stands, **changes)
        await request.bot.tidying.tidy_stand_in(request.user)
        return await show_all(request, ShowWishes())
    if stands != person.stand_in:
        changes["stand_in"] = None
    if not changes:
        raise Refused(say("away_form"))
    person = await request.table.preferences.set_person(request.user, **changes)
    if "stand_in" in changes:
        await request.bot.tidying.tidy_stand_in(request.user)
    if "stand_in" in changes or person.away_until is None:
        return await described(request, person)
    return Reply(say("away_until", when=timestamp(person.away_until, "D")))


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
