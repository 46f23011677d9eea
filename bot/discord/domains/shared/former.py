"""Commands under the names they had in older versions, which some clients still send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from bot.discord.kit.say import say

SUBCOMMANDS = (1, 2)
"""The types of option that Discord uses for a command of a group."""
FORMER = {
    "map": "show what:map",
    "market": "show what:market",
    "sheet": "show what:sheet",
    "phases": "show what:phases",
    "tiles": "show what:tiles",
    "runs": "show what:runs",
    "card": "show what:card",
    "tables": "show what:table of …",
    "history": "show what:history",
    "log": "show what:log",
    "chart": "show what:chart of …",
    "replay": "show what:replay",
    "train": "buy-train",
    "private": "buy-private",
    "accept": "offer answer:accept",
    "decline": "offer answer:decline",
    "withdraw": "offer answer:withdraw",
    "ahead agree": "order agree",
    "ahead answer": "order answer",
    "ahead bid": "order bid",
    "ahead buy": "order buy",
    "ahead cancel": "order cancel",
    "ahead list": "order list",
    "ahead operate": "order operate",
    "ahead pass": "order pass",
    "ahead take": "order take",
    "explore compare": "explore",
    "explore end": "explore",
    "explore go": "explore",
    "explore keep": "explore",
    "explore start": "explore",
    "note add": "note",
    "note clear": "note",
    "note read": "note",
    "game options": "title what:options",
    "league export": "league standings files:True",
    "spectate list": "show what:spectators",
    "spectate leave": "spectate join on:False",
    "spectate close": "spectate open on:False",
    "spectate stop": "spectate start on:False",
    "answer": "special move:answer",
    "bankrupt": "special move:bankrupt",
    "discard": "special move:discard",
    "exchange": "special move:exchange",
    "go-on": "special move:go-on",
    "hold": "special move:hold",
    "home": "special move:home",
    "redeem": "special move:redeem",
    "stop-here": "special move:stop-here",
}
"""Each old name with what to type instead."""


def now_called(data: Mapping[str, Any]) -> str:
    """What to type instead of the command that was sent; empty if its name is not an old one."""
    name = " ".join(_path(data))
    return say("renamed", old=name, new=FORMER[name]) if name in FORMER else ""


def _path(data: Mapping[str, Any]) -> Iterator[str]:
    """The command's name, with the one in its group."""
    yield str(data.get("name", ""))
    for option in data.get("options") or ():
        if option.get("type") in SUBCOMMANDS:
            yield from _path(option)


def every_name() -> list[str]:
    """Where all the old names went, a line for each new command."""
    return [
        say("renamed_line", group="help", old=[name for name, _ in pairs], new=new)
        for new, pairs in groupby(FORMER.items(), lambda pair: pair[1])
    ]
