"""1870 of 18xx.games: what the site plays differently in operating rounds."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import markers
from engine.board.tiles import Track
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run
from engine.core.verbs import Choices, Plain, Text, Values
from engine.family import operating, tokens, trains
from engine.family.choices import OneCity, Routes
from engine.family.idle import might_act
from engine.finance import market, shares
from engine.finance.market import Box
from engine.overlay import on
from engine.titles.t1870 import build, connection, powers, script
from engine.titles.t1870.own import own

# --- track


def track_waits(p: Position, frame: Run) -> bool:
    """The site asks until the tiles are laid, and as long as the Bridge Company could be bought or used."""
    if not on(p, "idle_track"):
        return build.track_waits(p, frame)
    ready = p.s.privates[build.BRIDGE] == frame.subject and own(p).bridge == "ready"
    buyable = p.s.phase != "1" and build.may_buy_bridge(p, frame.subject)
    return build.tiles_left(p, frame) or ready or buyable


class Bridge(build.Bridge):
    """The discount is for any first tile on the river."""

    def serves(self, p: Position, hex_id: str, new: Track) -> bool:
        """Whether it crosses or not."""
        return on(p, "bridge_discount") or super().serves(p, hex_id, new)

    def allowance(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """It needs none, but counts as one of the yellow tiles that may follow."""
        return None if on(p, "bridge_tile") else super().allowance(p, company, hex_id, tile)


# --- private companies after trains


def private_step(p: Position, company: str) -> bool:
    """Is there a step for buying private companies?"""
    return on(p, "private_step")


def train_waits(p: Position, frame: Run) -> bool:
    """Where there is none, private companies keep the train step open."""
    player = shares.president(p, frame.subject)
    return not on(p, "private_step") and might_act(p, player, p.title.operating.any_time)


def private_waits(p: Position, frame: Run) -> bool:
    """A company that has a token of a private company left to place is asked, and one that might buy the bridge's.

    In phase one the two companies on the river are asked even if the Bridge Company is a company's already.
    """
    company, owners = frame.subject, p.s.privates
    unplaced = owners[powers.PORT] == company or (owners[powers.CATTLE] == company and not own(p).cattle_owner)
    least = build.private_price(p, company, build.BRIDGE).low
    return unplaced or (p.s.phase == "1" and company in build.RIVER_COMPANIES and p.s.cash[company] >= least)


CHARTERS = ("ATSF", "SSW", "SP", "SLSF", "MP", "MKT", "IC", "GMO", "FW", "TP")
"""Companies as the site lists them."""


def discard_order(p: Position) -> Sequence[str]:
    """In the order of that list."""
    owners = trains.owners(p)
    return sorted(owners, key=CHARTERS.index) if on(p, "discard_order") else owners


# --- stations


class Token(tokens.Token):
    """Also off the board, where there is a space."""

    def values(self, p: Position, seat: str, got: OneCity, slot: str) -> Values:
        """The home space in N1 is free for others once its company has closed."""
        cities = tokens.all_cities(p)
        return (*cities, *_distant(p)) if on(p, "off_board_stations") else cities


def _distant(p: Position) -> tuple[str, ...]:
    return tuple(stop for stop in sorted(p.d.map.off_board) if markers.stop_def(p, stop).slots)


# --- connection runs


def between_turns(p: Position, frame: Run) -> bool:
    """Connections are not looked for between turns but announced during them."""
    return script.finished_at_400(p) or (not on(p, "connection_check") and connection.next_run(p, frame))


def announced_run(p: Position, frame: Run) -> bool:
    """Begin the next of the runs that have been announced."""
    waiting = own(p).announced
    while waiting:
        company = waiting.pop(0)
        if connection.connected_by_track(p, company):
            connection.begin_run(p, company)
            return True
    return False


class Announced(Choices):
    companies: str


class Announce(Plain[Announced]):
    """Say which companies make their connection runs now."""

    def values(self, p: Position, seat: str, got: Announced, slot: str) -> Values:
        """Any companies connected to their destinations; the suggestions are those the rules would find."""

        def known() -> tuple[str, ...]:
            return (" ".join(company for company in p.d.companies if connection.eligible(p, company)) or "none",)

        return Text(True, known)

    def refuse(self, p: Position, seat: str, got: Announced) -> Refusal | None:
        """At least track must join home and destination."""
        if not on(p, "connection_check"):
            return Refusal("connections need not be announced here: the game finds them", "11.1")
        for company in _announced(got):
            if company not in p.d.companies:
                return Refusal(because("there is no company {company!r}", company=company))
            if not connection.connected_by_track(p, company):
                return Refusal(because("{company} is not connected to its destination", company=company), "11.1")
        return None

    def do(self, p: Position, seat: str, args: Announced) -> None:
        """The runs follow."""
        frame = p.on_top(Run)
        own(p).announced = _announced(args)
        operating.to_next_step(p, frame)


def _announced(got: Announced) -> list[str]:
    return [] if "companies" not in got or got.companies == "none" else got.companies.split()


class Connect(connection.Connect):
    """A station that stands at the destination is not promoted; by `station_wars` no home's space is taken."""

    def refuse(self, p: Position, seat: str, got: connection.TokenUse) -> Refusal | None:
        """The token is kept as a $100 marker."""
        refusal = super().refuse(p, seat, got)
        if refusal or "token" not in got or got.token != "promote" or not on(p, "station_at_destination"):
            return refusal
        return Refusal("a station marker at the destination does not become the destination token", "11.4.1")

    def space(self, p: Position, stop: str) -> int:
        """A space that no home needs, or beside the city."""
        slot = super().space(p, stop)
        spare_only = p.s.options["connection_tokens"] == "spare_space"
        return markers.BESIDE if spare_only and slot in markers.kept_slots(p, stop) else slot


class RunConnection(connection.RunConnection):
    """A run that was announced may turn out to be impossible."""

    def refuse(self, p: Position, seat: str, got: Routes) -> Refusal | None:
        """Then there is none."""
        if on(p, "connection_check") and "routes" in got and got.routes == "none":
            return None
        return super().refuse(p, seat, got)


class ConnectionDividend(connection.ConnectionDividend):
    """It moves the price to the right."""

    def goal(self, p: Position, box: Box) -> Box:
        """As any dividend does."""
        return market.right(p.d.market, box) if on(p, "connection_dividend") else super().goal(p, box)
