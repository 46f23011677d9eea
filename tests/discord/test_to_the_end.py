"""An ordinary game and a round of a league are played to their ends, although one of their people stops answering."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlmodel import select

from bot.store.rows import FINISHED, MOVE, SENT, OutboxRow
from bot.table.ground.services import utc_now
from bot.table.leagues.terms import FINISHED_GAME
from bot.table.table import Table
from engine.careful import careful_act
from engine.play import next_to_act
from tests.discord.conftest import Hall
from tests.table.leagues import terms

pytestmark = pytest.mark.soak
MOST = 2500
"""The most moves that a game may take."""


class Fast:
    """Goes on by itself, and is put forward while everybody waits for somebody who does not come."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


@pytest.fixture
async def fast(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Hall, Fast]]:
    """The whole bot in the sandbox, with a clock that is put forward."""
    clock = Fast()
    monkeypatch.setattr("bot.discord.app.run.Table", partial(Table, clock=clock))
    async with hall.open():
        yield hall, clock


async def to_the_end(hall: Hall, clock: Fast, game: int, gone: int, after: int, seed: int) -> tuple[int, int]:
    """Everybody plays a game to its end, but one of them stops after some moves: their person's number is `gone`.
    Returns how many moves were made, and how many of them by the clock.
    """
    table, stream = hall.table, random.Random(seed)
    for number in range(MOST):
        now = await table.present(game)
        decision = next_to_act(now.game, stream)
        if decision is None:
            break
        owner = now.owner(decision.seat)
        if owner.user_id == gone and number >= after:
            clock.ahead += timedelta(minutes=4)
            await table.clocks.tick()
            continue
        act = careful_act(now.game, decision.seat, stream)
        assert act is not None
        made = game, owner.user_id, decision.seat, act.verb, dict(act.args), now.decision, now.epoch
        await table.act(*made)
    now = await table.present(game)
    assert now.row.status == FINISHED, [now.row.last, [one.rule for one in now.game.decisions()]]
    moves = [one for one in await table.actions(game, most=10_000) if one.kind == MOVE]
    late = [one for one in moves if one.by_clock]
    assert late and {now.owner(one.seat).user_id for one in late} == {gone}
    now.game.audit()
    return len(moves), len(late)


async def lost(hall: Hall, game: int) -> list[str]:
    """Announcements of a game that did not arrive."""
    async with hall.table.db.read() as session:
        rows = await session.exec(select(OutboxRow).where(OutboxRow.game_id == game, OutboxRow.state != SENT))
        return [f"{row.target} {row.kind} {row.error}" for row in rows]


async def test_a_game_of_which_one_stops_answering(fast: tuple[Hall, Fast]):
    hall, clock = fast
    game = await hall.game(title="1889", options="")
    await hall.ann.slash("/game settings", hall.room, clock="evening")
    _, by_clock = await to_the_end(hall, clock, game, hall.cem.id, after=30, seed=5)
    await hall.posted()
    assert await lost(hall, game) == []
    (ended,) = await hall.table.past.ended(hall.guild.id)
    assert ended.by_clock == {"p3": by_clock}
    assert f"(moves by the clock: {by_clock})" in (await hall.ann.slash("/game list", hall.room, show="ended")).text
    assert "games in which a clock moved for them: 1" in (await hall.ann.slash("/standings", hall.room)).text


async def test_a_round_of_a_league_of_which_one_stops_answering(fast: tuple[Hall, Fast]):
    hall, clock = fast
    table, people = hall.table, [hall.sandbox.person(f"P{number}", hall.guild) for number in range(3)]
    await table.preferences.set_server(hall.guild.id, clock="evening")
    plan = terms(("1889",), rounds=1)
    league = await table.leagues.create(hall.guild.id, hall.room.id, hall.ann.id, "Spring", plan)
    for person in people:
        await table.leagues.join(league, person.id, person.name)
    await table.leagues.draw(league, hall.ann.id, first=True)
    for one in await table.leagues.to_open(league):
        await table.leagues.open_table(one, hall.room.id)
    gone = people[2].id
    for one in (await table.leagues.book(league)).tables_of(1):
        assert one.game_id is not None
        seats = (await table.present(one.game_id)).seats
        who = gone if any(seat.user_id == gone for seat in seats) else seats[0].user_id
        await to_the_end(hall, clock, one.game_id, who, after=30, seed=one.number)
    await table.leagues.rounds.tick()
    book = await table.leagues.book(league)
    assert book.row.status == FINISHED and all(one.ending == FINISHED_GAME for one in book.tables_of(1))
    mine = book.member_of(gone).number
    assert book.by_clock(mine) == 1 and sum(one.points for one in book.standings()) == 6 + 3 + 1
    await hall.posted()
    assert (
        "games in which a clock moved for them: 1"
        in (await hall.ann.slash("/league standings", hall.room, league=str(league))).text
    )
