"""The end of a game, and what everybody is worth: cash and bids, shares at market value, private companies at cost."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import End
from engine.family.auction import set_aside
from engine.finance import prices, shares


def worth(p: Position, player: str) -> int:
    """What a player is worth."""
    total = p.s.cash[player]
    for company in p.d.companies:
        total += shares.units_at(p, player, company) * prices.price(p, company)
    for private, owner in p.s.privates.items():
        if owner == player:
            total += p.d.privates[private].cost
    return total + set_aside(p, player)


def score(p: Position, why: str) -> End:
    """The richest who have not left the game win."""
    amounts = {seat.id: worth(p, seat.id) for seat in p.s.players}
    best = max(amounts[player] for player in p.living)
    return End(why=why, worth=amounts, winners=[player for player in p.living if amounts[player] == best])


def finish(p: Position, why: str) -> None:
    """The game is over."""
    p.s.end = p.title.score(p, why)
    p.emit("ended", why=why)
