"""What a move would lead to: its events, what routes would earn, where a price would go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.menu.move.moves import Moves
from bot.menu.picture import CLOSE_WIDE, DrawingJob
from bot.menu.say import say
from engine import Act, Event, Game
from engine.core.verbs import Text
from engine.prospects import Earning, acting_company, earning, if_all_agree, if_nobody_takes_them
from engine.view import CompanyView, View, foreseen, seen
from engine.words import Words

LAID = ("laid", "token")
"""Events after which earnings are shown even if they stay the same."""
QUOTED = "> "
"""The prefix of lines that would be announced."""


@dataclass(frozen=True)
class Foresight:
    """The text and pictures of a preview."""

    words: Words
    lines: list[str]
    sketches: tuple[DrawingJob, ...]


def foresee(moves: Moves, move: Act) -> Foresight:
    """Preview a move; may take seconds if there are many routes."""
    after, events = moves.tried(move)
    known = len(events)
    would = if_all_agree(after, events)
    after, events = would.game, [*events, *would.events]
    later = foreseen(moves.game, after, moves.seat)
    words = Words(later, reader=moves.words.reader)
    lines = [f"{QUOTED}{words.event(seen(event, moves.seat))}" for event in events]
    sketches = _ground(moves.view, later, events)
    if would.events:
        lines.insert(known, say("if_first_answers" if would.asked else "if_all_agree"))
        sketches.append(DrawingJob("sheet", (later,)))
    if "routes" in move.args:
        lines.append(_income(moves, move, events, words))
        ran = [str(event.data["company"]) for event in events if event.kind == "ran"]
        sketches += [DrawingJob("runs", (later, ran[0]))] if ran else []
    else:
        said, drawn = _routes(moves.game, after, events, later, words)
        lines += said
        sketches += drawn
    said, market = _prices(after, events, words)
    moved = any(event.kind == "price" for event in events)
    if market is not None or moved:
        shown = later if market is None else foreseen(moves.game, market, moves.seat)
        sketches.append(DrawingJob("market", (shown,), {"before": moves.view, "wide": 1400}))
    return Foresight(words, lines + said, tuple(sketches))


def _ground(before: View, after: View, events: Sequence[Event]) -> list[DrawingJob]:
    """The part of the map where something would be placed."""
    hexes = {str(event.data["hex"]) for event in events if event.data.get("hex")}
    hexes |= {str(event.data["stop"]).partition("/")[0] for event in events if event.data.get("stop")}
    close = sorted(hexes & {one.id for one in after.hexes})
    return [DrawingJob("map", (after,), {"wide": CLOSE_WIDE, "before": before, "around": close})] if close else []


# --- routes


def _income(moves: Moves, move: Act, events: Sequence[Event], words: Words) -> str:
    """What the runs earn together, and what the best would."""
    total, number = _earned(events), sum(event.kind == "ran" for event in events)
    asked = moves.slot(move.verb, {})
    known = asked[1].known() if asked is not None and isinstance(asked[1], Text) else ()
    best = total
    if known and known[0] != move.args["routes"]:
        best = _earned(moves.tried(Act(move.verb, {"routes": known[0]}))[1])
    if best > total:
        return say("runs_less", number=number, total=words.money(total), best=words.money(best))
    return say("runs_total", number=number, total=words.money(total))


def _earned(events: Sequence[Event]) -> int:
    return sum(int(event.data["amount"]) for event in events if event.kind == "ran")


def _routes(
    before: Game, after: Game, events: Sequence[Event], later: View, words: Words
) -> tuple[list[str], list[DrawingJob]]:
    """The acting company's best runs before and after, if the move could change them."""
    company = acting_company(before)
    now = earning(before, company) if company else None
    then = earning(after, company) if company else None
    if now is None and then is None:
        return [], []
    old, new = (one.total if one is not None else 0 for one in (now, then))
    if old == new and not any(event.kind in LAID for event in events):
        return [], []
    proven = all(one is None or one.proven for one in (now, then))
    name = "routes_worth" if proven else "routes_worth_found"
    line = say(name, company=company, before=words.money(old), after=words.money(new))
    return [line], [] if then is None or not then.total else [DrawingJob("runs", (with_routes(later, then), company))]


def with_routes(looker: View, would: Earning) -> View:
    """A view in which the company has made these runs."""

    def run(companies: list[CompanyView]) -> list[CompanyView]:
        return [
            replace(one, last_routes=list(would.runs), last_run=would.total) if one.symbol == would.company else one
            for one in companies
        ]

    return replace(looker, companies=run(looker.companies), builders=run(looker.builders))


# --- prices


def _prices(after: Game, events: Sequence[Event], words: Words) -> tuple[list[str], Game | None]:
    """Where the price of sold shares would go if nobody protects them, or that it stays."""
    sold = {str(event.data["company"]) for event in events if event.kind == "sold"}
    moved = {str(event.data["company"]) for event in events if event.kind == "price"}
    if not sold:
        return [], None
    lines: list[str] = []
    market = None
    if after.state.lots:
        market, would = if_nobody_takes_them(after)
        falls = [event for event in would if event.kind == "price" and event.data["company"] in sold]
        if falls:
            lines += [say("if_not_taken"), *(f"{QUOTED}{words.event(event)}" for event in falls)]
            moved |= {str(event.data["company"]) for event in falls}
    prices = {one.symbol: one.price for one in words.view.companies}
    lines += [
        say("price_stays", company=company, price=words.money(prices[company])) for company in sorted(sold - moved)
    ]
    return lines, market
