"""Labels of buttons and lists over whole games: short enough, in words, and naming what they are about."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.moves import GO
from bot.discord.kit.reply import (
    Button,
    Entry,
    Part,
    Select,
)
from bot.discord.turn.context import PanelContext
from bot.discord.turn.panel import next_choice
from bot.menu.lines import about_private, about_train
from bot.menu.move.choices import Choice, Choosing
from bot.menu.question import question
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Act, Event, Game, Span, new
from engine.core.state import Used
from engine.core.verbs import Text
from engine.play import WEIGHTS, next_to_act, random_act
from engine.titles import titles
from engine.view import view
from engine.words import Words
from engine.words.buttons import begun, move_label
from tests.long_runs import one_short_all_long
from tests.t1830.table import boston
from tests.t1843.table import Table as Table1843
from tests.t1870.table import Table

MOST = 80
"""Characters of a button."""
REAL = [name for name in titles() if name != "toy"]
GAMES = 4 if os.environ.get("LONG") else 1
"""How many games of each title are gone through."""
EAGER = {**WEIGHTS, "concede": 0.02, "skip": 0.3, "buy_train": 4.0, "take": 1.5}
RAW = re.compile(
    r"_|/[ct]\d|\bp\d\b|\b[a-z]+=|\b[Aa] ((8|11|18)(?!\d)|Electric)"
    r"|\bnothing\b|\bnone\b|no run\b|company [A-Z]|: [A-Z&]+$"
)
"""Names of the program, articles that nobody says, and choices that stand behind a colon with nothing about them."""


def labels(parts: tuple[Part, ...]) -> Iterator[str]:
    """What can be pressed or chosen."""
    for part in parts:
        if isinstance(part, Entry):
            yield part.button.label
        elif isinstance(part, Select):
            yield from (part.placeholder, *(one.label for one in part.picks))
        elif isinstance(part, tuple):
            yield from (one.label for one in part if isinstance(one, Button))


def offered(game: Game, seat: str, stream: random.Random) -> Iterator[str]:
    """The labels of every choice along one path through each move open to a seat."""
    at = PanelContext(GameContext(Present(GameRow(id=1, title=game.title.id), [], {}, game, 0, 1), seat), GO)
    for verb in game.verbs(seat):
        made = Choosing(at.moves).walk(verb)
        yield from (one.label for one in Choosing(at.moves).at_least(verb) if not isinstance(made.choices, Text))
        while made.slot and not isinstance(made.choices, Text):
            yield from labels(next_choice(at, question(at.moves, made)).rows)
            value = made.choices.low if isinstance(made.choices, Span) else stream.choice(made.choices)
            made = Choosing(at.moves).walk(verb, {**made.got, made.slot: value})


def made(game: Game, seat: str, act: Act) -> str:
    """The label that the button of a move would have."""
    return move_label(Words(view(game, seat)), act, game.apply(seat, act)[1], 0)


@pytest.mark.parametrize("title", REAL)
def test_labels_call_private_companies_by_letters_or_where_there_is_room_by_name(title: str):
    """The same label with another name; nothing else in it changes."""
    game = new(title, ["Ann", "Bob", "Cem"])
    seat = game.decisions()[0].seat
    acts = [act for act in game.legal(seat) if "private" in act.args]
    shown = view(game, seat)
    letters, names = Words(shown), Words(shown, full_names=True)
    assert acts
    for act in acts[:20]:
        events, private = game.apply(seat, act)[1], str(act.args["private"])
        label, full = (move_label(words, act, events, 0) for words in (letters, names))
        before, found, after = label.partition(private)
        assert found and full == f"{before}{letters.thing(private)}{after}"
        assert begun(letters, act.verb, {"private": private}).partition(private)[1]
        assert letters.thing(private) in begun(names, act.verb, {"private": private})


def priced(words: Words, one: Choice) -> bool:
    """Does the label name the cost? What a move that ends the round pays its maker afterwards does not count."""
    return any(words.money(cost) in one.label for cost in (one.spent, one.got.get("price")) if cost)


def wrong(label: str) -> bool:
    """Is it cut, too long, or not in words?"""
    return len(label) > MOST or not label.strip() or bool(RAW.search(label))


@pytest.mark.parametrize(("title", "most"), one_short_all_long(REAL, (150, 25), (1500, 12)))
def test_every_label_is_short_and_in_words(title: str, most: tuple[int, int]):
    found: set[str] = set()
    moves, every = most
    for seed in range(40, 40 + GAMES):
        stream, game = random.Random(seed), new(title, ["Ann", "Bob", "Cem"], {}, seed)
        for count in range(moves):
            decision = next_to_act(game, stream)
            act = random_act(game, decision.seat, stream, EAGER) if decision is not None else None
            if decision is None or act is None:
                break
            after, events = game.apply(decision.seat, act)
            found.add(move_label(Words(view(game, decision.seat)), act, events, 0))
            if count % every == 0:
                found.update(offered(game, decision.seat, stream))
            game = after
    assert len(found) > 20 and {label for label in found if wrong(label)} == set()


@pytest.mark.parametrize(("title", "most"), one_short_all_long(REAL, (200, 10), (1200, 6)))
def test_every_button_names_what_it_costs_and_none_reads_like_another(title: str, most: tuple[int, int]):
    silent, alike, costly = set[str](), set[str](), 0
    moves, every = most
    for seed in range(60, 60 + GAMES):
        stream, game = random.Random(seed), new(title, ["Ann", "Bob", "Cem"], {}, seed)
        for count in range(moves):
            decision = next_to_act(game, stream)
            act = random_act(game, decision.seat, stream, EAGER) if decision is not None else None
            if decision is None or act is None:
                break
            at = PanelContext(GameContext(Present(GameRow(id=1, title=title), [], {}, game, 0, 1), decision.seat), GO)
            for verb in game.verbs(decision.seat) if count % every == 0 else ():
                found = Choosing(at.moves).at_least(verb)
                paid = [one for one in found if one.whole and one.spent and not game.title.verbs[verb].grave]
                costly += len(paid)
                silent |= {one.label for one in paid if not priced(at.at.words, one)}
                alike |= {label for label, number in Counter(one.label for one in found).items() if number > 1}
            game, _ = game.apply(decision.seat, act)
    assert (silent, alike) == (set(), set()) and costly > 5


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        ("full", "Pay $8 a share · $100 → $110"),
        ("half", "Pay $4 a share, withhold $40 · stays at $100"),
        ("withhold", "Withhold $80 · $100 → $90"),
    ],
)
def test_a_dividend_says_where_the_price_goes_or_that_it_stays(kind: str, label: str):
    table = Table().with_company("ATSF", "Ann", Ann=6)
    table.operating_turn("ATSF", "dividend", used=[Used("income", amount=80)])
    assert made(table.game, table.seat("Ann"), Act("dividend", {"kind": kind})) == label


def test_a_sale_that_pays_for_a_train_names_the_train_and_no_other_amount():
    table = boston(treasury=20).with_cash("Ann", 0).with_company("NYC", "Bob", par=82, Bob=4, Ann=3)
    table.operating_turn("B&M", "train")
    at = PanelContext(
        GameContext(Present(GameRow(id=1, title="1830"), [], {}, table.game, 0, 1), table.seat("Ann")), GO
    )
    assert "Sell 1 NYC for $82 · → $76, then buy the 2 train" in {
        one.label for one in Choosing(at.moves).at_least("sell")
    }


def test_a_reduced_price_is_shown_with_the_printed_one():
    game = new("1839", ["Ann", "Bob", "Cem"], {}, 3)
    seat = game.decisions()[0].seat
    cheaper, _ = game.apply(seat, Act("discount", {"private": "KR"}))
    shown = Words(view(cheaper, seat))
    lines = {one.id: about_private(shown, one).line for one in shown.view.privates}
    assert "· f90 instead of f110 · pays f30\n" in lines["KR"] and "instead" not in lines["WCTS"]


def test_what_a_local_reserves_is_named():
    shown = Words(view(new("1839", ["Ann", "Bob", "Cem"], {}, 3), None))
    told = shown.event(Event("reserved", {"company": "L1", "hexes": "B13 E14"}))
    assert told == "L1 reserves Leeuwarden (B13) and Zwolle (E14) for its home markers."


def test_a_train_that_has_rusted_says_that_it_does_not_count():
    table = Table1843().with_phase("gray").with_company("PO", "Ann", par=79, treasury=1000, Ann=4)
    words = Words(view(table.operating_turn("PO", "train").game))
    told = {ware.kind: about_train(words, ware, ()).line for ware in words.view.trains if ware.on_sale}
    assert "rusted before" in told["2+1"] and "rusted before" not in told["Electric"]
