"""Each occasion arises where it should and nowhere else, with the facts of the position, and tells nothing secret."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

import bot.menu.coach
import engine.occasions
from bot.menu.coach import advice, worded
from bot.menu.move.moves import moves_of
from engine import Game, new
from engine.careful import careful_act
from engine.core.phrases import PSEUDO
from engine.occasions import OCCASIONS, Money, Occasion, occasions
from engine.play import next_to_act
from engine.titles import every_title, titles
from engine.view import View
from engine.words import using_language
from tests.discord.test_panels import kinds
from tests.long_runs import one_of
from tests.menu.arising import CASES, arising, deciding, facts, moves, operating, trading
from tests.positions.table import Table as AnyTable

LONGEST = 420
"""What fits above the buttons of a panel, in characters."""


# --- both sides of each occasion


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


@cache
def positions(title: str) -> list[tuple[Game, str]]:
    """Every sixth position of careful games, with the one who is waited for."""
    found: list[tuple[Game, str]] = []
    for seed in (1, 2):
        game, stream = new(title, ["Ann", "Bob", "Cem"], {"runs": "free"}, seed), random.Random(seed)
        for number in range(700):
            decision = next_to_act(game, stream)
            if decision is None:
                break
            if number % 6 == 0:
                found.append((game, decision.seat))
            game, _ = game.apply(decision.seat, careful_act(game, decision.seat, stream))
    return found


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
    "operating_turn track": {"track"},
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
        known, seen_by = supposed(game, seat)
        top = seen_by.agenda[-1]
        kind = f"{top.rule} {top.step}" if top.rule == "operating_turn" else top.rule
        seen.add(kind)
        may = BELONGS.get(kind, set()) | {"emergency"}
        strange |= {(kind, one.name) for one in occasions(known, seen_by) if one.name not in may}
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
        said = advice(moves(operating("train", "2")), set(OCCASIONS) - {"president"})
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
