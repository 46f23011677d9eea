"""What the message that pings somebody says, and the one shown to a player who continues their own turn."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable

import pytest

from bot.discord.games.game_lookup import GameContext
from bot.discord.turn.context import PanelContext
from bot.discord.turn.panel import front
from bot.discord.turn.usual_moves import call_buttons
from bot.menu.build import menu_of
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves
from bot.menu.move.usual import MOST
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Event, Game, new
from engine.careful import careful_act
from engine.titles import titles
from engine.view import view
from engine.words import Words
from tests.discord.conftest import Hall, labels, starting
from tests.discord.test_foresight import played
from tests.long_runs import one_of
from tests.t1828.table import Table1828
from tests.t1830.table import Table as Table1830
from tests.t1870.lines import row_b
from tests.t1870.railways import gulf
from tests.t1870.table import Table as Table1870


async def test_a_ping_always_has_a_button_to_pass(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_company("B&O", "Ann", Ann=6).with_company("NYC", "Bob", Bob=3, Ann=2)
    await club.lay_out(number, table.with_cash("Ann", 0).stock_round("Ann").game)
    shown = [one.label for one in call_buttons(await club.table.present(number))]
    assert len(shown) <= MOST + 2 and "Pass" in shown and sum(one.startswith("Sell") for one in shown) == MOST - 1


async def test_a_ping_offers_the_cheapest_private_company_where_any_can_be_bought(club: Hall):
    number = await club.game(title="1839", options="")
    now = await club.table.present(number)
    private = min((one for one in view(now.game).privates if one.owner != "closed"), key=lambda one: one.cost)
    [take] = [one for one in call_buttons(now) if "take" in one.press.texts()]
    assert private.id in take.press.texts() and f"f{private.cost}" in take.label


async def test_what_is_numbered_in_a_pings_picture_can_be_pressed_there(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_company("C&O", "Ann", Ann=6).operating_turn("C&O", "track")
    await club.lay_out(number, table.game)
    ping = await club.called(club.ann)
    numbered = [label for label in labels(ping) if label[0].isdigit()]
    assert numbered and numbered[0].startswith("1 · "), labels(ping)
    refused = await club.press(club.bob, ping, numbered[0])
    assert "Ann" in refused.text
    public = len(club.room.public)
    panel = await club.press(club.ann, ping, numbered[0])
    assert panel.message is not None and any(re.match(r"2 · \d+ \w+-\w+", one) for one in labels(panel.message)), (
        panel.text,
        labels(ping),
        labels(panel.message),
    )
    assert len(club.room.public) == public and (await club.table.present(number)).row.last == 0


def test_a_ping_offers_no_choice_twice():
    numbered = 0
    for game, _, _ in played("1889", 4):
        if len({one.seat for one in game.decisions()}) == 1:
            buttons = call_buttons(Present(GameRow(id=1, title="1889"), [], {}, game, 0, 1), pictured=True)
            presses = [one.press for one in buttons]
            assert all(presses.count(one) == 1 for one in presses), [one.label for one in buttons]
            numbered += any(one.label.startswith("1 · ") for one in buttons)
    assert numbered


async def test_what_if_begins_with_a_way_back_and_nothing_to_do_for_real(club: Hall):
    await club.game(title="1830", options="")
    panel = await club.ann.slash("/turn", club.room)
    shown = await club.press(club.ann, panel.message, "What if…")
    assert "What if?" in shown.text and labels(shown.message).count("Back") == 1
    assert "Do it for real" not in labels(shown.message)
    again = await club.press(club.ann, shown.message, "Back")
    assert "What if…" in labels(again.message)


async def test_a_follow_up_question_is_above_the_buttons_that_answer_it(club: Hall):
    number = await club.game(title="1839", options="")
    mover = club.on_turn(await club.table.present(number))
    await mover.slash("/take", club.room, private="AV")
    await club.posted()
    asked = club.room.public[-1]
    start = starting(asked, "Start ")
    assert asked.text.endswith(f"\n\n{mover.name} must set the par price of {start.split()[1]}.")
    await mover.press(asked, start)
    await club.posted()
    again = club.room.public[-1]
    assert again.text.endswith(f"\n\nIt is {mover.name}'s turn in the private auction.")
    assert "must set the par price" not in again.text


async def test_an_offer_during_anothers_turn_comes_before_the_turn_in_a_ping(club: Hall):
    number = await club.game()
    await club.play_until(number, "buy_private")
    now = await club.table.present(number)
    asker = club.on_turn(now)
    [private, *_] = [one["value"] for one in await asker.autocomplete("/buy-private", club.room, "private", "")]
    owner = next(one.user_id for one in now.seats if one.seat == now.game.state.privates[private])
    await asker.slash("/buy-private", club.room, private=private, price="1")
    await club.posted()
    assert f"\n<@{owner}> must accept or decline an offer." in club.room.public[-1].text


async def test_a_step_with_nothing_left_to_do_is_left_by_itself(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_phase("3").with_company("C&O", "Ann", Ann=6).with_private("SV", "Ann")
    await club.lay_out(number, table.operating_turn("C&O", "track").game)
    panel = await club.ann.slash("/turn", club.room)
    assert "Lay no track" in labels(panel.message) and "Done with track" not in labels(panel.message)
    now = await club.table.present(number)
    move = next(act for act in now.game.legal(now.game.decisions()[0].seat) if act.verb == "lay")
    await club.ann.slash("/lay", club.room, **{slot: str(value) for slot, value in move.args.items()})
    panel = await club.ann.slash("/turn", club.room)
    assert "Lay no track" not in labels(panel.message) and "Done with track" not in labels(panel.message)
    assert "Buy no train" in labels(panel.message), "SV can be bought here as well"


async def test_trains_for_two_shells_are_described_once(club: Hall):
    number = await club.game(title="1828", options="")
    table = Table1828().with_system("NKP", "CPR", "Ann", treasury=900, Ann=4).with_phase("green")
    await club.lay_out(number, table.operating_turn("NKP", "train").game)
    shown = await club.ann.slash("/turn", club.room)
    for shell in ("NKP", "CPR"):
        assert f"Buy a 2 train from the bank for $80, for the {shell} shell" in labels(shown.message)
    assert shown.text.count("leaves $820 in the treasury") == 1


def test_a_closing_private_company_is_called_a_private_company():
    table = Table1830().with_private("SV", "Ann")
    said = Words(view(table.game)).event(Event("private_closed", {"private": "SV"}))
    assert said == "Private company closed: Schuylkill Valley."


def test_a_map_choice_without_a_step_of_its_own_has_a_heading():
    game, seat = next(
        (game, seat)
        for game, seat, _ in played("1839", 4)
        if {"swap", "token"} & set(game.verbs(seat)) == {"swap"} and _stations(game, seat) > 1
    )
    here = GameContext(Present(GameRow(id=1, title="1839"), [], {}, game, 0, 1), seat)
    assert "**Swap station markers for f80**\n" in front(PanelContext(here), menu_of(here.moves)).text


def _stations(game: Game, seat: str) -> int:
    """How many markers there are to choose from."""
    found = game.values(seat, "swap")
    return len(list(found[1])) if found is not None and isinstance(found[1], Iterable) else 0


def test_a_hex_without_a_name_is_called_by_its_towns_wherever_it_is_named():
    words = Words(view(new("1839", ["Ann", "Bob", "Cem"], {}, 1)))
    assert words.hex("B17") == "Drachten & Surhuisterveen (B17)" and words.hex("K10") == "K10"


async def test_the_list_beside_the_map_says_which_tiles_fit(club: Hall):
    number = await club.game(title="1870")
    await club.lay_out(number, row_b().operating_turn("ATSF", "track").game)
    shown = await club.ann.slash("/turn", club.room)
    assert "`1` B21 · tile 7 or 8\n`2` B5 · tile 7, 8 or 9" in shown.text


@pytest.mark.parametrize(("box", "label"), [("1,16", "Let SP fall · stays at $"), ("1,10", "Let SP fall · $")])
def test_an_answer_says_if_the_price_stays(box: str, label: str):
    table = Table1870().with_company("SP", "Cem", Cem=3, Ann=3, box=box).with_cash("Cem", 900).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=1).done("Ann")
    seat = table.seat("Cem")
    [one] = Choosing(Moves(table.game, seat, Words(view(table.game, seat)))).of("let_fall")
    assert one.label.startswith(label) and ("→" in one.label) == ("stays" not in label)


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
async def test_every_post_names_its_game_and_round_in_all_channels(club: Hall, title: str):
    number = await club.game(title=title, options="", pictures="request")
    stands = club.sandbox.channel(club.guild, "stands")
    await club.ann.slash("/spectate start", stands, game=str(number))
    await club.posted()
    begun = len(club.room.public)
    stream = random.Random(5)
    for _ in range(8):
        now = await club.table.present(number)
        seat = now.game.decisions()[0].seat
        act = careful_act(now.game, seat, stream)
        assert act is not None
        user = next(one.user_id for one in now.seats if one.seat == seat)
        await club.table.act(number, user, seat, act.verb, dict(act.args), now.decision, now.epoch)
        await club.posted()
    posts = [*club.room.public[begun:], *stands.public[1:]]
    assert len(posts) > 4
    short = r"(Auction|(SR|OR) [\d.]+)"
    place = re.compile(rf"-# Game {number} · {title} · {short}(, then {short})?\n")
    assert [one.text for one in posts if not place.match(one.text)] == []


async def test_a_no_op_posts_nothing(club: Hall):
    await club.game()
    await club.posted()
    before = [one.text for one in club.room.public]
    assert "nothing to redo" in (await club.cem.slash("/redo", club.room)).text.casefold()
    await club.posted()
    assert [one.text for one in club.room.public] == before


async def test_an_offer_with_private_terms_is_accepted_and_declined_by_whole_buttons(club: Hall):
    number = await club.game(club.ann, club.bob)
    now = await club.table.present(number)
    waiting = next(one for one in (club.ann, club.bob) if one != club.on_turn(now))
    await club.sure(waiting, await waiting.slash("/special", club.room, move="stop-here"))
    await club.posted()
    offered = labels(club.room.public[-1])
    assert "Accept the offer" in offered and "Decline the offer" in offered


def test_the_banks_next_train_is_on_the_call_however_many_companies_sell_theirs():
    table = Table1870().with_company("SP", "Ann", Ann=6)
    for company in ("MP", "MKT", "IC", "FW"):
        table.with_company(company, "Bob", Bob=6).with_train(company, "2")
    table.operating_turn("SP", "train")
    shown = call_buttons(Present(GameRow(id=1, title="1870"), [], {}, table.game, 0, 1))
    assert "Buy a 2 train from the bank for $80" in [one.label for one in shown]


def owning(table: Table1870, treasury: int) -> Table1870:
    """Ann leads the SP, which has money that only she sees."""
    return table.with_company("SP", "Ann", Ann=6, Bob=2, treasury=treasury).with_cash("Ann", 60)


SECRETIVE: dict[str, tuple[Callable[..., Table1870], Callable[[Table1870], Table1870], str]] = {
    "must buy a train": (gulf, lambda table: table.with_connected("SP").operating_turn("SP", "train"), ""),
    "may buy a train of another company": (
        Table1870,
        lambda table: table.with_company("MKT", "Bob", Bob=6).with_train("MKT", "2").operating_turn("SP", "train"),
        "Buy no train",
    ),
    "may redeem shares": (Table1870, lambda table: table.stock_round("Ann"), "Pass"),
    "may double its destination": (gulf, lambda table: table.with_train("SP", "3").operating_round(), "Place SP's"),
}


@pytest.mark.parametrize(("track", "laid_out", "known"), SECRETIVE.values(), ids=SECRETIVE)
def test_the_buttons_of_a_ping_do_not_depend_on_money_that_is_secret(
    track: Callable[..., Table1870], laid_out: Callable[[Table1870], Table1870], known: str
):
    games = [
        laid_out(owning(track(secrets="hidden"), treasury)).game for treasury in (0, 1, 50, 79, 80, 100, 180, 1000)
    ]
    pings = {
        tuple(one.label for one in call_buttons(Present(GameRow(id=1, title="1870"), [], {}, game, 0, 1)))
        for game in games
    }
    [shown] = pings
    assert any(label.startswith(known) for label in shown)
