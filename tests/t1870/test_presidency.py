"""Who is president, and when that changes (5.6)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

FOUR = ("Ann", "Bob", "Cem", "Dee")


@pytest.mark.rule("1870-5.6-01", "1870-5.6-08")
def test_whoever_buys_more_than_the_president_has_becomes_president():
    table = Table().with_company("SP", "Ann", Ann=3, Bob=3, Cem=1).stock_round("Bob")
    assert table.president("SP") == "Ann"
    table.buy("Bob", "SP")
    assert table.president("SP") == "Bob"
    assert (table.units("Bob", "SP"), table.units("Ann", "SP")) == (4, 3)
    # The old president has three single certificates now, the new one the president's and two more.
    held = {who: [c for c in table.p.d.certs_of["SP"] if table.s.certs[c] == table.seat(who)] for who in ("Ann", "Bob")}
    assert (len(held["Ann"]), len(held["Bob"])) == (3, 3)
    assert held["Bob"][0] == "SP.0"
    assert table.happened("president")[-1]["player"] == table.seat("Bob")


@pytest.mark.rule("1870-5.6-01")
def test_as_many_as_the_president_is_not_enough():
    table = Table().with_company("SP", "Ann", Ann=3, Bob=2).stock_round("Bob").buy("Bob", "SP")
    assert table.president("SP") == "Ann"


@pytest.mark.rule("1870-5.6-01", "1870-5.6-02")
def test_a_president_who_sells_below_another_player_gives_way():
    table = Table().with_company("SP", "Ann", Ann=4, Bob=3, Cem=1).with_cash("Cem", 0).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=1)
    assert table.president("SP") == "Ann"
    table = Table().with_company("SP", "Ann", Ann=4, Bob=3, Cem=1).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=2).done("Ann")
    assert table.president("SP") == "Bob"
    assert (table.units("Ann", "SP"), table.units("Bob", "SP"), table.units("pool", "SP")) == (2, 3, 2)
    table.operating_turn("SP")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1870-5.6-01")
def test_a_president_who_protects_keeps_the_presidency():
    table = Table().with_company("SP", "Ann", Ann=3, Bob=3).stock_round("Bob")
    table.do("Bob", "sell", company="SP", shares=3).done("Bob").do("Ann", "protect")
    assert table.president("SP") == "Ann"
    assert table.units("Ann", "SP") == 6


@pytest.mark.rule("1870-5.6-03", "1870-5.6-02")
def test_the_president_can_change_in_an_operating_round():
    # Ann must find 50 for the TP's train, and sells out of the SP, which operates next.
    table = Table().with_company("TP", "Ann", Ann=6, treasury=30).with_company("SP", "Ann", Ann=3, Bob=3, par=68)
    table.with_cash("Ann", 0).with_tile("J5", "57", 1).with_tile("J3", "57", 1).operating_turn("TP", "train")
    table.do("Ann", "sell", company="SP", shares=1)
    assert table.president("SP") == "Bob"
    assert table.trains("TP") == ["2"]
    assert table.s.agenda[-1].subject == "SP"
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1870-5.6-04", "1870-5.6-05")
def test_a_president_keeps_two_shares_unless_another_player_has_two():
    table = Table().with_company("SP", "Ann", Ann=3, Bob=1, Cem=1).stock_round("Ann")
    table.refused("Ann", "sell", "5.6", company="SP", shares=2)
    table.refused("Ann", "sell", "5.6", company="SP", shares=3)
    table.do("Ann", "sell", company="SP", shares=1)
    assert table.units("Ann", "SP") == 2
    table = Table().with_company("SP", "Ann", Ann=2, Bob=1, pool=2).with_company("MP", "Bob", Ann=1).stock_round("Ann")
    table.refused("Ann", "sell", "5.6", company="SP", shares=1)


@pytest.mark.rule("1870-5.6-05", "1870-5.6-06")
@pytest.mark.parametrize("sold", [1, 2, 3])
def test_if_another_player_has_two_the_president_may_sell_out(sold: int):
    table = Table().with_company("SP", "Ann", Ann=3, Bob=2).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=sold).done("Ann")
    assert table.president("SP") == ("Ann" if sold == 1 else "Bob")
    assert table.units("Ann", "SP") == 3 - sold
    assert table.units("Bob", "SP") == 2


@pytest.mark.rule("1870-5.6-05", "1870-5.6-06")
@pytest.mark.parametrize(("pool", "room"), [(5, 0), (4, 1), (3, 2)])
def test_as_far_as_the_open_market_has_room(pool: int, room: int):
    table = Table().with_company("SP", "Ann", Ann=2, Bob=2, pool=pool)
    table.with_company("MP", "Bob", Ann=1).stock_round("Ann")
    if room < 2:
        table.refused("Ann", "sell", "5.4.2", company="SP", shares=room + 1)
    if room:
        table.do("Ann", "sell", company="SP", shares=room).done("Ann")
        assert table.president("SP") == "Bob"
        assert table.units("Ann", "SP") == 2 - room


@pytest.mark.rule("1870-5.6-07")
@pytest.mark.parametrize(("old", "heir"), [("Ann", "Bob"), ("Bob", "Cem"), ("Cem", "Dee"), ("Dee", "Ann")])
def test_of_several_with_as_many_the_one_closest_to_the_old_presidents_left(old: str, heir: str):
    others = {name: 2 for name in FOUR if name != old}
    table = Table(FOUR).with_company("SP", old, **{old: 2}, **others).stock_round(old)
    table.do(old, "sell", company="SP", shares=1).done(old)
    assert table.president("SP") == heir
    assert table.units(old, "SP") == 1


@pytest.mark.rule("1870-5.6-07")
def test_but_more_shares_go_before_the_nearer_seat():
    table = Table(FOUR).with_company("SP", "Ann", Ann=3, Bob=2, Dee=3).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=2).done("Ann")
    assert table.president("SP") == "Dee"


@pytest.mark.rule("1870-5.6-08")
def test_the_presidents_certificate_is_traded_for_two_single_ones():
    table = Table().with_company("SP", "Ann", Ann=2, Bob=2).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=1)
    held = {who: [c for c in table.p.d.certs_of["SP"] if table.s.certs[c] == table.seat(who)] for who in ("Ann", "Bob")}
    assert held["Bob"] == ["SP.0"]
    assert len(held["Ann"]) == 1
    assert "SP.0" not in held["Ann"]


@pytest.mark.rule("1870-5.6-09")
@pytest.mark.parametrize("others", [{"Bob": 2}, {"Bob": 1, "Cem": 1}, {}])
def test_a_presidents_certificate_never_lies_in_the_open_market(others: dict[str, int]):
    table = Table().with_company("SP", "Ann", Ann=4, **others).stock_round("Ann")
    for move in table.legal("Ann", "sell", company="SP"):
        after, _ = table.game.apply(table.seat("Ann"), sale(int(move["shares"])))
        assert after.state.certs["SP.0"] in ("p1", "p2")
    most = 4 if others == {"Bob": 2} else 2
    assert {move["shares"] for move in table.legal("Ann", "sell", company="SP")} == set(range(1, most + 1))
    table.do("Ann", "sell", company="SP", shares=most).done("Ann")
    assert table.s.certs["SP.0"] == ("p2" if most == 4 else "p1")


def sale(shares: int):
    from engine import Act

    return Act("sell", {"company": "SP", "shares": shares})
