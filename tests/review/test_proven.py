"""What can be proven of play: each finding is true in the game as it was played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from statistics import fmean

import pytest

from engine import Act, Event, Game, new
from engine.careful import careful_act
from engine.exchange.any_file import open_any_file
from engine.family.running import problem
from engine.finance.prices import price
from engine.play import next_to_act
from engine.prospects import acting_company, earning, units_held
from engine.record import Move
from engine.review.answers import answers
from engine.review.findings import AVOIDABLE, IDLE, LATE, MARKER, RUN, TRACK, Finding, Step
from engine.review.proven import Proven, Prover, prove
from engine.review.stored import decode, encode
from engine.review.turns import BUILDING, Turns
from engine.routes import solve
from tests.exchange.material import FOLDER, needs_games
from tests.t1870.lines import row_b
from tests.t1870.table import Table

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
            assert gained >= finding.against >= finding.total
            # What its president put in is more than they would have lost at once by keeping it.
            assert finding.amount == finding.total - (worth_of(step.after, finding) - worth_of(kept, finding)) > 0
            assert step.start.position().s.certs and finding.later is not None
        case "track" | "marker":
            assert finding.better is not None
            played = step.start.title.verbs[step.move.verb]
            assert isinstance(played, dict(BUILDING)[finding.kind]) or played.declines, "still open after anything else"
            there, _ = step.start.apply(finding.seat, finding.better.act)
            possible, ran = earning(there, finding.company), earning(run_of(steps, finding).start, finding.company)
            assert possible is not None and ran is not None and ran.proven
            assert (possible.total, ran.total) == (finding.total, finding.against)
            spent = treasury(step.after, finding) - treasury(there, finding)
            assert finding.cost == max(0, spent)
            assert finding.amount == finding.total - finding.against - finding.cost > 0
        case "late_train":
            assert finding.later is not None
            bought = next(one for one in steps[finding.move :] if buys(one, finding))
            offered = [one for one in step.start.legal(finding.seat) if one.args.get("kind") == finding.about]
            assert any(step.start.apply(finding.seat, one)[1][0].data["price"] == finding.against for one in offered)
            between = steps[finding.move - 1 : bought.number - 1]
            assert all(treasury(one.after, finding) >= finding.against for one in between)
            assert bought.start.state.clock == finding.later
            own = [one for one, card in step.after.state.trains.items() if card.at == finding.company]
            new = next(str(e.data["train"]) for e in bought.events or () if e.kind == "bought_train")
            p = bought.start.position()
            with_it, without = (solve(problem(p, finding.company, trains)).total for trains in ([*own, new], own))
            assert with_it - without >= finding.amount > 0
        case "idle":
            assert all(treasury(one.after, finding) >= finding.against for one in steps[finding.move - 1 :])
            gains = [
                worth_of(there, finding) - worth_of(step.after, finding)
                for one in step.start.legal(finding.seat)
                if one.verb == step.move.verb
                for there, _ in [step.start.apply(finding.seat, one)]
                if treasury(step.after, finding) - treasury(there, finding) == finding.against
            ]
            assert finding.amount in gains and finding.amount > 0
        case kind:
            raise AssertionError(kind)
    check_answers(step, finding)


def check_answers(step: Step, finding: Finding) -> None:
    """What was played is not the answer; something that the rules allow is, and only for whoever decides."""
    assert not answers(finding, step.start, step.move)
    if finding.kind == RUN:
        return
    tried = [finding.better.act] if finding.better is not None else step.start.legal(finding.seat)
    right = [act for act in tried if answers(finding, step.start, Move(finding.seat, act.verb, dict(act.args)))]
    assert right, finding
    assert not any(answers(finding, step.start, Move("p9", act.verb, dict(act.args))) for act in right)


def treasury(game: Game, finding: Finding) -> int:
    return game.state.cash[finding.company]


def worth_of(game: Game, finding: Finding) -> int:
    p = game.position()
    return p.s.cash[finding.seat] + units_held(game, finding.company)[finding.seat] * price(p, finding.company)


def buys(step: Step, finding: Finding) -> bool:
    found = [one.data for one in step.events or () if one.kind == "bought_train"]
    return any(
        (one["company"], one["kind"]) == (finding.company, finding.about) and one["source"] == "bank" for one in found
    )


def run_of(steps: list[Step], finding: Finding) -> Step:
    """The run of the turn that a finding is about."""
    later = (one for one in steps[finding.move - 1 :] if any(e.kind == "ran" for e in one.events or ()))
    return next(one for one in later if acting_company(one.start) == finding.company)


def test_runs_below_the_best_are_found_with_what_they_missed():
    steps = played("1889", 1, 330)
    proven = prove(steps, repeat(True))
    assert {TRACK, LATE} <= {one.kind for one in proven.findings}
    short = [one for one in proven.findings if one.kind == RUN]
    assert short and proven.left == 0 and proven.runs >= len(short)
    for finding in proven.findings:
        check(steps, finding)
        assert finding.amount >= least(steps, finding)
    assert proven.small > 0
    assert proven.findings == sorted(proven.findings, key=lambda one: -one.amount)
    assert decode(encode(proven), Proven) == proven and decode(b"{}", Proven) is None
    assert decode(encode(proven).replace(b'"v":4', b'"v":3'), Proven) is None, "of another form"


def least(steps: list[Step], finding: Finding) -> float:
    """A hundredth of what the players have on average when its round begins, a fortieth of what they had at first."""
    clock = steps[finding.move - 1].start.state.clock
    start = next(step.start for step in steps if step.start.state.clock == clock)
    then, begun = (fmean(game.title.score(game.position(), "view").worth.values()) for game in (start, steps[0].start))
    return max(then / 100, begun / 40)


def test_what_was_kept_just_before_a_sudden_end_is_no_finding():
    """Nobody knew that the game would stop here. Once its company has had another turn, it could have been spent."""
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    run = next(act for act in table.game.legal(table.seat("Ann")) if act.verb == "run")
    table.do("Ann", run.verb, **run.args)
    steps = [step(table, 1, "dividend", kind="withhold")]
    assert prove(steps, repeat(True)).findings == []
    table.operating_turn("ATSF", "train", number=2, of=2)
    (finding,) = prove([*steps, step(table, 2, "skip")], repeat(True)).findings
    assert (finding.kind, finding.move, finding.company) == (IDLE, 1, "ATSF")


def test_a_dividend_is_no_finding_that_brought_its_president_more_than_they_put_in_later():
    """Two shares: $16 paid, and $8 on the price of each. Whoever pays $40 later would have saved $8 by keeping it."""
    table = row_b().with_company("ATSF", "Ann", par=68, Ann=2, Bob=2, Cem=2).with_train("ATSF", "6")
    table.operating_turn("ATSF", "run")
    run = next(act for act in table.game.legal(table.seat("Ann")) if act.verb == "run")
    table.do("Ann", run.verb, **run.args)
    paid = step(table, 1, "dividend", kind="full")
    table.operating_turn("ATSF", "train", number=2, of=2)
    later = step(table, 2, "skip")

    for amount, saved in ((32, []), (40, [(48, 40, 8)]), (48, [(48, 48, 16)]), (49, [])):
        pays = Event("contributes", {"player": table.seat("Ann"), "company": "ATSF", "amount": amount})
        steps, prover = [paid, replace(later, events=(pays,))], Prover()
        for one in steps:
            prover.follow(one, in_time=True)
        assert [(one.against, one.total, one.amount) for one in prover.findings] == saved, amount
        for finding in prover.findings:
            check(steps, finding)


def test_a_tile_is_compared_with_the_move_that_laid_another_one_or_none():
    """A private company that is bought first hides no part of its cost: the same can still be laid after it."""
    table = row_b().with_train("ATSF", "2").with_cash("ATSF", 300).with_phase("2").with_private("GRSC", "Ann")
    table.operating_turn("ATSF", "track")
    steps = [step(table, 1, "buy_private", private="GRSC", price=20), step(table, 2, "skip")]
    while not any(act.verb == "run" for act in table.game.legal(table.seat("Ann"))):
        steps.append(step(table, len(steps) + 1, "skip"))
    run = next(act for act in table.game.legal(table.seat("Ann")) if act.verb == "run")
    steps.append(step(table, len(steps) + 1, "run", **run.args))
    turns = Turns()
    for one in steps:
        turns.follow(one, in_time=True)
    (finding,) = [one for one in turns.findings if one.kind == TRACK]
    assert (finding.move, finding.against, finding.total, finding.cost) == (2, 40, 50, 0)


def step(table: Table, number: int, verb: str, **args: str) -> Step:
    """A move of Ann's, as it is looked at."""
    start, seat, known = table.game, table.seat("Ann"), len(table.events)
    table.do("Ann", verb, **args)
    return Step(number, number - 1, Move(seat, verb, dict(args)), start, table.game, tuple(table.events[known:]))


def test_runs_for_which_there_is_no_time_are_counted_and_not_judged():
    steps = played("1889", 5, 260)
    proven: Proven = prove(steps, repeat(False))
    assert proven.runs == 0 and proven.left > 0
    assert all(one.kind in (AVOIDABLE, IDLE) for one in proven.findings)


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
    # No president in these games would have saved more of their own money than the dividend brought them.
    assert kinds == {RUN, TRACK, MARKER, LATE, IDLE}
