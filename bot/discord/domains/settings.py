"""How a game is played, and a server's settings: /game options, settings, server, and their lists."""

from __future__ import annotations

from typing import Any

from bot.discord.command import Command, Option, changes_of, options_of
from bot.discord.components import NUMBER, WORD, Component
from bot.discord.game_lookup import GAME, find_game, manages
from bot.discord.listing import GAMES, SERVERS, Listing
from bot.discord.options import explained, lines_of, said_of
from bot.discord.reply import Button, Reply, Select, by_name, selecting
from bot.discord.request import OnPress, Request
from bot.discord.say import say
from bot.discord.typed_options import TITLE
from bot.store.rows import GATHERING, RUNNING, GameRow
from bot.table.errors import NotYours, Stale
from bot.table.say import called
from bot.table.services import setup_of
from bot.table.settings import SERVER_SETTINGS, TABLE_SETTINGS, in_force, pictures_of
from engine.overlay import SITE
from engine.titles import overlay_of, title_named
from engine.words import OptionTexts


async def options(request: Request, given: dict[str, Any]) -> Reply:
    """Show all options of a title, explained, and those that exist only under the rules of 18xx.games."""
    said, overlay = OptionTexts(title_named(given["title"])), overlay_of(given["title"])
    lines: list[str] = []
    for heading, found in said.groups.items():
        lines += [say("group", group="options", heading=heading), *(explained(said, one) for one in found)]
    if overlay and overlay.other_options:
        site = OptionTexts(overlay.title)
        lines.append(say("on_site", group="options", rules=SITE))
        lines += [explained(site, one) for one in overlay.other_options]
    title = say("title", group="options", title=said.title.name)
    return Reply("\n".join([*lines, say("how", group="options")] if lines else [say("no_options")]), title)


# --- one game


async def settings(request: Request, given: dict[str, Any]) -> Reply:
    """Show a game's settings, or change those given."""
    game = await find_game(request, given)
    if "most" in given:
        await request.table.seating.guests.resize(
            game, request.user, given["most"], manager=await manages(request, game)
        )
    if changes := changes_of(TABLE_SETTINGS, given):
        return await _changed(request, game, changes)
    if "most" in given:
        request.bot.pinned.refresh(game)
    return await _panel(request, game)


async def _changed(request: Request, game: int, changes: dict[str, Any]) -> Reply:
    """Change the settings, and show them all."""
    manager = await manages(request, game)
    asked = await request.table.preferences.set_game(game, request.user, manager=manager, **changes)
    request.bot.pinned.refresh(game)
    return await _panel(request, game, say("others_asked", group="options") if asked else "")


async def press_settings(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by a button."""
    return await _panel(request, int(args[0]))


async def _panel(request: Request, game: int, note: str = "") -> Reply:
    """All settings, with lists for those who may change them."""
    row, _ = await request.bot.extras.game(game)
    rows, now = list[Select](), _of(row)
    lines = [*filter(None, [note]), *lines_of(row), *GAMES.lines(now)]
    if request.user == row.organiser_id or await manages(request, game):
        if row.status == GATHERING:
            said, chosen = said_of(row), setup_of(row).options
            listed = tuple(
                (one.name, said.name(one.name), said.value(one.name, chosen[one.name]))
                for group in said.groups.values()
                for one in group
                if len(one.values) > 1
            )
            rows += [selecting(say("choose_option", group="options"), "option", (game,), listed)] if listed else []
        if row.status in (GATHERING, RUNNING):
            rows.append(selecting(say("choose_setting", group="options"), "setting", (game,), GAMES.entries(now)))
    return Reply("\n".join(lines), say("settings_title", game=called(row)), rows=tuple(rows))


def _of(row: GameRow) -> dict[str, Any]:
    return {**in_force(TABLE_SETTINGS, row.settings), "pictures": pictures_of(row)}


async def press_option(request: Request, args: list[str], values: list[str]) -> Reply:
    """Show one of the title's options with its values."""
    row, _ = await request.bot.extras.game(int(args[0]))
    said = said_of(row)
    option = next((one for one in said.title.options if one.name == values[0]), None)
    if option is None or row.status != GATHERING:
        raise Stale(say("old_button"))
    now = setup_of(row).options[option.name]
    text = explained(said, option)
    listing = Listing(option.values, lambda one: said.value(option.name, one))
    return _values(row, text, listing.select(now, "option_set", (row.id, option.name)))


async def press_setting(request: Request, args: list[str], values: list[str]) -> Reply:
    """Show one of the game's settings with its usual values."""
    row, _ = await request.bot.extras.game(int(args[0]))
    [name] = values
    select = GAMES.menu(name).select(_of(row)[name], "setting_set", (row.id, name))
    return _values(row, GAMES.explained(name), select)


def _values(row: GameRow, text: str, select: Select) -> Reply:
    """The list of values for one setting."""
    back = Button(say("button_back"), by_name("settings", (row.id,)))
    return Reply(text, say("settings_title", game=called(row)), rows=(select, (back,)))


async def press_option_set(request: Request, args: list[str], values: list[str]) -> Reply:
    """Set an option, while the game is gathering players."""
    game = int(args[0])
    await request.table.seating.choose(game, request.user, args[1], values[0], manager=await manages(request, game))
    request.bot.pinned.refresh(game)
    return await _panel(request, game)


async def press_setting_set(request: Request, args: list[str], values: list[str]) -> Reply:
    """Change one of the game's settings."""
    game, name = int(args[0]), args[1]
    value = GAMES.menu(name).chosen(values[0])
    return await _changed(request, game, {name: value})


# --- a server


async def server(request: Request, given: dict[str, Any]) -> Reply:
    """Show or change the server's settings for new games."""
    return await _set_server(request, changes_of(SERVER_SETTINGS, given))


async def _set_server(request: Request, changes: dict[str, Any]) -> Reply:
    """All of the server's settings, with these changes, and a list for its managers."""
    request.check_server()
    if changes and not request.manager:
        raise NotYours(say("managers_only"))
    now = await request.table.preferences.set_server(request.guild, **changes)
    choose = selecting(say("choose_server", group="options"), "server_setting", (), SERVERS.entries(now))
    return Reply("\n".join(SERVERS.lines(now)), say("server_title"), rows=(choose,) if request.manager else ())


async def press_server(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by a button."""
    return await server(request, {})


async def press_server_setting(request: Request, args: list[str], values: list[str]) -> Reply:
    """Show one of the server's settings with its usual values."""
    [name] = values
    if not request.guild:
        raise Stale(say("old_button"))
    found = await request.table.preferences.server(request.guild)
    select = SERVERS.menu(name).select(found[name], "server_set", (name,))
    return Reply(
        SERVERS.explained(name), say("server_title"), rows=(select, (Button(say("button_back"), by_name("server")),))
    )


async def press_server_set(request: Request, args: list[str], values: list[str]) -> Reply:
    """Change one of the server's settings."""
    [name] = args
    return await _set_server(request, {name: SERVERS.menu(name).chosen(values[0])})


COMMANDS = (
    Command("game options", options, (TITLE,)),
    Command(
        "game settings",
        settings,
        (*options_of(TABLE_SETTINGS), Option("most", int, low=2, high=7), GAME),
    ),
    Command("game server", server, options_of(SERVER_SETTINGS)),
)
PRESSES: dict[str, OnPress] = {
    "settings": Component(press_settings, (NUMBER,)),
    "option": Component(press_option, (NUMBER,), chosen=True),
    "option_set": Component(press_option_set, (NUMBER, WORD), chosen=True),
    "setting": Component(press_setting, (NUMBER,), chosen=True),
    "server": Component(press_server),
    "server_setting": Component(press_server_setting, chosen=True),
    "server_set": Component(press_server_set, (WORD,), chosen=True),
    "setting_set": Component(press_setting_set, (NUMBER, WORD), chosen=True),
}
