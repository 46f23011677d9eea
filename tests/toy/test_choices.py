"""Choices know their slots, their types and their order (docs/decisions/typed-choices.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core.verbs import Choices, Plain
from engine.family.choices import LayChoices, TrainPurchase
from engine.family.track import Lay
from tests.toy.title import TITLE


class Fare(Choices):
    to: str
    from_: str
    class_: str = "second"


class Extra(LayChoices):
    by: str = ""


class Ride(Plain[Fare]):
    pass


class ExtraLay(Lay[Extra]):
    pass


def test_a_choice_is_read_by_the_name_of_its_slot():
    fare = Fare({"to": "Quay", "from": "Redfield"})
    assert (fare.to, fare.from_) == ("Quay", "Redfield")
    assert Fare(fare, to="Port").to == "Port"


def test_a_choice_that_is_open_is_its_default_or_an_error():
    assert Fare().class_ == "second"
    assert Fare({"class": "first"}).class_ == "first"
    with pytest.raises(KeyError, match="to"):
        _ = Fare().to


def test_a_verb_asks_for_its_slots_in_their_order():
    assert Ride().choices is Fare
    assert Ride().slots(None, "p1", Fare()) == ("to", "from")  # type: ignore[arg-type]
    assert TrainPurchase.slots == ("from", "kind", "price")


def test_a_title_extends_the_choices_of_a_verb_of_the_family():
    assert Lay().choices is LayChoices
    assert ExtraLay().choices is Extra
    assert Extra({"hex": "A1", "by": "MAIL"}).hex == "A1"
    assert "by" not in LayChoices.slots and Extra.slots == LayChoices.slots


def test_choices_are_stored_as_what_they_are():
    assert Fare({"to": "Quay"}) == {"to": "Quay"}
    assert TITLE.verbs["lay"].choices is LayChoices


def test_no_law_casts_a_choice():
    cast = re.compile(r"\b(?:str|int)\((?:got|args|act\.args)(?:\[|\.get)")
    laws = (Path(__file__).parents[2] / "engine").rglob("*.py")
    assert [path.name for path in laws if cast.search(path.read_text(encoding="utf-8"))] == []
