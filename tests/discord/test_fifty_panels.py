"""The commonest panels, drawn by the sandbox's page as a phone and as a desk show them, to be looked at side by side.

`PANELS=folder pytest tests/discord/test_fifty_panels.py -m soak` keeps the pictures there.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Page

from bot.discord.games.emblems import Emojis
from engine.titles import titles
from render.picture import compose
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.test_panels import kinds
from tests.sandbox import browser

TITLES = [name for name in titles() if name[0].isdigit()]
SIZES = {375: {"width": 375, "height": 2000}, 1280: {"width": 1280, "height": 2000}}
"""As wide as a phone and a desk, and so high that all of a panel is on one picture."""
Draw = Callable[[str, Person], Awaitable[None]]
STEPS = 6
"""The most kinds of decision of one title."""
ABOUT_A_GAME: list[tuple[str, dict[str, object]]] = [
    ("/game status", {}),
    ("/game settings", {}),
    ("/show", {"what": "sheet"}),
    ("/show", {"what": "map"}),
    ("/show", {"what": "market"}),
    ("/show", {"what": "log"}),
    ("/show", {"what": "history"}),
    ("/show", {"what": "news"}),
    ("/show", {"what": "review"}),
    ("/show", {"what": "description"}),
]
ELSEWHERE: list[tuple[str, dict[str, object]]] = [
    ("/help", {}),
    ("/learn", {}),
    ("/game list", {}),
    ("/order list", {}),
    ("/preferences", {}),
    ("/title", {"title": "1830"}),
    ("/rule", {"title": "1830", "what": "train limit"}),
]


async def shown(page: Page, club: Hall, person: str, name: str, width: int, folder: Path) -> None:
    """Draw the latest panel at this width. Nothing of it is cut off at the side."""
    await page.set_viewport_size(SIZES[width])  # type: ignore[arg-type]
    await page.goto(f"{club.sandbox.address}/?as={person}")
    await page.get_by_label("Channel").first.select_option(str(club.room.id))
    panel = page.locator(".message.only").last
    await panel.wait_for()
    await page.wait_for_function("() => [...document.images].every(one => !one.src || one.naturalHeight)")
    body = panel.locator(".body")
    assert await body.evaluate("one => one.scrollWidth <= one.clientWidth"), (name, width)
    await panel.screenshot(path=folder / f"{name}-{width}.png")


@contextlib.asynccontextmanager
async def drawing(club: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Draw]:
    """Draws somebody's latest panel at both widths."""
    folder = Path(os.environ.get("PANELS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr("render.picture.compose", compose)
    async with browser.opened(f"{club.sandbox.address}/?as=Ann", browser.PHONE) as page:

        async def draw(name: str, person: Person) -> None:
            await club.worked_out()
            for width in SIZES:
                await shown(page, club, person.name, name.replace(" ", "-"), width, folder)

        yield draw


@pytest.mark.soak
@browser.needed
@pytest.mark.parametrize("title", TITLES)
async def test_what_a_title_asks_fits_a_phone_and_a_desk(
    club: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str
):
    asked = list(kinds(title, range(1, 3), 250).items())[:STEPS]
    assert len(asked) * len(TITLES) + len(ABOUT_A_GAME) + len(ELSEWHERE) >= 50
    await Emojis(club.bot, club.table.db, club.bot.drawers, lambda: [title]).bring()
    number = await club.game(title=title, options="")
    async with drawing(club, tmp_path, monkeypatch) as draw:
        for kind, game in asked:
            await club.lay_out(number, game)
            person = club.on_turn(await club.table.present(number))
            await person.slash("/turn", club.room)
            await draw(f"{title} {kind}", person)


@pytest.mark.soak
@browser.needed
async def test_what_is_looked_at_fits_a_phone_and_a_desk(club: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    number = await club.game(title="1830", options="")
    await club.lay_out(number, kinds("1830", range(1, 3), 250)["operating_turn train"])
    about = [(name, {**given, "game": str(number)}) for name, given in ABOUT_A_GAME]
    async with drawing(club, tmp_path, monkeypatch) as draw:
        for name, given in [*about, *ELSEWHERE]:
            await club.ann.slash(name, club.room, **given)
            await draw(f"{name.strip('/')} {given.get('what', '')}".strip(), club.ann)
