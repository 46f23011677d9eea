"""Lines of a private copy: named, gone to, set side by side."""

from __future__ import annotations

from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import find_game, game_here
from bot.discord.games.presses.explore import (
    CompareLine,
    GoToLine,
    KeepLine,
    OfLine,
    ShowLines,
    ToBeginning,
)
from bot.discord.games.presses.moves import Turn
from bot.discord.kit.answers import answers, opens
from bot.discord.kit.reply import (
    Button,
    Pick,
    Reply,
    Select,
)
from bot.discord.kit.say import say
from bot.discord.turn.acting import copy_tools, front_panel, pictures_for
from bot.errors import Refused
from bot.menu.picture import DrawingJob
from bot.safe_text import escaped
from engine.view import View, view
from engine.words import Words


class LineNamed(OfLine, name="explore_kept"):
    """Give the position a name."""


opens(KeepLine, LineNamed, "form_line", "form_line_name", 40)


async def _panel_again(request: Request, press: OfLine, why: str) -> Reply:
    return await copy_panel(request, press.game, why)


@answers(LineNamed, _panel_again)
async def keep(request: Request, press: LineNamed) -> Reply:
    """Give the position a name."""
    copy = await find_game(request, str(press.game), begun=True)
    await request.table.exploring.keep(copy, request.user, press.line)
    return await copy_panel(request, copy, say("kept", group="explore", line=escaped(press.line[:40])))


answers(ShowLines)(lambda request, press: copy_panel(request, press.game, say("lines", group="explore")))


async def _gone(request: Request, game: int, line: str) -> Reply:
    copy = await find_game(request, str(game), begun=True)
    await request.table.exploring.go(copy, request.user, line)
    told = say("there", group="explore", line=escaped(line)) if line else say("beginning", group="explore")
    return await front_panel(request, await game_here(request, str(copy)), note=told)


answers(ToBeginning)(lambda request, press: _gone(request, press.game, ""))
answers(GoToLine, _panel_again)(lambda request, press: _gone(request, press.game, press.line))


@answers(CompareLine, _panel_again)
async def compare(request: Request, press: CompareLine) -> Reply:
    """A line beside where the copy stands: what everybody is worth, what the companies earn, and both maps."""
    copy = await find_game(request, str(press.game), begun=True)
    known = {one.name: one.position for one in await request.table.exploring.lines(copy, request.user)}
    if press.line not in known:
        raise Refused(say("no_line", group="explore", line=escaped(press.line[:40])))
    line, now = escaped(press.line), (await request.table.present(copy)).row.position
    if known[press.line] == now:
        raise Refused(say("same_place", group="explore", line=line))
    # Where the copy stands may be the end of a line itself.
    called = next((escaped(name) for name, move in known.items() if move == now), "")
    other = called or say("as_it_stands", group="explore")
    first, second = [view((await request.table.present(copy, at=move)).game) for move in (known[press.line], now)]
    told = [say("compared", group="explore", line=line, other=other), *_differences(first, second)]
    sketches = [DrawingJob("map", (one,), {"wide": 1200}) for one in (first, second)]
    return Reply("\n".join(told), pictures=await pictures_for(request, sketches), rows=(copy_tools(copy, lines=True),))


def _differences(first: View, second: View) -> list[str]:
    words = Words(first)
    lines: list[str] = []
    for one, other in zip(first.seats, second.seats, strict=True):
        both = {"one": words.amount(one.worth), "other": words.amount(other.worth)}
        lines.append(say("worth", group="explore", name=one.name, **both))
    then = {company.symbol: company for company in second.companies}
    for company in first.companies:
        other = then[company.symbol]
        if company.price != other.price:
            prices = {"one": _price(words, company.price), "other": _price(words, other.price)}
            lines.append(say("price", group="explore", company=company.symbol, **prices))
        if company.last_run != other.last_run:
            runs = {"one": words.money(max(0, company.last_run)), "other": words.money(max(0, other.last_run))}
            lines.append(say("run", group="explore", company=company.symbol, **runs))
    return lines


def _price(words: Words, price: int) -> str:
    """What a share costs; a company that has not been started has no price."""
    return words.money(price) if price else "–"


async def copy_panel(request: Request, copy: int, head: str) -> Reply:
    """The lines, to go to one of them or to compare one with where the copy stands."""
    lines = await request.table.exploring.lines(copy, request.user)
    listed = [say("line", group="explore", line=escaped(one.name), move=one.position) for one in lines]
    does = (("choose_line", GoToLine), ("choose_other", CompareLine)) if lines else ()
    lists = [
        Select(
            say(text, group="explore"),
            tuple(Pick(escaped(one.name), press(game=copy, line=one.name)) for one in lines),
        )
        for text, press in does
    ]
    turn = Button(say("button_turn"), Turn(game=copy))
    return Reply("\n".join([head, *listed]), rows=(*lists, (turn, *copy_tools(copy, lines=False))))
