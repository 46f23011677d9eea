"""Files of 18xx.games in other forms that mean the same: the site has written several, and fills in what is missing."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.exchange.site import import_game
from engine.exchange.site_log import parse_site_game
from engine.titles.t1828 import site as site_1828
from engine.titles.t1830 import site as site_1830
from engine.titles.t1870 import site as site_1870
from engine.titles.t1889 import site as site_1889
from tests.exchange.material import FOLDER, content, files, name_of, needs_games

pytestmark = needs_games
File = dict[str, Any]
OPTIONAL = ("slot", "tokener", "extra_revenue", "subsidy", "target_type", "cost", "description", "user", "created_at")
UNUSED = ("exchange", "share_price", "user", "swap", "purchase_for", "borrow_from")


def every(file: File) -> Iterator[File]:
    """All actions, with those that others bring along."""
    for action in file["actions"]:
        yield action
        yield from action.get("auto_actions") or ()


def numbered(actions: list[File]) -> list[File]:
    return [{**action, "id": number} for number, action in enumerate(actions, 1)]


def without_percentages(file: File) -> None:
    """Of certificates sold or bought whole."""
    for action in every(file):
        if "shares" in action and action["percent"] == sum(20 if s.endswith("_0") else 10 for s in action["shares"]):
            del action["percent"]


def without_optional_keys(file: File) -> None:
    for action in every(file):
        for key in OPTIONAL:
            action.pop(key, None)


def with_empty_keys(file: File) -> None:
    for action in every(file):
        action.update({key: None for key in UNUSED if key not in action})
        action.setdefault("auto_actions", None)


def with_unknown_keys(file: File) -> None:
    for action in every(file):
        action |= {"original_id": 3, "skip": True, "user": 99999, "more": {"of": [1]}}


def with_actions_brought_along(file: File) -> None:
    """Some actions come with the one before."""
    stream, found = random.Random(2), list[File]()
    for action in file["actions"]:
        if found and action["type"] != "message" and found[-1]["type"] != "message" and stream.random() < 0.3:
            plain = {key: value for key, value in action.items() if key not in ("id", "auto_actions")}
            row = [*(found[-1].get("auto_actions") or ()), plain, *(action.get("auto_actions") or ())]
            found[-1] = {**found[-1], "auto_actions": row}
        else:
            found.append(action)
    file["actions"] = found


def with_actions_on_their_own(file: File) -> None:
    """What others brought along stands in the list."""
    file["actions"] = numbered([{**action, "auto_actions": []} for action in every(file)])


def with_chat_and_doubts(file: File) -> None:
    """Strangers chat, players undo, redo, and tell the site to pass for them."""
    stream, found = random.Random(1), list[File]()
    chat = {"type": "message", "entity": 77777, "entity_type": "player", "message": "hello"}
    for action in file["actions"]:
        found.append(action)
        by = {"entity": action["entity"], "entity_type": action["entity_type"]}
        match stream.choice(["undo", "back", "chat", "program", "", "", "", ""]):
            case "undo":
                count = min(stream.randrange(1, 4), sum(one["type"] != "message" for one in found if "type" in one))
                found += [{"type": "undo", **by}, chat] * count + [{"type": "redo", **by}, chat] * count
            case "back":
                found += [{"type": "undo", "action_id": stream.randrange(len(found)), **by}, {"type": "redo", **by}]
            case "chat":
                found.append(chat)
            case "program":
                found += [{"type": "program_share_pass", **by}, {"type": "program_disable", "reason": "over", **by}]
            case _:
                pass
    file["actions"] = numbered(found)


def with_numbers_as_text(file: File) -> None:
    for action in every(file):
        for key in ("id", "price", "percent", "rotation", "action_id", "slot"):
            if isinstance(action.get(key), int):
                action[key] = str(action[key])


def with_names_for_ids(file: File) -> None:
    """As games on one screen are."""
    names = {str(player.pop("id", player["name"])): player["name"] for player in file["players"]}
    for action in every(file):
        if action["entity_type"] == "player":
            action["entity"] = names.get(str(action["entity"]), action["entity"])
    file["result"] = {names.get(player, player): worth for player, worth in file["result"].items()}


def with_bare_routes(file: File) -> None:
    for action in every(file):
        for route in action.get("routes") or ():
            for key in set(route) - {"train", "connections", "revenue", "hexes"}:
                del route[key]


FORMS = (
    without_percentages,
    without_optional_keys,
    with_empty_keys,
    with_unknown_keys,
    with_numbers_as_text,
    with_names_for_ids,
    with_bare_routes,
)
NUMBERED = (with_actions_brought_along, with_actions_on_their_own, with_chat_and_doubts)
"""These give actions other numbers, so none may be undone by its number."""
BEGINNING = 250
"""How many actions of a game `make test` reads again and again."""
EACH = 99 if os.environ.get("LONG") else 2
"""In how many of the forms the long runs read each whole game: all games together in each form several times."""


def plain_games() -> list[object]:
    """A beginning for each title, in all forms; all games, whole, in the long runs."""
    found = list[object]()
    for title in ("1870", "1828", "1830"):
        first = min(files(title), key=lambda path: path.stat().st_size if path.suffix == ".gz" else 10**9)
        found.append(pytest.param(first, BEGINNING, None, id=f"{title}-beginning"))
        found += [
            pytest.param(path, 0, number, id=f"{title}-{name_of(path)}", marks=pytest.mark.soak)
            for number, path in enumerate(files(title))
        ]
    return found


def forms(file: File, number: int | None) -> list[Callable[[File], None]]:
    """Those that a file can have; of the game of this number some of them, and the next game has the next ones."""
    undone = any(action["type"] in ("undo", "redo") for action in file["actions"])
    found = [*FORMS, *(() if undone else NUMBERED)]
    if number is None:
        return found
    first = number * EACH % len(found)
    return [*found[first:], *found[:first]][:EACH]


def test_all_whole_games_together_are_read_in_every_form_several_times():
    read = Counter(form for one in range(30) for form in forms({"actions": []}, one))
    assert read.keys() == {*FORMS, *NUMBERED} and min(read.values()) >= 6


@pytest.mark.parametrize(("path", "actions", "number"), plain_games() if FOLDER.exists() else [])
def test_a_file_in_another_form_means_the_same(path: Path, actions: int, number: int | None):
    def known() -> File:
        file = content(path)
        return {**file, "actions": file["actions"][:actions], "status": "active", "result": {}} if actions else file

    def imported(file: File) -> bytes:
        result = import_game(parse_site_game(json.dumps(file).encode()))
        assert result.agrees, result.problems
        return result.game.encode()

    told = imported(known())
    for form in forms(known(), number):
        file = known()
        form(file)
        assert imported(file) == told, form.__name__


SITES = {"1828": site_1828.SITE, "1830": site_1830.SITE, "1870": site_1870.SITE, "1889": site_1889.SITE}
SHEETS = {"1828": "1828Games", "1830": "1830", "1870": "1870", "1889": "1889"}


@pytest.mark.parametrize("title", SHEETS)
def test_a_printed_city_has_the_sites_number(title: str):
    """The site numbers printed hexes that are alike; several cities of 1830 are called `city` alone."""
    sheet = json.loads((FOLDER / "ids" / f"static_{SHEETS[title]}.json").read_text())
    source = parse_site_game(
        json.dumps({**content(files(title)[0]), "actions": [], "result": {}, "status": "new"}).encode()
    )
    writer = SITES[title].writer(import_game(source).record, SITES[title].reader)
    for hex_id, printed in sheet["hexes"].items():
        for number, name in enumerate(printed.get("city_ids", ())):
            if printed["nodes"][number]["slots"] and hex_id in writer.p.d.map.hexes:
                assert writer.city(f"{hex_id}/c{number}") == name
                assert writer.follower.moves.labels.hex_of(name.rpartition("-")[0]) == hex_id
