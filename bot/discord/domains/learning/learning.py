"""Lessons: /learn lists them, and opens one; the first game against robots."""

from __future__ import annotations

from bot.discord.domains.shared.place import PLACES, check, create_place, planned, show_in_place
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import game_here
from bot.discord.games.presses.learn import FirstGame, ShowLessons, TakeUp
from bot.discord.games.rights import spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import command
from bot.discord.kit.reply import Button, Entry, Part, Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import front_panel
from bot.discord.turn.context import GREEN, PLAIN, PRIMARY
from bot.discord.turn.lesson import is_passed
from bot.errors import Stale
from bot.table.lessons.lessons import LessonState
from engine.lessons import lessons_of, taught
from engine.titles import title_named
from engine.words import catalogue, current_language

ROBOTS, KIND = 2, "easy"
"""Whom somebody plays against in their first game."""


@command("learn")
async def learn(request: Request) -> Reply:
    """Show the lessons in their order, each with a button, and the first game."""
    states = await request.table.lessons.of(request.user)
    onward = next((one for one in states if not one.passed), None)
    lines: list[Part] = [_entry(number, one, one is onward) for number, one in enumerate(states, 1)]
    first = [
        Button(say("first_game", group="learn", title=title), FirstGame(title=title), PLAIN if onward else GREEN)
        for title in taught()
    ]
    text = say("about" if onward else "all_passed", group="learn", lessons=len(states), title=taught()[0])
    return Reply(text, say("title", group="learn"), rows=(*lines, tuple(first)))


answers(ShowLessons)(lambda request, press: learn(request))


def _entry(number: int, state: LessonState, is_next: bool) -> Entry:
    """A lesson with its button; the first that has not been passed stands out."""
    words = catalogue(current_language(), title_named(state.title).words).lessons[state.lesson.name]
    mark = "passed" if state.passed else "begun" if state.game is not None else "new"
    line = say(mark, group="learn", number=number, name=words.name)
    label = say(f"button_{mark}", group="learn", number=number)
    press = TakeUp(title=state.title, lesson=state.lesson.name)
    return Entry(line, Button(label, press, PRIMARY if is_next else PLAIN))


@answers(TakeUp)
async def take_up(request: Request, press: TakeUp) -> Reply:
    """A lesson where it stands; one that has been passed begins anew."""
    game = await request.table.lessons.take_up(request.guild, request.user, request.name, press.title, press.lesson)
    at = await game_here(request, str(game))
    if await request.table.services.work(lambda: is_passed(at)):
        await request.table.exploring.go(game, request.user, "")
        at = await game_here(request, str(game))
    return await front_panel(request, at)


@answers(FirstGame)
async def first_game(request: Request, press: FirstGame) -> Reply:
    """Open a game against robots, in a place as `/game new` would give it, and begin it."""
    request.check_server()
    if press.title not in taught():
        raise Stale(say("old_button"))
    plan = planned(spot_here(request), PLACES[0])
    await check(request, plan)
    seating, robots = request.table.seating, request.table.robots
    options = dict(lessons_of(press.title)[0].record.options)
    where = (request.guild, request.channel, request.user, press.title, options, ROBOTS + 1)
    game = await seating.create(*where, manager=request.manager, no_pin=spot_here(request).no_pin)
    place = await create_place(request, game, press.title, plan)
    notes = await show_in_place(request, game, place.channel, place.no_pin)
    await seating.join(game, request.user, request.name)
    for _ in range(ROBOTS):  # With the last one all seats are taken, and the game begins.
        await robots.add(game, request.user, KIND)
    request.bot.pinned.refresh(game)
    begun = say("first_game_begun", group="learn", game=game, channel=place.channel)
    return Reply("\n".join([begun, *place.told, *notes]), beside=True)
