"""Which pictures of the board a message carries."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from msgspec import structs

from bot.discord.games.drawing import Drawers
from bot.discord.kit.reply import Attachment
from bot.errors import Refused
from bot.menu.picture import CLOSE_WIDE, DrawingJob
from bot.store import outbox
from bot.store.rows import MOVE, ActionRow, OutboxRow, PostRow
from bot.table.ground.services import Present, SeatedGame
from bot.table.ground.settings import PICTURES, personal_setting, pictures_of, table_setting
from bot.table.table import Table
from engine import EngineError
from engine.view import View, view
from render import paying_company
from render.changes import changed_hexes
from render.numbered import part_around

PICTURED = ("start", "move", "undo", "redo", "imported", "copy", "mirror_on")
"""Announcements that come with pictures."""
NEW = ("start", "imported", "copy", "mirror_on")
"""Announcements before which nobody has seen the game here."""
FILES = 10
"""The most files of a message."""
RUN = "run-"
"""How the names of files with runs begin."""
LOOKED_AT, DRAWN = 12, 2
"""How many moves back to look for runs, and how many companies' runs to draw, before a message is posted."""
CHOICES = "choices"
"""The name of the picture of what somebody who is called can choose, which shows nothing true once they have."""
INITIAL, STOCK = "initial", "stock"
OF_ROUND = ("auction", "holdings")
"""The rounds in which something else than map and market is looked at, too, and what that is."""
HERE = "here"
"""What a map marks as new: what the message above does not show."""
NEARLY_ALL = 0.6
"""How much of the map a part of it is that is not drawn beside all of it."""


def board(before: View, now: View, theme: str, *, whole: bool) -> dict[str, DrawingJob]:
    """Map and market, and what one looks at in an auction or a stock round; unless `whole`, only the part of the map,
    and the market, on which something has changed. Each by the name of its file, since a newer one replaces it. Map and
    market do not say who acts: they may stay while others act, and the text says it.
    """
    lasting = structs.replace(now, decisions=[])
    more: dict[str, Any] = {"before": before, "theme": theme}
    market = DrawingJob("market", (lasting,), {**more, "wide": 1400})
    more["when"] = HERE
    if whole:
        return _of_round(now, theme) | {"map": DrawingJob("map", (lasting,), {**more, "wide": 1600}), "market": market}
    hexes, found = changed_hexes(before, now), dict[str, DrawingJob]()
    if hexes:
        found["changes"] = DrawingJob("map", (lasting,), {**more, "wide": CLOSE_WIDE, "around": hexes})
    return found | ({"market": market} if prices(now) != prices(before) else {})


def caught_up(
    before: View, seen: View, then: View, theme: str, shown: Collection[str], *, anew: bool = False
) -> dict[str, DrawingJob]:
    """What takes the place of the pictures of a message that shows these, `seen` when they were drawn, and whose text
    has gone on, all of it as it is `then`: what is looked at in the auction or stock round that goes on, and what has
    changed. Nothing, if nothing of it has changed, unless all is drawn `anew` for what comes before it.
    """
    changed = board(before, then, theme, whole=False)
    same = _shows_the_same(seen, then)
    if same and not anew and (not {*OF_ROUND} & {*shown} or _owned(seen) == _owned(then)):
        return {}
    whole = {name: job for name, job in board(before, then, theme, whole=True).items() if name in shown}
    if "map" in whole and _nearly_all(then, changed_hexes(before, then)):
        changed = {"map": whole["map"]} | {name: job for name, job in changed.items() if name != "changes"}
    asked = OF_ROUND if seen.clock == then.clock else ()
    return {name: job for name, job in whole.items() if name in asked} | changed | whole


def _shows_the_same(seen: View, then: View) -> bool:
    """Do map and market look as before, also where a sign has gone?"""
    return (seen.clock, seen.hexes, prices(seen)) == (then.clock, then.hexes, prices(then))


def _nearly_all(now: View, hexes: Collection[str]) -> bool:
    """Is the part of the map with these nearly as large as all of it?"""
    return bool(hexes) and len(part_around(now, hexes)) > NEARLY_ALL * len(now.hexes)


def _owned(now: View) -> tuple[object, ...]:
    """What one looks at in an auction or a stock round, and who acts, to see whether it has changed."""
    seats = [(one.cash, one.shares, one.privates) for one in now.seats]
    privates = [(one.owner, one.price, one.bids) for one in now.privates]
    return seats, privates, [(one.seat, one.rule) for one in now.decisions]


def _of_round(now: View, theme: str) -> dict[str, DrawingJob]:
    """The private companies and their bids in the auction, who holds what in a stock round."""
    auction, holdings = OF_ROUND
    what = auction if now.clock.round == INITIAL else holdings if now.clock.round == STOCK else ""
    return {what: DrawingJob(what, (now,), {"theme": theme})} if what and not now.clock.of else {}


def prices(found: View) -> list[tuple[str, str, int | None]]:
    """Where each company's price is, to see whether one has moved."""
    return [(one.symbol, one.box, one.price) for one in found.companies]


def _run(now: View, company: str, theme: str, earlier: View, *, asked: bool) -> DrawingJob:
    """The picture of a company's run, headed by the round it was made in: that of the `earlier` view."""
    options: dict[str, Any] = {"theme": theme, "asked": asked}
    return DrawingJob(
        "runs", (now, company), options if earlier.clock == now.clock else {**options, "earlier": earlier}
    )


def _name_of_run(company: str) -> str:
    """The name of a run's file, of letters that Discord leaves as they are."""
    return f"{RUN}{re.sub('[^A-Za-z0-9]', '', company)}"


def with_room(kept: list[dict[str, Any]], room: int) -> tuple[dict[str, Any], ...]:
    """The files that stay beside new ones, which come before them: the oldest runs go first."""
    runs = [one for one in kept if _stem(one).startswith(RUN)]
    too_many = max(0, len(kept) - room)
    gone = runs[max(0, len(runs) - too_many) :]
    return tuple(one for one in kept if one not in gone)


def _stem(stored: dict[str, Any]) -> str:
    """The name of a file of a message, without its ending."""
    return str(stored["filename"]).partition(".")[0]


@dataclass(frozen=True)
class KeptFile:
    """A file that a message has already; discord.py takes what says of itself how Discord knows it."""

    stored: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Its number and its name."""
        return self.stored


@dataclass(frozen=True)
class Drawn:
    """What a message shows."""

    files: tuple[Attachment, ...] = ()
    before: tuple[dict[str, Any], ...] = ()
    """The files that it has already and keeps."""
    since: int = 0
    """The position with which its pictures compare."""
    until: int = 0
    """The last position of which everything has been shown."""
    outrun: bool | None = None
    """Was a newer position waiting to be announced when they were drawn? None if nobody asked."""

    def attachments(self) -> list[KeptFile | discord.File]:
        """Arguments for discord.py for an edit: the new files, and those that stay."""
        return [*(one.file() for one in self.files), *map(KeptFile, self.before)]


@dataclass
class Pictures:
    """Draws what announcements come with: with a ping, map and market; else what has changed of them."""

    table: Table
    drawers: Drawers
    call_picture: Callable[[Present], Awaitable[DrawingJob | None]]
    """What whoever is on turn looks at first."""

    async def of(
        self, row: OutboxRow, about: SeatedGame, last: PostRow | None, *, added: bool, before: Sequence[OutboxRow] = ()
    ) -> Drawn:
        """Pictures of the present position. `last`: the message before it, which tells what was `before`, or the one to
        which it is `added`; none are drawn if newer announcements are waiting.
        """
        first = max(0, row.number - len(row.payload.get("moves", [])))
        shown = last.drawn if last is not None else first
        kept = tuple(last.pictures) if last is not None and added else ()
        since = last.since if last is not None and added else shown
        same = Drawn((), kept, since, shown)
        if last is not None and not added:
            shown = in_the_end(last, before)
            same = Drawn((), (), shown, shown)
        if row.kind not in PICTURED or "position" not in row.payload:
            return same
        # What was asked before has been answered, or is asked again elsewhere.
        kept = tuple(one for one in kept if _stem(one) != CHOICES)
        same = replace(same, before=kept)
        called = bool(row.payload.get("ping") or row.payload.get("turned"))
        pace = await self._pace(row, about)
        whole = called or row.kind in NEW
        if pace == "request" or (pace == "turn" and not called):
            return same
        if not whole and row.number - shown < LOOKED_AT and await robots_follow(self.table, about):
            return same
        jobs = await self._jobs(row, about, same, whole=whole)

        outrun: bool | None = None

        async def wanted() -> bool:
            nonlocal outrun
            outrun = await is_outrun(self.table, row)
            return not outrun

        drawn = await self.drawers.draw(list(jobs.values()), row.target, wanted)
        if jobs and not drawn:
            return replace(same, outrun=outrun)
        files = tuple(Attachment(f"{name}.png", one.data, one.alt) for name, one in zip(jobs, drawn, strict=True))
        names = {one.name for one in files}
        gone = {*names, *(f"{one}.png" for one in OF_ROUND)} if files else names
        kept = with_room([one for one in kept if one["filename"] not in gone], FILES - len(files))
        return Drawn(files, kept, same.since, row.number, outrun)

    async def _jobs(self, row: OutboxRow, about: SeatedGame, same: Drawn, *, whole: bool) -> dict[str, DrawingJob]:
        """What to draw, by the names of the files."""
        since, shown = same.since, same.until
        try:
            present = await self.table.present_of(about)
            now = view(present.game)
            earliest = max(shown + 1, row.number - LOOKED_AT)
            actions, events = await self.table.past.actions(about.id, earliest, row.number, since, shown)
            after = {one.number: one for one in actions}
            before = view((await self.table.present_of(about, after.get(since))).game)
            seen = before if shown == since else view((await self.table.present_of(about, after.get(shown))).game)
        except Refused:
            return {}
        theme = table_setting(about.row, "theme")
        shown_yet = [_stem(one) for one in same.before]
        moves = [one for one in actions if earliest <= one.number] if row.kind == MOVE else []
        asked = paying_company(now)
        # The run whose dividend has been decided since is shown without what could be paid out.
        decided = {one: seen for one in (paying_company(seen),) if _name_of_run(one) in shown_yet}
        # What is asked comes first, and is of this moment.
        ran = list((await runs_in(self.table, about.id, moves, events)).items())[-DRAWN:]
        run_from = {one: now for one in (asked,) if one} | decided | dict(ran)
        runs = {
            _name_of_run(company): _run(now, company, theme, earlier, asked=company == asked)
            for company, earlier in run_from.items()
        }
        if not whole:
            rest = caught_up(before, seen, now, theme, shown_yet, anew=bool(runs))
            # While an auction or a stock round goes on, runs are of the time before it.
            jobs = rest | runs if {*OF_ROUND} & {*rest} and seen.clock == now.clock else runs | rest
            first = await self._first(present, theme) if now.clock.round == INITIAL and "market" in jobs else {}
            # The run shows the same part of the map, beside all of it.
            jobs = {name: job for name, job in jobs.items() if not (runs and "map" in jobs and name == "changes")}
            return {**{name: jobs[name] for name in first if name in jobs}, **jobs}
        first = await self._first(present, theme) if row.payload.get("ping") else {}
        large = {name: job for name, job in runs.items() if name == _name_of_run(asked)}
        return large | first | board(before, now, theme, whole=True) | runs

    async def _first(self, now: Present, theme: str) -> dict[str, DrawingJob]:
        """What somebody who is called looks at first, large."""
        try:
            job = await self.call_picture(now)
        except (Refused, EngineError):
            job = None
        if job is not None and job.what == "market" and view(now.game).clock.round == INITIAL:
            # A par is chosen on it.
            return {job.what: job}
        # The market comes with every ping, and so does the run whose dividend must be decided.
        if job is None or job.what in ("market", "runs"):
            return {}
        return {CHOICES: replace(job, options={**job.options, "theme": theme})}

    async def _pace(self, row: OutboxRow, about: SeatedGame) -> str:
        """How often to post pictures: a mirror has its own pace, and a player may want fewer."""
        if "mirror" in row.payload:
            return str(row.payload["mirror"])
        moves = row.payload.get("moves", [])
        mover = next((seat.user_id for seat in about.seats if moves and seat.seat == moves[0]["seat"]), 0)
        person = about.people.get(mover) or await self.table.preferences.person(mover)
        wished = personal_setting(person, "pictures")
        return max(pictures_of(about.row), wished, key=PICTURES.index)


def in_the_end(post: PostRow, rows: Sequence[OutboxRow]) -> int:
    """The last position of which a message that tells this shows everything once nothing is added to it any more."""
    told = [row.number for row in rows if "position" in row.payload]
    return max([post.drawn, *told]) if post.pictures else post.drawn


async def brought_up(table: Table, drawers: Drawers, post: PostRow, rows: Sequence[OutboxRow]) -> Drawn | None:
    """What a message shows once nothing is added to it any more, if that is a later position than when it was drawn."""
    until = in_the_end(post, rows)
    shown = [_stem(one) for one in post.pictures]
    if until == post.drawn:
        return None
    try:
        async with table.db.read() as session:
            about = await table.services.seated(session, post.game_id)
        actions, events = await table.past.actions(about.id, post.drawn + 1, until, post.since, post.drawn)
        after = {one.number: one for one in actions}
        before, seen, then = [
            view((await table.present_of(about, after[number])).game) for number in (post.since, post.drawn, until)
        ]
        gone = await table.past.taken_back(about.id, post.drawn + 1, about.row.position)
        moves = [one for one in actions if one.number > post.drawn and one.number not in gone]
        ran = await runs_in(table, about.id, moves, events)
    except (Refused, KeyError):
        return None
    theme = table_setting(about.row, "theme")
    jobs, kept = caught_up(before, seen, then, theme, shown), tuple(post.pictures)
    if _shows_the_same(seen, then):
        # Map and market show the same as before, and each file counts.
        jobs = {name: job for name, job in jobs.items() if name in OF_ROUND}
    else:
        # A run stays as it was made, but that nothing is asked any more.
        ran = {one: seen for one in (paying_company(seen),) if _name_of_run(one) in shown} | ran
        kept = tuple(one for one in kept if _stem(one).startswith(RUN))
    runs = {_name_of_run(company): _run(then, company, theme, at, asked=False) for company, at in ran.items()}
    room = FILES - len({*jobs, *map(_stem, kept)} - {*runs})
    jobs |= dict(list(runs.items())[max(0, len(runs) - room) :])
    if not jobs:
        return None
    drawn = await drawers.draw(list(jobs.values()))
    files = tuple(Attachment(f"{name}.png", one.data, one.alt) for name, one in zip(jobs, drawn, strict=False))
    kept = with_room([one for one in kept if _stem(one) not in jobs], FILES - len(jobs))
    return Drawn(files, kept, post.since, until) if files else None


async def runs_in(
    table: Table, game_id: int, moves: Collection[ActionRow], events: dict[int, bytes]
) -> dict[str, View]:
    """The companies that ran in these moves, in the order of their last runs, with the position before that."""
    stories, ran = await table.past.stories(game_id, moves, events), dict[str, int]()
    for move in moves:
        for event in stories[move.number].events or () if move.number in stories else ():
            if event.kind == "ran":
                ran.pop(str(event.data["company"]), None)
                ran[str(event.data["company"])] = move.parent
    games = await table.past.positions(game_id, ran.values()) if ran else {}
    return {company: view(games[before]) for company, before in ran.items() if before in games}


async def robots_follow(table: Table, about: SeatedGame) -> bool:
    """Do only robots act next? What they do, and this, is seen with the next ping, in a few seconds."""
    if not any(one.robot or one.meanwhile for one in about.seats):
        return False
    try:
        now = await table.present_of(about)
    except Refused:
        return False
    acting = [now.owner(one.seat) for one in now.game.decisions()]
    return bool(acting) and all(one.robot or one.meanwhile for one in acting)


async def is_outrun(table: Table, row: OutboxRow) -> bool:
    """Is a newer position of its game waiting to be announced there?"""
    async with table.db.read() as session:
        return await outbox.has_later(session, row, PICTURED)
