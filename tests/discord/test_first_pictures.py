"""What stands first, and large, among the pictures of a message: what is decided, not what went before it."""

from __future__ import annotations

import pytest
from discord import File

from bot.discord.channel.pictures import Drawn, KeptFile, caught_up
from bot.discord.kit.reply import Attachment
from bot.discord.turn.usual_moves import call_picture
from bot.store.rows import GameRow, SeatRow
from bot.table.ground.services import Present
from engine import Game
from engine.view import view
from sandbox import Message
from tests.discord.conftest import Hall
from tests.t1830.table import Table as Table1830
from tests.t1870.table import Table as Table1870

BOARD = ("holdings", "map", "market")


def names(message: Message) -> list[str]:
    """A message's files, in order."""
    return [one.filename for one in message.attachments]


def test_in_a_stock_round_holdings_stay_above_the_prices_that_move():
    table = Table1830().with_company("B&O", "Ann", Ann=6, box="1,5").stock_round("Ann")
    before = view(table.game)
    after = view(table.do("Ann", "sell", company="B&O", shares=1).game)
    assert list(caught_up(before, before, after, "light", BOARD)) == ["holdings", "market", "map"]


@pytest.mark.parametrize(("far", "drawn"), [("B17", ["changes", "map"]), ("N17", ["map"])])
def test_a_part_as_large_as_the_map_is_not_drawn_beside_the_map(far: str, drawn: list[str]):
    table = Table1870().with_company("ATSF", "Ann", Ann=6).operating_turn("ATSF", "track")
    before = view(table.game)
    after = view(table.with_tile("B9", "57", 0).with_tile(far, "57", 0).game)
    assert list(caught_up(before, before, after, "light", ("map", "market"))) == [*drawn, "market"]


def called(game: Game) -> Present:
    """A game of people at which somebody is called."""
    seats = [SeatRow(game_id=1, seat=one.id, user_id=n, name=one.name) for n, one in enumerate(view(game).seats, 1)]
    return Present(GameRow(id=1, title=game.title.id), seats, {}, game, 0, 1)


def test_tiles_without_buttons_are_not_shown_but_where_they_could_be_laid():
    """A follower was shown “15 choices, page 1 of 2” with numbers that nothing on the message belonged to."""
    table = Table1870().with_company("GMO", "Ann", Ann=6, home=True).operating_turn("GMO", "track")
    job = call_picture(called(table.game))
    assert job is not None and (job.what, job.options["around"]) == ("map", ("M20",))


async def test_the_par_of_an_auctioned_company_is_chosen_from_the_market(club: Hall):
    number = await club.game(club.ann, club.bob, title="1870", options="")
    for _ in range(5):
        now = await club.table.present(number)
        seat = now.game.decisions()[0].seat
        await club.posted()
        await club.table.act(number, now.owner(seat).user_id, seat, "take", {}, now.decision, now.epoch)
    await club.posted()
    newest = [one for one in club.room.public if one.attachments and not one.pinned][-1]
    assert "must set the par price of SLSF" in newest.text
    assert names(newest)[:2] == ["market.png", "auction.png"]


def test_a_new_picture_stands_above_those_that_stay():
    """The map was large, with somebody's turn that was over, and what had been bid since was small below it."""
    drawn = Drawn((Attachment("auction.png", b"", "For sale"),), ({"id": 1, "filename": "map.png"},))
    new, stays = drawn.attachments()
    assert isinstance(new, File) and new.filename == "auction.png"
    assert isinstance(stays, KeptFile) and stays.stored["filename"] == "map.png"
