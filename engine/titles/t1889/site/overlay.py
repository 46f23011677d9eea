"""1889 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from dataclasses import replace

from engine.board import lay
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.roles import chief
from engine.core.state import Run
from engine.family import as_on_site, emergency, standard, train_purchase
from engine.family.choices import TrainPurchase
from engine.overlay import Overlay, site_first
from engine.title import BankRules
from engine.titles.t1889 import powers
from engine.titles.t1889.own import OPTIONS
from engine.titles.t1889.title import STEPS, TITLE


def may_exchange(p: Position, seat: str) -> bool:
    """The player who owns the Dougo Railway."""
    return powers.has(p, seat, powers.DOUGO) and as_on_site.exchange_is_open(p)


def track_waits(p: Position, frame: Run) -> bool:
    """The site asks for track until a tile is laid, and also afterwards while the president could lay the port tile."""
    ferry = powers.has(p, chief(p, frame.subject), powers.FERRY) and lay.tiles_left(p, powers.PORT_TILE) > 0
    return ferry or as_on_site.track_waits(p, frame)


def nothing_private(p: Position, frame: Run) -> bool:
    """No private company keeps the last step open."""
    return False


class BuyTrain(train_purchase.BuyTrain[TrainPurchase]):
    """After selling shares a president says which train it is; for another company's the treasury must do."""

    def helped_by_companies(self, p: Position, company: str) -> bool:
        """Never."""
        return False


_TRACK, *_LATER = as_on_site.steps((standard.HOME, *STEPS), nothing_private)[1:]

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
        powers=(Power("exchange", may_exchange, ""), *powers.POWERS[2:]),
    ),
    (),
)
