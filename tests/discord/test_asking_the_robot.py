"""What would the robot do? Its move and its reason, where people may ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.discord.kit.say import say
from bot.host.workers import Lost
from bot.robots.thinking import think
from sandbox.people import Answer, Person
from sandbox.world.world import Channel
from tests.discord.conftest import Hall, labels
from tests.discord.in_process import LaterHere
from tests.discord.test_explore import opened

pytestmark = pytest.mark.soak
ASK = "What would the robot do?"


async def asked(club: Hall, person: Person, place: Channel) -> Answer:
    """The answer to the button on somebody's panel."""
    panel = await person.slash("/turn", place)
    shown = await club.press(person, panel.message, ASK)
    await club.worked_out()
    return shown


async def test_on_a_private_copy_it_says_what_it_would_do_and_why_and_can_do_it(club: Hall):
    number = await club.game(title="1830")
    copy, place = await opened(club, club.bob, number)
    before = (await club.table.present(copy)).row.last
    shown = await asked(club, club.bob, place)
    assert "The robot would: **" in shown.text and "What if:" in shown.text
    now = await club.table.present(copy)
    assert now.row.last == before, "asking moves nothing"
    found = think(now.game.encode(), now.game.decisions()[0].seat, "steady", f"{copy}/{now.row.last}", 1.0)
    assert found is not None
    await club.press(club.bob, shown.message, "Do it")
    assert [(one.verb, one.args) for one in await club.table.actions(copy)][-1] == (found.act.verb, found.act.args)


async def test_against_robots_alone_one_may_ask(club: Hall):
    await club.ann.slash("/game new", club.room, title="1830", options="runs=free", seats=2, place="here")
    await club.ann.slash("/game robot", club.room, kind="random")
    await club.called(club.ann)
    assert "The robot would: **" in (await asked(club, club.ann, club.room)).text


async def test_among_people_only_if_the_table_allows_hints(club: Hall):
    number = await club.game(title="1830")
    panel = await club.ann.slash("/turn", club.room)
    assert ASK not in labels(panel.message)
    await club.ann.slash("/game settings", club.room, hints=True)
    panel = await club.ann.slash("/turn", club.room)
    assert ASK in labels(panel.message)
    await club.ann.slash("/game settings", club.room, hints=False)
    shown = await club.press(club.ann, panel.message, ASK)
    await club.worked_out()
    assert say("robot_not_here") in shown.text and "would do" not in shown.text
    assert (await club.table.present(number)).row.last == 0


async def test_a_lost_thought_is_said_so(club: Hall):
    class Dying(LaterHere):
        async def do(self, job: Callable[..., Any], *given: object) -> Any:
            raise Lost("died")

    club.bot.later = Dying()
    number = await club.game(title="1830")
    _, place = await opened(club, club.bob, number)
    shown = await asked(club, club.bob, place)
    assert say("robot_silent") in shown.text and "Back" in "".join(labels(shown.message))
