"""1889 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from dataclasses import replace

from engine.core.position import Position
from engine.core.powers import Power
from engine.core.state import Run
from engine.family import as_on_site, emergency, standard
from engine.overlay import Overlay, site_first
from engine.title import BankRules
from engine.titles.t1889 import powers
from engine.titles.t1889.own import OPTIONS
from engine.titles.t1889.title import STEPS, TITLE


def may_exchange(p: Position, seat: str) -> bool:
    """The player who owns the Dougo Railway."""
    return powers.has(p, seat, powers.DOUGO) and as_on_site.exchange_is_open(p)


def nothing_private(p: Position, frame: Run) -> bool:
    """No private company keeps the last step open."""
    return False


OVERLAY = Overlay(
    TITLE,
    replace(
        TITLE,
        options=site_first(OPTIONS, {"runs": "free"}),
        frames={**TITLE.frames, emergency.RULE: as_on_site.in_need(TITLE.operating.any_time)},
        bank=BankRules(),
        operating=replace(
            TITLE.operating,
            steps=as_on_site.steps((standard.HOME, *STEPS), nothing_private)[1:],
            bankrupt=as_on_site.bankrupt,
        ),
        powers=(Power("exchange", may_exchange, ""), *powers.POWERS[2:]),
    ),
    (),
)
