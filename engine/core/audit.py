"""Is everything in exactly one place, and does money neither appear nor vanish?"""

from __future__ import annotations

from engine.core.errors import AuditFailed
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run


def audit(p: Position) -> None:
    """Raise with one sentence if the books of the game do not balance."""
    s = p.s
    _money(p)
    if set(s.certs) != set(p.d.certs):
        raise AuditFailed("Certificates are missing, or there are too many.")
    places = {*p.seats, *p.d.companies, "ipo", "pool", "gone", *(f"lot:{lot.id}" for lot in s.lots)}
    places |= {f"with:{name}" for name in p.d.privates}
    for cert, place in s.certs.items():
        if place not in places:
            raise AuditFailed(
                because("Certificate {cert} is at {place}, which does not exist.", cert=cert, place=place)
            )
    for lot in s.lots:
        if any(s.certs[cert] != f"lot:{lot.id}" for cert in lot.certs):
            raise AuditFailed(because("The certificates of lot {lot} are somewhere else.", lot=lot.id))
    _market(p)
    _board(p)
    _trains(p)
    if s.end is None and not s.agenda:
        raise AuditFailed("The game is not over, but nobody has to act.")
    for frame in s.agenda:
        if isinstance(frame, Run) and frame.subject in p.d.companies and p.company(frame.subject).closed:
            raise AuditFailed(because("The closed company {company} is on the agenda.", company=frame.subject))


def _money(p: Position) -> None:
    total = sum(p.s.cash.values())
    if total != p.title.money(p):
        raise AuditFailed(
            because("The money adds up to {total}, but there should be {should}.", total=total, should=p.title.money(p))
        )
    for account, amount in p.s.cash.items():
        if amount < 0 and account != "bank":
            raise AuditFailed(because("{account} has {amount}.", account=account, amount=amount))


def _market(p: Position) -> None:
    seen: set[str] = set()
    for box, stack in p.s.market.items():
        if box not in p.d.market.boxes or not stack:
            raise AuditFailed(because("The market box {box} is empty or unknown.", box=box))
        for company in stack:
            if company in seen:
                raise AuditFailed(because("{company} is on the market twice.", company=company))
            seen.add(company)
    for symbol, company in p.s.companies.items():
        if (company.par > 0 and not company.closed) != (symbol in seen):
            raise AuditFailed(
                because(
                    "{company} is on the market without a par price, or has a par price without being on the market.",
                    company=symbol,
                )
            )


def _board(p: Position) -> None:
    taken: set[tuple[str, int]] = set()
    counts: dict[str, int] = {}
    for hex_id, laid in p.board.tiles.items():
        if hex_id not in p.d.map.hexes:
            raise AuditFailed(because("There is a tile on {hex}, which is not on the map.", hex=hex_id))
        counts[laid.tile] = counts.get(laid.tile, 0) + 1
    for tile, count in counts.items():
        if 0 <= p.d.tiles[tile].count < count:
            raise AuditFailed(
                because(
                    "Tile {tile} is on the map {count} times, but there are only {exists}.",
                    tile=tile,
                    count=count,
                    exists=p.d.tiles[tile].count,
                )
            )
    for marker in p.board.markers:
        if marker.slot >= 0 and (marker.stop, marker.slot) in taken:
            raise AuditFailed(because("Two tokens are in one slot of {stop}.", stop=marker.stop))
        taken.add((marker.stop, marker.slot))
        if marker.company in p.s.companies and p.company(marker.company).closed:
            raise AuditFailed(because("The closed company {company} has a token on the map.", company=marker.company))


def _trains(p: Position) -> None:
    charters = {charter for company in p.s.companies.values() for charter in company.charters}
    for train, card in p.s.trains.items():
        with_private = card.at.startswith("with:") and card.at[5:] in p.d.privates
        if card.at not in charters and card.at not in ("supply", "pool", "gone") and not with_private:
            raise AuditFailed(because("Train {train} is at {place}, which does not exist.", train=train, place=card.at))
