"""Two games that differ only in what some people may not know look the same to those people."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import replace
from itertools import zip_longest

import pytest

from sandbox import Channel, Message
from sandbox.people import Person
from tests.discord.doors import found
from tests.discord.doors.ear import Ear
from tests.discord.doors.stage import OTHERS, Cast, Secrets, Stage, sealed, trading
from tests.discord.doors.visiting import ALL, Visits
from tests.t1870.lines import row_b

MOMENT = re.compile(r"<t:\d+:\w>|:\d{10}:[0-9a-f]{16}:")
"""When something was, or was asked, and the mark of a question."""
ELSEWHERE = {"/game new", "/game import", "/game here", "/spectate start", "/explore"}
NUMBERED = {f"/order {name}" for name in ("pass", "buy", "bid", "take", "operate", "answer", "agree", "cancel")}
"""Orders are numbered through all games."""


TIME_USED = re.compile(r'(\\n)?-# Time used: [^"\\]*')
"""How long somebody took in this run, as it stands in a status."""


def alike(stage: Stage, told: str) -> str:
    """What was said, without what tells one game from the other as such."""
    for name, number in (("GAME", stage.number), ("ROOM", stage.room.id), ("STANDS", stage.cast.stands.id)):
        told = told.replace(str(number), name)
    return MOMENT.sub("MOMENT", TIME_USED.sub("", told))


def shown(message: Message) -> str:
    """All that everybody sees of a message, its buttons with what they carry included."""
    files = [(one.filename, one.description, one.data.decode(errors="replace")) for one in message.attachments]
    return json.dumps([message.content, message.embeds, message.components, files, message.pinned is not None])


MINUTE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")


async def public(stage: Stage) -> list[str]:
    """What the room and the spectators' channels show. The pinned message may come before or after another post."""
    hall = stage.cast.hall
    await hall.settled()
    assert await hall.bot.pinned.show(stage.number)
    return sorted(alike(stage, shown(one)) for room in (stage.room, stage.cast.stands) for one in room.public)


async def two(cast: Cast, begin: Callable[[Cast, Channel, Secrets], Awaitable[Stage]]) -> list[Stage]:
    """The same game twice, with other secrets."""
    games: list[Stage] = []
    for secrets in (Secrets(), OTHERS):
        room = cast.hall.sandbox.channel(cast.hall.guild, "room")
        stands = cast.hall.sandbox.channel(cast.stands.guild, "stands")
        games.append(await begin(replace(cast, stands=stands), room, secrets))
    return games


async def test_messages_and_buttons_for_all_depend_on_nothing_secret(cast: Cast):
    games = await two(cast, trading)
    # What waits would be gathered with the next line, or not, as it happens.
    await cast.hall.settled()
    for stage in games:
        skip = await cast.hall.ann.slash("/pass", stage.room, game=str(stage.number))
        assert "SP" in skip.text
        await cast.hall.settled()
    one, other = [await public(stage) for stage in games]
    assert len(one) > 8 and any("STANDS" in told or "Your turn" in told for told in one)
    assert differing(one, other) == []


async def building(cast: Cast, room: Channel, secrets: Secrets) -> Stage:
    """Ann's ATSF, with plenty of money or next to none, has laid its track."""
    hall = cast.hall
    number = await hall.game(where=room, options="runs=free secrets=hidden")
    await hall.settled()
    table = row_b(secrets="hidden").with_train("ATSF", "2").with_company("SP", "Bob", Bob=3)
    table.with_company("MP", "Cem", Cem=3, treasury=2000 - POOR[secrets]).with_cash("ATSF", POOR[secrets])
    await hall.lay_out(number, table.operating_turn("ATSF", "track").game)
    await hall.ann.slash("/pass", room, game=str(number))
    return Stage(cast, number, room, ())


POOR = {Secrets(): 1000, OTHERS: 5}


async def test_pings_do_not_reveal_hidden_money(cast: Cast):
    """A company that could not pay for a station was passed over, and the next president was called."""
    one, other = [await public(stage) for stage in await two(cast, building)]
    assert any("ATSF" in told for told in one) and differing(one, other) == []


def differing(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Where the two differ."""
    # The minute of a line in the log is no secret, and may end between the two.
    timeless = [[MINUTE.sub("", text) for text in told] for told in (one, other)]
    pairs = [(a, b) for a, b in zip_longest(*timeless, fillvalue="") if a != b]
    places = [next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0) for a, b in pairs]
    return [f"{a[max(at - 80, 0) :][:200]} | {b[at:][:120]}" for (a, b), at in zip(pairs, places, strict=True)]


async def looked(visits: Visits, person: Person, *titles: str, only: Container[str] = ALL) -> list[str]:
    """All that somebody is shown who tries every door of a game, for themselves and as if for Ann."""
    before = len(visits.ear.heard)
    doors = {f"/{one.name}" for one in found.typed(*titles) if any(it.name == "game" for it in one.options)}
    await visits.walk([person], *titles, only=doors - ELSEWHERE - NUMBERED if only is ALL else only)
    return [alike(visits.stage, one.text) for one in visits.ear.heard[before:] if one.to == person.id]


async def test_nobody_else_sees_answers_and_holds(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    """Neither by a rival nor by an organiser who may act for everybody."""
    games, ear = await two(cast, sealed), Ear(cast.hall.sandbox)
    visits = Visits(ear, monkeypatch)
    rival, organiser, bidder, waiter = [list[list[str]]() for _ in range(4)]
    for stage in games:
        visits.stage = stage
        rival.append(await looked(visits, cast.hall.ann, "toy"))
        organiser.append(await looked(visits, cast.olga))
        bidder.append(await looked(visits, cast.hall.bob, only={"/show what:log"}))
        waiter.append(await looked(visits, cast.hall.cem, only={"/order list"}))
    assert len(differing(*bidder)) == len(differing(*waiter)) == 1
    for told in (rival, organiser):
        assert len(told[0]) > 30 and differing(*told) == []
    assert differing(*[await public(stage) for stage in games]) == []
