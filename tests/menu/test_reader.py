"""Whoever reads what their own seat can do is called "you", in every title and language; only lists name them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.menu.build import menu_of
from bot.menu.move.choices import Choosing
from bot.menu.move.foresight import foresee
from bot.menu.move.moves import Moves, moves_of
from bot.menu.question import question
from engine import Event
from engine.core.phrases import Phrase
from engine.core.verbs import Text
from engine.titles import title_named, titles
from engine.view import seen, view
from engine.words import Words, languages
from engine.words.catalogue import catalogue, own_words
from engine.words.language import using_language
from tests.discord.test_panels import positions
from tests.long_runs import one_of

TITLES = [name for name in titles() if name[0].isdigit()]
LISTS = ("The new player order is", "Die neue Reihenfolge am Tisch", "Propose that", "Vorschlagen")
"""How sentences begin that list players, or name one to vote for."""
SUBJECT = re.compile("{player}|{buyer}")
MOVES = 3
"""Of so many moves of a panel, what comes of them is read too."""


def said(moves: Moves) -> Iterator[str]:
    """Every sentence and label of a seat's panel, of the first choice of each verb and of what its moves lead to."""
    shown = menu_of(moves)
    yield from (shown.standing, shown.heading)
    for one in shown.choices:
        yield from (one.label, one.line)
    for verb in moves.verbs:
        begun = Choosing(moves).walk(verb)
        if begun.slot and not isinstance(begun.choices, Text):
            asked = question(moves, begun)
            yield asked.text
            for one in asked.choices:
                yield from (one.label, one.line)
    for one in [one for one in shown.choices if one.whole][:MOVES]:
        yield moves.words.move(moves.seat, one.act)
        yield from (moves.words.event(seen(event, moves.seat)) for event in moves.tried(one.act)[1])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", one_of(TITLES))
def test_a_panel_calls_its_reader_you_and_never_by_name(title: str, language: str):
    named = set[str]()
    with using_language(language):
        for count, (game, seat) in enumerate(positions(title, range(1, 2), 240)):
            if count > 15 and count % 5:
                continue
            name = re.compile(rf"\b{next(one.name for one in view(game, seat).seats if one.id == seat)}\b")
            lines = (line for text in said(moves_of(game, seat, own=True)) for line in text.split("\n"))
            named |= {line for line in lines if name.search(line) and not line.startswith(LISTS)}
    assert named == set()


def test_a_preview_and_a_secret_call_their_reader_you_and_somebody_who_acts_for_them_reads_their_name():
    game, seat = next(positions("1830", range(1, 2), 1))
    name = Words(view(game)).holder(seat)
    for own, who in ((True, "You buy"), (False, f"{name} buys")):
        moves = moves_of(game, seat, own=own)
        take = next(one for one in menu_of(moves).choices if one.verb == "take")
        assert foresee(moves, take.act).lines[0].startswith(f"> {who}")
    assert Words(view(game)).decision(view(game).decisions[0]).startswith(f"It is {name}'s turn")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", TITLES)
def test_every_sentence_about_a_player_has_one_for_that_player(title: str, language: str):
    for package in ("engine", title_named(title).words):
        words = own_words(package, language)
        assert words is not None
        about = {kind for kind, phrase in words.events.items() if any(SUBJECT.search(one) for one in forms(phrase))}
        # A private company may let its player lay a tile themselves.
        assert about | ({"laid"} & set(words.events)) == set(words.your_events), package
        asked = {key for key, text in words.decisions.items() if "{name}" in text}
        assert asked == set(words.your_decisions), package
        yours = [*words.your_decisions.values(), *(one for said in words.your_events.values() for one in forms(said))]
        assert not [text for text in yours if SUBJECT.search(text) or "{name}" in text]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_adds_forms_to_a_sentence_adds_them_to_the_readers_too(title: str, language: str):
    words = catalogue(language, title_named(title).words)
    for kind, said in words.your_events.items():
        about = words.events[kind]
        if isinstance(said, dict) and isinstance(about, dict) and said["on"] == about["on"]:
            spoken = {form for form, text in about.items() if SUBJECT.search(text)}
            assert "other" in said and spoken <= set(said), kind


def forms(phrase: Phrase) -> list[str]:
    return [phrase] if isinstance(phrase, str) else [text for name, text in phrase.items() if name != "on"]


def test_in_the_middle_of_a_sentence_the_reader_is_you_in_the_right_case():
    game, seat = next(positions("1830", range(1, 2), 1))
    other, third = (one.id for one in view(game).seats if one.id != seat)
    paid, asked = {"private": "SV", "owner": seat, "amount": 5}, {"player": other, "to": f"{seat} {third}"}
    names = Words(view(game)).people
    said = {
        "en": ("Schuylkill Valley pays you $5.", f"{names[other]} makes you and {names[third]} an offer."),
        "de": ("Schuylkill Valley: $5 Ertrag für dich.", f"{names[other]} macht dir und {names[third]} ein Angebot."),
    }
    for language, (pays, offers) in said.items():
        words = Words(view(game, seat), language, reader=seat)
        assert words.event(Event("private_pays", paid)) == pays
        assert words.event(Event("offered", asked)).startswith(offers)
    assert Words(view(game, seat)).event(Event("private_pays", paid)).endswith(f"pays {names[seat]} $5.")


def test_kinds_of_train_that_are_two_in_one_are_joined_in_the_readers_language():
    with using_language("de"):
        double = (
            moves_of(game, seat, own=True)
            for game, seat in positions("1843", range(4, 5), 200)
            if any(" or " in train.kind for one in view(game).companies for train in one.trains)
        )
        lines = (line for moves in double for line in menu_of(moves).standing.split("\n"))
        has = next(line for line in lines if "Züge: " in line and "2x2" in line)
    assert "2x2 oder 3+1" in has and " or " not in has
