"""Is everything in exactly one place, and is no money made or lost?"""

from __future__ import annotations

from engine.core.errors import AuditFailed
from engine.core.position import Position
from engine.core.state import Run


def audit(p: Position) -> None:
    """Raise with one sentence if the books of the game do not balance."""
    s = p.s
    _money(p)
    if set(s.certs) != set(p.d.certs):
        raise AuditFailed("Certificates are missing or were invented.")
    places = {*p.seats, *p.d.companies, "ipo", "pool", "gone", *(f"lot:{lot.id}" for lot in s.lots)}
    places |= {f"with:{name}" for name in p.d.privates}
    for cert, place in s.certs.items():
        if place not in places:
            raise AuditFailed(f"Certificate {cert} is at {place}, which does not exist.")
    for lot in s.lots:
        if any(s.certs[cert] != f"lot:{lot.id}" for cert in lot.certs):
            raise AuditFailed(f"Lot {lot.id} does not hold its certificates.")
    _market(p)
    _board(p)
    _trains(p)
    if s.end is None and not s.agenda:
        raise AuditFailed("The game goes on and nobody is to act.")
    for frame in s.agenda:
        if isinstance(frame, Run) and frame.subject in p.d.companies and p.company(frame.subject).closed:
            raise AuditFailed(f"The closed company {frame.subject} is on the agenda.")


def _money(p: Position) -> None:
    total = sum(p.s.cash.values())
    if total != p.title.money(p):
        raise AuditFailed(f"There is {total} in money and should be {p.title.money(p)}.")
    for account, amount in p.s.cash.items():
        if amount < 0 and account != "bank":
            raise AuditFailed(f"{account} has {amount}.")


def _market(p: Position) -> None:
    seen: set[str] = set()
    for box, stack in p.s.market.items():
        if box not in p.d.market.boxes or not stack:
            raise AuditFailed(f"The market box {box} is empty or unknown.")
        for company in stack:
            if company in seen:
                raise AuditFailed(f"{company} stands twice on the market.")
            seen.add(company)
    for symbol, company in p.s.companies.items():
        if (company.par > 0 and not company.closed) != (symbol in seen):
            raise AuditFailed(f"{symbol} is on the market without being started, or the other way round.")


def _board(p: Position) -> None:
    taken: set[tuple[str, int]] = set()
    counts: dict[str, int] = {}
    for hex_id, laid in p.board.tiles.items():
        if hex_id not in p.d.map.hexes:
            raise AuditFailed(f"There is a tile on {hex_id}, which is not on the map.")
        counts[laid.tile] = counts.get(laid.tile, 0) + 1
    for tile, count in counts.items():
        if 0 <= p.d.tiles[tile].count < count:
            raise AuditFailed(f"Tile {tile} lies {count} times and exists {p.d.tiles[tile].count} times.")
    for marker in p.board.markers:
        if marker.slot >= 0 and (marker.stop, marker.slot) in taken:
            raise AuditFailed(f"Two markers stand in one space of {marker.stop}.")
        taken.add((marker.stop, marker.slot))
        if marker.company in p.s.companies and p.company(marker.company).closed:
            raise AuditFailed(f"The closed company {marker.company} has a marker on the map.")


def _trains(p: Position) -> None:
    charters = {charter for company in p.s.companies.values() for charter in company.charters}
    for train, card in p.s.trains.items():
        with_private = card.at.startswith("with:") and card.at[5:] in p.d.privates
        if card.at not in charters and card.at not in ("supply", "pool", "gone") and not with_private:
            raise AuditFailed(f"Train {train} is at {card.at}, which does not exist.")
