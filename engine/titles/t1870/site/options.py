"""1870 of 18xx.games: what the site plays differently from the rulebook, and its own optional rules."""

from __future__ import annotations

from engine.core.errors import Unreadable
from engine.core.sentences import because
from engine.exchange.site_log import SiteGame
from engine.overlay import RULES as RULES_OPTION
from engine.overlay import SITE, site_first
from engine.title import Option
from engine.titles.t1870.options import OPTIONS as OPTIONS_1870

READINGS = (
    Option("connection_dividend", ("up", "right"), "Where a connection dividend moves the price (11.4.2)."),
    Option(
        "connection_check",
        ("at_once", "announced"),
        "Whether the game finds connection runs or players announce them (11.1).",
    ),
    Option(
        "station_at_destination",
        ("may_be_promoted", "no_bonus"),
        "What happens to a station already at the destination (11.4.1).",
    ),
    Option("market_piles", ("two", "one"), "Operated and unoperated markers in one box (5.8.4)."),
    Option("protection_after_selling", ("allowed", "barred"), "May a president protect a company they sold (5.9)?"),
    Option("contest_order", ("clockwise", "by_bids"), "Order among bidders when a private company is contested (5.7)."),
    Option("katy_share", ("once", "again"), "Does the Katy share come with the private company each time it is sold?"),
    Option("own_forced_sale", ("falls", "protectable"), "May a president protect what they sell for a train (5.9.9)?"),
    Option("treasury_paid", ("at_end", "at_once"), "When a new company gets its money (5.5.4, 5.10.8)."),
    Option("reissue_money", ("at_end", "at_once"), "When a company gets the money for reissued shares (5.11)."),
    Option("reissue_again", ("no", "yes"), "May a company reissue twice in a stock round (5.11)?"),
    Option("company_acts", ("whole_turn", "beside_own"), "Acting for yourself and for a company in one turn (5.3)."),
    Option("brown_purchases", ("alone", "after_others"), "Brown shares after another purchase of the turn (5.1.1)."),
    Option(
        "redeem_from",
        ("treasury", "operated"),
        "Which companies may redeem: any that has a treasury, or only one that has operated (5.10).",
    ),
    Option("closed_privates", ("to_market", "close"), "Private companies of a closed company (5.1.1)."),
    Option("forced_sales", ("before_train", "after_train"), "When prices fall in a forced sale (5.9.7, 10.6.3)."),
    Option(
        "over_limit_sales",
        ("counted_first", "any"),
        "What a player over the certificate limit must sell first (5.4.1).",
    ),
    Option("counted_while_selling", ("as_it_stands", "as_it_falls"), "Shares whose sale is not settled (5.4.1)."),
    Option("forced_over_limit", ("sell_first", "ignore"), "A president over the limit in a forced sale (10.6.2)."),
    Option("bank_breaks", ("at_zero", "when_short"), "Is a bank with exactly $0 broken (13.2)?"),
    Option(
        "bankrupt_worth",
        ("unsold", "sold_out"),
        "What a bankrupt player is worth: what could not be sold, or what is left after selling (13.1).",
    ),
    Option("idle_track", ("skipped", "asked"), "Is a president asked about track when none can be laid?"),
    Option("bridge_discount", ("crossing", "river_hex"), "What the Bridge Company makes cheaper (15.2)."),
    Option(
        "bridge_tile", ("counted", "beside"), "Does the Bridge Company's tile count as one of the turn's tiles (15.2)?"
    ),
    Option("blocks_in_need", ("several", "one"), "How often shares of one company may be sold for a train."),
    Option("lots_in_need", ("with_train", "end_of_turn"), "When shares sold for a train are settled (5.9.7)."),
    Option("private_step", ("none", "after_trains"), "Is there a step for private companies after trains?"),
    Option(
        "own_turns",
        ("for_company_too", "own"),
        "Is a player who can only act for a company asked in a stock round (5.3)?",
    ),
    Option("acts_in_need", ("none", "any_time"), "What a company may do while its president sells shares."),
    Option("discard_order", ("by_price", "by_charter"), "In what order companies discard trains (10.5)."),
    Option("count_on_ledge", ("held", "fallen"), "Does the ledge stop a price that is treated as fallen (5.4.1)?"),
    Option("after_purchases", ("one_side", "three_kinds"), "What may follow a purchase in a turn."),
    Option("off_board_stations", ("home_only", "any"), "Whose station may stand in an off-board area."),
    Option("finish_in_turn", ("after_turn", "at_once"), "When a price of $400 ends the game (16.1)."),
    Option("stalemate", ("when_stuck", "turn_100"), "When a game ends if no train runs any more (13.3)."),
    Option("over_limit_purchases", ("none", "if_stuck"), "What a player over the limit with nothing to sell may buy."),
)
"""What the site plays differently: the rulebook's value and the site's, each a separate option."""

_USUAL = {"edition": "mayfair", "over_60": "keep", "runs": "free", "train_12": "unlimited"}
_OWN = (
    Option(
        "connection_tokens",
        ("by_edition", "blocking", "beside", "spare_space"),
        "In a space they can block other companies' runs; beside the city they cannot (variant 16.4). "
        "18xx.games calls the last choice station_wars.",
    ),
    Option(
        "protection_after_selling",
        ("barred", "allowed"),
        "Whether a president can protect the price of shares they have sold themselves in this round.",
    ),
)
_OF_RULEBOOK = {one.name: one for one in site_first(OPTIONS_1870, _USUAL)}
OPTIONS = tuple((_OF_RULEBOOK | {one.name: one for one in _OWN}).values())
"""As in the rulebook, with the site's usual values, and its own optional rules."""

RULES: dict[str, dict[str, str]] = {
    "diesels": {"diesels": "yes"},
    "finish_on_400": {"finish_at_400": "yes"},
    "station_wars": {"connection_tokens": "spare_space"},
    "original_tiles": {"tile_counts": "designer"},
    "max_reissue_200": {"reissue_up_to": "200"},
    "can_protect_if_sold": {"protection_after_selling": "allowed"},
    "original_market": {"market_colors": "designer"},
}
ORIGINAL = ("station_wars", "original_tiles", "max_reissue_200", "can_protect_if_sold", "original_market")


def options_for(source: SiteGame) -> dict[str, str]:
    """Our options for a game of the site."""
    options = {RULES_OPTION.name: SITE}
    rules = set(source.rules)
    if "original_rules" in rules:
        rules |= set(ORIGINAL)
        options["certificate_table"] = "designer"
    for rule in rules - {"original_rules"}:
        if rule not in RULES:
            raise Unreadable(because("The file uses a rule that is unknown here: {rule}.", rule=rule))
        options |= RULES[rule]
    return options
