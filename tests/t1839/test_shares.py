"""Stock rounds: order by passing, selling, buying, redemption, parring and floating (7)."""

from __future__ import annotations

import pytest

from tests.t1839.table import Table1839

THREE = ("Ann", "Bob", "Cem")
FOUR = (*THREE, "Dee")
IPO, POOL, TREASURY = {"from": "ipo"}, {"from": "pool"}, {"from": "treasury"}


def usual(players: tuple[str, ...] = THREE, **options: str) -> Table1839:
    """Ann directs HIJSM, Bob NWS; all have shares, some lie in the pool; no private companies."""
    table = Table1839(players, **options).with_privates_closed()
    table.with_company("HIJSM", "Ann", price=74, Ann=4, Bob=2, Cem=1, pool=1)
    return table.with_company("NWS", "Bob", price=67, Bob=3, Ann=2, Cem=1, pool=1)


def passes(table: Table1839) -> Table1839:
    turn = table.s.clock.turn
    while table.s.end is None and (table.s.clock.round, table.s.clock.turn) == ("stock", turn):
        who = table.deciders()[0]
        table.do(who, "pass" if "pass" in table.verbs(who) else "let_fall")
    return table


# --- the order


@pytest.mark.rule("1839-7.1-01")
def test_turns_go_round_in_card_order():
    table = usual().stock_round("Ann")
    for who in ("Ann", "Bob", "Cem", "Ann"):
        assert table.deciders() == [who]
        table.refused("Bob" if who != "Bob" else "Ann", "pass")
        table.do(who, "pass") if who != "Bob" else table.do("Bob", "buy", company="NWS", **IPO).done("Bob")


@pytest.mark.rule("1839-7.1-05", "1839-7.1-07", "1839-7.1-08")
def test_an_act_gives_the_card_back_and_those_with_higher_cards_move_down():
    table = usual(FOUR).stock_round("Ann").do("Ann", "pass").do("Bob", "pass").do("Cem", "pass")
    table.do("Dee", "buy", company="NWS", **IPO).done("Dee")
    table.do("Ann", "buy", company="NWS", **IPO).done("Ann")
    table.do("Bob", "pass").do("Cem", "pass").do("Dee", "pass")
    assert table.s.clock.round == "stock", "Ann has to pass again"
    table.do("Ann", "pass")
    assert (table.s.clock.round, table.order()) == ("operating", ["Bob", "Cem", "Dee", "Ann"])


@pytest.mark.rule("1839-7.1-06", "1839-5-03")
@pytest.mark.parametrize(
    ("buyer", "order"),
    [
        ("Ann", ["Bob", "Cem", "Dee", "Ann"]),
        ("Cem", ["Ann", "Bob", "Dee", "Cem"]),
        ("Dee", ["Ann", "Bob", "Cem", "Dee"]),
    ],
)
def test_the_order_in_which_players_pass_is_the_order_of_the_next_round(buyer: str, order: list[str]):
    table = usual(FOUR).stock_round("Ann")
    for who in FOUR:
        table.do(who, "pass") if who != buyer else table.do(who, "buy", company="NWS", **IPO).done(who)
    assert passes(table).order() == order


@pytest.mark.rule("1839-7.1-09", "1839-7.1-10")
def test_if_nobody_acts_the_order_stays():
    table = passes(usual(FOUR).stock_round("Ann"))
    assert table.order() == list(FOUR)


# --- the turn


@pytest.mark.rule("1839-7.1-02", "1839-7.1-03", "1839-7.3-07")
def test_sell_then_one_purchase_or_redemption_then_sell():
    table = usual().stock_round("Ann").do("Ann", "sell", company="NWS", shares=1)
    settle(table).do("Ann", "buy", company="HIJSM", **IPO)
    table.refused("Ann", "buy", "7.1", company="HIJSM", **IPO)
    table.refused("Ann", "redeem", "7.1", company="HIJSM", shares=1)
    table.refused("Ann", "par", "7.1", company="AMS", price=67)
    settle(table.do("Ann", "sell", company="NWS", shares=1)).do("Ann", "pass")
    assert table.deciders() == ["Bob"]
    table = usual().stock_round("Ann").do("Ann", "redeem", company="HIJSM", shares=1)
    table.refused("Ann", "buy", "7.1", company="HIJSM", **IPO)


def settle(table: Table1839, verb: str = "let_fall") -> Table1839:
    """The player who may redeem the sold shares declines, or redeems them."""
    while table.deciders() and "let_fall" in table.verbs(table.deciders()[0]):
        table.do(table.deciders()[0], verb)
    return table


@pytest.mark.rule("1839-7.1-04", "1839-7.3-01", "1839-7.3-04", "1839-7.3-05")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_ipo_and_pool_sell_at_the_current_price_to_the_bank(source: str):
    table = usual().with_price("NWS", 101).stock_round("Ann")
    before, bank = table.cash("Ann"), table.cash("bank")
    table.do("Ann", "buy", company="NWS", **{"from": source})
    assert (before - table.cash("Ann"), table.cash("bank") - bank, table.units("Ann", "NWS")) == (101, 101, 3)


@pytest.mark.rule("1839-7.1-04", "1839-7.3-03", "1839-7.3-06")
def test_treasury_shares_when_the_ipo_is_empty_paid_to_the_treasury():
    table = usual().with_company("NWS", "Bob", price=67, Bob=5, Ann=2, Cem=1, treasury_shares=1, treasury=0)
    table.stock_round("Ann").refused("Ann", "buy", "7.3", company="NWS", **TREASURY)
    table = usual().with_company("NWS", "Bob", price=67, Bob=6, Ann=2, Cem=1, treasury_shares=1, treasury=0)
    table.stock_round("Ann").do("Ann", "buy", company="NWS", **TREASURY)
    assert (table.units("Ann", "NWS"), table.cash("NWS")) == (3, 67)


@pytest.mark.rule("1839-7.3-04")
def test_nobody_spends_more_than_they_have():
    table = usual().with_cash("Ann", 66).stock_round("Ann")
    if "buy" in table.verbs("Ann"):
        table.refused("Ann", "buy", company="NWS", **IPO)
    table.with_cash("Ann", 67).do("Ann", "buy", company="NWS", **IPO)


@pytest.mark.rule("1839-7.3-02", "1839-7.3-09", "1839-7.3-11", "1839-7.5-01")
def test_the_directors_certificate_first_at_twice_par():
    table = usual().stock_round("Ann")
    table.refused("Ann", "buy", "7.3", company="AMS", **IPO)
    before, bank = table.cash("Ann"), table.cash("bank")
    table.do("Ann", "par", company="AMS", price=82)
    assert (before - table.cash("Ann"), table.cash("bank") - bank) == (164, 164)
    assert (table.units("Ann", "AMS"), table.president("AMS")) == (2, "Ann")
    table.done("Ann").do("Bob", "buy", company="AMS", **IPO)
    assert table.units("Bob", "AMS") == 1
    table.done("Bob").refused("Cem", "par", "7.5", company="AMS", price=67)


@pytest.mark.rule("1839-7.3-08")
def test_at_sixty_percent_one_buys_no_more():
    table = usual().with_company("NWS", "Bob", price=67, Bob=5).stock_round("Bob")
    table.do("Bob", "buy", company="NWS", **IPO).done("Bob").do("Cem", "pass").do("Ann", "pass")
    table.refused("Bob", "buy", "7.3", company="NWS", **IPO)


@pytest.mark.rule("1839-7.3-12", "1839-7.3-13")
def test_who_has_sold_a_company_does_not_buy_it_in_that_round():
    table = settle(usual().stock_round("Ann").do("Ann", "sell", company="NWS", shares=1))
    table.refused("Ann", "buy", "7.3", company="NWS", **IPO)
    table.do("Ann", "pass").do("Bob", "pass").do("Cem", "pass")
    table.refused("Ann", "buy", "7.3", company="NWS", **POOL)
    table.stock_round("Ann").do("Ann", "buy", company="NWS", **POOL)


@pytest.mark.rule("1839-7.3-14", "1839-7.3-15")
def test_no_limit_of_certificates_nor_of_the_pool():
    table = usual()
    for company in ("AMS", "MSS", "NBDS", "NCS", "ZHESM"):
        table.with_company(company, "Bob", price=67, Bob=2, Ann=6)
    table.with_company("NWS", "Bob", price=67, Bob=2, Ann=3, pool=5).stock_round("Ann")
    settle(table.do("Ann", "sell", company="NWS", shares=3))
    assert table.units("pool", "NWS") == 8
    table.do("Ann", "buy", company="HIJSM", **IPO)
    assert table.units("Ann", "HIJSM") == 5


@pytest.mark.rule("1839-7.3-10")
def test_who_has_nationalised_starts_no_company_in_the_next_round():
    table = usual().stock_round("Ann")
    with table.arrange() as p:
        p.s.own.nationalisers.append(table.seat("Ann"))
    table.refused("Ann", "par", "7.3", company="AMS", price=67)
    table.do("Ann", "buy", company="NWS", **IPO).done("Ann").do("Bob", "par", company="AMS", price=67)


# --- selling


@pytest.mark.rule("1839-7.2-02")
def test_nothing_is_sold_in_the_first_stock_round():
    table = usual().stock_round("Ann", initial=True)
    table.refused("Ann", "sell", "7.2", company="NWS", shares=1)
    usual().stock_round("Ann").do("Ann", "sell", company="NWS", shares=1)


@pytest.mark.rule("1839-7.2-01", "1839-7.2-03")
def test_one_sells_ones_own_and_never_the_directors_certificate():
    table = usual().stock_round("Cem")
    table.refused("Cem", "sell", company="NWS", shares=2)
    table.refused("Cem", "sell", company="AMS", shares=1)
    table = usual().with_company("NWS", "Bob", price=67, Bob=3, Ann=1, Cem=1).stock_round("Bob")
    table.refused("Bob", "sell", company="NWS", shares=2)
    settle(table.do("Bob", "sell", company="NWS", shares=1))
    assert table.president("NWS") == "Bob"


@pytest.mark.rule("1839-7.2-05", "1839-7.2-06", "1839-7.2-07", "1839-7.2-09")
@pytest.mark.parametrize(("turns", "price", "each"), [(1, 101, 101), (0, 101, 91), (0, 40, 40), (3, 40, 40)])
def test_before_its_first_turn_a_company_sells_one_space_left(turns: int, price: int, each: int):
    table = usual().with_company("NWS", "Bob", price=67, Bob=3, Ann=3, turns=turns, treasury=0)
    table.with_price("NWS", price).stock_round("Ann")
    before = table.cash("Ann")
    settle(table.do("Ann", "sell", company="NWS", shares=2))
    assert table.cash("Ann") == before + 2 * each


@pytest.mark.rule("1839-7.2-12", "1839-7.2-13")
@pytest.mark.parametrize(
    ("price", "units", "after"), [(101, 1, 91), (101, 3, 74), (43, 1, 40), (43, 3, 40), (40, 1, 40)]
)
def test_the_marker_moves_left_a_space_a_share(price: int, units: int, after: int):
    table = usual().with_company("NWS", "Bob", price=67, Bob=3, Ann=3, treasury=0).with_price("NWS", price)
    settle(table.stock_round("Ann").do("Ann", "sell", company="NWS", shares=units))
    assert (table.price("NWS"), table.units("pool", "NWS")) == (after, units)


@pytest.mark.rule("1839-7.2-08")
@pytest.mark.parametrize("first", ["NWS", "HIJSM"])
def test_the_order_of_sale_is_the_order_of_the_moves(first: str):
    second = "HIJSM" if first == "NWS" else "NWS"
    table = usual().with_company("NWS", "Bob", price=67, Bob=3, Cem=2, treasury=0)
    table.with_company("HIJSM", "Ann", price=67, Ann=3, Cem=2, treasury=0).stock_round("Cem")
    settle(table.do("Cem", "sell", company=first, shares=1))
    settle(table.do("Cem", "sell", company=second, shares=1))
    stack = next(stack for stack in table.s.market.values() if "NWS" in stack)
    assert stack == [first, second]


@pytest.mark.rule("1839-7.2-10", "1839-7.2-11", "1839-7.4-05")
def test_a_new_director_decides_on_redeeming_what_was_sold():
    table = usual().with_company("NWS", "Bob", price=67, Bob=4, Ann=3, treasury=500).stock_round("Bob")
    table.do("Bob", "sell", company="NWS", shares=2)
    assert (table.president("NWS"), table.deciders()) == ("Ann", ["Ann"])
    table.refused("Bob", "redeem")
    table.do("Ann", "redeem")
    assert (table.units("NWS", "NWS"), table.cash("NWS"), table.price("NWS")) == (2, 500 - 134, 67)
    assert table.deciders() == ["Bob"]


# --- redemption


@pytest.mark.rule("1839-7.4-01", "1839-7.4-02", "1839-7.4-03", "1839-7.2-11")
@pytest.mark.parametrize(("treasury", "may"), [(202, True), (201, False)])
def test_a_company_redeems_all_that_is_sold_before_its_price_moves_or_nothing(treasury: int, may: bool):
    table = usual().with_company("NWS", "Bob", price=67, Bob=4, Ann=3, treasury=treasury).with_price("NWS", 101)
    table.stock_round("Ann")
    bank = table.cash("bank")
    table.do("Ann", "sell", company="NWS", shares=2)
    if not may:
        assert (table.price("NWS"), table.units("pool", "NWS")) == (82, 2)
        return
    assert table.deciders() == ["Bob"]
    table.do("Bob", "redeem")
    assert (table.cash("NWS"), table.price("NWS"), table.units("NWS", "NWS")) == (0, 101, 2)
    assert table.cash("bank") == bank
    assert table.units("pool", "NWS") == 0


@pytest.mark.rule("1839-7.4-04")
def test_redeeming_what_is_sold_is_no_action_of_the_director():
    table = usual().stock_round("Bob").do("Bob", "pass")
    table.do("Cem", "sell", company="NWS", shares=1).do("Bob", "redeem").do("Cem", "pass").do("Ann", "pass")
    # Bob, who has passed, passes again and the round goes on with Cem, who acted, before it ends.
    table.do("Bob", "pass")
    assert table.s.clock.round == "stock"
    table.do("Cem", "pass")
    assert (table.s.clock.round, table.order()) == ("operating", ["Bob", "Ann", "Cem"])


@pytest.mark.rule("1839-7.4-06", "1839-7.4-07", "1839-7.4-08")
def test_a_director_redeems_from_the_pool_as_their_action():
    table = usual().with_company("NWS", "Bob", price=67, Bob=3, Ann=2, pool=3, treasury=140).stock_round("Bob")
    table.refused("Bob", "redeem", "7.4", company="HIJSM", shares=1)
    table.refused("Bob", "redeem", "7.4", company="NWS", shares=3)
    table.do("Bob", "redeem", company="NWS", shares=2)
    assert (table.units("NWS", "NWS"), table.cash("NWS"), table.price("NWS")) == (2, 6, 67)
    table.refused("Bob", "buy", company="HIJSM", **IPO)
    table.done("Bob").do("Cem", "pass").do("Ann", "pass")
    assert table.deciders() == ["Bob"]


# --- parring


@pytest.mark.rule("1839-7.5-04", "1839-7.5-05", "1839-7.5-06")
@pytest.mark.parametrize(
    ("phase", "majors"),
    [
        ("light yellow", {67, 74, 82}),
        ("dark yellow", {67, 74, 82}),
        ("light green", {67, 74, 82}),
        ("dark green", {67, 74, 82}),
        ("blue", {67, 74}),
        ("light brown", {67}),
        ("dark brown", {67}),
        ("gray", {67}),
    ],
)
def test_par_prices_by_phase_and_market(phase: str, majors: set[int]):
    table = usual().with_phase(phase).stock_round("Ann")
    assert {move["price"] for move in table.legal("Ann", "par", company="AMS")} == majors
    table.do("Ann", "par", company="AMS", price=67)
    assert table.on("AMS") == ("major", 67)
    table = usual().with_phase(phase).stock_round("Ann")
    moves = table.legal("Ann", "par", company="L1")
    assert {move["price"] for move in moves} == {20, 31, 46}
    table.do("Ann", "par", **moves[0])
    assert table.on("L1") == ("local", moves[0]["price"])


@pytest.mark.rule("1839-7.5-07", "1839-7.5-04")
def test_two_companies_at_a_price_bar_a_third():
    table = usual().with_price("NWS", 82).stock_round("Ann").do("Ann", "par", company="AMS", price=82).done("Ann")
    assert [stack for stack in table.s.market.values() if "AMS" in stack] == [["NWS", "AMS"]]
    table.refused("Bob", "par", "13.1", company="ZHESM", price=82)
    table.do("Bob", "par", company="ZHESM", price=67)


@pytest.mark.rule("1839-7.5-02")
def test_a_nationalised_major_is_gone_for_good():
    table = usual().stock_round("Ann")
    with table.arrange() as p:
        p.s.companies["AMS"].closed = True
    table.refused("Ann", "par", "7.5", company="AMS", price=67)


@pytest.mark.rule("1839-7.5-03", "1839-4-19")
def test_the_other_shares_of_a_parred_company_lie_in_the_ipo():
    table = usual().stock_round("Ann").do("Ann", "par", company="AMS", price=67)
    assert table.units("ipo", "AMS") == 8


@pytest.mark.rule("1839-7.5-11", "1839-7.5-12", "1839-7.5-13", "1839-7.5-14")
def test_two_different_homes_are_reserved_and_one_at_most_is_special():
    table = usual().stock_round("Ann")
    moves = table.legal("Ann", "par", company="L1", price=31)
    assert moves and all(move["home"] != move["second_home"] for move in moves)
    special = {"G10", "K8", "G8", "J7", "I12"}
    assert not any({move["home"], move["second_home"]} <= special for move in moves)
    assert any(move["home"] in special for move in moves)
    one = moves[0]
    table.refused("Ann", "par", company="L1", price=31, home=one["home"], second_home=one["home"])
    table.refused("Ann", "par", company="L1", price=31, home="G10", second_home="J7")
    table.do("Ann", "par", **one)
    assert table.s.own.homes["L1"] == [one["home"], one["second_home"]]


# --- floating


@pytest.mark.rule("1839-7.5-19", "1839-7.5-20")
def test_a_local_pays_twice_the_value_of_its_homes_when_it_floats():
    table = usual().stock_round("Ann")
    moves = table.legal("Ann", "par", company="L1", price=46)
    # Two bare city hexes: their yellow tile is worth 20.
    p = table.p
    small = [h for h, x in p.d.map.hexes.items() if not x.sheet.label and h not in ("G10", "K8", "G8", "J7", "I12")]
    bare = [h for h in small if [stop.revenue for stop in p.d.map.hexes[h].stops] == [0]]
    move = next(m for m in moves if m["home"] in bare and m["second_home"] in bare)
    table.do("Ann", "par", **move).done("Ann")
    for who in ("Bob", "Cem", "Ann", "Bob"):
        while table.deciders() != [who]:
            table.do(table.deciders()[0], "pass")
        table.do(who, "buy", company="L1", **IPO).done(who)
    assert table.s.companies["L1"].floated
    assert table.cash("L1") == 460 - 2 * (20 + 20)


# --- the end of the round


@pytest.mark.rule("1839-7.1-11", "1839-7.1-12")
@pytest.mark.parametrize(
    ("holders", "after"),
    [
        ({"Bob": 3, "Ann": 2, "pool": 1}, 91),
        ({"Bob": 3, "Ann": 2}, 101),
        ({"Bob": 6, "Ann": 4}, 113),
        ({"Bob": 6, "Ann": 2, "treasury_shares": 2}, 113),
        ({"Bob": 6, "Ann": 3, "pool": 1}, 91),
    ],
)
def test_pool_shares_move_left_and_none_for_sale_moves_right(holders: dict[str, int], after: int):
    table = usual().with_company("NWS", "Bob", price=67, **holders).with_price("NWS", 101)
    assert passes(table.stock_round("Ann")).price("NWS") == after
