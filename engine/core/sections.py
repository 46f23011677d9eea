"""What the family's rules cite: for each, a title says in which section of its rulebook it stands."""

from __future__ import annotations

from typing import TypedDict

Sections = TypedDict(
    "Sections",
    {
        "auction": str,  # bids, and what may be bought without one
        "turn": str,  # what a stock turn allows
        "order": str,  # selling before and after buying
        "sale": str,  # what may be sold, and when
        "sold": str,  # no buying back what one has sold
        "buy": str,  # what may be bought, and from where
        "start": str,  # starting a company at a par
        "pool": str,  # how much the pool holds
        "certificates": str,  # the certificate limit
        "share": str,  # how much of one company a player may hold
        "presidency": str,  # when it passes on
        "no tile": str,  # hexes that never get one
        "fit": str,  # which tile goes where
        "upgrade": str,  # what may replace a tile
        "phase": str,  # which colours may be laid yet
        "supply": str,  # tiles can run out
        "edge": str,  # where track may end
        "reach": str,  # to where a company must trace its track
        "cost": str,  # what track costs
        "token": str,  # placing station markers
        "route": str,  # what a run may be
        "length": str,  # how many stops a train may visit, where its sheet does not say
        "best run": str,  # that the best run must be made
        "dividend": str,  # paying out
        "train": str,  # buying trains
        "train limit": str,  # how many a company may have
        "treasury": str,  # that a company pays for trains by itself
        "money": str,  # who pays for a train, and with what
        "duty": str,  # that a company must own a train
        "forced sale": str,  # selling shares for a train
        "bankrupt": str,  # who cannot pay
        "private": str,  # private companies and their hexes
    },
)
