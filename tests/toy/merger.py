"""A merger that may fail as a whole: two railways become one with two charters (toy rule 7).

7.1 In the last step of its turn a railway of the great market may propose to take over another one that operates.
7.2 The other's president must agree.
7.3 Two shares of the one that goes are exchanged for one of the other, from its initial offering. Whoever is left with
an odd share chooses: the railway pays them half its price, or they pay that half and gets a whole share.
7.4 If the offering has not enough shares, or the joint treasury cannot pay, all is as it was before the proposal.
7.5 The railway then has both charters, each with room for trains up to the limit, both purses and all markers.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Trial
from engine.core.trial import Asker, Failed, trial
from engine.core.verbs import Plain, Values
from engine.family import operating
from engine.family.choices import OneCompany
from engine.finance import money, prices, shares

RULE = "merger"


def merge(p: Position, args: Mapping[str, str], ask: Asker) -> None:
    """Rule 7, from consent to the joint company."""
    stays, goes = args["stays"], args["goes"]
    one_president = shares.president(p, stays) == shares.president(p, goes)
    consent = ask("consent", f"president:{goes}", ["agree"] if one_president else ["agree", "refuse"])
    if consent == "refuse":
        raise Failed(Refusal(f"the president of {goes} does not agree", "7.2"))
    money.pay(p, goes, stays, p.s.cash[goes])
    half = prices.price(p, goes) // 2
    chief = shares.president(p, stays)
    for player in [chief, *p.from_left_of(chief)]:
        _exchange(p, stays, goes, player, half, ask)
    _give(p, stays, shares.POOL, shares.units_at(p, shares.POOL, goes) // 2)
    _join(p, stays, goes)
    for player in p.living:
        shares.settle_presidency_after_buying(p, stays, player)
    p.emit("merged", stays=stays, goes=goes)


def _exchange(p: Position, stays: str, goes: str, player: str, half: int, ask: Asker) -> None:
    pairs, odd = divmod(shares.units_at(p, player, goes), 2)
    if odd:
        options = ["sell", "buy"] if p.s.cash[player] >= half else ["sell"]
        if ask("odd", player, options, player) == "buy":
            money.pay(p, player, stays, half)
            pairs += 1
        elif p.s.cash[stays] < half:
            raise Failed(Refusal(f"{stays} cannot pay for odd shares", "7.4", f"it has {p.s.cash[stays]}"))
        else:
            money.pay(p, stays, player, half)
    _give(p, stays, player, pairs)


def _give(p: Position, company: str, to: str, units: int) -> None:
    found = shares.in_offering(p, company)
    if len(found) < units:
        raise Failed(Refusal(f"the offering of {company} has not enough shares", "7.4", f"it has {len(found)}"))
    shares.move(p, found[:units], to)


def _join(p: Position, stays: str, goes: str) -> None:
    joint, gone = p.company(stays), p.company(goes)
    joint.charters += gone.charters
    joint.markers = sorted([*joint.markers, *gone.markers])
    gone.charters, gone.markers, gone.closed = [], [], True
    own = {marker.stop for marker in p.board.markers if marker.company == stays}
    p.board.markers = [m for m in p.board.markers if m.company != goes or m.stop not in own]
    for marker in p.board.markers:
        if marker.company == goes:
            marker.company = stays
    p.board_changed()
    prices.lift(p, goes)
    shares.move(p, list(p.d.certs_of[goes]), shares.GONE)


def both_operate(p: Position, frame: Trial) -> bool:
    """A merger with a company that has closed does not count."""
    return not any(p.company(frame.args[which]).closed for which in ("stays", "goes"))


FRAMES = {RULE: trial(merge, alive=both_operate)}


class Merge(Plain[OneCompany]):
    """Propose a merger."""

    def values(self, p: Position, seat: str, got: OneCompany, slot: str) -> Values:
        return tuple(p.d.companies)

    def refuse(self, p: Position, seat: str, got: OneCompany) -> Refusal | None:
        company = operating.operator(p)
        if not p.d.is_company(company) or p.d.companies[company].market:
            return Refusal("only a railway of the great market may propose a merger", "7.1")
        if "company" not in got:
            return None
        other = got.company
        if other == company or p.d.companies[other].market or not p.company(other).floated or p.company(other).closed:
            return Refusal(f"{company} cannot take over {other}", "7.1")
        return None

    def do(self, p: Position, seat: str, args: OneCompany) -> None:
        p.push(Trial(rule=RULE, args={"stays": operating.operator(p), "goes": args.company}))
