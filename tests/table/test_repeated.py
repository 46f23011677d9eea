"""Whatever is asked for several times is done once, and what several people ask for at once is all kept, however it
comes to that: a table of faults and actions.

Each row proves what the action leaves, changes and announcements, and that whoever asked in vain was told so in a
sentence. Short runs try every fault and every action on both databases; `make soak` tries all together, and two
processes that share a database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refused
from bot.table.play.extras import Extras
from bot.table.play.ordering import MOST_A_SEAT
from bot.table.play.orders.kinds import order_of
from bot.table.table import Outcome, Table
from tests.store.postgres import empty_database
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, GUILD, Club, club
from tests.table.processes import Site, together
from tests.table.test_offers import about_to_trade

TIMES, MANY, CROWD = 5, 20, 50
Ask = Callable[[Table], Awaitable[Any]]


@dataclass(frozen=True)
class Asked:
    """What is asked for: by one table or another, in how many ways, and what it must have left at the end."""

    asks: tuple[Ask, ...]
    left: Callable[[], Awaitable[object]]
    once: object
    done: int | None = None
    """How many are done, if not all."""


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


async def call(club: Club) -> Asked:
    """A server is back, and whoever must act is pinged anew."""
    game = await club.game()
    await Extras(club.table.services).put(game, lost=f"server:{GUILD}")

    async def ask(table: Table) -> None:
        if not await table.seating.call_again(game, f"server:{GUILD}"):
            raise Refused("Somebody has been pinged.")

    async def left() -> object:
        return len(await club.outbox(game, "call"))

    return Asked((ask,), left, 1)


# --- what several ask for


async def notes(club: Club) -> Asked:
    """Ann writes ten notes."""
    game, texts = await club.game(), [f"note {number}" for number in range(10)]

    def ask(text: str) -> Ask:
        return lambda table: Extras(table.services).add_note(game, ANN, text)

    async def left() -> object:
        return sorted((await Extras(club.table.services).note(game, ANN)).splitlines())

    return Asked((*map(ask, texts),), left, texts)


async def places(club: Club) -> Asked:
    """The bot notes where it has posted twenty things."""
    game, named = await club.game(), {f"name {number}": number for number in range(MANY)}

    def ask(name: str) -> Ask:
        return lambda table: Extras(table.services).put(game, **{name: named[name]})

    async def left() -> object:
        row, _ = await Extras(club.table.services).game(game)
        return {name: row.place.get(name) for name in named}

    return Asked((*map(ask, named),), left, named)


async def settings(club: Club) -> Asked:
    """Ann changes her game, the server and what she wants herself, one thing at a time."""
    game = await club.game()
    changes = {"interval": 60, "urgent": 3, "stop": 9, "organiser_acts": False}
    wishes = {"theme": "dark", "confirm": True, "pictures": "turn"}
    own = {"zone": "Europe/Berlin", "quiet_from": 60, "interval": 90, "stand_in": BOB}

    def of_game(one: dict[str, Any]) -> Ask:
        return lambda table: table.preferences.set_game(game, ANN, **one)

    def of_server(one: dict[str, Any]) -> Ask:
        return lambda table: table.preferences.set_server(GUILD, **one)

    def of_ann(one: dict[str, Any]) -> Ask:
        return lambda table: table.preferences.set_person(ANN, **one)

    def singly(values: dict[str, Any]) -> list[dict[str, Any]]:
        return [{name: value} for name, value in values.items()]

    async def left() -> object:
        row, _ = await Extras(club.table.services).game(game)
        person, server = await club.table.preferences.person(ANN), await club.table.preferences.server(GUILD)
        of_both = [{name: found[name] for name in changes} for found in (row.settings, server)]
        return *of_both, person.wishes, {name: getattr(person, name) for name in own}

    asks = *map(of_game, singly(changes)), *map(of_server, singly(changes)), *map(of_ann, singly(wishes | own))
    return Asked(asks, left, (changes, changes, wishes, own))


async def agreements(club: Club) -> Asked:
    """All others agree to taking moves back."""
    people = (ANN, BOB, CEM, DAN)
    game = await club.game(*people)
    for person in people:
        await club.act(game, person, "pass_auction")
    assert await club.table.takeback.undo(game, ANN, 0, 0) is None

    def ask(person: int) -> Ask:
        return lambda table: table.takeback.answer(game, person, 0, True)

    async def left() -> object:
        return (await club.table.present(game)).row.position, len(await club.outbox(game, "undo"))

    return Asked((*map(ask, people[1:]),), left, (0, 1))


async def robots(club: Club) -> Asked:
    """Four robots are seated."""
    game = await club.table.seating.create(GUILD, CHANNEL, ANN, "1870", {"runs": "free"}, places=5, seed=1)

    async def left() -> object:
        _, seats = await Extras(club.table.services).game(game)
        return len({seat.user_id for seat in seats})

    return Asked((lambda table: table.robots.add(game, ANN),) * 4, left, 4)


async def orders(club: Club) -> Asked:
    """Bob gives more orders than a seat may have."""
    game = await club.game()

    def ask(most: int) -> Ask:
        given = order_of("buy", {"company": "MKT", "most": most})
        return lambda table: table.orders.give(game, BOB, "p2", given)

    async def left() -> object:
        return len([one for one in await club.table.orders.mine(game, BOB, "p2") if one.active])

    return Asked((*map(ask, range(MANY)),), left, MOST_A_SEAT, done=MOST_A_SEAT)


async def last_seat(club: Club) -> Asked:
    """Fifty people want the last seat."""
    wanted, game = await seat(club), 1  # the first game there

    def ask(person: int) -> Ask:
        return lambda table: table.seating.join(game, person, f"Player {person}")

    return Asked((*map(ask, range(1000, 1000 + CROWD)),), wanted.left, wanted.once, done=1)


async def turn(club: Club) -> Asked:
    """Ann, on many devices, and others who see her panel press the same button."""
    pressed, game = await move(club), 1
    now = await club.table.present(game)

    def ask(person: int) -> Ask:
        press = (game, person, "p1", "pass_auction", {}, now.decision, now.epoch)
        return lambda table: table.act(*press, seen=now.row.last)

    return Asked((*map(ask, (ANN, 1000) * (CROWD // 2)),), pressed.left, pressed.once, done=1)


# --- faults


async def at_once(site: Site, asks: Sequence[Ask]) -> list[Any]:
    """Each is pressed five times at the same moment."""
    return await asyncio.gather(*[one(site.club.table) for one in asks for _ in range(TIMES)], return_exceptions=True)


async def in_two_programs(site: Site, asks: Sequence[Ask]) -> list[Any]:
    """Two programs on one database hear of it at the same moment."""
    async with site.other() as other:
        asked = [one(table) for one in asks for table in (site.club.table, other) for _ in range(2)]
        return await asyncio.gather(*asked, return_exceptions=True)


async def again(site: Site, asks: Sequence[Ask]) -> list[Any]:
    """It comes again and again, one after the other."""
    return [await told(one(site.club.table)) for one in asks for _ in range(TIMES)]


async def after_a_restart(site: Site, asks: Sequence[Ask]) -> list[Any]:
    """It comes again to a bot that remembers nothing but its database."""
    first = [await told(one(site.club.table)) for one in asks]
    async with site.other() as other:
        return first + [await told(one(other)) for one in asks]


async def all_at_once(site: Site, asks: Sequence[Ask]) -> list[Any]:
    """All are asked for at the same moment."""
    return await asyncio.gather(*[one(site.club.table) for one in asks], return_exceptions=True)


async def dealt_out(site: Site, asks: Sequence[Ask]) -> list[Any]:
    """The same, each of one of two programs."""
    async with site.other() as other:
        tables = (site.club.table, other)
        asked = [one(tables[number % 2]) for number, one in enumerate(asks)]
        return await asyncio.gather(*asked, return_exceptions=True)


async def told(asked: Awaitable[Any]) -> Any:
    """The answer, or the refusal."""
    try:
        return await asked
    except Refused as refusal:
        return refusal


SHORT = {
    offer: again,
    expiring_offer: after_a_restart,
    move: at_once,
    answers: at_once,
    order: at_once,
    seat: in_two_programs,
    agreement: again,
    call: in_two_programs,
    notes: dealt_out,
    places: dealt_out,
    settings: all_at_once,
    agreements: dealt_out,
    robots: all_at_once,
    orders: dealt_out,
    last_seat: all_at_once,
    turn: all_at_once,
}
"""What `make test` tries, so that each fault and each action is among it."""
OF_ONE, OF_SEVERAL = (at_once, in_two_programs, again, after_a_restart), (all_at_once, dealt_out)
SITES = ("SQLite", "PostgreSQL", "two processes")


@pytest.fixture
async def site(request: pytest.FixtureRequest, tmp_path: Path, kind: str) -> AsyncIterator[Site]:
    """An empty database of this kind, and a club there."""
    async with AsyncExitStack() as stack:
        if kind == SITES[0]:
            yield Site(await stack.enter_async_context(club(tmp_path / "table.db")))
            return
        address = await empty_database(request.getfixturevalue("postgres"))
        if kind == SITES[1]:
            yield Site(await stack.enter_async_context(club(address)))
        else:
            yield Site(*await stack.enter_async_context(together(address)))


def rows() -> list[Any]:
    """Every fault with every action, everywhere."""
    return [
        pytest.param(fault, action, kind, marks=[] if is_short else pytest.mark.soak)
        for action, short in SHORT.items()
        for fault in (OF_SEVERAL if short in OF_SEVERAL else OF_ONE)
        for kind in SITES
        # Of two programs one is told that the other has seated a robot.
        if (action, fault) != (robots, dealt_out)
        for is_short in [short is fault and kind != SITES[2]]
    ]


@pytest.mark.parametrize(("fault", "action", "kind"), rows())
async def test_what_is_asked_for_is_done_once(
    site: Site, fault: Callable[..., Awaitable[list[Any]]], action: Callable[..., Awaitable[Asked]]
):
    asked = await action(site.club)
    results = await fault(site, asked.asks)
    refused = [one for one in results if isinstance(one, BaseException)]
    assert all(isinstance(one, Refused) for one in refused), refused
    made_already = [one for one in results if isinstance(one, Outcome) and not one.told]
    wanted = len(asked.asks) if asked.done is None else asked.done
    assert len(results) - len(refused) - len(made_already) == wanted
    assert await asked.left() == asked.once
