"""What an order is made of: terms that make sense, in words, and as they are stored."""

import json

import pytest

from bot.errors import Refused
from bot.store.rows import OrderRow
from bot.table.play.orders.kinds import order_of
from bot.table.play.orders.wording import Wording
from bot.table.play.telling import order_text
from engine import new
from engine.titles import title_named, titles
from tests.table.club import BOB, Club


@pytest.mark.parametrize(
    ("kind", "terms", "sentence"),
    [
        ("win", {}, "no such kind"),
        ("pass", {"until": "doomsday"}, "`until:` must be one of"),
        ("pass", {"colour": 1}, "does not take `colour:`"),
        ("buy", {"company": "XX"}, "`company:` must be one of"),
        ("buy", {"company": "SP", "shares": -1}, "whole number"),
        ("bid", {"private": "GRSC"}, "`limit:` must be a whole number"),
        ("bid", {"private": "GRSC", "limit": True}, "whole number"),
        ("answer", {"rule": "protect"}, "read `move:`"),
        ("answer", {"rule": "protect", "verb": "x", "args": [1]}, "read `choice:`"),
        ("consent", {"verb": "buy_private", "least": {"price": "x"}}, "`at_least:` must be a whole number"),
        ("consent", {"verb": "buy_private", "most": {"price": "x"}}, "`at_most:` must be a whole number"),
        ("consent", {"verb": "buy_private", "match": {"private": "<@1>"}}, "read `private:`"),
        ("consent", {"match": {}}, "read `to:`"),
        ("pass", {"ignores": ["rain"]}, "`even_if:` must be one of bought, sold, private or other"),
        ("buy", {"company": "SP", "most": "x"}, "`price:` must be a whole number"),
        ("answer", {"verb": "protect"}, "read `question:`"),
        ("answer", {"rule": "protect", "verb": "protect", "subject": "**"}, "read `about:`"),
    ],
)
async def test_an_order_that_makes_no_sense_is_refused(table: Club, kind: str, terms: dict, sentence: str):
    game = await table.game()
    with pytest.raises(Refused, match=sentence):
        await table.table.orders.give(game, BOB, "p2", order_of(kind, terms))
    assert await table.table.orders.mine(game, BOB, "p2") == []


@pytest.mark.parametrize(
    ("kind", "terms", "said"),
    [
        ("buy", {"company": "SP"}, "buy SP from the IPO until it floats"),
        (
            "buy",
            {"company": "SP", "until": "shares", "shares": 4, "most": 90, "then_pass": True},
            "until you hold 4 shares, for at most $90 each, then pass for the rest of the round",
        ),
        ("buy", {"company": "SP", "until": "shares", "shares": 1}, "until you hold 1 share"),
        ("bid", {"private": "MKT", "limit": 170}, "bid on MKT up to $170"),
        ("answer", {"rule": "protect", "verb": "let_fall", "subject": "SP"}, "let the price fall (only for SP)"),
        ("answer", {"rule": "protect", "verb": "protect", "args": {"lot": 3}}, "(lot 3)"),
        ("answer", {"rule": "turn", "verb": "dividend", "args": {"kind": "half"}}, "(pay half"),
    ],
)
def test_an_order_is_told_with_all_its_terms(kind: str, terms: dict, said: str):
    game = new("1870", ["Ann", "Bob", "Cem"], {}, 3)
    known = {**terms, "rule": next(iter(game.title.frames))} if terms.get("rule") == "turn" else terms
    order = OrderRow(game_id=1, seat="p2", kind=kind, terms=order_of(kind, known).completed(game, "p2").terms)
    assert said in order_text(order, "1870")


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        ("pass", {"until": "event", "rule": "stock_turn", "clock": [1, "stock", 0], "ignores": ["sold"]}),
        ("buy", {"company": "SP", "from": "pool", "until": "shares", "shares": 3, "most": 120, "then_pass": True}),
        ("bid", {"private": "MKT", "limit": 160}),
        ("take", {"private": "MKT", "price": 0}),
        (
            "operate",
            {
                "company": "SP",
                "pay": "half",
                "until": "turn",
                "phase": "2",
                "turns": 0,
                "trains": ["2", "2"],
                "privates": [],
                "earns": 90,
            },
        ),
        ("answer", {"rule": "protect", "verb": "let_fall", "subject": "", "step": "", "args": {"lot": 3}}),
        ("consent", {"verb": "buy_train", "match": {}, "least": {"price": 50}, "most": {}}),
    ],
)
def test_an_order_is_stored_as_ever(kind: str, terms: dict):
    order = order_of(kind, terms)
    assert order.terms == terms and json.loads(json.dumps(order.terms)) == terms
    assert order_of(kind, order.terms) == order


def test_orders_of_older_versions_lack_what_came_later():
    assert order_of("pass", {"until": "event", "rule": "stock_turn", "clock": [1, "stock", 0]}).terms["ignores"] == []
    older = {"company": "SP", "pay": "full", "until": "turn", "phase": "2", "turns": 0, "trains": [], "earns": 0}
    assert order_of("operate", older).terms == older


@pytest.mark.parametrize("title", titles())
def test_every_kind_of_question_that_an_order_can_answer_is_told_in_words(title: str):
    wording, frames = Wording.of(title), title_named(title).frames
    asked = [wording.question(rule) for rule in wording.words.decisions if rule in frames]
    assert asked and all(one[0].isupper() and one[-1] in ".?" and "{" not in one for one in asked)
