"""The parts of a view: plain data without cycles (`gc=False`) or what its viewer may not know. None means hidden."""

from __future__ import annotations

from msgspec import Struct

from engine.board.geometry import FLAT, POINTED, HexGrid
from engine.core.parts import Goal, Mark
from engine.core.sheets import PhaseSheet
from engine.core.state import Clock, End, TrainRun
from engine.finance.market import Box


class Holding(Struct, kw_only=True, gc=False):
    """A player's shares of one company."""

    company: str
    units: int
    percent: int
    certificates: int
    president: bool


class SeatView(Struct, kw_only=True, gc=False):
    """A player at the table."""

    id: str
    name: str
    out: str
    cash: int | None
    shares: list[Holding]
    privates: list[str]
    certificates: int
    """Certificates that count towards the limit."""
    limit: int | None
    """None where there is no limit."""
    liquidity: int | None
    """Cash plus what all shares that could be sold now, company by company, would bring; None also where left out."""
    worth: int | None
    """What the player would be worth if the game ended now."""
    priority: bool
    on_turn: bool
    passed: bool
    """Has passed since the last action of this stock round."""
    sold: list[str]
    """Companies of which the player has sold shares in this stock round."""
    marks: list[Mark]
    """Other marks of the player."""


class TrainView(Struct, kw_only=True, gc=False):
    """A train that a company owns."""

    id: str
    kind: str
    charter: str
    face: str
    marks: list[str]


class ReachView(Struct, frozen=True, gc=False):
    """Where trains of any length could run, from a company's station markers, on the track that lies."""

    stops: list[str] = []
    shut: list[str] = []
    """Those among them that they cannot go through, for others' markers fill them."""


class CompanyView(Struct, kw_only=True, gc=False):
    """A public company."""

    symbol: str
    name: str
    nickname: str
    color: str
    president: str
    price: int
    box: str
    par: int
    """0 for a company that has taken in another: it has no par any more."""
    offer_price: int
    """The price of a tenth in the IPO."""
    treasury: int | None
    charters: list[str]
    """Where its trains are: its own charter, and those of companies that it has taken in."""
    trains: list[TrainView]
    markers_left: list[int]
    """Costs of the station markers not yet placed, in order."""
    offered: int
    """Units in the IPO."""
    pool: int
    """Units in the pool, including lots that are not settled."""
    own: int
    """Units in the company's own treasury."""
    floats_at: int
    """How many units must be sold before it floats."""
    privates: list[str]
    started: bool
    floated: bool
    closed: bool
    into: str
    """The company it has become part of."""
    operated: bool
    """Has begun or finished its turn in this operating round."""
    turns: int
    last_run: int
    last_routes: list[TrainRun]
    reach: ReachView = ReachView()
    homes: list[str]
    destination: str
    goal: Goal | None = None
    """Where its track should lead, and what that pays, until a train of it has run there."""
    marks: list[Mark]


PRICE = "price"
"""The mark of a private company whose price differs from the printed one."""


class Bid(Struct, frozen=True, gc=False):
    """What somebody has bid on a private company."""

    seat: str
    amount: int
    bound: bool = True
    """Is its money set aside? In some games only the highest bid's is."""


class PrivateView(Struct, kw_only=True, gc=False):
    """A private company. `owner` is a seat, a company, or a place such as `sale`, `pool` or `closed`."""

    id: str
    name: str
    cost: int
    revenue: int
    owner: str
    bids: list[Bid]
    marks: list[Mark]

    @property
    def price(self) -> int:
        """What it costs now."""
        return next((max(0, mark.amount) for mark in self.marks if mark.what == PRICE), self.cost)

    @property
    def other_marks(self) -> list[Mark]:
        """Its marks but for the price."""
        return [mark for mark in self.marks if mark.what != PRICE]


class PriceMarkerView(Struct, frozen=True, gc=False):
    """A price marker in its box."""

    company: str
    operated: bool


class BoxView(Box, frozen=True, kw_only=True, gc=False):
    """One box of the market, with its stack from the top."""

    stack: list[PriceMarkerView]


class MarketView(Struct, kw_only=True, gc=False):
    """The stock market."""

    rows: int
    columns: int
    boxes: list[BoxView]


class MarkerView(Struct, frozen=True, gc=False):
    """A station marker; one beside the city takes no space."""

    company: str
    slot: int
    beside: bool


class StopView(Struct, kw_only=True, gc=False):
    """A stop as it is now. Its `end` is its number in the hex's track pieces."""

    id: str
    kind: str
    name: str
    end: int
    slots: int
    revenue: int
    """What it pays in this phase."""
    revenues: dict[str, int]
    """For values that differ by phase: every value by the name of its phase."""
    pays: str = ""
    """What is printed where a rule, not a number, decides the value."""
    place: str
    """The stop that stands for the place, if several hexes are one place; otherwise its own id."""
    markers: list[MarkerView]
    reserved: dict[str, int]
    """Companies whose home marker is still to come -> the space kept for it."""


class Terrain(Struct, frozen=True, gc=False):
    """What makes the first tile more expensive."""

    kind: str
    cost: int


class Barrier(Struct, frozen=True, gc=False):
    """A side that no track may cross."""

    edge: int
    kind: str


class River(Struct, frozen=True, gc=False):
    """The sides of a hex on either bank of a river that runs through it."""

    west: list[int]
    east: list[int]


class HexView(Struct, kw_only=True, gc=False):
    """A hex of the map, printed or with its tile. Sides are numbered clockwise from 0, `View.grid` names them."""

    id: str
    row: int
    column: int
    kind: str
    name: str
    label: str
    color: str
    """Colour of the tile, or what is printed."""
    tile: str
    rotation: int
    cost: int
    """What the first tile costs; 0 once there is one."""
    fee: int = 0
    """What every tile costs in addition, as long as one can still be laid."""
    terrain: list[Terrain]
    barriers: list[Barrier]
    stops: list[StopView]
    track: list[tuple[int, int]]
    """Pieces of track between sides (0 to 5) and stops (10 and up)."""
    signs: list[str]
    port: bool
    river: River | None
    stubs: list[int]
    """Sides with a printed end of track that leads nowhere yet."""
    line: list[int]
    """The sides joined by the printed line that track must follow; empty once it is laid."""
    blocked_by: str
    """The open private company that blocks the hex; empty if there is none."""
    final: bool = False
    """Does its tile stay to the end, because no other may replace it?"""


class TileStop(Struct, frozen=True, gc=False):
    """A stop printed on a tile."""

    kind: str
    slots: int
    revenue: int


class TileView(Struct, kw_only=True, gc=False):
    """A kind of tile in the supply; -1 means unlimited."""

    name: str
    color: str
    label: str
    left: int
    count: int
    stops: list[TileStop]
    track: list[tuple[int, int]]
    """Its pieces of track before it is turned, in the numbers of a hex's track."""


class WareView(Struct, kw_only=True, gc=False):
    """A kind of train: how many are left, and what its first purchase rusts."""

    kind: str
    price: int
    stops: int
    left: int
    back_of: str
    """The kind on the other side of the same cards, which is on top in the supply."""
    pool: int
    again: bool = False
    """It has rusted, and cards that came back are for sale again."""
    count: int
    fresh: bool
    """None of them has left the supply: those that a game is played without, or that lie with a private company, do not
    count as sold.
    """
    on_sale: bool
    rusts: list[str]
    rusted_by: str
    trade_for: list[str]
    trade_in: int
    also_after: str = ""
    """It is for sale, beside others, once a train of this kind has been bought."""
    exported: bool = False
    """Does one leave the supply, unbought, after each set of operating rounds that begins the next with this kind?"""
    last_takes_next: bool = False
    """Does the first of the next kind leave with the last of this one?"""


class FrameView(Struct, kw_only=True, gc=False):
    """One thing on the agenda, from the game at the bottom to the current question."""

    shape: str
    rule: str
    subject: str
    step: str
    about: list[str]
    amount: int
    answered: list[str]
    """For a question to several players: who has answered, but not what."""
    kind: str
    of: list[str | int]
    """For a question within a procedure: its kind, and what it is about."""
    acted: bool = False
    """In a step of a company's turn: something has been laid, placed or bought in it."""


class DecisionView(Struct, kw_only=True, gc=False):
    """Somebody must decide. Only that player sees what can be done."""

    seat: str
    number: int
    rule: str
    verbs: list[str]


class OfferView(Struct, kw_only=True, gc=False):
    """An open offer, shown to those concerned, or to everybody where offers are public."""

    id: int
    by: str
    verb: str
    args: dict[str, str | int]
    needs: list[str]
    given: list[str]


class LotView(Struct, kw_only=True, gc=False):
    """Shares sold and not settled yet."""

    id: int
    seller: str
    company: str
    units: int
    price: int
    rescuer: str


class PayoutView(Struct, kw_only=True, gc=False):
    """What one choice of dividend would pay, and where the price would go."""

    kind: str
    dividend: int
    each: int
    kept: int
    price: int


class View(Struct, kw_only=True, frozen=True):
    """A game as one seat or a spectator may see it. It never changes, so the same view can be shown to everybody."""

    title: str
    name: str
    options: dict[str, str]
    currency: str
    president_word: str
    seat: str
    """The viewing seat; empty for a spectator."""
    seats: list[SeatView]
    companies: list[CompanyView]
    builders: list[CompanyView]
    """Those that lay track and run without being a company."""
    privates: list[PrivateView]
    bank: int
    broken: bool
    breaks: bool
    """Can the bank be broken at all?"""
    last_set: bool
    """Does the game end with the set of operating rounds under way, or in a stock round with the next?"""
    neutral: dict[str, str]
    """Neutral markers on the map, of no company: symbol -> colour."""
    market: MarketView
    hexes: list[HexView]
    flat: bool
    """Are the hexes of the map flat on top?"""
    tiles: list[TileView]
    trains: list[WareView]
    phase: str
    phases: list[PhaseSheet]
    clock: Clock
    agenda: list[FrameView]
    decisions: list[DecisionView]
    offers: list[OfferView]
    lots: list[LotView]
    payouts: list[PayoutView]
    """The choices of dividend, while one is to be made."""
    end: End | None

    @property
    def grid(self) -> HexGrid:
        """How the hexes of the map lie."""
        return FLAT if self.flat else POINTED

    def bound(self, seat: str) -> int:
        """The money of a seat that is set aside in bids."""
        return sum(bid.amount for one in self.privates for bid in one.bids if bid.seat == seat and bid.bound)

    def cards_rusted(self, ware: WareView) -> list[str]:
        """The kinds of card that a train rusts, without those that are only a face of another card."""
        cards = {one.kind for one in self.trains if one.count or one.back_of}
        return [kind for kind in ware.rusts if kind in cards]
