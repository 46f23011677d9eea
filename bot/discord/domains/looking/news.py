"""What's new: the moves since somebody's last turn, since they last looked or since yesterday, and what changed on map
and market.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.pictures import SINCE, share_row
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_at_call, game_here
from bot.discord.games.presses.looks import Since
from bot.discord.kit.answers import answers
from bot.discord.kit.reply import Reply, cut
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.menu.picture import DrawingJob
from bot.store.rows import ActionRow
from bot.table.past.past import last_turn
from bot.table.past.reading import brief, sentences
from engine.view import View

DAY = timedelta(days=1)
TOLD, LETTERS = 20, 160
"""The most moves listed, and the most characters of one."""
WHEN = {"head": "turn", "looked": "looked", "yesterday": "yesterday", "again": "yesterday"}
"""How the map says since when something is new, by how the text does."""


@answers(Since)
async def since(request: Request, press: Since) -> Reply:
    """Anybody may press it; they see what is new to them."""
    return await _news(request, await game_at_call(request, press.game, press.seat))


async def look(request: Request, asked: Looked) -> Reply:
    """The same at any time, for players and others."""
    return await _news(request, await game_here(request, asked.game))


async def _news(request: Request, now: GameContext) -> Reply:
    """What is new since a player's last turn; for others, since they last looked, or since yesterday."""
    line = await request.table.past.line(now.game)
    looked = await request.bot.extras.looked(now.game, request.user, line[-1].number if line else 0)
    name, last = _since(request, now, line, looked)
    news = [move for move in line if move.number > last and not _went_on(now, move)]
    then = GameContext(await request.table.present(now.game, at=last), now.seat)
    lines = await _news_lines(request, now, news)
    head = say(name, group="since", moves=len(news))
    earlier = [say("earlier", group="since", moves=len(news) - len(lines))] if len(news) > len(lines) else []
    waits = [] if now.seat else [now.words.decision(one) for one in now.view.decisions]
    text = "\n".join([head, *earlier, *lines, *_prices(then.view, now), *waits])
    pictures = await pictures_for(
        request,
        [
            DrawingJob("map", (now.view,), {"since": then.view, "when": WHEN.get(name, ""), "wide": 1600}),
            DrawingJob("market", (now.view,), {"since": then.view, "wide": 1400}),
        ],
        at=now,
    )
    rows = share_row(request, now.game, SINCE, last) if pictures else ()
    return Reply(cut(text, 4000), now.heading, pictures, rows, beside=True)


def _since(request: Request, now: GameContext, line: Sequence[ActionRow], looked: int | None) -> tuple[str, int]:
    """After which move something is new to the asker, and how that is said."""
    if now.seat:
        last = last_turn(line, now.seat)
        return ("head" if last else "beginning"), last
    # Moves that were taken back, as far as they looked, are not in the line.
    seen = max((move.number for move in line if looked is not None and move.number <= looked), default=0)
    if looked is not None and any(move.number > seen for move in line):
        return "looked", seen
    yesterday = request.table.clock() - DAY
    last = max((move.number for move in line if move.at <= yesterday), default=0)
    return ("again" if looked is not None else "yesterday"), last


def _went_on(now: GameContext, move: ActionRow) -> bool:
    """Did the game only go on by itself?"""
    followed = move.cause is not None and move.order_id is None
    return followed and now.now.game.title.verbs[move.verb].declines


async def _news_lines(request: Request, now: GameContext, news: Sequence[ActionRow]) -> list[str]:
    stories = await request.table.past.stories(now.game, news[-TOLD:])
    return [
        say("entry", group="since", number=number, text=brief(sentences(story, now.view), LETTERS))
        for number, story in stories.items()
    ]


def _prices(then: View, now: GameContext) -> list[str]:
    """The prices that have moved, in one line."""
    was = {one.symbol: one.price for one in then.companies}
    moved = [
        say(
            "price",
            group="since",
            company=company.symbol,
            old=now.words.money(was[company.symbol]) if was.get(company.symbol) else say("new", group="since"),
            new=now.words.money(company.price),
        )
        for company in now.view.companies
        if company.price and was.get(company.symbol) != company.price
    ]
    return [say("prices", group="since", moved=moved)] if moved else []


LOOKS = {"news": Look(look)}
