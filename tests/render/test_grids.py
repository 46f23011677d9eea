"""Tables of numbers: each round counts once, changes are right, and what is hidden stays so."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.game import new
from engine.titles import title_named, titles
from engine.view import View, view
from engine.view.shapes import Mark
from engine.words import Words
from render import draw_company, draw_csv, draw_private, draw_sheet, draw_table
from render.cards import _stations
from render.draw import Piece, Text
from render.grids import earnings, holdings, runs_of, worth
from tests.positions.table import Table


def course() -> list[View]:
    """Two operating rounds between stock rounds: SP runs for 30 in the first and not at all in the second."""
    table = Table(title="1870").with_company("SP", "Ann", Ann=6, Bob=2)
    start = view(table.game)

    def at(round_: str, turn: int, number: int, of: int, turns: int, run: int, cash: int | None) -> View:
        companies = [
            structs.replace(one, turns=turns, last_run=run) if one.symbol == "SP" else one for one in start.companies
        ]
        clock = structs.replace(start.clock, round=round_, turn=turn, number=number, of=of)
        seats = [structs.replace(one, worth=cash) for one in start.seats]
        return structs.replace(start, companies=companies, clock=clock, seats=seats)

    return [
        at("stock", 1, 0, 0, 0, -1, 500),
        at("operating", 1, 1, 2, 0, -1, 520),
        at("operating", 1, 2, 2, 1, 30, 490),
        at("stock", 2, 0, 0, 1, 30, None),
    ]


def test_a_company_earns_in_the_rounds_in_which_it_has_its_turn():
    views = course()
    assert runs_of(views, "SP") == [("OR 1.1", 30)], "what it earned before counts no second time"
    grid = earnings(views)
    assert grid.columns == ["SP"] and [name for name, _ in grid.rows] == ["OR 1.1", "OR 1.2"]
    assert [cells[0].value for _, cells in grid.rows] == [30, None] and grid.total[0].value == 30
    assert "Earnings, the latest first: OR 1.1  $30." in draw_company(views, "SP", wide=375).alt


def test_worth_is_shown_by_round_with_changes_and_hidden_worth_stays_hidden():
    grid = worth(course())
    assert [name for name, _ in grid.rows] == ["SR 1", "OR 1.1", "OR 1.2"]
    assert [(cells[0].value, cells[0].change) for _, cells in grid.rows] == [(520, 20), (490, -30), (None, None)]
    picture, file = draw_table(course(), "worth", wide=375), draw_csv(course(), "worth").png.decode("utf-8-sig")
    assert picture.problems == () and "OR 1.2: Ann hidden" in picture.alt
    assert file.splitlines()[0].startswith('Round,Ann,"Ann, change"')
    assert file.splitlines()[2].startswith("OR 1.1,490,-30") and file.splitlines()[3].startswith("OR 1.2,hidden,,")


def test_shares_are_listed_by_holder_and_the_president_stands_out():
    grid = holdings(course())
    (name, cells), *rest = grid.rows
    assert name == "SP" and rest == []
    assert dict(zip(grid.columns, (one.value for one in cells), strict=True)) == {
        "Ann": 60,
        "Bob": 20,
        "Cem": 0,
        "IPO": 20,
        "Pool": 0,
        "Own": 0,
    }
    assert [one.bold for one in cells] == [True, False, False, False, False, False]


def test_no_name_is_a_formula_in_a_spreadsheet():
    views = course()
    named = [structs.replace(views[-1].seats[0], name="=1+1"), *views[-1].seats[1:]]
    file = draw_csv([*views[:-1], structs.replace(views[-1], seats=named)], "worth").png.decode("utf-8-sig")
    assert file.startswith("Round,'=1+1,")


@pytest.mark.parametrize("title", titles())
def test_the_card_of_a_company_names_its_homes_in_words(title: str):
    """`home Southwest (N1)`, and not by the number of the stop."""
    least, most = title_named(title).players
    begun = view(new(title, [f"P{n}" for n in range(max(least, min(most, 3)))]))
    for company in begun.companies:
        said = _stations(Words(begun), company)
        assert said and not any("/" in one for one in said), said


def texts(pieces: list[Piece]) -> list[str]:
    """All that is written in a picture."""
    return [item.text for piece in pieces for item in piece.items if isinstance(item, Text)]


def test_the_card_of_one_company_is_not_headed_as_a_list_of_companies(written: list[Piece]):
    draw_company(course(), "SP", wide=375)
    assert "Companies" not in texts(written) and "Last run" in texts(written)


def test_the_card_of_a_private_company_shows_one_price_and_no_income_of_nothing(written: list[Piece]):
    begun = view(new("1870", ["Ann", "Bob", "Cem"]))
    name = begun.privates[0].id
    private = structs.replace(begun.privates[0], cost=120, revenue=0, marks=[Mark("price", 95)])
    draw_private(structs.replace(begun, privates=[private]), name, wide=375)
    said = texts(written)
    assert [text for text in said if "$95" in text] == ["$95"]
    assert "$0" not in said and "printed price $120" in said


def test_somebody_who_had_left_before_a_round_has_no_worth_and_no_change_in_it():
    before, *later = course()
    gone = structs.replace(before.seats[0], out="conceded", worth=0)
    views = [before, *(structs.replace(one, seats=[gone, *one.seats[1:]]) for one in later)]
    cells = [cells[0] for _, cells in worth(views).rows]
    assert [(cell.value, cell.change) for cell in cells] == [(0, -500), (None, None), (None, None)]
    assert [cell.text for cell in cells[1:]] == ["", ""]


def test_a_sheet_without_players_has_no_list_of_them_and_no_income_of_nothing(written: list[Piece]):
    begun = view(new("1843", ["Ann", "Bob", "Cem"]))
    assert any(not one.revenue for one in begun.privates)
    draw_sheet(structs.replace(begun, seats=[]))
    assert "Players" not in texts(written) and "0fr" not in texts(written)
