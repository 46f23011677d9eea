"""The box: players, money, limits, companies, private companies, market, trains, tiles."""

from __future__ import annotations

import json

import pytest

from engine.finance.market import Box
from tests.exchange.material import FOLDER, needs_games
from tests.t1889.table import NAMES, Table


@pytest.mark.rule("1889-setup-07", "1889-setup-08")
@pytest.mark.parametrize(("count", "out"), [(2, {"SIR", "UTF"}), (3, {"UTF"}), (4, set()), (6, set())])
def test_private_companies_by_number_of_players(count: int, out: set[str]):
    table = Table(NAMES[:count])
    assert {name for name, place in table.s.privates.items() if place == "closed"} == out
    assert {name for name, place in table.s.privates.items() if place == "sale"} == set(table.p.d.privates) - out


@needs_games
@pytest.mark.parametrize("option", ["", "_beginner_game"])
def test_the_sheets_are_what_the_site_has(option: str):
    theirs = json.loads((FOLDER / "ids" / f"static_1889{option}.json").read_text())
    d = Table(beginner_game="yes" if option else "no").p.d
    edges = ("S", "SW", "NW", "N", "NE", "SE")
    counts: dict[str, int] = {}
    for name, tile in theirs["tiles"].items():
        ours = name.removeprefix("Beg")
        counts[ours] = counts.get(ours, 0) + tile["count"]
        drawn = d.tiles[ours].rotations[0]
        assert sorted(edges[exit_] for exit_ in drawn.exits) == sorted(
            {side for piece in tile["track"] for side in piece if side in edges}
        ), name
        assert [(stop.kind, stop.revenue) for stop in drawn.stops] == [
            (node["type"], node["revenue"]["yellow"]) for node in tile["nodes"]
        ], name
    assert counts == {name: tile.count for name, tile in d.tiles.items()}
    for hex_id, place in theirs["hexes"].items():
        here = d.map.hexes[hex_id]
        assert {edges[side]: other for side, other in enumerate(here.around) if other}.items() >= place[
            "neighbors"
        ].items(), hex_id
        assert sorted(stop.kind for stop in here.stops) == sorted(node["type"] for node in place["nodes"]), hex_id
        assert (here.sheet.name, here.sheet.label) == (place.get("name", ""), place.get("label", "")), hex_id
        assert here.cost + here.sheet.fee == sum(cost for cost, _ in place.get("upgrade_cost", ())), hex_id
    assert set(d.map.hexes) == set(theirs["hexes"])
    boxes = {f"{box.row},{box.column}": box for box in d.market.boxes.values()}
    for row, cells in enumerate(theirs["market"]):
        for column, cell in enumerate(cells):
            box: Box | None = boxes.get(f"{row},{column}")
            assert (box.price if box else None) == (int(cell["id"].split(",")[0]) if cell else None)
    for train in theirs["trains"]:
        assert d.trains[train["name"]].price == train["price"]
        assert d.train_counts[train["name"]] == (-1 if train["num"] == "unlimited" else train["num"])
        assert d.trains[train["name"]].rusted_by == train.get("rusts_on", "")
    for symbol, company in theirs["corporations"].items():
        assert (d.companies[symbol].home, list(d.companies[symbol].markers)) == (company["home"], company["tokens"])
    for symbol, private in theirs["companies"].items() if not option else ():
        ours = d.privates["TER" if symbol == "TR" else symbol]
        assert (ours.name, ours.cost, ours.revenue) == (private["name"], private["value"], private["revenue"])
