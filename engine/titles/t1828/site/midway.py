"""An unfinished merger of 1828 in the terms of 18xx.games: both companies still exist, with the system beside them."""

from __future__ import annotations

from typing import Any

from engine.core.state import Trial
from engine.finance import shares
from engine.titles.t1828.market import merged_price
from engine.titles.t1828.site.certificates import CertificateTrading
from engine.titles.t1828.site.mergers import midway
from engine.titles.t1828.site.states import State1828

IN_OFFERING = 4
"""The IPO share, in tenths, at which a company floats."""


def told_midway(view: State1828, frame: Trial) -> dict[str, Any]:
    """The position before the merger, and what has been traded, paid and joined so far."""
    stays, goes = frame.args["stays"], frame.args["goes"]
    p, trading = midway(view.p, frame)
    if not isinstance(trading, CertificateTrading):
        return view.state()
    before = view.state()
    after = view.at(p)
    after.join_markers(stays, goes)
    then, system = after.state(), after.name(stays)
    box = merged_price(view.p, stays, goes)
    joint = then["corps"][system]
    cash = [view.p.s.cash[company] for company in (stays, goes)]
    then["bank"]["cash"] += joint["cash"] - sum(cash)
    joint |= {"cash": sum(cash), "price": box.price, "coord": box.id, "par": box.price}
    _hold(joint, view, trading)
    trains = [name for company in (stays, goes) for name in view.named_trains(company)]
    if trains:
        joint["trains"] = trains
    for company in (stays, goes):
        name = view.name(company)
        old = before["corps"][name]
        kept = {key: old[key] for key in ("owner", "price", "coord", "ipoed", "par", "floated") if key in old}
        then["corps"][name] = kept | {"cash": 0} | _left(view, trading, company)
    for seat, player in view.ids.items():
        then["players"][player] = _player(then["players"][player], view, trading, seat, system)
    then["market"] = {key: list(row) for key, row in before["market"].items()}
    then["market"].setdefault(box.id, []).append(system)
    return then


def _hold(joint: dict[str, Any], view: State1828, trading: CertificateTrading) -> None:
    """What the system's IPO still has, and whether that makes it float."""
    row = sorted(_number(cert) for cert in trading.row)
    for key in ("owner", "floated", "pool", "treasury"):
        joint.pop(key, None)
    joint["ipo"] = row
    if trading.director:
        joint["owner"] = f"p:{view.ids[trading.director]}"
    if len(row) + (0 in row) <= IN_OFFERING:
        joint["floated"] = True


def _left(view: State1828, trading: CertificateTrading, company: str) -> dict[str, Any]:
    """Certificates of one of the two that have not been traded."""
    left: dict[str, Any] = {}
    offered = [number for number in view.labels.numbers(shares.IPO, company) if number]
    if company == trading.stays:
        # Those that came there for them belong to the system's company, and are told nowhere.
        offered = offered[len(offered) - trading.open[shares.IPO][company] :]
        if len(offered) <= IN_OFFERING:
            left["floated"] = True
    for key, numbers in (("ipo", offered), ("pool", _untraded(view, trading, shares.POOL, company))):
        if numbers:
            left[key] = numbers
    return left


def _untraded(view: State1828, trading: CertificateTrading, place: str, company: str) -> list[int]:
    """Which certificates these are is not tracked: those that came first."""
    count = trading.open[place][company] + (trading.aside.get(place) == company)
    chief = [0] if trading.chief[company] == place else []
    row = view.labels.numbers(place, company)
    others = [number for number in range(1, len(view.p.d.certs_of[company])) if number not in row]
    return chief + [number for number in [*row, *others] if number][:count]


def _player(
    state: dict[str, Any], view: State1828, trading: CertificateTrading, seat: str, system: str
) -> dict[str, Any]:
    held = dict(state.get("shares", {}))
    for name in (system, view.name(trading.stays), view.name(trading.goes)):
        held.pop(name, None)
    for company in (trading.stays, trading.goes):
        if seat not in trading.open:
            continue
        numbers = _untraded(view, trading, seat, company)
        if numbers:
            units = len(numbers) + (0 in numbers)
            mine = shares.president(view.p, company) == seat
            held[view.name(company)] = {"pct": units * 10, "certs": numbers} | ({"pres": True} if mine else {})
    certs = trading.hands.get(seat, [])
    if certs:
        mine = trading.director == seat
        held[system] = {"pct": trading.done[seat] * 10, "certs": sorted(_number(cert) for cert in certs)} | (
            {"pres": True} if mine else {}
        )
    return {key: value for key, value in state.items() if key != "shares"} | ({"shares": held} if held else {})


def _number(cert: str) -> int:
    return int(cert.rpartition(".")[2])
