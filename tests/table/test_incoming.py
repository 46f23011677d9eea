"""Reading a file takes bounded memory; a file that needs more is refused with a sentence."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.table.files.incoming import IncomingGame, read_game, run_in_process
from bot.table.ground.own_process import MEMORY
from engine.core.sentences import Stored
from tests.exchange.material import files, needs_games

LONG_FILE = 900_000
"""Bytes: more than any game that is known."""


def longest(title: str) -> bytes:
    """A title's longest game, with moves that were undone and redone until the file is as long as that."""
    path = max(files(title), key=lambda path: path.stat().st_size if path.suffix == ".gz" else 0)
    game = json.loads(gzip.decompress(path.read_bytes()))
    actions, size = list[object](), len(json.dumps({**game, "actions": []}))
    spare = LONG_FILE - len(json.dumps(game))
    for action in game["actions"]:
        actions.append(action)
        if size < spare:
            by = {"entity": action["entity"], "entity_type": action["entity_type"]}
            doubt = [{"type": kind, "id": action["id"], **by, "created_at": 1_600_000_000} for kind in ("undo", "redo")]
            actions += doubt
            size += len(json.dumps(doubt))
    raw = json.dumps({**game, "actions": actions}).encode()
    return raw + b" " * (LONG_FILE - len(raw))


def measured(raw: bytes) -> tuple[IncomingGame | Stored, int]:
    """What came of a file, and the most memory that its process has had."""
    found = read_game(raw)
    status = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert status is not None
    return found, int(status[1]) * 1024


def hungry(size: int) -> int:
    """More than a file may take, or less."""
    return len(bytearray(size))


@pytest.mark.soak
@needs_games
@pytest.mark.parametrize("title", ["1870", "1828"])
async def test_the_longest_files_take_at_most_two_hundred_megabytes(title: str):
    raw = longest(title)
    assert len(raw) >= LONG_FILE
    found, most = await run_in_process(measured, raw)
    assert isinstance(found, IncomingGame), found
    assert len(found.moves) > 1000 and found.is_over
    assert most <= MEMORY == 200 * 1024 * 1024, f"{most / 1024**2:.0f} MB"


async def test_a_file_that_takes_more_memory_is_refused_with_a_sentence():
    assert await run_in_process(hungry, MEMORY // 4) == MEMORY // 4
    with pytest.raises(Refused, match="more time or memory than is allowed"):
        await run_in_process(hungry, MEMORY + 1)
