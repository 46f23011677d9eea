"""Robots against each other over fixed seeds. `rival:` names a kind of robot of an older checkout:

python -m benchmarks.robots.ladder --players strong,rival:steady,rival:steady --rival ../checkout --seeds 1-4
"""

from __future__ import annotations

import argparse
import resource
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from math import sqrt
from pathlib import Path
from statistics import mean

from benchmarks.robots.match import Played, play
from benchmarks.robots.sides import RIVAL, Ours, Side, Theirs, rival
from bot.host.workers import look_for_cycles_seldom
from bot.league.rating import Rated, ratings
from engine.titles import titles

SURE = 1.96
"""Standard deviations on either side of 95 % of a normal distribution."""
SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, z = won / games, SURE * SURE / games
    middle = (share + z / 2) / (1 + z)
    spread = SURE * sqrt(share * (1 - share) / games + z / games / 4) / (1 + z)
    return middle - spread, middle + spread


def wins(games: Sequence[Played], side: str) -> str:
    """How many games a side won with all its seats, and between which shares its true strength lies."""
    won = sum(one.won[f"P{at}"] for one in games for at, who in enumerate(one.seated) if who == side)
    equal = mean(one.seated.count(side) / len(one.seated) for one in games)
    low, high = interval(won, len(games))
    return f"{side} won {won:g} of {len(games)}, {low:.0%} to {high:.0%}; {equal:.0%} would be equal"


def strengths(games: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Each side's rating and the half-width of its 95 % interval; several seats of a side are rated apart, and the
    side is their mean.
    """
    people: dict[tuple[str, int], int] = {}
    rated: list[Rated] = []
    for number, one in enumerate(games):
        seen = Counter[str]()
        places: dict[int, int] = {}
        for at, who in enumerate(one.seated):
            places[people.setdefault((who, seen[who]), len(people))] = one.places[f"P{at}"]
            seen[who] += 1
        rated.append(Rated(SOME_DAY + timedelta(minutes=number), number, places))
    known = ratings(rated)
    sides: dict[str, list[int]] = {}
    for (who, _), person in people.items():
        sides.setdefault(who, []).append(person)
    return {
        who: (
            mean(known[one].strength for one in seats),
            sqrt(mean(known[one].span ** 2 for one in seats) / len(seats)),
        )
        for who, seats in sides.items()
    }


def phases(games: Sequence[Played]) -> str:
    """In which operating round each phase began: of every game, in order; `-` where it never did."""
    names = list(dict.fromkeys(name for one in games for name in one.phases))
    return "; ".join(f"{name}: {' '.join(str(one.phases.get(name, '-')) for one in games)}" for name in names)


def line(one: Played) -> str:
    """One game."""
    seats = ", ".join(
        f"{who} ${one.worth[f'P{at}']}{' bankrupt' if f'P{at}' in one.ruined else ''}"
        for at, who in enumerate(one.seated)
    )
    return f"{one.title} seed {one.seed}: {seats}; {one.ending} after {one.rounds} rounds, {one.moves} moves"


def effort(games: Sequence[Played], side: str) -> str:
    """Processor time of a side."""
    seats = [(one, f"P{at}") for one in games for at, who in enumerate(one.seated) if who == side]
    spent = [one.seconds.get(seat, 0.0) for one, seat in seats]
    moves = sum(one.chosen[seat] for one, seat in seats)
    each = 1_000 * sum(spent) / max(1, moves)
    return f"{side}: {each:.0f} ms a move, {mean(spent):.0f} s a game and seat (most {max(spent):.0f})"


def summary(games: Sequence[Played], sides: Sequence[str]) -> list[str]:
    """What is told of some games."""
    ends = ", ".join(f"{count} {why}" for why, count in Counter(one.ending for one in games).most_common())
    ruined = Counter(one.seated[int(seat[1:])] for one in games for seat in one.ruined)
    found = [wins(games, side) for side in sides] if len(sides) > 1 else []
    found.append(f"endings: {ends}; bankrupt: {dict(ruined) or 'nobody'}")
    found.append(f"operating rounds: {' '.join(str(one.rounds) for one in games)}")
    found += [effort(games, side) for side in sides]
    return found


def main() -> None:
    """Play, and print wins with their uncertainty, ratings, phases by operating round, endings, worth and effort."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default="steady,steady,steady", help="kinds of robot; seats rotate with the seed")
    parser.add_argument("--rival", type=Path, help="another checkout of this project")
    parser.add_argument("--title", choices=titles(), action="append")
    parser.add_argument("--seeds", default="1-4")
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--most", type=int, default=3_000, help="moves after which a game is cut")
    parser.add_argument("--rounds", type=int, default=40, help="operating rounds after which a game is cut")
    given = parser.parse_args()
    look_for_cycles_seldom()  # As in the bot, where robots think in a process of their own.
    players = given.players.split(",")
    kinds = list(dict.fromkeys(players))
    low, _, high = given.seeds.partition("-")
    games: list[Played] = []
    with ExitStack() as stack:
        sides: dict[str, Side] = {}
        known = titles()
        for kind in kinds:
            if kind.startswith(RIVAL):
                if given.rival is None:
                    parser.error("--rival must name the other checkout")
                theirs: Theirs = stack.enter_context(rival(given.rival, kind.removeprefix(RIVAL), given.tries))
                known = [title for title in known if title in theirs.titles()]
                sides[kind] = theirs
            else:
                sides[kind] = Ours(kind, given.tries)
        for title in given.title or titles():
            if title not in known:
                print(f"{title}: left out, the other checkout does not know it", flush=True)
                continue
            of: list[Played] = []
            for seed in range(int(low), int(high or low) + 1):
                seated = [players[(at + seed) % len(players)] for at in range(len(players))]
                of.append(play(title, seed, sides, seated, given.most, given.rounds))
                print(line(of[-1]), flush=True)
            print(*(f"  {one}" for one in (*summary(of, kinds), f"phases: {phases(of)}")), sep="\n", flush=True)
            games += of
    if games:
        print("all titles", *(f"  {one}" for one in summary(games, kinds)), sep="\n")
        if len(kinds) > 1:
            print(
                "  ratings:", "; ".join(f"{who} {at:.1f} ± {span:.1f}" for who, (at, span) in strengths(games).items())
            )
        print(f"  memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
