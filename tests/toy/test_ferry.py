"""A builder that is no company: a private company with a purse that lays track and runs."""

from __future__ import annotations

import pytest

from tests.toy.table import ToyTable


def ferry_turn() -> ToyTable:
    table = ToyTable().two_railways().with_tile("B2", "57", 1)
    table.operating_round()
    return table


def test_the_ferry_operates_first_and_its_owner_decides():
    table = ferry_turn()
    assert table.deciders() == ["Cem"]
    assert table.happened("operates") == [{"company": "FERRY", "player": "p3"}]
    assert [(marker.company, marker.stop) for marker in table.s.board.markers][-1] == ("FERRY", "A3/c0")


def test_it_lays_track_from_its_marker_and_pays_from_its_own_purse():
    table = ferry_turn()
    table.with_private("MAIL", "closed").refused("Cem", "lay", hex="B6", tile="57", rotation=1)
    table.refused("Ann", "lay", hex="A3", tile="57", rotation=2)
    owner = table.cash("Cem")
    table.do("Cem", "lay", hex="A3", tile="5", rotation=4).do("Cem", "lay", hex="A5", tile="58", rotation=5)
    assert (table.cash("FERRY"), table.cash("Cem")) == (60 - 20, owner)


def test_a_purse_that_is_empty_lays_no_costly_tile():
    table = ToyTable().two_railways().with_private("MAIL", "closed").with_cash("FERRY", 19)
    table.with_tile("A3", "15", 4).operating_round()
    assert "B2" in [move["hex"] for move in table.legal("Cem", "lay")]
    assert "A5 costs $20" in table.refused("Cem", "lay", hex="A5", tile="58", rotation=5)


def test_a_hex_of_a_private_company_is_shut_while_a_player_owns_it():
    table = ferry_turn().do("Cem", "lay", hex="A3", tile="5", rotation=4)
    assert table.s.agenda[-1].step != "track"  # nothing else can be laid while Cem has the mail
    table = ToyTable().two_railways().with_tile("A3", "15", 4).operating_round()
    assert "Royal Mail" in table.refused("Cem", "lay", hex="A5", tile="58", rotation=5)
    table.with_private("MAIL", "closed").do("Cem", "lay", hex="A5", tile="58", rotation=5)


def test_it_runs_and_pays_half_to_its_owner():
    table = ferry_turn()
    table.do("Cem", "lay", hex="A3", tile="5", rotation=4)  # to the capital
    owner = table.cash("Cem")
    table.run_best("Cem")
    assert table.cash("Cem") == owner + 25
    assert table.cash("FERRY") == 60 + 25


@pytest.mark.parametrize("verb", ["merge", "bankrupt", "sell", "token", "dividend"])
def test_it_has_no_shares_no_debt_and_no_further_markers(verb: str):
    table = ferry_turn()
    for step in ("track", "token", "dividend", "train", "merger"):
        table.operating_turn("FERRY", step)
        assert verb not in table.verbs("Cem")


def test_it_need_not_own_a_train():
    table = ferry_turn().with_tile("A3", "5", 4)
    with table.arrange() as p:
        p.s.trains["2-0"].at = "gone"
    table.operating_turn("FERRY", "train")
    assert table.happened("bankrupt") == []
    assert all(frame.subject != "FERRY" for frame in table.s.agenda if frame.rule == "operating_turn")


def test_it_closes_with_its_owner_in_the_middle_of_its_turn():
    table = ferry_turn().do("Cem", "concede").do("Bob", "let_fall")
    assert table.s.privates["FERRY"] == "closed"
    assert table.s.cash["FERRY"] == 0
    assert table.s.trains["2-0"].at == "pool"
    assert [frame.subject for frame in table.s.agenda if frame.rule == "operating_turn"] == ["RED"]
