"""The tables. People and channels are known by their Discord numbers, everything else by ours."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON as Json
from sqlalchemy import BigInteger, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.store.columns import Moment, named
from engine.core.sentences import Stored

named(SQLModel.metadata)

GATHERING, RUNNING, FINISHED, STOPPED = "gathering", "running", "finished", "stopped"
WAITING, SENT, FAILED = "waiting", "sent", "failed"
START, MOVE, UNDO, REDO, REPLACE, STOP = "start", "move", "undo", "redo", "replace", "stop"


class ServerRow(SQLModel, table=True):
    """A Discord server and what its managers have set."""

    __tablename__: ClassVar[Any] = "server"
    guild_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=Json)


class PersonRow(SQLModel, table=True):
    """A person's settings in all games."""

    __tablename__: ClassVar[Any] = "person"
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    interval: int | None = None
    """Minutes between reminders; 0 for none; nothing: as the game says."""
    zone: str = "UTC"
    quiet_from: int | None = None
    """Minute of the day, in the person's zone."""
    quiet_to: int | None = None
    away_until: datetime | None = Field(default=None, sa_type=Moment)
    stand_in: int | None = Field(default=None, sa_type=BigInteger)
    wishes: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """How the person wants to see things: theme of pictures, confirming moves."""
    language: str = ""
    """What their Discord speaks, as it calls it (`pt-BR`); empty if the bot has not met them yet."""


class GameRow(SQLModel, table=True):
    """A game: how it was set up, and which of its positions is the present one."""

    __tablename__: ClassVar[Any] = "game"
    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    organiser_id: int = Field(sa_type=BigInteger)
    title: str
    options: dict[str, str] = Field(default_factory=dict, sa_type=Json)
    setup: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    seed: int = Field(sa_type=BigInteger)
    players: list[str] = Field(default_factory=list, sa_type=Json)
    """Names as they were given to the rules at the start."""
    places: int
    status: str = Field(default=GATHERING, index=True)
    position: int = 0
    """Number of the action whose position is the present one."""
    last: int = 0
    """Number of the last action, undone or not; numbers are never used twice."""
    epoch: int = 0
    """Raised by every undo and redo, so that older buttons are known."""
    tip: int | None = None
    """Up to which action undone moves can be made again."""
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    place: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """What there is of the game where it is played: its pinned message, whether the place was made for it."""
    proven: bool = True
    """Do its moves lead to where it stands? Nobody knows of a game whose file says so and whose moves do not."""
    rewritten: int = 0
    """How often its positions have been stored anew, under other names: what was read before is of no use any more."""
    trouble: str = ""
    copy_of: int | None = Field(default=None, index=True)
    """The game of which it is somebody's private copy to think ahead on; it counts nowhere."""
    created_at: datetime = Field(sa_type=Moment)
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)

    @property
    def is_copy(self) -> bool:
        """Is it somebody's private copy?"""
        return self.copy_of is not None


class SeatRow(SQLModel, table=True):
    """A seat at a table, of a person, a robot or nobody yet. `seat` is its name in the rules, known once the game has
    begun."""

    __tablename__: ClassVar[Any] = "seat"
    __table_args__ = (UniqueConstraint("game_id", "user_id"),)
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    place: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(sa_type=BigInteger, index=True)
    name: str
    seat: str = ""
    robot: str = ""
    """The kind of robot that plays the seat; empty for a person. The `user_id` of robots and of nobody is negative."""
    invited: int | None = Field(default=None, sa_type=BigInteger)
    """Who has been asked to take the seat, which nobody has."""

    @property
    def has_person(self) -> bool:
        """Is it a person's?"""
        return self.user_id > 0

    @property
    def is_vacant(self) -> bool:
        """Is the seat empty?"""
        return not self.has_person and not self.robot


class ActionRow(SQLModel, table=True):
    """One thing done. The key is what makes a lost update impossible."""

    __tablename__: ClassVar[Any] = "action"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str = MOVE
    parent: int
    """The position it was done in."""
    position: int
    """The position after it."""
    seat: str = ""
    clicker: int = Field(default=0, sa_type=BigInteger)
    """Who pressed; 0 for the table itself."""
    verb: str = ""
    args: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    decision: int = 0
    cause: int | None = None
    """The action that set off this one, made by an order."""
    order_id: int | None = None
    at: datetime = Field(sa_type=Moment)

    @property
    def is_from_file(self) -> bool:
        """Was it made elsewhere? At a table every move answers a decision."""
        return self.kind == MOVE and not self.decision


class PositionRow(SQLModel, table=True):
    """A position as the rules encoded it: whole, or with its predecessor as dictionary."""

    __tablename__: ClassVar[Any] = "position"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    base: int | None = None
    """The position that serves as dictionary; nothing for a whole one."""
    whole: int
    """The whole position at the root of the chain."""
    depth: int = 0
    data: bytes = Field(sa_type=LargeBinary)


class EventsRow(SQLModel, table=True):
    """What happened in a move, as it was told when it was made. Moves of older programs have none."""

    __tablename__: ClassVar[Any] = "events"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    data: bytes = Field(sa_type=LargeBinary)


class TurnRow(SQLModel, table=True):
    """A seat that must act, and when it is to be reminded."""

    __tablename__: ClassVar[Any] = "turn"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    seat: str = Field(primary_key=True)
    decision: int
    rule: str
    since: datetime = Field(sa_type=Moment)
    due_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    count: int = 0
    muted: bool = False


class OrderRow(SQLModel, table=True):
    """An order given ahead of time, or a standing offer; it hangs on the seat."""

    __tablename__: ClassVar[Any] = "standing_order"
    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True, ondelete="CASCADE")
    seat: str
    kind: str
    terms: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    public: bool = False
    active: bool = True
    most: int = 20
    """How often it may act before it ends."""
    fired: int = 0
    reason: Stored = Field(default="", sa_type=Json)
    """Why it is over, to be worded for whoever reads it; empty if it has done its work, or was taken back."""
    made_at: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)
    ended_by: int | None = None
    """The action by which it ended; undone with it."""


class OfferRow(SQLModel, table=True):
    """An open offer with an hour at which it falls."""

    __tablename__: ClassVar[Any] = "offer"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    offer: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: str
    due_at: datetime = Field(sa_type=Moment, index=True)


class UndoAskRow(SQLModel, table=True):
    """A request to take back more than one's own last move."""

    __tablename__: ClassVar[Any] = "undo_ask"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    target: int
    last: int
    epoch: int
    asked_by: int = Field(sa_type=BigInteger)
    needs: list[str] = Field(default_factory=list, sa_type=Json)
    given: list[str] = Field(default_factory=list, sa_type=Json)


class SeatAskRow(SQLModel, table=True):
    """Somebody who plays has been asked whether their seat may be given away."""

    __tablename__: ClassVar[Any] = "seat_ask"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    seat: str = Field(primary_key=True)
    owner: int = Field(sa_type=BigInteger)
    """Who is asked."""
    person: int = Field(sa_type=BigInteger)
    """Who is to have it; a robot's number is negative."""
    name: str
    robot: str = ""
    asked_by: int = Field(sa_type=BigInteger)
    asked_at: datetime = Field(sa_type=Moment)
    due_at: datetime = Field(sa_type=Moment, index=True)
    """Without an answer the seat changes hands then."""


class LineRow(SQLModel, table=True):
    """A position of a private copy to which its owner has given a name."""

    __tablename__: ClassVar[Any] = "line"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    name: str = Field(primary_key=True)
    position: int


class NoteRow(SQLModel, table=True):
    """A person's private notebook at a table."""

    __tablename__: ClassVar[Any] = "note"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = Field(default="", sa_type=Text)


class ParkedRow(SQLModel, table=True):
    """A choice (routes, say) that is too long for the button that carries it."""

    __tablename__: ClassVar[Any] = "parked"
    mark: str = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    made_at: datetime = Field(sa_type=Moment, index=True)


class MirrorRow(SQLModel, table=True):
    """A channel, perhaps of another server, in which people watch a game."""

    __tablename__: ClassVar[Any] = "mirror"
    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")
    channel_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild_id: int = Field(sa_type=BigInteger)
    asked_by: int = Field(sa_type=BigInteger)
    allowed: bool = True
    """A channel of another server waits until the organiser allows it."""
    pace: str = "every"
    """When pictures are shown: with every move, once a turn, or never."""


class LeaseRow(SQLModel, table=True):
    """Which process works on the database (lease.py). No part of the games, and never carried anywhere."""

    __tablename__: ClassVar[Any] = "lease"
    name: str = Field(primary_key=True)
    epoch: int = Field(sa_type=BigInteger)
    """Raised whenever another process takes over."""
    holder: str
    seen: datetime = Field(sa_type=Moment)
    """When it gave its last sign of life."""


class LeagueRow(SQLModel, table=True):
    """A league: what was agreed on, and how far it has come."""

    __tablename__: ClassVar[Any] = "league"
    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    organiser_id: int = Field(sa_type=BigInteger)
    name: str
    terms: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """Titles, seats, rounds, points, draw and deadlines, as `bot/table/league_terms.py` reads them."""
    status: str = Field(default=GATHERING, index=True)
    round: int = 0
    """The latest round that was drawn; 0: none yet."""
    seed: int = Field(sa_type=BigInteger)
    place: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """Its pinned message."""
    created_at: datetime = Field(sa_type=Moment)
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)


class LeagueMemberRow(SQLModel, table=True):
    """A place in a league, with whoever has it now; results belong to the place."""

    __tablename__: ClassVar[Any] = "league_member"
    __table_args__ = (UniqueConstraint("league_id", "user_id"),)
    league_id: int = Field(foreign_key="league.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(sa_type=BigInteger, index=True)
    name: str
    left_at: datetime | None = Field(default=None, sa_type=Moment)
    """Since when they are drawn no more."""


class LeagueRoundRow(SQLModel, table=True):
    """A round: planned, drawn, over."""

    __tablename__: ClassVar[Any] = "league_round"
    league_id: int = Field(foreign_key="league.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    title: str
    drawn_at: datetime | None = Field(default=None, sa_type=Moment)
    """Nothing: only planned."""
    due_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    warned: bool = False
    """Has everybody been told that it ends soon?"""
    closed_at: datetime | None = Field(default=None, sa_type=Moment)


class LeagueTableRow(SQLModel, table=True):
    """A table of a round, its game, and how it ended."""

    __tablename__: ClassVar[Any] = "league_table"
    league_id: int = Field(foreign_key="league.id", primary_key=True, ondelete="CASCADE")
    round: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    members: list[int] = Field(default_factory=list, sa_type=Json)
    """Numbers of members in seating order."""
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True, ondelete="SET NULL")
    ending: str = ""
    """Empty while it goes on; else why it ended, as `bot/table/league_terms.py` says."""
    places: list[int] = Field(default_factory=list, sa_type=Json)
    """The place of each of the members; 0: somebody else had the seat at the end."""


class LeagueLogRow(SQLModel, table=True):
    """What was done to a league, by whom and why; points that were given or taken count in the standings."""

    __tablename__: ClassVar[Any] = "league_log"
    __table_args__ = ({"sqlite_autoincrement": True},)
    id: int | None = Field(default=None, primary_key=True)
    league_id: int = Field(foreign_key="league.id", index=True, ondelete="CASCADE")
    at: datetime = Field(sa_type=Moment)
    by_id: int = Field(sa_type=BigInteger)
    what: str
    member: int | None = None
    points: int = 0
    reason: str = Field(default="", sa_type=Text)


class OutboxRow(SQLModel, table=True):
    """Something to be posted, in the order of ids for each target."""

    __tablename__: ClassVar[Any] = "outbox"
    __table_args__ = (Index("ix_outbox_state_target_id", "state", "target", "id"), {"sqlite_autoincrement": True})
    id: int | None = Field(default=None, primary_key=True)
    target: str
    """`channel:<number>` or `person:<number>`."""
    game_id: int | None = Field(default=None, index=True)
    number: int = 0
    kind: str
    payload: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    nonce: str = Field(unique=True, max_length=25)
    state: str = WAITING
    created_at: datetime = Field(sa_type=Moment)
    due_at: datetime = Field(sa_type=Moment)
    tries: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=Moment)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message it was posted as; of one that waits: the message to which it is being added."""
    error: str = Field(default="", sa_type=Text)
