"""What can be proven of play: each finding is true in the game as it was played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import repeat

import pytest

from engine import Act, Game, new
from engine.careful import careful_act
from engine.exchange.any_file import open_any_file
from engine.play import next_to_act
from engine.prospects import earning
from engine.record import Move
from engine.review.proven import AVOIDABLE, RUN, Finding, Proven, Step, decode, encode, prove
from tests.exchange.material import FOLDER, needs_games

REAL = ("1889/real_314.json", "1830/real_bank.json", "1830/real_bankrupt.json", "1828/real_bankrupt.json")


def played(title: str, seed: int, moves: int) -> list[Step]:
    """A careful random game in which every company runs only one of its trains."""
    now, stream, found = new(title, ["Ann", "Bob", "Cem"], {"runs": "free"}, seed), random.Random(seed), list[Step]()
    for number in range(1, moves + 1):
        decision = next_to_act(now, stream)
        if decision is None:
            break
        act = careful_act(now, decision.seat, stream)
        assert act is not None
        if "routes" in act.args:
            act = Act(act.verb, {**act.args, "routes": str(act.args["routes"]).partition(";")[0]})
        after, events = now.apply(decision.seat, act)
        found.append(Step(number, number - 1, Move(decision.seat, act.verb, dict(act.args)), now, after, tuple(events)))
        now = after
    return found


def of_site(name: str) -> Iterator[Step]:
    file = open_any_file((FOLDER / name).read_bytes())
    now: Game = file.start
    for number, (move, after, events) in enumerate(file.states(), 1):
        yield Step(number, number - 1, move, now, after, tuple(events))
        now = after


def check(steps: list[Step], finding: Finding) -> None:
    """Compare a finding with the positions."""
    step = steps[finding.move - 1]
    assert finding.before == step.before
    match finding.kind:
        case "short_run":
            possible = earning(step.start, finding.company)
            assert possible is not None and possible.proven >= finding.sure
            assert finding.amount == possible.total - step.after.state.companies[finding.company].last_run > 0
        case "avoidable":
            # Kept instead of paid out, the dividend leaves the treasury richer by what was put in later.
            kept, _ = step.start.apply(step.move.seat, Act(step.move.verb, {**step.move.args, "kind": "withhold"}))
            gained = kept.state.cash[finding.company] - step.start.state.cash[finding.company]
            assert gained >= finding.against >= finding.amount
            assert step.start.position().s.certs and finding.later is not None
        case kind:
            raise AssertionError(kind)


def test_runs_below_the_best_are_found_with_what_they_missed():
    steps = played("1889", 5, 260)
    proven = prove(steps, repeat(True))
    short = [one for one in proven.findings if one.kind == RUN]
    assert short and proven.left == 0 and proven.runs >= len(short)
    for finding in proven.findings:
        check(steps, finding)
    assert proven.findings == sorted(proven.findings, key=lambda one: -one.amount)
    assert decode(encode(proven)) == proven and decode(b"{}") is None


def test_runs_for_which_there_is_no_time_are_counted_and_not_judged():
    steps = played("1889", 5, 260)
    proven: Proven = prove(steps, repeat(False))
    assert proven.runs == 0 and proven.left > 0
    assert all(one.kind == AVOIDABLE for one in proven.findings)


@needs_games
@pytest.mark.soak
def test_every_finding_of_real_games_is_true():
    kinds: set[str] = set()
    for name in REAL:
        steps = list(of_site(name))
        proven = prove(steps, repeat(True))
        for finding in proven.findings:
            check(steps, finding)
            kinds.add(finding.kind)
    assert AVOIDABLE in kinds
