"""Stock rounds, operating rounds, track, routes, trains, need, and the end."""

from __future__ import annotations

import pytest

from tests.positions.lines import may_not_run
from tests.t1889.table import NAMES, Table


@pytest.mark.rule("1889-stock-02")
def test_half_of_the_shares_float_a_company():
    table = Table().with_company("AR", "Ann", par=80, Ann=3, floated=False).stock_round()
    assert not table.buy("Ann", "AR").s.companies["AR"].floated
    table.done("Ann").buy("Bob", "AR")
    assert table.s.companies["AR"].floated
    assert table.cash("AR") == 800


@pytest.mark.rule("1889-stock-03")
def test_sales_before_or_after_the_purchase():
    def table() -> Table:
        found = Table().with_company("AR", "Bob", Ann=2).with_company("IR", "Bob", Ann=2).with_company("SR", "Cem")
        return found.stock_round()

    both = table().do("Ann", "sell", company="AR", shares=1).buy("Ann", "SR")
    both.refused("Ann", "sell", company="IR", shares=1)
    assert both.units("Ann", "IR") == 2
    after = table().buy("Ann", "SR").do("Ann", "sell", company="AR", shares=1).do("Ann", "sell", company="IR", shares=1)
    assert (after.units("Ann", "AR"), after.units("Ann", "IR")) == (1, 1)


@pytest.mark.rule("1889-stock-04", "1889-stock-05")
def test_one_lot_a_company_and_the_price_falls_at_once():
    table = Table().with_company("AR", "Bob", Ann=3).stock_round().do("Ann", "sell", company="AR", shares=2)
    assert (table.cash("Ann"), table.price("AR")) == (620, 80)
    table.refused("Ann", "sell", company="AR", shares=1)
    assert table.units("Ann", "AR") == 1


@pytest.mark.rule("1889-stock-06")
def test_nothing_is_sold_in_the_first_stock_round():
    table = Table().with_company("AR", "Bob", Ann=3).stock_round(initial=True)
    table.refused("Ann", "sell", "stock round", company="AR", shares=1)
    assert table.units("Ann", "AR") == 3


@pytest.mark.rule("1889-stock-07")
def test_a_company_that_is_sold_out_rises():
    table = Table().with_company("AR", "Ann", par=65, Ann=5, Bob=5).with_company("IR", "Ann", par=65, Ann=5, Bob=4)
    table.stock_round().everybody_passes()
    assert (table.price("AR"), table.price("IR")) == (70, 65)


@pytest.mark.rule("1889-stock-08")
def test_priority_is_left_of_the_last_to_act():
    table = Table().with_company("AR", "Ann", Ann=5).stock_round().buy("Ann", "AR").done("Ann")
    assert table.name(table.s.priority) == "Bob"


# --- operating


@pytest.mark.rule("1889-home-01")
def test_homes_are_placed_when_the_round_begins():
    table = Table().with_company("AR", "Ann", Ann=5, home=False).with_company("UR", "Bob", Bob=5, home=False)
    table.with_company("IR", "Cem", Cem=4, floated=False, home=False).operating_round()
    assert {marker.company: marker.stop for marker in table.s.board.markers} == {"AR": "K8/c0", "UR": "B7/c0"}
    assert len(table.happened("operates")) == 1


@pytest.mark.rule("1889-home-02")
def test_home_places_are_kept():
    table = Table().with_company("AR", "Ann", treasury=500).track("K8", "6", "N SW").track("K6", "9", "N S")
    stop = f"K4/{table.p.ground.track('K4').stops[0].key}"
    table.operating_turn("AR", "token")
    table.refused("Ann", "token", city=stop)
    assert len(table.s.board.markers) == 1
    table = Table().with_company("AR", "Ann", treasury=500).track("K8", "6", "N SW").track("K6", "9", "N S")
    table.track("K4", "440", "S SW NW").with_phase("3").operating_turn("AR", "token").do("Ann", "token", city=stop)
    assert (len(table.s.board.markers), table.cash("AR")) == (2, 460)


@pytest.mark.rule("1889-track-01")
def test_an_upgrade_must_bring_something():
    table = Table().with_phase("3").with_company("AR", "Ann", treasury=500).track("K8", "6", "N SW")
    table.track("K6", "9", "N S").operating_turn("AR")
    useless = table.track("J5", "3", "NE SE").track("I6", "9", "N S")
    useless.refused("Ann", "lay", "track", hex="I6", tile="23", rotation=0)
    assert useless.tile("I6").startswith("9")
    table.lay("Ann", "K6", "24", "N S NW")
    assert table.tile("K6").startswith("24")


@pytest.mark.rule("1889-track-03", "1889-track-04")
def test_kotohira_costs_80_each_time_and_takes_its_own_tiles_only():
    table = (
        Table().with_phase("3").with_company("SR", "Ann", treasury=500).track("I2", "57", "N S").operating_turn("SR")
    )
    table.may_not_lay("Ann", "I4", "57", "N S")
    table.lay("Ann", "I4", "438", "N SW")
    assert table.cash("SR") == 420
    table = Table().with_phase("3").with_company("SR", "Ann", treasury=500).track("I2", "57", "N S")
    table.track("I4", "438", "N SW").operating_turn("SR").lay("Ann", "I4", "439", "N SW SE")
    assert table.cash("SR") == 420


@pytest.mark.rule("1889-track-04")
@pytest.mark.parametrize(("hex_id", "own"), [("K4", {"440"}), ("F9", {"465"}), ("I4", {"438"})])
def test_labels(hex_id: str, own: set[str]):
    assert set(Table().p.d.first_tiles[hex_id]) == own


@pytest.mark.rule("1889-track-05")
def test_green_from_phase_3_and_brown_from_5():
    d = Table().p.d
    assert [phase.tiles[-1] for phase in d.phases.values()] == ["yellow", "green", "green", "brown", "brown", "brown"]
    table = Table().with_company("AR", "Ann", treasury=500).track("K8", "6", "N SW").operating_turn("AR")
    table.refused("Ann", "lay", "phases", hex="K8", tile="15", rotation=0)
    assert table.tile("K8").startswith("6")


# --- routes


def to_naruto(phase: str, *trains: str) -> Table:
    """The Awa's track leads from Tokushima over K6 to Naruto."""
    table = Table().with_phase(phase).with_company("AR", "Ann", treasury=0).track("K8", "6", "N SW")
    table.track("K6", "7", "S SE").with_train("AR", *trains)
    return table.operating_turn("AR", "run")


@pytest.mark.rule("1889-route-01", "1889-route-02", "1889-route-03")
@pytest.mark.parametrize(
    ("phase", "train", "red"),
    [("2", "2", 20), ("4", "4", 20), ("5", "5", 40), ("6", "6", 40), ("D", "6", 40), ("D", "D", 80)],
)
def test_what_a_red_place_pays(phase: str, train: str, red: int):
    table = to_naruto(phase, train)
    stops = [f"{hex_id}/{table.p.ground.track(hex_id).stops[0].key}" for hex_id in ("K8", "L7")]
    name = table.trains("AR")[0] if "-" in table.trains("AR")[0] else f"{train}-0"
    table.do("Ann", "run", routes=f"{name}={stops[0]},K8.N,K6.SE,{stops[1]}")
    assert table.happened("ran")[-1]["amount"] == 20 + red


@pytest.mark.rule("1889-route-03")
def test_a_run_needs_two_stops_and_a_marker():
    table = to_naruto("2", "2")
    stop = f"K8/{table.p.ground.track('K8').stops[0].key}"
    assert may_not_run(table, "Ann", f"2-0={stop}", section="routes")
    assert table.cash("AR") == 0


@pytest.mark.rule("1889-dividend-01")
def test_dividends_move_the_price():
    for kind, price in (("full", 110), ("withhold", 90)):
        table = to_naruto("2", "2")
        table.run_best("Ann")
        table.do("Ann", "dividend", kind=kind)
        assert table.price("AR") == price
    table = to_naruto("2", "2")
    table.run_best("Ann")
    table.refused("Ann", "dividend", kind="half")


# --- trains and need


def poor(phase: str = "3", cash: int = 100, **holders: int) -> Table:
    """The Awa has a route, no train and no money."""
    table = Table().with_phase(phase).with_supply_from("4").with_company("AR", "Ann", treasury=0, Ann=5, **holders)
    table.track("K8", "6", "N SW").track("K6", "7", "S SE").with_cash("Ann", cash)
    return table


@pytest.mark.rule("1889-train-01")
def test_the_president_adds_money_for_the_cheapest_train_of_the_bank():
    table = poor(cash=400).with_company("IR", "Bob").with_train("IR", "4").operating_turn("AR", "train")
    table.refused("Ann", "buy_train", **{"from": "IR"}, kind="4", price=10)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="4", price=300)
    assert (table.cash("Ann"), table.trains("AR")[0][0]) == (100, "4")


@pytest.mark.rule("1889-need-01")
def test_in_need_no_president_changes():
    table = poor(cash=150).with_company("IR", "Ann", Ann=3, Bob=3).with_company("SR", "Bob", Ann=3)
    table.operating_turn("AR", "train")
    table.refused("Ann", "sell", "forced purchase", company="IR", shares=1)
    assert (table.units("Ann", "IR"), table.president("IR")) == (3, "Ann")
    table.do("Ann", "sell", company="SR", shares=2)
    assert table.president("IR") == "Ann"


@pytest.mark.rule("1889-need-02")
def test_in_need_one_lot_a_company_and_no_more_than_needed():
    table = poor(cash=50).with_company("SR", "Bob", Ann=4, par=100).with_company("UR", "Bob", Ann=4, par=100)
    table.operating_turn("AR", "train")
    table.refused("Ann", "sell", "forced purchase", company="SR", shares=4)
    table.do("Ann", "sell", company="SR", shares=1)
    table.refused("Ann", "sell", company="SR", shares=1)
    assert table.units("Ann", "SR") == 3


@pytest.mark.rule("1889-need-03", "1889-end-01")
def test_who_cannot_pay_is_bankrupt_and_the_game_ends():
    table = poor(cash=10).with_company("AR", "Ann", treasury=0).operating_turn("AR", "train")
    while table.s.end is None and table.deciders():
        who = table.deciders()[0]
        table.do(who, "bankrupt")
    assert table.s.end is not None
    assert table.s.end.why == "bankruptcy"
    rich = poor(cash=400).operating_turn("AR", "train")
    rich.refused("Ann", "bankrupt")
    assert rich.s.end is None


@pytest.mark.rule("1889-train-02")
def test_limits_rust_and_rounds():
    d = Table().p.d
    assert [phase.train_limit for phase in d.phases.values()] == [4, 4, 3, 2, 2, 2]
    assert [phase.operating_rounds for phase in d.phases.values()] == [1, 2, 2, 3, 3, 3]
    table = Table().with_phase("3").with_company("AR", "Ann", treasury=500).with_train("AR", "3").with_train("AR", "2")
    table.with_supply_from("4").operating_turn("AR", "train").do(
        "Ann", "buy_train", **{"from": "bank"}, kind="4", price=300
    )
    assert table.s.phase == "4"
    assert sorted(train[0] for train in table.trains("AR")) == ["3", "4"]


@pytest.mark.rule("1889-end-02")
def test_when_the_bank_breaks_the_set_is_played_out():
    table = Table().with_company("AR", "Ann").with_company("IR", "Bob").with_bank(5).with_private("SIR", "Cem")
    table.operating_round(1, 2)
    assert table.s.broken
    assert table.s.end is None


# --- the beginner's game


def beginners(players: int) -> Table:
    """Everybody has a private company."""
    return Table(NAMES[:players], beginner_game="yes")


@pytest.mark.rule("1889-beginner-01", "1889-beginner-02", "1889-beginner-03")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_gets_one_private_company_at_its_price(players: int):
    table = beginners(players)
    used = ("DR", "SIR", "ER", "SMR", "TER", "MF")[:players]
    assert sorted(table.owner(private) for private in used) == sorted(NAMES[:players])
    costs = {"DR": 60, "SIR": 90, "ER": 40, "SMR": 60, "TER": 20, "MF": 40}
    capital = 420 if players < 5 else 390
    for private in used:
        assert table.cash(table.owner(private)) == capital - costs[private]
    assert all(table.owner(private) == "closed" for private in costs if private not in used)
    assert table.s.clock.round == "stock"
    assert "par" in table.verbs(table.deciders()[0])


@pytest.mark.rule("1889-beginner-04")
def test_they_have_no_powers_and_no_company_buys_them():
    table = beginners(6)
    for private, verb, args in (
        ("MF", "port", {"hex": "B11", "tile": "437", "rotation": 0}),
        ("DR", "exchange", {"from": "ipo"}),
    ):
        table.refused(table.owner(private), verb, **args)
    assert not any(place.sheet.blocked_by for place in table.p.d.map.hexes.values())
    table = beginners(3).with_phase("3").with_company("AR", "Ann", treasury=500).operating_turn("AR")
    table.refused("Ann", "buy_private", "private companies", private="ER", price=40)


@pytest.mark.rule("1889-beginner-05")
def test_there_are_more_tiles():
    more, usual = beginners(3).p.d.tiles, Table().p.d.tiles
    assert {name: more[name].count - usual[name].count for name in usual if more[name].count != usual[name].count} == {
        "6": 2,
        "7": 1,
        "8": 1,
        "9": 1,
        "23": 1,
        "24": 1,
    }


@pytest.mark.rule("1889-beginner-06")
def test_they_pay_more():
    for private, revenue in (("DR", 20), ("SIR", 25), ("ER", 15), ("SMR", 20), ("TER", 5), ("MF", 15)):
        table = beginners(6).with_company("AR", "Ann")
        owner = table.owner(private)
        before = table.cash(owner)
        assert table.operating_round().cash(owner) == before + revenue
