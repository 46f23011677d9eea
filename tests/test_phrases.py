"""Plural forms, lists and numbers are the language's business, by CLDR's rules."""

from datetime import UTC, datetime

import pytest

from engine.core.phrases import PSEUDO, accented, chosen, counted, fill, joined, listed, number, plural
from engine.core.sentences import because, translated
from engine.words import current_language, language_for, using_language
from engine.words.texts import marked, merged

POLISH = {"one": "{} akcja", "few": "{} akcje", "many": "{} akcji", "other": "{} akcji"}


@pytest.mark.parametrize(
    ("number", "language", "form"),
    [
        *[(1, "en", "one"), (0, "en", "other"), (2, "en", "other"), (1, "de", "one"), (1, "ja", "other")],
        *[(1, "pl", "one"), (3, "pl", "few"), (5, "pl", "many"), (22, "pl", "few"), (2, "ar", "two"), (0, "fr", "one")],
        *[(1, PSEUDO, "one"), (1, "no-such-language", "one"), (1, "pt-BR", "one")],
    ],
)
def test_a_number_takes_the_plural_form_of_its_language(number: int, language: str, form: str):
    assert plural(number, language) == form


def test_things_are_counted_in_as_many_forms_as_the_language_has():
    assert [counted(n, POLISH, "pl") for n in (1, 3, 5)] == ["1 akcja", "3 akcje", "5 akcji"]
    # A form that the catalogue lacks is the other one, and the number itself is the language's too.
    assert counted(1234, {"other": "{} Aktien"}, "de") == "1.234 Aktien"


def test_things_are_listed_as_the_language_lists_them():
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a, b", "a, b, c"]
    assert listed(["a", "b"], "ja") == "a、b"
    assert [joined(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert joined(["a", "b", "c"], "de") == "a, b und c"
    assert joined(["a", "b", "c"], "en", "or") == "a, b or c"
    assert joined(["a", "b"], "fr", "or") == "a ou b"


def test_numbers_are_written_as_the_language_writes_them_or_after_a_pattern():
    assert number(1234.5) == "1,234.5" and number(1234.5, "de") == "1.234,5"
    assert number(1200, "en", "0") == "1200" and number(1200, "fr", "#,##0") == "1\u202f200"


def test_a_phrase_depends_on_a_field_by_its_value_or_by_its_plural_form():
    phrase = {"on": "tiles", "0": "No tile lies.", "one": "A tile lies.", "other": "{tiles} tiles lie."}
    assert [fill(phrase, {"tiles": n}) for n in (0, 1, 7)] == ["No tile lies.", "A tile lies.", "7 tiles lie."]
    assert chosen({"on": "by", "none": "nobody", "rule": "a rule", "other": "{by}"}, {}) == "nobody"
    assert chosen({"on": "by", "rule": "a rule", "other": "{by}"}, {"by": "rule"}) == "a rule"


def test_a_pattern_is_filled_with_lists_counts_and_numbers():
    counts = {"share": {"one": "{} share", "other": "{} shares"}}
    assert fill("{who:and} have {n:share}, worth {w:number}", {"who": "AB", "n": 1, "w": 1500}, "en", counts) == (
        "A and B have 1 share, worth 1,500"
    )
    # What is written like a kind without being a field stays as it is.
    assert fill("from: {a} at: {b:g}", {"a": 1, "b": 2.50}) == "from: 1 at: 2.5"


@pytest.mark.parametrize("kind", ["8", "11", "18", "8E", "R5", "E", "Electric"])
def test_an_article_agrees_with_what_fills_the_field_after_it(kind: str):
    assert fill("Buy a {kind} train", {"kind": kind}) == f"Buy an {kind} train"
    assert fill("A {kind} leaves.", {"kind": kind}) == f"An {kind} leaves."


def test_no_other_article_is_changed():
    for kind in ("2", "80", "1", "5", "Diesel", "U", "Ems", "Rhine"):
        assert fill("Buy a {kind} train", {"kind": kind}) == f"Buy a {kind} train"
    assert fill("{league} opens a table", {"league": "League A 18xx"}) == "League A 18xx opens a table"
    assert fill("a {kind}", {"kind": "8"}, "de") == "a 8"


def test_a_refusal_lists_in_the_language_that_says_it():
    refused = because("{names:and} must agree", names=("Ann", "Bob"))
    assert refused == "Ann and Bob must agree"
    assert translated(refused, {"{names:and} must agree": "{names:and} müssen zustimmen"}, str, "de") == (
        "Ann und Bob müssen zustimmen"
    )
    german = {"{n} trains": {"on": "n", "one": "ein Zug", "other": "{n} Züge"}}
    assert [translated(because("{n} trains", n=n), german, str, "de") for n in (1, 2)] == ["ein Zug", "2 Züge"]


def test_a_language_applies_for_a_block_of_code():
    assert current_language() == "en"
    with using_language(PSEUDO):
        assert current_language() == PSEUDO
        with using_language("en"):
            assert current_language() == "en"
        assert current_language() == PSEUDO
    assert current_language() == "en"


def test_a_language_without_words_is_english():
    assert language_for("xx", "zh-TW") == "en"
    assert language_for("en-GB") == "en" and language_for(PSEUDO, "en") == PSEUDO
    assert language_for("../words/en", "shape", "") == "en"


def test_the_pseudo_language_leaves_fields_and_what_is_typed_as_they_are():
    assert accented("Use `/turn` in <#{channel}>, {name:list}!") == "Ũśé `/turn` íń <#{channel}>, {name:list}!".replace(
        "Ũ", accented("U")
    )
    assert marked({"on": "kind", "other": "a", "deeper": {"b": "b"}}) == {
        "on": "kind",
        "other": "á",
        "deeper": {"b": accented("b")},
    }


def test_a_language_that_lacks_a_sentence_has_the_english_one():
    assert merged({"said": {"a": "A", "b": "B"}, "x": "X"}, {"said": {"b": "Be"}}) == {
        "said": {"a": "A", "b": "Be"},
        "x": "X",
    }


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "Nov 2, 13:05"), ("de", "2. Nov., 13:05"), ("zh-CN", "11月2日 13:05"), (PSEUDO, accented("Nov 2, 13:05"))],
)
def test_a_day_and_an_hour_are_written_as_the_language_does(language: str, written: str):
    assert fill("{at:moment}", {"at": datetime(2026, 11, 2, 13, 5, tzinfo=UTC)}, language) == written
