"""Lessons of a title: positions to learn from, what is to be reached in each, and who plays the other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files

from msgspec.structs import replace

from engine.core import offers
from engine.core.position import Position
from engine.core.sheets import read
from engine.core.verbs import Act, complete_moves
from engine.game import Game, menu
from engine.record import Record
from engine.titles import easiest_first, lessons_package, titles_with_lessons

Facts = Mapping[str, str | int]
Test = Callable[[Position, str], bool]
"""A question about a position and the learner's seat."""
Reply = Callable[[Position, str], Act]
"""What a seat does that must decide."""
MOST_REPLIES = 200
"""The most moves that others make before the learner is on turn again."""


@dataclass(frozen=True)
class Goal:
    """Something to reach; it stays true once it has been reached."""

    name: str
    reached: Test


@dataclass(frozen=True)
class Note:
    """Explains the words of a panel that a learner has not met before, for as long as they may read them."""

    name: str
    shown: Test


@dataclass(frozen=True)
class Losing:
    """A way that leads past the goals; it is answered, not blocked."""

    name: str
    taken: Test


@dataclass(frozen=True)
class Lesson:
    """A position, what is to be reached from it, and how the other seats are played."""

    name: str
    seat: str
    record: Record
    notes: tuple[Note, ...]
    goals: tuple[Goal, ...]
    losing: tuple[Losing, ...]
    reply: Reply
    facts: Callable[[Position, str], Facts]
    """The numbers that its sentences name."""

    @cached_property
    def start(self) -> Game:
        """The position it begins with."""
        return self.record.replay()

    def notes_in(self, game: Game) -> list[str]:
        """The names of the notes that belong to a position."""
        p = game.asked
        return [one.name for one in self.notes if one.shown(p, self.seat)]

    def reached(self, game: Game) -> dict[str, bool]:
        """Its goals, and whether each has been reached."""
        p = game.asked
        return {goal.name: goal.reached(p, self.seat) for goal in self.goals}

    def passed(self, game: Game) -> bool:
        """Have all goals been reached?"""
        return all(self.reached(game).values())

    def lost(self, game: Game) -> str:
        """The name of the losing way that has been taken; empty if there is none."""
        p = game.asked
        return next((one.name for one in self.losing if one.taken(p, self.seat)), "")

    def facts_between(self, game: Game) -> Facts:
        """The numbers of a position, and as `before_…` those of the one it began with."""
        before, now = self.facts(self.start.asked, self.seat), self.facts(game.asked, self.seat)
        return {**{f"before_{name}": value for name, value in before.items()}, **now}

    def reply_to(self, game: Game) -> tuple[str, Act] | None:
        """The next move of another seat; None if the learner decides, all goals are reached, or the game is over."""
        # An offer to somebody else is answered before the learner goes on.
        others = [one.seat for one in game.decisions() if one.seat != self.seat]
        return None if not others or self.passed(game) else (others[0], self.reply(game.asked, others[0]))


def course(title: str, name: str, moves: int | None = None) -> Record:
    """The first moves of a game in a title's lessons, or all of them."""
    text = (files(lessons_package(title)) / name).read_text(encoding="utf-8")
    found = read(text, Record, name)
    return replace(found, moves=found.moves[:moves])


def taught() -> list[str]:
    """Names of the titles that have lessons, the easiest first."""
    return [title.id for title in easiest_first() if title.id in titles_with_lessons()]


def lessons_of(title: str) -> tuple[Lesson, ...]:
    """A title's lessons in their order; none if it has none."""
    return import_module(lessons_package(title)).LESSONS if title in titles_with_lessons() else ()


def lesson_of(title: str, name: str) -> Lesson | None:
    """A lesson by its name; None if there is none any more."""
    return next((one for one in lessons_of(title) if one.name == name), None)


# --- for those who play the other seats


def first_legal(p: Position, seat: str, *verbs: str) -> Act | None:
    """The first legal move of the first of these verbs that has one."""
    can = menu(p, seat)
    found = (complete_moves(p, verb, p.title.verbs[verb], seat) for verb in verbs if verb in can)
    return next((act for moves in found for act in moves), None)


def declined(p: Position, seat: str) -> Act | None:
    """No to what somebody has offered a seat, if there is an offer."""
    asked = next((one for one in p.s.offers if seat in one.needs and seat not in one.given), None)
    return None if asked is None else Act(offers.DECLINE, {"offer": asked.id})
