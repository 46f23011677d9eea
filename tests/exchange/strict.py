"""Follows a file of 18xx.games as strictly as the site does: with the steps and the legal actions of its own trace."""

from __future__ import annotations

import gzip
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.exchange.site_log import SiteGame, is_silent
from tests.exchange.normal_form import ANY_TIME, Step, normal_step, seats_of

LETTER = {"player": "p", "corporation": "c", "system": "c", "minor": "m"}


class NotLegal(AssertionError):
    """The site would refuse this action where it stands."""


def follow(path: Path, theirs: SiteGame, ours: SiteGame) -> int:
    """Walk what was written beside the trace of the file it came from; returns how many actions came earlier.

    Every action must be among the legal ones of the step that blocks, and by somebody who may act. One that may come
    at any time may come before the passes that stood before it.
    """
    states, early, moved = _states(path), list[Step](), 0
    expected = [normal_step(one.action, seats_of(theirs)) for one in theirs.steps if not is_silent(one.action)]
    rounds = list(states)[: len(theirs.steps)]
    rounds = [one for one, step in zip(rounds, theirs.steps, strict=True) if not is_silent(step.action)]
    at = 0
    players = {player: number for number, (player, _) in enumerate(theirs.players)}
    ids = list(players)
    for one in ours.steps:
        step = normal_step(one.action, seats_of(ours))
        at = _passed_over(expected, at, early, step)
        if at == len(expected):
            break
        if step[:2] == expected[at][:2]:
            at += 1
            continue
        if step[0] == "discard_train" and step[1] in _crowded(expected, at):
            early.append(step)
            moved += 1
            continue
        _check(rounds[at], one.action, ids, step)
        if step[0] not in ANY_TIME:
            raise NotLegal(f"{step} where the file has {expected[at]}")
        early.append(step)
        moved += 1
    return moved


def _passed_over(expected: list[Step], at: int, early: list[Step], step: Step) -> int:
    """On to what the written file must have next: not what came before, nor what the normal form leaves out."""
    while at < len(expected):
        now = expected[at]
        if now in early:
            early.remove(now)
        elif now[0] == "swap_train" and expected[at + 1 : at + 2] == [now] and step != now:
            at += 1
        elif now[0] != "pass" or step[0] in ANY_TIME or step[1] == now[1] or not any(one[1] == now[1] for one in early):
            break
        at += 1
    return at


def _crowded(expected: list[Step], at: int) -> set[str]:
    """Who has too many trains: the site names the first alone as active, but takes a discard from each of them."""
    discards = itertools.takewhile(lambda one: one[0] == "discard_train", expected[at:])
    return {entity for _, entity, _ in discards}


def _check(now: dict[str, Any], action: dict[str, Any], ids: list[str], step: Step) -> None:
    if action["entity_type"] == "company":
        return  # What a private company can do stands in its own abilities.
    who = ids[int(action["entity"]) - 1] if action["entity_type"] == "player" else action["entity"]
    if action["type"] not in now.get("actions", ()) or f"{LETTER[action['entity_type']]}:{who}" not in now["active"]:
        raise NotLegal(f"{step} in {now.get('step')}, which allows {now.get('actions')} to {now['active']}")


def _states(path: Path) -> Iterator[dict[str, Any]]:
    """The site's round before each action."""
    state: dict[str, Any] = {}
    trace = path.parent / f"{path.name.partition('.')[0]}.trace.jsonl.gz"
    with gzip.open(trace, "rt") as lines:
        for line in lines:
            data = json.loads(line)
            if "s" in data:
                _merge(state, data["s"])
            yield {name: state["round"].get(name) for name in ("step", "actions", "active") if name in state["round"]}


def _merge(state: dict[str, Any], patch: dict[str, Any]) -> None:
    for name, value in patch.items():
        if value is None:
            state.pop(name, None)
        elif isinstance(value, dict) and isinstance(state.get(name), dict):
            _merge(state[name], value)
        else:
            state[name] = json.loads(json.dumps(value))
