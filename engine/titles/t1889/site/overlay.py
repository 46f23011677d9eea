"""1889 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from dataclasses import replace

from engine.board import lay
from engine.core.parts import no_more
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.state import Run
from engine.family import as_on_site, emergency, standard, train_purchase
from engine.family.choices import TrainPurchase
from engine.overlay import Overlay, site_first
from engine.title import BankRules
from engine.titles.t1889 import powers
from engine.titles.t1889.title import OPTIONS, TITLE


def track_waits(p: Position, frame: Run) -> bool:
    """The site asks for track until a tile is laid, and also afterwards while the president could lay the port tile."""
    ferry = powers.has(p, chief(p, frame.subject), powers.FERRY) and lay.tiles_left(p, powers.PORT_TILE) > 0
    return ferry or as_on_site.track_waits(p, frame)


class BuyTrain(train_purchase.BuyTrain[TrainPurchase]):
    """After selling shares a president says which train it is; for another company's the treasury must do."""

    def helped_by_companies(self, p: Position, company: str) -> bool:
        """Never."""
        return False


_TRACK, *_LATER = as_on_site.steps(standard.STEPS, no_more)[1:]

OVERLAY = Overlay(
    TITLE,
    replace(
        TITLE,
        options=site_first(OPTIONS, {"runs": "free"}),
        frames={**TITLE.frames, emergency.RULE: as_on_site.in_need(TITLE.operating.any_time)},
        verbs={**TITLE.verbs, "buy_train": BuyTrain()},
        bank=BankRules(),
        operating=replace(
            TITLE.operating,
            steps=(replace(_TRACK, waits=track_waits), *_LATER),
            bankrupt=as_on_site.bankrupt,
            help_for_any_train=True,
        ),
        powers=(as_on_site.at_any_time(powers.POWERS[0]), *powers.POWERS[2:]),
    ),
    (),
)
