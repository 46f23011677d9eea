"""Refusals say what is so: each reason that names a fact is compared with the position in which it was given."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine import Act, Game, Illegal, Refusal, Unreadable, new
from engine.board import lay, markers
from engine.core.errors import Ambiguous
from engine.core.position import Position
from engine.core.sentences import Sentence
from engine.core.verbs import checked
from engine.family import trains
from engine.finance import holding, shares
from engine.game import menu
from engine.play import next_to_act, random_act
from engine.routes.valuation import TOO_MANY
from engine.titles import title_named, titles
from tests.again import repeatable
from tests.test_refusals import near_misses
from tests.toy.title import TITLE as TOY

TITLES = [name for name in titles() if name != TOY.id]
GAMES, MOVES = (30, 600) if os.environ.get("LONG") else (3, 400)
"""Games of each title in the soak, and moves of each."""

Fields = dict[str, Any]


def _not_started(p: Position, seat: str, of: Fields) -> bool:
    facts = p.company(of["company"])
    return not facts.par and not facts.closed


def _closed(p: Position, seat: str, of: Fields) -> bool:
    return p.company(of["company"]).closed and not p.company(of["company"]).into


def _at_the_limit(p: Position, seat: str, of: Fields) -> bool:
    return holding.certificates(p, seat) >= of["limit"] == p.title.holding.limit(p)


def _kept(p: Position, seat: str, of: Fields) -> bool:
    return bool(markers.free_slots(p, of["stop"])) and not any(p.company(heir).home_placed for heir in of["kept"])


TRUE: dict[str, Callable[[Position, str, Fields], bool]] = {
    "{company} has not been started": _not_started,
    "{company} has not been started; start it with `/par`": _not_started,
    "{company} is closed": _closed,
    "{company} is part of {into}": lambda p, seat, of: p.company(of["company"]).into == of["into"],
    "{private} has closed as a private company": lambda p, seat, of: p.s.privates[of["private"]] == "closed",
    "you do not own {private}": lambda p, seat, of: p.s.privates[of["private"]] not in (seat, "closed"),
    "{company} does not own {private}": lambda p, seat, of: (
        p.s.privates[of["private"]] not in (of["company"], "closed")
    ),
    "only the {president_word} of {company} may do this": lambda p, seat, of: (
        shares.president(p, of["company"]) not in ("", seat)
    ),
    "you hold no shares of {company}": lambda p, seat, of: not shares.units_at(p, seat, of["company"]),
    "no share of {company} is in the pool": lambda p, seat, of: not shares.certs_at(p, shares.POOL, of["company"]),
    "no share of {company} is left in the IPO": lambda p, seat, of: not shares.in_offering(p, of["company"]),
    "your certificate limit is {limit}": _at_the_limit,
    "{stop} has no free space": lambda p, seat, of: not markers.free_slots(p, of["stop"]),
    "the last space in {stop} is kept for {kept:and}": _kept,
    "every place in {hex_id} is occupied": lambda p, seat, of: not _free_in(p, of["hex_id"]),
    "what is left in {hex_id} is reserved for {heirs:and}": lambda p, seat, of: (
        bool(_free_in(p, of["hex_id"])) and not any(p.company(heir).home_placed for heir in of["heirs"])
    ),
    "{color} tiles are not available in {phase}": lambda p, seat, of: (
        of["phase"] == p.s.phase and of["color"] not in p.d.phases[p.s.phase].tiles
    ),
    "no tile {tile} is left": lambda p, seat, of: lay.tiles_left(p, of["tile"]) == 0,
    "{company} has no station marker left": lambda p, seat, of: not p.company(of["company"]).markers,
    "{needy} need not buy a train": lambda p, seat, of: not trains.must_buy(p, of["needy"]),
    "{source} has no train": lambda p, seat, of: not trains.kinds_at(p, of["source"]),
    "{source} has no {kind} train for sale": lambda p, seat, of: of["kind"] not in trains.kinds_at(p, of["source"]),
    "you have {cash}": lambda p, seat, of: p.s.cash[seat] <= of["cash"],
    "the treasury of {company} holds {cash}": lambda p, seat, of: p.s.cash[of["company"]] == of["cash"],
    **dict.fromkeys(TOO_MANY.values(), lambda p, seat, of: len(of["stops"].split(", ")) == of["count"] > of["limit"]),
}
"""Pattern of a reason -> is it so, for this seat, with what fills the fields?"""


def _free_in(p: Position, hex_id: str) -> int:
    """Spaces without a marker, and those of the government."""
    neutral = {name for name, _ in p.title.neutral}
    stops = [f"{hex_id}/{stop.key}" for stop in p.ground.track(hex_id).stops if stop.kind == "city"]
    return sum(
        len(markers.free_slots(p, stop)) + sum(marker.company in neutral for marker in markers.markers_at(p, stop))
        for stop in stops
    )


def wrong_moves(game: Game, seat: str, stream: random.Random) -> Iterator[tuple[str, Refusal]]:
    """Near misses as the rules refuse them, before anything in the refusal is called as players do."""
    for who, act in near_misses(game, seat, stream):
        p = game.loose()
        if act.verb in menu(p, who):
            try:
                checked(p, act.verb, p.title.verbs[act.verb], who, dict(act.args))
            except Illegal as refused:
                yield who, refused.refusal
            except (Unreadable, Ambiguous):
                pass


def reasons(refusal: Refusal) -> Iterator[Sentence]:
    """The patterns that a refusal consists of."""
    for part in (refusal.why, refusal.fact):
        if isinstance(part, Sentence):
            yield part


def untrue(title: str, moves: int, seed: int) -> tuple[list[str], Counter[str]]:
    """What is not so in the refusals of a random game, and how often each reason was compared."""
    wrong, seen = list[str](), Counter[str]()
    names = ["Ann", "Bob", "Cem", "Dan"][: max(3, title_named(title).players[0])]
    game, stream = new(title, names, {"runs": "free"}, seed=seed), random.Random(seed)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        act = random_act(game, decision.seat, stream) if decision else None
        if decision is None or act is None:
            break
        for seat, refusal in wrong_moves(game, decision.seat, stream):
            for reason in reasons(refusal):
                if reason.pattern in TRUE:
                    seen[reason.pattern] += 1
                    if not TRUE[reason.pattern](game.position(), seat, reason.fields):
                        wrong.append(f"{seat}: {refusal.sentence()}")
        game, _ = game.apply(decision.seat, act)
    return wrong, seen


@pytest.mark.parametrize("title", TITLES)
@repeatable
def test_reasons_are_so(title: str):
    wrong, seen = untrue(title, moves=80, seed=3)
    assert wrong == []
    assert len(seen) >= 2 and sum(seen.values()) >= 10


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
@repeatable
def test_reasons_are_so_in_many_games(title: str):
    wrong = [one for seed in range(GAMES) for one in untrue(title, MOVES, seed)[0]]
    assert wrong == []


def test_an_untrue_reason_is_noticed():
    game = new("1870", ["Ann", "Bob", "Cem"], seed=1)
    seat = game.decisions()[0].seat
    assert not TRUE["you do not own {private}"](game.position(), "sale", {"private": "GSC"})
    assert not TRUE["{company} is closed"](game.position(), seat, {"company": "SP"})
    assert TRUE["{company} has not been started"](game.position(), seat, {"company": "SP"})
    assert isinstance(Act("pass"), Act)
