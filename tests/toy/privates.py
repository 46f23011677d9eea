"""The ferry, a builder that is no company, and the mail, a power of any time (toy rules 3 and 4).

3 The ferry has a purse, a marker at the Quay and a train. It operates first in each operating round, lays one tile,
runs, and pays half of what it earns to its owner. It has no shares and no price.
4 Once in an operating round the owner of the mail may take $10 from the bank, at any time at which nobody is asked
anything; three times in a game.
"""

from __future__ import annotations

from engine.board import markers
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.roles import owner
from engine.core.state import Run, Used
from engine.core.verbs import Choices, Plain
from engine.family import dividend, operating, setup
from engine.finance import money

FERRY, MAIL = "FERRY", "MAIL"
PURSE = 60
LETTERS = 3
FIRST, LAST = "before the first turn", "after the last turn"


def set_up_ferry(p: Position) -> None:
    """A marker, sixty in its purse, and the first train."""
    setup.add_builder(p, FERRY, markers=[0], purse=PURSE)
    p.s.trains["2-0"].at = FERRY


def order(p: Position) -> list[str]:
    """The ferry first, then companies by price."""
    sails = not p.company(FERRY).closed and p.s.privates[FERRY] in p.living
    return [*([FERRY] if sails else []), *operating.by_price(p)]


def ferry_pays(p: Position, frame: Run) -> None:
    """Half to the owner, half into the purse."""
    earned = dividend.income(p)
    frame.used = [note for note in frame.used if note.what != "income"]
    money.pay(p, money.BANK, owner(p, FERRY), earned // 2)
    money.pay(p, money.BANK, FERRY, earned - earned // 2)
    p.emit("ferry_paid", amount=earned)


def close(p: Position, private: str) -> None:
    """Out of the game; the ferry with all it has."""
    p.s.privates[private] = "closed"
    if private == FERRY:
        p.company(FERRY).closed = True
        markers.remove_markers(p, FERRY)
        for card in p.s.trains.values():
            if card.at == FERRY:
                card.at = "pool"
        money.pay(p, FERRY, money.BANK, p.s.cash[FERRY])
        p.emit("closed", company=FERRY)


class Mail(Plain[Choices]):
    """Take the mail money."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        frame = operating.round_frame(p)
        if frame is None or any(note.what == "mail" for note in frame.used):
            return Refusal("the mail pays once in an operating round", "4")
        if p.s.own.letters >= LETTERS:
            return Refusal("the mail has paid three times", "4")
        return None

    def do(self, p: Position, seat: str, args: Choices) -> None:
        frame = operating.round_frame(p)
        assert frame is not None
        frame.used.append(Used("mail"))
        p.s.own.letters += 1
        money.pay(p, money.BANK, seat, 10)
        p.emit("mail", player=seat)


def owns_mail(p: Position, seat: str) -> bool:
    return p.s.privates[MAIL] == seat


POWER = Power("mail", owns_mail, window="operating_round", moments=(FIRST, LAST))
