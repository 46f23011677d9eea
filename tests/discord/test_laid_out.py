"""A message that is laid out keeps Discord's limits, however much there is to say."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.discord.kit.press import Press
from bot.discord.kit.reply import (
    LAYOUT_PARTS,
    LAYOUT_TEXT,
    Attachment,
    Button,
    Entry,
    Part,
    Pick,
    Reply,
    Select,
    laid_out,
)
from sandbox.refusing import limits
from sandbox.world.world import COMPONENTS_V2
from tests.discord.conftest import Hall
from tests.sandbox import browser
from tests.t1870.table import Table


class Tried(Press):
    """A press that is not among those that are answered."""

    word: str
    value: str = ""


Tried.name = "tried"

GO = Button("Go", Tried(word="1"))


def texts(parts: tuple[Part, ...]) -> list[str]:
    """All that would be read in a message."""
    return [one["content"] for one in _all(laid_out(parts).to_components()) if one["type"] == 10]


def _all(found: list[dict]) -> list[dict]:  # type: ignore[type-arg]
    return [one for part in found for one in (part, *_all(part.get("components", [])))]


@pytest.mark.parametrize("long", [10, 390, 5000])
def test_no_message_has_more_text_than_discord_takes(long: int):
    parts = ("x" * long, *(Entry("y" * long, GO) for _ in range(9)), "z" * long)
    said = texts(parts)
    assert len(said) == 11 and all(said) and sum(map(len, said)) <= LAYOUT_TEXT
    if 11 * long <= LAYOUT_TEXT:
        assert said == [part.text if isinstance(part, Entry) else part for part in parts], "what fits stays whole"


def test_no_message_has_more_components_than_discord_takes_and_the_end_of_a_list_goes_first():
    parts = ("Game 1", Attachment("map.png", b"", "Map"), *(Entry(f"line {n}", GO) for n in range(30)))
    last = (Select("More…", (Pick("b", Tried(word="a")),)), (GO, GO, GO))
    built = laid_out((*parts, *last))
    assert built.total_children_count <= LAYOUT_PARTS
    kept = [one["type"] for one in built.to_components()]
    assert kept[:3] == [10, 12, 9] and kept[-2:] == [1, 1], "picture first, the rest last, lines between"
    assert texts((*parts, *last))[:2] == ["Game 1", "line 0"]


@pytest.mark.parametrize("long", [1, 30, 100, 1000])
@pytest.mark.parametrize("lists", [1, 3, 12])
def test_labels_and_lists_leave_room_for_the_text(long: int, lists: int):
    chosen = [
        Select(
            "p" * long,
            tuple(
                Pick(f"{number:02} " + "l" * long, Tried(word=str(one), value=f"v{number}"), "d" * long)
                for number in range(25)
            ),
        )
        for one in range(lists)
    ]
    buttons = tuple(Button(f"{number} " + "b" * long, Tried(word=f"b{number}")) for number in range(5))
    parts = ("x" * 1000, *chosen, buttons, Entry("y" * 100, Button("z" * long, Tried(word="z"))))
    built = laid_out(parts).to_components()
    limits.message({"flags": COMPONENTS_V2, "components": built}, {})
    lists_of = [one for one in _all(built) if one["type"] == 3]
    assert all(len(one["options"]) == 25 for one in lists_of)
    assert all(len({option["label"] for option in one["options"]}) == 25 for one in lists_of), "still told apart"
    if lists * 25 * 2 * (long + 3) + 2000 < LAYOUT_TEXT:
        assert lists_of[0]["options"][0]["description"] == "d" * long and texts(parts) == ["x" * 1000, "y" * 100]


def test_a_very_long_reply_can_be_sent():
    reply = Reply("a" * 9000, "Game 1 · 1870 · OR 3.2", rows=tuple(Entry("b" * 900, GO) for _ in range(40)))
    view = reply.private()["view"]
    assert view.content_length() <= LAYOUT_TEXT and view.total_children_count <= LAYOUT_PARTS


async def test_whoever_is_pinged_can_read_why_in_the_notification(club: Hall):
    await club.game()
    await club.called(club.ann)
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    await club.called(club.bob)
    pings = [one for person in (club.ann, club.bob) for one in person.pings]
    assert pings and all(one.content and not one.flags & COMPONENTS_V2 for one in pings)
    panel = await club.bob.slash("/turn", club.room)
    assert panel.message.flags & COMPONENTS_V2 and not panel.message.content and not panel.message.pinged


@browser.needed
async def test_the_sandboxs_page_shows_buttons_where_they_stand_among_the_lines(club: Hall):
    number = await club.game()
    table = Table().with_company("SP", "Ann", Ann=5, pool=2).with_company("MKT", "Bob", Ann=3, Bob=6)
    await club.lay_out(number, table.stock_round("Ann").game)
    panel = await club.ann.slash("/turn", club.room)
    await club.press(club.ann, panel.message, "Sell shares…")
    written = [part["content"] if part["type"] == 10 else part["type"] for part in panel.message.components]
    assert 1 in written[:-2] and written[-1] == 1, "a row of buttons stands between two lines"
    async with browser.opened(f"{club.sandbox.address}/?as=Ann", browser.PHONE) as page:
        await page.get_by_label("Channel").first.select_option(str(club.room.id))
        await expect(page.get_by_role("button", name="Back")).to_be_visible()
        only = page.locator(".message.only")
        found = [
            only.get_by_role("button", name="Sell 1 MKT"),
            only.get_by_text("you are president"),
            only.get_by_role("button", name="Sell 1 SP"),
        ]
        boxes = [await one.first.bounding_box() for one in found]
        for _ in range(20):
            if all(boxes):
                break
            # The page was drawing itself anew.
            boxes = [await one.first.bounding_box() for one in found]
        assert all(boxes)
        down = [box["y"] for box in boxes if box]
        assert down == sorted(down) and len(set(down)) == 3
