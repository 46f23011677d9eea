"""Who holds which certificates, who presides, and lots of shares between their seller and the market."""

from __future__ import annotations

import pytest

from engine.finance import lots, shares
from tests.toy.table import ToyTable

FOUR = ("Ann", "Bob", "Cem", "Dan")


def red(ann: int = 3, **holders: int) -> ToyTable:
    """Ann presides over RED."""
    table = ToyTable(FOUR).privates(ferry="", mail="")
    return table.with_company("RED", "Ann", par=40, Ann=ann, **holders)


@pytest.mark.parametrize(
    ("holders", "left_with", "heir"),
    [
        ({"Bob": 2}, 2, ""),
        ({"Bob": 3}, 2, "Bob"),
        ({"Bob": 2, "Cem": 3}, 1, "Cem"),
        ({"Bob": 2, "Dan": 2}, 1, "Bob"),
        ({"Bob": 1}, 0, ""),
    ],
)
def test_the_presidency_goes_to_whoever_has_more_and_at_least_two(holders: dict[str, int], left_with: int, heir: str):
    table = red(**holders)
    assert shares.successor(table.p, "RED", left_with, "p1") == (table.seat(heir) if heir else "")


def test_a_president_keeps_two_shares_unless_somebody_else_has_two():
    alone = red(Bob=1)
    assert shares.sale_refusal(alone.p, "p1", "RED", 1) is None
    refusal = shares.sale_refusal(alone.p, "p1", "RED", 2)
    assert refusal is not None and "must keep 2 shares" in refusal.sentence()
    assert shares.sale_refusal(red(Bob=2).p, "p1", "RED", 2) is None
    assert shares.sale_refusal(alone.p, "p2", "RED", 1) is None, "others may sell all they have"


def test_two_single_shares_are_given_for_the_presidents_certificate():
    table = red(4, Bob=3)
    with table.arrange() as p:
        shares.change_president(p, "RED", "p2")
    assert table.president("RED") == "Bob"
    assert (table.units("Ann", "RED"), table.units("Bob", "RED")) == (4, 3)
    assert shares.certs_at(table.p, "p2", "RED")[0] == table.p.d.certs_of["RED"][0]
    assert table.happened("president") == [{"company": "RED", "player": "p2", "old": "p1"}]


def test_as_many_as_the_president_has_are_not_enough_to_take_over():
    for bob, president in ((3, "Ann"), (4, "Bob")):
        table = red(3, Bob=bob)
        with table.arrange() as p:
            shares.settle_presidency_after_buying(p, "RED", "p2")
        assert table.president("RED") == president


def test_the_presidents_certificate_is_not_among_what_is_handed_over():
    p = red(4).p
    assert shares.take_from(p, "p1", "RED", 2) == shares.certs_at(p, "p1", "RED")[-2:]
    assert p.d.certs_of["RED"][0] not in shares.take_from(p, "p1", "RED", 4)


def test_sold_shares_stay_in_a_lot_until_they_are_settled():
    table = red(5, Bob=2).with_cash("Ann", 0)
    with table.arrange() as p:
        lot = lots.sell(p, "p1", "RED", 2)
    assert (lot.units, lot.price, lot.rescuer) == (2, 40, ""), "the president has nobody to take them"
    assert table.cash("Ann") == 80
    assert (table.units("Ann", "RED"), table.units("pool", "RED")) == (3, 0)
    assert shares.units_in_market(table.p, "RED") == 2
    with table.arrange() as p:
        lots.to_market(p, p.s.lots[0])
    assert (table.units("pool", "RED"), table.price("RED"), table.s.lots) == (2, 20, [])


def test_whoever_takes_a_lot_pays_the_price_of_the_sale_and_the_market_stands_still():
    table = red(3, Bob=4).with_cash("Bob", 200)
    with table.arrange() as p:
        lot = lots.sell(p, "p2", "RED", 2)
        assert lot.rescuer == "p1"
        lots.to_rescuer(p, lot, "p3")
    assert (table.units("Cem", "RED"), table.price("RED")) == (2, 40)
    assert table.cash("Cem") == 150 - 80


def test_a_president_who_parts_with_too_many_hands_on_the_presidency_first():
    table = red(4, Bob=3)
    with table.arrange() as p:
        lots.set_aside(p, "p1", "RED", 3, 40)
    assert table.president("RED") == "Bob"
    assert (table.units("Ann", "RED"), table.units("Bob", "RED")) == (1, 3)


@pytest.mark.parametrize(("pool", "units", "room"), [(4, 1, True), (4, 2, False), (5, 1, False)])
def test_the_market_has_room_for_half_of_a_company(pool: int, units: int, room: bool):
    refusal = lots.refusal(red(2, Bob=3, pool=pool).p, "p2", "RED", units)
    assert (refusal is None) is room
    assert room or "may hold at most 50% of RED" in refusal.sentence()
