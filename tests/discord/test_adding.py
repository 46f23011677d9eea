"""A ping is a new message; what follows is added to it until the next ping, which nobody is pinged by."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

import pytest

import bot.discord.channel.adding
import bot.discord.channel.pinned
from bot.discord.channel.pictures import with_room
from bot.discord.channel.posting import Poster
from bot.discord.channel.texts import added_before
from bot.discord.kit.reply import CONTENT
from bot.discord.kit.say import say
from bot.store.rows import OutboxRow, PostRow
from bot.table.play import telling
from engine.play import random_act
from engine.view import view
from sandbox import Channel, Message
from tests.discord.conftest import Hall, labels, starting
from tests.t1870.lines import row_b


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch):
    """Pinned messages, and with them older ones, are changed without a rest before."""
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)


def of_game(room: Channel) -> list[Message]:
    """What has been posted about a game, without the pinned message."""
    return [one for one in room.public if not one.pinned and one.text.startswith("-# Game")]


async def noted(club: Hall, number: int, text: str, **more: bool) -> None:
    """Something that pings nobody is announced."""
    async with club.table.db.write() as session:
        game = await club.table.services.row(session, number)
        telling.tell(club.table.services, session, game, telling.WIDENED, text, text, **more)
    await club.posted()


async def test_what_follows_a_ping_is_added_to_its_message(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    await club.settled()
    before, buttons, pings = len(of_game(club.room)), labels(ping), len(club.ann.pings)
    await noted(club, number, "Dan may look on.")
    await noted(club, number, "Eve may look on.")
    assert len(of_game(club.room)) == before and len(club.ann.pings) == pings
    assert ping.text.endswith("Dan may look on.\nEve may look on.") and f"<@{club.ann.id}>" in ping.text
    assert labels(ping) == buttons and [one.filename for one in ping.attachments] == [
        "auction.png",
        "map.png",
        "market.png",
    ]
    await club.ann.slash("/pass", club.room)
    called = await club.bob.pinged()
    assert called.id > ping.id and "look on" not in called.text and "Ann" in called.text


async def test_a_second_tile_is_asked_for_in_other_words_than_the_first(club: Hall):
    """Both read "Ann acts for ATSF: it may lay track now.", as if nothing had been laid."""
    number = await club.game(title="1870", options="runs=free")
    await club.lay_out(number, row_b(step="track").with_cash("ATSF", 500).game)
    now = await club.table.present(number)
    [call] = [text for _, text in telling.decisions(view(now.game)).values()]
    acts = (random_act(now.game, "p1", Random(seed)) for seed in range(200))
    lay = next(act for act in acts if act is not None and act.verb == "lay")
    await club.table.act(number, club.ann.id, "p1", lay.verb, dict(lay.args), now.decision, now.epoch)
    await club.posted()
    after = await club.table.present(number)
    assert "lay" in after.game.verbs("p1")
    last = of_game(club.room)[-1].text
    assert call not in last and "Ann acts for ATSF: it may lay more track now." in last


async def test_a_message_that_is_not_the_newest_is_left_as_it_is(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    await club.settled()
    text = ping.text
    club.cem.says("Good luck!", club.room)
    await noted(club, number, "Dan may look on.")
    assert ping.text == text and of_game(club.room)[-1].text.endswith("Dan may look on.")


async def test_a_message_of_a_quarter_of_an_hour_ago_is_left_as_it_is(club: Hall, monkeypatch: pytest.MonkeyPatch):
    number = await club.game()
    ping = await club.called(club.ann)
    await club.settled()
    monkeypatch.setattr(bot.discord.channel.adding, "YOUNG", timedelta())
    await noted(club, number, "Dan may look on.")
    assert "Dan" not in ping.text and of_game(club.room)[-1].text.endswith("Dan may look on.")


async def test_a_message_without_room_is_followed_by_a_new_one(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    await club.settled()
    lines = [f"{n} " + "x" * 500 for n in range(6)]
    for line in lines:
        await noted(club, number, line)
    texts = [one.text for one in of_game(club.room) if one.id >= ping.id]
    assert len(texts) > 1 and max(map(len, texts)) <= CONTENT
    assert [line for line in "\n".join(texts).splitlines() if "xxx" in line] == lines


async def test_a_company_s_turn_begins_a_post_where_there_may_not_be_room_for_all_of_it(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    await club.settled()
    await noted(club, number, "PRR operates.", opens=True)
    for n in range(3):
        await noted(club, number, f"PRR {n} " + "x" * 400)
    assert ping.text.count("PRR") == 4, "a long turn stays in one post"
    await noted(club, number, "NYC operates.", opens=True)
    new = of_game(club.room)[-1]
    assert new.id > ping.id and new.text.splitlines()[1] == "NYC operates."


async def test_nothing_is_lost_if_the_message_has_been_deleted(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    await club.settled()
    club.sandbox.posting.delete(ping)
    await noted(club, number, "Dan may look on.")
    assert of_game(club.room)[-1].text.endswith("Dan may look on.")


async def test_a_move_that_is_taken_back_is_struck_through(club: Hall):
    await club.game(club.ann, club.bob)
    await club.called(club.ann)
    await club.ann.slash("/pass", club.room)
    told = await club.bob.pinged()
    line = told.text.splitlines()[1]
    assert "Ann" in line
    await club.settled()
    asked = await club.ann.slash("/undo", club.room)
    await club.press(club.ann, asked.message, starting(asked.message, "Take"))
    await club.settled()
    assert told.text.splitlines()[1] == f"~~{line}~~"
    await club.ann.slash("/redo", club.room)
    await club.settled()
    assert told.text.splitlines()[1] == line


async def test_several_pings_at_once_are_one_message(club: Hall, monkeypatch: pytest.MonkeyPatch):
    """Such as those that waited while Discord was not there."""
    await club.game()
    await club.called(club.ann)
    await club.settled()
    before = len(of_game(club.room))
    there, post = asyncio.Event(), Poster.post

    async def late(poster: Poster, row: OutboxRow) -> int:
        await there.wait()
        return await post(poster, row)

    monkeypatch.setattr(Poster, "post", late)
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    there.set()
    await club.posted()
    new = of_game(club.room)[before:]
    assert len(new) == 1 and {club.bob.id, club.cem.id} <= set(new[0].pinged)
    assert "Ann" in new[0].text and "Bob" in new[0].text and new[0].text.count("turn in the private auction") == 1
    assert say("button_turn") in labels(new[0])


def test_what_was_added_before_is_told_line_by_line():
    def row(number: int, *texts: str) -> OutboxRow:
        moves = [{"seat": "p2", "text": [text]} for text in texts]
        return OutboxRow(id=number, game_id=1, number=number, kind="move", target="channel:1", payload={"moves": moves})

    post = PostRow(game_id=1, message_id=1, target="channel:1", first=1)
    said = added_before(post, [row(1, "Ann passes."), row(3, "Bob passes."), row(4, "Cem buys 1 share.")], (), ())
    assert said.splitlines() == ["-# Before this:", "-# Bob passes.", "-# Cem buys 1 share."]


def test_of_much_that_was_added_before_only_great_events_and_the_latest_are_told_again():
    def said(*texts: str) -> list[str]:
        moves = [{"seat": "p2", "text": [text]} for text in texts]
        rows = [OutboxRow(id=2, game_id=1, number=2, kind="move", target="channel:1", payload={"moves": moves})]
        return added_before(PostRow(game_id=1, message_id=1, target="channel:1", first=1), rows, (), ()).splitlines()

    rusts, runs, pays = "**Trains of kind 2 rust: 2 of B&O.**", "PRR runs.", "PRR pays out."
    assert said("x" * 99, runs, pays) == ["-# Before this:", f"-# {'x' * 99}", f"-# {runs}", f"-# {pays}"]
    assert said(rusts, "x" * 150, pays) == ["-# Before this:", f"-# {rusts}", "-# …", f"-# {pays}"]
    assert said(runs, rusts, "x" * 150, rusts, "x" * 130, pays)[:-1] == [
        "-# Before this: …",
        f"-# {rusts}",
        "-# …",
        f"-# {rusts}",
        f"-# {'x' * 130}",
    ]
    assert said(rusts, "x" * 150) == ["-# Before this:", f"-# {rusts}", f"-# {'x' * 150}"]
    assert said(runs, "x" * 390) == ["-# Before this: …", f"-# {'x' * 390}"], "the last is said, however long"
    assert said(*[rusts.replace("2", str(kind)) for kind in range(2, 9)], "x" * 150)[:-1] == [
        "-# Before this: …",
        *(f"-# {rusts.replace('2', str(kind))}" for kind in (7, 8)),
    ]


def test_what_was_done_several_times_is_counted_although_something_great_followed_from_it():
    """Three purchases, the first of which closed a private company, were "(twice)" and a gap."""

    def said(*moves: list[str]) -> list[str]:
        payload = {"moves": [{"seat": "p2", "text": text} for text in moves]}
        rows = [OutboxRow(id=2, game_id=1, number=2, kind="move", target="channel:1", payload=payload)]
        return added_before(PostRow(game_id=1, message_id=1, target="channel:1", first=1), rows, (), ()).splitlines()

    buys, closes = "B&O buys a 2 train for $80.", "**B&O closes.**"
    three = ["-# B&O buys a 2 train for $80 (3\u00a0times).", f"-# {closes}"]
    assert said([buys, closes], [buys], [buys]) == ["-# Before this:", *three]
    assert said([buys, closes], [], [buys], [buys], ["x" * 100])[1:] == [f"-# {closes}", f"-# {'x' * 100}"]
    assert said(["Bob passes."], ["Cem passes."], ["Bob passes."])[1:] == [
        "-# Bob passes.",
        "-# Cem passes.",
        "-# Bob passes.",
    ]


def test_of_too_many_pictures_the_oldest_runs_go():
    kept = [{"filename": f"{name}.png"} for name in ("map", "market", *(f"run-{n}" for n in range(8)))]
    assert [one["filename"] for one in with_room(kept, 10)] == [one["filename"] for one in kept]
    left = [one["filename"] for one in with_room(kept, 7)]
    assert left == ["map.png", "market.png", *(f"run-{n}.png" for n in range(5))], "new ones come first"
    assert [one["filename"] for one in with_room(kept[:4], 1)] == ["map.png", "market.png"], "all runs, if need be"
