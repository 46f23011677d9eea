"""What is printed or remembered beside numbers: what a place pays, dots and circles of a market, marks of a player."""

from __future__ import annotations

from engine.view import view
from render import draw_market, draw_sheet
from render.draw import Disc, Piece
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
    assert "Lg / 2x Offboard" in drawn(found, "J17")
    assert "Lg / 2x Offboard" in drawn(found, "K18")
    assert "0" not in drawn(found, "J17")
    assert "Lg / 2x Offboard" not in drawn(found, "L19")


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
