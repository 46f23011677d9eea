"""1830 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from dataclasses import replace

from engine.family import as_on_site, privates, stock
from engine.family.by_frame import ByFrame
from engine.family.choices import PrivatePurchase
from engine.overlay import Overlay
from engine.titles.t1830 import powers
from engine.titles.t1830.site import rules
from engine.titles.t1830.title import STEPS, TITLE

USUAL = as_on_site.as_usual(TITLE)
STOCK_TURN = replace(TITLE.frames[stock.TURN], deciders=rules.BUY_IN_TURN.turn_deciders)

OVERLAY = Overlay(
    TITLE,
    replace(
        USUAL,
        define=rules.define,
        frames={**USUAL.frames, stock.TURN: STOCK_TURN},
        verbs={
            **TITLE.verbs,
            "buy": rules.Buy(),
            "exchange": rules.Exchange(powers.MOHAWK, powers.NEW_YORK),
            "burlington": as_on_site.RememberedTile(powers.BURLINGTON, powers.CHAMPLAIN, "private companies"),
            "buy_private": ByFrame(rules.BUY_IN_TURN, privates.BuyPrivate[PrivatePurchase]()),
        },
        build=replace(TITLE.build, laid=as_on_site.home_laid),
        operating=replace(USUAL.operating, steps=as_on_site.steps(STEPS, rules.private_waits)),
    ),
    (),
    remembers=("burlington",),
)
