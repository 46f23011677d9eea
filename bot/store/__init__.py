"""Storage: tables, transactions, positions, the outbox, backups. Knows neither rules nor Discord."""

from bot.store import league_rows as league_rows
from bot.store.database import Database
from bot.store.once import AlreadyDone, Asked
from bot.store.processes.share import Share, share_of
from bot.store.troubles import (
    Collision,
    InUse,
    StoreTrouble,
    Superseded,
    Unreachable,
)

__all__ = [
    "AlreadyDone",
    "Asked",
    "Collision",
    "Database",
    "InUse",
    "Share",
    "StoreTrouble",
    "Superseded",
    "Unreachable",
    "share_of",
]
