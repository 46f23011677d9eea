"""1828 of 18xx.games: what the site reads otherwise while a director finds money for a train."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.agenda import used
from engine.core.position import Position
from engine.core.state import Raise, Used
from engine.family import emergency
from engine.titles.t1828 import mohawk, powers
from engine.titles.t1828.site.hopes import strict
from engine.titles.t1828.title import TITLE

BOUGHT = "bought"
"""Note of a train bought with the money that was raised."""


def train_bought(p: Position, company: str, train: str) -> None:
    """With the train the need is over: money for another shell is raised anew, or not at all."""
    powers.train_bought(p, company, train)
    for frame in p.s.agenda:
        if isinstance(frame, Raise) and strict(p):
            frame.used.append(Used(BOUGHT))


def _alive(p: Position, frame: Raise) -> bool:
    """Until the train has been bought."""
    return not used(frame, BOUGHT) and emergency.debt_alive(p, frame)


def _verbs(p: Position, frame: Raise, seat: str) -> Sequence[str]:
    """The company may do all that it may do at any time."""
    usual = mohawk.verbs_in_need(p, frame, seat)
    return (*usual, *TITLE.operating.any_time) if strict(p) else usual


_USUAL = mohawk.FRAMES[emergency.RULE]
FRAMES = {
    emergency.RULE: replace(_USUAL, verbs=(*_USUAL.verbs, *TITLE.operating.any_time), offers=_verbs, alive=_alive)
}
