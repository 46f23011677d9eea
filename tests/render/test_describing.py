"""A game as text: nothing that the pictures show is missing, and what is said is what the rules say."""

from __future__ import annotations

import re

import pytest

from engine import new
from engine.board.ever import NOW, can_lie_now, ever
from engine.board.network import reach_of
from engine.core.position import Position
from engine.titles import titles
from engine.view import view
from engine.words import Words
from render import PARTS, describe, describe_hex
from tests.render.test_hearing import TITLES, middle
from tests.t1830.table import Table

HEX = re.compile(r"\b[A-Z]{1,2}\d{1,2}\b")


@pytest.mark.parametrize("title", TITLES)
def test_by_company_every_stop_that_it_reaches_is_named(title: str):
    game, seen = middle(title)
    p, lines = game.position(), describe(seen, "companies")
    stops = {stop.id for place in seen.hexes for stop in place.stops}
    for company in p.d.companies:
        own = {one.stop for one in p.board.markers if one.company == company}
        if not own or company not in p.s.companies:
            continue
        (line,) = [one for one in lines if one.startswith(f"{company} (")]
        reach = reach_of(p, company)
        reached = {
            one for one in reach.entries if reach.comes_to(one) and one in stops and one not in own | reach.barred
        }
        assert {one.split("/")[0] for one in own | reached} <= set(HEX.findall(line)), company
        left = p.company(company).markers
        count = "One station" if len(left) == 1 else f"{len(left)} stations"
        assert not left or f"{count} left to place" in line


@pytest.mark.parametrize("title", titles())
def test_by_hex_and_by_region_no_hex_is_missing(title: str):
    seen = view(new(title, ["Ann", "Bob", "Cem"], {}, 1), "p1")
    words = Words(seen)
    lines = describe(seen, "hexes")[1:]
    told = [one.partition(": ")[0] for one in lines[:-1]]
    empty = set(HEX.findall(lines[-1])) if lines[-1].startswith("No tile yet") else set()
    told += [] if empty else [lines[-1].partition(": ")[0]]
    assert sorted([*told, *empty]) == sorted(
        [*(words.hex(one.id) for one in seen.hexes if one.id not in empty), *empty]
    )
    regions = describe(seen, "regions")[1:]
    heads = [one for one in regions if one.startswith("**")]
    bare = [one for one in regions if one.startswith("No tile yet")]
    named = [hex_id for one in bare for hex_id in HEX.findall(one)]
    assert sorted(named) == sorted(empty) and 1 < len(heads) <= 9
    assert len(regions) - len(heads) - len(bare) + len(named) == len(seen.hexes)


@pytest.mark.parametrize("title", TITLES)
def test_a_hex_says_what_lies_there_and_where_each_piece_of_track_leads(title: str):
    game, seen = middle(title)
    p, lines = game.position(), describe(seen, "hexes")
    grid, laid = p.d.map.grid, [one for one in seen.hexes if one.tile]
    assert len(laid) > 3
    for place in laid:
        (line,) = [one for one in lines if one.startswith(f"{Words(seen).hex(place.id)}: ")]
        assert f"tile {place.tile};" in line or f"tile {place.tile}." in line
        for side in p.d.tiles[place.tile].rotations[place.rotation].exits:
            down, right = grid.steps[side]
            beyond = next(
                (one.id for one in seen.hexes if (one.row, one.column) == (place.row + down, place.column + right)), ""
            )
            assert f"{grid.edges[side]} ({beyond})" in line if beyond else grid.edges[side] in line, (line, side)
        for stop in place.stops:
            assert all(one.company in line for one in stop.markers if one.company)


def _laid_by(p: Position, company: str, hex_id: str, tile: str) -> bool:
    """Does the title let this company lay the tile there in some rotation?"""
    return any(p.title.build.tile_refusal(p, company, hex_id, tile, turn) is None for turn in range(6))


@pytest.mark.parametrize("title", TITLES)
def test_the_tiles_say_what_is_left_and_where_each_can_be_laid(title: str):
    game, seen = middle(title)
    now = can_lie_now(game.loose())
    lines = describe(seen, "tiles", now=now)
    for tile in seen.tiles:
        left = "∞" if tile.left < 0 else str(tile.left)
        assert any(one.startswith(f"{Words(seen).value_of('tile', tile.name)}: {left} (") for one in lines), tile.name
    for place in seen.hexes[::9]:
        fits = [one.tile for one in ever(game.loose(), place.id) if one.when == NOW]
        own = [one for one in fits if one not in now[place.id]]
        p = game.position()
        refused = [one for one in own if not any(_laid_by(p, company, place.id, one) for company in p.d.companies)]
        assert refused == own, place.id
        want = [one for one in fits if one not in own]
        assert list(now[place.id]) == want, place.id
        (line,) = [one for one in lines if place.id in HEX.findall(one) and one.startswith(("Tiles ", "No tile: "))]
        assert line.startswith(f"Tiles {', '.join(want)}: " if want else "No tile: ")


@pytest.mark.parametrize("title", TITLES)
def test_the_sheet_and_the_market_say_everything_of_each_company(title: str):
    _, seen = middle(title)
    words, sheet, market = Words(seen), describe(seen, "sheet"), describe(seen, "market")
    for company in seen.companies:
        if not company.started or company.closed:
            continue
        (line,) = [one for one in sheet if one.startswith(f"{company.symbol} (")]
        assert f"price {words.money(company.price)}; " in line or not company.price
        assert f"treasury {words.amount(company.treasury)}; " in line
        assert f"trains: {', '.join(one.kind for one in company.trains) or 'none'}" in re.sub(r" \([^)]*\)", "", line)
        box = next(one for one in seen.market.boxes if any(at.company == company.symbol for at in one.stack))
        (priced,) = [one for one in market if one.startswith(f"{company.symbol} {words.money(company.price)}")]
        right = [
            one
            for one in seen.market.boxes
            if (one.market, one.row, one.column) == (box.market, box.row, box.column + 1)
        ]
        assert all(f"right {words.money(one.price)}" in priced for one in right if one.price)
    for ware in seen.trains:
        if ware.left or ware.pool:
            head = "Next" if ware.on_sale else "Later"
            assert any(one.startswith(f"{head}: {ware.kind} train, {words.money(ware.price)}, ") for one in sheet), (
                ware.kind
            )
    assert all(any(words.money(box.price) in one for one in market) for box in seen.market.boxes if box.price)


@pytest.mark.parametrize("title", titles())
def test_every_part_is_whole_sentences_of_what_a_spectator_may_know(title: str):
    game = new(title, ["Ann", "Bob", "Cem"], {}, 1)
    for what in PARTS:
        for line in describe(view(game), what, now=can_lie_now(game.loose())):
            assert line.endswith((".", ":")) and "{" not in line and "None" not in line, (what, line)


def test_a_hex_alone_says_what_is_around_it_and_what_can_ever_lie_there():
    table = Table().with_company("PRR", "Ann", Ann=6).operating_turn("PRR")
    seen = view(table.game, "p1")
    lines = describe_hex(seen, "H14", {("57", 0): "now", ("14", 1): "from phase 3 on"})
    assert lines[0].startswith("H14: ") and lines[1].startswith("Beyond its sides: ")
    assert "W Altoona (H12)" in lines[1]
    assert lines[3] == "tile 57, rotation 0: now (city 20 to SW (I13) and NE (G15))."
    assert lines[4].startswith("tile 14, rotation 1: from phase 3 on (city 30 with 2 spaces to W (H12), ")
