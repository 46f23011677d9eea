"""Laying the table: order, capital, what is on offer, what is public (3)."""

from __future__ import annotations

import pytest

from engine import new
from engine.core.errors import Unreadable
from engine.core.position import Position
from engine.core.state import Run
from engine.finance import money
from tests.t1870.lines import row_b
from tests.t1870.table import Table

COMPANIES = ("ATSF", "FW", "GMO", "IC", "MP", "MKT", "SP", "SSW", "SLSF", "TP")
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus")


@pytest.mark.rule("1870-3.1-02")
def test_the_game_begins_with_a_stock_round():
    table = Table()
    assert table.s.clock.round == "initial"
    assert (table.s.clock.turn, table.s.clock.number) == (1, 0)
    assert set(table.verbs("Ann")) == {"take", "bid", "pass_auction", "stop"}
    table.refused("Ann", "lay", hex="B9", tile="57", rotation=1)


@pytest.mark.rule("1870-3.1-03", "1870-3.1-05")
def test_all_shares_are_in_the_offering_but_for_two_certificates_sold_with_the_private_companies():
    table = Table()
    for company in COMPANIES:
        aside = {"SLSF": 2, "MKT": 1}.get(company, 0)
        assert table.units("ipo", company) == 10 - aside
        assert table.units("pool", company) == 0
        assert table.s.companies[company].par == 0
    assert [cert for cert, place in table.s.certs.items() if place != "ipo"] == [
        table.p.d.certs_of["MKT"][1],
        table.p.d.certs_of["SLSF"][0],
    ]


@pytest.mark.rule("1870-3.1-03")
def test_the_presidents_certificate_lies_on_top():
    table = Table().with_private("MKT", "closed").stock_round("Ann")
    table.may_not_buy("Ann", "SP", section="5.5")
    table.do("Ann", "par", company="SP", price=68)
    assert table.president("SP") == "Ann"
    table.done("Ann").buy("Bob", "SP")
    assert table.units("Bob", "SP") == 1


@pytest.mark.rule("1870-3.1-04", "1870-5.7-04")
def test_the_private_companies_are_offered_from_the_cheapest_up():
    table = Table()
    prices = [("Ann", 20), ("Bob", 40), ("Cem", 50), ("Ann", 80), ("Bob", 140), ("Cem", 160)]
    for (who, price), private in zip(prices, ("GRSC", "MRBC", "SCC", "GSC", "SLSF", "MKT"), strict=True):
        assert table.deciders() == [who]
        before = table.cash(who)
        table.do(who, "take")
        assert table.cash(who) == before - price
        if private == "SLSF":
            assert table.president("SLSF") == "Bob"
            table.do("Bob", "set_par", price=68)
        else:
            assert table.name(table.s.privates[private]) == who


@pytest.mark.rule("1870-3.1-05")
def test_a_share_of_the_katy_comes_with_the_katys_private_company():
    table = Table()
    for who in ("Ann", "Bob", "Cem", "Ann"):
        table.do(who, "take")
    table.do("Bob", "take").do("Bob", "set_par", price=68)
    assert table.units("Cem", "MKT") == 0
    table.do("Cem", "take")
    assert table.units("Cem", "MKT") == 1
    came_with = {"player": table.seat("Cem"), "private": "MKT", "company": "MKT", "shares": 1}
    assert table.happened("came_with") == [came_with], "the Frisco's certificate is the private company itself"
    assert table.president("MKT") == ""


# --- order and capital


@pytest.mark.rule("1870-3.2-01")
def test_the_order_is_dealt_by_chance_and_each_player_gets_one_card():
    orders = set()
    for seed in range(60):
        seats = new("1870", NAMES[:3], seed=seed).state.players
        assert sorted(seat.name for seat in seats) == ["Ann", "Bob", "Cem"]
        orders.add(tuple(seat.name for seat in seats))
    assert len(orders) == 6
    again = [tuple(seat.name for seat in new("1870", NAMES[:3], seed=5).state.players) for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.rule("1870-3.2-02")
def test_turns_go_round_in_the_order_of_the_cards():
    table = Table(("Cem", "Ann", "Bob"))
    table.refused("Ann", "pass_auction")
    for who in ("Cem", "Ann", "Bob"):
        assert table.deciders() == [who]
        table.do(who, "bid", private="MKT", amount={"Cem": 165, "Ann": 170, "Bob": 175}[who])
    assert table.deciders() == ["Cem"]


@pytest.mark.parametrize(("players", "capital"), [(2, 1050), (7, 300)])
def test_in_the_mayfair_edition_everybody_starts_with_as_much(players: int, capital: int):
    table = Table(NAMES[:players], edition="mayfair")
    assert [table.cash(name) for name in NAMES[:players]] == [capital] * players
    assert table.cash("bank") == 12_000 - capital * players


@pytest.mark.rule("1870-3.3-01")
@pytest.mark.parametrize("players", [1, 8])
def test_one_cannot_play_alone_nor_eight(players: int):
    with pytest.raises(Unreadable, match="2 to 7"):
        new("1870", [f"P{number}" for number in range(players)])


# --- what is public


def hidden_from(table: Table, who: str) -> set[str]:
    return set(table.p.title.secret_accounts(table.p, table.seat(who)))


@pytest.mark.rule("1870-3.4-01", "1870-3.4-02")
def test_company_money_can_be_hidden_from_all_but_the_president_and_players_money_never():
    table = Table(secrets="hidden").with_company("SP", "Ann", Ann=6).with_company("MP", "Bob", Bob=6)
    assert "SP" not in hidden_from(table, "Ann")
    assert "MP" in hidden_from(table, "Ann")
    assert "SP" in hidden_from(table, "Bob")
    assert {"SP", "MP"} <= hidden_from(table, "Cem")
    assert {"SP", "MP"} <= hidden_from(table, "")
    for who in ("Ann", "Bob", "Cem", ""):
        assert hidden_from(table, who) <= set(COMPANIES)


def asked_at(step: str, held: int, secrets: str) -> tuple[list[str], str]:
    """Who must act, and at which step, when the ATSF reaches a step with this much money."""
    table = row_b(secrets=secrets).with_train("ATSF", "2").with_company("SP", "Bob", Bob=3)
    table.with_cash("ATSF", held).operating_turn("ATSF", step)
    turn = table.p.top
    return table.deciders(), f"{turn.subject}: {turn.step}" if isinstance(turn, Run) else ""


@pytest.mark.rule("1870-3.4-01")
@pytest.mark.parametrize("step", ["track", "token", "train"])
def test_who_is_asked_does_not_tell_how_much_money_is_hidden(step: str):
    """A company that could pay for nothing was passed over, so that everybody knew how poor it was."""
    assert asked_at(step, 5, "hidden") == asked_at(step, 1000, "hidden") == (["Ann"], f"ATSF: {step}")
    # Where everybody sees the treasury nobody is asked in vain.
    assert (asked_at(step, 5, "open") == asked_at(step, 1000, "open")) == (step == "track")


@pytest.mark.rule("1870-3.4-01")
def test_a_stock_turn_does_not_tell_whether_a_company_could_redeem_a_share():
    for held in (5, 1000):
        table = Table(secrets="hidden").with_company("SP", "Ann", Ann=2, Bob=1, pool=4, treasury=held)
        table.with_cash("Ann", 0).stock_round("Ann")
        assert table.deciders() == ["Ann"]
        assert ("redeem" in table.verbs("Ann")) == (held == 1000)
        assert "pass" in table.verbs("Ann")


@pytest.mark.rule("1870-3.4-02")
def test_unless_the_table_hides_it_company_money_is_shown():
    table = Table().with_company("SP", "Ann", Ann=6)
    assert hidden_from(table, "Bob") == hidden_from(table, "") == set()


@pytest.mark.rule("1870-3.5-04", "1870-5.5.3-02")
@pytest.mark.parametrize("secrets", ["open", "hidden"])
def test_redeemed_shares_trains_and_private_companies_of_a_company_are_public(secrets: str):
    table = Table(secrets=secrets).with_company("SP", "Ann", Ann=6, treasury_shares=2)
    table.with_train("SP", "2").with_private("GRSC", "SP")
    # Only accounts of money can be hidden at all; certificates, trains and private companies are in the open state.
    for who in ("Bob", "Cem", ""):
        assert all(account in table.s.cash for account in hidden_from(table, who))
    assert table.units("SP", "SP") == 2
    assert table.trains("SP") == ["2"]
    assert table.s.privates["GRSC"] == "SP"


# --- first the money, then the thing


PURCHASES = {
    "a share from the offering": ("Ann", "buy", {"company": "MP", "from": "ipo"}, "cert:MP.5"),
    "a share from the pool": ("Ann", "buy", {"company": "SP", "from": "pool"}, "cert:SP.4"),
    "a president's certificate": ("Ann", "par", {"company": "IC", "price": 68}, "cert:IC.0"),
    "a private company on the market": ("Ann", "buy_private", {"private": "SCC"}, "private:SCC"),
    "a private company of a player": ("Ann", "buy_private", {"private": "GRSC", "price": 30}, "private:GRSC"),
}


def place_of(p: Position, thing: str) -> str:
    kind, _, name = thing.partition(":")
    match kind:
        case "cert":
            return p.s.certs[name]
        case "private":
            return p.s.privates[name]
        case _:
            return p.s.trains[name].at


def places_while_paying(monkeypatch: pytest.MonkeyPatch, thing: str) -> list[str]:
    """Where the thing is at each payment of the moves that follow."""
    seen: list[str] = []
    pay = money.pay

    def watched(p: Position, source: str, target: str, amount: int) -> None:
        if amount:
            seen.append(place_of(p, thing))
        pay(p, source, target, amount)

    monkeypatch.setattr(money, "pay", watched)
    return seen


@pytest.mark.rule("1870-3.7-01")
@pytest.mark.parametrize("what", list(PURCHASES))
def test_a_player_pays_before_they_get_what_they_buy(monkeypatch: pytest.MonkeyPatch, what: str):
    who, verb, args, thing = PURCHASES[what]
    table = Table().with_company("SP", "Bob", Bob=5, pool=2).with_company("MP", "Bob", Bob=5, Cem=1)
    table.with_private("GRSC", "Bob").with_private("SCC", "pool").stock_round("Ann")
    before = place_of(table.p, thing)
    seen = places_while_paying(monkeypatch, thing)
    table.agree(who, verb, *(["Bob"] if thing == "private:GRSC" else []), **args)
    assert seen == [before]
    assert place_of(table.p, thing) == table.seat("Ann")


@pytest.mark.rule("1870-3.7-01")
def test_a_company_pays_before_it_gets_the_train(monkeypatch: pytest.MonkeyPatch):
    table = Table().with_company("SP", "Ann", Ann=6, treasury=80).operating_turn("SP", "train")
    seen = places_while_paying(monkeypatch, "train:2-0")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2")
    assert seen == ["supply"]
    assert table.trains("SP") == ["2"]


@pytest.mark.rule("1870-3.7-01")
def test_what_a_purchase_brings_cannot_help_to_pay_for_it():
    table = Table().with_company("SP", "Bob", Bob=5, pool=1, Ann=1).with_cash("Ann", 99).stock_round("Ann")
    table.may_not_buy("Ann", "SP", "pool", section="5.3.1")
    table.with_cash("Ann", 100).buy("Ann", "SP", "pool")
    assert table.cash("Ann") == 0
