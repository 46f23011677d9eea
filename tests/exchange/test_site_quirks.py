"""Errors of the site: those that its files rest on are followed, a file that rests on another is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.errors import Damaged
from engine.exchange.site import ImportResult, import_game
from engine.exchange.site_log import parse_site_game
from tests.exchange.material import content, files, needs_games
from tests.exchange.test_site_import import bid, file_of

NAMES = ("Ann", "Bob", "Cem")


def imported(*actions: dict[str, Any], title: str = "1870") -> ImportResult:
    players = [{"id": number, "name": name} for number, name in enumerate(NAMES, 7)]
    return import_game(parse_site_game(file_of(*actions, title=title, players=players)))


@pytest.mark.parametrize("price", [15, 25])
def test_a_private_company_bought_at_another_price_is_refused(price: int):
    """Q10: the site takes any price for the one that may be bought at once."""
    with pytest.raises(Damaged, match=rf"1 \(bid, Ann\).*GRSC is bought for 20, not for {price}"):
        imported(bid(1, 7, "GRSC", price))
    assert imported(bid(1, 7, "GRSC", 20)).agrees


@needs_games
def test_a_slot_that_is_not_there_means_nothing():
    """Q11: the site itself places a station where there is room."""
    path = next(path for path in files("1870") if path.name.startswith("real_34110"))
    file = content(path)
    stations = [action for action in file["actions"] if action["type"] == "place_token"]
    assert stations
    told = import_game(parse_site_game(json.dumps(file).encode())).game.encode()
    for action in stations:
        action["slot"] = 3
    assert import_game(parse_site_game(json.dumps(file).encode())).game.encode() == told


@needs_games
def test_a_merger_begun_by_a_company_without_a_par_is_refused():
    """Q3: the site lets it begin, and breaks down when it is made."""
    path = next(path for path in files("1828") if "p3_s602" in path.name)
    file = content(path)
    at = next(at for at, action in enumerate(file["actions"]) if action["type"] == "merge")
    file["actions"] = file["actions"][: at + 1]
    choice, merge = file["actions"][-2:]
    started = {str(action["corporation"]) for action in file["actions"] if action["type"] == "par"}
    choice["choice"] = merge["entity"] = next(name for name in ("B&M", "B&O", "NYH") if name not in started)
    file |= {"status": "active", "result": {}}
    with pytest.raises(Damaged, match=r"\(merge, .*has not been started"):
        import_game(parse_site_game(json.dumps(file).encode()))


@needs_games
def test_track_that_only_loading_without_checks_accepts_is_refused():
    """Q12: with the action, who acts for the company, and the reason."""
    file = content(next(path for path in files("1870") if path.name.startswith("real_34110")))
    tile = next(action for action in file["actions"] if action["type"] == "lay_tile")
    tile["hex"] = "B19"
    with pytest.raises(Damaged, match=rf"^Action {tile['id']} \(lay tile, {tile['entity']}, [^)]+\).*\(6"):
        import_game(parse_site_game(json.dumps(file).encode()))
