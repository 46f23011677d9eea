"""Words that are missing, and words of what there is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.check import faults
from tests.contract.breaking import Change, with_words
from tests.toy.title import TITLE


def drop(group: str, name: str) -> Change:
    return lambda words: words[group].pop(name)


def put(group: str, name: str, value: object) -> Change:
    return lambda words: words.setdefault(group, {}).update({name: value})


WORDS: list[tuple[Change, list[str]]] = [
    (drop("verbs", "rescue"), ['Verb "rescue" has no label in the words.']),
    (drop("warnings", "concede"), ['Verb "concede" is grave and has no warning in the words.']),
    (drop("steps", "merger"), ['Step "merger" has no label in the words.']),
    (drop("events", "mail"), ['Event "mail" has no sentence in the words.']),
    (
        drop("decisions", "sealed"),
        ['Frame "sealed" asks somebody, and the words have no sentence for who must decide.'],
    ),
    (put("verbs", "waltz", "dance"), ['The words speak of verb "waltz", which the title does not have.']),
    (put("warnings", "waltz", "No."), ['The words speak of verb "waltz", which the title does not have.']),
    (put("steps", "ball", "ball"), ['The words speak of step "ball", which the title does not have.']),
    (put("slots", "ball", "ball"), ['The words speak of slot "ball", which no verb has.']),
    (put("events", "ball", "A ball."), ['The words have a sentence for event "ball", which never happens.']),
    (put("decisions", "ball", "Who?"), ['The words say who must decide "ball", which no frame asks.']),
    (put("fields", "stays", "ship"), ['The words show field "stays" as "ship", which is no kind of value.']),
    (
        put("events", "mail", "{player:ship} takes it."),
        ['The words show a field of event "mail" as "ship", which is no kind of value.'],
    ),
    (
        put("events", "mail", {"other": "It comes."}),
        ['The sentences for event "mail" do not say on which field they depend.'],
    ),
    (
        put("events", "mail", {"on": "player", "p1": "It comes."}),
        ['The sentences for event "mail" have none for values that they do not list.'],
    ),
    (
        put("commands", "Mail!", {"about": "Take it", "verbs": ["mail"]}),
        ['Command "Mail!" is not made of at most 32 small letters, digits and hyphens.'],
    ),
    (
        put("commands", "post", {"verbs": ["mail"]}),
        ['Command "post" needs a description of at most 100 characters.'],
    ),
    (
        put("commands", "post", {"about": "x" * 101, "verbs": ["mail"]}),
        ['Command "post" needs a description of at most 100 characters.'],
    ),
    (put("commands", "post", {"about": "Take it"}), ['Command "post" makes no move: it names no verb.']),
    (
        put("commands", "post", {"about": "Take it", "verbs": ["mail", "waltz"]}),
        ['Command "post" names verb "waltz", which the title does not have.'],
    ),
    (
        put("commands", "post", {"about": "Take it", "verbs": ["mail"], "slots": ["ball"]}),
        ['Command "post" takes slot "ball", which has no label in the words.'],
    ),
    (drop("privates", "MAIL"), ['The words do not say what private company "MAIL" does.']),
    (
        put("privates", "BALL", "It dances."),
        ['The words say what private company "BALL" does, which there is not.'],
    ),
    (drop("options", "length"), ['Option "length" has no name in the words.']),
    (
        put("options", "length", {"name": "Length", "values": {"short": "short"}}),
        ['Value "long" of option "length" is not in the words.'],
    ),
    (
        put("options", "length", {"name": "Length", "group": "ball", "values": {"short": "short", "long": "long"}}),
        ['Option "length" is in group "ball", which has no heading in the words.'],
    ),
    (
        put("options", "waltz", {"name": "Waltz"}),
        ['The words speak of option "waltz", which the title does not have.'],
    ),
    (
        put("options", "length", {"name": "Length", "values": {"short": "short", "long": "long", "ball": "ball"}}),
        ['The words speak of value "ball" of option "length", which it cannot have.'],
    ),
    (
        put("songs", "waltz", "la la"),
        ["The sheet words/en.toml cannot be read: Object contains unknown field `songs`."],
    ),
]


@pytest.mark.parametrize(("change", "sentences"), WORDS, ids=[sentences[0] for _, sentences in WORDS])
def test_every_mistake_in_the_words_is_reported(
    change: Change, sentences: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert faults(with_words(change, tmp_path, monkeypatch)) == sentences


def test_a_title_without_words_is_reported():
    found = faults(replace(TITLE, words="tests.contract"))
    assert found[0] == "There is no words/en.toml in tests.contract."
    assert 'Verb "rescue" has no label in the words.' in found
