"""A move that has told somebody a secret is taken back only with the consent of all others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import NotYours, Refused
from bot.table.past.learning import MOST, has_taught
from engine.view import view
from tests.positions.table import Table
from tests.table.club import ANN, BOB, CEM, DAN, Club, club, put


def presidency(**options: str) -> Table:
    """Bob may buy a share and become president of Cem's MP."""
    table = Table(title="1870", **options).with_company("MP", "Cem", Cem=2, Bob=2, pool=3, treasury=432)
    return table.with_company("SP", "Ann", Ann=4, pool=2, treasury=700).stock_round("Bob")


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "club.db") as found:
        yield found


async def bought(table: Club, company: str = "MP", **options: str) -> int:
    """Bob has bought a share; Ann organises the game and plays."""
    game = await table.game(**options)
    await put(table, game, presidency(**options).game)
    await table.act(game, BOB, "buy", company=company, from_="pool")
    return game


async def undo(table: Club, game: int, by: int, *, as_organiser: bool = False) -> bool:
    """Ask to take the last move back; was it?"""
    now = await table.table.present(game)
    return await table.table.takeback.undo(game, by, now.epoch, as_organiser=as_organiser) is not None


async def agree(table: Club, game: int, by: int) -> bool:
    """Agree; was it taken back?"""
    return await table.table.takeback.answer(game, by, (await table.table.present(game)).epoch, True)


async def test_who_has_seen_a_treasury_needs_everybodys_consent(table: Club):
    game = await bought(table, secrets="hidden")
    before = (await table.table.present(game)).game
    reach = await table.table.takeback.reach(game, BOB)
    assert reach.learned and reach.needs == ["p1", "p3"]
    assert not await undo(table, game, BOB)
    [asked] = await table.outbox(game, "undo_ask")
    assert "told somebody what was hidden" in asked.payload["text"][0] and asked.payload["ping"] == [ANN, CEM]
    with pytest.raises(NotYours):
        await agree(table, game, BOB)
    assert not await agree(table, game, ANN)
    assert (await table.table.present(game)).game == before
    assert await agree(table, game, CEM)
    assert "MP" in (await table.table.present(game)).game.state.companies


async def test_what_tells_nothing_is_taken_back_as_before(table: Club):
    game = await bought(table, company="SP", secrets="hidden")
    assert await undo(table, game, BOB)
    game = await bought(table, secrets="open")
    assert await undo(table, game, BOB)


async def test_the_organiser_cannot_take_it_back_alone(table: Club):
    game = await bought(table, secrets="hidden")
    assert not await undo(table, game, ANN, as_organiser=True)
    assert not await agree(table, game, BOB)
    assert await agree(table, game, CEM)
    game = await bought(table, company="SP", secrets="hidden")
    assert await undo(table, game, ANN, as_organiser=True)


async def test_an_organiser_without_a_seat_cannot_either(table: Club):
    game = await bought(table, secrets="hidden")
    await table.table.seating.handing_over.hand_over(game, ANN, DAN)
    assert not await undo(table, game, DAN, as_organiser=True)
    assert [await agree(table, game, person) for person in (ANN, BOB, CEM)] == [False, False, True]


async def test_a_stand_in_cannot_agree_to_what_they_have_asked_for_themselves(table: Club):
    game = await bought(table, secrets="hidden")
    away = table.clock.now.replace(year=2027, month=1)
    for person in (ANN, CEM):
        await table.table.preferences.set_person(person, stand_in=BOB, away_until=away)
        table.clock.pass_by(minutes=1)
    assert not await undo(table, game, BOB)
    with pytest.raises(NotYours):
        await agree(table, game, BOB)
    assert not await agree(table, game, ANN)
    assert await agree(table, game, CEM)


async def test_robots_are_not_asked(table: Club):
    game = await table.game(secrets="hidden")
    await put(table, game, presidency(secrets="hidden").game)
    await table.table.robots.put(game, ANN, "p3", "steady")
    await table.act(game, BOB, "buy", company="MP", from_="pool")
    reach = await table.table.takeback.reach(game, BOB)
    assert reach.learned and reach.needs == ["p1"]


async def test_accepting_an_offer_is_not_taken_back_at_once(table: Club):
    position = Table(title="1870", secrets="hidden").with_company("SP", "Ann", Ann=3, Bob=2, pool=1, treasury=700)
    position.with_company("FW", "Bob", par=76, Bob=4, Cem=1, treasury=858).with_train("FW", "2", "2")
    game = await table.game(secrets="hidden")
    await put(table, game, position.operating_turn("SP", step="train").game)
    await table.act(game, ANN, "buy_train", from_="FW", kind="2", price=77)
    assert not (await table.table.takeback.reach(game, ANN)).needs
    offer = (await table.table.present(game)).game.state.offers[0].id
    await table.act(game, BOB, "accept", offer=offer)
    assert (await table.table.takeback.reach(game, BOB)).needs == ["p1", "p3"]


async def test_what_was_taken_back_with_consent_is_redone_only_by_its_maker(table: Club):
    game = await bought(table, secrets="hidden")
    assert not await undo(table, game, ANN, as_organiser=True)
    assert not await agree(table, game, BOB)
    assert await agree(table, game, CEM)
    epoch = (await table.table.present(game)).epoch
    for person in (ANN, CEM):
        with pytest.raises(Refused, match="Only Bob can decide this"):
            await table.table.takeback.redo(game, person, epoch)
    assert await table.table.takeback.redo(game, BOB, epoch)
    assert (await table.table.takeback.reach(game, BOB)).learned


async def test_who_asks_has_learned_from_the_move_of_another(table: Club):
    game = await table.game(secrets="hidden")
    position = Table(title="1870", secrets="hidden").with_company("MP", "Cem", Cem=3, Bob=3, treasury=432)
    await put(table, game, position.stock_round("Cem").game)
    await table.act(game, CEM, "sell", company="MP", shares=1)
    shown = view((await table.table.present(game)).game)
    assert [one.president for one in shown.companies if one.symbol == "MP"] == ["p2"]
    reach = await table.table.takeback.reach(game, BOB)
    assert reach.learned and reach.needs == ["p1", "p3"]
    assert not (await table.table.takeback.reach(game, ANN)).learned, "Ann knows no more than before"


async def test_who_stands_in_for_the_mover_need_not_ask_them(table: Club):
    game = await bought(table, secrets="hidden")
    until = table.clock.now.replace(year=2027, month=1)
    await table.table.preferences.set_person(BOB, stand_in=CEM, away_until=until)
    assert (await table.table.takeback.reach(game, CEM)).needs == ["p1"]
    assert (await table.table.takeback.reach(game, ANN)).needs == ["p2", "p3"]


async def test_one_move_among_several_is_enough(table: Club):
    game = await bought(table, secrets="hidden")
    await table.act(game, BOB, "pass")
    await table.act(game, CEM, "pass")
    reach = await table.table.takeback.reach(game, BOB, 0)
    assert len(reach.made) == 3 and reach.learned and reach.needs == ["p1", "p3"]
    assert not (await table.table.takeback.reach(game, BOB, 2)).learned


async def test_what_a_robot_has_learned_holds_nobody_back(table: Club):
    game = await bought(table, secrets="hidden")
    assert (await table.table.takeback.reach(game, DAN)).learned
    await table.table.robots.put(game, BOB, "p2", "steady")
    assert not (await table.table.takeback.reach(game, DAN)).learned, "nor does it hold back who has no seat"


async def test_of_many_moves_one_has_told_somebody_something(table: Club):
    hides = await bought(table, company="SP", secrets="hidden")
    hides_nothing = await table.game(title="1830")
    await table.play(hides_nothing, 1)
    for game, learned in ((hides, True), (hides_nothing, False)):
        loaded, [*_, move] = await table.table.services.load(game), await table.table.actions(game)
        for count, expected in ((MOST, False), (MOST + 1, learned)):
            assert await has_taught(table.table.past, loaded, DAN, [move] * count, table.clock()) == expected, count


async def test_a_position_that_is_gone_counts_as_learned_from(table: Club):
    game = await bought(table, company="SP", secrets="hidden")
    loaded, [*_, move] = await table.table.services.load(game), await table.table.actions(game)
    assert not await has_taught(table.table.past, loaded, BOB, [move], table.clock())
    lost = move.model_copy(update={"parent": 77})
    assert await has_taught(table.table.past, loaded, BOB, [lost], table.clock())
