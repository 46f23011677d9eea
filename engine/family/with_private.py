"""Certificates that lie with a private company and come with it when it is bought for the first time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.definition import CertDef
from engine.core.parts import Mark
from engine.core.position import Position
from engine.family import falling, privates, starting
from engine.finance import shares


def comes_with(p: Position, private: str, player: str) -> None:
    """The certificates go to the buyer; whoever gets a president's sets the par at once."""
    for cert in hand_over(p, private, player):
        if cert.president:
            starting.ask_for_par(p, player, cert.company)


def hand_over(p: Position, private: str, player: str) -> list[CertDef]:
    """The certificates go to the buyer; the title asks for the par when it is due."""
    certs = lying_with(p, private)
    for cert in certs:
        come_along(p, private, cert.id, player)
    return certs


def lying_with(p: Position, private: str) -> list[CertDef]:
    """The certificates that will come with it."""
    return [cert for cert in p.d.certs.values() if p.s.certs[cert.id] == f"with:{private}"]


def come_along(p: Position, private: str, cert: str, player: str) -> None:
    """One certificate, wherever it lay; everybody is told."""
    paper = p.d.certs[cert]
    p.emit("came_with", player=player, private=private, company=paper.company, shares=paper.units)
    shares.move(p, [cert], player)


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """What the cheapest private company costs now, and which certificates come with others."""
    marked = {name: list(theirs) for name, theirs in falling.marks(p, seat).items()}
    for cert in p.d.certs.values():
        private = p.s.certs[cert.id].partition("with:")[2]
        if private:
            what = "brings_president" if cert.president else "brings_share"
            marked.setdefault(f"private {private}", []).append(Mark(what, of=(cert.company,)))
    return marked


def closes_with_train(p: Position, private: str) -> None:
    """It closes with the first train of a company, if it has not closed before."""
    if p.s.privates[private] != privates.CLOSED:
        privates.close_private(p, private, privates.TRAIN)
