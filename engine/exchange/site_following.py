"""A file of 18xx.games followed move by move, as far as all titles are alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engine.core import agenda
from engine.core.errors import EngineError, Illegal, Refusal, Unreadable
from engine.core.position import Position, copy_of
from engine.core.sentences import because
from engine.core.state import Ask, Raise, Run
from engine.core.verbs import Act, completes
from engine.exchange.site_log import MOST_NAMED, Action, SiteGame, Step, is_silent
from engine.exchange.site_moves import SiteMoves
from engine.family import operating
from engine.game import Game, menu, move
from engine.overlay import RULES, SITE
from engine.record import Record
from engine.title import definition
from engine.titles import setup_today

MovesT = TypeVar("MovesT", bound=SiteMoves[Any, Any])

MOST_IMPLIED = 80
PASSED = ("track", "token", "train", "private")
"""The steps of a turn in which the site expects a pass."""
PAUSES = ("home", "discard")
"""Questions that the site lets wait while private companies are bought or used."""


def options_for_rules(source: SiteGame, theirs: Mapping[str, str]) -> dict[str, str]:
    """Our options for a game of the site; of the site's optional rules each sets an option of ours to `yes`."""
    for rule in source.rules - set(theirs):
        raise Unreadable(because("The file uses a rule that is unknown here: {rule}.", rule=rule))
    return {RULES.name: SITE, **{theirs[rule]: "yes" for rule in sorted(source.rules)}}


def is_decline(action: Action) -> bool:
    """Does a private company pass?"""
    return action["type"] == "pass" and action["entity_type"] == "company"


class Follower(Generic[MovesT]):
    """Plays a file of the site on our board: what it says, and what it omits because the site does it by itself."""

    implied: ClassVar[Mapping[str, str]] = {"stock_turn": "pass", "operating_turn": "skip"}
    """What is done unasked, by the rule of the frame that asks us."""
    verbs: ClassVar[Mapping[str, str]] = {
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
    """What companies do -> our verb."""

    def __init__(self, source: SiteGame, title: str, options: Mapping[str, str], setup: Mapping[str, Any]) -> None:
        names = [name for _, name in source.players]
        if len(set(names)) != len(names):
            names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
        begun = setup_today(title, options, {"order": names, **setup})
        self.record = Record(title=title, players=names, options=dict(options), setup=begun)
        start = self.record.begin()
        self.title = start.title
        self.p = Position(self.title, definition(self.title, start.state.options), copy_of(self.title, start.state))
        self.seats = {player: f"p{number}" for number, (player, _) in enumerate(source.players, 1)}
        self.ids = {seat: player for player, seat in self.seats.items()}
        self.steps = source.steps
        self.at = 0
        """How many steps have been carried out."""
        self.kept: list[Action] = []
        """Trains to be discarded as soon as their company is asked."""
        self.early: list[Action] = []
        """Private companies bought or used before the answer to a question of ours; they follow it."""
        self.status = source.status
        self.ended = ""
        """Entity whose turn ended with the last action."""
        self.laid = ""
        """Entity that laid a tile with the last action."""
        self.moves = self.begin()

    # --- what a title says in its own way

    def begin(self) -> MovesT:
        """Its actions, with its labels and its way to tell a state."""
        raise NotImplementedError

    def unasked(self) -> tuple[str, str] | None:
        """What the site does here without being asked: a verb, and an answer if it takes one."""
        rule = self.p.top_rule
        return (self.implied[rule], "") if rule in self.implied else None

    def who_ended(self, action: Action, rule: str) -> str:
        """Which of the acting players ended their turn with an action made in a frame of this rule; or nobody."""
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
        if action["entity"] in self.moves.exchanges:
            return True
        match frame:
            case Ask(rule="discard"):
                return kind == "discard_train" and frame.about[0] == action["entity"]
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt") or self.verb_of(action) in self.menu()
            case Run(rule="stock_turn"):
                return action["entity_type"] == "player" and self.moves.seat(action) == frame.subject
            case Run(rule="operating_turn"):
                return self._fits_turn(action, frame)
            case _:
                return True

    def verb_of(self, action: Action) -> str:
        """Our verb for what a company does."""
        kind = str(action["type"])
        return self.moves.own_hex.get((str(action["entity"]), kind)) or self.verbs.get(kind, "")

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        if action["entity_type"] == "player":
            return action["type"] == "sell_shares" and self.sells_in_need(action)
        if self.moves.company(action) != frame.subject:
            return False
        verb = self.verb_of(action)
        return frame.step in PASSED if verb == "skip" else verb in self.menu()

    def perform(self, action: Action, following: Step | None) -> None:
        """Make an action that the position asks for."""
        self.moves.make(action)

    # --- what an import asks for

    @property
    def judgement(self) -> MovesT:
        """Where runs are compared with the best."""
        return self.moves

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return Game(self.title, self.p.s)

    def state(self) -> dict[str, Any]:
        """The position in the site's terms."""
        return self.moves.view.state()

    def run(self) -> dict[str, Any]:
        """Routes of the last step, if it ran any."""
        return self.moves.view.routes

    # --- moving

    def carry_out(self, step: Step, following: Step | None) -> None:
        """The action itself, then what the next one shows that the site did without being asked."""
        self.moves.view.routes = {}
        self.at += 1
        action = step.action
        if is_silent(action):
            return
        if is_decline(action):
            self._decline(action)
        elif not self.already_over(action):
            self.lead_to(action)
            rule = self.p.top_rule
            if action["type"] == "discard_train":
                self._discard(action)
            elif self._comes_early(action):
                self.early.append(action)
            else:
                self.perform(action, following)
            self._catch_up(following)
            self.ended = self.who_ended(action, rule)
            self.laid = str(action["entity"]) if action["type"] == "lay_tile" else ""
        if following is None:
            self._finish()
        elif not is_decline(following.action) and not self.already_over(following.action):
            self.lead_to(following.action)

    def player_of(self, step: Step) -> str:
        """Whoever acts for a company is its president, or the owner of the private company."""
        try:
            seat = self.moves.acting(step.action)
            return self.p.seat(seat).name if seat in self.p.seats else ""
        except (EngineError, LookupError, TypeError, ValueError):
            return ""

    def already_over(self, action: Action) -> bool:
        """A pass of somebody whose turn has ended here without it, since nothing was left to do."""
        if action["type"] != "pass":
            return False
        return self.ended == str(action["entity"])

    def _decline(self, action: Action) -> None:
        """A station that goes with a private company's tile is not placed."""
        if not self.is_asked(action):
            private = str(action["entity"])[:MOST_NAMED]
            raise Illegal(Refusal(because("{private} is not asked for anything", private=private)))
        self.laid = ""
        self.declined(action)

    def is_asked(self, action: Action) -> bool:
        """Does the site ask a private company about a station?"""
        return self.laid == action["entity"]

    def declined(self, action: Action) -> None:
        """Only what any company may do is left of the step."""
        frame = self.p.top
        if isinstance(frame, Run) and frame.step == "token" and self.moves.company(action) == frame.subject:
            seat = self.moves.first_decider()
            if not completes(self.p, self.title.verbs["token"], seat, {}):
                self.do(seat, "skip")

    def _discard(self, action: Action) -> None:
        """We ask one company after another, the site all at once: what is not needed yet is kept until it is."""
        self.moves.move_discarded(action)
        self.kept.append(action)
        while asked := next((one for one in self.kept if self.moves.asks_for(one)), None):
            self.kept.remove(asked)
            self.moves.discard(asked)
        if self.kept and self.p.top_rule != "discard":
            raise Illegal(Refusal(because("nobody is asked to discard {train}", train=self.kept[0]["train"])))

    def _comes_early(self, action: Action) -> bool:
        """Does it concern a private company while we wait for a home or a discard?"""
        private = action["entity_type"] == "company" or action["type"] == "buy_company"
        return private and self.p.top_rule in PAUSES

    def _catch_up(self, following: Step | None) -> None:
        """What came early, now that the question is answered; nothing is left over when the file ends."""
        while self.early and (following is None or self.p.top_rule not in PAUSES):
            self.perform(self.early.pop(0), following)

    def lead_to(self, action: Action) -> None:
        """Give the answers that the site leaves out until the position is the one that the action belongs to."""
        if action["type"] == "discard_train":
            return  # It is asked for at once, or already done.
        for _ in range(MOST_IMPLIED):
            if self.p.s.end is not None or action["type"] == "end_game" or self.fits(action):
                return
            if not self._imply():
                return

    def _finish(self) -> None:
        """A finished game has ended although the last answers are missing."""
        for _ in range(MOST_IMPLIED):
            if self.status != "finished" or self.p.s.end is not None or not self._imply():
                return

    def _imply(self) -> bool:
        """Pass, skip or answer as the site does without asking."""
        waiting = agenda.deciders(self.p)
        implied = self.unasked() if waiting else None
        if implied is None:
            return False
        verb, answer = implied
        try:
            if answer:
                self.do(waiting[0], verb, answer=answer)
            else:
                self.do(waiting[0], verb)
        except Illegal:
            return False
        return True

    def do(self, seat: str, verb: str, **args: str | int) -> None:
        """One move of ours, with the consent that the file shows to have been given."""
        if not seat:
            raise Illegal(Refusal("only a player can do this"))
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
        self.moves.view.see(self.p.events)

    # --- questions to the position

    def menu(self) -> list[str]:
        """What the asked player can do."""
        waiting = agenda.deciders(self.p)
        return menu(self.p, waiting[0]) if waiting else []

    def sells_in_need(self, action: Action) -> bool:
        """Can this player sell shares for a train? Otherwise the site has come to the next stock round."""
        seat = self.moves.seat(action)
        asked = seat in agenda.deciders(self.p) and "sell" in self.menu()
        return asked and completes(self.p, self.title.verbs["sell"], seat, {})

    def in_stock_turn(self, seat: str) -> bool:
        """Does this player's turn of a stock round go on?"""
        turns = [frame for frame in self.p.s.agenda if isinstance(frame, Run) and frame.rule == "stock_turn"]
        return any(turn.subject == seat for turn in turns)
