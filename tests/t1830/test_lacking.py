"""A step that passes because something is missing says what; one in which something is done, or given up, does not."""

from __future__ import annotations

import pytest

from engine.view import view
from engine.words import Words
from tests.t1830.table import Table


def missed(table: Table, step: str) -> list[str]:
    """What everybody is told was missing in a step."""
    told = [event for event in table.events if event.kind == "missed" and event.data["step"] == step]
    return [Words(view(table.game)).event(event) for event in told]


def baltimore(cash: int) -> Table:
    """Ann's B&O, whose only tiles lie across water."""
    return Table().with_company("B&O", "Ann", Ann=6).with_cash("B&O", cash).operating_turn("B&O", "track")


def test_track_that_is_too_dear_is_told_with_its_price():
    assert missed(baltimore(79), "track") == [
        "B&O lays no track: the cheapest tile that it could lay costs $80, and its treasury holds $79."
    ]
    enough = baltimore(80)
    assert "lay" in enough.verbs("Ann")
    enough.do("Ann", "skip")
    assert not missed(enough, "track")


def new_york(cash: int) -> Table:
    """Ann's NYC in Albany, from where it reaches no other city."""
    return Table().with_company("NYC", "Ann", Ann=6).with_cash("NYC", cash).operating_turn("NYC").do("Ann", "skip")


def test_a_marker_that_is_too_dear_is_told_with_its_price_and_one_without_a_city_with_that():
    poor, rich = new_york(39), new_york(40)
    assert missed(poor, "token") == [
        "NYC places no station marker: the next one costs $40, and its treasury holds $39."
    ]
    assert missed(rich, "city") == ["NYC places no station marker: it reaches no other city with a free space."]
    assert not missed(poor, "city") and not missed(rich, "token")


def test_a_train_that_is_too_dear_is_told_with_its_price_unless_there_is_no_room_for_it():
    assert missed(new_york(79), "train") == ["NYC buys no train: the cheapest costs $80, and its treasury holds $79."]
    full = Table().with_company("NYC", "Ann", Ann=6).with_cash("NYC", 79).with_train("NYC", "2", "2", "2", "2")
    assert not missed(full.operating_turn("NYC", "train"), "train")
    buyer = Table().with_company("NYC", "Ann", Ann=6).with_cash("NYC", 100).operating_turn("NYC", "train")
    buyer.do("Ann", "buy_train", **{"from": "bank"}, kind="2")
    assert buyer.cash("NYC") == 20 and not missed(buyer, "train")


def test_a_company_that_has_just_bought_a_train_from_the_pool_is_not_said_to_buy_none():
    buyer = Table().with_company("NYC", "Ann", Ann=6).with_cash("NYC", 100).with_train("pool", "2")
    buyer.operating_turn("NYC", "train").do("Ann", "buy_train", **{"from": "pool"}, kind="2")
    assert buyer.cash("NYC") == 20 and not missed(buyer, "train")


@pytest.mark.parametrize(
    ("train", "said"),
    [("", "NYC has no train and earns nothing."), ("2", "NYC has no route to run and earns nothing.")],
)
def test_a_company_that_earns_nothing_says_what_it_lacks(train: str, said: str):
    table = Table().with_company("NYC", "Ann", Ann=6).with_train("NYC", *filter(None, [train]))
    table.operating_turn("NYC", "run")
    [event] = [event for event in table.events if event.kind == "no_run"]
    assert Words(view(table.game)).event(event) == said
