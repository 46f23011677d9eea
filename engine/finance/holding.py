"""How much a player may hold: certificate limit and share of one company."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.finance import shares


def certificates(p: Position, player: str) -> int:
    """Certificates of a player that count towards the limit."""
    return certificates_if(p, player, "")


def certificates_if(p: Position, player: str, as_if: str) -> int:
    """The same; all certificates of `as_if` count, whatever its price."""
    return p.once(("certificates", player, as_if), lambda: _count(p, player, as_if))


def _count(p: Position, player: str, as_if: str) -> int:
    counts = p.title.holding.counts
    total = sum(1 for owner in p.s.privates.values() if owner == player)
    at, certs = p.s.certs, p.d.certs
    for company, names in p.d.certs_of.items():
        held = [name for name in names if at[name] == player]
        if held and (company == as_if or counts(p, company)):
            total += sum(1 for name in held if certs[name].units)
    return total


def over_limit(p: Position, player: str) -> int:
    """By how many certificates a player is over the limit."""
    limit = p.title.holding.limit(p)
    return 0 if limit is None else max(0, certificates(p, player) - limit)


def room_refusal(p: Position, player: str, company: str, certs: int, units: int) -> Refusal | None:
    """Why a player cannot take so many more certificates and units of a company."""
    refusal = _limit_refusal(p, player, certs) if p.title.holding.counts(p, company) else None
    if refusal:
        return refusal
    most = p.title.holding.most_units(p, company)
    held = shares.units_at(p, player, company)
    if held + units > most:
        return Refusal(
            because("you may hold at most {most}% of {company}", most=most * 10, company=company),
            p.title.sections["share"],
            because("you hold {held}%", held=held * 10),
        )
    return None


def private_refusal(p: Position, player: str) -> Refusal | None:
    """Why a player has no room for a private company's certificate."""
    return _limit_refusal(p, player, 1)


def _limit_refusal(p: Position, player: str, certs: int) -> Refusal | None:
    """Why so many more certificates would be too many."""
    limit = p.title.holding.limit(p)
    now = certificates(p, player)
    if limit is not None and now + certs > limit:
        return Refusal(
            because("your certificate limit is {limit}", limit=limit),
            p.title.sections["certificates"],
            because("you hold {now} that count towards it", now=now),
        )
    return None
