"""1889 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.exchange.site_log import Action
from engine.exchange.site_plain_writing import PlainWriter
from engine.exchange.site_writing import as_json, rules_of
from engine.record import Record
from engine.titles.t1889.powers import EHIME
from engine.titles.t1889.site.following import THEIRS, Translator1889
from engine.titles.t1889.site.overlay import OLDEST


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site, with the number by which private companies are dealt."""
    state = record.begin().state
    rules, seed = rules_of("1889", state.options, THEIRS), record.setup.get("deal", state.rng)
    follower = partial(Translator1889, oldest=OLDEST in record.setup)
    return as_json(Writer1889(record, follower, "1889", rules, seed).file())


class Writer1889(PlainWriter[Translator1889]):
    """Writes one action after another and follows them."""

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """Whoever has sold the Ehime Railway may lay nothing."""
        return self.private(EHIME, "pass") if verb == "decline_ohzu" else super().action(seat, verb, args)

    def routes(self, company: str, verb: str, text: str) -> list[dict[str, Any]]:
        """The oldest files have no connections."""
        found = super().routes(company, verb, text)
        for route in found if OLDEST in self.source.setup else ():
            route["hexes"] = list(dict.fromkeys(hex_id for chain in route.pop("connections") for hex_id in chain))
            del route["nodes"]
        return found
