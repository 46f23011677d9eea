"""What an action of 18xx.games states besides what it does, compared with what happens here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Illegal, Refusal
from engine.core.events import Event
from engine.core.sentences import because
from engine.exchange.site_log import MOST_NAMED, Action, whole


def named(asked: str, stated: str) -> dict[str, str]:
    """Fields of a sentence about a company that is not the one asked for."""
    return {"company": asked, "other": stated[:MOST_NAMED]}


def check_percent(action: Action, least: int, most: int) -> int:
    """How many tenths change hands; all of them if the action does not say."""
    if action.get("percent") is None:
        return most
    stated = whole(action, "percent")
    if stated % 10 or not least <= stated // 10 <= most:
        raise Illegal(Refusal(because("these certificates are not {percent}%", percent=stated)))
    return stated // 10


def check_bought(events: Sequence[Event], units: int) -> None:
    """As many tenths were bought as the file states."""
    got = sum(int(event.data.get("shares", 1)) for event in events if event.kind == "bought")
    if got != units:
        raise Illegal(Refusal(because("{got}0% would be bought, not {stated}0%", got=got, stated=units)))


def check_one(names: Sequence[str]) -> None:
    """A private company is exchanged for one certificate."""
    if len(names) > 1:
        raise Illegal(Refusal("a private company is exchanged for one certificate"))


def check_nothing(action: Action, parts: Sequence[str]) -> None:
    """Amounts that no title here pays."""
    for part in parts:
        if action.get(part):
            told = {"part": part.replace("_", " "), "amount": str(action[part])[:MOST_NAMED]}
            raise Illegal(Refusal(because("there is no {part} of {amount} here", **told)))
