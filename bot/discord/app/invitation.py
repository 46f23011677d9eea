"""Check what Discord allows: the token, the scopes, each server's permissions; and the invite link."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp

from bot.host.settings import Settings
from engine.core.sentences import because

DISCORD = "https://discord.com/api/v10"
SCOPES = "bot applications.commands"
PERMISSIONS = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
    "Pin Messages": 1 << 51,
}
"""What playing needs, by Discord's names: the first link asks for these alone."""
ADDITIONS = {
    "Manage Channels": 1 << 4,
    "Manage Threads": 1 << 34,
    "Create Private Threads": 1 << 36,
    "Manage Roles": 1 << 28,
    "Create Events": 1 << 44,
}
"""What the second link asks for besides."""
SHOWING = ("Embed Links", "Attach Files")
"""Permissions a channel may deny while the bot can write there; posts are then plain text or lack pictures."""
WRITABLE = (0, 5, 15, 16)
"""Kinds of channels: text, announcements, forum, media."""
ADMINISTRATOR = 1 << 3
MOST_LINES = 10
PAGE = 200
PATIENCE = 20.0
"""Seconds for one answer of Discord."""


class CannotAsk(Exception):
    """Discord's answer was not as expected; the sentence says what to do."""


@dataclass
class CheckReport:
    """The results, line by line."""

    lines: list[str] = field(default_factory=list)
    missing: int = 0

    def lacks(self, line: str) -> None:
        """Add something that must be fixed."""
        self.missing += 1
        self.lines.append(line)


def invite_link(application: str, permissions: dict[str, int]) -> str:
    """The link with which a server's manager invites the bot."""
    asked = {"client_id": application, "permissions": sum(permissions.values()), "scope": SCOPES}
    return f"https://discord.com/oauth2/authorize?{urlencode(asked)}"


async def examine(settings: Settings) -> CheckReport:
    """Ask Discord what the bot may do, without changing anything."""
    token = settings.discord_token.get_secret_value()
    if not token:
        raise CannotAsk(
            "DISCORD_TOKEN is not set; put the bot's token into .env (docs/hosting.md says how to get one)."
        )
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (stationmaster, 0.1)"}
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(PATIENCE)) as http:
            return await _examined(_Api(http, settings.discord_api.rstrip("/") or DISCORD))
    except (aiohttp.ClientError, TimeoutError, OSError) as e:
        raise CannotAsk("Discord cannot be reached; check the network of this machine.") from e


@dataclass
class _Api:
    http: aiohttp.ClientSession
    base: str

    async def get(self, path: str) -> tuple[int, Any]:
        for _ in range(4):
            async with self.http.get(self.base + path) as answer:
                found = await answer.json(content_type=None)
                if answer.status != 429:
                    return answer.status, found
                pause = float(found.get("retry_after", 1.0)) if isinstance(found, dict) else 1.0
            await asyncio.sleep(min(pause, 30.0))
        raise CannotAsk("Discord is limiting requests; try again in a few minutes.")


async def _examined(api: _Api) -> CheckReport:
    status, me = await api.get("/users/@me")
    if status == 401:
        raise CannotAsk("Discord does not accept DISCORD_TOKEN; copy the bot's token from the developer portal again.")
    if status != 200:
        raise CannotAsk(because("Discord answers with an error ({status}); try again later.", status=status))
    report = CheckReport([because("The token is valid; the bot is called {name}.", name=str(me["username"]))])
    status, application = await api.get("/applications/@me")
    number = str(application["id"]) if status == 200 else str(me["id"])
    if status == 200 and application.get("bot_require_code_grant"):
        report.lacks(because("Turn off “Requires OAuth2 Code Grant” on the Bot page of the developer portal."))
    servers = await _servers(api)
    if not servers:
        report.lacks(because("The bot is on no server yet; open the link below."))
    for server in servers:
        await _examine_server(api, number, server, report)
    report.lines += _invitations(number)
    return report


def _invitations(application: str) -> list[str]:
    """The link for playing, and the one that adds what not every server wants."""
    return [
        because(
            "To invite it to a server, or to add missing permissions there: {link}",
            link=invite_link(application, PERMISSIONS),
        ),
        because(
            "If it is also to create channels for games, to write in locked threads, to keep private copies in threads "
            "and to give spectators a role: {link}",
            link=invite_link(application, PERMISSIONS | ADDITIONS),
        ),
    ]


async def _servers(api: _Api) -> list[dict[str, Any]]:
    servers: list[dict[str, Any]] = []
    after = "0"
    while True:
        status, page = await api.get(f"/users/@me/guilds?limit={PAGE}&after={after}")
        if status != 200:
            raise CannotAsk(
                because("Discord did not list the bot's servers ({status}); try again later.", status=status)
            )
        servers += page
        if len(page) < PAGE:
            return servers
        after = str(page[-1]["id"])


async def _examine_server(api: _Api, application: str, server: dict[str, Any], report: CheckReport) -> None:
    name = " ".join(str(server["name"]).split())[:60]
    permissions = int(server.get("permissions") or 0)
    lacking = [word for word, bit in PERMISSIONS.items() if not permissions & (bit | ADMINISTRATOR)]
    status, _ = await api.get(f"/applications/{application}/guilds/{server['id']}/commands")
    if status == 403:
        report.lacks(
            because("{name}: the scope applications.commands is missing, so there are no commands.", name=name)
        )
    if lacking:
        report.lacks(because("{name}: these permissions are missing: {lacking:list}.", name=name, lacking=lacking))
    absent = [word for word, bit in ADDITIONS.items() if not permissions & (bit | ADMINISTRATOR)]
    if absent:
        report.lines.append(
            because("{name}: games work without {absent:list}; the second link adds them.", name=name, absent=absent)
        )
    if status != 403 and not lacking:
        report.lines.append(
            because("{name}: no permissions are missing. Single channels may still deny some of them.", name=name)
        )
    if not permissions & ADMINISTRATOR:
        await _examine_channels(api, server, name, report)


async def _examine_channels(api: _Api, server: dict[str, Any], name: str, report: CheckReport) -> None:
    """Channels where the bot may write but not embed links or attach files."""
    _, me = await api.get("/users/@me")
    known, member = await api.get(f"/guilds/{server['id']}/members/{me['id']}")
    listed, channels = await api.get(f"/guilds/{server['id']}/channels")
    if known != 200 or listed != 200:
        return
    permissions = int(server.get("permissions") or 0)
    lines: list[str] = []
    for channel in channels:
        here = _in_channel(
            permissions, channel, str(server["id"]), {str(one) for one in member["roles"]}, str(me["id"])
        )
        writes = here & PERMISSIONS["View Channels"] and here & PERMISSIONS["Send Messages"]
        lacking = [one for one in SHOWING if permissions & ~here & PERMISSIONS[one]]
        if channel["type"] in WRITABLE and writes and lacking:
            where = f"{name}, #{channel['name']}"
            lines.append(because("{name}: these permissions are missing: {lacking:list}.", name=where, lacking=lacking))
    for line in lines[:MOST_LINES]:
        report.lacks(line)
    if len(lines) > MOST_LINES:
        more = len(lines) - MOST_LINES
        report.lacks(because("{name}: the same in {more} more channels.", name=name, more=more))


def _in_channel(given: int, channel: dict[str, Any], everyone: str, roles: set[str], me: str) -> int:
    """A channel's permissions: the server's, with the overwrites for everyone, roles and the bot."""
    rules = {str(one["id"]): one for one in channel.get("permission_overwrites") or []}
    for ids in ({everyone}, roles, {me}):
        asked = [rules[id] for id in ids if id in rules]
        given = given & ~_either(asked, "deny") | _either(asked, "allow")
    return given


def _either(rules: list[dict[str, Any]], what: str) -> int:
    found = 0
    for one in rules:
        found |= int(one[what])
    return found
