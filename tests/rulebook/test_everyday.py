"""What newcomers ask is answered first, in every title with its own numbers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bot.rulebook import Setting, answer, ask, entry_named, everyday, ledgers
from engine.titles import title_named

QUESTIONS = [
    ("how do I win", "goal"),
    ("What is a share?", "share"),
    ("net worth", "worth"),
    ("goal", "goal"),
    ("how to play", "play"),
    ("how does the price move", "price"),
    ("beginner", "beginner"),
    ("rust", "rust"),
    ("why did my train disappear", "rust"),
    ("what is a president", "president"),
    ("who decides for a company", "president"),
    ("how do I become president", "president"),
    ("what is par", "par"),
    ("what does float mean", "float"),
    ("ipo", "ipo"),
    ("what is the pool", "pool"),
    ("how many shares can I own", "holding_limit"),
    ("how many certificates may I have", "certificate_limit"),
    ("can I buy more than 60%", "holding_limit"),
    ("when can I sell shares", "sell"),
    ("why can't I sell", "sell"),
    ("can I sell in the first round", "sell"),
    ("what is a dividend", "dividend"),
    ("should I pay out or withhold", "withhold"),
    ("why did the price drop", "price"),
    ("what happens when I sell", "sell"),
    ("what is the bank", "bank"),
    ("when does the game end", "end"),
    ("how does the game end", "end"),
    ("what if I go bankrupt", "bankrupt"),
    ("bankruptcy", "bankrupt"),
    ("what if I can't afford a train", "emergency"),
    ("my company has no money for a train", "emergency"),
    ("emergency", "emergency"),
    ("must I own a train", "must_own"),
    ("train limit", "train_limit"),
    ("how many trains can I have", "train_limit"),
    ("what trains are there", "train"),
    ("how much does a 3 train cost", "train"),
    ("when do the 2 trains rust", "rust"),
    ("what is a phase", "phase"),
    ("green tiles", "upgrade"),
    ("when can I lay green", "track"),
    ("what is an upgrade", "upgrade"),
    ("can I upgrade a tile", "upgrade"),
    ("how do I build track", "track"),
    ("what does track cost", "terrain"),
    ("mountains", "terrain"),
    ("rivers", "terrain"),
    ("what is a station", "station"),
    ("what does a token do", "station"),
    ("how do I block somebody", "blocked"),
    ("what is a route", "route"),
    ("how long can a route be", "route"),
    ("how is a route counted", "route"),
    ("off-board", "offboard"),
    ("red areas", "offboard"),
    ("what is priority deal", "priority"),
    ("who goes first", "priority"),
    ("turn order", "order"),
    ("operating order", "order"),
    ("what is an operating round", "operating_round"),
    ("what is a stock round", "stock_round"),
    ("how many operating rounds", "operating_round"),
    ("private company", "private"),
    ("what does a private do", "private"),
    ("when do privates close", "private"),
    ("auction", "auction"),
    ("how do I bid", "bid"),
    ("can I trade with other players", "trade"),
    ("how much money do I start with", "money"),
    ("how many players", "players"),
    ("how long does it take", "players"),
    ("what is a treasury", "treasury"),
    ("can a company buy a private", "selling_private"),
    ("pass", "pass"),
    ("what happens when I pass", "pass"),
    ("undo", "take_back"),
    ("what does sold out mean", "sold_out"),
    ("what are the yellow boxes", "zones"),
    ("how do I start a company", "starting"),
    ("can I take over a company", "president"),
    ("dividned", "dividend"),
    ("statoin", "station"),
    ("certifcate limit", "certificate_limit"),
    ("presidant", "president"),
    ("how do i get rich", "worth"),
    ("what are shares worth", "worth"),
    ("what is withold", "withhold"),
    ("is there a loan", "loan"),
    ("can I borrow money", "loan"),
    ("who wins", "goal"),
    ("half dividend", "half"),
    ("buy train from another company", "buy_train"),
    ("do I have to own a train", "must_own"),
]
"""A question, and the entry that answers it."""


@pytest.mark.parametrize(("question", "entry"), QUESTIONS)
def test_a_question_in_everyday_words_finds_its_entry_first(question: str, entry: str):
    assert [one.key for one in ask("1889", question)][:1] == [entry]


@pytest.mark.parametrize("title", ["1889", "1830"])
def test_whole_questions_of_newcomers_get_an_answer_first(title: str):
    text = Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
    questions: dict[str, str] = tomllib.loads(text)
    found = {question: [one.key for one in ask(title, question)][:1] for question in questions}
    assert len(questions) > 350
    assert {one: keys for one, keys in found.items() if not set(keys) & set(questions[one].split())} == {}


@pytest.mark.parametrize("title", ledgers())
def test_every_entry_can_be_read_with_any_number_of_players(title: str):
    low, high = title_named(title).players
    assert len(everyday(title)) >= 60
    for players in (0, low, high):
        for one in everyday(title):
            said = answer(Setting(title, players=players), one.key)
            assert said and not re.search(r"[{}_]", said), (one.key, said)
            assert said[0].isupper() or said[0].isdigit() or said[0] in "$¥£`", (one.key, said)
            assert said.endswith("."), (one.key, said)
            assert len(re.findall(r"[.!?](?= [A-Z])", said)) < 6, (one.key, said)


@pytest.mark.parametrize("title", ledgers())
def test_an_entry_is_found_by_its_name(title: str):
    for one in everyday(title):
        assert entry_named(title, one.name.upper()) == one
        assert one.key in [found.key for found in ask(title, one.name)][:1], one.name


def test_answers_have_the_numbers_of_the_title():
    assert "$1200" in answer(Setting("1830"), "money") and "12000" in answer(Setting("1830"), "bank").replace(",", "")
    assert "16" in answer(Setting("1830", players=4), "certificate_limit")
    assert "60%" in answer(Setting("1830"), "float") and "50%" in answer(Setting("1889"), "float")
    assert "¥420" in answer(Setting("1889", players=2), "money") and "¥7000" in answer(Setting("1889"), "bank")


@pytest.mark.parametrize("title", ["1889", "1830", "1828", "1843", "1839"])
def test_the_entry_of_private_companies_says_how_long_a_hex_is_blocked(title: str):
    assert "closed to track only while a player owns it." in answer(Setting(title), "private")


@pytest.mark.parametrize("nonsense", ["submarine", "qwxz", "12", "?", "::", "` `"])
def test_nonsense_finds_no_entry(nonsense: str):
    assert ask("1889", nonsense) == []
