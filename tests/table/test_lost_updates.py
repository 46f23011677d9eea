"""What several people change at once is all kept: no change builds on what somebody else has replaced meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.errors import Refused, Stale
from bot.store import Database
from bot.store.rows import OfferRow, OutboxRow
from bot.table.play.extras import Extras, mark_of
from bot.table.play.ordering import MOST_A_SEAT
from bot.table.play.orders.kinds import order_of
from bot.table.table import Table
from tests.discord.asking import Asking
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, GUILD, Club
from tests.table.test_offers import about_to_trade

MANY = 20


@asynccontextmanager
async def another_program(either: Club) -> AsyncIterator[Table]:
    """The same database, opened once more: the bot has a command line, and an operator has tools."""
    other = Table(Database(either.db.url.render_as_string(hide_password=False)), either.clock)
    await other.db.open(alone=False)
    try:
        yield other
    finally:
        await other.close()


async def test_ten_notes_at_once_are_ten_notes(either: Club):
    game, asking = await either.game(), Asking(either)
    asking.bot.extras = Extras(either.table.services)
    await asyncio.gather(*[asking.slash(ANN, "note", text=f"note {n}") for n in range(10)])
    assert sorted((await asking.bot.extras.note(game, ANN)).splitlines()) == [f"note {n}" for n in range(10)]


async def test_a_note_that_does_not_fit_changes_nothing(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await extras.add_note(game, ANN, "x" * 3995)
    with pytest.raises(Refused, match="4000"):
        await extras.add_note(game, ANN, "12345")
    await extras.add_note(game, ANN, "1234")
    assert (await extras.note(game, ANN)).endswith("x\n1234")


async def test_notes_are_deleted_only_as_they_were_shown(either: Club):
    game, extras = await either.game(), Extras(either.table.services)
    await extras.add_note(game, ANN, "buy MKT")
    looked_at = mark_of(await extras.note(game, ANN))
    await extras.add_note(game, ANN, "and sell")
    with pytest.raises(Stale, match="notes have changed since"):
        await extras.delete_notes(game, ANN, looked_at)
    assert await extras.note(game, ANN) == "buy MKT\nand sell"
    await extras.delete_notes(game, ANN, mark_of("buy MKT\nand sell"))
    assert await extras.note(game, ANN) == ""


async def test_everything_stored_at_once_is_kept(either: Club):
    game, extras = await either.game(), Extras(either.table.services)
    await asyncio.gather(*[extras.put(game, **{f"name {n}": n}) for n in range(MANY)])
    row, _ = await extras.game(game)
    assert {row.place.get(f"name {n}") for n in range(MANY)} == set(range(MANY))


async def test_two_programs_keep_each_others_changes(either: Club):
    game = await either.game()
    async with another_program(either) as other:
        shelves = Extras(either.table.services), Extras(other.services)
        notes = [extras.add_note(game, ANN, f"{n}") for n, extras in enumerate(shelves * 5)]
        places = [extras.put(game, **{f"name {n}": n}) for n, extras in enumerate(shelves * 5)]
        await asyncio.gather(*notes, *places)
    assert len((await shelves[0].note(game, ANN)).splitlines()) == 10
    row, _ = await shelves[0].game(game)
    assert len([name for name in row.place if name.startswith("name ")]) == 10


async def test_settings_changed_at_once_are_all_changed(either: Club):
    game, preferences, extras = await either.game(), either.table.preferences, Extras(either.table.services)
    changes = {"interval": 60, "urgent": 3, "stop": 9, "organiser_acts": False}
    wishes = {"theme": "dark", "confirm": True, "pictures": "turn"}
    own = {"zone": "Europe/Berlin", "quiet_from": 60, "interval": 90, "stand_in": BOB}
    await asyncio.gather(
        *[preferences.set_game(game, ANN, **{name: value}) for name, value in changes.items()],
        *[preferences.set_server(GUILD, **{name: value}) for name, value in changes.items()],
        *[preferences.set_person(ANN, **{name: value}) for name, value in wishes.items()],
        *[preferences.set_person(ANN, **{name: value}) for name, value in own.items()],
    )
    row, _ = await extras.game(game)
    person, server = await preferences.person(ANN), await preferences.server(GUILD)
    assert {name: row.settings[name] for name in changes} == changes
    assert {name: server[name] for name in changes} == changes
    assert person.wishes == wishes
    assert {name: getattr(person, name) for name in own} == own


async def test_all_who_agree_at_once_are_counted(either: Club):
    people = (ANN, BOB, CEM, DAN)
    game = await either.game(*people)
    for person in people:
        await either.act(game, person, "pass_auction")
    async with another_program(either) as other:
        assert await either.table.takeback.undo(game, ANN, 0, 0) is None
        tables = (either.table, other, either.table)
        answers = [one.takeback.answer(game, who, 0, True) for one, who in zip(tables, people[1:], strict=True)]
        assert sorted(await asyncio.gather(*answers)) == [False, False, True]
    assert (await either.table.present(game)).row.position == 0


async def test_robots_added_at_once_get_a_seat_each(either: Club):
    game = await either.table.seating.create(GUILD, CHANNEL, ANN, "1870", {"runs": "free"}, places=5, seed=1)
    await asyncio.gather(*[either.table.robots.add(game, ANN) for _ in range(4)])
    _, seats = await Extras(either.table.services).game(game)
    assert len({seat.user_id for seat in seats}) == 4


async def test_orders_given_at_once_respect_the_limit(either: Club):
    game = await either.game()
    async with another_program(either) as other:
        orders = [
            (either.table, other)[n % 2].orders.give(game, BOB, "p2", order_of("buy", {"company": "MKT", "most": n}))
            for n in range(MANY)
        ]
        answers = await asyncio.gather(*orders, return_exceptions=True)
    assert len([one for one in answers if isinstance(one, int)]) == MOST_A_SEAT
    assert all(isinstance(one, int | Refused) for one in answers)


async def test_an_order_expires_only_between_moves(table: Club):
    """A move stores how often an order has acted, and would overwrite that the order has expired."""
    game = await table.game()
    order = await table.table.orders.give(
        game, BOB, "p2", order_of("buy", {"company": "MKT"}), until=table.clock() + timedelta(hours=1)
    )
    table.clock.pass_by(hours=2)
    async with table.table.services.lock(game):
        ticking = asyncio.create_task(table.table.reminders.tick())
        # Whatever it does up to the lock; then it waits, however long.
        for _ in range(200):
            await asyncio.sleep(0.001)
        assert [one.active for one in await table.table.orders.mine(game, BOB, "p2")] == [True]
    await ticking
    assert [(one.id, one.active) for one in await table.table.orders.mine(game, BOB, "p2")] == [(order, False)]


async def test_an_expired_offer_does_not_take_another_with_it(table: Club, monkeypatch: pytest.MonkeyPatch):
    """Its number is used again after an undo: the next offer has a deadline of its own."""
    game, private = await about_to_trade(table)
    reminders, expire = table.table.reminders, table.table.reminders._expire

    async def offer(hours: int) -> None:
        now = await table.table.present(game)
        asked = {"private": private, "price": 30}
        await table.table.act(game, ANN, "p1", "buy_private", asked, now.decision, now.epoch, timedelta(hours=hours))

    async def and_offered_anew(*which: object) -> None:
        await expire(*which)  # type: ignore[arg-type]
        now = await table.table.present(game)
        await table.table.takeback.undo(game, ANN, now.epoch, 0, as_organiser=True)
        await offer(5)

    await offer(1)
    table.clock.pass_by(hours=2)
    monkeypatch.setattr(reminders, "_expire", and_offered_anew)
    await reminders.tick()
    async with table.db.read() as session:
        [left] = await session.exec(select(OfferRow).where(col(OfferRow.game_id) == game))
    assert left.due_at == table.clock() + timedelta(hours=5)


async def test_a_server_that_is_back_pings_once(either: Club):
    game = await either.game()
    await Extras(either.table.services).put(game, lost=f"server:{GUILD}")
    async with another_program(either) as other:
        called = [one.seating.call_again(game, f"server:{GUILD}") for one in (either.table, other) * 3]
        assert sum(await asyncio.gather(*called)) == 1
    async with either.db.read() as session:
        assert len(list(await session.exec(select(OutboxRow).where(OutboxRow.kind == "call")))) == 1
