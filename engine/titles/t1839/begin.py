"""Setting up 1839 (4): what stays in the box, and which majors come with the brown private companies."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.core.errors import Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run
from engine.family.rounds import GAME
from engine.family.setup import lay_table
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.define import BROWN
from engine.titles.t1839.own import own

DISCARDS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {"privates": ("KFvSeaW", "CM", "RH"), "trains": ("4",)},
    3: {"privates": ("CM", "RH"), "trains": ("4+", "4")},
    4: {"privates": (), "trains": ()},
}
NOT_FOR_BEGINNERS = ("AMS", "NBDS", "ZHESM")
WAITING = "supply"
"""Where the red private company is until it replaces the Crédit Mobilier."""


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game, at random or by `discards` and `pairs`."""
    lay_table(p)
    _discard(p, setup.get("discards") or DISCARDS[len(p.s.players)])
    own(p).pairs = _given(p, setup["pairs"]) if "pairs" in setup else _drawn(p)
    for private, company in own(p).pairs.items():
        chief, *singles = p.d.certs_of[company]
        p.s.certs[chief] = p.s.certs[singles[0]] = f"with:{private}"
        if private == "AV":
            p.s.certs[singles[1]] = p.s.certs[singles[2]] = "with:WCTS"
        if private == "AB":
            p.s.certs[singles[1]] = "with:JJB"
    p.s.trains["R4-0"].at = "with:DeRtU"
    p.push(Run(rule=GAME))


def _discard(p: Position, what: Mapping[str, Sequence[str]]) -> None:
    """Private companies and trains that are not used with this many players."""
    if p.s.privates["RH"] != "closed":
        p.s.privates["RH"] = WAITING
    for private in what.get("privates", ()):
        if private not in p.s.privates:
            raise Unreadable(because("There is no private company {private!r} to discard.", private=private))
        p.s.privates[private] = "closed"
    for kind in what.get("trains", ()):
        found = [train for train, card in p.s.trains.items() if card.kind == kind]
        if not found:
            raise Unreadable(because("There is no {kind!r} train to discard.", kind=kind))
        del p.s.trains[found[-1]]


def majors(p: Position) -> list[str]:
    """The eight companies that may come with brown private companies."""
    return [company for company in p.d.companies if not is_lokaal(p, company)]


def _given(p: Position, pairs: object) -> dict[str, str]:
    companies = cast("dict[str, str]", pairs) if isinstance(pairs, dict) else {}
    right = set(companies) == set(BROWN) and len(set(companies.values())) == len(BROWN)
    if not right or any(company not in majors(p) for company in companies.values()):
        raise Unreadable(because("The pairs must give {brown:list} a major each, all different.", brown=tuple(BROWN)))
    return {private: companies[private] for private in BROWN}


def _drawn(p: Position) -> dict[str, str]:
    stream = random.Random(p.s.rng)
    drawn = stream.sample(majors(p), len(BROWN))
    pairs: dict[str, str] = dict(zip(BROWN, drawn, strict=True))
    if p.s.options["pairing"] == "recommended":
        while pairs["AV"] in NOT_FOR_BEGINNERS:
            pairs = dict(zip(BROWN, stream.sample(majors(p), len(BROWN)), strict=True))
    return pairs
