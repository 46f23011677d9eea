"""The rules of 18xx games as a pure library: no Discord, no database, no clock."""

from engine.core.errors import (
    Ambiguous,
    AuditFailed,
    Damaged,
    EngineError,
    Illegal,
    IncompleteTitle,
    Refusal,
    Stuck,
    Unreadable,
)
from engine.core.events import Event
from engine.core.verbs import Act, Span, Text
from engine.game import Decision, Game, decode_game, new
from engine.titles import titles

__all__ = [
    "Act",
    "Ambiguous",
    "AuditFailed",
    "Damaged",
    "Decision",
    "EngineError",
    "Event",
    "Game",
    "Illegal",
    "IncompleteTitle",
    "Refusal",
    "Span",
    "Stuck",
    "Text",
    "Unreadable",
    "decode_game",
    "new",
    "titles",
]
