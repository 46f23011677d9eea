"""What lies behind a move: what a company's trains could earn, and where open sales would take a price."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.events import Event
from engine.family import operating
from engine.family.running import best, trains_of, write_routes
from engine.finance import lots
from engine.game import Game


@dataclass(frozen=True)
class Earning:
    """The best that a company's trains can earn on the board as it lies."""

    company: str
    total: int
    proven: bool
    """False: the time was too short to know that nothing is better."""
    routes: tuple[str, ...]
    """One a train, as the rules write them."""


def acting_company(game: Game) -> str:
    """The company whose operating turn it is, or nothing."""
    return operating.operator(game.position())


def earning(game: Game, company: str) -> Earning | None:
    """What a company could earn if it ran now, whether or not it is to run; None if it has no train."""
    p = game.position()
    facts = p.s.companies.get(company)
    if facts is None or facts.closed or not trains_of(p, company):
        return None
    found = best(p, company)
    return Earning(company, found.total, found.proven, tuple(write_routes((route,)) for route in found.routes))


def if_nobody_takes_them(game: Game) -> tuple[Game, list[Event]]:
    """The game as if shares that have been sold, and may yet be taken by somebody, all went to the open market."""
    p = game.loose()
    p.looked = None
    for lot in list(p.s.lots):
        lots.to_market(p, lot)
    return replace(game, state=p.s), p.events
