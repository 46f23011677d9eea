"""Robots of this checkout and of an older one against each other, over fixed seeds:

python -m benchmarks.robots.ladder --rival ../checkout --title 1870 --seeds 1-4
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import IO, Any, Protocol

from bot.robots.choosing import choose
from engine import Act, Game
from engine.titles import titles
from engine.view import view
from tests.robots.games import begun, worth

GUEST = Path(__file__).with_name("guest.py")
SURE = 1.96
"""Standard deviations on either side of 95 % of a normal distribution."""


class Player(Protocol):
    """Chooses moves for one side."""

    def begin(self, title: str, names: Sequence[str], options: dict[str, str], seed: int) -> None:
        """A new game."""

    def choose(self, game: Game, seat: str, seed: str) -> tuple[Act, float]:
        """A move, and the seconds of processor it took."""
        ...

    def follow(self, seat: str, act: Act) -> None:
        """Somebody has moved."""


@dataclass
class Ours:
    """A robot of this checkout."""

    kind: str
    tries: int

    def begin(self, title: str, names: Sequence[str], options: dict[str, str], seed: int) -> None:
        """It needs no memory."""

    def choose(self, game: Game, seat: str, seed: str) -> tuple[Act, float]:
        """A move, and the seconds of processor it took."""
        start = time.process_time()
        act = choose(game, seat, self.kind, seed, None, self.tries)
        assert act is not None, f"{self.kind} finds no move"
        return act, time.process_time() - start

    def follow(self, seat: str, act: Act) -> None:
        """It is shown the game each time."""


@dataclass
class Theirs:
    """A robot of another checkout, which follows the game over a pipe."""

    kind: str
    tries: int
    to: IO[str]
    back: IO[str]

    def titles(self) -> list[str]:
        """What that checkout can play."""
        self._say(do="titles")
        return json.loads(self.back.readline())

    def begin(self, title: str, names: Sequence[str], options: dict[str, str], seed: int) -> None:
        """A new game."""
        self._say(do="new", title=title, names=list(names), options=options, seed=seed)

    def choose(self, game: Game, seat: str, seed: str) -> tuple[Act, float]:
        """A move, and the seconds of processor it took."""
        self._say(do="choose", seat=seat, kind=self.kind, seed=seed, tries=self.tries)
        line = self.back.readline()
        assert line, "the other checkout's robot has stopped"
        said = json.loads(line)
        return Act(said["verb"], said["args"]), said["seconds"]

    def follow(self, seat: str, act: Act) -> None:
        """Somebody has moved."""
        self._say(do="apply", seat=seat, verb=act.verb, args=dict(act.args))

    def _say(self, **what: Any) -> None:
        self.to.write(json.dumps(what) + "\n")
        self.to.flush()


def rival(checkout: Path, kind: str, tries: int) -> AbstractContextManager[Theirs]:
    """A robot of another checkout, in a process of its own."""

    @contextmanager
    def started() -> Any:
        command = [sys.executable, str(GUEST)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=checkout, stdin=pipe, stdout=pipe, text=True) as child:
            assert child.stdin is not None and child.stdout is not None
            yield Theirs(kind, tries, child.stdin, child.stdout)
            child.stdin.close()

    return started()


@dataclass
class Played:
    """What came of one game."""

    game: Game
    moves: int = 0
    rounds: int = 0
    """Operating rounds begun."""
    phases: dict[str, int] = field(default_factory=dict[str, int])
    """The operating round in which each phase began; 0: before the first."""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    chosen: Counter[str] = field(default_factory=Counter[str])

    @property
    def ending(self) -> str:
        """Why it ended, or that it was cut."""
        return self.game.state.end.why if self.game.state.end else "cut"


def play(title: str, seed: int, sides: dict[str, Player], seated: Sequence[str], most: int, rounds: int) -> Played:
    """One game; P0 is played by the first side named, and so on."""
    names = [f"P{number}" for number in range(len(seated))]
    game = begun(title, names, seed)
    side = {seat.id: seated[int(seat.name[1:])] for seat in game.state.players}
    for one in sides.values():
        one.begin(title, names, dict(game.state.options), seed)
    played, known = Played(game), None
    while played.moves < most and (waiting := played.game.decisions()):
        seen = view(played.game)
        if seen.clock.of and (seen.clock.turn, seen.clock.number) != known:
            known = seen.clock.turn, seen.clock.number
            played.rounds += 1
            if played.rounds > rounds:
                break
        played.phases.setdefault(seen.phase, played.rounds)
        seat = waiting[0].seat
        act, seconds = sides[side[seat]].choose(played.game, seat, f"{seed}/{played.moves}")
        played.seconds[side[seat]] = played.seconds.get(side[seat], 0.0) + seconds
        played.chosen[side[seat]] += 1
        played.game, _ = played.game.apply(seat, act)
        for one in sides.values():
            one.follow(seat, act)
        played.moves += 1
    return played


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, z = won / games, SURE * SURE / games
    middle = (share + z / 2) / (1 + z)
    spread = SURE * sqrt(share * (1 - share) / games + z / games / 4) / (1 + z)
    return middle - spread, middle + spread


def main() -> None:
    """Play, and print wins with their uncertainty, phases by operating round, endings, worth and processor time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rival", type=Path, required=True, help="another checkout of this project")
    parser.add_argument("--title", choices=titles(), action="append")
    parser.add_argument("--seeds", default="1-4")
    parser.add_argument("--kind", default="steady")
    parser.add_argument("--rival-kind", default="steady")
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--most", type=int, default=3_000, help="moves after which a game is cut")
    parser.add_argument("--rounds", type=int, default=40, help="operating rounds after which a game is cut")
    given = parser.parse_args()
    low, _, high = given.seeds.partition("-")
    total, games = 0.0, 0
    with rival(given.rival, given.rival_kind, given.tries) as theirs:
        sides: dict[str, Player] = {"ours": Ours(given.kind, given.tries), "theirs": theirs}
        known = theirs.titles()
        for title in given.title or titles():
            if title not in known:
                print(f"{title}: left out, the other checkout does not know it", flush=True)
                continue
            won, count = 0.0, 0
            for seed in range(int(low), int(high or low) + 1):
                seated = ["theirs"] * 3
                seated[seed % 3] = "ours"
                played = play(title, seed, sides, seated, given.most, given.rounds)
                found = worth(played.game)
                best = [name for name, one in found.items() if one == max(found.values())]
                won += (f"P{seed % 3}" in best) / len(best)
                count += 1
                spent = {one: 1_000 * played.seconds.get(one, 0.0) / max(1, played.chosen[one]) for one in sides}
                each = {one: f"{mean:.0f} ms" for one, mean in spent.items()}
                print(f"{title} seed {seed}: ours P{seed % 3} {found} {played.ending}, {played.moves} moves, "
                      f"{played.rounds} rounds, phases {played.phases}, a move {each}", flush=True)  # fmt: skip
            between = "{:.0%} to {:.0%}".format(*interval(won, count))
            print(f"{title}: {won:g} of {count} won, {between}", flush=True)
            total, games = total + won, games + count
    if games:
        print("all: {:g} of {} won, {:.0%} to {:.0%}".format(total, games, *interval(total, games)))


if __name__ == "__main__":
    main()
