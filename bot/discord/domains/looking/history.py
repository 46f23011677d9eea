"""A game's past: every position and move, charts, and the map as it grew."""

from __future__ import annotations

from functools import partial

import discord

from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.pages import turning
from bot.discord.domains.shared.pictures import (
    ANIMATION,
    CHARTS,
    STOOD,
    draw_named,
    share_row,
)
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, find_game, game_here, offer_moves
from bot.discord.games.presses.explore import Explore
from bot.discord.games.presses.lobby import OfGame
from bot.discord.games.presses.looks import Course, History
from bot.discord.kit.answers import answers
from bot.discord.kit.command import entry, numbered
from bot.discord.kit.custom_ids import decode_id
from bot.discord.kit.press import press_of
from bot.discord.kit.reply import (
    Attachment,
    Button,
    Reply,
    cut,
)
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.store import outbox
from bot.store.rows import MOVE, ActionRow
from bot.table.ground.say import timestamp
from bot.table.ground.settings import may_be_copied
from bot.table.past.past import last_turn, turns
from bot.table.past.reading import MoveEvents, sentences, shortened
from bot.table.upkeep.forgetting import FORGOTTEN
from engine import Game
from engine.prospects import units_held
from engine.view import view

LOGGED = 15
"""Log entries per page."""
TOLD, RECEIVED = 210, 130
"""The most characters of a move in the log, and of its dividend payments."""


# --- a position


async def history(request: Request, asked: Looked) -> Reply:
    """Show a game as it stood after a move."""
    game = await find_game(request, asked.game, begun=True)
    return await _stood(request, game, numbered(asked.about) if asked.about.strip() else None)


async def _stood(request: Request, game: int, at: int | None) -> Reply:
    """Show a game as it stood after a move; None: the last one."""
    moves = await request.table.past.line(game)
    line = [0, *(move.number for move in moves)]
    number = line[-1] if at is None else at
    then = await game_here(request, str(game), number)
    head = say("stood" if number in line else "stood_undone", group="history", game=game, move=number, last=line[-1])
    pictures = await draw_named(request, then, STOOD)
    lines = await _move_lines(request, then, number)
    rows: tuple[tuple[Button, ...], ...] = ()
    if number in line:
        mine = last_turn(moves, then.seat) if then.seat else 0
        marks = {"turn": [0, *turns(moves), line[-1]], "round": [0, *await request.table.past.rounds(game), line[-1]]}
        buttons = (_steps(game, line, line.index(number)), _leaps(game, number, marks, mine), _onward(then, number))
        rows = tuple(filter(None, buttons))
    rows += share_row(request, game, STOOD, number) if pictures else ()
    return Reply(cut("\n".join([head, *lines]), 4000), then.heading, pictures, rows)


answers(History)(lambda request, press: _stood(request, press.game, press.move))


@entry("position", discord.Message)
async def this_position(request: Request, message: discord.Message) -> Reply:
    """Show the game as it stood when the message was posted; as it stands now, for one that shows no moment."""
    if message.author.id != request.bot.application_id:
        raise Refused(say("not_mine", group="position"))
    async with request.bot.db.read() as session:
        told = await outbox.told_as(session, message.id)
    if told is not None:
        return await _stood(request, await find_game(request, str(told.game_id), begun=True), told.number)
    games = set(_games(message))
    if len(games) > 1:
        raise Refused(say("several", group="position"))
    return await _stood(request, await find_game(request, str(games.pop()) if games else None, begun=True), None)


def _games(message: discord.Message) -> list[int]:
    """The games that a message's buttons are about."""
    found = list[int]()
    for part in message.components:
        for one in getattr(part, "children", ()):
            press = press_of(*decode_id(getattr(one, "custom_id", None) or ""))
            game = getattr(getattr(press, "at", press), "game", None)
            found += [game] if isinstance(game, int) else []
    return found


def _steps(game: int, line: list[int], place: int) -> tuple[Button, ...]:
    """Buttons to the first and last move, and one or ten moves in either direction, as far as there are any."""
    last = len(line) - 1
    back = (("first", 0), ("ten_before", place - 10), ("before", place - 1)) if place else ()
    on = (("after", place + 1), ("last", last)) if place < last else ()
    return tuple(
        # The name of the step keeps apart buttons that lead to the same move.
        Button(say(name, group="history"), History(game=game, move=line[min(max(to, 0), last)], step=name))
        for name, to in (*back, *on)
    )


def _onward(then: GameContext, move: int) -> tuple[Button, ...]:
    """A button to explore from there on a private copy."""
    button = Button(say("button", group="explore"), Explore(game=then.game, move=move))
    return (button,) if may_be_copied(then.now.row) and then.view.end is None else ()


def _leaps(game: int, number: int, marks: dict[str, list[int]], mine: int) -> tuple[Button, ...]:
    """Buttons to the end of the previous and next turn or round, and to one's own last turn, where that is another."""

    earlier = {name: max((one for one in found if one < number), default=number) for name, found in marks.items()}
    later = {name: min((one for one in found if one > number), default=number) for name, found in marks.items()}
    # In the order of time: a round is longer than a turn.
    steps = [(f"{name}_before", earlier[name]) for name in reversed(marks)]
    steps += [(f"{name}_after", later[name]) for name in marks]
    steps.append(("my_turn", mine or number))
    return tuple(
        Button(say(name, group="history"), History(game=game, move=to, step=name)) for name, to in steps if to != number
    )


async def _move_lines(request: Request, then: GameContext, number: int) -> list[str]:
    """What happened in the move that led to a position, as far as the viewer may know."""
    found = await request.table.actions(then.game, after=number - 1, most=1) if number else []
    lines: list[str] = []
    for story in (await request.table.past.stories(then.game, found)).values():
        lines += sentences(story, then.view)
        lines += [say("anew", group="history")] if story.anew else []
    return lines


# --- the log


class Log(OfGame, name="log"):
    """Show a page of the log."""

    page: int


async def log(request: Request, asked: Looked) -> Reply:
    """Show the log, latest page first."""
    game = await find_game(request, asked.game, begun=True)
    return await _logged(request, game, None if asked.page is None else asked.page - 1)


async def _logged(request: Request, game: int, page: int | None) -> Reply:
    # Numbers are never reused, so a full page never changes.
    at = await game_here(request, str(game))
    count = at.now.row.last // LOGGED + 1
    page = count - 1 if page is None else min(max(page, 0), count - 1)
    # Entry 0 is the beginning of the game.
    first = max(page * LOGGED, 1)
    actions = await request.table.actions(game, after=first - 1, most=(page + 1) * LOGGED - first)
    line = {one.number for one in await request.table.past.line(game)}
    stories = await request.table.past.stories(game, actions)
    then = await request.table.past.positions(game, stories)
    told = await request.bot.thinking(
        lambda: {number: _did(at, one, then.get(number)) for number, one in stories.items()}
    )
    lines = [_entry(at, one, one.number in line, told.get(one.number, "")) for one in actions]
    if page == 0 and at.now.row.started_at is not None:
        begun = say(
            "entry", group="history", number=0, when=timestamp(at.now.row.started_at), text=say("begun", group="logged")
        )
        lines.insert(0, begun)
    if any(story.anew for story in stories.values()):
        lines.append(say("anew", group="history"))
    title = say("log", group="history", game=game, page=page + 1, pages=count)
    return Reply("\n".join(lines), title, rows=turning(lambda to: Log(game=game, page=to), page, count))


answers(Log)(lambda request, press: _logged(request, press.game, press.page))


def _did(at: GameContext, story: MoveEvents, then: Game | None) -> str:
    """What a move did, shortened to fit a log line, in the words of the position it led to."""
    received = cut(" ".join(_received(at, story, then)), RECEIVED)
    shown = at.view if then is None else view(then, at.seat or None)
    # A page of fifteen such lines fits into an answer.
    text = " ".join(filter(None, [shortened(story, shown, TOLD - len(received)), received]))
    return say("anew_mark", group="history", text=text) if story.anew else text


def _received(at: GameContext, story: MoveEvents, then: Game | None) -> list[str]:
    """What each player received from the dividends of a move; shareholdings are public."""
    found: list[str] = []
    for event in story.events or ():
        if event.kind != "dividend" or then is None or not event.data.get("each"):
            continue
        each, held = int(event.data["each"]), units_held(then, str(event.data["company"]))
        got = [
            say("got", group="history", name=at.words.holder(seat), amount=at.words.money(each * units))
            for seat, units in held.items()
            if units
        ]
        found += [say("received", group="history", got=got)] if got else []
    return found


async def log_file(request: Request, asked: Looked) -> Reply:
    """The whole log as a text file, for games too long to page through."""
    at = await game_here(request, asked.game)
    actions = await request.table.actions(at.game, after=0, most=at.now.row.last)
    stories = await request.table.past.stories(at.game, actions)
    paid = [number for number, one in stories.items() if any(e.kind == "dividend" for e in one.events or ())]
    then = await request.table.past.positions(at.game, paid)
    line = {one.number for one in await request.table.past.line(at.game)}

    def log_text() -> str:
        lines = [say("log_file", group="history", game=at.called, title=at.view.name), ""]
        for action in actions:
            in_words = ""
            if action.number in stories:
                story = stories[action.number]
                in_words = " ".join([*sentences(story, at.view), *_received(at, story, then.get(action.number))])
            stands = action.kind != MOVE or action.number in line
            when = f"{action.at:%Y-%m-%d %H:%M} UTC"
            name = "file_entry" if stands else "file_entry_undone"
            lines.append(say(name, group="history", number=action.number, when=when, text=_text(at, action, in_words)))
        return "\n".join(lines) + "\n"

    data = (await request.bot.thinking(log_text)).encode()
    file = Attachment(f"game-{at.game}-log.txt", data)
    return Reply(say("log_is", group="history", game=at.called), pictures=(file,))


def _entry(at: GameContext, action: ActionRow, stands: bool, told: str) -> str:
    """One log line: when, who, what, and who pressed if it was not the seat's player."""
    name = "entry" if stands or action.kind != MOVE else "entry_undone"
    when, text = timestamp(action.at), _text(at, action, told)
    return say(name, group="history", number=action.number, when=when, text=text)


def _text(at: GameContext, action: ActionRow, in_words: str) -> str:
    """What was done, and who pressed if it was not the seat's player."""
    if action.kind != MOVE:
        text = say(action.kind, group="logged", who=_person(at, action.clicker), name=at.name(action.seat))
        if action.kind in ("undo", "redo"):
            text = say("back_to", group="logged", text=text, move=action.position)
        return text
    text = in_words
    owner = next((seat.user_id for seat in at.now.seats if seat.seat == action.seat), 0)
    if action.order_id is not None:
        text = say("by_order", group="logged", text=text)
    elif action.by_clock:
        text = say("by_clock", group="logged", text=text)
    elif action.clicker not in (owner, FORGOTTEN) and not action.is_from_file:
        text = say("clicked", group="logged", text=text, who=_person(at, action.clicker))
    return text


def _person(at: GameContext, user: int) -> str:
    """A person's seat name, or a mention."""
    if user == 0:
        return say("the_table", group="logged")
    return next(
        (seat.name for seat in at.now.seats if seat.user_id == user),
        f"<@{user}>" if user > 0 else say("former" if user == FORGOTTEN else "robot", group="logged"),
    )


# --- charts and the replay


async def _course(what: str, request: Request, asked: Looked) -> Reply:
    at = await game_here(request, asked.game)
    pictures = await draw_named(request, at, what)
    if not pictures:
        raise Refused(say("no_picture"))
    rows = share_row(request, at.game, what)
    return Reply(say(what, group="history", game=at.called), pictures=pictures, rows=rows)


answers(Course)(lambda request, press: _course(press.what, request, Looked(str(press.game))))


LOOKS = {
    "history": Look(history, offer_moves),
    "log": Look(log, paged=True),
    "log_file": Look(log_file),
    "replay": Look(partial(_course, ANIMATION)),
    **{f"chart_{kind}": Look(partial(_course, kind)) for kind in CHARTS},
}
