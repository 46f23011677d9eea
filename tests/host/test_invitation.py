"""`python -m bot check`: what the bot lacks on Discord, and the link that asks for it, against the loopback Discord."""

import asyncio
import os
import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest
from pydantic import SecretStr

from bot.discord.app.invitation import (
    ADDITIONS,
    PERMISSIONS,
    CannotAsk,
    examine,
)
from bot.host.settings import Settings
from sandbox import Sandbox
from sandbox.world.permissions import PLAYING_BOT, Perm

ROOT = Path(__file__).resolve().parents[2]


def settings(sandbox: Sandbox, token: str | None = None) -> Settings:
    return Settings(discord_token=SecretStr(token or sandbox.token), discord_api=sandbox.api_address)


async def test_nothing_is_missing_where_everything_is_allowed():
    async with Sandbox.running() as sandbox:
        sandbox.guild("Railway Club")
        found = await examine(settings(sandbox))
    assert found.missing == 0
    assert any(line.startswith("Railway Club: no permissions are missing") for line in found.lines)


async def test_missing_permissions_are_named_server_by_server():
    async with Sandbox.running() as sandbox:
        sandbox.guild("Good")
        poor = sandbox.guild("Poor", Perm.VIEW_CHANNEL)
        poor.everyone.permissions = int(Perm.VIEW_CHANNEL | Perm.SEND_MESSAGES)
        found = await examine(settings(sandbox))
    assert found.missing == 1
    line = next(line for line in found.lines if line.startswith("Poor"))
    assert "Attach Files" in line
    assert "Send Messages," not in line


async def test_channels_in_which_embeds_or_files_are_denied_are_named():
    async with Sandbox.running() as sandbox:
        club = sandbox.guild("Club")
        plain, bare, fine, shut = (sandbox.channel(club, name) for name in ("plain", "bare", "fine", "shut"))
        role = next(one for one in club.roles.values() if one.bot_id)
        sandbox.rule(plain, club.everyone, deny=Perm.EMBED_LINKS)
        sandbox.rule(bare, role, deny=Perm.EMBED_LINKS | Perm.ATTACH_FILES)
        sandbox.rule(fine, club.everyone, deny=Perm.EMBED_LINKS)
        sandbox.rule(fine, sandbox.world.bot, allow=Perm.EMBED_LINKS)
        sandbox.rule(shut, club.everyone, deny=Perm.EMBED_LINKS | Perm.SEND_MESSAGES)
        found = await examine(settings(sandbox))
        assert found.missing == 2
        assert [line for line in found.lines if "#" in line] == [
            "Club, #plain: these permissions are missing: Embed Links.",
            "Club, #bare: these permissions are missing: Embed Links, Attach Files.",
        ]
        for number in range(12):
            sandbox.rule(sandbox.channel(club, f"more-{number}"), role, deny=Perm.ATTACH_FILES)
        lines = (await examine(settings(sandbox))).lines
        assert len([line for line in lines if "#" in line]) == 10
        assert "Club: the same in 4 more channels." in lines


async def test_a_server_that_only_plays_lacks_nothing_and_hears_what_could_be_added():
    async with Sandbox.running() as sandbox:
        careful = sandbox.guild("Careful", Perm(sum(PERMISSIONS.values())))
        careful.everyone.permissions = 0
        found = await examine(settings(sandbox))
    assert found.missing == 0
    (line,) = (line for line in found.lines if "games work without" in line)
    assert all(name in line for name in ADDITIONS)


def asked(line: str) -> set[str]:
    """The permissions for which the link in a line asks."""
    link = urlparse(re.findall(r"https://\S+", line)[0])
    query = parse_qs(link.query)
    assert link.hostname == "discord.com" and query["scope"] == ["bot applications.commands"]
    return {name for name, bit in (PERMISSIONS | ADDITIONS).items() if int(query["permissions"][0]) & bit}


async def test_a_bot_on_no_server_gets_a_link_for_playing_and_one_that_says_what_it_adds():
    async with Sandbox.running() as sandbox:
        found = await examine(settings(sandbox))
    assert found.missing == 1
    playing, more = found.lines[-2:]
    assert asked(playing) == {*PERMISSIONS}
    assert asked(more) == {*PERMISSIONS, *ADDITIONS}
    assert "spectators a role" in more


def test_the_requested_permissions_are_those_the_tests_grant():
    assert Perm(sum((PERMISSIONS | ADDITIONS).values())) & ~PLAYING_BOT == Perm(0)


def test_the_page_on_discord_gives_a_reason_for_each_permission():
    page = (ROOT / "docs" / "discord.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z][A-Za-z ]+) \| (first|second) \| (\S.*) \|$", page, re.MULTILINE)
    assert {name for name, link, _ in rows if link == "first"} == {*PERMISSIONS}
    assert {name for name, link, _ in rows if link == "second"} == {*ADDITIONS}


async def test_a_wrong_token_no_token_and_no_network_are_one_sentence_each():
    async with Sandbox.running() as sandbox:
        with pytest.raises(CannotAsk, match="does not accept DISCORD_TOKEN"):
            await examine(settings(sandbox, "wrong.token.here"))
        address = settings(sandbox)
    with pytest.raises(CannotAsk, match="cannot be reached"):
        await examine(address)
    with pytest.raises(CannotAsk, match="DISCORD_TOKEN is not set"):
        await examine(Settings(discord_token=SecretStr("")))


@pytest.mark.soak
async def test_the_command_prints_it_and_ends_with_what_is_missing(tmp_path: Path):
    async with Sandbox.running() as sandbox:
        sandbox.guild("Railway Club")
        given = {"DISCORD_TOKEN": sandbox.token, "DISCORD_API": sandbox.api_address, "PYTHONPATH": str(ROOT)}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "check"),
            cwd=tmp_path,
            env=os.environ | given,
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
    assert process.returncode == 0
    assert "The token is valid" in out.decode()
    assert sandbox.token not in out.decode()
