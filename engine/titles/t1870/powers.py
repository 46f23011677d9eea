"""1870's private companies: who may buy them, the cattle and port tokens, what closes when (12, 15)."""

from __future__ import annotations

from engine.board.tiles import StopDef
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Choices, Plain, Values
from engine.family import defaults, operating
from engine.family.choices import OneHex
from engine.family.privates import close_private, not_its_own
from engine.titles.t1870.build import BRIDGE
from engine.titles.t1870.define import RIVER
from engine.titles.t1870.own import own

PORT, CATTLE = "GSC", "SCC"
OPEN, CLOSED, HERD = "open port", "closed port", "cattle"


def private_bought(p: Position, company: str, private: str) -> None:
    """The Bridge Company brings its discount; a token on the map serves the owner of its private company (15.2)."""
    mine = own(p)
    if private == BRIDGE:
        mine.bridge = "ready"
    if private == PORT and mine.port_owner:
        mine.port_owner = company
        p.board_changed()
    if private == CATTLE and mine.cattle_owner:
        mine.cattle_owner = company
        p.board_changed()


def phase_begins(p: Position, phase: str) -> None:
    """Phase four closes the private companies, phase five removes their tokens (4.2.4, 4.2.5)."""
    defaults.phase_begins(p, phase)
    if phase == "5":
        p.board.signs = {}
        p.board_changed()


def sign_value(p: Position, company: str, hex_id: str) -> int:
    """What the tokens in a hex add for a company (15.2)."""
    worth = 0
    for sign in p.board.signs.get(hex_id, ()):
        if sign == HERD:
            worth += 10 if own(p).cattle_owner == company else 0
        elif own(p).port_owner == company:
            worth += 20
        elif sign == OPEN:
            worth += 10
    return worth


def stop_value(p: Position, company: str, stop: str, facts: StopDef) -> tuple[int, int]:
    """Printed value, doubled by the destination token at an end of a run, then the tokens (8.3.1, 11.5)."""
    base = facts.revenue
    if isinstance(base, dict):
        base = base[p.d.phases[p.s.phase].offboard]
    hex_id = stop.split("/")[0]
    doubled = company in own(p).doubled and hex_id == p.d.companies[company].destination
    return base + (sign_value(p, company, hex_id) if facts.kind == "city" else 0), base if doubled else 0


def _place(p: Position, hex_id: str, sign: str) -> None:
    p.board.signs.setdefault(hex_id, []).append(sign)
    p.board_changed()


class Cattle(Plain[OneHex]):
    """Place the Southern Cattle Company's token."""

    def values(self, p: Position, seat: str, got: OneHex, slot: str) -> Values:
        """Cities west of the Mississippi."""
        return RIVER.tokens.cattle

    def cites(self, p: Position, slot: str) -> str:
        """The token is for cities west of the Mississippi."""
        return "15.2"

    def refuse(self, p: Position, seat: str, got: OneHex) -> Refusal | None:
        """The owner, once."""
        company = operating.operator(p)
        refusal = not_its_own(p, company, CATTLE, "15.2")
        if refusal:
            return refusal
        if own(p).cattle_owner:
            return Refusal("the cattle token has already been placed", "15.2")
        return None

    def do(self, p: Position, seat: str, args: OneHex) -> None:
        """It stays for good; the private company stays open."""
        company, hex_id = operating.operator(p), args.hex
        own(p).cattle_owner = company
        _place(p, hex_id, HERD)
        p.emit("sign", company=company, hex=hex_id, sign=HERD)


class PortChoices(Choices):
    hex: str
    kind: str


class Port(Plain[PortChoices]):
    """Place one of the Gulf Shipping Company's two tokens."""

    def values(self, p: Position, seat: str, got: PortChoices, slot: str) -> Values:
        """Cities on the Gulf, and on the river from Memphis down."""
        return RIVER.tokens.port if slot == "hex" else ("open", "closed")

    def cites(self, p: Position, slot: str) -> str:
        """The tokens are for cities on the Gulf, and on the river from Memphis down."""
        return "15.2"

    def refuse(self, p: Position, seat: str, got: PortChoices) -> Refusal | None:
        """The owner, one of the two."""
        company = operating.operator(p)
        refusal = not_its_own(p, company, PORT, "15.2")
        if refusal:
            return refusal
        if own(p).port_owner:
            return Refusal("a port token has already been placed", "15.2")
        return None

    def do(self, p: Position, seat: str, args: PortChoices) -> None:
        """A closed port closes the private company."""
        company, hex_id = operating.operator(p), args.hex
        sign = OPEN if args.kind == "open" else CLOSED
        own(p).port_owner = company
        _place(p, hex_id, sign)
        p.emit("sign", company=company, hex=hex_id, sign=sign)
        if sign == CLOSED:
            close_private(p, PORT, "port")


class ClosePort(Plain[Choices]):
    """Make an open port private, which closes the Gulf Shipping Company."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """While the company still owns the private company and the port is open."""
        company = operating.operator(p)
        is_open = any(OPEN in signs for signs in p.board.signs.values())
        if p.s.privates[PORT] != company or own(p).port_owner != company or not is_open:
            return Refusal(because("{company} has no open port to close", company=company), "15.2")
        return None

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """From now on it serves only its owner."""
        company = operating.operator(p)
        for hex_id, signs in p.board.signs.items():
            if OPEN in signs:
                signs[signs.index(OPEN)] = CLOSED
                p.emit("sign", company=company, hex=hex_id, sign=CLOSED)
        p.board_changed()
        close_private(p, PORT, "port")
