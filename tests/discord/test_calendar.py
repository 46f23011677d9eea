"""A league's rounds in the server's calendar of events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall
from tests.discord.test_leagues import ended, opened
from tests.discord.test_losses import told
from tests.discord.test_shared import Pair, pair  # noqa: F401

pytestmark = pytest.mark.soak


def scheduled(club: Hall) -> list[dict[str, Any]]:
    """What is in the calendar."""
    return list(club.sandbox.world.scheduled.values())


def allow(club: Hall) -> None:
    """Everybody on the server may create events."""
    club.guild.everyone.permissions |= int(Perm.CREATE_EVENTS)


def forbid(club: Hall) -> None:
    """Nobody on the server may create events any more, nor may the bot."""
    club.guild.everyone.permissions &= ~int(Perm.CREATE_EVENTS)
    for role in club.guild.roles.values():
        role.permissions &= ~int(Perm.CREATE_EVENTS)


def troubles(club: Hall) -> list[str]:
    """What Ann is told of the calendar by direct message."""
    return [one.content for one in told(club, club.ann) if "calendar of events" in one.content]


async def test_a_round_is_in_the_calendar_until_it_is_over(club: Hall):
    allow(club)
    number = await opened(club, club.ann, club.bob)
    told = await club.ann.slash("/league round", club.room, calendar=True)
    assert "in this server's calendar" in told.text and scheduled(club) == []
    await club.ann.slash("/league start", club.room)
    await club.posted()
    (event,) = scheduled(club)
    book = await club.table.leagues.book(int(number))
    assert book.current is not None and book.current.due_at is not None
    assert event["name"] == "Spring: round 1" and str(club.room.id) in event["entity_metadata"]["location"]
    assert event["scheduled_end_time"] == book.current.due_at.isoformat()
    asked = await club.ann.slash("/league round", club.room, extra_days=3)
    await club.sure(club.ann, asked)
    await club.posted()
    (longer,) = scheduled(club)
    assert longer["id"] == event["id"] and longer["scheduled_end_time"] > event["scheduled_end_time"][:10]
    await ended(club, number)
    assert scheduled(club) == []
    await club.ann.slash("/league round", club.room, draw=True)
    assert [one["name"] for one in scheduled(club)] == ["Spring: round 2"]
    await club.sure(club.ann, await club.ann.slash("/league end", club.room))
    assert scheduled(club) == []


async def test_it_is_created_once_however_often_the_bot_looks_or_is_killed(hall: Hall):
    async with hall.open():
        allow(hall)
        number = int(await opened(hall, hall.ann, hall.bob))
        await hall.ann.slash("/league round", hall.room, calendar=True)
        await hall.ann.slash("/league start", hall.room)
        await hall.posted()
        (event,) = scheduled(hall)
        # As if the bot had been killed after Discord had made it.
        await hall.table.leagues.put(number, event=None)
        await hall.bot.league_pins.show(number)
        assert [one["id"] for one in scheduled(hall)] == [event["id"]]
        await hall.table.leagues.put(number, event=None)
    async with hall.open():
        await hall.bot.league_pins.update_all()
        await hall.bot.league_pins.show(number)
    assert [one["id"] for one in scheduled(hall)] == [event["id"]]


async def test_the_organiser_is_told_what_is_missing_and_the_round_begins_all_the_same(club: Hall):
    number = await opened(club, club.ann, club.bob)
    refused = await club.ann.slash("/league round", club.room, calendar=True)
    assert refused.text.startswith("You need the Create Events permission yourself")
    allow(club)
    assert "organises this league" in (await club.bob.slash("/league round", club.room, calendar=True)).text
    await club.ann.slash("/league round", club.room, calendar=True)
    forbid(club)
    begun = await club.ann.slash("/league start", club.room)
    assert "Round 1 is drawn" in begun.text and "I need the Create Events permission" in begun.text
    assert scheduled(club) == []
    allow(club)
    await club.ann.slash("/league round", club.room, calendar=True)
    assert len(scheduled(club)) == 1
    told = await club.ann.slash("/league round", club.room, calendar=False)
    assert "no longer" in told.text and scheduled(club) == []
    assert (await club.table.leagues.book(int(number))).row.place.get("event") is None


async def test_an_event_that_somebody_deleted_is_no_trouble(club: Hall):
    allow(club)
    number = await opened(club, club.ann, club.bob)
    await club.ann.slash("/league round", club.room, calendar=True)
    await club.ann.slash("/league start", club.room)
    await club.posted()
    club.sandbox.world.scheduled.clear()
    await ended(club, number)
    assert scheduled(club) == [] and "Round 1 is over" in club.room.public[-1].text


async def test_the_organiser_reads_once_of_an_event_that_is_refused_when_nobody_is_answered(club: Hall):
    allow(club)
    number = int(await opened(club, club.ann, club.bob))
    await club.ann.slash("/league round", club.room, calendar=True)
    await club.ann.slash("/league start", club.room)
    await club.posted()
    assert len(scheduled(club)) == 1 and troubles(club) == []
    # The event is lost, and so is the permission.
    await club.table.leagues.put(number, event=None)
    club.sandbox.world.scheduled.clear()
    forbid(club)
    for _ in range(2):
        await club.bot.league_pins.show(number)
    await club.posted()
    assert troubles(club) == [
        "League Spring: I could not put round 1 into the server's calendar of events: for that I need the "
        "Create Events permission on this server. The round goes on all the same."
    ]
    allow(club)
    await club.bot.league_pins.show(number)
    assert len(scheduled(club)) == 1
    again = await club.ann.slash("/league round", club.room, calendar=True)
    assert "in this server's calendar" in again.text


async def test_what_discord_does_not_take_is_told_once_and_a_failing_discord_is_not(club: Hall):
    allow(club)
    number = int(await opened(club, club.ann, club.bob))
    await club.ann.slash("/league start", club.room)
    await club.posted()
    await club.table.leagues.put(number, calendar=1)
    events = r"POST /guilds/\{guild_id\}/scheduled-events"
    club.sandbox.faults.refused(events, status=503, code=0)
    await club.bot.league_pins.show(number)
    await club.posted()
    assert troubles(club) == []
    await club.table.leagues.put(number, event=None)
    club.sandbox.world.scheduled.clear()
    club.sandbox.faults.refused(events, status=400, code=30038)
    await club.bot.league_pins.show(number)
    await club.posted()
    assert len(troubles(club)) == 1 and "Discord did not accept round 1" in troubles(club)[0]


async def test_whoever_is_answered_is_not_told_again(club: Hall):
    allow(club)
    await opened(club, club.ann, club.bob)
    await club.ann.slash("/league round", club.room, calendar=True)
    forbid(club)
    begun = await club.ann.slash("/league start", club.room)
    assert "I need the Create Events permission" in begun.text
    await club.posted()
    assert troubles(club) == []


async def test_two_processes_at_once_create_one_event(pair: Pair):  # noqa: F811
    club = pair.hall
    allow(club)
    number = int(await opened(club, club.ann, club.bob))
    await club.ann.slash("/league start", club.room)
    await club.posted()
    await club.table.leagues.put(number, calendar=1)
    assert scheduled(club) == []
    await asyncio.gather(*(bot.league_pins.show(number) for bot in pair.bots for _ in range(2)))
    (event,) = scheduled(club)
    assert event["name"] == "Spring: round 1"
