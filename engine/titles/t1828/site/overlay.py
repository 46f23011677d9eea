"""1828 as 18xx.games plays it, put together from the rulebook's."""

from __future__ import annotations

from dataclasses import replace

from engine.core.trial import trial
from engine.family import stock as family
from engine.family.as_on_site import RememberedTile
from engine.family.by_frame import ByFrame
from engine.family.emergency import EmergencySale
from engine.overlay import Overlay, site_first
from engine.title import Option
from engine.titles.t1828 import auction, merger, powers
from engine.titles.t1828.site import hopes, idle, mergers, need, rules
from engine.titles.t1828.title import STEPS, TITLE

READINGS = (
    Option("auction_pars", ("at_once", "after_sales"), "When the par of a company bought in the auction is set (6.3)."),
    Option("merger_trades", ("tenths", "certificates"), "Are a merger's shares traded by tenths, or by certificates?"),
    Option("failed_merger", ("pass", "purchase"), "What a failed merger counts as (7.5.2.2)."),
    Option(
        "removed_marker",
        ("returned", "lost"),
        "What happens to one of two station markers in the same hex (7.5.2 step 3).",
    ),
    Option(
        "merger_forms",
        ("floated", "operated"),
        "Do the two forms of a merger depend on floating or on operating (7.5.1)?",
    ),
    Option(
        "exchange_for_director",
        ("purchase", "beside"),
        "Does the Mohawk & Hudson's exchange for half a director's certificate count as the turn's purchase?",
    ),
    Option(
        "exchange_for_unstarted",
        ("barred", "allowed"),
        "May the Mohawk & Hudson be exchanged for a share of a company that has not started (7.4)?",
    ),
    Option(
        "gray_purchases",
        ("in_a_row", "any_time"),
        "Must the two shares bought in the gray area be bought one right after the other (7.1)?",
    ),
    Option(
        "sales_of_one_company",
        ("at_one_price", "one_by_one"),
        "At which price the second and later shares of a sale are sold (7.2).",
    ),
    Option(
        "empty_shell",
        ("completable", "binding"),
        "May a director sell shares for a shell's train that still cannot be paid for (8.3.5)?",
    ),
    Option(
        "idle_steps",
        ("passed_over", "asked"),
        "Is a player asked who, by the numbers alone, might be able to do something?",
    ),
    Option(
        "cobourg_coal", ("returned", "lost"), "What happens to the tunnel's marker when the C&P lays the tunnel (16.1)."
    ),
)
"""What the site plays differently: the rulebook's value and the site's, each a separate option."""

WAITS = {
    "survey": idle.track_waits,
    "track": idle.track_waits,
    "token": idle.station_waits,
    "train": idle.train_waits,
}


OVERLAY = Overlay(
    TITLE,
    replace(
        TITLE,
        begin=hopes.begin,
        options=site_first(TITLE.options, {"runs": "free"}),
        frames={
            **TITLE.frames,
            **need.FRAMES,
            auction.RULE: replace(TITLE.frames[auction.RULE], advance=rules.advance_auction),
            merger.RULE: trial(mergers.MERGER, alive=merger.both_there, failed=mergers.failed),
            family.TURN: replace(TITLE.frames[family.TURN], deciders=idle.turn_deciders),
        },
        verbs={
            **TITLE.verbs,
            "buy": rules.Buy(),
            "par": rules.Par(),
            "burlington": RememberedTile(powers.BURLINGTON, powers.CHAMPLAIN, "13.2.2.3"),
            "sell": ByFrame(rules.Sell(), EmergencySale()),
            "merge": mergers.Merge(),
            "exchange": rules.Exchange(),
            "scranton": rules.Scranton(powers.SCRANTON, powers.DELAWARE, "13.2.2.4", powers.FEE),
        },
        auction=replace(TITLE.auction, bought=rules.bought),
        sale=replace(TITLE.sale, forced_refusal=rules.forced_refusal),
        build=replace(TITLE.build, laid=rules.laid),
        operating=replace(
            TITLE.operating,
            steps=tuple(replace(step, wakes=(), waits=WAITS.get(step.name, step.waits)) for step in STEPS),
            helped=rules.helped,
            train_bought=need.train_bought,
        ),
    ),
    READINGS,
    remembers=("burlington",),
    today={hopes.STRICT: True, hopes.IN_ORDER: True},
)
