"""What 1889's private companies do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board import lay
from engine.core.asking import ask
from engine.core.errors import Refusal
from engine.core.parts import Mark
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Choices, Plain, Shown, Values
from engine.family import defaults, falling, operating, privates, track
from engine.family.choices import OwnTile, PrivatePurchase
from engine.family.for_share import ExchangeForShare
from engine.family.own_hex import OwnHex
from engine.family.privates import close_private, not_yours
from engine.finance import shares
from engine.titles.t1889.own import beginners
from engine.titles.t1889.script import FERRY_INCOME, PORTS, UNO, is_late

DOUGO, IYO = "DR", "IR"
FERRY, PORT_TILE = "MF", "437"
EHIME, OHZU = "ER", "C4"
MINES = "SMR"
SECTION = "private companies"


def cost(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> int:
    """Terrain once, and one hex costs something each time; the mines' company pays nothing for mountains alone."""
    place = p.d.map.hexes[hex_id].sheet
    if p.s.privates[MINES] == builder and [one.type for one in place.terrain] == ["mountain"]:
        return 0
    return defaults.terrain(p, builder, hex_id, tile, rotation) + place.fee


def tile_refusal(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Hexes of players' private companies; the port tile is the ferry's alone."""
    if tile == PORT_TILE:
        return Refusal(because("only the owner of {private} lays tile {tile}", private=FERRY, tile=tile), SECTION)
    return defaults.not_blocked(p, builder, hex_id, tile, rotation)


def phase_begins(p: Position, phase: str) -> None:
    """The first 5 train closes private companies, but not the ferry to Uno while a player owns it."""
    for private, owner in p.s.privates.items() if p.d.phases[phase].closes_privates else ():
        if owner != privates.CLOSED and not (private == UNO and owner in p.seats):
            close_private(p, private)


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """The cost of the cheapest private company, and what the ferry to Uno pays late in the game."""
    if p.s.privates.get(UNO) in p.seats and is_late(p):
        return {f"private {UNO}": [Mark("income", FERRY_INCOME)]}
    return falling.marks(p, seat)


# --- a share for the Dougo Railway


class Exchange(ExchangeForShare):
    """Give the Dougo Railway for a share of the Iyo Railway, from the initial offering."""

    places = (shares.IPO,)


EXCHANGE = Exchange(DOUGO, IYO)


def has(p: Position, seat: str, private: str) -> bool:
    """Does the player own it, and does it have a power?"""
    return p.s.privates[private] == seat and not beginners(p)


# --- the port tile


class PortChoices(Choices):
    hex: str
    rotation: int


def port_refusal(p: Position, seat: str) -> Refusal | None:
    """Its player, once: in a stock round, between turns, or in the track step of a company they preside over."""
    turn = operating.turn(p)
    refusal = not_yours(p, seat, FERRY, SECTION)
    if refusal or turn is None or (turn.step == "track" and (not turn.used or chief(p, turn.subject) == seat)):
        return refusal
    when = because("in an operating round you can lay it between two turns, or when your own company builds track")
    return Refusal(when, SECTION)


class Port(Plain[PortChoices]):
    """Lay the port tile in one of four towns, connected or not, at no cost."""

    def values(self, p: Position, seat: str, got: PortChoices, slot: str) -> Values:
        """Four towns; six rotations."""
        return PORTS if slot == "hex" else range(6)

    def refuse(self, p: Position, seat: str, got: PortChoices) -> Refusal | None:
        """The owner, the moment, a bare hex, track that leads somewhere."""
        refusal = port_refusal(p, seat)
        if refusal is None and not lay.tiles_left(p, PORT_TILE):
            refusal = Refusal(because("the port tile has been laid"), SECTION)
        if refusal is None and "hex" in got:
            refusal = lay.tile_refusal(p, got.hex, PORT_TILE)
        if refusal is None and "rotation" in got:
            refusal = lay.turn_refusal(p, got.hex, PORT_TILE, got.rotation)
        return refusal

    def do(self, p: Position, seat: str, args: PortChoices) -> None:
        """Beside everything that companies lay."""
        track.put_tile(p, seat, args.hex, PORT_TILE, args.rotation, 0)


# --- the seller's tile


class BuyPrivate(privates.BuyPrivate[PrivatePurchase]):
    """A company buys a private company; who sells the Ehime Railway may build in Ohzu."""

    def do(self, p: Position, seat: str, args: PrivatePurchase) -> None:
        """The seller is asked at once."""
        seller = p.s.privates[args.private]
        super().do(p, seat, args)
        if args.private == EHIME:
            p.push(Ask(rule="ohzu", role=seller, about=[EHIME]))


class Ohzu(OwnHex):
    """Upgrade Ohzu, connected or not, beside what the company lays."""

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """The question is answered."""
        p.pop()
        self.put(p, args, "ohzu")


class Decline(Plain[Choices]):
    """Leave Ohzu as it is."""

    declines = True
    shown = Shown.DONE

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The right is lost."""
        p.pop()
        p.emit("ohzu_declined", player=seat)


POWERS = (
    *(
        Power("exchange", lambda p, seat: has(p, seat, DOUGO), window, EXCHANGE.not_the_owner)
        for window in ("stock_round", "operating_round")
    ),
    *(
        Power("port", lambda p, seat: has(p, seat, FERRY) and port_refusal(p, seat) is None, window, port_refusal)
        for window in ("stock_round", "operating_round")
    ),
)
FRAMES = {"ohzu": ask("ohzu", "decline_ohzu")}
VERBS = {
    "exchange": EXCHANGE,
    "port": Port(),
    "ohzu": Ohzu(OHZU),
    "decline_ohzu": Decline(),
    "buy_private": BuyPrivate(),
}
