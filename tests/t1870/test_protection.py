"""Share price protection: presidents buy what others have just sold (5.9, with D 5.9)."""

from __future__ import annotations

import pytest

from engine import Event
from engine.finance import holding
from engine.view import view
from engine.words import Words
from tests.t1870.table import Table

FIVE = ("Ann", "Bob", "Cem", "Dan", "Eve")


def sp_of_cem(**options: str) -> Table:
    """Five players; Cem presides over the SP at $100, the others hold some; Ann is on turn."""
    table = Table(FIVE, **options).with_company("SP", "Cem", Cem=3, Ann=3, Bob=2, Dan=1, Eve=1)
    return table.with_cash("Cem", 500).with_cash("Ann", 0).stock_round("Ann")


def sold(table: Table, who: str, *blocks: tuple[str, int]) -> Table:
    """A player's turn in which they sell these blocks and do nothing else."""
    for company, count in blocks:
        table.do(who, "sell", company=company, shares=count)
    return table.done(who)


def fill_up(table: Table, who: str, left: int) -> Table:
    """Give a player certificates that count until they have room for only this many more."""
    p = table.p
    more = p.title.holding.limit(p) - holding.certificates(p, table.seat(who)) - left
    for company in ("MP", "IC", "FW", "TP"):
        some = min(more, 5)
        if some:
            table.with_company(company, "Eve" if who != "Eve" else "Dan", **{who: some})
        more -= some
    p = table.p
    assert holding.certificates(p, table.seat(who)) == p.title.holding.limit(p) - left
    return table


# --- buying what is sold


@pytest.mark.rule("1870-5.9-01", "1870-5.9-02")
def test_the_president_buys_from_the_seller_at_full_price_and_the_price_stays():
    table = sold(sp_of_cem(), "Ann", ("SP", 2))
    assert table.deciders() == ["Cem"]
    table.do("Cem", "protect")
    assert (table.cash("Ann"), table.cash("Cem")) == (200, 300)
    assert (table.units("Cem", "SP"), table.units("pool", "SP")) == (5, 0)
    assert (table.price("SP"), table.box("SP")) == (100, "0,6")


@pytest.mark.rule("1870-5.9-03", "1870-5.9-02")
def test_a_president_may_let_the_price_fall():
    table = sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "let_fall")
    assert (table.units("Cem", "SP"), table.units("pool", "SP")) == (3, 2)
    assert table.box("SP") == "2,6"
    assert table.cash("Cem") == 500
    assert table.deciders() == ["Bob"]


def log(table: Table) -> list[str]:
    """What everybody is told of it."""
    return [Words(view(table.game)).event(event) for event in table.events]


@pytest.mark.rule("1870-5.9-03")
def test_the_log_says_what_the_market_takes_and_where_the_price_goes():
    table = sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "let_fall")
    assert "Cem does not protect SP: 2 shares go to the pool at $100 each." in log(table)
    assert "The price of SP falls from $100 to $82 because shares were sold." in log(table)

    poor = log(sold(sp_of_cem().with_cash("Cem", 99), "Ann", ("SP", 1)))
    assert "Cem cannot protect SP: 1 share goes to the pool at $100." in poor


@pytest.mark.parametrize("box", ["10,6", "3,11"])
def test_the_log_does_not_say_that_a_price_falls_where_it_cannot(box: str):
    table = sp_of_cem().with_box("SP", box)
    price = table.price("SP")
    told = log(sold(table, "Ann", ("SP", 1)).do("Cem", "let_fall"))
    assert f"The price of SP stays at ${price} although shares were sold." in told
    assert not any("fall" in one for one in told)


def test_an_older_log_is_still_told():
    older = Event("not_protected", {"player": "p3", "company": "SP"})
    assert Words(view(sp_of_cem().game)).event(older) == "Cem does not protect the price of SP."


@pytest.mark.rule("1870-5.9-03")
def test_nobody_but_the_president_is_asked():
    table = sold(sp_of_cem(), "Ann", ("SP", 2))
    for other in ("Ann", "Bob", "Dan", "Eve"):
        table.refused(other, "protect")


@pytest.mark.rule("1870-5.9-04")
def test_presidents_decide_when_the_seller_has_finished():
    table = sp_of_cem().with_company("MP", "Bob", Bob=6).do("Ann", "sell", company="SP", shares=1)
    assert table.deciders() == ["Ann"]
    table.refused("Cem", "protect")
    assert table.price("SP") == 100
    table.buy("Ann", "MP")
    assert table.deciders() == ["Cem"]


@pytest.mark.rule("1870-5.9-04")
@pytest.mark.parametrize(("first", "second"), [("SP", "MP"), ("MP", "SP")])
def test_presidents_decide_in_the_order_of_the_sales(first: str, second: str):
    president = {"SP": "Cem", "MP": "Bob"}
    table = sp_of_cem().with_company("MP", "Bob", Bob=4, Ann=2)
    sold(table, "Ann", (first, 1), (second, 1))
    assert table.deciders() == [president[first]]
    table.do(president[first], "let_fall")
    assert table.deciders() == [president[second]]


@pytest.mark.rule("1870-5.9-06")
def test_all_that_is_sold_must_be_taken_or_none():
    table = sold(sp_of_cem(), "Ann", ("SP", 3))
    table.refused("Cem", "protect", shares=1)
    table.do("Cem", "protect")
    assert table.units("Cem", "SP") == 6


@pytest.mark.rule("1870-5.9-06", "1870-5.9-07")
def test_a_president_with_money_for_only_one_of_two_shares_cannot_protect():
    table = sold(sp_of_cem().with_cash("Cem", 199), "Ann", ("SP", 2))
    assert table.deciders() == ["Bob"]
    assert (table.box("SP"), table.units("pool", "SP")) == ("2,6", 2)
    assert sold(sp_of_cem().with_cash("Cem", 200), "Ann", ("SP", 2)).deciders() == ["Cem"]


@pytest.mark.rule("1870-5.9-08")
def test_a_president_needs_room_within_the_certificate_limit():
    tight = sold(fill_up(sp_of_cem(), "Cem", 1), "Ann", ("SP", 2))
    assert tight.deciders() == ["Bob"]
    assert tight.box("SP") == "2,6"
    wide = sold(fill_up(sp_of_cem(), "Cem", 2), "Ann", ("SP", 2)).do("Cem", "protect")
    assert wide.units("Cem", "SP") == 5


@pytest.mark.rule("1870-5.9-18")
def test_shares_being_protected_count_by_the_section_they_stand_in_now():
    """In the yellow section they do not count; in white they do, even if they would fall into yellow."""
    yellow = fill_up(sp_of_cem(), "Cem", 0).with_box("SP", "2,1")
    assert sold(yellow, "Ann", ("SP", 2)).deciders() == ["Cem"]
    would_be_yellow = fill_up(sp_of_cem(), "Cem", 0).with_box("SP", "6,5")
    sections = would_be_yellow.p.d.market.boxes
    assert (sections["6,5"].section, sections["7,5"].section) == ("white", "yellow")
    sold(would_be_yellow, "Ann", ("SP", 1))
    assert would_be_yellow.deciders() == ["Bob"]
    assert would_be_yellow.box("SP") == "7,5"


@pytest.mark.rule("1870-5.9-09")
def test_in_the_protection_phase_nothing_may_be_sold_for_cash_or_room():
    table = sp_of_cem().with_company("MP", "Dan", Dan=5, Cem=3)
    sold(table, "Ann", ("SP", 2))
    assert set(table.verbs("Cem")) - {"stop"} == {"protect", "let_fall"}
    table.refused("Cem", "sell", company="MP", shares=1)
    table.refused("Cem", "buy", company="MP")
    table.refused("Cem", "pass")


@pytest.mark.rule("1870-5.9-09", "1870-5.9-07")
def test_shares_that_could_be_sold_are_no_cash():
    table = sp_of_cem().with_company("MP", "Dan", Dan=5, Cem=3).with_cash("Cem", 0)
    assert sold(table, "Ann", ("SP", 1)).deciders() == ["Bob"]


# --- whose turn comes next


@pytest.mark.rule("1870-5.9-05", "1870-5.9-10")
def test_protecting_is_the_presidents_turn_and_those_between_miss_theirs():
    table = sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "protect")
    assert table.deciders() == ["Dan"]
    assert sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "let_fall").deciders() == ["Bob"]


@pytest.mark.rule("1870-5.9-11", "1870-5.9-10")
@pytest.mark.parametrize(("order", "next_player"), [(("SP", "MP"), "Cem"), (("MP", "SP"), "Dan")])
def test_after_two_protections_play_goes_on_left_of_the_one_sold_last(order: tuple[str, str], next_player: str):
    president = {"SP": "Cem", "MP": "Bob"}
    table = sp_of_cem().with_company("MP", "Bob", Bob=4, Ann=2)
    sold(table, "Ann", *((company, 1) for company in order))
    for company in order:
        table.do(president[company], "protect")
    assert table.deciders() == [next_player]


@pytest.mark.rule("1870-5.9-11")
def test_a_president_who_declines_does_not_move_the_turn():
    table = sp_of_cem().with_company("MP", "Bob", Bob=4, Ann=2)
    sold(table, "Ann", ("MP", 1), ("SP", 1)).do("Bob", "protect").do("Cem", "let_fall")
    assert table.deciders() == ["Cem"]


@pytest.mark.rule("1870-5.9-14")
def test_protecting_moves_the_priority_card():
    protected = sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "protect").everybody_passes()
    assert protected.name(protected.s.priority) == "Dan"
    fallen = sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "let_fall").everybody_passes()
    assert fallen.name(fallen.s.priority) == "Bob"


@pytest.mark.rule("1870-5.9-14")
def test_after_a_protection_all_must_pass_anew():
    table = sold(sp_of_cem(), "Ann", ("SP", 2)).do("Cem", "protect")
    for passer in ("Dan", "Eve", "Ann", "Bob"):
        assert table.deciders() == [passer]
        table.do(passer, "pass")
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Cem"])


# --- who may protect


@pytest.mark.rule("1870-5.9-15")
def test_whoever_becomes_president_by_the_sale_may_not_protect_it():
    table = Table(FIVE).with_company("SP", "Ann", Ann=3, Cem=3, Bob=2).with_cash("Cem", 900).stock_round("Ann")
    sold(table, "Ann", ("SP", 1))
    assert table.president("SP") == "Cem"
    assert table.deciders() == ["Bob"]
    assert (table.box("SP"), table.units("pool", "SP")) == ("1,6", 1)


@pytest.mark.rule("1870-5.9-15", "1870-5.9-01")
def test_a_president_cannot_protect_against_their_own_sale():
    table = Table(FIVE).with_company("SP", "Ann", Ann=4, Cem=2).with_cash("Ann", 900).stock_round("Ann")
    sold(table, "Ann", ("SP", 1))
    assert table.deciders() == ["Bob"]
    assert table.box("SP") == "1,6"


@pytest.mark.rule("1870-5.9-16")
def test_a_president_who_sold_the_company_may_still_protect_it():
    table = Table(FIVE).with_company("SP", "Ann", Ann=4, Bob=2, Cem=2).with_cash("Ann", 900).stock_round("Ann")
    sold(table, "Ann", ("SP", 1))
    sold(table, "Bob", ("SP", 1))
    assert table.deciders() == ["Ann"]
    table.do("Ann", "protect")
    assert table.units("Ann", "SP") == 4
    for passer in ("Bob", "Cem", "Dan", "Eve"):
        table.do(passer, "pass")
    table.may_not_buy("Ann", "SP", "pool", section="5.3.3")


@pytest.mark.rule("1870-5.9-01")
def test_protection_saves_a_company_that_the_sale_would_close():
    saved = sold(sp_of_cem().with_box("SP", "7,0"), "Ann", ("SP", 2)).do("Cem", "protect")
    assert (saved.box("SP"), saved.s.companies["SP"].closed) == ("7,0", False)
    lost = sold(sp_of_cem().with_box("SP", "7,0"), "Ann", ("SP", 2)).do("Cem", "let_fall")
    assert lost.s.companies["SP"].closed


# --- more than 60%


def cem_with_eighty(**options: str) -> Table:
    """Cem held 60% of the SP and has just protected two more shares; Dan is on turn."""
    table = Table(FIVE, **options).with_company("SP", "Cem", Cem=6, Ann=2, Bob=2).with_cash("Cem", 900)
    return sold(table.stock_round("Ann"), "Ann", ("SP", 2)).do("Cem", "protect")


@pytest.mark.rule("1870-5.9-12")
def test_shares_over_sixty_percent_won_by_protection_may_be_kept():
    table = cem_with_eighty()
    assert table.units("Cem", "SP") == 8
    sold(table.done("Dan").done("Eve").done("Ann"), "Bob", ("SP", 1)).do("Cem", "let_fall")
    assert table.deciders() == ["Cem"]
    table.may_not_buy("Cem", "SP", "pool", section="5.4.1")
    table.do("Cem", "pass")
    assert table.units("Cem", "SP") == 8


@pytest.mark.rule("1870-5.9-12")
def test_the_next_sale_of_that_company_goes_down_to_sixty_percent():
    table = cem_with_eighty().done("Dan").done("Eve").done("Ann").done("Bob")
    table.refused("Cem", "sell", company="SP", shares=1, section="5.9")
    table.do("Cem", "sell", company="SP", shares=2)
    assert table.units("Cem", "SP") == 6
    more = cem_with_eighty().done("Dan").done("Eve").done("Ann").done("Bob")
    assert more.do("Cem", "sell", company="SP", shares=4).units("Cem", "SP") == 4


@pytest.mark.rule("1870-D.5.9-02")
def test_shares_bought_over_sixty_percent_in_green_are_kept_when_it_is_left():
    table = Table(FIVE).with_company("SP", "Cem", Cem=6, Ann=1, pool=3).with_box("SP", "4,1").with_cash("Cem", 900)
    table.stock_round("Cem").buy("Cem", "SP", "pool").done("Cem").with_box("SP", "0,6")
    table.done("Dan").done("Eve").done("Ann").done("Bob")
    assert (table.deciders(), table.units("Cem", "SP")) == (["Cem"], 7)
    table.may_not_buy("Cem", "SP", "pool", section="5.4.1")
    table.with_company("MP", "Bob", Bob=6).buy("Cem", "MP")
    assert table.units("Cem", "SP") == 7


@pytest.mark.rule("1870-D.5.9-02")
def test_kept_or_not_a_later_sale_goes_down_to_sixty_percent():
    table = Table(FIVE).with_company("SP", "Cem", Cem=8, Ann=2).stock_round("Cem")
    table.refused("Cem", "sell", company="SP", shares=1, section="5.9")
    table.do("Cem", "sell", company="SP", shares=2)


@pytest.mark.rule("1870-D.5.9-01")
@pytest.mark.parametrize("options", [{"edition": "mayfair"}, {"over_60": "sell"}])
def test_by_the_mayfair_ruling_they_must_be_sold_when_the_company_leaves_green(options: dict[str, str]):
    table = Table(FIVE, **options).with_company("SP", "Cem", Cem=7, Ann=2).with_company("MP", "Bob", Bob=6)
    table.with_cash("Cem", 900).with_box("SP", "4,1").stock_round("Cem")
    table.buy("Cem", "MP").done("Cem").done("Dan").done("Eve").done("Ann").done("Bob").with_box("SP", "0,6")
    table.refused("Cem", "pass", section="D 5.9")
    table.refused("Cem", "buy", company="MP", section="D 5.9", **{"from": "ipo"})
    table.do("Cem", "sell", company="SP", shares=1).buy("Cem", "MP")
    assert table.units("Cem", "SP") == 6


@pytest.mark.rule("1870-D.5.9-01", "1870-5.9-12")
def test_the_mayfair_ruling_leaves_protected_shares_alone_until_the_next_sale():
    table = cem_with_eighty(edition="mayfair").done("Dan").done("Eve").done("Ann").done("Bob")
    table.with_company("MP", "Bob", Bob=6).buy("Cem", "MP").done("Cem")
    assert table.units("Cem", "SP") == 8
    table.done("Dan").done("Eve").done("Ann").done("Bob").do("Cem", "sell", company="SP", shares=2).done("Cem")
    assert (table.units("Cem", "SP"), table.own.rescued) == (6, {})


# --- forced sales


def ann_needs_a_train(**options: str) -> Table:
    """The FW must buy a train for $80, neither it nor Ann has money; Ann has two shares of Bob's SP at $100."""
    table = Table(("Ann", "Bob", "Cem"), **options).with_company("FW", "Ann", Ann=6, treasury=0).with_cash("Ann", 0)
    table.with_company("SP", "Bob", Bob=4, Ann=2).with_cash("Bob", 300)
    return table.with_tile("J3", "57", 1).with_tile("J5", "57", 1).operating_turn("FW", "train")


@pytest.mark.rule("1870-5.9-13", "1870-5.9-17")
def test_a_forced_sale_can_be_protected_before_the_train_is_bought():
    table = ann_needs_a_train()
    priority = table.s.priority
    table.do("Ann", "sell", company="SP", shares=1)
    assert table.deciders() == ["Bob"]
    assert table.trains("FW") == []
    table.do("Bob", "protect")
    assert (table.box("SP"), table.units("Bob", "SP"), table.cash("Bob")) == ("0,6", 5, 200)
    assert (table.trains("FW"), table.cash("Ann")) == (["2"], 20)
    assert table.s.priority == priority
    assert [turn["company"] for turn in table.happened("operates")] == ["SP"]


@pytest.mark.rule("1870-5.9-17")
def test_an_unprotected_forced_sale_moves_the_price_before_the_train_is_bought():
    table = ann_needs_a_train().do("Ann", "sell", company="SP", shares=1).do("Bob", "let_fall")
    assert table.box("SP") == "1,6"
    kinds = [event.kind for event in table.events]
    assert kinds.index("price") < kinds.index("bought_train")


@pytest.mark.rule("1870-5.9-17")
def test_a_company_closes_before_the_train_is_bought():
    """Ann's own FW at $30 closes under the three shares she sells for its train, and no train is bought."""
    table = ann_needs_a_train().with_box("FW", "7,2")
    table.do("Ann", "sell", company="FW", shares=3)
    assert table.s.companies["FW"].closed
    assert not table.happened("bought_train")
