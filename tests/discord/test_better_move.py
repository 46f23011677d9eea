"""Find the better move: the answer is hidden until somebody has tried."""

from __future__ import annotations

from bot.robots.hindsight import comparing, weighing
from bot.store.rows import ReviewRow
from bot.table.past.past import moves_to
from engine import Act
from engine.prospects import acting_company
from engine.review.findings import AVOIDABLE, IDLE, RUN, Finding
from engine.review.proven import Proven
from engine.review.stored import encode
from sandbox.people import Person
from tests.discord.conftest import Hall, labels
from tests.discord.test_review import stopped
from tests.discord.test_robots_view import differences, owner

FIND, ANSWER, COMPARE = "Find the better move", "Show the answer", "Compare"


async def with_proofs(club: Hall, game: int, *findings: Finding) -> None:
    until = (await club.table.present(game)).row.position
    data = encode(Proven(until=until, runs=3, left=0, small=0, findings=[*findings]))
    async with club.table.db.write() as session:
        await session.merge(ReviewRow(game_id=game, seat="", part="proven", until=until, data=data))


async def acted(club: Hall, person: Person, act: Act) -> None:
    """The first move on the person's latest copy."""
    copy = (await club.table.exploring.mine(person.id))[-1].id
    assert copy is not None
    now = await club.table.present(copy)
    seat = now.game.decisions()[0].seat
    await club.table.act(copy, person.id, seat, act.verb, dict(act.args), now.decision, now.epoch, seen=now.row.last)


async def begun(club: Hall, person: Person):
    await person.slash("/show", club.room, what="review")
    await club.worked_out()
    story = await person.slash("/show", club.room, what="review")
    return await club.press(person, story.message, FIND)


async def test_a_position_is_shown_without_its_answer_and_compared_once_it_was_tried(club: Hall, monkeypatch):
    monkeypatch.setattr(weighing, "ROUNDS", 1)
    monkeypatch.setattr(comparing, "PLAYOUTS", range(2))
    monkeypatch.setattr("bot.discord.domains.reviews.better.run_alone", here_at_once)
    game = await stopped(club, 40)
    await with_proofs(club, game)
    first, *_ = await differences(club, game)
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    person = owner(club, first.seat, owners)
    shown = await begun(club, person)
    # One's own comes first.
    assert "find the better move, 1 of 3" in shown.text and f"¥{first.gain.mean} more" in shown.text
    assert "would have chosen **" not in shown.text and shown.message.attachments
    assert {"Try it on a copy…", ANSWER, "Another one"} <= set(labels(shown.message))
    untried = await club.press(person, shown.message, ANSWER)
    assert "would have chosen **Bid" in untried.text and "You have not made" in untried.text
    opened = await club.press(person, (await begun(club, person)).message, "Try it on a copy…")
    assert COMPARE in labels(opened.message)
    await acted(club, person, first.instead.act)
    told = await club.press(person, opened.message, COMPARE)
    assert "You chose **Bid" in told.text and "That is the better move." in told.text
    assert "the answer, 1 of 3" in told.text and "Delete the copy…" in labels(told.message)
    # Another way, on another copy: robots play on for a figure.
    again = await club.press(person, (await begun(club, person)).message, "Try it on a copy…")
    then = (await club.table.present(game, at=first.before)).game
    known = (first.instead.act, first.played.act)
    await acted(club, person, next(act for act in then.legal(first.seat) if act not in known))
    told = await club.press(person, again.message, COMPARE)
    await club.worked_out()
    assert "You chose **" in told.text and "Played on 2 times by robots" in told.text
    assert "That is the better move." not in told.text


async def test_whoever_decides_as_a_proof_says_is_told_so_and_nothing_of_robots(club: Hall, monkeypatch):
    monkeypatch.setattr("bot.discord.domains.reviews.better.run_alone", here_at_once)
    game = await stopped(club)
    async with club.table.db.read() as session:
        line = await moves_to(session, game, (await club.table.present(game)).row.position)
    move = next(one for one in line if one.args.get("kind") in ("full", "withhold"))
    then = (await club.table.present(game, at=move.parent)).game
    company, clock = acting_company(then), then.state.clock
    kind, instead = (AVOIDABLE, "withhold") if move.args["kind"] == "full" else (IDLE, "full")
    proof = Finding(kind, move.number, move.parent, move.seat, company, 70, clock, True, against=80, later=clock)
    await with_proofs(club, game, proof)
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    person = owner(club, move.seat, owners)
    shown = await begun(club, person)
    opened = await club.press(person, shown.message, "Try it on a copy…")
    await acted(club, person, Act(move.verb, {**move.args, "kind": instead}))
    told = await club.press(person, opened.message, COMPARE)
    await club.worked_out()
    assert "That is the better move." in told.text and "by robots" not in told.text


async def here_at_once(job, *given: object, patience: float = 0.0):
    return job(*given)


async def test_what_can_be_proven_is_asked_and_not_about_those_who_do_not_want_it(club: Hall):
    game = await stopped(club, 40)
    async with club.table.db.read() as session:
        line = await moves_to(session, game, (await club.table.present(game)).row.position)
    clock = (await club.table.present(game)).game.state.clock
    moves = [next(move for move in reversed(line) if move.seat == seat) for seat in ("p1", "p2")]
    await with_proofs(
        club,
        game,
        *(Finding(RUN, move.number, move.parent, move.seat, "SR", 70, clock, True) for move in moves),
    )
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    shy, other = owner(club, "p1", owners), owner(club, "p2", owners)
    assert "1 of 2" in (await begun(club, other)).text
    await shy.slash("/preferences", club.room, review="private")
    shown = await begun(club, other)
    assert (
        "1 of 1" in shown.text
        and "SR" in shown.text
        and "A different move earns it ¥70 more in this turn" in shown.text
    )
    assert "1 of 2" in (await begun(club, shy)).text
    told = await club.press(other, shown.message, ANSWER)
    assert f"{other.name} chose **" in told.text and "earned ¥70 less than the best one" in told.text
