"""Which steps of a company's turn 18xx.games asks for, by what a state says: to check exports that have no trace.

The model knows what a step needs by the numbers alone; whether a station can be reached or a route exists it leaves
open. It is itself held to every trace (`test_site_asked.py`): the step that really followed is always among those
that it expects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

State = Mapping[str, Any]
Maybe = bool | None
"""Is a step asked for? None: that depends on the map."""
TURN = ("track", "token", "route", "dividend", "shells", "trains", "companies")
OVER = "over"
AT = {
    "lay_tile": "track",
    "place_token": "token",
    "run_routes": "route",
    "dividend": "dividend",
    "swap_train": "shells",
    "buy_train": "trains",
    "bankrupt": "trains",
}
"""The step in which a company does what belongs to one step alone."""
PASSED = ("track", "token", "shells", "trains", "companies")
AT_ANY_TIME = ("message", "discard_train", "special_buy", "buy_company", "end_game", "merge", "remove_token")


@dataclass(frozen=True)
class Sheet:
    """What the site's rules of a title say about its steps."""

    prices: Mapping[str, int]
    limits: Mapping[str, int]
    companies_in: frozenset[str]
    least: Mapping[str, int]
    """Private companies that companies may buy, and the smallest price."""
    tile: str
    """The private company whose tile keeps a turn open, or its owner is asked until it is laid."""
    teleport: str
    lays: int
    discount: Mapping[str, int]
    """Kinds of trains that can be handed in, and the price of the other one then."""
    trading: frozenset[str]
    """Phases in which they can."""


SHEETS = {
    "1830": Sheet(
        {"2": 80, "3": 180, "4": 300, "5": 450, "6": 630, "D": 1100},
        {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "D": 2},
        frozenset(("3", "4")),
        {"SV": 10, "CS": 20, "DH": 35, "MH": 55, "CA": 80},
        "CS",
        "DH",
        1,
        {"4": 800, "5": 800, "6": 800},
        frozenset(("6", "D")),
    ),
    "1828.Games": Sheet(
        {"2": 80, "3": 160, "5": 250, "3+D": 350, "6": 650, "8E": 800, "D": 900},
        {"Yellow": 4, "Green": 4, "Blue": 4, "Brown": 3, "Red": 2, "Gray": 2, "Purple": 2},
        frozenset(("Green", "Blue", "Brown")),
        dict.fromkeys(("SVN", "StCT", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A"), 1),
        "C&StL",
        "D&H",
        4,
        {},
        frozenset(),
    ),
}


class Turn:
    """Where the site may stand in a company's turn."""

    def __init__(self, sheet: Sheet, company: str, state: State) -> None:
        self.sheet = sheet
        self.company = company
        self.round = round_of(state)
        self.starts = {0}
        """The steps from which the site may look for the next that asks."""
        self.lays = 0
        self.earned = False
        self.declines = False
        """A private company's station must be placed or declined next."""

    def expected(self, state: State, tile_laid: bool) -> set[str]:
        """The steps that may ask now, among them whether the turn may be over."""
        found = set[str]()
        for start in self.starts:
            for step in (*TURN[start:], OVER):
                asked = True if step == OVER else self.asked(step, state, tile_laid)
                if asked is not False:
                    found.add(step)
                if asked:
                    break
        return found

    def asked(self, step: str, state: State, tile_laid: bool) -> Maybe:
        """Does the site ask in this step?"""
        facts = state["corps"].get(self.company, {})
        match step:
            case "track":
                return True if not self.lays else (None if self.lays < self.sheet.lays else False)
            case "token":
                unplaced = facts.get("unplaced", ())
                return None if unplaced and min(unplaced) <= facts["cash"] else False
            case "route":
                return None if facts.get("trains") else False
            case "dividend":
                return self.earned
            case "shells":
                return bool(facts.get("of") and facts.get("trains"))
            case "trains":
                return self._trains(facts, state)
            case _:
                return self._companies(facts, state, tile_laid)

    def _trains(self, facts: Mapping[str, Any], state: State) -> Maybe:
        own, limit = facts.get("trains", ()), self.sheet.limits[state["phase"]]
        if not own or any(not row for row in facts.get("shells", {}).values()):
            return None if not self._can_buy(state, facts) else True
        room = len(own) < limit if not facts.get("of") else any(len(row) < limit for row in facts["shells"].values())
        late = state["phase"] in self.sheet.trading
        cheaper = [self.sheet.discount[kind] for kind in map(kind_of, own) if late and kind in self.sheet.discount]
        return (room and self._can_buy(state, facts)) or any(price <= facts["cash"] for price in cheaper)

    def _can_buy(self, state: State, facts: Mapping[str, Any]) -> bool:
        depot = state["depot"]
        kinds = [*list(depot["upcoming"])[:1], *map(kind_of, depot.get("discarded", ()))]
        least = min((self.sheet.prices[kind] for kind in kinds), default=None)
        others = any(
            each.get("trains") and "owner" in each and not each.get("minor")
            for name, each in state["corps"].items()
            if name != self.company and name != "C&P"
        )
        if others:
            least = 1
        return least is not None and facts["cash"] >= least

    def _companies(self, facts: Mapping[str, Any], state: State, tile_laid: bool) -> bool:
        for_sale = {
            name: each
            for name, each in state["companies"].items()
            if str(each.get("owner", "")).startswith("p:") and not each.get("closed")
        }
        least = [self.sheet.least[name] for name in for_sale if name in self.sheet.least]
        can_buy = state["phase"] in self.sheet.companies_in and any(price <= facts["cash"] for price in least)
        mine = state["companies"].get(self.sheet.tile, {})
        return can_buy or (mine.get("owner") == f"c:{self.company}" and not mine.get("closed") and not tile_laid)

    def does(self, step: str, action: Mapping[str, Any]) -> None:
        """Go on after an action that belongs to a step."""
        number = TURN.index(step)
        match action["type"]:
            case "lay_tile":
                self.lays += 1
                self.starts = {number}
            case "run_routes":
                self.earned = any(int(route.get("revenue", 0)) for route in action["routes"])
                self.starts = {number + 1}
            case "dividend" | "place_token":
                self.earned = False
                self.starts = {number + 1}
            case _:
                self.starts = {number}

    def passes(self, expected: Iterable[str]) -> bool:
        """A pass in any of the steps that may ask; was there one?"""
        found = {TURN.index(step) + 1 for step in expected if step in PASSED}
        if found:
            self.starts = found
        return bool(found)


def round_of(state: State) -> tuple[Any, ...]:
    """The stock or operating round of a state."""
    return state["turn"], state["round"]["type"], state["round"]["num"]


def kind_of(train: str) -> str:
    """The kind of a train by its name, which may have a mark."""
    return train.partition("!")[0].rpartition("-")[0]


class NotAsked(AssertionError):
    """The site would be in another step."""


class Watcher:
    """Walks the operating turns of a game, action by action, with the state before each."""

    def __init__(self, title: str) -> None:
        self.sheet = SHEETS[title]
        self.turn: Turn | None = None
        self.tile_laid = False
        self.exchanging = False
        """A private company has just been given for a certificate, whose price comes next."""

    def see(self, action: Mapping[str, Any], before: State) -> None:
        """One action, in the state before it."""
        kind, entity, of = str(action["type"]), str(action["entity"]), action["entity_type"]
        if kind in AT_ANY_TIME or of == "minor":
            return
        if of == "company":
            self._private(kind, entity, before)
        elif of == "player":
            self._player(kind, before)
        elif self.turn is None or self.turn.company == entity or kind != "place_token":
            self._operating(kind, entity, action, before)

    def _operating(self, kind: str, entity: str, action: Mapping[str, Any], before: State) -> None:
        turn = self._turn_of(entity, before, action)
        expected = turn.expected(before, self.tile_laid)
        if turn.declines:
            raise NotAsked(f"{kind} by {entity}: the private company must place its station or pass")
        if kind == "pass":
            if not turn.passes(expected):
                raise NotAsked(f"pass by {entity} in {sorted(expected)}")
        elif kind != "place_token" or turn.starts != {0} or 0 not in before["corps"][entity].get("unplaced", ()):
            if AT[kind] not in expected:
                raise NotAsked(f"{kind} by {entity} in {sorted(expected)}")
            turn.does(AT[kind], action)

    def may_be_in(self, state: State) -> set[str] | None:
        """The steps that may ask the company whose turn it is; None if it is nobody's."""
        turn = self.turn
        return turn.expected(state, self.tile_laid) if turn and turn.round == round_of(state) else None

    def _private(self, kind: str, entity: str, before: State) -> None:
        self.exchanging = kind == "buy_shares"
        if entity == self.sheet.tile and kind == "lay_tile":
            self.tile_laid = True
        elif entity == self.sheet.teleport:
            owner = str(before["companies"][entity]["owner"]).partition(":")[2]
            turn = self._turn_of(owner, before, {"type": kind})
            if kind == "lay_tile":
                turn.lays += 1
                turn.declines = bool(before["corps"][owner].get("unplaced"))
            else:
                turn.declines = False
                then = "token" if kind == "pass" else "route"
                turn.starts = {0 if turn.lays < self.sheet.lays else TURN.index(then)}

    def _turn_of(self, company: str, before: State, action: Mapping[str, Any]) -> Turn:
        if self.turn is None or self.turn.company != company or self.turn.round != round_of(before):
            self._over(before, action)
            self.turn = Turn(self.sheet, company, before)
        return self.turn

    def _player(self, kind: str, before: State) -> None:
        if self.turn is None or (kind == "par" and self.exchanging):
            return
        if kind == "sell_shares" and "trains" in self.turn.expected(before, self.tile_laid):
            return  # Perhaps for a train.
        self._over(before, {"type": kind})
        self.turn = None

    def _over(self, before: State, action: Mapping[str, Any]) -> None:
        if self.turn is None or self.turn.company not in before["corps"]:
            return
        if self.turn.round != round_of(before) and any(
            each.get("owner") == f"c:{self.turn.company}" for each in before["companies"].values()
        ):
            return  # It has been paid in the next round already.
        expected = self.turn.expected(before, self.tile_laid)
        if OVER not in expected:
            raise NotAsked(f"{action['type']} while {self.turn.company} is asked in {sorted(expected)}")
