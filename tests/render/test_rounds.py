"""What a table looks at in an auction and in a stock round, beside map and market."""

from __future__ import annotations

import pytest

from engine import Act, new
from engine.titles import titles
from engine.view import view
from render import draw_auction, draw_holdings, draw_sheet
from render.draw import Piece, Text
from render.hearing import LONGEST
from tests.discord.test_foresight import played


@pytest.mark.parametrize("title", titles())
def test_an_auction_shows_what_is_for_sale_and_what_everybody_has(title: str):
    found = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    picture = draw_auction(found, wide=540)
    assert picture.problems == () and len(picture.alt) <= LONGEST
    assert picture.size[1] <= 4 * picture.size[0], "it can be read on a phone"
    for one in found.privates[:3] if found.clock.round == "initial" else ():
        assert f"{one.name}: for sale, price" in picture.alt


def test_a_bid_is_shown_with_its_money_that_is_set_aside():
    game = new("1830", ["Ann", "Bob", "Cem"], {}, 1)
    plain = view(game)
    bidder = game.decisions()[0].seat
    found = view(game.apply(bidder, Act("bid", {"private": "CS", "amount": 45}))[0])
    name = next(one.name for one in found.seats if one.id == bidder)
    said = draw_auction(found, wide=540).alt
    assert f"bids: {name} $45" in said and "in bids $45" in said and found.bound(bidder) == 45
    assert draw_auction(found, wide=540).png != draw_auction(plain, wide=540).png
    assert "in bids" not in draw_auction(plain, wide=540).alt


def test_a_stock_round_shows_players_and_companies_without_what_is_not_traded_there():
    before = next(game for game, _, act in played("1870", 5) if game.state.clock.round == "stock" and act.verb == "buy")
    found = view(before)
    picture, sheet = draw_holdings(found, wide=540), draw_sheet(found, wide=540)
    assert picture.problems == () and picture.alt == sheet.alt
    assert picture.size[1] < sheet.size[1]


@pytest.mark.parametrize("title", titles())
def test_every_sign_of_an_auction_has_a_legend(title: str, written: list[Piece]):
    """The star stood there unexplained."""
    draw_auction(view(new(title, ["Ann", "Bob", "Cem"], {}, 1)), wide=540)
    texts = [item.text for piece in written for item in piece.items if isinstance(item, Text)]
    assert any(text.startswith("★ ") for text in texts) == ("★" in texts)
