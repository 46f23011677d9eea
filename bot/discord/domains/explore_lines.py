"""Lines of a private copy: named, gone to, set side by side."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from bot.discord.acting import copy_tools, drawn, front_panel
from bot.discord.command import Typed, command, matching
from bot.discord.game_lookup import find_game, game_here
from bot.discord.kit.answers import answers, opens
from bot.discord.kit.press import Press
from bot.discord.presses.explore import KeepLine, ShowLines, ToBeginning
from bot.discord.presses.moves import Turn
from bot.discord.reply import Button, Pick, Reply, Select
from bot.discord.request import Request
from bot.discord.say import say
from bot.menu.picture import DrawingJob
from bot.table.errors import Refused
from bot.table.safe_text import escaped
from engine.view import View, view
from engine.words import Words


class OfLine(Press):
    """What is done with a line, by its name."""

    game: int
    line: str


class LineNamed(OfLine, name="explore_kept"):
    """Give the position a name."""


class GoToLine(OfLine, name="explore_go"):
    """Go to where a line stands."""


class CompareLine(OfLine, name="explore_compare"):
    """Show a line beside where the copy stands."""


opens(KeepLine, LineNamed, "form_line", "form_line_name", 40)


async def offer_lines(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """The lines of the copy."""
    copy = await find_game(request, game, begun=True)
    return matching([(one.name, one.name) for one in await request.table.exploring.lines(copy, request.user)], typed)


async def offer_copies(request: Request, typed: str) -> list[tuple[str, str]]:
    """The asker's copies, wherever they are."""
    mine = await request.table.exploring.mine(request.user)
    return matching([(say("copy", group="explore", copy=row.id, game=row.copy_of), str(row.id)) for row in mine], typed)


CopyName = Annotated[str, Typed(complete=offer_copies, about=partial(say, "option_copy", group="explore"))]
LineName = Annotated[str, Typed(complete=offer_lines)]


@command("explore keep")
async def keep(request: Request, name: str, game: CopyName | None = None) -> Reply:
    """Give the position a name."""
    copy = await find_game(request, game, begun=True)
    await request.table.exploring.keep(copy, request.user, name)
    return await _list(request, copy, say("kept", group="explore", line=escaped(name[:40])))


async def _list_again(request: Request, press: OfLine, why: str) -> Reply:
    return await _list(request, press.game, why)


@answers(LineNamed, _list_again)
async def press_keep(request: Request, press: LineNamed) -> Reply:
    """The same, written into the form."""
    return await keep(request, press.line, str(press.game))


@answers(ShowLines)
async def press_lines(request: Request, press: ShowLines) -> Reply:
    """All lines by a button."""
    return await _list(request, press.game, say("lines", group="explore"))


async def _list(request: Request, game: int, head: str) -> Reply:
    """The lines, to go to one of them or to compare one with where the copy stands."""
    lines = await request.table.exploring.lines(game, request.user)
    told = [say("line", group="explore", line=escaped(one.name), move=one.position) for one in lines]
    does = (("choose_line", GoToLine), ("choose_other", CompareLine)) if lines else ()
    lists = [
        Select(
            say(text, group="explore"),
            tuple(Pick(escaped(one.name), press(game=game, line=one.name)) for one in lines),
        )
        for text, press in does
    ]
    turn = Button(say("button_turn"), Turn(game=game))
    return Reply("\n".join([head, *told]), rows=(*lists, (turn, *copy_tools(game, lines=False))))


@command("explore go")
async def go(request: Request, line: LineName = "", game: CopyName | None = None) -> Reply:
    """To where a line stands, or to the beginning."""
    copy = await find_game(request, game, begun=True)
    await request.table.exploring.go(copy, request.user, line)
    told = say("there", group="explore", line=escaped(line)) if line else say("beginning", group="explore")
    return await front_panel(request, await game_here(request, str(copy)), note=told)


@answers(ToBeginning)
async def press_back(request: Request, press: ToBeginning) -> Reply:
    """To the beginning, to try something else."""
    return await go(request, game=str(press.game))


@answers(GoToLine, _list_again)
async def press_go(request: Request, press: GoToLine) -> Reply:
    """To the line that was chosen from the list."""
    return await go(request, press.line, str(press.game))


@answers(CompareLine, _list_again)
async def press_compare(request: Request, press: CompareLine) -> Reply:
    """The line that was chosen from the list, beside where the copy stands."""
    return await compare(request, press.line, game=str(press.game))


@command("explore compare")
async def compare(
    request: Request, line: LineName, with_: LineName | None = None, game: CopyName | None = None
) -> Reply:
    """Two lines beside each other: what everybody is worth, what the companies earn, and both maps."""
    copy = await find_game(request, game, begun=True)
    known = {one.name: one.position for one in await request.table.exploring.lines(copy, request.user)}
    names = [line] if with_ is None else [line, with_]
    if missing := [one for one in names if one not in known]:
        raise Refused(say("no_line", group="explore", line=escaped(missing[0][:40])))
    if len(set(names)) < len(names):
        raise Refused(say("same_line", group="explore"))
    sides = [(escaped(name), known[name]) for name in names]
    if len(sides) == 1:
        now = (await request.table.present(copy)).row.position
        # Where the copy stands may be the end of a line itself.
        called = next((escaped(name) for name, move in known.items() if move == now), "")
        sides.append((called or say("as_it_stands", group="explore"), now))
        if sides[0][1] == now:
            raise Refused(say("same_place", group="explore", line=sides[0][0]))
    first, second = [view((await request.table.present(copy, at=move)).game) for _, move in sides]
    told = [say("compared", group="explore", line=sides[0][0], other=sides[1][0]), *_differences(first, second)]
    sketches = [DrawingJob("map", (one,), {"wide": 1200}) for one in (first, second)]
    return Reply("\n".join(told), pictures=await drawn(request, sketches), rows=(copy_tools(copy, lines=True),))


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
