"""What somebody misses most, over many games: only they see it."""

from __future__ import annotations

from bot.store.rows import ReviewRow
from engine.review.findings import IDLE, RUN, TRACK, Finding
from engine.review.proven import Proven
from engine.review.stored import encode
from sandbox.people import Person
from tests.discord.conftest import Hall, labels
from tests.discord.test_review import stopped
from tests.discord.test_robots_view import differences, owner

ABOUT = "Only you see this."


async def proofs(club: Hall, game: int, **amounts: dict[str, int]) -> None:
    """What was proven of each seat's last moves: kinds and amounts."""
    now = await club.table.present(game)
    line = await club.table.past.line(game)
    found: list[Finding] = []
    for seat, kinds in amounts.items():
        move = next(move for move in reversed(line) if move.seat == seat)
        where = (move.number, move.parent, seat, "SR")
        found += [Finding(kind, *where, amount, now.game.state.clock, True) for kind, amount in kinds.items()]
    data = encode(Proven(until=now.row.position, runs=1, left=0, small=0, findings=found))
    async with club.table.db.write() as session:
        await session.merge(ReviewRow(game_id=game, seat="", part="proven", until=now.row.position, data=data))


async def asked(club: Hall, person: Person) -> str:
    return (await person.slash("/review", club.room, mine=True)).text


async def test_what_one_misses_is_added_up_by_title_and_only_for_oneself(club: Hall):
    assert "There is nothing to add up yet" in await asked(club, club.ann)
    game = await stopped(club, 40)
    await proofs(club, game, p1={RUN: 30, TRACK: 70, IDLE: 5}, p2={RUN: 1000})
    first, *_ = await differences(club, game)
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    person, other = owner(club, "p1", owners), owner(club, "p2", owners)
    answer = await person.slash("/review", club.room, mine=True)
    assert answer.ephemeral and ABOUT in answer.text and "1889" in answer.text and "· one game" in answer.text
    wanted = [
        "a tile that would have earned more: ¥70",
        "a run below the best: ¥30",
        "income kept and never spent: ¥5",
    ]
    # The dearest comes first.
    places = [answer.text.index(one) for one in wanted]
    assert places == sorted(places)
    assert "a choice that a robot would have made otherwise" in answer.text
    assert "¥1000" not in answer.text and "¥1000" in await asked(club, other)
    # It is private from others even to those who play with them; whoever did not play has none.
    dan = club.sandbox.person("Dan", club.guild)
    assert "There is nothing to add up yet" in await asked(club, dan)
    assert first.gain.mean > 0
    # From a review, too.
    await club.ann.slash("/review", club.room)
    await club.worked_out()
    story = await club.ann.slash("/review", club.room)
    assert "What I miss most" in labels(story.message)
    assert ABOUT in (await club.press(club.ann, story.message, "What I miss most")).text


async def test_a_forgotten_person_has_none_and_their_moves_are_nobodys(club: Hall):
    game = await stopped(club, 40)
    await proofs(club, game, p1={RUN: 30}, p2={RUN: 40})
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    person, other = owner(club, "p1", owners), owner(club, "p2", owners)
    assert "¥30" in await asked(club, person)
    await club.table.forgetting.forget(person.id)
    assert "There is nothing to add up yet" in await asked(club, person)
    story = await other.slash("/review", club.room, game=str(game))
    await club.worked_out()
    story = await other.slash("/review", club.room, game=str(game))
    shown = await club.press(other, story.message, "What can be proven")
    assert "¥40 less" in shown.text and "¥30 less" not in shown.text
