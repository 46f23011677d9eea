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
    Option("edition", ("designer", "mayfair"), "Whose printed game: tiles, market, limits, reissue prices, 12 trains."),
    Option("runs", ("best", "free"), "Must a company make the best run anyone can find (8.3), or any legal one?"),
    RULES,
    Option("secrets", ("open", "hidden"), "Are treasuries shown to everybody, or to their presidents alone (3.4)?"),
    Option("finish_at_400", ("no", "yes"), "Variant 16.1: the game ends when a price reaches $400."),
    Option("diesels", ("no", "yes"), "Variant 16.2: diesels as in 1830 instead of 8, 10 and 12 trains."),
    Option("historical_order", ("no", "yes"), "Variant 16.5: companies may start in the order of history."),
    Option(
        "connection_tokens",
        ("by_edition", "blocking", "beside"),
        "Destination tokens take a space (designer), or stand beside the city (Mayfair, variant 16.4).",
    ),
    Option(
        "train_12",
        ("by_edition", "six", "unlimited"),
        "How many 12 trains, or diesels, there are (2.4, 16.2).",
        meant=_trains_12,
    ),
    Option("tile_counts", ("by_edition", "designer", "mayfair"), "Whose tile counts (2.5)."),
    Option(
        "market_colors", ("by_edition", "designer", "mayfair"), "Whose colours of the three boxes (Appendix D, 2.2)."
    ),
    Option("reissue_up_to", ("by_edition", "200", "400"), "The dearest par of a reissue (5.11)."),
    Option(
        "certificate_table", ("by_edition", "designer", "mayfair"), "Limits with and without a row for 8 companies."
    ),
    Option("over_60", ("by_edition", "keep", "sell"), "Shares over 60% when a company leaves green or brown (5.9)."),
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
    """An option of the game at hand."""
    return chosen(p.s.options, name)
