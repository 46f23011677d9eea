"""No door shows people what they may not know, and a door that no test tries is found."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from sqlmodel import col, delete, select

from bot.host import logs
from bot.host.settings import Settings
from bot.store.rows import SENT, EventsRow, OutboxRow
from bot.table.past.reading import readable
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.doors import found
from tests.discord.doors.ear import Ear, Spelt
from tests.discord.doors.evening import Evening
from tests.discord.doors.positions import positions
from tests.discord.doors.stage import Cast, Secrets, Stage, trading
from tests.discord.doors.visiting import Visits

LOOKS = ("map", "market", "sheet", "runs", "chart_worth", "replay", "history")
PICTURES = {*(f"/show what:{what}" for what in LOOKS), "/game status", "look"}
"""All that a picture is made from goes with it to whoever asked for it."""
SHOWN = {
    "the SP's treasury": {"/turn", "turn", "move", "front", *PICTURES},
    "the FW's treasury": {"/show what:sheet"},
    "the price of the train sold": {"/show what:log", "log", "/explore move?", "/undo to?"},
    "the offer taken back": {"/show what:log", "log"},
    "the open offer": {
        "/turn",
        "turn",
        "/show what:log",
        "/explore move?",
        *PICTURES - {"history", "/show what:history"},
    },
    "Bob's order": {"/order list"},
    "Ann's order": {"/order list", "/order agree", "/order cancel order?", "ahead_cancel"},
    "Ann's note": {"/note", "note", "note_written"},
    "Cem's note": {"/note", "note"},
}
"""Where those who may know a secret are shown it, which proves that it is recognised there."""
NOBODYS = "the robot's treasury"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that a host reads who has set the log to tell everything."""
    loggers = [logging.getLogger(name) for name in (None, *logs.QUIET)]
    before, handlers = [one.level for one in loggers], list(loggers[0].handlers)
    logs.begin(Settings(_env_file=None, log_level="debug"))  # pyright: ignore[reportCallIssue]
    (handler,) = loggers[0].handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.stream = io.StringIO()
    yield handler.stream
    loggers[0].handlers[:] = handlers
    for one, level in zip(loggers, before, strict=True):
        one.setLevel(level)


@pytest.mark.soak
async def test_no_secret_leaks_anywhere(log: io.StringIO, club: Hall, monkeypatch: pytest.MonkeyPatch):
    """A rival, who organises it, tries all of them; two spectators, an outsider and a robot's owner share them."""
    club.bot.drawers = drawers = Spelt(monkeypatch)
    cast, ear = Cast.come(club), Ear(club.sandbox)
    visits = Visits(ear, monkeypatch)
    stage = visits.stage = await trading(cast, club.room, Secrets())
    others = (cast.dan, cast.fay, cast.olga, cast.gus)
    await visits.walk([club.cem], "1870")
    await visits.walk(others, "1870")
    shown = set[str]().union(*SHOWN.values())
    await visits.walk([club.ann], only=shown | {f"/{one.name}" for one in found.typed()} - visits.entered)
    assert await remembered(stage) == []
    await retold(visits, club.ann, club.cem, cast.dan)
    evening = Evening(visits, [(club.cem, one) for one in others], ("1870",))
    await evening.all(positions())
    assert not (leaks := ear.leaks(stage.canaries)), "\n".join(leaks)
    assert elsewhere(stage) == []
    written = log.getvalue()
    assert "ready; servers" in written and [one.name for one in stage.canaries if one.sings(written)] == []
    for canary in stage.canaries:
        if canary.name != NOBODYS:
            assert SHOWN[canary.name] - ear.shows(canary) == set(), f"{canary.name} is not recognised where it is shown"
    assert not (doors := await shut(visits, drawers, "1870")), f"nobody has come through {doors}"


@pytest.mark.soak
async def test_no_secret_of_any_title_leaks_to_anybody(club: Hall, monkeypatch: pytest.MonkeyPatch):
    """Moves of other titles, too; and an organiser without a seat, who may act for others and so sees what they see."""
    club.bot.drawers = Spelt(monkeypatch)
    cast, ear = Cast.come(club), Ear(club.sandbox)
    visits = Visits(ear, monkeypatch)
    stage = visits.stage = await trading(cast, club.room, Secrets())
    for person in (club.cem, cast.eve, cast.dan, cast.fay, cast.olga, cast.gus):
        await visits.walk([person], *found.every())
    assert not (leaks := ear.leaks(stage.canaries)), "\n".join(leaks)
    await club.table.seating.handing_over.hand_over(stage.number, club.cem.id, cast.olga.id)
    kept = {f"/{one.name}" for one in found.typed(*found.every())} - {"/game organiser"}
    await visits.walk([cast.olga], *found.every(), only=kept | {one.door for one in found.typing(*found.every())})
    assert "/turn" in {one.door for one in ear.heard if one.to == cast.olga.id and stage.canaries[0].sings(one.text)}
    theirs = [one for one in stage.canaries if "order" in one.name or "note" in one.name]
    assert len(theirs) == 4 and ear.leaks(theirs) == []


async def retold(visits: Visits, *people: Person) -> None:
    """The past again, as told by a bot that stored none of it when it happened."""
    doors = {"/show what:log", "/show what:history", "/explore move?", "/undo", "/undo to?", "/game export"}
    async with visits.stage.cast.hall.table.db.write() as session:
        await session.exec(delete(EventsRow).where(col(EventsRow.game_id) == visits.stage.number))
    for person in people:
        before = len(visits.ear.heard)
        await visits.walk([person], only=doors)
        told = [one.text for one in visits.ear.heard[before:]]
        assert any("worked out by the bot's current rules" in one for one in told), (person.name, told)


async def shut(visits: Visits, drawers: Spelt, *titles: str) -> dict[str, set[str]]:
    """Doors through which nobody has come, by their kind: each needs a way in, in evening.py or a module it uses."""
    async with visits.stage.cast.hall.table.db.read() as session:
        sent = {one.kind for one in await session.exec(select(OutboxRow).where(OutboxRow.state == SENT))}
    kinds = {
        "commands": {f"/{one.name}" for one in found.typed(*titles)} - visits.entered,
        "autocompletes": {one.door for one in found.typing(*titles)} - visits.entered,
        "buttons": found.pressed() - visits.entered,
        "forms": found.written() - visits.entered,
        "announcements": found.announced() - sent,
        "menus": found.menus() - visits.entered,
        "pictures": found.pictures() - drawers.drawn,
    }
    return {kind: doors for kind, doors in kinds.items() if doors}


async def remembered(stage: Stage) -> list[str]:
    """Secrets in what is stored of the past, as far as others may read it."""
    table, leaks = stage.cast.hall.table, list[str]()
    seats = {one.seat: one.user_id for one in (await table.present(stage.number)).seats} | {"": -1}
    stories = await table.past.stories(stage.number, await table.actions(stage.number))
    known = str([readable(one, seat) for one in stories.values() for seat in seats])
    assert all(one.sings(known) for one in stage.canaries if "train" in one.name or "offer" in one.name)
    for seat, user in seats.items():
        told = str([readable(one, seat) for one in stories.values()])
        leaks += [f"{one.name} to {seat}" for one in stage.canaries if user not in one.knows and one.sings(told)]
    return leaks


def elsewhere(stage: Stage) -> list[str]:
    """Secrets in what the bot told Discord besides messages: names of channels and threads, roles, rights."""
    others: list[Any] = [
        one.body
        for one in stage.cast.hall.sandbox.records
        if not any(part in one.template for part in ("/messages", "/webhooks", "/interactions", "/commands"))
    ]
    return [one.name for one in stage.canaries if one.sings(json.dumps(others))]
