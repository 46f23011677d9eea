"""The bot's own emoji: one for each company, kind of train and private company, from the games' own data. They are
drawn and uploaded in the background after the start; until then, and wherever Discord refuses them, all is shown
without.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

import discord

from bot.discord.games.drawing import Drawers
from bot.discord.kit.retries import FAILURES, final, pauses
from bot.menu.lines import subject
from bot.menu.move.choices import TRAIN as KIND_OF_TRAIN
from bot.menu.move.choices import Choice
from bot.menu.picture import DrawingJob
from bot.store import Database
from bot.store.processes.shared import EMOJI
from engine import new
from engine.titles import title_named, titles
from engine.view import View, view
from engine.words import Words
from render import COMPANY, PRIVATE, TRAIN, Emblem, emblem_name, emblems

log = logging.getLogger("stationmaster.discord")
WAIT = 20.0
"""Seconds after the start before anything is drawn: whoever waits for an answer comes first."""
APART = 1.0
"""Seconds between uploads. Discord limits them, and does not say how."""
ROOM = 1_900
"""So many emoji the bot has at most; Discord allows 2,000. Older drawings stay until then, since messages show them."""
OWN_NAME = re.compile(r"[A-Za-z0-9]*_[0-9a-f]{8}")
KINDS = {"company": COMPANY, "private": PRIVATE, KIND_OF_TRAIN: TRAIN}
KNOWN: dict[Emblem, str] = {}
"""The emoji that can be shown, as they stand in a text."""


def emoji_for(words: Words, choices: Sequence[Choice], kinds: Container[str] = KINDS) -> list[str]:
    """The emoji of what each of the choices that stand together is about."""
    subjects = [subject(words, one) for one in choices]
    return emoji_among(words.view, [one if one is not None and one[0] in kinds else None for one in subjects])


def emoji_among(shown: View, objects: Sequence[tuple[str, str] | None]) -> list[str]:
    """The emoji of each object, by its kind and name, if there are several of its kind to choose from and all of them
    have one. Beside a single name it would only decorate, and names with and without one would not line up.
    """
    drawn = {one: _emoji_of(shown, *one) for one in objects if one is not None}
    several = {kind for kind, count in Counter(kind for kind, _ in drawn).items() if count > 1}
    bare = {kind for (kind, _), emoji in drawn.items() if not emoji}
    return [drawn[one] if one is not None and one[0] in several - bare else "" for one in objects]


def _emoji_of(shown: View, kind: str, name: str) -> str:
    """The emoji of a company, a private company or a kind of train; empty if it has none."""
    companies = (*shown.companies, *shown.builders) if kind == "company" else ()
    color = next((one.color for one in companies if one.symbol == name), "")
    return KNOWN.get(Emblem(KINDS.get(kind, ""), name, color), "") if KNOWN else ""


def all_emblems(title: str) -> list[Emblem]:
    """Those of a title, as it is set up."""
    players = [f"player {number}" for number in range(title_named(title).players[0])]
    return emblems(view(new(title, players, {}, 1), ""))


@dataclass
class Emojis:
    """Draws and uploads them, in one process at a time: what one has uploaded, the others find there."""

    client: discord.Client
    db: Database
    drawers: Drawers
    wanted: Callable[[], Iterable[str]] = titles
    _job: asyncio.Task[None] | None = field(default=None, init=False)

    def begin(self) -> None:
        """Begin, unless it has begun already."""
        if self._job is None:
            self._job = asyncio.create_task(self._in_time(), name="emoji")

    def close(self) -> None:
        """Stop; the next start goes on."""
        if self._job is not None:
            self._job.cancel()

    async def _in_time(self) -> None:
        await asyncio.sleep(WAIT)
        for pause in pauses():
            try:
                await self.bring()
            except FAILURES as e:
                if final(e):
                    log.warning("Discord takes no emoji of the bot's (%s); everything is shown without", final(e))
                    return
                log.info("emoji cannot be uploaded yet (%s); next try in %.0f s", type(e).__name__, pause)
                await asyncio.sleep(pause)
            else:
                return

    async def bring(self) -> None:
        """Find out which there are, and upload the others."""
        drawn = await self._drawn()
        async with self.db.one_at_a_time(EMOJI, "emoji"):
            there = {one.name: one for one in await self.client.fetch_application_emojis()}
            for emblem, (name, _) in drawn.items():
                if name in there:
                    KNOWN[emblem] = str(there[name])
            missing = {emblem: one for emblem, one in drawn.items() if one[0] not in there}
            await self._make_room(there.values(), {name for name, _ in drawn.values()}, len(missing))
            for emblem, (name, image) in missing.items():
                await self._upload(emblem, name, image)
                await asyncio.sleep(APART)
        if missing:
            log.info("%d emoji uploaded", len(missing))

    async def _upload(self, emblem: Emblem, name: str, image: bytes) -> None:
        try:
            KNOWN[emblem] = str(await self.client.create_application_emoji(name=name, image=image))
        except discord.HTTPException as e:
            if final(e) != "refused":
                raise
            # The others may be accepted.
            log.warning("the emoji %s was refused (%s)", name, e.code)

    async def _drawn(self) -> dict[Emblem, tuple[str, bytes]]:
        """The name and the picture of each, drawn a title at a time, so that nobody waits long for a picture."""
        drawn: dict[Emblem, tuple[str, bytes]] = {}
        for title in self.wanted():
            found = await asyncio.to_thread(all_emblems, title)
            undrawn = [one for one in found if one not in drawn]
            files = await self.drawers.draw([DrawingJob("emblem", (one,)) for one in undrawn])
            for emblem, file in zip(undrawn, files, strict=False):
                drawn[emblem] = (emblem_name(emblem, file.data), file.data)
        return drawn

    async def _make_room(self, there: Iterable[discord.Emoji], wanted: set[str], more: int) -> None:
        """Delete the oldest of earlier drawings, if there is no room for the new ones."""
        old = sorted((one for one in there if one.name not in wanted and OWN_NAME.fullmatch(one.name)), key=_age)
        for one in old[: max(0, len(list(there)) + more - ROOM)]:
            await one.delete()


def _age(emoji: discord.Emoji) -> int:
    return emoji.id
