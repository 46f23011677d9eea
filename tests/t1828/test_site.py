"""Games of 1828 from 18xx.games replay to the same state after every action, even in the middle of a merger."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import Damaged
from engine.core.state import Trial
from engine.exchange.site import _pairs, import_game  # pyright: ignore[reportPrivateUsage]
from engine.exchange.site_log import parse_site_game, read_site_game
from engine.family.running import trains_of
from engine.finance import shares
from engine.game import Game
from engine.titles.t1828.site.following import Translator1828
from tests.exchange.compare import differences, trace
from tests.exchange.material import files, games, name_of, needs_games

pytestmark = needs_games


def told(state: dict[str, Any]) -> dict[str, Any]:
    """What both sides know, in one form: holdings by percent, trains and places without their order."""
    corps = {
        name: {
            "cash": facts["cash"],
            **{key: facts.get(key) for key in ("price", "par", "floated") if name != "C&P"},
            **{key: sorted(facts.get(key, ())) for key in ("placed", "unplaced")},
            **{key: len(facts.get(key) or ()) for key in ("ipo", "pool", "treasury")},
            "trains": sorted(facts.get("trains", ())) if name != "C&P" else [],
        }
        for name, facts in state["corps"].items()
    }
    players = {
        name: {
            "cash": facts["cash"],
            "companies": sorted(facts.get("companies", ())),
            "shares": {c: (held["pct"], held.get("pres", False)) for c, held in facts.get("shares", {}).items()},
        }
        for name, facts in state["players"].items()
    }
    plain = {key: state.get(key) for key in ("turn", "phase", "market", "tiles", "tokens", "result", "bank")}
    plain["coal"] = state.get("coal") or {}
    place = {key: state["round"][key] for key in ("type", "num")}
    return {**plain, **place, "corps": corps, "players": players, "supply": state["depot"]["upcoming"]}


def named_as_held(translator: Translator1828) -> None:
    """The site's names of certificates and trains are where ours are."""
    p, labels = translator.p, translator.moves.labels
    for company in p.d.companies:
        named = sorted(labels.our_kind(name.rpartition("-")[0]) for name in labels.trains.get(company, ()))
        assert named == sorted(p.s.trains[train].kind for train in trains_of(p, company)) or p.top_rule == "discard"
        for place in (*p.seats, shares.POOL):
            names = labels.shares.get((place, company), ())
            assert sum(2 if name.endswith("_0") else 1 for name in names) == shares.units_at(p, place, company)


@pytest.mark.parametrize("path", games("1828", short=2))
def test_a_game_goes_through_the_same_states(path: Path):
    source = read_site_game(str(path))
    translator = Translator1828(source)
    name = path.name.removesuffix(".gz").removesuffix(".json")
    steps = trace(path.with_name(f"{name}.trace.jsonl.gz"))
    assert told(translator.state()) == told(next(steps)["state"])
    compared = 0
    for (step, following), theirs in zip(_pairs(source.steps), steps, strict=False):
        translator.carry_out(step, following)
        ours = translator.state()
        assert told(ours) == told(theirs["state"]), f"after step {theirs['n']}: {theirs.get('a')}"
        assert translator.run().get("total") == theirs.get("total")
        compared += 1
        if translator.p.s.agenda and isinstance(translator.p.top, Trial):
            continue  # While shares are traded, how many lie where is told, not which.
        named_as_held(translator)
        assert differences(ours, theirs["state"]) == [], f"after step {theirs['n']}: {theirs.get('a')}"
    assert compared > 500
    end = translator.p.s.end
    assert end is not None
    assert {player: end.worth[seat] for player, seat in translator.seats.items()} == source.result
    assert translator.record.replay().encode() == translator.game.encode()


def test_companies_discard_trains_in_any_order_and_a_file_may_end_after_the_first_we_ask():
    path = next(path for path in files("1828") if name_of(path) == "random_1828Games_p3_s344")
    file = json.loads(gzip.decompress(path.read_bytes()))
    actions = file["actions"]
    at = next(at for at, action in enumerate(actions) if action.get("id") == 572)
    first, second = actions[at : at + 2]
    assert first["type"] == second["type"] == "discard_train"
    assert first["entity"] != second["entity"]

    def after(*discards: dict[str, Any]) -> Game:
        cut = {**file, "actions": [*actions[:at], *discards], "status": "active", "result": {}}
        return import_game(parse_site_game(json.dumps(cut).encode())).game

    assert after(first, second).encode() == after(second, first).encode()
    assert after(second).position().top_rule == "discard"
    # Here one company is asked after the other, so that the game cannot stand where only the second has discarded.
    with pytest.raises(Damaged, match="another company must discard first"):
        after(first)
