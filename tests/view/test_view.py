"""What a view shows, and what nobody can get out of it."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from engine import Act, Event, Unreadable, new
from engine.play import play_on
from engine.titles import titles
from engine.view import View, foreseen, seen, view
from engine.view.board import HexesSeen, hex_views, tile_views
from engine.words import Words
from tests.positions.table import Table
from tests.toy.table import ToyTable

SP_MONEY, FW_MONEY = 1237, 871


def table(secrets: str) -> Table:
    """Ann presides over the SP, Bob over the FW; no other number is like their treasuries."""
    found = Table(title="1870", secrets=secrets)
    found.with_company("SP", "Ann", Ann=3, Bob=2, pool=1, treasury=SP_MONEY)
    found.with_company("FW", "Bob", par=76, Bob=4, Cem=1, treasury=FW_MONEY)
    found.with_train("SP", "3").with_train("FW", "2")
    return found.operating_turn("SP", step="train")


def leaves(value: object) -> list[object]:
    """Everything in a decoded JSON value that is not a list or an object."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in (key, *leaves(inner))]
    if isinstance(value, list):
        return [leaf for inner in value for leaf in leaves(inner)]
    return [value]


def shows(found: View, number: int) -> bool:
    """Is the number anywhere in the encoded view, alone or within a text?"""
    return any(
        leaf == number or (isinstance(leaf, str) and str(number) in leaf)
        for leaf in leaves(msgspec.json.decode(msgspec.json.encode(found)))
    )


@pytest.mark.rule("1870-3.4-02")
def test_hidden_treasuries_are_nowhere_in_the_view_of_those_who_may_not_know():
    game = table("hidden").game
    for looker, knows in (
        (None, ()),
        ("p1", (SP_MONEY,)),
        ("p2", (FW_MONEY,)),
        ("p3", ()),
    ):
        found = view(game, looker)
        for number in (SP_MONEY, FW_MONEY):
            assert shows(found, number) == (number in knows), (looker, number)


@pytest.mark.rule("1870-3.4-02")
def test_open_treasuries_are_shown_to_all():
    game = table("open").game
    for looker in (None, "p1", "p2", "p3"):
        assert shows(view(game, looker), SP_MONEY)
        assert shows(view(game, looker), FW_MONEY)


@pytest.mark.rule("1870-3.4-01")
def test_players_money_is_public_even_where_treasuries_are_hidden():
    found = table("hidden").with_cash("Cem", 433).game
    assert [seat.cash for seat in view(found).seats][2] == 433


def test_moves_are_shown_to_those_who_decide_and_to_nobody_else():
    game = table("hidden").game
    assert "buy_train" in view(game, "p1").decisions[0].verbs
    for looker in (None, "p2", "p3"):
        decisions = view(game, looker).decisions
        assert [decision.seat for decision in decisions] == ["p1"]
        assert decisions[0].verbs == []


def test_an_offer_and_its_price_are_seen_by_those_concerned():
    found = table("open").do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77})
    offered = found.events[-1]
    for looker, concerned in ((None, False), ("p1", True), ("p2", True), ("p3", False)):
        shown = view(found.game, looker)
        assert bool(shown.offers) == concerned
        event = seen(offered, looker)
        assert event.data == {"player": "p1", "to": "p2", "offer": found.s.offers[0].id}
        assert bool(event.secret) == concerned
        assert ("77" in Words(shown).event(event)) == concerned
        # Even an event that was not stripped says no more than its looker may know.
        assert ("77" in Words(shown).event(offered)) == concerned


def sold(secrets: str, *, own: bool = False) -> Table:
    """The SP has bought a train from the FW, which has Bob as its president, or Ann."""
    found = table(secrets)
    if own:
        found.with_company("FW", "Ann", par=76, Ann=4, Cem=1, treasury=FW_MONEY)
        return found.do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77})
    return found.agree("Ann", "buy_train", "Bob", **{"from": "FW", "kind": "2", "price": 77})


@pytest.mark.rule("1870-10.5-03")
@pytest.mark.parametrize(("own", "presidents"), [(False, {"p1", "p2"}), (True, {"p1"})])
def test_the_price_of_a_train_between_companies_is_for_their_presidents_where_treasuries_are_hidden(own, presidents):
    found = sold("hidden", own=own)
    [event] = [event for event in found.events if event.kind == "bought_train"]
    for looker in (None, "p1", "p2", "p3"):
        told = Words(view(found.game, looker)).event(seen(event, looker))
        assert told == f"SP buys a 2 train from FW{' for $77' if looker in presidents else ''}."
    [event] = [event for event in sold("open", own=own).events if event.kind == "bought_train"]
    assert not event.secret and event.data["price"] == 77


@pytest.mark.rule("1870-10.5-03")
def test_what_the_bank_is_paid_for_a_train_is_open_to_all():
    found = table("hidden").with_supply_from("3").do("Ann", "buy_train", **{"from": "bank", "kind": "3", "price": 180})
    assert found.happened("bought_train")[0]["price"] == 180


def test_a_move_that_is_only_considered_opens_no_treasury():
    found = Table(title="1870", secrets="hidden").with_company("SP", "Ann", Ann=3, Bob=3, pool=2, treasury=SP_MONEY)
    before = found.with_cash("Bob", 900).stock_round("Bob").game
    after = found.buy("Bob", "SP", "pool").game
    assert shows(view(after, "p2"), SP_MONEY), "who has become president knows it"
    assert not shows(foreseen(before, after, "p2"), SP_MONEY)
    assert not shows(foreseen(before, after, "p1"), SP_MONEY), "who would not be president any more"


def test_a_move_that_is_only_considered_may_leave_out_what_takes_long_to_find_out():
    """A robot spent a sixth of its time on how far companies reach, and a twentieth on what everybody could sell."""
    before = ToyTable().two_railways().operating_turn("RED", "track").game
    after = before.apply("p1", Act("lay", {"hex": "B2", "tile": "5", "rotation": 3}))[0]
    short = foreseen(before, after, "p1", deep=False)
    assert not any(one.reach.stops for one in short.companies)
    whole = foreseen(before, after, "p1")
    assert any(one.reach.stops for one in whole.companies)
    assert [one.liquidity for one in short.seats] == [None] * 3
    assert all(one.liquidity for one in whole.seats)
    seats = [replace(one, liquidity=None) for one in whole.seats]
    assert replace(whole, companies=short.companies, seats=seats) == short


def test_nobody_else_sees_which_moment_somebody_waits_for():
    found = ToyTable().two_railways().stock_round("Ann").do("Cem", "hold", power="mail", moment="before the first turn")
    [event] = [event for event in found.events if event.kind == "hold"]
    assert (event.data, event.audience) == ({"player": "p3"}, ("p3",))
    assert event.secret == {"power": "mail", "moment": "before the first turn"}


def test_an_event_without_an_audience_loses_its_secret():
    event = Event("answered", {"player": "p1"}, {"answer": "yes"}, ("p1",))
    assert seen(event, "p1").secret == {"answer": "yes"}
    assert seen(event, "p2").secret == {}
    assert seen(event).secret == {}


def test_a_view_is_plain_data_without_access_to_the_game():
    game = table("open").do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77}).game
    before = game.encode()
    found = view(game, "p1")
    assert msgspec.json.decode(msgspec.json.encode(found), type=View) == found
    found.clock.turn = 99
    found.offers[0].args["price"] = 1
    found.offers[0].needs.clear()
    found.companies[0].markers_left.clear()
    for place in found.hexes:
        place.signs.append("x")
        place.track.clear()
    assert game.encode() == before
    assert view(game, "p1") != found


def test_a_stranger_has_no_view():
    with pytest.raises(Unreadable, match="no seat 'p9'"):
        view(table("open").game, "p9")


def test_seats_show_what_counts_at_the_table():
    found = view(table("open").with_cash("Bob", 100).game)
    bob = found.seats[1]
    assert [(held.company, held.percent, held.president) for held in bob.shares] == [
        ("FW", 40, True),
        ("SP", 20, False),
    ]
    assert (bob.certificates, bob.limit) == (5, 20)
    # Nobody else holds two FW shares, so Bob can sell two of his four, and both SP shares.
    assert bob.liquidity == 100 + 2 * 76 + 2 * 100
    assert bob.worth == 100 + 4 * 76 + 2 * 100


def test_companies_show_what_is_on_their_charters_and_in_the_market():
    southern = next(company for company in view(table("open").game).companies if company.symbol == "SP")
    assert (southern.president, southern.price, southern.par) == ("p1", 100, 100)
    assert [train.kind for train in southern.trains] == ["3"]
    assert southern.markers_left == [40, 100]
    assert (southern.offered, southern.pool, southern.own) == (4, 1, 0)
    assert (southern.homes, southern.destination) == (["N1/o0"], "N17")
    assert southern.operated
    box = next(box for box in view(table("open").game).market.boxes if box.id == southern.box)
    assert (box.price, box.par) == (100, True)
    assert [(entry.company, entry.operated) for entry in box.stack] == [("SP", True)]


def test_the_map_shows_printed_hexes_tiles_markers_and_reserved_homes():
    laid = table("open").with_tile("J3", "57", 0).with_phase("6")
    places = {place.id: place for place in view(laid.game).hexes}
    fort_worth = places["J3"]
    assert (fort_worth.name, fort_worth.label, fort_worth.tile, fort_worth.color) == ("Fort Worth", "P", "57", "yellow")
    assert fort_worth.track == [(0, 10), (3, 10)]
    stop = fort_worth.stops[0]
    assert (stop.id, stop.name, stop.revenue, stop.slots) == ("J3/c0", "Fort Worth", 20, 1)
    assert [(marker.company, marker.beside) for marker in stop.markers] == [("FW", False)]
    assert places["B9"].stops[0].reserved == {"ATSF": 0}
    assert places["A22"].stops[0].revenues == {"first": 40, "second": 50, "third": 60}
    assert places["A22"].stops[0].revenue == 60
    assert (places["O16"].cost, places["O16"].terrain[0].kind) == (100, "mississippi")
    assert {barrier.edge for barrier in places["N19"].barriers} == {0, 1}
    river = places["A16"].river
    assert river is not None
    assert (river.west, river.east) == ([0, 1, 2], [3, 4, 5])
    assert places["A2"].river is None


def test_the_supply_counts_what_is_left():
    found = view(table("open").with_tile("J3", "57", 0).game)
    assert next(tile for tile in found.tiles if tile.name == "57").left == 4
    two = next(ware for ware in found.trains if ware.kind == "2")
    assert (two.left, two.count, two.price, two.on_sale, two.rusted_by) == (6, 7, 80, True, "4")
    assert next(ware for ware in found.trains if ware.kind == "4").rusts == ["2"]


def test_a_tile_hides_the_terrain_cost_it_has_paid():
    covered = table("open").with_tile("A10", "58", 0)
    assert next(place for place in view(covered.game).hexes if place.id == "A10").cost == 0


def test_the_agenda_and_the_end_are_shown():
    found = view(table("open").game)
    assert [frame.rule for frame in found.agenda] == ["game", "operating_round", "operating_turn"]
    assert (found.agenda[-1].subject, found.agenda[-1].step) == ("SP", "train")
    over = play_on(new("1870", ["Ann", "Bob"], {"runs": "free"}, seed=3), random.Random(3))
    end = view(over).end
    assert end is not None
    assert set(end.worth) == {"p1", "p2"}
    assert view(over).agenda == []
    assert view(over).decisions == []


def test_the_map_is_looked_at_once_for_everybody_and_anew_after_each_move():
    game = new("1870", ["Ann", "Bob", "Cem"], seed=2)
    shown = view(game)
    assert all(view(game, seat).hexes is shown.hexes for seat in ("p1", "p2", "p3"))
    after = play_on(game, random.Random(2), 200)
    assert any(one.tile for one in view(after, "p1").hexes)
    assert not any(one.tile for one in view(game, "p2").hexes)


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_a_map_that_is_kept_is_the_map_as_it_is_now(title: str):
    """It is shown again as long as nothing that it depends on has changed."""
    game, stream, kept = new(title, ["Ann", "Bob", "Cem"], seed=5), random.Random(5), 0
    before = view(game).hexes
    for _ in range(120):
        game = play_on(game, stream, 1)
        found, p = view(game), game.position()
        assert found.hexes == hex_views(p, HexesSeen(200))
        assert found.tiles == tile_views(p)
        kept += found.hexes is before
        before = found.hexes
    assert kept
