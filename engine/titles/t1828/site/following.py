"""1828 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

from engine.core import agenda
from engine.core.errors import EngineError, Illegal, Refusal
from engine.core.sentences import because
from engine.core.state import Ask, Raise, Run, Trial
from engine.core.trial import ANSWER
from engine.core.verbs import completes
from engine.exchange.site_following import Follower, is_decline
from engine.exchange.site_log import Action, SiteGame, Step, is_silent
from engine.family import operating
from engine.family.running import trains_of
from engine.game import menu
from engine.titles.t1828.cobourg import COBOURG, MARKER
from engine.titles.t1828.mohawk import MOHAWK
from engine.titles.t1828.powers import DELAWARE
from engine.titles.t1828.site.idle import has_empty_shell, last_waits, station_waits, track_waits
from engine.titles.t1828.site.labels import Labels1828
from engine.titles.t1828.site.midway import told_midway
from engine.titles.t1828.site.moves import Moves1828
from engine.titles.t1828.site.names import GOOD, drawn
from engine.titles.t1828.site.states import State1828

TRACK, TOKEN, SWAP, BUY, LAST = "track", "token", "swap", "train", "private"
"""The steps of a turn in which the site expects a pass; in the last one a company may buy private companies."""
MOST_LEFT = 80


class Translator1828(Follower[Moves1828]):
    """Follows a file of the site move by move."""

    id = "1828"
    there = "1828.Games"
    theirs: ClassVar[Mapping[str, str]] = {GOOD: "newcomers"}
    moves_class = Moves1828
    view_class = State1828

    def __init__(self, source: SiteGame) -> None:
        self.passed: tuple[int, set[str]] = (0, set())
        """Frame of an operating turn, and the steps passed on the site."""
        super().__init__(source, {"privates": drawn(source)})

    def labels(self) -> Labels1828:
        """A system's certificates have names of their own."""
        return Labels1828(self.p)

    def state(self) -> dict[str, Any]:
        """The position in the site's words; during a merger, as far as it has been worked out."""
        top = self.p.top if self.p.s.agenda else None
        if isinstance(top, Trial) and top.question:
            return told_midway(self.moves.view, top)
        return super().state()

    # --- moving

    def carry_out(self, step: Step, following: Step | None) -> None:
        """The action, and the steps that the site leaves by itself after it."""
        super().carry_out(step, following)
        if is_silent(step.action):
            return
        if following is None:
            self._settle()
        elif not is_decline(following.action):
            with suppress(EngineError, LookupError, TypeError, ValueError):
                self.lead_to(following.action)  # If there is something wrong with it, that is said of itself.

    def _settle(self) -> None:
        """Leave the steps in which the site asks for nothing more."""
        while self.p.s.end is None and isinstance(self.p.top, Run) and not self._offers_station() and self._leave():
            pass

    def _offers_station(self) -> bool:
        """Does the site ask the Delaware & Hudson about the station that goes with its tile?"""
        frame = operating.turn(self.p)
        return self.laid == DELAWARE and frame is not None and bool(self.p.company(frame.subject).markers)

    def lead_to(self, action: Action) -> None:
        """Leave the steps that the site has left, until the position is the one that the action belongs to."""
        if action["type"] in ("discard_train", "end_game") or is_decline(action):
            return
        for _ in range(MOST_LEFT):
            if self.p.s.end is not None or self.fits(action) or not self._leave():
                return

    def _leave(self) -> bool:
        frame = self.p.top
        if isinstance(frame, Trial) and frame.kind == "block":
            self.do(frame.role, ANSWER, answer=self._removed_later(frame))
            return True
        if not isinstance(frame, Run) or frame.rule != operating.TURN:
            return False
        if not self.left_by_the_site(frame):
            return False
        with suppress(Illegal):
            self.do(self.moves.first_decider(), "skip")
            return True
        return False

    def declined(self, action: Action) -> None:
        """The other company's marker goes, or the station that comes with a tile is not placed."""
        frame = self.p.top
        if frame.rule == MARKER:
            self.do(self.moves.first_decider(), ANSWER, answer="block")
        elif isinstance(frame, Run) and frame.step == "token" and self.left_by_the_site(frame):
            self.do(self.moves.first_decider(), "skip")

    def perform(self, action: Action, following: Step | None) -> None:
        """A pass in an operating turn belongs to the step the site is in."""
        if action["type"] == "pass" and action["entity_type"] not in ("player", "company"):
            self._pass_step(action)
        else:
            self.moves.make(action)

    def _pass_step(self, action: Action) -> None:
        """A pass in an operating turn belongs to the step the site is in, which ours may have left."""
        frame = operating.turn(self.p)
        if frame is None or frame.subject != self.moves.company(action):
            raise Illegal(Refusal(because("{company} is not asked for anything", company=str(action["entity"]))))
        step = self.site_step(frame)
        self._told(frame).add(step)
        if step == BUY and last_waits(self.p, frame.subject):
            return
        rest = ("train", "cobourg")
        leaving = {TRACK: ("survey", "track"), TOKEN: ("track", "token"), BUY: rest, LAST: rest}.get(step, ())
        while self.p.s.agenda and self.p.top is frame and frame.step in leaving:
            self.do(self.moves.first_decider(), "skip")

    def _told(self, frame: Run) -> set[str]:
        if self.passed[0] != frame.id:
            self.passed = (frame.id, set())
        return self.passed[1]

    def site_step(self, frame: Run) -> str:
        """The site asks for track as long as the turn allows any, then for a station, trains and private companies."""
        passed = self._told(frame)
        done = {note.what for note in frame.used}
        if frame.step in ("track", "survey") and track_waits(self.p, frame):
            return TRACK
        if frame.step in ("track", "token", "run"):
            return TOKEN
        swaps = len(self.p.company(frame.subject).charters) > 1 and "train bought" not in done
        if swaps and SWAP not in passed and trains_of(self.p, frame.subject):
            return SWAP
        return BUY if BUY not in passed and self._may_buy(frame.subject) else LAST

    def _may_buy(self, company: str) -> bool:
        """Is it asked for trains?"""
        law = self.p.title.verbs["buy_train"]
        return has_empty_shell(self.p, company) or completes(self.p, law, self.moves.first_decider(), {})

    def is_arranging(self) -> bool:
        """Is a system asked how its trains stand?"""
        frame = operating.turn(self.p)
        return frame is not None and frame.step == "train" and self.site_step(frame) == SWAP

    def _removed_later(self, frame: Trial) -> str:
        """Which marker goes is asked later by the site: the file has it further on."""
        later = (step.action for step in self.steps[self.at :] if step.action["type"] == "remove_token")
        found = (stop for stop in map(self.moves.removed, later) if stop in frame.options)
        return next(found, frame.options[0])

    # --- does the position ask for this action?

    def fits(self, action: Action) -> bool:
        """By the frame on top of the agenda; a private company's pass sometimes finds its turn over."""
        kind, frame = action["type"], self.p.top
        if action["entity"] == MOHAWK or self.moves.exchanged:
            return True
        if kind == "remove_token":
            if isinstance(frame, Trial) and frame.kind == "block":
                return self.moves.removed(action) in frame.options
            return True
        if kind == "pass" and action["entity_type"] == "minor":
            return not isinstance(frame, Run) or frame.rule != "stock_turn"
        match frame:
            case Ask(rule="discard"):
                return kind == "discard_train"
            case Ask(rule="cobourg marker"):
                return kind == "place_token" and action["entity"] == COBOURG
            case Ask():
                return True
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt") or self._is_open(action)
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

    def _fits_question(self, action: Action, frame: Trial) -> bool:
        if action["type"] != "choose" or self.moves.seat(action) != frame.role:
            return False
        try:
            return self.moves.answer(frame, str(action["choice"])) in frame.options
        except Illegal:
            return False

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        entity_type, kind = action["entity_type"], action["type"]
        if entity_type == "player":
            return kind == "sell_shares" and self._sells_in_need(action)
        if self.moves.company(action) != frame.subject:
            return False
        if self.left_by_the_site(frame) and (entity_type, kind) != ("company", "place_token"):
            return False
        if kind == "pass":
            return True
        return self._is_open(action)

    def _sells_in_need(self, action: Action) -> bool:
        """Can this player sell shares for a train? Otherwise the site has come to the next stock round."""
        seat = self.moves.seat(action)
        asked = seat in agenda.deciders(self.p) and "sell" in self._menu()
        return asked and completes(self.p, self.title.verbs["sell"], seat, {})

    def _menu(self) -> list[str]:
        waiting = agenda.deciders(self.p)
        return menu(self.p, waiting[0]) if waiting else []

    def _is_open(self, action: Action) -> bool:
        return any(verb in self._menu() for verb in self._verbs(action))

    def left_by_the_site(self, frame: Run) -> bool:
        """Is this a step that the site has finished, while ours waits for something that may be done at any time?"""
        if frame.step in ("track", "survey"):
            return not track_waits(self.p, frame)
        if frame.step == "token":
            seat = self.moves.first_decider()
            return not station_waits(self.p, frame) and not completes(self.p, self.p.title.verbs["token"], seat, {})
        return frame.step == "train" and self.site_step(frame) == LAST and not last_waits(self.p, frame.subject)

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
