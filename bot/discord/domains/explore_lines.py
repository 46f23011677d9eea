"""Lines of a private copy: named, gone to, set side by side."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.discord.acting import copy_tools, drawn, front_panel
from bot.discord.command import Command, Option, matching
from bot.discord.components import NUMBER, Component
from bot.discord.game_lookup import find_game, game_here
from bot.discord.presses.moves import Turn
from bot.discord.reply import Button, Reply, selecting
from bot.discord.request import InputForm, OnPress, Request
from bot.discord.say import say
from bot.menu.picture import DrawingJob
from bot.table.errors import Refused
from bot.table.safe_text import escaped
from engine.view import View, view
from engine.words import Words


async def keep(request: Request, given: dict[str, Any]) -> Reply:
    """Give the position a name."""
    game = await find_game(request, given, begun=True)
    await request.table.exploring.keep(game, request.user, str(given["name"]))
    return await _list(request, game, say("kept", group="explore", line=escaped(str(given["name"])[:40])))


async def press_keep(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same, written into the form."""
    return await keep(request, {"game": args[0], "name": values[0]})


async def _list_again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
    return await _list(request, int(args[0]), why)


async def press_lines(request: Request, args: list[str], values: list[str]) -> Reply:
    """All lines by a button."""
    return await _list(request, int(args[0]), say("lines", group="explore"))


async def _list(request: Request, game: int, head: str) -> Reply:
    """The lines, to go to one of them or to compare one with where the copy stands."""
    lines = await request.table.exploring.lines(game, request.user)
    told = [say("line", group="explore", line=escaped(one.name), move=one.position) for one in lines]
    named = tuple((one.name, escaped(one.name)) for one in lines)
    does = (("choose_line", "explore_go"), ("choose_other", "explore_compare")) if named else ()
    lists = [selecting(say(text, group="explore"), press, (game,), named) for text, press in does]
    turn = Button(say("button_turn"), Turn(game=game))
    return Reply("\n".join([head, *told]), rows=(*lists, (turn, *copy_tools(game, lines=False))))


async def go(request: Request, given: dict[str, Any]) -> Reply:
    """To where a line stands."""
    return await _go(request, await find_game(request, given, begun=True), str(given.get("line", "")))


async def press_back(request: Request, args: list[str], values: list[str]) -> Reply:
    """To the beginning, to try something else."""
    return await _go(request, await find_game(request, {"game": args[0]}, begun=True), "")


async def press_go(request: Request, args: list[str], values: list[str]) -> Reply:
    """To the line that was chosen from the list."""
    return await _go(request, await find_game(request, {"game": args[0]}, begun=True), values[0])


async def _go(request: Request, game: int, line: str) -> Reply:
    await request.table.exploring.go(game, request.user, line)
    told = say("there", group="explore", line=escaped(line)) if line else say("beginning", group="explore")
    return await front_panel(request, await game_here(request, {"game": str(game)}), note=told)


async def press_compare(request: Request, args: list[str], values: list[str]) -> Reply:
    """The line that was chosen from the list, beside where the copy stands."""
    return await compare(request, {"game": args[0], "line": values[0]})


async def compare(request: Request, given: dict[str, Any]) -> Reply:
    """Two lines beside each other: what everybody is worth, what the companies earn, and both maps."""
    game = await find_game(request, given, begun=True)
    known = {one.name: one.position for one in await request.table.exploring.lines(game, request.user)}
    names = [str(given[name]) for name in ("line", "with") if name in given]
    if missing := [one for one in names if one not in known]:
        raise Refused(say("no_line", group="explore", line=escaped(missing[0][:40])))
    if len(set(names)) < len(names):
        raise Refused(say("same_line", group="explore"))
    sides = [(escaped(name), known[name]) for name in names]
    if len(sides) == 1:
        now = (await request.table.present(game)).row.position
        # Where the copy stands may be the end of a line itself.
        called = next((escaped(name) for name, move in known.items() if move == now), "")
        sides.append((called or say("as_it_stands", group="explore"), now))
        if sides[0][1] == now:
            raise Refused(say("same_place", group="explore", line=sides[0][0]))
    first, second = [view((await request.table.present(game, at=move)).game) for _, move in sides]
    told = [say("compared", group="explore", line=sides[0][0], other=sides[1][0]), *_differences(first, second)]
    sketches = [DrawingJob("map", (one,), {"wide": 1200}) for one in (first, second)]
    return Reply("\n".join(told), pictures=await drawn(request, sketches), rows=(copy_tools(game, lines=True),))


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


async def offer_lines(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """The lines of the copy."""
    game = await find_game(request, given, begun=True)
    return matching([(one.name, one.name) for one in await request.table.exploring.lines(game, request.user)], typed)


async def offer_copies(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """The asker's copies, wherever they are."""
    mine = await request.table.exploring.mine(request.user)
    return matching([(say("copy", group="explore", copy=row.id, game=row.copy_of), str(row.id)) for row in mine], typed)


COPY = Option("game", complete=offer_copies, about=partial(say, "option_copy", group="explore"))
LINE = Option("line", required=True, complete=offer_lines)
COMMANDS = (
    Command("explore keep", keep, (Option("name", required=True), COPY)),
    Command("explore go", go, (Option("line", complete=offer_lines), COPY)),
    Command("explore compare", compare, (LINE, Option("with", complete=offer_lines), COPY)),
)
PRESSES: dict[str, OnPress] = {
    "explore_kept": Component(press_keep, (NUMBER,), chosen=True, again=_list_again),
    "explore_back": Component(press_back, (NUMBER,)),
    "explore_lines": Component(press_lines, (NUMBER,)),
    "explore_go": Component(press_go, (NUMBER,), chosen=True, again=_list_again),
    "explore_compare": Component(press_compare, (NUMBER,), chosen=True, again=_list_again),
}
FORMS: dict[str, InputForm] = {"explore_keep": InputForm("explore_kept", "form_line", "form_line_name", 40)}
