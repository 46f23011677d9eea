"""The bot's own emoji: uploaded once, shown where they help, and never in the way."""

from __future__ import annotations

import asyncio
import io
import re
import time
from dataclasses import replace

import discord
import pytest
from PIL import Image

from bot.discord.games import emblems
from bot.discord.games.emblems import Emojis, all_emblems, emoji_among
from bot.discord.kit import retries
from bot.discord.kit.reply import Button, Entry, Pick, Reply, Select
from bot.discord.kit.retries import AVOIDED
from bot.menu.move.choices import TRAIN
from engine.titles import titles
from engine.view import view
from render import COMPANY, Emblem, draw_emblem, emblem_name
from sandbox.world.world import Emoji
from tests.discord.conftest import Hall, labels
from tests.discord.test_laid_out import Tried
from tests.discord.test_shared import Pair, pair  # noqa: F401
from tests.t1830.table import Table as Table1830
from tests.t1870.table import Table
from tests.waiting import until

UPLOAD = "POST /applications/{application_id}/emojis"
SHOWN = re.compile(r"<:(\w+):(\d+)> \*\*(.+?)\*\*")


def of(hall: Hall, number: int = -1) -> Emojis:
    """A bot's own way to bring those of one title."""
    bot = hall.bots[number]
    return Emojis(bot, bot.table.db, bot.drawers, lambda: ["1870"])


def uploads(hall: Hall) -> int:
    return sum(f"{one.method} {one.template}" == UPLOAD for one in hall.sandbox.records)


def test_every_titles_objects_have_an_emblem_that_discord_takes_and_no_two_are_alike():
    found = {one for title in titles() for one in all_emblems(title)}
    names = [emblem_name(one, draw_emblem(one).png) for one in found]
    assert len(set(names)) == len(found) > 100
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) and emblems.OWN_NAME.fullmatch(name), name
    shown = {title: {one.text for one in all_emblems(title)} for title in titles() if title[0].isdigit()}
    assert all(len(one) >= 15 for one in shown.values())


@pytest.mark.parametrize("ground", [(49, 51, 56), (255, 255, 255)])
def test_an_emblem_differs_from_a_dark_and_from_a_light_ground(ground: tuple[int, int, int]):
    for one in all_emblems("1870"):
        png = draw_emblem(one).png
        assert len(png) < 256 * 1024
        small = Image.open(io.BytesIO(png)).resize((22, 22), Image.Resampling.LANCZOS)
        page = Image.new("RGB", (22, 22), ground)
        page.paste(small, (0, 0), small)
        bright = [sum(page.getpixel((x, y))) / 3 for x in range(22) for y in range(22)]  # type: ignore[arg-type]
        assert max(bright) - min(bright) > 100, one


async def test_they_are_uploaded_once_and_found_again(club: Hall):
    await of(club).bring()
    count = len(all_emblems("1870"))
    assert uploads(club) == len(club.sandbox.world.emojis) == len(emblems.KNOWN) == count
    emblems.KNOWN.clear()
    await of(club).bring()
    assert uploads(club) == count and len(emblems.KNOWN) == count


@pytest.mark.soak
async def test_two_processes_upload_each_once(pair: Pair):  # noqa: F811
    both = [of(pair.hall, number) for number in (0, 1)]
    await asyncio.gather(*(one.bring() for one in both))
    names = [one.name for one in pair.hall.sandbox.world.emojis.values()]
    assert uploads(pair.hall) == len(names) == len(set(names)) == len(all_emblems("1870"))


async def test_another_drawing_has_another_name_and_the_earlier_one_stays(club: Hall, monkeypatch: pytest.MonkeyPatch):
    await of(club).bring()
    before = {one.name for one in club.sandbox.world.emojis.values()}
    monkeypatch.setattr("render.draw_emblem", lambda one: draw_emblem(replace(one, kind="private")))
    await of(club).bring()
    after = {one.name for one in club.sandbox.world.emojis.values()}
    redrawn = [one for one in all_emblems("1870") if one.kind != "private"]
    # A company is called as a private company is, and so is drawn as it.
    assert before < after and len(after - before) == len(redrawn) - 1
    shown = {emblems.KNOWN[one].split(":")[1] for one in redrawn}
    assert after - before < shown


async def test_only_without_room_the_oldest_drawings_go_and_nobody_elses(club: Hall, monkeypatch: pytest.MonkeyPatch):
    count, kept = len(all_emblems("1870")), club.sandbox.world.emojis
    for number, name in enumerate(["of_the_host", *(f"OLD_{n:08x}" for n in range(5))], 1):
        kept[number] = Emoji(number, name, b"")
    monkeypatch.setattr(emblems, "ROOM", count + 4)
    await of(club).bring()
    assert list(kept)[:4] == [1, 4, 5, 6] and len(kept) == count + 4


@pytest.mark.parametrize(("status", "code", "again"), [(403, 50001, 0), (403, 50013, 0), (500, 0, 1)])
async def test_play_goes_on_if_discord_takes_none(
    club: Hall, monkeypatch: pytest.MonkeyPatch, status: int, code: int, again: int
):
    monkeypatch.setattr(emblems, "WAIT", 0.0)
    monkeypatch.setattr(emblems, "pauses", lambda: [0.0] * 3)
    club.sandbox.faults.refused(r"GET /applications/\{application_id\}/emojis", status=status, code=code)
    mine = of(club)
    mine.begin()
    job = mine._job
    assert job is not None
    await until(job.done)
    assert job.exception() is None and bool(emblems.KNOWN) == bool(again)
    await club.game()
    panel = await club.ann.slash("/turn", club.room)
    assert panel.message.buttons


async def test_one_that_is_refused_does_not_keep_the_others_away(club: Hall):
    club.sandbox.faults.refused(r"POST /applications/\{application_id\}/emojis", status=400, code=50035)
    await of(club).bring()
    assert len(emblems.KNOWN) == len(all_emblems("1870")) - 1


async def test_lines_buttons_and_lists_show_what_they_are_about(club: Hall):
    await of(club).bring()
    await Emojis(club.bot, club.table.db, club.bot.drawers, lambda: ["1830"]).bring()
    number = await club.game()
    auction = await club.ann.slash("/turn", club.room)
    assert "<:" not in auction.text, "what a private company's emoji says stands there already"
    table = Table().with_company("SP", "Ann", Ann=5, pool=2).with_company("MKT", "Bob", Ann=3, Bob=6)
    await club.lay_out(number, table.with_cash("Ann", 900).stock_round("Ann").game)
    panel = await club.ann.slash("/turn", club.room)
    starts = [one for part in panel.message.parts() if part["type"] == 3 for one in part["options"]]
    starts = [one for one in starts if one["label"].startswith("Start ")]
    assert starts and all(one["label"].split()[1].strip(",") in one["emoji"]["name"] for one in starts)
    ids = {int(one["emoji"]["id"]) for one in starts}
    assert ids <= set(club.sandbox.world.emojis) and len(ids) == len(starts)
    other = Table1830().with_company("B&O", "Bob", Bob=3).with_cash("Ann", 900)
    await club.lay_out(await club.game(title="1830", options=""), other.stock_round("Ann").game)
    panel = await club.ann.slash("/turn", club.room, game="2")
    assert "**B&O**" in panel.text and "<:" not in panel.text, "before the only company it would say nothing"
    await club.lay_out(2, other.with_company("PRR", "Bob", Bob=3).stock_round("Ann").game)
    panel = await club.ann.slash("/turn", club.room, game="2")
    shown = [(name.split("_")[0], what) for name, _, what in SHOWN.findall(panel.text)]
    assert shown == [("PRR", "PRR"), ("BO", "B&O")]


async def test_emoji_are_shown_where_there_are_several_to_choose_from_and_all_have_one(club: Hall):
    await of(club).bring()
    shown = view(Table().game, "")
    sp, slsf, atsf, none = ("company", "SP"), ("company", "SLSF"), ("company", "ATSF"), ("company", "NONE")
    two, three = (TRAIN, "2"), (TRAIN, "3")

    def among(*objects: tuple[str, str] | None) -> list[str]:
        """The names of the companies and trains whose emoji would be shown."""
        return [one.partition("_")[0][2:] for one in emoji_among(shown, objects)]

    assert among(sp, slsf, None, atsf) == ["SP", "SLSF", "", "ATSF"], "names of four letters have one, too"
    assert among(sp, None, sp) == ["", "", ""], "bought from two places it is still one company"
    assert among(sp, two, three) == ["", "2", "3"]
    assert among(sp, slsf, none, two) == [""] * 4, "with and without one they would not stand in line"
    assert among(("private", "SCC"), ("private", "GRSC")) == ["", ""], "a name too long to be read is not drawn"


async def test_nothing_is_lost_if_discord_refuses_a_fresh_one(club: Hall):
    await of(club).bring()
    table = Table().with_cash("Ann", 900).with_cash("Bob", 900)
    for symbol, president in (("SP", "Ann"), ("MKT", "Ann"), ("IC", "Bob"), ("TP", "Bob")):
        table.with_company(symbol, president, **{president: 3})
    number = await club.game()
    await club.lay_out(number, table.stock_round("Ann").game)
    ping = await club.called(club.ann)
    assert len({one["emoji"]["id"] for one in ping.buttons if one.get("emoji")}) == 2
    panel = await club.ann.slash("/turn", club.room)
    assert len(SHOWN.findall(panel.text)) == 4
    club.sandbox.posting.no_emojis = True
    panel = await club.ann.slash("/turn", club.room)
    assert panel.message.buttons and "<:" not in panel.text
    bought = await club.press(club.ann, ping, "Buy MKT from the IPO for $100")
    await club.press(club.ann, bought.message, "End your turn")
    ping = await club.called(club.bob)
    assert [one for one in labels(ping) if one.startswith("Buy ")] == [
        "Buy IC from the IPO for $100",
        "Buy TP from the IPO for $100",
    ]
    assert ping.content and not any(one.get("emoji") for one in ping.buttons)


async def test_refused_emoji_are_left_out_for_a_while_so_that_nothing_is_sent_twice(club: Hall):
    await of(club).bring()
    table = Table().with_company("SP", "Ann", Ann=3).with_company("MKT", "Ann", Ann=3).with_cash("Ann", 900)
    await club.lay_out(await club.game(), table.stock_round("Ann").game)
    await club.called(club.ann)
    club.sandbox.posting.no_emojis = True

    async def turn() -> tuple[str, int]:
        """The panel, and how often Discord was asked to show it."""
        before = len(club.sandbox.records)
        panel = await club.ann.slash("/turn", club.room)
        asked = [one for one in club.sandbox.records[before:] if one.method == "PATCH"]
        return panel.text, len(asked)

    text, asked = await turn()
    assert "<:" not in text and asked == 2
    text, asked = await turn()
    assert "<:" not in text and asked == 1
    club.sandbox.posting.no_emojis = False
    text, asked = await turn()
    assert "<:" not in text and asked == 1
    assert all(0 < end - time.monotonic() <= AVOIDED for end in retries.REFUSED.values())
    retries.REFUSED.update(dict.fromkeys(retries.REFUSED, time.monotonic()))  # as after that time
    text, asked = await turn()
    assert "<:" in text and asked == 1


def test_a_plainer_reply_has_all_but_emoji():
    go = Button("Go", Tried(word="1"), emoji="<:SP_0123abcd:123456789012345678>")
    chosen = Select("…", (Pick("SP", Tried(word="2"), "facts", "<:SP_0123abcd:123456789012345678>"),))
    reply = Reply(
        "a <:SP_0123abcd:123456789012345678> SP",
        rows=((go,), chosen, Entry("<:SP_0123abcd:123456789012345678> **SP**", go), "x <:A_1:234567890123456789> y"),
    )
    plain = reply.plainer()
    bare = Button("Go", Tried(word="1"))
    assert plain is not None and plain.text == "a SP" and plain.plainer() is None
    assert plain.rows == ((bare,), Select("…", (Pick("SP", Tried(word="2"), "facts"),)), Entry("**SP**", bare), "x y")
    assert reply.private()["view"].to_components()[1]["components"][0]["emoji"]["id"] == 123456789012345678
    assert discord.PartialEmoji.from_str(go.emoji).name == "SP_0123abcd"


def test_the_same_object_has_the_same_name_everywhere():
    one = Emblem(COMPANY, "SP", "#f48221")
    assert emblem_name(one, draw_emblem(one).png) == emblem_name(one, draw_emblem(one).png)
    assert emblem_name(one, draw_emblem(Emblem(COMPANY, "SP", "#f48222")).png) != emblem_name(one, draw_emblem(one).png)
