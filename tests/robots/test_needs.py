"""What the sensible robot expects presidents to add for trains."""

import random
from dataclasses import replace

import msgspec
import pytest

from bot.robots.foresight.lasting import lasting
from bot.robots.foresight.needs import GUESS, LATER, owed_soon
from bot.robots.foresight.worth import IN_TIME, OWN, PAID, RUIN, UNSURE, Debts, owed_later, shortage, standing
from bot.robots.steady.building import SPARE, Purse
from bot.robots.steady.deciding import ranked, scored
from bot.robots.steady.fleet import buy, run
from bot.robots.steady.look import Look
from bot.robots.steady.saving import pay
from bot.robots.steady.stock import sell
from engine import Act
from engine.titles.t1843.own import own
from engine.view import view
from tests.t1843.table import Table as GrayTable
from tests.t1843.table import lay_track
from tests.t1870.lines import row_b
from tests.t1870.table import Table

FOUR, FIVE = ("MKT", "SP", "SLSF", "GMO"), ("MKT", "SP", "SLSF", "GMO", "FW")


def crowd(*others: str) -> Table:
    """Ann's ATSF has a 3 train and $100; four 5 trains are left, and the first 6 rusts it. Bob's companies have money,
    no trains, and their turns before it. Ann has shares of Cem's MP, too, but no cash.
    """
    table = row_b().with_train("ATSF", "3").with_company("MP", "Cem", Cem=5, Ann=3).with_train("MP", "4", "4")
    for company in others:
        table.with_company(company, "Bob", Bob=6, treasury=600)
    with table.arrange() as p:
        boxes = {box.price: box.id for box in p.d.market.boxes.values()}
    for company in others:
        table.with_box(company, boxes[200])
    return table.with_cash("ATSF", 100).with_cash("Ann", 0).with_supply_from("5").with_phase("5").stock_round("Ann")


@pytest.mark.parametrize(("others", "owed"), [(FOUR, 0), (FIVE, 530)])
def test_a_train_costs_what_it_does_when_others_have_bought(others: tuple[str, ...], owed: float):
    """In 1843 it reckoned with 5E trains, which others bought before it: then it had to buy three 8Es."""
    assert owed_soon(view(crowd(*others).game), last=False).get("ATSF", 0) == owed


def test_to_sell_before_it_must_is_worth_more_then():
    gained = {}
    for others in (FOUR, FIVE):
        table = crowd(*others)
        act = Act("sell", {"company": "MP", "shares": 1})
        found = scored(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), act)
        assert found is not None
        gained[others] = found.score
    assert gained[FIVE] > gained[FOUR] + 50


def test_a_sale_for_a_train_says_what_the_train_costs():
    """It said that a share is worth less to keep than it brings, when it only needed the money."""
    table = crowd(*FIVE)
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    found = {str(one.act.args["company"]): one.why for one in sell(look, "sell") if one.act.args["shares"] == 1}
    assert look.owed == {"ATSF": 530}
    assert (found["MP"].key, found["MP"].values["owed"]) == ("sell_cash", 530)
    assert (found["ATSF"].key, found["ATSF"].values["owed"]) == ("sell_cash", 530)


def test_only_a_sale_that_makes_somebody_else_president_leaves_them_the_train():
    """It said so of any sale of such a company's shares."""
    table = crowd(*FIVE).with_company("ATSF", "Ann", Ann=4, Bob=3, treasury=100).stock_round("Ann")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    why = {one.act.args["shares"]: one.why for one in sell(look, "sell") if one.act.args["company"] == "ATSF"}
    assert why[1].key != "sell_dump"
    assert why[2].key == "sell_dump" and why[2].values["player"] == table.seat("Bob")


@pytest.mark.parametrize("tries", [1, 12])
def test_sales_that_leave_a_train_to_somebody_else_are_the_first_that_are_tried(tries: int):
    """In 1839 one player presided over eight companies that needed trains for 4,240, and had 1,008: all the sales
    that it tried were of shares worth little, and it lost three fourths of what it had.
    """
    table = crowd(*FIVE).with_company("ATSF", "Ann", Ann=5, Bob=3, treasury=100)
    for company in ("IC", "FW", "SSW"):
        table.with_company(company, "Cem", Cem=5, Ann=4, treasury=0)
    look = Look(table.stock_round("Ann").game, table.seat("Ann"), random.Random(1), None, tries)
    first = next(iter(sell(look, "sell")))
    assert (first.act.args, first.why.key) == ({"company": "ATSF", "shares": 3}, "sell_dump")


def test_later_trains_that_nobody_could_pay_for_cost_more():
    """Each dollar that is missing then counts as one that is missing soon does, as far as it is certain."""
    near, far = Debts({"A": 500.0}, {}, 0.0, 500.0, 0.0), Debts({"A": 500.0}, {"B": 100.0}, 0.0, 500.0, 0.0)
    assert far.cost() - near.cost() == pytest.approx(IN_TIME * RUIN * 100)
    assert far.cost(50) - far.cost() == pytest.approx((RUIN - PAID) * 50), "what is spent is missed"
    rich = Debts({"A": 500.0}, {"B": 100.0}, 0.0, 700.0, 0.0)
    assert rich.cost(100) == rich.cost() == pytest.approx(PAID * (500 + IN_TIME * 100)), "there is enough of it"


def in_want(president: str = "Ann", *trains: str) -> Table:
    """Ann's ATSF has no train and $200; the first 6 train is for sale. MKT has these trains."""
    table = row_b().with_company("MKT", president, **{president: 5}).with_train("MKT", *trains)
    return table.with_cash("ATSF", 200).with_supply_from("6").with_phase("5").stock_round("Ann")


@pytest.mark.parametrize(
    ("president", "trains", "owes"), [("Ann", "55", False), ("Bob", "55", True), ("Ann", "5", True)]
)
def test_a_train_that_another_of_ones_companies_can_spare_costs_nothing(president: str, trains: str, owes: bool):
    """In 1889 it gave a good company away, as if that had to buy a dear train."""
    assert ("ATSF" in owed_soon(view(in_want(president, *trains).game), last=False)) == owes


def test_a_train_in_the_pool_is_as_good_as_one_in_the_supply():
    table = in_want("Bob", "5")
    with table.arrange() as p:
        card = next(card for card in p.s.trains.values() if card.kind == "4")
        card.at = "pool"
    price = next(one.price for one in view(table.game).trains if one.kind == "4")
    assert owed_soon(view(table.game), last=False)["ATSF"] == price - 200


def want_in_gray(treasury: int) -> GrayTable:
    """Ann's PO has a route and no train; rusted 2+1 trains are for sale beside the Electric for 900fr. Her shares of
    PLM pay for what PO lacks.
    """
    table = GrayTable().with_phase("gray").with_company("PO", "Ann", par=79, treasury=treasury, Ann=6)
    table.with_company("PLM", "Bob", par=120, treasury=900, Bob=4, Ann=4).with_train("PLM", "Electric")
    return lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").with_cash("Ann", 200)


@pytest.mark.parametrize(("treasury", "does"), [(400, "sell"), (1_000, "buy_train")])
def test_a_company_that_must_buy_a_train_spends_nothing_on_one_that_does_not_count(treasury: int, does: str):
    """In 1843 it bought a rusted 2+1 and a rusted 4+1 first, because it had to buy a train; what they cost was what its
    president lacked for the one that counts.
    """
    table = want_in_gray(treasury).operating_turn("PO", "train")
    tried = ranked(Look(table.game, table.seat("Ann"), random.Random(1), None, 12))
    assert tried[0].act.verb == does and tried[0].act.args.get("kind", "Electric") == "Electric"
    rusted = [one for one in tried if one.act.args.get("kind", "Electric") != "Electric"]
    assert rusted == tried[-len(rusted) :] and {one.why.key for one in rusted} == {"buy_spent"}


def test_a_rusted_train_leaves_the_need_as_it_is():
    owed = [
        Look(table.game, table.seat("Ann"), random.Random(1), None, 12).owed
        for table in (want_in_gray(400), want_in_gray(400).with_rusted("PO", "2+1"))
    ]
    assert owed == [{"PO": 500}, {"PO": 500}]
    table = want_in_gray(400).with_train("PO", "Electric")
    assert not Look(table.game, table.seat("Ann"), random.Random(1), None, 12).owed


@pytest.mark.parametrize(("trains", "saves"), [(("5",), True), (("5", "5"), False)])
def test_a_company_saves_for_no_train_for_which_it_has_no_room(trains: tuple[str, ...], saves: bool):
    """In 1828 it kept $260 for a 5 train, beside four trains of four that it may have."""
    table = row_b().with_train("ATSF", *trains).with_supply_from("6").with_phase("6").with_cash("ATSF", 500)
    table.operating_turn("ATSF", "run")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    table.do("Ann", "run", **next(run(look, "run")).act.args)
    found = pay(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "dividend")
    assert ("pay_saves" in {one.why.key for one in found}) == saves


@pytest.mark.parametrize(("cash", "owed"), [(0, 0), (500, LATER * 530)])
def test_what_is_about_to_float_buys_trains_as_well(cash: int, owed: float):
    """In 1839 a president kept a company in the stock round in which three others floated with 820 each. When they had
    bought, its next train cost 590 instead of 95.
    """
    table = crowd(*FOUR).with_company("FW", "Bob", Bob=4, treasury=0, floated=False).with_cash("Bob", cash)
    assert owed_soon(view(table.stock_round("Ann").game), last=False).get("ATSF", 0) == owed


def wears_out(treasury: int) -> Table:
    """The 3 train of Ann's ATSF will run once more after this before somebody buys the first 6: Bob's companies see to
    that. Until then 5 trains are for sale for $450.
    """
    table = row_b().with_train("ATSF", "3")
    for other in FOUR:
        table.with_company(other, "Bob", Bob=6, treasury=400).with_train(other, "3")
    with table.arrange() as p:
        for other in FOUR:
            p.company(other).last_run = 300
    return table.with_supply_from("5").with_phase("5").with_cash("ATSF", treasury)


@pytest.mark.parametrize(("treasury", "earns", "later"), [(0, 0, 450), (300, 0, 150), (0, 100, 400), (500, 0, 0)])
def test_the_train_after_one_that_lasts_costs_what_the_company_will_not_have(treasury: int, earns: int, later: int):
    """In 1839 one player presided over eight companies, had three times what the others had, and then paid 3,900 for
    trains. A treasury may pay, and a fourth of what it earns until then.
    """
    seen = view(wears_out(treasury).operating_turn("ATSF", "run", 1, 2).game)
    found = owed_later(seen, next(one for one in seen.companies if one.symbol == "ATSF"), earns)
    assert found == pytest.approx(later, abs=5)


def replaced_twice(treasury: int, kind: str = "5+2") -> GrayTable:
    """Ann's PO has a 5+2, which the first 8E rusts in about three rounds, or another train; a 5E for 400fr lasts until
    the first Electric for 900fr, which will come before the end.
    """
    table = GrayTable().with_phase("brown").with_company("PO", "Ann", par=79, treasury=treasury, Ann=6)
    for other in ("EST", "PLM", "NOR"):
        table.with_company(other, "Bob", par=79, treasury=200, Bob=6).with_train(other, "5E")
    with table.with_train("PO", kind).arrange() as p:
        for company in ("PO", "EST", "PLM", "NOR"):
            p.company(company).turns = 5
            p.company(company).last_run = 0 if company == "PO" else 300
    return table.operating_turn("PO", "run", 1, 3)


@pytest.mark.parametrize(("treasury", "owes"), [(600, 700), (1_400, 0)])
def test_every_train_that_will_be_needed_before_the_end_counts(treasury: int, owes: int):
    """In eight games of 1843 presidents paid 850fr a company for trains in all; it had expected 40fr of that."""
    look = seen_by_ann(replaced_twice(treasury))
    company = next(one for one in look.view.companies if one.symbol == "PO")
    assert owed_later(look.view, company, 0.0) == owes


def seen_by_ann(table: Table | GrayTable) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


def test_money_that_a_president_would_have_to_add_later_is_dear():
    """In 1828 and 1843 its companies had half of what others' had in their treasuries, spent on third trains and on
    markers, and their presidents paid for the last ones. The train that is due is bought with the money for it.
    """
    owes, owns = (seen_by_ann(replaced_twice(money)) for money in (600, 1_500))
    assert owes.added_later(100) == IN_TIME * 100 and owes.added_later(400, "5E") == 0
    assert owns.added_later(100) == 0 and owns.added_later(300) == IN_TIME * 100, "only what it will lack then"
    assert owns.earned(100) > 0
    owns.coming = replace(owns.coming, rounds=1.0)
    assert owns.earned(100) == 0, "what it buys has no time to earn"


def test_a_tile_costs_a_president_what_it_will_have_to_add():
    owes, owns = (seen_by_ann(replaced_twice(money).operating_turn("PO", "track", 1, 3)) for money in (600, 1_500))
    assert owes.company is not None and owns.company is not None
    assert Purse(owns, owns.company).loses(40) == pytest.approx(SPARE * 40)
    assert Purse(owes, owes.company).loses(40) == owes.earned(40) > IN_TIME * 40
    owes.coming = replace(owes.coming, rounds=2.0)
    assert Purse(owes, owes.company).loses(40) == IN_TIME * 40 > owes.earned(40)


def test_money_for_the_train_that_is_needed_next_is_not_laid_out():
    """A company whose only train was about to rust spent it as if it had one; its president would have to add it."""
    table = row_b().with_train("ATSF", "4").with_supply_from("6").with_phase("5").with_cash("ATSF", 400)
    for other in FOUR:
        table.with_company(other, "Bob", Bob=6, treasury=1_000)
    look = seen_by_ann(table.operating_turn("ATSF", "track", 1, 2))
    assert look.company is not None and not lasting(look.view, look.company)
    assert Purse(look, look.company).loses(80) > 80


def test_a_train_costs_a_president_what_it_will_have_to_add():
    """In 1843 a second train cost its company a part of its price, and its president all of it later."""
    scores = {}
    for treasury in (700, 2_500):
        look = seen_by_ann(replaced_twice(treasury, "5E").operating_turn("PO", "train", 1, 3))
        scores[treasury] = next(one.score for one in buy(look, "buy_train") if one.act.args["kind"] == "5E")
    assert scores[700] < scores[2_500] - 100


@pytest.mark.parametrize(("more", "why"), [(40, "buy_costly"), (50, "buy_drains"), (80, "buy_earns")])
def test_a_train_is_refused_for_what_a_later_one_will_cost_only_where_that_decides(more: int, why: str):
    look = seen_by_ann(replaced_twice(500, "5E").operating_turn("PO", "train", 1, 3))
    look.coming = replace(look.coming, rounds=3.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(look, "expected", lambda kinds: more * len(kinds))
        patch.setattr(look, "income", lambda game, kinds=(): more * len(kinds))
        found = next(one for one in buy(look, "buy_train") if one.act.args["kind"] == "5E")
    assert (found.why.key, found.score > 0) == (why, why == "buy_earns")
    assert found.why.values.get("added", 400) == 400


@pytest.mark.parametrize(("box", "owes"), [("0,7", 450), ("0,13", UNSURE * 900), ("0,14", 0)])
def test_what_a_price_may_end_is_owed_in_part(box: str, owes: float):
    """Prices near the top do not always reach it: only one that has done so ends the game for certain."""
    table = wears_out_in_red(box)
    with table.arrange() as p:
        p.company("PLM").turns = 5
    look = seen_by_ann(table)
    company = next(one for one in look.view.companies if one.symbol == "PO")
    assert shortage(msgspec.structs.replace(look.view, agenda=[]), company) == pytest.approx(owes)


def test_a_company_that_must_buy_in_the_turn_under_way_is_not_forgotten():
    """In the last round it forgot the train that a company has to buy now, and sold shares of that very company."""
    table = want_in_gray(400).operating_turn("PO", "train", 4, 4)
    with table.arrange() as p:
        own(p).gray_sets = 1
    assert Look(table.game, table.seat("Ann"), random.Random(1), None, 12).owed == {"PO": 500}


def test_a_train_that_nothing_rusts_is_the_last_one():
    table = row_b().with_train("ATSF", "5").with_supply_from("6").with_phase("6").stock_round("Ann")
    seen = view(table.game)
    assert not owed_later(seen, next(one for one in seen.companies if one.symbol == "ATSF"), 0.0)


@pytest.mark.parametrize(("near", "counts"), [(0.0, True), (500.0, False)])
def test_a_later_train_counts_once_for_its_president(near: float, counts: bool):
    """Where a forecast of the next turns has it already, it is not the one after the next."""
    needs = {"ATSF": near}
    worth = {}
    for treasury in (0, 600):
        table = wears_out(treasury).operating_turn("ATSF", "run", 1, 2)
        seen = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
        coming = replace(seen.coming, rounds=6.0, earns=dict.fromkeys(seen.coming.earns, 0.0))
        worth[treasury] = standing(seen.view, seen.seat, coming, needs=needs) - OWN * seen.units * treasury
    assert worth[600] - worth[0] == pytest.approx(IN_TIME * PAID * 450 if counts else 0)


@pytest.mark.parametrize(("treasury", "keeps"), [(0, True), (400, False), (700, False)])
def test_a_company_keeps_now_what_it_cannot_keep_later(treasury: int, keeps: bool):
    """In 1843 four companies of one president paid everything out, and had nothing when their trains rusted. With $400,
    what the one run brings that is still to come is enough.
    """
    table = wears_out(treasury).operating_turn("ATSF", "run", 1, 2)
    table.do("Ann", "run", **next(run(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "run")).act.args)
    found = pay(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "dividend")
    assert any(one.why.key == "pay_keeps" for one in found) == keeps


def wears_out_in_red(box: str) -> GrayTable:
    """The 5E train of Ann's PO will rust in this round or the next: Bob's EST will buy the first Electric. Bob's PLM
    has had its turn.
    """
    table = GrayTable().with_company("PO", "Ann", par=79, treasury=0, Ann=6).with_train("PO", "5E")
    table.with_company("EST", "Bob", par=79, treasury=2_000, Bob=6).with_train("EST", "5E")
    table.with_company("PLM", "Bob", par=120, treasury=900, Bob=4, Ann=4).with_train("PLM", "8E").with_box("PLM", box)
    table.with_phase("red").with_supply_from("Electric")
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").operating_turn("PO", "run", 1, 3)
    with table.arrange() as p:
        p.company("PLM").last_run = 300
    return table


@pytest.mark.parametrize(("box", "keeps"), [("0,7", True), ("0,14", False)])
def test_a_company_keeps_nothing_for_a_train_that_it_will_need_after_the_end(box: str, keeps: bool):
    """In 1843 a price was to reach 500fr and to end the game with the round, and six companies of one president kept
    all they ran for, to buy Electric trains after it.
    """
    table = wears_out_in_red(box)
    table.do("Ann", "run", **next(run(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "run")).act.args)
    found = pay(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "dividend")
    assert any(one.why.key == "pay_keeps" for one in found) == keeps
    owed = Look(table.game, table.seat("Ann"), random.Random(1), None, 12).owed
    assert ("PO" in owed) == keeps


def test_a_treasury_that_cannot_be_seen_is_guessed_for_the_next_train_as_for_later_ones():
    """It counted as empty, so that rivals seemed to owe the whole price."""
    table = row_b().with_cash("ATSF", 500).with_supply_from("6").with_phase("5").stock_round("Ann")
    seen = view(table.game)
    company = next(one for one in seen.companies if one.symbol == "ATSF")
    price = next(one.price for one in seen.trains if one.kind == "6")
    assert shortage(seen, company) == price - 500
    assert shortage(seen, msgspec.structs.replace(company, treasury=None)) == price - GUESS * company.price
