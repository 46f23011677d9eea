"""Market, sheet, choices and runs: what they say, by their draw lists."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from engine.core.state import Clock
from engine.tables import lines
from engine.view import BoxView, TrainRun, View, hex_with_tile, view
from engine.view.shapes import PriceMarkerView, TrainView
from render import draw_choices, draw_market, draw_runs, draw_sheet, pages
from render.choices import PAGE
from render.draw import Fill, Piece, Text
from render.markers import Chip
from render.market import Cell, cell_items, operating_order
from render.moment import round_words, who_acts
from render.runs import read_route, running_company
from render.themes import LIGHT
from tests.render.pictures import opened
from tests.render.positions import at_start, in_the_middle, with_runs
from tests.t1843.table import Table as Table1843


def words(pieces: Sequence[Piece]) -> list[str]:
    """Everything written in some pieces."""
    return [item.text for piece in pieces for item in piece.items if isinstance(item, Text)]


# --- market


def cell(**fields: object) -> Cell:
    """A box of the market."""
    plain = {"section": "white", "par": False, "ledge": False, "arrow": "", "chips": (), "left_by": ()}
    return Cell(**{"price": "100", **plain, **fields})  # type: ignore[arg-type]


def test_every_box_shows_its_price_and_closing_boxes_say_so(written: list[Piece]):
    draw_market(at_start())
    shown = words(written)
    for box in at_start().market.boxes:
        if box.price:
            assert str(box.price) in shown
    assert "closed" in shown


@pytest.mark.parametrize(("field", "value"), [("par", True), ("ledge", True), ("arrow", "up"), ("arrow", "down")])
def test_par_ledge_and_arrow_are_seen(field: str, value: object):
    assert cell_items(cell(**{field: value}), LIGHT, 80, 80) != cell_items(cell(), LIGHT, 80, 80)


def test_arrows_up_and_down_point_apart():
    up = next(i for i in cell_items(cell(arrow="up"), LIGHT, 80, 80) if isinstance(i, Fill)).points
    down = next(i for i in cell_items(cell(arrow="down"), LIGHT, 80, 80) if isinstance(i, Fill)).points
    assert up[2][1] < up[0][1]
    assert down[2][1] > down[0][1]


def test_markers_that_have_operated_look_otherwise():
    before = cell(chips=(Chip("SP", (200, 80, 0), operated=False, fresh=False),))
    after = cell(chips=(Chip("SP", (200, 80, 0), operated=True, fresh=False),))
    assert cell_items(before, LIGHT, 80, 80) != cell_items(after, LIGHT, 80, 80)


def test_the_order_is_that_in_which_companies_operate():
    assert operating_order(in_the_middle()) == [("MKT", True), ("ATSF", True), ("SLSF", False)]


def test_two_markets_of_few_rows_are_drawn_one_beneath_the_other():
    view = at_start()
    boxes = [
        BoxView(
            id=f"{name}:{row},{column}",
            market=name,
            row=row,
            column=column,
            price=50 + column * 10 + row,
            section="white",
            par=False,
            ledge=False,
            arrow="",
            stack=[PriceMarkerView("SP", False)] if name == "B" and column == 2 else [],
        )
        for name in ("A", "B")
        for row in range(2)
        for column in range(12)
    ]
    one = structs.replace(view, market=structs.replace(view.market, boxes=boxes[:24]))
    two = structs.replace(view, market=structs.replace(view.market, boxes=boxes))
    assert opened(draw_market(two)).height > opened(draw_market(one)).height + 200
    assert draw_market(two).problems == ()


# --- sheet


def test_the_sheet_holds_what_players_and_companies_own(written: list[Piece]):
    draw_sheet(in_the_middle())
    shown = words(written)
    assert {"Ann", "Bob", "Zoë Ångström", "50% P", "20%", "SCC", "★"} <= set(shown)
    assert {"$640", "$85", "$300", "3 train", "4 train", "pool 20%", "own 10%", "IPO 20%"} <= set(shown)
    assert f"{in_the_middle().seats[0].certificates}/20" in shown
    assert f"Bank ${in_the_middle().bank}" in shown


def test_the_sheet_tells_what_rusts_what(written: list[Piece]):
    draw_sheet(in_the_middle())
    assert "rusts 2; rusted by 8" in words(written)


def test_hidden_treasuries_are_called_hidden(written: list[Piece]):
    view = in_the_middle()
    companies = [structs.replace(c, treasury=None) if c.symbol == "ATSF" else c for c in view.companies]
    draw_sheet(structs.replace(view, companies=companies))
    assert words(written).count("hidden") == 1


def test_the_title_gives_currency_and_words(written: list[Piece]):
    view = structs.replace(in_the_middle(), currency="{} fl", president_word="director")
    draw_sheet(view)
    shown = words(written)
    assert {"640 fl", "50% D"} <= set(shown)
    assert not any("$" in word for word in shown)


def test_closed_companies_and_the_broken_bank_are_named(written: list[Piece]):
    view = in_the_middle()
    companies = [structs.replace(c, closed=c.symbol == "IC") for c in view.companies]
    draw_sheet(structs.replace(view, companies=companies, broken=True))
    shown = words(written)
    assert "Closed" in shown
    assert any("(broken)" in word for word in shown)


# --- choices


def test_choices_are_numbered_on_from_page_to_page(written: list[Piece]):
    many = [(tile, turn) for tile in ("1", "2", "55", "56", "69") for turn in range(6)] * 2
    assert pages(many[:45]) == 4
    assert pages([]) == 1
    seen: list[str] = []
    for page in range(4):
        written.clear()
        draw_choices(at_start(), "I10", many[:45], page=page)
        numbers = [piece.items[0].text for piece in written if piece.ground == LIGHT.ink]  # type: ignore[union-attr]
        assert len(numbers) <= PAGE
        seen += numbers
    assert seen == [str(n) for n in range(1, 46)]


def test_a_choice_is_drawn_among_its_neighbours(written: list[Piece]):
    draw_choices(in_the_middle(), "C10", [("41", 2)])
    assert len([piece for piece in written if piece.mask is not None]) == 7
    assert {"30", "9", "41"} <= set(words(written))


def test_a_single_choice_shows_its_surroundings_instead_of_a_number(written: list[Piece]):
    draw_choices(in_the_middle(), "C10", [("41", 2)], wide=1080)
    right = max(piece.clip[2] for piece in written if piece.clip)
    assert right == 1080 and "1" not in words(written) and "tile 41" not in words(written)


def test_choices_name_tile_and_place():
    alt = draw_choices(at_start(), "B11", [("57", 0), ("57", 1)]).alt
    assert "1: tile 57, rotation 0, city 20 to SW and NE. 2: tile 57, rotation 1, city 20 to W and E." in alt


def test_each_choice_says_what_it_costs(written: list[Piece]):
    costs = {("57", 0): 35, ("57", 1): 0}
    alt = draw_choices(at_start(), "B11", [("57", 0), ("57", 1), ("57", 2)], costs=costs).alt
    assert "city 20 to SW and NE ($35). 2: tile 57, rotation 1, city 20 to W and E (free). 3:" in alt
    assert words(written).count("$35") == 1
    assert words(written).count("free") == 1


def test_markers_go_with_their_cities_to_the_tile_that_is_chosen(written: list[Piece]):
    table = Table1843().with_phase("green").with_company("PO", "Ann", par=79, Ann=6)
    table.with_tile("C18", "10", 0).with_marker("PO", "C18/c0")
    found = view(table.operating_turn("PO", "track").game)
    for choice in [("64", 0), ("64", 3)]:
        laid = hex_with_tile(found, "C18", choice)
        assert laid is not None
        (city,) = [stop for stop in laid.stops if stop.markers]
        assert (3, city.end) in laid.track
    draw_choices(found, "C18", [("64", 0), ("64", 3)])
    assert words(written).count("PO") == 2


def test_a_city_keeps_its_markers_and_name_on_a_new_tile(written: list[Piece]):
    draw_choices(in_the_middle(), "B9", [("63", 0)])
    assert {"ATSF", "40"} <= set(words(written))


# --- runs


def test_a_route_is_read_piece_by_piece():
    view = in_the_middle()
    run, problems = read_route(view, "4-0=B11/c0,B11.SW,C10.SE,D11.SE,E12/c0")
    assert problems == []
    assert run.train == "4"
    assert run.stops == ("B11/c0", "E12/c0")
    assert run.pieces == (("B11", 10, 0), ("C10", 3, 5), ("D11", 2, 5), ("E12", 2, 10))


def test_runs_show_stops_totals_and_what_each_dividend_would_do(written: list[Piece]):
    view = with_runs()
    picture = draw_runs(view)
    shown = words(written)
    assert picture.problems == ()
    company = running_company(view)
    assert company is not None
    assert company.symbol == "ATSF"
    assert any(word.startswith(f"ATSF earns ${company.last_run}") for word in shown)
    assert [choice.kind for choice in view.payouts] == ["full", "half", "withhold"]
    for choice in view.payouts:
        ends = f"${company.price} ", f" ${choice.price}"
        assert any(word.startswith(ends[0]) and word.endswith(ends[1]) for word in shown)
        says = f"${choice.each} a share" if choice.each else f"withhold: keeps ${choice.kept}"
        assert any(says in word for word in shown)
        assert not any("$0" in word for word in shown)


def test_only_the_company_that_decides_shows_the_choices_of_dividend(written: list[Piece]):
    found = with_runs()
    decides = running_company(found)
    assert decides is not None and found.payouts
    other = next(one for one in found.companies if one is not decides)
    ran = structs.replace(other, last_routes=decides.last_routes, last_run=90)
    both = structs.replace(found, companies=[ran if one is other else one for one in found.companies])
    assert "withhold" in draw_runs(both, decides.symbol).alt.lower()
    written.clear()
    for picture in (draw_runs(both, other.symbol), draw_runs(both, decides.symbol, asked=False)):
        assert "earns" in " ".join(words(written)) and "withhold" not in picture.alt.lower()
        assert not any("withhold" in word or "a share" in word for word in words(written))


def test_a_run_of_an_earlier_round_is_headed_by_that_round_and_asks_nobody(written: list[Piece]):
    made = with_runs()
    later = structs.replace(made, clock=Clock(turn=made.clock.turn + 1, round="stock"), payouts=[])
    draw_runs(later, asked=False)
    without = words(written)
    written.clear()
    draw_runs(later, asked=False, earlier=made)
    assert round_words(later) in without and round_words(later) not in words(written)
    assert round_words(made) in words(written) and who_acts(later) not in words(written)


def test_a_decided_run_is_not_headed_by_what_another_company_decides_now(written: list[Piece]):
    """B&O's run was headed "Ann acts for NYNH: it may lay track now"."""
    made = with_runs()
    assert who_acts(made)
    draw_runs(made, asked=False)
    decided = words(written)
    written.clear()
    draw_runs(made)
    assert who_acts(made) in words(written) and who_acts(made) not in decided
    assert round_words(made) in decided


def test_a_card_of_two_trains_names_each_by_what_it_runs_as():
    found, shown = in_the_middle(), dict[str, str]()
    for face in ("", "2+2", "3+1"):
        card = TrainView(id="2+1-2", kind="2x2 or 3+1", charter="ATSF", face=face, marks=[])
        owners = [structs.replace(one, trains=[card] if one.symbol == "ATSF" else []) for one in found.companies]
        shown[face] = read_route(structs.replace(found, companies=owners), "2+1-2/0.0=B9/c0,B9.E,B11/c0")[0].train
    assert shown == {"": "2x2 or 3+1", "2+2": "2", "3+1": "3+1"}


def test_every_train_shows_what_it_earned_and_which_stops_counted(written: list[Piece]):
    view = with_runs()
    express = TrainRun("5E-0=B9/c0,B9.E,B11/c0", {"B11/c0": 40}, 40)
    other = TrainRun("4-0=B11/c0,B11.SW,C10.SE,D11.SE,E12/c0", {"B11/c0": 40, "E12/c0": 30}, 110)
    ran = {"last_routes": [express, other], "last_run": 150}
    alt = draw_runs(structs.replace(view, companies=[structs.replace(c, **ran) for c in view.companies]), "ATSF").alt
    shown = words(written)
    assert {"(Topeka) – Kansas City 40", "Kansas City 40 – Springfield, MO 30 + 40 bonus"} <= set(shown)
    assert {"$40", "$110", "ATSF earns $150 (stops in brackets do not count)"} <= set(shown)
    assert "5E train: (Topeka) – Kansas City 40, for $40. 4 train" in alt and "Stops in brackets do not count." in alt


def test_a_stop_without_a_name_of_its_own_has_that_of_its_hex(written: list[Piece]):
    view = with_runs()
    run = TrainRun("2-0=B9/c0,B9.E,B11/c0", {"B9/c0": 30, "B11/c0": 50}, 80)
    companies = [structs.replace(c, last_routes=[run], last_run=80) for c in view.companies if c.symbol == "ATSF"]
    unnamed = [
        structs.replace(h, stops=[structs.replace(s, name="") for s in h.stops], name={"B9": "Topeka"}.get(h.id, ""))
        for h in view.hexes
    ]
    draw_runs(structs.replace(view, companies=companies, hexes=unnamed), "ATSF")
    assert "Topeka 30 – B11 50" in words(written)


def test_a_run_from_before_stops_were_noted_shows_no_sums(written: list[Piece]):
    view = with_runs()
    ran = {"last_routes": [TrainRun("5E-0=B9/c0,B9.E,B11/c0")], "last_run": 47}
    draw_runs(structs.replace(view, companies=[structs.replace(c, **ran) for c in view.companies]), "ATSF")
    assert {"Topeka – Kansas City", "ATSF earns $47"} <= set(words(written)) and "$47" not in words(written)


def test_each_train_has_a_colour_of_its_own():
    def routes(view: View) -> set[object]:
        return {
            item.color
            for piece in _runs_pieces(view)
            for item in piece.items
            if isinstance(item, Fill) and item.color in LIGHT.routes
        }

    view = in_the_middle()
    texts = [TrainRun(one) for one in ("4-0=B11/c0,B11.SW,C10.SE,D11.SE,E12/c0", "3-0=B9/c0,B9.E,B11/c0")]
    companies = [structs.replace(c, last_routes=texts) if c.symbol == "ATSF" else c for c in view.companies]
    assert routes(structs.replace(view, companies=companies)) == set(LIGHT.routes[:2])


def _runs_pieces(view: View) -> list[Piece]:
    from render import runs

    found: list[Piece] = []
    real = runs.map_pieces

    def noted(*args, **more):  # type: ignore[no-untyped-def]
        made = real(*args, **more)
        found.extend(made[1])
        return made

    runs.map_pieces = noted
    try:
        draw_runs(view, "ATSF")
    finally:
        runs.map_pieces = real
    return found


def test_without_runs_the_picture_says_so(written: list[Piece]):
    assert "no train has run" in draw_runs(at_start()).alt
    assert "No train has run yet." in words(written)


def test_a_run_of_nothing_is_no_train():
    view = with_runs()
    companies = [structs.replace(one, last_routes=[TrainRun("none")], last_run=0) for one in view.companies]
    assert "no train has run" in draw_runs(structs.replace(view, companies=companies)).alt


@pytest.mark.parametrize("name", ["NYNH", "OS&H", "ATSF"])
def test_a_name_on_the_market_is_never_cut(name: str):
    chips = tuple(Chip(symbol, (20, 20, 20), operated=False, fresh=False) for symbol in (name, "NYC", "B&O"))
    shown = [item.text for item in cell_items(cell(chips=chips), LIGHT, 100, 100) if isinstance(item, Text)]
    assert name in shown


def test_a_bank_below_zero_is_overdrawn(written: list[Piece]):
    overdrawn = structs.replace(in_the_middle(), bank=-5122, broken=True)
    draw_sheet(overdrawn)
    assert "Bank overdrawn by $5122" in words(written)
    assert "Bank overdrawn by $5122." in list(lines(overdrawn))


def test_twelve_choices_stand_three_side_by_side():
    turns = [(tile, turn) for tile in ("1", "2") for turn in range(6)]
    picture = opened(draw_choices(at_start(), "I10", turns, wide=600))
    assert picture.height > 4 * 200
