"""The positions in which the coach's occasions arise, and their counterparts in which they do not."""

from __future__ import annotations

from collections.abc import Callable

from bot.menu.move.moves import Moves, moves_of
from engine import Game
from engine.core.state import Used
from engine.family.starting import ask_for_par
from engine.occasions import Facts, occasions
from tests.positions.table import Table as AnyTable
from tests.t1830.table import Table, altoona, boston


def moves(table: AnyTable, who: str = "Ann") -> Moves:
    return moves_of(table.game, table.seat(who))


def arising(game: Game, seat: str) -> dict[str, Facts]:
    """The occasions of a seat by their names."""
    found = moves_of(game, seat)
    return {one.name: one.facts for one in occasions(found.game, found.view)}


def facts(table: AnyTable, who: str = "Ann") -> dict[str, Facts]:
    return arising(table.game, table.seat(who))


def trading(**held: int) -> Table:
    """Ann trades; the B&O has started at $100, with these shares out."""
    holders = held or {"Ann": 6}
    president = next(iter(holders))
    return Table().with_company("B&O", president, floated=sum(holders.values()) >= 6, **holders).stock_round("Ann")


def operating(step: str = "train", *trains: str, treasury: int = 500, **held: int) -> Table:
    """Ann runs the B&O."""
    table = Table().with_company("B&O", "Ann", treasury=treasury, **(held or {"Ann": 6}))
    return table.with_train("B&O", *trains).operating_turn("B&O", step)


def deciding(*trains: str) -> Table:
    """Ann decides about the income of the B&O."""
    table = Table().with_company("B&O", "Ann", treasury=500, Ann=6).with_train("B&O", *trains)
    return table.operating_turn("B&O", "dividend", used=[Used("income", amount=80)])


def first_par(table: Table) -> Table:
    """Ann has been given the B&O's president's certificate."""
    table.auction("Ann")
    with table.arrange() as p:
        p.s.certs["B&O.0"] = table.seat("Ann")
        ask_for_par(p, table.seat("Ann"), "B&O")
    return table


def broken(table: Table) -> Table:
    """The bank has broken."""
    with table.arrange() as p:
        p.s.broken = True
    return table


def running() -> Table:
    """Ann's B&M is about to run from Boston to Mansfield."""
    return boston("track").with_train("B&M", "2").operating_turn("B&M", "run")


def holding(number: int) -> Table:
    """Ann has so many certificates, in companies of $100."""
    table, left = trading(Ann=2), number - 1
    for company in ("PRR", "NYC", "CPR", "C&O"):
        taken = min(left, 5)
        table.with_company(company, "Bob", Bob=2, Ann=taken)
        left -= taken
    return table.stock_round("Ann")


CASES: dict[str, tuple[Callable[[], Table], Facts, Callable[[], Table]]] = {
    "no_train_soon": (
        lambda: operating("train", "2", "2").with_supply("3", "4", "4").with_phase("3"),
        {"company": "B&O", "trains": ["2", "2"], "kind": "4", "cost": 300, "treasury": 500, "price": 100, "after": 90},
        lambda: operating("train", "2", "2").with_supply("3", "3", "3", "4", "4").with_phase("3"),
    ),
    "some_rust": (
        lambda: operating("train", "2", "3").with_supply("3", "4", "4").with_phase("3"),
        {"company": "B&O", "trains": ["2"], "kept": ["3"], "kind": "4"},
        lambda: operating("train", "2", "2").with_supply("3", "4", "4").with_phase("3"),
    ),
    "last_trains": (
        lambda: operating("train").with_supply("2", "2", "3", "4"),
        {"left": 2, "kind": "2", "next": "3", "cost": 180, "phase": "3", "rusts": [], "effect": "phase"},
        lambda: operating("train").with_supply("2", "2", "2", "3", "4"),
    ),
    "fewer_trains": (
        lambda: deciding("3", "3", "4").with_supply("4", "5", "6").with_phase("4"),
        {"company": "B&O", "trains": ["3", "3", "4"], "limit": 2, "phase": "5", "kind": "5"},
        lambda: deciding("3", "4").with_supply("4", "5", "6").with_phase("4"),
    ),
    "no_room": (
        lambda: deciding("2", "2", "2", "2"),
        {"company": "B&O", "kind": "2", "trains": ["2", "2", "2", "2"], "number": 4, "limit": 4, "phase": "2"},
        lambda: deciding("2", "2", "2"),
    ),
    "train": (
        lambda: operating("train", "2"),
        {"company": "B&O", "kind": "2", "cost": 80, "treasury": 500, "lasts": "4"},
        lambda: operating("track", "2"),
    ),
    "track": (
        lambda: operating("track"),
        {"company": "B&O", "colors": ["yellow"], "treasury": 500},
        lambda: operating("train"),
    ),
    "dividend": (
        lambda: running().run_best("Ann"),
        {"company": "B&M", "income": 40, "each": 4, "percent": 60, "mine": 24, "price": 100, "paid": 112, "kept": 90},
        lambda: running(),
    ),
    "run": (
        lambda: running(),
        {"company": "B&M", "trains": ["2"]},
        lambda: boston("track").with_train("B&M", "2"),
    ),
    "station": (
        lambda: altoona("token"),
        {"company": "PRR", "cost": 40, "treasury": 1000, "left": 3},
        lambda: altoona("track"),
    ),
    "forced_purchase": (
        lambda: boston("train", treasury=50).with_cash("Ann", 300),
        {"company": "B&M", "cost": 80, "treasury": 50, "short": 30, "cash": 300, "can": "yes"},
        lambda: boston("train", treasury=80),
    ),
    "emergency": (
        lambda: boston("train", treasury=0).with_cash("Ann", 0),
        {"company": "B&M", "missing": 80, "cash": 0, "enough": "yes"},
        lambda: boston("train", treasury=0).with_cash("Ann", 80),
    ),
    "certificates": (
        lambda: holding(18),
        {"held": 18, "limit": 20, "reached": "near"},
        lambda: holding(17),
    ),
    "free_certificates": (
        lambda: trading().with_box("B&O", "5,0"),
        {"company": "B&O", "number": 5},
        trading,
    ),
    "order": (
        lambda: trading(Ann=6).with_company("C&O", "Bob", par=67, Bob=6).stock_round("Ann"),
        {"company": "B&O", "place": 1, "number": 2, "price": 100},
        trading,
    ),
    "privates_close": (
        lambda: operating("train").with_private("CA", "Ann").with_supply("5", "6").with_phase("4"),
        {"privates": ["Camden & Amboy"], "income": 25, "lost": "one", "kind": "5", "phase": "5"},
        lambda: operating("train").with_private("CA", "Bob").with_supply("5", "6").with_phase("4"),
    ),
    "sell_private": (
        lambda: operating("train").with_private("SV", "Ann").with_phase("3"),
        {"company": "B&O", "private": "Schuylkill Valley", "low": 10, "high": 40, "prices": "several"},
        lambda: operating("train").with_private("SV", "Ann"),
    ),
    "private_income": (
        lambda: Table().with_private("CA", "Ann").auction("Ann"),
        {"privates": ["Camden & Amboy"], "number": 1, "income": 25},
        lambda: Table().with_private("CA", "Bob").auction("Ann"),
    ),
    "first_par": (
        lambda: first_par(Table()),
        {"company": "B&O", "low": 67, "high": 100, "floats": 60, "percent": 20, "others": 60, "enough": "no"},
        trading,
    ),
    "auction": (
        lambda: Table().auction("Ann"),
        {"private": "Schuylkill Valley", "price": 20, "income": 5, "pays": "yes", "cash": 800, "chief": 134},
        trading,
    ),
    "last_set": (
        lambda: broken(trading()),
        {"which": "next"},
        lambda: trading().with_bank(1500),
    ),
    "bank_low": (
        lambda: trading().with_bank(1500),
        {"left": 1500, "whole": 12000},
        lambda: trading().with_bank(2500),
    ),
    "presidency_lost": (
        lambda: trading(Ann=3, Bob=3),
        {"company": "B&O", "percent": 30, "player": "p2"},
        lambda: trading(Ann=4, Bob=3),
    ),
    "presidency_near": (
        lambda: trading(Bob=3, Ann=3),
        {"company": "B&O", "percent": 30, "player": "p2"},
        lambda: trading(Bob=4, Ann=3),
    ),
    "president": (
        lambda: operating("train", "2"),
        {"company": "B&O", "treasury": 500, "percent": 60},
        trading,
    ),
    "float": (
        lambda: trading(Ann=4),
        {"company": "B&O", "sold": 40, "floats": 60, "more": 20, "cost": 100},
        trading,
    ),
    "first_share": (
        lambda: trading(Bob=5, Ann=1),
        {"company": "B&O", "percent": 10, "whole": 100, "part": 10, "price": 100},
        lambda: trading(Bob=5, Ann=2),
    ),
    "par": (
        trading,
        {"low": 67, "high": 100, "choices": "several", "percent": 20, "cost": 134, "floats": 60, "together": 402},
        lambda: trading().with_cash("Ann", 133),
    ),
    "sale": (
        trading,
        {"company": "B&O", "number": 1, "brings": 100, "before": 100, "price": 90},
        lambda: trading(Bob=6),
    ),
    "pool": (
        lambda: trading(Ann=6, pool=1).with_box("B&O", "0,5"),
        {"company": "B&O", "offer": 100},
        lambda: trading(Ann=6, pool=1),
    ),
    "sold_out": (
        lambda: Table().with_company("B&O", "Ann", par=67, Ann=6, Bob=4).stock_round("Ann"),
        {"company": "B&O", "price": 67, "after": 71},
        lambda: Table().with_company("B&O", "Ann", par=67, Ann=6, Bob=3).stock_round("Ann"),
    ),
    "rounds": (trading, {"number": 1, "phase": "2"}, operating),
    "priority": (trading, {"player": "p1", "mine": "yes"}, operating),
    "worth": (trading, {"worth": 1400}, lambda: Table().auction("Ann")),
}
"""A position in which an occasion arises for Ann, some of its facts, and one in which it does not."""
