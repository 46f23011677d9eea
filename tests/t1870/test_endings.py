"""How the game ends, and who has won (13.2, 13.3, 14)."""

from __future__ import annotations

import pytest

from tests.t1870.lines import row_b
from tests.t1870.table import Table

RESERVE = 10_000


def play_round(table: Table) -> Table:
    """Play on without doing anything until the operating rounds are over or the game is."""
    for _ in range(60):
        if table.s.end is not None or table.s.clock.round != "operating":
            return table
        who = table.deciders()[0]
        verbs = table.verbs(who)
        if "run" in verbs:
            table.run_best(who)
        elif "dividend" in verbs:
            table.do(who, "dividend", kind="withhold")
        else:
            table.do(who, "skip")
    raise AssertionError("the operating rounds do not end")


def all_pass(table: Table) -> Table:
    """Everybody passes until the stock round is over."""
    turn = table.s.clock.turn
    while (table.s.clock.round, table.s.clock.turn) == ("stock", turn) and table.s.end is None:
        table.do(table.deciders()[0], "pass")
    return table


def dividend_of_40(bank: int, **options: str) -> Table:
    """The ATSF has run for 40 and Ann and Bob own all its shares; the bank has this much."""
    table = row_b(**options).with_company("ATSF", "Ann", Ann=5, Bob=5).with_train("ATSF", "2").with_bank(bank)
    return table.operating_turn("ATSF", "run", number=1, of=2).run_best("Ann")


# --- the bank


@pytest.mark.rule("1870-13-01", "1870-13.2-01", "1870-13.2-05")
@pytest.mark.parametrize("kind", ["full", "withhold"])
def test_a_bank_that_cannot_pay_an_income_is_broken_and_the_set_of_operating_rounds_is_finished(kind: str):
    table = dividend_of_40(39).do("Ann", "dividend", kind=kind)
    assert table.s.broken
    assert table.cash("bank") == 39 + RESERVE - 40
    assert table.s.end is None
    table.do("Ann", "skip")
    assert table.s.clock.number == 2  # the second round of the set
    play_round(table)
    assert table.s.end.why == "bank"
    assert table.s.clock.round == "operating"

    sound = dividend_of_40(1000).do("Ann", "dividend", kind=kind)
    play_round(sound)
    assert not sound.s.broken and sound.s.end is None and sound.s.clock.round == "stock"


@pytest.mark.rule("1870-13.2-02", "1870-13.2-03")
def test_a_bank_broken_by_a_sale_in_a_stock_round_leaves_one_more_set():
    table = row_b().with_company("ATSF", "Ann", Ann=5, Bob=4).with_train("ATSF", "2").with_phase("2")
    table.with_bank(99).stock_round("Bob").do("Bob", "sell", company="ATSF", shares=1)
    assert table.cash("Bob") == 800
    table.do("Bob", "pass").do("Ann", "let_fall")
    assert table.s.broken and table.s.end is None
    assert table.cash("bank") == 99 + RESERVE - 100
    all_pass(table)
    assert table.s.end is None and (table.s.clock.number, table.s.clock.of) == (1, 2)
    play_round(table)
    assert table.s.end.why == "bank" and table.s.clock.number == 2

    enough = row_b().with_company("ATSF", "Ann", Ann=5, Bob=4).with_bank(101).stock_round("Bob")
    assert not enough.do("Bob", "sell", company="ATSF", shares=1).do("Bob", "pass").do("Ann", "let_fall").s.broken


@pytest.mark.rule("1870-13.2-02", "1870-13.2-04")
def test_a_bank_that_cannot_provide_a_new_companys_treasury_is_broken():
    def table(bank: int) -> Table:
        begun = Table().with_company("MKT", "Ann", Ann=3, Bob=2, floated=False, turns=0, home=False).with_bank(bank)
        return all_pass(begun.stock_round("Bob").buy("Bob", "MKT"))

    short = table(899)  # the sixth share brings 100 more
    assert short.s.broken and short.s.end is None
    assert short.cash("MKT") == 1000
    assert short.s.clock.round == "operating"
    assert not table(901).s.broken


@pytest.mark.rule("1870-13.2-06")
def test_a_broken_bank_stays_broken_whatever_comes_in():
    table = row_b().with_train("ATSF", "2").with_bank(10).operating_turn("ATSF", "run").run_best("Ann")
    table.do("Ann", "dividend", kind="withhold")
    assert table.s.broken
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2")
    assert table.cash("bank") > 1000
    assert table.s.broken
    play_round(table)
    assert table.s.end.why == "bank"


@pytest.mark.rule("1870-13.2-07")
def test_a_bank_with_nothing_left_is_broken_and_one_with_a_dollar_is_not():
    assert dividend_of_40(40).do("Ann", "dividend", kind="full").s.broken
    assert not dividend_of_40(41).do("Ann", "dividend", kind="full").s.broken


@pytest.mark.rule("1870-13.2-01")
def test_private_companies_alone_can_break_the_bank_before_all_are_sold():
    table = Table()
    table.do("Ann", "take").with_bank(5)
    for who in ("Bob", "Cem"):
        table.do(who, "pass_auction")
    assert table.s.end is None
    table.do("Ann", "pass_auction")
    assert table.s.broken
    assert table.s.end.why == "bank"


# --- stalemate


def nothing_runs(*cash: int, left: tuple[str, ...] = ("SP",), private: str = "closed", **options: str) -> Table:
    """All companies but these are closed, and all privates but perhaps one; Ann, Bob and Cem have this much."""
    table = Table(**options).with_private("GRSC", private)
    table.with_closed(*(company for company in table.s.companies if company not in left))
    for who, amount in zip(("Ann", "Bob", "Cem"), cash, strict=True):
        table.with_cash(who, amount)
    table.stock_round("Ann")
    return all_pass(table) if table.s.end is None and table.s.clock.turn == 2 else table


def is_stalemate(table: Table) -> bool:
    if table.s.end is None:
        return False
    assert table.s.end.why == "stalemate"
    assert table.s.end.winners == []
    return True


@pytest.mark.rule("1870-13.3-01")
def test_if_nothing_runs_and_nobody_can_start_a_company_the_game_is_a_stalemate_without_a_winner():
    assert is_stalemate(nothing_runs(136, 136, 135))
    assert not is_stalemate(nothing_runs(136, 136, 136))  # six shares at 68, bought by all together
    assert not is_stalemate(nothing_runs(408, 0, 0))


@pytest.mark.rule("1870-13.3-01")
def test_money_that_buys_no_whole_shares_starts_nothing():
    assert is_stalemate(nothing_runs(200, 200, 8))
    assert is_stalemate(nothing_runs(67, 67, 300))


@pytest.mark.rule("1870-13.3-01")
def test_if_no_company_is_left_money_does_not_matter():
    assert is_stalemate(nothing_runs(2000, 2000, 2000, left=()))


@pytest.mark.rule("1870-13.3-01")
@pytest.mark.parametrize("place", ["Ann", "pool"])
def test_no_stalemate_while_a_private_company_is_not_closed(place: str):
    assert not is_stalemate(nothing_runs(100, 100, 100, private=place))


@pytest.mark.rule("1870-13.3-01")
def test_no_stalemate_while_a_company_operates():
    table = row_b().with_closed(*(c for c in Table().s.companies if c != "ATSF"))
    for who in ("Ann", "Bob", "Cem"):
        table.with_cash(who, 0)
    assert not is_stalemate(all_pass(table.stock_round("Ann")))


@pytest.mark.rule("1870-13.3-01")
@pytest.mark.parametrize("operates", [True, False])
def test_no_stalemate_while_a_company_operates_that_could_not_be_started_again(*, operates: bool):
    """The St. Louis-San Francisco operates with two shares sold; without it nobody could buy six shares."""
    table = Table().with_closed(*(company for company in Table().s.companies if company != "SLSF"))
    for private in table.s.privates:
        table.with_private(private, "closed")
    if operates:
        table.with_company("SLSF", "Ann", Ann=2)
    for who in ("Ann", "Bob", "Cem"):
        table.with_cash(who, 0)
    assert is_stalemate(all_pass(table.stock_round("Ann"))) is not operates


# --- winning


@pytest.mark.rule("1870-14-01")
def test_cash_shares_at_market_and_privates_at_cost_decide():
    table = Table().with_company("ATSF", "Ann", par=100, Ann=3, Bob=2).with_box("ATSF", "0,5")
    table.with_private("SCC", "Cem").with_private("MKT", "Cem").stock_round("Ann")
    table.agree("Ann", "stop", "Bob", "Cem")
    assert table.s.end.worth == {"p1": 700 + 3 * 90, "p2": 700 + 2 * 90, "p3": 700 + 50 + 160}
    assert table.s.end.winners == ["p1"]


@pytest.mark.rule("1870-14-01")
def test_money_set_aside_for_a_bid_is_still_the_bidders():
    table = Table().do("Ann", "bid", private="MKT", amount=200)
    assert table.cash("Ann") == 500
    table.agree("Bob", "stop", "Cem", "Ann")
    assert table.s.end.worth["p1"] == 700


@pytest.mark.rule("1870-14-01")
def test_equal_worth_is_shared_victory_and_closed_companies_count_for_nothing():
    table = Table().with_company("ATSF", "Ann", Ann=3).stock_round("Ann").with_closed("ATSF")
    table.agree("Ann", "stop", "Bob", "Cem")
    assert table.s.end.worth == {"p1": 700, "p2": 700, "p3": 700}
    assert table.s.end.winners == ["p1", "p2", "p3"]


@pytest.mark.rule("1870-13.3-01")
@pytest.mark.parametrize(("richest", "stalemate"), [(19, True), (20, False)])
def test_a_private_company_in_the_market_that_nobody_can_buy_saves_no_game(richest: int, stalemate: bool):
    """The Great River Shipping Company costs 20; with less nobody has anything to do, for ever."""
    table = nothing_runs(richest, 10, 0, private="pool")
    assert is_stalemate(table) is stalemate
    if not stalemate:
        assert table.s.privates["GRSC"] == "pool"
