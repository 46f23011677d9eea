"""What a company's best routes are asked of, and how the answer is given: plain data and nothing else.

Track is a set of pieces. A piece joins two nodes: "stop:<id>", "edge:<id>" (where two hexes meet) or "junction:<id>"
(where tracks meet inside a hex). Money is always given as the train at hand would earn it.
"""

from typing import Literal

from msgspec import Struct

StopKind = Literal["city", "town", "offboard"]

UNLIMITED = 99


class BadProblem(ValueError):
    """The problem itself makes no sense; the sentence names the stop, the track or the train."""


class Mirror(Struct, frozen=True):
    """A value set by the rest of the route, as at the Ruhrgebied (1839 §12).

    The stop pays the largest of its own value, `largest` times the best other stop of the route (counted or not) and
    `offboard` times the off-board at the other end.
    """

    largest: int = 1
    offboard: int = 2


class Stop(Struct, frozen=True):
    """A city, town or off-board. An off-board of several hexes is one stop with a piece for each of its tracks."""

    id: str
    kind: StopKind
    # One amount for each train, in the order of Problem.trains: phase, port and cattle tokens, multipliers and any
    # doubling that applies anywhere on the route are already in it.
    values: tuple[int, ...]
    own: bool = False  # the company has a station marker here
    passable: bool = True  # False: a route may end here and not run through
    usable: bool = True  # False: no route may touch it (coalfields without a marker)
    may_end: bool = True  # False: a route may run through and not end here
    group: str = ""  # stops of one group exclude each other within a route (two off-boards of one colour)
    once: bool = False  # its value is earned by one train of the company only, R trains apart (1839 §16.1)
    end_bonus: tuple[int, ...] = ()  # for each train, what the stop earns more as an end of the route (1870 §11.5)
    mirror: Mirror | None = None


class Piece(Struct, frozen=True):
    """One piece of track. It is used once over all the company's trains, and so is every hex edge it touches."""

    id: str
    a: str
    b: str
    uses: tuple[str, ...] = ()  # other things used up with it, such as the short end shared at a switch
    terminal: bool = False  # a stop at its end must be an end of the route
    hex: str = ""  # over an edge a route goes on only into another hex
    # Where the node ids do not tell (lanes, gauges): (own edge node, piece met there). An edge node that is named
    # here joins the pieces named and no others.
    links: tuple[tuple[str, str], ...] = ()


class Row(Struct, frozen=True):
    """Some of a train's length: it may visit so many stops of these kinds, and is paid for the best of them."""

    kinds: tuple[StopKind, ...]
    visit: int
    pay: int


class Train(Struct, frozen=True):
    """A train, or one face of a certificate.

    `kind` is read as printed: "3", "2+1", "3+", "4/6" (best 4 of 6), "5/*" (best 5 of any), "8E" (cities only, towns
    free), "3+D", "D"; with P and R marks in front ("PR3+1"). `rows` says it in full where no kind fits; `kind` is then
    only a name. Doubling of a 3+D is part of the stops' values.
    """

    id: str
    kind: str = ""
    rows: tuple[Row, ...] = ()
    offboards: int = UNLIMITED  # the most off-boards on its route
    free_offboards: bool = False  # off-boards take none of its length (1839 §16.3)
    recount: bool = False  # may earn stops that other trains of the company have earned (the R mark)
    # Of the trains of one certificate only those of one face may run: 2x2 or 3+1 (1843 §13.2).
    certificate: str = ""
    face: str = ""


class Bonus(Struct, frozen=True):
    """Paid once to a route that has at least `need` of the stops (as its ends, if `at_end`)."""

    stops: tuple[str, ...]
    amount: int
    need: int = 1
    at_end: bool = False
    trains: tuple[str, ...] = ()  # only for these trains; empty: for all


class Problem(Struct, frozen=True):
    """A company about to run its trains."""

    stops: tuple[Stop, ...]
    pieces: tuple[Piece, ...]
    trains: tuple[Train, ...]
    bonuses: tuple[Bonus, ...] = ()
    # One route of the set must have exactly these two ends, with every stop of it paid (1870 §11).
    required: tuple[str, str] | None = None
    unit: int = 10  # revenues go in steps of this, as far as the values given allow
    centers: tuple[StopKind, ...] = ("city", "town", "offboard")  # a route needs two stops of these kinds
    train_limit: int | None = None  # the most trains that may run, counting both of a 2x2
    barriers: tuple[str, ...] = ()  # edge nodes that no route may cross


class Route(Struct, frozen=True):
    """A train and its way: nodes from stop to stop.

    Where two pieces join the same two nodes, "piece:<id>" stands between them to say which.
    """

    train: str
    path: tuple[str, ...]


class Solution(Struct, frozen=True):
    """The best set found, and what is known of better ones: none exists above `bound`."""

    routes: tuple[Route, ...]
    total: int
    bound: int
    proven: bool
    alternatives: tuple[tuple[Route, ...], ...]  # sets of the same total, the first of them `routes`


class Earned(Struct, frozen=True):
    """What one route earns."""

    train: str
    stops: tuple[str, ...]
    paid: tuple[tuple[str, int], ...]
    bonus: int
    revenue: int


class Valued(Struct, frozen=True):
    """A legal set of routes and its worth."""

    routes: tuple[Earned, ...]
    total: int


Broken = Literal["route", "marker", "length", "offboards", "required", "barred"]
"""What a refused set of routes breaks: a rule of all routes, the one that demands a marker, its train's length, its
train's limit for off-board areas alone, the run that must be made, or what keeps the company from a stop.
"""


class Refused(Struct, frozen=True):
    """Why a set of routes may not be run, in one sentence; and which rule it breaks, with which train."""

    reason: str
    broken: Broken = "route"
    train: str = ""
