"""A file of 18xx.games followed move by move, as far as all titles are alike."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.agenda import deciders
from engine.core.errors import EngineError, Illegal, Refusal, Unreadable
from engine.core.position import Position, copy_of
from engine.core.sentences import because
from engine.core.state import Ask, Run
from engine.core.verbs import Act, completes
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import CHAT, MOST_NAMED, Action, SiteGame, Step, is_silent
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState
from engine.finance import shares
from engine.game import Game, move
from engine.overlay import RULES, SITE
from engine.record import Record
from engine.title import printed
from engine.titles import setup_today

MovesT = TypeVar("MovesT", bound=SiteMoves[Any, Any])

PAUSES = ("home", "discard")
"""Questions that the site lets wait while private companies are bought or used."""


EMPTY: Mapping[str, Any] = {}


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

    id: ClassVar[str]
    """Our id of the title."""
    there: ClassVar[str] = ""
    """The title's name on the site, if it is another."""
    theirs: ClassVar[Mapping[str, str]] = {}
    """The site's name of a rule -> our option, which is `yes` then."""
    printed: ClassVar[Mapping[str, str]] = {}
    """Printed cities as the site calls them, where there are several alike."""
    moves_class: type[MovesT]
    view_class: ClassVar[type[SiteState[Any]]] = SiteState

    def __init__(self, source: SiteGame, setup: Mapping[str, Any] = EMPTY) -> None:
        title, options = self.id, self.options(source)
        names = [name for _, name in source.players]
        if len(set(names)) != len(names):
            names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
        begun = setup_today(title, options, {"order": names, **setup})
        self.record = Record(title=title, players=names, options=dict(options), setup=begun)
        start = self.record.begin()
        self.title = start.title
        self.p = Position(self.title, printed(self.title, start.state), copy_of(self.title, start.state))
        self.seats = {player: f"p{number}" for number, (player, _) in enumerate(source.players, 1)}
        self.ids = {seat: player for player, seat in self.seats.items()}
        self.steps = source.steps
        self.at = 0
        """How many steps have been carried out."""
        self.kept: list[Action] = []
        """Trains to be discarded as soon as their company is asked."""
        self.early: list[Action] = []
        """Private companies bought or used before the answer to a question of ours; they follow it."""
        self.laid = ""
        """Entity that laid a tile with the last action."""
        labels = self.labels()
        self.moves = self.moves_class(self.p, labels, self.view_class(self.p, labels, self.ids), self.seats, self.do)

    # --- what a title says in its own way

    @classmethod
    def options(cls, source: SiteGame) -> dict[str, str]:
        """Our options for a game of the site."""
        return options_for_rules(source, cls.theirs)

    def labels(self) -> Labels:
        """The site's names for things that are alike."""
        return Labels(self.p, self.printed)

    def lead_to(self, action: Action) -> None:
        """What the site has done by itself before an action: in most titles nothing, as we ask whom the site asks."""

    def perform(self, action: Action, following: Step | None) -> None:
        """Make an action that the position asks for."""
        self.moves.make(action)

    # --- what an import asks for

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return Game(self.title, self.p.s)

    def state(self) -> dict[str, Any]:
        """The position in the site's terms."""
        return self.moves.view.state()

    def left_over(self) -> Action | None:
        """A discard that waits for another company's."""
        return self.kept[0] if self.kept else None

    def acting(self) -> list[str]:
        """The players asked; of several companies that discard trains the site names the first on its own list."""
        discards = itertools.takewhile(lambda frame: frame.rule == "discard", reversed(self.p.s.agenda))
        chiefs = [shares.president(self.p, frame.about[0]) for frame in discards if isinstance(frame, Ask)]
        return [self.ids[seat] for seat in chiefs or deciders(self.p)]

    def run(self) -> dict[str, Any]:
        """Routes of the last step, if it ran any."""
        return self.moves.view.routes

    # --- moving

    def carry_out(self, step: Step, following: Step | None) -> None:
        """The action, by whoever the site would let make it."""
        self.moves.view.routes = {}
        self.at += 1
        action = step.action
        if is_silent(action):
            if action["type"] not in CHAT and action["entity_type"] == "player":
                self.moves.check_entity(action)
            return
        self.moves.check_entity(action)
        self.lead_to(action)
        if is_decline(action):
            self._decline(action)
        else:
            self.act(action, following)
            self._catch_up(following)
            by_private = action["entity_type"] == "company"
            self.laid = str(action["entity"]) if by_private and action["type"] == "lay_tile" else ""

    def act(self, action: Action, following: Step | None) -> None:
        """A discard is asked for or kept, and what concerns a private company may wait for an answer."""
        if action["type"] == "discard_train":
            self._discard(action)
        elif self._comes_early(action):
            self.early.append(action)
        else:
            self.moves.check_turn(action)
            self.perform(action, following)

    def player_of(self, step: Step) -> str:
        """Whoever acts for a company is its president, or the owner of the private company."""
        try:
            seat = self.moves.acting(step.action)
            return self.p.seat(seat).name if seat in self.p.seats else ""
        except (EngineError, LookupError, TypeError, ValueError):
            return ""

    def _decline(self, action: Action) -> None:
        """A station that goes with a private company's tile is not placed."""
        if not self.is_asked(action):
            private = str(action["entity"])[:MOST_NAMED]
            raise Illegal(Refusal(because("{private} is not asked for anything", private=private)))
        self.laid = ""
        self.declined(action)

    def is_asked(self, action: Action) -> bool:
        """Does the site ask a private company about a station, or for something else?"""
        return self.laid == action["entity"] or self.is_in_question(action)

    def is_in_question(self, action: Action) -> bool:
        """Do we ask for what the site asks the private company for?"""
        return self.p.top_rule == self.moves.asks.get(str(action["entity"]))

    def declined(self, action: Action) -> None:
        """The answer is no, or only what any company may do is left of the step."""
        frame = self.p.top
        if self.is_in_question(action):
            self.moves.make(action)
        elif isinstance(frame, Run) and frame.step == "token" and self.moves.company(action) == frame.subject:
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
