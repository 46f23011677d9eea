"""1870 of 18xx.games: what the site reads otherwise than the rulebook, as declared options of ours."""

from __future__ import annotations

from engine.errors import Unreadable
from engine.exchange.site_log import SiteGame
from engine.sentences import because

# What the site reads otherwise than the rulebook, switched on by the options named for the rules.
SITE = {
    "edition": "mayfair",
    "over_60": "keep",
    "runs": "free",
    "connection_dividend": "right",
    "connection_check": "announced",
    "idle_track": "asked",
    "own_forced_sale": "protectable",
    "over_limit_sales": "any",
    "counted_while_selling": "as_it_falls",
    "company_acts": "beside_own",
    "brown_purchases": "after_others",
    "contest_order": "by_bids",
    "katy_share": "again",
    "station_at_destination": "no_bonus",
    "market_piles": "one",
    "protection_after_selling": "barred",
    "treasury_paid": "at_once",
    "reissue_money": "at_once",
    "reissue_again": "yes",
    "redeem_from": "operated",
    "closed_privates": "close",
    "forced_sales": "after_train",
    "forced_over_limit": "ignore",
    "bank_breaks": "when_short",
    "bankrupt_worth": "sold_out",
    "bridge_discount": "river_hex",
    "train_12": "unlimited",
}

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
    options = dict(SITE)
    rules = set(source.rules)
    if "original_rules" in rules:
        rules |= set(ORIGINAL)
        options["certificate_table"] = "designer"
    for rule in rules - {"original_rules"}:
        if rule not in RULES:
            raise Unreadable(because("The file plays by a rule that is not known here: {rule}.", rule=rule))
        options |= RULES[rule]
    return options
