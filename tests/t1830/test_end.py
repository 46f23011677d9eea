"""How the game ends, who wins, and the two options."""

from __future__ import annotations

import pytest

from tests.t1830.table import Table, boston


def paying(bank: int, number: int = 1, of: int = 2) -> Table:
    """Ann's B&M is about to pay her $24, out of a bank that holds this much."""
    table = boston().with_train("B&M", "2").with_bank(bank).operating_turn("B&M", "run", number, of)
    return table.run_best("Ann").do("Ann", "dividend", kind="full")


@pytest.mark.rule("1830-end-02", "1830-end-03")
@pytest.mark.parametrize("bank", [0, 23, 24])
def test_a_broken_bank_ends_the_game_after_the_set(bank: int):
    table = paying(bank).do("Ann", "skip")
    assert (table.s.end, table.s.clock.number) == (None, 2)
    assert table.end_turn().s.end.why == "bank"
    assert paying(bank, 2, 2).do("Ann", "skip").s.end.why == "bank"
    going_on = paying(25, 2, 2).do("Ann", "skip")
    assert (going_on.s.end, going_on.s.clock.round) == (None, "stock")


@pytest.mark.rule("1830-end-02")
def test_a_bank_that_breaks_in_a_stock_round_lets_one_more_set_be_played():
    table = Table().with_company("CPR", "Ann", floated=False, turns=0, home=False, Ann=5).with_phase("3")
    table.stock_round("Bob").with_bank(500).buy("Bob", "CPR").done("Bob").everybody_passes()
    assert (table.s.end, table.s.clock.of, table.cash("CPR")) == (None, 2, 1000)
    table.end_turn()
    assert table.s.clock.number == 2
    assert table.end_turn().s.end.why == "bank"


@pytest.mark.rule("1830-end-04")
@pytest.mark.parametrize("bank", [10, -50])
def test_a_broken_bank_pays_on(bank: int):
    table = boston().with_train("B&M", "2").with_bank(bank).operating_turn("B&M", "run").run_best("Ann")
    with table.arrange() as p:
        p.s.broken = bank < 0
    before = table.cash("Ann")
    table.do("Ann", "dividend", kind="full")
    assert (table.cash("Ann"), table.cash("bank"), table.s.broken) == (before + 24, bank - 24, True)


def ended(*, bankrupt: bool = False) -> Table:
    """Bob has $500, four shares of the NYC at $71 and a private company; Cem $900; Ann the rest."""
    table = boston(Ann=2).with_company("NYC", "Bob", par=82, box="4,6", Bob=4).with_private("CA", "Bob")
    table.with_cash("Bob", 500).with_cash("Cem", 900).with_cash("Ann", 0)
    if bankrupt:
        table.with_cash("B&M", 0).with_supply_from("D").with_phase("6").operating_turn("B&M", "train")
        return table.do("Ann", "bankrupt")
    table.with_cash("B&M", 80).operating_turn("B&M", "train", 1, 1)
    with table.arrange() as p:
        p.s.broken = True
    table.buy_train("Ann", "2")
    while not table.s.end:
        table.end_turn()
    return table


@pytest.mark.rule("1830-end-05", "1830-end-06", "1830-end-07", "1830-end-08")
def test_worth():
    table = ended(bankrupt=True)
    worth = {table.name(seat): amount for seat, amount in table.s.end.worth.items()}
    assert worth == {"Ann": 2 * 100, "Bob": 500 + 4 * 71 + 160, "Cem": 900}
    assert [table.name(seat) for seat in table.s.end.winners] == ["Bob"]


@pytest.mark.rule("1830-end-08")
def test_the_bankrupt_does_not_win():
    def poor(ann: int, bob: int = 50) -> list[str]:
        table = boston(Ann=2).with_box("B&M", "0,18").with_cash("B&M", 0).with_supply_from("D").with_phase("6")
        table.with_cash("Ann", ann).with_cash("Bob", bob).with_cash("Cem", 40)
        table.operating_turn("B&M", "train").do("Ann", "bankrupt")
        return [table.name(seat) for seat in table.s.end.winners]

    assert poor(300) == ["Bob"]
    assert poor(300, 1000) == ["Bob"], "worth as much as Ann"
    assert [ended().name(seat) for seat in ended().s.end.winners] == ["Bob"]


# --- options


@pytest.mark.rule("1830-options-01", "1830-options-04")
def test_a_third_6():
    for options, count in (({"third_6": "yes"}, 3), ({"third_6": "no"}, 2), ({}, 2)):
        table = Table(**options)
        assert [card.kind for card in table.s.trains.values()].count("6") == count


def brown(box: str, **options: str) -> Table:
    table = Table(**options).with_company("C&O", "Cem", par=67, box=box, Cem=3, pool=2)
    return table.stock_round("Ann")


@pytest.mark.rule("1830-options-02", "1830-options-03", "1830-options-04")
def test_brown_shares_from_the_ipo():
    table = brown("7,1", brown_from_ipo="yes").buy("Ann", "C&O", "ipo", shares=2)
    assert (table.units("Ann", "C&O"), table.cash("Ann")) == (2, 800 - 134)
    # From either place, one after the other.
    table.buy("Ann", "C&O", "pool", shares=2).buy("Ann", "C&O", "ipo", shares=1)
    assert (table.units("Ann", "C&O"), table.cash("Ann")) == (5, 800 - 134 - 40 - 67)
    for box in ("7,3", "3,3", "5,6"):
        other = brown(box, brown_from_ipo="yes")
        other.may_not_buy("Ann", "C&O", "ipo", shares=2)
        other.buy("Ann", "C&O").may_not_buy("Ann", "C&O", section="stock round")
    brown("7,1").may_not_buy("Ann", "C&O", "ipo", shares=2)
    brown("7,1", brown_from_ipo="no").buy("Ann", "C&O").may_not_buy("Ann", "C&O", section="stock round")
