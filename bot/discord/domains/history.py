"""How a game came to be as it is: /history, /log, /chart, /replay."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from bot.discord.acting import drawn
from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, choices, matching
from bot.discord.course import views
from bot.discord.drawing import Sketch
from bot.discord.finding import GAME, Here, game_meant, here
from bot.discord.pages import turning
from bot.discord.pressed import NUMBER, WORD, Pressed
from bot.discord.reply import Button, Reply, cut
from bot.discord.say import say
from bot.store.rows import MOVE, ActionRow
from bot.table.errors import Refused
from bot.table.given import number
from bot.table.plain import plain
from bot.table.reading import Story, brief, sentences
from engine import Game
from engine.view import view

LOGGED = 15
"""Entries of the log on a page."""
TOLD = 210
"""Letters that a move may take in the log."""
POINTS, LAID = 120, 480
"""Positions of which a chart is made, and among which an animation looks for new track, at most."""
OFFERED, LABEL = 60, 90
"""Moves in a list, and letters of one of them."""
CHARTS = ("worth", "prices", "revenue")


# --- /history


async def history(asked: Asked, given: dict[str, Any]) -> Reply:
    """A game as it stood after a move."""
    game, typed = await game_meant(asked, given, begun=True), str(given.get("move", "")).strip().lstrip("#")
    move = number(typed)
    if typed and move is None:
        raise Refused(say("not_a_number", text=plain(typed[:20])))
    return await _stood(asked, game, move)


async def turned(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """The same after another move, named by the button."""
    return await _stood(asked, int(args[0]), int(args[1]))


async def _stood(asked: Asked, game: int, at: int | None) -> Reply:
    line = [0, *(move.number for move in await asked.table.past.line(game))]
    number = line[-1] if at is None else at
    then = await here(asked, {"game": str(game)}, number)
    head = say("stood" if number in line else "stood_undone", group="history", game=game, move=number, last=line[-1])
    what_for = ("map", {"wide": 1600}), ("market", {"wide": 1400}), ("sheet", {})
    pictures = await drawn(asked, [Sketch(what, (then.view,), options) for what, options in what_for])
    told = await _told(asked, then, number)
    rows = (_steps(game, line, line.index(number)),) if number in line else ()
    return Reply(
        cut("\n".join([head, *told]), 4000), say("panel_title", game=game, title=then.view.name), pictures, rows
    )


def _steps(game: int, line: list[int], place: int) -> tuple[Button, ...]:
    """Buttons to both ends of the line, and one or ten moves in either direction."""
    last = len(line) - 1
    steps = (("first", 0), ("ten_before", place - 10), ("before", place - 1), ("after", place + 1), ("last", last))
    return tuple(
        # The name of the step keeps apart buttons that lead to the same move.
        Button(
            say(name, group="history"),
            "history",
            (game, line[min(max(to, 0), last)], name),
            disabled=place == (last if name in ("after", "last") else 0),
        )
        for name, to in steps
    )


async def _told(asked: Asked, then: Here, number: int) -> list[str]:
    """What happened in the move that led to a position, as whoever looks may know it."""
    found = await asked.table.actions(then.game, after=number - 1, most=1) if number else []
    lines: list[str] = []
    for story in (await asked.table.past.stories(then.game, found)).values():
        lines += sentences(story, then.view)
        lines += [say("anew", group="history")] if story.anew else []
    return lines


async def offer_moves(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """The latest moves that count, by number and words."""
    at = await here(asked, given)
    actions = (await asked.table.past.line(at.game))[::-1]
    if number(typed.strip()) is not None:
        actions = [one for one in actions if str(one.number).startswith(typed.strip())]
    stories = await asked.table.past.stories(at.game, actions[:OFFERED])
    pairs = [(f"{number} · {brief(sentences(one, at.view), LABEL)}", str(number)) for number, one in stories.items()]
    return matching(pairs, typed)


# --- /log


async def log(asked: Asked, given: dict[str, Any]) -> Reply:
    """What was done, the latest page first."""
    page = given.get("page")
    return await _logged(asked, await game_meant(asked, given, begun=True), None if page is None else page - 1)


async def log_turned(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Another page of it."""
    return await _logged(asked, int(args[0]), int(args[1]))


async def _logged(asked: Asked, game: int, page: int | None) -> Reply:
    # Numbers are never used twice, so a page that is full stays as it is.
    at = await here(asked, {"game": str(game)})
    count = at.now.row.last // LOGGED + 1
    page = count - 1 if page is None else min(max(page, 0), count - 1)
    # What stands under 0 is the beginning.
    first = max(page * LOGGED, 1)
    actions = await asked.table.actions(game, after=first - 1, most=(page + 1) * LOGGED - first)
    line = {one.number for one in await asked.table.past.line(game)}
    stories = await asked.table.past.stories(game, actions)
    then = await asked.table.past.positions(game, stories)
    told = await asked.bot.thinking(
        lambda: {number: _did(at, one, then.get(number)) for number, one in stories.items()}
    )
    lines = [_entry(at, one, one.number in line, told.get(one.number, "")) for one in actions]
    if page == 0 and at.now.row.started_at is not None:
        begun = say(
            "entry", group="history", number=0, when=_when(at.now.row.started_at), text=say("begun", group="logged")
        )
        lines.insert(0, begun)
    if any(story.anew for story in stories.values()):
        lines.append(say("anew", group="history"))
    title = say("log", group="history", game=game, page=page + 1, pages=count)
    return Reply("\n".join(lines), title, rows=turning("log", (game,), page, count))


def _did(at: Here, story: Story, then: Game | None) -> str:
    """What a move did, as far as it fits into a line of the log, in the words of the position that it led to."""
    text = brief(sentences(story, at.view if then is None else view(then, at.seat or None)), TOLD)
    return say("anew_mark", group="history", text=text) if story.anew else text


def _entry(at: Here, action: ActionRow, stands: bool, told: str) -> str:
    """One line: when, who, what, and who pressed if it was not the seat's own person."""
    when = _when(action.at)
    if action.kind != MOVE:
        text = say(action.kind, group="logged", who=_person(at, action.clicker), name=at.name(action.seat))
        if action.kind in ("undo", "redo"):
            text = say("back_to", group="logged", text=text, move=action.position)
        return say("entry", group="history", number=action.number, when=when, text=text)
    text = told
    owner = next((seat.user_id for seat in at.now.seats if seat.seat == action.seat), 0)
    if action.cause is not None:
        text = say("by_order", group="logged", text=text)
    elif action.clicker != owner and not action.is_from_file:
        text = say("clicked", group="logged", text=text, who=_person(at, action.clicker))
    return say("entry" if stands else "entry_undone", group="history", number=action.number, when=when, text=text)


def _when(moment: datetime) -> str:
    """An hour as everybody sees it in his own zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def _person(at: Here, user: int) -> str:
    """A person by the name of his seat, or as Discord shows him."""
    if user == 0:
        return say("the_table", group="logged")
    return next(
        (seat.name for seat in at.now.seats if seat.user_id == user),
        f"<@{user}>" if user > 0 else say("robot", group="logged"),
    )


# --- /chart, /replay


async def chart(asked: Asked, given: dict[str, Any]) -> Reply:
    """The course of a game in one line a player or company."""
    return await _course(asked, given, given.get("kind", CHARTS[0]), POINTS)


async def replay(asked: Asked, given: dict[str, Any]) -> Reply:
    """The map growing."""
    return await _course(asked, given, "animation", LAID)


async def _course(asked: Asked, given: dict[str, Any], what: str, most: int) -> Reply:
    at = await here(asked, given)
    raws, names = await asked.table.past.raws(at.game, most)
    if len(raws) < 2:
        raise Refused(say("too_young", group="history"))
    animated = what == "animation"
    late = partial(views, raws, names, at.seat, track_only=animated)
    key = (at.game, at.now.row.position, what, at.seat, tuple(names.values()))
    pictures = await drawn(asked, [Sketch(what, (), ending="gif" if animated else "png", late=late)], key)
    if not pictures:
        raise Refused(say("no_picture"))
    return Reply(say(what, group="history", game=at.game), pictures=pictures)


COMMANDS = (
    Command("history", history, (Option("move", complete=offer_moves), GAME)),
    Command("log", log, (Option("page", int, low=1), GAME)),
    Command("chart", chart, (Option("kind", choices=choices("chart", CHARTS)), GAME)),
    Command("replay", replay, (GAME,)),
)
PRESSES: dict[str, OnPress] = {
    "history": Pressed(turned, (NUMBER, NUMBER, WORD)),
    "log": Pressed(log_turned, (NUMBER, NUMBER)),
}
