"""Choices made when a game of 1839 is created. The first value is what the rules say."""

from __future__ import annotations

from engine.title import Option

OPTIONS = (
    Option(
        "runs",
        ("best", "free"),
        "If only the best run is allowed, routes that earn less are refused (8.3.3).",
    ),
    Option(
        "pairing",
        ("any", "recommended"),
        "With new players, the rulebook advises against drawing one of these three for that private company (4).",
    ),
    Option("light_red_limit", ("2", "3"), "Two places in the rulebook disagree."),
)
