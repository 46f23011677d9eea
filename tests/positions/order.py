"""Events are told in the order in which a person would tell them: what was done, then what followed from it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine import Event

FOLLOWS = {
    "president": ("company", ("sold", "bought", "exchanged", "started")),
    "price": ("company", ("sold", "dividend")),
    "price_stays": ("company", ("sold",)),
    "floated": ("company", ("bought", "exchanged", "started", "merged")),
    "reserved": ("company", ("started",)),
    "private_closed": ("private", ("exchanged", "bought_private", "cashed")),
    "home": ("company", ("operates",)),
    "rusted": ("", ("bought_train", "exported")),
    "phase": ("", ("bought_train", "exported")),
}
"""An event, the field that says what it is about, and the events about the same thing that it can follow from."""

ALWAYS = (
    ("laid", "private_closed"),
    ("laid", "coal"),
    ("made_train", "private_closed"),
    ("engineers", "private_closed"),
    ("train_lost", "exported"),
)
"""Where both are told of one move, the first comes first."""

PAYMENTS = ("private_pays", "dividend", "sold", "floated")
"""What the bank breaks by is told before it breaks."""


def told_too_early(events: Sequence[Event]) -> list[str]:
    """The events of one move that are told before what they follow from."""
    wrong = [
        f"{then.kind} before {first.kind}"
        for then, first in pairwise(events)
        if then.kind == "bank_broken" and first.kind in PAYMENTS
    ]
    for place, event in enumerate(events):
        field, causes = FOLLOWS.get(event.kind, ("", ()))
        told = [other.kind for other in events[:place] if other.kind in causes and _alike(field, event, other)]
        later = [other.kind for other in events[place:] if other.kind in causes and _alike(field, event, other)]
        if later and not told:
            wrong.append(f"{event.kind} before {later[0]}")
    kinds = [event.kind for event in events]
    for first, then in ALWAYS:
        if first in kinds and then in kinds and kinds.index(then) < kinds.index(first):
            wrong.append(f"{then} before {first}")
    return wrong


def _alike(field: str, one: Event, other: Event) -> bool:
    return not field or one.data[field] == other.data.get(field)
