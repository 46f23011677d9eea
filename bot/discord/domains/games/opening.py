"""A new game by a form: *Open a game…*."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.domains.games.lobby import new
from bot.discord.domains.shared.place import PLACES
from bot.discord.domains.shared.request import Request
from bot.discord.games.presses.lobby import NewGame, OpenGame
from bot.discord.kit.answers import Choice, Entry, Line, Sheet, answers, asks
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say, words
from bot.errors import Stale
from bot.table.ground.settings import LONGEST_NAME, PACES
from engine.titles import easiest_first, titles
from engine.words.options import title_line

SEATS, USUAL_SEATS, USUAL_PACE = range(2, 8), 4, "usual"


@asks(OpenGame, NewGame)
async def open_game(request: Request, press: OpenGame) -> Sheet:
    """What a game needs; whatever else can be set has its place in the game's settings."""
    request.check_server()
    kept = await request.table.preferences.server(request.guild)
    pace = next((name for name, minutes in PACES.items() if minutes == kept["interval"]), USUAL_PACE)
    names = [Entry(title_line(one), one.id) for one in easiest_first()]
    return Sheet(
        say("title", group="opening"),
        (
            Choice(say("which", group="opening"), names, names[0].value),
            Choice(say("seats", group="opening"), [Entry(str(one), str(one)) for one in SEATS], str(USUAL_SEATS)),
            Choice(say("pace", group="opening"), _entries("pace", PACES), pace),
            Choice(say("place", group="opening"), _entries("place", PLACES), PLACES[0]),
            Line(say("name", group="opening"), say("name_about", group="opening"), most=LONGEST_NAME, needed=False),
        ),
    )


def _entries(group: str, names: Iterable[str]) -> list[Entry]:
    return [Entry(str(words()["choices"][group][name]), name) for name in names]


@answers(NewGame)
async def new_game(request: Request, press: NewGame) -> Reply:
    """The same as `/game new`."""
    if press.title not in titles() or press.seats not in SEATS or press.pace not in PACES or press.place not in PLACES:
        raise Stale(say("old_button"))
    return await new(request, press.title, press.seats, pace=press.pace, place=press.place, name=press.name or None)
