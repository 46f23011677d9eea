"""Choices made when a game of 1870 is created. The first value is what the designer's rules say."""

from __future__ import annotations

from engine.position import Position
from engine.title import Option

OPTIONS = (
    Option("edition", ("designer", "mayfair"), "Whose printed game: tiles, market, limits, reissue prices, 12 trains."),
    Option("runs", ("best", "free"), "Must a company make the best run anyone can find (8.3), or any legal one?"),
    Option("secrets", ("open", "hidden"), "Are treasuries shown to everybody, or to their presidents alone (3.4)?"),
    Option("finish_at_400", ("no", "yes"), "Variant 16.1: the game ends when a price reaches $400."),
    Option("diesels", ("no", "yes"), "Variant 16.2: diesels as in 1830 instead of 8, 10 and 12 trains."),
    Option("historical_order", ("no", "yes"), "Variant 16.5: companies may start in the order of history."),
    Option(
        "connection_tokens",
        ("by_edition", "blocking", "beside", "spare_space"),
        "Destination tokens take a space (designer), stand beside the city (Mayfair, variant 16.4), "
        "or take a space that nobody's home needs.",
    ),
    Option("train_12", ("by_edition", "six", "unlimited"), "How many 12 trains there are (2.4)."),
    Option("tile_counts", ("by_edition", "designer", "mayfair"), "Whose tile counts (2.5)."),
    Option(
        "market_colors", ("by_edition", "designer", "mayfair"), "Whose colours of the three boxes (Appendix D, 2.2)."
    ),
    Option("reissue_up_to", ("by_edition", "200", "400"), "The dearest par of a reissue (5.11)."),
    Option(
        "certificate_table", ("by_edition", "designer", "mayfair"), "Limits with and without a row for 8 companies."
    ),
    Option("over_60", ("by_edition", "keep", "sell"), "Shares over 60% when a company leaves green or brown (5.9)."),
    # Readings of a well-known site, for its games; the first value is always the rulebook's.
    Option("connection_dividend", ("up", "right"), "Where a connection dividend moves the price (11.4.2)."),
    Option(
        "connection_check", ("at_once", "announced"), "Are connection runs found by the rules, or announced (11.1)?"
    ),
    Option("station_at_destination", ("may_be_promoted", "no_bonus"), "A station that already stands there (11.4.1)."),
    Option("market_piles", ("two", "one"), "Operated and unoperated markers in one box (5.8.4)."),
    Option("protection_after_selling", ("allowed", "barred"), "May a president protect a company he sold (5.9)?"),
    Option("contest_order", ("clockwise", "by_bids"), "Order among bidders when a private company is contested (5.7)."),
    Option("katy_share", ("once", "again"), "Does the Katy share come with the private company each time it is sold?"),
    Option("own_forced_sale", ("falls", "protectable"), "May a president protect what he sells for a train (5.9.9)?"),
    Option("treasury_paid", ("at_end", "at_once"), "When a new company gets its money (5.5.4, 5.10.8)."),
    Option("reissue_money", ("at_end", "at_once"), "When a company gets the money for reissued shares (5.11)."),
    Option("reissue_again", ("no", "yes"), "May a company reissue twice in a stock round (5.11)?"),
    Option("company_acts", ("whole_turn", "beside_own"), "May one act for oneself and a company in one turn (5.3)?"),
    Option(
        "brown_purchases", ("alone", "after_others"), "May brown shares follow another purchase of the turn (5.1.1)?"
    ),
    Option("redeem_from", ("treasury", "operated"), "Who may redeem: whoever has a treasury, or has operated (5.10)."),
    Option("closed_privates", ("to_market", "close"), "Private companies of a closed company (5.1.1)."),
    Option("forced_sales", ("before_train", "after_train"), "When prices fall in a forced sale (5.9.7, 10.6.3)."),
    Option(
        "over_limit_sales", ("counted_first", "any"), "What a player over the certificate limit may sell first (5.4.1)."
    ),
    Option(
        "counted_while_selling",
        ("as_it_stands", "as_it_falls"),
        "Do shares of a company whose sale is not yet settled count by where its price stands or will fall (5.4.1)?",
    ),
    Option("forced_over_limit", ("sell_first", "ignore"), "A president over the limit in a forced sale (10.6.2)."),
    Option(
        "bank_breaks",
        ("at_zero", "when_short"),
        "Is a bank with exactly $0 broken, and only by what it must pay itself (13.2)?",
    ),
    Option("bankrupt_worth", ("unsold", "sold_out"), "A bankrupt's worth: what he could not sell, or after selling."),
    Option("idle_track", ("skipped", "asked"), "Is a president asked for track although none can be laid?"),
    Option("bridge_discount", ("crossing", "river_hex"), "What the Bridge Company makes cheaper (15.2)."),
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
