"""Long texts in pages, with buttons for the previous and next page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button, Reply, cut
from bot.discord.kit.say import say

PAGE = 3600
"""The most characters on a page; an embed holds a little more."""
Row = tuple[Button, ...]


def pages(lines: Sequence[str]) -> list[list[str]]:
    """Lines split into pages, without breaking any; there is always at least one page."""
    leaves: list[list[str]] = [[]]
    room = PAGE
    for line in lines:
        line = cut(line, PAGE)
        if len(line) + 1 > room and leaves[-1]:
            leaves.append([])
            room = PAGE
        leaves[-1].append(line)
        room -= len(line) + 1
    return leaves


def paged(title: str, lines: Sequence[str], page: int, to: Callable[[int], Press]) -> Reply:
    """One page of a text, counted from 0; `to` makes the press that shows another."""
    every = pages(lines)
    at = min(max(page, 0), len(every) - 1)
    head = title if len(every) == 1 else say("page_of", group="pages", title=title, page=at + 1, pages=len(every))
    return Reply("\n".join(every[at]), title=head, rows=turning(to, at, len(every)))


def turning(to: Callable[[int], Press], at: int, count: int) -> tuple[Row, ...]:
    """Buttons for the previous and next page; none if there is only one page."""
    if count == 1:
        return ()
    return (
        (
            Button(say("page_before", group="pages"), to(at - 1), disabled=at == 0),
            Button(say("page_after", group="pages"), to(at + 1), disabled=at == count - 1),
        ),
    )
