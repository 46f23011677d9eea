"""What decided a game: its turning points, and where everybody's money came from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from bot.discord.domains.reviews.better import find, solution
from bot.discord.domains.reviews.own import own_reviews
from bot.discord.domains.reviews.proven import proven, proven_for_everybody, round_of, share_page
from bot.discord.domains.reviews.robots_view import may_see, robots_view
from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.posting import for_everybody
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, GameName, game_here
from bot.discord.games.presses.explore import Explore
from bot.discord.games.presses.looks import History, OwnReviews, ShareReview
from bot.discord.games.presses.looks import Review as ShowReview
from bot.discord.kit.answers import answers
from bot.discord.kit.command import command
from bot.discord.kit.reply import Attachment, Button, Reply
from bot.discord.kit.say import each_once, say
from bot.discord.turn.acting import pictures_for
from bot.errors import Stale
from bot.menu.picture import CLOSE_WIDE, MARKET_WIDE, DrawingJob
from bot.table.ground.say import clean_name
from bot.table.ground.settings import may_be_copied
from bot.table.past.reading import brief, readable
from bot.table.past.reviewing import PROVEN, Reviewed
from bot.table.seats.settling import RESULT
from engine.core.phrases import ENGLISH
from engine.review.facts import OF_TRAINS, Fact, told_of
from engine.review.money import GROWTH, OTHERS_SALES, OWN_SALES, SOURCES
from engine.review.review import Point, Review
from engine.view import View
from engine.words import Words, using_language
from render import Cell, Grid
from render.changes import changed_hexes

AGREED, BANK = "agreed", "bank"
"""Reasons for the end."""
SALES = (OTHERS_SALES, OWN_SALES)
TOLD = 550
"""The most characters about one turning point."""


async def show_review(request: Request, asked: Looked) -> Reply:
    """Show the story, now if it is kept, or when it is worked out."""
    return await _opened(request, await game_here(request, asked.game), None)


@command("review")
async def review_command(request: Request, game: GameName | None = None, mine: bool = False) -> Reply:
    """Show what decided a game, or what the asker misses most over all of theirs."""
    if mine:
        return await own_reviews(request, OwnReviews())
    return await show_review(request, Looked(game))


@answers(ShowReview)
async def press_review(request: Request, press: ShowReview) -> Reply:
    """The same, or another part of it."""
    return await _opened(request, await game_here(request, str(press.game)), press)


async def _opened(request: Request, at: GameContext, press: ShowReview | None) -> Reply:
    reviewing = request.table.reviewing
    reviewed = await reviewing.of(at.now, at.seat)
    if press is not None and press.part == "proven":
        return await proven(request, at, reviewed)
    if press is not None and press.part in PARTS:
        return await PARTS[press.part](request, at, reviewed, press)
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
    end = () if reviewed.seat else _end(at)
    text = "\n".join([head, *(told or [say("quiet", group="review")]), *end])
    pictures = await pictures_for(request, [_chart(at, review)], ("story", at.game, reviewed))
    points = tuple(
        Button(
            say("button_point", group="review", number=number, round=round_of(at.words, one.clock)),
            ShowReview(game=at.game, part="point", point=number),
        )
        for number, one in enumerate(review.points, 1)
    )
    money = Button(say("button_money", group="review"), ShowReview(game=at.game, part="money"))
    proofs = Button(say("button_proven", group="review"), ShowReview(game=at.game, part="proven"))
    robot = Button(say("button_robot", group="review"), ShowReview(game=at.game, part="robot"))
    better = Button(say("button_find", group="review"), ShowReview(game=at.game, part="find"))
    over = () if reviewed.seat else (proofs,)
    sharing = () if reviewed.seat else (better, *share_page(request, at, "story"))
    more = (money, *over, *((robot,) if may_see(at, reviewed) else ()), *sharing)
    own = (Button(say("button_own", group="review"), OwnReviews()),) if at.seat else ()
    return Reply(text, at.heading, pictures, tuple(filter(None, (points, more, own))))


def _end(at: GameContext) -> Iterator[str]:
    """When and how the game ended, if the bank is not the reason. The position of a stopped game does not say it."""
    end, agreed = at.view.end, at.now.row.settings.get(RESULT)
    if end is not None and end.why == BANK:
        return
    if end is None and not agreed:
        told = say("stopped")
    else:
        told = at.words.ending(AGREED if end is None else end.why)
    yield say("end", group="review", round=round_of(at.words, at.view.clock), told=told)


def _chart(at: GameContext, review: Review) -> DrawingJob:
    begins = dict(review.clocks)
    moments = [round_of(at.words, begins[n]) if n in begins else "" for n in range(len(review.worth[0]))]
    names = [at.words.holder(player) for player in review.players]
    return DrawingJob("story", (at.view, review.worth, names, moments, [one.place for one in review.points]))


async def _told(request: Request, at: GameContext, reviewed: Reviewed, points: Sequence[Point]) -> list[str]:
    """A paragraph for each turning point: what was done, and what came of it."""
    moves = {number for point in points for number in point.told}
    line = [move for move in await request.table.past.line(at.game) if move.number in moves]
    stories = await request.table.past.stories(at.game, line)

    def done(point: Point) -> list[str]:
        # What was public at the time is told of a game that is over, and else what the seat was told.
        known = [readable(stories[move], reviewed.seat) for move in point.told if move in stories]
        return [at.words.event(event) for events in told_of(known) for event in events]

    return [
        say(
            "point",
            group="review",
            number=number,
            round=round_of(at.words, point.clock),
            told=brief(
                [*each_once(done(point)), *(_sentence(at, fact) for fact in point.facts)],
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
        kind=at.words.card(fact.about),
        private=at.words.thing(fact.about) if fact.kind in ("closes", "overpaid") else "",
        amount=at.words.money(fact.amount),
        before=at.words.money(fact.before),
        rounds=fact.amount or "",
        names=[at.words.holder(one) for one in fact.names],
    )


# --- one turning point


async def _point(request: Request, at: GameContext, reviewed: Reviewed, review: Review, number: int) -> Reply:
    point = review.points[number - 1]
    text = (await _told(request, at, reviewed, review.points))[number - 1]
    before, after = [
        GameContext(await request.table.present(at.game, at=move), at.seat) for move in (point.before, point.last)
    ]
    pictures = await pictures_for(
        request, changes(before.view, after.view, point.facts), ("point", reviewed, number, at.seat)
    )
    copy = Button(say("button_explore", group="review"), Explore(game=at.game, move=point.before))
    tools = (
        Button(say("button_story", group="review"), ShowReview(game=at.game, part="story")),
        Button(say("button_move", group="review"), History(game=at.game, move=point.last, step="open")),
        *((copy,) if may_be_copied(at.now.row) else ()),
    )
    return Reply(text, at.heading, pictures, (tools,))


def changes(was: View, now: View, facts: Sequence[Fact]) -> list[DrawingJob]:
    """Pictures of what the turn changed: who has which trains, if that is told, and else the part of the map; the part
    of the market.
    """
    kinds = {fact.kind for fact in facts}
    of_trains, of_sales = not kinds.isdisjoint(OF_TRAINS), not kinds.isdisjoint(SALES)
    pictures: list[DrawingJob] = []
    if of_trains:
        pictures.append(DrawingJob("sheet", (now,)))
    elif was.hexes != now.hexes:
        pictures.append(DrawingJob("map", (now,), {"wide": CLOSE_WIDE, "turn": was, "around": changed_hexes(was, now)}))
    if was.market != now.market and (of_sales or not of_trains):
        pictures.append(DrawingJob("market", (now,), {"wide": MARKET_WIDE, "since": was, "close": True}))
    return pictures or [DrawingJob("sheet", (now,))]


# --- where the money came from


async def _money(request: Request, at: GameContext, review: Review) -> Reply:
    with using_language(ENGLISH):  # The file has the same headings in every language.
        filed = _grid(at, review, each=True)
    wanted = [
        DrawingJob("grid", (at.view, _grid(at, review, each=False))),
        DrawingJob("grid_csv", (at.view, filed), ending="csv"),
    ]
    drawn = await pictures_for(request, wanted, ("money", at.game, review.until, at.seat))
    files = tuple(one if one.pictured else Attachment(f"game-{at.game}-money.csv", one.data) for one in drawn)
    back = Button(say("button_story", group="review"), ShowReview(game=at.game, part="story"))
    text = say("money", group="review", game=at.called) if files else say("no_picture")
    sharing = share_page(request, at, "money") if review.over else ()
    return Reply(text, at.heading, files, ((back, *sharing),))


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


# --- for everybody


@answers(ShareReview)
async def share_review(request: Request, press: ShareReview) -> Reply:
    """Post a page of the review without its buttons; of what can be proven, what everybody may see."""
    at = await for_everybody(request, press.game)
    reviewing = request.table.reviewing
    reviewed = await reviewing.of(at.now, "")
    with request.table.services.speaking_on(request.guild):
        if press.part == "proven":
            if (found := await reviewing.kept_part(reviewed, PROVEN)) is None:
                raise Stale(say("old_button"))
            page = await proven_for_everybody(request, at, found)
        elif (kept := await reviewing.kept(reviewed)) is None:
            raise Stale(say("old_button"))
        else:
            page = await (_story(request, at, reviewed, kept) if press.part == "story" else _money(request, at, kept))
        name = say(
            "shows", group="share", name=clean_name(request.name), what=say("review", group="shared"), game=at.called
        )
        opening = Button(say("button", group="review"), ShowReview(game=at.game, part=press.part))
        shared = Reply(f"{name}\n{page.text}", pictures=page.pictures, rows=((opening,),))
    return Reply(say("done", group="share"), beside=True, shared=shared)


PARTS: Mapping[str, Callable[[Request, GameContext, Reviewed, ShowReview], Awaitable[Reply]]] = {
    "robot": robots_view,
    "find": find,
    "solution": solution,
}
"""What is worked out only when somebody asks."""
LOOKS = {"review": Look(show_review)}
