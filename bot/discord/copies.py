"""The panel of a private copy."""

from __future__ import annotations

from bot.discord.acting import copy_tools
from bot.discord.presses.explore import CompareLine, GoToLine
from bot.discord.presses.moves import Turn
from bot.discord.reply import Button, Pick, Reply, Select
from bot.discord.request import Request
from bot.discord.say import say
from bot.table.safe_text import escaped


async def copy_panel(request: Request, copy: int, head: str) -> Reply:
    """The lines, to go to one of them or to compare one with where the copy stands."""
    lines = await request.table.exploring.lines(copy, request.user)
    told = [say("line", group="explore", line=escaped(one.name), move=one.position) for one in lines]
    does = (("choose_line", GoToLine), ("choose_other", CompareLine)) if lines else ()
    lists = [
        Select(
            say(text, group="explore"),
            tuple(Pick(escaped(one.name), press(game=copy, line=one.name)) for one in lines),
        )
        for text, press in does
    ]
    turn = Button(say("button_turn"), Turn(game=copy))
    return Reply("\n".join([head, *told]), rows=(*lists, (turn, *copy_tools(copy, lines=False))))
