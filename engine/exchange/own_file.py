"""The project's own game file: a record of a game as JSON, written plainly and read back by playing it again.

Version 2 carries the position as well, with the version of the rules by which it came about, so that the game goes on
after a rule was corrected. Trusted is that position: it is audited, and stands although the moves lead elsewhere now.
Whether they lead there is for those to ask who count on it (`OpenedFile.states`).

{"format": "stationmaster-game", "version": 1, "title": "...", "options": {...},
 "players": [names as given], "seed": 7, "setup": {...}, "seating": [names, p1 first],
 "actions": [{"seat": "p1", "verb": "...", "args": {...}}, ...],
 "result": null | {"why": "...", "worth": {...}, "winners": [...]},
 "rules": "0.4.0", "position": {a state as it is stored}}       (these two in version 2 alone)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.errors import Damaged, EngineError
from engine.core.events import Event
from engine.core.sentences import because
from engine.core.state import End
from engine.game import Game, decode_game
from engine.record import Move, Record
from engine.view import view

FORMAT = "stationmaster-game"
VERSION, CARRYING = 1, 2
"""Without the position, and with it."""
PROGRAM = "0.4.0"
"""The version of the rules."""
MOST_SEED = 2**62


class OwnFile(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file as it is written; actions are read one by one, so that a wrong one can be named."""

    format: str
    version: int
    title: str
    options: dict[str, str]
    players: list[str]
    seed: int
    setup: dict[str, Any]
    seating: list[str]
    actions: list[Any]
    result: End | None


class CarryingFile(OwnFile, kw_only=True, forbid_unknown_fields=True):
    """The same with the position."""

    rules: str
    position: msgspec.Raw


def write(record: Record, game: Game, *, carry: bool = False) -> bytes:
    """A record and the game it leads to, as the bytes of a file; if wanted with the position."""
    common: dict[str, Any] = {
        "format": FORMAT,
        "title": record.title,
        "options": dict(game.state.options),
        "players": record.players,
        "seed": record.seed,
        "setup": record.setup,
        "seating": _seating(game),
        "actions": [],
        "result": game.state.end,
    }
    if carry:
        written = CarryingFile(**common, version=CARRYING, rules=PROGRAM, position=msgspec.Raw(game.encode()))
    else:
        written = OwnFile(**common, version=VERSION)
    head, empty, tail = msgspec.json.encode(written).partition(b'"actions":[]')
    # One action per line, so that a person can read the file and compare two of them.
    actions = b",\n".join(msgspec.json.encode(move) for move in record.moves)
    return head + empty[:-1] + b"\n" + actions + b"\n]" + tail + b"\n"


@dataclass(frozen=True)
class OpenedFile:
    """A file that has been read and not played yet."""

    record: Record
    start: Game
    result: End | None
    position: Game | None = None
    """Where the game stands, if the file says so."""

    def states(self) -> Iterator[tuple[Move, Game, list[Event]]]:
        """Each move with the game after it, and in the end Damaged if they lead to another end than the file says."""
        game = self.start
        for move, game, events in self.record.states(self.start):
            yield move, game, events
        if game.state.end != self.result:
            raise Damaged(
                because(
                    "The file ends with {ending}; its actions lead to {ending2}.",
                    ending=_ending(self.result),
                    ending2=_ending(game.state.end),
                )
            )


def read(raw: bytes, title: str | None = None) -> tuple[Record, Game]:
    """A record and the game after it, or Damaged with the number and text of the action at fault. All or nothing."""
    opened = open_file(raw, title)
    if opened.position is not None:
        return opened.record, opened.position
    game = opened.start
    for _, after, _ in opened.states():
        game = after
    return opened.record, game


def open_file(raw: bytes, title: str | None = None) -> OpenedFile:
    """A file with its game set up, and no move made yet."""
    file = _decoded(raw)
    if title is not None and file.title != title:
        raise Damaged(
            because("The file contains a game of {title!r}, not of {title2!r}.", title=file.title, title2=title)
        )
    if not 0 <= file.seed <= MOST_SEED:
        raise Damaged("The file is damaged: its seed is not a valid number.")
    moves = [_move(number, action) for number, action in enumerate(file.actions, 1)]
    record = Record(
        title=file.title,
        players=file.players,
        options=file.options,
        seed=file.seed,
        setup=file.setup,
        moves=moves,
    )
    try:
        start = record.begin()
    except Damaged:
        raise
    except EngineError as e:
        raise Damaged(because("The game cannot be set up: {e}", e=e)) from e
    except (KeyError, ValueError, TypeError, AttributeError) as e:
        raise Damaged(because("The game cannot be set up: its setup cannot be read ({e!r}).", e=e)) from e
    seating = _seating(start)
    if seating != file.seating:
        raise Damaged(
            because(
                "The file seats the players as {seating}; its seed and setup give {seating2}.",
                seating=", ".join(file.seating),
                seating2=", ".join(seating),
            )
        )
    position = _position(file, start) if isinstance(file, CarryingFile) else None
    return OpenedFile(record, start, file.result, position)


def _position(file: CarryingFile, start: Game) -> Game:
    """The position that a file carries, if it is of this game, its books balance and it can be played on from."""
    try:
        game = decode_game(bytes(file.position))
        game.audit()
        for seat in (None, *(one.id for one in game.state.players)):
            view(game, seat)
        for one in game.decisions():
            game.verbs(one.seat)
    except EngineError as e:
        raise Damaged(because("The game cannot be continued from the position in the file: {e}", e=e)) from e
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError) as e:
        raise Damaged("The game cannot be continued from the position in the file: no game looks like that.") from e
    state = game.state
    if state.title != file.title or _seating(game) != _seating(start):
        raise Damaged("The position in the file belongs to another game.")
    if state.end != file.result:
        raise Damaged(
            because(
                "The file ends with {ending}; its position with {ending2}.",
                ending=_ending(file.result),
                ending2=_ending(state.end),
            )
        )
    return game


def _seating(game: Game) -> list[str]:
    """Players by their seats, which are numbered in this order and may change it during a game."""
    return [seat.name for seat in sorted(game.state.players, key=lambda seat: int(seat.id[1:]))]


def save(path: Path, record: Record, game: Game, *, carry: bool = False) -> None:
    """Write a file completely or not at all."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(write(record, game, carry=carry))
    beside.replace(path)


def load(path: Path, title: str | None = None) -> tuple[Record, Game]:
    """Read a file from disk."""
    try:
        raw = path.read_bytes()
    except OSError as e:
        raise Damaged(because("{path} cannot be read: {strerror}.", path=path, strerror=e.strerror)) from e
    return read(raw, title)


def carries_position(path: Path) -> bool:
    """Does a file that can be read say where its game stands?"""
    return _decoded(path.read_bytes()).version == CARRYING


def _decoded(raw: bytes) -> OwnFile:
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise Damaged(because("The file is damaged or cut off: {e}.", e=e)) from e
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:  # type: ignore[union-attr]
        raise Damaged("This is not a game file of this program.")
    version: object = plain.get("version")  # type: ignore[union-attr]
    if version is True or version not in (VERSION, CARRYING):
        raise Damaged(
            because(
                "The file has version {version!r}; this program reads versions up to {known}.",
                version=version,
                known=CARRYING,
            )
        )
    try:
        return msgspec.json.decode(raw, type=CarryingFile if version == CARRYING else OwnFile)
    except msgspec.ValidationError as e:
        raise Damaged(because("The file is damaged: {e}.", e=e)) from e


def _move(number: int, action: object) -> Move:
    try:
        return msgspec.convert(action, Move)
    except msgspec.ValidationError as e:
        text = msgspec.json.encode(action).decode()[:120]
        raise Damaged(because("Action {number} ({text}) cannot be read: {e}.", number=number, text=text, e=e)) from e


def _ending(end: End | None) -> str:
    if end is None:
        return because("a game that is not over")
    worth = tuple(f"{seat} {amount}" for seat, amount in sorted(end.worth.items()))
    return because("{why}, worth {worth:list}", why=end.why, worth=worth)
