"""How a game is played, and a server's settings: /game options, settings, server, and their lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.discord.command import Command, Option, choices, only_given, options_of
from bot.discord.components import NUMBER, WORD, Component, one_of
from bot.discord.game_lookup import GAME, find_game, manages
from bot.discord.listing import Listing
from bot.discord.options import explained, lines_of, said_of
from bot.discord.reply import Button, Reply, Select, by_name, selecting
from bot.discord.request import OnPress, Request
from bot.discord.say import about, say, words
from bot.discord.typed_options import TITLE
from bot.store.rows import GATHERING, RUNNING, GameRow
from bot.table.errors import NotYours, Stale
from bot.table.safe_text import escaped
from bot.table.say import called
from bot.table.services import setup_of
from bot.table.settings import GAME_SETTINGS, PICTURES, SERVER_SETTINGS, TABLE_SETTINGS, THEMES, in_force, pictures_of
from engine.overlay import SITE
from engine.titles import overlay_of, title_named
from engine.words import OptionTexts

HOUR = 60
LISTED: dict[str, tuple[Any, ...]] = {
    "interval": tuple(HOUR * hours for hours in (0, 2, 4, 6, 12, 24, 48, 72)),
    "urgent": (1, 2, 3, 4, 6, 8, 10, 14),
    "stop": (2, 4, 7, 10, 14, 20, 28, 50),
    "organiser_acts": (True, False),
    "copies": (True, False),
    "hints": (False, True),
    "pictures": PICTURES,
    "theme": THEMES,
    "least": (0, 2, 3, 4, 5, 6, 7),
    "invited_only": (False, True),
}
"""The values offered for each setting of a game; other numbers can be typed."""
SERVER_LISTED: dict[str, tuple[Any, ...]] = {
    **{name: values for name, values in LISTED.items() if name in SERVER_SETTINGS},
    "most_games": (1, 2, 3, 5, 10, 20, 50, 100, 1000),
    "most_leagues": (1, 2, 3, 5, 10),
    "managers_create": (False, True),
    "members_channels": (False, True),
}
GROUPS = {
    "pace": ("interval", "urgent", "stop"),
    "table": ("name", "least", "invited_only", "organiser_acts", "copies", "hints", "pictures", "theme"),
}
SERVER_GROUPS = {
    "pace": GROUPS["pace"],
    "table": ("organiser_acts", "copies", "hints"),
    "opening": ("most_games", "most_leagues", "managers_create", "members_channels"),
}
DEFAULTS = {name: one.default for name, one in (SERVER_SETTINGS | TABLE_SETTINGS).items()} | {"pictures": PICTURES[0]}
TYPED = {"interval": "reminders"}
"""Options of the command whose names differ from the settings."""


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
    if changes := _changes(given, (*TABLE_SETTINGS, "pictures")):
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
    lines, rows = [*filter(None, [note]), *lines_of(row)], list[Select]()
    found = _of(row)
    for group, names in GROUPS.items():
        lines.append(say("group", group="options", heading=words()["settings"]["groups"][group]))
        for name in names:
            lines.append(_listing(name).line(_name(name), found[name]))
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
            listed = tuple((name, _name(name), _value_text(name, found[name])) for name in LISTED)
            rows.append(selecting(say("choose_setting", group="options"), "setting", (game,), listed))
    return Reply("\n".join(lines), say("settings_title", game=called(row)), rows=tuple(rows))


def _of(row: GameRow) -> dict[str, Any]:
    return {**in_force(TABLE_SETTINGS, row.settings), "pictures": pictures_of(row)}


def _name(name: str) -> str:
    return str(words()["settings"]["names"][name])


def _value_text(name: str, value: Any) -> str:
    """A setting's value in words."""
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if name in ("pictures", "theme"):
        return str(words()["choices"][name][value])
    if name == "name":
        return escaped(value) if value else say("none")
    if name == "least":
        return say("least", group="options", number=value)
    if name == "interval":
        hours = {"hours": f"{value / HOUR:g}", "number": value // HOUR}
        return say("every_hours", group="options", **hours) if value else say("none")
    return (
        str(value) if name in ("most_games", "most_leagues") else say("after_reminders", group="options", number=value)
    )


def _listing(name: str) -> Listing:
    """The values offered for a setting."""
    return Listing.of(
        DEFAULTS[name], SERVER_LISTED.get(name, LISTED.get(name, ())), lambda value: _value_text(name, value)
    )


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
    if name not in LISTED:
        raise Stale(say("old_button"))
    text = say("setting", group="options", name=_name(name), about=about("game settings", TYPED.get(name, name)))
    return _values(row, text, _listing(name).select(_of(row)[name], "setting_set", (row.id, name)))


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
    value = _listing(name).chosen(values[0])
    return await _changed(request, game, {name: value})


# --- a server


async def server(request: Request, given: dict[str, Any]) -> Reply:
    """Show or change the server's settings for new games."""
    request.check_server()
    changes = _changes(given, SERVER_SETTINGS)
    if changes and not request.manager:
        raise NotYours(say("managers_only"))
    return _server(request, await request.table.preferences.set_server(request.guild, **changes))


async def press_server(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by a button."""
    return await server(request, {})


def _server(request: Request, found: dict[str, Any]) -> Reply:
    """All of the server's settings, with a list for its managers."""
    lines: list[str] = []
    for group, names in SERVER_GROUPS.items():
        lines.append(say("group", group="options", heading=words()["settings"]["groups"][group]))
        lines += [_listing(name).line(_name(name), found[name]) for name in names]
    listed = tuple(
        (name, _name(name), _value_text(name, found[name])) for names in SERVER_GROUPS.values() for name in names
    )
    choose = selecting(say("choose_server", group="options"), "server_setting", (), listed)
    return Reply("\n".join(lines), say("server_title"), rows=(choose,) if request.manager else ())


async def press_server_setting(request: Request, args: list[str], values: list[str]) -> Reply:
    """Show one of the server's settings with its usual values."""
    [name] = values
    if name not in SERVER_LISTED or not request.guild:
        raise Stale(say("old_button"))
    found = await request.table.preferences.server(request.guild)
    text = say("setting", group="options", name=_name(name), about=about("game server", TYPED.get(name, name)))
    select = _listing(name).select(found[name], "server_set", (name,))
    return Reply(text, say("server_title"), rows=(select, (Button(say("button_back"), by_name("server")),)))


async def press_server_set(request: Request, args: list[str], values: list[str]) -> Reply:
    """Change one of the server's settings."""
    [name] = args
    value = _listing(name).chosen(values[0])
    given = {"reminders": value // HOUR} if name == "interval" else {name: value}
    return await server(request, given)


def _changes(given: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The settings that were given; hours between reminders become minutes."""
    changes = only_given(given, *names)
    return {**changes, "interval": int(given["reminders"]) * HOUR} if "reminders" in given else changes


REMINDERS = Option("reminders", int, low=0, high=720)
"""Typed in hours; the setting is in minutes."""
KEPT_APART = ("spectator_role", "board_channel", "board_message", "board_by", "board_lost")
"""Server settings that are changed by other commands."""
TABLE = (Option("name"), Option("least", int, low=0, high=7), Option("invited_only", bool))
COMMANDS = (
    Command("game options", options, (TITLE,)),
    Command(
        "game settings",
        settings,
        (
            REMINDERS,
            *options_of(GAME_SETTINGS, but=("interval",)),
            Option("pictures", choices=choices("pictures", PICTURES)),
            *TABLE,
            Option("most", int, low=2, high=7),
            Option("theme", choices=choices("theme", THEMES)),
            GAME,
        ),
    ),
    Command(
        "game server",
        server,
        (REMINDERS, *options_of(SERVER_SETTINGS, but=("interval", *KEPT_APART))),
    ),
)
PRESSES: dict[str, OnPress] = {
    "settings": Component(press_settings, (NUMBER,)),
    "option": Component(press_option, (NUMBER,), chosen=True),
    "option_set": Component(press_option_set, (NUMBER, WORD), chosen=True),
    "setting": Component(press_setting, (NUMBER,), chosen=True),
    "server": Component(press_server),
    "server_setting": Component(press_server_setting, chosen=True),
    "server_set": Component(press_server_set, (one_of(*SERVER_LISTED),), chosen=True),
    "setting_set": Component(press_setting_set, (NUMBER, one_of(*LISTED)), chosen=True),
}
