"""A newcomer, who has nothing but a browser, plays the real game against robots."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from engine.titles import easiest_first
from engine.words.options import title_line
from tests.sandbox import browser
from tests.sandbox.test_page import column
from tests.sandbox.test_playing import address, started, stop

SIZES = [
    pytest.param(browser.DESK, id="desk", marks=pytest.mark.soak),
    pytest.param(browser.PHONE, id="phone", marks=pytest.mark.soak),
]


@browser.needed
@pytest.mark.parametrize("size", SIZES)
async def test_a_newcomer_makes_a_move_against_robots_in_three_presses(tmp_path: Path, size: dict[str, int]):
    async with started(tmp_path, module="tests.sandbox.still") as process:
        url = await address(process)
        async with browser.opened(f"{url}/?as=Ann", size) as page:
            ann = column(page, "Ann")
            offered = ann.locator(".empty button")
            # The toy is there too if another test of this process has loaded it.
            shipped = [title_line(title) for title in easiest_first() if title.id != "toy"]
            await expect(offered).to_have_text(["Learn to play", *shipped])
            await offered.filter(has_text="1870").click()
            called = ann.locator(".message.rang").first
            await called.get_by_role("button", name="Your turn").click()
            panel = ann.locator(".message.only").filter(has=page.get_by_role("button", name="What if…")).first
            await panel.get_by_role("button", name="Pass", exact=True).click()
            await expect(ann.locator(".message").filter(has_text="Ann passes.").first).to_be_visible()
            await expect(ann.locator(".message.rang")).not_to_have_count(1)
            drawn = await ann.locator("img.shot").first.evaluate("one => one.decode().then(() => one.naturalWidth)")
            assert drawn > 500
            assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        await stop(process)
