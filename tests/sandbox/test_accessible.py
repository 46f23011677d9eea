"""The page for those who use a keyboard or a screen reader: axe looks at it in each of its states."""

from __future__ import annotations

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.sandbox import browser
from tests.sandbox.bots import TinyBot
from tests.sandbox.conftest import Club
from tests.sandbox.test_page import column, typed


async def clean(page: Page, state: str) -> None:
    """Axe finds nothing, of WCAG or of what it calls best practice."""
    found = await Axe().run(page)
    told = [
        f"{one['id']} ({one['impact']}): {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in found.response["violations"]
        for node in one["nodes"][:3]
    ]
    assert told == [], f"{state}:\n" + "\n".join(told)


ADDED = """
window.added = [];
const take = (all) => all.forEach((it) => it.addedNodes.forEach((one) => window.added.push(one.textContent)));
new MutationObserver(take).observe(document.querySelector("[role=log]"), { childList: true });
"""
"""Notes what is added to the log, which is what a screen reader reads out."""
STYLES = """(button) => [1, 2, 3, 4].forEach((style) => {
  const made = button.cloneNode(true);
  made.className = `press s${style}`;
  button.after(made);
})"""
"""Shows a button in each of Discord's colours."""
IN_FORM = "document.activeElement.closest('[role=dialog]') !== null"


@browser.needed
@pytest.mark.parametrize("size", [browser.DESK, browser.PHONE], ids=["desk", "phone"])
async def test_axe_finds_nothing_in_any_state_of_the_page(club: Club, tiny: TinyBot, size: dict[str, int]):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann,Bob", size) as page:
        ann = column(page, "Ann")
        await clean(page, "the beginning of a channel")
        await typed(ann, "panel")
        await expect(ann.get_by_role("button", name="Write a note")).to_be_visible()
        await ann.get_by_role("button", name="Write a note").evaluate(STYLES)
        await clean(page, "buttons in every colour")
        await typed(ann, "panel")
        await typed(ann, "picture")
        await typed(ann, "invite", who="Bob")
        await typed(ann, "echo", text="## Title\n### Smaller\n||hidden|| `code` <t:0> > quoted", private="True")
        await expect(ann.locator(".message.only")).to_contain_text(["Title"])
        await clean(page, "messages with buttons, lists, a picture, a ping")
        await ann.get_by_role("button", name="Which town?").last.click()
        await clean(page, "an open list")
        await page.keyboard.press("Escape")
        await ann.get_by_label("Message or command").fill("/tra")
        await expect(ann.locator(".offer").get_by_role("option").first).to_be_visible()
        await clean(page, "commands that are offered")
        await page.keyboard.press("Tab")
        await expect(ann.get_by_role("textbox", name="town")).to_be_focused()
        await clean(page, "a command that is filled in")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await ann.get_by_role("button", name="Write a note").last.click()
        await expect(ann.get_by_role("dialog")).to_be_visible()
        await clean(page, "a form")
        await page.keyboard.press("Escape")
        await ann.get_by_role("img", name="The map").click()
        await clean(page, "a large picture")


@browser.needed
async def test_a_list_and_a_form_from_the_keyboard_keep_the_focus(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await typed(ann, "panel")
        head = ann.get_by_role("button", name="Which town?")
        await head.focus()
        await page.keyboard.press("Enter")
        assert await head.get_attribute("aria-expanded") == "true"
        await page.keyboard.press("ArrowDown")
        towns = ann.get_by_role("listbox", name="Which town?").get_by_role("option")
        await expect(towns.nth(1)).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(head).to_be_focused()
        assert await head.get_attribute("aria-expanded") == "false"
        note = ann.get_by_role("button", name="Write a note")
        await note.focus()
        await page.keyboard.press("Enter")
        await expect(ann.get_by_label("Your note")).to_be_focused()
        for _ in range(5):
            await page.keyboard.press("Tab")
            assert await page.evaluate("document.activeElement.closest('[role=dialog]') !== null"), (
                "Tab leaves the form"
            )
        await page.keyboard.press("Escape")
        await expect(note).to_be_focused()


@browser.needed
async def test_a_message_that_changes_keeps_the_focus_and_no_other_is_read_again(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await typed(ann, "echo", text="first")
        await typed(ann, "panel")
        stamp = ann.get_by_role("button", name="Stamp 1")
        await stamp.focus()
        await page.evaluate(ADDED)
        await page.keyboard.press("Enter")
        await expect(ann.get_by_role("article").filter(has_text="Stamp 2")).to_be_focused()
        added = await page.evaluate("window.added")
        assert len(added) == 1 and "Stamp 2" in added[0]
        await typed(ann, "echo", text="second")
        await expect(ann.locator(".message").last).to_contain_text("second")
        added = await page.evaluate("window.added")
        assert sum("second" in one for one in added) == 1 and not any("first" in one for one in added)


@browser.needed
async def test_what_is_told_by_colour_or_a_sign_is_also_said(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann,Bob") as page:
        ann, bob = column(page, "Ann"), column(page, "Bob")
        await typed(ann, "invite", who="Bob")
        await expect(bob.get_by_role("article").last).to_contain_text("Pings Bob:")
        await expect(ann.get_by_text("Pings Ann:")).to_have_count(0)
        await ann.get_by_label("Message or command").fill("/tra")
        await page.keyboard.press("Tab")
        await ann.get_by_role("button", name="Send", exact=True).click()
        town = ann.get_by_role("textbox", name="town")
        assert await town.get_attribute("aria-invalid") == "true"
        await expect(ann.get_by_role("alert")).to_contain_text("town is needed.")
        await town.fill("W")
        offers = ann.get_by_role("listbox", name="What can be typed")
        await expect(offers.get_by_role("option")).to_have_text(["Wichita", "Waco"])
        active = await town.get_attribute("aria-activedescendant")
        assert await page.locator(f"#{active}").text_content() == "Wichita"
        await page.keyboard.press("ArrowDown")
        active = await town.get_attribute("aria-activedescendant")
        assert await page.locator(f"#{active}").text_content() == "Waco"
        assert await page.evaluate("document.documentElement.lang") == "en"
        await expect(ann.get_by_role("log")).to_have_attribute("aria-label", "Messages")


@browser.needed
async def test_a_picture_is_enlarged_from_the_keyboard_and_the_focus_comes_back(club: Club, tiny: TinyBot):
    async with browser.opened(f"{club.sandbox.address}/?as=Ann") as page:
        ann = column(page, "Ann")
        await typed(ann, "picture")
        enlarge = ann.get_by_role("button", name="Enlarge the picture")
        await enlarge.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
        await expect(page.get_by_role("button", name="Close the picture")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog", name="Picture")).not_to_be_visible()
        await expect(enlarge).to_be_focused()
