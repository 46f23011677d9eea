"""The strong robot looks ahead, on what its seat may know, by a number of playouts and not by the clock."""

import itertools
import logging
import random
from typing import Any

import pytest

from bot.menu.move.moves import moves_of
from bot.robots.choosing import Advised, advice
from bot.robots.reasons import reason
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from bot.robots.steady.scored import Scored
from bot.robots.strong import deciding, playing_on
from bot.robots.strong.deciding import candidates
from bot.robots.strong.playing_on import after, value, world
from bot.robots.thinking import Apart, think
from engine import Act, Game
from engine.board.network import reach_of
from engine.family.running import problem, trains_of
from engine.play import play_on
from engine.routes import estimate, solve, watch
from engine.titles import titles
from engine.view import view
from tests.long_runs import one_of
from tests.robots.games import begun
from tests.t1870.lines import row_b
from tests.t1870.table import Table


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here does not depend on how far it looks, or on which moves are close to the best."""
    monkeypatch.setattr(playing_on, "MOST", 12)
    monkeypatch.setitem(deciding.CLOSE, "dividend", 1_000.0)
    monkeypatch.setattr(deciding, "CANDIDATES", 2)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The positions from which games are played on."""
    found = list[Game]()

    def noted(game: Game, rounds: int, stream: random.Random, whim: float) -> Game:
        found.append(game)
        return after(game, rounds, stream, whim)

    monkeypatch.setattr(deciding, "after", noted)
    return found


def to_pay(kept: int = 40, **options: str) -> Table:
    """Ann's ATSF has run its only train, which is about to rust, and is to pay. The SP and the FW are Bob's and have
    $900 together.
    """
    table = row_b(**options).with_company("SP", "Bob", Bob=6, treasury=kept)
    table.with_company("FW", "Bob", Bob=6, treasury=900 - kept)
    table.with_train("ATSF", "2").with_supply_from("3").with_phase("2").with_cash("ATSF", 100)
    table.operating_turn("ATSF", "run")
    found = advice(table.game, table.seat("Ann"), "steady", "seed", None)
    assert found is not None and found.act.verb == "run"
    return table.do("Ann", "run", **found.act.args)


def strong(table: Table, seed: str = "seed") -> Advised:
    found = advice(table.game, table.seat("Ann"), "strong", seed, None, 6)
    assert found is not None
    return found


@pytest.mark.parametrize("secrets", ["open", "hidden"])
@pytest.mark.parametrize(("ends", "times", "chosen"), [((0, 0), 2, 0), ((200, 0), 4, 0), ((200, 200), 4, 1)])
def test_what_looked_worse_is_chosen_only_if_it_ends_better_every_time(
    monkeypatch: pytest.MonkeyPatch, secrets: str, ends: tuple[int, ...], times: int, chosen: int
):
    """It was played on once, and differences of hundreds of dollars were chance."""
    table = to_pay(secrets=secrets)
    likes = candidates(look := Look(table.game, table.seat("Ann"), random.Random("seed"), None, 6), ranked(look))
    values = list(itertools.chain.from_iterable((0.0, float(better)) for better in ends))
    given = iter(values)
    monkeypatch.setattr(deciding, "value", lambda *_: next(given))
    assert strong(table).act == likes[chosen].act
    assert len(values) - len(list(given)) == times


@pytest.mark.parametrize(
    ("whose", "more", "turns", "rounds"),
    [("Bob", 0, 20, {2}), ("Bob", 3, 20, {1}), ("Bob", 3, 11, set()), ("Bob", 6, 20, {1}), ("Ann", 6, 20, set())],
)
def test_it_looks_less_far_ahead_where_many_companies_run(
    monkeypatch: pytest.MonkeyPatch, whose: str, more: int, turns: int, rounds: set[int]
):
    """In 1870, with eight companies, it took more than the 60 seconds that it may take in a game; and in 1839, where it
    presided over most of them.
    """
    ahead = set[int]()

    def noted(game: Game, rounds: int, stream: random.Random, whim: float) -> Game:
        ahead.add(rounds)
        return game

    monkeypatch.setattr(deciding, "after", noted)
    monkeypatch.setattr(deciding, "TURNS", turns)
    table = to_pay()
    for company in ("MKT", "SLSF", "GMO", "IC", "MP", "TP")[:more]:
        table.with_company(company, whose, **{whose: 6})
    assert strong(table).act.verb == "dividend" and ahead == rounds


def test_nothing_is_played_on_where_nothing_depends_on_it(played: list[Game]):
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    assert strong(table).act.verb == "run" and not played


def test_what_is_hidden_changes_nothing(played: list[Game]):
    """Twins: alike to Ann, but for which of Bob's companies has the money, which she may not see."""
    tables = [to_pay(kept, secrets="hidden") for kept in (0, 40, 900)]
    seats = {table.seat("Ann") for table in tables}
    assert len(seats) == 1
    seen = {str(view(table.game, table.seat("Ann"))) for table in tables}
    assert len(seen) == 1
    found = [strong(table) for table in tables]
    assert found[0] == found[1] == found[2]
    third = len(played) // 3
    assert third and played[:third] == played[third : 2 * third] == played[2 * third :]


@pytest.mark.parametrize("kind", ["easy", "steady", "strong"])
def test_asked_on_a_panel_it_tells_nothing_that_is_hidden(kind: str):
    """The same twins, as the panel asks: on what Ann may suppose."""
    tables = [to_pay(kept, secrets="hidden") for kept in (0, 40, 900)]
    seats = [table.seat("Ann") for table in tables]
    raws = [moves_of(table.game, seat).game.encode() for table, seat in zip(tables, seats, strict=True)]
    found = [think(raw, seat, kind, "seed", 60.0) for raw, seat in zip(raws, seats, strict=True)]
    assert found[0] is not None and found[0] == found[1] == found[2]


def test_what_everybody_sees_does_change_it(played: list[Game]):
    for kept in (0, 900):
        strong(to_pay(kept))
    half = len(played) // 2
    assert played[:half] != played[half:]


def test_the_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    table = to_pay()
    first = strong(table)
    ticks = itertools.count(0, 1_000)
    monkeypatch.setattr(watch, "now", lambda: next(ticks))
    monkeypatch.setattr(deciding.time, "monotonic", lambda: next(ticks))
    assert strong(table) == first


def test_the_guard_is_reported_when_it_strikes(monkeypatch: pytest.MonkeyPatch):
    ticks = itertools.count(0, 30)
    monkeypatch.setattr(deciding.time, "monotonic", lambda: next(ticks))
    table = to_pay(secrets="hidden")
    found = advice(table.game, table.seat("Ann"), "strong", "seed", 1.0, 6)
    assert found is not None and found.cut
    assert not table.game.why_not(table.seat("Ann"), found.act)


async def test_the_log_says_that_the_time_was_up(caplog: pytest.LogCaptureFixture):
    class Slow:
        async def do(self, *given: Any) -> Advised:
            return Advised(Act("pass"), reason("nothing"), cut=True)

    table = row_b("ATSF")
    with caplog.at_level(logging.WARNING):
        assert await Apart(workers=Slow()).think(table.game, "p1", "strong", "seed") == Act("pass")  # type: ignore[arg-type]
    assert "ran out of time" in caplog.text


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()][::-1]))
def test_it_plays_on_in_every_title(title: str):
    for seed, moves in ((1, 60), (2, 90)):
        game = play_on(begun(title, ["random"] * 3, seed), random.Random(seed), moves)
        seat = game.decisions()[0].seat
        start = world(game, seat, 7)
        one, other = (after(start, 2, random.Random(3)) for _ in range(2))
        assert one.state == other.state != start.state
        assert value(one, seat) == value(other, seat)


def test_nobody_gives_up_where_the_only_other_move_is_one_it_cannot_judge():
    """In 1839 everybody conceded who could not buy a private company and had to lower the price of one."""
    game = begun("1839", ["random"] * 3, 1)
    for number in range(12):
        act = playing_on.quick(game, game.decisions()[0].seat, random.Random(number))
        assert act is not None and act.verb != "concede"
        game, _ = game.apply(game.decisions()[0].seat, act)


def test_games_are_compared_after_equally_many_operating_rounds(monkeypatch: pytest.MonkeyPatch):
    """One that was cut after a number of moves had earned less, and looked worse."""
    monkeypatch.setattr(playing_on, "MOST", 250)
    table = to_pay()
    game = world(table.game, "p1", 1)
    for kind in ("full", "withhold"):
        later, _ = game.apply(table.seat("Ann"), Act("dividend", {"kind": kind}))
        clock = after(later, 1, random.Random(1)).state.clock
        assert (clock.turn, clock.number) != (game.state.clock.turn, game.state.clock.number)


def test_an_estimate_of_routes_is_the_best_where_there_is_little_to_search():
    p = row_b().with_train("ATSF", "2", "3").p
    asked = problem(p, "ATSF", trains_of(p, "ATSF"))
    assert reach_of(p, "ATSF").hexes
    assert estimate(asked).total == solve(asked).total > 0
    assert not estimate(asked).proven


def test_the_seat_that_may_protect_knows_a_game_whose_bank_has_yet_to_pay():
    """In 1870 a sale worth more than the bank stopped every strong robot until it was protected."""
    table = row_b().with_company("MP", "Bob", Bob=5, Ann=2).stock_round("Ann").with_bank(50)
    table.do("Ann", "sell", company="MP", shares=2)
    assert table.game.state.cash["bank"] < 0 and not table.game.state.broken
    for seat in (table.seat("Ann"), table.seat("Bob")):
        assert world(table.game, seat, 1).state.cash["bank"] == table.game.state.cash["bank"]


@pytest.mark.parametrize(("score", "tried"), [(-90.0, False), (90.0, True)])
def test_a_company_that_it_cannot_float_is_not_started_in_the_hope_of_others(score: float, tried: bool):
    """In 1830 it put its last money into a company that nobody floated: in the game played on, somebody had."""
    table = row_b().stock_round("Ann")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    best = Scored(100.0 if tried else 1.0, Act("buy", {"company": "ATSF"}), reason("any"))
    start = Scored(score, Act("par", {"company": "MP", "price": 68}), reason("any"))
    assert candidates(look, [best, start]) == ([best, start] if tried else [best])


def test_each_time_all_candidates_have_the_same_chance_and_another_than_before(monkeypatch: pytest.MonkeyPatch):
    """Without a whim the second time repeated the first, and showed nothing."""
    chances = list[float]()

    def noted(game: Game, rounds: int, stream: random.Random, whim: float) -> Game:
        assert whim > 0
        chances.append(stream.random())
        return game

    monkeypatch.setattr(deciding, "after", noted)
    values = iter((0.0, 200.0) * deciding.TIMES)
    monkeypatch.setattr(deciding, "value", lambda *_: next(values))
    strong(to_pay())
    assert len(chances) == 2 * deciding.TIMES and len(set(chances)) == deciding.TIMES
    assert chances[::2] == chances[1::2]
