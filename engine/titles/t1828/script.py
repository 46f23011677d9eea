"""The course of 1828 (4, 5): the auction, then stock rounds and sets of operating rounds."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from engine.core.agenda import used
from engine.core.errors import Unreadable
from engine.core.position import Position
from engine.core.powers import pause
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.family import operating
from engine.family.operating import by_price
from engine.family.rounds import GAME, Script, game
from engine.family.setup import lay_table
from engine.finance import shares
from engine.titles.t1828 import coal, cobourg, ending
from engine.titles.t1828.auction import is_big
from engine.titles.t1828.mohawk import FIRST, LAST, joins_in
from engine.titles.t1828.own import own

CAMDEN, PENNSYLVANIA = "C&A", "PRR"
DISCARDED = {3: 4, 4: 3, 5: 2}
"""$250 private companies that stay in the box, by number of players (4)."""
ALL_RED_TRAINS = 5
EASY = ("GT", "NW", "OS&H")
"""At least one of these should be in play when somebody is new to the game (4)."""
RED_TRAIN = "6"


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game (4). `setup["privates"]`: the $250 private companies in play, from left to right."""
    lay_table(p)
    drawn = _drawn(p, setup.get("privates"))
    own(p).row = [private for private in p.d.privates if not is_big(p, private)] + drawn
    for private in p.d.privates:
        if private not in own(p).row:
            p.s.privates[private] = "closed"
    for private in drawn:
        shares.move(p, list(p.d.certs_of[private][:2]), f"with:{private}")
    p.s.certs[p.d.certs_of[PENNSYLVANIA][1]] = f"with:{CAMDEN}"
    if len(p.s.players) < ALL_RED_TRAINS:
        last = max(train for train, card in p.s.trains.items() if card.kind == RED_TRAIN)
        del p.s.trains[last]
    coal.lay_out(p)
    cobourg.set_up(p)
    p.push(Run(rule=GAME))


def _drawn(p: Position, privates: Any) -> list[str]:
    """Which of the $250 private companies are in play, and in which order."""
    big = [private for private in p.d.privates if is_big(p, private)]
    count = len(big) - DISCARDED[len(p.s.players)]
    if privates is not None:
        chosen = [str(private) for private in privates]
        if len(set(chosen)) != count or not set(chosen) <= set(big):
            raise Unreadable(
                because(
                    "With {count} players, {count2} of {big:list} are in play.",
                    count=len(p.s.players),
                    count2=count,
                    big=tuple(big),
                )
            )
        return chosen
    stream = random.Random(p.s.rng)
    while True:
        drawn = stream.sample(big, count)
        if p.s.options["newcomers"] == "no" or any(private in EASY for private in drawn):
            return drawn


def _opening(p: Position, frame: Run) -> bool:
    """The auction, at the start."""
    if frame.subject:
        return False
    frame.subject = p.s.players[0].id
    p.emit("round", round="initial", number=1)
    p.push(Run(rule="auction", subject=frame.subject))
    return True


# --- within operating rounds


def round_begins(p: Position) -> None:
    """Private companies pay, except the one that runs instead (8.1)."""
    operating.pay_privates(p, all_but=cobourg.COBOURG if cobourg.operates(p) else "")


def order(p: Position) -> list[str]:
    """The Cobourg & Peterborough when private companies pay; then companies by price (8.1, 8.2)."""
    first = [cobourg.COBOURG] if cobourg.operates(p) else []
    return first + [company for company in by_price(p) if joins_in(p, company)]


def between_turns(p: Position, frame: Run) -> bool:
    """Pause for players who asked, before the first company and after the last (13.2.2.6)."""
    following = operating.next_company(p, frame)
    if following == cobourg.COBOURG:
        return False
    begun = any(note.what == "operated" and note.on != cobourg.COBOURG for note in frame.used)
    for moment, comes in ((FIRST, not begun), (LAST, not following)):
        if comes and not used(frame, moment):
            frame.used.append(Used(moment))
            return pause(p, moment)
    return False


SCRIPT = Script(_opening, ending.before_set, ending.after_set, ending.is_last_set)
FRAMES = {GAME: game(SCRIPT)}
