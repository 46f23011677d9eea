"""What happened, as a channel reads it: without what says nothing, and in one line what happens to several at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.table.ground.say import say
from engine import Event
from engine.core.events import IDLE, UNPLACED
from engine.view import seen
from engine.words import Words

PAYS, PASSED, RUSTED, CLOSED, OPERATES = "private_pays", "passed", "rusted", "private_closed", "operates"
STANDS_OUT = ("round", OPERATES, "bank_broken", "phase", "closed", RUSTED, CLOSED)
"""What a reader looks for in many lines."""
BETWEEN = " · "
"""What stands between moves that share a line."""


def condensed(events: Iterable[Event], words: Words) -> list[str]:
    """The public lines of a move."""
    return [_line(group, words) for group in _grouped(events, words)]


def of_others(events: Sequence[Event], words: Words, mover: str) -> list[int]:
    """Which of these lines tell only of other players, or of a company of theirs whose turn begins."""
    numbers, turns = list[int](), dict[str, str]()
    seats = {one.id for one in words.view.seats}
    # What the mover did, whomever it names.
    own = {0} if events and not says_nothing(events[0]) else set[int]()
    for at, group in enumerate(_grouped(events, words)):
        turns |= {str(one.data["company"]): str(one.data["player"]) for one in group if one.kind == OPERATES}
        named = {str(value) for event in group for value in event.data.values()}
        about = seats & {turns.get(name, name) for name in named}
        if about and mover not in about and at not in own:
            numbers.append(at)
    return numbers


def says_nothing(event: Event) -> bool:
    """Is nothing told of it in a channel?"""
    return event.kind in IDLE or (event.kind == "missed" and event.data["step"] in UNPLACED)


def _grouped(events: Iterable[Event], words: Words) -> list[list[Event]]:
    """What is told of a move, each group in one line."""
    told = [seen(event) for event in events if not says_nothing(event)]
    groups = [list(group) for _, group in groupby(enumerate(told), lambda one: _alike(one, words))]
    return [[event for _, event in group] for group in groups]


def _alike(numbered: tuple[int, Event], words: Words) -> object:
    """Events in a row with the same value are one line."""
    number, event = numbered
    if event.kind == PAYS or (event.kind == PASSED and event.data["by"] == "rule"):
        return event.kind
    if event.kind == CLOSED:
        return CLOSED, event.data.get("why", "")
    if event.kind == RUSTED:
        return RUSTED, event.data["kind"]
    return (event.kind, event.data.get("why", "")) if words.several([event]) else number


def _line(events: Sequence[Event], words: Words) -> str:
    first = events[0]
    if len(events) == 1:
        line = words.event(first)
        return say("stands_out", text=line) if first.kind in STANDS_OUT else line
    match first.kind:
        case "passed":
            return say("pass_by_rule", names=[words.holder(str(event.data["player"])) for event in events])
        case "rusted":
            owners = Counter(words.holder(str(event.data["owner"])) for event in events)
            trains = [say("rusted_of", owner=owner, number=number) for owner, number in owners.items()]
            line = say("trains_rust", kind=words.card(str(first.data["kind"])), trains=trains)
            return say("stands_out", text=line)
        case "private_closed":
            names = [words.privates[str(event.data["private"])] for event in events]
            return say("stands_out", text=say("privates_close", names=names, why=first.data.get("why", "")))
        case "private_pays":
            paid = Counter[str]()
            for event in events:
                paid[words.holder(str(event.data["owner"]))] += int(event.data["amount"])
            payments = [say("payment", owner=owner, amount=words.money(paid[owner])) for owner in paid]
            return say("privates_pay", payments=payments)
        case _:
            return words.several(events)
