"""What 1889's private companies do."""

from __future__ import annotations

from functools import partial

from engine.board import lay
from engine.core.asking import Decline, ask
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Plain, Values
from engine.family import defaults, operating, privates, track
from engine.family.choices import LayChoices, OwnTile, PrivatePurchase
from engine.family.for_share import ExchangeForShare
from engine.family.own_hex import OwnHex
from engine.finance import shares

DOUGO, IYO = "DR", "IR"
FERRY, PORT_TILE, PORTS = "MF", "437", ("B11", "G10", "I12", "J9")
EHIME, OHZU, MINES, UNO, UNO_PAYS = "ER", "C4", "SMR", "UTF", 50


def has(p: Position, seat: str, private: str) -> bool:
    """Does the player own it, and does it have a power?"""
    return p.s.privates[private] == seat and p.s.options["beginner_game"] == "no"


def cost(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> int:
    """Terrain once, a fee each time; the mines' company pays nothing for mountains alone."""
    place = p.d.map.hexes[hex_id].sheet
    free = p.s.privates[MINES] == builder and [one.type for one in place.terrain] == ["mountain"]
    return 0 if free else defaults.terrain(p, builder, hex_id, tile, rotation) + place.fee


def tile_refusal(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Hexes of players' private companies; the port tile is the ferry's alone."""
    if tile == PORT_TILE:
        return Refusal(because("only {private} lays this tile", private=FERRY), p.title.sections["private"])
    return defaults.not_blocked(p, builder, hex_id, tile, rotation)


def phase_begins(p: Position, phase: str) -> None:
    """The first 5 train closes private companies, but not the ferry to Uno while a player owns it."""
    for private, owner in list(p.s.privates.items()) if p.d.phases[phase].closes_privates else ():
        if owner != privates.CLOSED and not (private == UNO and owner in p.seats):
            privates.close_private(p, private, privates.PHASE)


def port_refusal(p: Position, seat: str) -> Refusal | None:
    """Its player: in a stock round, between turns, or in the track step of a company they preside over."""
    turn, section = operating.turn(p), p.title.sections["private"]
    refusal = privates.not_yours(p, seat, FERRY, section)
    if refusal or turn is None or (turn.step == "track" and (not turn.used or chief(p, turn.subject) == seat)):
        return refusal
    return Refusal("you can lay it between two turns, or when a company of yours builds track", section)


class Port(Plain[LayChoices]):
    """Lay the port tile in one of four towns, connected or not, at no cost."""

    def values(self, p: Position, seat: str, got: LayChoices, slot: str) -> Values:
        """Four towns; one tile; six rotations."""
        return {"hex": PORTS, "tile": (PORT_TILE,)}.get(slot, range(6))

    def refuse(self, p: Position, seat: str, got: LayChoices) -> Refusal | None:
        """The owner, the moment, a bare hex, the only copy, track that leads somewhere."""
        refusal = port_refusal(p, seat)
        if not refusal and "hex" in got:
            refusal = lay.tile_refusal(p, got.hex, PORT_TILE)
        if not refusal and "rotation" in got:
            refusal = lay.turn_refusal(p, got.hex, PORT_TILE, got.rotation)
        return refusal

    def do(self, p: Position, seat: str, args: LayChoices) -> None:
        """Beside everything that companies lay."""
        track.put_tile(p, seat, args.hex, PORT_TILE, args.rotation, 0)


class BuyPrivate(privates.BuyPrivate[PrivatePurchase]):
    """A company buys a private company; whoever sells the Ehime Railway is asked about Ohzu at once."""

    def do(self, p: Position, seat: str, args: PrivatePurchase) -> None:
        seller = p.s.privates[args.private]
        super().do(p, seat, args)
        if args.private == EHIME:
            p.push(Ask(rule="ohzu", role=seller, about=[EHIME]))


class Ohzu(OwnHex):
    """Upgrade Ohzu, connected or not, beside what the company lays."""

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        p.pop()
        self.put(p, args, "ohzu")


EXCHANGE = ExchangeForShare(DOUGO, IYO, (shares.IPO,))
POWERS = tuple(
    Power(verb, partial(has, private=private), window, why_not)
    for verb, private, why_not in (("exchange", DOUGO, EXCHANGE.not_the_owner), ("port", FERRY, port_refusal))
    for window in ("stock_round", "operating_round")
)
FRAMES = {"ohzu": ask("ohzu", "decline_ohzu")}
VERBS = {
    "exchange": EXCHANGE,
    "port": Port(),
    "ohzu": Ohzu(OHZU),
    "decline_ohzu": Decline("ohzu_declined"),
    "buy_private": BuyPrivate(),
}
