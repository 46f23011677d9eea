"""Games opened, people seated, replaced and removed."""

import pytest

from bot.errors import NotYours, Refused
from bot.table.ground.services import setup_of
from bot.table.play.orders.kinds import order_of
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, EVE, GUILD, Club


async def gathering(table: Club, places: int = 3, **more: object) -> int:
    return await table.table.seating.create(GUILD, CHANNEL, ANN, "1870", {}, places, **more)  # type: ignore[arg-type]


async def test_people_join_leave_and_a_full_table_begins(table: Club):
    game, seating = await gathering(table), table.table.seating
    assert not await seating.join(game, ANN, "Ann")
    assert not await seating.join(game, BOB, "Bob")
    await seating.leave(game, BOB)
    assert not await seating.join(game, CEM, "Cem")
    assert await seating.join(game, DAN, "Dan")
    now = await table.table.present(game)
    assert {seat.user_id for seat in now.seats} == {ANN, CEM, DAN}
    assert sorted(seat.seat for seat in now.seats) == ["p1", "p2", "p3"]
    assert [row.kind for row in await table.outbox(game)] == ["join", "join", "leave", "join", "start"]


async def test_the_first_ping_says_what_wins_and_where_the_game_is_explained(table: Club):
    game, seating = await gathering(table, places=2), table.table.seating
    await seating.join(game, ANN, "Ann")
    assert await seating.join(game, BOB, "Bob")
    (begun,) = [row for row in await table.outbox(game) if row.kind == "start"]
    assert begun.payload["ping"]
    assert "Whoever is worth the most at the end wins" in begun.payload["text"][1]
    assert "`/title title:1870`" in begun.payload["text"][1]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda seating, game: seating.join(game, ANN, "Ann"), "already have a seat"),
        (lambda seating, game: seating.join(game + 1, BOB, "Bob"), "no such game"),
        (lambda seating, game: seating.leave(game, BOB), "not a player"),
        (lambda seating, game: seating.start(game, BOB), "Only the organiser"),
        (lambda seating, game: seating.start(game, ANN), "1870 is for 2 to"),
        (lambda seating, game: seating.start(game, ANN, [ANN, BOB]), "name every player once"),
        (lambda seating, game: seating.create(GUILD, CHANNEL, ANN, "1822"), "no title '1822'"),
        (lambda seating, game: seating.create(GUILD, CHANNEL, ANN, "1870", {"edition": "x"}), "edition"),
        (lambda seating, game: seating.create(GUILD, CHANNEL, ANN, "1870", {}, 9), "for 2 to"),
        (lambda seating, game: seating.create(GUILD, CHANNEL, ANN, "1870", {}, 3, seed=-1), "seed"),
        (lambda seating, game: seating.replace(game, ANN, "p1", BOB, "Bob"), "while a game is running"),
        (lambda seating, game: seating.stop(game, BOB), "Only the organiser"),
    ],
)
async def test_impossible_requests_get_a_sentence(table: Club, asked, sentence: str):
    game = await gathering(table)
    await table.table.seating.join(game, ANN, "Ann")
    before = len(await table.outbox())
    with pytest.raises(Refused, match=sentence):
        await asked(table.table.seating, game)
    assert len(await table.outbox()) == before


async def test_the_order_of_seats_is_drawn_by_the_seed_or_given(table: Club):
    orders = set()
    for seed in range(6):
        game = await gathering(table, places=4, seed=seed)
        for person in (ANN, BOB, CEM):
            await table.table.seating.join(game, person, str(person))
        await table.table.seating.start(game, ANN)
        orders.add(tuple(seat.name for seat in (await table.table.present(game)).game.state.players))
    assert len(orders) > 1
    game = await table.game(CEM, ANN, BOB)
    assert [seat.name for seat in (await table.table.present(game)).game.state.players] == ["Cem", "Ann", "Bob"]


async def test_names_are_made_safe_and_unique(table: Club):
    game = await gathering(table, places=5)
    for person, name in ((ANN, "@everyone"), (BOB, "  \u202eAl\n"), (CEM, "al"), (DAN, "\0")):
        await table.table.seating.join(game, person, name)
    await table.table.seating.join(game, EVE, "x" * 90)
    names = {seat.user_id: seat.name for seat in (await table.table.present(game)).seats}
    assert names == {ANN: "everyone", BOB: "Al", CEM: "al 2", DAN: "Player", EVE: "x" * 32}


async def test_a_replacement_takes_over_everything_of_the_seat(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await table.act(game, ANN, "take")
    order = await table.table.orders.give(
        game, BOB, "p2", order_of("buy", {"company": "SP", "from": "ipo", "until": "floated"})
    )
    with pytest.raises(NotYours):
        await table.table.seating.replace(game, CEM, "p2", DAN, "Dan")
    with pytest.raises(Refused, match="already has a seat"):
        await table.table.seating.replace(game, ANN, "p2", CEM, "Cem")
    await table.table.seating.replace(game, ANN, "p2", DAN, "Dan")
    row = (await table.outbox(game, "replace"))[0]
    assert (row.payload["text"], row.payload["ping"]) == (["Dan takes Bob's seat."], [DAN])
    with pytest.raises(NotYours, match="Only Dan can decide this"):
        await table.table.act(game, BOB, "p2", "take", {}, 0, 0)
    assert [one.id for one in await table.table.orders.mine(game, DAN, "p2")] == [order]
    with pytest.raises(NotYours):
        await table.table.orders.mine(game, BOB, "p2")
    outcome = await table.act(game, DAN, "take")
    assert outcome.told[0]["text"][0].startswith("You buy")
    assert await table.table.games_of(BOB) == []
    assert [waits for _, _, waits in await table.table.games_of(DAN)] == [False]
    # An earlier position knows the new person as well once it is the present one again.
    now = await table.table.present(game)
    await table.table.takeback.undo(game, DAN, now.epoch)
    assert [seat.name for seat in (await table.table.present(game)).game.state.players] == ["Ann", "Dan", "Cem"]


async def test_a_player_may_give_their_own_seat_away(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await table.table.seating.replace(game, CEM, "p3", EVE, "Eve")
    assert (await table.table.present(game)).seats[2].user_id == EVE


async def test_a_manager_of_the_server_may_do_what_the_organiser_may(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await table.table.seating.handing_over.hand_over(game, EVE, BOB, manager=True)
    with pytest.raises(NotYours):
        await table.table.seating.stop(game, ANN)
    await table.table.seating.stop(game, BOB)
    with pytest.raises(Refused, match="over"):
        await table.act(game, ANN, "take")
    with pytest.raises(Refused, match="over"):
        await table.table.seating.stop(game, BOB)
    assert await table.table.transfer.export(game)


async def test_nobody_can_join_a_game_that_was_called_off(table: Club):
    game = await gathering(table)
    await table.table.seating.stop(game, ANN)
    with pytest.raises(Refused, match="called off"):
        await table.table.seating.join(game, BOB, "Bob")


async def test_a_game_by_the_sites_rules_begins_again_as_it_began(table: Club):
    game = await table.game(title="1828", rules="18xx.games")
    shown = await table.table.present(game)
    record = setup_of(shown.row)
    assert record.begin().encode() == shown.game.encode()
    del record.setup["strict"]  # As games begun before 0.4.0 are stored.
    assert record.begin().encode() != shown.game.encode()
