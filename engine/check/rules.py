"""Sections, frames, verbs, steps and powers of a title: does everything exist that another part names?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from engine.check.code import Code, laws_of, seams_of
from engine.core import offers, powers
from engine.core.parts import nobody
from engine.core.sections import Sections
from engine.family import auction, standard, starting
from engine.finance import shares
from engine.title import Title

FAMILY_PUSHES = frozenset((*standard.FRAMES, *auction.FRAMES, *starting.FRAMES, *powers.FRAMES))
"""Frames that the family's own code may put on the agenda."""
DISCARDS_TO = ("pool", "gone")


def faults(title: Title, code: Code) -> Iterator[str]:
    """What is missing, unknown or never read, but for sheets and words."""
    yield from _facts(title)
    yield from _sections(title.sections)
    yield from _frames(title, code)
    yield from _verbs(title)
    yield from _steps(title)


def _facts(title: Title) -> Iterator[str]:
    low, high = title.players
    if not 1 < low <= high:
        yield f"The title is for {low} to {high} players, which no table can be."
    if "{}" not in title.currency:
        yield f'The currency "{title.currency}" has no {{}} where the amount goes.'
    if title.operating.discards_to not in DISCARDS_TO:
        yield f'Trains are discarded to "{title.operating.discards_to}", which is neither "pool" nor "gone".'
    if title.operating.dividend_to_company not in (shares.IPO, shares.POOL):
        yield f'Dividends go to the company for shares at "{title.operating.dividend_to_company}", where none can lie.'
    names = [option.name for option in title.options]
    for option in title.options:
        if names.count(option.name) > 1:
            yield f'Option "{option.name}" is declared more than once.'
        if len(set(option.values)) < 2:
            yield f'Option "{option.name}" has no two values to choose from.'


def _sections(sections: Sections) -> Iterator[str]:
    texts: Mapping[str, Any] = sections
    for name in Sections.__annotations__:
        if not texts.get(name):
            yield f'Section "{name}" is missing.'
    for name in texts:
        if name not in Sections.__annotations__:
            yield f'Section "{name}" is cited by no rule of the family.'


# --- frames


def _frames(title: Title, code: Code) -> Iterator[str]:
    needed: dict[str, str] = {}
    for name, why in _needed(title, code):
        needed.setdefault(name, why)
    for name, why in needed.items():
        if name not in title.frames:
            yield f'Frame "{name}" is missing: {why}.'
    for name, rule in title.frames.items():
        if name not in FAMILY_PUSHES and name not in code.pushed:
            yield f'Frame "{name}" is never pushed.'
        if rule.deciders is not nobody and not rule.verbs and rule.offers is None:
            yield f'Frame "{name}" asks somebody and offers no verb.'


def _needed(title: Title, code: Code) -> Iterator[tuple[str, str]]:
    """Frames that the title needs because one of its parts pushes them, and which part."""
    yield from ((name, "the rounds of every game push it") for name in standard.FRAMES)
    if any(power.moments for power in title.powers):
        yield from ((name, "there are powers with moments") for name in powers.FRAMES)
    for verb, law in title.verbs.items():
        modules = {kind.__module__ for part in laws_of(law) for kind in type(part).__mro__}
        yield from ((name, f'it goes with verb "{verb}"') for module in modules for name in _frames_of(module))
    own = {module.__name__ for module in code.modules}
    for module in (getattr(seam, "__module__", "") for seam in seams_of(title)):
        if module in own:
            yield from ((name, f"it goes with what {module} answers") for name in _frames_of(module))
    yield from ((name, "the title's own code pushes it") for name in sorted(code.pushed))


def _frames_of(module: str) -> Mapping[str, Any]:
    """The frames that go with what a module has to offer."""
    return vars(sys.modules[module]).get("FRAMES", {}) if module in sys.modules else {}


# --- verbs


def _verbs(title: Title) -> Iterator[str]:
    offered = dict(_offered(title))
    for name, where in offered.items():
        if name not in title.verbs:
            yield f'Verb "{name}" is offered by {where} and has no law.'
    for name, law in title.verbs.items():
        # A title that takes over a whole part of the family need not use all of it.
        if name not in offered and law is not standard.VERBS.get(name):
            yield f'Verb "{name}" is never offered.'


def _offered(title: Title) -> Iterator[tuple[str, str]]:
    """Every verb that is offered to somebody, and where."""
    for rule, frame in title.frames.items():
        yield from ((verb, f'frame "{rule}"') for verb in frame.verbs)
    yield from ((verb, "the stock turn") for verb in title.stock.turn_verbs)
    yield from ((verb, "operating at any time") for verb in title.operating.any_time)
    for step in title.operating.steps:
        yield from ((verb, f'step "{step.name}"') for verb in step.verbs)
    for power in title.powers:
        yield power.verb, "a power"
        if power.moments:
            yield powers.HOLD, "a power with moments"
    yield from ((verb, "every game") for verb in offers.VERBS)


def _steps(title: Title) -> Iterator[str]:
    names = [step.name for step in title.operating.steps]
    any_time = {*title.operating.any_time, *(power.verb for power in title.powers)}
    for step in title.operating.steps:
        if names.count(step.name) > 1:
            yield f'Step "{step.name}" stands twice among the steps.'
        for verb in step.wakes:
            if verb not in any_time:
                yield f'Step "{step.name}" is kept open by "{verb}", which cannot be used at any time.'
    for power in title.powers:
        if power.window and power.window not in title.frames:
            yield f'Power "{power.verb}" has the window "{power.window}", which is no frame.'
