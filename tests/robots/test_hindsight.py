"""The robot's view of a game that was played: where it would have chosen otherwise, and what it expects of that."""

from __future__ import annotations

import pytest

from bot.robots.choosing import choose
from bot.robots.hindsight import looking_back, weighing
from bot.robots.hindsight.looking_back import FIRST, MEASURED, RobotsView, look_back
from bot.robots.hindsight.weighing import Weighed, play_on, weighed
from bot.robots.reasons import reason
from bot.robots.steady.scored import Scored
from engine import Act
from engine.record import Move
from engine.review.answers import alike
from engine.review.findings import Step
from engine.review.stored import decode, encode
from tests.t1870.lines import row_b
from tests.t1870.table import Table


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch):
    """Only one operating round is played on."""
    monkeypatch.setattr(weighing, "ROUNDS", 1)


def at_the_trains(secrets: str = "open", **treasuries: int) -> Table:
    """Ann's ATSF has one train, and money for more."""
    table = row_b(secrets=secrets).with_cash("ATSF", 500).with_train("ATSF", "2")
    table.with_company("SP", "Bob", Bob=3, Ann=2).with_company("MP", "Cem", Cem=3)
    for company, amount in treasuries.items():
        table.with_cash(company, amount)
    return table.operating_turn("ATSF", "train")


def step(table: Table, act: Act, number: int = 7) -> Step:
    seat = table.seat("Ann")
    after, events = table.game.apply(seat, act)
    return Step(number, number - 1, Move(seat, act.verb, dict(act.args)), table.game, after, tuple(events))


def declined(table: Table) -> Step:
    """Ann buys no train."""
    return step(table, next(one for one in table.game.legal(table.seat("Ann")) if one.verb in ("skip", "pass")))


def always() -> bool:
    return True


def never() -> bool:
    return False


def seen(one: Step, seats: tuple[str, ...] | None = None, decided: tuple[int, ...] = (7,)) -> RobotsView:
    return look_back([one], decided, (one.move.seat,) if seats is None else seats, (always, always))


def test_a_train_that_was_declined_is_what_the_robot_would_have_bought():
    made = declined(at_the_trains())
    found = seen(made)
    (one,) = found.differences
    assert (one.move, one.before, one.seat, one.played) == (7, 6, made.move.seat, made.move)
    assert one.instead.verb == "buy_train" and one.why.key.startswith("buy_")
    # The amounts are those of the playouts that did not choose it.
    acts = (one.instead.act, one.played.act)
    assert one.gain == weighed(*play_on(made.start, one.seat, acts, MEASURED))
    assert one.gain.times == len(MEASURED) and one.gain.mean > one.gain.error >= 0
    assert (found.looked, found.left, found.until) == (1, 0, 7)
    assert decode(encode(found), RobotsView) == found and decode(b"{}", RobotsView) is None
    assert decode(encode(found).replace(b'"v":4', b'"v":1'), RobotsView) is None, "of another form"


def test_playouts_differ_and_the_same_ones_come_to_the_same():
    made = declined(at_the_trains())
    once, again = (play_on(made.start, made.move.seat, [made.move.act], range(4)) for _ in range(2))
    assert once == again and len(set(once[0])) > 1


def test_what_the_robot_would_do_itself_is_no_difference():
    table = at_the_trains()
    same = choose(table.game, table.seat("Ann"), "steady", "seed", None)
    assert same is not None
    found = seen(step(table, same))
    assert found.differences == [] and found.looked == 1


def test_only_what_somebody_decided_in_these_seats_is_looked_at():
    made = declined(at_the_trains())
    assert seen(made, seats=()).looked == seen(made, decided=()).looked == 0
    run = at_the_trains().operating_turn("ATSF", "run")
    # Of runs it can be proven which is best.
    assert seen(step(run, next(one for one in run.game.legal(run.seat("Ann")) if one.verb == "run"))).looked == 0


def test_what_there_was_no_time_for_is_counted():
    made = declined(at_the_trains())
    unseen = look_back([made], (7,), (made.move.seat,), (never, always))
    unplayed = look_back([made], (7,), (made.move.seat,), (always, never))
    assert (unseen.looked, unseen.left, unseen.differences) == (0, 1, [])
    assert (unplayed.looked, unplayed.left, unplayed.differences) == (1, 1, [])


def withheld(secrets: str, sp: int) -> Step:
    """Ann's ATSF keeps what it has run for, while SP and MP have so much and the rest of $600."""
    table = at_the_trains(secrets, SP=sp, MP=600 - sp).operating_turn("ATSF", "run")
    run = next(one for one in table.game.legal(table.seat("Ann")) if one.verb == "run")
    table.do("Ann", run.verb, **run.args)
    return step(table, Act("dividend", {"kind": "withhold"}))


def test_nothing_that_the_player_could_not_know_changes_it():
    """Two games that differ in hidden treasuries alone."""
    one, other = (withheld("hidden", sp) for sp in (50, 550))
    assert seen(one).differences and seen(one) == seen(other)
    # Where the treasuries are open, they do change what it expects.
    one, other = (withheld("open", sp) for sp in (50, 550))
    ends = [play_on(it.start, it.move.seat, [it.move.act], range(4)) for it in (one, other)]
    assert ends[0] != ends[1]


def test_an_amount_that_is_all_chance_is_no_difference(monkeypatch: pytest.MonkeyPatch):
    """The mean must be more than two of its standard errors."""
    noisy, steady = [300.0, -120.0, 200.0, -80.0, 90.0, 30.0], [90.0, 70.0, 110.0, 60.0, 80.0, 100.0]
    nothing = [0.0] * 6
    assert weighed(noisy, nothing) == Weighed(70, 132, 6) and weighed(steady, nothing) == Weighed(85, 16, 6)
    assert weighed([5.0], [0.0]) is None, "one playout says nothing of chance"
    made = declined(at_the_trains())
    for amounts, shown in ((noisy, False), (steady, True)):
        played = {len(FIRST): [[9.0, 9.0], [0.0, 0.0]], len(MEASURED): [amounts, nothing]}
        monkeypatch.setattr(looking_back, "play_on", lambda *given, known=played: known[len(given[3])])
        assert bool(seen(made).differences) == shown


def test_a_tile_turned_to_connect_the_same_is_the_same_choice():
    """A straight tile turned by half, and not one turned by a side."""
    table = row_b().operating_turn("ATSF")
    lays = [Act("lay", {"hex": "B11", "tile": "9", "rotation": turn}) for turn in (0, 3, 1)]
    straight, half, other = (alike(table.game, act) for act in lays)
    assert straight == half != other


def test_a_tile_is_advised_once_in_a_hex_however_it_would_lie(monkeypatch: pytest.MonkeyPatch):
    """In one game, a robot advised the same upgrade of Baltimore in two rounds, once turned by another side."""

    def advised(*lays: tuple[str, str, int]) -> int:
        acts = [Act("lay", {"hex": place, "tile": tile, "rotation": turn}) for place, tile, turn in lays]
        best = iter([Scored(100.0, act, reason("lay_other", company="ATSF")) for act in acts])
        monkeypatch.setattr(looking_back, "ranked", lambda look: [next(best)])
        monkeypatch.setattr(looking_back, "scored", lambda look, act: Scored(0.0, act, reason("nothing")))
        monkeypatch.setattr(looking_back, "play_on", lambda *_: ([], []))
        monkeypatch.setattr(looking_back, "weighed", lambda *_: Weighed(500, 0, 6))
        steps = [
            step(row_b().operating_turn("ATSF", "track", number=number, of=3), Act("skip", {}), number)
            for number in range(1, len(acts) + 1)
        ]
        return len(look_back(steps, range(10), ["p1"], (lambda: True, lambda: True)).differences)

    assert advised(("B11", "14", 0), ("B11", "14", 1)) == 1
    assert advised(("B11", "14", 0), ("B9", "14", 0)) == 2, "another hex"
    assert advised(("B11", "14", 0), ("B11", "15", 0)) == 2, "another tile"


def test_what_is_little_of_what_its_player_had_is_left_out(monkeypatch: pytest.MonkeyPatch):
    """It would bring as much, but they have much more."""
    made = declined(at_the_trains())
    mean = seen(made).differences[0].gain.mean
    had = made.start.title.score(made.start.position(), "view").worth[made.move.seat]
    monkeypatch.setattr(looking_back, "SMALL", mean / had)
    assert seen(made).differences
    monkeypatch.setattr(looking_back, "SMALL", (mean + 1) / had)
    assert not seen(made).differences
