"""What only some titles have: two companies as one, a place in two hexes, lines drawn for track, coal, no limits."""

from __future__ import annotations

import math
from functools import cache

import pytest

from engine.tables import lines
from engine.view import View, view
from render import draw_map, draw_runs, draw_sheet
from render.board import frame_of, hex_pieces
from render.draw import Box, Disc, Piece, Text
from render.joined import joined
from render.model import HexModel, hex_models
from render.moment import header
from render.themes import LIGHT
from tests.positions.lines import lay
from tests.render.test_map import items, words
from tests.t1828.table import Table1828


@cache
def with_a_system() -> View:
    """GT and NKP are a system; coal, a blocking marker, a station of the Ontario, Simcoe & Huron in Canada."""
    table = Table1828(players=("Ann", "Bob", "Cem"))
    table.with_system("GT", "NKP", "Ann", box="4,6", treasury=1230, Ann=5, Bob=2)
    table.with_company("PRR", "Bob", Bob=5, pool=2, treasury=340).with_company("OS&H", "Cem")
    table.with_train("GT", "3", "5").with_train("NKP", "2").with_coal("PRR")
    lay(table, "D8", "57", "W E")
    table.with_block("D8/c0").with_private("C&P", "Ann").with_private("C&A", "Bob")
    return view(table.with_phase("green").operating_turn("PRR", step="track").game)


@cache
def at_start() -> View:
    """Nothing has happened yet."""
    return view(Table1828(players=("Ann", "Bob", "Cem")).game)


def models(found: View) -> dict[str, HexModel]:
    """The models of all hexes as they are drawn."""
    made, problems = hex_models(found, LIGHT, {}, {})
    assert problems == []
    return {place.id: model for place, model in zip(found.hexes, joined(found, made), strict=True)}


def drawn(found: View, hex_id: str) -> list[str]:
    """What is written in a hex as it is drawn on the map."""
    made, _ = hex_models(found, LIGHT, {}, {})
    frame = frame_of([(place.row, place.column) for place in found.hexes], 3000, 0, found.flat)
    pieces = hex_pieces(found, made, frame, LIGHT, [])
    return next(words(piece.items) for place, piece in zip(found.hexes, pieces, strict=True) if place.id == hex_id)


# --- systems


def row_of(found: list[Piece], chief: str) -> list[str]:
    """What is written in the row of the sheet that begins with a company's name."""
    return next(words(piece.items) for piece in found if words(piece.items)[:1] == [chief])


def test_each_shell_of_a_system_shows_its_own_trains(written: list[Piece]):
    draw_sheet(with_a_system())
    row = row_of(written, "GT")
    first, second = row.index("GT", 1), row.index("with NKP")
    assert row[first + 1 : second] == ["3 train", "5 train"]
    assert row[second + 1] == "2 train"


def test_an_empty_shell_is_said_to_be_empty(written: list[Piece]):
    table = Table1828().with_system("GT", "NKP", "Ann", Ann=5).with_train("NKP", "3")
    draw_sheet(view(table.stock_round("Ann").game))
    row = row_of(written, "GT")
    first, second = row.index("GT", 1), row.index("with NKP")
    assert row[first + 1 : second] == ["no train"]
    assert row[second + 1] == "3 train"


def test_a_company_that_became_part_of_another_is_not_called_closed(written: list[Piece]):
    draw_sheet(with_a_system())
    assert not any(words(piece.items)[:1] == ["Closed"] for piece in written)
    assert not any(words(piece.items)[:1] == ["NKP"] for piece in written)
    told = [line for line in lines(with_a_system()) if line.startswith("NKP")]
    assert "part of GT" in told[0]
    assert "closed" not in told[0]


def test_a_system_has_no_par(written: list[Piece]):
    draw_sheet(with_a_system())
    assert row_of(written, "GT")[2:4] == ["$117", "–"]
    assert row_of(written, "PRR")[2:4] == ["$67", "$67"]
    table = next(line for line in lines(with_a_system()) if line.startswith("GT"))
    assert "GT: 3 5; NKP: 2" in table


def test_what_owns_no_trains_is_not_said_to_lack_one(written: list[Piece]):
    draw_sheet(with_a_system())
    assert "no train" not in row_of(written, "C&P")


def test_a_builder_that_has_closed_has_no_row(written: list[Piece]):
    table = Table1828().with_company("GT", "Ann", Ann=5, treasury=900)
    table.with_private("C&P", "Ann").with_phase("brown").with_supply_from("6").operating_turn("GT", "train")
    table.do("Ann", "buy_train", kind="6", **{"from": "bank"})
    draw_sheet(view(table.game))
    assert not any(words(piece.items)[:1] == ["C&P"] for piece in written)


def test_only_the_dividends_of_the_game_are_shown():
    table = Table1828().with_company("GT", "Ann", Ann=6, box="5,5").with_train("GT", "2").operating_turn("GT", "run")
    found = view(table.run_best("Ann").game)
    assert [choice.kind for choice in found.payouts] == ["full", "withhold"]
    assert draw_runs(found).problems == ()


def test_without_a_limit_certificates_are_counted_towards_none(written: list[Piece]):
    draw_sheet(with_a_system())
    shown = [word for piece in written for word in words(piece.items)]
    # Ann: the director's certificate of GT, three single ones, and the C&P.
    assert "5/∞" in shown
    assert not any("999" in word for word in shown)
    assert not any("999" in line for line in lines(with_a_system()))


# --- a place in two hexes


def test_canada_is_one_place_of_two_hexes():
    found = models(with_a_system())
    assert (found["A13"].joined, found["A15"].joined) == ((4,), (1,))
    assert all(model.joined == () for hex_id, model in found.items() if hex_id not in ("A13", "A15"))
    assert "Canada" in drawn(with_a_system(), "A15")
    assert "Canada" not in drawn(with_a_system(), "A13")
    assert {"30", "50"} <= set(drawn(with_a_system(), "A13"))


def test_its_station_stands_where_the_two_hexes_meet():
    for hex_id in ("A13", "A15"):
        assert "OS&H" in drawn(with_a_system(), hex_id)
    left, right = models(with_a_system())["A13"].seam, models(with_a_system())["A15"].seam
    assert left is not None
    assert right is not None
    assert ([marker.symbol for marker in left.markers], left.side) == (["OS&H"], 4)
    assert ([marker.symbol for marker in right.markers], right.side) == (["OS&H"], 1)
    assert models(at_start())["A13"].seam.reserved[0].symbol == "OS&H"  # type: ignore[union-attr]


def test_a_part_of_the_map_with_half_of_the_place_can_be_drawn():
    assert draw_map(with_a_system(), wide=400, around=["B10"]).problems == ()
    assert draw_map(with_a_system(), wide=400, around=["B12", "C13"]).problems == ()


# --- the coalfields, markers, values, names


def test_coal_markers_lie_at_the_coalfields_and_the_tunnel():
    assert "2 coal" in words(items(at_start(), "K11"))
    assert "coal" in words(items(at_start(), "K13"))
    assert "coal" in words(items(with_a_system(), "K11"))  # One has been taken.


def test_the_coalfields_have_no_room_for_a_marker():
    full = [item for item in items(at_start(), "K11") if getattr(item, "radius", 0) > 20]
    assert [getattr(item, "color", None) for item in full] == [LIGHT.track]


def test_the_line_of_the_tunnel_is_drawn_until_its_tile_lies():
    table = Table1828()
    assert models(view(table.game))["K13"].line == (1, 4)
    lay(table, "K13", "4", "W E")
    assert models(view(table.game))["K13"].line == ()


def test_blocking_markers_and_closed_hexes_are_seen():
    assert "×" in words(items(with_a_system(), "D8"))
    assert "C&A" in words(items(with_a_system(), "H22"))
    assert "C&P" in words(items(with_a_system(), "C15"))


@pytest.mark.parametrize(("phase", "now"), [("yellow", "30"), ("brown", "40")])
def test_a_printed_city_shows_all_its_values_and_marks_the_present_one(phase: str, now: str):
    found = view(Table1828().with_phase(phase).game)
    shown = [item for item in items(found, "F10") if isinstance(item, Text) and item.text in ("30", "40")]
    assert sorted(item.text for item in shown) == ["30", "40"]
    assert [item.text for item in shown if item.bold] == [now]


def test_a_name_that_is_its_own_label_is_written_once():
    assert words(items(at_start(), "I19")).count("Baltimore") == 1
    assert words(items(at_start(), "E27")).count("Boston") == 1


def test_names_of_two_cities_stand_by_their_own():
    found = {item.text: item.at for item in items(at_start(), "G23") if isinstance(item, Text)}
    kept = found["NYH"]  # The upper city is New York.

    def away(name: str) -> float:
        return abs(found[name][0] - kept[0]) + abs(found[name][1] - kept[1])

    assert away("New") < away("Newark")


@pytest.mark.parametrize("phase", ["blue", "red", "purple"])
def test_a_phase_with_a_colour_of_its_own_is_shown_in_it(phase: str):
    found = view(Table1828().with_phase(phase).game)
    band = header(found, LIGHT, 1000, 40, "Map")
    [chip] = [item for item in band.items if isinstance(item, Box)]
    assert chip.color == LIGHT.tile(phase)


def test_a_cost_is_written_clear_of_cities_and_names():
    found = items(at_start(), "G23")
    cost = next(item for item in found if isinstance(item, Text) and item.text == "$80")
    assert all(math.dist(cost.at, item.at) > item.radius for item in found if isinstance(item, Disc))
    assert all(math.dist(cost.at, item.at) > 20 for item in found if isinstance(item, Text) and item is not cost)
