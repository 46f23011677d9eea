"""Storage: tables, transactions, positions, the outbox, backups. Knows neither rules nor Discord."""

from bot.store.database import Collision, Database, InUse, StoreTrouble, Superseded, Unreachable
from bot.store.share import Share, share_of

__all__ = ["Collision", "Database", "InUse", "Share", "StoreTrouble", "Superseded", "Unreachable", "share_of"]
