"""Sections, frames, verbs, steps, powers and facts of a title that are missing, unknown or never read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.check import faults
from engine.core.powers import Power
from engine.core.state import Run
from engine.core.verbs import Plain
from engine.family import setup as setup_of_the_family
from engine.family import starting
from engine.family.operating import Step
from engine.family.rounds import GAME
from engine.title import Option, Title
from tests.contract.breaking import without
from tests.toy.title import TITLE


class Grave(Plain):
    """A verb that ends something."""

    grave = True


def nothing_begins(p: Any, setup: Mapping[str, Any]) -> None:
    """Sets nothing up and pushes no frame."""


def trips(p: Any, setup: Mapping[str, Any]) -> None:
    """Fails the way code fails when it asks for something that is not there."""
    setup["ball"]


def no_ferry(p: Any, setup: Mapping[str, Any]) -> None:
    """Lays the table without the builder for which the map keeps a stop."""
    setup_of_the_family.lay_table(p)
    p.push(Run(rule=GAME))


def frames(*without_these: str, **more: Any) -> Title:
    return replace(TITLE, frames={**without(TITLE.frames, *without_these), **more})


def verbs(*without_these: str, **more: Any) -> Title:
    return replace(TITLE, verbs={**without(TITLE.verbs, *without_these), **more})


def sections(*without_these: str, **more: str) -> Title:
    return replace(TITLE, sections={**without(TITLE.sections, *without_these), **more})  # type: ignore[typeddict-item]


def operating(**changes: Any) -> Title:
    return replace(TITLE, operating=replace(TITLE.operating, **changes))


def steps(*more: Step) -> Title:
    return operating(steps=(*TITLE.operating.steps, *more))


RULES: list[tuple[Title, list[str]]] = [
    (sections("edge"), ['Section "edge" is missing.']),
    (sections(edge=""), ['Section "edge" is missing.']),
    (sections(corner="3"), ['Section "corner" is cited by no rule of the family.']),
    (frames("home"), ['Frame "home" is missing: the rounds of every game push it.']),
    (
        frames("rescue"),
        [
            'Frame "rescue" is missing: it goes with verb "rescue".',
            'Verb "rescue" is never offered.',
            'Verb "let_fall" is never offered.',
            'The words say who must decide "rescue", which no frame asks.',
        ],
    ),
    (
        frames("sealed"),
        [
            'Frame "sealed" is missing: it goes with what tests.toy.rounds answers.',
            'The words say who must decide "sealed", which no frame asks.',
        ],
    ),
    (
        frames("hold"),
        ['Frame "hold" is missing: there are powers with moments.', 'Verb "go_on" is never offered.'],
    ),
    (frames(waltz=TITLE.frames["game"]), ['Frame "waltz" is never pushed.']),
    (
        frames(rescue=replace(TITLE.frames["rescue"], verbs=())),
        [
            'Frame "rescue" asks somebody and offers no verb.',
            'Verb "rescue" is never offered.',
            'Verb "let_fall" is never offered.',
        ],
    ),
    (
        frames(**starting.FRAMES),
        ['Verb "set_par" is offered by frame "first_par" and has no law.'],
    ),
    (
        verbs("let_fall"),
        [
            'Verb "let_fall" is offered by frame "rescue" and has no law.',
            'The words speak of verb "let_fall", which the title does not have.',
        ],
    ),
    (verbs("par"), ['Verb "par" is offered by the stock turn and has no law.']),
    (verbs("token"), ['Verb "token" is offered by step "token" and has no law.']),
    (
        verbs("mail"),
        [
            'Verb "mail" is offered by a power and has no law.',
            'The words speak of verb "mail", which the title does not have.',
        ],
    ),
    (verbs("hold"), ['Verb "hold" is offered by a power with moments and has no law.']),
    (verbs("accept"), ['Verb "accept" is offered by every game and has no law.']),
    (
        operating(any_time=("waltz",)),
        ['Verb "waltz" is offered by operating at any time and has no law.'],
    ),
    (verbs(bid=Plain()), ['Verb "bid" is never offered.']),
    (verbs(mail=Grave()), ['Verb "mail" is grave and has no warning in the words.']),
    (
        steps(Step("track")),
        ['Step "track" stands twice among the steps.'],
    ),
    (
        steps(Step("tango", wakes=("lay",))),
        ['Step "tango" is kept open by "lay", which cannot be used at any time.'],
    ),
    (steps(Step("tango", verbs=("lay",))), ['Step "tango" has no label in the words.']),
    (
        replace(TITLE, powers=(*TITLE.powers, Power("lay", lambda p, seat: False, window="ball"))),
        ['Power "lay" has the window "ball", which is no frame.'],
    ),
    (operating(discards_to="moon"), ['Trains are discarded to "moon", which is neither "pool" nor "gone".']),
    (
        operating(dividend_to_company="moon"),
        ['Dividends go to the company for shares at "moon", where none can lie.'],
    ),
    (replace(TITLE, currency="$"), ['The currency "$" has no {} where the amount goes.']),
    (
        replace(TITLE, options=(Option("length", ("short",), "One length."),)),
        [
            'Option "length" has no two values to choose from.',
            'The words speak of value "long" of option "length", which it cannot have.',
        ],
    ),
    (
        replace(TITLE, players=(2, 5)),
        [
            "There is no capital for 5 players.",
            'Row "3" of the certificate limits has none for 5 players.',
            'Row "2" of the certificate limits has none for 5 players.',
            'Row "1" of the certificate limits has none for 5 players.',
        ],
    ),
    (replace(TITLE, players=(2, 3)), ["There is capital for 4 players, who cannot play."]),
    (replace(TITLE, begin=nothing_begins), ["Nothing begins: begin pushes no frame."]),
    (
        replace(TITLE, begin=no_ferry),
        ['A3/c0 is kept for "FERRY", which is no company, and begin adds no such builder.'],
    ),
    (replace(TITLE, begin=trips), ["A game of 2 players cannot begin: KeyError: 'ball'."]),
    (replace(TITLE, id="teddy"), ['The sheets are those of "toy", not of "teddy".']),
]


@pytest.mark.parametrize(("title", "sentences"), RULES, ids=[sentences[0] for _, sentences in RULES])
def test_every_mistake_in_the_rules_is_reported(title: Title, sentences: list[str]):
    assert faults(title) == sentences
