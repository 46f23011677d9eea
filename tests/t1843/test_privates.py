"""Private companies: what they are, who buys them, what each can do (10)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track

FIVE = ("Ann", "Bob", "Cem", "Dee", "Eva")
SIX = (*FIVE, "Fay")


@pytest.mark.rule("1843-2-04", "1843-4-04")
def test_the_private_companies_lie_in_order_and_le_havre_cost_more_in_2012():
    new, old = Table().p.d.privates, Table(edition="2012").p.d.privates
    assert list(new) == list(old) == ["TB", "C", "PStG", "LH", "VdL", "BA", "LM"]
    assert Table().s.privates == dict.fromkeys(new, "sale")
    changed = {name: sheet.cost for name, sheet in old.items() if sheet != new[name]}
    assert changed == {"LH": 70}


def orleans(phase: str = "green", players: tuple[str, ...] = ("Ann", "Bob", "Cem"), **options: str) -> Table:
    """Ann directs PO in Orléans with a yellow tile there, Bob sits beside."""
    table = Table(players, **options).with_company("PO", "Ann", par=73, Ann=6, treasury=500).with_phase(phase)
    return lay_track(table, "F13", "57", "W E").with_company("EST", "Bob", par=67, Bob=6)


# --- sale to companies


@pytest.mark.rule("1843-10.1-02", "1843-10.1-03", "1843-8.3-09", "1843-15.2-02")
@pytest.mark.parametrize(("price", "fair"), [(0, False), (1, True), (40, True), (80, True), (81, False)])
def test_a_company_buys_for_one_to_twice_face_value_with_the_owners_consent(price: int, fair: bool):
    table = orleans().with_private("PStG", "Bob").operating_turn("PO")
    if not fair:
        table.refused("Ann", "buy_private", private="PStG", price=price)
        return
    before = table.cash("Bob")
    table.do("Ann", "buy_private", private="PStG", price=price)
    assert table.s.privates["PStG"] == table.seat("Bob")
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.s.privates["PStG"], table.cash("PO"), table.cash("Bob")) == ("PO", 500 - price, before + price)


@pytest.mark.rule("1843-8.3-09", "1843-15.2-02")
def test_not_in_yellow_phase():
    table = orleans("yellow").with_private("PStG", "Ann").operating_turn("PO")
    table.refused("Ann", "buy_private", "10.1", private="PStG", price=40)


@pytest.mark.rule("1843-8.3-09")
@pytest.mark.parametrize("step", ["track", "token", "train"])
def test_at_any_time_in_its_operation(step: str):
    table = orleans().with_private("PStG", "Ann").with_train("PO", "4+1").operating_turn("PO", step=step)
    if "buy_private" in table.verbs("Ann"):
        table.do("Ann", "buy_private", private="PStG", price=40)
        assert table.s.privates["PStG"] == "PO"
    else:
        # With nothing else to do in a step it passes at once: then the next step has it.
        assert table.step() != step


@pytest.mark.rule("1843-10.2-39")
def test_no_company_buys_the_lyon_mediterranee():
    table = orleans().with_private("LM", "Ann").operating_turn("PO")
    table.refused("Ann", "buy_private", "10.2", private="LM", price=210)


@pytest.mark.rule("1843-10.1-04", "1843-8.1-01")
def test_a_private_pays_its_owner_player_or_company():
    table = orleans().with_private("PStG", "PO").with_private("LH", "Bob")
    before = table.cash("Bob")
    table.operating_round()
    assert (table.cash("PO"), table.cash("Bob")) == (510, before + 15)


@pytest.mark.rule("1843-10.1-07", "1843-10.1-05")
def test_blocked_hexes_open_when_a_company_buys_the_private_or_it_closes():
    for owner in ("Ann", "PO", "closed"):
        table = lay_track(orleans(), "F15", "57", "W E").with_private("C", owner).operating_turn("PO")
        allowed = {move["hex"] for move in table.legal("Ann", "lay")}
        assert ("F17" in allowed) == (owner != "Ann")
        if owner == "Ann":
            table.refused("Ann", "lay", hex="F17", tile="9", rotation=1)


@pytest.mark.rule("1843-10.1-09", "1843-10.1-08", "1843-15.4-01", "1843-10.2-02")
def test_all_close_at_the_first_brown_train():
    table = orleans("blue").with_supply_from("5E").with_private("PStG", "PO").with_private("BA", "Bob")
    table.with_private("TB", "PO").with_cash("PO", 1000).operating_turn("PO", step="train")
    table.do("Ann", "buy_train", kind="5E", price=400, **{"from": "bank"})
    assert set(table.s.privates.values()) == {"closed"}
    assert table.s.phase == "brown"


@pytest.mark.rule("1843-10.1-01")
def test_privates_do_nothing_but_pay_for_a_player():
    table = orleans().with_private("PStG", "Ann").with_private("LH", "Ann").with_private("TB", "Ann")
    table.operating_turn("PO")
    for verb in ("saint_germain", "havre", "extra_tile"):
        assert verb not in table.verbs("Ann")


# --- Toulouse - Barcelone


@pytest.mark.rule("1843-10.2-03", "1843-10.2-04", "1843-10.2-05", "1843-10.2-06", "1843-10.2-02")
@pytest.mark.parametrize("first", ["lay", "extra_tile"])
def test_the_toulouse_barcelone_lays_one_more_yellow_tile_for_20(first: str):
    table = orleans().with_private("TB", "PO").operating_turn("PO")
    other = "extra_tile" if first == "lay" else "lay"
    table.do("Ann", first, **_any(table, first))
    money = table.cash("PO")
    assert money == (500 if first == "lay" else 480)
    table.do("Ann", other, **_any(table, other))
    assert table.cash("PO") == 480
    assert table.s.privates["TB"] == "closed"
    assert not {"lay", "extra_tile"} & set(table.verbs("Ann"))


def _any(table: Table, verb: str) -> dict[str, str | int]:
    """A yellow tile in a hex that costs nothing."""
    free = [h for h, x in table.p.d.map.hexes.items() if not x.cost]
    yellow = [name for name, tile in table.p.d.tiles.items() if tile.color == "yellow"]
    return next(m for m in table.legal("Ann", verb) if m["hex"] in free and m["tile"] in yellow)


@pytest.mark.rule("1843-10.2-03", "1843-10.2-05")
def test_the_extra_tile_is_yellow_and_may_go_with_an_upgrade():
    table = orleans().with_private("TB", "PO").operating_turn("PO")
    table.refused("Ann", "extra_tile", hex="F13", tile="14", rotation=0)
    upgrade = next(move for move in table.legal("Ann", "lay") if move["hex"] == "F13")
    table.do("Ann", "lay", **upgrade).do("Ann", "extra_tile", **_any(table, "extra_tile"))
    assert table.s.privates["TB"] == "closed"


@pytest.mark.rule("1843-10.2-03")
def test_it_costs_20_that_the_treasury_must_have_and_only_its_owner_uses_it():
    table = orleans().with_private("TB", "PO").with_cash("PO", 19).operating_turn("PO")
    assert "extra_tile" not in table.verbs("Ann")
    table = orleans().with_private("TB", "EST").operating_turn("PO")
    assert "extra_tile" not in table.verbs("Ann")


# --- Paris - Saint-Germain


@pytest.mark.rule("1843-10.2-09", "1843-10.2-10", "1843-10.2-11", "1843-8.4.1-19")
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_the_saint_germain_lays_in_e14_without_track_beyond_the_normal_build(edition: str):
    table = orleans(edition=edition).with_private("PStG", "PO").operating_turn("PO")
    table.do("Ann", "lay", **_any(table, "lay"))
    table.do("Ann", "saint_germain", **table.legal("Ann", "saint_germain")[0])
    assert table.tile("E14")
    assert (table.cash("PO"), table.s.privates["PStG"]) == (500, "PO")
    assert "saint_germain" not in table.verbs("Ann")


@pytest.mark.rule("1843-10.2-09")
def test_not_if_a_tile_is_there():
    table = orleans().with_private("PStG", "PO").with_tile("E14", "1", 0).operating_turn("PO")
    assert "saint_germain" not in table.verbs("Ann")


@pytest.mark.rule("1843-10.2-09")
def test_in_the_train_step_too():
    table = orleans().with_private("PStG", "PO").with_train("PO", "4+1").operating_turn("PO", step="train")
    table.do("Ann", "saint_germain", **table.legal("Ann", "saint_germain")[0])
    assert table.tile("E14")


# --- Le Havre


@pytest.mark.rule("1843-10.2-13", "1843-10.2-15", "1843-10.2-16", "1843-8.5.1-08", "1843-8.4.1-19")
def test_the_havre_lays_tile_and_station_for_80_as_the_whole_build():
    table = orleans().with_private("LH", "PO").operating_turn("PO")
    table.do("Ann", "havre", **table.legal("Ann", "havre")[0])
    assert (table.tile("C14"), table.cash("PO"), table.s.privates["LH"]) == ("57", 420, "PO")
    assert any(stop.startswith("C14/") for stop in table.stations("PO"))
    assert not {"lay", "token", "havre"} & set(table.verbs("Ann"))


@pytest.mark.rule("1843-10.2-14", "1843-10.2-13")
def test_the_havre_not_over_a_tile_not_after_a_build_not_without_money_or_marker():
    table = orleans().with_private("LH", "PO")
    lay_track(table, "C14", "57", "E W").operating_turn("PO")
    assert "havre" not in table.verbs("Ann")
    table = orleans().with_private("LH", "PO").operating_turn("PO")
    table.do("Ann", "lay", **_any(table, "lay"))
    assert "havre" not in table.verbs("Ann")
    table = orleans().with_private("LH", "PO").with_cash("PO", 79).operating_turn("PO")
    assert "havre" not in table.verbs("Ann")
    table = orleans().with_private("LH", "PO").with_marker("PO", "D15/c0").operating_turn("PO")
    assert "havre" not in table.verbs("Ann")


# --- Boulogne - Amiens


@pytest.mark.rule("1843-10.2-32", "1843-10.2-34", "1843-10.2-35", "1843-10.2-36", "1843-8.5.1-08")
@pytest.mark.parametrize(("edition", "price"), [("2016", 100), ("2012", 120)])
def test_the_boulogne_amiens_lays_tile_and_station_in_c18(edition: str, price: int):
    table = orleans(edition=edition).with_private("BA", "PO").with_cash("PO", price - 1).operating_turn("PO")
    assert "boulogne" not in table.verbs("Ann")
    table.with_cash("PO", price)
    moves = table.legal("Ann", "boulogne")
    assert {str(move["city"])[:3] for move in moves} == {"C18"}
    table.do("Ann", "boulogne", **moves[0])
    assert (table.cash("PO"), table.s.privates["BA"]) == (0, "PO")
    assert table.p.d.tiles[table.tile("C18")].color == "green"
    assert any(stop.startswith("C18/") for stop in table.stations("PO"))


@pytest.mark.rule("1843-10.2-33")
@pytest.mark.parametrize(("edition", "price"), [("2016", 100), ("2012", 120)])
def test_or_just_a_station_on_a_tile_that_is_there(edition: str, price: int):
    table = orleans(edition=edition).with_private("BA", "PO").with_tile("C18", "10", 0)
    stops = sorted(f"C18/{stop.key}" for stop in table.p.ground.track("C18").stops)
    table.with_marker("EST", stops[0]).operating_turn("PO")
    table.refused("Ann", "boulogne", city=stops[0])
    table.do("Ann", "boulogne", city=stops[1])
    assert (table.cash("PO"), stops[1] in table.stations("PO")) == (500 - price, True)
    assert not {"lay", "token"} & set(table.verbs("Ann"))


@pytest.mark.rule("1843-10.2-32")
def test_in_yellow_phase_there_is_no_tile_for_c18():
    table = orleans("yellow").with_private("BA", "PO").operating_turn("PO")
    assert "boulogne" not in table.verbs("Ann")


# --- Val de Loire


@pytest.mark.rule("1843-10.2-18", "1843-10.2-21", "1843-15.1-02")
@pytest.mark.parametrize("phase", ["yellow", "green"])
def test_the_val_de_loire_is_exchanged_for_a_share_in_a_stock_turn(phase: str):
    table = Table().with_phase(phase).with_company("PO", "Bob", par=73, Bob=3).with_private("VdL", "Ann")
    table.stock_round("Ann")
    before = table.cash("Ann")
    table.do("Ann", "exchange", company="PO")
    assert (table.units("Ann", "PO"), table.cash("Ann"), table.s.privates["VdL"]) == (1, before, "closed")
    assert "buy" not in table.verbs("Ann")


@pytest.mark.rule("1843-10.2-18")
def test_it_is_the_action_of_the_turn_and_the_share_comes_from_the_ipo():
    table = Table().with_company("PO", "Bob", par=73, Bob=3).with_private("VdL", "Ann")
    table.with_company("EST", "Bob", par=73, Bob=6, Cem=3, pool=1).stock_round("Ann")
    table.refused("Ann", "exchange", "10.2", company="EST")
    table.buy("Ann", "PO").refused("Ann", "exchange", company="PO")
    table = Table().with_company("PO", "Bob", par=73, Bob=3).with_private("VdL", "Cem").stock_round("Ann")
    table.refused("Ann", "exchange", company="PO")


@pytest.mark.rule("1843-10.2-19", "1843-10.2-21")
def test_or_at_any_time_in_an_operating_round():
    table = orleans("yellow").with_private("VdL", "Cem").operating_turn("PO")
    table.do("Cem", "exchange", company="PO")
    assert (table.units("Cem", "PO"), table.s.privates["VdL"]) == (1, "closed")
    table.refused("Cem", "exchange", company="PO")


@pytest.mark.rule("1843-10.2-20")
@pytest.mark.parametrize("when", ["stock", "operating"])
def test_or_for_half_a_directors_certificate_with_the_other_half_paid(when: str):
    table = orleans("yellow").with_private("VdL", "Cem").with_cash("Cem", 72)
    table = table.stock_round("Cem") if when == "stock" else table.operating_turn("PO")
    table.refused("Cem", "exchange", "10.2", company="OU", price=73)
    table.refused("Cem", "exchange", company="OU", price=86)
    table.with_cash("Cem", 73).do("Cem", "exchange", company="OU", price=73)
    assert (table.units("Cem", "OU"), table.cash("Cem"), table.price("OU")) == (2, 0, 73)
    assert table.president("OU") == "Cem"


@pytest.mark.rule("1843-10.2-22", "1843-10.2-23", "1843-10.2-24", "1843-10.2-26")
def test_a_company_makes_a_train_obsolete_which_runs_once_more():
    table = orleans("yellow").with_private("VdL", "PO").with_train("PO", "2+1").with_cash("PO", 2000)
    table.with_phase("green").with_supply_from("5+2").operating_turn("PO", step="train")
    table.do("Ann", "engineers", kind="2+1")
    assert table.s.privates["VdL"] == "closed"
    table.do("Ann", "buy_train", kind="5+2", price=350, **{"from": "bank"})
    # Blue phase: the yellow train is obsolete, does not count and is not for sale.
    assert (table.s.phase, sorted(table.trains("PO"))) == ("blue", ["2+1", "5+2"])
    for _ in range(2):
        table.do("Ann", "buy_train", kind="5+2", price=350, **{"from": "bank"})
    assert table.trains("PO").count("5+2") == 3
    table.with_cash("EST", 500).operating_turn("EST", step="train")
    table.refused("Bob", "buy_train", kind="2+1", price=1, **{"from": "PO"})


@pytest.mark.rule("1843-10.2-23")
def test_an_obsolete_train_is_gone_just_before_trains_are_bought():
    table = orleans("yellow").with_train("PO", "2+1").with_train("PO", "5+2").with_obsolete("PO", "2+1")
    table.with_phase("blue")
    lay_track(table, "F15", "57", "W E").operating_turn("PO", step="run")
    routes = str(table.legal("Ann", "run")[0]["routes"])
    table.do("Ann", "run", routes=routes)
    assert "2+1" in table.trains("PO")
    table.do("Ann", "dividend", kind="full")
    assert table.trains("PO") == ["5+2"]


@pytest.mark.rule("1843-10.2-25")
def test_a_marked_train_sold_to_another_company_loses_the_card():
    table = orleans("yellow").with_train("PO", "2+1").with_engineers("PO", "2+1").with_cash("EST", 2000)
    table.with_phase("green").with_supply_from("5+2").operating_turn("EST", step="train")
    table.agree("Bob", "buy_train", "Ann", kind="2+1", price=50, **{"from": "PO"})
    assert table.trains("EST") == ["2+1"]
    table.do("Bob", "buy_train", kind="5+2", price=350, **{"from": "bank"})
    assert table.trains("EST") == ["5+2"]


@pytest.mark.rule("1843-10.2-27", "1843-10.2-28", "1843-8.3-10")
@pytest.mark.parametrize(
    ("edition", "players", "may"),
    [("2016", FIVE, True), ("2016", SIX, True), ("2016", FIVE[:4], False), ("2012", FIVE, False), ("2012", SIX, True)],
)
def test_in_yellow_phase_a_company_may_make_a_2_train_of_it_for_110(edition: str, players: tuple[str, ...], may: bool):
    table = orleans("yellow", players, edition=edition).with_private("VdL", "Ann").operating_turn("PO")
    if not may:
        table.refused("Ann", "buy_private", private="VdL", price=110)
        return
    for price in (1, 109, 111, 220):
        table.refused("Ann", "buy_private", private="VdL", price=price, **{"as": "train"})
    before = table.cash("Ann")
    table.do("Ann", "buy_private", private="VdL", price=110, **{"as": "train"})
    assert (table.trains("PO"), table.s.privates["VdL"], table.cash("Ann")) == (["2"], "closed", before + 110)
    assert table.supply("2+1") == 6


@pytest.mark.rule("1843-10.2-27")
def test_in_green_phase_at_any_fair_price_and_not_from_blue_phase_on():
    table = orleans("green", FIVE).with_private("VdL", "Ann").operating_turn("PO")
    table.do("Ann", "buy_private", private="VdL", price=30, **{"as": "train"})
    assert table.trains("PO") == ["2"]
    table = orleans("blue", FIVE).with_private("VdL", "Ann").operating_turn("PO")
    table.refused("Ann", "buy_private", private="VdL", price=30, **{"as": "train"})
    table.do("Ann", "buy_private", private="VdL", price=30)
    assert (table.trains("PO"), table.s.privates["VdL"]) == ([], "PO")


@pytest.mark.rule("1843-10.2-29")
def test_the_2_train_rusts_at_blue():
    table = orleans("green", FIVE).with_private("VdL", "Ann").operating_turn("PO")
    table.do("Ann", "buy_private", private="VdL", price=30, **{"as": "train"}).with_cash("PO", 1000)
    table.with_supply_from("5+2").operating_turn("PO", step="train")
    table.do("Ann", "buy_train", kind="5+2", price=350, **{"from": "bank"})
    assert table.trains("PO") == ["5+2"]


# --- Lyon - Méditerranée


@pytest.mark.rule("1843-10.2-40")
@pytest.mark.parametrize("edition", ["2016", "2012"])
@pytest.mark.parametrize("source", ["bank", "PO"])
def test_the_lyon_mediterranee_closes_at_the_plms_first_train(edition: str, source: str):
    table = orleans("yellow", edition=edition).with_company("PLM", "Ann", par=67, Ann=6).with_private("LM", "Bob")
    table.with_train("PO", "2+1").operating_turn("PLM", step="train")
    assert table.s.privates["LM"] == table.seat("Bob")
    table.do("Ann", "buy_train", kind="2+1", price=125, **{"from": source})
    assert table.s.privates["LM"] == "closed"
