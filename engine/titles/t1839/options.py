"""Choices made when a game of 1839 is created. The first value is what the rules say."""

from __future__ import annotations

from engine.title import Option

OPTIONS = (
    Option("runs", ("best", "free"), "Must a company make the best run anyone can find (8.3.3), or any legal one?"),
    Option("pairing", ("any", "recommended"), "Keep the AMS, NBDS and ZHESM away from the Albert Voombergh (4)?"),
    Option("light_red_limit", ("2", "3"), "Trains a company may own in light red phase: section 17.9, or table 4.1."),
)
