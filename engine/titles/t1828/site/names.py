"""1828 of 18xx.games: its names for companies, trains and phases, its options, and which private companies it draws."""

from __future__ import annotations

from engine.exchange.site_log import SiteGame

BIG = ("CPR", "GT", "IC", "MC", "MP", "NKP", "NW", "OS&H")
EASY = frozenset(("GT", "NW", "OS&H"))
GOOD = "ensure_good_privates"

OURS = {"OSH": "OS&H", "D": "Diesel"}
THEIRS = {ours: theirs for theirs, ours in OURS.items()}

ALIKE = "D6-1 E9-1 E23-1 F8-2 F26-3 H6-2 H8-3 H12-4 H20-5 H22-1 I3-4 J18-5 K15-6"
PRINTED = {tile.partition("-")[0]: tile for tile in ALIKE.split()}
"""Printed cities as the site calls them, where there are several alike."""


def ours(name: str) -> str:
    """Our name of a company (a system goes by its first), a private company or a kind of train."""
    first = name.split("-")[0]
    return OURS.get(first, first)


def theirs(name: str) -> str:
    """The site's name of a company or a kind of train."""
    return THEIRS.get(name, name)


def drawn(source: SiteGame) -> list[str]:
    """The $250 private companies in play: each draws a number, and those with the lowest are out."""
    count = 7 - len(source.players)
    state = source.seed % 2**31
    while True:
        lots: list[tuple[int, str]] = []
        for private in BIG:
            state = (1103515245 * state + 12345) % 2**31
            lots.append((state, private))
        out = {private for _, private in sorted(lots)[:count]}
        if GOOD not in source.rules or not out >= EASY:
            return [private for private in BIG if private not in out]
