"""The refusals for players who nearly know the rules: in players' words, with amounts and a reason."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator

import pytest

from engine import Act, Game, Illegal, Refusal, Unreadable, new
from engine.core.errors import Ambiguous
from engine.core.verbs import Span, Text, next_slot
from engine.game import menu
from engine.play import next_to_act, random_act
from engine.titles import title_named, titles
from tests.again import repeatable
from tests.toy.title import TITLE as TOY

TITLES = [name for name in titles() if name != TOY.id]
GAMES, MOVES = (50, 600) if os.environ.get("LONG") else (3, 400)
"""Games of each title in the soak, and moves of each."""
INTERNAL = re.compile(
    r"\b[pc]\d\b|/[a-z]\d|\b[a-z]+_[a-z_]+\b|\bipo\b|\w:\d+-\d+|\w-\d+=|[{}]|\bNone\b|\b[A-Z]\d+\.[A-Z]+\b|,[A-Z]\d+\."
)
"""Seats, stops, verbs, places, pieces of track, train cards and sides of hexes as the code has them."""
CHOSEN = r"(shares|offer|rotation|tile|kind|trade|back)"
COUNTED = re.compile(
    rf"""^You\ cannot\ choose\ .*?\ \({CHOSEN}\)
      (:\ the\ (only\ choice\ is|choices\ (are|include))\ [\w+,\ ]+|:\ \d+\ is\ not\ possible\ either)?
    | ^Please\ choose\ one\ \(({CHOSEN}|routes)\):.*
    | \([^)]*\) | \bno\ [^:]*\ train | \d+[+/]\d+\w* | \d+x\d+ | \d+D?\ trains?\b | \b[Tt]rains?\ \d\S*
    | \d+% | \bno\.\ \d+ | \b(tile|rotation|phase|room\ for|has)\ \d+\w?
    | \b\d+\ (shares?|of\ its\ shares|tiles?|certificates?|players?|stops|yellow|that\ count)
    | certificates\ over\ the\ limit:\ \d+ | shares\ it\ can\ still\ take:\ \d+""",
    re.VERBOSE,
)
"""Numbers that are no money: sections, kinds of train, percentages, counts, tiles, phases."""


def near_misses(game: Game, seat: str, stream: random.Random) -> Iterator[tuple[str, Act]]:
    """Moves by somebody who knows what exists but not what is allowed now."""
    p = game.position()
    yield seat, Act(stream.choice(list(p.title.verbs)))
    yield stream.choice(p.s.players).id, Act(stream.choice(list(p.title.verbs)))
    for verb in menu(p, seat):
        law = p.title.verbs[verb]
        got = law.choices()
        try:
            while law.refuse(p, seat, got) is None and (slot := next_slot(p, law, seat, got)) is not None:
                values = law.values(p, seat, got, slot)
                if isinstance(values, Span):
                    got[slot] = stream.choice((values.low - 1, values.high + 1, values.high * 3, values.low))
                elif isinstance(values, Text):
                    known = values.known() if stream.random() < 0.2 else ()
                    got[slot] = mistyped(stream.choice(known), stream) if known else "none"
                else:
                    listed = list(values)
                    if not listed:
                        break
                    got[slot] = stream.choice(listed)
                    if stream.random() < 0.1:
                        got[slot] = 105 if isinstance(listed[0], int) else stream.choice(list(p.d.map.hexes))
                        break
        except Unreadable:
            pass  # What has been chosen so far cannot be understood, and that is what is tried.
        yield seat, Act(verb, dict(got))


def mistyped(routes: str, stream: random.Random) -> str:
    """Routes with one thing changed."""
    parts = re.split(r"([,;=])", routes)
    parts[stream.randrange(len(parts))] = stream.choice(parts)
    return "".join(parts)


def refusals(title: str, moves: int, seed: int) -> dict[str, Exception]:
    """Each refusal of a random game, with the error."""
    found: dict[str, Exception] = {}
    names = ["Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus"][: max(3, title_named(title).players[0])]
    game, stream = new(title, names, {"runs": "free"}, seed=seed), random.Random(seed)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        act = random_act(game, decision.seat, stream) if decision else None
        if decision is None or act is None:
            break
        for seat, wrong in near_misses(game, decision.seat, stream):
            try:
                game.apply(seat, wrong)
            except (Illegal, Unreadable, Ambiguous) as e:
                found[str(e)] = e
        game, _ = game.apply(decision.seat, act)
    return found


def faults(sentence: str, error: Exception, currency: str) -> list[str]:
    """What is wrong with a refusal."""
    found: list[str] = []
    ours = re.sub(r"“[^”]*”", " ", sentence)  # What somebody typed is said back to them as they typed it.
    if INTERNAL.search(ours):
        found.append("an internal name")
    amounts = re.escape(currency).replace(r"\{\}", r"-?\d+")
    if re.search(r"(?<![A-Za-z\d])\d+", COUNTED.sub(" ", re.sub(amounts, " ", ours))):
        found.append("a bare number")
    if isinstance(error, Illegal):
        refusal: Refusal = error.refusal
        if not (refusal.section or refusal.fact or "game is over" in sentence):
            found.append("no reason")
    if not re.fullmatch(r".*[.]", sentence, re.DOTALL):
        found.append("no full stop")
    return found


def faulty(title: str, found: dict[str, Exception]) -> list[str]:
    """Those with which something is wrong, and what."""
    judged = {sentence: faults(sentence, e, title_named(title).currency) for sentence, e in found.items()}
    return [f"{', '.join(why)}: {sentence}" for sentence, why in judged.items() if why]


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("SP cannot reach B19/c0 (6.1).", "an internal name"),
        ("p2 has no train (10.4).", "an internal name"),
        ("you cannot buy_train now: the game is waiting for Ann.", "an internal name"),
        ("that costs $80: the treasury holds 64 (6.5).", "a bare number"),
        ("105 is too high: choose $80 or less.", "a bare number"),
        ("that is not possible.", "no reason"),
        ("SP has no train (10.4)", "no full stop"),
        ("SP cannot reach Springfield, IL (B19) from its markers (6.1).", ""),
        ("that costs $80: the treasury holds $64 (6.5).", ""),
        ("tile 57 in B19 cannot be upgraded to tile 142 (6.6).", ""),
        ("a company may own only 2 trains now: SP has 2 (10.2).", ""),
    ],
)
def test_faulty_refusals_are_noticed(sentence: str, fault: str):
    refusal = Refusal(sentence, fact="" if fault == "no reason" else "a fact")
    assert faults(sentence, Illegal(refusal), "${}") == ([fault] if fault else [])


@pytest.mark.parametrize("title", TITLES)
@repeatable
def test_refusals_speak_as_players_do(title: str):
    found = refusals(title, moves=100, seed=11)
    wrong = faulty(title, found)
    assert not wrong, "\n".join(wrong)
    assert len(found) > 20


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
@repeatable
def test_refusals_of_many_games_speak_as_players_do(title: str):
    wrong: set[str] = set()
    for seed in range(GAMES):
        wrong.update(faulty(title, refusals(title, moves=MOVES, seed=seed)))
    assert not wrong, "\n".join(wrong)
