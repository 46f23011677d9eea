"""What decided a game: its turning points, and where everybody's money came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_here
from bot.discord.games.presses.explore import Explore
from bot.discord.games.presses.looks import History
from bot.discord.games.presses.looks import Review as ShowReview
from bot.discord.kit.answers import answers
from bot.discord.kit.reply import Attachment, Button, Entry, Part, Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Stale
from bot.menu.picture import DrawingJob
from bot.table.ground.settings import may_be_copied, personal_setting
from bot.table.past.reading import brief, readable
from bot.table.past.reviewing import Reviewed
from engine.core.state import Clock
from engine.review.facts import QUIET, Fact
from engine.review.money import GROWTH, SOURCES
from engine.review.proven import Finding, Proven
from engine.review.review import Point, Review
from engine.words import Words
from render import Cell, Grid

PROOFS = 8
"""The most findings that are shown, each with its button."""
TOLD = 550
"""The most characters about one turning point."""


async def show_review(request: Request, asked: Looked) -> Reply:
    """Show the story, now if it is kept, or when it is worked out."""
    return await _opened(request, await game_here(request, asked.game), None)


@answers(ShowReview)
async def press_review(request: Request, press: ShowReview) -> Reply:
    """The same, or another part of it."""
    return await _opened(request, await game_here(request, str(press.game)), press)


async def _opened(request: Request, at: GameContext, press: ShowReview | None) -> Reply:
    reviewing = request.table.reviewing
    reviewed = await reviewing.of(at.now, at.seat)
    if press is not None and press.part == "proven":
        return await _proven(request, at, reviewed)
    if (kept := await reviewing.kept(reviewed)) is not None:
        return await _shown(request, at, reviewed, kept, press)

    async def later() -> Reply:
        return await _shown(request, at, reviewed, await reviewing.review(reviewed), press)

    return Reply(say("working", group="review"), at.heading, later=later)


async def _shown(
    request: Request, at: GameContext, reviewed: Reviewed, review: Review, press: ShowReview | None
) -> Reply:
    if press is None or press.part == "story":
        return await _story(request, at, reviewed, review)
    if press.part == "money":
        return await _money(request, at, review)
    if press.point is None or not 0 < press.point <= len(review.points):
        raise Stale(say("old_button"))
    return await _point(request, at, reviewed, review, press.point)


# --- the story


async def _story(request: Request, at: GameContext, reviewed: Reviewed, review: Review) -> Reply:
    told = await _told(request, at, reviewed, review.points)
    head = say("head_running" if reviewed.seat else "head", group="review", game=at.called)
    text = "\n".join([head, *(told or [say("quiet", group="review")])])
    pictures = await pictures_for(request, [_chart(at, review)], ("story", at.game, reviewed))
    points = tuple(
        Button(
            say("button_point", group="review", number=number, round=_round(at.words, one.clock)),
            ShowReview(game=at.game, part="point", point=number),
        )
        for number, one in enumerate(review.points, 1)
    )
    money = Button(say("button_money", group="review"), ShowReview(game=at.game, part="money"))
    proven = Button(say("button_proven", group="review"), ShowReview(game=at.game, part="proven"))
    more = (money,) if reviewed.seat else (money, proven)
    return Reply(text, at.heading, pictures, tuple(filter(None, (points, more))))


def _chart(at: GameContext, review: Review) -> DrawingJob:
    begins = dict(review.clocks)
    moments = [_round(at.words, begins[n]) if n in begins else "" for n in range(len(review.worth[0]))]
    names = [at.words.holder(player) for player in review.players]
    return DrawingJob("story", (at.view, review.worth, names, moments, [one.place for one in review.points]))


def _round(words: Words, clock: Clock) -> str:
    return Words(msgspec.structs.replace(words.view, clock=clock, end=None)).short_round


async def _told(request: Request, at: GameContext, reviewed: Reviewed, points: Sequence[Point]) -> list[str]:
    """A paragraph for each turning point: what was done, and what came of it."""
    moves = {number for point in points for number in point.told}
    line = [move for move in await request.table.past.line(at.game) if move.number in moves]
    stories = await request.table.past.stories(at.game, line)
    # What was public at the time is told of a game that is over, and else what the seat was told.
    done = {
        number: [at.words.event(event) for event in readable(story, reviewed.seat) if event.kind not in QUIET]
        for number, story in stories.items()
    }
    return [
        say(
            "point",
            group="review",
            number=number,
            round=_round(at.words, point.clock),
            told=brief(
                [
                    *(sentence for move in point.told for sentence in done.get(move, ())),
                    *(_sentence(at, fact) for fact in point.facts),
                ],
                TOLD,
            ),
        )
        for number, point in enumerate(points, 1)
    ]


def _sentence(at: GameContext, fact: Fact) -> str:
    return say(
        fact.kind,
        group="review",
        name=at.words.holder(fact.seat) if fact.seat else "",
        company=fact.about,
        kind=fact.about,
        amount=at.words.money(fact.amount),
        before=at.words.money(fact.before),
        names=[at.words.holder(one) for one in fact.names],
    )


# --- one turning point


async def _point(request: Request, at: GameContext, reviewed: Reviewed, review: Review, number: int) -> Reply:
    point = review.points[number - 1]
    text = (await _told(request, at, reviewed, review.points))[number - 1]
    before, after = [
        GameContext(await request.table.present(at.game, at=move), at.seat) for move in (point.before, point.last)
    ]
    pictures = await pictures_for(request, _changes(before, after), ("point", reviewed, number, at.seat))
    copy = Button(say("button_explore", group="review"), Explore(game=at.game, move=point.before))
    tools = (
        Button(say("button_story", group="review"), ShowReview(game=at.game, part="story")),
        Button(say("button_move", group="review"), History(game=at.game, move=point.last, step="open")),
        *((copy,) if may_be_copied(at.now.row) else ()),
    )
    return Reply(text, at.heading, pictures, (tools,))


def _changes(before: GameContext, after: GameContext) -> list[DrawingJob]:
    """Pictures of what the turn changed: the map, the market, or else who has what."""
    was, now = before.view, after.view
    marked = {"since": was}
    pictures: list[DrawingJob] = []
    if was.hexes != now.hexes:
        pictures.append(DrawingJob("map", (now,), {"wide": 1600, **marked}))
    if was.market != now.market:
        pictures.append(DrawingJob("market", (now,), {"wide": 1400, **marked}))
    return pictures or [DrawingJob("sheet", (now,))]


# --- where the money came from


async def _money(request: Request, at: GameContext, review: Review) -> Reply:
    wanted = [
        DrawingJob("grid", (at.view, _grid(at, review, each=False))),
        DrawingJob("grid_csv", (at.view, _grid(at, review, each=True)), ending="csv"),
    ]
    drawn = await pictures_for(request, wanted, ("money", at.game, review.until, at.seat))
    files = tuple(one if one.pictured else Attachment(f"game-{at.game}-money.csv", one.data) for one in drawn)
    back = Button(say("button_story", group="review"), ShowReview(game=at.game, part="story"))
    text = say("money", group="review", game=at.called) if files else say("no_picture")
    return Reply(text, at.heading, files, ((back,),))


def _grid(at: GameContext, review: Review, *, each: bool) -> Grid:
    """A row for each source. `each`: of every company and private company, and not only of shares."""
    rows: dict[str, list[int]] = {}
    for kind in SOURCES:
        for line in review.money:
            if line.kind == kind:
                name = _source(kind, line.about, each=each)
                known = rows.setdefault(name, [0] * len(review.players))
                rows[name] = [one + more for one, more in zip(known, line.amounts, strict=True)]
    total = [sum(amounts) for amounts in zip(*rows.values(), strict=True)]
    return Grid(
        say("money_title", group="review"),
        say("money_corner", group="review"),
        [at.words.holder(player) for player in review.players],
        [(name, [_cell(at.words, one) for one in amounts]) for name, amounts in rows.items()],
        [Cell(one, at.words.money(one), bold=True) for one in total],
    )


def _source(kind: str, about: str, *, each: bool) -> str:
    source = say(kind, group="money_sources", about=about)
    if each and about and kind != GROWTH:
        return say("detail", group="money_sources", source=source, about=about)
    return source


def _cell(words: Words, amount: int) -> Cell:
    text = words.money(abs(amount)) if amount else ""
    return Cell(amount, say("amount_lost", group="review", amount=text) if amount < 0 else text)


# --- what can be proven


async def _proven(request: Request, at: GameContext, reviewed: Reviewed) -> Reply:
    reviewing = request.table.reviewing
    if reviewed.seat:
        raise Stale(say("old_button"))
    if (kept := await reviewing.kept_proofs(reviewed)) is not None:
        return _proofs(request, at, kept)

    async def later() -> Reply:
        return _proofs(request, at, await reviewing.prove(reviewed))

    return Reply(say("proving", group="review"), at.heading, later=later)


def _proofs(request: Request, at: GameContext, proven: Proven) -> Reply:
    open_to_asker = [one for one in proven.findings if _may_look(request, at, one)]
    runs, left = proven.runs, proven.left
    lines = [say("proven", group="review", game=at.called), say("proven_runs", group="review", runs=runs)]
    lines += [say("proven_left", group="review", left=left)] if left else []
    lines += [] if proven.findings else [say("proven_none", group="review")]
    entries = tuple(_entries(at, open_to_asker[:PROOFS]))
    more = len(open_to_asker) - PROOFS
    notes = [say("proven_more", group="review", more=more)] if more > 0 else []
    if len(open_to_asker) < len(proven.findings):
        notes.append(say("proven_private", group="review"))
    back = Button(say("button_story", group="review"), ShowReview(game=at.game, part="story"))
    return Reply("\n".join(lines), at.heading, rows=(*entries, *(("\n".join(notes),) if notes else ()), (back,)))


def _entries(at: GameContext, findings: Sequence[Finding]) -> Iterator[Part]:
    """A line for each, with a button beside it; a second one of the same move needs none."""
    moves: set[int] = set()
    for finding in findings:
        line, otherwise = _proof(at, finding), Explore(game=at.game, move=finding.before)
        closed = not may_be_copied(at.now.row)
        button = Button(say("button_otherwise", group="review"), otherwise, disabled=closed)
        yield line if finding.before in moves else Entry(line, button)
        moves.add(finding.before)


def _may_look(request: Request, at: GameContext, finding: Finding) -> bool:
    """Is a finding about the asker, or about somebody who lets others see it?"""
    owner = next((one.user_id for one in at.now.seats if one.seat == finding.seat), 0)
    person = at.now.people.get(owner)
    return owner == request.user or person is None or personal_setting(person, "review") == "public"


def _proof(at: GameContext, finding: Finding) -> str:
    return say(
        finding.kind,
        group="review",
        round=_round(at.words, finding.clock),
        later=_round(at.words, finding.later or finding.clock),
        company=finding.company,
        name=at.words.holder(finding.seat),
        amount=at.words.money(finding.amount),
        against=at.words.money(finding.against),
        sure="yes" if finding.sure else "no",
    )


LOOKS = {"review": Look(show_review)}
