"""Questions of fact, answered from alt texts alone: the answers are worked out from the position by the rules."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from bot.rulebook import about_private
from engine import Game, new
from engine.board.network import reach_of
from engine.careful import careful_act
from engine.core.events import Event
from engine.core.roles import chief
from engine.finance import prices, shares
from engine.play import next_to_act
from engine.titles import titles
from engine.view import View, view
from engine.words import Words
from render.board import map_alt
from render.cards import draw_private
from render.changes import Changes
from render.charts import draw_worth
from render.choices import choices_alt
from render.hearing import LONGEST, as_many, ranked, within
from render.market import market_alt
from render.numbered import numbered_alt
from render.sheet import sheet_alt
from render.tiles import tiles_alt
from tests.long_runs import one_of
from tests.t1830.table import Table

TITLES = one_of([one for one in titles() if one != "toy"])
MOVES = 260
SENTENCE = re.compile(r"(?<=[.]) (?=[A-Z0-9&]+ \()")


@cache
def middle(title: str) -> tuple[Game, View]:
    """A careful game some way on, as the one who is waited for sees it."""
    game, stream = new(title, ["Ann", "Bob", "Cem"], {"runs": "free"}, 1), random.Random(1)
    for _ in range(MOVES):
        decision = next_to_act(game, stream)
        assert decision is not None
        game, _ = game.apply(decision.seat, careful_act(game, decision.seat, stream))
    return game, view(game, game.decisions()[0].seat)


def of_companies(alt: str) -> dict[str, str]:
    """What the alt text of a map says of each company."""
    return dict(sentence.split(" (", 1) for sentence in SENTENCE.split(alt)[1:])


@pytest.mark.parametrize("title", TITLES)
def test_a_map_says_who_leads_what_is_reached_and_what_was_earned(title: str):
    game, seen = middle(title)
    p, words = game.position(), Words(seen)
    said = of_companies(map_alt(seen, Changes()))
    assert len(said) >= 2, said
    for company, text in said.items():
        leader = chief(p, company)
        assert text.startswith(f"{words.president}: {words.holder(leader) if leader else 'nobody'})"), text
        reach, own = reach_of(p, company), {one.stop for one in p.board.markers if one.company == company}
        reached = {one for one in reach.entries if reach.comes_to(one) and one not in own | reach.barred}
        stops = {stop.id: stop for place in seen.hexes for stop in place.stops}
        best = sorted((stops[one] for one in reached if one in stops), key=lambda one: -one.revenue)[:10]
        assert all(re.search(rf"{one.id.split('/')[0]} {one.revenue}\b", text) for one in best), (best, text)
        assert ("can run nowhere" in text) == (not reached)
        assert all(one.split("/")[0] in text for one in own)
        facts = p.company(company)
        assert facts.last_run < 0 or f"last run {words.money(facts.last_run)}" in text
        full = [one for one in reached & reach.blocked if one in stops and stops[one].markers][:3]
        assert not full or "cannot go through" in text


@pytest.mark.parametrize("title", TITLES)
def test_a_market_says_the_order_and_every_gap(title: str):
    game, seen = middle(title)
    p, words = game.position(), Words(seen)
    said = market_alt(seen).split("order: ")[1].rstrip(".").split("; ")
    values = [prices.price(p, one.split()[0]) for one in said]
    assert len(said) >= 2 and values == sorted(values, reverse=True)
    assert {one.split()[0] for one in said} == set(prices.price_order(p))
    for before, now, text in zip(values, values[1:], said[1:], strict=False):
        assert (f"{words.money(before - now)} lower" if before > now else "level") in text


@pytest.mark.parametrize("title", TITLES)
def test_a_sheet_says_who_has_what_and_who_presides_the_looker_first(title: str):
    game, seen = middle(title)
    p, words, said = game.position(), Words(seen), sheet_alt(seen)
    names = [seat.name for seat in seen.seats]
    places = [said.index(f"{name}: worth") for name in names]
    assert min(places) == places[[one.id for one in seen.seats].index(seen.seat)]
    for seat in seen.seats:
        assert f"cash {words.amount(seat.cash)}" in said
        for company in p.d.companies:
            percent = shares.units_at(p, seat.id, company) * 10
            if percent and shares.president(p, company) == seat.id:
                assert f"{company} {percent}% as {p.title.president_word}" in said
    assert f"The bank holds {words.amount(seen.bank)}." in said or seen.bank < 0


@pytest.mark.parametrize("title", TITLES)
def test_tiles_say_what_connects_with_what(title: str):
    game, seen = middle(title)
    p, edges = game.position(), game.position().d.map.grid.edges
    page = tiles_alt(seen, 0)
    asked = 0
    for tile in seen.tiles[:12]:
        found = re.search(rf"\b{re.escape(tile.name)}: [^(]*\(([^)]*)\)", page)
        if found is None:
            continue
        assert found[1], tile.name
        for side in p.d.tiles[tile.name].rotations[0].exits:
            assert re.search(rf"\b{edges[side]}\b", found[1]), (tile.name, found[1])
        asked += 1
    assert asked >= 5
    for rotation in (1, 4):
        tile = next(one for one in seen.tiles if one.name in page and one.stops)
        text = choices_alt(seen, seen.hexes[0].id, [(tile.name, rotation)], 0, 1, {}, {})
        named = {edges[side] for side in p.d.tiles[tile.name].rotations[rotation].exits}
        assert named <= set(re.findall(r"\b[NSEW]{1,2}\b", text))


@pytest.mark.parametrize("title", TITLES)
def test_every_alt_text_says_who_is_next_and_fits(title: str):
    _, seen = middle(title)
    words = Words(seen)
    numbers = {place.id: str(n) for n, place in enumerate(seen.hexes, 1)}
    texts = [map_alt(seen, Changes()), market_alt(seen), sheet_alt(seen), numbered_alt(seen, numbers)]
    for text in texts:
        assert words.decision(seen.decisions[0]) in text and len(text) <= LONGEST
    last = seen.hexes[-1]
    place = f"({last.id})." if last.name else f": {last.id}."
    assert place in texts[-1] or re.search(r"\d+ more\.$", texts[-1])
    assert len(tiles_alt(seen, 0)) <= LONGEST


def test_a_bank_below_zero_is_an_overdraft_in_words():
    seen = view(Table().with_company("B&O", "Ann", Ann=6).stock_round().with_bank(-5122).game, "p1")
    assert "The bank is overdrawn by $5122." in sheet_alt(seen) and "-5122" not in sheet_alt(seen)


def test_a_blocked_city_is_named_with_those_who_fill_it():
    table = Table().with_company("B&M", "Ann", Ann=6).with_company("NYNH", "Bob", Bob=6)
    said = of_companies(map_alt(view(table.operating_turn("B&M").game, "p1"), Changes()))
    assert next(iter(said)) == "B&M" and said["NYNH"].startswith("president: Bob)")


def test_a_chart_says_who_leads_by_how_much():
    _, seen = middle(TITLES[0])
    words = Words(seen)
    assert ranked(words, {"Ann": 300, "Bob": 500, "Cem": 300}) == [
        f"Bob {words.money(500)}",
        f"Ann {words.money(300)}, {words.money(200)} behind Bob",
        f"Cem {words.money(300)}, level with Ann",
    ]
    best = max(seen.seats, key=lambda one: one.worth or 0)
    assert f"the leader first: {best.name} {words.money(best.worth or 0)}, " in draw_worth([seen, seen], wide=400).alt


def test_whole_sentences_are_left_out_where_there_is_no_room():
    words = Words(view(Table().game))
    said = within(words, "First.", ["x" * 30 + "."] * 5, 120)
    assert said.count("x.") == 2 and said.endswith("3 more are left out here.") and len(said) <= 120


def test_what_is_left_out_is_named_where_there_is_room_for_the_names():
    words, parts = Words(view(Table().game)), ["x" * 30 + "."] * 5
    assert within(words, "First.", parts, 120, ["A", "B", "C", "D"]).endswith(" Left out here: B, C, D.")
    assert within(words, "First.", parts, 120, ["A", "B"]).endswith("3 more are left out here.")
    assert within(words, "First.", parts, 120, ["A" * 20, "B" * 20, "C"]).endswith("3 more are left out here.")


def test_a_price_that_went_and_came_back_has_not_moved():
    seen = view(Table().with_company("B&O", "Ann", Ann=6).with_company("NYC", "Bob", Bob=6).game, "p1")
    old = {box.id: box.price for box in seen.market.boxes}
    price = next(one.price for one in seen.companies if one.symbol == "B&O")
    same, other = (next(box for box, was in old.items() if (was == price) is alike and was) for alike in (True, False))
    said = market_alt(seen, Changes(moved={"B&O": same, "NYC": other}))
    assert "Moved: NYC from " in said and "B&O from" not in said
    assert "Moved" not in market_alt(seen, Changes(moved={"B&O": same}))


@pytest.mark.parametrize("title", [one for one in titles() if one != "toy"])
def test_a_laid_tile_is_told_with_the_sides_that_its_track_joins(title: str):
    words = Words(view(new(title, ["Ann", "Bob", "Cem"], {}, 1)))
    grid, place = words.view.grid, words.view.hexes[0].id
    for tile in words.view.tiles:
        data = {"company": "X", "hex": place, "tile": tile.name, "rotation": 1, "cost": 0}
        head, _, sides = words.event(Event("laid", data)).rpartition(": ")
        assert head == f"X lays tile {tile.name} in {words.hex(place)}", tile.name
        joined = {grid.edges[(end + 1) % 6] for track in tile.track for end in track if end < 10}
        assert set(re.findall(r"\b[NSEW]{1,2}\b", sides)) == joined and sides.endswith("."), (tile.name, sides)


def test_a_company_that_reaches_nothing_says_where_its_track_leads_on():
    table = Table().with_company("B&O", "Ann", Ann=6).with_tile("I15", "57", 0).operating_turn("B&O")
    said = of_companies(map_alt(view(table.game, "p1"), Changes()))["B&O"]
    assert "can run nowhere yet; track that leads on into Washington (J14) and Lancaster (H16)" in said


def test_before_anything_is_built_a_map_names_the_homes_and_a_market_the_prices_for_par():
    seen = view(Table().game, "p1")
    assert "Not on the map yet, with their homes: PRR Altoona (H12), " in map_alt(seen, Changes())
    assert market_alt(seen).endswith("Prices for par: $100, $90, $82, $76, $71, $67.")


@pytest.mark.parametrize("title", [one for one in titles() if one != "toy"])
def test_the_card_of_a_private_company_ends_with_a_whole_sentence(title: str):
    seen = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    for private in seen.privates:
        section, says = about_private(title, private.id)
        alt = draw_private(seen, private.id, section, [one.rule for one in says], wide=300).alt
        assert len(alt) <= LONGEST and alt.endswith("."), private.id


def test_a_long_table_of_a_league_says_how_many_lines_are_left_out():
    told = as_many("League", [f"{n}. Somebody: {n} points" for n in range(1, 99)], lambda number: f"{number} more.")
    *lines, last = told.split("\n")
    assert len(told) <= LONGEST and last == f"{98 - (len(lines) - 1)} more." and lines[1] == "1. Somebody: 1 points"
