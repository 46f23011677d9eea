"""Private companies: revenue, closing, blocked hexes, sale to companies, and every power (8.1, 13.2)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1828.positions import at_cincinnati
from tests.t1828.table import BIG, Table1828

SMALL = ("SVN", "StCT", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A")
BANK = {"from": "bank"}


def green(company: str = "WAB", step: str = "track", **more: int) -> Table1828:
    """Ann directs a company in green phase."""
    table = Table1828().with_company(company, "Ann", Ann=6, **{"treasury": 1000, **more}).with_phase("green")
    return table.operating_turn(company, step)


def with_own(
    company: str, private: str, *, phase: str = "green", treasury: int = 1000, step: str = "track"
) -> Table1828:
    """Ann's company owns a private company."""
    table = Table1828().with_company(company, "Ann", Ann=6, treasury=treasury).with_private(private, company)
    return table.with_phase(phase).operating_turn(company, step)


# --- all of them


@pytest.mark.rule("1828-8.1-01", "1828-13.2.1-07")
@pytest.mark.parametrize(("owner", "pays"), [("Cem", 5), ("WAB", 10)])
def test_revenue_at_the_start_of_an_operating_round(owner: str, pays: int):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=0).with_private("StCT", owner)
    before, bank = table.cash(owner), table.cash("bank")
    table.operating_round()
    assert (table.cash(owner), table.cash("bank")) == (before + pays, bank - pays)


@pytest.mark.rule("1828-13.2.2.6-02", "1828-13.2.1-03", "1828-13.2.1-10")
@pytest.mark.parametrize("private", SMALL)
def test_when_they_close(private: str):
    # In a player's hand it lasts until the first red train, and no longer.
    for owner in ("Cem", "WAB"):
        table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=2000).with_private(private, owner)
        table.with_supply_from("3+D").with_phase("blue").operating_turn("WAB", "train")
        table.do("Ann", "buy_train", kind="3+D", **BANK)
        assert table.s.privates[private] == table.seat(owner)
        table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=2000).with_private(private, owner)
        table.with_supply_from("6").with_phase("brown").operating_turn("WAB", "train")
        table.do("Ann", "buy_train", kind="6", **BANK)
        assert table.s.privates[private] == "closed"


@pytest.mark.rule("1828-13.2.1-10", "1828-8.3.1-08")
@pytest.mark.parametrize(("owner", "may"), [("Cem", False), ("PRR", True), ("WAB", True), ("closed", True)])
@pytest.mark.parametrize(("private", "hex_id"), [("C&A", "H22"), ("D&H", "F20")])
def test_a_hex_is_shut_while_a_player_owns_its_private_company(private: str, hex_id: str, owner: str, *, may: bool):
    table = Table1828().with_company("WAB", "Cem", Cem=6).with_company("PRR", "Ann", Ann=6, treasury=1000, home=False)
    table.with_private(private, owner).with_phase("green").with_marker("PRR", "H20/c0")
    lay(table, "H20", "57", "W E" if hex_id == "H22" else "SW NE")
    if hex_id == "F20":
        lay(table, "G21", "55", "SW NE W E")
        lay(table, "F22", "7", "SW W")
    table.operating_turn("PRR")
    assert bool(table.legal("Ann", "lay", hex=hex_id)) is may
    if not may:
        for rotation in range(6):
            table.refused("Ann", "lay", hex=hex_id, tile={"H22": "59", "F20": "57"}[hex_id], rotation=rotation)


@pytest.mark.rule("1828-13.2.1-01", "1828-13.1-01")
def test_private_companies_do_not_operate():
    table = Table1828().with_company("WAB", "Ann", Ann=6)
    for private in ("SVN", "StCT", "C&StL", "D&H", "M&H", "E&K", "C&A", "GT"):
        table.with_private(private, "Cem")
    table.operating_round()
    assert table.deciders() == ["Ann"]
    assert [event["company"] for event in table.happened("operates")] == ["WAB"]


@pytest.mark.rule("1828-13.2.3-03")
@pytest.mark.parametrize("system", [False, True])
def test_a_250_closes_when_its_company_has_a_train(*, system: bool):
    table = Table1828()
    if system:
        table.with_system("NKP", "GT", "Ann", Ann=6)
    else:
        table.with_company("GT", "Ann", Ann=6)
    table.with_private("GT", "Cem").with_private("MC", "Cem").with_company("WAB", "Bob", Bob=6)
    table.operating_turn("WAB", "train").do("Bob", "buy_train", kind="2", **BANK)
    assert table.s.privates["GT"] == table.seat("Cem")
    table.operating_turn("NKP" if system else "GT", "train")
    table.do("Ann", "buy_train", kind="2", **BANK, **({"charter": "NKP"} if system else {}))
    assert (table.s.privates["GT"], table.s.privates["MC"]) == ("closed", table.seat("Cem"))


# --- sale to companies


@pytest.mark.rule("1828-8.3-07", "1828-13.2.1-04")
@pytest.mark.parametrize(("phase", "may"), [("yellow", False), ("green", True), ("blue", True), ("brown", True)])
@pytest.mark.parametrize("step", ["track", "train"])
def test_from_green_phase_a_company_buys_them_at_any_time_of_its_turn(phase: str, step: str, *, may: bool):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_private("D&H", "Cem").with_phase(phase)
    table.operating_turn("WAB", step)
    if not may:
        table.refused("Ann", "buy_private", "13.2.1", private="D&H", price=80)
        return
    table.agree("Ann", "buy_private", "Cem", private="D&H", price=80)
    assert table.s.privates["D&H"] == "WAB"


@pytest.mark.rule("1828-8.3-07", "1828-13.2.1-05", "1828-13.2.1-06", "1828-13.2.1-07")
@pytest.mark.parametrize("price", [1, 77, 160])
def test_for_one_dollar_to_twice_the_face_value_if_both_agree(price: int):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=200).with_private("D&H", "Cem").with_phase("green")
    table.operating_turn("WAB")
    for bad in (0, 161):
        table.refused("Ann", "buy_private", private="D&H", price=bad)
    table.do("Ann", "buy_private", private="D&H", price=price)
    assert table.s.privates["D&H"] == table.seat("Cem")
    table.do("Cem", "accept", offer=table.s.offers[-1].id)
    assert (table.cash("WAB"), table.cash("Cem"), table.s.privates["D&H"]) == (200 - price, 800 + price, "WAB")
    table.operating_round()
    assert table.cash("WAB") == 200 - price + 15


@pytest.mark.rule("1828-13.2.1-05", "1828-13.2.1-06")
def test_the_owner_may_refuse_and_the_treasury_must_hold_the_price():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=50).with_private("D&H", "Cem").with_phase("green")
    table.operating_turn("WAB").refused("Ann", "buy_private", private="D&H", price=51)
    table.do("Ann", "buy_private", private="D&H", price=50).do("Cem", "decline", offer=table.s.offers[-1].id)
    assert table.s.privates["D&H"] == table.seat("Cem")
    assert table.cash("WAB") == 50


@pytest.mark.rule("1828-13.2.1-09", "1828-13.2.3-05")
@pytest.mark.parametrize("private", BIG)
def test_a_250_is_never_sold_to_a_company(private: str):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_private(private, "Cem")
    table.with_phase("green").operating_turn("WAB")
    table.refused("Ann", "buy_private", "13.2.3", private=private, price=250)


# --- Champlain & St. Lawrence


@pytest.mark.rule("1828-13.2.2.3-02", "1828-13.2.2.3-03", "1828-13.2.1-08")
@pytest.mark.parametrize("step", ["track", "train"])
def test_burlington_for_nothing_at_any_time_wherever_the_company_is(step: str):
    table = with_own("WAB", "C&StL", step=step)
    table.do("Ann", "burlington", **table.legal("Ann", "burlington", tile="4")[0])
    assert (table.tile("B24"), table.cash("WAB")) == ("4", 1000)
    if step == "track":
        # Its track build is still to come.
        table.do("Ann", "lay", hex="H6", tile="57", rotation=0)


@pytest.mark.rule("1828-13.2.2.3-02", "1828-13.2.1-08")
def test_burlington_is_for_its_owner_a_town_tile_and_once():
    table = green()
    table.refused("Ann", "burlington", tile="4", rotation=0)
    table = with_own("WAB", "C&StL")
    table.refused("Ann", "burlington", tile="57", rotation=0)
    table.do("Ann", "burlington", **table.legal("Ann", "burlington", tile="58")[0])
    for rotation in range(6):
        table.refused("Ann", "burlington", tile="4", rotation=rotation)


# --- Delaware & Hudson


@pytest.mark.rule("1828-13.2.2.4-02", "1828-13.2.2.4-03", "1828-13.2.2.4-05", "1828-8.3.2-07", "1828-13.2.2.4-04")
def test_scranton_with_a_station_for_120():
    table = with_own("WAB", "D&H").do("Ann", "scranton", tile="57", rotation=1)
    assert (table.tile("F20"), table.cash("WAB")) == ("57", 880)
    # It is the track build of the turn.
    table.refused("Ann", "lay", hex="H6", tile="57", rotation=0)
    table.do("Ann", "scranton_station")
    assert (table.markers_in("F20"), table.cash("WAB")) == ([("WAB", "F20/c0")], 880)
    assert table.s.companies["WAB"].markers == [100]
    # And the station of the turn.
    table.refused("Ann", "token", city="H6/c0")
    table.refused("Ann", "scranton_station")
    assert table.s.privates["D&H"] == "WAB"


@pytest.mark.rule("1828-13.2.2.4-02", "1828-13.2.2.4-03")
def test_scranton_needs_the_fee_the_owner_and_a_track_build():
    with_own("WAB", "D&H", treasury=119).refused("Ann", "scranton", "13.2.2.4", tile="57", rotation=1)
    green().refused("Ann", "scranton", "13.2.2.4", tile="57", rotation=1)
    table = with_own("WAB", "D&H").do("Ann", "lay", hex="H6", tile="57", rotation=0)
    table.refused("Ann", "scranton", tile="57", rotation=1)
    table.refused("Ann", "scranton_station")


@pytest.mark.rule("1828-13.2.2.4-06")
def test_scranton_in_the_station_step_but_not_later():
    table = with_own("WAB", "D&H", step="token").do("Ann", "scranton", tile="57", rotation=1)
    table.do("Ann", "scranton_station")
    assert table.markers_in("F20") == [("WAB", "F20/c0")]
    table = with_own("WAB", "D&H", step="train")
    table.refused("Ann", "scranton", tile="57", rotation=1)


@pytest.mark.rule("1828-13.2.2.4-07", "1828-13.2.2.4-03", "1828-8.3.2-07")
def test_scranton_again_for_an_upgrade():
    table = with_own("WAB", "D&H").with_tile("F20", "57", 1).operating_turn("WAB")
    table.do("Ann", "scranton", **table.legal("Ann", "scranton", tile="14")[0])
    assert (table.tile("F20"), table.cash("WAB")) == ("14", 880)
    table = with_own("WAB", "D&H", phase="brown").with_tile("F20", "14", 0).operating_turn("WAB")
    table.do("Ann", "scranton", tile="63", rotation=0)
    assert (table.tile("F20"), table.cash("WAB"), table.s.privates["D&H"]) == ("63", 880, "WAB")
    # Without a free circle there is no station.
    table = with_own("WAB", "D&H").with_tile("F20", "57", 1).with_block("F20/c0").operating_turn("WAB")
    table.do("Ann", "scranton", **table.legal("Ann", "scranton", tile="205")[0])
    table.refused("Ann", "scranton_station")


@pytest.mark.rule("1828-8.3.2-10", "1828-13.2.2.4-04")
def test_after_a_station_none_in_scranton():
    table = at_cincinnati().with_private("D&H", "WAB").operating_turn("WAB", "token")
    table.do("Ann", "scranton", tile="57", rotation=1).do("Ann", "token", city="H8/c0")
    table.refused("Ann", "scranton_station")
    assert table.markers_in("F20") == []


# --- Erie & Kalamazoo


def lay_home(table: Table1828) -> Table1828:
    """Track to Louisville."""
    return table.do("Ann", "lay", **table.legal("Ann", "lay", hex="H6", tile="57")[1])


@pytest.mark.rule("1828-13.2.2.7-05", "1828-13.2.2.7-07")
def test_a_tile_at_adrian_at_once():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=200).with_private("E&K", "Cem").with_phase("green")
    table.operating_turn("WAB").agree("Ann", "buy_private", "Cem", private="E&K", price=100)
    assert table.deciders() == ["Ann"]
    for other in ("lay", "skip"):
        assert other not in table.verbs("Ann")
    table.refused("Ann", "adrian", tile="57", rotation=0)
    table.do("Ann", "adrian", **table.legal("Ann", "adrian", tile="55")[0])
    assert (table.tile("E7"), table.cash("WAB")) == ("55", 100)
    # Neither the track build nor the additional tile is used.
    lay_home(table)
    assert table.legal("Ann", "extra", by="E&K")


@pytest.mark.rule("1828-13.2.2.7-02", "1828-13.2.2.7-04")
def test_an_additional_yellow_tile_for_twenty_once_in_the_game():
    table = lay_home(with_own("WAB", "E&K"))
    assert not table.legal("Ann", "lay")
    move = next(m for m in table.legal("Ann", "extra", by="E&K") if not table.p.d.map.hexes[str(m["hex"])].cost)
    table.do("Ann", "extra", **move)
    assert table.cash("WAB") == 980
    assert not table.legal("Ann", "extra")
    table.operating_turn("WAB")
    assert not table.legal("Ann", "extra")
    assert "extra" not in with_own("WAB", "E&K", step="token").verbs("Ann")
    assert "extra" not in with_own("WAB", "E&K", step="train").verbs("Ann")
    assert "extra" not in lay_home(green()).verbs("Ann")


@pytest.mark.rule("1828-13.2.2.7-03", "1828-8.3.1-05")
def test_not_together_with_an_upgrade():
    table = with_own("WAB", "E&K")
    lay(table, "H6", "57", "W E")
    table.operating_turn("WAB").do("Ann", "lay", **table.legal("Ann", "lay", hex="H6", tile="14")[0])
    assert not table.legal("Ann", "extra")
    table = with_own("WAB", "E&K")
    lay(table, "H6", "57", "W E")
    table.operating_turn("WAB").do("Ann", "extra", **table.legal("Ann", "extra", by="E&K")[0])
    assert not table.legal("Ann", "lay", hex="H6")
    table.refused("Ann", "lay", "8.3.1", hex="H6", tile="14", rotation=0)
    assert table.legal("Ann", "lay")


@pytest.mark.rule("1828-13.2.2.7-06", "1828-8.3.1-05")
def test_together_with_the_additional_tile_of_the_nyh():
    table = Table1828().with_company("NYH", "Ann", Ann=6, treasury=1000).with_private("E&K", "NYH")
    lay(table, "F24", "55", "SW NE W E")
    table.operating_turn("NYH")
    cash = table.cash("NYH")
    for by, fee in (("E&K", 20), ("NYH", 40)):
        move = table.legal("Ann", "extra", by=by)[0]
        cash -= fee + table.p.d.map.hexes[str(move["hex"])].cost
        table.do("Ann", "extra", **move)
        assert table.cash("NYH") == cash
    assert table.legal("Ann", "lay")
