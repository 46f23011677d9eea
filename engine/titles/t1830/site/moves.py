"""1830 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from engine.core.verbs import Got
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action
from engine.exchange.site_moves import SiteMoves
from engine.titles.t1830.powers import MOHAWK
from engine.titles.t1830.site.states import State1830

OWN_HEX = {
    ("CS", "lay_tile"): "burlington",
    ("DH", "lay_tile"): "scranton",
    ("DH", "place_token"): "scranton_station",
}
"""Private company that acts and what it does -> our verb."""


class Moves1830(SiteMoves[Labels, State1830]):
    """Turns actions into moves."""

    def _buy_shares(self, action: Action) -> None:
        names = [str(name) for name in action["shares"]]
        company, source = names[0].rpartition("_")[0], self.labels.place(names[0])
        if action["entity"] == MOHAWK:
            owner = self.p.s.privates[MOHAWK]
            self.labels.move(names, owner)
            self.do(owner, "exchange", **{"from": source})
            return
        self.labels.move(names, self.seat(action))
        args: Got = {"company": company, "from": source}
        law = self.p.title.verbs["buy"]
        if "shares" in law.slots(self.p, self.seat(action), law.choices(args)):
            args["shares"] = len(names)
        self.do(self.seat(action), "buy", **args)

    def _lay_tile(self, action: Action) -> None:
        tile, hex_id = str(action["tile"]), str(action["hex"])
        args: Got = {"tile": tile.rpartition("-")[0], "rotation": int(action["rotation"])}
        verb = OWN_HEX.get((str(action["entity"]), "lay_tile"))
        self.do(self.acting(action), verb or "lay", **(args if verb else {"hex": hex_id, **args}))
        self.labels.tiles[hex_id] = tile

    def _place_token(self, action: Action) -> None:
        if action["entity_type"] == "company":
            self.do(self.acting(action), OWN_HEX[str(action["entity"]), "place_token"])
        else:
            super()._place_token(action)
