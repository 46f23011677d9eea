"""How a game is played, and a server's settings: /game settings, server, and their lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.settings import GAMES, SERVERS, Listing, setting_options
from bot.discord.games.game_lookup import GameName, find_game, manages
from bot.discord.games.options import explained, lines_of, said_of
from bot.discord.games.presses.lobby import OfGame, ShowSettings
from bot.discord.kit.answers import answers
from bot.discord.kit.command import command
from bot.discord.kit.press import Press
from bot.discord.kit.reply import (
    Button,
    Pick,
    Reply,
    Select,
)
from bot.discord.kit.say import say
from bot.errors import NotYours, Stale
from bot.store.rows import GATHERING, RUNNING, GameRow
from bot.table.ground.say import called
from bot.table.ground.services import setup_of
from bot.table.ground.settings import (
    SERVER_SETTINGS,
    TABLE_SETTINGS,
    in_force,
    pictures_of,
)


class ShowOption(OfGame, name="option"):
    """Show one of the title's options with its values."""

    option: str


class SetOption(ShowOption, name="option_set"):
    """Choose a value, while the game is gathering players."""

    value: str


class ShowSetting(OfGame, name="setting"):
    """Show one of the game's settings with its usual values."""

    setting: str


class SetSetting(ShowSetting, name="setting_set"):
    """Change it."""

    value: str


class ShowServer(Press, name="server"):
    """Show the server's settings."""


class ShowServerSetting(Press, name="server_setting"):
    """Show one of them with its usual values."""

    setting: str


class SetServerSetting(ShowServerSetting, name="server_set"):
    """Change it."""

    value: str


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
    return await _panel(request, game, say("others_asked", group="options") if asked else "")


async def _panel(request: Request, game: int, note: str = "") -> Reply:
    """All settings, with lists for those who may change them."""
    row, _ = await request.bot.extras.game(game)
    rows, now = list[Select](), _of(row)
    lines = [*filter(None, [note]), *lines_of(row), *GAMES.lines(now)]
    if request.user == row.organiser_id or await manages(request, game):
        if row.status == GATHERING:
            said, chosen = said_of(row), setup_of(row).options
            picks = tuple(
                Pick(said.name(name), ShowOption(game=game, option=name), said.value(name, chosen[name]))
                for group in said.groups.values()
                for name in (one.name for one in group if len(one.values) > 1)
            )
            rows += [Select(say("choose_option", group="options"), picks)] if picks else []
        if row.status in (GATHERING, RUNNING):
            picks = GAMES.picks(now, lambda one: ShowSetting(game=game, setting=one))
            rows.append(Select(say("choose_setting", group="options"), picks))
    return Reply("\n".join(lines), say("settings_title", game=called(row)), rows=tuple(rows))


answers(ShowSettings)(lambda request, press: _panel(request, press.game))


def _of(row: GameRow) -> dict[str, Any]:
    return {**in_force(TABLE_SETTINGS, row.settings), "pictures": pictures_of(row)}


@answers(ShowOption)
async def press_option(request: Request, press: ShowOption) -> Reply:
    """Show one of the title's options with its values."""
    row, _ = await request.bot.extras.game(press.game)
    said = said_of(row)
    option = next((one for one in said.title.options if one.name == press.option), None)
    if option is None or row.status != GATHERING:
        raise Stale(say("old_button"))
    now = setup_of(row).options[option.name]
    listing = Listing(option.values, lambda one: said.value(option.name, one))
    select = listing.select(now, lambda one: SetOption(game=press.game, option=press.option, value=one))
    return _values(row, explained(said, option), select)


@answers(ShowSetting)
async def press_setting(request: Request, press: ShowSetting) -> Reply:
    """Show one of the game's settings with its usual values."""
    row, _ = await request.bot.extras.game(press.game)
    select = GAMES.menu(press.setting).select(
        _of(row)[press.setting], lambda one: SetSetting(game=press.game, setting=press.setting, value=one)
    )
    return _values(row, GAMES.explained(press.setting), select)


def _values(row: GameRow, text: str, select: Select) -> Reply:
    """The list of values for one setting."""
    back = Button(say("button_back"), ShowSettings(game=row.id or 0))
    return Reply(text, say("settings_title", game=called(row)), rows=(select, (back,)))


@answers(SetOption)
async def press_option_set(request: Request, press: SetOption) -> Reply:
    """Set an option, while the game is gathering players."""
    manager = await manages(request, press.game)
    await request.table.seating.choose(press.game, request.user, press.option, press.value, manager=manager)
    request.bot.pinned.refresh(press.game)
    return await _panel(request, press.game)


answers(SetSetting)(
    lambda request, press: _changed(request, press.game, {press.setting: GAMES.menu(press.setting).chosen(press.value)})
)


# --- a server


@command("game server")
async def server(request: Request, changes: Annotated[Mapping[str, Any], setting_options(SERVER_SETTINGS)]) -> Reply:
    """Show or change the server's settings for new games: all of them, and a list for the server's managers."""
    request.check_server()
    if changes and not request.manager:
        raise NotYours(say("managers_only"))
    now = await request.table.preferences.set_server(request.guild, **changes)
    picks = SERVERS.picks(now, lambda one: ShowServerSetting(setting=one))
    rows = (Select(say("choose_server", group="options"), picks),) if request.manager else ()
    return Reply("\n".join(SERVERS.lines(now)), say("server_title"), rows=rows)


answers(ShowServer)(lambda request, press: server(request, {}))


@answers(ShowServerSetting)
async def press_server_setting(request: Request, press: ShowServerSetting) -> Reply:
    """Show one of the server's settings with its usual values."""
    if not request.guild:
        raise Stale(say("old_button"))
    found = await request.table.preferences.server(request.guild)
    select = SERVERS.menu(press.setting).select(
        found[press.setting], lambda one: SetServerSetting(setting=press.setting, value=one)
    )
    back = Button(say("button_back"), ShowServer())
    return Reply(SERVERS.explained(press.setting), say("server_title"), rows=(select, (back,)))


answers(SetServerSetting)(
    lambda request, press: server(request, {press.setting: SERVERS.menu(press.setting).chosen(press.value)})
)
