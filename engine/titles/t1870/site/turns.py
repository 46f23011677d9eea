"""1870 of 18xx.games: what the site reads otherwise in operating rounds, in forced sales, and at the end."""

from __future__ import annotations

from engine.board import markers
from engine.board.tiles import Track
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import End, Run
from engine.core.verbs import Choices, Plain, Text, Values
from engine.family import operating
from engine.family.choices import Routes
from engine.family.ending import finish
from engine.finance import lots, market, money, prices, shares
from engine.finance.market import Box
from engine.overlay import on
from engine.titles.t1870 import build, connection, ending, forced, script
from engine.titles.t1870.own import own

# --- track


def track_waits(p: Position, frame: Run) -> bool:
    """One is asked until the tiles are laid, and as long as the Bridge Company could be bought or used."""
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


# --- connection runs


def between_turns(p: Position, frame: Run) -> bool:
    """Connections are not looked for between turns but announced within them."""
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
    """Say who makes a connection run now."""

    def values(self, p: Position, seat: str, got: Announced, slot: str) -> Values:
        """Any companies joined to their destinations; known are those the rules would find."""

        def known() -> tuple[str, ...]:
            return (" ".join(company for company in p.d.companies if connection.eligible(p, company)) or "none",)

        return Text(True, known)

    def refuse(self, p: Position, seat: str, got: Announced) -> Refusal | None:
        """Track at least must join home and destination."""
        if not on(p, "connection_check"):
            return Refusal("connections are found without being announced", "11.1")
        for company in _announced(got):
            if company not in p.d.companies:
                return Refusal(because("there is no company {company!r}", company=company))
            if not connection.connected_by_track(p, company):
                return Refusal(because("{company} is not joined to its destination", company=company), "11.1")
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
    """A run that was announced, not found, may turn out to be impossible."""

    def refuse(self, p: Position, seat: str, got: Routes) -> Refusal | None:
        """Then it is none."""
        if on(p, "connection_check") and "routes" in got and got.routes == "none":
            return None
        return super().refuse(p, seat, got)


class ConnectionDividend(connection.ConnectionDividend):
    """It moves the price to the right."""

    def goal(self, p: Position, box: Box) -> Box:
        """As any dividend does."""
        return market.right(p.d.market, box) if on(p, "connection_dividend") else super().goal(p, box)


# --- forced sales and bankruptcy


def settle(p: Position) -> str:
    """Prices fall after the train has been bought."""
    return "after_train" if on(p, "forced_sales") else forced.settle(p)


def must_go_on(p: Position, seat: str, needy: str) -> bool:
    """Nobody has to sell down to a limit."""
    return not on(p, "forced_over_limit") and forced.must_go_on(p, seat, needy)


def forced_refusal(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Whatever is left over, and even if the train cannot be paid for in the end."""
    return (
        forced.limits_first(p, seat, needy, company)
        or (None if on(p, "bankrupt_worth") else forced.dead_end(p, seat, needy, company, units))
        or forced.too_much(p, seat, needy, company, units)
        or (None if on(p, "forced_sales") else forced.left_over(p, seat, needy, company, units))
    )


def bankrupt(p: Position, player: str, company: str) -> None:
    """A bankrupt first sells all that may be sold."""
    if not on(p, "bankrupt_worth"):
        ending.bankrupt(p, player, company)
        return
    p.emit("bankrupt", player=player, company=company)
    _sell_out(p, player, company)
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")


def _sell_out(p: Position, player: str, needy: str) -> None:
    """All that the market takes; the money is lost."""
    for company in p.d.companies:
        for units in range(shares.units_at(p, player, company), 0, -1):
            left = shares.units_at(p, player, company) - units
            if company == needy and shares.successor(p, company, left, player):
                continue  # Not even then is the company sold that needs the train.
            if prices.price(p, company) and lots.refusal(p, player, company, units) is None:
                lots.sell(p, player, company, units)
                break
    for lot in list(p.s.lots):
        p.s.lots.remove(lot)
        shares.move(p, lot.certs, shares.POOL)
    money.pay(p, player, money.BANK, p.s.cash[player])


def score(p: Position, why: str) -> End:
    """A bankrupt is worth what is left after selling."""
    return ending.score(p, why, _net_worth)


def _net_worth(p: Position, player: str) -> int:
    sold_out = p.seat(player).out == "bankrupt" and on(p, "bankrupt_worth")
    return ending.papers(p, player) if sold_out else ending.net_worth(p, player)
