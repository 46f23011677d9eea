"""What somebody misses most, over all their games that were reviewed: only they see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.discord.domains.reviews.robots_view import ROBOT
from bot.discord.domains.shared.pages import paged
from bot.discord.domains.shared.request import Request
from bot.discord.games.presses.looks import OwnReviews
from bot.discord.kit.answers import answers
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.table.past.reviewing import PROVEN, KeptPart
from engine.review.stored import decode
from engine.titles import title_named
from engine.view import view
from engine.words import Words

AS_ROBOT = "robot"
"""The kind of what a robot would have done, beside those of what can be proven."""


@dataclass
class Missed:
    """What was missed in the games of a title."""

    games: set[int] = field(default_factory=set[int])
    times: Counter[str] = field(default_factory=Counter[str])
    amounts: Counter[str] = field(default_factory=Counter[str])

    def add(self, kept: KeptPart) -> None:
        """One part of one game's review."""
        self.games.add(kept.game)
        for kind, amount in _missed(kept):
            self.times[kind] += 1
            self.amounts[kind] += amount


def _missed(kept: KeptPart) -> Iterator[tuple[str, int]]:
    """The kind and the amount of each thing that was found of the person's own moves."""
    if kept.part == PROVEN.name and (proofs := decode(kept.data, PROVEN.form)) is not None:
        yield from ((one.kind, one.amount) for one in proofs.findings if kept.is_own(one.seat, one.move))
    if kept.part == ROBOT.name and (robots := decode(kept.data, ROBOT.form)) is not None:
        yield from ((AS_ROBOT, one.gain.mean) for one in robots.differences if kept.is_own(one.seat, one.move))


@answers(OwnReviews)
async def own_reviews(request: Request, press: OwnReviews) -> Reply:
    """A page of it."""
    by_title: dict[str, Missed] = {}
    for kept in await request.table.reviewing.of_person(request.user):
        by_title.setdefault(kept.title, Missed()).add(kept)
    if not by_title:
        return Reply(say("own_none", group="review"))
    lines = [say("own_about", group="review")]
    for title, missed in sorted(by_title.items(), key=lambda pair: (-len(pair[1].games), pair[0])):
        words = Words(view((await request.table.present(min(missed.games))).game))
        lines += [say("own_title", group="review", title=title_named(title).name, games=len(missed.games))]
        lines += _lines(words, missed)
    return paged(say("own", group="review"), lines, press.page, lambda to: OwnReviews(page=to))


def _lines(words: Words, missed: Missed) -> Iterable[str]:
    """One for each kind, the dearest first."""
    if not missed.times:
        return [say("own_nothing", group="review")]
    return [
        say(f"own_{kind}", group="review", times=missed.times[kind], amount=words.money(amount))
        for kind, amount in missed.amounts.most_common()
    ]
