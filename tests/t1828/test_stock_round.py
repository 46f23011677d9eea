"""The stock round: order and passing, a turn's actions, selling, buying, the gray area (7.1 to 7.3)."""

from __future__ import annotations

import pytest

from tests.t1828.positions import usual
from tests.t1828.table import Table1828

GRAY_BOX = "9,1"
"""$65, in the gray area."""


def passes(table: Table1828, *players: str) -> Table1828:
    for who in players:
        table.do(who, "pass")
    return table


# --- the round


@pytest.mark.rule("1828-7.1-01")
@pytest.mark.parametrize("order", [("Ann", "Bob", "Cem"), ("Cem", "Ann", "Bob")])
def test_turns_go_round_from_the_first_card(order: tuple[str, ...]):
    table = Table1828(order).with_company("GT", order[0], **{order[0]: 3}).stock_round(order[0])
    for who in (*order, order[0]):
        assert table.deciders() == [who]
        other = next(name for name in order if name != who)
        table.refused(other, "pass")
        table.buy(who, "GT").done(who)
    assert table.deciders() == [order[1]]


@pytest.mark.rule("1828-7.1-06", "1828-7.1-07", "1828-7.1-12")
def test_it_ends_when_all_pass_one_after_the_other():
    table = passes(usual().stock_round("Ann"), "Ann", "Bob").buy("Cem", "GT").done("Cem")
    # Ann, who passed, acts again; with Bob's first pass that is not all in sequence.
    table.buy("Ann", "GT").done("Ann")
    passes(table, "Bob", "Cem")
    assert table.s.clock.round == "stock"
    passes(table, "Ann")
    assert table.s.clock.round == "operating"


def order_after(table: Table1828) -> list[str]:
    """The players in the order of their cards for the next stock round; the first begins it."""
    assert table.s.clock.round == "operating"
    assert table.s.priority == table.s.players[0].id
    return [seat.name for seat in table.s.players]


@pytest.mark.rule("1828-2-03", "1828-5-04", "1828-7.1-09", "1828-7.1-13")
def test_who_passed_first_is_first_in_the_next_round():
    table = passes(usual().stock_round("Bob"), "Bob", "Cem", "Ann")
    assert order_after(table) == ["Bob", "Cem", "Ann"]


@pytest.mark.rule("1828-2-03")
def test_there_is_a_card_of_each_set_for_each_of_five_players():
    five = ("Ann", "Bob", "Cem", "Dee", "Eve")
    table = Table1828(five).with_company("GT", "Ann", Ann=3).stock_round("Ann").do("Ann", "pass")
    for who in five[1:]:
        # By the cards of this round, those of the next one being taken, it is the next player's turn.
        assert table.deciders() == [who]
        table.buy(who, "GT").done(who)
    for who in ("Ann", "Bob", "Cem", "Dee"):
        table.do(who, "pass")
    assert table.s.clock.round == "stock"
    assert order_after(table.do("Eve", "pass")) == list(five)


@pytest.mark.rule("1828-5-04", "1828-7.1-10", "1828-7.1-11", "1828-7.1-13")
def test_who_acts_after_passing_gives_the_card_back_and_the_others_move_down():
    # Ann takes 1, Bob 2, Cem 3 would end it: Cem buys. Ann buys and gives back 1; Bob moves down to 1.
    table = passes(usual().stock_round("Ann"), "Ann", "Bob").buy("Cem", "GT").done("Cem")
    table.buy("Ann", "GT").done("Ann")
    # Bob still has the lowest card, Cem takes the second, Ann the third.
    passes(table, "Bob", "Cem", "Ann")
    assert order_after(table) == ["Bob", "Cem", "Ann"]


@pytest.mark.rule("1828-7.1-09", "1828-7.1-10", "1828-7.1-11")
def test_a_player_who_passed_and_passes_again_keeps_the_card():
    table = passes(usual().stock_round("Ann"), "Ann").buy("Bob", "NKP").done("Bob")
    passes(table, "Cem", "Ann").buy("Bob", "NKP").done("Bob")
    passes(table, "Cem", "Ann", "Bob")
    assert order_after(table) == ["Ann", "Cem", "Bob"]


@pytest.mark.rule("1828-7.1-17", "1828-7.1-10")
def test_only_selling_is_no_pass():
    table = passes(usual().stock_round("Bob"), "Bob", "Cem").do("Ann", "sell", company="GT", shares=1).done("Ann")
    passes(table, "Bob", "Cem")
    assert table.s.clock.round == "stock"
    passes(table, "Ann")
    assert table.s.clock.round == "operating"


# --- a turn


@pytest.mark.rule("1828-7.1-03")
def test_sell_buy_sell_is_a_turn():
    table = usual().stock_round("Ann")
    table.do("Ann", "sell", company="NKP", shares=1).buy("Ann", "GT").do("Ann", "sell", company="GT", shares=1)
    table.refused("Ann", "buy", "7.1", company="WAB", **{"from": "ipo"})
    table.refused("Ann", "par", "7.1", company="WAB", price=67)
    table.do("Ann", "sell", company="NKP", shares=1).done("Ann")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1828-7.1-04", "1828-7.3-01")
@pytest.mark.parametrize("first", ["share", "director", "exchange"])
def test_one_purchase_action_a_turn(first: str):
    table = usual().with_company("IC", "Bob", Bob=2, floated=False).with_private("M&H", "Ann").stock_round("Ann")
    acts = {
        "share": ("buy", {"company": "GT", "from": "ipo"}),
        "director": ("par", {"company": "WAB", "price": 67}),
        "exchange": ("exchange", {"company": "GT", "from": "ipo"}),
    }
    for verb, args in acts.values():
        assert table.legal("Ann", verb, **args)
    verb, args = acts[first]
    table.do("Ann", verb, **args)
    for verb, args in acts.values():
        assert not table.legal("Ann", verb, **args)
    table.may_not_buy("Ann", "NKP", "pool", section="7.1")
    table.refused("Ann", "merge", stays="GT", goes="NKP")


@pytest.mark.rule("1828-7.1-05", "1828-7.3-11", "1828-7.3-12", "1828-7.3-14")
@pytest.mark.parametrize(("source", "price"), [("ipo", 67), ("pool", 88)])
def test_par_in_the_offering_and_the_market_price_in_the_pool(source: str, price: int):
    table = usual().with_box("GT", "6,3").stock_round("Cem")
    assert table.price("GT") == 88
    cash, bank = table.cash("Cem"), table.cash("bank")
    left = table.units(source, "GT")
    table.buy("Cem", "GT", source)
    assert (table.cash("Cem"), table.cash("bank")) == (cash - price, bank + price)
    assert (table.units("Cem", "GT"), table.units(source, "GT")) == (2, left - 1)
    # Treasury and price stay as they are.
    assert table.cash("GT") == 670


@pytest.mark.rule("1828-7.1-08")
@pytest.mark.parametrize(("cash", "enough"), [(66, False), (67, True)])
def test_nobody_spends_more_than_they_have(cash: int, enough: bool):
    table = usual().with_cash("Cem", cash).stock_round("Cem")
    if not enough:
        table.may_not_buy("Cem", "GT", section="7.3")
        return
    assert table.buy("Cem", "GT").cash("Cem") == 0


# --- selling


@pytest.mark.rule("1828-7.2-01", "1828-13.3.3-02")
def test_the_directors_certificate_is_never_sold():
    table = Table1828().with_company("GT", "Ann", Ann=4, Bob=1, Cem=1).stock_round("Ann")
    for number in (3, 4):
        table.refused("Ann", "sell", company="GT", shares=number)
    table.do("Ann", "sell", company="GT", shares=2)
    assert (table.units("Ann", "GT"), table.president("GT")) == (2, "Ann")
    table.refused("Ann", "sell", company="GT", shares=1)


@pytest.mark.rule("1828-7.2-01")
def test_one_sells_only_what_one_owns():
    table = usual().stock_round("Cem")
    table.refused("Cem", "sell", "7.2", company="NKP", shares=1)
    table.refused("Cem", "sell", company="GT", shares=2)
    table.do("Cem", "sell", company="GT", shares=1)
    assert table.units("Cem", "GT") == 0


@pytest.mark.rule("1828-7.2-02")
def test_nothing_is_sold_in_the_first_stock_round():
    table = usual().stock_round("Ann", initial=True)
    assert table.s.clock.turn == 1
    table.refused("Ann", "sell", "7.2", company="NKP", shares=1)
    usual().stock_round("Ann").do("Ann", "sell", company="NKP", shares=1)


@pytest.mark.rule("1828-7.2-02")
def test_the_stock_round_after_the_auction_is_the_first():
    table = Table1828().with_company("WAB", "Bob", Bob=4, Ann=2)
    for private in table.s.own.row[1:]:
        table.with_private(private, "Cem")
    table.auction().do("Ann", "take")
    while table.deciders() != ["Ann"]:
        table.do(table.deciders()[0], "pass")
    assert table.s.clock.round == "stock"
    table.refused("Ann", "sell", "7.2", company="WAB", shares=1)


@pytest.mark.rule("1828-7.2-03")
def test_shares_of_a_company_without_a_par_are_not_sold():
    table = usual()
    with table.arrange() as p:
        p.s.certs[p.d.certs_of["PRR"][1]] = table.seat("Ann")
    table.stock_round("Ann")
    assert table.units("Ann", "PRR") == 1
    table.refused("Ann", "sell", company="PRR", shares=1)
    table.with_company("PRR", "Bob", Bob=2, Ann=1, floated=False).stock_round("Ann")
    table.do("Ann", "sell", company="PRR", shares=1)


@pytest.mark.rule("1828-7.2-04", "1828-7.2-05", "1828-7.2-06", "1828-7.2-07", "1828-12.2-08")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_all_shares_of_a_sale_bring_the_price_before_it(number: int):
    table = Table1828().with_company("GT", "Bob", Bob=3, Ann=3, box="5,5").stock_round("Ann")
    before, cash = table.price("GT"), table.cash("Ann")
    table.do("Ann", "sell", company="GT", shares=number)
    assert table.cash("Ann") == cash + number * before
    assert table.units("pool", "GT") == number
    assert table.box("GT") == f"{5 + number},5"
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-7.2-07", "1828-12.2-02")
def test_at_the_bottom_of_a_column_the_price_stays():
    table = Table1828().with_company("GT", "Bob", Bob=3, Ann=3, box="12,0").stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=3)
    assert (table.box("GT"), table.price("GT")) == ("13,0", 47)


@pytest.mark.rule("1828-7.2-04")
def test_all_shares_of_a_company_on_one_side_of_the_purchase_go_in_one_sale():
    table = Table1828().with_company("GT", "Bob", Bob=3, Ann=3, box="5,5").stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=1)
    assert table.refused("Ann", "sell", company="GT", shares=1) == (
        "you may sell GT only once before your purchase, and you have: "
        "you can sell it once more after a purchase (7.1)."
    )


@pytest.mark.rule("1828-7.2-04")
def test_a_sale_after_the_purchase_brings_the_price_of_its_moment():
    table = Table1828().with_company("GT", "Bob", Bob=3, Ann=3, box="5,5").stock_round("Ann")
    table.with_company("NKP", "Bob", Bob=6).stock_round("Ann")
    first = table.price("GT")
    table.do("Ann", "sell", company="GT", shares=1).buy("Ann", "NKP")
    second, cash = table.price("GT"), table.cash("Ann")
    assert second < first
    table.do("Ann", "sell", company="GT", shares=2)
    assert table.cash("Ann") == cash + 2 * second


@pytest.mark.rule("1828-7.2-08", "1828-12.2-14", "1828-12.2-07")
@pytest.mark.parametrize("order", [("GT", "NKP"), ("NKP", "GT")])
def test_the_seller_chooses_who_comes_first_in_a_space_below_those_already_there(order: tuple[str, ...]):
    table = (
        Table1828()
        .with_company("GT", "Bob", Bob=3, Ann=2, box="4,4")
        .with_company("NKP", "Bob", Bob=3, Ann=2, box="4,4")
    )
    table.with_company("WAB", "Bob", Bob=6, box="5,4").stock_round("Ann")
    for company in order:
        table.do("Ann", "sell", company=company, shares=1)
    assert table.s.market["5,4"] == ["WAB", *order]


@pytest.mark.rule("1828-7.2-09")
def test_the_pool_has_no_limit_but_the_directors_certificate():
    table = Table1828().with_company("GT", "Ann", Ann=5, pool=5, box="5,5").stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=3)
    assert table.units("pool", "GT") == 8
    table.refused("Ann", "sell", company="GT", shares=1)


# --- buying


@pytest.mark.rule("1828-7.3-01")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_outside_the_gray_area_one_certificate_a_turn(source: str):
    table = usual().with_company("GT", "Ann", Ann=3, pool=3).stock_round("Ann").buy("Ann", "GT", source)
    table.may_not_buy("Ann", "GT", "ipo", section="7.1")
    table.may_not_buy("Ann", "GT", "pool", section="7.1")


@pytest.mark.rule("1828-7.3-02", "1828-7.1-04")
@pytest.mark.parametrize(("first", "second"), [("ipo", "ipo"), ("ipo", "pool"), ("pool", "ipo"), ("pool", "pool")])
def test_the_director_of_a_company_in_the_gray_area_may_buy_two(first: str, second: str):
    table = usual().with_company("GT", "Ann", Ann=3, pool=3, box=GRAY_BOX).stock_round("Ann")
    table.buy("Ann", "GT", first).may_not_buy("Ann", "NKP", "pool", section="7.1")
    table.buy("Ann", "GT", second)
    assert table.units("Ann", "GT") == 5
    table.may_not_buy("Ann", "GT", "pool", section="7.1")


@pytest.mark.rule("1828-7.3-02")
def test_others_than_the_director_buy_one():
    table = usual().with_company("GT", "Ann", Ann=3, pool=3, box=GRAY_BOX).stock_round("Bob").buy("Bob", "GT")
    table.may_not_buy("Bob", "GT", section="7.1")
    # Nor who becomes the director only by the first.
    table = usual().with_company("GT", "Ann", Ann=2, Bob=2, pool=3, box=GRAY_BOX).stock_round("Bob").buy("Bob", "GT")
    assert table.president("GT") == "Bob"
    table.may_not_buy("Bob", "GT", section="7.1")


@pytest.mark.rule("1828-7.3-03")
@pytest.mark.parametrize("source", ["ipo", "pool"])
@pytest.mark.parametrize(("held", "may"), [(5, True), (6, False), (7, False)])
def test_sixty_per_cent(held: int, source: str, *, may: bool):
    table = Table1828().with_company("GT", "Ann", Ann=held, pool=1, box="3,4").stock_round("Ann")
    if may:
        assert table.buy("Ann", "GT", source).units("Ann", "GT") == 6
    else:
        table.may_not_buy("Ann", "GT", source, section="7.3")


@pytest.mark.rule("1828-7.3-04", "1828-7.3-16", "1828-7.3-15")
def test_in_the_gray_area_there_is_no_such_limit_and_nobody_sells_down_later():
    table = Table1828().with_company("GT", "Ann", Ann=6, pool=4, box=GRAY_BOX).stock_round("Ann")
    table.buy("Ann", "GT", "pool").buy("Ann", "GT", "pool").done("Ann")
    assert table.units("Ann", "GT") == 8
    table.with_box("GT", "3,4").stock_round("Ann")
    table.may_not_buy("Ann", "GT", "pool", section="7.3")
    table.do("Ann", "par", company="WAB", price=67).done("Ann")
    assert table.units("Ann", "GT") == 8


@pytest.mark.rule("1828-7.3-15")
def test_there_is_no_limit_of_certificates():
    table = Table1828()
    for company in ("GT", "NKP", "WAB", "B&M", "C&O", "PRR"):
        table.with_private(company, "closed") if company in table.p.d.privates else None
        table.with_company(company, "Ann", Ann=6, box="3,4")
    table.with_company("ERIE", "Bob", Bob=3).with_cash("Ann", 1000).stock_round("Ann")
    table.buy("Ann", "ERIE")
    assert table.units("Ann", "ERIE") == 1


@pytest.mark.rule("1828-7.3-05", "1828-7.3-16", "1828-13.2.2.6-03")
def test_an_exchange_is_no_purchase():
    table = Table1828().with_company("GT", "Ann", Ann=6, pool=1, box="3,4").with_private("M&H", "Ann")
    table.stock_round("Ann").may_not_buy("Ann", "GT", section="7.3")
    table.do("Ann", "exchange", company="GT", **{"from": "ipo"}).done("Ann")
    assert table.units("Ann", "GT") == 7
    assert table.s.privates["M&H"] == "closed"
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1828-7.3-06", "1828-7.4-01", "1828-7.3-08", "1828-7.4-07")
def test_the_directors_certificate_comes_first():
    table = usual().stock_round("Ann")
    table.may_not_buy("Ann", "WAB", section="7.4")
    table = usual().stock_round("Ann").do("Ann", "par", company="WAB", price=67)
    assert (table.units("Ann", "WAB"), table.president("WAB")) == (2, "Ann")
    table.may_not_buy("Ann", "WAB", section="7.1")
    table.done("Ann").buy("Bob", "WAB")
    assert table.units("Bob", "WAB") == 1


@pytest.mark.rule("1828-7.3-07", "1828-4-42")
def test_in_purple_phase_no_company_is_started():
    table = usual().with_phase("gray").stock_round("Ann")
    assert table.legal("Ann", "par", company="WAB")
    table = usual().with_phase("purple").stock_round("Ann")
    assert not table.legal("Ann", "par")
    for price in (67, 105, 120):
        table.refused("Ann", "par", company="WAB", price=price)


@pytest.mark.rule("1828-7.3-09", "1828-7.3-10")
def test_who_has_sold_a_company_does_not_buy_it_in_the_same_round():
    table = usual().stock_round("Cem").do("Cem", "sell", company="GT", shares=1)
    for source in ("ipo", "pool"):
        table.may_not_buy("Cem", "GT", source, section="7.3")
    table.buy("Cem", "NKP").done("Cem").buy("Ann", "GT").done("Ann")
    passes(table, "Bob").may_not_buy("Cem", "GT", "pool", section="7.3")
    table.stock_round("Cem").buy("Cem", "GT", "pool")


@pytest.mark.rule("1828-7.3-09")
def test_who_has_sold_a_part_of_a_system_does_not_buy_the_system():
    table = Table1828().with_system("NKP", "GT", "Ann", Ann=4, pool=2).stock_round("Bob").sold_now("Bob", "NKP")
    table.may_not_buy("Bob", "NKP", "pool", section="7.3")
    table.stock_round("Bob").buy("Bob", "NKP", "pool")


@pytest.mark.rule("1828-7.3-13", "1828-7.5.2-29")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_a_systems_share_costs_the_current_price_everywhere(source: str):
    table = Table1828().with_system("NKP", "GT", "Ann", Ann=4, pool=2, par=67, box="2,6").stock_round("Bob")
    price = table.price("NKP")
    assert price != 67
    cash = table.cash("Bob")
    table.buy("Bob", "NKP", source)
    assert table.cash("Bob") == cash - price
    table.done("Bob").stock_round("Bob").do("Bob", "sell", company="NKP", shares=1)
    assert table.cash("Bob") == cash
