"""What rule code gets: the definition, the working state, the events so far. Alive for one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

from engine.board.track import Ground
from engine.core.definition import Definition
from engine.core.errors import Stuck
from engine.core.events import Event
from engine.core.seams import Seams
from engine.core.state import AnyFrame, AnyState, Board, Company, Seat, State

T = TypeVar("T")
F = TypeVar("F", bound=AnyFrame)

_board_encoder = msgspec.msgpack.Encoder(order="deterministic")
_encoder = msgspec.msgpack.Encoder()
_decoders: dict[Seams[Position], msgspec.msgpack.Decoder[Any]] = {}


def copy_of(title: Seams[Position], state: AnyState) -> AnyState:
    """A copy that can be changed freely."""
    found = _decoders.get(title)
    if found is None:
        found = _decoders[title] = msgspec.msgpack.Decoder(State[title.own])  # type: ignore[name-defined]
    return found.decode(_encoder.encode(state))


class Position:
    """A game under examination or in the middle of one move."""

    __slots__ = ("_ground", "d", "events", "looked", "memo", "s", "seats", "title")

    def __init__(self, title: Seams[Position], definition: Definition, state: AnyState) -> None:
        self.title = title
        self.d = definition
        self.s = state
        self.events: list[Event] = []
        self.memo: dict[Any, Any] = {}
        self.looked: dict[Any, Any] | None = {}
        """Answers that hold as long as nothing changes; None while a move or a step is being carried out."""
        self.seats = frozenset(seat.id for seat in state.players)
        self._ground: Ground | None = None

    def emit(self, kind: str, /, **data: str | int) -> None:
        """Record that something happened."""
        self.events.append(Event(kind, data))

    def emit_payment(self, kind: str, payer: str, payee: str, price: int, /, **data: str | int) -> None:
        """Record that something was paid for. The price is secret if nobody else can work it out: between two accounts
        that are both hidden, it is told to those who may see one of them."""
        hidden = {seat.id: self.title.secret_accounts(self, seat.id) for seat in self.s.players}
        knowing = tuple(seat for seat, accounts in hidden.items() if not (payer in accounts and payee in accounts))
        if len(knowing) == len(hidden):
            self.emit(kind, **data, price=price)
        else:
            self.events.append(Event(kind, data, {"price": price}, knowing))

    def once(self, key: object, answer: Callable[[], T]) -> T:
        """An answer computed once as long as nothing changes."""
        if self.looked is None:
            return answer()
        if key not in self.looked:
            self.looked[key] = answer()
        return cast(T, self.looked[key])

    # --- trying things out

    def fork(self) -> Position:
        """A position of its own to try things on; what happens there changes nothing here."""
        tried = Position(self.title, self.d, copy_of(self.title, self.s))
        tried.looked = None
        return tried

    def adopt(self, tried: Position) -> None:
        """Make what was tried on a fork the real position."""
        self.s = tried.s
        self.events += tried.events
        self.memo.clear()
        self.looked = None
        self._ground = None

    def settled(self) -> Position:
        """The same for whoever goes on asking: answers that hold until something changes are kept."""
        now = Position(self.title, self.d, self.s)
        now.looked = {} if self.looked is None else self.looked
        return now

    # --- agenda

    @property
    def top(self) -> AnyFrame:
        """The frame that is dealt with now."""
        return self.s.agenda[-1]

    def on_top(self, shape: type[F]) -> F:
        """The same where it must be of this shape."""
        frame = self.s.agenda[-1]
        if not isinstance(frame, shape):
            raise Stuck(f"{frame.rule!r} is dealt with now, and not a {shape.__name__}.")
        return frame

    @property
    def top_rule(self) -> str:
        """The rule of the top frame, or nothing when the game is over."""
        return self.s.agenda[-1].rule if self.s.agenda else ""

    def push(self, frame: AnyFrame, below: int = 0) -> None:
        """Put a frame on top of the agenda, or below so many that are on top."""
        frame.id = self.next_id()
        self.s.agenda.insert(len(self.s.agenda) - below, frame)

    def pop(self) -> None:
        """End the top frame; what was to follow it takes its place."""
        self.remove(len(self.s.agenda) - 1)

    def remove(self, index: int) -> None:
        """End a frame wherever it stands; what was to follow it takes its place."""
        frame = self.s.agenda.pop(index)
        for follower in reversed(frame.later):
            follower.id = self.next_id()
            self.s.agenda.insert(index, follower)
        gone = frame.id
        self.s.offers = [offer for offer in self.s.offers if offer.frame != gone]

    def next_id(self) -> int:
        """A number never used before in this game."""
        self.s.ids += 1
        return self.s.ids

    # --- who and what

    def seat(self, player: str) -> Seat:
        """A player's seat."""
        for seat in self.s.players:
            if seat.id == player:
                return seat
        raise KeyError(player)

    @property
    def living(self) -> list[str]:
        """Players still in the game, in seating order."""
        return [seat.id for seat in self.s.players if not seat.out]

    def company(self, symbol: str) -> Company:
        """A public company's changing facts."""
        return self.s.companies[symbol]

    def left_of(self, player: str) -> str:
        """The next living player clockwise."""
        ids = [seat.id for seat in self.s.players]
        at = ids.index(player)
        living = set(self.living)
        for step in range(1, len(ids) + 1):
            other = ids[(at + step) % len(ids)]
            if other in living:
                return other
        raise Stuck("There is no player left in the game.")

    def from_left_of(self, player: str) -> list[str]:
        """The other living players clockwise, starting left of this one."""
        order: list[str] = []
        other = self.left_of(player)
        while other != player and other not in order:
            order.append(other)
            other = self.left_of(other)
        return order

    # --- board

    @property
    def board(self) -> Board:
        """Tiles and markers on the map."""
        return self.s.board

    @property
    def ground(self) -> Ground:
        """Map and board together, for questions about track."""
        if self._ground is None:
            self._ground = Ground(self.d.map, self.d.tiles, self.s.board)
        return self._ground

    def board_key(self) -> bytes:
        """The board's content, for caches; taken once until the board changes."""
        key = self.memo.get("board_key")
        if key is None:
            key = _board_encoder.encode(self.s.board)
            self.memo["board_key"] = key
        return key

    def board_changed(self) -> None:
        """Forget everything computed from the old board."""
        self.memo.clear()
