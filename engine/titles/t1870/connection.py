"""Destinations: the connection run, the destination token, the extra dividend (11)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import markers
from engine.board.network import reach_from
from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.parts import Goal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Marker, Run
from engine.core.verbs import Choices, Plain, Values
from engine.family import homes
from engine.family.choices import OneKind
from engine.family.dividend import Dividend, income, pay_out
from engine.family.running import RunTrains, problem, trains_of
from engine.finance import market, prices, shares
from engine.finance.market import Box
from engine.routes import Refused, Route, connects
from engine.titles.t1870.options import option
from engine.titles.t1870.own import own

RULE = "connection"


def destination_stop(p: Position, company: str) -> str:
    """The stop in the destination's hex."""
    hex_id = p.d.companies[company].destination
    return f"{hex_id}/{p.ground.track(hex_id).stops[0].key}"


def home_stop(p: Position, company: str) -> str:
    """The stop with the home marker."""
    return p.d.map.homes[company][0]


def goal(p: Position, company: str) -> Goal | None:
    """Its destination, which pays twice at the end of a run (11.5)."""
    if p.company(company).closed or company in own(p).connected:
        return None
    stop = destination_stop(p, company)
    return Goal(home_stop(p, company), stop, markers.printed_amount(p, markers.stop_def(p, stop)))


def connected_by_track(p: Position, company: str) -> bool:
    """Could some train of any length run from home to destination, and is the run still to be made?"""
    facts = p.company(company)
    if facts.closed or not facts.home_placed or company in own(p).connected:
        return False
    return reach_from(p, company, (home_stop(p, company),)).comes_to(destination_stop(p, company))


def eligible(p: Position, company: str) -> bool:
    """Can one of the company's trains run from its home to its destination, counting every stop (11.1)?"""
    if not connected_by_track(p, company):
        return False
    owned = trains_of(p, company)
    if not owned:
        return False
    home, goal = home_stop(p, company), destination_stop(p, company)
    return connects(problem(p, company, owned), (home, goal), owned)


def next_run(p: Position, frame: Run) -> bool:
    """Begin the connection run of the first company that can; the one that laid the track goes first (11.2)."""
    last = [note.on for note in frame.used if note.what == "operated"][-1:]
    order = last + [company for company in prices.price_order(p) if company not in last]
    for company in order:
        if eligible(p, company):
            begin_run(p, company)
            return True
    return False


def begin_run(p: Position, company: str) -> None:
    """The company's president first decides about its destination token."""
    p.push(Run(rule=RULE, subject=company, step="token"))
    p.emit("connects", company=company, player=shares.president(p, company))


# --- the frame


def _deciders(p: Position, frame: Run) -> list[str]:
    return [] if frame.step == "over" else [shares.president(p, frame.subject)]


def _verbs(p: Position, frame: Run, seat: str) -> Sequence[str]:
    return {"token": ("connect",), "run": ("run_connection",), "dividend": ("connection_dividend",)}[frame.step]


def _advance(p: Position, frame: Run) -> None:
    p.pop()


def _alive(p: Position, frame: Run) -> bool:
    return not p.company(frame.subject).closed


FRAMES = {
    RULE: FrameRule(
        Run,
        advance=_advance,
        deciders=_deciders,
        verbs=("connect", "run_connection", "connection_dividend"),
        offers=_verbs,
        alive=_alive,
    )
}


def _frame(p: Position) -> Run:
    return p.on_top(Run)


# --- the token


class TokenUse(Choices):
    token: str


class Connect(Plain[TokenUse]):
    """Decide about the destination token."""

    def values(self, p: Position, seat: str, got: TokenUse, slot: str) -> Values:
        """Three choices."""
        return ("place", "promote", "keep")

    def refuse(self, p: Position, seat: str, got: TokenUse) -> Refusal | None:
        """Place it if the company has no station there, promote it if it has one."""
        company = _frame(p).subject
        there = any(m.company == company for m in markers.markers_at(p, destination_stop(p, company)))
        use = got.token if "token" in got else ""
        if use == "place" and there:
            return Refusal(
                because(
                    "{company} has a station marker at its destination: promote it, or keep the destination token",
                    company=company,
                ),
                "11.4.1",
            )
        if use == "promote" and not there:
            return Refusal(
                because("{company} has no station marker at its destination to promote", company=company), "11.4.1"
            )
        return None

    def do(self, p: Position, seat: str, args: TokenUse) -> None:
        """A token that is not placed becomes a station marker for $100."""
        frame = _frame(p)
        company, use = frame.subject, args.token
        mine = own(p)
        mine.connected.append(company)
        if use == "place":
            stop = destination_stop(p, company)
            markers.put_marker(p, company, stop, self.space(p, stop))
        else:
            facts = p.company(company)
            facts.markers = sorted([*facts.markers, 100])
        if use != "keep":
            mine.doubled.append(company)
        p.emit("destination", company=company, choice=use)
        frame.step = "run"

    def space(self, p: Position, stop: str) -> int:
        """The space a destination token takes, by edition and variant (11.4.1, 16.4)."""
        if option(p, "connection_tokens") == "beside" or markers.stop_def(p, stop).kind == "offboard":
            return markers.BESIDE
        free = markers.free_slots(p, stop)
        kept = markers.kept_slots(p, stop)
        return next((slot for slot in free if slot not in kept), free[0] if free else markers.BESIDE)


def laid(p: Position, hex_id: str, first: bool) -> None:
    """The tokens that wait there, and the family's question about homes."""
    _spaces_opened(p, hex_id)
    homes.laid(p, hex_id, first)


def _spaces_opened(p: Position, hex_id: str) -> None:
    """A destination token beside a city takes the next space that an upgrade opens (11.4.1)."""
    if option(p, "connection_tokens") == "beside":
        return
    for marker in p.board.markers:
        if marker.slot == markers.BESIDE and marker.stop.startswith(f"{hex_id}/"):
            _move_in(p, marker)


def _move_in(p: Position, marker: Marker) -> None:
    if markers.stop_def(p, marker.stop).kind == "offboard":
        return
    kept = markers.kept_slots(p, marker.stop)
    spare = [slot for slot in markers.free_slots(p, marker.stop) if slot not in kept]
    if spare:
        marker.slot = spare[0]
        p.board_changed()


# --- the run


class RunConnection(RunTrains):
    """Run all trains, one of them from home to destination."""

    def runner(self, p: Position) -> str:
        """The company that is connected."""
        return _frame(p).subject

    def required(self, p: Position) -> tuple[str, str] | None:
        """Home and destination are the ends of one route (11.4.2)."""
        company = self.runner(p)
        return home_stop(p, company), destination_stop(p, company)

    def broken(self, p: Position, refused: Refused, routes: Sequence[Route]) -> Refusal:
        """That one train must join the two is a rule of its own."""
        if refused.broken == "required":
            return Refusal(refused.reason, "11.4.2")
        return super().broken(p, refused, routes)

    def go_on(self, p: Position) -> None:
        """Then its own dividend."""
        _frame(p).step = "dividend" if income(p) else "over"


class ConnectionDividend(Dividend):
    """Pay out the income of a connection run in full, or keep it."""

    def values(self, p: Position, seat: str, got: OneKind, slot: str) -> Values:
        """No half dividend."""
        return ("full", "half", "withhold")

    def refuse(self, p: Position, seat: str, got: OneKind) -> Refusal | None:
        """It may not be a half dividend (11.4.2)."""
        if "kind" in got and got.kind == "half":
            return Refusal("income from a connection run may not be paid as a half dividend", "11.4.2")
        return super().refuse(p, seat, got)

    def do(self, p: Position, seat: str, args: OneKind) -> None:
        """A full dividend moves the price up; keeping the income does not move it."""
        frame = _frame(p)
        company, kind = frame.subject, args.kind
        pay_out(p, company, income(p), kind)
        frame.step = "over"
        box = prices.box_of(p, company)
        if kind == "full" and box is not None:
            prices.move_marker(p, company, self.goal(p, box), "connection")

    def goal(self, p: Position, box: Box) -> Box:
        """Where a full dividend moves the price marker."""
        return market.up(p.d.market, box)
