"""The public surface: new games, who must decide, what is legal, moves applied or refused."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core import agenda, naming, offers, powers
from engine.core.audit import audit
from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.events import Event
from engine.core.naming import named_error
from engine.core.parts import Shown
from engine.core.position import Position, copy_of
from engine.core.sentences import because, sentence_of
from engine.core.state import AnyState, Gather
from engine.core.verbs import Act, Choices, Got, Values, checked, complete_moves, completes, next_slot, offered
from engine.title import Title, bare_state, printed
from engine.titles import setup_today, title_for
from engine.upcast import decode, encode


@dataclass(frozen=True)
class Decision:
    """Somebody must decide something."""

    seat: str
    number: int
    """A click names this number; an answer to an older one is stale."""
    rule: str
    verbs: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game at one moment. It never changes: a move makes a new one."""

    title: Title
    state: AnyState

    # --- questions

    def position(self) -> Position:
        """The rules' own view of the game, for callers with many questions."""
        return Position(self.title, printed(self.title, self.state), self.state)

    def loose(self) -> Position:
        """The same on a copy that may be changed, to see what would happen."""
        return Position(self.title, printed(self.title, self.state), copy_of(self.title, self.state))

    @cached_property
    def asked(self) -> Position:
        """The position of which only questions are asked, so that each is worked out once."""
        return self.position()

    def __getstate__(self) -> dict[str, Any]:
        """What another process gets: it asks for itself."""
        return {"title": self.title, "state": self.state}

    def decisions(self) -> list[Decision]:
        """Who must decide what, now; empty when the game is over."""
        return decisions(self.asked)

    def verbs(self, seat: str) -> list[str]:
        """What a seat can do now."""
        return possible_verbs(self.asked, seat)

    def shown(self, seat: str, verb: str) -> Shown:
        """How what a seat can do is put before it; what ends something is never done by accident."""
        law = self.title.verbs[verb]
        return Shown.RARE if law.grave else law.shown_now(self.asked, seat)

    def usual(self, seat: str, verb: str) -> Got:
        """Choices with which a verb is usually begun, where there may be many others."""
        return self.title.verbs[verb].usual(self.asked, seat)

    def values(self, seat: str, verb: str, got: Mapping[str, str | int] | None = None) -> tuple[str, Values] | None:
        """The next slot of a verb with the values that can still lead to a legal move; None if nothing is open."""
        p = self.asked
        law = _verb(p, seat, verb)
        chosen: Got = dict(got or {})
        slot = next_slot(p, law, seat, chosen)
        return None if slot is None else (slot, offered(p, law, seat, chosen, slot))

    def legal(self, seat: str) -> Iterator[Act]:
        """Every legal move of a seat, lazily; for ranges the two ends, for routes the best."""
        p = self.asked
        for name in menu(p, seat):
            yield from complete_moves(p, name, p.title.verbs[name], seat)

    def why_not(self, seat: str, act: Act, *, cited: bool = True) -> str:
        """The sentence that refuses a move; empty if the move is legal. Unless `cited`, without the rule's section."""
        try:
            self.apply(seat, act)
        except Illegal as e:
            return sentence_of(e) if cited else e.refusal.sentence(cited=False)
        except Unreadable as e:
            return sentence_of(e)
        return ""

    def grave(self, seat: str, act: Act) -> list[str]:
        """The verbs by which a move would end the game or somebody's part in it, by itself or as a yes to an offer."""
        p = self.asked
        return [
            name
            for name in offers.meant(p, seat, act.verb, act.args)
            if name in p.title.verbs and p.title.verbs[name].grave
        ]

    # --- moves

    def apply(self, seat: str, act: Act) -> tuple[Game, list[Event]]:
        """The game after a move, and what happened; an error leaves this game as it is."""
        args = allowed(self.asked, seat, act)
        p = self.loose()
        carry_out(p, seat, act.verb, args)
        return _settled(p, self.title), p.events

    # --- keeping

    def named(self, names: Mapping[str, str]) -> Game:
        """The same game with other names in some of its seats; no rule depends on a name."""
        state = copy_of(self.title, self.state)
        for seat in state.players:
            seat.name = names.get(seat.id, seat.name)
        return Game(self.title, state)

    def encode(self) -> bytes:
        """The whole state as bytes, the same for the same game on every machine."""
        return encode(self.state)

    def audit(self) -> None:
        """Raise if money or certificates are not where they must be."""
        audit(self.asked)


def _settled(p: Position, title: Title) -> Game:
    """The game that a move leads to: who must decide, and why, was worked out when it settled."""
    game = Game(title, p.s)
    if p.d is printed(title, p.s):  # Else what is played with was dealt in this move.
        vars(game)["asked"] = p.settled()
    return game


def decode_game(raw: bytes) -> Game:
    """A game from its stored bytes, of this version or an older one."""
    state = decode(raw)
    return Game(title_for(state.title, state.options), state)


def new(
    title: str,
    players: Sequence[str],
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    setup: Mapping[str, Any] | None = None,
) -> Game:
    """A new game. Seats are p1, p2 ... in playing order, drawn by the seed unless `setup["order"]` gives it."""
    found = title_for(title, options or {})
    return begin(found, players, found.chosen(options or {}), seed, setup_today(title, options or {}, setup or {}))


def begin(
    title: Title, players: Sequence[str], options: Mapping[str, str], seed: int, setup: Mapping[str, Any]
) -> Game:
    """The same for a title at hand, with all its options."""
    low, high = title.players
    if not low <= len(players) <= high:
        raise Unreadable(
            because(
                "{id} is for {low} to {high} players, not {count}.", id=title.id, low=low, high=high, count=len(players)
            )
        )
    if len(set(players)) != len(players):
        raise Unreadable("Two players have the same name.")
    names = list(players)
    stream = random.Random(seed)
    order = setup.get("order")
    if order is None:
        stream.shuffle(names)
    elif sorted(order) != sorted(names):
        raise Unreadable("The seating order must name each player exactly once.")
    else:
        names = list(order)
    state = bare_state(title, names, options, stream.getrandbits(31))
    p = Position(title, printed(title, state), state)
    title.begin(p, setup)
    agenda.settle(p)
    _number_the_decision(p)
    return _settled(p, title)


# --- the same on a position, for callers that make many moves in a row


def menu(p: Position, seat: str) -> list[str]:
    """Verbs open to a seat, whether or not they lead anywhere."""
    if p.s.end is not None or seat not in p.seats or p.seat(seat).out:
        return []
    names: list[str] = []
    if seat in agenda.deciders(p):
        names.extend(agenda.rule_of(p, p.top).open_verbs(p, p.top, seat))
    names.extend(name for name in powers.open_to(p, seat) if name not in names)
    names.extend(offers.verbs_for(p, seat))
    return names


def possible_verbs(p: Position, seat: str) -> list[str]:
    """Verbs with which the seat has at least one legal move."""
    return [name for name in menu(p, seat) if completes(p, p.title.verbs[name], seat, {})]


def decisions(p: Position) -> list[Decision]:
    """Who must decide what."""
    if p.s.end is not None:
        return []
    waiting = {
        seat: Decision(seat, p.top.asked, p.top.rule, tuple(agenda.rule_of(p, p.top).open_verbs(p, p.top, seat)))
        for seat in agenda.deciders(p)
    }
    for offer in p.s.offers:
        for seat in offer.needs:
            if seat not in offer.given and seat not in waiting:
                waiting[seat] = Decision(seat, offer.id, offers.ANSWER, offers.verbs_for(p, seat))
    return list(waiting.values())


def move(p: Position, seat: str, act: Act) -> None:
    """Check a move, carry it out and settle. Nothing is changed before the check has passed."""
    carry_out(p, seat, act.verb, allowed(p, seat, act))


def allowed(p: Position, seat: str, act: Act) -> Choices:
    """A move's choices in order, if it is legal; otherwise raises the reason. Changes nothing."""
    law = _verb(p, seat, act.verb)
    try:
        return checked(p, act.verb, law, seat, dict(act.args))
    except (Illegal, Unreadable) as e:
        raise named_error(p, e) from None


def carry_out(p: Position, seat: str, verb: str, args: Choices) -> None:
    """Carry out a move that is allowed, and settle."""
    law = p.title.verbs[verb]
    needed = [other for other in law.consent(p, seat, args) if other != seat]
    p.looked = None
    frame, before = p.top, len(p.events)
    if needed:
        offers.make(p, seat, verb, args, needed)
    else:
        law.do(p, seat, args)
    agenda.settle(p)
    offers.drop_the_impossible(p)
    if not p.s.agenda:
        return
    # A simultaneous question keeps its number: the second honest answer is as good as the first. So does a question
    # that others have only exchanged offers beside.
    beside = p.top is frame and all(event.kind in offers.QUIET for event in p.events[before:])
    if not p.top.asked or not (beside or isinstance(p.top, Gather)):
        _number_the_decision(p)


def _number_the_decision(p: Position) -> None:
    if p.s.agenda:
        p.top.asked = p.next_id()


def _verb(p: Position, seat: str, name: str):
    if p.s.end is not None:
        raise Illegal(Refusal("the game is over"))
    if seat not in p.seats:
        raise Unreadable(because("There is no seat {seat!r} at this table.", seat=seat))
    if name not in p.title.verbs:
        raise Unreadable(because("There is no move called {name!r} in {id}.", name=name, id=p.title.id))
    names = menu(p, seat)
    if name not in names:
        raise named_error(p, Illegal(_closed(p, seat, name)))
    return p.title.verbs[name]


def _closed(p: Position, seat: str, name: str) -> Refusal:
    """Why a verb is not open to a seat: a rule, or only that it is not their turn for it."""
    for power in p.title.powers:
        refusal = power.why_not(p, seat) if power.verb == name else None
        if refusal:
            return refusal
    waiting = agenda.deciders(p)
    fact = because("the game is waiting for {waiting:and}", waiting=tuple(p.seat(one).name for one in waiting))
    if seat in waiting:
        rule = agenda.rule_of(p, p.top)
        refusal = rule.why_not(p, p.top, seat, name)
        if refusal:
            return refusal
        open_now = [one for one in rule.open_verbs(p, p.top, seat) if completes(p, p.title.verbs[one], seat, {})]
        fact = because("you can {verbs:or}", verbs=tuple(naming.verb(p, one) for one in open_now))
    return Refusal(because("you cannot {verb} now", verb=naming.verb(p, name)), fact=fact)
