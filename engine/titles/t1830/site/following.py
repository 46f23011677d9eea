"""1830 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from engine.core.errors import Unreadable
from engine.core.sentences import because
from engine.core.state import Ask, Raise, Run
from engine.exchange.site_following import Follower
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action, SiteGame
from engine.family import operating
from engine.overlay import RULES, SITE
from engine.titles.t1830.powers import MOHAWK
from engine.titles.t1830.site.moves import OWN_HEX, Moves1830
from engine.titles.t1830.site.states import State1830

VERBS = {
    "lay_tile": "lay",
    "place_token": "token",
    "run_routes": "run",
    "dividend": "dividend",
    "buy_train": "buy_train",
    "buy_company": "buy_private",
    "bankrupt": "bankrupt",
    "sell_shares": "sell",
    "pass": "skip",
}

THEIRS = {"multiple_brown_from_ipo": "brown_from_ipo", "optional_6_train": "third_6"}
"""The site's name of a rule -> our option, which is `yes` then."""


def options_for(source: SiteGame) -> dict[str, str]:
    """Our options for a game of the site."""
    for rule in source.rules - set(THEIRS):
        raise Unreadable(because("The file uses a rule that is unknown here: {rule}.", rule=rule))
    return {RULES.name: SITE, **{THEIRS[rule]: "yes" for rule in sorted(source.rules)}}


class Translator1830(Follower[Moves1830]):
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        super().__init__(source, "1830", options_for(source), {})

    def begin(self) -> Moves1830:
        """Its actions, with its labels and its way to tell a state."""
        labels = Labels(self.p)
        return Moves1830(self.p, labels, State1830(self.p, labels, self.ids), self.seats, self.do)

    def who_ended(self, action: Action, rule: str) -> str:
        """Did the acting player's turn end with the action?"""
        if rule not in self.implied:
            return ""
        entity = str(action["entity"])
        if action["entity_type"] == "player":
            return entity if not self.in_stock_turn(self.seats.get(entity, "")) else ""
        company, frame = self.moves.company(action), operating.turn(self.p)
        return company if frame is None or frame.subject != company else ""

    # --- does the position ask for this action?

    def fits(self, action: Action) -> bool:
        """By the frame on top of the agenda."""
        kind, frame = action["type"], self.p.top
        if action["entity"] == MOHAWK:
            return True
        match frame:
            case Ask(rule="discard"):
                return kind == "discard_train" and frame.about[0] == action["entity"]
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt")
            case Run(rule="stock_turn"):
                return action["entity_type"] == "player" and self.moves.seat(action) == frame.subject
            case Run(rule="operating_turn"):
                return self._fits_turn(action, frame)
            case _:
                return True

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        kind = str(action["type"])
        verb = OWN_HEX.get((str(action["entity"]), kind)) or VERBS.get(kind, "")
        if action["entity_type"] == "player":
            return kind == "sell_shares" and self.sells_in_need(action)
        if self.moves.company(action) != frame.subject:
            return False
        return frame.step in ("track", "token", "train", "private") if verb == "skip" else verb in self.menu()
