"""A game as a file of 18xx.games: written, read back, and given out only if the result is the same."""

from __future__ import annotations

import logging

from bot.errors import Refused
from engine import EngineError
from engine.core.sentences import Stored, decode_sentence, encode_sentence, pattern, sentence_of
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game
from engine.record import Record

log = logging.getLogger("stationmaster.table")
COMPARED = ("cash", "privates", "market", "board", "phase", "clock", "end")
"""The parts of a state to compare, without the numbers of our own offers and lots."""


def site_file(record: Record) -> bytes | Stored:
    """The file's bytes, or the encoded sentence why there is none."""
    try:
        raw = write_site_game(record)
        again, now = import_game(parse_site_game(raw)).game.state, record.replay().state
    except EngineError as e:
        return encode_sentence(sentence_of(e))
    except (LookupError, StopIteration, AssertionError, ValueError, TypeError) as e:
        log.warning("a game could not be written for 18xx.games: %s", type(e).__name__)
        return _UNSAYABLE
    same = all(getattr(again, name) == getattr(now, name) for name in COMPARED)
    return raw if same else _UNSAYABLE


_UNSAYABLE = pattern("18xx.games cannot describe something that happened in this game; use our own format.")


def require_file(written: bytes | Stored) -> bytes:
    """The file; raises Refused with the sentence that came instead."""
    if isinstance(written, bytes):
        return written
    raise Refused(decode_sentence(written))
