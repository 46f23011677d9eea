"""Private companies: prices, revenue, blocked hexes, powers, sales."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1830.table import Table, bare, boston

SECTION = "private companies"
ALL = ("SV", "CS", "DH", "MH", "CA", "BO")


def for_sale(*privates: str) -> Table:
    """An auction in which only these are left."""
    table = Table()
    for private in ALL:
        if private not in privates:
            table.with_private(private, "closed")
    return table.auction()


@pytest.mark.rule("1830-private-13")
@pytest.mark.parametrize(("private", "revenue"), [("SV", 5), ("BO", 30)])
def test_revenue(private: str, revenue: int):
    table = Table().with_company("B&M", "Ann", treasury=0).with_private(private, "Cem").operating_round(1, 2)
    assert (table.cash("Cem"), table.cash("B&M")) == (800 + revenue, 0)
    table = Table().with_company("B&M", "Ann", treasury=0).with_private(private, "B&M").operating_round()
    assert (table.cash("Cem"), table.cash("B&M")) == (800, revenue)
    assert Table().with_company("B&M", "Ann", treasury=0).with_private(private, "closed").operating_round().cash(
        "bank"
    ) == (12_000 - 2400)


# --- blocked hexes


def beside(hex_id: str, company: str) -> Table:
    """A company of Ann's whose track leads to a hex."""
    table = Table().with_company(company, "Ann", treasury=1000, Ann=6).with_phase("3")
    if hex_id in ("G15", "F16"):
        lay(table, "H14", "8", "W NE")
    if hex_id == "F16":
        lay(table, "G15", "9", "SW NE")
    if hex_id == "D18":
        lay(table, "E19", "57", "NW SE")
    if hex_id == "H18":
        lay(lay(table, "H14", "9", "E W"), "H16", "57", "E W")
    if hex_id == "I13":
        lay(table, "H14", "7", "W SW")
    return table


@pytest.mark.rule("1830-private-20")
@pytest.mark.parametrize(
    ("private", "hex_id", "company"),
    [
        pytest.param("SV", "G15", "PRR", marks=pytest.mark.rule("1830-private-14")),
        pytest.param("CS", "B20", "CPR", marks=pytest.mark.rule("1830-private-15")),
        pytest.param("DH", "F16", "PRR", marks=pytest.mark.rule("1830-private-16")),
        pytest.param("MH", "D18", "NYC", marks=pytest.mark.rule("1830-private-17")),
        pytest.param("CA", "H18", "PRR", marks=pytest.mark.rule("1830-private-18")),
        pytest.param("BO", "I13", "PRR", marks=pytest.mark.rule("1830-private-19")),
        pytest.param("BO", "I15", "B&O", marks=pytest.mark.rule("1830-private-19")),
    ],
)
def test_a_hex_is_blocked_while_a_player_owns_its_private_company(private: str, hex_id: str, company: str):
    table = beside(hex_id, company).with_private(private, company).operating_turn(company)
    may = table.legal("Ann", "lay", hex=hex_id)
    assert may
    for owner in ("Ann", "Cem"):
        blocked = beside(hex_id, company).with_private(private, owner).operating_turn(company)
        assert blocked.legal("Ann", "lay", hex=hex_id) == []
        blocked.refused("Ann", "lay", SECTION, **may[0])
    assert beside(hex_id, company).with_private(private, "closed").operating_turn(company).do("Ann", "lay", **may[0])


# --- the Champlain & St. Lawrence


@pytest.mark.rule("1830-private-21", "1830-private-22", "1830-private-23")
def test_the_extra_town_tile():
    table = bare("PRR").with_private("CS", "PRR")
    assert {str(move["tile"]) for move in table.legal("Ann", "burlington")} == {"3", "4", "58"}
    for tile in ("1", "57", "8"):
        table.refused("Ann", "burlington", "track", tile=tile, rotation=0)
    table.do("Ann", "burlington", **table.legal("Ann", "burlington", tile="58")[0])
    assert (table.tile("B20"), table.cash("PRR")) == ("58", 1000)
    # The lay of the turn is still there, before it or after.
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="H14")[0])
    assert table.tile("H14")
    table = bare("PRR").with_private("CS", "PRR")
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="H14")[0])
    table.do("Ann", "burlington", **table.legal("Ann", "burlington")[0])
    assert table.tile("B20") and table.tile("H14")


@pytest.mark.rule("1830-private-21")
def test_the_extra_town_tile_where_nothing_else_can_be_laid():
    """In phase 2 all that the B&M could lay costs money."""
    assert bare("B&M", treasury=0).step() != "track"
    table = bare("B&M", treasury=0).with_private("CS", "B&M").operating_turn("B&M")
    assert table.step() == "track"
    table.do("Ann", "burlington", **table.legal("Ann", "burlington")[0])
    assert table.tile("B20") and table.step() != "track"


@pytest.mark.rule("1830-private-24")
def test_the_extra_town_tile_is_for_its_company_and_a_bare_hex():
    for owner in ("Ann", "NYC", "closed"):
        bare("PRR").with_private("CS", owner).refused("Ann", "burlington", SECTION, tile="58", rotation=0)
    laid = lay(bare("PRR").with_private("CS", "PRR"), "B20", "58", "W SE")
    for tile in ("58", "3", "4"):
        laid.refused("Ann", "burlington", SECTION, tile=tile, rotation=0)


# --- the Delaware & Hudson


def scranton(treasury: int = 1000, owner: str = "PRR") -> Table:
    """Ann's PRR about to build, far from F16."""
    return bare("PRR", treasury=treasury).with_private("DH", owner)


@pytest.mark.rule("1830-private-25", "1830-private-26", "1830-private-27")
def test_tile_57_in_scranton():
    table = scranton(treasury=120)
    assert {str(move["tile"]) for move in table.legal("Ann", "scranton")} == {"57"}
    table.do("Ann", "scranton", tile="57", rotation=1)
    assert (table.tile("F16"), table.cash("PRR")) == ("57", 0)
    table.refused("Ann", "lay", hex="H14", tile="9", rotation=1)
    scranton(treasury=119).refused("Ann", "scranton", SECTION, tile="57", rotation=1)
    # After a lay of the turn there is none in Scranton.
    after = scranton()
    after.do("Ann", "lay", **after.legal("Ann", "lay", hex="H14")[0])
    after.refused("Ann", "scranton", tile="57", rotation=1)


@pytest.mark.rule("1830-private-28")
def test_tile_57_in_scranton_is_for_its_company_and_a_bare_hex():
    for owner in ("Ann", "NYC", "closed"):
        scranton(owner=owner).refused("Ann", "scranton", SECTION, tile="57", rotation=1)
    green = lay(scranton().with_phase("3"), "F16", "57", "SW NE")
    for tile in ("14", "15"):
        for rotation in range(6):
            green.refused("Ann", "scranton", SECTION, tile=tile, rotation=rotation)


@pytest.mark.rule("1830-private-29", "1830-private-30")
def test_a_free_marker_goes_with_it():
    table = lay(lay(scranton(), "H14", "9", "E W"), "H16", "57", "E W")
    table.do("Ann", "scranton", tile="57", rotation=1).do("Ann", "scranton_station")
    assert (table.markers_in("F16"), table.cash("PRR")) == ([("PRR", "F16/c0")], 880)
    assert table.s.companies["PRR"].markers == [100, 100]
    table.refused("Ann", "token", city="H16/c0")
    # It may as well place its marker elsewhere, and then has none for Scranton.
    table = lay(lay(scranton(), "H14", "9", "E W"), "H16", "57", "E W")
    table.do("Ann", "scranton", tile="57", rotation=1).do("Ann", "token", city="H16/c0")
    table.refused("Ann", "scranton_station")
    assert table.markers_in("F16") == []


@pytest.mark.rule("1830-private-31")
def test_the_free_marker_is_for_that_turn():
    later = lay(scranton(), "F16", "57", "SW NE").operating_turn("PRR", "token")
    later.refused("Ann", "scranton_station")
    normal = beside("F16", "PRR").with_private("DH", "PRR").operating_turn("PRR")
    normal.do("Ann", "lay", **normal.legal("Ann", "lay", hex="F16", tile="57")[0])
    assert "token" in normal.verbs("Ann")
    normal.refused("Ann", "scranton_station", SECTION)


# --- the Mohawk & Hudson


def mohawk(owner: str = "Ann", *, treasury: int = 1000, **holders: int) -> Table:
    """Bob presides over the NYC."""
    table = Table().with_company("NYC", "Bob", treasury=treasury, **{"Bob": 3, **holders})
    return table.with_private("MH", owner)


@pytest.mark.rule("1830-private-32", "1830-private-34", "1830-private-36")
def test_the_exchange_from_the_ipo():
    table = mohawk().stock_round("Ann").do("Ann", "exchange", **{"from": "ipo"})
    assert (table.units("Ann", "NYC"), table.units("ipo", "NYC")) == (1, 6)
    assert (table.owner("MH"), table.cash("Ann")) == ("closed", 800)
    table.refused("Ann", "exchange", **{"from": "ipo"})
    # It is not the purchase of the turn.
    assert table.buy("Ann", "NYC").units("Ann", "NYC") == 2
    mohawk(Bob=6, Cem=4).stock_round("Ann").refused("Ann", "exchange", SECTION, **{"from": "ipo"})


@pytest.mark.rule("1830-private-56")
def test_the_exchange_may_bring_the_presidency():
    table = mohawk(Ann=2).stock_round("Bob").do("Ann", "exchange", **{"from": "ipo"})
    assert (table.president("NYC"), table.units("Ann", "NYC")) == ("Bob", 3)
    table = mohawk(Ann=3).stock_round("Bob").do("Ann", "exchange", **{"from": "ipo"})
    assert (table.president("NYC"), table.units("Ann", "NYC")) == ("Ann", 4)


@pytest.mark.rule("1830-private-57")
@pytest.mark.parametrize(("held", "floats"), [(4, False), (5, True)])
def test_the_exchange_may_float_the_company(held: int, *, floats: bool):
    table = Table().with_company("NYC", "Bob", par=76, floated=False, turns=0, home=False, Bob=held)
    table.with_private("MH", "Ann").stock_round("Ann").do("Ann", "exchange", **{"from": "ipo"})
    assert (table.s.companies["NYC"].floated, table.cash("NYC")) == (floats, 760 if floats else 0)


@pytest.mark.rule("1830-private-32")
def test_the_exchange_before_the_company_has_been_started():
    table = Table().with_private("MH", "Ann").stock_round("Ann").do("Ann", "exchange", **{"from": "ipo"})
    assert (table.units("Ann", "NYC"), table.president("NYC"), table.owner("MH")) == (1, "", "closed")
    assert table.do("Ann", "par", company="NYC", price=67).units("Ann", "NYC") == 3


@pytest.mark.rule("1830-private-33")
def test_the_exchange_from_the_market():
    table = mohawk(pool=1).stock_round("Ann").do("Ann", "exchange", **{"from": "pool"})
    assert (table.units("Ann", "NYC"), table.units("pool", "NYC")) == (1, 0)
    mohawk().stock_round("Ann").refused("Ann", "exchange", SECTION, **{"from": "pool"})


@pytest.mark.rule("1830-private-35")
def test_with_sixty_percent_there_is_no_exchange():
    table = Table().with_company("NYC", "Ann", Ann=6).with_private("MH", "Ann").stock_round("Ann")
    table.refused("Ann", "exchange", SECTION, **{"from": "ipo"})
    table = Table().with_company("NYC", "Ann", Ann=5).with_private("MH", "Ann").stock_round("Ann")
    assert table.do("Ann", "exchange", **{"from": "ipo"}).units("Ann", "NYC") == 6


@pytest.mark.rule("1830-private-35")
@pytest.mark.parametrize("box", ["3,3", "7,3", "7,1"], ids=["yellow", "orange", "brown"])
def test_sixty_percent_bar_the_exchange_in_every_colour(box: str):
    def holding(units: int, **options: str) -> Table:
        table = Table(**options).with_company("NYC", "Ann", box=box, Ann=units, pool=1)
        return table.with_private("MH", "Ann").stock_round("Ann")

    for held in (6, 7):
        for source in ("ipo", "pool"):
            holding(held).refused("Ann", "exchange", SECTION, **{"from": source})
    assert holding(5).do("Ann", "exchange", **{"from": "pool"}).units("Ann", "NYC") == 6
    # 18xx.games lets it go as far as any holding may.
    site = holding(6, rules="18xx.games")
    if box == "3,3":
        site.refused("Ann", "exchange", SECTION, **{"from": "ipo"})
    else:
        assert site.do("Ann", "exchange", **{"from": "ipo"}).units("Ann", "NYC") == 7


@pytest.mark.rule("1830-private-37")
def test_the_exchange_in_the_turns_of_others():
    table = mohawk().stock_round("Bob")
    assert "exchange" in table.verbs("Ann")
    table.do("Ann", "exchange", **{"from": "ipo"})
    assert (table.units("Ann", "NYC"), table.deciders()) == (1, ["Bob"])
    table = mohawk().operating_turn("NYC").do("Ann", "exchange", **{"from": "ipo"})
    assert (table.units("Ann", "NYC"), table.deciders()) == (1, ["Bob"])
    mohawk().operating_turn("NYC").refused("Cem", "exchange", **{"from": "ipo"})


@pytest.mark.rule("1830-private-38")
def test_a_company_does_not_exchange():
    table = mohawk("NYC").stock_round("Bob")
    for who in ("Ann", "Bob"):
        assert "exchange" not in table.verbs(who)
        table.refused(who, "exchange", **{"from": "ipo"})
    mohawk("NYC").operating_turn("NYC").refused("Bob", "exchange", **{"from": "ipo"})


# --- the Camden & Amboy, the Baltimore & Ohio


@pytest.mark.rule("1830-private-39", "1830-private-40")
def test_the_camden_and_amboy_brings_a_share_once():
    table = for_sale("CA", "BO").do("Ann", "take")
    assert (table.units("Ann", "PRR"), table.units("ipo", "PRR"), table.cash("Ann")) == (1, 9, 640)
    table = table.stock_round("Bob").agree("Bob", "buy_private", "Ann", private="CA", price=1)
    assert (table.units("Ann", "PRR"), table.units("Bob", "PRR"), table.owner("CA")) == (1, 0, "Bob")


@pytest.mark.rule("1830-private-41", "1830-private-42")
def test_the_baltimore_and_ohio_brings_the_presidents_certificate():
    table = for_sale("CA", "BO").do("Ann", "take").do("Bob", "take")
    assert (table.president("B&O"), table.units("Bob", "B&O"), table.cash("Bob")) == ("Bob", 2, 580)
    assert table.deciders() == ["Bob"]
    table.refused("Cem", "par", company="PRR", price=67)
    table.refused("Bob", "set_par", price=70)
    table.do("Bob", "set_par", price=90)
    assert (table.price("B&O"), table.s.clock.round, table.cash("Bob")) == (90, "stock", 580)
    # Whoever wins it by a bid is asked at once, too.
    won = for_sale("CA", "BO").do("Ann", "bid", private="BO", amount=300).do("Bob", "take")
    assert (won.president("B&O"), won.deciders()) == ("Ann", ["Ann"])


@pytest.mark.rule("1830-private-43")
def test_the_baltimore_and_ohio_is_never_sold_to_a_company():
    for phase in ("3", "4"):
        table = boston("track", phase=phase).with_private("BO", "Ann").with_private("SV", "Ann")
        for price in (110, 220, 440):
            table.refused("Ann", "buy_private", SECTION, private="BO", price=price)
        table.do("Ann", "buy_private", private="SV", price=20)


@pytest.mark.rule("1830-private-44", "1830-private-45")
@pytest.mark.parametrize("source", ["bank", "pool", "B&M"])
def test_the_baltimore_and_ohio_closes_with_its_companys_first_train(source: str):
    table = Table().with_company("B&O", "Ann", Ann=6).with_company("B&M", "Ann", Ann=6).with_private("BO", "Cem")
    table.with_private("CA", "Cem")
    if source != "bank":
        table.with_train(source, "2")
    table.operating_turn("B&M", "train").buy_train("Ann", "2")
    assert table.owner("BO") == "Cem"
    price = {"price": 1} if source == "B&M" else {}
    table.operating_turn("B&O", "train").buy_train("Ann", "2", source, **price)
    assert (table.owner("BO"), table.owner("CA")) == ("closed", "Cem")


# --- sales


@pytest.mark.parametrize(
    ("phase", "may"),
    [
        pytest.param("2", False, marks=pytest.mark.rule("1830-private-46")),
        pytest.param("3", True, marks=pytest.mark.rule("1830-private-47")),
        pytest.param("4", True, marks=pytest.mark.rule("1830-private-48")),
    ],
)
def test_when_companies_buy(phase: str, *, may: bool):
    for step in ("track", "train"):
        table = boston(step, phase=phase).with_private("MH", "Bob")
        if may:
            table.agree("Ann", "buy_private", "Bob", private="MH", price=110)
            assert (table.owner("MH"), table.cash("B&M"), table.cash("Bob")) == ("B&M", 890, 910)
        else:
            table.refused("Ann", "buy_private", SECTION, private="MH", price=110)


@pytest.mark.rule("1830-private-49", "1830-private-50")
@pytest.mark.parametrize(("private", "least", "most"), [("DH", 35, 140), ("MH", 55, 220), ("SV", 10, 40)])
def test_half_to_double(private: str, least: int, most: int):
    for price in (least - 1, most + 1):
        table = boston(phase="3").with_private(private, "Ann")
        table.refused("Ann", "buy_private", SECTION, private=private, price=price)
    for price in (least, most):
        table = boston(phase="3").with_private(private, "Ann").do("Ann", "buy_private", private=private, price=price)
        assert (table.owner(private), table.cash("Ann")) == ("B&M", 800 + price)


@pytest.mark.rule("1830-private-51")
def test_the_treasury_pays():
    table = boston(phase="3", treasury=110).with_private("MH", "Ann")
    table.refused("Ann", "buy_private", SECTION, private="MH", price=111)
    assert table.do("Ann", "buy_private", private="MH", price=110).cash("B&M") == 0
    boston(phase="3", treasury=54).with_private("MH", "Ann").refused("Ann", "buy_private", private="MH", price=55)


@pytest.mark.rule("1830-private-52")
def test_the_owner_agrees_first():
    table = boston(phase="3").with_private("MH", "Bob").do("Ann", "buy_private", private="MH", price=110)
    assert (table.owner("MH"), table.cash("B&M")) == ("Bob", 1000)
    table.refused("Cem", "accept", offer=table.s.offers[-1].id)
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.owner("MH") == "B&M"
    # Between a president and their company there is nobody to ask.
    table = boston(phase="3").with_private("MH", "Ann").do("Ann", "buy_private", private="MH", price=110)
    assert table.owner("MH") == "B&M"


@pytest.mark.rule("1830-private-53", "1830-private-54")
def test_players_trade_from_the_second_stock_round_on():
    for price in (1, 800):
        table = Table().with_private("BO", "Bob").stock_round("Ann")
        table.do("Ann", "buy_private", private="BO", price=price)
        assert table.owner("BO") == "Bob"
        table.do("Bob", "accept", offer=table.s.offers[-1].id)
        assert (table.owner("BO"), table.cash("Ann"), table.cash("Bob")) == ("Ann", 800 - price, 800 + price)
    Table().with_private("BO", "Bob").stock_round("Ann").refused("Ann", "buy_private", private="BO", price=801)
    first = Table().with_private("BO", "Bob").stock_round("Ann", initial=True)
    first.refused("Ann", "buy_private", private="BO", price=220)


@pytest.mark.rule("1830-private-55")
def test_it_is_the_purchase_of_the_turn():
    table = Table().with_company("NYC", "Cem", Cem=3, Ann=1).with_private("SV", "Bob").stock_round("Ann")
    table.agree("Ann", "buy_private", "Bob", private="SV", price=20)
    table.may_not_buy("Ann", "NYC", section="stock round")
    table.do("Ann", "sell", company="NYC", shares=1)
    table = Table().with_company("NYC", "Cem", Cem=3).with_private("SV", "Bob").stock_round("Ann").buy("Ann", "NYC")
    table.refused("Ann", "buy_private", "stock round", private="SV", price=20)


def test_a_phase_is_named_once_when_a_private_company_cannot_be_bought():
    table = bare("B&M").with_private("SV", "Ann").operating_turn("B&M")
    told = table.refused("Ann", "buy_private", private="BOAT", price=20)
    assert "companies cannot buy private companies in phase 2" in told


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"price": 0}, "$0 is too low: choose $1 or more (private companies)."),
        ({"private": "E5"}, "You cannot choose “E5”: the only choice is Schuylkill Valley."),
        ({"color": "red"}, "Leave out “color”: this move takes only private and price."),
    ],
)
def test_an_impossible_choice_is_refused_with_what_can_be_chosen(choices: dict[str, str | int], told: str):
    table = bare("B&M").with_private("SV", "Bob").stock_round("Ann")
    assert table.refused("Ann", "buy_private", **{"private": "SV", "price": 1, **choices}) == told
