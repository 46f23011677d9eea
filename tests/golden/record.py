"""Records whole games of every title, player count, option and reading.

    nice python -m tests.golden.record [title ...]

This was done once, by the code of commit 6d4bed4, and is never done again; see the package.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module

from bot.robots.choosing import choose
from engine import Act, Game, new
from engine.core.verbs import complete_moves
from engine.game import Decision
from engine.play import WEIGHTS, next_to_act, random_act
from engine.titles import title_named
from tests.golden import facts
from tests.golden.games import EVERY, TITLES, Recorded, ending, write_games, write_states
from tests.positions.table import Table
from tests.t1828 import leaning as t1828
from tests.t1843 import steered as t1843

Player = Callable[[Game, Decision, random.Random], tuple[str, Act]]

CALM = {**WEIGHTS, "sell": 0.05, "lay": 6.0, "buy": 6.0, "pass": 0.3, "skip": 0.2, "withdraw": 0.3}
BUILDING = {**CALM, "buy_train": 8.0, "sell": 0.02}
RICH = {**WEIGHTS, "concede": 0.0, "sell": 0.15, "skip": 0.25, "buy_train": 4.0, "nationalise": 0.25, "take": 1.5}


def weighted(weights: Mapping[str, float], withhold: float | None = None) -> Player:
    """Players who choose at random, some verbs more often than others; `withhold`: how many of the incomes."""

    def player(game: Game, decision: Decision, stream: random.Random) -> tuple[str, Act]:
        act = random_act(game, decision.seat, stream, weights)
        assert act is not None, decision
        if withhold is not None and act.verb == "dividend":
            kind = "withhold" if stream.random() < withhold else "full"
            if not game.why_not(decision.seat, Act("dividend", {"kind": kind})):
                act = Act("dividend", {"kind": kind})
        return decision.seat, act

    return player


def quitting(game: Game, decision: Decision, stream: random.Random) -> tuple[str, Act]:
    """Players of 1839 who now and then give up, mostly where it matters."""
    often = {"debt": 0.05, "redeem_sold": 0.02, "new_local": 0.05, "nationalise": 0.01, "first_par": 0.02}
    if stream.random() < often.get(decision.rule, 0.001):
        mover = stream.choice(game.position().living)
        if "concede" in game.verbs(mover):
            return mover, Act("concede")
    act = random_act(game, decision.seat, stream, RICH)
    assert act is not None, decision
    return decision.seat, act


def of_1828(leaning: t1828.Leaning) -> Player:
    """Players of 1828 as its own tests have them."""
    return lambda game, decision, stream: (decision.seat, t1828.leaning_act(game, decision, stream, leaning))


def of_1843(leaning: t1843.Leaning) -> Player:
    """Players of 1843 as its own tests have them."""
    return lambda game, decision, stream: (decision.seat, t1843.leaning_act(game, decision.seat, stream, leaning))


def steady(game: Game, decision: Decision, stream: random.Random) -> tuple[str, Act]:
    """A robot that plays sensibly, and quickly."""
    act = choose(game, decision.seat, "steady", str(stream.random()), None, tries=2)
    assert act is not None, decision
    return decision.seat, act


RANDOM = weighted(WEIGHTS)
PLAYERS: dict[str, dict[str, Player]] = {
    "1870": {
        "random": RANDOM,
        "flush": RANDOM,
        "building": weighted(BUILDING, 0.7),
        "paying": weighted(BUILDING, 0.0),
    },
    "1828": {
        "random": RANDOM,
        "builders": of_1828(t1828.BUILDERS),
        "patient": of_1828(t1828.PATIENT),
        "reckless": of_1828(t1828.RECKLESS),
        "agreed": of_1828(t1828.AGREED),
    },
    "1839": {"rich": weighted(RICH), "quitting": quitting, "wealthy": weighted(RICH, 0.3), "random": RANDOM},
    "1843": {
        "thrifty": of_1843(t1843.THRIFTY),
        "patient": of_1843(t1843.PATIENT),
        "reckless": of_1843(t1843.RECKLESS),
        "idle": of_1843(t1843.IDLE),
        "random": RANDOM,
    },
}
"""How people play, by title; each game takes the next."""
MONEY = {"rich": 4_000, "wealthy": 7_000, "quitting": 1_500, "flush": 1_500, "building": 1_000, "paying": 1_300}
"""How much more everybody has at the start, taken from the bank: such games come to their late phases."""
MOST, LONGEST = 700, 3_000
"""Moves after which players agree to stop: those who build much (each move is slow to record), and others."""
QUICK = ("random", "flush", "quitting", "reckless", "idle", "steady")
BEST_RUNS = 320
"""The same where runs must be proven the best."""


def readings(title: str) -> dict[str, str]:
    """The options that are another site's readings, with its values; empty if the title has none."""
    if title == "1870":
        site = import_module("engine.titles.t1870.site.options").SITE
        native = "edition runs secrets connection_tokens train_12 over_60"
    elif title == "1828":
        site, native = import_module("engine.titles.t1828.site.names").READINGS, "runs"
    else:
        return {}
    return {name: value for name, value in site.items() if name not in native.split()}


@dataclass(frozen=True)
class Plan:
    """A game to be recorded."""

    title: str
    players: int
    options: dict[str, str]
    rules: str
    seed: int
    how: str = ""
    """How people play; empty: whatever is next."""


NATIVE_SITE = {"1870": {"edition": "mayfair", "over_60": "keep", "train_12": "unlimited"}}
"""What the site's games have beside its readings: choices among the title's own options."""
COUNTS = {"1870": (30, 16, 16), "1828": (18, 9, 14), "1839": (36, 0, 0), "1843": (42, 0, 0)}
"""Games by the rulebook, by the site's readings, by a mixture of both."""
BEST = {"1870": 3, "1828": 2, "1839": 3, "1843": 3}
"""How many of the games by the rulebook have the default for runs too."""


STEADY = {
    "1870": ("rulebook", "site", "rulebook", "site"),
    "1828": ("rulebook", "site"),
    "1839": ("rulebook", "rulebook"),
    "1843": ("rulebook", "rulebook", "rulebook"),
}
"""Games that robots play sensibly, up to the end that people would see."""


def plans(title: str) -> Iterator[Plan]:
    """Games with every player count, every value of every option, and every reading alone, all, and in mixtures."""
    found, site = title_named(title), readings(title)
    own = [option for option in found.options if option.name not in site and option.name != "runs"]
    low, high = found.players
    rulebook, by_site, mixed = COUNTS[title]
    kinds = ["rulebook"] * rulebook + ["site"] * by_site + ["single"] * len(site) + ["mixed"] * mixed
    singles = iter(site.items())
    for number, kind in enumerate(kinds):
        stream = random.Random(f"{title} {number}")
        options: dict[str, str] = {} if kind == "rulebook" and number < BEST[title] else {"runs": "free"}
        if kind in ("rulebook", "mixed") and number >= BEST[title] + 2:
            for place, option in enumerate(own):
                chosen = option.values[(number + place * (number // len(option.values))) % len(option.values)]
                # Of the many small choices most keep their default, as at most tables.
                if place < 6 or stream.random() < 0.5:
                    options[option.name] = chosen
        if kind == "site":
            options |= NATIVE_SITE.get(title, {}) | site
            if title == "1870" and number % 2:
                options |= {"diesels": "yes"} if number % 4 == 1 else {"connection_tokens": "spare_space"}
        elif kind == "single":
            options |= dict([next(singles)])
        elif kind == "mixed":
            options |= dict(stream.sample(sorted(site.items()), stream.randint(2, len(site) - 2)))
        defaults = {option.name: option.values[0] for option in found.options}
        options = {name: value for name, value in options.items() if defaults[name] != value}
        yield Plan(title, low + number % (high - low + 1), options, kind, 15_000 + number)
    for number, kind in enumerate(STEADY[title]):
        options = {"runs": "free"} | ((NATIVE_SITE.get(title, {}) | site) if kind == "site" else {})
        if title == "1843" and number == 1:
            options |= {"edition": "2012", "plm_markers": "4"}
        yield Plan(title, low + 1 + number % (high - low), options, kind, 16_000 + number, "steady")


def record(plan: Plan, how: str) -> tuple[Recorded, list[str]]:
    """Play one game to its end."""
    names = [f"P{number}" for number in range(1, plan.players + 1)]
    game = richer(new(plan.title, names, plan.options, plan.seed), MONEY.get(how, 0))
    name = f"{plan.title}-{plan.players}p-{plan.rules}-{how}-{plan.seed}"
    found = Recorded(name, plan.players, plan.options, plan.rules, plan.seed, game.encode().decode())
    found.richer = MONEY.get(how, 0)
    found.views.append(facts.digests(game))
    states = [facts.state_digest(game)]
    stream, player = random.Random(plan.seed), steady if how == "steady" else PLAYERS[plan.title][how]
    best = "runs" not in plan.options
    most = BEST_RUNS if best else LONGEST if how in QUICK else MOST
    queue: list[tuple[str, Act]] = []
    while game.state.end is None:
        if len(found.moves) == most:
            queue = list(stopping(game))
        decision = next_to_act(game, stream)
        assert decision is not None
        if queue:
            seat, act = queue.pop(0)
            if act.verb == "accept":
                act = Act("accept", {"offer": game.state.offers[-1].id})
        else:
            seat, act = player(game, decision, stream)
        game, _ = game.apply(seat, act)
        game.audit()
        found.moves.append([seat, act.verb, dict(act.args)])
        if len(found.moves) % EVERY == 0 or game.state.end is not None:
            found.views.append(facts.digests(game, facts.LONG if game.state.end is not None else facts.SHORT))
            states.append(facts.state_digest(game))
    found.end = ending(game)
    return found, states


def richer(game: Game, more: int) -> Game:
    """The same, with this much more money for every player."""
    table = Table(title=game.title.id)
    table.game = game
    with table.arrange() as p:
        for seat in p.s.players:
            p.s.cash[seat.id] += more
            p.s.cash["bank"] -= more
    return table.game


def stopping(game: Game) -> Iterator[tuple[str, Act]]:
    """Somebody proposes to stop, and all agree."""
    first, *others = [seat.id for seat in game.state.players if not seat.out]
    p = game.position()
    yield first, next(complete_moves(p, "stop", p.title.verbs["stop"], first))
    yield from ((other, Act("accept", {})) for other in others)


def record_title(title: str) -> None:
    """All games of a title."""
    games, states, ends, start = list[Recorded](), dict[str, list[str]](), Counter[str](), time.perf_counter()
    ways = list(PLAYERS[title])
    for number, plan in enumerate(plans(title)):
        game, digests = record(plan, plan.how or ways[(number + number // len(ways)) % len(ways)])
        games.append(game)
        states[game.id] = digests
        ends[game.end[0]] += 1
        print(f"{time.perf_counter() - start:6.0f} s  {game.id}: {len(game.moves)} moves, {game.end[0]}", flush=True)
    write_games(title, games)
    write_states(title, states)
    print(f"{title}: {len(games)} games, {sum(len(game.moves) for game in games)} moves, {ends}", flush=True)


def main() -> int:
    """Title by title."""
    for title in sys.argv[1:] or TITLES:
        record_title(title)
    return 0


if __name__ == "__main__":
    sys.exit(main())
