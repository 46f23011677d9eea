"""Writes the golden database: games and lobbies as a bot left them at commit 6d4bed4, in their hardest moments.

    nice python -m tests.golden.make_database

This was done once, by that commit's own table layer, and is never done again; see the package. A game is looked for on
the rules alone; from a few moves before its moment on, it is played through the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import tests.toy.title  # noqa: F401  (registers the toy)
from bot.store import outbox
from bot.store.rows import WAITING, OutboxRow
from bot.table.errors import Refused
from bot.table.extras import Extras
from bot.table.sender import Sender, TargetGone
from engine import Act, Game, new
from engine.core.state import Raise, Trial
from engine.game import Decision
from engine.play import next_to_act, random_act
from tests.golden import facts
from tests.golden.games import DATA
from tests.golden.kept import told_of
from tests.golden.record import PLAYERS, RICH, Player, quitting, readings, richer, steady, weighted
from tests.t1828.leaning import RECKLESS, leaning_act
from tests.table.club import CHANNEL, GUILD, NOON, Clock, Club, club, put

PEOPLE = (11, 12, 13, 14, 15, 16, 17)
LEAD = 8
"""Moves before the moment that are made at the table; the last few of them are still to be announced."""


def mergers(game: Game, decision: Decision, stream: random.Random) -> tuple[str, Act]:
    """Players of 1828 who like mergers."""
    return decision.seat, leaning_act(game, decision, stream, RECKLESS)


def at_random(game: Game, decision: Decision, stream: random.Random) -> tuple[str, Act]:
    """Players who do anything."""
    act = random_act(game, decision.seat, stream)
    assert act is not None
    return decision.seat, act


@dataclass(frozen=True)
class Hunt:
    """Games in which moments are looked for."""

    title: str
    label: str
    options: Mapping[str, str]
    wanted: frozenset[str]
    players: int = 3
    player: Player = at_random
    seeds: tuple[int, ...] = tuple(range(1, 9))
    more: int = 0
    most: int = 2_500


@dataclass
class Found:
    """A moment, with the moves that led to it."""

    hunt: Hunt
    what: str
    start: Game
    moves: list[tuple[str, Act]]
    number: int = 0
    left: list[tuple[str, Act]] = field(default_factory=list)


def moments(game: Game, decision: Decision) -> Iterator[str]:
    """All that a game is in the middle of."""
    top, s = game.state.agenda[-1], game.state
    yield decision.rule
    if decision.rule == "operating_turn":
        yield f"step {getattr(top, 'step', '')}"
    yield from (f"may {verb}" for verb in decision.verbs)
    if isinstance(top, Trial) and top.answers:
        yield f"{top.rule} answered"
    if isinstance(top, Raise):
        yield "money owed"
    if s.lots:
        yield "lots"
    if s.offers:
        yield "offer"
    if s.holds:
        yield "holds"
    if any(account.startswith("bid:") and amount for account, amount in s.cash.items()):
        yield "bids"
    if getattr(s.own, "discounts", None) or getattr(s.own, "cuts", None):
        yield "discounts"
    if any(frame.rule == "sealed" and getattr(frame, "got", None) for frame in s.agenda):
        yield "sealed bids in"
    if "MID" in s.companies and s.companies["MID"].par and s.phase == "yellow":
        yield "MID in yellow phase"
    yield f"phase {s.phase}"


def search(hunt: Hunt) -> list[Found]:
    """The first of each wanted moment."""
    found: dict[str, Found] = {}
    for seed in hunt.seeds:
        names = [f"P{number}" for number in range(1, hunt.players + 1)]
        game = richer(new(hunt.title, names, hunt.options, seed), hunt.more)
        stream, before = random.Random(seed), deque[tuple[Game, str, Act]](maxlen=LEAD)
        for number in range(hunt.most):
            decision = next_to_act(game, stream)
            if decision is None or hunt.wanted <= set(found):
                break
            if number:
                for what in moments(game, decision):
                    if what in hunt.wanted and what not in found:
                        found[what] = Found(hunt, what, before[0][0], [(seat, act) for _, seat, act in before])
            seat, act = hunt.player(game, decision, stream)
            before.append((game, seat, act))
            game, _ = game.apply(seat, act)
    print(hunt.title, hunt.label, sorted(found), "not met:", sorted(hunt.wanted - set(found)), flush=True)
    return list(found.values())


def several(names: str) -> frozenset[str]:
    """Moments by their names."""
    return frozenset(names.split(","))


def hunts() -> Iterator[Hunt]:
    """What is looked for, and where."""
    hard = several(
        "stock_turn,step track,step run,step train,step dividend,train_money,may bankrupt,discard,offer,lots,home"
    )
    of_1870 = hard | several("contest,first_par,protect,connection,bids,auction")
    yield Hunt("1870", "rulebook", {"runs": "free"}, of_1870, seeds=(206, 207, *range(1, 8)))
    late = several("phase 4,discard")
    yield Hunt("1870", "late", {"runs": "free"}, late, 3, steady, (5,))
    yield Hunt("1870", "hidden", {"runs": "free", "secrets": "hidden", "edition": "mayfair"}, HIDDEN, 4)
    site = {"runs": "free", "edition": "mayfair", "over_60": "keep", "train_12": "unlimited", **readings("1870")}
    at_site = several("contest,may announce,protect,lots,offer,discard,train_money,step train,may bankrupt,stock_turn")
    yield Hunt("1870", "site", site, at_site, 4, seeds=tuple(range(1, 7)))
    of_1828 = hard | several("merger,merger answered,cobourg marker,adrian tile,holds,hold,contest,first_par,bids")
    yield Hunt("1828", "rulebook", {"runs": "free"}, of_1828, player=mergers, seeds=tuple(range(1, 25)), most=900)
    site = {"runs": "free", **readings("1828")}
    at_site = several("merger,merger answered,cobourg marker,adrian tile,offer,train_money,step track,stock_turn")
    yield Hunt("1828", "site", site, at_site, 4, mergers, tuple(range(30, 45)), most=900)
    late = several("phase red,phase gray,phase purple,holds,step train")
    yield Hunt("1828", "late", {"runs": "free"}, late, 3, PLAYERS["1828"]["builders"], (1, 2, 3))
    of_1839 = hard | several(
        "debt,discounts,first_par,give_back,nationalise,new_local,holds,redeem_sold,money owed,phase purple"
    )
    of_1839 = (of_1839 - {"home", "train_money"}) | {"may take_local"}
    rich = weighted(RICH)
    yield Hunt("1839", "rulebook", {"runs": "free"}, of_1839, 3, rich, (100, 101, 102), 4_000)
    left = several("give_back,redeem_sold,debt,stock_turn,step track")
    yield Hunt("1839", "giving up", {"runs": "free", "light_red_limit": "3"}, left, 3, quitting, (1, 2, 3, 4), 500)
    recommended = {"runs": "free", "pairing": "recommended"}
    yield Hunt("1839", "recommended", recommended, frozenset(["stock_turn", "discard"]), 2, rich, (5,), 4_000)
    of_1843 = hard | several("contest,first_par,bids,holds,hold,discounts,MID in yellow phase")
    yield Hunt("1843", "2016", {"runs": "free"}, of_1843)
    earlier = several("contest,discounts,MID in yellow phase,home,discard,offer,step train,stock_turn,may bankrupt")
    yield Hunt("1843", "2012", {"runs": "free", "edition": "2012", "plm_markers": "4"}, earlier, 5)
    late = several("phase brown,phase red,phase gray,step dividend")
    yield Hunt("1843", "late", {"runs": "free"}, late, 3, PLAYERS["1843"]["thrifty"], (5, 3, 6))
    toy = several("stock_turn,operating_turn,sealed,sealed bids in,merger,merger answered,rescue,offer,holds")
    yield Hunt("toy", "toy", {}, toy, seeds=tuple(range(1, 60)))
    for title in ("1870", "1828"):
        yield from mixtures(title)


HIDDEN = several("stock_turn,step track,step dividend,train_money,protect,offer,discard")


def mixtures(title: str) -> Iterator[Hunt]:
    """Every reading alone, and some mixtures."""
    site, stream = readings(title), random.Random(title)
    some = ("stock_turn", "step track", "step dividend", "offer", "step train")
    for number, (name, value) in enumerate(site.items()):
        wanted = frozenset([some[number % len(some)]])
        yield Hunt(title, f"{name}={value}", {"runs": "free", name: value}, wanted, 3 + number % 2, most=800)
    for number in range(8):
        mixed = dict(stream.sample(sorted(site.items()), stream.randint(2, len(site) - 1)))
        wanted = frozenset([some[number % len(some)]])
        yield Hunt(title, f"mix {number + 1}", {"runs": "free", **mixed}, wanted, 3 + number % 2, seeds=(number, 50))


# --- at the table


class Posts:
    """Discord, as far as it matters here: one channel has been deleted."""

    async def post(self, row: OutboxRow) -> int:
        if row.target == f"channel:{CHANNEL + 7}":
            raise TargetGone("Unknown Channel")
        return 10**6 + (row.id or 0)


class Maker:
    """Builds the database, one kind of thing after another."""

    def __init__(self, club: Club, clock: Clock) -> None:
        self.club, self.clock, self.table = club, clock, club.table
        self.what: dict[int, str] = {}
        self.refused: list[str] = []

    async def make(self, found: list[Found]) -> None:
        """Everything."""
        await self.people()
        sender = Sender(self.table.db, Posts(), self.clock)
        half = len(found) // 2
        for one in found[:half]:
            await self.begin(one)
        await sender.drain()
        long_ago = self.clock() + timedelta(minutes=1)
        for one in found[half:]:
            await self.begin(one)
        await self.from_the_start()
        await self.over()
        await sender.drain()
        async with self.table.db.write() as session:
            await outbox.prune(session, long_ago)
        for place, one in enumerate(found):
            await self.finish(one, place)
        await self.lobbies()
        print("refused:", *self.refused, sep="\n  ")

    async def people(self) -> None:
        """What servers and people have set."""
        seating = self.table.seating
        await seating.set_server(GUILD, most_games=1000, interval=600, urgent=3, stop=20)
        await seating.set_server(GUILD + 1, organiser_acts=False, most_games=5, managers_create=True)
        await seating.set_person(11, zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60)
        await seating.set_person(12, interval=0)
        await seating.set_person(13, stand_in=14, away_until=NOON + timedelta(days=10))
        await seating.set_person(15, interval=180, zone="America/Chicago")

    async def begin(self, one: Found) -> None:
        """A game at the table, up to its last moves."""
        hunt = one.hunt
        seated = PEOPLE[: hunt.players]
        channel = CHANNEL + len(self.what) % 9
        number = await self.club.game(*seated, title=hunt.title, seed=len(self.what), **hunt.options)
        await put(self.club, number, one.start)
        if channel != CHANNEL:
            await self.table.seating.settle(number, seated[0], channel_id=channel)
        one.number, self.what[number] = number, f"{hunt.title} {hunt.label}: {one.what}"
        one.left = list(one.moves)
        while len(one.left) > 3:
            await self.move(number, *one.left.pop(0))
        self.clock.pass_by(hours=1)

    async def finish(self, one: Found, place: int) -> None:
        """The last moves, not announced yet, and what people have beside a game."""
        for seat, act in one.left:
            await self.move(one.number, seat, act)
        number, seated = one.number, PEOPLE[: one.hunt.players]
        now = await self.table.present(number)
        await self.try_holds(number, place)
        await self.orders(number, one, place)
        if place % 3 == 0:
            await self.undone(number, place)
        if place % 7 == 5:
            await self.ask_to_undo(number, seated)
        if place % 11 == 4:
            waiting = {decision.seat for decision in now.game.decisions()}
            seat = next((seat.seat for seat in now.seats if seat.seat not in waiting), now.seats[-1].seat)
            await self.table.robots.put(number, seated[0], seat, "steady" if place % 2 else "random")
        if place % 13 == 6:
            await self.table.seating.replace(number, seated[0], now.seats[-1].seat, 99, "Zoë")
        self.clock.pass_by(minutes=7)

    async def move(self, number: int, seat: str, act: Act) -> None:
        """A move by the person in that seat."""
        now = await self.table.present(number)
        person = next(one.user_id for one in now.seats if one.seat == seat)
        lasts = timedelta(hours=48) if number % 2 else None
        await self.table.act(number, person, seat, act.verb, dict(act.args), now.decision, now.epoch, lasts)

    async def try_holds(self, number: int, place: int) -> None:
        """Some ask to be stopped where they may use a power."""
        now = await self.table.present(number)
        for seat in now.seats:
            if place % 2 and "hold" in now.game.verbs(seat.seat):
                act = next(act for act in now.game.legal(seat.seat) if act.verb == "hold")
                await self.move(number, seat.seat, act)
                return

    async def orders(self, number: int, one: Found, place: int) -> None:
        """What people who are not on turn have ordered ahead of time."""
        now = await self.table.present(number)
        waiting = {decision.seat: decision for decision in now.game.decisions()}
        others = [seat for seat in now.seats if seat.seat not in waiting and not seat.robot]
        shown = facts.lookers(now.game)[0]
        company = next((c.symbol for c in shown.companies if c.started and not c.closed), "")
        private = next((p.id for p in shown.privates if p.owner == "sale"), "")
        kinds: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        if shown.clock.round == "stock":
            kinds.append(("pass", {"until": "round" if place % 2 else "event"}, {}))
        if company:
            kinds.append(("buy", {"company": company, "until": "shares", "shares": 3, "most": 120}, {"most": 5}))
            public = {"public": True, "until": self.clock() + timedelta(days=9)}
            kinds.append(("consent", {"verb": "buy_train", "least": {"price": 50}}, public if place % 2 else {}))
        if private:
            kinds.append(("bid", {"private": private, "limit": 160}, {}))
        kinds.append(("answer", {"rule": "protect", "verb": "let_fall"}, {"public": place % 4 == 1}))
        for seat, (kind, terms, more) in zip(others, kinds[place % 2 :], strict=False):
            try:
                await self.table.orders.give(number, seat.user_id, seat.seat, kind, terms, **more)
            except Refused as e:
                self.refused.append(f"{self.what[number]}: {kind}: {e}")

    async def undone(self, number: int, place: int) -> None:
        """A move more, and taken back: it can be made again."""
        with contextlib.suppress(Refused):
            now = await self.club.play(number, 1, seed=place)
            await self.table.takeback.undo(number, PEOPLE[0], now.epoch, as_organiser=True)

    async def ask_to_undo(self, number: int, seated: tuple[int, ...]) -> None:
        """Somebody asks to take several moves back; others have not agreed yet."""
        now = await self.table.present(number)
        with contextlib.suppress(Refused):
            target = max(now.row.position - 3, 0)
            for person in seated:
                reach = await self.table.takeback.reach(number, person, target)
                if reach.needs:
                    await self.table.takeback.undo(number, person, now.epoch, target)
                    return

    async def from_the_start(self) -> None:
        """Games that were played here from their first move, with moves taken back and made again."""
        setups: list[tuple[str, int, dict[str, str]]] = [("1870", 3, {"runs": "best"}), ("1828", 3, {"runs": "free"})]
        setups += [("1839", 3, {"runs": "free"}), ("1843", 3, {"runs": "free"}), ("toy", 3, {})]
        setups += [("1870", 4, {"edition": "mayfair", **readings("1870")}), ("1828", 4, readings("1828"))]
        for title, players, options in setups:
            number = await self.club.game(*PEOPLE[:players], title=title, seed=77, **options)
            self.what[number] = f"{title}: from the start"
            for stretch in range(6):
                now = await self.club.play(number, 7, seed=stretch)
                if stretch % 2 and now.row.status == "running":
                    await self.table.takeback.undo(number, PEOPLE[0], now.epoch, as_organiser=True)
                    epoch = (await self.table.present(number)).epoch
                    if stretch > 2:
                        await self.table.takeback.redo(number, PEOPLE[0], epoch)

    async def over(self) -> None:
        """Games that have been played to their end, and one that was stopped."""
        for title, players, options in (("1839", 2, {"runs": "free"}), ("toy", 2, {}), ("1839", 3, {"runs": "free"})):
            number = await self.club.game(*PEOPLE[:players], title=title, seed=3, **options)
            now = await self.club.play(number, 400, seed=4)
            self.what[number] = f"{title}: {now.row.status}"
            if now.row.status == "running":
                await self.table.seating.stop(number, PEOPLE[0])
        number = await self.club.game(*PEOPLE[:3], title="1843", seed=5)
        await self.club.play(number, 10)
        await self.table.seating.stop(number, PEOPLE[0])
        self.what[number] = "1843: stopped"
        raw = await self.table.transfer.export(1 + list(self.what.values()).index("toy: from the start"))
        names = json.loads(raw)["players"] if raw[:1] == b"{" else []
        if names:
            people = dict(zip(names, PEOPLE, strict=False))
            number = await self.table.transfer.bring(raw, GUILD, CHANNEL, PEOPLE[0], people)
            self.what[number] = "toy: brought from a file"

    async def lobbies(self) -> None:
        """Games that have not begun."""
        seating = self.table.seating
        site_1870, site_1828 = readings("1870"), readings("1828")
        some = dict(list(site_1870.items())[3:9])
        setups = [("1870", {}, 4), ("1870", {"edition": "mayfair", **site_1870}, 3), ("1870", some, 5)]
        setups += [("1870", {"secrets": "hidden", "katy_share": "again"}, 3), ("1828", site_1828, 4), ("1828", {}, 5)]
        setups += [("1828", {"merger_trades": "certificates"}, 3), ("1839", {"pairing": "recommended"}, 3)]
        setups += [("1843", {"edition": "2012", "plm_markers": "4"}, 3), ("1843", {}, 6), ("toy", {}, 3)]
        for place, (title, options, places) in enumerate(setups):
            number = await seating.create(GUILD, CHANNEL + place, PEOPLE[place % 3], title, options, places, seed=place)
            self.what[number] = f"{title}: lobby"
            for person in PEOPLE[: 1 + place % (places - 2)]:
                await seating.join(number, person, f"Player {person}")
            if place % 2:
                await self.table.robots.add(number, PEOPLE[place % 3], "steady" if place % 4 == 1 else "random")
            await seating.settle(number, PEOPLE[place % 3], interval=60 + place, organiser_acts=bool(place % 2))
        number = await seating.create(GUILD, CHANNEL, PEOPLE[0], "1870", {}, 3)
        await seating.stop(number, PEOPLE[0])
        self.what[number] = "1870: called off"


async def beside(maker: Maker) -> None:
    """Notebooks, mirrors, wishes, choices too long for a button."""
    extras = Extras(maker.table.services)
    for number in list(maker.what)[::3]:
        await extras.write_note(number, 11, f"Game {number}: sell before the 4 trains. Ça va – 🚂")
        await extras.put(number, thread=5_000 + number, pinned=7_000 + number)
    for number in list(maker.what)[5:40:5]:
        with contextlib.suppress(Refused):
            await extras.mirror(number, GUILD, CHANNEL + 50, 11, "turn")
            await extras.mirror(number, GUILD + 1, CHANNEL + 60, 12, "every", "elsewhere")
    await extras.wish(11, theme="dark", confirm=True)
    await extras.wish(12, pictures="request")
    await extras.park({"a1b2c3": "4-1=F17/c0", "d4e5f6": "x" * 300})


async def write(found: list[Found]) -> None:
    """The database, and beside it what is in each game and what everybody sees there."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        async with club(path, clock) as table:
            maker = Maker(table, clock)
            await maker.make(found)
            await beside(maker)
            games = [await told_of(table.table, number, what) for number, what in maker.what.items()]
            waiting = sum(row.state == WAITING for row in await table.outbox())
        with contextlib.closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA journal_mode=DELETE")
            raw.execute("VACUUM")
        stored = path.read_bytes()
    DATA.mkdir(exist_ok=True)
    (DATA / "table.db.xz").write_bytes(lzma.compress(stored, preset=9 | lzma.PRESET_EXTREME))
    told = {"now": clock().isoformat(), "announcements": waiting, "games": games}
    raw = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    (DATA / "table.json.xz").write_bytes(lzma.compress(raw, preset=9 | lzma.PRESET_EXTREME))
    print(len(games), "games,", len(stored), "bytes,", (DATA / "table.db.xz").stat().st_size, "compressed")


def main() -> int:
    """Look for everything, then write."""
    found = [one for hunt in hunts() for one in search(hunt)]
    asyncio.run(write(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
