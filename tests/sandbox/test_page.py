"""The page in a headless browser: commands typed, buttons pressed, forms filled in, by several people side by side."""

from __future__ import annotations

import aiohttp
import discord
import pytest
from discord import app_commands
from playwright.async_api import Locator, Page, expect

from tests.sandbox import browser
from tests.sandbox.bots import TinyBot, at_work
from tests.sandbox.conftest import Club
from tests.waiting import HANG_GUARD

pytestmark = pytest.mark.soak


def column(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


async def typed(where: Locator, command: str, **options: str) -> None:
    """Type a command as a person does: its name, Enter, each option, Enter."""
    await where.get_by_label("Message or command").fill(f"/{command}")
    await where.get_by_label("Message or command").press("Enter")
    for name, value in options.items():
        field = where.get_by_role("textbox", name=name, exact=True)
        if not await field.count():
            await where.get_by_role("button", name=f"+ {name}").click()
        await field.fill(value)
        await field.press("Enter")
    await where.get_by_role("button", name="Send", exact=True).click()


@pytest.mark.soak
@browser.needed
async def test_a_command_with_autocomplete_from_the_keyboard_alone(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await ann.get_by_label("Message or command").click()
        await page.keyboard.type("/tra")
        await expect(ann.locator(".offer").get_by_role("option")).to_contain_text(["/travel"])
        await page.keyboard.press("Tab")
        await page.keyboard.type("W")
        await expect(ann.locator(".offer").get_by_role("option")).to_have_text(["Wichita", "Waco"])
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await page.keyboard.type("12")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(ann.locator(".message")).to_contain_text(["Waco for 12"])
    assert [one.text for one in club.room.public] == ["Waco for 12"]


@pytest.mark.soak
@browser.needed
async def test_a_refused_command_keeps_what_was_typed(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await typed(ann, "travel", town="Waco", cost="101")
        await expect(ann.get_by_role("alert")).to_contain_text("cost: a number from 1 to 100")
        assert await ann.get_by_role("textbox", name="town").input_value() == "Waco"
        assert club.room.public == []


@pytest.mark.soak
@browser.needed
async def test_people_side_by_side_each_see_their_own_messages(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann,Bob") as page:
        ann, bob = column(page, "Ann"), column(page, "Bob")
        await typed(ann, "echo", text="for all")
        await expect(bob.locator(".message")).to_contain_text(["for all"])
        await typed(ann, "echo", text="for me", private="True")
        await expect(ann.locator(".message.only")).to_contain_text(["for me"])
        await expect(ann.locator(".message.only")).to_contain_text(["Only Ann can see this"])
        await expect(bob.locator(".message")).to_have_count(1)
        await typed(ann, "invite", who="Bob")
        await expect(bob.locator(".message.rang")).to_contain_text(["@Bob and @Ann: come"])
        await expect(ann.locator(".message.rang")).to_have_count(0)


@browser.needed
async def test_buttons_selects_forms_and_pictures(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await typed(ann, "panel")
        await expect(ann.get_by_role("button", name="Closed")).to_be_disabled()
        await ann.get_by_role("button", name="Write a note").click()
        await ann.get_by_label("Your note").fill("buy low")
        await ann.get_by_role("button", name="Submit").click()
        await expect(ann.locator(".message.only")).to_contain_text(["noted: buy low"])
        await ann.get_by_role("button", name="Which town?").click()
        await ann.get_by_role("option", name="Tulsa").click()
        await expect(ann.locator(".message").first).to_contain_text("went to Tulsa")
        await ann.get_by_role("button", name="Stamp 1").click()
        await expect(ann.get_by_role("button", name="Stamp 2")).to_be_visible()
        await typed(ann, "picture")
        picture = ann.get_by_role("img", name="The map")
        await picture.click()
        await expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog", name="Picture")).not_to_be_visible()
        loaded = await picture.evaluate("one => [one.complete, one.naturalWidth, one.naturalHeight]")
        assert loaded == [True, 2, 3]


@pytest.mark.soak
@browser.needed
async def test_a_missing_answer_is_reported_in_discords_words(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        await typed(column(page, "Ann"), "silent")
        await club.sandbox.until(lambda: club.sandbox.interactions.all)
        club.sandbox.world.clock.skip(seconds=3)
        await expect(column(page, "Ann").locator(".message.only")).to_contain_text(["The application did not respond"])


@pytest.mark.soak
@browser.needed
async def test_texts_are_never_interpreted_as_markup(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        box = ann.get_by_label("Message or command")
        await box.fill(f"<img src=x onerror=alert(1)> **bold** `code` {club.bob.mention}\n> quoted")
        await box.press("Enter")
        said = ann.locator(".message .text")
        await expect(said).to_contain_text("<img src=x onerror=alert(1)>")
        await expect(said.locator("b")).to_have_text("bold")
        await expect(said.locator("code")).to_have_text("code")
        await expect(said.locator("blockquote")).to_have_text("quoted")
        await expect(said.locator(".mention")).to_have_text("@Bob")
        assert await said.locator("img").count() == 0


@browser.needed
async def test_a_phone_shows_one_column_and_nothing_overflows(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann,Bob", browser.PHONE) as page:
        ann, bob = column(page, "Ann"), column(page, "Bob")
        await expect(ann).to_be_visible()
        await expect(bob).not_to_be_visible()
        await typed(ann, "panel")
        await expect(ann.get_by_role("button", name="Write a note")).to_be_visible()
        await typed(ann, "invite", who="Bob")
        await page.get_by_role("tab", name="Bob").click()
        await expect(bob.locator(".message.rang")).to_be_visible()
        await expect(ann).not_to_be_visible()
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide <= browser.PHONE["width"]
        heights = await bob.locator(".press:visible").evaluate_all("all => all.map(it => it.offsetHeight)")
        assert min(heights) >= 40


@pytest.mark.soak
@browser.needed
async def test_the_page_reconnects_and_says_that_the_bot_is_offline(club: Club):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await expect(ann.locator(".offline")).to_have_text("The bot is not connected.")
        async with at_work(club.sandbox):
            await expect(ann.locator(".offline")).not_to_be_visible()
            await typed(ann, "echo", text="there you are")
            await expect(ann.locator(".message")).to_contain_text(["there you are"])
        await expect(ann.locator(".offline")).to_be_visible()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Origin": "https://evil.example"}, 403),
    ],
)
async def test_other_sites_in_the_same_browser_cannot_play(club: Club, headers: dict[str, str], status: int):
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{club.sandbox.address}/", headers=headers) as got:
            assert got.status == status
        if status == 403:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await http.ws_connect(f"{club.sandbox.address}/page/live", headers=headers)


async def test_files_outside_the_page_are_not_served(club: Club):
    async with aiohttp.ClientSession() as http:
        for name in ("nothing.js", "..%2fserving.py", "__init__.py"):
            async with http.get(f"{club.sandbox.address}/page/{name}") as got:
                assert got.status == 404


async def test_a_column_survives_unreadable_messages(club: Club):
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{club.sandbox.address}/page/live") as socket,
    ):
        for text in ("not json", "[]", '{"do": "go"}', '{"do": "press"}', '{"do": "be", "name": "Ann"}'):
            await socket.send_str(text)
        while (place := await socket.receive_json(timeout=HANG_GUARD))["t"] != "place":
            pass
        assert (place["t"], place["me"]["name"]) == ("place", "Ann")
        for asked in ({"do": "press", "message": "x"}, {"do": "dance"}, {"do": "slash", "command": "/nothing"}):
            await socket.send_json(asked | {"call": 7})
            while (done := await socket.receive_json(timeout=HANG_GUARD)).get("call") != 7:
                pass
            assert done["error"]


class Games(discord.Client):
    """A bot with the two commands that the quick way in needs."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        game = app_commands.Group(name="game", description="Games")
        self.tree.add_command(game)

        @game.command(name="new", description="Begin")
        @app_commands.choices(title=[app_commands.Choice(name="The toy", value="toy")])
        async def new(interaction: discord.Interaction, title: app_commands.Choice[str], seats: int) -> None:
            thread = await interaction.channel.create_thread(
                name=f"{title.name} for {seats}", type=discord.ChannelType.public_thread
            )
            await interaction.response.send_message(f"<#{thread.id}>", ephemeral=True)

        @game.command(name="robot", description="A robot")
        async def robot(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("A robot sits down.")

    async def setup_hook(self) -> None:
        await self.tree.sync()


@browser.needed
async def test_one_press_opens_a_game_against_robots(club: Club):
    async with at_work(club.sandbox, Games()):
        await club.sandbox.ready()
        async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
            ann = column(page, "Ann")
            await ann.get_by_role("button", name="The toy").click()
            await expect(ann.locator(".message")).to_contain_text(["A robot sits down.", "A robot sits down."])
            await expect(ann.get_by_label("Channel")).to_have_value(str(next(iter(club.guild.threads))))
            await ann.get_by_label("Channel").select_option(label="# games")
            await ann.locator(".message.only button.mention").click()
            await expect(ann.locator(".message")).to_have_count(2)
