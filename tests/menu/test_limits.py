"""What a panel says in a stock round of what the seat may not buy."""

from __future__ import annotations

from bot.menu.build import menu_of
from bot.menu.move.moves import moves_of
from bot.table.play.condensed import condensed
from engine import Event
from engine.finance import money
from engine.view import view
from engine.words import Words, using_language
from tests.t1830.table import Table
from tests.t1843.table import Table as Table1843


def trading(**held: int) -> Table:
    """Ann trades in the B&O at $100."""
    return Table().with_company("B&O", "Ann", **held).stock_round("Ann")


def said(table: Table, who: str = "Ann") -> str:
    return menu_of(moves_of(table.game, table.seat(who))).standing


def test_a_company_of_which_one_may_buy_no_more_is_named_with_the_rule():
    full, spare = said(trading(Ann=6)), said(trading(Ann=5, Bob=1))
    assert "You can buy no more of B&O, because you may hold at most 60% of B&O: you hold 60%." in full
    assert "You can buy no more" not in spare


def test_the_rules_reasons_are_told_in_the_readers_language():
    """Whoever played in German read "Mehr kaufen kannst du nicht von B&O: you may hold at most 60% of B&O"."""
    with using_language("de"):
        assert "von B&O: du darfst höchstens 60% von B&O halten: du hältst 60%." in said(trading(Ann=6))
        must_sell = said(Table1843().with_company("MID", "Ann", par=79, Ann=8).stock_round("Ann"))
    [line] = [line for line in must_sell.splitlines() if line.startswith("Du kannst nicht passen: ")]
    assert "you must first" not in line


def test_whoever_has_bought_is_told_that_they_may_still_sell():
    table = trading(Ann=4, Bob=2).with_company("PRR", "Bob", Bob=3)
    assert "You have bought" not in said(table)
    table.buy("Ann", "PRR")
    assert "You have bought something this turn. You may still sell shares, or end your turn." in said(table)


def test_that_the_bank_breaks_is_a_bold_line_of_its_own_with_what_ends_then():
    table = trading(Ann=6)
    [line] = condensed([Event("bank_broken", {})], Words(view(table.game)))
    assert line[:2] == line[-2:] == "**"
    assert "The bank breaks: the game ends after this set of operating rounds" in line


def test_whoever_has_too_little_for_any_share_is_told_what_the_cheapest_costs():
    poor, rich = trading(Bob=4, Cem=2), trading(Bob=4, Cem=2)
    with poor.arrange() as p:
        money.pay(p, poor.seat("Ann"), money.BANK, p.s.cash[poor.seat("Ann")] - 25)
    assert "No share on sale costs less than $100." in said(poor)
    assert "No share on sale" not in said(rich)
