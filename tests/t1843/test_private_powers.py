"""What private companies are good for (10)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track

FIVE = ("Ann", "Bob", "Cem", "Dan", "Eva")
SIX = (*FIVE, "Fay")


def po(*, phase: str = "green", private: str = "", players: tuple[str, ...] = FIVE[:3], **options: str) -> Table:
    """Ann's PO, in green phase, perhaps with a private company of its own."""
    table = Table(players, **options).with_phase(phase)
    table.with_company("PO", "Ann", par=79, treasury=700, Ann=4, Bob=2)
    return table.with_private(private, "PO") if private else table


@pytest.mark.rule("1843-8.3-09", "1843-15.2-02", "1843-10.1-02", "1843-10.1-03", "1843-10.1-04")
def test_from_green_phase_a_company_buys_private_companies_for_one_to_twice_face_value():
    table = po().with_private("C", "Bob").operating_turn("PO")
    table.refused("Ann", "buy_private", private="C", price=41)
    table.refused("Ann", "buy_private", private="C", price=0)
    before = table.cash("Bob")
    table.do("Ann", "buy_private", private="C", price=40)
    assert table.s.privates["C"] == table.seat("Bob")
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.s.privates["C"], table.cash("Bob"), table.cash("PO")) == ("PO", before + 40, 660)
    table.operating_round()
    assert table.cash("PO") == 665


@pytest.mark.rule("1843-10.1-05", "1843-8.3-09")
def test_in_yellow_phase_a_company_buys_no_private_company():
    table = po(phase="yellow").with_private("C", "Ann").operating_turn("PO")
    table.refused("Ann", "buy_private", "10.1", private="C", price=20)
    assert "buy_private" in po().with_private("C", "Ann").operating_turn("PO").verbs("Ann")


@pytest.mark.rule("1843-10.2-39")
def test_no_company_buys_the_lyon_mediterranee():
    table = po().with_private("LM", "Ann").with_private("C", "Ann").operating_turn("PO")
    table.refused("Ann", "buy_private", "10.2", private="LM", price=210)


@pytest.mark.rule("1843-10.1-07", "1843-10.2-07")
@pytest.mark.parametrize(("private", "hexes"), [("C", ("E18", "F17")), ("PStG", ("E14",)), ("VdL", ("G14",))])
def test_hexagons_are_blocked_until_a_company_owns_the_private_company_or_it_closes(
    private: str, hexes: tuple[str, ...]
):
    table = po().with_private(private, "Bob")
    for hex_id in hexes:
        place = table.p.d.map.hexes[hex_id]
        assert place.sheet.blocked_by == private
        refusal = table.p.title.build.tile_refusal(table.p, "PO", hex_id, "9", 0)
        assert refusal is not None and refusal.section == "10.1"
    for owner in ("PO", "closed"):
        table.with_private(private, owner)
        for hex_id in hexes:
            assert table.p.title.build.tile_refusal(table.p, "PO", hex_id, "9", 0) is None


@pytest.mark.rule("1843-10.1-09", "1843-10.1-08", "1843-15.4-01")
def test_all_private_companies_close_with_the_first_brown_train():
    table = Table().with_phase("blue").with_supply("5E", "5E")
    table.with_company("PO", "Ann", par=79, treasury=700, Ann=4, Bob=2).with_private("C", "PO").with_private(
        "TB", "Bob"
    )
    table.operating_turn("PO", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5E", price=400)
    assert set(table.s.privates.values()) == {"closed"}


# --- Toulouse - Barcelone


@pytest.mark.rule("1843-10.2-02", "1843-10.2-03", "1843-10.2-04", "1843-10.2-05", "1843-10.2-06")
def test_the_extra_yellow_tile_costs_twenty_and_closes_the_private_company():
    table = lay_track(po(private="TB"), "F13", "57", "W E").operating_turn("PO")
    table.do("Ann", "lay", hex="F15", tile="57", rotation=table.legal("Ann", "lay", hex="F15")[0]["rotation"])
    table.refused("Ann", "lay", "8.4.1", hex="F11")
    move = table.legal("Ann", "extra_tile", hex="F11")[0]
    table.do("Ann", "extra_tile", **move)
    assert (table.cash("PO"), table.s.privates["TB"], table.tile("F11")) == (680, "closed", move["tile"])
    assert "extra_tile" not in table.verbs("Ann")
    first = lay_track(po(private="TB"), "F13", "57", "W E").operating_turn("PO")
    first.do("Ann", "extra_tile", **move)
    assert "lay" in first.verbs("Ann")


@pytest.mark.rule("1843-10.2-04")
@pytest.mark.parametrize(
    ("verbs", "left"),
    [(("lay", "extra_tile"), False), (("lay", "lay"), True), (("extra_tile", "lay"), True)],
)
def test_the_extra_tile_comes_before_or_after_the_two_tiles_of_the_normal_build(verbs: tuple[str, ...], left: bool):
    table = Table().with_company("SO", "Ann", par=79, treasury=900, Ann=6).with_private("TB", "SO")
    table.operating_turn("SO")
    for verb in verbs:
        table.do("Ann", verb, **table.legal("Ann", verb)[0])
    assert bool({"lay", "extra_tile"} & set(table.verbs("Ann"))) == left


@pytest.mark.rule("1843-10.2-06", "1843-10.1-06")
def test_the_extra_tile_belongs_to_the_track_step_and_its_owner():
    table = lay_track(po(private="TB"), "F13", "57", "W E").operating_turn("PO", "train")
    assert "extra_tile" not in table.verbs("Ann")
    table = lay_track(po().with_private("TB", "Bob"), "F13", "57", "W E").operating_turn("PO")
    table.refused("Ann", "extra_tile", "10.2")


# --- Saint-Germain


@pytest.mark.rule("1843-10.2-08", "1843-10.2-09", "1843-10.2-10", "1843-10.2-11", "1843-8.4.1-19")
@pytest.mark.parametrize("edition", ["2016", "2012"])
@pytest.mark.parametrize("step", ["track", "train"])
def test_the_saint_germain_lays_a_tile_in_e14_at_any_time_and_needs_no_track_there(step: str, edition: str):
    table = Table(edition=edition).with_company("SO", "Ann", par=79, treasury=100, Ann=6).with_private("PStG", "SO")
    table.operating_turn("SO", step)
    table.do("Ann", "saint_germain", tile="1", rotation=0)
    assert (table.tile("E14"), table.s.privates["PStG"], table.cash("SO")) == ("1", "SO", 100)
    if step == "track":
        assert "lay" in table.verbs("Ann") or table.step() != "track"
    assert "saint_germain" not in table.verbs("Ann")


@pytest.mark.rule("1843-10.2-09")
def test_the_saint_germains_tile_leaves_the_normal_build_as_it_is():
    table = lay_track(po(private="PStG"), "F13", "57", "W E").operating_turn("PO")
    table.do("Ann", "saint_germain", tile="1", rotation=0)
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="F15")[0])
    table.operating_turn("PO").refused("Ann", "saint_germain", "10.2", tile="1", rotation=0)


# --- Le Havre


@pytest.mark.rule("1843-10.2-13", "1843-10.2-15", "1843-10.2-16", "1843-8.5.1-08", "1843-8.4.1-19")
def test_le_havre_gives_tile_and_station_for_eighty_as_the_whole_build():
    table = lay_track(po(private="LH"), "F13", "57", "W E").operating_turn("PO")
    rotations = {move["rotation"] for move in table.legal("Ann", "havre", tile="57")}
    assert rotations == {0, 3}
    table.do("Ann", "havre", tile="57", rotation=0)
    assert (table.cash("PO"), table.tile("C14"), table.s.privates["LH"]) == (620, "57", "PO")
    assert "C14/c0" in table.stations("PO")
    assert table.s.companies["PO"].markers == []
    assert "lay" not in table.verbs("Ann")
    assert table.step() != "token"


@pytest.mark.rule("1843-10.2-14")
def test_le_havre_is_not_available_once_a_tile_lies_there_or_after_a_build():
    table = lay_track(po(private="LH"), "F13", "57", "W E").with_tile("C14", "57", 0).operating_turn("PO")
    table.refused("Ann", "havre", "10.2", tile="57", rotation=0)
    table = lay_track(po(private="LH"), "F13", "57", "W E").operating_turn("PO")
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="F11")[0])
    if table.step() == "track":
        table.refused("Ann", "havre", "10.2", tile="57", rotation=0)


# --- Boulogne - Amiens


@pytest.mark.rule("1843-10.2-30", "1843-10.2-32", "1843-10.2-34", "1843-10.2-35", "1843-10.2-36")
@pytest.mark.parametrize(("edition", "cost"), [("2016", 100), ("2012", 120)])
def test_boulogne_gives_tile_and_station(edition: str, cost: int):
    table = po(private="BA", edition=edition).operating_turn("PO")
    table.do("Ann", "boulogne", tile="10", rotation=1, city="C18/c1")
    assert (table.cash("PO"), table.tile("C18"), table.s.privates["BA"]) == (700 - cost, "10", "PO")
    assert "C18/c1" in table.stations("PO")


@pytest.mark.rule("1843-10.2-33", "1843-10.2-30")
def test_boulogne_gives_a_station_alone_where_a_tile_lies_and_nothing_in_yellow_phase():
    table = po(private="BA").with_tile("C18", "10", 1).with_company("EST", "Bob", par=67, Bob=6)
    table.with_marker("EST", "C18/c0").operating_turn("PO")
    table.refused("Ann", "boulogne", city="C18/c0")
    table.do("Ann", "boulogne", city="C18/c1")
    assert table.cash("PO") == 600
    yellow = po(private="BA", phase="yellow").operating_turn("PO")
    yellow.refused("Ann", "boulogne", tile="10", rotation=1, city="C18/c1")


# --- Val de Loire


@pytest.mark.rule("1843-10.2-18", "1843-10.2-21", "1843-15.1-02")
def test_the_val_de_loire_is_exchanged_for_a_share_as_the_action_of_a_stock_turn():
    table = po(phase="yellow").with_private("VdL", "Cem").stock_round("Cem")
    cash = table.cash("Cem")
    table.do("Cem", "exchange", company="PO")
    assert (table.units("Cem", "PO"), table.s.privates["VdL"], table.cash("Cem")) == (1, "closed", cash)
    table.may_not_buy("Cem", "PO", section="7.1")


@pytest.mark.rule("1843-10.2-19")
def test_the_exchange_is_open_to_its_owner_throughout_an_operating_round():
    table = po(phase="yellow").with_private("VdL", "Cem").operating_turn("PO")
    assert table.deciders() == ["Ann"]
    table.refused("Bob", "exchange", company="PO")
    table.do("Cem", "exchange", company="PO")
    assert table.units("Cem", "PO") == 1


@pytest.mark.rule("1843-10.2-19", "1843-7.4-10")
@pytest.mark.parametrize("operated", [False, True])
def test_a_company_floated_by_the_exchange_operates_in_the_round_only_if_nobody_has(operated: bool):
    table = po(phase="yellow").with_private("VdL", "Cem").with_train("PO", "2+1")
    table.with_company("OU", "Bob", par=73, Bob=3, Cem=2, floated=False, home=False, turns=0)
    if operated:
        table.operating_turn("PO", "train").do("Cem", "exchange", company="OU")
        table.do("Ann", "skip")
        assert (table.s.companies["OU"].floated, table.s.clock.round) == (True, "stock")
        assert table.happened("operates") == []
        table.stock_round("Ann").everybody_passes()
        assert "OU" in table.p.title.operating.order(table.p), "in the next round it does"
        return
    table.do("Cem", "hold", power="exchange", moment="before the first company").operating_round()
    table.do("Cem", "exchange", company="OU")
    assert "OU" in table.p.title.operating.order(table.p)


@pytest.mark.rule("1843-10.2-20")
def test_half_a_directors_certificate_costs_one_par():
    table = po(phase="yellow").with_private("VdL", "Cem").stock_round("Cem")
    cash = table.cash("Cem")
    table.do("Cem", "exchange", company="EST", price=73)
    assert (table.president("EST"), table.units("Cem", "EST"), table.cash("Cem")) == ("Cem", 2, cash - 73)
    assert table.price("EST") == 73


@pytest.mark.rule("1843-10.2-22")
def test_the_engineers_card_goes_on_a_train_in_the_train_step():
    table = po(private="VdL").with_train("PO", "2x2 or 3+1").operating_turn("PO", "train")
    table.do("Ann", "engineers", kind="2x2 or 3+1")
    assert table.s.privates["VdL"] == "closed"
    table = po(private="VdL").with_train("PO", "2+1").operating_turn("PO", "track")
    assert "engineers" not in table.verbs("Ann")


@pytest.mark.rule("1843-10.2-23", "1843-10.2-26", "1843-15.3-01", "1843-15.3-02")
def test_a_preserved_train_becomes_obsolete_runs_once_more_and_goes_before_the_train_step():
    table = po().with_train("PO", "2+1", "2+1").with_engineers("PO", "2+1").with_supply("5+2", "5+2", "5E")
    table.with_company("EST", "Bob", par=94, treasury=900, Bob=6).operating_turn("EST", "train")
    table.do("Bob", "buy_train", **{"from": "bank"}, kind="5+2", price=350)
    assert table.trains("PO") == ["2+1"]
    lay_track(table, "F13", "57", "W E")
    lay_track(table, "F15", "57", "W E")
    table.operating_turn("PO", "run")
    table.run_best("Ann").do("Ann", "dividend", kind="full")
    assert table.trains("PO") == []


@pytest.mark.rule("1843-10.2-24", "1843-10.2-25")
def test_obsolete_trains_are_not_sold_and_a_sold_train_loses_the_card():
    table = po().with_train("PO", "2+1").with_obsolete("PO", "2+1")
    table.with_company("EST", "Ann", par=94, treasury=900, Ann=6).operating_turn("EST", "train")
    table.refused("Ann", "buy_train", **{"from": "PO"}, kind="2+1", price=1)
    table = po().with_train("PO", "2+1").with_engineers("PO", "2+1")
    table.with_company("EST", "Ann", par=94, treasury=900, Ann=6).operating_turn("EST", "train")
    table.do("Ann", "buy_train", **{"from": "PO"}, kind="2+1", price=1)
    assert [card.marks for card in table.s.trains.values() if card.at == "EST"] == [[]]


@pytest.mark.rule("1843-8.3-10", "1843-10.2-27", "1843-10.2-28", "1843-10.2-29", "1843-15.1-03")
@pytest.mark.parametrize(
    ("players", "edition", "may"),
    [(FIVE, "2016", True), (SIX, "2016", True), (FIVE[:4], "2016", False), (FIVE, "2012", False), (SIX, "2012", True)],
)
def test_in_yellow_phase_the_val_de_loire_becomes_a_two_train(players: tuple[str, ...], edition: str, may: bool):
    table = po(phase="yellow", players=players, edition=edition).with_private("VdL", "Ann").operating_turn("PO")
    if not may:
        table.refused("Ann", "buy_private", "10.1", private="VdL", price=110)
        return
    table.refused("Ann", "buy_private", private="VdL", price=109)
    table.do("Ann", "buy_private", private="VdL", price=110)
    assert (table.trains("PO"), table.s.privates["VdL"], table.supply("2+1")) == (["2"], "closed", 6)
    assert table.p.d.trains["2"].rusted_by == table.p.d.phases["blue"].on


# --- Lyon - Méditerranée


@pytest.mark.rule("1843-10.2-40")
def test_the_lyon_mediterranee_closes_when_the_plm_gets_a_train():
    table = Table().with_company("PLM", "Ann", par=79, treasury=300, Ann=6).with_private("LM", "Bob")
    table.operating_turn("PLM", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    assert table.s.privates["LM"] == "closed"


@pytest.mark.rule("1843-10.2-40")
@pytest.mark.parametrize(("edition", "fate"), [("2016", "closed"), ("2012", "p2")])
def test_a_two_train_of_the_plms_closes_it_in_the_later_edition(edition: str, fate: str):
    table = Table(SIX, edition=edition).with_company("PLM", "Ann", par=79, treasury=300, Ann=6)
    table.with_private("LM", "Bob").with_private("VdL", "Ann").operating_turn("PLM")
    table.do("Ann", "buy_private", private="VdL", price=110)
    assert table.s.privates["LM"] == fate
