"""1870 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from typing import Any

from engine import agenda
from engine.errors import Illegal
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action, SiteGame, Step
from engine.family import operating
from engine.game import Game, menu, move
from engine.position import Position, copy_of
from engine.record import Record
from engine.state import Ask, Raise, Run
from engine.title import definition
from engine.titles.t1870.site.moves import Moves1870
from engine.titles.t1870.site.options import options_for
from engine.titles.t1870.site.states import State1870
from engine.verbs import Act

SILENT = frozenset(("message", "program_buy_shares", "program_share_pass", "program_disable"))
IMPLIED = {"stock_turn": "pass", "protect": "let_fall", "operating_turn": "skip"}
MOST_IMPLIED = 60


class Translator1870:
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        names = [name for _, name in source.players]
        if len(set(names)) != len(names):
            names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
        self.record = Record(title="1870", players=names, options=options_for(source), setup={"order": names})
        start = self.record.begin()
        self.p = Position(start.title, definition(start.title, start.state.options), copy_of(start.title, start.state))
        self.seats = {player: f"p{number}" for number, (player, _) in enumerate(source.players, 1)}
        self.labels = Labels(self.p)
        self.status = source.status
        self.ended = ""
        """Entity whose turn ended with the last action."""
        self.view = State1870(self.p, self.labels, {seat: player for player, seat in self.seats.items()})
        self.moves = Moves1870(self.p, self.labels, self.view, self.seats, self._do)

    @property
    def silent(self) -> frozenset[str]:
        """Actions that mean no move."""
        return SILENT

    @property
    def judgement(self) -> Moves1870:
        """Where runs are compared with the best."""
        return self.moves

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return Game(self.p.title, self.p.s)

    def state(self) -> dict[str, Any]:
        """The position in the words of the site."""
        return self.view.state()

    def run(self) -> dict[str, Any]:
        """Routes of the last step, if it ran any."""
        return self.view.routes

    # --- moving

    def carry_out(self, step: Step, following: Step | None) -> None:
        """The action itself, then what the next one shows that the site did without being asked."""
        self.view.routes = {}
        action = step.action
        if action["type"] in SILENT:
            return
        if not self._already_over(action):
            self._lead_to(action)
            rule = self.p.top_rule
            self.moves.make(action)
            if rule in ("stock_turn", "operating_turn"):
                self._note_end(action)
            else:
                self.ended = ""
        if following is None:
            self._finish()
        elif not self._already_over(following.action):
            self._lead_to(following.action)

    def _already_over(self, action: Action) -> bool:
        """A pass of somebody whose turn has ended here without it, since nothing was left to do."""
        if action["type"] != "pass":
            return False
        if action["entity_type"] == "company":
            return True
        return self.ended == str(action["entity"])

    def _note_end(self, action: Action) -> None:
        """Has the turn of the one who acted ended with his action?"""
        entity = str(action["entity"])
        self.ended = ""
        if action["entity_type"] == "company":
            entity = self.moves.company(action)
        if entity in self.p.s.companies:
            frame = operating.turn(self.p)
            over = frame is None or frame.subject != entity or frame.step == "departure"
        else:
            turns = [f for f in self.p.s.agenda if isinstance(f, Run) and f.rule == "stock_turn"]
            over = not any(turn.subject == self.seats.get(entity) for turn in turns)
        if over:
            self.ended = entity

    def _lead_to(self, action: Action) -> None:
        """Give the answers that the site leaves out until the position is the one that the action belongs to."""
        for _ in range(MOST_IMPLIED):
            if self.p.s.end is not None or action["type"] == "end_game" or self._fits(action):
                return
            if not self._imply():
                return

    def _finish(self) -> None:
        """A finished game has come to its end although the last answers are left out."""
        if self.status != "finished":
            return
        for _ in range(MOST_IMPLIED):
            if self.p.s.end is not None or not self._imply():
                return

    def _imply(self) -> bool:
        """Pass, skip or let fall, if that is what the position asks for."""
        rule = self.p.top.rule if self.p.s.agenda else ""
        waiting = agenda.deciders(self.p)
        if rule not in IMPLIED or not waiting:
            return False
        try:
            self._do(waiting[0], IMPLIED[rule])
        except Illegal:
            return False
        return True

    def _do(self, seat: str, verb: str, **args: str | int) -> None:
        """One move of ours, with the consent that the file shows to have been given."""
        act = Act(verb, args)
        before = len(self.p.s.offers)
        self.p.events.clear()
        move(self.p, seat, act)
        self.record.note(seat, act)
        if len(self.p.s.offers) > before:
            offer = self.p.s.offers[-1]
            for other in list(offer.needs):
                self.record.note(other, Act("accept", {"offer": offer.id}))
                move(self.p, other, Act("accept", {"offer": offer.id}))
        self.view.see(self.p.events)

    # --- does the position ask for this action?

    def _fits(self, action: Action) -> bool:
        kind, frame = action["type"], self.p.top
        waiting = agenda.deciders(self.p)
        match frame:
            case Ask(rule="protect"):
                return waiting == [self.moves.seat(action)] and kind in ("buy_shares", "pass")
            case Ask(rule="discard"):
                return kind == "discard_train" and frame.about[0] == action["entity"]
            case Ask():
                return True
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt")
            case Run(rule="stock_turn"):
                if action["entity_type"] == "corporation" and kind not in ("buy_shares", "sell_shares"):
                    return False
                return self.moves.acting(action) == frame.subject
            case Run(rule="operating_turn"):
                return self._fits_turn(action, frame)
            case Run(rule="connection"):
                return True
            case _:
                return True

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        verb = self._operating_verb(action)
        if not verb:
            return False
        company = self.moves.company(action)
        if company != frame.subject and verb != "sell":
            return False
        if verb == "skip":
            return frame.step in ("track", "token", "train")
        verbs = menu(self.p, agenda.deciders(self.p)[0]) if agenda.deciders(self.p) else []
        return verb in verbs

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
