"""Read and replay a game file, whatever is in it: the result is the game, or one sentence."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import JsonValue

from bot.errors import Refused
from bot.host.workers import Lost
from bot.store.positions import packed
from bot.store.rows import PositionRow
from bot.table.ground.own_process import run_alone
from engine import EngineError, Game
from engine.core.events import Event
from engine.core.sentences import Stored, decode_sentence, encode_sentence, pattern, sentence_of
from engine.core.stored_events import encode as encode_events
from engine.exchange.any_file import PlayableFile, open_any_file
from engine.exchange.judging import shortfall
from engine.record import Move, Record

JUDGING = 30.0
"""Seconds for judging a file's runs; the longest known games take a few."""
MOST_TEXT, MOST_NUMBER, MOST_LISTED = 160, 10**12, 12
"""The most a sentence quotes from a file."""
T = TypeVar("T")
log = logging.getLogger("stationmaster.table")


async def run_in_process(job: Callable[..., T], *arguments: object) -> T:
    """Run a module's function in its own process: a slow or malicious file harms nobody else. Cancelling this ends the
    process as well.
    """
    try:
        return await run_alone(job, *arguments)
    except (Lost, MemoryError) as e:
        raise Refused("Reading this file took more time or memory than is allowed.") from e


@dataclass(frozen=True)
class StoredPosition:
    """A packed position: whole, or with its predecessor as dictionary."""

    base: int | None
    whole: int
    depth: int
    data: bytes

    @classmethod
    def of(cls, row: PositionRow) -> StoredPosition:
        return cls(row.base, row.whole, row.depth, row.data)


@dataclass(frozen=True)
class IncomingGame:
    """A game from a file, replayed and packed to be stored."""

    title: str
    options: dict[str, str]
    setup: dict[str, object]
    seed: int
    players: list[str]
    """The players' names at the start."""
    seats: list[tuple[str, str]]
    """Seat and name, in seating order."""
    moves: list[Move]
    positions: list[StoredPosition]
    """The position before all moves, then one after each."""
    events: list[bytes]
    """The events of each move."""
    last: bytes
    """The current position."""
    is_over: bool
    is_proven: bool = True
    """Do its moves lead there? Otherwise the game counts in no standings."""


def require_game(read: IncomingGame | Stored) -> IncomingGame:
    """The game; raises Refused with the sentence that came instead."""
    if isinstance(read, IncomingGame):
        return read
    raise Refused(decode_sentence(read))


def read_game(raw: bytes) -> IncomingGame | Stored:
    """Read a game from a file's bytes; returns the game or the encoded sentence why not, and never raises."""
    try:
        return _played(raw)
    except EngineError as e:
        return _short(encode_sentence(sentence_of(e)))
    except MemoryError:
        raise
    except Exception as e:
        # The file contains something no game does, and that the rules do not check for.
        log.warning("a file could not be played: %s", type(e).__name__)
        return pattern("The file cannot be read: it contains something that does not belong in a game file.")


def _short(sentence: Stored) -> Stored:
    """The sentence, with overlong texts and numbers from the file shortened."""
    if isinstance(sentence, str):
        return sentence if len(sentence) <= MOST_TEXT else f"{sentence[:MOST_TEXT]}…"
    return {**sentence, "of": {name: _short_field(value) for name, value in sentence["of"].items()}}


def _short_field(value: JsonValue) -> JsonValue:
    match value:
        case str() | dict():
            return _short(value)
        case int() | float():
            return max(-MOST_NUMBER, min(value, MOST_NUMBER))
        case list():
            return [_short_field(one) for one in value[:MOST_LISTED]]
        case None:
            return None


def _played(raw: bytes) -> IncomingGame:
    file = open_any_file(raw)
    if file.position is None:
        return _by_moves(file)
    try:
        found = _by_moves(file)
    except EngineError:
        return _by_position(file, file.position)
    return found if found.last == file.position.encode() else _by_position(file, file.position)


def _by_moves(file: PlayableFile) -> IncomingGame:
    """Replay the moves, keeping every position and event."""
    game, before = file.start, file.start.encode()
    row = packed(0, 0, before, None, b"")
    positions, stories = [StoredPosition.of(row)], list[list[Event]]()
    runs: list[tuple[int, Game, Game]] = []
    for number, (_, after, story) in enumerate(file.states(), 1):
        if any(one.kind == "ran" for one in story):
            runs.append((number, game, after))
        game, raw = after, after.encode()
        row = packed(0, number, raw, row, before)
        before = raw
        positions.append(StoredPosition.of(row))
        stories.append(story)
    if game.state.end is not None:
        _judge(file.record.moves, runs, stories)
    events = [encode_events(story) for story in stories]
    return _incoming(file.record, file.start, game, file.record.moves, positions, events)


def _judge(moves: list[Move], runs: list[tuple[int, Game, Game]], stories: list[list[Event]]) -> None:
    """For a finished game, how much each run fell short of the best, as far as time allows."""
    until = time.monotonic() + JUDGING
    for number, before, after in runs:
        if time.monotonic() > until:
            return
        missed = shortfall(before, moves[number - 1], after)
        stories[number - 1] += [missed] if missed else []


def _by_position(file: PlayableFile, game: Game) -> IncomingGame:
    """Take the file's position. Its moves lead elsewhere, so there is no history."""
    row = packed(0, 0, game.encode(), None, b"")
    return replace(_incoming(file.record, game, game, [], [StoredPosition.of(row)], []), is_proven=False)


def _incoming(
    record: Record, first: Game, last: Game, moves: list[Move], positions: list[StoredPosition], events: list[bytes]
) -> IncomingGame:
    return IncomingGame(
        title=record.title,
        options=dict(first.state.options),
        setup=record.setup,
        seed=record.seed,
        players=record.players,
        seats=[(seat.id, seat.name) for seat in sorted(last.state.players, key=lambda seat: int(seat.id[1:]))],
        moves=moves,
        positions=positions,
        events=events,
        last=last.encode(),
        is_over=last.state.end is not None,
    )
