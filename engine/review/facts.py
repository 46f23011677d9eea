"""What a turn did, in facts: what sales cost, which trains rusted, who lacks money for a train, who passed whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.core.events import Event
from engine.review.expected import Expected
from engine.review.money import OTHERS_SALES, OWN_SALES, Source

QUIET = frozenset(
    (
        *("operates", "skipped", "round", "passed", "restacked", "price", "price_stays", "order", "ran", "rusted"),
        *(
            "phase",
            "private_pays",
            "private_closed",
            "missed",
            "no_run",
            "home",
            "laid",
            "exported",
            "answered",
            "accepted",
            "went_on",
        ),
    )
)
"""Kinds of events that are not told of a turning point: they come about in any turn, or its facts tell of them."""
MOST = 5
"""The most facts of a turning point."""
SOME = 0.02
"""The least amount that is told, as a part of what the players have on average."""

MUCH = 5
"""How many times as much a player's worth must change to be told."""


class Fact(Struct, array_like=True):
    """One of them; a sentence is made of it for each reader."""

    kind: str
    seat: str = ""
    about: str = ""
    amount: int = 0
    names: list[str] = []
    """Companies or seats."""
    before: int = 0
    """What the amount was before."""


def telling(events: Sequence[Event] | None) -> bool:
    """Does a move have events that are told?"""
    return any(event.kind not in QUIET for event in events or ())


def about_sales(facts: Sequence[Fact], events: Sequence[Event] | None) -> bool:
    """Does a move have a sale that cost somebody what these facts tell?"""
    companies = {fact.about for fact in facts if fact.kind in (OTHERS_SALES, OWN_SALES)}
    return any(event.kind == "sold" and event.data["company"] in companies for event in events or ())


def facts_of(
    was: Mapping[str, int],
    worth: Mapping[str, int],
    before: Mapping[str, Expected],
    after: Mapping[str, Expected],
    booked: Sequence[Mapping[str, Mapping[Source, int]]],
    events: Sequence[Event],
) -> list[Fact]:
    """The facts of a turn, the weightiest kinds first."""
    least = SOME * sum(was.values()) / max(1, len(was))
    facts = [
        *_rusted(events),
        *_lacking(before, after),
        *_sales(booked, least),
        *_runs(before, after, least),
        *_worth(was, worth, least),
        *_passed(was, worth),
    ]
    return facts[:MOST]


def _rusted(events: Sequence[Event]) -> list[Fact]:
    owners: dict[str, list[str]] = {}
    for event in events:
        if event.kind == "rusted" and event.data["owner"] != "pool":
            owners.setdefault(str(event.data["kind"]), []).append(str(event.data["owner"]))
    return [Fact("rusted", about=kind, names=list(dict.fromkeys(names))) for kind, names in owners.items()]


def _lacking(before: Mapping[str, Expected], after: Mapping[str, Expected]) -> list[Fact]:
    """Companies that are left without a train, and without the money for the next one."""
    return [
        Fact("lacks", one.president, company, one.lacking)
        for company, one in after.items()
        if one.lacking and one.president and company in before and before[company].trains
    ]


def _sales(booked: Sequence[Mapping[str, Mapping[Source, int]]], least: float) -> list[Fact]:
    lost: dict[tuple[str, str, str], int] = {}
    for move in booked:
        for player, entries in move.items():
            for (kind, company), amount in entries.items():
                if kind in (OTHERS_SALES, OWN_SALES):
                    lost[kind, player, company] = lost.get((kind, player, company), 0) - amount
    found = [Fact(kind, player, company, amount) for (kind, player, company), amount in lost.items() if amount > least]
    return sorted(found, key=lambda one: -one.amount)


def _runs(before: Mapping[str, Expected], after: Mapping[str, Expected], least: float) -> list[Fact]:
    """Companies whose trains are others now, with what they earn with them."""
    facts: list[Fact] = []
    for company, now in after.items():
        was = before.get(company)
        last = was.last_run if was is not None else 0
        changed = was is None or now.trains != was.trains
        news = abs(now.income - last) > least or was is None or not was.trains
        if changed and now.foreseen and news:
            facts.append(Fact("runs_again" if last else "runs", now.president, company, now.income, [], last))
    return sorted(facts, key=lambda fact: -abs(fact.amount - fact.before))[:2]


def _worth(was: Mapping[str, int], worth: Mapping[str, int], least: float) -> list[Fact]:
    changes = sorted(was, key=lambda one: -abs(worth[one] - was[one]))[:2]
    much = [one for one in changes if abs(worth[one] - was[one]) > least * MUCH]
    return [Fact("worth", one, amount=worth[one], before=was[one]) for one in much]


def _passed(was: Mapping[str, int], worth: Mapping[str, int]) -> list[Fact]:
    facts: list[Fact] = []
    for player in was:
        names = [other for other in was if was[other] > was[player] and worth[other] < worth[player]]
        if names:
            facts.append(Fact("passed", player, names=names))
    return facts
