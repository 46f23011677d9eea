"""1889 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from typing import Any

from engine.exchange.site_log import Action
from engine.exchange.site_plain_writing import PlainWriter
from engine.exchange.site_writing import as_json, rules_of
from engine.record import Record
from engine.titles.t1889.powers import DOUGO, EHIME, FERRY, IYO, OHZU, PORT_TILE
from engine.titles.t1889.site.following import THEIRS, Translator1889


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site, with the number by which private companies are dealt."""
    state = record.begin().state
    rules, seed = rules_of("1889", state.options, THEIRS), record.setup.get("deal", state.rng)
    return as_json(Writer1889(record, Translator1889, "1889", rules, seed).file())


class Writer1889(PlainWriter[Translator1889]):
    """Writes one action after another and follows them."""

    exchange = (DOUGO, IYO)

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """Private companies lay tiles for players."""
        match verb:
            case "port":
                tile = {"tile": self.new_tile(PORT_TILE), "rotation": args.rotation}
                return self.private(FERRY, "lay_tile", hex=args.hex, **tile)
            case "ohzu":
                tile = {"tile": self.new_tile(args.tile), "rotation": args.rotation}
                return self.private(EHIME, "lay_tile", hex=OHZU, **tile)
            case "decline_ohzu":
                return self.private(EHIME, "pass")
            case _:
                return super().action(seat, verb, args)

    def new_tile(self, tile: str) -> str:
        """Further copies of the beginner's game have names of their own."""
        lying = set(self.follower.moves.labels.tiles.values())
        return next(name for name in self.follower.moves.names(tile) if name not in lying)
