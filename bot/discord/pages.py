"""Long texts a page at a time, with buttons for the one before and the one after."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.reply import Button, Reply, cut
from bot.discord.say import say

PAGE = 3600
"""Characters of a page; an embed holds a little more."""


def pages(lines: Sequence[str], most: int = PAGE) -> list[list[str]]:
    """Lines put on pages, none of them torn apart; there is always one page."""
    found: list[list[str]] = [[]]
    room = most
    for line in lines:
        line = cut(line, most)
        if len(line) + 1 > room and found[-1]:
            found.append([])
            room = most
        found[-1].append(line)
        room -= len(line) + 1
    return found


def paged(title: str, lines: Sequence[str], page: int, does: str, args: tuple[object, ...]) -> Reply:
    """One page of a text. `does` is told `args` and the number of the page that is wanted."""
    every = pages(lines)
    at = min(max(page, 0), len(every) - 1)
    if len(every) == 1:
        return Reply("\n".join(every[0]), title=title)
    turned = (
        Button(say("page_before", group="pages"), does, (*args, at - 1), disabled=at == 0),
        Button(say("page_after", group="pages"), does, (*args, at + 1), disabled=at == len(every) - 1),
    )
    head = say("page_of", group="pages", title=title, page=at + 1, pages=len(every))
    return Reply("\n".join(every[at]), title=head, rows=(turned,))
