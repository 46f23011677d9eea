"""Whatever is asked for several times is done once, however it comes to that: a table of faults and actions.

Each row proves that the action leaves one change and one announcement, and that whoever asked in vain was told so in a
sentence. Short runs try every fault and every action on both databases; `make soak` tries all together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from bot.errors import Refused
from bot.table.play.orders.kinds import order_of
from bot.table.table import Outcome, Table
from tests.table.club import ANN, BOB, CEM, CHANNEL, GUILD, Club
from tests.table.test_lost_updates import another_program
from tests.table.test_offers import about_to_trade

TIMES = 5
Ask = Callable[[Table], Awaitable[Any]]


@dataclass(frozen=True)
class Asked:
    """What is asked for: by one table or another, in how many ways, and what it must have left at the end."""

    asks: tuple[Ask, ...]
    left: Callable[[], Awaitable[object]]
    once: object


# --- actions


async def offer(club: Club, lasting: timedelta | None = None) -> Asked:
    """Ann offers to buy Bob's private company."""
    game, private = await about_to_trade(club)
    now = await club.table.present(game)
    press = (game, ANN, "p1", "buy_private", {"private": private, "price": 30}, now.decision, now.epoch)

    async def left() -> object:
        row = (await club.table.present(game)).row
        return row.last, len(await club.outbox(game, "move"))

    return Asked((lambda table: table.act(*press, *([lasting] if lasting else [])),), left, (1, 1))


async def expiring_offer(club: Club) -> Asked:
    """The same for six hours."""
    return await offer(club, timedelta(hours=6))


async def move(club: Club) -> Asked:
    """Ann passes in the auction."""
    game = await club.game()
    now = await club.table.present(game)

    async def left() -> object:
        return [one.verb for one in await club.table.actions(game)], len(await club.outbox(game, "move"))

    return Asked(
        (lambda table: table.act(game, ANN, "p1", "pass_auction", {}, now.decision, now.epoch, seen=now.row.last),),
        left,
        (["pass_auction"], 1),
    )


async def answers(club: Club) -> Asked:
    """Two of three who are asked answer."""
    game = await club.game(ANN, BOB, CEM, title="toy")
    now = await club.table.present(game)

    def by(person: int, seat: str) -> Ask:
        return lambda table: table.act(game, person, seat, "answer", {"answer": "20"}, now.decision, now.epoch)

    async def left() -> object:
        return sorted(one.seat for one in await club.table.actions(game))

    return Asked((by(ANN, "p1"), by(BOB, "p2")), left, ["p1", "p2"])


async def order(club: Club) -> Asked:
    """Bob says publicly for what he sells."""
    game, private = await about_to_trade(club)
    terms = {"verb": "buy_private", "match": {"private": private}, "least": {"price": 90}}
    given = order_of("consent", terms)

    async def left() -> object:
        return len(await club.table.orders.mine(game, BOB, "p2")), len(await club.outbox(game, "standing"))

    return Asked((lambda table: table.orders.give(game, BOB, "p2", given, public=True),), left, (1, 1))


async def seat(club: Club) -> Asked:
    """Cem takes the last seat."""
    game = await club.table.seating.create(GUILD, CHANNEL, ANN, "1870", {"runs": "free"}, places=3, seed=1)
    for person in (ANN, BOB):
        await club.table.seating.join(game, person, str(person))

    async def left() -> object:
        return len((await club.table.present(game)).seats), len(await club.outbox(game, "start"))

    return Asked((lambda table: table.seating.join(game, CEM, str(CEM)),), left, (3, 1))


async def agreement(club: Club) -> Asked:
    """Cem is the last to agree to taking a move back."""
    people = (ANN, BOB, CEM)
    game = await club.game(*people)
    for person in people:
        await club.act(game, person, "pass_auction")
    assert await club.table.takeback.undo(game, ANN, 0, 0) is None
    await club.table.takeback.answer(game, BOB, 0, True)

    async def left() -> object:
        return (await club.table.present(game)).row.position, len(await club.outbox(game, "undo"))

    return Asked((lambda table: table.takeback.answer(game, CEM, 0, True),), left, (0, 1))


# --- faults


async def at_once(club: Club, ask: tuple[Ask, ...]) -> list[Any]:
    """One is pressed five times at the same moment."""
    return await asyncio.gather(*[one(club.table) for one in ask for _ in range(TIMES)], return_exceptions=True)


async def in_two_programs(club: Club, ask: tuple[Ask, ...]) -> list[Any]:
    """Two programs on one database hear of it at the same moment."""
    async with another_program(club) as other:
        asked = [one(table) for one in ask for table in (club.table, other) for _ in range(2)]
        return await asyncio.gather(*asked, return_exceptions=True)


async def again(club: Club, ask: tuple[Ask, ...]) -> list[Any]:
    """It comes again and again, one after the other."""
    return [await told(one(club.table)) for one in ask for _ in range(TIMES)]


async def after_a_restart(club: Club, ask: tuple[Ask, ...]) -> list[Any]:
    """It comes again to a bot that remembers nothing but its database."""
    first = [await told(one(club.table)) for one in ask]
    async with another_program(club) as other:
        return first + [await told(one(other)) for one in ask]


async def told(asked: Awaitable[Any]) -> Any:
    """The answer, or the refusal."""
    try:
        return await asked
    except Refused as refusal:
        return refusal


FAULTS = (at_once, in_two_programs, again, after_a_restart)


SHORT = {
    offer: again,
    expiring_offer: after_a_restart,
    move: at_once,
    answers: in_two_programs,
    order: at_once,
    seat: in_two_programs,
    agreement: again,
}
"""What `make test` tries, so that each fault and each action is among it."""


def rows() -> list[Any]:
    """Every fault with every action."""
    return [
        pytest.param(fault, action, marks=[] if SHORT[action] is fault else pytest.mark.soak)
        for action in SHORT
        for fault in FAULTS
    ]


@pytest.mark.parametrize(("fault", "action"), rows())
async def test_what_is_asked_for_several_times_is_done_once(
    either: Club, fault: Callable[..., Awaitable[list[Any]]], action: Callable[..., Awaitable[Asked]]
):
    asked = await action(either)
    results = await fault(either, asked.asks)
    refused = [one for one in results if isinstance(one, BaseException)]
    assert all(isinstance(one, Refused) for one in refused), refused
    made_already = [one for one in results if isinstance(one, Outcome) and not one.told]
    assert len(results) - len(refused) - len(made_already) == len(asked.asks)
    assert await asked.left() == asked.once
