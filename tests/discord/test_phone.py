"""Panels on a phone of 375 by 800 pixels: how high they are, and how their buttons break."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import bot.discord.turn.acting
from bot.discord.games.emblems import Emojis
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.moves import Choose, Turn
from bot.discord.kit.custom_ids import TAIL, decode_id, values_of
from bot.discord.kit.press import press_of
from bot.discord.kit.reply import Button, Entry, Select, laid_out
from bot.discord.turn.context import Panel, PanelContext
from bot.discord.turn.panel import front, next_choice
from bot.discord.turn.phone import SCREEN, SCREENS, breaks, height, row
from bot.menu.build import menu_of
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import moves_of
from bot.menu.move.usual import MOST, usual_moves
from bot.menu.question import question
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Game, new
from engine.careful import careful_act
from engine.core.phrases import ENGLISH, PSEUDO
from engine.core.state import Run
from engine.play import next_to_act
from engine.titles import titles
from engine.words import languages, using_language
from render.picture import compose
from tests.discord.conftest import Hall
from tests.discord.foreign import open_abroad
from tests.discord.in_process import DrawnHere
from tests.long_runs import one_of
from tests.positions.table import Table as AnyTable
from tests.sandbox import browser
from tests.t1828.table import Table1828
from tests.t1830.table import Table
from tests.t1843.table import Table as Table1843
from tests.t1870.table import Table as Table1870

PHONE = {"width": 375, "height": SCREEN}
TITLES = [name for name in titles() if name[0].isdigit()]
SPOKEN = [one for one in languages() if one != PSEUDO]
THREE_LINES = 65
"""A button that is higher breaks into three lines."""
SOME = 5
"""One in so many positions is measured."""
NEAR = 0.06
"""How far the model may be from the page, in screens."""


def kind_of(game: Game, seat: str) -> str:
    """Is it an auction, a stock round or a step in which trains are bought?"""
    top = game.state.agenda[-1]
    if len(game.decisions()) > 1 or not isinstance(top, Run):
        return ""
    if any(game.title.verbs[verb].gets_train for verb in game.verbs(seat)):
        return "train"
    return top.rule if top.rule in ("auction", "stock_turn") else ""


def positions(title: str, most: int, seed: int = 1) -> Iterator[tuple[str, Game, str]]:
    """Positions of a careful random game with their kind, and who is waited for."""
    game, stream = new(title, ["Ann", "Bob", "Cem"], {}, seed), random.Random(seed)
    for _ in range(most):
        decision = next_to_act(game, stream)
        act = careful_act(game, decision.seat, stream) if decision is not None else None
        if decision is None or act is None:
            return
        if kind := kind_of(game, decision.seat):
            yield kind, game, decision.seat
        game, _ = game.apply(decision.seat, act)


def panel(game: Game, seat: str) -> Panel:
    """What somebody can do."""
    at = GameContext(Present(GameRow(id=1, title=game.title.id), [], {}, game, 0, 1), seat)
    return front(PanelContext(at), menu_of(at.moves))


def high(found: Panel) -> float:
    """How high it is on a phone, as modelled."""
    return height(found.text, found.sketches, found.rows)


def lines_and_lists(found: Panel) -> tuple[list[Entry], list[Select]]:
    """Its lines with a button each, and its lists."""
    return [one for one in found.rows if isinstance(one, Entry)], [one for one in found.rows if isinstance(one, Select)]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("title", one_of(TITLES))
def test_an_auction_a_stock_round_and_a_train_step_fit_one_and_a_half_screens(title: str, language: str):
    seen = set[str]()
    for number, (kind, game, seat) in enumerate(positions(title, 350)):
        if kind in seen and number % 6:
            continue
        seen.add(kind)
        with using_language(language):
            found = panel(game, seat)
        assert high(found) <= SCREENS * SCREEN, (kind, number)
        assert not any(breaks(one.button) for one in lines_and_lists(found)[0]), (kind, number)
    assert seen == {"auction", "stock_turn", "train"}


@pytest.mark.soak
@browser.needed
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("title", TITLES)
async def test_the_page_shows_panels_as_high_as_modelled(
    hall: Hall, title: str, language: str, monkeypatch: pytest.MonkeyPatch
):
    made = list[Panel]()

    def noted(*given: object, **named: object) -> Panel:
        made.append(front(*given, **named))  # type: ignore[arg-type]
        return made[-1]

    spoken = hall.open() if language == ENGLISH else open_abroad(hall, monkeypatch, language, 0)
    async with spoken, browser.opened("about:blank", PHONE) as page:
        looked_at = looked(title)
        hall.bot.drawers = DrawnHere()
        monkeypatch.setattr(bot.discord.turn.acting, "front", noted)
        monkeypatch.setattr("render.picture.compose", compose)
        await Emojis(hall.bot, hall.table.db, hall.bot.drawers, lambda: [title]).bring()
        number = await hall.game(title=title, options="")
        for kind, game in looked_at:
            await hall.lay_out(number, game)
            person = hall.on_turn(await hall.table.present(number))
            await person.slash("/turn", hall.room)
            await hall.worked_out()
            await page.goto(f"{hall.sandbox.address}/?as={person.name}")
            shown = page.locator(".message.only").last
            await shown.get_by_text("Only").first.wait_for()
            await page.wait_for_function("() => [...document.images].every(one => !one.src || one.naturalHeight)")
            await page.wait_for_function("() => [...document.querySelectorAll('.message.only')].at(-1)?.offsetHeight")
            screens = await shown.evaluate("one => one.offsetHeight") / SCREEN
            buttons = await shown.locator(".press").evaluate_all("all => all.map(one => one.offsetHeight)")
            said = high(made[-1]) / SCREEN
            assert screens <= SCREENS and max(buttons) < THREE_LINES, (kind, screens, buttons)
            assert abs(said - screens) <= NEAR, (kind, said, screens)


def looked(title: str) -> list[tuple[str, Game]]:
    """The first and the last position of each kind, and the one whose panel is modelled as the highest."""
    every = dict[str, list[tuple[Game, str]]]()
    for kind, game, seat in positions(title, 500):
        every.setdefault(kind, []).append((game, seat))
    return [
        (kind, game)
        for kind, all in every.items()
        for game, _ in (all[0], all[-1], max(all[::SOME], key=lambda one: high(panel(*one))))
    ]


def test_a_label_that_just_fits_the_model_stands_below_its_line():
    """A browser broke it into three lines: its letters stand on whole pixels."""
    assert breaks(Button("IR aus dem IPO für ¥65 kaufen", Turn(game=1)))
    assert not breaks(Button("UR aus IPO für ¥65 kaufen", Turn(game=1)))


def selling() -> Table1843:
    """Ann must sell, and has many ways to do it."""
    table = Table1843().with_company("MID", "Ann", par=79, Ann=8).with_company("NOR", "Ann", par=79, Ann=4)
    return table.with_company("PLM", "Bob", par=79, Ann=4, Bob=6).stock_round("Ann")


@pytest.mark.parametrize("language", SPOKEN)
def test_many_sales_are_a_list_where_their_buttons_would_be_higher_than_a_phone(language: str):
    table = selling()
    few = Table1843().with_company("MID", "Ann", par=79, Ann=8).stock_round("Ann")
    with using_language(language):
        shown, fitting = panel(table.game, table.seat("Ann")), panel(few.game, few.seat("Ann"))
        sales = Choosing(moves_of(table.game, table.seat("Ann"))).at_least("sell")
    assert high(shown) <= SCREENS * SCREEN
    assert len(sales) > 8
    [listed] = [one for one in lines_and_lists(shown)[1] if len(one.picks) == len(sales)]
    assert [one.label for one in listed.picks] == [one.label for one in sales]
    assert not any(len(one.picks) > 3 for one in lines_and_lists(fitting)[1])


def test_the_coach_is_silent_where_a_phone_has_no_room_for_what_they_say():
    table = Table1828().with_company("IC", "Bob", Ann=2, Bob=4).stock_round("Ann")
    at = PanelContext(GameContext(Present(GameRow(id=1, title="1828"), [], {}, table.game, 0, 1), table.seat("Ann")))
    for lines in (2, 40):
        shown = front(at, menu_of(at.moves), None, Panel("\n".join(["> Coach: buy."] * lines)))
        assert high(shown) <= SCREENS * SCREEN and ("Coach" in shown.text) == (lines == 2)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("table", [Table().with_company("B&O", "Ann", Ann=6, Bob=2).stock_round("Ann"), selling()])
def test_a_sale_is_one_line_of_a_phone_and_says_where_the_price_goes(table: AnyTable, language: str):
    with using_language(language):
        sales = Choosing(moves_of(table.game, table.seat("Ann"))).at_least("sell")
    for one in sales:
        assert row((Button(one.label, Turn(game=1), emoji="<:co:1>"),)) == row((Button("-", Turn(game=1)),)), one.label
        assert " · " in one.label


def test_a_merger_of_two_companies_is_explained_once_it_is_pressed():
    table = Table1828().with_company("PRR", "Ann", Ann=5, Bob=3).with_company("NYH", "Ann", Ann=5, Bob=3)
    table.stock_round("Ann")
    found = panel(table.game, table.seat("Ann"))
    said = [one.label for part in found.rows if isinstance(part, tuple) for one in part]
    assert "Merge two companies…" in said and not any("Two shares" in one for one in found.rows if isinstance(one, str))
    at = PanelContext(GameContext(Present(GameRow(id=1, title="1828"), [], {}, table.game, 0, 1), table.seat("Ann")))
    asked = next_choice(at, question(at.moves, Choosing(at.moves).walk("merge")))
    assert "Two shares of either company" in asked.text


def test_companies_that_have_not_started_are_one_list_with_what_is_printed_on_each():
    table = Table().with_company("B&O", "Bob", Bob=3).stock_round("Ann")
    found = panel(table.game, table.seat("Ann"))
    _, lists = lines_and_lists(found)
    assert "**B&O** · $100 · IPO 70% · president Bob" in found.rows
    starts = next(one for one in lists if one.placeholder == "Start a company (7)…")
    assert starts.picks[0].label.startswith("Start PRR") and starts.picks[0].press.texts()[-1] == "PRR"
    assert starts.picks[0].about == "Pennsylvania Railroad · home Altoona (H12) · 4 markers"


@pytest.mark.parametrize("mine", ["", "SP"])
def test_what_does_not_fit_is_a_list_from_which_nothing_is_lost_and_ones_own_comes_last(mine: str):
    table, symbols = Table1870(), ("SP", "IC", "TP", "MP", "MKT", "ATSF")
    for symbol in symbols:
        table.with_company(symbol, "Bob", Bob=2, Ann=int(symbol == mine), pool=1)
    found = panel(table.with_cash("Ann", 900).stock_round("Ann").game, table.seat("Ann"))
    assert high(found) <= SCREENS * SCREEN
    [shares] = [one for one in lines_and_lists(found)[1] if one.placeholder.startswith("Buy a share (")]
    lines = [part for part in found.rows if isinstance(part, str)]
    lined = [line[2:].partition("**")[0] for line in lines]
    bought = [one.press for one in shares.picks if isinstance(one.press, Choose)]
    listed = [one.chosen for one in bought]
    rest = [(symbol, source) for symbol in symbols if symbol not in lined for source in ("ipo", "pool")]
    assert len(lined) >= 2 and set(lined) < set(symbols) and sorted(listed) == sorted(rest)
    assert all(one.label.startswith("Buy ") and "president Bob" in one.about for one in shares.picks)
    assert not mine or mine in lined
    [select] = [one for one in laid_out(found.rows).to_components() if TAIL in str(one)]
    values = [option["value"] for option in select["components"][0]["options"]]
    does, args = decode_id(select["components"][0]["custom_id"])
    assert [press_of(does, [*args, *values_of({"values": [one]})]) for one in values] == bought


def test_a_ping_always_has_the_share_of_ones_own_company():
    table = Table()
    for symbol in ("PRR", "NYC", "CPR", "B&O", "C&O"):
        table.with_company(symbol, "Bob", Bob=2)
    table.with_company("ERIE", "Ann", Ann=2, Bob=2).stock_round("Ann")
    said = [one.label for one in usual_moves(table.game, table.seat("Ann"))]
    assert said[0].startswith("Buy ERIE from the IPO") and said[-1] == "Pass" and len(said) <= MOST


@pytest.mark.parametrize("language", SPOKEN)
def test_the_tile_of_a_private_company_is_named_in_two_lines_of_a_phone(language: str):
    """In German "Das Plättchen der Delaware & Hudson legen: Plättchen 57 für $120…" took three."""
    table = Table().with_company("B&M", "Ann", treasury=500, Ann=6).with_private("DH", "B&M")
    table.operating_turn("B&M", "track")
    with using_language(language):
        [begins] = Choosing(moves_of(table.game, table.seat("Ann"))).at_least("scranton")
    assert "57" in begins.label and "Delaware & Hudson" in begins.label
    assert row((Button(begins.label, Turn(game=1)),)) < THREE_LINES


@pytest.mark.parametrize("language", SPOKEN)
def test_an_exchange_of_a_private_company_is_named_in_two_lines_of_a_phone(language: str):
    """With its full name, the exchange of 1828's Mohawk & Hudson for half a director's certificate took three."""
    table = Table1828().with_private("M&H", "Ann").with_company("NKP", "Bob", Bob=5, pool=2).with_cash("Ann", 800)
    seat, game = table.seat("Ann"), table.stock_round("Ann").game
    exchanges = [act for act in game.legal(seat) if act.verb == "exchange"]
    with using_language(language):
        choosing = Choosing(moves_of(game, seat))
        said = [choosing.named_with(act.verb, act.args).label for act in exchanges]
    assert any("price" in act.args for act in exchanges) and len(set(said)) == len(exchanges)
    assert [one for one in said if row((Button(one, Turn(game=1)),)) >= THREE_LINES] == []
