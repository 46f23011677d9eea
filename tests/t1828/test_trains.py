"""Trains, phases, limits, shells, duty, emergency money and bankruptcy (8.3.5, 13.4, 15.4, 17)."""

from __future__ import annotations

import pytest

from tests.t1828.positions import buying
from tests.t1828.table import Table1828

BANK = {"from": "bank"}


# --- buying


@pytest.mark.rule("1828-8.3.5.1-05", "1828-8.3.5.1-07", "1828-8.3.5.1-08", "1828-8.3.5.1-09")
def test_trains_are_bought_in_their_order_for_what_is_printed():
    table = buying().with_supply("2", "2", "3", "3").operating_turn("GT", "train")
    table.refused("Ann", "buy_train", "8.3.5.1", kind="3", **BANK)
    bank = table.cash("bank")
    table.do("Ann", "buy_train", kind="2", **BANK)
    table.refused("Ann", "buy_train", "8.3.5.1", kind="3", **BANK)
    table.do("Ann", "buy_train", kind="2", **BANK).do("Ann", "buy_train", kind="3", **BANK)
    assert table.trains("GT") == ["2", "2", "3"]
    assert (table.cash("GT"), table.cash("bank")) == (2000 - 320, bank + 320)
    table.refused("Ann", "buy_train", "8.3.5.1", kind="2", **BANK)


@pytest.mark.rule("1828-8.3.5.1-07")
def test_a_company_with_a_train_buys_out_of_its_treasury():
    table = buying(treasury=100).with_train("GT", "2").operating_turn("GT", "train")
    table.do("Ann", "buy_train", kind="2", **BANK)
    table.refused("Ann", "buy_train", kind="2", **BANK)


@pytest.mark.rule("1828-8.3.5.1-03", "1828-8.3.5.1-04", "1828-15.4-01")
@pytest.mark.parametrize(
    ("phase", "limit"),
    [("yellow", 4), ("brown", 3), ("purple", 2)],
)
def test_train_limits(phase: str, limit: int):
    table = buying(treasury=5000, phase=phase)
    table.with_train("GT", *["2"] * (limit - 1)).operating_turn("GT", "train")
    assert table.legal("Ann", "buy_train", kind="2", **BANK)
    table.do("Ann", "buy_train", kind="2", **BANK)
    # With money in the treasury and trains for sale there is nothing more to do: the turn is over.
    assert table.trains("GT") == ["2"] * limit
    assert "Ann" not in table.deciders()
    # Whoever can do something else stays on turn, and is refused.
    table = buying(treasury=5000, phase="green").with_private("D&H", "Bob").with_train("GT", "2", "2", "2", "2")
    table.with_train("NKP", "3").operating_turn("GT", "train")
    table.refused("Ann", "buy_train", "15.4", kind="2", **BANK)
    table.refused("Ann", "buy_train", "15.4", **{"from": "NKP"}, kind="3", price=1)


@pytest.mark.rule("1828-8.3.5.1-06")
@pytest.mark.parametrize("price", [1, 55, 2000])
def test_from_another_company_at_any_price_both_directors_agree_on(price: int):
    table = buying().with_train("NKP", "2").operating_turn("GT", "train")
    for bad in (0, -5, 2001):
        table.refused("Ann", "buy_train", **{"from": "NKP"}, kind="2", price=bad)
    table.do("Ann", "buy_train", **{"from": "NKP"}, kind="2", price=price)
    assert table.trains("GT") == []
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.trains("GT"), table.trains("NKP")) == (["2"], [])
    assert (table.cash("GT"), table.cash("NKP")) == (2000 - price, 670 + price)


@pytest.mark.rule("1828-8.3.5.1-06")
@pytest.mark.parametrize(("shell", "other"), [("GT", "NKP"), ("NKP", "GT")])
def test_a_system_sells_the_train_of_the_shell_that_is_named(shell: str, other: str):
    table = Table1828().with_system("GT", "NKP", "Bob", Bob=6).with_train("GT", "3").with_train("NKP", "3")
    table.with_company("WAB", "Ann", Ann=6, treasury=300).with_phase("green").operating_turn("WAB", "train")
    table.do("Ann", "buy_train", **{"from": "GT"}, kind="3", of=shell, price=50)
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    at = sorted(card.at for card in table.s.trains.values() if card.at in ("GT", "NKP", "WAB"))
    assert at == sorted([other, "WAB"])


# --- phases


RUST = {"green": (), "blue": ("2",), "brown": (), "red": ("3",), "gray": ("5",), "purple": ("3+D",)}
STARTS = {"green": "3", "blue": "5", "brown": "3+D", "red": "6", "gray": "8E", "purple": "Diesel"}
BEFORE = ["yellow", *STARTS]


@pytest.mark.rule("1828-5-07", "1828-8.3.5.1-10", "1828-8.3.5.1-11")
@pytest.mark.parametrize("phase", ["brown", "red"])
def test_the_first_train_of_a_colour_starts_its_phase_and_old_trains_leave(phase: str):
    kind = STARTS[phase]
    earlier = BEFORE[BEFORE.index(phase) - 1]
    old = [name for name in ("2", "3", "5", "3+D", "6", "8E") if name != kind]
    old = old[: list(Table1828().p.d.trains).index(kind)]
    for name in old:
        table = buying(phase=earlier).with_train("NKP", name).with_train("GT", name).with_supply_from(kind)
        table.operating_turn("GT", "train")
        assert table.s.phase == earlier
        table.do("Ann", "buy_train", kind=kind, **BANK)
        assert table.s.phase == phase
        gone = name in RUST[phase]
        assert table.trains("NKP") == ([] if gone else [name])
        assert table.trains("GT") == ([kind] if gone else [name, kind])
        # Only the first of the kind changes anything.
        if table.legal("Ann", "buy_train", kind=kind, **BANK):
            table.do("Ann", "buy_train", kind=kind, **BANK)
            assert len(table.happened("phase")) == 1


@pytest.mark.rule("1828-17.1-01")
def test_in_yellow_phase_yellow_trains_and_no_private_companies_for_companies():
    table = buying().with_private("D&H", "Bob").operating_turn("GT", "train")
    assert not table.legal("Ann", "buy_private")
    table.refused("Ann", "buy_private", private="D&H", price=80)
    table.do("Ann", "buy_train", kind="2", **BANK)
    assert table.s.phase == "yellow"


@pytest.mark.rule("1828-8.3.5.1-12", "1828-15.4-02", "1828-15.4-03", "1828-8.3.5.1-10")
def test_a_lower_limit_makes_everybody_discard_at_once():
    table = buying(phase="blue").with_train("NKP", "3", "3", "3", "5").with_train("GT", "3").with_supply_from("3+D")
    table.operating_turn("GT", "train").do("Ann", "buy_train", kind="3+D", **BANK)
    assert table.deciders() == ["Bob"]
    table.refused("Ann", "buy_train", kind="3+D", **BANK)
    table.refused("Bob", "discard", kind="2")
    table.do("Bob", "discard", kind="5")
    assert table.trains("NKP") == ["3", "3", "3"]
    # It is out of the game, not for sale, and Ann goes on.
    assert [card.at for card in table.s.trains.values() if card.kind == "5"].count("gone") == 4
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-8.3.5.1-04", "1828-8.3.5.1-12", "1828-15.4-03")
def test_a_purchase_may_take_the_buyer_over_the_limit_of_the_phase_it_starts():
    table = buying(phase="blue").with_train("GT", "3", "3", "3").with_supply_from("3+D").operating_turn("GT", "train")
    table.do("Ann", "buy_train", kind="3+D", **BANK)
    assert {move["kind"] for move in table.legal("Ann", "discard")} == {"3", "3+D"}
    table.do("Ann", "discard", kind="3")
    assert table.trains("GT") == ["3", "3", "3+D"]


# --- systems


def system(**more: int) -> Table1828:
    return Table1828().with_system("GT", "NKP", "Ann", Ann=6, **more).with_phase("green")


@pytest.mark.rule("1828-8.3.5.1-17", "1828-15.4-01", "1828-8.3.5.1-03", "1828-13.4-02")
@pytest.mark.parametrize("shell", ["GT", "NKP"])
def test_a_train_goes_to_a_shell_with_room(shell: str):
    table = system(treasury=2000).with_phase("red").with_train(shell, "3").with_supply_from("3")
    table.operating_turn("GT", "train")
    table.do("Ann", "buy_train", kind="3", charter=shell, **BANK)
    table.refused("Ann", "buy_train", "15.4", kind="3", charter=shell, **BANK)
    other = "NKP" if shell == "GT" else "GT"
    for _ in range(2):
        table.do("Ann", "buy_train", kind="3", charter=other, **BANK)
    assert "buy_train" not in table.verbs("Ann")
    assert [card.at for card in table.s.trains.values()].count(other) == 2
    assert [card.at for card in table.s.trains.values()].count(shell) == 2


@pytest.mark.rule("1828-8.3.5.1-03", "1828-15.4-01")
@pytest.mark.parametrize(("there", "may"), [(1, True), (2, False)])
def test_no_shell_is_given_a_train_over_the_limit(there: int, *, may: bool):
    table = system(treasury=2000).with_phase("red").with_train("GT", "3").with_train("NKP", *["5"] * there)
    table.with_supply_from("6").operating_turn("GT", "train")
    if may:
        table.do("Ann", "rearrange", charter="GT", kind="3", back="nothing")
    else:
        table.refused("Ann", "rearrange", "15.4", charter="GT", kind="3", back="nothing")
        table.do("Ann", "rearrange", charter="GT", kind="3", back="5")


@pytest.mark.rule("1828-8.3.5.1-01", "1828-8.3.5.1-02", "1828-13.4-02")
def test_trains_are_arranged_before_any_is_bought():
    table = system(treasury=2000).with_train("GT", "2", "3").with_supply_from("3").operating_turn("GT", "train")
    table.refused("Ann", "rearrange", charter="NKP", kind="2", back="nothing")
    table.do("Ann", "rearrange", charter="GT", kind="2", back="nothing")
    assert {card.at: card.kind for card in table.s.trains.values() if card.at in ("GT", "NKP")} == {
        "GT": "3",
        "NKP": "2",
    }
    table.do("Ann", "rearrange", charter="GT", kind="3", back="2")
    assert {card.at: card.kind for card in table.s.trains.values() if card.at in ("GT", "NKP")} == {
        "GT": "2",
        "NKP": "3",
    }
    table.do("Ann", "buy_train", kind="3", charter="GT", **BANK)
    table.refused("Ann", "rearrange", "8.3.5.1", charter="GT", kind="2", back="nothing")


@pytest.mark.rule("1828-8.3.5.1-01")
def test_only_a_system_arranges_and_no_shell_over_the_limit():
    table = buying().with_train("GT", "2").operating_turn("GT", "train")
    assert "rearrange" not in table.verbs("Ann")
    table = system().with_phase("red").with_train("GT", "3").with_train("NKP", "3", "3").operating_turn("GT", "train")
    table.refused("Ann", "rearrange", "15.4", charter="GT", kind="3", back="nothing")


@pytest.mark.rule("1828-8.3.5.1-12", "1828-15.4-03")
def test_a_shell_over_a_lower_limit_discards_although_the_other_has_room():
    table = buying(phase="blue").with_system("B&O", "C&O", "Bob", Bob=6).with_train("B&O", "3", "3", "3", "5")
    table.with_supply_from("3+D").operating_turn("GT", "train").do("Ann", "buy_train", kind="3+D", **BANK)
    assert table.deciders() == ["Bob"]
    table.refused("Bob", "rearrange", charter="B&O", kind="5", back="nothing")
    table.do("Bob", "discard", kind="3")
    assert table.trains("B&O") == ["3", "3", "5"]


# --- who must have a train


def needy(treasury: int = 50, cash: int = 800, **holders: int) -> Table1828:
    """GT has a route from Grand Rapids to Muskegon and no train; a 2 costs 80."""
    table = Table1828().with_company("NKP", "Bob", Bob=3, Ann=2, box="5,5").with_train("NKP", "2")
    table.with_company("GT", "Ann", treasury=treasury, box="5,5", **(holders or {"Ann": 5}))
    return table.with_cash("Ann", cash)


@pytest.mark.rule("1828-8.3.5.1-13", "1828-8.3-06")
def test_a_company_with_a_route_must_have_a_train():
    table = needy(500).operating_turn("GT", "train")
    table.refused("Ann", "skip", "8.3.5.1")
    table.do("Ann", "buy_train", kind="2", **BANK).do("Ann", "skip")
    assert table.s.clock.round == "operating"
    # Louisville has no track.
    table = needy().with_company("WAB", "Cem", Cem=6).operating_turn("WAB", "train")
    table.do("Cem", "skip")


@pytest.mark.rule("1828-8.3.5.2-01", "1828-8.3.5.2-06", "1828-8.3.5.2-10")
def test_the_director_adds_what_is_missing_and_no_more():
    table = needy(50, 800).operating_turn("GT", "train")
    table.refused("Ann", "sell", "8.3.5.2", company="NKP", shares=1)
    table.do("Ann", "buy_train", kind="2", **BANK)
    assert (table.cash("Ann"), table.cash("GT")) == (800 - 30, 0)
    # He does not add to a second one.
    table.refused("Ann", "buy_train", kind="2", **BANK)


@pytest.mark.rule("1828-8.3.5.2-02", "1828-8.3.5.2-03", "1828-8.3.5.2-07")
def test_the_director_sells_only_while_their_cash_is_not_enough():
    table = needy(0, 10).with_supply_from("3").with_phase("green").operating_turn("GT", "train")
    # 150 are missing: two shares of NKP at 104.
    table.refused("Ann", "skip")
    table.do("Ann", "sell", company="NKP", shares=1)
    assert (table.box("NKP"), table.units("pool", "NKP")) == ("6,5", 1)
    table.do("Ann", "sell", company="NKP", shares=1)
    assert table.cash("Ann") == 10 + 104 + 97
    table.refused("Ann", "sell", company="GT", shares=1)
    # For a cheaper train of another company the last sale was not needed.
    table.refused("Ann", "buy_train", "8.3.5.2", **{"from": "NKP"}, kind="2", price=80)
    table.do("Ann", "buy_train", kind="3", **BANK)
    assert (table.cash("Ann"), table.cash("GT"), table.trains("GT")) == (51, 0, ["3"])


@pytest.mark.rule("1828-8.3.5.2-07")
def test_no_more_shares_than_are_needed():
    table = needy(0, 10).operating_turn("GT", "train")
    table.refused("Ann", "sell", "8.3.5.2", company="NKP", shares=2)
    table.do("Ann", "sell", company="NKP", shares=1)


@pytest.mark.rule("1828-8.3.5.2-02", "1828-13.2.2.6-03")
def test_the_mohawk_and_hudson_can_be_exchanged_while_money_is_found():
    table = needy(0, 0).with_company("NKP", "Bob", Bob=3, Ann=1, box="5,5").with_private("M&H", "Ann")
    table.with_supply_from("3").with_phase("green").operating_turn("GT", "train")
    table.do("Ann", "sell", company="NKP", shares=1)
    table.refused("Ann", "exchange", "8.3.5.2", company="WAB", **{"from": "director"}, price=67)
    table.refused("Bob", "exchange", company="NKP", **{"from": "pool"})
    table.do("Ann", "exchange", company="NKP", **{"from": "pool"})
    assert (table.units("Ann", "NKP"), table.s.privates["M&H"]) == (1, "closed")
    table.do("Ann", "sell", company="NKP", shares=1).do("Ann", "buy_train", kind="3", **BANK)
    assert table.trains("GT") == ["3"]


@pytest.mark.rule("1828-8.3.5.2-03", "1828-8.3.5.2-04")
def test_the_operating_companys_director_stays():
    table = needy(0, 10, Ann=5, Bob=4).with_supply_from("3").with_phase("green")
    table.with_company("NKP", "Bob", Bob=3, box="5,5").operating_turn("GT", "train")
    table.refused("Ann", "sell", "8.3.5.2", company="GT", shares=2)
    table.do("Ann", "sell", company="GT", shares=1)
    assert table.president("GT") == "Ann"


@pytest.mark.rule("1828-8.3.5.2-05")
def test_another_companys_director_may_change_and_then_the_new_one_sells_its_train():
    table = Table1828().with_company("NKP", "Ann", Ann=3, Bob=2, box="5,5").with_train("NKP", "3")
    table.with_company("GT", "Ann", Ann=5, treasury=0).with_cash("Ann", 0).with_supply_from("3").with_phase("green")
    table.operating_turn("GT", "train")
    table.do("Ann", "sell", company="NKP", shares=2)
    assert table.president("NKP") == "Bob"
    table.do("Ann", "buy_train", **{"from": "NKP"}, kind="3", price=160)
    assert table.trains("GT") == []
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.trains("GT") == ["3"]


@pytest.mark.rule("1828-8.3.5.2-09", "1828-8.3.5.2-11")
def test_from_another_company_with_the_directors_money_at_most_what_is_printed():
    table = needy(10).operating_turn("GT", "train")
    table.refused("Ann", "buy_train", **{"from": "NKP"}, kind="2", price=81)
    table.do("Ann", "buy_train", **{"from": "NKP"}, kind="2", price=80)
    table.do("Bob", "decline", offer=table.s.offers[-1].id)
    # However cheap it is, nobody has to.
    table.do("Ann", "buy_train", kind="2", **BANK)
    assert (table.trains("GT"), table.trains("NKP")) == (["2"], ["2"])


@pytest.mark.rule("1828-8.3.5.2-01", "1828-8.3.5.2-06")
@pytest.mark.parametrize(("treasury", "adds"), [(79, True), (80, False)])
def test_the_director_adds_nothing_while_the_treasury_can_pay_for_the_banks_train(treasury: int, adds: bool):
    table = needy(treasury).with_train("NKP", "3").operating_turn("GT", "train")
    dear = {"from": "NKP", "kind": "3", "price": treasury + 1}
    if not adds:
        table.refused("Ann", "buy_train", "8.3.5.1", **dear)
        dear["price"] = treasury
    table.do("Ann", "buy_train", **dear).do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.cash("GT"), table.cash("Ann"), table.trains("GT")) == (0, 800 - adds, ["3"])


@pytest.mark.rule("1828-8.3.5.2-01", "1828-8.3.5.1-15")
@pytest.mark.parametrize(("treasury", "adds"), [(159, True), (160, False)])
def test_nor_does_the_director_of_a_system_with_an_empty_shell(treasury: int, adds: bool):
    table = system(treasury=treasury).with_cash("Ann", 800).with_train("GT", "2").with_supply_from("3")
    table.with_company("WAB", "Bob", Bob=6).with_train("WAB", "5").operating_turn("GT", "train")
    dear = {"from": "WAB", "kind": "5", "charter": "NKP", "price": treasury + 1}
    if not adds:
        table.refused("Ann", "buy_train", "8.3.5.1", **dear)
        dear["price"] = treasury
    table.do("Ann", "buy_train", **dear).do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.cash("GT"), table.cash("Ann")) == (0, 800 - adds)


@pytest.mark.rule("1828-8.3.5.2-08")
def test_who_has_the_money_in_the_treasury_is_told_so_and_not_that_no_train_is_needed():
    sentence = needy(500, 0).operating_turn("GT", "train").refused("Ann", "bankrupt", "8.3.5.2")
    assert "raise the money" in sentence


@pytest.mark.rule("1828-8.3.5.1-14", "1828-8.3.5.1-15", "1828-13.4-09")
def test_a_system_need_not_fill_both_shells_but_its_director_may_help():
    table = system(treasury=100).with_train("GT", "2").with_supply_from("3").operating_turn("GT", "train")
    table.do("Ann", "skip")
    table = system(treasury=100).with_train("GT", "2").with_supply_from("3").operating_turn("GT", "train")
    table.refused("Ann", "buy_train", kind="3", charter="GT", **BANK)
    table.do("Ann", "buy_train", kind="3", charter="NKP", **BANK)
    assert (table.cash("Ann"), table.cash("GT")) == (800 - 60, 0)
    # An unmerged company with a train is not helped.
    table = buying(treasury=50).with_train("GT", "2").operating_turn("GT", "train")
    table.refused("Ann", "buy_train", kind="2", **BANK)


@pytest.mark.rule("1828-8.3.5.1-16")
def test_help_for_an_empty_shell_is_begun_only_if_it_can_be_completed():
    table = Table1828().with_system("GT", "NKP", "Ann", Ann=3, box="13,0", treasury=0).with_train("GT", "2")
    table.with_cash("Ann", 0).with_phase("green").with_supply_from("3").operating_turn("GT", "train")
    table.refused("Ann", "sell", company="GT", shares=1)
    table.refused("Ann", "bankrupt", "8.3.5.1")
    table.refused("Ann", "buy_train", kind="3", charter="NKP", **BANK)
    assert not table.s.end


@pytest.mark.rule("1828-8.3.5.2-08", "1828-8.3.5.2-12", "1828-9.1-02")
def test_bankruptcy_ends_the_game_after_all_has_been_sold():
    table = needy(0, 20).with_company("NKP", "Bob", Bob=3, Ann=1, box="13,0").with_supply_from("6").with_phase("red")
    table.operating_turn("GT", "train")
    table.refused("Ann", "skip")
    table.do("Ann", "bankrupt")
    assert table.s.end.why == "bankruptcy"
    # Three shares of GT and one of NKP are in the pool, and the price of GT has fallen by three.
    assert (table.units("pool", "GT"), table.units("pool", "NKP"), table.box("GT")) == (3, 1, "8,5")
    assert (table.cash("Ann"), table.worth("Ann")) == (0, 2 * table.price("GT"))


@pytest.mark.rule("1828-8.3.5.2-08")
def test_nobody_goes_bankrupt_who_can_pay():
    table = needy(0, 20).operating_turn("GT", "train")
    table.refused("Ann", "bankrupt", "8.3.5.2")
    assert not table.s.end
