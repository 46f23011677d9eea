"""What private companies do for the companies that buy them: tiles in their hexes, a station in Scranton (13.2.2)."""

from __future__ import annotations

from engine.core.asking import ask
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask, Used
from engine.core.verbs import Span
from engine.family import operating
from engine.family.choices import OwnTile
from engine.family.own_hex import FreeTile, OwnHex, PaidTile, StationWithTile, tiles_for
from engine.family.privates import PHASE, TRAIN, close_private
from engine.titles.t1828 import cobourg
from engine.titles.t1828.auction import is_big
from engine.titles.t1828.build import COBOURG, ERIE_AND_KALAMAZOO
from engine.titles.t1828.systems import parts

CHAMPLAIN, DELAWARE = "C&StL", "D&H"
BURLINGTON, SCRANTON, ADRIAN = "B24", "F20", "E7"
FEE = 120
SALE_PHASES = ("green", "blue", "brown")
ADRIAN_TILE = "adrian tile"


# --- buying private companies


def price(p: Position, company: str, private: str) -> Span:
    """From $1 to twice what is printed (13.2.1)."""
    return Span(1, 2 * p.d.privates[private].cost)


def refusal(p: Position, company: str, private: str) -> Refusal | None:
    """From green phase on, by public companies and systems, and never the $250 ones (13.2.1)."""
    if not p.d.is_company(company):
        return Refusal("only public companies and systems may buy private companies", "13.2.1")
    if is_big(p, private):
        return Refusal(because("{private} cannot be sold to a company", private=private), "13.2.3")
    if p.s.phase not in SALE_PHASES:
        return Refusal(because("companies cannot buy private companies in {phase}", phase=p.s.phase), "13.2.1")
    return None


def bought(p: Position, company: str, private: str) -> None:
    """Lay the Erie & Kalamazoo's tile at once; replace the Cobourg & Peterborough's marker (13.2.2)."""
    if private == ERIE_AND_KALAMAZOO and tiles_for(p, ADRIAN):
        p.push(Ask(rule=ADRIAN_TILE, role=f"president:{company}", about=[company]))
    if private == COBOURG:
        cobourg.bought(p, company)


def train_bought(p: Position, company: str, train: str) -> None:
    """The $250 private companies close with their public company's first train (13.2.3)."""
    frame = operating.turn(p)
    if frame is not None:
        frame.used.append(Used("train bought"))
    for part in parts(p, company):
        if part in p.s.privates and is_big(p, part) and p.s.privates[part] != "closed":
            close_private(p, part, TRAIN)


def phase_begins(p: Position, phase: str) -> None:
    """In red phase all private companies close (13.2.1)."""
    if phase != "red":
        return
    for private in p.d.privates:
        if p.s.privates[private] != "closed":
            if private == COBOURG:
                cobourg.closed(p)
            close_private(p, private, PHASE)


# --- the Erie & Kalamazoo's tile at once


class Adrian(OwnHex):
    """The tile that must be laid when a company buys the Erie & Kalamazoo (13.2.2.7)."""

    def do(self, p: Position, seat: str, args: OwnTile) -> None:
        """In addition to everything else."""
        p.pop()
        self.put(p, args, "free")


FRAMES = {ADRIAN_TILE: ask("adrian", wanted=lambda p, frame: bool(tiles_for(p, ADRIAN)))}

VERBS = {
    "burlington": FreeTile(BURLINGTON, CHAMPLAIN, "13.2.2.3"),
    "scranton": PaidTile(SCRANTON, DELAWARE, "13.2.2.4", FEE),
    "scranton_station": StationWithTile(SCRANTON, DELAWARE, "13.2.2.4"),
    "adrian": Adrian(ADRIAN),
}
