"""What cannot be drawn is drawn as a placeholder and reported; nothing raises."""

import msgspec
import pytest
from msgspec import structs

from engine.view import MarkerView, TrainRun, View, view
from engine.view.shapes import PriceMarkerView
from render import draw_choices, draw_map, draw_market, draw_phases, draw_runs, draw_sheet, draw_tiles
from render.fonts import ELLIPSIS, SMALLEST, fitted, width
from render.hexes import hex_items
from render.themes import LIGHT
from tests.positions.table import Table
from tests.render.pictures import opened
from tests.render.positions import at_start, in_the_middle


def changed(hex_id: str, **fields: object) -> View:
    """The middle position with a hex falsified."""
    found = in_the_middle()
    hexes = [structs.replace(place, **fields) if place.id == hex_id else place for place in found.hexes]
    return structs.replace(found, hexes=hexes)


@pytest.mark.parametrize(
    ("fields", "report"),
    [
        ({"tile": "X999"}, "tile X999 is unknown"),
        ({"color": "octarine"}, "colour octarine is unknown"),
        ({"track": [(0, 17)]}, "track leads to no side and no stop"),
        ({"track": [(0, 8)]}, "track leads to no side and no stop"),
    ],
)
def test_an_unknown_tile_is_a_loud_placeholder_and_reported(fields: dict[str, object], report: str):
    picture = draw_map(changed("D11", **fields), wide=900)
    assert picture.problems == (f"D11: {report}",)
    loud = [color for _, color in opened(picture).getcolors(1_000_000) or [] if color == LIGHT.alarm]
    assert loud
    sound = [color for _, color in opened(draw_map(in_the_middle(), wide=900)).getcolors(1_000_000) or []]
    assert LIGHT.alarm not in sound


def test_a_stop_of_an_unknown_kind_is_reported():
    stop = next(place for place in in_the_middle().hexes if place.id == "B9").stops[0]
    picture = draw_map(changed("B9", stops=[structs.replace(stop, kind="spaceport")]), wide=500)
    assert picture.problems == ("B9: stop of kind spaceport is unknown",)


def test_an_unknown_marker_is_reported():
    stop = next(place for place in in_the_middle().hexes if place.id == "B9").stops[0]
    stop = structs.replace(stop, markers=[MarkerView("NOBODY", 0, False), MarkerView("MKT", 7, False)])
    picture = draw_map(changed("B9", stops=[stop]), wide=500)
    assert picture.problems == ("B9/c0: company NOBODY is unknown",)


def test_an_unknown_company_on_the_market_is_reported():
    found = in_the_middle()
    first, *rest = found.market.boxes
    boxes = [structs.replace(first, stack=[PriceMarkerView("NOBODY", False)], section="plaid"), *rest]
    picture = draw_market(structs.replace(found, market=structs.replace(found.market, boxes=boxes)), wide=500)
    assert any("NOBODY is unknown" in problem for problem in picture.problems)


def test_a_failure_within_a_hex_is_that_hex_alone(monkeypatch: pytest.MonkeyPatch):
    from render import board

    real = hex_items

    def failing(model, *rest):  # type: ignore[no-untyped-def]
        if model.name == "Topeka" and not model.unknown:
            raise ZeroDivisionError("broken")
        return real(model, *rest)

    monkeypatch.setattr(board, "hex_items", failing)
    picture = draw_map(in_the_middle(), wide=500)
    assert len(picture.problems) == 1
    assert picture.problems[0].startswith("B9: cannot be drawn")


def test_choices_for_an_unknown_tile_or_hex_are_reported():
    assert draw_choices(at_start(), "B9", [("X999", 0), ("57", 1)]).problems == ("B9: tile X999 is unknown",)
    assert draw_choices(at_start(), "Z99", [("57", 1)]).problems == ("hex Z99 is unknown",)
    assert opened(draw_choices(at_start(), "B9", [])).width == 1080


def test_invalid_routes_are_reported():
    found = in_the_middle()
    routes = [TrainRun(one) for one in ("2-0=B9/c0,Q77.SE,N1.XX,B11/c9", "nonsense", "2-1=B9/c0,N17/c0")]
    companies = [structs.replace(c, last_routes=routes, last_run=40) for c in found.companies if c.symbol == "ATSF"]
    picture = draw_runs(structs.replace(found, companies=companies), "ATSF")
    assert "route 2-0: Q77.SE is unknown" in picture.problems
    assert "route 2-1: B9/c0 and N17/c0 are not in one hex" in picture.problems


def test_an_empty_map_and_market_are_drawn():
    found = at_start()
    empty = structs.replace(
        found, hexes=[], companies=[], seats=[], trains=[], phases=[], privates=[], decisions=[], agenda=[]
    )
    empty = structs.replace(empty, market=structs.replace(found.market, boxes=[]))
    small = (draw_phases(empty), draw_tiles(empty))
    for picture in (draw_map(empty), draw_market(empty), draw_sheet(empty), draw_runs(empty), *small):
        assert opened(picture).width == picture.size[0]


# --- text


def test_short_text_keeps_its_size():
    assert fitted("Topeka", 20, 500) == ("Topeka", 20)


def test_longer_text_shrinks_first():
    room = width("Springfield", 20) * 0.8
    text, size = fitted("Springfield", 20, room)
    assert text == "Springfield"
    assert 20 * SMALLEST <= size < 20
    assert width(text, size) <= room + 0.01


def test_far_too_long_text_ends_with_an_ellipsis():
    text, size = fitted("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", 20, 120)
    assert text.endswith(ELLIPSIS)
    assert size == pytest.approx(20 * SMALLEST)
    assert width(text, size) <= 120


@pytest.mark.parametrize("text", ["", " ", "\n", "W" * 5_000, "Zoë\tÅngström", "日本語 😀", "\x00\ud7ff"])
@pytest.mark.parametrize("room", [0, 1, 50])
def test_no_text_and_no_room_raise(text: str, room: float):
    assert isinstance(fitted(text, 20, room)[0], str)


def test_players_with_absurd_names_are_drawn():
    found = Table(title="1870", players=("W" * 400, "", "Ünïcödé 😀 日本")).game
    for seat in (None, "p1"):
        for picture in (draw_sheet(view(found, seat)), draw_map(view(found, seat), wide=400)):
            assert opened(picture).width == picture.size[0]


def test_secret_money_is_not_in_the_pictures():
    def told(treasury: int) -> list[bytes]:
        table = Table(title="1870", secrets="hidden").with_company("SP", "Ann", treasury=treasury).operating_turn("SP")
        # The bank would betray it: the same in both.
        found = structs.replace(view(table.game, "p2"), bank=9_000)
        pictures = (draw_sheet(found), draw_map(found, wide=500), draw_market(found, wide=500), draw_runs(found))
        assert all(str(treasury) not in picture.alt for picture in pictures)
        return [picture.png for picture in pictures]

    assert told(1_237) == told(4_321)


def test_what_a_seat_knows_is_in_its_own_sheet():
    table = Table(title="1870", secrets="hidden").with_company("SP", "Ann", treasury=1_237).operating_turn("SP")
    mine, others = view(table.game, "p1"), view(table.game, "p2")
    assert draw_sheet(mine).png != draw_sheet(others).png


def test_views_that_have_travelled_as_bytes_give_the_same_picture():
    found = in_the_middle()
    back = msgspec.json.decode(msgspec.json.encode(found), type=View)
    assert draw_map(back, wide=500).png == draw_map(found, wide=500).png
    assert draw_sheet(back).png == draw_sheet(found).png
