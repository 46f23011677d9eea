"""Who acts in a file of 18xx.games: somebody there is, and in their turn."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.exchange.site_log import MOST_NAMED, Action
from engine.exchange.site_states import SiteState
from engine.family import operating
from engine.finance import shares

ViewT = TypeVar("ViewT", bound=SiteState[Any])

BY_PRIVATE = ("lay_tile", "place_token", "assign", "buy_shares")
"""What private companies do, besides declining it."""


class Actors(Generic[ViewT]):
    """Players, companies and private companies by the site's names."""

    def __init__(self, p: Position, view: ViewT, seats: dict[str, str]) -> None:
        self.p = p
        self.view = view
        self.seats = seats
        """The site's id of a player -> the seat."""

    # --- what few say in their own way

    def company(self, action: Action) -> str:
        """The company of an action, or the owner of the private company that acts."""
        entity = str(action["entity"])
        return self.p.s.privates[self.our_private(entity)] if action["entity_type"] == "company" else entity

    def acting(self, action: Action) -> str:
        """The seat that acts: the player, or the company's president."""
        if action["entity_type"] == "player":
            return self.seat(action)
        return shares.president(self.p, self.company(action))

    def our_name(self, name: str) -> str:
        """Our name of a company, a private company or a kind of train."""
        return name

    def our_private(self, name: str) -> str:
        """Our name of a private company; the site may call a company or a train the same."""
        return next((private for private in self.p.d.privates if self.view.kind_name(private) == name), name)

    def type_of(self, company: str) -> str:
        """What the site calls a company that acts."""
        return "corporation"

    def seat(self, action: Action) -> str:
        """The seat of a player's action; none if a company acts."""
        entity = str(action["entity"])
        if entity not in self.seats and action["entity_type"] == "player":
            raise Unreadable(because("nobody in this file is called “{entity}”.", entity=entity[:MOST_NAMED]))
        return self.seats.get(entity, "")

    # --- who acts

    def check_entity(self, action: Action) -> None:
        """Whoever acts must be somebody, and of the kind that is stated."""
        entity, kind = str(action["entity"]), action["entity_type"]
        if kind == "player":
            self.seat(action)
            return
        ours = self.our_private(entity) if kind == "company" else self.our_name(entity)
        if kind == "company":
            known = ours in self.p.s.privates and self.view.kind_name(ours) == entity
        else:
            known = ours in self.p.s.companies and self.view.name(ours) == entity and self.type_of(ours) == kind
        if not known:
            named = {"kind": str(kind)[:MOST_NAMED], "name": entity[:MOST_NAMED]}
            raise Unreadable(because("this game has no {kind!r} “{name}”.", **named))

    def check_turn(self, action: Action) -> None:
        """A company acts in its turn, or when it is asked; a private company in that of its owner."""
        turn, kind = operating.turn(self.p), action["entity_type"]
        if kind == "company" and action["type"] not in BY_PRIVATE:
            raise self.not_used(action)
        if turn is None or kind == "player":
            return
        company = self.company(action)
        if kind == "company" and company not in self.p.s.companies:
            return
        top = self.p.top
        asked = company in getattr(top, "about", ()) or company == getattr(top, "subject", "")
        if company != turn.subject and not asked:
            told = {"company": self.view.name(turn.subject), "other": self.view.name(company)}
            raise Illegal(Refusal(because("{company} has its turn, not {other}", **told)))

    def check_tokener(self, action: Action, company: str) -> None:
        """Whose station is placed, if that is stated."""
        stated = action.get("tokener")
        if stated is not None and stated != self.view.name(company):
            told = {"company": self.view.name(company), "other": str(stated)[:MOST_NAMED]}
            raise Illegal(Refusal(because("the station is {company}’s, not {other}’s", **told)))

    def not_used(self, action: Action) -> Illegal:
        """A private company cannot do this."""
        return Illegal(Refusal(because("{private} cannot do this", private=str(action["entity"])[:MOST_NAMED])))
