"""What the map shows, by its view model and draw lists; how it looks is for the golden pictures."""

from dataclasses import replace as with_

import pytest
from msgspec import structs
from PIL import Image

from engine.view import View
from engine.view.shapes import Barrier
from render import draw_map
from render.board import frame_of, hex_pieces, map_pieces
from render.changes import changed_hexes, changes
from render.draw import DrawList, Text
from render.hexes import hex_items
from render.model import HexModel, hex_models, offboard_eras
from render.owners import player_colors, with_owners
from render.themes import LIGHT
from tests.render.pictures import opened
from tests.render.positions import at_start, in_the_middle


def model(view: View, hex_id: str, marks: dict[str, str] | None = None) -> HexModel:
    """The view model of one hex."""
    models, _ = hex_models(view, LIGHT, marks or {}, {})
    return next(found for place, found in zip(view.hexes, models, strict=True) if place.id == hex_id)


def items(view: View, hex_id: str) -> DrawList:
    """The draw list of one hex."""
    return hex_items(model(view, hex_id), LIGHT, 95.0, (82.0, 95.0))


def words(found: DrawList) -> list[str]:
    """Everything written in a draw list."""
    return [item.text for item in found if isinstance(item, Text)]


def test_a_bare_city_shows_name_kept_home_and_cost():
    written = words(items(at_start(), "B11"))
    assert "Kansas City" in " ".join(written)
    assert {"MKT", "$40", "P"} <= set(written)


def test_a_laid_tile_shows_markers_and_revenue_and_no_cost():
    written = words(items(in_the_middle(), "B11"))
    assert written.count("MKT") == 1
    assert {"SLSF", "50", "170"} <= set(written)
    assert "$40" not in written


def test_a_kept_home_is_gone_once_its_marker_stands():
    assert model(at_start(), "B11").stops[0].reserved[0].symbol == "MKT"
    assert model(in_the_middle(), "B11").stops[0].reserved == ()


def test_a_marker_beside_its_city_takes_no_space():
    slots = {marker.symbol: marker.slot for marker in model(in_the_middle(), "B11").stops[0].markers}
    assert slots == {"MKT": 0, "SLSF": 1, "ATSF": -1}
    assert "ATSF" in words(items(in_the_middle(), "B11"))


@pytest.mark.parametrize(("view", "now"), [(at_start(), "30"), (in_the_middle(), "40")])
def test_of_off_board_values_the_present_one_is_bold(view: View, now: str):
    shown = [item for item in items(view, "A2") if isinstance(item, Text) and item.text in ("30", "40", "50")]
    assert len(shown) == 3
    assert [item.text for item in shown if item.bold] == [now]


def test_off_board_values_take_the_tile_colour_of_their_time():
    assert offboard_eras(at_start()) == {"first": "yellow", "second": "brown", "third": "gray"}


def test_a_private_token_is_shown_in_words():
    assert {"open", "⚓"} <= set(words(items(in_the_middle(), "H17")))


def test_companies_flag_their_destination_until_they_are_connected():
    assert {goal.symbol for goal in model(in_the_middle(), "N1").goals} == {"ATSF", "MKT"}
    assert "ATSF" in words(items(in_the_middle(), "N1"))


def test_a_river_enters_and_leaves_at_corners():
    river = model(at_start(), "J15").river
    assert river == (0, 3)
    assert model(at_start(), "B9").river == ()


def test_a_blocked_hex_names_the_private_company():
    view = at_start()
    hexes = [structs.replace(place, blocked_by="D&H") if place.id == "D3" else place for place in view.hexes]
    assert "D&H" in words(items(structs.replace(view, hexes=hexes), "D3"))
    assert words(items(view, "D3")) == []


def test_a_printed_hex_of_a_kind_has_the_colour_of_that_kind():
    view = at_start()
    hexes = [structs.replace(place, kind="gray") if place.id == "D3" else place for place in view.hexes]
    assert model(structs.replace(view, hexes=hexes), "D3").color == "gray"
    assert model(view, "D3").color == ""


def test_two_cities_of_one_name_write_it_once():
    view = at_start()
    stop = next(place for place in view.hexes if place.id == "B9").stops[0]
    twins = [stop, structs.replace(stop, id="B9/c1", end=11, reserved={})]
    hexes = [structs.replace(place, stops=twins) if place.id == "B9" else place for place in view.hexes]
    assert words(items(structs.replace(view, hexes=hexes), "B9")).count("Topeka") == 1


def test_a_barrier_is_drawn_on_both_sides_of_its_side():
    view = at_start()
    hexes = [structs.replace(place, barriers=[Barrier(4, "blue")] if place.id == "D3" else []) for place in view.hexes]
    view = structs.replace(view, hexes=hexes)
    models, _ = hex_models(view, LIGHT, {}, {})
    frame = frame_of([(place.row, place.column) for place in hexes], 1000, 0, flat=False)
    pieces = hex_pieces(view, models, frame, LIGHT, [])
    with_barrier = {
        place.id
        for place, piece in zip(hexes, pieces, strict=True)
        if any(getattr(item, "color", None) == LIGHT.barrier for item in piece.items)
    }
    assert with_barrier == {"D3", "D5"}


def test_marks_tell_the_last_move_from_older_changes():
    older, newer = at_start(), in_the_middle()
    between = structs.replace(
        newer, hexes=[o if o.id == "D11" else n for o, n in zip(older.hexes, newer.hexes, strict=True)]
    )
    found = changes(newer, older, between)
    assert found.marks["D11"] == "last"
    assert found.marks["B9"] == "changed"
    assert "D3" not in found.marks


def test_what_is_new_in_a_turn_that_is_looked_back_at_is_called_so():
    found = draw_map(in_the_middle(), wide=500, turn=at_start())
    assert "New in this turn: " in found.alt and "since your last turn" not in found.alt
    changed = changes(in_the_middle(), None, None, at_start())
    _, pieces, _ = map_pieces(in_the_middle(), LIGHT, 2000, changed, {})
    written = [text for one in pieces for text in words(one.items)]
    assert "new in this turn" in written and "new since your last turn" not in written


def test_what_is_new_in_a_message_is_not_called_the_last_move():
    """On a channel a ping's map marks what several moves have done."""
    here = draw_map(in_the_middle(), wide=500, before=at_start(), when="here").alt
    move = draw_map(in_the_middle(), wide=500, before=at_start()).alt
    assert "New in this message: " in here and "last move" not in here
    assert "The last move was in " in move and "message" not in move


def test_a_hex_is_marked_where_a_sign_is_new_but_not_where_one_has_gone():
    """When a private company closed, the hex that it had blocked was outlined, and nothing could be seen in it."""
    plain = next(one for one in at_start().hexes if not one.signs and not one.blocked_by)
    for signed in (structs.replace(plain, blocked_by="MKT"), structs.replace(plain, signs=["cattle"])):
        without, with_it = (
            structs.replace(at_start(), hexes=[new if one.id == plain.id else one for one in at_start().hexes])
            for new in (plain, signed)
        )
        assert changed_hexes(without, with_it) == [plain.id] and changed_hexes(with_it, without) == []


def test_a_new_station_marker_is_fresh():
    found = changes(in_the_middle(), None, at_start())
    assert ("B11/c0", "SLSF") in found.fresh
    assert changes(in_the_middle(), None, in_the_middle()).fresh == frozenset()


def test_coordinates_stand_on_all_four_sides():
    from render.changes import Changes

    _, pieces, _ = map_pieces(at_start(), LIGHT, 2000, Changes(), {})
    _, top, bottom, left, right = pieces[:5]
    assert words(top.items) == words(bottom.items)
    assert sorted(words(top.items), key=int) == [str(n) for n in range(1, 23)]
    assert words(left.items) == words(right.items) == list("ABCDEFGHIJKLMNO")
    assert top.at[1] < bottom.at[1]
    assert left.at[0] < right.at[0]


@pytest.mark.parametrize("wide", [375, 1000, 2000])
def test_the_map_is_as_wide_as_asked(wide: int):
    picture = draw_map(in_the_middle(), wide=wide)
    assert opened(picture).width == picture.size[0] == wide
    assert picture.problems == ()
    assert len(picture.png) < 400_000


def test_the_alt_text_says_phase_round_and_who_acts():
    alt = draw_map(in_the_middle(), wide=375).alt
    assert "phase 4" in alt
    assert "operating round 2.2" in alt
    assert "Bob acts for MKT" in alt


def test_a_part_of_the_map_is_drawn_larger():
    view = in_the_middle()
    from render.numbered import part_around

    assert {place.id for place in part_around(view, ["D11"])} == {"C10", "C12", "D9", "D11", "D13", "E10", "E12"}
    assert part_around(view, ["Z99"]) == view.hexes
    picture = draw_map(view, wide=600, around=["D11"])
    assert picture.problems == ()
    assert opened(picture).height < opened(draw_map(view, wide=600)).height


def test_equal_views_give_equal_bytes():
    assert draw_map(in_the_middle(), wide=600).png == draw_map(structs.replace(in_the_middle()), wide=600).png


def test_a_map_drawn_from_kept_pieces_equals_one_drawn_anew():
    from render import paint

    draw_map(at_start(), wide=700)
    warm = draw_map(in_the_middle(), wide=700).png
    kept, paint._KEPT = paint._KEPT, paint._Kept()
    canvas, paint._CANVAS = paint._CANVAS, paint._Canvas()
    try:
        assert draw_map(in_the_middle(), wide=700).png == warm
    finally:
        paint._KEPT, paint._CANVAS = kept, canvas


def test_a_map_changed_piece_by_piece_equals_one_drawn_anew():
    from render import paint

    view = in_the_middle()
    for hex_id in ("G14", "B9", "A4", "O18"):
        laid = [structs.replace(p, tile="9", color="yellow", track=[(1, 4)], stops=[]) for p in view.hexes]
        hexes = [new if new.id == hex_id else old for old, new in zip(view.hexes, laid, strict=True)]
        view = structs.replace(view, hexes=hexes)
        changed = draw_map(view, wide=701).png
        canvas, paint._CANVAS = paint._CANVAS, paint._Canvas()
        try:
            assert draw_map(view, wide=701).png == changed
        finally:
            paint._CANVAS = canvas


def test_after_one_more_tile_only_that_hex_is_painted(monkeypatch: pytest.MonkeyPatch):
    from render import paint

    view = in_the_middle()
    draw_map(view, wide=900)
    laid = [
        structs.replace(place, tile="9", color="yellow", track=[(1, 4)], cost=0) if place.id == "G14" else place
        for place in view.hexes
    ]
    painted: list[tuple[int, int]] = []
    real = paint.paint

    def counted(size: tuple[int, int], ground: tuple[int, int, int], found: DrawList) -> Image.Image:
        painted.append(size)
        return real(size, ground, found)

    monkeypatch.setattr(paint, "paint", counted)
    draw_map(structs.replace(view, hexes=laid), wide=900)
    assert len(painted) == 1


def test_a_hex_with_nothing_is_nothing_but_its_rim():
    empty = with_(model(at_start(), "D3"))
    assert len(hex_items(empty, LIGHT, 95.0, (82.0, 95.0))) == 1


def test_markers_have_the_colour_of_who_leads_their_company_if_somebody_likes():
    found = in_the_middle()
    theme = LIGHT
    models, _ = hex_models(found, theme, {}, {})
    led = {one.symbol: one.president for one in found.companies}
    colors = player_colors(found, theme)
    plain = [marker for model in models for stop in model.stops for marker in stop.markers]
    rimmed = [marker for model in with_owners(found, models, theme) for stop in model.stops for marker in stop.markers]
    assert plain and all(marker.rim is None for marker in plain)
    assert [one.rim for one in rimmed] == [colors.get(led.get(one.symbol, "")) for one in rimmed]
    assert len(set(colors.values())) == len(found.seats)
    assert draw_map(found, wide=400, owners=True).png != draw_map(found, wide=400).png
