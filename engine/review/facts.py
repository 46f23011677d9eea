"""What a turn did, in facts: what sales cost, which trains rusted, who lacks money for a train, who passed whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.core.events import Event
from engine.review.expected import Expected
from engine.review.money import GROWTH, OTHERS_SALES, OWN_SALES, PRIVATES, Source

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
ORDINARY = frozenset(("dividend", "token"))
"""The same, unless there is nothing else to tell, or nothing is paid out."""
LIST = 3
"""As many events of a kind in one move are a list."""
AUCTIONED = "auction_sold"
"""The kind of event by which a player gets a private company in an auction."""
RUNS = ("runs", "runs_again", "runs_under")
"""What companies earn next."""
OF_TRAINS = (*RUNS, "rusted", "lacks", "inherits", "takes_over", "adds", "ruins")
"""What trains that are got or lost do."""
MOST = 6
"""The most facts of a turning point, besides those of the places."""
SOME = 0.02
"""The least amount that is told, as a part of what the players have on average."""

SOLD, MUCH = 3, 5
"""How many times as much shares must lose by a sale, and a player's worth must change, to be told."""


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


def told_of(moves: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """What is told of each of a turning point's moves: nothing that comes about in any turn, and no lists."""
    counts = [Counter(event.kind for event in events) for events in moves]
    news = [
        [event for event in events if not _quiet(event, count) and count[event.kind] < LIST]
        for events, count in zip(moves, counts, strict=True)
    ]
    better = [[event for event in events if not _ordinary(event)] for events in news]
    return better if any(better) else news


def is_usual(news: Sequence[Sequence[Event]]) -> bool:
    """Is there nothing to tell but what any turn brings?"""
    return all(_ordinary(event) for events in news for event in events)


def _quiet(event: Event, kinds: Counter[str]) -> bool:
    """A train that is exported is told of if a phase begins with it."""
    return event.kind in QUIET and not (event.kind == "exported" and kinds["phase"])


def _ordinary(event: Event) -> bool:
    return event.kind in ORDINARY and event.data.get("each") != 0


def about_sales(facts: Sequence[Fact], events: Sequence[Event] | None) -> bool:
    """Does a move have a sale that cost somebody what these facts tell?"""
    companies = {fact.about for fact in facts if fact.kind in (OTHERS_SALES, OWN_SALES)}
    return any(event.kind == "sold" and event.data["company"] in companies for event in events or ())


def about_trains(facts: Sequence[Fact], events: Sequence[Event] | None) -> bool:
    """Does a company get a train in a move, with which it earns what these facts tell?"""
    companies = {fact.about for fact in facts if fact.kind in RUNS}
    return any(event.kind == "bought_train" and event.data["company"] in companies for event in events or ())


def about_rust(events: Sequence[Event] | None) -> bool:
    """Do trains rust by a move, as its turn's facts tell?"""
    return any(event.kind == "rusted" and event.data["owner"] != "pool" for event in events or ())


def facts_of(
    worth: Sequence[Mapping[str, int]],
    before: Mapping[str, Expected],
    after: Mapping[str, Expected],
    booked: Sequence[Mapping[str, Mapping[Source, int]]],
    events: Sequence[Event],
    costs: Mapping[str, int],
    prices: Mapping[str, int],
    *,
    somebodys: bool,
    leader: str,
) -> list[Fact]:
    """The facts of a turn, the weightiest kinds first. `worth`: everybody's before it, after it and at the end of each
    round from then on. `costs`: the private companies' face values. `prices`: at what price each company starts that
    has not started yet. `somebodys`: is it somebody's turn, and no auction, in which all get what they bid for?
    `leader`: who is ahead after this round and every later one, and was not after the one before.
    """
    was, now = worth[:2]
    least = SOME * sum(was.values()) / max(1, len(was))
    facts = [
        *_rusted(events),
        *_lacking(before, after),
        *_sales(booked, least * SOLD),
        *_runs(before, after, events, least),
        *_closed(booked, events, least * SOLD),
        *(() if somebodys else _overpaid(booked, events, costs, prices, least)),
        *(_worth(was, now, least * MUCH) if somebodys or leader else ()),
    ][:MOST]
    passed = _passed(was, worth[1:])
    if leader and not any(fact.kind == "passed" and fact.seat == leader for fact in passed):
        passed.append(Fact("leads", leader))
    return [*facts, *passed]


def _rusted(events: Sequence[Event]) -> list[Fact]:
    owners: dict[str, list[str]] = {}
    for event in events:
        if event.kind == "rusted" and event.data["owner"] != "pool":
            owners.setdefault(str(event.data["kind"]), []).append(str(event.data["owner"]))
    return [Fact("rusted", about=kind, names=list(dict.fromkeys(names))) for kind, names in owners.items()]


def _lacking(before: Mapping[str, Expected], after: Mapping[str, Expected]) -> list[Fact]:
    """Companies that are left, or change hands, without a train and without the money for the next one, and what that
    costs their presidents.
    """
    facts: list[Fact] = []
    for company, now in after.items():
        was = before.get(company)
        if was is None or not now.president:
            continue
        taken_over = was.president != now.president
        if now.burden and taken_over:
            facts.append(Fact("takes_over", now.president, company))
        elif not now.lacking:
            continue
        elif was.trains and now.owed:
            facts.append(Fact("lacks", now.president, company, now.lacking))
        elif not was.trains and taken_over:
            facts.append(Fact("inherits", now.president, company, now.lacking))
        else:
            continue
        got = now.next_train
        if got is not None and got.ruined:
            facts.append(Fact("ruins", got.president, company))
        elif got is not None and got.added:
            facts.append(Fact("adds", got.president, company, got.added))
    return facts


def _sales(booked: Sequence[Mapping[str, Mapping[Source, int]]], least: float) -> list[Fact]:
    lost: dict[tuple[str, str, str], int] = {}
    for move in booked:
        for player, entries in move.items():
            for (kind, company), amount in entries.items():
                if kind in (OTHERS_SALES, OWN_SALES):
                    lost[kind, player, company] = lost.get((kind, player, company), 0) - amount
    found = [Fact(kind, player, company, amount) for (kind, player, company), amount in lost.items() if amount > least]
    return sorted(found, key=lambda one: -one.amount)


def sold_off(booked: Sequence[Mapping[str, Mapping[Source, int]]], losers: Sequence[str]) -> list[Fact]:
    """What sales of others cost these players, with the companies whose shares lost, the dearest first."""
    lost: dict[str, Counter[str]] = {player: Counter() for player in losers}
    for move in booked:
        for player, costs in lost.items():
            costs.update({company: -cost for (kind, company), cost in move[player].items() if kind == OTHERS_SALES})
    return [
        Fact("sold_off", player, amount=costs.total(), names=[company for company, cost in costs.most_common() if cost])
        for player, costs in lost.items()
    ]


def _runs(
    before: Mapping[str, Expected], after: Mapping[str, Expected], events: Sequence[Event], least: float
) -> list[Fact]:
    """Companies whose trains or presidents are others now, with what they earn next."""
    facts: list[Fact] = []
    ran = _ran(events)
    for company, now in after.items():
        was = before.get(company)
        if now.next_run is None:
            continue
        last = now.last_run if company in ran else was.last_run if was is not None else 0
        if was is not None and was.president and was.president != now.president:
            if now.burden:
                continue
            facts.append(Fact("runs_under", now.president, company, now.next_run, [], last))
        elif was is None or (now.trains != was.trains and (abs(now.next_run - last) > least or not was.trains)):
            facts.append(Fact("runs_again" if last else "runs", now.president, company, now.next_run, [], last))
    return sorted(facts, key=lambda fact: -abs(fact.amount - fact.before))[:2]


def _ran(events: Sequence[Event]) -> set[str]:
    """Companies that ran before they got other trains."""
    ran, supplied = set[str](), set[str]()
    for event in events:
        match event.kind:
            case "bought_train":
                supplied.add(str(event.data["company"]))
            case "ran" if event.data["company"] not in supplied:
                ran.add(str(event.data["company"]))
            case _:
                pass
    return ran


def _closed(booked: Sequence[Mapping[str, Mapping[Source, int]]], events: Sequence[Event], least: float) -> list[Fact]:
    """Private companies that close and leave a player nothing."""
    closed = {str(event.data["private"]) for event in events if event.kind == "private_closed"}
    return [
        Fact("closes", player, private, -amount)
        for move in booked
        for player, entries in move.items()
        for (kind, private), amount in entries.items()
        if kind == PRIVATES and private in closed and -amount > least
    ]


def _overpaid(
    booked: Sequence[Mapping[str, Mapping[Source, int]]],
    events: Sequence[Event],
    costs: Mapping[str, int],
    prices: Mapping[str, int],
    least: float,
) -> list[Fact]:
    """Private companies that cost a player more in an auction than they and what came with them count for, shares
    without a price at their first one.
    """
    facts: list[Fact] = []
    for event in events:
        player, private = str(event.data.get("player")), str(event.data.get("private"))
        if event.kind != AUCTIONED or not all(player in move for move in booked):
            continue
        came_with = {
            str(one.data.get("company")): int(one.data.get("shares", 0))
            for one in events
            if one.kind == "came_with" and one.data["private"] == private
        }
        gained = sum(move[player].get((GROWTH, company), 0) for company in came_with for move in booked)
        gained += sum(prices.get(company, 0) * shares for company, shares in came_with.items())
        facts.append(Fact("overpaid", player, private, int(event.data["price"]) - costs[private] - gained))
    return [fact for fact in facts if fact.amount > least]


def _worth(was: Mapping[str, int], worth: Mapping[str, int], least: float) -> list[Fact]:
    changes = sorted(was, key=lambda one: -abs(worth[one] - was[one]))[:2]
    much = [one for one in changes if abs(worth[one] - was[one]) > least]
    return [Fact("worth", one, amount=worth[one], before=was[one]) for one in much]


def _passed(was: Mapping[str, int], later: Sequence[Mapping[str, int]]) -> list[Fact]:
    """Who overtakes whom and is ahead after every later round."""
    pairs = [
        (player, other)
        for player in was
        for other in was
        if was[other] > was[player] and all(one[other] < one[player] for one in later)
    ]
    by = {other: [one for one, behind in pairs if behind == other] for _, other in pairs}
    facts = [Fact("fallen", other, names=names) for other, names in by.items() if len(names) > 1]
    for player in was:
        if names := [other for one, other in pairs if one == player and len(by[other]) == 1]:
            facts.append(Fact("passed", player, names=names))
    return facts
