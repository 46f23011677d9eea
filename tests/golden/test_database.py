"""A database that the bot of commit 6d4bed4 left behind: today's opens it, damages nothing, and plays every game on."""

from __future__ import annotations

import json
import lzma
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

import tests.toy.title  # noqa: F401  (registers the toy)
from bot.errors import NotYours
from bot.host.settings import Settings
from bot.store.opening.migrate import upgrade
from bot.store.rows import GATHERING, RUNNING, WAITING, OutboxRow
from bot.table.ground.services import Present
from bot.table.housekeeping import Housekeeping
from bot.table.past.past import moves_to
from bot.table.play.extras import Extras
from bot.table.upkeep.sender import Sender
from bot.table.upkeep.verify import verify
from engine import Act, decode_game
from engine.view import view
from engine.view.known import hides_anything
from tests.golden import facts
from tests.golden.games import DATA
from tests.golden.kept import told_of
from tests.table.club import CHANNEL, Clock, Club, club

TITLES = ("1870", "1828", "1839", "1843", "toy")
FEW, MANY = 2, 20
"""Moves that a game is played on, in `make test` and in `make soak`."""


@cache
def _told() -> dict[str, Any]:
    return json.loads(lzma.decompress((DATA / "table.json.xz").read_bytes()))


def kept(title: str = "", *, status: str = "") -> list[dict[str, Any]]:
    """What is known of the games: what each is in the middle of, who sits there, digests of what everybody saw."""
    return [
        dict(game) for game in _told()["games"] if game["what"].startswith(title) and status in ("", game["status"])
    ]


def _as_left() -> bytes:
    return lzma.decompress((DATA / "table.db.xz").read_bytes())


@cache
def _up_to_date() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        path.write_bytes(_as_left())
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()


@asynccontextmanager
async def golden(tmp_path: Path, *, as_left: bool = False) -> AsyncIterator[Club]:
    """A copy of the database, opened at the moment at which it was left. It has been brought up to date once for all
    tests, or is by the bot that opens it.
    """
    path = tmp_path / "table.db"
    if not path.exists():
        path.write_bytes(_as_left() if as_left else _up_to_date())
    async with club(path, Clock(datetime.fromisoformat(_told()["now"]))) as table:
        yield table


@pytest.mark.parametrize("title", TITLES)
async def test_every_stored_position_can_be_read(title: str, tmp_path: Path):
    async with golden(tmp_path) as table:
        for game in kept(title):
            found = await told_of(table.table, game["game"], game["what"])
            if "views" in game:
                assert not facts.differing(game["views"], found["views"], facts.LONG), game["what"]
            # A later bot may keep more settings, but loses none.
            assert game.pop("settings").items() <= found.pop("settings").items()
            assert found == game
            if "views" in game:
                raws, names = await table.table.past.sample_positions(game["game"], 10_000)
                for raw in raws:
                    decode_game(raw).named(names).audit()


async def test_a_restart_damages_nothing(tmp_path: Path):
    settings = Settings(_env_file=None, backup_dir=tmp_path / "backups")  # type: ignore[call-arg]
    async with golden(tmp_path, as_left=True) as table:
        table.clock.pass_by(minutes=1)
        await Housekeeping(table.table, settings).tick()
        assert not table.troubles
        assert list((tmp_path / "backups").iterdir())
        extras = Extras(table.table.services)
        for game in kept(status=RUNNING):
            row, _ = await extras.game(game["game"])
            assert (row.status, row.position, row.last) == (RUNNING, game["position"], game["last"]), game["what"]


@pytest.mark.soak
async def test_a_late_restart_expires_offers_and_damages_nothing(tmp_path: Path):
    settings = Settings(_env_file=None, backup_dir=tmp_path / "backups")  # type: ignore[call-arg]
    async with golden(tmp_path) as table:
        table.clock.pass_by(days=30)
        await Housekeeping(table.table, settings).tick()
        assert not table.troubles
        fallen, extras = 0, Extras(table.table.services)
        for game in kept(status=RUNNING):
            row, _ = await extras.game(game["game"])
            if row.last > game["last"]:
                (await table.table.present(game["game"])).game.audit()
                fallen += 1
        assert fallen >= 8


class Posts:
    """Notes what is posted."""

    def __init__(self) -> None:
        self.posted: list[str] = []

    async def post(self, row: OutboxRow) -> int:
        self.posted.append(row.nonce)
        return len(self.posted)


async def test_unposted_announcements_are_still_waiting(tmp_path: Path):
    async with golden(tmp_path) as table:
        waiting = [row for row in await table.outbox() if row.state == WAITING]
        assert len(waiting) == _told()["announcements"] > 200
        assert all(row.payload.get("text") or row.payload.get("moves") for row in waiting)


@pytest.mark.soak
async def test_unposted_announcements_are_posted_once(tmp_path: Path):
    posts = Posts()
    async with golden(tmp_path) as table:
        sender = Sender(table.db, posts, table.clock)
        await sender.drain()
        assert len(posts.posted) == len(set(posts.posted)) == _told()["announcements"] > 200
        await sender.drain()
        assert len(posts.posted) == _told()["announcements"]


@pytest.mark.parametrize("title", TITLES)
async def test_some_games_can_be_played_on(title: str, tmp_path: Path):
    games = kept(title, status=RUNNING)
    undone = [game for game in games if game["redo"]]
    others = [game for game in games if game not in undone]
    await all_played_on([*undone[:2], *others[::6]], tmp_path, FEW)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
async def test_every_game_can_be_played_on_for_long(title: str, tmp_path: Path):
    games = kept(title, status=RUNNING)
    await all_played_on(games, tmp_path, MANY)
    async with golden(tmp_path) as table:
        for game in games:
            (await table.table.present(game["game"])).game.audit()


async def all_played_on(games: list[dict[str, Any]], tmp_path: Path, moves: int) -> None:
    """Answer the open offers, redo what was undone, and make this many moves, with all standing orders in force."""
    assert games
    async with golden(tmp_path) as table:
        for game in games:
            if game["redo"]:
                await made_again_and_taken_back(table, game["game"])
            before = await offers_answered(table, game["game"])
            now = await table.play(game["game"], moves, seed=game["game"])
            now.game.audit()
            assert now.row.last > before.row.last, game["what"]


async def made_again_and_taken_back(table: Club, number: int) -> None:
    """The move that was taken back can be made again: by the organiser, or by its maker among secrets."""
    now = await table.table.present(number)
    clicker = now.row.organiser_id
    try:
        assert await table.table.takeback.redo(number, clicker, now.epoch)
    except NotYours:
        assert hides_anything(now.game)
        clicker = await maker(table, now)
        assert await table.table.takeback.redo(number, clicker, now.epoch)
    after = await table.table.present(number)
    after.game.audit()
    assert after.row.position > now.row.position
    as_organiser = clicker == now.row.organiser_id
    undone = await table.table.takeback.undo(number, clicker, after.epoch, as_organiser=as_organiser)
    again = await table.table.present(number)
    if undone is None:  # It has told its maker something, so the others are asked.
        assert hides_anything(now.game) and again.game.encode() == after.game.encode()
    else:
        assert again.game.encode() == now.game.encode()


async def maker(table: Club, now: Present) -> int:
    """Whose move was taken back last."""
    assert now.row.tip is not None and now.row.id is not None
    async with table.db.read() as session:
        line = await moves_to(session, now.row.id, now.row.tip)
    return now.owner(next(move.seat for move in line if move.parent == now.row.position)).user_id


async def offers_answered(table: Club, number: int) -> Present:
    """Everybody who is asked for consent gives it, or refuses it where the rules do not let them agree."""
    while True:
        now = await table.table.present(number)
        asked = [
            (seat, offer.id)
            for seat in now.seats
            if now.game.state.offers
            for offer in view(now.game, seat.seat).offers
            if seat.seat in offer.needs and seat.seat not in offer.given
        ]
        if not asked:
            return now
        seat, offer = asked[0]
        accept = Act("accept", {"offer": offer})
        act = Act("decline", {"offer": offer}) if now.game.why_not(seat.seat, accept) else accept
        await table.table.act(number, seat.user_id, seat.seat, act.verb, act.args, now.decision, now.epoch)


async def test_every_lobby_fills_and_its_game_begins_with_the_options_chosen(tmp_path: Path):
    lobbies = kept(status=GATHERING)
    assert len(lobbies) > 8
    async with golden(tmp_path) as table:
        for lobby in lobbies:
            row, seats = await Extras(table.table.services).game(lobby["game"])
            for person in range(900, 900 + row.places - len(seats)):
                begun = await table.table.seating.join(lobby["game"], person, f"New {person}")
            assert begun
            now: Present = await table.play(lobby["game"], 3)
            assert now.row.status == RUNNING
            assert len(now.game.state.players) == row.places
            now.game.audit()


async def test_a_finished_game_keeps_its_result_and_can_be_exported(tmp_path: Path):
    games = kept(status="finished")
    assert games
    async with golden(tmp_path) as table:
        for game in games:
            assert view((await table.table.present(game["game"])).game).end is not None
            assert await table.table.transfer.export(game["game"])


async def test_people_and_servers_keep_their_settings(tmp_path: Path):
    async with golden(tmp_path) as table:
        extras = Extras(table.table.services)
        ann, bob = await table.table.preferences.person(11), await table.table.preferences.person(12)
        assert (ann.zone, ann.quiet_from, ann.quiet_to, ann.wishes) == (
            "Europe/Berlin",
            22 * 60,
            7 * 60,
            {"theme": "dark", "confirm": True},
        )
        assert (bob.interval, bob.wishes) == (0, {"pictures": "request"})
        assert (await table.table.preferences.person(13)).stand_in == 14
        assert (await table.table.preferences.server(1))["interval"] == 600
        assert (await table.table.preferences.server(2))["managers_create"] is True
        assert await extras.parked("a1b2c3") == "4-1=F17/c0"
        assert await extras.mirrors_in(CHANNEL + 50)


def test_the_hardest_moments_are_in_the_database():
    moments = {(game["what"].split()[0], game["what"].partition(": ")[2]) for game in kept(status=RUNNING)}
    for title, names in {
        "1870": "contest,first_par,protect,train_money,connection,discard,offer,lots,bids,stock_turn,phase 4",
        "1828": "merger,merger answered,cobourg marker,adrian tile,hold,holds,train_money,discard,offer,phase gray",
        "1839": "debt,nationalise,redeem_sold,new_local,discounts,discard,money owed,offer,phase purple",
        "1843": "MID in yellow phase,discounts,contest,discard,holds,home,offer,bids,phase gray",
        "toy": "sealed bids in,merger answered,rescue,offer,holds",
    }.items():
        assert not {name for name in names.split(",") if (title, name) not in moments}
    assert {kind for game in kept() for _, kind, active, _ in game.get("orders", []) if active} >= {
        "pass",
        "buy",
        "bid",
        "answer",
        "consent",
    }
    assert any(robot for game in kept(status=RUNNING) for _, _, robot, _ in game["seats"])


@pytest.mark.soak
async def test_every_stored_game_is_verified(tmp_path: Path):
    async with golden(tmp_path) as table:
        async for report in verify(table.db):
            assert not report.faults, report.lines()
