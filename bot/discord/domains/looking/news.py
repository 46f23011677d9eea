"""What's new: the others' moves since somebody's last turn, and what changed on map and market."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.domains.shared.pictures import SINCE, share_row
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_at_call
from bot.discord.games.presses.looks import Since
from bot.discord.kit.answers import answers
from bot.discord.kit.reply import Reply, cut
from bot.discord.kit.say import say
from bot.discord.turn.acting import drawn
from bot.errors import Refused
from bot.menu.picture import DrawingJob
from bot.store.rows import ActionRow
from bot.table.past.past import last_turn
from bot.table.past.reading import brief, sentences
from engine.view import View

TOLD, LETTERS = 20, 160
"""The most moves listed, and the most characters of one."""


@answers(Since)
async def since(request: Request, press: Since) -> Reply:
    """Anybody may press it; they see what is new to them."""
    now = await game_at_call(request, press.game, press.seat)
    if not now.seat:
        raise Refused(say("no_seat", group="since"))
    line = await request.table.past.line(now.game)
    last = last_turn(line, now.seat)
    news = [move for move in line if move.number > last]
    then = GameContext(await request.table.present(now.game, at=last), now.seat)
    lines = await _news_lines(request, now, news)
    head = say("head" if last else "beginning", group="since", moves=len(news))
    earlier = [say("earlier", group="since", moves=len(news) - len(lines))] if len(news) > len(lines) else []
    text = "\n".join([head, *earlier, *lines, *_prices(then.view, now)])
    pictures = await drawn(
        request,
        [
            DrawingJob("map", (now.view,), {"since": then.view, "wide": 1600}),
            DrawingJob("market", (now.view,), {"since": then.view, "wide": 1400}),
        ],
    )
    rows = share_row(request, now.game, SINCE, last) if pictures else ()
    return Reply(cut(text, 4000), now.heading, pictures, rows, beside=True)


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
            company=one.symbol,
            old=now.words.money(was[one.symbol]) if was.get(one.symbol) else say("new", group="since"),
            new=now.words.money(one.price),
        )
        for one in now.view.companies
        if one.price and was.get(one.symbol) != one.price
    ]
    return [say("prices", group="since", moved=moved)] if moved else []
