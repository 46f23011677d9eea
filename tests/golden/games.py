"""Whole games as they were recorded: read, written, and played again."""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import Act, EngineError, Game, decode_game
from engine.core.state import NOW
from engine.view import view
from tests.golden import facts

DATA = Path(__file__).parent / "data"
EVERY = 40
"""Moves from one checkpoint to the next."""
TITLES = ("1870", "1828", "1839", "1843")
ASKED = "3.4: with hidden treasuries a president is asked, whether the company has money for anything or not"
OFFERING = "8.8.3: whose offer for a train is open is not yet bankrupt"
RESERVED = "7.5: the NRS takes no home that another company has reserved while it has another"
STOPPED = "14.2.3.2.1: a stop asked for with the Kabinet-Rochussen holds until a marker can be moved"
TRADES = "7.5.2 on 18xx.games: who lends a share in a merger squares the difference, and what lies on top goes first"
GRAY = "7.1 on 18xx.games: a turn goes on as long as two shares of the gray area, or a merger, may follow"
FLOATS = "15.2 on 18xx.games: the share that comes with the Katy again floats its railway like any purchase"
LIMITED = "7.6 of 2012: at the certificate limit nothing is bought there, not even coloured shares"
CORRECTED: dict[str, tuple[int, str]] = {
    "1870-7p-rulebook-building-15005": (342, ASKED),
    "1870-2p-rulebook-paying-15006": (203, ASKED),
    "1870-5p-rulebook-paying-15009": (670, ASKED),
    "1870-6p-rulebook-random-15010": (218, ASKED),
    "1870-3p-rulebook-random-15013": (1203, ASKED),
    "1870-7p-rulebook-flush-15017": (665, ASKED),
    "1870-2p-rulebook-building-15018": (162, ASKED),
    "1870-5p-rulebook-building-15021": (218, ASKED),
    "1870-6p-rulebook-paying-15022": (503, ASKED),
    "1870-3p-rulebook-paying-15025": (555, ASKED),
    "1870-4p-rulebook-random-15026": (361, ASKED),
    "1870-5p-mixed-building-15069": (228, ASKED),
    "1870-6p-mixed-paying-15070": (139, ASKED),
    "1870-3p-mixed-paying-15073": (227, ASKED),
    "1870-4p-mixed-random-15074": (949, ASKED),
    "1870-2p-mixed-flush-15078": (609, ASKED),
    "1870-6p-mixed-building-15082": (128, ASKED),
    "1870-5p-site-random-15045": (199, FLOATS),
    "1870-7p-mixed-random-15071": (836, FLOATS),
    "1870-5p-mixed-flush-15075": (334, FLOATS),
    "1870-7p-mixed-random-15077": (83, FLOATS),
    "1870-5p-mixed-flush-15081": (247, FLOATS),
    "1828-4p-site-patient-15019": (557, TRADES),
    "1828-3p-site-random-15021": (522, GRAY),
    "1828-3p-site-reckless-15024": (259, GRAY),
    "1828-4p-site-random-15025": (503, GRAY),
    "1828-5p-site-builders-15026": (149, TRADES),
    "1828-4p-mixed-reckless-15040": (419, GRAY),
    "1828-5p-mixed-patient-15044": (535, TRADES),
    "1843-6p-rulebook-random-15004": (410, OFFERING),
    "1843-5p-rulebook-reckless-15023": (500, OFFERING),
    "1843-4p-rulebook-reckless-15027": (524, OFFERING),
    "1843-3p-rulebook-reckless-15031": (810, OFFERING),
    "1843-3p-rulebook-random-15041": (520, OFFERING),
    "1843-6p-rulebook-patient-15039": (634, LIMITED),
    "1839-2p-rulebook-rich-15000": (281, STOPPED),
    "1839-3p-rulebook-quitting-15004": (136, RESERVED),
    "1839-4p-rulebook-wealthy-15005": (165, RESERVED),
    "1839-3p-rulebook-rich-15007": (150, RESERVED),
    "1839-4p-rulebook-wealthy-15008": (543, STOPPED),
    "1839-3p-rulebook-rich-15010": (346, STOPPED),
    "1839-3p-rulebook-rich-15013": (136, RESERVED),
    "1839-4p-rulebook-quitting-15014": (197, RESERVED),
    "1839-3p-rulebook-rich-15016": (474, STOPPED),
    "1839-4p-rulebook-quitting-15017": (520, STOPPED),
    "1839-2p-rulebook-wealthy-15018": (553, RESERVED),
    "1839-2p-rulebook-wealthy-15021": (213, RESERVED),
    "1839-4p-rulebook-rich-15023": (442, STOPPED),
    "1839-2p-rulebook-wealthy-15024": (136, RESERVED),
    "1839-4p-rulebook-rich-15029": (175, RESERVED),
    "1839-3p-rulebook-wealthy-15031": (589, STOPPED),
    "1839-4p-rulebook-rich-15032": (236, STOPPED),
}
"""Where a rule has been corrected since: game -> the first move that is judged otherwise now, and which rule it was.

Such a game is compared up to the move before. Nothing but a mistake in a rule, or in how the other site reads it, is
entered here.
"""


@dataclass
class Recorded:
    """One whole game."""

    id: str
    """Says title, players, rules, and how the players leaned."""
    players: int
    options: dict[str, str]
    """As they were chosen, defaults left out."""
    rules: str
    """`rulebook`, `site`, `single` or `mixed`: which readings of the other site were on."""
    seed: int
    start: str
    """The stored position before the first move."""
    moves: list[list[Any]] = field(default_factory=list)
    """Seat, verb, choices."""
    views: list[str] = field(default_factory=list)
    """Digests of what people see at the start, after every so many moves, and (longer ones) at the end."""
    richer: int = 0
    """How much more money everybody had at the start than the rules give."""
    end: list[Any] = field(default_factory=list)
    """Why it ended, what the players were worth, who won."""

    def begin(self) -> Game:
        """The game before its first move."""
        return decode_game(self.start.encode())

    def stretches(self) -> Iterator[tuple[int, list[list[Any]]]]:
        """The number of the last move before each stretch to a checkpoint, and the moves of the stretch."""
        for done in range(0, len(self.moves), EVERY):
            yield done, self.moves[done : done + EVERY]


class Differs(AssertionError):
    """A recorded game goes another way than it did; `python -m tests.golden.games <id>` plays it again."""


def replay(game: Recorded, states: list[str] | None) -> list[str]:
    """Play a game again and compare it at each checkpoint. Without `states` only the views are compared.

    Returns the digests of the encoded states.
    """
    until = CORRECTED[game.id][0] if game.id in CORRECTED else len(game.moves) + 1
    now, found = game.begin(), list[str]()
    _compare(game, 0, 0, now, states, found)
    for done, moves in game.stretches():
        if done + len(moves) >= until:
            return found
        for number, (seat, verb, args) in enumerate(moves, done + 1):
            try:
                now, _ = now.apply(seat, Act(verb, args))
            except EngineError as e:
                raise Differs(f"{game.id}: move {number} ({seat} {verb} {args}) is refused: {e}") from e
        now.audit()
        _compare(game, done, done + len(moves), now, states, found)
    if now.state.end is None or ending(now) != game.end:
        raise Differs(f"{game.id}: the game ended with {game.end}, and now with {now.state.end}")
    return found


def _compare(game: Recorded, done: int, number: int, now: Game, states: list[str] | None, found: list[str]) -> None:
    where = f"{game.id}: after move {number} (it agreed after move {done})"
    place, digits = len(found), facts.LONG if number == len(game.moves) else facts.SHORT
    if names := facts.differing(game.views[place], facts.digests(now, digits), digits):
        raise Differs(f"{where} these facts differ: {', '.join(names)}")
    found.append(facts.state_digest(now))
    if states is not None and states[place] != found[-1]:
        raise Differs(f"{where} people see the same, but the encoded state differs")


def ending(game: Game) -> list[Any]:
    """How a game ended, as it is recorded."""
    ended = facts.ending(view(game, None))
    assert ended is not None
    why, worth, winners = ended
    return [why, dict(worth), winners]


# --- files


def games_of(title: str) -> list[Recorded]:
    """The recorded games of a title."""
    return [Recorded(**one) for one in _read(DATA / f"games-{title}.json.xz")]


def states_of(title: str) -> dict[str, list[str]]:
    """The digests of the encoded states of each game, which hold for the present version of the stored form."""
    stored = _read(DATA / f"states-{title}.json.xz")
    assert stored["version"] == NOW, (
        f"The digests of the states of {title} are of version {stored['version']} of the stored form, which is now "
        f"{NOW}: make them again with `python -m tests.golden.restate`."
    )
    return stored["states"]


def write_states(title: str, states: dict[str, list[str]]) -> None:
    """Done for each version of the stored form."""
    _write(DATA / f"states-{title}.json.xz", {"version": NOW, "states": states})


def _read(path: Path) -> Any:
    return json.loads(lzma.decompress(path.read_bytes()))


def _write(path: Path, what: Any) -> None:
    raw = json.dumps(what, separators=(",", ":"), ensure_ascii=False).encode()
    path.write_bytes(lzma.compress(raw, preset=9 | lzma.PRESET_EXTREME))


def main() -> int:
    """Play recorded games again by hand: `python -m tests.golden.games <id> ...`."""
    for name in sys.argv[1:]:
        title = name.partition("-")[0]
        replay(next(game for game in games_of(title) if game.id == name), states_of(title)[name])
        print(f"{name}: as it was")
    return 0


if __name__ == "__main__":
    sys.exit(main())
