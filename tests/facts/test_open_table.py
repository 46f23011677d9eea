"""Everybody sees what players and companies have, in each title, and what a move changes of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.view import view
from tests.facts.reading import Scene
from tests.facts.test_facts import TITLES, facts


@pytest.mark.rule("1828-5-08", "1839-5-07", "1843-3-01", "1843-11.1-12")
@pytest.mark.parametrize("title", TITLES)
def test_money_shares_trains_par_and_price_are_open_to_all(title: str):
    scene, _ = facts(title)
    table = scene.laid()
    kind, private = next(iter(table.p.d.trains)), next(iter(table.p.d.privates))
    table.with_company(scene.buyer, "Ann", **{"treasury": 321, "Ann": 4, "Bob": 2, **scene.started})
    table.with_train(scene.buyer, kind).with_private(private, "Bob").with_cash("Bob", 77).stock_round("Ann")
    assert_open(table, scene, (kind, private), ann=4, sold=[])
    table.do("Ann", "sell", company=scene.buyer, shares=1)
    assert_open(table, scene, (kind, private), ann=3, sold=[scene.buyer])


def assert_open(table: Any, scene: Scene, owned: tuple[str, str], ann: int, sold: list[str]) -> None:
    """Whoever looks sees what there is now: Ann's shares, what Bob has, and the company's train."""
    (kind, private), players = owned, [seat.id for seat in table.s.players]
    nobody = [[]] * (len(players) - 2)
    for who in (None, *players):
        assert not list(table.p.title.secret_accounts(table.p, who or ""))
        seen = view(table.game, who)
        assert [seat.cash for seat in seen.seats] == [table.cash(seat) for seat in players]
        held = [[(share.company, share.units) for share in seat.shares] for seat in seen.seats]
        assert held == [[(scene.buyer, ann)], [(scene.buyer, 2)], *nobody]
        assert [seat.privates for seat in seen.seats] == [[], [private], *nobody]
        # The president's certificate is two shares.
        assert [seat.certificates for seat in seen.seats] == [ann - 1, 2 + 1, *map(len, nobody)]
        assert {seat.limit for seat in seen.seats} == {table.p.title.holding.limit(table.p)}
        assert [seat.sold for seat in seen.seats] == [sold, [], *nobody]
        assert [seat.on_turn for seat in seen.seats] == [seat.name in table.deciders() for seat in seen.seats]
        company = next(company for company in seen.companies if company.symbol == scene.buyer)
        assert (company.treasury, [train.kind for train in company.trains]) == (321, [kind])
        assert (company.par, company.price) == (table.s.companies[scene.buyer].par, table.price(scene.buyer))
        other = next(company for company in seen.companies if company.symbol == scene.other)
        assert not other.par and not other.price
