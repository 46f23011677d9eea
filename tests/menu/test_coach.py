"""Each occasion arises where it should and nowhere else, with the facts of the position, and tells nothing secret."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import bot.menu.coach
import engine.occasions
from bot.menu.coach import advice, worded
from bot.menu.move.moves import Moves, moves_of
from engine import Game, new
from engine.careful import careful_act
from engine.core.phrases import PSEUDO
from engine.core.state import Used
from engine.family.starting import ask_for_par
from engine.occasions import OCCASIONS, Facts, Money, Occasion, occasions
from engine.play import next_to_act
from engine.titles import every_title, titles
from engine.view import View
from engine.words import using_language
from tests.discord.test_panels import kinds
from tests.long_runs import one_of
from tests.positions.table import Table as AnyTable
from tests.t1830.table import Table, altoona, boston

LONGEST = 420
"""What fits above the buttons of a panel, in characters."""


def moves(table: AnyTable, who: str = "Ann") -> Moves:
    return moves_of(table.game, table.seat(who))


def arising(game: Game, seat: str) -> dict[str, Facts]:
    """The occasions of a seat by their names."""
    found = moves_of(game, seat)
    return {one.name: one.facts for one in occasions(found.game, found.view)}


def facts(table: AnyTable, who: str = "Ann") -> dict[str, Facts]:
    return arising(table.game, table.seat(who))


# --- both sides of each occasion


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
        {"company": "B&O", "low": 67, "high": 100, "floats": 60, "percent": 20},
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
        lambda: operating("track"),
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


@pytest.mark.parametrize("name", CASES)
def test_an_occasion_arises_with_its_facts_and_not_elsewhere(name: str):
    arises, expected, not_there = CASES[name]
    found = facts(arises())
    assert name in found, sorted(found)
    assert {key: found[name][key] for key in expected} == expected
    assert name not in facts(not_there())


def test_a_par_that_is_too_high_to_float_alone_is_named():
    rich, poor = facts(trading()), facts(trading().with_cash("Ann", 450))
    assert rich["par"]["choices"] == "several"
    assert (poor["par"]["choices"], poor["par"]["alone"]) == ("some", 71)


def test_every_occasion_is_tried_on_both_sides():
    assert set(CASES) == set(OCCASIONS)


# --- in every title


@cache
def met(title: str) -> tuple[dict[str, list[tuple[Game, str, Occasion]]], int, dict[str, int]]:
    """Occasions of two careful games with where they were met, how many positions were asked, and how often each
    occasion did not arise.
    """
    found: dict[str, list[tuple[Game, str, Occasion]]] = {}
    asked, absent = 0, dict.fromkeys(OCCASIONS, 0)
    for game, seat in positions(title):
        now = {one.name: one for one in occasions(*supposed(game, seat))}
        asked += 1
        for name in OCCASIONS:
            if name in now:
                found.setdefault(name, []).append((game, seat, now[name]))
            else:
                absent[name] += 1
    return found, asked, absent


def supposed(game: Game, seat: str) -> tuple[Game, View]:
    one = moves_of(game, seat)
    return one.game, one.view


def positions(title: str) -> Iterator[tuple[Game, str]]:
    """Every sixth position of careful games, with the one who is waited for."""
    for seed in (1, 2):
        game, stream = new(title, ["Ann", "Bob", "Cem"], {"runs": "free"}, seed), random.Random(seed)
        for number in range(700):
            decision = next_to_act(game, stream)
            if decision is None:
                break
            if number % 6 == 0:
                yield game, decision.seat
            game, _ = game.apply(decision.seat, careful_act(game, decision.seat, stream))


SELDOM = {
    *("emergency", "bank_low", "last_set", "certificates", "run", "fewer_trains", "privates_close", "forced_purchase"),
    *(
        "first_par",
        "first_share",
        "free_certificates",
        "no_room",
        "some_rust",
        "sell_private",
        "station",
        "presidency_near",
    ),
}
"""Occasions that two games of a title may well do without."""
ABSENT = {"1828": {"priority"}, "1839": {"priority"}, "1843": {"priority"}}
"""What a title does not have: there, no card decides who begins the next stock round."""


@pytest.mark.parametrize("title", one_of([one for one in titles() if one != "toy"]))
def test_in_every_title_occasions_arise_and_do_not_and_read_well(title: str):
    found, asked, absent = met(title)
    missing = set(OCCASIONS) - set(found)
    assert asked > 100 and missing - SELDOM <= ABSENT.get(title, set()), missing
    assert not set(found) & ABSENT.get(title, set())
    assert {name for name, count in absent.items() if not count} == set()
    for name, cases in found.items():
        for game, seat, one in cases[:: max(1, len(cases) // 8)]:
            text = worded(moves_of(game, seat).words, one)
            assert len(text) <= LONGEST and text[0].isupper() and text.endswith("."), (name, text)
            assert not re.search(r"[{}\[\]]|\bp\d\b|\(\)|  |\b0%|None|Your The", text), (name, text)
            for amount in (value for value in one.facts.values() if isinstance(value, Money)):
                assert amount >= 0, (name, one.facts)


@pytest.mark.parametrize("title", one_of([one for one in titles() if one != "toy"]))
def test_a_panel_has_one_sentence_the_most_urgent_that_is_not_known(title: str):
    for number, (game, seat) in enumerate(positions(title)):
        if number % 12:
            continue
        known, found = set[str](), moves_of(game, seat)
        everything = [one.name for one in occasions(found.game, found.view)]
        for name in everything:
            said = advice(found, known)
            assert said is not None and said.occasion == name
            known.add(name)
        assert advice(found, known) is None


TRADING = {
    *("forced_purchase", "last_set", "bank_low", "presidency_lost", "presidency_near", "certificates", "par", "float"),
    *("first_share", "sale", "pool", "sold_out", "free_certificates", "order", "rounds", "priority", "worth"),
}
RUSTING = {"no_train_soon", "some_rust", "fewer_trains", "no_room", "forced_purchase"}
BELONGS = {
    "auction": {"auction", "private_income"},
    "first_par": {"first_par"},
    "stock_turn": TRADING,
    "operating_turn track": {"track", "president"},
    "operating_turn token": {"station"},
    "operating_turn run": {"run"},
    "operating_turn dividend": {"dividend", "last_set", "bank_low", *RUSTING},
    "operating_turn train": {"train", "last_trains", "privates_close", "sell_private", "president", *RUSTING},
}
"""What may be said of each kind of decision. Of all others, such as a title's own questions, nothing is said, but for
money that must be raised now.
"""


@pytest.mark.parametrize("title", one_of([one for one in titles() if one != "toy"]))
def test_the_coach_speaks_only_of_what_is_asked(title: str):
    strange, seen = set[tuple[str, str]](), set[str]()
    found = kinds(title, range(1, 3), 400).values()
    for game, seat in [*positions(title), *((game, game.decisions()[0].seat) for game in found)]:
        top = supposed(game, seat)[1].agenda[-1]
        kind = f"{top.rule} {top.step}" if top.rule == "operating_turn" else top.rule
        seen.add(kind)
        may = BELONGS.get(kind, set()) | {"emergency"}
        strange |= {(kind, one.name) for one in occasions(*supposed(game, seat)) if one.name not in may}
    assert strange == set() and {"auction", "contest", "stock_turn", "operating_turn train"} - seen <= {"contest"}


def test_nobody_is_coached_who_need_not_decide():
    table = trading()
    assert facts(table, "Bob") == {} and arising(table.game, "") == {}


# --- nothing that the seat may not know


@pytest.mark.parametrize("step", ["train"])
def test_the_coach_tells_a_seat_the_same_whatever_others_hide(step: str):
    def twin(hidden: int, mine: int = 400) -> AnyTable:
        table = AnyTable(title="1870", secrets="hidden")
        table.with_company("SP", "Ann", Ann=3, Bob=3, pool=1, treasury=mine)
        table.with_company("FW", "Bob", par=76, Bob=4, Ann=4, treasury=hidden)
        table.with_train("SP", "3").with_train("FW", "2", "2").with_supply("3", "4", "4")
        return table.operating_turn("SP", step)

    poor, rich = facts(twin(3)), facts(twin(900))
    assert poor == rich and len(poor) > 2
    assert facts(twin(3, mine=700)) != poor, "what is one's own is told"


def test_trading_tells_nothing_of_a_hidden_treasury_either():
    def twin(hidden: int) -> AnyTable:
        table = AnyTable(title="1870", secrets="hidden").with_company(
            "FW", "Bob", par=76, Bob=4, Ann=4, treasury=hidden
        )
        return table.with_train("FW", "2").with_supply("3", "4").stock_round("Ann")

    assert facts(twin(3)) == facts(twin(900)) and "presidency_near" in facts(twin(3))


# --- in words


def test_a_sentence_is_in_the_readers_language_and_the_title_s_words():
    with using_language(PSEUDO):
        said = advice(moves(operating("track")), set(OCCASIONS) - {"president"})
    assert said is not None and "B&O" in said.text and not re.search(r"\b(company|president|you)\b", said.text)
    other = AnyTable(title="1828").with_company("CPR", "Ann", par=67, Ann=3, floated=False).stock_round("Ann")
    found = advice(moves(other), set(OCCASIONS) - {"par"})
    assert found is not None and "director's certificate" in found.text


def test_no_title_and_no_verb_is_named_where_occasions_are_found():
    folder = Path(engine.occasions.__file__).parent
    source = "".join(one.read_text(encoding="utf-8") for one in [*folder.glob("*.py"), Path(bot.menu.coach.__file__)])
    named = set(re.findall(r'"([^"\n]+)"', source))
    verbs = {verb for title in every_title() for verb in title.verbs}
    assert not named & (set(titles()) | (verbs - set(OCCASIONS) - set(NOT_VERBS)))


NOT_VERBS = ("token", "run", "pass", "withhold")
"""Steps of a turn, among others, that are called like a verb."""


def test_a_company_without_room_for_a_train_is_not_told_to_buy_one():
    spare = deciding("3").with_supply("6").with_phase("5")
    full = deciding("3", "3").with_supply("6").with_phase("5")
    told = {
        name: advice(moves(table), set(OCCASIONS) - {"no_train_soon"})
        for name, table in (("spare", spare), ("full", full))
    }
    assert told["spare"] is not None and told["full"] is not None
    assert "no room" not in told["spare"].text and "has no room for another train. Saving for one" in told["full"].text
    known = set(OCCASIONS) - {"no_room"}
    said = advice(moves(deciding("2", "2", "2", "2")), known)
    assert said is not None and "There is nothing to do about that now" in said.text
