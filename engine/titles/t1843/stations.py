"""The third step: place a station, move one, or claim a port; and ports bought later (8.5, 8.9)."""

from __future__ import annotations

from engine.board import markers
from engine.board.markers import BLOCK
from engine.board.network import reach_from
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Marker, Run, Used
from engine.core.verbs import Choices, Plain, Values
from engine.family import operating, tokens
from engine.family.choices import OneCity, OneHex
from engine.family.running import trains_of
from engine.finance import money
from engine.titles.t1843.define import PORTS
from engine.titles.t1843.homes import HAD_ROUTE, HAD_TRAIN, has_route
from engine.titles.t1843.own import later_edition, own
from engine.titles.t1843.trains import GRAY

MOVE_COSTS = 100
PORT_COSTS = 20
TOKEN, MOVED, CLAIMED = "token", "moved", "claimed"


def _turn(p: Position) -> Run:
    return operating.this_turn(p)


def done_refusal(p: Position) -> Refusal | None:
    """One of the three actions a turn."""
    turn = _turn(p)
    if used(turn, TOKEN):
        return Refusal("the company has already placed a station marker this turn", "8.5")
    if used(turn, MOVED):
        return Refusal("the company has already moved a station marker this turn", "8.5")
    if used(turn, CLAIMED):
        return Refusal("the company has already claimed a port this turn", "8.5")
    return None


def hex_of(stop: str) -> str:
    """The hex of a stop."""
    return stop.split("/")[0]


class Token(tokens.Token):
    """Place a station marker; at most one per hex."""

    def refuse(self, p: Position, seat: str, got: OneCity) -> Refusal | None:
        """One of the three actions a turn; one marker per hex; then the usual rules."""
        company = operating.operator(p)
        refusal = done_refusal(p) or super().refuse(p, seat, got)
        if refusal or "city" not in got:
            return refusal
        if any(hex_of(stop) == hex_of(got.city) for stop in markers.own_stops(p, company)):
            return Refusal(
                because("{company} already has a station marker in {hex_id}", company=company, hex_id=hex_of(got.city)),
                "8.5.1",
            )
        return None


class TokenMove(Choices):
    from_: str
    city: str


class MoveToken(Plain[TokenMove]):
    """Move a station marker, once in the game; a blocked marker takes its place."""

    def values(self, p: Position, seat: str, got: TokenMove, slot: str) -> Values:
        """The company's stations; all cities."""
        if slot == "from":
            return tuple(markers.own_stops(p, operating.operator(p)))
        return tokens.all_cities(p)

    def refuse(self, p: Position, seat: str, got: TokenMove) -> Refusal | None:
        """Gray phase, once, 100fr from the treasury; placed as usual, and traced from the old place too."""
        company = operating.operator(p)
        refusal = done_refusal(p) or self._company_refusal(p, company)
        if refusal or "city" not in got:
            return refusal
        start, stop = got.from_, got.city
        others = [other for other in markers.own_stops(p, company) if other != start]
        if any(hex_of(other) == hex_of(stop) for other in others):
            return Refusal(
                because(
                    "{company} already has another station marker in {hex_id}", company=company, hex_id=hex_of(stop)
                ),
                "8.5.1",
            )
        tried = self._blocked(p, company, start)
        full = tokens.space_refusal(tried, company, stop, "8.5.2")
        if full:
            return full
        if not reach_from(tried, company, (*others, start)).comes_to(stop):
            return Refusal(
                because("{company} cannot trace a route to {stop} from its markers", company=company, stop=stop),
                "8.5.2",
            )
        return None

    def _company_refusal(self, p: Position, company: str) -> Refusal | None:
        if p.s.phase != "gray":
            return Refusal("station markers can only be moved in the gray phase", "8.5.2")
        if company in own(p).moved:
            return Refusal(
                because("{company} has already moved a station marker in this game", company=company), "8.5.2"
            )
        refusal = money.short(p, company, MOVE_COSTS, "8.5.2")
        if refusal:
            return refusal
        if not later_edition(p) and all(p.s.trains[train].kind != GRAY for train in trains_of(p, company)):
            return Refusal(because("{company} has no gray train", company=company), "8.5.2")
        return None

    def _blocked(self, p: Position, company: str, start: str) -> Position:
        """The board without the marker and with a blocked one in its place."""
        tried = p.fork()
        self._block(tried, company, start)
        return tried

    def _block(self, p: Position, company: str, start: str) -> None:
        at = next(m for m in p.board.markers if m.company == company and m.stop == start)
        p.board.markers[p.board.markers.index(at)] = Marker(BLOCK, at.stop, at.slot)
        p.board_changed()

    def do(self, p: Position, seat: str, args: TokenMove) -> None:
        """Pay, block the old place and move to the new one."""
        company, start, stop = operating.operator(p), args.from_, args.city
        money.pay(p, company, money.BANK, MOVE_COSTS)
        self._block(p, company, start)
        slot = markers.open_slot(p, stop, company)
        assert slot is not None
        markers.put_marker(p, company, stop, slot)
        own(p).moved.append(company)
        _turn(p).used.append(Used(MOVED, stop))
        p.emit("moved", company=company, old=start, stop=stop, cost=MOVE_COSTS)


# --- ports


class ClaimPort(Plain[OneHex]):
    """Claim the marker of a port that the company had a route to."""

    def values(self, p: Position, seat: str, got: OneHex, slot: str) -> Values:
        """All six."""
        return PORTS

    def cites(self, p: Position, slot: str) -> str:
        """The six ports."""
        return "8.5.3"

    def refuse(self, p: Position, seat: str, got: OneHex) -> Refusal | None:
        """A train and a route at the start of the turn, and no station placed in it."""
        company = operating.operator(p)
        refusal = done_refusal(p)
        if refusal:
            return refusal
        if not used(_turn(p), HAD_TRAIN):
            return Refusal(because("{company} had no train at the start of its turn", company=company), "8.5.3")
        if "hex" not in got:
            return None
        port = got.hex
        if port in own(p).ports:
            return Refusal(
                because("the port of {hex_id} belongs to {ports}", hex_id=port, ports=own(p).ports[port]), "8.5.3"
            )
        if later_edition(p):
            if not used(_turn(p), HAD_ROUTE, on=port):
                return Refusal(
                    because(
                        "{company} had no route to {hex_id} at the start of its turn", company=company, hex_id=port
                    ),
                    "8.5.3",
                )
        elif not has_route(p, company, port):
            return Refusal(because("{company} has no route to {hex_id}", company=company, hex_id=port), "8.5.3")
        return None

    def do(self, p: Position, seat: str, args: OneHex) -> None:
        """From the map to the charter."""
        company, port = operating.operator(p), args.hex
        own(p).ports[port] = company
        p.s.board.signs = {name: signs for name, signs in p.board.signs.items() if name != port}
        p.board_changed()
        _turn(p).used.append(Used(CLAIMED, port))
        p.emit("claimed", company=company, hex=port)


class BuyPort(Plain[OneHex]):
    """Buy a port marker from another company for 20fr."""

    def values(self, p: Position, seat: str, got: OneHex, slot: str) -> Values:
        """All six."""
        return PORTS

    def cites(self, p: Position, slot: str) -> str:
        """The six ports."""
        return "8.9"

    def refuse(self, p: Position, seat: str, got: OneHex) -> Refusal | None:
        """Another company has it, and the treasury has 20fr."""
        company = operating.operator(p)
        refusal = money.short(p, company, PORT_COSTS, "8.9")
        if refusal or "hex" not in got:
            return refusal
        owner = own(p).ports.get(got.hex, company)
        return (
            Refusal(because("no other company has the port of {hex_id}", hex_id=got.hex), "8.9")
            if owner == company
            else None
        )

    def consent(self, p: Position, seat: str, args: OneHex) -> list[str]:
        """The director of the company that has it."""
        other = chief(p, own(p).ports[args.hex])
        return [other] if other != seat else []

    def do(self, p: Position, seat: str, args: OneHex) -> None:
        """From treasury to treasury."""
        company, port = operating.operator(p), args.hex
        owner = own(p).ports[port]
        money.pay(p, company, owner, PORT_COSTS)
        own(p).ports[port] = company
        p.emit("bought_port", company=company, seller=owner, hex=port, amount=PORT_COSTS)
