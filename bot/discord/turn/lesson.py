"""What every panel of a lesson says: what it is about, what is to be reached, and the end."""

from __future__ import annotations

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.explore import ToBeginning
from bot.discord.games.presses.learn import FirstGame, ShowLessons, TakeUp
from bot.discord.games.presses.takeback import Redo
from bot.discord.kit.reply import Button, Reply, in_rows
from bot.discord.kit.say import say
from bot.discord.turn.context import GREEN, PRIMARY, Panel
from engine.lessons import Lesson, lesson_of, lessons_of


def played_in(at: GameContext) -> Lesson | None:
    """The lesson that is played in a game, if it is one's."""
    row = at.now.row
    return lesson_of(row.title, row.lesson) if row.lesson else None


def is_passed(at: GameContext) -> bool:
    """Is it a lesson, and have all its goals been reached?"""
    lesson = played_in(at)
    return lesson is not None and lesson.passed(at.now.game)


def tasks(at: GameContext, lesson: Lesson) -> Panel:
    """What it is about, and new words; below the moves, what is to be reached, and whether a way leads past it."""
    game, words = at.now.game, at.words
    texts, facts = words.words.lessons[lesson.name], lesson.facts_between(game)
    about = [words.phrase(texts.about, facts)] if at.now.row.position == 0 else []
    about += [say("note", group="learn", note=words.phrase(texts.notes[one], facts)) for one in lesson.notes_in(game)]
    lost = lesson.lost(game)
    lines = [say("lost", group="learn", why=words.phrase(texts.losing[lost], facts))] if lost else []
    for name, reached in lesson.reached(game).items():
        goal = words.phrase(texts.goals[name], facts)
        lines.append(say("reached" if reached else "to_reach", group="learn", goal=goal))
    # A long panel is read from its end, where the buttons are.
    return Panel("\n".join(about), ("\n".join(lines), _tools(at)))


def ended(at: GameContext, note: str) -> Reply:
    """A lesson that has been passed: what has happened and why, and where to go on."""
    lesson = played_in(at)
    assert lesson is not None
    texts = at.words.words.lessons[lesson.name]
    told = at.words.phrase(texts.passed, lesson.facts_between(at.now.game))
    text = "\n\n".join(filter(None, [say("passed_now", group="learn", told=told), note]))
    title = at.now.row.title
    names = [one.name for one in lessons_of(title)]
    after = names[names.index(lesson.name) + 1 :]
    onward = (
        Button(say("button_next", group="learn"), TakeUp(title=title, lesson=after[0]), PRIMARY)
        if after
        else Button(say("first_game", group="learn", title=title), FirstGame(title=title), GREEN)
    )
    return Reply(text, at.heading, rows=in_rows([onward, *_tools(at)]))


def _tools(at: GameContext) -> tuple[Button, ...]:
    """What can be done with a lesson as a whole."""
    again = Button(say("button_again", group="learn"), ToBeginning(game=at.game))
    redo = Button(say("button_redo", group="explore"), Redo(game=at.game, epoch=at.now.epoch))
    lessons = Button(say("button_lessons", group="learn"), ShowLessons())
    return tuple(
        button
        for button, shown in (
            (redo, at.now.row.tip is not None),
            (again, at.now.row.position != 0),
            (lessons, True),
        )
        if shown
    )
