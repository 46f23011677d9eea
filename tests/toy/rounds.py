"""The toy's course (toy rules 1, 2 and 8).

1 The private companies are sold by sealed bids, one after the other: all bid at once, the highest pays and takes it,
among equals the one who sits first. If nobody bids, it is closed.
2 Then stock rounds and sets of operating rounds in turn. Who passes first in a stock round sits first after it.
After each set the next train leaves the supply.
8 The game ends after the second set (the fourth of a long game), when the bank is broken, or when one player is left.
9 A company that floats gets twice its par. In a turn two yellow tiles may be laid, or one tile upgraded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import powers
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.gather import gather
from engine.core.position import Position
from engine.core.state import Gather, Run, Used
from engine.family import floating, operating, track, trains
from engine.family.emergency import LOTS
from engine.family.ending import finish
from engine.family.leaving import open_questions, step_out
from engine.family.rounds import GAME, Script, game
from engine.family.setup import SALE, lay_table
from engine.finance import lots, money, prices, shares
from tests.toy import privates

BIDS = (0, 20, 40, 60)
SETS = {"short": 2, "long": 4}


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    lay_table(p)
    privates.set_up_ferry(p)
    p.push(Run(rule=GAME))


def opening(p: Position, frame: Run) -> bool:
    """The next sealed auction."""
    for private in p.d.privates:
        if p.s.privates[private] == SALE:
            p.push(Gather(rule="sealed", roles=p.living, about=[private]))
            return True
    return False


def bids(p: Position, frame: Gather, role: str) -> Sequence[str]:
    return [str(bid) for bid in BIDS if not bid or (role and bid <= p.s.cash[role])]


def sold(p: Position, frame: Gather, answers: list[tuple[str, str]]) -> None:
    private = frame.about[0]
    winner, bid = "", 0
    for role, answer in answers:
        p.emit("bid", player=role, private=private, amount=int(answer))
        if int(answer) > bid:
            winner, bid = role, int(answer)
    if winner:
        money.pay(p, winner, money.BANK, bid)
        p.s.privates[private] = winner
        p.emit("auction_sold", player=winner, private=private, price=bid)
    else:
        privates.close(p, private)


def between_turns(p: Position, frame: Run) -> bool:
    """A player who asked for it gets a pause before the first turn and after the last."""
    operated = [note for note in frame.used if note.what == "operated"]
    if not operated and not used(frame, privates.FIRST):
        frame.used.append(Used(privates.FIRST))
        return powers.pause(p, privates.FIRST)
    if not operating.next_company(p, frame) and not used(frame, privates.LAST):
        frame.used.append(Used(privates.LAST))
        return powers.pause(p, privates.LAST)
    return False


def after_set(p: Position) -> str:
    if p.s.broken:
        return "bank"
    return "calendar" if p.s.clock.turn >= SETS[p.s.options["length"]] else ""


def may_float(p: Position, company: str) -> None:
    if not p.company(company).floated and floating.floats(p, company):
        floating.float_company(p, company, times=2)


def allowance(p: Position, builder: str, hex_id: str, tile: str) -> Refusal | None:
    return track.yellow_or_upgrade(p, operating.turn(p), hex_id, 2, "9")


def train_leaves(p: Position) -> None:
    trains.export(p)


def left(p: Position, player: str, why: str) -> None:
    """Private companies close; others go to the next largest holder or close; then shares and money go.

    The last player left ends the game. What they sold, or sell now, is still settled.
    """
    step_out(p, player, why)
    if p.s.priority == player:
        p.s.priority = p.left_of(player)
    for company in [symbol for symbol in p.d.companies if shares.president(p, symbol) == player]:
        heir = shares.successor(p, company, 0, player)
        if heir:
            shares.change_president(p, company, heir)
        else:
            p.title.market.close(p, company)
    for company in p.d.companies:
        units = shares.units_at(p, player, company)
        if units:
            lots.set_aside(p, player, company, units, prices.price(p, company))
    money.pay(p, player, money.BANK, p.s.cash[player])
    p.push(Run(rule=LOTS, subject=player), below=open_questions(p))
    for private in p.d.privates:
        if p.s.privates[private] == player:
            privates.close(p, private)
    if len(p.living) == 1:
        finish(p, "one left")


SCRIPT = Script(opening, after_set=after_set, between=train_leaves, initial=False)
FRAMES = {GAME: game(SCRIPT), "sealed": gather(bids, sold)}
