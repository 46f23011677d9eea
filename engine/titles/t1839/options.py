"""Choices made when a game of 1839 is created. The first value is what the rules say."""

from __future__ import annotations

from engine.title import Option

OPTIONS = (
    Option(
        "runs",
        ("best", "free"),
        "If the best is asked for, routes that earn less than others would are refused (8.3.3).",
    ),
    Option(
        "pairing",
        ("any", "recommended"),
        "With new players, the rulebook advises not to draw one of these three for that private company (4).",
    ),
    Option("light_red_limit", ("2", "3"), "Two places of the rulebook disagree."),
)
