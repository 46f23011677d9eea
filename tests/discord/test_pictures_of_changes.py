"""Between pings a channel is shown only what has changed."""

from __future__ import annotations

from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from msgspec import structs

from bot.discord.channel.pictures import FILES, RUN, board, brought_up, caught_up
from bot.discord.games.drawing import PictureFile
from bot.menu.picture import DrawingJob
from bot.robots.thinking import Apart
from bot.store.rows import OutboxRow, PostRow
from engine import Act, Game, new
from engine.play import next_to_act, random_act
from engine.titles import titles
from engine.view import View, view
from render.changes import changed_hexes
from sandbox import Message
from tests.discord.conftest import Hall
from tests.discord.test_foresight import MOVES, played
from tests.t1870.lines import row_b

FEW = 200
"""Moves of a game in the short tests."""


@pytest.mark.parametrize("most", [FEW, pytest.param(MOVES, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", titles())
def test_only_what_a_move_changed_is_drawn(title: str, most: int):
    seen = set[tuple[str, ...]]()
    positions = islice(played(title, 5), most)
    looked_at = ((view(game), act) for game, _, act in positions)
    for (before, act), (now, _) in pairwise(looked_at):
        drawn = board(before, now, "light", whole=False)
        hexes = changed_hexes(before, now)
        moved = [one.box for one in before.companies] != [one.box for one in now.companies]
        assert list(drawn) == ["changes"] * bool(hexes) + ["market"] * moved, act
        assert all(one.options["around"] == hexes for name, one in drawn.items() if name == "changes")
        clock = now.clock
        of_round = {"initial": ["auction"], "stock": ["holdings"]}.get("" if clock.of else clock.round, [])
        assert list(board(before, now, "light", whole=True)) == [*of_round, "map", "market"]
        seen.add(tuple(drawn))
    assert {(), ("changes",), ("market",)} <= seen


def test_the_map_is_drawn_again_when_a_sign_has_gone_though_nothing_is_marked():
    after = view(new("1830", ["Ann", "Bob"], {}, 1))
    place = next(one for one in after.hexes if not one.blocked_by)
    blocked = structs.replace(place, blocked_by="SV")
    now = structs.replace(after, hexes=[blocked if one is place else one for one in after.hexes])
    assert changed_hexes(now, after) == [] and caught_up(now, now, now, "light", ["map"]) == {}
    assert list(caught_up(now, now, after, "light", ["map"])) == ["map"]


async def test_a_ping_after_a_bid_carries_map_and_market_although_neither_has_changed(club: Hall):
    await club.game(club.ann, club.bob)
    await club.called(club.ann)
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    ping = await club.bob.pinged()
    assert [one.filename for one in ping.attachments] == ["auction.png", "map.png", "market.png"]


async def test_while_robots_follow_each_other_pictures_wait_for_the_ping(club: Hall, monkeypatch: pytest.MonkeyPatch):
    """Each move of a robot is posted before the next is thought of, as if it thought for long."""
    think = Apart.think

    async def slowly(self: Apart, *given: Any) -> Act | None:
        await club.posted()
        return await think(self, *given)

    monkeypatch.setattr(Apart, "think", slowly)
    await club.ann.slash("/game new", club.room, title="1830", seats=3, place="here")
    for _ in range(2):
        await club.ann.slash("/game robot", club.room, game="1")
    first = await club.called(club.ann)
    await club.posted()
    await club.ann.slash("/pass", club.room)
    second = await club.sandbox.until(
        lambda: next((one for one in club.ann.pings if one.id > first.id and "map.png" in pictures(one)), None),
        "a ping",
    )
    await club.posted()
    edits = club.sandbox.records.of("PATCH /channels/{channel_id}/messages/{message_id}")
    robots_moves = [one for one in edits if one.path.endswith(str(first.id)) and "Robot" in str(one.body)]
    assert robots_moves and not any(one.files for one in robots_moves)
    assert pictures(second) >= {"map.png", "market.png"}


def pictures(message: Message) -> set[str]:
    """The names of a message's files."""
    return {one.filename for one in message.attachments}


def before_a_call_to_lay(game: Game) -> tuple[Game, str, Act]:
    """A position, and the move after which somebody else is called to lay track."""
    stream = Random(3)
    while True:
        mover = next_to_act(game, stream)
        act = random_act(game, mover.seat, stream) if mover is not None else None
        assert mover is not None and act is not None
        later, _ = game.apply(mover.seat, act)
        asked = [one.seat for one in later.decisions()]
        if len(asked) == 1 and asked[0] != mover.seat and "lay" in later.verbs(asked[0]):
            return game, mover.seat, act
        game = later


async def test_what_a_ping_asked_is_not_shown_once_it_has_been_answered(club: Hall):
    number = await club.game(title="1830", options="")
    position, seat, act = before_a_call_to_lay((await club.table.present(number)).game)
    await club.lay_out(number, position)
    now = await club.table.present(number)
    await club.table.act(number, now.owner(seat).user_id, seat, act.verb, dict(act.args), now.decision, now.epoch)
    now = await club.table.present(number)
    seat = now.game.decisions()[0].seat
    await club.posted()
    ping = club.on_turn(now).pings[-1]
    assert ping.attachments[0].filename == "choices.png"
    before = {one.id for one in ping.attachments}
    acts = (random_act(now.game, seat, Random(seed)) for seed in range(100))
    lay = next(act for act in acts if act is not None and act.verb == "lay")
    await club.table.act(number, club.on_turn(now).id, seat, lay.verb, dict(lay.args), now.decision, now.epoch)
    await club.posted()
    assert pictures(ping) >= {"changes.png", "map.png", "market.png"} and "choices.png" not in pictures(ping)
    assert not {one.id for one in ping.attachments} & before, "every picture is of one moment"


async def test_the_run_is_large_while_its_dividend_is_decided_and_after_that(club: Hall):
    """It stood below a part of the map with nearly nothing on it."""
    number = await club.game(title="1870", options="runs=free")
    await club.lay_out(number, row_b(step="track").with_train("ATSF", "2").game)
    for command, given in (("/pass", {}), ("/pass", {}), ("/run", {"routes": "2: B9 B11"})):
        await club.ann.slash(command, club.room, **given)
        await club.posted()
    post = next(one for one in reversed(club.room.public) if one.attachments and not one.pinned)
    assert post.attachments[0].filename == "run-ATSF.png"
    assert "Pay out in full" in (post.attachments[0].description or "")
    await club.ann.slash("/dividend", club.room, kind="full")
    await club.posted()
    assert post.attachments[0].filename == "run-ATSF.png" and {"market.png"} <= pictures(post)
    assert "Pay out in full" not in (post.attachments[0].description or "")


@pytest.mark.parametrize(("most", "note"), [(10, False), (2, False), (10, True)])
async def test_a_run_that_is_added_to_a_message_is_shown_there_if_there_is_room(
    club: Hall, monkeypatch: pytest.MonkeyPatch, most: int, note: bool
):
    """Its picture came with the next message, beside another company's; also when a note came between."""
    follow = True

    async def follows(*about: object) -> bool:
        return follow

    monkeypatch.setattr("bot.discord.channel.pictures.robots_follow", follows)
    monkeypatch.setattr("bot.discord.channel.pinned.REST", 0.0)
    number = await club.game(title="1870", options="runs=free")
    await club.posted()  # Pictures of the start come only while nothing newer waits.
    await club.lay_out(number, row_b(step="track").with_train("ATSF", "2").game)
    for command, given in (("/pass", {}), ("/pass", {}), ("/run", {"routes": "2: B9 B11"}), ("/dividend", {})):
        await club.ann.slash(command, club.room, **({"kind": "full"} if command == "/dividend" else given))
        await club.posted()
    post = next(one for one in reversed(club.room.public) if one.attachments and not one.pinned)
    assert "ATSF pays" in post.text and not any(RUN in one for one in pictures(post))
    before, follow = pictures(post) - {"auction.png"}, False
    monkeypatch.setattr("bot.discord.channel.pictures.FILES", most)
    club.cem.says("Well run!", club.room)
    if note:
        await club.ann.slash("/game organiser", club.room, to=club.bob)
        await club.settled()
        club.cem.says("It is all yours.", club.room)
    await club.ann.slash("/pass", club.room)
    await club.settled()
    new = next(one for one in reversed(club.room.public) if one.text.startswith("-# Game") and not one.pinned)
    assert new.id > post.id and not any(RUN in one for one in pictures(new)), "it is shown once"
    runs = [one for one in post.attachments if RUN in one.filename]
    assert [one.filename for one in runs] == ["run-ATSF.png"] * (most > len(before))
    assert not any("Pay out in full" in (one.description or "") for one in runs) and before <= pictures(post)


async def test_a_message_with_ten_files_keeps_ten(club: Hall, monkeypatch: pytest.MonkeyPatch):
    """A company whose run it shows has run again, and so has another: the oldest run makes room."""
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.posted()

    async def ran(*about: object) -> dict[str, View]:
        return dict.fromkeys(("ATSF", "SP"), view((await club.table.present(number)).game))

    async def draw(jobs: list[DrawingJob]) -> list[PictureFile]:
        return [PictureFile(f"{one.what}.png", b"", "") for one in jobs]

    monkeypatch.setattr("bot.discord.channel.pictures.runs_in", ran)
    monkeypatch.setattr("bot.discord.channel.pictures._shows_the_same", lambda *about: False)
    monkeypatch.setattr(club.bot.drawers, "draw", draw)
    names = ["map", "market", f"{RUN}ATSF", *(f"{RUN}{letter}" for letter in "BCDEFGH")]
    files = [{"id": at, "filename": f"{name}.png"} for at, name in enumerate(names)]
    post = PostRow(game_id=number, message_id=1, target="", first=1, pictures=files, since=0, drawn=0)
    moved = OutboxRow(target="", game_id=number, number=1, kind="move", payload={"position": 1}, nonce="")
    shown = await brought_up(club.table, club.bot.drawers, post, [moved])
    assert shown is not None
    files = [*(one.name for one in shown.files), *(one["filename"] for one in shown.before)]
    assert len(files) == FILES and {"map.png", f"{RUN}SP.png"} <= {*files} and f"{RUN}H.png" not in files


async def test_a_stock_round_shows_first_and_large_who_holds_what(club: Hall):
    """Beside the market it could not be read on a phone."""
    number = await club.game(title="1830")
    await club.play_until(number, "buy", when=lambda game, seat: "pass" in game.verbs(seat))
    now = await club.table.present(number)
    await club.on_turn(now).slash("/pass", club.room)
    called = club.on_turn(await club.table.present(number))
    await club.posted()
    assert [one.filename for one in called.pings[-1].attachments] == ["holdings.png", "map.png", "market.png"]
