"""What moves of a round can have in common, so that they are one event: the same done to the same company."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.events import Event

SOLD, GAINED = "sold", "gained"
KINDS = {"sold": SOLD, "started": GAINED, "bought": GAINED}
"""By the kind of event: what is done to a company's shares."""


@dataclass(frozen=True)
class Deed:
    """What is done to a company, by one player or, with no name, by all who do it."""

    kind: str
    company: str
    player: str = ""


def deeds(events: Sequence[Event]) -> tuple[Deed, ...]:
    """Of a move, by the first event that tells of it. Shares are sold by one player or by several; each buys for
    themselves.
    """
    for event in events:
        if (kind := KINDS.get(event.kind)) is not None and {"player", "company"} <= event.data.keys():
            deed = Deed(kind, str(event.data["company"]), str(event.data["player"]))
            return (deed, Deed(kind, deed.company)) if kind == SOLD else (deed,)
    return ()
