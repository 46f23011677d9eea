"""Commands that the bot registered: their limits, and how a person fills one in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sandbox.refusing.limits import Faults
from sandbox.world.errors import ApiError, ClientRefuses
from sandbox.world.events import Events
from sandbox.world.world import Guild, World
from sandbox.world.world import User as Somebody

CHAT, USER, MESSAGE = 1, 2, 3
COUNTS = {CHAT: 100, USER: 15, MESSAGE: 15}
NAME, DESCRIPTION, OPTIONS, CHOICES, CHOICE_TEXT, WHOLE = 32, 100, 25, 25, 100, 8_000
NEW_A_DAY = 200
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
NAMED = re.compile(r"[-_'\w]+", re.UNICODE)
LARGEST = 2**53


def check(command: dict[str, Any]) -> None:
    """One command against Discord's limits."""
    faults = Faults()
    kind = command.get("type") or CHAT
    faults.one_of("type", kind, (CHAT, USER, MESSAGE))
    if kind == CHAT:
        _name(faults, "name", command.get("name"))
        faults.length("description", command.get("description") or "", DESCRIPTION, 1)
    else:
        faults.length("name", command.get("name") or "", NAME, 1)
        if command.get("description"):
            faults.add("description", "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Must be empty.")
    _options(faults, "options", command.get("options") or [], depth=0)
    if (size := weight(command)) > WHOLE:
        faults.add("", "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({size} of {WHOLE})")
    faults.end()


def weight(thing: dict[str, Any]) -> int:
    """The characters of all names, descriptions and values, in the longest locale."""

    def text(key: str) -> int:
        here = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        return max(len(str(one)) for one in here)

    inner = [*(thing.get("options") or []), *(thing.get("choices") or [])]
    return text("name") + text("description") + len(str(thing.get("value", ""))) + sum(weight(one) for one in inner)


def _name(faults: Faults, at: str, name: Any) -> None:
    faults.length(at, name or "", NAME, 1)
    if not isinstance(name, str) or not NAMED.fullmatch(name) or name != name.lower():
        faults.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(faults: Faults, at: str, options: list[dict[str, Any]], depth: int) -> None:
    faults.many(at, options, OPTIONS)
    names = [one.get("name") for one in options]
    if len(set(names)) < len(names):
        faults.add(at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
    if len({one.get("type") in (SUBCOMMAND, GROUP) for one in options}) > 1:
        faults.add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands do not stand beside options")
    optional = False
    for index, option in enumerate(options):
        here = f"{at}.{index}"
        kind = option.get("type")
        allowed = (
            range(1, 12) if depth == 0 else [1, *range(3, 12)] if depth == 1 and kind == SUBCOMMAND else range(3, 12)
        )
        faults.one_of(f"{here}.type", kind, allowed)
        _name(faults, f"{here}.name", option.get("name"))
        faults.length(f"{here}.description", option.get("description") or "", DESCRIPTION, 1)
        if option.get("required") and optional:
            faults.add(
                here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before optional"
            )
        optional |= not option.get("required")
        if kind in (SUBCOMMAND, GROUP):
            _options(faults, f"{here}.options", option.get("options") or [], depth + (1 if kind == GROUP else 2))
            continue
        for bound in ("min_value", "max_value"):
            if kind == INTEGER and not isinstance(option.get(bound, 0), int | None):
                faults.add(f"{here}.{bound}", "NUMBER_TYPE_COERCE", "Value is not int.")
        choices = option.get("choices") or []
        faults.many(f"{here}.choices", choices, CHOICES)
        if choices and option.get("autocomplete"):
            faults.add(here, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "No choices beside autocomplete")
        if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
            faults.add(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "No choices for this type")
        for number, choice in enumerate(choices):
            _choice(faults, f"{here}.choices.{number}", choice, kind or STRING)


def _choice(faults: Faults, at: str, choice: dict[str, Any], kind: int) -> None:
    faults.length(f"{at}.name", choice.get("name") or "", CHOICE_TEXT, 1)
    value = choice.get("value")
    if kind == STRING:
        faults.length(f"{at}.value", value, CHOICE_TEXT)
    else:
        faults.between(f"{at}.value", value, -LARGEST, LARGEST)
        if kind == INTEGER and not isinstance(value, int):
            faults.add(f"{at}.value", "NUMBER_TYPE_COERCE", "Value is not int.")


def check_choices(data: dict[str, Any], kind: int) -> list[dict[str, Any]]:
    """The answer of an autocomplete."""
    faults = Faults()
    choices = data.get("choices")
    if not isinstance(choices, list):
        faults.add("data.choices", "BASE_TYPE_REQUIRED", "This field is required")
        choices = []
    faults.many("data.choices", choices, CHOICES)
    for index, one in enumerate(choices):
        _choice(faults, f"data.choices.{index}", one, kind)
    faults.end()
    return choices


@dataclass(frozen=True)
class Filled:
    """A command a person typed, with its options as they are sent."""

    command: dict[str, Any]
    path: tuple[str, ...]
    leaf: dict[str, Any]

    def data(self, options: list[dict[str, Any]], resolved: dict[str, Any]) -> dict[str, Any]:
        """The `data` of the interaction."""
        kinds = {len(self.path) - 1: SUBCOMMAND, 1: GROUP if len(self.path) == 3 else SUBCOMMAND}
        for depth in range(len(self.path) - 1, 0, -1):
            options = [{"name": self.path[depth], "type": kinds[depth], "options": options}]
        data = {
            "id": self.command["id"],
            "name": self.command["name"],
            "type": self.command["type"],
            "options": options,
        }
        if self.command.get("guild_id"):
            data["guild_id"] = self.command["guild_id"]
        return data | ({"resolved": resolved} if resolved else {})


class Commands:
    """What is registered, globally (none) and by server."""

    def __init__(self, world: World, events: Events) -> None:
        self.world, self.events = world, events
        self.by_place: dict[int | None, dict[int, dict[str, Any]]] = {None: {}}
        self.created: dict[int | None, int] = {}

    def at(self, place: int | None) -> dict[int, dict[str, Any]]:
        """A place's commands, by id."""
        return self.by_place.setdefault(place, {})

    def overwrite(self, place: int | None, commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Replace a place's commands; refused as a whole if one is invalid."""
        faults: dict[str, tuple[str, str]] = {}
        names: set[tuple[int, str]] = set()
        for index, command in enumerate(commands):
            try:
                check(command)
            except ApiError as e:
                for path, fault in getattr(e, "faults", {}).items():
                    faults[f"{index}.{path}".rstrip(".")] = fault
            key = (command.get("type") or CHAT, command.get("name", ""))
            if key in names:
                faults[f"{index}.name"] = (
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            names.add(key)
        if faults:
            found = Faults()
            found.found = faults
            found.end()
        for kind, most in COUNTS.items():
            if sum(1 for of, _ in names if of == kind) > most:
                raise ApiError(30032)
        return self._replace(place, commands)

    def _replace(self, place: int | None, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
        old = {(one["type"], one["name"]): one for one in self.at(place).values()}
        new: dict[int, dict[str, Any]] = {}
        for one in given:
            known = old.get((one.get("type") or CHAT, one["name"]))
            stored = self._stored(one, place, known)
            new[int(stored["id"])] = stored
        self.by_place[place] = new
        self.events.changed()
        return list(new.values())

    def put(self, place: int | None, command: dict[str, Any]) -> dict[str, Any]:
        """Add a command, or replace the one of the same name."""
        same = [
            one
            for one in self.at(place).values()
            if (one["type"], one["name"]) == (command.get("type") or CHAT, command.get("name"))
        ]
        others = [one for one in self.at(place).values() if one not in same]
        return self.overwrite(place, [*others, command])[-1]

    def _stored(self, command: dict[str, Any], place: int | None, known: dict[str, Any] | None) -> dict[str, Any]:
        world = self.world
        if known is None:
            self.created[place] = self.created.get(place, 0) + 1
            if self.created[place] > NEW_A_DAY:
                raise ApiError(30034)
        kind = command.get("type") or CHAT
        stored = {
            "id": known["id"] if known else str(world.new_id()),
            "application_id": str(world.application_id),
            "version": str(world.new_id()),
            "type": kind,
            "name": command["name"],
            "description": command.get("description") or "",
            "default_member_permissions": _text(command.get("default_member_permissions")),
            "dm_permission": command.get("dm_permission", True) is not False,
            "contexts": command.get("contexts"),
            "integration_types": command.get("integration_types") or [0, 1],
            "nsfw": bool(command.get("nsfw")),
        }
        for key in ("name_localizations", "description_localizations", "options"):
            if command.get(key):
                stored[key] = command[key]
        return stored | ({"guild_id": str(place)} if place else {})

    # --- a person

    def visible(self, guild: Guild | None, user: Somebody | None = None) -> list[dict[str, Any]]:
        """What a person finds after `/`: those of the server before the global ones of the same name.

        A command that does not say so is for every context and every kind of installation that the application has
        (Discord's documentation, Application Commands, "Contexts"), and new applications have both kinds: people
        who have added it to their account use it on servers on which the bot is not.
        """
        bot_is_there = guild is None or self.world.bot.id in guild.members
        installed = {0} if bot_is_there else set[int]()
        if user is not None and user.has_app:
            installed.add(1)
        own = list(self.at(guild.id).values()) if guild else []
        named = {(one["type"], one["name"]) for one in own}
        rest = [
            one
            for one in self.at(None).values()
            if (one["type"], one["name"]) not in named and installed & set(one["integration_types"])
        ]
        fitting = [
            one
            for one in rest
            if (one["contexts"] is None and (guild or one["dm_permission"]))
            or (0 if guild else 1) in (one["contexts"] or [])
        ]
        return own + fitting

    def find(self, text: str, guild: Guild | None, user: Somebody | None = None) -> Filled:
        """The command that `/game new` names."""
        path = tuple(text.removeprefix("/").split())
        for command in self.visible(guild, user):
            if command["type"] == CHAT and command["name"] == path[0]:
                leaf = command
                for part in path[1:]:
                    inner = [
                        it for it in leaf.get("options", []) if it["type"] in (SUBCOMMAND, GROUP) and it["name"] == part
                    ]
                    if not inner:
                        raise ClientRefuses("no_command", command=text)
                    leaf = inner[0]
                if any(it["type"] in (SUBCOMMAND, GROUP) for it in leaf.get("options", [])):
                    raise ClientRefuses("half_command", command=text)
                return Filled(command, path, leaf)
        raise ClientRefuses("no_command", command=text)

    def menu(self, name: str, kind: int, guild: Guild | None, user: Somebody) -> dict[str, Any]:
        """The entry of a person's or a message's menu."""
        for command in self.visible(guild, user):
            if (command["type"], command["name"]) == (kind, name):
                return command
        raise ClientRefuses("no_command", command=name)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
