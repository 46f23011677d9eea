"""What the robot would have done: a part of a review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.discord.kit.say import say
from bot.robots.hindsight import worker
from bot.robots.hindsight.looking_back import Difference, RobotsView
from bot.robots.hindsight.weighing import Weighed
from bot.robots.reasons import reason
from bot.store.rows import ReviewRow
from bot.table.upkeep.forgetting import FORGOTTEN
from engine import new
from engine.record import Move
from engine.review.stored import decode, encode
from engine.view import view
from engine.words import Words
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall, labels
from tests.discord.test_history import played
from tests.discord.test_review import kept, stopped, untold
from tests.waiting import Endless

VIEW = "The robot's view"


async def here(job: Callable[..., bytes], *given: object, patience: float) -> bytes:
    """The work in this process."""
    return await asyncio.to_thread(job, *given)


async def differences(club: Hall, game: int) -> list[Difference]:
    """A view that is put in: for everybody's first decision with another choice, that one."""
    found: dict[str, Difference] = {}
    for move in await club.table.past.line(game):
        then = (await club.table.present(game, at=move.parent)).game
        made = Move(move.seat, move.verb, dict(move.args))
        others = [act for act in then.legal(move.seat) if act != made.act and act.verb == "bid"]
        if others and move.seat not in found:
            clock, gain = then.state.clock, Weighed(100 * (1 + len(found)), 30 * len(found), 6)
            instead = Move(move.seat, others[0].verb, dict(others[0].args))
            why = reason("tried", gain=12)
            found[move.seat] = Difference(move.number, move.parent, move.seat, clock, made, instead, why, gain)
    assert set(found) == {"p1", "p2", "p3"}
    view = RobotsView(
        until=(await club.table.present(game)).row.position, looked=9, left=2, differences=[*found.values()]
    )
    async with club.table.db.write() as session:
        await session.merge(ReviewRow(game_id=game, seat="", part="story", until=view.until, data=b"{}"))
        await session.merge(ReviewRow(game_id=game, seat="", part="robot", until=view.until, data=encode(view)))
    return view.differences


async def asked(club: Hall, person: Person) -> Answer:
    """The view, from the story."""
    await person.slash("/show", club.room, what="review")
    await club.worked_out()
    return await club.press(person, (await person.slash("/show", club.room, what="review")).message, VIEW)


def owner(club: Hall, found: str, owners: dict[str, int]) -> Person:
    return next(one for one in (club.ann, club.bob, club.cem) if one.id == owners[found])


async def test_each_players_differences_are_shown_with_amounts_and_lead_to_a_copy(club: Hall):
    game = await stopped(club, 40)
    for one in await differences(club, game):
        owners = {it.seat: it.user_id for it in (await club.table.present(game)).seats}
        person = owner(club, one.seat, owners)
        # Whoever asks sees themselves first, and the others by their buttons.
        shown = await asked(club, person)
        amount, full = f"¥{one.gain.mean}", Words(view(new("1889", ["Ann", "Bob"]))).thing(one.instead.args["private"])
        assert f" {full}**" in shown.text or f" {full} " in shown.text, "as in the reason, and not as on a button"
        assert f"{person.name} chose **" in shown.text and "The robot would have chosen **Bid " in shown.text
        spread = f" on average, give or take ¥{one.gain.error}." if one.gain.error else "."
        assert f"that left {person.name} {amount} better off{spread}" in shown.text and "6 times" in shown.text
        # The reason stands beside the choice, and not beside the amount, which holds what others did afterwards.
        assert "thought at that moment: “This should leave it about ¥12 better off.”" in shown.text
        assert "2 more choices" in shown.text
        assert "mistake" not in shown.text and "robots err" in shown.text
        others = {it.name for it in (club.ann, club.bob, club.cem)} - {person.name}
        assert others <= set(labels(shown.message)) and person.name not in labels(shown.message)
        other = await club.press(person, shown.message, sorted(others)[0])
        assert f"{sorted(others)[0]} chose **" in other.text and person.name in labels(other.message)
    copy = await club.press(person, shown.message, "Play it differently…")
    assert "Your copy of game" in copy.text and "robots play on for the others" in copy.text


async def test_who_does_not_want_it_is_left_out_for_others_and_not_for_themselves(club: Hall):
    game = await stopped(club, 40)
    first, second, _ = await differences(club, game)
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    shy, other = owner(club, first.seat, owners), owner(club, second.seat, owners)
    await shy.slash("/preferences", club.room, review="private")
    shown = await asked(club, other)
    assert shy.name not in labels(shown.message) and "left out" in shown.text
    await shy.slash("/preferences", club.room, review="public")
    assert shy.name in labels((await asked(club, other)).message)
    await shy.slash("/preferences", club.room, review="private")
    assert f"{shy.name} chose **" in (await asked(club, shy)).text


async def test_a_move_of_somebody_else_is_theirs_even_if_the_seat_is_not(club: Hall):
    """Who made it does not want it looked at, or is forgotten; the seat is somebody else's by now."""
    game = await stopped(club, 40)
    first, _, _ = await differences(club, game)
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    person = owner(club, first.seat, owners)
    shy = next(one for one in (club.ann, club.bob) if one is not person)
    await shy.slash("/preferences", club.room, review="private")
    made_by = ((4711, 1, True), (FORGOTTEN, 1, False), (shy.id, 1, False), (shy.id, 0, True))
    # The last is of a file, which somebody only brought along.
    for maker, decision, shown in made_by:
        async with club.table.db.write() as session:
            (move,) = [one for one in await club.table.actions(game) if one.number == first.move]
            move.clicker, move.decision = maker, decision
            await session.merge(move)
        view = await asked(club, person)
        assert ("would have chosen **" in view.text) == shown


async def test_it_is_worked_out_once_in_a_process_of_its_own(club: Hall, monkeypatch: pytest.MonkeyPatch):
    game = await stopped(club, 60)
    await club.ann.slash("/show", club.room, what="review")
    await club.worked_out()
    story = await club.ann.slash("/show", club.room, what="review")
    monkeypatch.setattr("bot.table.past.reviewing.run_alone", here)
    monkeypatch.setattr(worker, "PLAYING_ON", 0.0)
    waiting = await club.press(club.ann, story.message, VIEW)
    assert "plays on after both moves" in waiting.text or "What the robot would have done" in waiting.text
    await club.worked_out()
    row = await kept(club, game, part="robot")
    assert row is not None
    view = decode(row.data, RobotsView)
    assert view is not None and view.looked > 10 and view.left > 0 and view.differences == []
    now = await club.press(club.ann, (await club.ann.slash("/show", club.room, what="review")).message, VIEW)
    assert "There was no time to look into" in now.text and "Nowhere would it have chosen" in now.text


async def test_work_that_is_given_up_leaves_nothing_and_keeps_nobody_waiting(club: Hall, monkeypatch):
    game = await stopped(club, 30)
    await club.ann.slash("/show", club.room, what="review")
    await club.worked_out()
    story = await club.ann.slash("/show", club.room, what="review")
    endless = Endless()
    monkeypatch.setattr("bot.table.past.reviewing.run_alone", endless)
    await club.press(club.ann, story.message, VIEW)
    await asyncio.wait_for(endless.begun.wait(), 20)
    # Others are answered meanwhile.
    assert "What decided game" in (await club.bob.slash("/show", club.room, what="review")).text
    assert not endless.ended.is_set()
    await club.ann.slash("/show", club.room, what="market")
    await asyncio.wait_for(endless.ended.wait(), 20)
    assert await kept(club, game, part="robot") is None


async def test_in_a_running_game_it_is_shown_only_where_the_robot_may_be_asked(club: Hall, monkeypatch):
    game = await club.game(title="1889")
    async with untold(club, game):
        await played(club, game, 40)
    monkeypatch.setattr("bot.table.past.reviewing.run_alone", here)
    monkeypatch.setattr(worker, "PLAYING_ON", 0.0)
    await club.ann.slash("/game settings", club.room, hints=True)
    await asked(club, club.ann)
    await club.worked_out()
    story = await club.ann.slash("/show", club.room, what="review")
    seat = next(one.seat for one in (await club.table.present(game)).seats if one.user_id == club.ann.id)
    row = await kept(club, game, seat, "robot")
    assert row is not None and await kept(club, game, part="robot") is None
    view, line = decode(row.data, RobotsView), await club.table.past.line(game)
    # It looked at nothing but her own choices, and no further than she may see.
    assert view is not None and view.until <= row.until < line[-1].number
    assert 0 < view.looked <= sum(move.seat == seat for move in line)
    await club.ann.slash("/game settings", club.room, hints=False)
    assert say("robot_not_here") in (await club.press(club.ann, story.message, VIEW)).text
    assert VIEW not in labels((await club.ann.slash("/show", club.room, what="review")).message)
