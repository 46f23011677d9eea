"""A frame rule is handed frames of its own shape, and no other; what a frame remembers is read by its type."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.agenda import rule_of
from engine.core.errors import Stuck
from engine.core.state import Ask, Gather, Raise, Run, Used
from tests.toy.table import ToyTable


def test_a_rule_is_found_for_a_frame_of_its_shape():
    p = ToyTable().p
    assert rule_of(p, Run(rule="stock_round")).shape is Run
    assert rule_of(p, Raise(rule="train_money", payer="p1", amount=1)).shape is Raise


def test_a_frame_of_another_shape_is_an_error_that_names_it():
    with pytest.raises(Stuck, match="'stock_round' is a Run, not a Ask"):
        rule_of(ToyTable().p, Ask(rule="stock_round", role="p1"))


def test_the_frame_on_top_is_asked_for_by_its_shape():
    p = ToyTable().p
    assert p.on_top(Gather).roles == ["p1", "p2", "p3"]
    with pytest.raises(Stuck, match="not a Raise"):
        p.on_top(Raise)


def test_a_note_of_money_is_read_as_a_number():
    note = Used("income", amount=120)
    assert msgspec.json.decode(msgspec.json.encode(note), type=Used).amount == 120
    # As a note of anything else was written before, and still is read.
    assert msgspec.json.decode(b'["token","B2/c1",""]', type=Used) == Used("token", "B2/c1")
