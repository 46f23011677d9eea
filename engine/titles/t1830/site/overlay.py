"""1830 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from dataclasses import replace

from engine.family import homes, privates
from engine.family.by_frame import ByFrame
from engine.family.choices import PrivatePurchase
from engine.family.operating import Step
from engine.overlay import Overlay, site_first
from engine.title import BankRules
from engine.titles.t1830.own import OPTIONS
from engine.titles.t1830.site import rules
from engine.titles.t1830.title import STEPS, TITLE

HOME, TRACK, *BETWEEN, TRAIN, END = STEPS
SITE_STEPS = (
    replace(HOME, enter=rules.enter_home),
    replace(TRACK, waits=rules.track_waits, wakes=()),
    *BETWEEN,
    replace(TRAIN, wakes=()),
    Step("private", verbs=("buy_private", "skip")),
    END,
)

OVERLAY = Overlay(
    TITLE,
    replace(
        TITLE,
        options=site_first(OPTIONS, {"runs": "free"}),
        verbs={
            **TITLE.verbs,
            "buy": rules.Buy(),
            "exchange": rules.Exchange(),
            "buy_private": ByFrame(rules.BuyInTurn(), privates.BuyPrivate[PrivatePurchase]()),
        },
        bank=BankRules(),
        build=replace(TITLE.build, laid=homes.laid),
        operating=replace(TITLE.operating, steps=SITE_STEPS, bankrupt=rules.bankrupt, help_for_any_train=True),
    ),
    (),
)
