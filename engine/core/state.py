"""All that changes in a game, as plain data: ids, numbers and lists."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct, field

NOW = 6
"""Version of the stored form; `upcast.py` brings older ones up to it."""

SeatId: TypeAlias = str
"""A player's seat: `p1`."""
CompanyId: TypeAlias = str
"""A company's symbol, or the name of a builder that is no company: `SP`."""
PrivateId: TypeAlias = str
TrainId: TypeAlias = str
"""One train card, as against its kind."""
HexId: TypeAlias = str
TileId: TypeAlias = str
StopId: TypeAlias = str
"""A stop on the map: `B9/c1`."""
Account: TypeAlias = str
"""Who may hold money: `bank`, a seat (`p1`), a company (`SP`) or a purse with a name of its own (`bid:p1:MKT`)."""
Place: TypeAlias = str
"""Where a certificate is: a seat, `ipo`, `pool`, a company's symbol (its treasury), `lot:7`, `with:MKT`, `gone`."""

Own = TypeVar("Own")


class Used(Struct, array_like=True):
    """Something done within a frame and remembered until the frame ends."""

    what: str
    on: str = ""
    by: str = ""
    amount: int = 0
    """Of a note of money."""


class Frame(Struct, kw_only=True):
    """Common part of everything on the agenda. `later` takes the frame's place when it ends, however it ends."""

    rule: str
    id: int = 0
    asked: int = 0
    """Number of the decision it waits for; a click names the number it answers."""
    later: list[AnyFrame] = field(default_factory=list["AnyFrame"])


class Run(Frame, tag="run"):
    """Something that goes on: a round, a turn, a company's operation."""

    subject: str = ""
    step: str = ""
    used: list[Used] = field(default_factory=list[Used])


class Ask(Frame, tag="ask"):
    """One role answers one question."""

    role: str
    about: list[str] = field(default_factory=list[str])


class Gather(Frame, tag="gather"):
    """Several roles answer in any order of arrival; answers are applied in a fixed order when all are in."""

    roles: list[str]
    got: dict[str, str] = field(default_factory=dict[str, str])
    about: list[str] = field(default_factory=list[str])


class Raise(Frame, tag="raise"):
    """Somebody owes money and must raise it."""

    payer: str
    amount: int
    about: list[str] = field(default_factory=list[str])
    used: list[Used] = field(default_factory=list[Used])


class Trial(Frame, tag="trial"):
    """A procedure that may fail as a whole: computed on a copy with the answers so far."""

    args: dict[str, str]
    answers: dict[str, str] = field(default_factory=dict[str, str])
    question: str = ""
    """The name for the answer; empty while no question is open."""
    kind: str = ""
    """What is asked."""
    of: list[str | int] = field(default_factory=list[str | int])
    """About whom and what: players, companies, amounts of money."""
    role: str = ""
    options: list[str] = field(default_factory=list[str])


AnyFrame = Run | Ask | Gather | Raise | Trial


class Seat(Struct, kw_only=True):
    """A player at the table."""

    id: SeatId
    name: str
    out: str = ""
    """Empty while the player is in the game; otherwise the reason: `bankrupt`, `conceded`."""


class TrainRun(Struct, array_like=True, frozen=True):
    """One train's part of a run."""

    route: str
    """As the rules write it: `2-0=B9/c0,B9.E,B11/c0`."""
    paid: dict[StopId, int] = {}
    """The stops that counted, with what they paid."""
    earned: int = -1
    """What the train earned, with its bonuses; -1 where that is not known."""


class Company(Struct, kw_only=True):
    """A public company's changing facts; who pays, issues shares, lays track and owns trains are separate things."""

    charters: list[str]
    """Where its trains may be: usually one charter, two for a company made of two."""
    par: int = 0
    floated: bool = False
    closed: bool = False
    home_placed: bool = False
    into: str = ""
    """The company it has become part of, if any: that one has its charter, its markers and its home."""
    turns: int = 0
    """How often it has operated."""
    markers: list[int] = field(default_factory=list[int])
    """Costs of the station markers not yet placed, in the order in which they are used."""
    last_run: int = -1
    """Income of its last run; -1 before the first."""
    last_routes: list[TrainRun] = field(default_factory=list[TrainRun])


class Train(Struct, kw_only=True):
    """One train card. `at` is a charter, `supply`, `pool` or `gone`."""

    kind: str
    at: str
    face: str = ""
    marks: list[str] = field(default_factory=list[str])


class TileOn(Struct, array_like=True):
    """A tile on a hex."""

    tile: TileId
    rotation: int


class Marker(Struct, array_like=True):
    """A station marker; `slot` -1 stands beside the city and takes no space."""

    company: CompanyId
    stop: StopId
    slot: int


class Board(Struct, kw_only=True):
    """All that track and stations depend on; caches are keyed by its content."""

    tiles: dict[HexId, TileOn] = field(default_factory=dict[HexId, TileOn])
    markers: list[Marker] = field(default_factory=list[Marker])
    signs: dict[HexId, list[str]] = field(default_factory=dict[HexId, list[str]])
    """Private companies' tokens, ports, coal and the like: hex -> signs lying there."""


class Lot(Struct, kw_only=True):
    """Shares sold and not settled yet."""

    id: int
    seller: SeatId
    company: CompanyId
    certs: list[str]
    units: int
    price: int
    rescuer: str
    """Role that may buy the lot, frozen at the sale; empty if nobody may."""
    left: int = 1
    """What the bank had left when it had paid the seller, not counting what others have borne since."""


class Offer(Struct, kw_only=True):
    """A move that needs somebody else's consent; it lies beside the agenda and blocks nobody."""

    id: int
    by: SeatId
    verb: str
    args: dict[str, str | int]
    needs: list[SeatId]
    given: list[SeatId]
    frame: int
    """The frame in which it was made; the offer ends with it."""


class Hold(Struct, array_like=True, frozen=True):
    """A seat asks for a pause at a moment that would pass without a decision, so that it can use a power."""

    seat: SeatId
    power: str
    moment: str


class Clock(Struct, kw_only=True):
    """Where in the sequence of play the game is."""

    turn: int = 1
    round: str = ""
    number: int = 0
    """Number of the operating round in its set."""
    of: int = 0
    """Operating rounds in the current set."""


class End(Struct, kw_only=True):
    """How the game ended."""

    why: str
    worth: dict[SeatId, int]
    winners: list[SeatId]


class State(Struct, Generic[Own], kw_only=True):
    """A whole game at one moment."""

    v: int = NOW
    title: str
    options: dict[str, str]
    players: list[Seat]
    cash: dict[Account, int]
    certs: dict[str, Place]
    privates: dict[PrivateId, Place]
    companies: dict[CompanyId, Company]
    """Everything with charters and station markers: the public companies, and builders that are not companies."""
    trains: dict[TrainId, Train]
    phase: str
    market: dict[str, list[CompanyId]]
    board: Board
    clock: Clock
    priority: SeatId
    lots: list[Lot] = field(default_factory=list[Lot])
    agenda: list[AnyFrame] = field(default_factory=list[AnyFrame])
    offers: list[Offer] = field(default_factory=list[Offer])
    holds: list[Hold] = field(default_factory=list[Hold])
    ids: int = 0
    rng: int = 0
    broken: bool = False
    """The bank has run out of money once."""
    end: End | None = None
    own: Own


AnyState = State[Any]
