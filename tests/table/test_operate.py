"""An order to operate: it makes the best run, pays, never spends, and turns itself off when something has changed."""

import dataclasses
import random
from functools import partial

import msgspec
import pytest
from msgspec import structs

from bot.errors import Refused
from bot.store.rows import OrderRow
from bot.table.play.orders.kinds import order_of, unforeseen
from bot.table.play.orders.operating import (
    ASKED,
    LED,
    LESS,
    MUST,
    PHASE,
    PRIVATES,
    TRAINS,
    UNPROVEN,
    OperateOrder,
)
from bot.table.play.orders.order import Disarm
from bot.table.play.telling import order_text, reason
from engine import Act, Event, Game, new
from engine.play import random_act
from engine.prospects import earning
from engine.view import OfferView, view
from tests.positions.lines import lay
from tests.positions.table import Table as Rules
from tests.table.club import ANN, BOB, CEM, Club, put


def line_1870(step: str = "track", train: str = "2") -> Rules:
    """Ann's ATSF has a line and, perhaps, a train, and operates."""
    rules = Rules(title="1870")
    for hex_id, tile in {"B7": "4", "B9": "57", "B11": "57"}.items():
        lay(rules, hex_id, tile, "E W")
    rules.with_company("ATSF", "Ann", Ann=6)
    if train:
        rules.with_train("ATSF", train)
    return rules.operating_turn("ATSF", step)


async def at_table(table: Club, rules: Rules) -> int:
    """A running game in this position."""
    game = await table.game(ANN, BOB, CEM, title=view(rules.game).title)
    await put(table, game, rules.game)
    return game


async def moves(table: Club, game: int) -> list[tuple[str, object]]:
    """What has been done, with its kind of dividend."""
    return [(one.verb, one.args.get("kind")) for one in await table.table.actions(game)]


async def only(table: Club, game: int) -> OrderRow:
    """Ann's order."""
    return (await table.table.orders.mine(game, ANN, "p1"))[0]


@pytest.mark.parametrize("pay", ["full", "half", "withhold"])
async def test_an_ordered_turn_is_played_and_spends_nothing(table: Club, pay: str):
    rules = line_1870()
    best = earning(rules.game, "ATSF")
    assert best is not None and best.total
    game = await at_table(table, rules)
    await table.table.orders.give(game, ANN, "p1", order_of("operate", {"company": "ATSF", "pay": pay}))
    made = await moves(table, game)
    assert [verb for verb, _ in made if verb != "skip"] == ["run", "dividend"] and ("dividend", pay) in made
    order, now = await only(table, game), (await table.table.present(game)).game
    assert (order.active, order.reason) == (False, ""), "its turn is over"
    assert now.state.companies["ATSF"].last_run == best.total
    kept = {"full": 0, "half": best.total // 2, "withhold": best.total}[pay]
    assert now.state.cash["ATSF"] >= rules.cash("ATSF") + kept, "nothing was spent"
    assert {verb for verb, _ in made} == {"skip", "run", "dividend"}
    assert "until its turn is over: lay no track" in order_text(order, "1870")


async def test_it_can_last_turn_after_turn(table: Club):
    game = await at_table(table, line_1870())
    await table.table.orders.give(game, ANN, "p1", order_of("operate", {"company": "ATSF", "until": "change"}), most=50)
    order = await only(table, game)
    assert order.active and order.fired >= 3 and "until its situation changes" in order_text(order, "1870")


async def test_another_title_takes_the_same_order_and_no_dividend_is_guessed(table: Club):
    for pay, done in (("withhold", True), ("half", False)):
        rules = Rules(title="1830").with_company("PRR", "Ann", Ann=6).with_phase("2")
        lay(lay(rules, "H14", "9", "E W"), "H16", "57", "E W")
        rules.with_train("PRR", "2").operating_turn("PRR", "track")
        game = await at_table(table, rules)
        await table.table.orders.give(game, ANN, "p1", order_of("operate", {"company": "PRR", "pay": pay}))
        made, order = await moves(table, game), await only(table, game)
        assert ("run", None) in made and (("dividend", pay) in made) is done
        assert ("" if done else "that dividend is not possible here.") == reason(order)


async def test_it_stops_if_a_train_must_be_bought(table: Club):
    game = await at_table(table, line_1870(train=""))
    await table.table.orders.give(game, ANN, "p1", order_of("operate", {"company": "ATSF"}))
    order, made = await only(table, game), await moves(table, game)
    assert not order.active and "must buy a train" in reason(order)
    assert {verb for verb, _ in made} <= {"skip"}
    decision = (await table.table.present(game)).game.decisions()[0]
    assert decision.seat == "p1" and "buy_train" in decision.verbs, "Ann is asked"


@pytest.mark.parametrize("change", ["trains", "privates", "phase", "president", "nothing"])
def test_changes_turn_it_off(change: str):
    rules = line_1870()
    terms = OperateOrder(company="ATSF").begun(view(rules.game, "p1")).terms
    order = OrderRow(kind="operate", seat="p1", terms=terms)
    match change:
        case "trains":
            rules.with_train("ATSF", "3")
        case "privates":
            rules.with_private("GRSC", "ATSF")
        case "phase":
            rules.with_phase("2")
        case "president":
            order.seat = "p2"
        case _:
            pass
    found = unforeseen(order, view(rules.game, order.seat), [Event("skipped", {"company": "MP"})])
    said = {"trains": "trains have changed", "privates": "private companies have changed", "phase": "phase has changed"}
    said["president"] = "no longer control"
    assert isinstance(found, Disarm) is (change != "nothing")
    assert not isinstance(found, Disarm) or said[change] in str(found.why)


@pytest.mark.parametrize(("more", "off"), [(10, True), (0, False)])
async def test_it_stops_before_a_run_that_earns_less(table: Club, more: int, off: bool):
    rules = line_1870("run")
    game = await at_table(table, rules)
    terms = {"company": "ATSF", "until": "change"}
    await table.table.orders.give(game, ANN, "p1", order_of("operate", terms), most=1)
    order = await only(table, game)
    seen, now = view(rules.game, "p1"), earning(rules.game, "ATSF")
    assert now is not None and order.terms["earns"] == now.total
    given = OperateOrder.of({**order.terms, "earns": now.total + more})
    for step, asked in (("run", True), ("dividend", False)):
        seen.agenda[-1].step = step
        found = given.answered(seen, seen.decisions[0], lambda verb, got: None, lambda company: now)
        assert (found == LESS) is (off and asked)
    unproven = dataclasses.replace(now, proven=False)
    seen.agenda[-1].step = "run"
    given = OperateOrder.of(order.terms)
    assert given.answered(seen, seen.decisions[0], lambda verb, got: None, lambda company: unproven) == UNPROVEN


async def test_an_offer_about_the_company_turns_it_off_and_another_does_not(table: Club):
    for private, off in (("SCC", True), ("GRSC", False)):
        rules = line_1870().with_private("SCC", "ATSF").with_private("GRSC", "Ann")
        given = OperateOrder(company="ATSF").begun(view(rules.game, "p1"))
        offer = OfferView(id=1, by="p2", verb="buy_private", args={"private": private}, needs=["p1"], given=[])
        seen = structs.replace(view(rules.game, "p1"), offers=[offer])
        found = unforeseen(OrderRow(kind="operate", seat="p1", terms=given.terms), seen, [Event("offered", {})])
        assert isinstance(found, Disarm) is off
        seen.offers[0].given.append("p1")
        assert not given.changed(seen)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"company": "ATSF"}, "You do not control ATSF"),
        ({"company": "MP"}, "You do not control MP"),
        ({"company": "XX"}, "`company:` must be one of"),
        ({"company": "SP", "pay": "double"}, "`dividend:` must be one of"),
        ({"company": "SP", "until": "round"}, "`until:` must be one of"),
    ],
)
async def test_only_the_president_can_order_it(table: Club, terms: dict[str, str], sentence: str):
    game = await at_table(table, line_1870().with_company("SP", "Bob", Bob=3))
    with pytest.raises(Refused, match=sentence):
        await table.table.orders.give(game, BOB, "p2", order_of("operate", terms))
    assert await table.table.orders.mine(game, BOB, "p2") == []


async def test_a_company_has_one_such_order(table: Club):
    game = await at_table(table, line_1870().with_company("SP", "Bob", Bob=3).with_company("MP", "Bob", Bob=3))
    await table.table.orders.give(game, BOB, "p2", order_of("operate", {"company": "SP"}))
    with pytest.raises(Refused, match="Order 1 already operates SP; cancel it first"):
        await table.table.orders.give(game, BOB, "p2", order_of("operate", {"company": "SP", "pay": "withhold"}))
    await table.table.orders.give(game, BOB, "p2", order_of("operate", {"company": "MP", "pay": "withhold"}))
    await table.table.orders.take_back(game, BOB, 1)
    await table.table.orders.give(game, BOB, "p2", order_of("operate", {"company": "SP", "pay": "withhold"}))
    assert [one.active for one in await table.table.orders.mine(game, BOB, "p2")] == [False, True, True]


def test_unknown_steps_and_questions_are_left_to_the_owner():
    rules = line_1870()
    seen = view(rules.game, "p1")
    order, decision = OperateOrder(company="ATSF").begun(seen), seen.decisions[0]
    asked = partial(OperateOrder.answered, values=lambda verb, got: None, earns=lambda company: None)
    assert asked(order, seen, decision) == Act("skip")
    assert asked(order, seen, msgspec.structs.replace(decision, verbs=["lay"])) == MUST
    assert asked(order, seen, msgspec.structs.replace(decision, rule="discard")) == ASKED
    assert asked(dataclasses.replace(order, company="MP"), seen, decision) == "", "another company's turn"
    seen.agenda[-1].step = "ports"
    assert asked(order, seen, decision) == Act("skip"), "nothing is bought"
    seen.agenda[-1].step = "coal"
    assert asked(order, seen, decision) == ASKED


def played(title: str, seed: int) -> tuple[Game, str, str]:
    """A random game up to the first company that can earn something at the beginning of its turn, and who leads it."""
    stream = random.Random(seed)
    game = new(title, ["Ann", "Bob", "Cem"], {}, setup={"order": ["Ann", "Bob", "Cem"]})
    while True:
        seat = game.decisions()[0].seat
        top = view(game, seat).agenda[-1]
        if top.rule == "operating_turn" and top.step == "track":
            best = earning(game, top.subject)
            if best is not None and best.total:
                return game, seat, top.subject
        game, _ = game.apply(seat, random_act(game, seat, stream))


@pytest.mark.parametrize(("title", "seed", "pay"), [("1843", 3, "full"), ("1843", 3, "withhold"), ("1839", 3, "half")])
async def test_an_ordered_turn_of_1843_and_1839_spends_nothing(table: Club, title: str, seed: int, pay: str):
    before, seat, company = played(title, seed)
    person = {"p1": ANN, "p2": BOB, "p3": CEM}[seat]
    best = earning(before, company)
    assert best is not None
    for other in {ANN, BOB, CEM} - {person}:
        game = await table.game(ANN, BOB, CEM, title=title)
        await put(table, game, before)
        with pytest.raises(Refused):
            await table.table.orders.give(game, other, seat, order_of("operate", {"company": company, "pay": pay}))
    assert await moves(table, game) == []
    await table.table.orders.give(game, person, seat, order_of("operate", {"company": company, "pay": pay}))
    made = await moves(table, game)
    assert {verb for verb, _ in made} == {"skip", "run", "dividend"} and ("dividend", pay) in made
    order, now = (await table.table.orders.mine(game, person, seat))[0], (await table.table.present(game)).game
    assert (order.active, order.reason) == (False, "") and now.state.companies[company].last_run == best.total
    kept = {"full": 0, "half": best.total // 2, "withhold": best.total}[pay]
    assert now.state.cash[company] >= before.state.cash[company] + kept, "nothing was spent"


async def test_a_full_dividend_is_not_guessed_in_1839_before_the_blue_phase(table: Club):
    before, seat, company = played("1839", 3)
    person = {"p1": ANN, "p2": BOB, "p3": CEM}[seat]
    game = await table.game(ANN, BOB, CEM, title="1839")
    await put(table, game, before)
    await table.table.orders.give(game, person, seat, order_of("operate", {"company": company, "pay": "full"}))
    order = (await table.table.orders.mine(game, person, seat))[0]
    assert not order.active and reason(order) == "that dividend is not possible here."
    assert {verb for verb, _ in await moves(table, game)} == {"skip", "run"}


@pytest.mark.parametrize(("title", "seed"), [("1843", 3), ("1839", 3)])
def test_changes_in_1843_and_1839_turn_it_off(title: str, seed: int):
    before, seat, company = played(title, seed)
    shown = view(before, seat)
    order = OperateOrder(company=company, until="change").begun(shown)
    assert order.changed(shown) == ""
    older = OperateOrder.of({key: kept for key, kept in order.terms.items() if key != "privates"})
    assert older.changed(shown) == "", "an older order"
    assert order.privates is not None
    assert dataclasses.replace(order, trains=(*order.trains, "another")).changed(shown) == TRAINS
    assert dataclasses.replace(order, privates=(*order.privates, "another")).changed(shown) == PRIVATES
    assert dataclasses.replace(order, phase="another").changed(shown) == PHASE
    other = next(one.id for one in before.state.players if one.id != seat)
    assert order.changed(view(before, other)) == LED
