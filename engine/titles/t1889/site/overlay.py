"""1889 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.board import lay
from engine.core.agenda import used
from engine.core.parts import no_more
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.state import Run, Used
from engine.family import as_on_site, running, standard, train_purchase
from engine.family.choices import TrainPurchase
from engine.overlay import Overlay
from engine.routes import Problem
from engine.titles.t1889 import powers, title
from engine.titles.t1889.title import TITLE

OLDEST = "oldest"
"""Part of the setup, and note, of a game from one of the site's oldest files, which state only the hexes of a run."""


def begin(p: Position, given: Mapping[str, Any]) -> None:
    """Set up the game, and note whether its file is so old."""
    title.begin(p, given)
    p.on_top(Run).used += [Used(OLDEST)] if OLDEST in given else []


def problem(p: Position, company: str, asked: Problem) -> Problem:
    """In such a game others' markers stop no run."""
    own = [marker for marker in p.board.markers if marker.company == company]
    if own == p.board.markers or not any(used(frame, OLDEST) for frame in p.s.agenda[:1]):
        return title.problem(p, company, asked)
    alone = p.fork()
    alone.board.markers = own
    return running.problem(alone, company, [train.id for train in asked.trains])


def track_waits(p: Position, frame: Run) -> bool:
    """The site asks for track until a tile is laid, and also afterwards while the president could lay the port tile."""
    ferry = powers.has(p, chief(p, frame.subject), powers.FERRY) and lay.tiles_left(p, powers.PORT_TILE) > 0
    return ferry or as_on_site.track_waits(p, frame)


class BuyTrain(train_purchase.BuyTrain[TrainPurchase]):
    """After selling shares a president says which train it is; for another company's the treasury must do."""

    def helped_by_companies(self, p: Position, company: str) -> bool:
        """Never."""
        return False


_USUAL = as_on_site.as_usual(TITLE)
_TRACK, *_LATER = as_on_site.steps(standard.STEPS, no_more)[1:]
_STEPS = (replace(_TRACK, waits=track_waits), *_LATER)

OVERLAY = Overlay(
    TITLE,
    replace(
        _USUAL,
        begin=begin,
        verbs={**TITLE.verbs, "buy_train": BuyTrain()},
        operating=replace(_USUAL.operating, steps=_STEPS, problem=problem),
    ),
    (),
)
