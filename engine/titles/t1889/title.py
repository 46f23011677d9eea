"""1889 put together: its sheets, its course, and its differences from the family's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

from engine.board.map import map_def
from engine.board.markers import homes_of, stop_def
from engine.box import open_box, sections_of, sheet, sheet_text
from engine.core.definition import Definition
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sheets import PrivateSheet
from engine.core.state import Run
from engine.family import auction, emergency, falling, homes, operating, selling, setup, standard
from engine.family.by_frame import ByFrame
from engine.family.dividend import Dividend
from engine.family.price_moves import sold_out_rise
from engine.family.rounds import GAME, Script, game
from engine.finance import money, shares
from engine.finance.bank import breaks_at_zero
from engine.finance.market import straight_up
from engine.overlay import RULES
from engine.routes import Problem
from engine.title import BankRules, BuildRules, OperatingRules, Option, SaleRules, StockRules, Suits, Title
from engine.titles.t1889 import powers

NEEDS = {"no": {"SIR": 3, powers.UNO: 4}, "yes": {"ER": 3, "SMR": 4, "TER": 5, "MF": 6}}
OPTIONS = (
    Option("runs", ("best", "free"), "If only the best run is allowed, routes that earn less are refused."),
    RULES,
    Option("beginner_game", ("no", "yes"), "No auction: everybody gets a private company without a special power."),
)


def define(options: dict[str, str]) -> Definition:
    """1889 under these options."""
    if options["beginner_game"] == "no":
        return open_box("1889", options, partial(sheet_text, "1889"), "full")
    found = open_box("1889", options, partial(sheet_text, "1889"), "beginner")
    plain = {key: structs.replace(one.sheet, blocked_by="", port=False) for key, one in found.map.hexes.items()}
    privates = sheet("1889", "beginner.toml", dict[str, PrivateSheet])
    return replace(found, map=map_def(plain, found.map.grid), privates=privates)


def begin(p: Position, wanted: Mapping[str, Any]) -> None:
    """Set up the game; in the beginner's everybody gets one private company at random and pays its price."""
    setup.lay_table(p)
    for private, fewest in NEEDS[p.s.options["beginner_game"]].items():
        if len(p.s.players) < fewest:
            p.s.privates[private] = "closed"
    p.push(Run(rule=GAME))
    if p.s.options["beginner_game"] == "yes":
        number, numbers = wanted.get("deal", p.s.rng), dict[str, int]()
        for private in auction.unsold(p):
            number = numbers[private] = (1103515245 * number + 12345) % 2**31
        for seat, private in zip(p.s.players, sorted(numbers, key=numbers.__getitem__), strict=True):
            auction.sold(p, private, seat.id, p.d.privates[private].cost, seat.id)


def round_begins(p: Position) -> None:
    """Private companies pay, the ferry to Uno more once it is the last; then new companies place their home markers."""
    ferry = p.s.privates.get(powers.UNO, "")
    if ferry in p.seats and "brown" in p.d.phases[p.s.phase].tiles:
        p.emit("private_pays", private=powers.UNO, owner=ferry, amount=powers.UNO_PAYS)
        money.pay(p, money.BANK, ferry, powers.UNO_PAYS)
    else:
        operating.pay_privates(p)
    for company in operating.by_price(p):
        if not p.company(company).home_placed:
            homes.put_home(p, company, company, homes_of(p, company)[0])


def order(p: Position) -> list[str]:
    """By price; a company that floats in an operating round waits for the next, as it has no marker yet."""
    return [company for company in operating.by_price(p) if p.company(company).home_placed]


def block_refusal(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """In need no company changes its president."""
    in_need = operating.turn(p) is not None and shares.president(p, company) == seller
    return emergency.needy_refusal(p, seller, company, company, units) if in_need else None


def problem(p: Position, company: str, asked: Problem) -> Problem:
    """Only D trains earn the third value of a red place; the others go on earning the second."""
    diesels = [p.s.trains[train.id].kind == "D" for train in asked.trains]
    stops = list(asked.stops)
    for place, stop in enumerate(stops) if p.s.phase == "D" else ():
        printed = stop_def(p, stop.id).revenue
        if isinstance(printed, dict):
            stops[place] = structs.replace(stop, values=tuple(printed["gray" if one else "brown"] for one in diesels))
    return structs.replace(asked, stops=tuple(stops))


TITLE = Title(
    id="1889",
    name="1889: History of Shikoku Railways",
    players=(2, 6),
    suits=Suits("short", "beginners"),
    options=OPTIONS,
    define=define,
    own=falling.PriceCut,
    begin=begin,
    frames={**standard.FRAMES, **auction.FRAMES, **powers.FRAMES, GAME: game(Script(falling.opening))},
    verbs={
        **standard.VERBS,
        **auction.VERBS,
        **powers.VERBS,
        "sell": ByFrame(selling.SellAtOnce(), emergency.EmergencySale()),
        "dividend": Dividend(("full", "withhold")),
    },
    sections=sections_of("1889"),
    auction=auction.AuctionRules(price=falling.price_of, order=auction.lowest_first),
    bank=BankRules(after_paying=breaks_at_zero),
    sale=SaleRules(block_refusal=block_refusal),
    stock=StockRules(round_ended=partial(sold_out_rise, rise=straight_up)),
    build=BuildRules(tile_refusal=powers.tile_refusal, cost=powers.cost),
    operating=OperatingRules(
        steps=standard.STEPS[1:],  # Homes are placed at the start of each round.
        round_begins=round_begins,
        order=order,
        problem=problem,
        phase_begins=powers.phase_begins,
        dividend_to_company=shares.POOL,
    ),
    powers=powers.POWERS,
    marks=falling.marks,
    words="engine.titles.t1889",
    currency="¥{}",
)
