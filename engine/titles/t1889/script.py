"""The course of 1889: the auction or the deal, then stock rounds and sets of operating rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

from engine.board.map import map_def
from engine.board.markers import homes_of
from engine.box import open_box, sheet, sheet_text
from engine.core.definition import Definition
from engine.core.position import Position
from engine.core.sheets import PrivateSheet
from engine.core.state import Run
from engine.family import auction, falling, homes, operating
from engine.family.auction import AuctionRules
from engine.family.rounds import GAME, Script, game
from engine.family.setup import lay_table
from engine.finance import money
from engine.titles.t1889.own import beginners

FERRY_INCOME = 50
UNO = "UTF"
NEEDS = {"SIR": 3, UNO: 4}
"""Private companies that are used only from so many players on."""
BEGINNERS_NEED = {"ER": 3, "SMR": 4, "TER": 5, "MF": 6}
"""The same in the beginner's game."""
PORTS = ("B11", "G10", "I12", "J9")


def define(options: dict[str, str]) -> Definition:
    """1889 under these options."""
    easy = options["beginner_game"] == "yes"
    found = open_box("1889", options, partial(sheet_text, "1889"), "beginner" if easy else "full")
    if not easy:
        return found
    plain = {key: structs.replace(one.sheet, blocked_by="", port=False) for key, one in found.map.hexes.items()}
    privates = sheet("1889", "beginner.toml", dict[str, PrivateSheet])
    return replace(found, map=map_def(plain, found.map.grid), privates=privates)


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game, with as many private companies as there are players for."""
    lay_table(p)
    for private, fewest in (BEGINNERS_NEED if beginners(p) else NEEDS).items():
        if len(p.s.players) < fewest:
            p.s.privates[private] = "closed"
    if beginners(p):
        deal(p, setup.get("deal", p.s.rng))
    p.push(Run(rule=GAME))


def deal(p: Position, number: int) -> None:
    """The beginner's game: everybody gets one private company at random and pays its price."""
    numbers: dict[str, int] = {}
    for private in auction.unsold(p):
        number = numbers[private] = (1103515245 * number + 12345) % 2**31
    for seat, private in zip(p.s.players, sorted(numbers, key=numbers.__getitem__), strict=True):
        auction.sold(p, private, seat.id, p.d.privates[private].cost, seat.id)


def round_begins(p: Position) -> None:
    """Private companies pay, the ferry more once it is the last; then new companies place their home markers."""
    ferry = p.s.privates.get(UNO, "")
    if ferry in p.seats and is_late(p):
        p.emit("private_pays", private=UNO, owner=ferry, amount=FERRY_INCOME)
        money.pay(p, money.BANK, ferry, FERRY_INCOME)
    else:
        operating.pay_privates(p)
    for company in operating.by_price(p):
        if not p.company(company).home_placed:
            homes.put_home(p, company, company, homes_of(p, company)[0])


def is_late(p: Position) -> bool:
    """Has the first 5 train been bought?"""
    return "brown" in p.d.phases[p.s.phase].tiles


def order(p: Position) -> list[str]:
    """By price; a company that floats in an operating round waits for the next, as it has no marker yet."""
    return [company for company in operating.by_price(p) if p.company(company).home_placed]


AUCTION = AuctionRules(price=falling.price_of, order=auction.lowest_first)
FRAMES = {**auction.FRAMES, GAME: game(Script(falling.opening))}
