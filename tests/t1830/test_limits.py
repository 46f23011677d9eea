"""How much of what: certificates, shares of one company, the market; and who becomes president."""

from __future__ import annotations

import pytest

from tests.t1830.table import NAMES, Table


@pytest.mark.parametrize(
    ("players", "limit"),
    [
        pytest.param(2, 28, marks=pytest.mark.rule("1830-limits-01")),
        pytest.param(3, 20, marks=pytest.mark.rule("1830-limits-02")),
        pytest.param(4, 16, marks=pytest.mark.rule("1830-limits-03")),
        pytest.param(5, 13, marks=pytest.mark.rule("1830-limits-04")),
        pytest.param(6, 11, marks=pytest.mark.rule("1830-limits-05")),
    ],
)
def test_the_certificate_limit(players: int, limit: int):
    """Ann has all but one of what she may: five certificates of each company (60%), and private companies."""
    table = Table(NAMES[:players])
    companies, rest = divmod(limit - 1, 5)
    for company in ("NYC", "CPR", "C&O", "ERIE", "NYNH")[:companies]:
        table.with_company(company, "Ann", par=67, Ann=6)
    for private in ("SV", "CS", "DH", "MH")[:rest]:
        table.with_private(private, "Ann")
    table.with_company("PRR", "Bob", par=67, Bob=2).with_company("B&M", "Bob", par=67, Bob=2)
    table.with_cash("Ann", 500).stock_round("Ann").buy("Ann", "PRR").done("Ann")
    for who in NAMES[1:players]:
        table.do(who, "pass")
    table.may_not_buy("Ann", "B&M", section="limits")


def full(*, private: bool = True, box: str = "") -> Table:
    """Six players; Ann has 11 certificates: five each of the NYC and the PRR, and one private company."""
    table = Table(NAMES).with_company("NYC", "Ann", Ann=6, box=box).with_company("PRR", "Ann", Ann=6)
    table.with_company("C&O", "Bob", Bob=2, pool=1).with_private("SV", "Bob")
    if private:
        table.with_private("CA", "Ann")
    return table.with_cash("Ann", 400).stock_round("Ann")


@pytest.mark.rule("1830-limits-06", "1830-limits-07")
def test_at_the_limit_nothing_more_is_bought():
    table = full()
    for source in ("ipo", "pool"):
        table.may_not_buy("Ann", "C&O", source, section="limits")
    table.refused("Ann", "par", "limits", company="CPR", price=67)
    table.refused("Ann", "buy_private", "limits", private="SV", price=20)
    assert full(private=False).buy("Ann", "C&O").units("Ann", "C&O") == 1
    full(private=False).agree("Ann", "buy_private", "Bob", private="SV", price=20)


@pytest.mark.parametrize(
    "box",
    [
        pytest.param("3,3", marks=pytest.mark.rule("1830-limits-08")),
        pytest.param("7,3", marks=pytest.mark.rule("1830-limits-09")),
        pytest.param("7,1", marks=pytest.mark.rule("1830-limits-10")),
    ],
)
def test_certificates_that_do_not_count(box: str):
    """What one has of such a company does not count, and what one buys of it finds room."""
    full(box=box).buy("Ann", "C&O")
    table = full().with_box("C&O", box).stock_round("Ann").buy("Ann", "C&O", "pool")
    assert table.units("Ann", "C&O") == 1


@pytest.mark.parametrize(
    ("box", "bound"),
    [
        pytest.param("0,6", True, marks=pytest.mark.rule("1830-limits-11")),
        pytest.param("3,3", True, marks=pytest.mark.rule("1830-limits-12")),
        pytest.param("7,3", False, marks=pytest.mark.rule("1830-limits-13")),
        pytest.param("7,1", False, marks=pytest.mark.rule("1830-limits-14")),
    ],
)
def test_sixty_percent(box: str, *, bound: bool):
    table = Table().with_company("NYC", "Ann", Ann=5, pool=1, box=box).stock_round("Ann").buy("Ann", "NYC", "pool")
    assert table.units("Ann", "NYC") == 6
    table = Table().with_company("NYC", "Ann", Ann=6, pool=1, box=box).stock_round("Ann")
    if bound:
        table.may_not_buy("Ann", "NYC", "pool", section="limits")
    else:
        assert table.buy("Ann", "NYC", "pool").units("Ann", "NYC") == 7


@pytest.mark.rule("1830-limits-15")
@pytest.mark.parametrize("box", ["0,6", "7,3"])
def test_the_market_holds_half(box: str):
    table = Table().with_company("NYC", "Bob", Bob=4, Ann=2, pool=4, box=box).stock_round("Ann")
    table.refused("Ann", "sell", "limits", company="NYC", shares=2)
    table.do("Ann", "sell", company="NYC", shares=1)
    table.refused("Ann", "sell", "limits", company="NYC", shares=1)


# --- the president


@pytest.mark.rule("1830-presidency-01", "1830-presidency-02")
def test_whoever_has_more_becomes_president():
    table = Table().with_company("NYC", "Bob", Bob=3, Ann=2).stock_round("Ann").buy("Ann", "NYC")
    assert (table.president("NYC"), table.units("Ann", "NYC")) == ("Bob", 3)
    table = Table().with_company("NYC", "Bob", Bob=3, Ann=3).stock_round("Ann").buy("Ann", "NYC")
    assert (table.president("NYC"), table.units("Ann", "NYC"), table.units("Bob", "NYC")) == ("Ann", 4, 3)


@pytest.mark.rule("1830-presidency-03")
def test_a_president_who_sells_too_much_hands_on():
    table = Table().with_company("NYC", "Ann", Ann=4, Bob=3).stock_round("Ann")
    assert table.do("Ann", "sell", company="NYC", shares=1).president("NYC") == "Ann"
    table.do("Ann", "sell", company="NYC", shares=2)
    assert (table.president("NYC"), table.units("Ann", "NYC"), table.units("Bob", "NYC")) == ("Bob", 1, 3)
    chief, *singles = table.p.d.certs_of["NYC"]
    assert table.s.certs[chief] == table.seat("Bob")
    assert sum(table.s.certs[cert] == table.seat("Bob") for cert in singles) == 1


@pytest.mark.rule("1830-presidency-04")
def test_without_an_heir_the_president_keeps_two():
    table = Table().with_company("NYC", "Ann", Ann=3, Bob=1).stock_round("Ann")
    table.refused("Ann", "sell", "presidency", company="NYC", shares=2)
    table.do("Ann", "sell", company="NYC", shares=1)
    table.refused("Ann", "sell", "presidency", company="NYC", shares=1)
    Table().with_company("NYC", "Ann", Ann=3, Bob=2).stock_round("Ann").do("Ann", "sell", company="NYC", shares=3)
