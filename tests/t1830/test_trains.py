"""Trains: what the bank has, where else they are bought, and how many a company may have."""

from __future__ import annotations

import pytest

from tests.t1830.table import Table, boston


def shop(kind: str, phase: str = "2", *owned: str, treasury: int = 3000) -> Table:
    """Ann's B&M is to buy trains; the bank has come to this kind."""
    table = boston(treasury=treasury, phase=phase).with_train("B&M", *owned)
    return table.with_supply_from(kind).operating_turn("B&M", "train")


# --- what the bank has


@pytest.mark.rule("1830-trains-08")
@pytest.mark.parametrize("kind", ["2", "3", "4", "5", "6"])
def test_the_bank_sells_one_kind_after_the_other(kind: str):
    table = shop(kind)
    count = table.p.d.train_counts[kind]
    following = {"2": "3", "3": "4", "4": "5", "5": "6"}.get(kind, "")
    for _ in range(count):
        if following:
            table.may_not_buy_train("Ann", following)
        # Away with what the company has, so that it has room.
        with table.arrange() as p:
            for card in p.s.trains.values():
                card.at = "gone" if card.at == "B&M" else card.at
        assert table.buy_train("Ann", kind).trains("B&M") == [kind]
        table.with_cash("B&M", 3000)
    table.may_not_buy_train("Ann", kind)
    if following:
        table.buy_train("Ann", following)


@pytest.mark.rule("1830-trains-06", "1830-trains-07")
def test_ds_never_run_out():
    table = shop("D", "6")
    for bought in range(1, 7):
        table.with_cash("B&M", 1200).operating_turn("B&M", "train").buy_train("Ann", "D", trade="nothing")
        assert table.cash("B&M") == 100
        at = [card.at for card in table.s.trains.values() if card.kind == "D"]
        assert (len(at), at.count("supply")) == (bought + 1, 1)
        # Away with what the company has, so that it has room.
        with table.arrange() as p:
            for card in p.s.trains.values():
                card.at = "gone" if card.at == "B&M" else card.at


@pytest.mark.rule("1830-trains-09")
def test_ds_come_with_the_first_6():
    table = shop("6", "5")
    table.may_not_buy_train("Ann", "D", trade="nothing")
    table.buy_train("Ann", "6")
    assert table.buy_train("Ann", "D", trade="nothing").trains("B&M") == ["6", "D"]
    # The other 6 is still there.
    assert shop("6", "5").buy_train("Ann", "6").buy_train("Ann", "6").trains("B&M") == ["6", "6"]


@pytest.mark.parametrize(
    "old",
    [
        pytest.param("4", marks=pytest.mark.rule("1830-trains-10")),
        pytest.param("5", marks=pytest.mark.rule("1830-trains-11")),
        pytest.param("6", marks=pytest.mark.rule("1830-trains-12")),
    ],
)
def test_trading_in(old: str):
    # Room is no question: the old one goes as the new one comes.
    table = shop("D", "6", old, "5", treasury=800).buy_train("Ann", "D", trade=old)
    assert (table.cash("B&M"), table.trains("B&M")) == (0, ["5", "D"])
    # Like all 4s, the one handed in rusts with the first D.
    assert table.trains_in_market() == ([] if old == "4" else [old])
    shop("D", "6", old, treasury=1099).may_not_buy_train("Ann", "D", trade="nothing")


@pytest.mark.rule("1830-trains-13")
def test_nothing_else_is_taken_in():
    shop("D", "6", "3").may_not_buy_train("Ann", "D", trade="3")
    shop("D", "6", "5").may_not_buy_train("Ann", "D", trade="6")  # It has none.
    shop("6", "5", "5").may_not_buy_train("Ann", "6", trade="5")
    shop("D", "6", "D").may_not_buy_train("Ann", "D", trade="D")


# --- from elsewhere


@pytest.mark.rule("1830-trains-14")
def test_the_market_sells_at_face_value():
    table = boston().with_train("pool", "3").operating_turn("B&M", "train")
    for price in (1, 179, 181):
        table.may_not_buy_train("Ann", "3", "pool", price=price)
    assert table.buy_train("Ann", "3", "pool").cash("B&M") == 820
    assert table.s.phase == "2"


def offered(president: str = "Bob") -> Table:
    """Ann's B&M, and another company with a 2 train."""
    table = boston().with_company("PRR", president, treasury=0, **{president: 6}).with_train("PRR", "2")
    return table.operating_turn("B&M", "train")


@pytest.mark.rule("1830-trains-15", "1830-trains-16")
def test_a_train_of_another_company():
    for price in (1, 999):
        table = offered().agree("Ann", "buy_train", "Bob", **{"from": "PRR"}, kind="2", price=price)
        assert (table.cash("B&M"), table.cash("PRR"), table.trains("B&M")) == (1000 - price, price, ["2"])
        assert (table.trains("PRR"), table.cash("Bob")) == ([], 800)
    offered().may_not_buy_train("Ann", "2", "PRR", price=0)
    waiting = offered().buy_train("Ann", "2", "PRR", price=50)
    assert (waiting.trains("PRR"), waiting.cash("B&M")) == (["2"], 1000)
    waiting.do("Bob", "decline", offer=waiting.s.offers[-1].id)
    assert (waiting.trains("PRR"), waiting.trains("B&M")) == (["2"], [])
    assert offered("Ann").buy_train("Ann", "2", "PRR", price=50).trains("B&M") == ["2"]


@pytest.mark.rule("1830-trains-17")
def test_its_price_comes_from_the_treasury():
    table = offered("Ann").with_cash("B&M", 50).operating_turn("B&M", "train")
    table.may_not_buy_train("Ann", "2", "PRR", section="", price=51)
    assert table.buy_train("Ann", "2", "PRR", price=50).cash("Ann") == 800


# --- how many


@pytest.mark.rule("1830-trains-18")
def test_several_in_a_turn():
    table = shop("2").buy_train("Ann", "2").buy_train("Ann", "2").buy_train("Ann", "2")
    assert table.trains("B&M") == ["2", "2", "2"]


@pytest.mark.rule("1830-trains-19")
def test_no_room_no_purchase():
    table = shop("5", "5", "4", "3").with_company("PRR", "Ann", Ann=6).with_train("PRR", "5").with_train("pool", "5")
    table.operating_turn("B&M", "train")
    for source, more in (("bank", {}), ("pool", {}), ("PRR", {"price": 1})):
        table.may_not_buy_train("Ann", "5", source, **more)
    roomy = shop("5", "5", "4").with_train("pool", "5").operating_turn("B&M", "train")
    assert roomy.buy_train("Ann", "5", "pool").trains("B&M") == ["4", "5"]


@pytest.mark.rule("1830-trains-20")
@pytest.mark.parametrize("kind", ["3", "4"])
def test_the_president_discards(kind: str):
    table = shop("5", "4").with_company("PRR", "Bob", Bob=6)
    with table.arrange() as p:
        for train in ("3-0", "4-0", "4-1"):
            p.s.trains[train].at = "PRR"
    table.operating_turn("B&M", "train").buy_train("Ann", "5")
    assert table.deciders() == ["Bob"]
    table.refused("Ann", "skip")
    table.refused("Bob", "discard", kind="5")
    table.do("Bob", "discard", kind=kind)
    assert (table.trains_in_market(), table.deciders()) == ([kind], ["Ann"])
    assert len(table.trains("PRR")) == 2
