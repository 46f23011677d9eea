"""The move that changes least: for a seat whose player does not answer, or a robot that cannot think."""

from __future__ import annotations

from itertools import islice

from engine.core.roles import chief
from engine.core.verbs import Act, complete_moves
from engine.game import Game

TRIED = 60
"""The most moves of one verb that are looked at, where something must be done."""


def neutral_act(game: Game, seat: str) -> Act | None:
    """A pass or a refusal, as verbs say of themselves; where something must be done, the first move that needs nobody's
    consent, ends nobody's part in the game and gives no company away. None if only such moves are left.
    """
    p, laws = game.asked, game.title.verbs
    names = sorted(game.verbs(seat), key=lambda name: not laws[name].declines)
    tried = (act for name in names for act in islice(complete_moves(p, name, laws[name], seat), TRIED))
    return next((act for act in tried if harmless(game, seat, act)), None)


def harmless(game: Game, seat: str, act: Act) -> bool:
    """Does a legal move need nobody's consent, and keep everybody in the game and the seat's companies its own?"""
    p, law = game.asked, game.title.verbs[act.verb]
    if game.grave(seat, act) or set(law.consent(p, seat, law.choices(act.args))) - {seat}:
        return False
    if law.declines:
        return True
    after = game.apply(seat, act)[0].asked
    if any(after.seat(one.id).out and not one.out for one in game.state.players):
        return False
    led = [company for company in p.d.companies if chief(p, company) == seat]
    return all(after.company(company).closed or chief(after, company) == seat for company in led)
