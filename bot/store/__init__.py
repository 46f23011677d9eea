"""Storage: tables, transactions, positions, the outbox, backups. Knows neither rules nor Discord."""

from bot.store.database import Collision, Database, InUse, StoreTrouble, Superseded, Unreachable
from bot.store.once import AlreadyDone, Asked
from bot.store.share import Share, share_of

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
