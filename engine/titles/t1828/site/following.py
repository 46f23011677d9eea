"""1828 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from typing import Any

from engine import agenda
from engine.errors import Illegal
from engine.exchange.site_log import Action, SiteGame, Step
from engine.family import operating
from engine.family.running import trains_of
from engine.game import Game, menu, move
from engine.position import Position, copy_of
from engine.record import Record
from engine.state import Ask, Raise, Run, Trial
from engine.title import definition
from engine.titles.t1828.build import track_waits
from engine.titles.t1828.cobourg import COBOURG
from engine.titles.t1828.mohawk import MOHAWK
from engine.titles.t1828.site.labels import Labels1828
from engine.titles.t1828.site.moves import Moves1828
from engine.titles.t1828.site.names import drawn, options_for
from engine.titles.t1828.site.states import State1828
from engine.titles.t1828.tokens import station_waits
from engine.titles.t1828.trading import SELL
from engine.verbs import Act, completes

SILENT = frozenset(("message", "program_buy_shares", "program_share_pass", "program_disable"))
MOST_IMPLIED = 80
TRACK, TOKEN, SWAP, REST = "track", "token", "swap", "train"
"""The steps of a turn in which the site is asked to pass."""


class Translator1828:
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        names = [name for _, name in source.players]
        if len(set(names)) != len(names):
            names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
        setup = {"order": names, "privates": drawn(source)}
        self.record = Record(title="1828", players=names, options=options_for(source), setup=setup)
        start = self.record.begin()
        self.p = Position(start.title, definition(start.title, start.state.options), copy_of(start.title, start.state))
        self.seats = {player: f"p{number}" for number, (player, _) in enumerate(source.players, 1)}
        self.labels = Labels1828(self.p)
        self.status = source.status
        self.steps = source.steps
        self.at = 0
        """How many steps have been carried out."""
        self.ended = ""
        """Entity whose turn ended with the last action."""
        self.passed: tuple[int, set[str]] = (0, set())
        """Frame of an operating turn, and the steps in which the site has been told to pass."""
        self.view = State1828(self.p, self.labels, {seat: player for player, seat in self.seats.items()})
        self.moves = Moves1828(self.p, self.labels, self.view, self.seats, self._do)

    @property
    def silent(self) -> frozenset[str]:
        """Actions that mean no move."""
        return SILENT

    @property
    def judgement(self) -> Moves1828:
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
        self.at += 1
        action = step.action
        if action["type"] in SILENT:
            return
        if not self._already_over(action):
            self._lead_to(action)
            if action["type"] == "pass" and action["entity_type"] not in ("player", "company"):
                self._pass_step(action, following)
            else:
                self.moves.make(action)
            self._note_end(action)
        if following is None:
            self._finish()
        elif not self._already_over(following.action):
            self._lead_to(following.action)

    def _already_over(self, action: Action) -> bool:
        """A pass of somebody whose turn has ended here without it, since nothing was left to do."""
        if action["type"] != "pass":
            return False
        return action["entity_type"] == "company" or self.ended == str(action["entity"])

    def _pass_step(self, action: Action, following: Step | None) -> None:
        """A pass in an operating turn is for the step the site is in, which ours may have left already."""
        frame = operating.turn(self.p)
        if frame is None or frame.subject != self.moves.company(action):
            return  # Its turn went by here, since nothing could be done in it.
        step = self._site_step(frame)
        self._told(frame).add(step)
        if following is not None and step == REST and self._goes_on(action, following.action):
            return
        leaving = {TRACK: ("survey", "track"), TOKEN: ("track", "token"), REST: ("train", "cobourg")}.get(step, ())
        while self.p.s.agenda and self.p.top is frame and frame.step in leaving:
            self._do(self.moves.first_decider(), "skip")

    def _goes_on(self, action: Action, following: Action) -> bool:
        """After its trains a company may be asked about private companies before its turn is over."""
        same = following["entity"] == action["entity"] and following["entity_type"] == action["entity_type"]
        return same and following["type"] in ("pass", "buy_company") and len(self.p.title.operating.order(self.p)) > 1

    def _told(self, frame: Run) -> set[str]:
        if self.passed[0] != frame.id:
            self.passed = (frame.id, set())
        return self.passed[1]

    def _site_step(self, frame: Run) -> str:
        """The site asks for track as long as the turn allows any, then for a station, then for trains."""
        told = self._told(frame)
        done = {note.what for note in frame.used}
        if frame.step in ("track", "survey") and track_waits(self.p, frame):
            return TRACK
        if frame.step in ("track", "token", "run"):
            return TOKEN
        swaps = len(self.p.company(frame.subject).charters) > 1 and "train bought" not in done
        return SWAP if swaps and SWAP not in told and trains_of(self.p, frame.subject) else REST

    def _note_end(self, action: Action) -> None:
        """Has the turn of the one who acted ended with his action?"""
        entity = str(action["entity"])
        self.ended = ""
        if action["type"] in ("choose", "merge") and isinstance(self.p.top, Trial):
            return
        if action["entity_type"] == "player":
            turns = [f for f in self.p.s.agenda if isinstance(f, Run) and f.rule == "stock_turn"]
            over = not any(turn.subject == self.seats.get(entity) for turn in turns)
        else:
            frame = operating.turn(self.p)
            over = frame is None or frame.subject != self.moves.company(action)
        if over:
            self.ended = entity

    def _lead_to(self, action: Action) -> None:
        """Give the answers that the site leaves out until the position is the one that the action belongs to."""
        if action["type"] == "pass" and action["entity_type"] == "minor":
            return
        for _ in range(MOST_IMPLIED):
            if self.p.s.end is not None or action["type"] == "end_game" or self._fits(action):
                return
            if not self._imply():
                return

    def _finish(self) -> None:
        """A finished game has come to its end although the last answers are left out."""
        for _ in range(MOST_IMPLIED):
            if self.status != "finished" or self.p.s.end is not None or not self._imply():
                return

    def _imply(self) -> bool:
        """Pass, skip or answer as the site does without asking."""
        waiting = agenda.deciders(self.p)
        if not waiting:
            return False
        try:
            match self.p.top:
                case Run(rule="stock_turn"):
                    self._do(waiting[0], "pass")
                case Run(rule="operating_turn"):
                    self._do(waiting[0], "skip")
                case Ask(rule="cobourg marker"):
                    self._do(waiting[0], "answer", answer="block")
                case Trial() as frame:
                    self._do(waiting[0], "answer", answer=self._unasked(frame))
                case _:
                    return False
        except Illegal:
            return False
        return True

    def _unasked(self, frame: Trial) -> str:
        """What the site decides without asking: it sells; and what it asks later, which the file has further on."""
        if frame.question.startswith("block"):
            later = (step.action for step in self.steps[self.at :] if step.action["type"] == "remove_token")
            found = next((self.moves.removed(action, frame.options) for action in later), "")
            return found if found in frame.options else frame.options[0]
        return SELL if SELL in frame.options else frame.options[0]

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
        for event in self.p.events:
            if event.kind == "cobourg_ran":
                self.view.note_cobourg(int(event.data["amount"]))

    # --- does the position ask for this action?

    def _fits(self, action: Action) -> bool:
        kind, frame = action["type"], self.p.top
        if action["entity"] == MOHAWK or (kind == "par" and self.moves.exchanged):
            return isinstance(frame, Run) and (frame.rule != "stock_turn" or self._owner_acts(frame))
        match frame:
            case Ask(rule="discard"):
                return kind == "discard_train"
            case Ask(rule="cobourg marker"):
                return kind == "place_token" and action["entity"] == COBOURG
            case Ask():
                return True
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt")
            case Trial():
                return self._fits_question(action, frame)
            case Run(rule="stock_turn"):
                if kind == "merge":
                    return True
                return action["entity_type"] == "player" and self.moves.seat(action) == frame.subject
            case Run(rule="operating_turn"):
                return self._fits_turn(action, frame)
            case _:
                return True

    def _owner_acts(self, frame: Run) -> bool:
        return bool(self.moves.exchanged) or self.p.s.privates[MOHAWK] == frame.subject

    def _fits_question(self, action: Action, frame: Trial) -> bool:
        if action["type"] == "remove_token":
            return frame.question.startswith("block")
        if action["type"] != "choose" or self.moves.seat(action) != frame.role:
            return False
        try:
            return self.moves.answer(frame, str(action["choice"])) in frame.options
        except Illegal:
            return False

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        entity_type, kind = action["entity_type"], action["type"]
        if entity_type == "player":
            return kind == "sell_shares" and "sell" in self._menu()
        if self.moves.company(action) != frame.subject:
            return False
        if self._left_by_the_site(frame) and (entity_type, kind) != ("company", "place_token"):
            return False
        if kind == "pass":
            return True
        return any(verb in self._menu() for verb in self._verbs(action))

    def _left_by_the_site(self, frame: Run) -> bool:
        """Is it a step that the site is through with, while ours waits for what may be done at any time?"""
        if frame.step in ("track", "survey"):
            return not track_waits(self.p, frame)
        if frame.step == "token":
            seat = self.moves.first_decider()
            return not station_waits(self.p, frame) and not completes(self.p, self.p.title.verbs["token"], seat, {})
        return False

    def _menu(self) -> list[str]:
        waiting = agenda.deciders(self.p)
        return menu(self.p, waiting[0]) if waiting else []

    def _verbs(self, action: Action) -> tuple[str, ...]:
        entity, kind = str(action["entity"]), action["type"]
        if action["entity_type"] == "company":
            if kind == "lay_tile":
                return {"C&StL": ("burlington",), "D&H": ("scranton",)}.get(entity, ("extra",))
            return ("scranton_station",)
        table = {
            "lay_tile": ("lay", "extra"),
            "place_token": ("token",),
            "run_routes": ("run", "cobourg_run"),
            "dividend": ("dividend",),
            "buy_train": ("buy_train",),
            "buy_company": ("buy_private",),
            "swap_train": ("rearrange",),
            "special_buy": ("coal",),
            "bankrupt": ("bankrupt",),
        }
        return table.get(str(kind), ())
