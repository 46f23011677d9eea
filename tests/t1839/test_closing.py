"""Private companies that phases close, and what comes of them (14.2, 17)."""

from __future__ import annotations

import pytest

from tests.t1839.table import Table1839
from tests.t1839.test_ranks import BEFORE, buy, end_turn


def four_players() -> Table1839:
    """HIJSM (Ann) in its train step with four players, and nothing left of the auction."""
    table = Table1839(("Ann", "Bob", "Cem", "Dee")).with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    for private in table.s.privates:
        if table.s.privates[private] == "sale":
            table.with_private(private, "closed")
    return table


@pytest.mark.rule("1839-17.8-04", "1839-14.2.3.2.4-02", "1839-14.2.3.2.4-03")
@pytest.mark.parametrize(("kind", "closes"), [("R4+1", False), ("R4", True)])
def test_dark_brown_turns_the_credit_mobilier_into_800_and_the_handelsvereeniging(kind: str, closes: bool):
    table = four_players().with_private("CM", "Dee").with_phase(BEFORE[kind]).with_supply_from(kind)
    cash, bank = table.cash("Dee"), table.cash("bank")
    price = table.p.d.trains[kind].price
    buy(table.operating_turn("HIJSM", step="train"), kind)
    paid = 800 if closes else 0
    assert (table.cash("Dee"), table.cash("bank")) == (cash + paid, bank + price - paid)
    assert (table.owner("CM"), table.owner("RH")) == (("closed", "Dee") if closes else ("Dee", "supply"))


@pytest.mark.rule("1839-14.2.3.4.1-04")
def test_without_the_credit_mobilier_nobody_gets_the_handelsvereeniging():
    table = four_players().with_phase("medium brown").with_supply_from("R4")
    buy(table.operating_turn("HIJSM", step="train"), "R4")
    assert table.owner("RH") not in ("Ann", "Bob", "Cem", "Dee")


@pytest.mark.parametrize(
    "private",
    [
        pytest.param("KFvSeaW", marks=pytest.mark.rule("1839-14.2.3.2.2-03")),
        pytest.param("WCTS", marks=pytest.mark.rule("1839-14.2.3.2.5-02")),
        pytest.param("KR", marks=pytest.mark.rule("1839-14.2.3.2.1-02")),
        pytest.param("LVG", marks=pytest.mark.rule("1839-14.2.2.1.1-02")),
        pytest.param("SR-V", marks=pytest.mark.rule("1839-14.2.2.1.2-02")),
    ],
)
@pytest.mark.rule("1839-17.11-02")
@pytest.mark.parametrize(("kind", "closes"), [("PR3+1", False), ("4", True)])
def test_gray_closes_private_companies(private: str, kind: str, closes: bool):
    table = four_players().with_private(private, "Dee").with_phase(BEFORE[kind]).with_supply_from(kind)
    buy(table.operating_turn("HIJSM", step="train"), kind)
    assert table.owner(private) == ("closed" if closes else "Dee")


@pytest.mark.rule("1839-14.2.3.4.1-02")
@pytest.mark.parametrize("kind", ["4", "7"])
def test_the_handelsvereeniging_never_closes(kind: str):
    table = four_players().with_private("RH", "Dee").with_phase(BEFORE[kind]).with_supply_from(kind)
    assert buy(table.operating_turn("HIJSM", step="train"), kind).owner("RH") == "Dee"


@pytest.mark.rule("1839-14.2.1-10")
def test_a_closed_private_company_does_nothing_more():
    table = four_players().with_private("LVG", "HIJSM").with_phase("dark red").with_supply_from("4")
    buy(table.operating_turn("HIJSM", step="train"), "4")
    assert table.owner("LVG") == "closed"
    table.operating_turn("HIJSM", step="track").refused("Ann", "laantje")


@pytest.mark.parametrize(("kind", "closes"), [("4+", False), ("R5", True)])
@pytest.mark.rule("1839-17.6-02", "1839-14.2.3.3-04")
def test_light_brown_closes_brown_privates(kind: str, closes: bool):
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_private("CO", "Bob").with_private("AV", "Cem").with_phase(BEFORE[kind]).with_supply_from(kind)
    buy(table.operating_turn("HIJSM", step="train"), kind)
    assert (table.owner("CO"), table.owner("AV")) == (("closed", "closed") if closes else ("Bob", "Cem"))


@pytest.mark.rule("1839-14.2.3.3-06", "1839-14.2.3.3-07", "1839-8.3-14")
def test_owners_of_closed_brown_privates_take_locals_the_dearest_first():
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_private("CO", "Bob").with_private("AV", "Cem").with_phase("blue").with_supply_from("R5")
    table.operating_turn("HIJSM", step="train")
    end_turn(buy(table, "R5"))
    assert {table.owner("CO"), table.owner("AV")} == {"closed"}
    while table.deciders() and "keep" in table.verbs(table.deciders()[0]):
        table.do(table.deciders()[0], "keep")
    # The dearest first: the Voombergh of Cem.
    for who in ("Cem", "Bob"):
        assert table.deciders() == [who]
        move = table.legal(who, "take_local")[0]
        table.do(who, "take_local", **move)
        local = str(move["company"])
        assert (table.units(who, local), table.on(local), table.president(local)) == (4, ("local", 25), who)


def yellow(private: str, kind: str) -> Table1839:
    """HIJSM may buy a train; Bob owns a yellow private company."""
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_private(private, "Bob").with_phase(BEFORE[kind]).with_supply_from(kind)
    return table.operating_turn("HIJSM", step="train")


@pytest.mark.parametrize(
    ("private", "kind", "closes"),
    [
        pytest.param("LP", "2+1", True, marks=pytest.mark.rule("1839-14.2.3.1-03")),
        pytest.param("JJB", "3", False, marks=pytest.mark.rule("1839-14.2.3.1-04")),
        pytest.param("JJB", "3+", True, marks=pytest.mark.rule("1839-14.2.3.1-04")),
    ],
)
def test_yellow_privates_close_in_their_phase(private: str, kind: str, closes: bool):
    table = buy(yellow(private, kind), kind)
    assert table.owner(private) == ("closed" if closes else "Bob")


def after_the_operation(private: str, kind: str) -> Table1839:
    """The private has closed, HIJSM has finished, nobody nationalises."""
    table = end_turn(buy(yellow(private, kind), kind))
    while table.deciders() and "keep" in table.verbs(table.deciders()[0]):
        table.do(table.deciders()[0], "keep")
    return table


@pytest.mark.parametrize(("private", "kind"), [("LP", "2+1"), ("JJB", "3+")])
@pytest.mark.rule("1839-14.2.3.1-05")
def test_the_owner_takes_a_local_after_the_operation(private: str, kind: str):
    buy(yellow(private, kind), kind).refused("Bob", "take_local")
    table = after_the_operation(private, kind)
    assert table.deciders() == ["Bob"]
    assert "take_local" in table.verbs("Bob")


@pytest.mark.rule("1839-14.2.3.1-06", "1839-14.2.3.1-07")
def test_the_owner_of_a_yellow_private_gets_four_tenths_for_nothing_and_chooses_the_homes():
    table = after_the_operation("LP", "2+1")
    cash, move = table.cash("Bob"), table.legal("Bob", "take_local")[0]
    local = str(move["company"])
    table.do("Bob", "take_local", **move)
    held = [cert for cert in table.p.d.certs_of[local] if table.s.certs[cert] == table.seat("Bob")]
    assert sorted(table.p.d.certs[cert].units for cert in held) == [1, 1, 2]
    [told] = table.happened("given_shares")
    assert told == {"player": table.seat("Bob"), "private": "LP", "company": local, "shares": 2}
    assert (table.cash("Bob"), table.on(local), table.president(local)) == (cash, ("local", 25), "Bob")
    assert move["home"] != move["second_home"]
    assert table.s.own.homes[local] == [move["home"], move["second_home"]]
