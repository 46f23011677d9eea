"""Trades that need two players: made, accepted, declined, withdrawn, void; standing offers; pauses asked for ahead."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.errors import NotYours, Refused
from bot.store.rows import TurnRow
from bot.table.play.orders.kinds import order_of
from tests.positions.table import Table as Rules
from tests.table.club import ANN, BOB, CEM, Club, put
from tests.toy.table import ToyTable


async def about_to_trade(table: Club) -> tuple[int, str]:
    """Ann acts for SP, and Bob has a private company that it may buy."""
    rules = Rules(title="1870").with_private("GRSC", "Bob")
    rules.with_company("SP", "Ann", par=76, Ann=4, treasury=500).with_phase("3").operating_turn("SP")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    return game, "GRSC"


async def offer(table: Club, game: int, private: str, price: int = 30, **more) -> int:
    now = await table.table.present(game)
    asked = {"private": private, "price": price}
    outcome = await table.table.act(game, ANN, "p1", "buy_private", asked, now.decision, now.epoch, **more)
    return outcome.game.state.offers[-1].id


async def test_an_offer_waits_beside_the_game_until_it_is_accepted(table: Club):
    game, private = await about_to_trade(table)
    number = await offer(table, game, private)
    await table.act(game, ANN, "skip")
    now = await table.table.present(game)
    outcome = await table.table.act(game, BOB, "p2", "accept", {"offer": number}, number, now.epoch)
    assert outcome.game.state.privates[private] == "SP"
    assert [one.verb for one in await table.table.actions(game)] == ["buy_private", "skip", "accept"]


async def test_a_player_with_a_pending_offer_is_pinged_again_when_their_turn_starts(table: Club):
    rules = Rules(title="1870").with_private("GRSC", "Bob").with_company("MKT", "Bob", par=68, Bob=4, treasury=500)
    rules.with_company("SP", "Ann", par=76, Ann=4, treasury=500).with_phase("3").operating_turn("SP")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    await offer(table, game, "GRSC")
    table.clock.pass_by(hours=1)
    called: list[int] = []
    while not called:
        called = (await table.act(game, ANN, "skip")).pinged
    assert called == [BOB]
    async with table.db.read() as session:
        [turn] = await session.exec(select(TurnRow).where(col(TurnRow.game_id) == game))
    assert turn.rule == "operating_turn" and turn.since == table.clock()


@pytest.mark.parametrize(("person", "verb"), [(BOB, "decline"), (ANN, "withdraw")])
async def test_an_offer_is_declined_or_withdrawn(table: Club, person: int, verb: str):
    game, private = await about_to_trade(table)
    number = await offer(table, game, private)
    outcome = await table.act(game, person, verb, offer=number)
    assert outcome.game.state.offers == []
    assert outcome.game.state.privates[private] == "p2"
    with pytest.raises(Refused):
        await table.act(game, BOB, "accept", offer=number)


async def test_an_offers_terms_are_told_only_to_those_involved(table: Club):
    game, private = await about_to_trade(table)
    await offer(table, game, private, 30)
    public = (await table.outbox(game, "move"))[0]
    assert "30" not in str(public.payload["moves"])
    assert {row.target for row in await table.outbox(game, "secret")} == {f"person:{ANN}", f"person:{BOB}"}


async def test_an_offer_expires_by_a_recorded_move_of_the_table(table: Club):
    game, private = await about_to_trade(table)
    await offer(table, game, private, lasts=timedelta(hours=6))
    table.clock.pass_by(hours=5)
    await table.table.reminders.tick()
    assert len((await table.table.present(game)).game.state.offers) == 1
    table.clock.pass_by(hours=2)
    await table.table.reminders.tick()
    assert (await table.table.present(game)).game.state.offers == []
    last = (await table.table.actions(game))[-1]
    assert (last.verb, last.clicker) == ("withdraw", 0)
    await table.table.reminders.tick()
    assert (await table.table.actions(game))[-1].number == last.number


async def test_a_standing_offer_is_public_and_taken_without_asking_again(table: Club):
    game, private = await about_to_trade(table)
    terms = {"verb": "buy_private", "match": {"private": private}, "least": {"price": 25}}
    order = await table.table.orders.give(game, BOB, "p2", order_of("consent", terms), public=True)
    assert [one.id for one in (await table.table.orders.seen_by(game, ANN, "p1")).standing] == [order]
    assert (await table.outbox(game, "standing"))[0].payload["text"][0].startswith("Bob has a standing offer")
    await offer_too_low(table, game, private)
    outcome_of = await offer_good(table, game, private)
    assert outcome_of.game.state.privates[private] == "SP"
    action = (await table.table.actions(game))[-1]
    assert (action.seat, action.verb, action.order_id) == ("p2", "accept", order)
    assert action.cause is not None
    # How much was asked for is part of what stands there for all to read.
    assert (
        "buy a private company (private company GRSC, price at least $25)"
        in (await table.outbox(game, "standing"))[0].payload["text"][0]
    )


async def test_everybody_is_told_when_a_standing_offer_ends_or_is_restored(table: Club):
    game, private = await about_to_trade(table)
    terms = {"verb": "buy_private", "match": {"private": private}, "least": {"price": 25}}
    await table.table.orders.give(game, BOB, "p2", order_of("consent", terms), public=True, most=1)
    await offer_good(table, game, private)
    assert (await table.table.orders.seen_by(game, ANN, "p1")).standing == []
    assert len(await table.outbox(game, "standing_off")) == 1
    await table.table.takeback.undo(game, ANN, 0)
    assert len((await table.table.orders.seen_by(game, ANN, "p1")).standing) == 1
    assert len(await table.outbox(game, "standing")) == 2


@pytest.mark.parametrize("text", ["@everyone", "<@5>", "a" * 41, "`x`"])
async def test_a_standing_offer_pings_nobody(table: Club, text: str):
    game, _ = await about_to_trade(table)
    for terms in ({"verb": text}, {"verb": "buy_private", "match": {"private": text}}):
        with pytest.raises(Refused, match=r"I can't read `(to|private):`"):
            await table.table.orders.give(game, BOB, "p2", order_of("consent", terms), public=True)


async def offer_too_low(table: Club, game: int, private: str) -> None:
    number = await offer(table, game, private, 20)
    now = await table.table.present(game)
    assert now.game.state.privates[private] == "p2"
    await table.act(game, ANN, "withdraw", offer=number)


async def offer_good(table: Club, game: int, private: str):
    return await table.act(game, ANN, "buy_private", private=private, price=30)


async def test_only_its_owner_can_cancel_a_standing_offer(table: Club):
    game, private = await about_to_trade(table)
    order = await table.table.orders.give(game, BOB, "p2", order_of("consent", {"verb": "buy_private"}), public=True)
    with pytest.raises(NotYours):
        await table.table.orders.take_back(game, CEM, order)
    await table.table.orders.take_back(game, BOB, order)
    with pytest.raises(Refused, match="already ended"):
        await table.table.orders.take_back(game, BOB, order)
    assert (await table.table.orders.seen_by(game, ANN, "p1")).standing == []
    await offer(table, game, private)
    assert (await table.table.present(game)).game.state.privates[private] == "p2"


async def test_the_game_pauses_only_for_players_who_asked(table: Club):
    """The toy's mail has moments that pass without a decision; its owner asks to be stopped at one."""
    rules = ToyTable().two_railways()
    rules.operating_turn("RED", "track")
    game = await table.game(ANN, BOB, CEM, title="toy")
    await put(table, game, rules.game)
    now = await table.table.present(game)
    _power, moments = now.game.values("p3", "hold", {"power": "mail"}) or ("", ())
    assert list(moments)  # type: ignore[arg-type]
    await table.act(game, CEM, "hold", power="mail", moment="after the last turn")
    action = (await table.table.actions(game))[-1]
    assert (action.seat, action.verb) == ("p3", "hold")
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p1"]
    stopped = await until(table, game, "p3")
    assert stopped


async def until(table: Club, game: int, seat: str) -> bool:
    """Play on, doing as little as each turn allows, until that seat must act."""
    for _ in range(40):
        now = await table.table.present(game)
        one = now.game.decisions()[0]
        if one.seat == seat:
            return True
        person = next(found.user_id for found in now.seats if found.seat == one.seat)
        verb = next(name for name in ("skip", "run", "dividend", "pass", "answer") if name in now.game.verbs(one.seat))
        act = next(act for act in now.game.legal(one.seat) if act.verb == verb)
        await table.table.act(game, person, one.seat, act.verb, act.args, now.decision, now.epoch)
    return False
