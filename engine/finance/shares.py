"""Who holds which certificates, and what happens when they change hands."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because

IPO = "ipo"
POOL = "pool"
GONE = "gone"


def certs_at(p: Position, place: str, company: str) -> list[str]:
    """A company's certificates at a place, the president's first."""
    at = p.s.certs
    return [cert for cert in p.d.certs_of[company] if at[cert] == place]


def units_at(p: Position, place: str, company: str) -> int:
    """How many tenths of a company are at a place."""
    at, certs = p.s.certs, p.d.certs
    return sum(certs[cert].units for cert in p.d.certs_of[company] if at[cert] == place)


def units_in_market(p: Position, company: str) -> int:
    """Tenths in the pool, including lots that are not settled."""
    waiting = sum(lot.units for lot in p.s.lots if lot.company == company)
    return units_at(p, POOL, company) + waiting


def move(p: Position, certs: list[str], place: str) -> None:
    """Move certificates to a place."""
    for cert in certs:
        p.s.certs[cert] = place


def president(p: Position, company: str) -> str:
    """The seat that holds the president's certificate, or nothing."""
    place = p.s.certs[p.d.certs_of[company][0]]
    return place if place in p.seats else ""


def gone(p: Position, company: str) -> bool:
    """Has it left the game? One that can no longer be started still has its certificates in the IPO."""
    return p.company(company).closed and p.s.certs[p.d.certs_of[company][0]] != IPO


def started(p: Position, company: str) -> bool:
    """Has the president's certificate been bought?"""
    return p.company(company).par > 0 and not p.company(company).closed


def in_offering(p: Position, company: str) -> list[str]:
    """Ordinary certificates in the IPO."""
    return [cert for cert in certs_at(p, IPO, company) if not p.d.certs[cert].president]


def presidents_units(p: Position, company: str) -> int:
    """How many shares the president's certificate is, which nobody with fewer can take."""
    return p.d.certs[p.d.certs_of[company][0]].units


def successor(p: Position, company: str, left_with: int, seller: str) -> str:
    """Who becomes president if the president has this many units left; empty if they stay."""
    best, best_units, least = "", left_with, presidents_units(p, company)
    for player in p.from_left_of(seller):
        units = units_at(p, player, company)
        if units > best_units and units >= least:
            best, best_units = player, units
    return best


def sale_refusal(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """Why so many units cannot be sold because of the president's certificate."""
    if president(p, company) != seller:
        return None
    left_with = units_at(p, seller, company) - units
    least = presidents_units(p, company)
    if left_with >= least or successor(p, company, left_with, seller):
        return None
    return Refusal(
        because(
            "the {president_word} of {company} must keep {least} shares unless another player holds {least}",
            president_word=p.title.president_word,
            least=least,
            company=company,
        ),
        p.title.sections["presidency"],
    )


def change_president(p: Position, company: str, new: str) -> None:
    """The new president gives two single certificates for the president's one."""
    old = president(p, company)
    chief = p.d.certs_of[company][0]
    singles = [cert for cert in certs_at(p, new, company) if cert != chief][: p.d.certs[chief].units]
    move(p, singles, old)
    move(p, [chief], new)
    p.emit("president", company=company, player=new, old=old)


def take_from(p: Position, holder: str, company: str, units: int) -> list[str]:
    """Single certificates to hand over; the presidency must be settled first."""
    chief = p.d.certs_of[company][0]
    singles = [cert for cert in certs_at(p, holder, company) if cert != chief]
    return singles[-units:]


def settle_presidency_after_buying(p: Position, company: str, buyer: str) -> None:
    """A player with more than the president becomes president."""
    chief = president(p, company)
    if chief and chief != buyer and units_at(p, buyer, company) > units_at(p, chief, company):
        change_president(p, company, buyer)
