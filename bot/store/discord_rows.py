"""The tables of what the bot has done on Discord outside of games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field

from bot.store.columns import Moment
from bot.store.rows import Row


class WelcomeRow(Row, table=True):
    """A server to which the bot has come, and whether it has introduced itself there."""

    guild_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime = Field(sa_type=Moment)
    """When it came."""
    said: bool = False
