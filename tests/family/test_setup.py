"""The table is laid: every dollar, certificate, train and private company is somewhere."""

from __future__ import annotations

import pytest

from tests.toy.table import ToyTable

NAMES = ("Ann", "Bob", "Cem", "Dan")


@pytest.mark.parametrize(("players", "capital"), [(2, 220), (3, 180), (4, 150)])
def test_the_players_get_their_capital_and_the_bank_has_the_rest(players: int, capital: int):
    table = ToyTable(NAMES[:players])
    assert [table.cash(name) for name in NAMES[:players]] == [capital] * players
    assert table.cash("bank") == 4000 - players * capital - table.cash("FERRY")
    table.game.audit()


def test_all_is_for_sale():
    state = ToyTable().s
    assert set(state.certs.values()) == {"ipo"}
    assert set(state.privates.values()) == {"sale"}
    supply = [card.kind for name, card in state.trains.items() if name != "2-0"]
    assert supply == ["2"] * 3 + ["2x2"] * 2 + ["3"] * 2 + ["4"], "of what there is any number of, one card shows"
    assert {card.at for name, card in state.trains.items() if name != "2-0"} == {"supply"}


def test_a_builder_that_is_no_company_has_a_purse_from_the_bank_and_no_certificates():
    table = ToyTable()
    assert table.cash("FERRY") == 60
    assert table.s.companies["FERRY"].floated
    assert not table.p.d.is_company("FERRY")
