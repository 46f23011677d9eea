"""A game file of any kind, from outside: measured and recognised before any of it is played."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, cast

import msgspec

from engine.core.errors import Damaged, EngineError
from engine.core.events import Event
from engine.core.sentences import because, pattern
from engine.exchange import own_file
from engine.exchange.site import import_game
from engine.exchange.site_log import site_game
from engine.game import Game
from engine.record import Move, Record

MOST_BYTES = 4 * 1024 * 1024
"""Four times the longest known games, with all their undone moves and chat."""
MOST_ACTIONS = 8000
"""Including undone ones and those that others bring along."""
HOW = pattern(
    "On 18xx.games, open the game, choose Tools and press Download under Game Data; then attach the downloaded file."
)


class PlayableFile(Protocol):
    """A file whose game is set up; its moves are made one by one, or Damaged says which one cannot be."""

    @property
    def record(self) -> Record:
        """How the game was set up, and its moves."""
        ...

    @property
    def start(self) -> Game:
        """The game before its first move."""
        ...

    @property
    def position(self) -> Game | None:
        """Where the game stands, if the file says so; its moves may lead elsewhere by today's rules."""
        ...

    def states(self) -> Iterator[tuple[Move, Game, list[Event]]]:
        """Each move with the game after it and what happened."""
        ...


@dataclass(frozen=True)
class SiteFile:
    """A file of 18xx.games that has been followed, as moves of ours."""

    record: Record
    start: Game
    position: Game | None = None

    def states(self) -> Iterator[tuple[Move, Game, list[Event]]]:
        """Each move with the game after it and what happened."""
        return self.record.states(self.start)


def open_any_file(raw: bytes) -> PlayableFile:
    """A file of the project's own or of 18xx.games, or Damaged with a sentence that says what to do instead."""
    raw = _unzipped(raw)
    try:
        return _opened(raw)
    except EngineError:
        raise
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, AssertionError) as e:
        # Its author had something in mind that no game does.
        raise Damaged("The file cannot be read: it contains something that does not belong in a game file.") from e


def _opened(raw: bytes) -> PlayableFile:
    plain = _decoded(raw)
    count = _actions(plain.get("actions"))
    if count > MOST_ACTIONS:
        raise Damaged(
            because(
                "The file has {count} actions; the most that can be read is {most}.", count=count, most=MOST_ACTIONS
            )
        )
    if plain.get("format") == own_file.FORMAT:
        return own_file.open_file(raw)
    source = site_game(plain)
    result = import_game(source)
    if not result.agrees:
        raise Damaged(because("The game in the file cannot be followed to its end: {why}", why=result.problems[0]))
    return SiteFile(result.record, result.record.begin())


def _unzipped(raw: bytes) -> bytes:
    """The file itself, if it came gzipped; no more of it than a file may have."""
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = zlib.decompressobj(31).decompress(raw, MOST_BYTES + 1)
        except zlib.error as e:
            raise Damaged("The file is damaged or cut off.") from e
    if len(raw) > MOST_BYTES:
        raise Damaged("The file is too big to be a game.")
    return raw.removeprefix(b"\xef\xbb\xbf")


def _decoded(raw: bytes) -> dict[str, Any]:
    """The object in the file, or a sentence about how to get a file if something else was sent."""
    text = raw[:400].decode("utf-8", "replace").lstrip().casefold()
    if text.startswith("<"):
        raise Damaged(because("This is a web page, not a game file. {how}", how=because(HOW)))
    if text.startswith(("http", "www.", "18xx.games", "[internetshortcut]")):
        raise Damaged(because("This is a link, not a game file. {how}", how=because(HOW)))
    try:
        plain: Any = msgspec.json.decode(raw)
    except RecursionError as e:
        raise Damaged("The file is not a game: it is nested too deeply.") from e
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise Damaged(because("The file is damaged or cut off: {e}.", e=str(e))) from e
    if not isinstance(plain, dict):
        raise Damaged(because("The file is not a game: it does not contain an object. {how}", how=because(HOW)))
    found = cast(dict[str, Any], plain)
    if not {"actions", "players", "title"} <= found.keys():
        raise Damaged(because("The file is not a game of this program or of 18xx.games. {how}", how=because(HOW)))
    return found


def _actions(actions: Any) -> int:
    """How many actions there are, with those that others bring along."""
    if not isinstance(actions, list):
        return 0
    listed = cast(list[Any], actions)
    brought = (cast(dict[str, Any], one).get("auto_actions") for one in listed if isinstance(one, dict))
    return len(listed) + sum(len(cast(list[Any], one)) for one in brought if isinstance(one, list))
