"""The tables. People and channels have Discord's ids, everything else has ours."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON as Json
from sqlalchemy import BigInteger, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import declared_attr
from sqlmodel import Field, SQLModel

from bot.store.columns import Moment, named
from engine.core.sentences import Stored

named(SQLModel.metadata)

GATHERING, RUNNING, FINISHED, STOPPED = "gathering", "running", "finished", "stopped"
WAITING, SENT, FAILED = "waiting", "sent", "failed"
LESSON = 0
"""What a lesson is a copy of: no game."""
MOVES, QUESTION = "moves", "question"
START, MOVE, UNDO, REDO, REPLACE, STOP = "start", "move", "undo", "redo", "replace", "stop"


def place_with(before: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """What is known of a game's or a league's place, with these facts; None forgets one."""
    return {name: value for name, value in {**before, **facts}.items() if value is not None}


class Row(SQLModel):
    """A row of the table that is called like its class: `LeagueTableRow` of `league_table`."""

    @declared_attr  # type: ignore[arg-type]
    def __tablename__(cls) -> str:  # type: ignore[override]
        return re.sub("(?<=[a-z])(?=[A-Z])", "_", cls.__name__.removesuffix("Row")).lower()


class RowOfGame(Row):
    """A row that goes with its game."""

    game_id: int = Field(foreign_key="game.id", primary_key=True, ondelete="CASCADE")


class ServerRow(Row, table=True):
    """A Discord server and its settings."""

    guild_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=Json)


class PersonRow(Row, table=True):
    """A person's settings in all games."""

    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    interval: int | None = None
    """Minutes between reminders; 0 for none; None: as set for the game."""
    zone: str = "UTC"
    quiet_from: int | None = None
    """Minute of the day, in the person's zone."""
    quiet_to: int | None = None
    away_until: datetime | None = Field(default=None, sa_type=Moment)
    stand_in: int | None = Field(default=None, sa_type=BigInteger)
    """Who acts for them while they are away, having agreed."""
    stand_in_asked: int | None = Field(default=None, sa_type=BigInteger)
    """Who has been asked to be their stand-in, and has not answered."""
    stand_in_declined: list[int] = Field(default_factory=list, sa_type=Json)
    """Who has declined, and is not asked again."""
    wishes: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """The person's other settings, such as the theme and confirming moves."""
    coached: list[str] = Field(default_factory=list, sa_type=Json)
    """The occasions that the coach has explained to them."""
    language: str = ""
    """The language of their Discord (`pt-BR`); empty if it is not known yet."""


class GameRow(Row, table=True):
    """A game: its setup, and which of its positions is the current one."""

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
    """The players' names at the start."""
    places: int
    status: str = Field(default=GATHERING, index=True)
    position: int = 0
    """The number of the action that led to the current position."""
    last: int = 0
    """The number of the last action, undone or not; numbers are never reused."""
    epoch: int = 0
    """Raised by every undo and redo, so that outdated buttons are recognised."""
    tip: int | None = None
    """The last action that redo can restore."""
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    place: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    """Facts about the game's place: its pinned message, whether it was created for the game."""
    proven: bool = True
    """Do its moves lead to its position? False for an imported position that today's rules do not reach."""
    rewritten: int = 0
    """How often its positions were rewritten with other names, which makes cached ones useless."""
    trouble: str = ""
    copy_of: int | None = Field(default=None, index=True)
    """The game it is a private copy of, or LESSON; copies count nowhere."""
    lesson: str = ""
    """The title's lesson that somebody plays in it."""
    created_at: datetime = Field(sa_type=Moment)
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)

    @property
    def is_copy(self) -> bool:
        """Is it somebody's private copy, or a lesson of theirs?"""
        return self.copy_of is not None


class SeatRow(RowOfGame, table=True):
    """A seat of a person, a robot or nobody yet. `seat` is its id in the rules, set when the game begins."""

    __table_args__ = (UniqueConstraint("game_id", "user_id"),)
    place: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(sa_type=BigInteger, index=True)
    name: str
    seat: str = ""
    robot: str = ""
    """The kind of robot; empty for a person. The `user_id` of robots and empty seats is negative."""
    meanwhile: str = ""
    """The kind of robot that plays for its owner, whose time is up, until they are back."""
    invited: int | None = Field(default=None, sa_type=BigInteger)
    """Who has been asked to take the empty seat."""

    @property
    def has_person(self) -> bool:
        """Does a person have the seat?"""
        return self.user_id > 0

    @property
    def is_vacant(self) -> bool:
        """Is the seat empty?"""
        return not self.has_person and not self.robot


class ActionRow(RowOfGame, table=True):
    """One action. The primary key makes lost updates impossible."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str = MOVE
    parent: int
    """The position before it."""
    position: int
    """The position after it."""
    seat: str = ""
    clicker: int = Field(default=0, sa_type=BigInteger)
    """Who did it; 0 for the table itself."""
    verb: str = ""
    args: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    decision: int = 0
    cause: int | None = None
    """The action that triggered this one through an order."""
    order_id: int | None = None
    by_clock: bool = False
    """Was it made for somebody whose time was up?"""
    at: datetime = Field(sa_type=Moment)

    @property
    def is_from_file(self) -> bool:
        """Was it imported? Moves at a table always have a decision."""
        return self.kind == MOVE and not self.decision


class PositionRow(RowOfGame, table=True):
    """An encoded position: whole, or with its predecessor as dictionary."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    base: int | None = None
    """The position used as dictionary; None for a whole one."""
    whole: int
    """The whole position at the start of the chain."""
    depth: int = 0
    data: bytes = Field(sa_type=LargeBinary)


class EventsRow(RowOfGame, table=True):
    """A move's events, as stored when it was made. Moves from older versions have none."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    data: bytes = Field(sa_type=LargeBinary)


class ReviewRow(RowOfGame, table=True):
    """A game's review as it was worked out (engine/review)."""

    seat: str = Field(primary_key=True)
    """Whose knowledge limits it; empty once the game is over."""
    part: str = Field(primary_key=True)
    until: int
    """The last move that is in it."""
    data: bytes = Field(sa_type=LargeBinary)


class TurnRow(RowOfGame, table=True):
    """A seat that must act, and when it will be reminded."""

    seat: str = Field(primary_key=True)
    decision: int
    rule: str
    since: datetime = Field(sa_type=Moment)
    due_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    count: int = 0
    muted: bool = False


class BankRow(RowOfGame, table=True):
    """What is left of a seat's time, in a game with a clock."""

    seat: str = Field(primary_key=True)
    left: float
    """Seconds, as of `counted`."""
    leave: float
    """Seconds for which it can still stand still because its owner is away."""
    counted: datetime = Field(sa_type=Moment)
    told: int = 0
    """How many warnings its owner has had since it was last refilled."""
    due_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When the next warning is due, or its end; None while it stands still."""


class AddedTimeRow(RowOfGame, table=True):
    """What a move has added to a bank, which is taken back with the move."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: str
    seconds: float


class AwakeRow(Row, table=True):
    """A time in which the bot ran; of the last one, until its last heartbeat."""

    since: datetime = Field(sa_type=Moment, primary_key=True)
    until: datetime = Field(sa_type=Moment)


class OrderRow(Row, table=True):
    """An order given ahead of time, or a standing offer; it belongs to the seat."""

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
    """The most moves it may make."""
    fired: int = 0
    reason: Stored = Field(default="", sa_type=Json)
    """Why it ended, as an encoded sentence; empty if it was completed or cancelled."""
    made_at: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)
    ended_by: int | None = None
    """The action that ended it; undoing that restores the order."""


class OfferRow(RowOfGame, table=True):
    """An open offer that expires."""

    offer: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: str
    due_at: datetime = Field(sa_type=Moment, index=True)


class UndoAskRow(RowOfGame, table=True):
    """A request to undo more than one's own last move."""

    target: int
    last: int
    epoch: int
    asked_by: int = Field(sa_type=BigInteger)
    needs: list[str] = Field(default_factory=list, sa_type=Json)
    given: list[str] = Field(default_factory=list, sa_type=Json)


class SeatAskRow(RowOfGame, table=True):
    """A question to an active player whether their seat may be given away."""

    seat: str = Field(primary_key=True)
    owner: int = Field(sa_type=BigInteger)
    """Who is asked."""
    person: int = Field(sa_type=BigInteger)
    """Who would get the seat; negative for a robot."""
    name: str
    robot: str = ""
    asked_by: int = Field(sa_type=BigInteger)
    asked_at: datetime = Field(sa_type=Moment)
    due_at: datetime = Field(sa_type=Moment, index=True)
    """When the seat changes hands if there is no answer."""


class LineRow(RowOfGame, table=True):
    """A named line of a private copy."""

    name: str = Field(primary_key=True)
    position: int


class LessonRow(Row, table=True):
    """A lesson that a person has passed."""

    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    title: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    passed_at: datetime = Field(sa_type=Moment)


class NoteRow(RowOfGame, table=True):
    """A person's private notes on a game, and the last move that they were shown as new."""

    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = Field(default="", sa_type=Text)
    looked: int | None = None


class ParkedRow(Row, table=True):
    """A button argument too long for a custom_id, such as routes."""

    mark: str = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    made_at: datetime = Field(sa_type=Moment, index=True)


class InteractionRow(Row, table=True):
    """An interaction that has changed something, stored in the same transaction, so that it is not done twice."""

    id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})


class MirrorRow(RowOfGame, table=True):
    """A channel, perhaps on another server, where a game is shown."""

    channel_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild_id: int = Field(sa_type=BigInteger)
    asked_by: int = Field(sa_type=BigInteger)
    allowed: bool = True
    """Whether the organiser has allowed it, which a channel on another server needs."""
    refused: bool = False
    """Whether the organiser has refused it, which holds for the whole server and for whoever asked."""
    asked_at: datetime | None = Field(default=None, sa_type=Moment)
    """When the organiser was asked; None if they did not have to be."""
    pace: str = "every"
    """When pictures are posted: with every move, once a turn, or never."""


class PostRow(RowOfGame, table=True):
    """A message about a game in a channel."""

    message_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    target: str = Field(index=True)
    first: int
    """Its first announcement."""
    buttons: str = ""
    """What its buttons are for: moves, or the answer to a question."""
    pictures: list[dict[str, Any]] = Field(default_factory=list, sa_type=Json)
    since: int = 0
    drawn: int = 0
    """The positions with which its pictures compare, and up to which they show everything."""
    stale: bool = False
    """Must it be changed, because its moves are offered elsewhere or have been taken back?"""


class OutboxRow(Row, table=True):
    """An announcement, posted in the order of ids for each target."""

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
    """The message it was posted as; while waiting, the message it is being added to."""
    along: int | None = None
    """The announcement with which it is posted as one message."""
    error: str = Field(default="", sa_type=Text)
