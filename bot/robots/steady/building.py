"""Track and station markers, judged by what the company will earn with its current and future trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.robots.steady.ground import pull
from bot.robots.steady.look import Look
from bot.robots.steady.worth import cheapest, ware_of
from engine import Act, Game
from engine.view import CompanyView, View

Advice = Iterator[tuple[float, Act]]
NOW, LATER, DRAWN = 3.0, 1.0, 0.6
"""Weights of income with today's trains, of income with future trains, and of unreached stops."""
COST = 0.15
"""The weight of money a company can hardly spend on anything else."""
LONGEST = 6


def build(look: Look, verb: str) -> Advice:
    """Score every lay and marker by its effect on the company's income, less its cost."""
    company = look.company
    if company is None:
        return
    own, ahead = _trains(look.view, company)
    before = _score(look, look.game, look.view, own, ahead)
    keep = _kept_for_trains(look.view, company)
    moves = look.moves(verb)
    # If there is no time for all of them, do not always look at the same corner of the map.
    look.stream.shuffle(moves)
    for act in moves[: look.tries]:
        game = look.after(act)
        if game is None:
            continue
        after = look.ahead(game)
        found = next(one for one in (*after.companies, *after.builders) if one.symbol == company.symbol)
        cost = (company.treasury or 0) - (found.treasury or 0)
        short = max(0, keep - (found.treasury or 0)) if cost > 0 else 0
        yield _score(look, game, after, own, ahead) - before - COST * cost - min(short, cost) - 0.2, act
        if look.late():
            return


def _score(look: Look, game: Game, seen: View, own: Sequence[str], ahead: Sequence[str]) -> float:
    now = look.prospect(game, own)
    later = look.prospect(game, ahead)
    return NOW * now.income + LATER * later.income + DRAWN * pull(seen, later)


def _trains(seen: View, company: CompanyView) -> tuple[list[str], list[str]]:
    """The trains it has or would buy now, and a later one."""
    own = [train.kind for train in company.trains]
    ware = cheapest(seen)
    now = own or ([ware.kind] if ware else [])
    kinds = [one.kind for one in seen.trains]
    at = kinds.index(ware.kind) if ware else len(kinds) - 1
    further = [kind for kind in kinds[at : at + 4] if ware_of(seen, kind).stops <= LONGEST]
    return now, further[-1:] or now


def _kept_for_trains(seen: View, company: CompanyView) -> int:
    """The money a company without a train keeps in its treasury."""
    ware = cheapest(seen)
    return ware.price if ware and not company.trains else 0
