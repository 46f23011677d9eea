"""The tables of what brings people together: leagues, wishes for games, and how long somebody takes to answer."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON as Json
from sqlalchemy import BigInteger, Text, UniqueConstraint
from sqlmodel import Field

from bot.store.columns import Moment
from bot.store.rows import GATHERING, Row, RowOfGame


class LeagueRow(Row, table=True):
    """A league: its terms and its progress."""

    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    organiser_id: int = Field(sa_type=BigInteger)
    name: str
    terms: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """Titles, seats, rounds, points, draw and deadlines, as `bot/table/leagues/terms.py` reads them."""
    status: str = Field(default=GATHERING, index=True)
    round: int = 0
    """The latest round that was drawn; 0: none yet."""
    seed: int = Field(sa_type=BigInteger)
    place: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """Its pinned message."""
    created_at: datetime = Field(sa_type=Moment)
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)


class LeagueMemberRow(Row, table=True):
    """A place in a league, and who has it now; results belong to the place."""

    __table_args__ = (UniqueConstraint("league_id", "user_id"),)
    league_id: int = Field(foreign_key="league.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(sa_type=BigInteger, index=True)
    name: str
    left_at: datetime | None = Field(default=None, sa_type=Moment)
    """When they left."""


class LeagueRoundRow(Row, table=True):
    """A round: planned, drawn, over."""

    league_id: int = Field(foreign_key="league.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    title: str
    drawn_at: datetime | None = Field(default=None, sa_type=Moment)
    """None if only planned."""
    due_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    warned: bool = False
    """Has the warning that it ends soon been posted?"""
    closed_at: datetime | None = Field(default=None, sa_type=Moment)


class LeagueTableRow(Row, table=True):
    """A table of a round, its game, and how it ended."""

    league_id: int = Field(foreign_key="league.id", primary_key=True, ondelete="CASCADE")
    round: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    members: list[int] = Field(default_factory=list, sa_type=Json)
    """Member numbers in seating order."""
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True, ondelete="SET NULL")
    ending: str = ""
    """Empty while it is running; otherwise how it ended (`bot/table/leagues/terms.py`)."""
    places: list[int] = Field(default_factory=list, sa_type=Json)
    """Each member's place; negative if somebody else had the seat at the end."""
    by_clock: list[int] = Field(default_factory=list, sa_type=Json)
    """How many of each member's moves were made because their time was up."""


class LeagueLogRow(Row, table=True):
    """What was done to a league, by whom and why; corrections of points count in the standings."""

    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    league_id: int = Field(foreign_key="league.id", index=True, ondelete="CASCADE")
    at: datetime = Field(sa_type=Moment)
    by_id: int = Field(sa_type=BigInteger)
    what: str
    member: int | None = None
    points: int = 0
    reason: str = Field(default="", sa_type=Text)


class TimeUsedRow(RowOfGame, table=True):
    """How long somebody has had something to decide in a game, outside their quiet hours and absences."""

    seat: str = Field(primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False}, index=True)
    seconds: float = 0.0
    """As of `counted`."""
    answers: int = 0
    """How many moves of their own it took."""
    leave: float
    """Seconds for which an absence still counts for nothing."""
    counted: datetime = Field(sa_type=Moment)
    forgotten: bool = False
    """Does it say nothing about them outside this game, because they asked for that?"""


class SeekRow(Row, table=True):
    """Somebody's wish for a game, until people are found or its time is over."""

    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    user_id: int = Field(sa_type=BigInteger, index=True)
    name: str
    titles: list[str] = Field(default_factory=list, sa_type=Json)
    players: int = 0
    pace: str = ""
    languages: list[str] = Field(default_factory=list, sa_type=Json)
    beginners: bool = True
    zone: str = "UTC"
    game_id: int | None = Field(default=None, foreign_key="game.id", ondelete="SET NULL", index=True)
    """The game for which they have been asked to confirm."""
    until: datetime = Field(sa_type=Moment)
    """When it ends; once there is a game, by when to confirm."""


class WelcomeRow(Row, table=True):
    """A server to which the bot has come, and whether it has introduced itself there."""

    guild_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime = Field(sa_type=Moment)
    """When it came."""
    said: bool = False
