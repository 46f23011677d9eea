"""What is kept: tables, transactions, positions, the outbox, backups. Knows no rules and no Discord."""

from bot.store.database import Collision, Database, InUse, StoreTrouble, Superseded, Unreachable

__all__ = ["Collision", "Database", "InUse", "StoreTrouble", "Superseded", "Unreachable"]
