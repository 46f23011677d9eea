"""Two public companies become a system (7.5). Worked out as a whole: when it fails, nothing has happened."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board import markers
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import who
from engine.core.sentences import because
from engine.core.state import Marker, Run, Trial
from engine.core.trial import Asker, trial
from engine.core.verbs import Choices, Plain, Values
from engine.family import floating, stock
from engine.finance import money, prices, shares
from engine.titles.t1828 import coal
from engine.titles.t1828.market import merged_price
from engine.titles.t1828.own import own
from engine.titles.t1828.systems import is_system
from engine.titles.t1828.trading import Trading

RULE = "merger"
MERGED = "merged"


class Merger:
    """The steps of 7.5.2 in order; `by` is the player who merges."""

    def __call__(self, p: Position, args: Mapping[str, str], ask: Asker) -> None:
        """All of them, or a failure."""
        stays, goes, by = args["stays"], args["goes"], args["by"]
        box = merged_price(p, stays, goes)
        trading = self.trading(p, args, ask)
        round_frame = self.trade(p, args, trading)
        director = trading.hand_out(by)
        shares.move(p, list(p.d.certs_of[goes]), shares.GONE)
        prices.lift(p, goes)
        prices.place(p, stays, box)
        p.emit("merged", company=stays, other=goes, player=director, price=box.price)
        _donate(p, stays, director)
        _note(p, round_frame, trading)
        stock.remember(stock.turn_of(p), "bought", on=stays, by=MERGED)
        stock.act_for_priority(p, by)
        if not p.company(stays).floated and floating.floats(p, stays):
            floating.float_company(p, stays, price=box.price)

    def trading(self, p: Position, args: Mapping[str, str], ask: Asker) -> Trading:
        """Who has what before any share is traded."""
        stays, goes = args["stays"], args["goes"]
        return Trading(p, ask, stays, goes, merged_price(p, stays, goes).price)

    def trade(self, p: Position, args: Mapping[str, str], trading: Trading) -> Run:
        """Steps 3 to 6, during the stock round."""
        stays, goes, by = args["stays"], args["goes"], args["by"]
        round_frame = stock.round_of(p)
        assert round_frame is not None
        _combine(p, stays, goes)
        self._join_markers(p, stays, goes, by, trading.ask)
        trading.trade(by, lambda player: any(used(round_frame, "sold", on=one, by=player) for one in (stays, goes)))
        return round_frame

    def _join_markers(self, p: Position, stays: str, goes: str, by: str, ask: Asker) -> None:
        """Replace markers with the system's; where two share a hex, a blocking marker replaces one."""
        joint, gone = p.company(stays), p.company(goes)
        joint.markers = sorted([*joint.markers, *gone.markers])
        gone.markers = []
        here = {_hex(marker): marker for marker in p.board.markers if marker.company == stays}
        for marker in p.board.markers:
            if marker.company != goes:
                continue
            marker.company = stays
            twin = here.get(_hex(marker))
            if twin is None:
                continue
            if twin.stop == marker.stop:
                removed = self.of_one_city(p, twin, marker, goes)
            else:
                # In a hex with two cities somebody must choose which one goes.
                choices = [twin.stop, marker.stop]
                removed = twin if ask("block", by, choices, _hex(marker)) == choices[0] else marker
            removed.company = markers.BLOCK
            if self.returns(p, twin, marker):
                joint.markers.append(MARKER_COST)
        p.board_changed()

    def of_one_city(self, p: Position, one: Marker, other: Marker, goes: str) -> Marker:
        """Two markers in one city are alike."""
        return one

    def returns(self, p: Position, one: Marker, other: Marker) -> bool:
        """Does the removed marker go back to the system's charter?"""
        return True


# --- step 3: assets and markers


def _combine(p: Position, stays: str, goes: str) -> None:
    """One treasury and two shells; if only one company had floated, its treasury is lost."""
    joint, gone = p.company(stays), p.company(goes)
    if joint.floated and gone.floated:
        money.pay(p, goes, stays, p.s.cash[goes])
    else:
        for company in (stays, goes):
            money.pay(p, company, money.BANK, p.s.cash[company])
        joint.floated = False
    joint.charters = [*joint.charters, *gone.charters]
    joint.turns = max(joint.turns, gone.turns)
    gone.charters, gone.closed, gone.into = [], True, stays
    for private, owner in p.s.privates.items():
        if owner == goes:
            p.s.privates[private] = stays
    mine = own(p)
    if stays in mine.coal and goes in mine.coal:
        coal.give_back(p)
    elif goes in mine.coal:
        mine.coal.append(stays)
    mine.coal = [company for company in mine.coal if company != goes]


MARKER_COST = 100


def _hex(marker: Marker) -> str:
    return marker.stop.split("/")[0]


# --- step 10 and the rest


def _donate(p: Position, stays: str, director: str) -> None:
    """Give a single certificate to the system's treasury, which may cost its director the directorship."""
    shares.move(p, shares.take_from(p, director, stays, 1), stays)
    p.emit("donated", player=director, company=stays)
    heir = shares.successor(p, stays, shares.units_at(p, director, stays), director)
    if heir:
        shares.change_president(p, stays, heir)


def _note(p: Position, round_frame: Run, trading: Trading) -> None:
    """A player who sold shares of either, or gave up an odd share, counts as having sold the system this round."""
    sold = {note.by for note in round_frame.used if note.what == "sold" and note.on == trading.goes}
    for player in p.living:
        if player in sold or player in trading.sellers:
            stock.remember(round_frame, "sold", on=trading.stays, by=player)


# --- the verb


def failed(p: Position, frame: Trial, why: Refusal) -> None:
    """The player who merged counts as having passed, and the turn ends (7.5.2.2)."""
    p.emit("passed", player=frame.args["by"], by=RULE)
    stock.note_pass(p, frame.args["by"])
    stock.turn_of(p).step = "over"
    p.pop()


def both_there(p: Position, frame: Trial) -> bool:
    """A merger in which one company has closed cannot go on."""
    return not any(p.company(frame.args[which]).closed for which in ("stays", "goes"))


FRAMES = {RULE: trial(Merger(), alive=both_there, failed=failed)}


class Pair(Choices):
    stays: str
    goes: str


class Merge(Plain[Pair]):
    """Merge two public companies into a system."""

    def values(self, p: Position, seat: str, got: Pair, slot: str) -> Values:
        """Any two companies."""
        return tuple(p.d.companies)

    def refuse(self, p: Position, seat: str, got: Pair) -> Refusal | None:
        """Instead of a purchase, by a director of either company, in one of the two forms."""
        refusal = stock.buying_refusal(p)
        if refusal or "stays" not in got:
            return refusal
        return self.pair_refusal(p, seat, got.stays, got.goes if "goes" in got else "")

    def pair_refusal(self, p: Position, seat: str, stays: str, goes: str) -> Refusal | None:
        """Why two companies cannot merge (7.5.1)."""
        for company in filter(None, (stays, goes)):
            if not shares.started(p, company):
                return stock.not_started(p, company, "7.5.1")
            if is_system(p, company):
                return Refusal(because("{company} is a system and cannot merge again", company=company), "7.5.1")
        if not goes:
            return None
        if stays == goes:
            return Refusal("a merger takes two companies", "7.5.1")
        if seat not in (shares.president(p, stays), shares.president(p, goes)):
            return Refusal(because("you are not the director of {stays} or {goes}", stays=stays, goes=goes), "7.5.1")
        before = [self.is_old(p, company) for company in (stays, goes)]
        if all(before) or (not any(before) and any(p.company(company).floated for company in (stays, goes))):
            return None
        if any(before):
            return Refusal("a company that floated in an earlier round may only merge with one that also did", "7.5.1")
        return Refusal(
            because("{stays} or {goes} must have floated in this stock round", stays=stays, goes=goes), "7.5.1"
        )

    def is_old(self, p: Position, company: str) -> bool:
        """Had the company floated before this round?"""
        round_frame = stock.round_of(p)
        assert round_frame is not None
        return p.company(company).floated and not used(round_frame, "floated", on=company)

    def consent(self, p: Position, seat: str, args: Pair) -> list[str]:
        """Both directors must agree."""
        directors = (shares.president(p, company) for company in (args.stays, args.goes))
        return [who(p, director) for director in dict.fromkeys(directors) if director != seat]

    def do(self, p: Position, seat: str, args: Pair) -> None:
        """It counts as the purchase of the turn, unless it fails."""
        stays, goes = args.stays, args.goes
        p.emit("merging", player=seat, company=stays, other=goes, price=merged_price(p, stays, goes).price)
        p.push(Trial(rule=RULE, args={"stays": stays, "goes": goes, "by": seat}))
