"""Choices made when a game of 1870 is created. The first value is what the designer's rules say."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.position import Position
from engine.overlay import RULES
from engine.title import Option


def _trains_12(version: int, options: Mapping[str, str]) -> str:
    """Up to version 3 nobody ran out of diesels, however many 12 trains there were."""
    return "unlimited" if version <= 3 and options.get("diesels") == "yes" else options["train_12"]


OPTIONS = (
    Option(
        "edition",
        ("designer", "mayfair"),
        "Which printed game you play. Points on which the editions differ can also be chosen one by one.",
    ),
    Option("runs", ("best", "free"), "If only the best run is allowed, routes that earn less are refused (8.3)."),
    RULES,
    Option("secrets", ("open", "hidden"), "If they are secret, nobody else sees how much money a company has (3.4)."),
    Option(
        "finish_at_400",
        ("no", "yes"),
        "A shorter game: it also ends when a company's price gets there (variant 16.1).",
    ),
    Option("diesels", ("no", "yes"), "Which trains come after the 6 trains (variant 16.2)."),
    Option(
        "historical_order",
        ("no", "yes"),
        "In historical order, each company waits until six shares of every company before it are sold (variant 16.5).",
    ),
    Option(
        "connection_tokens",
        ("by_edition", "blocking", "beside"),
        "In a space they can block other companies' runs; beside the city they cannot (variant 16.4).",
    ),
    Option(
        "train_12",
        ("by_edition", "six", "unlimited"),
        "How many of the last trains can be bought; with diesels, how many diesels (2.4, 16.2).",
        meant=_trains_12,
    ),
    Option(
        "tile_counts", ("by_edition", "designer", "mayfair"), "The editions have different numbers of some tiles (2.5)."
    ),
    Option(
        "market_colors",
        ("by_edition", "designer", "mayfair"),
        "Three boxes of the market have a different colour in each edition (Appendix D, 2.2).",
    ),
    Option(
        "reissue_up_to",
        ("by_edition", "200", "400"),
        "The highest par that a company can set when it reissues shares (5.11).",
    ),
    Option(
        "certificate_table",
        ("by_edition", "designer", "mayfair"),
        "Only one edition prints limits for a game with eight companies.",
    ),
    Option(
        "over_60",
        ("by_edition", "keep", "sell"),
        "When a price leaves the boxes where more than 60% may be held, a player may have too many shares (5.9).",
    ),
)


def chosen(options: dict[str, str], name: str) -> str:
    """An option's value, with `by_edition` looked up."""
    value = options[name]
    if value != "by_edition":
        return value
    mayfair = options["edition"] == "mayfair"
    match name:
        case "connection_tokens":
            return "beside" if mayfair else "blocking"
        case "train_12":
            return "unlimited" if mayfair else "six"
        case "reissue_up_to":
            return "400" if mayfair else "200"
        case "over_60":
            return "sell" if mayfair else "keep"
        case _:
            return options["edition"]


def option(p: Position, name: str) -> str:
    """An option of this game."""
    return chosen(p.s.options, name)
