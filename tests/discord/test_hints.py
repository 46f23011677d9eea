"""Hints: what the best runs would earn with each tile, added to a panel that does not wait for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from bot.menu.move.hints import Gain
from bot.menu.move.tiles import MOST, candidates, worth
from engine import Game, new
from engine.prospects import acting_company, earning
from engine.titles import titles
from engine.view import view
from engine.words import Words
from sandbox.people import Person
from tests.discord.conftest import Hall, labels
from tests.discord.in_process import LaterHere
from tests.discord.test_foresight import played

pytestmark = pytest.mark.soak


def lays_and_runs(game: Game, seat: str) -> bool:
    """Can somebody lay track for a company that has a train?"""
    company = acting_company(game)
    return bool(company) and "lay" in game.verbs(seat) and earning(game, company) is not None


def in_many_hexes(game: Game, seat: str) -> bool:
    """The same where there is more than one hex to choose from."""
    return lays_and_runs(game, seat) and (asked := game.values(seat, "lay", {})) is not None and len(list(asked[1])) > 1


def would_gain(game: Game, seat: str) -> bool:
    """The same where one of several tiles of a hex makes the runs earn more."""
    if not in_many_hexes(game, seat):
        return False
    raw, now = game.encode(), worth(game.encode(), seat)
    tried = candidates(raw, seat, "lay", [], 0)
    several = [one for one in tried if [other.place for other in tried].count(one.place) > 1]
    then = [worth(raw, seat, one.move) for one in several]
    return now is not None and any(found is not None and found[0] > now[0] for found in then)


async def at_track(club: Hall) -> tuple[int, Person]:
    """A game of 1830 in which somebody lays track that makes a company's runs earn more."""
    number = await club.game(title="1830", options="")
    await club.play_until(number, "lay", when=would_gain)
    return number, club.on_turn(await club.table.present(number))


@pytest.mark.parametrize("title", titles())
def test_a_hint_is_what_the_best_runs_would_earn_with_that_tile(title: str):
    tried = 0
    for game, seat, act in played(title, 5):
        if act.verb != "lay" or not lays_and_runs(game, seat):
            continue
        raw, company = game.encode(), acting_company(game)
        before = earning(game, company)
        assert before is not None and worth(raw, seat) == (before.total, before.proven)
        found = candidates(raw, seat, "lay", [], 0)
        assert len(found) <= MOST
        for one in found[:3]:
            after = earning(game.apply(seat, one.move)[0], company)
            assert after is not None and worth(raw, seat, one.move) == (after.total, after.proven)
        sheet = candidates(raw, seat, "lay", [str(act.args["hex"])], 0)
        assert {one.place for one in sheet} <= {act.args["hex"]}
        tried += bool(sheet)
        if tried == 2:
            return
    assert tried


async def test_a_panel_shows_hints_when_they_are_ready_and_only_where_the_table_allows_them(club: Hall):
    number, mover = await at_track(club)
    shown = await mover.slash("/turn", club.room)
    await club.worked_out()
    assert "Hints" not in shown.text and "run up to" not in shown.text
    allowed = await club.ann.slash("/game settings", club.room, hints=True)
    assert "Hints on what each tile would earn and what the robot would do: **yes**" in allowed.text
    shown = await mover.slash("/turn", club.room)
    first = [one.filename for one in shown.message.attachments]
    await club.worked_out()
    assert "Hints: the " in shown.text and "run up to +$" in shown.text
    assert [one.filename for one in shown.message.attachments] == first
    gaining = [line.strip().split("`")[1] for line in shown.text.splitlines() if "run up to +$" in line]
    place = next(
        label for label in labels(shown.message) if label.split(" · ")[0] in gaining and "· Lay tile" not in label
    )
    sheet = await club.press(mover, shown.message, place)
    await club.worked_out()
    told = [label for label in labels(sheet.message) if "· run +$" in label or "· run −$" in label]
    assert told and "run" in str(sheet.message.attachments[0].description)
    before = (await club.table.present(number)).row.last
    await club.press(mover, sheet.message, told[0])
    assert (await club.table.actions(number, after=before))[0].verb == "lay"


async def test_the_panel_does_not_wait_for_hints_and_a_press_cancels_them(club: Hall):
    held, asked = threading.Event(), list[str]()

    class Slow(LaterHere):
        async def do(self, job: Callable[..., Any], *given: object) -> Any:
            asked.append(job.__name__)
            found = await super().do(job, *given)
            if job is candidates:
                await super().do(held.wait)
            return found

    club.bot.later = Slow()
    await at_track(club)
    mover = club.on_turn(await club.table.present(1))
    await club.ann.slash("/game settings", club.room, hints=True)
    try:
        shown = await mover.slash("/turn", club.room)
        await club.quiet()
        assert club.bot.later.going and "Hints" not in shown.text
        after = await club.press(mover, shown.message, "Lay no track")
        assert not [one for one in club.bot.later.going if not one.done()]
    finally:
        held.set()
    await club.worked_out()
    assert asked.count("worth") == 1 and "Hints" not in after.text and "Hints" not in shown.text


def test_a_tile_that_changes_nothing_is_not_said_to_add_a_sum():
    words = Words(view(new("1870", ["Ann", "Bob"], {}, 1)))
    assert [Gain(n).sentence(words) for n in (30, 0, -10)] == ["run +$30", "adds nothing", "run −$10"]
    assert [Gain(n).sentence(words, best=True) for n in (30, 0)] == ["run up to +$30", "adds nothing"]
    assert Gain(30, proven=False).sentence(words) == "run ≈ +$30"
