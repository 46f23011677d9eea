"""What a company could earn with its own or other trains, in this position or another."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.network import reach_of
from engine.core.kept import Kept
from engine.core.position import Position
from engine.family.privates import CLOSED
from engine.family.running import problem, trains_of
from engine.game import Game
from engine.routes import Problem, estimate

KEPT = 512
_known: Kept[Problem, int] = Kept(KEPT)


def income(game: Game, company: str, kinds: Sequence[str] | None = None) -> int:
    """What a company could earn now with its own trains, or if it had trains of these kinds instead."""
    p = game.asked
    if company not in p.s.companies or p.company(company).closed:
        return 0
    trains = trains_of(p, company) if kinds is None else _cards(p, kinds)
    if not trains or not reach_of(p, company).hexes:
        return 0
    asked = problem(p, company, trains)
    found = _known.get(asked)
    return _known.keep(asked, estimate(asked).total) if found is None else found


def paid_each_round(game: Game, company: str) -> int:
    """What the bank pays a company whenever an operating round begins, beside what its private companies do."""
    p = game.loose()
    for private in [one for one, owner in p.s.privates.items() if owner == company]:
        p.s.privates[private] = CLOSED
    before = p.s.cash[company]
    p.title.operating.round_begins(p)
    return p.s.cash[company] - before


def _cards(p: Position, kinds: Sequence[str]) -> list[str]:
    """Train cards of these kinds, wherever they are, as many of each as are named and exist."""
    cards: list[str] = []
    for kind in kinds:
        more = (train for train, card in p.s.trains.items() if card.kind == kind and train not in cards)
        cards.extend(list(more)[:1])
    return cards
