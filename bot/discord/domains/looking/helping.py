"""What to do next, depending on where it is asked: /help."""

from __future__ import annotations

from typing import Annotated

from bot.discord.domains.shared.former import every_name
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import (
    GameContext,
    GameName,
    find_game,
    find_seat,
)
from bot.discord.games.presses.leagues import league_button
from bot.discord.games.presses.learn import learn_button
from bot.discord.games.presses.lobby import import_button, open_button
from bot.discord.kit.command import Typed, choices, command
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import say
from bot.discord.turn.usual_moves import call_buttons
from bot.errors import Refused
from bot.menu.build import likeliest_first
from bot.store.rows import GATHERING, RUNNING, GameRow, SeatRow
from engine.words import CommandWords, commands, special_commands

PLAYING, RENAMED = "playing", "renamed"
TOPICS = (PLAYING, "organising", "watching", "settings", "permissions", RENAMED)


@command("help")
async def help_(
    request: Request,
    topic: Annotated[str, Typed(choices=choices("topic", TOPICS))] | None = None,
    game: GameName | None = None,
) -> Reply:
    """Explain a topic, or what fits what is going on."""
    if topic is not None:
        lines = "\n".join(every_name()) if topic == RENAMED else ""
        rows = ((learn_button(),),) if topic == PLAYING else ()
        return Reply(say(f"topic_{topic}", group="help", lines=lines), say("title", group="help"), rows=rows)
    try:
        row, seats = await request.bot.extras.game(await find_game(request, game))
    except Refused:
        if game is not None:
            raise
        return await _nowhere(request)
    if row.status == GATHERING:
        return _gathering(request, row, seats)
    if row.status == RUNNING:
        return await _running(request, row)
    return _reply(row, [say("over", group="help")])


def _reply(row: GameRow, lines: list[str], rows: tuple[tuple[Button, ...], ...] = ()) -> Reply:
    more = say("more", group="help")
    return Reply(
        "\n".join([*lines, "", more]), say("title_game", group="help", game=row.id, title=row.title), rows=rows
    )


async def _nowhere(request: Request) -> Reply:
    """Help where there is no game, or where it is unclear which one is meant."""
    mine = await request.table.games_of(request.user)
    lines = [
        say(
            "elsewhere_turn" if turn else "elsewhere",
            group="help",
            game=row.id,
            title=row.title,
            channel=row.channel_id,
        )
        for row, _, turn in mine[:15]
    ]
    lines.append(say("not_in_a_game" if not mine else "another_game", group="help"))
    return Reply(
        "\n".join([*lines, "", say("more", group="help")]),
        say("title", group="help"),
        rows=((learn_button(), open_button(), import_button(), league_button()),),
    )


def _gathering(request: Request, row: GameRow, seats: list[SeatRow]) -> Reply:
    """Help for a game that is gathering players."""
    seated = any(seat.user_id == request.user for seat in seats)
    lines = [say("gathering", group="help", taken=len(seats), places=row.places)]
    lines.append(say("gathering_seated" if seated else "gathering_open", group="help"))
    if request.user == row.organiser_id:
        lines.append(say("gathering_organiser", group="help"))
    return _reply(row, lines, ((learn_button(),),))


async def _running(request: Request, row: GameRow) -> Reply:
    """Help in a running game, for those who must act, wait or watch."""
    now = await request.table.present(row.id or 0)
    at = GameContext(now, find_seat(request, now), reader=request.user)
    waits = [at.words.decision(one) for one in at.view.decisions]
    rows: tuple[tuple[Button, ...], ...] = ()
    if not at.seat:
        lines = [*waits, say("spectator", group="help")]
    else:
        typed = await request.table.services.work(lambda: _typed(at))
        if at.decides:
            lines = [say(_occasion(at), group="help"), *typed, *waits]
            rows = (await request.bot.thinking(lambda: call_buttons(now, request.table.clock())),)
        else:
            lines = [*waits, say("waiting", group="help"), *typed]
    if request.user == row.organiser_id:
        lines.append(say("organiser", group="help"))
    if at.words.advice:
        lines.append(at.words.advice)
    return _reply(row, lines, rows)


def _occasion(at: GameContext) -> str:
    """The kind of occasion for the player who must act."""
    mine = [one.rule for one in at.view.decisions if one.seat == at.seat]
    if mine == ["offer"]:
        return "offer"
    top = at.view.agenda[-1]
    if top.shape == "raise":
        return "money"
    if at.view.clock.of:
        return "operating"
    return "stock" if at.view.clock.round == "stock" else "auction"


def _typed(at: GameContext) -> list[str]:
    """The commands that are possible now, likeliest first."""
    title, known = at.now.game.title, dict[str, CommandWords]()
    special = special_commands(title)
    for verb in likeliest_first(at.moves):
        known |= {name: one for name, one in commands(title).items() if verb in one.verbs and name not in known}
    return [
        say(
            "command",
            group="help",
            name=say("special_name", name=name) if name in special else name,
            about=one.about,
        )
        for name, one in known.items()
    ]
