"""What is in the box: trains, tiles, money, the stock market (2), with the Mayfair edition's differences (D)."""

from __future__ import annotations

import pytest

from engine.core.errors import Unreadable
from tests.t1870.table import Table

GREEN = {
    **dict.fromkeys((14, 15, 23, 24), 4),
    **dict.fromkeys((16, 17, 18, 19, 20, 25, 26, 27, 28, 29, 141, 142, 143, 144), 1),
}
# The printed stock market, row by row from the top; a dash is a grey closing box.
MARKET = """
64 68 72 76 82 90 100 110 120 140 160 180 200 225 250 275 300 325 350 375 400
60 64 68 72 76 82 90 100 110 120 140 160 180 200 225 250 275 300 325 350 375
55 60 64 68 72 76 82 90 100 110 120 140 160 180 200 225 250 275 300 325 350
50 55 60 64 68 72 76 82 90 100 110 120 140 160 180 200 225 250 275 300 325
40 50 55 60 64 68 72 76 82 90 100 110 120 140 160 180
30 40 50 55 60 64 68 72 76 82 90 100 110
20 30 40 50 55 60 64 68 72 76 82
10 20 30 40 50 55 60 64 68 72
- 10 20 30 40 50 55 60 64
- - 10 20 30 40 50
- - - 10 20 30 40
"""
# Columns of the coloured boxes in each row.
COLOURED = {
    "yellow": [[0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3], [3, 4], [4], [4, 5], [5, 6], [6], []],
    "green": [[], [], [], [0], [0, 1], [1, 2], [2, 3], [3], [4], [5], [6]],
    "brown": [[], [], [], [], [], [0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]],
    "closing": [[], [], [], [], [], [], [], [], [0], [0, 1], [0, 1, 2]],
}


def counts(table: Table, colour: str) -> dict[int, int]:
    return {int(name): tile.count for name, tile in table.p.d.tiles.items() if tile.color == colour}


# --- trains


@pytest.mark.rule("1870-2.4-09")
def test_there_are_36_trains_and_no_more():
    table = Table()
    assert len(table.s.trains) == 36
    table.with_company("SP", "Ann", Ann=6, treasury=3000).with_phase("8").with_supply("12")
    table.with_private("GRSC", "Ann").operating_turn("SP", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="12")
    assert [card.at for card in table.s.trains.values()] == ["SP"]
    assert "buy_train" not in table.verbs("Ann")
    table.refused("Ann", "buy_train", "10.4", **{"from": "bank"}, kind="12")


@pytest.mark.rule("1870-2.4-10", "1870-D.2.4-01")
@pytest.mark.parametrize("options", [{"train_12": "unlimited"}, {"edition": "mayfair"}])
def test_by_agreement_or_in_the_mayfair_edition_12_trains_never_run_out(options: dict[str, str]):
    table = Table(**options).with_phase("8").with_supply_from("12")
    companies = ("SP", "MP", "ATSF", "IC")
    for company in companies:
        table.with_company(company, "Ann", Ann=6, treasury=2200)
    for company in companies:
        table.operating_turn(company, "train")
        table.do("Ann", "buy_train", **{"from": "bank"}, kind="12")
        table.do("Ann", "buy_train", **{"from": "bank"}, kind="12")
    assert sum(len(table.trains(company)) for company in companies) == 8
    table.with_company("TP", "Ann", Ann=6, treasury=1100).operating_turn("TP", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="12")


@pytest.mark.rule("1870-2.4-10")
def test_without_that_agreement_the_designers_12_trains_are_six():
    assert Table().p.d.train_counts["12"] == 6
    assert Table(edition="mayfair", train_12="six").p.d.train_counts["12"] == 6


# --- tiles


@pytest.mark.rule("1870-2.5-01")
def test_when_all_four_58_tiles_lie_there_is_no_fifth():
    table = Table().with_company("ATSF", "Ann", Ann=6).with_tile("B9", "57", 1)
    for hex_id in ("C14", "D11", "E8"):
        table.with_tile(hex_id, "58", 0)
    table.operating_turn("ATSF")
    assert any(move["tile"] == "58" for move in table.legal("Ann", "lay", hex="B7"))
    table.with_tile("F13", "58", 0).operating_turn("ATSF")
    table.refused("Ann", "lay", "2.5", hex="B7", tile="58", rotation=3)


@pytest.mark.rule("1870-D.2.5-01")
@pytest.mark.parametrize("options", [{"edition": "mayfair"}, {"tile_counts": "mayfair"}])
def test_the_mayfair_edition_has_many_more_green_tiles(options: dict[str, str]):
    mayfair = counts(Table(**options), "green")
    assert sum(mayfair.values()) == 43
    assert all(mayfair[number] >= GREEN[number] for number in GREEN)
    assert mayfair[25] == 3
    assert sum(counts(Table(edition="mayfair", tile_counts="designer"), "green").values()) == 30


# --- money


@pytest.mark.rule("1870-2.6-03")
def test_the_thousands_come_in_only_when_the_bank_has_broken():
    table = Table().with_company("SP", "Bob", Bob=6, treasury=0).with_tile("M2", "57", 0).with_train("SP", "2")
    table.with_bank(40).operating_turn("SP", "run").run_best("Bob")
    assert table.s.cash["reserve"] == 10_000
    table.do("Bob", "dividend", kind="withhold")
    assert table.s.broken
    assert "reserve" not in table.s.cash
    assert table.cash("bank") == 10_000
    assert table.cash("SP") == 40


@pytest.mark.rule("1870-2.6-03")
def test_a_bank_that_can_pay_leaves_the_thousands_alone():
    table = Table().with_company("SP", "Bob", Bob=6, treasury=0).with_tile("M2", "57", 0).with_train("SP", "2")
    table.with_bank(41).operating_turn("SP", "run").run_best("Bob")
    table.do("Bob", "dividend", kind="withhold")
    assert not table.s.broken
    assert table.s.cash["reserve"] == 10_000
    assert table.cash("bank") == 1


# --- the stock market


@pytest.mark.rule("1870-2.2-01")
@pytest.mark.parametrize("edition", ["designer", "mayfair"])
def test_the_stock_market_as_printed(edition: str):
    boxes = Table(edition=edition).p.d.market.boxes
    printed = {
        f"{row},{column}": 0 if price == "-" else int(price)
        for row, line in enumerate(MARKET.strip().splitlines())
        for column, price in enumerate(line.split())
    }
    assert {name: box.price for name, box in boxes.items()} == printed
    colours = {
        f"{row},{column}": colour
        for colour, rows in COLOURED.items()
        for row, columns in enumerate(rows)
        for column in columns
    }
    if edition == "mayfair":
        colours |= {"4,0": "brown", "6,5": "yellow", "7,6": "yellow"}
    for name, box in boxes.items():
        assert box.section == colours.get(name, box.section), name
        assert (box.section in ("white", "lower")) == (name not in colours), name
    assert {box.section for box in boxes.values()} == {"white", "lower", "yellow", "green", "brown", "closing"}
    assert {name for name, box in boxes.items() if box.par} == {"0,6", "1,6", "2,6", "3,6", "4,6", "5,6"}


@pytest.mark.rule("1870-2.2-01")
def test_a_box_says_what_a_share_is_worth():
    table = Table().with_company("SP", "Bob", Bob=5, pool=2).with_box("SP", "1,7").stock_round("Ann")
    assert table.price("SP") == 100
    table.with_box("SP", "1,8").buy("Ann", "SP", "pool")
    assert table.cash("Ann") == 700 - 110


def test_an_edition_that_does_not_exist_is_refused():
    with pytest.raises(Unreadable):
        Table(edition="pirate")
