"""Tried without writing anything that people see: unknown numbers, the gateway, a command that only managers find."""

from __future__ import annotations

from typing import Any

from bot.beliefs.api import Answer, CannotTry
from bot.beliefs.probe import probe
from bot.beliefs.stage import COMMAND, Stage, done, refused, seen
from bot.discord.app.registering import up_to_date
from engine.core.sentences import because


@probe("user-unknown")
async def user_unknown(stage: Stage) -> None:
    """Asking for a person who does not exist is refused with 10013."""
    refused(because("a user that does not exist"), await stage.api.ask("GET", f"/users/{stage.unknown()}"), 404, 10013)


@probe("guild-unknown")
async def guild_unknown(stage: Stage) -> None:
    """Asking for a server that does not exist is refused with 10004."""
    refused(
        because("a server that does not exist"), await stage.api.ask("GET", f"/guilds/{stage.unknown()}"), 404, 10004
    )


@probe("session-limit")
async def session_limit(stage: Stage) -> None:
    """Discord reports how many gateway sessions may still be started today, and how many at once."""
    gateway = done(because("asking for the gateway"), await stage.api.ask("GET", "/gateway/bot"))
    start = gateway.get("session_start_limit", {})
    for name in ("total", "remaining", "reset_after", "max_concurrency"):
        seen(name in start, because("it does not say {name}", name=name))
    seen(gateway["shards"] >= 1, because("it advises no shards"))


@probe("command-returns")
async def command_returns(stage: Stage) -> None:
    """A command is returned as it was sent, apart from the fields that Discord fills in."""
    choices = [{"name": "One", "value": "1"}, {"name": "Two", "value": "2"}]
    options = [
        {"type": 3, "name": "which", "description": "Which?", "required": True, "choices": choices},
        {"type": 4, "name": "number", "description": "How many?", "min_value": 0, "max_value": 9},
        {"type": 3, "name": "typed", "description": "What?", "autocomplete": True},
    ]
    command = _command(options=options)
    made = done(because("a command"), await _register(stage, command))
    path = f"{stage.registry}/{made['id']}"
    kept = done(because("reading it"), await stage.api.ask("GET", path))
    seen(up_to_date([command], [kept]), because("it was changed"))


@probe("command-limits")
async def command_limits(stage: Stage) -> None:
    """A command can have 25 options; more, or longer names and choices than allowed, are refused with 50035."""
    option = {"type": 3, "name": "one", "description": "One."}
    for what, more in (
        (because("a description of 101 characters"), {"description": "d" * 101}),
        (because("a command of 26 options"), {"options": [{**option, "name": f"o{number}"} for number in range(26)]}),
        (
            because("an option of 26 choices"),
            {"options": [{**option, "choices": [{"name": f"{n}", "value": f"{n}"} for n in range(26)]}]},
        ),
        (
            because("a choice of 101 characters"),
            {"options": [{**option, "choices": [{"name": "n", "value": "v" * 101}]}]},
        ),
    ):
        refused(what, await _register(stage, _command(**more)), 400, 50035)


@probe("command-menus")
async def command_menus(stage: Stage) -> None:
    """An entry in the menu of people or messages is a command of type 2 or 3; a description is refused with 50035."""
    for kind in (2, 3):
        entry = {"name": "Check a menu…", "type": kind, "default_member_permissions": "0"}
        kept = done(because("an entry of a menu"), await _register(stage, entry))
        seen((kept["name"], kept["type"]) == (entry["name"], kind), because("it was changed"))
        refused(
            because("an entry with a description"), await _register(stage, {**entry, "description": "d"}), 400, 50035
        )


def _command(**more: Any) -> dict[str, Any]:
    """A command for this server only, visible only to its managers."""
    return {
        "name": COMMAND,
        "type": 1,
        "description": "Made by a check and deleted again",
        "default_member_permissions": "0",
        **more,
    }


async def _register(stage: Stage, command: dict[str, Any]) -> Answer:
    answer = await stage.api.ask("POST", stage.registry, command)
    if answer.good:
        stage.commands.append(str(answer.body["id"]))
    if answer.status == 403:
        raise CannotTry(because("the scope applications.commands is missing on this server"))
    return answer
