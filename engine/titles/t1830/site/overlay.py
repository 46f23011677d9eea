"""1830 as 18xx.games plays it, put together from the rules in brief."""

from __future__ import annotations

from dataclasses import replace

from engine.family import as_on_site, emergency, privates, stock
from engine.family.by_frame import ByFrame
from engine.family.choices import PrivatePurchase
from engine.overlay import Overlay, site_first
from engine.title import BankRules
from engine.titles.t1830 import powers
from engine.titles.t1830.own import OPTIONS
from engine.titles.t1830.site import rules
from engine.titles.t1830.title import STEPS, TITLE

OVERLAY = Overlay(
    TITLE,
    replace(
        TITLE,
        options=site_first(OPTIONS, {"runs": "free"}),
        define=rules.define,
        frames={
            **TITLE.frames,
            emergency.RULE: as_on_site.in_need(TITLE.operating.any_time),
            stock.TURN: replace(TITLE.frames[stock.TURN], deciders=rules.BUY_IN_TURN.turn_deciders),
        },
        verbs={
            **TITLE.verbs,
            "buy": rules.Buy(),
            "exchange": rules.Exchange(powers.MOHAWK, powers.NEW_YORK),
            "burlington": rules.Burlington(powers.BURLINGTON, powers.CHAMPLAIN, "private companies"),
            "buy_private": ByFrame(rules.BUY_IN_TURN, privates.BuyPrivate[PrivatePurchase]()),
        },
        bank=BankRules(),
        build=replace(TITLE.build, laid=as_on_site.home_laid),
        operating=replace(
            TITLE.operating,
            steps=as_on_site.steps(STEPS, rules.private_waits),
            bankrupt=as_on_site.bankrupt,
            help_for_any_train=True,
        ),
        powers=(as_on_site.at_any_time(powers.POWERS[0]),),
    ),
    (),
    remembers=("burlington",),
)
