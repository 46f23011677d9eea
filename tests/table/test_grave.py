"""Moves that end a game or somebody's part in it: they need a confirmation, and an order must name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import NeedsConfirmation
from bot.table.play.orders.kinds import order_of
from engine import Act
from engine.family import leaving
from engine.titles import title_named, titles
from engine.view import view
from engine.words import Words
from tests.table.club import ANN, BOB, CEM, Club, club


@pytest.mark.parametrize("name", [name for name in titles() if name != "toy"])
def test_each_title_says_of_its_verbs_which_are_grave(name: str):
    title = title_named(name)
    grave = {verb for verb, law in title.verbs.items() if law.grave}
    assert grave == {"stop", "agree_winner", "bankrupt", "concede"} & set(title.verbs)


async def act(club: Club, game: int, person: int, verb: str, *, grave: bool, **args: str | int) -> None:
    now = await club.table.present(game)
    seat = next(one.seat for one in now.seats if one.user_id == person)
    await club.table.act(game, person, seat, verb, args, now.decision, now.epoch, grave=grave)


async def test_conceding_and_agreeing_to_the_end_need_confirmation(tmp_path: Path):
    async with club(tmp_path / "club.db") as one:
        game = await one.game(title="1839")
        before = await one.stored(game)
        for verb, args in (("concede", {}), ("stop", {"winner": "p1"})):
            with pytest.raises(NeedsConfirmation):
                await act(one, game, CEM, verb, grave=False, **args)
        assert await one.stored(game) == before
        await act(one, game, CEM, "stop", grave=True, winner="p1")
        asked = await one.stored(game)
        offer = (await one.table.present(game)).game.state.offers[0].id
        with pytest.raises(NeedsConfirmation):
            await act(one, game, ANN, "accept", grave=False, offer=offer)
        assert await one.stored(game) == asked
        await act(one, game, ANN, "decline", grave=False, offer=offer)
        await act(one, game, CEM, "concede", grave=True)
        assert [seat.out for seat in (await one.table.present(game)).game.state.players] == ["", "", "conceded"]


async def test_agreeing_on_a_winner_needs_confirmation(tmp_path: Path):
    async with club(tmp_path / "club.db") as one:
        game = await one.game(title="1828")
        before = await one.stored(game)
        with pytest.raises(NeedsConfirmation):
            await act(one, game, CEM, "agree_winner", grave=False, winner="p1")
        assert await one.stored(game) == before
        await act(one, game, CEM, "agree_winner", grave=True, winner="p1")
        assert [offer.verb for offer in (await one.table.present(game)).game.state.offers] == ["agree_winner"]


async def test_redoing_a_concession_needs_confirmation_too(tmp_path: Path):
    async with club(tmp_path / "club.db") as one:
        game = await one.game(title="1839")
        await act(one, game, CEM, "concede", grave=True)
        now = await one.table.present(game)
        await one.table.takeback.undo(game, CEM, now.epoch)
        now = await one.table.present(game)
        with pytest.raises(NeedsConfirmation):
            await one.table.takeback.redo(game, CEM, now.epoch, grave=False)
        assert not (await one.table.present(game)).game.state.players[2].out
        await one.table.takeback.redo(game, CEM, now.epoch)
        assert (await one.table.present(game)).game.state.players[2].out


async def test_an_order_ends_nobodys_game_unless_it_names_that(tmp_path: Path):
    async with club(tmp_path / "club.db") as one:
        game = await one.game(title="1870")
        orders = one.table.orders
        await orders.give(game, BOB, "p2", order_of("answer", {"rule": "offer", "verb": "accept"}), grave=False)
        for kind, terms in (("consent", {"verb": "stop"}), ("answer", {"rule": "stock_turn", "verb": "stop"})):
            with pytest.raises(NeedsConfirmation):
                await orders.give(game, CEM, "p3", order_of(kind, terms), grave=False)
        assert await orders.mine(game, CEM, "p3") == []
        await orders.give(game, CEM, "p3", order_of("consent", {"verb": "stop"}))
        await act(one, game, ANN, "stop", grave=True)
        offer = (await one.table.present(game)).game.state.offers[0]
        assert offer.given == ["p3"], "Cem's order said so; Bob's said no more than yes to whatever comes"


async def test_any_move_that_makes_somebody_leave_needs_confirmation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with club(tmp_path / "club.db") as one:
        game = await one.game(title="1839")
        monkeypatch.setattr(leaving.Concede, "grave", False)
        with pytest.raises(NeedsConfirmation):
            await act(one, game, CEM, "concede", grave=False)


@pytest.mark.parametrize("name", [name for name in titles() if name != "toy"])
async def test_a_warning_names_the_others_and_stands_in_the_words_of_each_title(tmp_path: Path, name: str):
    async with club(tmp_path / "club.db") as one:
        game = await one.game(title=name)
        now = await one.table.present(game)
        words = Words(view(now.game, "p1"))
        for verb, law in now.game.title.verbs.items():
            told = words.warning(verb)
            assert bool(told) == law.grave, verb
            if law.grave:
                assert "Bob" in told and "Cem" in told and "Ann" not in told
        assert now.game.grave("p1", Act("accept")) == []
