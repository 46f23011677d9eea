"""Private companies: prices, blocked hexes, the auction, the port tile, Ohzu, mines, the exchange, the ferry to Uno."""

from __future__ import annotations

import pytest

from engine import Act
from engine.view import view
from engine.words import Words
from tests.t1889.table import NAMES, Table

SECTION = "private companies"
ALL = ("TER", "MF", "ER", "SMR", "DR", "SIR", "UTF")


def auction(*privates: str, players: int = 4) -> Table:
    """An auction in which only these are left."""
    table = Table(NAMES[:players])
    for private in ALL:
        if private not in privates:
            table.with_private(private, "closed")
    return table


@pytest.mark.rule("1889-auction-01")
def test_while_nobody_wants_the_cheapest_it_falls_by_5():
    table = Table(NAMES[:3])
    for name in NAMES[:3]:
        table.do(name, "pass_auction")
    table.do("Ann", "take")
    assert table.cash("Ann") == 420 - 15


@pytest.mark.rule("1889-auction-02")
def test_a_bid_is_5_more_at_least():
    table = Table(NAMES[:3])
    table.refused("Ann", "bid", "auction", private="MF", amount=34)
    table.do("Ann", "bid", private="MF", amount=35)
    table.refused("Bob", "bid", "auction", private="MF", amount=39)
    assert table.do("Bob", "bid", private="MF", amount=40).cash("Bob") == 380


@pytest.mark.rule("1889-private-08")
@pytest.mark.parametrize(("private", "hex_id", "tile"), [("TER", "K4", "440"), ("ER", "C4", "12")])
def test_a_players_private_company_blocks_its_hex(private: str, hex_id: str, tile: str):
    table = Table().with_phase("3").with_company("KO", "Ann", treasury=500).with_marker("KO", "C4/c0")
    mine = table.with_private(private, "Bob").operating_turn("KO")
    mine.may_not_lay("Ann", hex_id, tile, "S SW NW", SECTION)
    assert mine.tile(hex_id) == ""
    mine.with_private(private, "KO").lay("Ann", hex_id, tile, "S SW NW")
    assert mine.tile(hex_id).startswith(tile)


# --- the port tile


def ferry(step: str = "track", company: str = "AR", president: str = "Bob") -> Table:
    """Ann owns the ferry; another's company is on turn."""
    table = Table().with_private("MF", "Ann").with_company(company, president, treasury=500)
    return table.operating_turn(company, step)


@pytest.mark.rule("1889-port-01", "1889-port-02")
@pytest.mark.parametrize("turn", ["Ann", "Bob"])
@pytest.mark.parametrize("hex_id", ["B11", "G10", "I12", "J9"])
def test_in_a_stock_round_the_owner_lays_it_in_any_turn(turn: str, hex_id: str):
    table = Table().with_private("MF", "Ann").stock_round(turn)
    rotation = table.legal("Ann", "port", hex=hex_id)[0]["rotation"]
    table.refused("Bob", "port", hex=hex_id, tile="437", rotation=rotation)
    table.do("Ann", "port", hex=hex_id, tile="437", rotation=rotation)
    assert table.tile(hex_id).startswith("437")
    assert table.cash("Ann") == 420


def test_the_player_who_lays_it_is_told_by_name_and_reads_you():
    table = Table().with_private("MF", "Ann").stock_round()
    seat, act = table.seat("Ann"), Act("port", table.legal("Ann", "port", hex="G10")[0])
    [laid] = [event for event in table.game.apply(seat, act)[1] if event.kind == "laid"]
    shown = view(table.game)
    assert Words(shown).event(laid).startswith("Ann lays tile 437 in Nangoku (G10)")
    assert Words(shown, reader=seat).event(laid).startswith("You lay tile 437 in")


@pytest.mark.rule("1889-port-06")
def test_there_is_one_port_tile():
    table = Table().with_private("MF", "Ann").stock_round()
    table.do("Ann", "port", **table.legal("Ann", "port", hex="G10")[0])
    table.refused("Ann", "port", hex="J9", tile="437", rotation=0)
    assert table.tile("J9") == ""


@pytest.mark.rule("1889-port-01")
def test_only_in_a_bare_hex():
    table = Table().with_private("MF", "Ann").track("J9", "58", "NE NW").stock_round()
    table.refused("Ann", "port", hex="J9", tile="437", rotation=0)
    assert table.tile("J9").startswith("58")
    table.do("Ann", "port", **table.legal("Ann", "port", hex="B11")[0])


@pytest.mark.rule("1889-port-03", "1889-port-04")
def test_between_turns_but_not_in_anothers():
    before = ferry()
    before.do("Ann", "port", **before.legal("Ann", "port", hex="B11")[0])
    assert before.tile("B11").startswith("437")
    after = ferry().lay("Bob", "K8", "6", "N SW")
    after.refused("Ann", "port", SECTION, hex="B11", tile="437", rotation=0)
    assert after.tile("B11") == ""


@pytest.mark.rule("1889-port-04")
def test_not_in_anothers_turn_while_its_track_step_lasts():
    table = Table().with_private("MF", "Ann").with_private("SIR", "Cem").with_company("AR", "Bob", treasury=500)
    table.with_phase("3").operating_turn("AR").lay("Bob", "K8", "6", "N SW")
    assert table.s.agenda[-1].step == "track"
    table.refused("Ann", "port", SECTION, hex="B11", tile="437", rotation=0)
    assert table.tile("B11") == ""


@pytest.mark.rule("1889-port-05")
def test_beside_the_track_of_ones_own_company():
    table = ferry(president="Ann").lay("Ann", "K8", "6", "N SW")
    later = ferry("token", president="Ann")
    later.refused("Ann", "port", SECTION, hex="B11", tile="437", rotation=0)
    table = ferry(president="Ann")
    table.do("Ann", "port", **table.legal("Ann", "port", hex="B11")[0]).lay("Ann", "K8", "6", "N SW")
    assert (table.tile("B11")[:3], table.tile("K8")[:2]) == ("437", "6")


@pytest.mark.rule("1889-port-07")
def test_no_company_lays_it():
    table = Table().with_company("AR", "Ann", treasury=500).track("K8", "6", "N SW").operating_turn("AR")
    table.may_not_lay("Ann", "J9", "437", "NE NW", SECTION)
    assert table.tile("J9") == ""
    assert table.lay("Ann", "J9", "58", "NE NW").tile("J9").startswith("58")


@pytest.mark.rule("1889-port-08")
def test_the_power_is_gone_with_the_sale():
    table = ferry().with_private("MF", "AR")
    for who in ("Ann", "Bob"):
        table.refused(who, "port", hex="B11", tile="437", rotation=0)
    assert table.tile("B11") == ""


# --- Ohzu


def sold_ehime() -> Table:
    """Bob has just sold the Ehime Railway to Ann's company."""
    table = Table().with_phase("3").with_company("AR", "Ann", treasury=500).with_private("ER", "Bob")
    return table.operating_turn("AR").agree("Ann", "buy_private", "Bob", private="ER", price=40)


@pytest.mark.rule("1889-ohzu-01", "1889-ohzu-02")
def test_the_seller_may_upgrade_ohzu_beside_the_companys_lay():
    table = sold_ehime()
    assert table.deciders() == ["Bob"]
    table.refused("Ann", "ohzu", tile="12", rotation=0)
    table.do("Bob", "ohzu", **table.legal("Bob", "ohzu", tile="14")[0])
    assert table.tile("C4").startswith("14")
    assert (table.cash("Bob"), table.cash("AR")) == (460, 460)
    assert table.lay("Ann", "K8", "6", "N SW").tile("K8").startswith("6")


@pytest.mark.rule("1889-ohzu-03")
def test_whoever_declines_loses_the_right():
    table = sold_ehime().do("Bob", "decline_ohzu")
    assert table.deciders() == ["Ann"]
    table.refused("Bob", "ohzu", tile="12", rotation=0)
    assert table.tile("C4") == ""


# --- mines


@pytest.mark.rule("1889-mines-01", "1889-track-02")
def test_the_mines_company_pays_nothing_for_mountains():
    for owner, cost in (("Bob", 80), ("UR", 0)):
        table = Table().with_private("SMR", owner).with_company("UR", "Ann", treasury=100).operating_turn("UR")
        table.lay("Ann", "A8", "8", "NE S")
        assert table.cash("UR") == 100 - cost


@pytest.mark.rule("1889-mines-02")
def test_it_pays_where_there_is_a_river_too():
    table = Table().with_private("SMR", "AR").with_company("AR", "Ann", treasury=100).track("K8", "6", "N SW")
    table.operating_turn("AR").lay("Ann", "K6", "9", "N S")
    assert table.cash("AR") == 20
    table = Table().with_private("SMR", "SR").with_company("SR", "Ann", treasury=100).track("I2", "57", "N S")
    table.track("I4", "438", "N SW").operating_turn("SR").lay("Ann", "H5", "8", "NE S")
    assert table.cash("SR") == 20


# --- the exchange


@pytest.mark.rule("1889-dougo-01", "1889-dougo-04")
def test_the_dougo_railway_is_exchanged_for_a_share_from_the_offering():
    table = Table().with_private("DR", "Ann").with_company("IR", "Bob", pool=2).stock_round()
    before = table.s.priority
    table.refused("Ann", "exchange", **{"from": "pool"})
    table.refused("Cem", "exchange", **{"from": "ipo"})
    table.do("Ann", "exchange", **{"from": "ipo"})
    assert (table.units("Ann", "IR"), table.owner("DR"), table.s.priority) == (1, "closed", before)
    assert table.buy("Ann", "IR").units("Ann", "IR") == 2


@pytest.mark.rule("1889-dougo-02")
def test_also_before_the_par():
    table = Table().with_private("DR", "Ann").stock_round().do("Ann", "exchange", **{"from": "ipo"})
    assert (table.units("Ann", "IR"), table.owner("DR")) == (1, "closed")
    table.refused("Ann", "sell", company="IR", shares=1)


@pytest.mark.rule("1889-dougo-03")
def test_not_with_60_percent():
    for units, works in ((5, True), (6, False)):
        table = Table().with_private("DR", "Ann").with_company("IR", "Ann", Ann=units).stock_round()
        if works:
            assert table.do("Ann", "exchange", **{"from": "ipo"}).units("Ann", "IR") == 6
        else:
            table.refused("Ann", "exchange", SECTION, **{"from": "ipo"})
            assert (table.units("Ann", "IR"), table.owner("DR")) == (6, "Ann")


@pytest.mark.rule("1889-dougo-05")
def test_a_company_that_floats_so_in_an_operating_round_waits_for_the_next():
    table = Table().with_private("DR", "Bob").with_company("AR", "Ann", treasury=500)
    table.with_company("IR", "Cem", Cem=4, floated=False, home=False).operating_turn("AR")
    table.do("Bob", "exchange", **{"from": "ipo"})
    assert table.s.companies["IR"].floated
    while table.s.clock.round == "operating" and table.s.agenda[-1].subject == "AR":
        who = table.deciders()[0]
        table.do(who, "skip") if "skip" in table.verbs(who) else table.run_best(who)
    assert not any(event["company"] == "IR" for event in table.happened("operates"))
    assert not table.s.companies["IR"].home_placed


# --- the first 5 train


def five(owner: str) -> Table:
    """The first 5 train has just been bought."""
    table = Table(NAMES[:4]).with_phase("4").with_supply_from("5").with_company("AR", "Ann", treasury=1000)
    for private in ALL:
        table.with_private(private, owner)
    table.operating_turn("AR", "train")
    return table.do("Ann", "buy_train", **{"from": "bank"}, kind="5", price=450)


@pytest.mark.rule("1889-close-01", "1889-uno-01")
def test_the_ferry_to_uno_survives_with_a_player_and_pays_50():
    table = five("Bob")
    assert {name for name, place in table.s.privates.items() if place != "closed"} == {"UTF"}
    assert table.operating_round().cash("Bob") == 420 + 50


@pytest.mark.rule("1889-close-01", "1889-uno-02")
def test_with_a_company_it_closes():
    assert set(five("AR").s.privates.values()) == {"closed"}


@pytest.mark.rule("1889-uno-03", "1889-private-09")
def test_companies_buy_private_companies_in_phases_3_and_4():
    for phase, works in (("2", False), ("3", True), ("4", True), ("5", False), ("D", False)):
        table = Table(NAMES[:4]).with_phase(phase).with_company("AR", "Ann", treasury=400).with_private("UTF", "Bob")
        table.operating_turn("AR")
        if works:
            table.refused("Ann", "buy_private", SECTION, private="UTF", price=74)
            assert table.agree("Ann", "buy_private", "Bob", private="UTF", price=75).owner("UTF") == "AR"
        else:
            table.refused("Ann", "buy_private", SECTION, private="UTF", price=150)
            assert table.owner("UTF") == "Bob"
