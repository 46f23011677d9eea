"""The family's answers fit together: a title that answers nothing otherwise is complete and can be played."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine import Game
from engine.check import faults
from engine.core.position import Position
from engine.core.state import Run
from engine.family import auction, setup, standard
from engine.family.rounds import GAME, Script, game
from engine.game import begin
from engine.play import next_to_act, random_act
from engine.title import Title
from tests.contract.breaking import with_sheet
from tests.toy.title import SECTIONS


class Nothing(Struct):
    """It remembers nothing of its own."""


def lay_table(p: Position, given: Mapping[str, Any]) -> None:
    setup.lay_table(p)
    p.push(Run(rule=GAME))


def opening(p: Position, frame: Run) -> bool:
    if auction.unsold(p):
        p.push(Run(rule=auction.RULE, subject=p.s.priority))
    return bool(auction.unsold(p))


SCRIPT = Script(opening)
PLAIN = Title(
    id="toy",
    name="The toy's board, by the family's rules",
    players=(2, 4),
    define=with_sheet("map", lambda sheet: sheet["hexes"]["A3"]["nodes"][0].pop("home")).define,
    own=Nothing,
    begin=lay_table,
    frames={**standard.FRAMES, **auction.FRAMES, GAME: game(SCRIPT)},
    verbs={**standard.VERBS, **auction.VERBS},
    sections=SECTIONS,
)


def test_it_is_complete():
    assert faults(PLAIN) == []


def played(seed: int, moves: int = 120) -> tuple[Game, set[str]]:
    """A random game, and who had to answer which frame."""
    stream, now = random.Random(seed), begin(PLAIN, ["Ann", "Bob", "Cem"], {}, seed, {})
    asked: set[str] = set()
    for _ in range(moves):
        decision = next_to_act(now, stream)
        if decision is None:
            break
        asked.add(decision.rule)
        act = random_act(now, decision.seat, stream)
        assert act is not None
        now, _ = now.apply(decision.seat, act)
        now.audit()
    return now, asked


def test_it_is_played_through_auction_stock_and_operating_rounds():
    now, asked = played(seed=1)
    assert {"auction", "contest", "stock_turn", "operating_turn"} <= asked
    assert now.state.end is None


def test_it_ends_when_all_companies_are_closed():
    now, _ = played(seed=5)
    assert all(company.closed for company in now.state.companies.values())
    assert now.state.end is not None and now.state.end.why == "stalemate"


def test_it_ends_after_the_set_in_which_the_bank_was_broken():
    p = begin(PLAIN, ["Ann", "Bob"], {}, 3, {}).loose()
    assert SCRIPT.after_set(p) == ""
    p.s.broken = True
    assert SCRIPT.after_set(p) == "bank"
