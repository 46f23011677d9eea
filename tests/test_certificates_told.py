"""No certificate changes hands in silence: the events of a move tell what every player and company gets and gives."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine import Event
from engine.core.position import Position
from engine.finance import shares
from engine.play import next_to_act, random_act
from engine.titles import title_named, titles
from tests.again import at_move, repeatable
from tests.random_play import EAGER, setup_of

TITLES = [name for name in titles() if name != "toy"]

Held = Counter[tuple[str, str]]
"""(player or company, company whose shares they are) -> how many."""
SHORT, LONG = 200, 6_000
NO_LONGER_HELD = ("closed", "nationalised")
SOLD_AS_ITSELF = "SLSF"
"""1870's Frisco is sold in the auction as its own president's certificate."""


def held(p: Position) -> Held:
    """What players and companies have."""
    hands = {*p.seats, *p.d.companies}
    found = Held()
    for cert, place in p.s.certs.items():
        if place in hands:
            found[(place, p.d.certs[cert].company)] += p.d.certs[cert].units
    return found


def as_told(p: Position, events: Sequence[Event]) -> Held:
    """What they have afterwards, by the events of a move."""
    now = held(p)
    for merged in (event.data for event in events if event.kind == "merged"):
        forget(now, str(merged["company"]), str(merged["other"]))
    for event in events:
        if event.kind in NO_LONGER_HELD:
            forget(now, str(event.data["company"]))
        company = str(event.data.get("company", event.data.get("private")))
        for hand, units in changes(p, event, events).items():
            now[(hand, company)] += units
    return Held({key: units for key, units in now.items() if units})


def forget(now: Held, *companies: str) -> None:
    for hand, company in list(now):
        if company in companies:
            del now[(hand, company)]


def changes(p: Position, event: Event, events: Sequence[Event]) -> dict[str, int]:
    """What an event tells about a company's shares."""
    data: dict[str, Any] = dict(event.data)
    player, company, count = data.get("player", ""), data.get("company", ""), data.get("shares", 1)
    match event.kind:
        case "auction_sold" if data["private"] == SOLD_AS_ITSELF:
            return {player: director_units(p, SOLD_AS_ITSELF)}
        case "bought":
            return {player: count} | ({company: -count} if data["source"] == company else {})
        case "sold" | "gave_back":
            return {player: -count}
        case "started":
            return {player: director_units(p, company)} if director_is_sold(p, company, player, events) else {}
        case "exchanged":
            starts = any(one.kind == "started" and one.data["company"] == company for one in events)
            return {} if starts else {player: 1}
        case "traded" | "traded_up" if any(one.kind == "received" for one in events):
            return {}  # By 18xx.games' rules each certificate of a merger is told by itself.
        case "came_with" | "protected" | "given_shares" | "traded" | "traded_up" | "received":
            return {player: count} if player in p.seats else {}
        case "redeemed":
            source = data.get("source")
            return {company: count} | ({source: -count} if source in p.seats else {})
        case "reissued":
            return {company: -count}
        case "donated":
            return {player: -1, company: 1}
        case _:
            return {}


def director_units(p: Position, company: str) -> int:
    return p.d.certs[p.d.certs_of[company][0]].units


def director_is_sold(p: Position, company: str, player: str, events: Sequence[Event]) -> bool:
    """Was the director's certificate still for sale when the company was started?"""
    brought = any(
        one.kind == "came_with" and one.data["company"] == company and one.data["shares"] == director_units(p, company)
        for one in events
    )
    return p.s.certs[p.d.certs_of[company][0]] == shares.IPO and not brought


def lengths() -> list[Any]:
    """A beginning of each title in the short tests, with the auction and some rounds, and whole games in the long."""
    short = [(name, 31, SHORT) for name in TITLES]
    long = [(name, seed, LONG) for name in TITLES for seed in (32, 33, 34)]
    return [*short, *(pytest.param(*one, marks=pytest.mark.soak) for one in long)]


@pytest.mark.parametrize(("name", "seed", "moves"), lengths())
@repeatable
def test_what_players_and_companies_hold_changes_by_what_events_tell(name: str, seed: int, moves: int):
    title, stream = title_named(name), random.Random(seed)
    low, high = title.players
    options = {
        option.name: "free" if option.name == "runs" else stream.choice([*option.values]) for option in title.options
    }
    game = setup_of(name, low + seed % (high - low + 1), seed, options).begin()
    for number in range(1, moves + 1):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        eager = EAGER.get(name)
        act = (eager(game, decision, stream) if eager else None) or random_act(game, decision.seat, stream)
        assert act is not None
        after, events = game.apply(decision.seat, act)
        with at_move(number):
            assert as_told(game.position(), events) == held(after.position()), (act, events)
        game = after
