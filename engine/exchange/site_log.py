"""A game file of 18xx.games read into the list of actions that count: undo, redo and chat resolved."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import msgspec

from engine.core.errors import Damaged
from engine.core.sentences import because

Action = dict[str, Any]
MOST_NAMED = 40
"""The number of characters quoted from a file."""
MOST_DIGITS = 9
"""No game has an action with a longer number."""
CHAT = ("message", "log")
"""What nobody can undo."""
OPEN = ("active", "new")
"""How the site calls a game that goes on, whatever result it may show."""
ENDED = ("game_end_reason", "finished_at")
"""What only the file of a finished game says, also when its last actions have been cut off."""


@dataclass(frozen=True)
class Step:
    """An action that was carried out. `carrier` is the id of the action that brought it along, or None."""

    action: Action
    carrier: int | None

    def called(self, players: Mapping[str, str], player: str = "") -> str:
        """How to name the action to a person: by its number, what it does, for whom, and who acts for a company."""
        kind = self.action["type"].replace("_", " ")[:MOST_NAMED]
        number = self.action.get("id") if self.carrier is None else self.carrier
        known = _number_in(number)
        shown: Any = "?" if known is None or abs(known) >= 10**MOST_DIGITS else known
        entity: Any = self.action.get("entity")
        who = players.get(str(entity), str(entity)[:MOST_NAMED]) if isinstance(entity, (str, int)) else ""
        if self.carrier is not None:
            kind = because("automatic {kind}", kind=kind)
        if not who:
            return because("{number} ({kind})", number=shown, kind=kind)
        if player in ("", who):
            return because("{number} ({kind}, {who})", number=shown, kind=kind, who=who)
        return because("{number} ({kind}, {who}, {player})", number=shown, kind=kind, who=who, player=player)


@dataclass(frozen=True)
class SiteGame:
    """A file of the site: who plays which title with which options, and the actions."""

    id: str
    title: str
    players: tuple[tuple[str, str], ...]
    """(id as text, name) in seating order."""
    rules: frozenset[str]
    steps: tuple[Step, ...]
    result: dict[str, int]
    status: str
    seed: int
    turn: int | None = None
    """The turn in which the file says the game is, if what it says there is of now."""
    round: str = ""
    """The kind of round, likewise."""
    acting: tuple[str, ...] = ()
    """The players who must act, likewise; none if the file does not say, or its game is over."""

    @property
    def is_over(self) -> bool:
        """Does the file say that its game has ended?"""
        return self.status not in OPEN and (self.status == "finished" or bool(self.result))


def read_site_game(path: str) -> SiteGame:
    """Read a file, plain or gzipped; say what is wrong with a damaged one."""
    try:
        raw = Path(path).read_bytes()
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
    except (OSError, EOFError, gzip.BadGzipFile) as e:
        raise Damaged(because("The file cannot be read: {e}.", e=e)) from e
    return parse_site_game(raw)


def parse_site_game(raw: bytes) -> SiteGame:
    """The same from bytes."""
    try:
        data: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise Damaged(because("The file is not complete JSON: {e}.", e=e)) from e
    if not isinstance(data, dict):
        raise Damaged("The file is not a game: it does not contain an object.")
    return site_game(cast(dict[str, Any], data))


def site_game(game: dict[str, Any]) -> SiteGame:
    """The same from what a file holds."""
    for key in ("title", "players", "actions"):
        if key not in game:
            raise Damaged(because("The file is not a game of 18xx.games: {key} is missing.", key=key))
    if not isinstance(game["title"], str):
        raise Damaged("The file does not say which game it is.")
    source = SiteGame(
        id=str(game.get("id", "")),
        title=str(game["title"]),
        players=_players(game["players"]),
        rules=frozenset(_rules(game)),
        steps=tuple(effective(_actions(game["actions"]))),
        result=_result(game.get("result")),
        status=str(game.get("status", "")),
        seed=_seed(game),
    )
    if not source.is_over and any(game.get(mark) for mark in ENDED):
        return source  # Its last actions have been cut off.
    stated: Any = game.get("acting")
    acting = tuple(str(one) for one in cast(list[Any], stated)) if isinstance(stated, list) else ()
    now = replace(source, turn=_number_in(game.get("turn")), round=str(game.get("round", "")))
    return now if source.is_over else replace(now, acting=acting)


def _players(raw: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(raw, list) or not raw:
        raise Damaged("The file names no players.")
    players: list[tuple[str, str]] = []
    for player in cast(list[Any], raw):
        if not isinstance(player, dict) or "name" not in player:
            raise Damaged("The file has a player without a name.")
        entry = cast(dict[str, Any], player)
        # Games on one screen have no ids; their actions then use the name.
        named = entry["name"] if entry.get("id") is None else entry["id"]
        players.append((str(named), str(entry["name"])))
    return tuple(players)


def _rules(game: dict[str, Any]) -> list[str]:
    settings: Any = game.get("settings")
    rules: Any = cast(dict[str, Any], settings).get("optional_rules") if isinstance(settings, dict) else None
    return [str(rule) for rule in cast(list[Any], rules)] if isinstance(rules, list) else []


def _seed(game: dict[str, Any]) -> int:
    settings: Any = game.get("settings")
    seed: Any = cast(dict[str, Any], settings).get("seed") if isinstance(settings, dict) else None
    if isinstance(seed, int):
        return seed
    number = re.search("[0-9]+", str(game.get("id", "")))
    return int(number[0]) if number else 1


def _result(raw: Any) -> dict[str, int]:
    if not isinstance(raw, dict):
        return {}
    return {str(k): int(v) for k, v in cast(dict[Any, Any], raw).items() if isinstance(v, (int, float))}


def _actions(raw: Any) -> list[Action]:
    if not isinstance(raw, list):
        raise Damaged("The file has no list of actions.")
    actions = [_action(entry, index) for index, entry in enumerate(cast(list[Any], raw), 1)]
    for index, action in enumerate(actions, 1):
        brought: Any = action.get("auto_actions") or []
        if not isinstance(brought, list):
            raise Damaged(because("Action {index} of the file contains something that is not an action.", index=index))
        action["auto_actions"] = [_action(entry, index) for entry in cast(list[Any], brought)]
    return actions


def _action(entry: Any, index: int) -> Action:
    if not isinstance(entry, dict) or not isinstance(cast(Action, entry).get("type"), str):
        raise Damaged(because("Action {index} of the file does not say what is done.", index=index))
    return cast(Action, entry)


def _number(value: Any) -> int:
    """The number of an action, as an undo needs it."""
    number = _number_in(value)
    if number is None:
        shown = str(value)[:MOST_NAMED]
        raise Damaged(because("The file cannot be followed: “{value}” is not the number of an action.", value=shown))
    return number


def _number_in(value: Any) -> int | None:
    """A whole number, which some files write as text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = value if isinstance(value, str) and len(value) <= MOST_DIGITS else ""
    return int(text) if text.isascii() and text.isdigit() else None


def whole(action: Action, part: str) -> int:
    """A whole number that an action states."""
    number = _number_in(action[part])
    if number is None:
        raise ValueError(action[part])
    return number


def is_silent(action: Action) -> bool:
    """Does it mean no move? What players tell the site to do for them is followed by actions of its own."""
    return action["type"] in CHAT or action["type"].startswith("program_")


def effective(actions: list[Action]) -> list[Step]:
    """Actions that count, in order, each followed by those it brought along."""
    slots: list[Action | None] = []
    undone: list[list[tuple[int, Action]]] = []
    for action in actions:
        match action["type"]:
            case "undo":
                undone.append(_undo(slots, action.get("action_id")))
            case "redo":
                if undone:
                    for index, restored in undone.pop():
                        slots[index] = restored
            case kind if kind in CHAT:
                slots.append(action)
            case _:
                undone = []
                slots.append(action)
    steps: list[Step] = []
    for action in slots:
        if action is None:
            continue
        steps.append(Step(action, None))
        brought = cast(list[Action], action.get("auto_actions") or [])
        number = _number_in(action.get("id"))
        carrier = -1 if number is None else number
        for automatic in brought:
            steps.append(Step(automatic, carrier))
    return steps


def _undo(slots: list[Action | None], back_to: Any) -> list[tuple[int, Action]]:
    """Blank what is undone; chat stays. What was blanked can be redone."""
    first = len(slots)
    if back_to is not None:
        last = _number(back_to)
        for index, action in enumerate(slots):
            if action is not None and _number(action.get("id") or 0) > last:
                first = index
                break
    else:
        for index in range(len(slots) - 1, -1, -1):
            action = slots[index]
            if action is not None and action["type"] not in CHAT:
                first = index
                break
    blanked: list[tuple[int, Action]] = []
    for index in range(first, len(slots)):
        action = slots[index]
        if action is not None and action["type"] not in CHAT:
            blanked.append((index, action))
            slots[index] = None
    return blanked
