"""What stood out when people looked at the panels on a phone."""

from __future__ import annotations

from bot.discord.games.game_lookup import GameContext
from bot.discord.kit.reply import Part
from bot.discord.turn.acting import holdings
from bot.discord.turn.context import PanelContext
from bot.discord.turn.panel import Panel, front, next_choice
from bot.menu.build import menu_of
from bot.menu.move.choices import Choosing
from bot.menu.move.usual import usual_moves
from bot.menu.question import question
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from tests.positions.table import Table as AnyTable
from tests.t1828.table import Table1828
from tests.t1830.table import Table as Table1830
from tests.t1839.test_leaving import train_needed
from tests.t1839.test_stations import swapping
from tests.t1870.table import Table
from tests.table.club import ANN, Club, put
from tests.table.conftest import table

__all__ = ["table"]


def here(found: AnyTable, who: str) -> GameContext:
    """What somebody sees."""
    return GameContext(Present(GameRow(id=1, title=found.game.title.id), [], {}, found.game, 0, 1), found.seat(who))


def labels(parts: tuple[Part, ...]) -> list[str]:
    """The labels in rows of buttons."""
    return [one.label for part in parts if isinstance(part, tuple) for one in part]


def panel(found: AnyTable, who: str) -> Panel:
    """What somebody can do."""
    at = here(found, who)
    return front(PanelContext(at), menu_of(at.moves))


def choices(found: AnyTable, who: str, verb: str) -> list[str]:
    """The buttons of a move's next choice."""
    at = PanelContext(here(found, who))
    return labels(next_choice(at, question(at.moves, Choosing(at.moves).walk(verb))).rows)


def test_a_place_on_the_map_says_what_is_done_there():
    [first, *_] = [one for one in choices(swapping(), "Ann", "swap") if one.startswith("1 · ")]
    assert first == "1 · Swap Amsterdam (G10, no. 1) with MSS for f80…"
    port = Table().with_company("SP", "Ann", Ann=3).with_private("GSC", "SP").operating_turn("SP", "track")
    assert "1 · Place the port token: Memphis (H17)…" in choices(port, "Ann", "port")


def test_a_purchase_of_which_the_source_is_open_says_what_it_costs():
    found = Table().with_company("SP", "Bob", par=100, Bob=2, pool=2, box="1,5").stock_round("Ann")
    made = Choosing(here(found, "Ann").moves)
    walk = made.walk("buy", {"company": "SP"})
    assert walk.slot == "from"
    price = found.price("SP")
    assert made.named(walk).label == f"Buy SP, ${min(100, price)} to ${max(100, price)}…"


def test_somebody_who_only_has_an_offer_is_not_told_that_they_cannot_pass():
    found = Table().with_private("GSC", "Bob").stock_round("Ann").with_cash("Ann", 300)
    found.do("Ann", "buy_private", private="GSC", price=40)
    shown = panel(found, "Bob")
    assert "Waiting for your answer" in shown.text and "You cannot pass" not in shown.text


def test_a_private_company_called_like_a_company_is_named_in_full():
    found = Table1828().with_private("IC", "Ann").stock_round("Ann")
    assert "Illinois Central" in holdings(here(found, "Ann"), found.seat("Ann"))


def test_a_train_paid_from_a_companys_own_shares_says_how_much_they_bring():
    found = train_needed(cash=300, treasury=6, Ann=4, treasury_shares=4).operating_turn("NCS", "train")
    [label] = [one.label for one in Choosing(here(found, "Ann").moves).at_least("buy_train")]
    assert label == "Buy a 3 train from the bank for f140, f134 from shares"


async def test_somebody_is_told_once_of_their_own_private_offer(table: Club):
    game = await table.game()
    await put(table, game, Table().with_private("GSC", "Bob").stock_round("Ann").game)
    made = await table.act(game, ANN, "buy_private", private="GSC", price=40)
    told = [line for one in made.told for line in one["text"]] + made.secrets[ANN]
    assert told == ["You want to buy a private company and ask Bob: The Gulf Shipping Company for $40."]


def test_what_can_be_done_at_any_time_stands_below_what_is_asked():
    found = Table1830().with_company("B&O", "Ann", treasury=500, Ann=6).with_train("B&O", "2").with_private("MH", "Ann")
    found = found.with_company("NYC", "Bob", Bob=3)
    asked = labels(panel(found.operating_turn("B&O", "train"), "Ann").rows)
    exchange = next(one for one in asked if one.startswith("Exchange"))
    assert asked.index("Buy no train") < asked.index(exchange)
    public = [one.label for one in usual_moves(found.game, found.seat("Ann"))]
    assert public.index(exchange) > max(n for n, one in enumerate(public) if one.startswith("Buy a 2 train"))
