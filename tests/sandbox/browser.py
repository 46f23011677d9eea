"""A headless Chromium for the page; where there is none, its tests skip and say so."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.waiting import HANG_GUARD

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
needed = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium on this machine (Debian: apt install chromium)"
)
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 375, "height": 740}
PATIENCE = HANG_GUARD * 1000
expect.set_options(timeout=PATIENCE)


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE)
        try:
            yield browser
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def opened(url: str, size: dict[str, int] = DESK) -> AsyncIterator[Page]:
    """The page in a window; it must not complain."""
    async with chromium() as browser:
        page = await browser.new_page(viewport=size, has_touch=size is PHONE)
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.set_default_timeout(PATIENCE)
        await page.goto(url)
        # What is typed before a column knows its place goes nowhere.
        for where in await page.get_by_label("Channel").all():
            await where.locator("option").first.wait_for(state="attached")
        yield page
        assert troubles == []
