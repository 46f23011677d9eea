"""Orders given ahead of time: what they do, what turns them off, who sees them, how they are undone."""

import datetime

import pytest
from msgspec import structs

from bot.errors import NotYours, Refused
from bot.store.rows import OrderRow
from bot.table.play.orders.buying import BuyOrder
from bot.table.play.orders.kinds import order_of, unforeseen
from bot.table.play.orders.order import Complete, Disarm, Wait
from bot.table.play.orders.passing import PassOrder, Until
from bot.table.play.telling import order_text, reason
from engine import Event
from engine.core.state import Run, Used
from engine.view import view
from tests.positions.table import Table as Rules
from tests.table.club import ANN, BOB, CEM, Club, put


def in_operation() -> Rules:
    """Ann's ATSF operates."""
    return Rules(title="1870").with_company("ATSF", "Ann", Ann=6).operating_turn("ATSF", "track")


async def in_stock_round(table: Club, **cash: int) -> int:
    """A stock round with Ann on turn; she presides over SP."""
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=2).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    return game


async def test_an_order_to_pass_acts_after_the_move_before(table: Club):
    game = await in_stock_round(table)
    for person, seat in ((BOB, "p2"), (CEM, "p3")):
        await table.table.orders.give(game, person, seat, order_of("pass", {"until": "round"}))
    await table.act(game, ANN, "pass")
    actions = await table.table.actions(game)
    assert [(one.seat, one.verb, one.cause) for one in actions[:3]] == [
        ("p1", "pass", None),
        ("p2", "pass", 1),
        ("p3", "pass", 1),
    ]
    assert [one.clicker for one in actions[:3]] == [ANN, BOB, CEM]
    mine = await table.table.orders.mine(game, BOB, "p2")
    assert [(one.active, one.reason, one.fired) for one in mine] == [(False, "", 1)]
    # One click, one announcement; the orders' moves are marked, once.
    rows = await table.outbox(game, "move")
    assert len(rows) == 1
    assert [one["text"][:1] for one in rows[0].payload["moves"]] == [
        ["Ann passes."],
        ["By orders given ahead of time: Bob passes. · Cem passes."],
        [],
    ]


async def test_a_single_move_of_an_order_is_marked(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, BOB, "p2", order_of("pass", {"until": "round"}))
    await table.act(game, ANN, "pass")
    [row] = await table.outbox(game, "move")
    assert row.payload["moves"][1]["text"] == ["Bob passes. (by an order given ahead of time)"]


async def test_what_an_order_did_is_undone_with_its_cause_and_the_order_is_in_force_again(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, BOB, "p2", order_of("pass", {"until": "round"}))
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {"until": "round"}))
    start = (await table.table.present(game)).game.encode()
    await table.act(game, ANN, "pass")
    done = await table.table.takeback.undo(game, ANN, 0)
    assert done is not None and len(done.moves) >= 3
    assert (await table.table.present(game)).game.encode() == start
    assert [one.active for one in await table.table.orders.mine(game, BOB, "p2")] == [True]
    await table.table.takeback.redo(game, ANN, 1)
    assert (await table.table.present(game)).row.position >= 3


async def test_an_unforeseen_event_turns_an_order_off_and_its_owner_is_told(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, BOB, "p2", order_of("pass", {"until": "event"}))
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {"until": "round"}))
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    assert not (await table.table.orders.mine(game, BOB, "p2"))[0].active
    assert (await table.table.orders.mine(game, CEM, "p3"))[0].active
    note = (await table.outbox(game, "order"))[0]
    assert note.target == f"person:{BOB}"
    assert "has been turned off" in note.payload["text"][0]
    await table.act(game, ANN, "pass")
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]


async def test_a_sale_turns_off_an_order_to_pass_for_the_round(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {"until": "round"}))
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    await table.act(game, ANN, "pass")
    await table.act(game, BOB, "buy", company="SP", from_="ipo")
    await table.act(game, BOB, "pass")
    assert (await table.table.actions(game))[-1].order_id is not None
    await table.act(game, ANN, "sell", company="SP", shares=1)
    order = (await table.table.orders.mine(game, CEM, "p3"))[0]
    assert not order.active and "somebody has sold shares" in reason(order)


async def test_who_can_lose_a_presidency_is_asked_when_somebody_buys_into_the_company(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, BOB, "p2", order_of("pass", {}))
    await table.table.orders.give(game, ANN, "p1", order_of("pass", {}))
    await table.act(game, CEM, "buy", company="SP", from_="ipo")
    ann, bob = [(await table.table.orders.mine(game, *who))[0] for who in ((ANN, "p1"), (BOB, "p2"))]
    assert not ann.active and "presidency" in reason(ann)
    assert bob.active, "Bob has nothing to lose"


@pytest.mark.parametrize(("held", "stays"), [(4, False), (5, True)])
async def test_a_presidency_that_nobody_can_take_does_not_turn_an_order_off(table: Club, held: int, stays: bool):
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=held).stock_round("Cem")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    await table.table.orders.give(game, ANN, "p1", order_of("pass", {}))
    await table.act(game, CEM, "buy", company="SP", from_="ipo")
    assert (await table.table.orders.mine(game, ANN, "p1"))[0].active is stays


async def test_a_cause_that_its_owner_has_switched_off_leaves_an_order_in_force(table: Club):
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=2).stock_round("Cem")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    await table.table.orders.give(game, ANN, "p1", order_of("pass", {"ignores": ["bought"]}))
    await table.act(game, CEM, "buy", company="SP", from_="ipo")
    await table.act(game, CEM, "pass")
    assert (await table.table.actions(game))[-1].order_id is not None
    order = (await table.table.orders.mine(game, ANN, "p1"))[0]
    said = order_text(order, "1870")
    assert order.active and "even if somebody buys into a company whose presidency you could lose" in said


@pytest.mark.parametrize("held", [0, 1])
@pytest.mark.parametrize("ignores", [["sold"], []])
async def test_passing_goes_on_after_a_sale_where_its_owner_says_so(table: Club, ignores: list[str], held: int):
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=4, Bob=held).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    await table.table.orders.give(game, BOB, "p2", order_of("pass", {"ignores": ignores}))
    await table.act(game, ANN, "sell", company="SP", shares=1)
    await table.act(game, ANN, "pass")
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert (order.active, order.fired) == ((True, 1) if ignores else (False, 0))
    assert bool(ignores) or "somebody has sold shares" in reason(order)


async def test_an_order_lasts_through_the_next_stock_round_if_it_is_to(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {"until": "next"}))
    await table.table.orders.give(game, BOB, "p2", order_of("pass", {"until": "round"}))
    first = (await table.table.present(game)).game.state.clock.turn
    await table.act(game, ANN, "pass")
    now = (await table.table.present(game)).game
    assert now.state.clock.turn > first or now.state.clock.of, "the stock round is over"
    bob, cem = [(await table.table.orders.mine(game, *who))[0] for who in ((BOB, "p2"), (CEM, "p3"))]
    assert (bob.active, cem.active) == (False, True)


def test_an_order_given_between_stock_rounds_is_for_the_next_one():
    shown = view(in_operation().game, "p3")
    assert shown.clock.of
    terms = PassOrder().begun(shown).terms
    for turn, of, over in ((0, 1, False), (1, 0, False), (1, 2, True), (2, 0, True)):
        clock = structs.replace(shown.clock, turn=shown.clock.turn + turn, of=of)
        later = structs.replace(shown, clock=clock)
        event = Event("operates", {"company": "SP"})
        order = OrderRow(kind="pass", seat="p3", terms=terms)
        assert isinstance(unforeseen(order, later, [event]), Complete) is over, (turn, of)


@pytest.mark.parametrize(("until", "off"), [("trains", Complete), ("always", Wait)])
def test_an_order_can_last_for_good_or_until_a_company_has_no_train(until: Until, off: type):
    table = Rules(title="1870").with_company("ATSF", "Ann", Ann=6).with_train("ATSF", "2")
    terms = PassOrder(until=until).begun(view(table.game, "p1")).terms
    order = OrderRow(kind="pass", seat="p1", terms=terms)
    merged = [Event("merged", {"company": "ATSF"})]
    with_train = unforeseen(order, view(table.game, "p1"), merged)
    assert isinstance(with_train, Wait if until == "always" else Disarm)
    bare = structs.replace(view(table.game, "p1"), companies=[
        structs.replace(one, trains=[]) for one in view(table.game, "p1").companies
    ])  # fmt: skip
    assert isinstance(unforeseen(order, bare, merged), off)


async def test_shares_are_bought_until_so_many_are_held(table: Club):
    game = await in_stock_round(table)
    terms = {"company": "SP", "from": "ipo", "until": "shares", "shares": 2}
    await table.table.orders.give(game, BOB, "p2", order_of("buy", terms))
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {"until": "round"}))
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    await table.act(game, ANN, "pass")
    made = [(one.seat, one.verb) for one in await table.table.actions(game)]
    assert made == [("p1", "buy"), ("p1", "pass"), ("p2", "buy"), ("p2", "pass"), ("p3", "pass")]
    await table.act(game, ANN, "pass")
    held = (await table.table.present(game)).game
    assert next(one.units for one in view(held).seats[1].shares if one.company == "SP") == 2
    # At his next turn there is nothing left to do for it, and he is asked himself.
    await table.act(game, ANN, "pass")
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]
    assert not (await table.table.orders.mine(game, BOB, "p2"))[0].active


@pytest.mark.parametrize("then_pass", [True, False])
async def test_after_the_last_purchase_the_seat_passes_if_it_is_to(table: Club, then_pass: bool):
    game = await in_stock_round(table)
    terms = {"company": "SP", "until": "shares", "shares": 1, "then_pass": then_pass}
    await table.table.orders.give(game, BOB, "p2", order_of("buy", terms))
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {}))
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    await table.act(game, ANN, "pass")
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    await table.act(game, ANN, "pass")
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p1" if then_pass else "p2"]
    assert order.active is then_pass and ("then pass" in order_text(order, "1870")) is then_pass
    if then_pass:
        await table.act(game, ANN, "pass")
        order = (await table.table.orders.mine(game, BOB, "p2"))[0]
        assert (order.active, order.reason) == (False, ""), "it ends with the round"


def test_the_last_purchase_may_make_its_buyer_president():
    view_of = view(Rules(title="1870").with_company("SP", "Bob", Bob=4).stock_round("Bob").game, "p2")
    order = BuyOrder(company="SP", until="shares", shares=4, then_pass=True)
    assert isinstance(order.notice(view_of, Event("president", {"company": "SP", "player": "p2"})), Wait)
    assert isinstance(order.notice(view_of, Event("president", {"company": "SP", "player": "p1"})), Disarm)


async def test_passing_after_a_purchase_stops_like_other_passing(table: Club):
    game = await in_stock_round(table)
    terms = {"company": "SP", "until": "shares", "shares": 1, "then_pass": True}
    await table.table.orders.give(game, BOB, "p2", order_of("buy", terms))
    await table.table.orders.give(game, CEM, "p3", order_of("pass", {}))
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    await table.act(game, ANN, "pass")
    await table.act(game, ANN, "sell", company="SP", shares=1)
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert not order.active and "somebody has sold shares" in reason(order)
    await table.act(game, ANN, "pass")
    waiting = [one.seat for one in (await table.table.present(game)).game.decisions()]
    assert waiting == ["p2"], "Bob is asked"


@pytest.mark.parametrize("after_sales", [True, False])
async def test_buying_goes_on_after_sales_by_others_if_it_is_to(table: Club, after_sales: bool):
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=4).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    terms = {"company": "SP", "until": "shares", "shares": 2, "after_sales": after_sales}
    await table.table.orders.give(game, BOB, "p2", order_of("buy", terms))
    await table.act(game, ANN, "sell", company="SP", shares=1)
    await table.act(game, ANN, "pass")
    if [one.rule for one in (await table.table.present(game)).game.decisions()] == ["protect"]:
        await table.act(game, ANN, "let_fall")
    bought = [one.verb for one in await table.table.actions(game) if one.seat == "p2"]
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert (bought, order.active) == ((["buy", "pass"], True) if after_sales else ([], False))
    assert after_sales or reason(order)


async def test_an_order_never_makes_a_move_that_the_rules_refuse(table: Club):
    game = await in_stock_round(table)
    terms = {"company": "MP", "from": "ipo", "until": "floated"}
    await table.table.orders.give(game, BOB, "p2", order_of("buy", terms))
    await table.act(game, ANN, "pass")
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert not order.active
    assert "has not been started" in reason(order)
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]


async def test_price_protection_is_declined_ahead_of_time(table: Club):
    rules = Rules(title="1870")
    rules.with_company("SP", "Bob", par=76, Bob=3, Ann=2).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    await table.table.orders.give(
        game, BOB, "p2", order_of("answer", {"rule": "protect", "verb": "let_fall", "subject": "SP"})
    )
    await table.act(game, ANN, "sell", company="SP", shares=1)
    await table.act(game, ANN, "pass")
    made = [(one.seat, one.verb) for one in await table.table.actions(game)]
    assert made == [("p1", "sell"), ("p1", "pass"), ("p2", "let_fall")]


async def test_orders_are_private_and_leave_no_public_trace(table: Club):
    game = await table.game()
    before = await table.outbox(game)
    await table.table.orders.give(game, BOB, "p2", order_of("bid", {"private": "GRSC", "limit": 90}))
    assert [row.id for row in await table.outbox(game)] == [row.id for row in before]
    for person in (ANN, CEM, 99):  # Ann is the organiser
        with pytest.raises(NotYours):
            await table.table.orders.mine(game, person, "p2")
        with pytest.raises(NotYours):
            await table.table.orders.take_back(game, person, 1)
    assert (await table.table.orders.seen_by(game, ANN, "p1")).standing == []


async def test_orders_are_bounded_in_number_and_in_what_they_do(table: Club):
    game = await table.game()
    for limit in range(10):
        await table.table.orders.give(game, BOB, "p2", order_of("bid", {"private": "GRSC", "limit": limit}))
    with pytest.raises(Refused, match="10 orders"):
        await table.table.orders.give(game, BOB, "p2", order_of("bid", {"private": "GRSC", "limit": 10}))
    with pytest.raises(Refused, match="1 to 50 times"):
        await table.table.orders.give(game, CEM, "p3", order_of("pass", {}), most=51)
    game = await table.game()
    for person, seat in ((ANN, "p1"), (BOB, "p2"), (CEM, "p3")):
        await table.table.orders.give(
            game, person, seat, order_of("answer", {"rule": "auction", "verb": "pass_auction"}), most=2
        )
    orders = [
        one
        for seat, who in (("p1", ANN), ("p2", BOB), ("p3", CEM))
        for one in await table.table.orders.mine(game, who, seat)
    ]
    assert all(one.fired <= 2 for one in orders)
    assert (await table.table.present(game)).game.state.end is None


async def test_an_order_expires_on_time(table: Club):
    game = await table.game()
    until = table.clock.now + datetime.timedelta(hours=1)
    await table.table.orders.give(game, BOB, "p2", order_of("answer", {"rule": "auction", "verb": "take"}), until=until)
    table.clock.pass_by(hours=2)
    await table.act(game, ANN, "take")
    assert (await table.table.actions(game))[-1].seat == "p1"
    await table.table.reminders.tick()
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert (order.active, reason(order)) == (False, "it has expired.")
    with pytest.raises(Refused, match="already passed"):
        await table.table.orders.give(game, BOB, "p2", order_of("pass", {}), until=until)


async def test_a_dividend_is_paid_as_ordered_for_that_company_alone(table: Club):
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=4, treasury=500)
    rules.with_company("MP", "Bob", par=72, Bob=4, treasury=500)
    rules.operating_turn("SP", "train")
    turn = rules.game.state.agenda[-1]
    assert isinstance(turn, Run)
    turn.step, turn.used = "dividend", [Used("income", amount=100)]
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    terms = {"rule": "operating_turn", "verb": "dividend", "args": {"kind": "half"}, "subject": "MP"}
    await table.table.orders.give(game, ANN, "p1", order_of("answer", terms))
    assert (await table.table.present(game)).row.last == 0
    # Given while it is already asked, an order says at once what it has to say.
    await table.table.orders.give(game, ANN, "p1", order_of("answer", {**terms, "subject": "SP", "step": "dividend"}))
    action = (await table.table.actions(game))[0]
    assert (action.verb, action.args, action.order_id, action.clicker) == ("dividend", {"kind": "half"}, 2, ANN)


@pytest.mark.parametrize("from_", ["pool", "ipo"])
async def test_one_share_a_turn_is_bought_where_several_may_be(table: Club, from_: str):
    """A share of a brown company: whoever moves before the order must not be asked how many."""
    rules = Rules(title="1830", brown_from_ipo="yes")
    rules.with_company("C&O", "Ann", box="7,1", Ann=2, pool=4).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM, title="1830")
    await put(table, game, rules.game)
    terms = {"company": "C&O", "from": from_, "until": "shares", "shares": 2}
    await table.table.orders.give(game, BOB, "p2", order_of("buy", terms))
    await table.act(game, ANN, "pass")
    made = [(one.seat, one.verb, one.args.get("shares")) for one in await table.table.actions(game)]
    assert made == [("p1", "pass", None), ("p2", "buy", 1), ("p2", "pass", None)]
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert (order.active, order.fired) == (True, 2)


async def test_an_answer_that_leaves_a_choice_open_turns_off_and_stops_nobody_else(table: Club):
    rules = Rules(title="1830").with_company("C&O", "Ann", box="7,1", Ann=2, pool=4).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM, title="1830")
    await put(table, game, rules.game)
    args = {"company": "C&O", "from": "pool"}
    await table.table.orders.give(
        game, BOB, "p2", order_of("answer", {"rule": "stock_turn", "verb": "buy", "args": args})
    )
    await table.act(game, ANN, "pass")
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert not order.active and "Please also choose the shares" in reason(order)
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]
