"""1870 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core import agenda
from engine.core.state import Ask, Raise, Run
from engine.exchange.site_following import Follower
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action, SiteGame
from engine.family import operating
from engine.titles.t1870.site.moves import Moves1870
from engine.titles.t1870.site.options import options_for
from engine.titles.t1870.site.states import State1870


class Translator1870(Follower[Moves1870]):
    """Follows a file of the site move by move."""

    implied: ClassVar[Mapping[str, str]] = {**Follower.implied, "protect": "let_fall"}

    def __init__(self, source: SiteGame) -> None:
        super().__init__(source, "1870", options_for(source), {})

    def begin(self) -> Moves1870:
        """Its actions, with its labels and its way to tell a state."""
        labels = Labels(self.p)
        return Moves1870(self.p, labels, State1870(self.p, labels, self.ids), self.seats, self.do)

    def who_ended(self, action: Action, rule: str) -> str:
        """Did the acting player's turn end with the action?"""
        if rule not in ("stock_turn", "operating_turn"):
            return ""
        entity = str(action["entity"])
        if action["entity_type"] == "company":
            entity = self.moves.company(action)
        if entity in self.p.s.companies:
            frame = operating.turn(self.p)
            over = frame is None or frame.subject != entity or frame.step == "departure"
        else:
            over = not self.in_stock_turn(self.seats.get(entity, ""))
        return entity if over else ""

    # --- does the position ask for this action?

    def fits(self, action: Action) -> bool:
        """By the frame on top of the agenda."""
        kind, frame = action["type"], self.p.top
        match frame:
            case Ask(rule="protect"):
                return agenda.deciders(self.p) == [self.moves.seat(action)] and kind in ("buy_shares", "pass")
            case Ask(rule="discard"):
                return kind == "discard_train" and frame.about[0] == action["entity"]
            case Ask():
                return True
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt") or self._operating_verb(action) in self.menu()
            case Run(rule="stock_turn"):
                if action["entity_type"] == "corporation" and kind not in ("buy_shares", "sell_shares"):
                    return False
                return self.moves.acting(action) == frame.subject
            case Run(rule="operating_turn"):
                return self._fits_turn(action, frame)
            case _:
                return True

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        verb = self._operating_verb(action)
        if not verb:
            return False
        if verb == "sell":
            return self.sells_in_need(action)
        if self.moves.company(action) != frame.subject:
            return False
        if verb == "skip":
            return frame.step in ("track", "token", "train", "private")
        return verb in self.menu()

    def _operating_verb(self, action: Action) -> str:
        entity_type, kind = action["entity_type"], action["type"]
        if entity_type == "player":
            return "sell" if kind == "sell_shares" else ""
        table = {
            "lay_tile": "bridge" if entity_type == "company" else "lay",
            "place_token": "token",
            "run_routes": "run",
            "dividend": "dividend",
            "buy_train": "buy_train",
            "buy_company": "buy_private",
            "bankrupt": "bankrupt",
            "assign": "cattle" if action["entity"] == "SCC" else "port",
            "pass": "skip",
            "destination_connection": "announce",
        }
        return table.get(kind, "")
