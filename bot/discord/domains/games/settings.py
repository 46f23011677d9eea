"""How a game is played, and a server's settings: /game settings, server, and their lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.settings import GAMES, SERVERS, Listing, form_label, setting_options
from bot.discord.games.game_lookup import GameName, find_game, manages
from bot.discord.games.options import lines_of, said_of
from bot.discord.games.presses.lobby import OfGame, ShowSettings
from bot.discord.kit.answers import answers, asks
from bot.discord.kit.command import command
from bot.discord.kit.form import PARTS, Choice, Sheet
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button, Reply, in_rows
from bot.discord.kit.say import say
from bot.errors import NotYours, Refused, Stale
from bot.store.rows import GATHERING, RUNNING, GameRow
from bot.table.ground.rights import check_organiser
from bot.table.ground.say import called
from bot.table.ground.services import setup_of
from bot.table.ground.settings import (
    SERVER_SETTINGS,
    TABLE_SETTINGS,
    in_force,
    pictures_of,
)
from engine.title import Option
from engine.words import refusal_text


class FillOptions(OfGame, name="options_form"):
    """Ask in a form for some of the title's options, while the game is gathering players."""

    part: int


class OptionsFilled(FillOptions, name="options_filled"):
    """Choose them."""

    values: tuple[str, ...]


class FillSettings(OfGame, name="settings_form"):
    """Ask in a form for one group of the game's settings."""

    group: str


class SettingsFilled(FillSettings, name="settings_filled"):
    """Change them."""

    values: tuple[str, ...]


class ShowServer(Press, name="server", was={"server_setting": (), "server_set": ()}):
    """Show the server's settings; what older buttons set in two steps is chosen there."""

    older: tuple[str, ...] = ()


class FillServer(Press, name="server_form"):
    """Ask in a form for one group of them."""

    group: str


class ServerFilled(FillServer, name="server_filled"):
    """Change them."""

    values: tuple[str, ...]


# --- one game


@command("game settings")
async def settings(
    request: Request,
    changes: Annotated[Mapping[str, Any], setting_options(TABLE_SETTINGS)],
    most: app_commands.Range[int, 2, 7] | None = None,
    game: GameName | None = None,
) -> Reply:
    """Show a game's settings, or change those given."""
    number = await find_game(request, game)
    if most is not None:
        await request.table.seating.guests.resize(number, request.user, most, manager=await manages(request, number))
    if changes:
        return await _changed(request, number, changes)
    if most is not None:
        request.bot.pinned.refresh(number)
    return await _panel(request, number)


async def _changed(request: Request, game: int, changes: Mapping[str, Any]) -> Reply:
    """Change the settings, and show them all."""
    manager = await manages(request, game)
    asked = await request.table.preferences.set_game(game, request.user, manager=manager, **changes)
    request.bot.pinned.refresh(game)
    note = say("others_asked", group="options") if asked else ""
    return await _panel(request, game, note, GAMES.saved(changes))


async def _panel(request: Request, game: int, note: str = "", saved: str = "") -> Reply:
    """All settings, with forms for those who may change them."""
    row, _ = await request.bot.extras.game(game)
    lines = [*filter(None, [note]), *lines_of(row), *GAMES.lines(_of(row)), *filter(None, [saved])]
    may, rows = request.user == row.organiser_id or await manages(request, game), list[tuple[Button, ...]]()
    if may and row.status == GATHERING:
        labels = [form_label(heading) for heading, _ in _option_forms(row)]
        rows += in_rows([Button(label, FillOptions(game=game, part=part)) for part, label in enumerate(labels)])
    if may and row.status in (GATHERING, RUNNING):
        rows += in_rows(GAMES.buttons(lambda group: FillSettings(game=game, group=group)))
    return Reply("\n".join(lines), say("settings_title", game=called(row)), rows=tuple(rows))


answers(ShowSettings)(lambda request, press: _panel(request, press.game))


def _of(row: GameRow) -> dict[str, Any]:
    return {**in_force(TABLE_SETTINGS, row.settings), "pictures": pictures_of(row)}


async def _organised(request: Request, game: int, *statuses: str) -> GameRow:
    """A game of one of these kinds whose settings the asker may change."""
    row, _ = await request.bot.extras.game(game)
    check_organiser(row, request.user, manager=await manages(request, game))
    if row.status not in statuses:
        going = row.status in (GATHERING, RUNNING)
        raise Refused(say("settings", group="has_begun", game=called(row)) if going else say("over_already"))
    return row


@asks(FillSettings, SettingsFilled, "/game settings")
async def ask_settings(request: Request, press: FillSettings) -> Sheet:
    """One group of a game's settings as they are."""
    return GAMES.sheet(press.group, _of(await _organised(request, press.game, GATHERING, RUNNING)))


@answers(SettingsFilled)
async def settings_filled(request: Request, press: SettingsFilled) -> Reply:
    """Change what is not as it was."""
    row = await _organised(request, press.game, GATHERING, RUNNING)
    changes = GAMES.changes(GAMES.named(press.group), press.values, _of(row))
    return await _changed(request, press.game, changes) if changes else await _panel(request, press.game)


# --- the title's options


def _option_forms(row: GameRow) -> list[tuple[str, list[Option]]]:
    """The options with more than one value, in forms with their headings."""
    forms = list[tuple[str, list[Option]]]()
    for heading, options in said_of(row).groups.items():
        several = [one for one in options if len(one.values) > 1]
        for start in range(0, len(several), PARTS):
            title = say("form_part", group="options", heading=heading, part=start // PARTS + 1) if start else heading
            forms.append((title, several[start : start + PARTS]))
    return forms


async def _option_form(request: Request, press: FillOptions) -> tuple[GameRow, str, list[Option]]:
    row = await _organised(request, press.game, GATHERING)
    forms = _option_forms(row)
    if not 0 <= press.part < len(forms):
        raise Stale(say("old_button"))
    return row, *forms[press.part]


@asks(FillOptions, OptionsFilled, "/game settings")
async def ask_options(request: Request, press: FillOptions) -> Sheet:
    """Some of the title's options as they are."""
    row, heading, options = await _option_form(request, press)
    said, chosen = said_of(row), setup_of(row).options

    def choice(option: Option) -> Choice:
        listing = Listing(option.values, lambda one: said.value(option.name, one))
        return listing.choice(said.name(option.name), chosen[option.name], refusal_text(option.about))

    return Sheet(heading, tuple(map(choice, options)))


@answers(OptionsFilled)
async def options_filled(request: Request, press: OptionsFilled) -> Reply:
    """Choose those that are not as they were."""
    row, _, options = await _option_form(request, press)
    now = setup_of(row).options
    sent = {one.name: value for one, value in zip(options, press.values, strict=False)}
    if changes := {name: value for name, value in sent.items() if value != now[name]}:
        manager = await manages(request, press.game)
        await request.table.seating.choose(press.game, request.user, changes, manager=manager)
        request.bot.pinned.refresh(press.game)
    return await _panel(request, press.game)


# --- a server


@command("game server")
async def server(request: Request, changes: Annotated[Mapping[str, Any], setting_options(SERVER_SETTINGS)]) -> Reply:
    """Show or change the server's settings for new games: all of them, and forms for the server's managers."""
    request.check_server()
    if changes:
        _check_manages(request)
    now = await request.table.preferences.set_server(request.guild, **changes)
    rows = in_rows(SERVERS.buttons(lambda group: FillServer(group=group))) if request.manager else ()
    lines = filter(None, [*SERVERS.lines(now), SERVERS.saved(changes)])
    return Reply("\n".join(lines), say("server_title"), rows=rows)


def _check_manages(request: Request) -> None:
    request.check_server()
    if not request.manager:
        raise NotYours(say("managers_only"))


answers(ShowServer)(lambda request, press: server(request, {}))


@asks(FillServer, ServerFilled, "/game server")
async def ask_server(request: Request, press: FillServer) -> Sheet:
    """One group of a server's settings as they are."""
    _check_manages(request)
    return SERVERS.sheet(press.group, await request.table.preferences.server(request.guild))


@answers(ServerFilled)
async def server_filled(request: Request, press: ServerFilled) -> Reply:
    """Change what is not as it was."""
    _check_manages(request)
    now = await request.table.preferences.server(request.guild)
    return await server(request, SERVERS.changes(SERVERS.named(press.group), press.values, now))
