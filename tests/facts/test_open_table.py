"""Everybody sees what players and companies have, in each title."""

from __future__ import annotations

import pytest

from engine.view import view
from tests.facts.test_facts import TITLES, facts


@pytest.mark.rule("1828-5-08", "1839-5-07", "1843-3-01", "1843-11.1-12")
@pytest.mark.parametrize("title", TITLES)
def test_money_shares_trains_par_and_price_are_open_to_all(title: str):
    scene, _ = facts(title)
    table = scene.laid()
    kind = next(iter(table.p.d.trains))
    table.with_company(scene.buyer, "Ann", **{"treasury": 321, "Ann": 4, "Bob": 2, **scene.started})
    table.with_train(scene.buyer, kind).with_cash("Bob", 77).stock_round("Ann")
    for who in (None, *(seat.id for seat in table.s.players)):
        assert not list(table.p.title.secret_accounts(table.p, who or ""))
        seen = view(table.game, who)
        assert [seat.cash for seat in seen.seats] == [table.cash(seat.id) for seat in table.s.players]
        held = [[(share.company, share.units) for share in seat.shares] for seat in seen.seats]
        assert held == [[(scene.buyer, 4)], [(scene.buyer, 2)], *[[]] * (len(seen.seats) - 2)]
        company = next(company for company in seen.companies if company.symbol == scene.buyer)
        assert (company.treasury, [train.kind for train in company.trains]) == (321, [kind])
        assert (company.par, company.price) == (table.s.companies[scene.buyer].par, table.price(scene.buyer))
        other = next(company for company in seen.companies if company.symbol == scene.other)
        assert not other.par and not other.price
