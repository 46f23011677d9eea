"""What is printed or remembered beside numbers: what a place pays, dots and circles of a market, marks of a player."""

from __future__ import annotations

import pytest

from engine.view import View, view
from render import draw_market, draw_sheet
from render.draw import Box, Disc, DrawList, Piece, Text
from render.geometry import APOTHEM
from render.themes import LIGHT
from tests.render.overlaps import drawn as drawn_alone
from tests.render.overlaps import written as lettering
from tests.render.test_labels import modelled
from tests.render.test_systems import drawn
from tests.render.test_tables import words
from tests.t1839.table import Table1839
from tests.t1843.table import Table


def test_marks_of_private_companies_and_players_stand_on_the_sheet(written: list[Piece]):
    table = Table1839().with_private("AV", "Ann")
    with table.arrange() as p:
        p.s.own.diepenbrock = table.seat("Bob")
    draw_sheet(view(table.game))
    shown = words(written)
    assert f"AV (with {table.own.pairs['AV']})" in shown
    assert f"with {table.own.pairs['CO']}" in shown
    assert "R4 train to give" in shown


def test_trains_that_have_come_back_after_rusting_say_so(written: list[Piece]):
    table = Table().with_phase("gray").with_company("PO", "Ann", par=79, Ann=6).operating_turn("PO", "track")
    wares = {ware.kind: ware for ware in view(table.game).trains}
    assert [kind for kind, ware in wares.items() if ware.again] == ["2+1", "4+1", "5+2", "5E", "8E", "3+1"]
    assert (wares["5E"].rusts, wares["5E"].rusted_by) == ([], "")
    assert wares["Electric"].rusts == ["5E", "5/7x2", "8E"]
    draw_sheet(view(table.game))
    assert words(written).count("rusted before, will not rust again") == 6
    before = Table().with_phase("red").with_company("PO", "Ann", par=79, Ann=6).operating_turn("PO", "track")
    wares = {ware.kind: ware for ware in view(before.game).trains}
    assert not any(ware.again for ware in wares.values())
    assert wares["8E"].rusted_by == "Electric"


def test_the_ruhrgebied_says_what_it_pays():
    found = view(Table1839().game)
    assert [line for line in drawn(found, "J17") if line in ("Lg / 2x", "Offboard")] == ["Lg / 2x", "Offboard"]
    assert [line for line in drawn(found, "K18") if line in ("Lg / 2x", "Offboard")] == ["Lg / 2x", "Offboard"]
    assert "0" not in drawn(found, "J17")
    assert "Offboard" not in drawn(found, "L19")


def test_dots_and_circles_show_where_locals_go_over(written: list[Piece]):
    boxes = view(Table1839().game).market.boxes
    assert {(box.market, box.price) for box in boxes if box.sign == "dot"} == {
        ("local", price) for price in (46, 55, 65)
    }
    assert {(box.market, box.price) for box in boxes if box.sign == "circle"} == {("", price) for price in (43, 51, 61)}
    draw_market(view(Table1839().game))
    signed = [piece for piece in written if {"46", "55", "65", "43", "51", "61"} & set(words([piece]))]
    assert len(signed) == 6
    assert all(sum(isinstance(item, Disc) for item in piece.items) == 1 for piece in signed)
    plain = [piece for piece in written if {"47", "56", "38"} & set(words([piece]))]
    assert not any(isinstance(item, Disc) for piece in plain for item in piece.items)


def items_of(found: View, place: str, scale: float) -> DrawList:
    """A hex by itself, with its side of so many pixels."""
    return drawn_alone(modelled(found, next(one for one in found.hexes if one.id == place)), LIGHT, scale)


@pytest.mark.parametrize("scale", [27.0, 48.0, 95.0])
def test_a_name_is_not_hidden_by_a_wall(scale: float):
    shown = items_of(view(Table1839().game), "D7", scale)
    names = [item for item in shown if isinstance(item, Text) and "Helder" in item.text]
    assert max(lettering(name)[2] for name in names) <= 2 * APOTHEM * scale - 0.075 * scale, (
        "the wall is on the right side of the hex"
    )


@pytest.mark.parametrize("place", ["J17", "K18"])
def test_what_an_off_board_place_pays_lies_beside_the_arrow_that_leads_to_it(place: str):
    scale = 95.0
    shown = items_of(view(Table1839().game), place, scale)
    lines = [item for item in shown if isinstance(item, Text) and item.text in ("Lg / 2x", "Offboard")]
    [box] = [one for one in shown if isinstance(one, Box) and one.low[0] <= lines[0].at[0] <= one.high[0]]
    assert box.low[0] >= 0.34 * scale, "the tip of the arrow"
    assert box.high[0] <= 2 * APOTHEM * scale - 0.05 * scale
    for line in lines:
        left, top, right, bottom = lettering(line)
        assert box.low[0] <= left and right <= box.high[0] and box.low[1] <= top and bottom <= box.high[1]


def test_a_company_that_has_not_floated_has_no_treasury_and_its_home_marker_is_free(written: list[Piece]):
    table = Table1839().with_company("NCS", "Ann", price=67, floated=False, treasury=0)
    draw_sheet(view(table.game))
    shown = words(written)
    [markers] = [one for one in shown if one.startswith("●") and "free" in one]
    assert "f0" not in markers
    row = shown[shown.index("NCS", shown.index("Treasury")) :]
    assert row[:5] == ["NCS", "Ann", "f67", "f67", "–"]
