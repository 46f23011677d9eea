"""What the sensible robot does where a person would know at once."""

import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

from bot.robots.choosing import choose
from bot.robots.foresight.lasting import dying, horizon, rounds_left
from bot.robots.foresight.worth import outlook, unit_value
from bot.robots.steady.fleet import buy
from bot.robots.steady.look import Look
from bot.robots.steady.saving import pay
from bot.robots.steady.scored import Scored
from bot.robots.steady.stock import sell
from engine import Act
from engine.view import view
from tests.positions.lines import lay
from tests.robots.games import begun
from tests.t1870.lines import in_need, row_b
from tests.t1870.table import Table


def move(table: Table, who: str = "Ann") -> Act:
    found = choose(table.game, table.seat(who), "steady", "seed", None)
    assert found is not None
    return found


def rich(treasury: int = 500) -> Table:
    return row_b().with_cash("ATSF", treasury)


def test_it_buys_a_train_for_a_company_that_has_none():
    found = move(rich().operating_turn("ATSF", "train"))
    assert (found.verb, found.args["from"]) == ("buy_train", "bank")


def test_it_runs_the_best_routes_and_pays_out_where_nothing_is_needed():
    table = rich(2_000).with_supply_from("8").with_phase("8").with_train("ATSF", "8").operating_turn("ATSF", "run")
    found = move(table)
    assert found.verb == "run"
    table.do("Ann", found.verb, **found.args)
    assert move(table) == Act("dividend", {"kind": "full"})


def test_it_sells_shares_rather_than_go_bankrupt():
    table = in_need(50)
    table.with_company("SP", "Bob", Bob=5, Ann=3).operating_turn("ATSF", "train")
    found = move(table)
    assert found.verb == "sell"
    table.do("Ann", found.verb, **found.args)
    while found.verb != "buy_train":
        who = table.deciders()[0]
        found = move(table, who)
        table.do(who, found.verb, **found.args)
    assert found.verb == "buy_train"
    assert not table.game.state.players[0].out


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cem"])
def test_it_bids_near_what_a_thing_costs(who: str):
    table = Table()
    for _ in range(12):
        waiting = table.deciders()[0]
        found = move(table, table.name(table.seat(waiting)))
        if found.verb == "bid":
            cost = next(one.cost for one in view(table.game).privates if one.id == found.args["private"])
            assert int(found.args["amount"]) <= 1.4 * cost
        if found.verb not in ("bid", "take", "pass_auction"):
            break
        table.do(waiting, found.verb, **found.args)


def test_it_lays_track_where_that_earns_more():
    table = Table().with_company("ATSF", "Ann", Ann=6, treasury=500).with_train("ATSF", "2")
    lay(table, "B9", "57", "E W")
    found = move(table.operating_turn("ATSF", "track"))
    assert found.verb == "lay"


def test_it_agrees_when_the_others_want_to_stop():
    table = Table()
    first, second = table.deciders()[0], "Bob"
    table.do(first, "stop")
    found = move(table, second if first != second else "Cem")
    assert found.verb == "accept"


def shares(**cash: int) -> Table:
    """Ann's FW has sold four shares of the six with which it floats; Bob's MKT runs well, and is a bargain."""
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("MKT", "4", "4")
    table.with_company("FW", "Ann", Ann=4, floated=False)
    with table.arrange() as p:
        p.company("MKT").turns = 5
    for who, amount in cash.items():
        table.with_cash(who, amount)
    return table.stock_round("Ann")


def bought(table: Table) -> object:
    found = move(table)
    return found.verb == "buy" and found.args["company"]


def test_it_floats_its_own_company_before_it_buys_others_shares():
    """In 1843 it bought bargains with the money for the last two shares, and had no company for two rounds."""
    assert bought(shares(Ann=200)) == "FW"


def test_it_does_not_hurry_to_float_a_company_that_could_not_pay_for_a_train():
    table = shares(Ann=200).with_supply_from("8").with_company("FW", "Ann", par=76, Ann=4, floated=False)
    assert bought(table.stock_round("Ann")) == "MKT"


def test_it_buys_bargains_if_it_cannot_float_its_own_company_yet():
    assert bought(shares(Ann=110)) == "MKT"


@pytest.mark.parametrize(("owned", "hurries"), [(2, True), (3, False)])
def test_it_fills_no_company_up_with_trains_only_to_bring_the_next_ones_nearer(owned: int, hurries: bool):
    """In 1830 a company filled up with four 2 trains, ran two, and could not buy the 3 trains it had money for."""
    table = row_b().with_train("ATSF", *["2"] * owned).with_supply_from("2").with_phase("1").with_cash("ATSF", 2_000)
    look = Look(table.operating_turn("ATSF", "train").game, table.seat("Ann"), random.Random(1), None, 12)
    found = next(one for one in buy(look, "buy_train") if one.act.args["kind"] == "2")
    assert (found.why.key == "buy_hurries") == hurries
    assert (found.score > 0) == hurries


def test_the_last_share_that_floats_its_own_company_is_bought_even_if_its_home_is_poor():
    """In 1870 it bought another company's share with the money for the last one, and waited for two rounds."""
    table = shares(Ann=150)
    with table.arrange() as p:
        p.s.certs[next(cert for cert in p.d.certs_of["FW"] if p.s.certs[cert] == "ipo")] = table.seat("Ann")
    assert bought(table) == "FW"


def test_it_makes_no_room_for_a_share_that_it_may_not_buy_any_more():
    """In 1830 it bought a share and sold it again in the same turn, to make room for another that it might not buy."""
    table = row_b().with_company("SP", "Bob", Bob=6).with_train("SP", "2", "2")
    for company, held in {"FW": 4, "MP": 4, "SSW": 4, "IC": 2}.items():
        table.with_company(company, "Cem", Cem=5, Ann=held)
    with table.arrange() as p:
        p.company("SP").last_run = 400
    table.with_cash("Ann", 900).stock_round("Ann")
    assert "sell_room" not in rooms(table)
    table.do("Ann", "buy", company="IC", **{"from": "ipo"})
    me = next(one for one in view(table.game).seats if one.id == table.seat("Ann"))
    assert me.certificates == me.limit
    assert rooms(table) and "sell_room" not in rooms(table)
    table.done("Ann").done("Bob").done("Cem")
    assert "sell_room" in rooms(table)
    # She has six shares of ATSF, and may buy no more.
    assert {one.why.values["other"] for one in sales(table) if one.why.key == "sell_room"} == {"SP"}


def rooms(table: Table) -> list[str]:
    """Why Ann would sell what."""
    return [one.why.key for one in sales(table)]


def sales(table: Table) -> list[Scored]:
    return list(sell(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "sell"))


@pytest.mark.parametrize(("broken", "of", "saves"), [(True, 1, False), (True, 2, True), (False, 1, True)])
def test_it_saves_for_no_train_that_cannot_run_any_more(broken: bool, of: int, saves: bool):
    """In the last rounds of 1830 and 1889 every robot kept its company's whole income for a train it never bought."""
    table = row_b().with_train("ATSF", "2").with_company("SP", "Bob", Bob=6, treasury=900)
    table.with_supply_from("4").with_phase("2").with_cash("ATSF", 100)
    with table.operating_turn("ATSF", "run", 1, of).arrange() as p:
        p.s.broken = broken
    found = move(table)
    table.do("Ann", found.verb, **found.args)
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    assert ("pay_keeps" in [one.why.key for one in pay(look, "dividend")]) == saves


def test_a_train_that_nothing_rusts_lasts_however_soon_the_game_ends():
    table = row_b().with_train("ATSF", "8").with_supply_from("10").with_phase("8")
    with table.operating_turn("ATSF", "run").arrange() as p:
        p.s.broken = True
    assert not dying(view(table.game), "8")
    assert rounds_left(view(table.game), "8") == 1.0


def test_keeping_a_part_of_what_a_train_costs_counts_for_a_part_of_it():
    """It counted for nothing: companies with poor trains paid out to the end, and could afford no better one."""
    kept = {}
    for treasury in (0, 200, 260, 270):
        table = row_b().with_train("ATSF", "3").with_supply_from("4").with_phase("2").with_cash("ATSF", treasury)
        lay(table, "B9", "57", "E W")
        table.operating_turn("ATSF", "run")
        table.do("Ann", "run", **move(table).args)
        look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
        kept[treasury] = next(one.score for one in pay(look, "dividend") if one.act.args["kind"] == "withhold")
    assert kept[0] < kept[200] < kept[260] == kept[270]


def test_a_game_that_the_bank_ends_goes_on_until_it_is_broken():
    """In the last phase of 1830 it reckoned with two rounds, and there were seven."""
    seen = view(begun("1830", ["steady"] * 3, 1))
    seen.companies[0].last_run = 1_000
    last = replace(seen, phase=seen.phases[-1].name, bank=6_000)
    assert 5 < horizon(last) < 7
    assert horizon(replace(last, bank=60_000)) == last.phases[-1].operating_rounds


def test_a_dollar_more_or_less_in_the_bank_changes_little():
    """In 1830 a game of eight rounds seemed to become one of twelve when a share was sold: it sold all it could."""
    seen = view(begun("1830", ["steady"] * 3, 1))
    seen.companies[0].last_run = 1_000
    found = [horizon(replace(seen, bank=bank)) for bank in range(8_000, 40_000, 100)]
    assert max(abs(one - other) for one, other in pairwise(found)) < 0.2
    assert max(found) > 11


def test_a_train_that_has_not_run_yet_counts():
    """In the last stock round of 1828 it sold companies with new trains, since they had run for nothing before, and
    kept its money to the end.
    """
    worth = {}
    for kinds in ((), ("4",), ("4", "4")):
        table = row_b().with_train("ATSF", *kinds).with_supply_from("5").with_phase("4").with_cash("ATSF", 0)
        with table.arrange() as p:
            p.company("ATSF").turns, p.company("ATSF").last_run = 9, 0
        seen = view(table.game)
        company = next(one for one in seen.companies if one.symbol == "ATSF")
        worth[len(kinds)] = unit_value(seen, company, outlook(seen, table.game))
    assert worth[0] < worth[1] <= worth[2]


def test_a_share_at_the_top_of_the_market_only_pays():
    """In 1870 it sold shares of $120 that ran well for room to buy one at $350, as if that could rise to $584."""
    table = row_b().with_train("ATSF", "4").with_supply_from("5").with_phase("4")
    with table.arrange() as p:
        p.company("ATSF").turns = 9
    seen = view(table.game)
    coming = outlook(seen, table.game)
    company = next(one for one in seen.companies if one.symbol == "ATSF")
    at_top = unit_value(seen, replace(company, price=int(coming.top)), coming)
    assert at_top == coming.top + 0.75 * coming.rounds * coming.earns["ATSF"] / 10


def test_shares_are_not_sold_long_before_they_must_be():
    """In 1828 it sold good shares for a train that its company was to buy some time, as if that were cheaper now."""
    table = row_b().with_company("MKT", "Bob", Bob=5, Ann=3).with_train("MKT", "4").with_supply_from("5")
    table.with_phase("4").with_cash("ATSF", 0).with_cash("Ann", 100)
    with table.arrange() as p:
        p.company("MKT").turns = p.company("ATSF").turns = 9
    look = Look(table.stock_round("Ann").game, table.seat("Ann"), random.Random(1), None, 12)
    sales = [one for one in sell(look, "sell") if one.act.args["company"] == "MKT"]
    assert sales and all(one.score < 0 for one in sales)


@pytest.mark.parametrize(("company", "moves"), [("MKT", True), ("SLSF", False)])
def test_a_train_is_moved_to_another_company_only_if_that_brings_more(company: str, moves: bool):
    """In 1870 a new company took one of two 4 trains from another that ran them well. SLSF has no track yet."""
    table = row_b().with_train("ATSF", "3", "3").with_company(company, "Ann", Ann=4, treasury=800).with_phase("2")
    table.with_supply_from("4").with_cash("ATSF", 0)
    look = Look(table.operating_turn(company, "train").game, table.seat("Ann"), random.Random(1), None, 12)
    found = [one.score for one in buy(look, "buy_train") if one.why.key == "buy_moves"]
    assert found and (max(found) > 0) == moves
