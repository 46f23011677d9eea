"""What private companies turn out to be worth: nothing beyond their income to who still has them when they close."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.events import Event

LostValue = dict[str, int]
"""What must be added to each player's worth for it, usually less than nothing."""


def lost_values(
    owned: Sequence[Mapping[str, frozenset[str]]], events: Sequence[Sequence[Event] | None], costs: Mapping[str, int]
) -> list[LostValue]:
    """The difference at each moment. `owned`: players' private companies then; `events`: of the moves between."""
    to_come: dict[str, int] = {}
    values = [LostValue()]
    for before, told in zip(reversed(owned[:-1]), reversed(events), strict=True):
        for event in told or ():
            private = str(event.data.get("private", ""))
            match event.kind:
                case "private_closed":
                    to_come[private] = -costs[private]
                case "bought_private" | "exchanged" | "cashed":
                    to_come[private] = 0
                case _:
                    pass
        values.append({player: sum(to_come.get(one, 0) for one in privates) for player, privates in before.items()})
    return values[::-1]
