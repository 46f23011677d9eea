"""/order: orders for later, which only their owner sees."""

import re

import pytest

from bot.discord.domains.all import COMMANDS
from bot.table.play.orders.kinds import KINDS
from engine.titles import titles
from sandbox.refusing.modals import fields
from tests.discord.conftest import Hall, labels
from tests.t1830.table import Table, boston

ALWAYS = ["Decline a question…", "Agree to offers…"]
"""The orders that can be given at any time, beside passing."""


async def test_an_order_acts_when_its_turn_comes_and_nobody_else_sees_it(club: Hall):
    number = await club.game()
    given = await club.bob.slash("/order bid", club.room, private="MKT", limit=170)
    assert given.ephemeral and "Order 1 is in force" in given.text and "bid on MKT up to $170" in given.text
    for other in (club.ann, club.cem):
        assert "You have no orders" in (await other.slash("/order list", club.room)).text
        assert not any(re.search(r"\b170\b", message.text) for message in other.sees(club.room))
    await club.called(club.ann)
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    moves = await club.table.actions(number)
    assert [(one.verb, one.args.get("amount")) for one in moves if one.verb] == [("bid", 165), ("bid", 170)]
    assert "has made 1 of at most 20 moves" in (await club.bob.slash("/order list", club.room)).text


async def test_orders_are_cancelled_by_command_and_by_list(club: Hall):
    await club.game()
    await club.bob.slash("/order bid", club.room, private="MKT", limit=170)
    listed = await club.bob.slash("/order bid", club.room, private="SCC", limit=60, times=3, hours=5)
    assert "0 of at most 3 moves" in listed.text and "ends" in listed.text
    offered = await club.bob.autocomplete("/order cancel", club.room, "order", "")
    assert [one["value"] for one in offered] == ["1", "2"]
    gone = await club.bob.slash("/order cancel", club.room, order="1")
    assert "Order 1 is cancelled" in gone.text and "~~1 " in gone.text
    not_his = await club.ann.slash("/order cancel", club.room, order="2")
    assert "Only Bob can see" in not_his.text
    picked = await club.bob.select(gone.message, "2")
    await club.quiet()
    assert "You have no orders in force" in picked.text
    assert "has already ended" in (await club.bob.slash("/order cancel", club.room, order="2")).text


async def test_an_order_is_given_in_a_form_with_its_conditions(club: Hall):
    number = await club.game()
    shown = await club.bob.slash("/order list", club.room)
    assert labels(shown.message) == ["Pass…", "Buy shares…", "Bid…", "Buy a private company…", *ALWAYS]
    form = await club.press(club.bob, shown.message, "Bid…")
    wrong = await club.fill(club.bob, form, **{"Which private company?": "MKT", "Your highest bid": "much"})
    assert "is not a whole number" in wrong.followups[0].text
    form = await club.press(club.bob, wrong.followups[0], "Open the form again…")
    bid = {"Which private company?": "MKT", "Your highest bid": "170", "Hours until it ends": "5"}
    given = await club.fill(club.bob, form, **bid)
    assert "Order 1 is in force" in given.text and "bid on MKT up to $170" in given.text and "ends" in given.text
    again = await club.fill(club.bob, form, **bid)
    assert [one.text for one in again.followups] == ["This form has already been sent."]
    form = await club.press(club.bob, given.message, "Pass…")
    rule = {"How long?": "next", "Go on passing even if…": ["bought", "sold"], "The most moves it may make": "3"}
    given = await club.fill(club.bob, form, **rule)
    assert "0 of at most 3 moves" in given.text
    form = await club.press(club.bob, given.message, "Buy shares…")
    buy = {"Which company?": "SP", "Only at this price or less": "80", "And": ["then_pass"]}
    await club.fill(club.bob, form, **buy)
    orders = await club.table.orders.mine(number, club.bob.id, "p2")
    assert [one.kind for one in orders] == ["bid", "pass", "buy"]
    assert set(orders[1].terms["ignores"]) == {"bought", "sold"} and orders[1].most == 3
    assert (orders[2].terms["most"], orders[2].terms["then_pass"], orders[2].terms["until"]) == (80, True, "floated")


async def test_orders_to_decline_a_question_and_to_agree_to_offers_are_given_in_forms_too(club: Hall):
    number = await club.game()
    shown = await club.bob.slash("/order list", club.room)
    form = await club.press(club.bob, shown.message, "Decline a question…")
    (declined,) = [one["value"] for one in fields(form.modal)[0]["options"] if "protect a share price" in one["label"]]
    given = await club.fill(club.bob, form, **{"What do you decline?": declined, "The most moves it may make": "4"})
    assert "0 of at most 4 moves" in given.text
    form = await club.press(club.bob, given.message, "Agree to offers…")
    limits = {"At this price or more": "40", "And": ["public"], "Hours until it ends": "5"}
    given = await club.fill(club.bob, form, **{"To what do you agree?": "buy_private", **limits})
    assert "Order 2 is in force" in given.text
    answer, agree = await club.table.orders.mine(number, club.bob.id, "p2")
    assert (answer.kind, answer.terms["rule"], answer.terms["verb"]) == ("answer", "protect", "let_fall")
    assert (agree.kind, agree.public, agree.terms["least"], agree.terms["most"]) == ("consent", True, {"price": 40}, {})
    assert await club.ann.sees_text("standing offer", club.room)


async def test_only_orders_that_fit_the_game_have_a_form(club: Hall):
    await club.game(title="1889")
    shown = await club.ann.slash("/order list", club.room)
    form = await club.press(club.ann, shown.message, "Bid…")
    offered = [one["value"] for one in fields(form.modal)[0]["options"]]
    assert len(offered) == 6, "with three players one of the seven is left out"
    await club.play_until(1, "lay", seed=5)
    now = await club.table.present(1)
    led = now.game.decisions()[0].seat
    owner = next(one for one in (club.ann, club.bob, club.cem) if one.id == now.owner(led).user_id)
    shown = await owner.slash("/order list", club.room)
    assert labels(shown.message) == ["Pass…", "Buy shares…", "Operate…", *ALWAYS]
    late = await club.fill(club.ann, form, **{"Which private company?": offered[0], "Your highest bid": "500"})
    assert "out of date" in late.followups[0].text


async def test_a_form_for_a_game_that_is_over_gives_no_order(club: Hall):
    await club.game()
    shown = await club.bob.slash("/order list", club.room)
    form = await club.press(club.bob, shown.message, "Bid…")
    asked = await club.ann.slash("/game end", club.room)
    await club.sure(club.ann, asked)
    late = await club.fill(club.bob, form, **{"Which private company?": "MKT", "Your highest bid": "170"})
    assert "over" in late.followups[0].text, late.followups[0].text
    stranger = club.sandbox.person("Dan", club.guild)
    assert "You are not a player" in (await stranger.slash("/order list", club.room)).text


async def test_impossible_orders_are_refused_with_a_reason(club: Hall):
    await club.game()
    assert "`company:` must be one of" in (await club.bob.slash("/order buy", club.room, company="XX")).text
    assert (
        "like kind=half"
        in (await club.bob.slash("/order answer", club.room, question="protect", move="let_fall", choice="half")).text
    )
    stranger = club.sandbox.person("Dan", club.guild)
    assert "You are not a player" in (await stranger.slash("/order pass", club.room)).text
    assert "You have no orders" in (await club.bob.slash("/order list", club.room)).text


async def test_several_causes_can_be_switched_off_together(club: Hall):
    number = await club.game()
    await club.bob.slash("/order pass", club.room, even_if="sold", also_if="bought", and_if="sold")
    (order,) = await club.table.orders.mine(number, club.bob.id, "p2")
    assert order.terms["ignores"] == ["bought", "sold"]


async def test_kinds_of_orders_are_offered_in_the_games_own_words(club: Hall):
    await club.game()
    questions = await club.bob.autocomplete("/order answer", club.room, "question", "protect")
    assert {"name": "Somebody may protect a share price.", "value": "protect"} in [
        {"name": one["name"], "value": one["value"]} for one in questions
    ]
    given = await club.bob.slash("/order answer", club.room, question="protect", move="let_fall", about="SP")
    assert "Order 1 is in force" in given.text
    standing = await club.bob.slash(
        "/order agree", club.room, to="buy_private", private="MKT", at_least=200, public=True
    )
    assert "everybody can see" in standing.text
    await club.cem.sees_text("standing offer", club.room)
    assert "Bob has a standing offer" in (await club.cem.slash("/order list", club.room)).text


COMMAND = {"consent": "order agree"}
"""Kinds of orders whose command has another name."""


@pytest.mark.parametrize("kind", KINDS)
def test_refusals_name_options_that_the_command_has(kind: str):
    command = next(one for one in COMMANDS if one.name == COMMAND.get(kind, f"order {kind}"))
    assert set(KINDS[kind].options.values()) <= {option.name for option in command.options}


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
async def test_every_question_that_a_game_asks_is_offered_in_words(club: Hall, title: str):
    number = await club.game(title=title, options="")
    rules = set((await club.table.present(number)).game.title.frames)
    offered = await club.bob.autocomplete("/order answer", club.room, "question")
    assert offered and {one["value"] for one in offered} <= rules
    assert all(one["name"][0].isupper() and one["name"].endswith((".", "?")) for one in offered)


async def test_an_answers_choices_are_completed_one_after_another(club: Hall):
    number = await club.game()
    await club.play_until(number, "lay")
    mover = club.on_turn(await club.table.present(number))
    other = next(one for one in (club.ann, club.bob, club.cem) if one is not mover)
    given = {"question": "operating_turn", "move": "dividend"}
    offered = await other.autocomplete("/order answer", club.room, "choice", "", **given)
    assert {one["value"] for one in offered} >= {"kind=full", "kind=half", "kind=withhold"}
    assert {one["name"] for one in offered} >= {"pay half, withhold half"}
    ordered = await other.slash("/order answer", club.room, choice="kind=half", **given)
    assert "is in force" in ordered.text
    await club.play_until(number, "lay", seed=5)
    person = club.on_turn(await club.table.present(number))
    given = {"question": "operating_turn", "move": "lay"}
    hexes = await person.autocomplete("/order answer", club.room, "choice", "", **given)
    assert hexes and all(one["value"].startswith("hex=") for one in hexes)
    tiles = await person.autocomplete("/order answer", club.room, "choice", f"{hexes[0]['value']} ", **given)
    assert tiles and all(one["value"].startswith(f"{hexes[0]['value']} tile=") for one in tiles)
    refused = await person.autocomplete("/order answer", club.room, "choice", "nonsense ", **given)
    assert refused[0]["value"] == "-" and "kind=half" in refused[0]["name"]


async def test_a_button_of_the_stock_round_passes_for_the_rest_of_it(club: Hall):
    number = await club.game()
    await club.play_until(number, "pass", when=lambda game, seat: game.state.clock.round == "stock")
    now = await club.table.present(number)
    mover, rounds = club.on_turn(now), now.game.state.clock.number
    seat = now.game.decisions()[0].seat
    old, shown = await mover.slash("/turn", club.room), await mover.slash("/turn", club.room)
    given = await club.press(mover, shown.message, "Pass this round")
    assert given.text.startswith("You pass for the rest of this round") and "rder" not in given.text
    assert "Cancel an order" in str(given.message.components)
    after = await club.table.present(number)
    assert (await club.table.actions(number))[-1].verb == "pass" and after.game.decisions()[0].seat != seat
    assert after.game.state.clock.number == rounds
    again = await club.press(mover, old.message, "Pass this round")
    assert "Order" not in again.text and len(await club.table.orders.mine(number, mover.id, seat)) == 1


async def test_passing_for_the_round_says_when_that_ended_it(club: Hall):
    number = await club.game(title="1830")
    table = Table().with_company("B&O", "Ann", Ann=6).stock_round("Ann")
    await club.lay_out(number, table.game)
    for person, said in (
        (club.ann, "rest of"),
        (club.bob, "rest of"),
        (club.cem, "You have passed, and this round is over."),
    ):
        shown = await person.slash("/turn", club.room)
        given = await club.press(person, shown.message, "Pass this round")
        assert said in given.text and "/order" not in given.text


async def test_an_order_that_ends_at_once_is_not_called_in_force(club: Hall):
    number = await club.game(title="1830")
    await club.lay_out(number, boston("track").game)
    given = await club.ann.slash("/order operate", club.room, company="B&M")
    assert "Order 1 has already ended." in given.text and "B&M has a route and must buy a train" in given.text
    assert "is in force" not in given.text


async def test_a_president_orders_a_company_to_operate(club: Hall):
    number = await club.game()
    await club.play_until(number, "lay")
    now = await club.table.present(number)
    mover, company = club.on_turn(now), now.game.state.agenda[-1].subject
    other = next(one for one in (club.ann, club.bob, club.cem) if one is not mover)
    offered = await mover.autocomplete("/order operate", club.room, "company", "")
    assert company in {one["value"] for one in offered}
    assert company not in {one["value"] for one in await other.autocomplete("/order operate", club.room, "company", "")}
    refused = await other.slash("/order operate", club.room, company=company)
    assert f"You do not control {company}." in refused.text
    assert (await club.table.present(number)).row.last == now.row.last
    given = await mover.slash("/order operate", club.room, company=company, dividend="half", until="change")
    assert "until its situation changes: lay no track" in given.text
    assert "make the best run, pay half, withhold half, buy no train" in given.text
    assert (await club.table.present(number)).row.last > now.row.last
