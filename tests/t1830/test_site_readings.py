"""What 18xx.games plays otherwise than the rules in brief, position by position, beside the rules in brief."""

from __future__ import annotations

import pytest

from engine.core.state import Used
from tests.t1830.table import Table

SITE = {"rules": "18xx.games"}


def camden(place: str = "pool", **options: str) -> Table:
    """Ann may buy Bob's Camden & Amboy; the PRR share that came with it lies at a place."""
    table = Table(**options).with_company("PRR", "Cem", Cem=5, pool=1, ipo=4).with_private("CA", "Bob")
    with table.arrange() as p:
        first = p.d.certs_of["PRR"][1]
        other = next(cert for cert in p.d.certs_of["PRR"][2:] if p.s.certs[cert] == place)
        p.s.certs[first], p.s.certs[other] = p.s.certs[other], p.s.certs[first]
    return table.stock_round("Ann")


def test_the_camden_and_amboy_brings_its_share_again_from_the_pool():
    table = camden(**SITE).agree("Ann", "buy_private", "Bob", private="CA", share="pool", price=100)
    assert (table.units("Ann", "PRR"), table.units("pool", "PRR")) == (1, 0)
    native = camden().agree("Ann", "buy_private", "Bob", private="CA", price=100)
    assert (native.units("Ann", "PRR"), native.units("pool", "PRR")) == (0, 1)


def test_it_is_not_offered_while_the_share_lies_elsewhere_and_takes_none_from_a_player():
    table = camden("ipo", **SITE)
    assert not table.legal("Ann", "buy_private", private="CA")
    # Whoever can buy it is asked all the same.
    assert table.deciders() == ["Ann"]
    table.refused("Ann", "buy_private", private="CA", share=table.seat("Cem"), price=100)


@pytest.mark.parametrize(("laid", "asked"), [(False, True), (True, False)])
def test_the_champlain_and_st_lawrence_keeps_the_last_step_open_until_its_tile_is_laid(laid: bool, asked: bool):
    table = Table(**SITE).with_company("PRR", "Ann", treasury=0, Ann=6).with_phase("3").with_private("CS", "PRR")
    table.operating_turn("PRR", "train")
    if laid:
        tile = next(iter(table.legal("Ann", "burlington")))
        table.do("Ann", "burlington", **tile)
    assert (table.operating() == "PRR") is asked
    if asked:
        assert table.do("Ann", "skip").operating() != "PRR"


def test_the_two_hexes_of_the_gulf_are_two_places():
    site, native = Table(**SITE).p.d.map.place, Table().p.d.map.place
    assert {"I1/o0", "J2/o0"} & set(site) == set()
    assert native["I1/o0"] == native["J2/o0"]
    assert site["A9/o0"] == site["A11/o0"]


@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_after_a_brown_share_from_the_ipo_nothing_more_may_be_bought(source: str):
    table = Table(**SITE).with_company("NYC", "Bob", Bob=3, pool=3, ipo=4, treasury=0).with_box("NYC", "10,4")
    table.stock_round("Ann").with_cash("Ann", 2000)
    with table.arrange() as p:
        p.top.used.append(Used("bought", "NYC", source))
    assert bool(table.legal("Ann", "buy", company="NYC")) is (source == "pool")


@pytest.mark.parametrize(("owner", "asked"), [("Bob", True), ("Ann", False)])
def test_a_player_who_could_only_buy_the_camden_and_amboy_is_asked(owner: str, asked: bool):
    table = camden("ipo", **SITE).with_private("CA", owner).with_cash("Ann", 20)
    assert (table.deciders() == ["Ann"]) is asked
