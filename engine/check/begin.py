"""Can a game of the title begin: is it set up, and must somebody act?"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import agenda
from engine.core.position import Position
from engine.title import Title, bare_state, printed

SEED = 1


def faults(title: Title) -> Iterator[str]:
    """What goes wrong when a game of the smallest and of the largest number of players is set up."""
    options = title.chosen({})
    for count in sorted(set(title.players)):
        names = [f"Player{number}" for number in range(1, count + 1)]
        try:
            state = bare_state(title, names, options, SEED)
            p = Position(title, printed(title, state), state)
            title.begin(p, {})
            if not p.s.agenda:
                yield "Nothing begins: begin pushes no frame."
                return
            for name, stops in p.d.map.homes.items():
                if name not in p.s.companies:
                    yield f'{stops[0]} is kept for "{name}", which is no company, and begin adds no such builder.'
                    return
            agenda.settle(p)
            for seat in agenda.deciders(p):
                for verb in agenda.rule_of(p, p.top).open_verbs(p, p.top, seat):
                    law = title.verbs[verb]
                    law.refuse(p, seat, law.choices())
        except Exception as e:  # Any error in a title's code is reported before anybody plays.
            yield f"A game of {count} players cannot begin: {type(e).__name__}: {e}."
            return
