"""A small discord.py bot that uses everything the sandbox must support, and runs unmodified against it."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator

import discord
from discord import app_commands

from sandbox import Sandbox
from sandbox.pointing import pointed
from tests.waiting import until

TOWNS = ["Tulsa", "Topeka", "Texarkana", "Wichita", "Waco"]


class Stamp(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"stamp:(?P<number>\d+)"):
    """A button that outlives the process: its number stands in its id."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Stamp {number}", custom_id=f"stamp:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: discord.ui.Item, match: re.Match[str], /):
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"stamped {self.number}", view=stamps(self.number + 1))


def stamps(number: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Stamp(number))
    return view


class Form(discord.ui.Modal, title="A note"):
    note = discord.ui.TextInput(label="Your note", max_length=20)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"noted: {self.note.value}", ephemeral=True)


class Towns(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        placeholder="Which town?", custom_id="town", options=[discord.SelectOption(label=name) for name in TOWNS]
    )
    async def chosen(self, interaction: discord.Interaction, select: discord.ui.Select[Towns]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"went to {select.values[0]}", view=None)

    @discord.ui.button(label="Write a note", custom_id="note")
    async def note(self, interaction: discord.Interaction, button: discord.ui.Button[Towns]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction, button: discord.ui.Button[Towns]) -> None:
        raise AssertionError


class TinyBot(discord.AutoShardedClient):
    def __init__(self, **more: object) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0,
            **more,
        )
        self.tree = app_commands.CommandTree(self)
        self.was_ready = asyncio.Event()
        for command in (echo, think, slow, travel, invite, silent, twice, picture, panel, game):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Stamp)
        self.add_view(Towns())
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.was_ready.set()


@app_commands.command(description="Say it again")
async def echo(interaction: discord.Interaction, text: str, private: bool = False) -> None:
    await interaction.response.send_message(text, ephemeral=private)


@app_commands.command(description="Think, then answer with a follow-up and a file")
async def think(interaction: discord.Interaction, private: bool = False) -> None:
    await interaction.response.defer(ephemeral=private)
    await interaction.followup.send("thought", file=discord.File(io.BytesIO(b"map"), "map.txt"))
    await interaction.followup.send("a second thought", ephemeral=True)


@app_commands.command(description="Answers when told to")
async def slow(interaction: discord.Interaction) -> None:
    go: asyncio.Event = interaction.client.go  # type: ignore[attr-defined]
    await go.wait()
    try:
        await interaction.response.send_message("at last")
    except discord.NotFound as e:
        interaction.client.errors.append(e.code)  # type: ignore[attr-defined]


@app_commands.command(description="Go somewhere")
@app_commands.describe(town="where to", cost="what it costs")
async def travel(interaction: discord.Interaction, town: str, cost: app_commands.Range[int, 1, 100]) -> None:
    await interaction.response.send_message(f"{town} for {cost}")


@travel.autocomplete("town")
async def towns(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=name) for name in TOWNS if name.startswith(current)]


@app_commands.command(description="Ask somebody in")
async def invite(interaction: discord.Interaction, who: discord.Member) -> None:
    await interaction.response.send_message("asked", ephemeral=True)
    await interaction.channel.send(
        f"{who.mention} and {interaction.user.mention}: come",
        allowed_mentions=discord.AllowedMentions(users=[who]),
    )


@app_commands.command(description="Never answers")
async def silent(interaction: discord.Interaction) -> None: ...


@app_commands.command(description="Answers twice")
async def twice(interaction: discord.Interaction) -> None:
    again = discord.InteractionResponse(interaction)
    await interaction.response.send_message("once")
    try:
        await again.send_message("twice")
    except discord.HTTPException as e:
        await interaction.followup.send(f"refused with {e.code}")


@app_commands.command(description="A picture in an embed")
async def picture(interaction: discord.Interaction) -> None:
    await interaction.response.defer()
    embed = discord.Embed(title="The map").set_image(url="attachment://map.png")
    await interaction.followup.send(embed=embed, file=discord.File(io.BytesIO(PNG), "map.png", description="a map"))


@app_commands.command(description="Buttons and a select")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("choose", view=Towns())
    await interaction.followup.send("stamps", view=stamps(1))


game = app_commands.Group(name="game", description="Games")


@game.command(name="new", description="Begin")
@app_commands.choices(title=[app_commands.Choice(name="1870: the river", value="1870")])
async def game_new(interaction: discord.Interaction, title: app_commands.Choice[str], seats: int = 3) -> None:
    await interaction.response.send_message(f"{title.name}, {seats} seats")


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000030806000000b9eade81"
    "0000001049444154789c63f8cfc0f01f84193018000a3f05fbcc8cd1e40000000049454e44ae426082"
)


def _at_home(bot: discord.Client) -> bool:
    """Whether it knows its servers: they are told after it is connected."""
    return bot.is_ready() and not any(guild.unavailable for guild in bot.guilds)


@contextlib.asynccontextmanager
async def at_work(sandbox: Sandbox, bot: discord.Client | None = None) -> AsyncIterator[TinyBot]:
    """The bot, connected and with its commands registered."""
    found = bot or TinyBot()
    with pointed(sandbox.address):
        task = asyncio.create_task(found.start(sandbox.token))
        task.add_done_callback(lambda _: sandbox.changed())
        try:
            await sandbox.until(lambda: task.done() or sandbox.gateway.connected, "the bot")
            await until(lambda: task.done() or _at_home(found), "the servers")
            if task.done():
                task.result()
            yield found  # type: ignore[misc]
        finally:
            await found.close()
            await asyncio.gather(task, return_exceptions=True)
