"""What the purchase of a train brings about: exports, trains paid with others, new companies, rust at home."""

import random

import pytest
from msgspec.structs import replace

from bot.robots.foresight.lasting import dying, rounds_left
from bot.robots.foresight.leads import Lead, soon
from bot.robots.foresight.needs import bought_after, first_bought
from bot.robots.steady.fleet import buy, run
from bot.robots.steady.look import Look
from bot.robots.steady.rust import runs_left, rusting
from bot.robots.steady.saving import pay
from engine.view import View, view
from tests.positions.lines import lay
from tests.t18Chesapeake.table import Chesapeake as TableC
from tests.t1843.table import Table as Table1843
from tests.t1843.table import lay_track
from tests.t1870.lines import row_b
from tests.t1870.table import Table as Table1870


def left_of_8e(left: int) -> Table1843:
    """Ann's OU has an 8E; Bob's PO, which has no money, has another. So many 8Es are left after the last round of a
    set.
    """
    table = Table1843().with_phase("red").with_company("OU", "Ann", par=73, treasury=600, Ann=6)
    table.with_company("PO", "Bob", par=79, treasury=0, Bob=6).with_train("PO", "8E").with_train("OU", "8E")
    lay_track(lay_track(table, "D9", "57", "W E"), "D11", "9", "W E")
    with table.arrange() as p:
        cards = [card for card in p.s.trains.values() if card.kind == "8E" and card.at == "supply"]
        for card in cards[left:]:
            card.at = "gone"
        p.s.clock.number = p.s.clock.of = 3
        for company in ("OU", "PO"):
            p.company(company).last_run = 300
    for player in ("Ann", "Bob", "Cem"):
        table.with_cash(player, 0)
    return table.operating_turn("OU", "train")


@pytest.mark.parametrize(("left", "gone"), [(1, True), (2, False)])
def test_the_last_train_of_a_colour_leaves_with_the_first_of_the_next(left: int, gone: bool):
    """In 1843 an 8E seemed to have about five rounds, and none came."""
    position = view(left_of_8e(left).game)
    assert dying(position, "8E") == gone
    assert (first_bought(position)["Electric"] < 1) == gone


def test_who_leaves_one_of_a_colour_to_be_exported_counts_what_rusts_at_home():
    """In 1843 a company bought the last 8E but one: after the round the first Electric left with the last."""
    scored = {}
    for left in (2, 4):
        table = left_of_8e(left)
        look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
        company = look.company
        assert company is not None
        [bought] = [one for one in buy(look, "buy_train") if one.act.args["kind"] == "8E"]
        scored[left] = bought.score, bought.why.key
        assert (runs_left(look, company, "8E") == 0) == (left == 2)
    assert scored[2][0] < 0 and scored[2][1] == "buy_never"
    assert scored[4][1] != "buy_never"


def test_both_sides_of_a_card_are_one_train():
    """In 1843 both sides of a card counted, so that every train seemed to run twice as long."""
    table = Table1843().with_company("OU", "Ann", par=73, treasury=700, Ann=6)
    position = view(table.stock_round("Ann").game)
    fronts = replace(position, trains=[one for one in position.trains if not one.back_of])
    assert rounds_left(position, "2+1") == rounds_left(fronts, "2+1")


@pytest.mark.parametrize(("kind", "killer", "leaves"), [("3", "4", True), ("5", "6", False)])
def test_a_train_leaves_after_a_set_only_if_its_kind_does(kind: str, killer: str, leaves: bool):
    """Nobody has any money: in 18Chesapeake trains up to the 4s leave all the same."""
    table = (
        TableC()
        .with_company("B&O", "Ann", par=80, Ann=6)
        .with_train("B&O", "2")
        .with_supply(kind, killer)
        .with_phase(kind)
    )
    for player in ("B&O", "Ann", "Bob", "Cem", "Dan"):
        table.with_cash(player, 0)
    assert (killer in first_bought(view(table.stock_round("Ann").game))) == leaves


def with_diesel(*trains: str, treasury: int = 750) -> TableC:
    """Ann's B&O has these trains and some money, Bob's C&O a 4, and a 6 has been bought: 6s and Ds are for sale."""
    table = TableC().with_company("B&O", "Ann", par=80, Ann=6).with_company("C&O", "Bob", par=80, Bob=6)
    table.with_train("B&O", "6", *trains).with_train("C&O", "4").with_supply_from("6").with_phase("6")
    table.with_cash("B&O", treasury)
    for player in ("Ann", "Bob", "Cem", "Dan"):
        table.with_cash(player, 0)
    return table.with_cash("C&O", 0).stock_round("Ann")


@pytest.mark.parametrize(("treasury", "soon"), [(750, True), (550, False)])
def test_a_train_may_be_paid_with_another(treasury: int, soon: bool):
    """In 1830 nobody seemed to have the money for a D, which costs $200 less with a 4."""
    assert (first_bought(view(with_diesel("4", treasury=treasury).game)).get("D", 9.0) < 1) == soon


@pytest.mark.parametrize("holds", [5, 2])
def test_a_company_that_is_about_to_float_will_buy_trains(holds: int):
    """In 1830 the 2s seemed to have eight rounds, and a company with $1,000 was to float in the stock round."""
    table = row_b().with_company("MKT", "Bob", floated=False, Bob=holds).with_train("ATSF", "3", "3", "3", "3")
    table.with_cash("ATSF", 0).with_supply("4", "4", "4").with_phase("2")
    for player in ("Ann", "Bob", "Cem"):
        table.with_cash(player, 100 if player == "Bob" else 0)
    position = view(table.stock_round("Ann").game)
    assert (first_bought(position).get("4", 9.0) == 0.0) == (holds == 5)


def brings_diesel(rich: int) -> Table1870:
    """Ann's ATSF has money for the last 5 train; Ann's MKT has a 3 that the 6 rusts, and Bob's SP this much money."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3").with_company("SP", "Bob", Bob=6)
    table.with_train("SP", "5").with_train("ATSF", "4").with_supply("5", "6", "6").with_phase("5")
    table.with_cash("ATSF", 500).with_cash("MKT", 0).with_cash("SP", rich)
    with table.arrange() as p:
        p.company("MKT").last_run = 200
    for player in ("Ann", "Bob", "Cem"):
        table.with_cash(player, 0)
    return table


@pytest.mark.parametrize(("rich", "nearer"), [(700, True), (0, False)])
def test_the_last_of_a_kind_brings_what_the_next_one_rusts(rich: int, nearer: bool):
    """In 1830 the first 6 was not charged with the D that others then bought."""
    table = brings_diesel(rich).operating_turn("ATSF", "train")
    position = view(table.game, table.seat("Ann"))
    company = next(one for one in position.companies if one.symbol == "ATSF")
    assert first_bought(position).get("6", 12.0) >= 1 and (bought_after(position, company, "5")["6"] < 1) == nearer


def test_what_others_will_buy_anyway_is_not_blamed_on_a_purchase():
    """In 1830 a company bought no 3, because its purchase seemed to bring the 4s six rounds nearer: they were to come
    in the next round with it or without it.
    """
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "2", "2").with_company("SP", "Bob", Bob=6)
    table.with_train("SP", "3").with_supply("3", "4", "4").with_phase("2").with_cash("SP", 900)
    table.with_cash("ATSF", 900).with_cash("MKT", 0)
    with table.arrange() as p:
        p.company("MKT").last_run = 200
    table.operating_turn("ATSF", "train")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    assert look.company is not None
    assert rusting(look, "3", look.company).own == ""


def test_a_purchase_that_costs_the_seats_own_companies_more_says_so():
    """In 1828 a reason named the companies of others whose trains rusted, and left out the president's own."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3", "3").with_train("ATSF", "5")
    table.with_supply_from("6").with_phase("5").with_cash("ATSF", 3_000).with_cash("MKT", 0)
    with table.arrange() as p:
        p.company("MKT").last_run = 400
    for player in ("Ann", "Bob", "Cem"):
        table.with_cash(player, 0)
    table.operating_turn("ATSF", "train")
    scored = buy(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "buy_train")
    [six] = [one for one in scored if one.act.args["kind"] == "6"]
    assert six.score < 0 and six.why.key == "buy_hastens" and six.why.values["own"] == "MKT"


def kept(treasury: int) -> float:
    """What keeping the income is worth to a company that has a 3 train and lacks the rest of $300."""
    table = row_b().with_train("ATSF", "3").with_supply_from("4").with_phase("2").with_cash("ATSF", treasury)
    lay(table, "B9", "57", "E W")
    table.operating_turn("ATSF", "run")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    table.do("Ann", "run", **next(run(look, "run")).act.args)
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    return next(one.score for one in pay(look, "dividend") if one.act.args["kind"] == "withhold")


def test_income_kept_twice_for_a_train_counts_half_each_time():
    """In 1828 a company kept $360 twice, because the first time paid nearly all of the train."""
    base = kept(1_000)
    assert 0 < kept(230) - base < 0.75 * (kept(260) - base)


def test_an_endless_train_takes_one_way_only():
    """In 1828 a Diesel was to earn $569 more, as if it could run on every branch at once: it earned $150 more."""
    branches = [Lead(f"A{n}/c0", 30.0, 0.0, 1, (), ((f"A{n}", 0),)) for n in range(30)]
    assert soon(branches, [99]) == soon(branches, [9])


def test_a_forecast_is_the_same_whatever_was_asked_before(monkeypatch: pytest.MonkeyPatch):
    """It was kept without the shares that a company still has to sell, and a move's score hung on what came before."""
    asked = list[object]()

    def first(turns: object) -> dict[str, float]:
        asked.append(turns)
        return {"5": float(len(asked))}

    monkeypatch.setattr("bot.robots.foresight.needs._Turns.first_bought", first)
    seen: dict[int, View] = {}
    for holds in (2, 5):
        table = row_b().with_company("FW", "Ann", par=100, floated=False, Ann=holds).with_cash("Ann", 900)
        seen[holds] = view(table.stock_round("Ann").game)
    assert first_bought(seen[2]) != first_bought(seen[5])
    assert first_bought(seen[5]) == first_bought(seen[5]) and len(asked) == 2
