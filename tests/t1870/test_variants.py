"""Variants 16.1 (the game ends at 400) and 16.2 (diesels as in 1830)."""

from __future__ import annotations

import msgspec
import pytest

from engine import Game, Unreadable, decode_game, new
from engine.view import view
from tests.t1870.lines import row_b
from tests.t1870.railways import connect, connecting, end_turn, gulf, operating
from tests.t1870.table import Table


def buy(table: Table, kind: str, **more: str) -> Table:
    return table.do("Ann", "buy_train", **{"from": "bank"}, kind=kind, **more)


def may_not_buy(table: Table, kind: str, section: str = "", **more: str) -> str:
    return table.refused("Ann", "buy_train", section, **{"from": "bank"}, kind=kind, **more)


# --- 16.1


def has_run(box: str, **options: str) -> Table:
    """The ATSF has run; the GMO has yet to operate in this round."""
    table = row_b(**options).with_box("ATSF", box).with_train("ATSF", "2").with_company("GMO", "Bob", Bob=6)
    return table.operating_turn("ATSF", "run", number=1, of=2).run_best("Ann")


def at_375(**options: str) -> Table:
    """The same with a price of 375."""
    return has_run("0,19", **options)


@pytest.mark.rule("1870-16.1-01")
def test_at_400_the_company_finishes_its_turn_and_the_game_is_over():
    table = at_375(finish_at_400="yes").do("Ann", "dividend", kind="full")
    assert table.price("ATSF") == 400
    assert table.s.end is None
    buy(table, "2").do("Ann", "skip")  # it finishes operating
    assert table.s.end is not None
    assert not table.happened("operates")  # and nobody else does

    half = at_375(finish_at_400="yes").do("Ann", "dividend", kind="half").do("Ann", "skip")
    assert half.s.end is None and operating(half) == "GMO"
    to_375 = has_run("0,18", finish_at_400="yes").do("Ann", "dividend", kind="full").do("Ann", "skip")
    assert (to_375.price("ATSF"), to_375.s.end, operating(to_375)) == (375, None, "GMO")
    usual = at_375().do("Ann", "dividend", kind="full").do("Ann", "skip")
    assert usual.s.end is None and operating(usual) == "GMO"


@pytest.mark.rule("1870-16.1-01")
def test_a_price_that_has_been_at_400_ends_the_game_even_if_a_sale_pushes_it_down_again():
    table = at_375(finish_at_400="yes").do("Ann", "dividend", kind="full").with_box("ATSF", "1,19")
    assert buy(table, "2").do("Ann", "skip").s.end is not None


@pytest.mark.rule("1870-16.1-01")
def test_a_connection_dividend_that_reaches_400_ends_the_game_too():
    table = gulf(finish_at_400="yes").with_company("SP", "Ann", Ann=6, box="1,20").with_train("SP", "3")
    table.operating_round()
    assert connecting(table) == "SP"
    connect(table, "Ann")
    assert table.price("SP") == 400
    assert table.s.end is not None


@pytest.mark.rule("1870-16.1-02")
@pytest.mark.parametrize(
    ("option", "box", "price", "ends"),
    [("yes", "1,20", 400, True), ("yes", "2,20", 375, False), ("no", "1,20", 400, False)],
)
def test_at_400_at_the_end_of_a_stock_round_nobody_operates(option: str, box: str, price: int, ends: bool):
    table = row_b(finish_at_400=option).with_company("ATSF", "Ann", Ann=6, Bob=4, box=box).stock_round("Ann")
    while table.s.end is None and table.s.clock.round == "stock":
        table.do(table.deciders()[0], "pass")
    assert table.price("ATSF") == price  # all sold
    assert (table.s.end is not None) == ends
    assert bool(table.happened("operates")) != ends


# --- 16.2


def diesels(kind: str = "6", phase: str = "5", *own: str, cash: int = 3000, **rules: str) -> Table:
    """The ATSF in its train step; the bank sells this kind, and has sold one already."""
    table = row_b(diesels="yes", **rules).with_private("SCC", "ATSF").with_train("ATSF", *own)
    table.with_supply_from(kind).with_train("MP", kind).with_phase(phase).with_cash("ATSF", cash)
    return table.operating_turn("ATSF", "train")


@pytest.mark.rule("1870-16.2-01")
def test_there_are_diesels_and_no_trains_of_8_10_and_12():
    kinds = {card.kind for card in Table(diesels="yes").s.trains.values()}
    assert kinds == {"2", "3", "4", "5", "6", "D"}
    assert "D" not in {card.kind for card in Table().s.trains.values()}


@pytest.mark.rule("1870-16.2-01")
def test_a_diesel_costs_1100_or_300_less_for_a_4_5_or_6_train():
    new = diesels()
    may_not_buy(new, "D", price=800, trade="nothing")
    assert buy(new, "D", trade="nothing").cash("ATSF") == 3000 - 1100

    for kind in ("4", "5", "6"):
        table = diesels("6", "5", kind)
        for other in ("2", "3", *{"4", "5", "6"} - {kind}):
            may_not_buy(table, "D", trade=other)
        buy(table, "D", trade=kind)
        assert table.cash("ATSF") == 3000 - 800
        assert table.trains("ATSF") == ["D"]
    small = diesels("6", "5", "3")
    may_not_buy(small, "D", section="10.4", trade="3")


@pytest.mark.rule("1870-16.2-01")
def test_a_traded_train_makes_room_and_goes_to_the_open_market():
    table = diesels("6", "5", "5", "5")
    may_not_buy(table, "D", section="10.2", trade="nothing")
    buy(table, "D", trade="5")
    assert table.trains("ATSF") == ["5", "D"]
    assert [card.kind for card in table.s.trains.values() if card.at == "pool"] == ["5"]


@pytest.mark.rule("1870-16.2-01")
def test_diesels_are_sold_beside_the_6_trains_once_one_of_those_is_bought():
    early = row_b(diesels="yes").with_supply_from("6").with_phase("4").with_cash("ATSF", 3000)
    early.operating_turn("ATSF", "train")
    may_not_buy(early, "D", trade="nothing")
    buy(early, "6")
    buy(early, "D", trade="nothing")
    assert early.trains("ATSF") == ["6", "D"]


@pytest.mark.rule("1870-16.2-01")
def test_a_diesel_runs_as_far_as_the_track_goes():
    table = row_b(diesels="yes").with_train("ATSF", "D").operating_turn("ATSF", "run").run_best("Ann")
    assert table.s.companies["ATSF"].last_run == 10 + 20 + 20 + 10 + 20


def buys_diesels(table: Table, *companies: str) -> Table:
    """For each of these companies, the ATSF buys a diesel and hands it over."""
    for company in companies:
        table.with_cash("ATSF", 1100).operating_turn("ATSF", "train")
        buy(table, "D", trade="nothing")
        for card in table.s.trains.values():
            if card.at == "ATSF":
                card.at = company
    return table.with_cash("ATSF", 1100).operating_turn("ATSF", "train")


def diesels_left(table: Table) -> int:
    """In the supply, as it is shown; -1 means as many as wanted."""
    return next(one.left for one in view(table.game, "p1").trains if one.kind == "D")


@pytest.mark.rule("1870-16.2-01", "1870-2.4-10")
@pytest.mark.parametrize("rules", [{}, {"edition": "mayfair", "train_12": "six"}])
def test_the_diesels_are_the_six_type_12_cards(rules: dict[str, str]):
    table = diesels("6", "6", cash=0, **rules)
    assert table.p.d.train_counts["D"] == 6
    buys_diesels(table, "GMO", "IC", "MKT", "SP", "SSW")
    assert diesels_left(table) == 1
    buys_diesels(table, "SLSF")
    assert diesels_left(table) == 0
    may_not_buy(table, "D", section="10.4", trade="nothing")


@pytest.mark.rule("1870-16.2-01", "1870-2.4-10")
@pytest.mark.parametrize("rules", [{"train_12": "unlimited"}, {"edition": "mayfair"}])
def test_where_12_trains_never_run_out_diesels_do_not_either(rules: dict[str, str]):
    table = diesels("6", "6", cash=0, **rules)
    buys_diesels(table, "GMO", "IC", "MKT", "SP", "SSW", "SLSF", "TP", "FW")
    assert diesels_left(table) == -1
    buy(table, "D", trade="nothing")


def stored_in_version_3(**options: str) -> Game:
    """A game as it was stored when diesels never ran out, read today."""
    dealt = new("1870", ["Ann", "Bob", "Cem"], {**options, "train_12": "unlimited"}, 3)
    plain = msgspec.json.decode(dealt.encode())
    plain |= {"v": 3, "options": plain["options"] | {"train_12": "by_edition"} | options}
    return decode_game(msgspec.json.encode(plain))


@pytest.mark.rule("1870-16.2-01")
@pytest.mark.parametrize("rules", [{}, {"train_12": "six"}, {"rules": "18xx.games", "train_12": "six"}])
def test_a_game_begun_when_diesels_never_ran_out_goes_on_so(rules: dict[str, str]):
    game = stored_in_version_3(diesels="yes", **rules)
    assert game.state.options["train_12"] == "unlimited"
    assert game.position().d.train_counts["D"] < 0
    assert decode_game(game.encode()) == game


def test_other_games_keep_their_choice_of_12_trains():
    for rules in ({"train_12": "six"}, {"edition": "mayfair"}, {"rules": "18xx.games", "train_12": "six"}):
        assert stored_in_version_3(**rules).state.options["train_12"] == rules.get("train_12", "by_edition")
    today = new("1870", ["Ann", "Bob", "Cem"], {"diesels": "yes"}, 3)
    assert decode_game(today.encode()).state.options["train_12"] == "by_edition"


@pytest.mark.rule("1870-16.2-02", "1870-16.2-03")
def test_phase_five_lasts_to_the_first_diesel_and_phase_six_to_the_end():
    table = row_b(diesels="yes").with_supply_from("6").with_phase("4").with_cash("ATSF", 9000)
    table.operating_turn("ATSF", "train")
    buy(table, "6")
    assert table.s.phase == "5"
    buy(table, "D", trade="nothing")
    assert table.s.phase == "6"
    phases = table.p.d.phases
    assert list(phases) == ["1", "2", "3", "4", "5", "6"]
    assert phases["5"].offboard == "second" and phases["6"].offboard == "third"
    for phase in ("5", "6"):
        assert phases[phase].tiles == ("yellow", "green", "brown", "gray")
        assert phases[phase].train_limit == 2
        assert phases[phase].operating_rounds == 3


@pytest.mark.rule("1870-16.2-03", "1870-16.2-04")
def test_the_first_diesel_scraps_the_4_trains_and_leaves_the_5_trains():
    table = row_b(diesels="yes").with_supply_from("4").with_train("MKT", "4", "5").with_train("pool", "4", "5")
    table.with_train("ATSF", "4").with_supply_from("6").with_train("MP", "6").with_phase("5").with_cash("ATSF", 3000)
    table.operating_turn("ATSF", "train")
    buy(table, "D", trade="4")
    assert table.trains("MKT") == ["5"]
    assert table.trains("MP") == ["6"]
    assert [card.kind for card in table.s.trains.values() if card.at == "pool"] == ["5"]
    assert table.p.d.trains["5"].rusted_by == ""
    assert Table().p.d.trains["5"].rusted_by == "12"


@pytest.mark.rule("1870-16.2-04")
def test_a_5_train_runs_on_when_diesels_run():
    table = diesels("6", "5", "5")
    buy(table, "D", trade="nothing")
    end_turn(table)
    assert table.trains("ATSF") == ["5", "D"]


# --- variants are chosen before the game


@pytest.mark.rule("1870-16-01")
def test_variants_are_chosen_when_the_game_is_made_and_hold_to_its_end():
    with pytest.raises(Unreadable, match="has no option 'five_towns'"):
        Table(five_towns="yes")
    with pytest.raises(Unreadable, match="no or yes"):
        Table(diesels="perhaps")
    chosen = Table(diesels="yes")
    assert chosen.s.options["diesels"] == "yes"
    assert Table().s.options["diesels"] == "no"
    chosen.do("Ann", "take").do("Bob", "pass_auction")
    assert chosen.s.options == Table(diesels="yes").s.options
    for verb in chosen.game.title.verbs:
        chosen.refused("Cem", verb, diesels="no")
