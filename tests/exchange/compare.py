"""A state of ours beside the state of a trace: what differs, by name."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.exchange.site import import_game
from engine.exchange.site_log import read_site_game

CORPORATION = ("cash", "price", "par", "floated", "closed", "trains", "placed", "unplaced", "ipo", "pool", "treasury")


def trace(path: Path) -> Iterator[dict[str, Any]]:
    """The steps of a trace, each with its full state."""
    state: dict[str, Any] = {}
    with gzip.open(path, "rt") as lines:
        for line in lines:
            step = json.loads(line)
            if "end" in step:
                yield step
                return
            merge(state, step.pop("s"))
            yield {**step, "state": state}


def merge(state: dict[str, Any], patch: dict[str, Any]) -> None:
    """Apply a merge patch (RFC 7396)."""
    for key, value in patch.items():
        if value is None:
            state.pop(key, None)
        elif isinstance(value, dict) and isinstance(state.get(key), dict):
            merge(state[key], value)
        else:
            state[key] = json.loads(json.dumps(value))


def by_city(tokens: dict[str, Any]) -> dict[str, Any]:
    """The stations of each city; which of its spaces they are in does not matter."""
    return {hex_id: [sorted(filter(None, city)) for city in cities] for hex_id, cities in tokens.items()}


def on_shells(corporation: dict[str, Any]) -> dict[str, list[str]]:
    """The trains of each shell; their order there does not matter."""
    return {shell: sorted(trains) for shell, trains in corporation.get("shells", {}).items()}


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """What differs between two states, as far as both have the notion."""
    found: list[str] = []

    def note(name: str, mine: Any, site: Any) -> None:
        if mine != site:
            found.append(f"{name}: {mine} here, {site} there")

    for name in ("turn", "phase", "market", "tiles", "result", "bank"):
        note(name, ours.get(name), theirs.get(name))
    note("tokens", by_city(ours.get("tokens", {})), by_city(theirs.get("tokens", {})))
    for name in ("type", "num"):
        note(f"round.{name}", ours["round"][name], theirs["round"][name])
    for player, there in theirs["players"].items():
        here = ours["players"][player]
        for name in ("cash", "shares", "companies"):
            note(f"{player}.{name}", here.get(name), there.get(name))
    note("companies on the charts", sorted(ours["corps"]), sorted(theirs["corps"]))
    for company, there in theirs["corps"].items():
        here = ours["corps"].get(company, {})
        for name in CORPORATION:
            note(f"{company}.{name}", here.get(name), there.get(name))
        note(f"{company}.shells", on_shells(here), on_shells(there))
    for name in ("upcoming", "discarded"):
        note(f"depot.{name}", ours["depot"].get(name), theirs["depot"].get(name))
    return found


def check_same_states(path: Path) -> None:
    """Import a game of the site: the state must be the same after every action, as recorded in the trace beside it."""
    lines: list[bytes] = []
    result = import_game(read_site_game(str(path)), lines)
    assert result.agrees, result.problems
    name = path.name.removesuffix(".gz").removesuffix(".json")
    for step, line in zip(trace(path.with_name(f"{name}.trace.jsonl.gz")), lines, strict=True):
        ours = json.loads(line)
        if "end" in step:
            assert ours["end"]["result"] == step["end"]["result"]
            break
        assert differences(ours["s"], step["state"]) == [], f"after step {step['n']}: {step.get('a')}"
        assert ours.get("total") == step.get("total")
