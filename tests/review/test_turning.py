"""How turning points are found and chosen: by what everybody has and can expect after each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import Event
from engine.review import choosing
from engine.review.choosing import Told, turning_points
from engine.review.deeds import GAINED, SOLD, Deed, deeds
from engine.review.expected import Expected, burdens, come_nearer, with_hindsight
from engine.review.facts import Fact, facts_of, told_of
from engine.review.turning import Moment, Swing, swings


def moment(move: int, turn: str, **expected: float) -> Moment:
    return Moment(move, (turn,), {name: int(one) for name, one in expected.items()}, expected)


def test_a_turn_in_which_everybody_gains_the_same_decides_nothing():
    line = [moment(0, "", a=1000, b=900), moment(1, "x", a=2000, b=1900), moment(2, "y", a=1500, b=2400)]
    (one,) = swings(line)
    assert (one.before, one.first, one.last, one.heavy) == (1, 2, 2, (2,))


def test_what_costs_everybody_alike_counts_by_what_they_had():
    """Both lose a tenth of what they had, and nobody passes anybody."""
    start = moment(0, "", a=1000, b=900)
    (one,) = swings([start, moment(1, "x", a=900, b=800)])
    assert one.first == 1
    assert swings([start, moment(1, "x", a=980, b=880)]) == [], "too little"
    assert swings([start, moment(1, "x", a=1100, b=1000)]) == [], "what everybody gains is no news"


def test_moves_of_one_turn_are_told_together_and_those_that_did_it_are_named():
    line = [
        moment(0, "", a=1000, b=1000),
        moment(1, "x", a=1001, b=1000),
        moment(2, "x", a=2000, b=1000),
        moment(3, "y", a=2000, b=1010),
    ]
    (one,) = swings(line)
    assert (one.first, one.last, one.heavy) == (1, 2, (2,))


def test_a_game_without_a_change_has_no_turning_point():
    assert swings([moment(0, "", a=10, b=10), moment(1, "x", a=10, b=10)]) == []


def test_what_others_make_up_for_in_the_same_round_decides_nothing():
    """Both buy a train, one after the other, and later only one of them."""
    start = {"a": 1000.0, "b": 1000.0}
    turns = [("x", "1", 2000, 1000), ("y", "1", 2000, 2000), ("z", "2", 2000, 3000)]
    line = [Moment(0, (), {"a": 1000, "b": 1000}, start)]
    line += [
        Moment(n, (turn, number), {"a": a, "b": b}, {"a": a, "b": b}) for n, (turn, number, a, b) in enumerate(turns, 1)
    ]
    assert [one.first for one in swings(line)] == [3]


def test_the_turn_that_gives_the_winner_the_lead_for_good_counts_most_late_in_the_game():
    """Nobody could expect anything else, but the lead changes twice; the second time it stays so."""
    worth = [(900, 800), (900, 1000), (1500, 1400), (1500, 1650)]
    expected = {"a": 1500.0, "b": 1650.0}
    line = [Moment(n, (str(n), str(n)), {"a": a, "b": b}, expected) for n, (a, b) in enumerate(worth)]
    (one,) = swings(line)
    assert (one.first, one.leader) == (3, "b")


def test_what_is_done_to_a_company_is_known_by_the_first_event_about_it():
    about: dict[str, str | int] = {"player": "a", "company": "X"}
    assert deeds([Event("passed", {"player": "a"}), Event("sold", about)]) == (Deed(SOLD, "X", "a"), Deed(SOLD, "X"))
    assert deeds([Event("started", about)]) == deeds([Event("bought", about)]) == (Deed(GAINED, "X", "a"),)
    assert deeds([Event("passed", about)]) == ()


def test_lists_and_what_any_turn_brings_are_not_told():
    sold, paid = Event("sold", {"company": "x"}), Event("dividend", {"company": "x", "each": 5})
    bought = Event("bought_train", {"company": "x"})
    assert told_of([[paid], [bought, *[sold] * 3]]) == [[], [bought]]
    assert told_of([[paid]]) == [[paid]]
    gone, phase = Event("exported", {"kind": "4"}), Event("phase", {"phase": "4"})
    assert told_of([[gone], [gone, phase]]) == [[], [gone]], "a train that is exported, unless a phase begins with it"


def test_income_that_could_be_expected_is_no_news_when_it_is_paid():
    """Both have the same trains for ten more turns, and only one of them has a turn in this round."""
    line = [
        Moment(0, (), {"a": 1000, "b": 1000}, {"a": 2000.0, "b": 2000.0}),
        Moment(1, ("x", "1"), {"a": 1000, "b": 1000}, {"a": 2200.0, "b": 2000.0}, {"a": 200.0, "b": 0.0}),
    ]
    assert swings(line) == []
    assert swings([line[0], replace(line[1], nearer={})]) != []


def test_only_turns_beyond_those_that_count_come_nearer():
    units, trains = {"a": 5}, ("4-1",)
    runs = [Expected(100, trains, turns, turns + 1, 0, 0, "a", units) for turns in range(9)]
    ran = [[Event("ran", {"company": "x"})] for _ in runs[1:]]
    moments = with_hindsight([{"x": one} for one in runs], ran)
    nearer = [come_nearer(one, other, "a") for one, other in pairwise(moments)]
    # Eight turns are to come at first, and five count.
    assert nearer == [50, 50, 50, 0, 0, 0, 0, 0]


def test_the_same_done_to_a_company_several_times_in_a_round_is_one_event():
    """Bob sells two shares, one a turn, and Cem one between them: it costs Ann more than any of the three."""
    line = [Moment(0, (), {"a": 1000, "b": 1000, "c": 1000}, {"a": 1000, "b": 1000, "c": 1000})]
    for n, who in enumerate("bcb", 1):
        worth = {"a": 1000 - 100 * n, "b": 1000 - 20 * n, "c": 1000 - 20 * n}
        done = (Deed(SOLD, "X", who), Deed(SOLD, "X"))
        line.append(Moment(n, (who, "stock"), worth, dict(worth), deeds=done))
    found = swings(line)
    assert [(one.deed, sorted(one.moves), one.before) for one in found[:2]] == [
        (Deed(SOLD, "X"), [1, 2, 3], 0),
        (Deed(SOLD, "X", "b"), [1, 3], 0),
    ]
    assert len(found) == 5 and all(one.size < found[1].size for one in found[2:])


def sales(*costs: dict[str, int], turns: Sequence[str] = "bc") -> list[Moment]:
    """A round in which others' sales cost players so much, sale by sale."""
    worth = {"a": 1000, "b": 1000, "c": 1000}
    line = [Moment(0, (), worth, dict(worth))]
    for n, (who, cost) in enumerate(zip(turns, costs, strict=True), 1):
        worth = {player: amount - cost.get(player, 0) for player, amount in worth.items()}
        line.append(Moment(n, (who, "stock"), worth, dict(worth), deeds=(Deed(SOLD, f"X{n}", who),), cost=cost))
    return line


def sell_offs(line: Sequence[Moment]) -> list[Swing]:
    return [one for one in swings(line) if one.losers]


def test_sales_of_several_companies_that_cost_somebody_much_are_one_event():
    (one,) = sell_offs(sales({"a": 80, "c": 10}, {"a": 80}))
    assert (one.first, one.last, one.losers, one.anyway) == (1, 2, ("a",), True)
    (less,) = sell_offs(sales({"a": 50, "c": 10}, {"a": 50}))
    assert not less.anyway and less.size < one.size
    assert sell_offs(sales({"a": 30}, {"a": 30})) == [], "too little"
    assert sell_offs(sales({"a": 80}, {"a": 80}, turns="bb")) == [], "one turn, told as such"
    both = sell_offs(sales({"a": 90}, {"a": 90, "c": 90}))
    assert [other.losers for other in both] == [("a", "c")], "whoever loses nearly as much"


def test_a_sale_costs_others_when_its_price_falls_after_their_answers():
    line = sales({}, {}, {"a": 200}, turns="bcb")
    line[3] = replace(line[3], deeds=())
    (one,) = sell_offs(line)
    assert (one.first, one.last, one.heavy) == (2, 3, (2,))


def test_only_the_greatest_sell_off_of_a_game_is_told_in_any_case():
    line = sales({"a": 100}, {"a": 100})
    later = [
        replace(one, move=one.move + 2, turn=(*one.turn, "2"), worth={"a": 900, "b": 1000, "c": 1000})
        for one in sales({"a": 80}, {"a": 80})[1:]
    ]
    assert [(one.first, one.anyway) for one in sell_offs([*line, *later])] == [(1, True), (3, False)]


def test_a_presidency_counts_by_what_it_will_cost_soon():
    """Ann takes over a company whose trains are about to rust; nobody's worth changes by that."""
    line = [moment(0, "", a=1000, b=1000), moment(1, "x", a=1000, b=1000), moment(2, "y", a=1000, b=1000)]
    assert swings(line) == []
    turn = [replace(line[1], burdens={"a": 300}), moment(2, "x", a=1010, b=1000), replace(line[2], move=3)]
    (one,) = swings([line[0], *turn])
    assert (one.first, one.last, one.heavy) == (1, 2, (1,)), "what else was done in that turn is not told"
    assert swings([line[0], replace(line[1], burdens={"a": 5}), line[2]]) == [], "too little"


def led(president: str, trains: tuple[str, ...] = ("3-1",), turns: int = 2, lacking: int = 0) -> dict[str, Expected]:
    return {"x": Expected(100, trains, turns, turns, lacking, lacking, president, {"a": 5, "b": 4})}


def taken_over(*moments: dict[str, Expected], rusts: bool = True, pays: str = "contributes") -> int:
    """What was taken over with a company in the first move, which then lost its train, and had to buy another."""
    about: dict[str, str | int] = {"player": "b", "company": "x", "amount": 300}
    events = [[] for _ in moments[1:]]
    events[-2] = [Event("rusted", {"kind": "3", "owner": "x"})] if rusts else []
    events[-1] = [Event(pays, about)]
    line = with_hindsight(moments, events)
    return burdens(line[0], line[1]).get("b", 0)


def test_what_is_taken_over_with_a_company_is_known_by_what_came_of_it():
    handed, later = [led("a"), led("b"), led("b", turns=4)], [led("b", (), 4, 300), led("b", ("6-1",), 4)]
    assert taken_over(*handed, *later) == 300
    assert taken_over(*handed, *later, pays="bankrupt") == 300
    assert taken_over(*handed, *later, pays="passed") == 0, "the company pays"
    assert taken_over(*handed, *later, rusts=False) == 0, "its train was sold"
    assert taken_over(led("b"), *handed[1:], *later) == 0, "nothing was handed over"
    assert taken_over(*handed, led("b", turns=8), led("b", (), 8, 300), led("b", ("6-1",), 8)) == 0, "much later"
    assert taken_over(*handed, led("a", (), 4, 300), led("a", ("6-1",), 4)) == 0, "handed on"


def test_an_auction_in_which_somebody_loses_much_opens_the_game():
    line = [moment(0, "", a=500, b=500), Moment(1, ("", "auction"), {"a": 450, "b": 500}, {"a": 700, "b": 700})]
    (one,) = swings(line)
    assert one.anyway and one.heavy == (1,)
    (little,) = swings([line[0], replace(line[1], worth={"a": 480, "b": 500})])
    assert not little.anyway and little.leader == "b"
    # For what they paid too much, they have a share that counts as soon as its company is started.
    (worth_it,) = swings([line[0], replace(line[1], unpriced={"a": 90})])
    assert not worth_it.anyway


def test_a_private_company_is_dear_only_beyond_the_share_that_comes_with_it():
    """A share of a company that nobody has started yet: at the price at which somebody does."""
    bought = [
        Event("auction_sold", {"player": "a", "private": "CA", "price": 225}),
        Event("came_with", {"player": "a", "private": "CA", "company": "PRR", "shares": 1}),
    ]

    def overpaid(prices: dict[str, int]) -> list[int]:
        worth = [{"a": 600, "b": 600}, {"a": 535, "b": 600}]
        facts = facts_of(worth, {}, {}, [{"a": {}, "b": {}}], bought, {"CA": 160}, prices, somebodys=False, leader="")
        return [one.amount for one in facts if one.kind == "overpaid"]

    assert overpaid({}) == [65], "never started"
    assert overpaid({"PRR": 40}) == [25]
    assert overpaid({"PRR": 90}) == []


# --- which are told


def told(first: int, size: float, leader: str = "", paid: str = "", adds: str = "") -> Told:
    facts = [Fact("adds", "a", adds, 100)] if adds else [Fact("worth", "a")]
    return Told(
        Swing(first, first, first - 1, (first,), size, leader),
        (first,),
        tuple(facts),
        frozenset({(paid, 100)} if paid else ()),
    )


def chosen(*turns: Told) -> list[int]:
    known = {one.swing.first: one for one in turns}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "swings", lambda _: [one.swing for one in turns])
        return [one.swing.first for one in turning_points([], lambda swing: known[swing.first])]


def facts_told(*turns: Told) -> dict[int, list[str]]:
    known = {one.swing.first: one for one in turns}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "swings", lambda _: [one.swing for one in turns])
        found = turning_points([], lambda swing: known[swing.first])
    return {one.swing.first: [fact.kind for fact in one.facts] for one in found}


def with_swing(one: Told, **changes: object) -> Told:
    return replace(one, swing=replace(one.swing, **changes))


def test_what_a_turning_point_foretells_is_no_other_one():
    turns = [told(9, 2.0, paid="PRR"), told(4, 1.8, adds="PRR"), told(5, 1.5), told(6, 1.0), told(7, 0.9), told(8, 0.8)]
    assert chosen(*turns) == [4, 5, 6, 7, 8]
    assert chosen(with_swing(turns[0], leader="a"), *turns[1:]) == [4, 5, 6, 7, 8], "whoever takes the lead by it"
    assert chosen(replace(turns[0], paid_for=frozenset({("B&O", 100)})), *turns[1:]) == [4, 5, 6, 7, 9], (
        "another company"
    )
    assert chosen(replace(turns[0], paid_for=frozenset({("PRR", 900)})), *turns[1:]) == [4, 5, 6, 7, 9], "another train"


def test_the_winners_lead_is_told_with_what_led_to_it():
    """If the turn in which they take it is told, its own facts say so."""
    train, lead = told(4, 2.0, adds="PRR"), with_swing(told(9, 1.8, paid="PRR"), leader="a")
    others = told(6, 1.5), told(7, 1.0)
    assert facts_told(train, lead, *others) == {4: ["adds", "leads_later"], 6: ["worth"], 7: ["worth"]}
    dividend = replace(lead, usual=True, paid_for=frozenset())
    assert facts_told(train, dividend, *others) == {4: ["adds"], 6: ["worth"], 7: ["worth", "leads_later"]}
    assert facts_told(train, dividend, others[0]) == {4: ["adds"], 6: ["worth"], 9: ["worth"]}, "where little else is"
    earliest = replace(with_swing(told(2, 0.1), leader="a"), usual=True)
    assert facts_told(train, *others, earliest) == {4: ["adds"], 6: ["worth"], 7: ["worth"]}, "nothing led to it"


def test_what_a_train_will_cost_is_told_once():
    """The presidency that somebody takes over foretells it, before the trains have rusted."""
    handed, rusted = told(4, 2.0, adds="PRR"), told(6, 1.8, adds="PRR")
    other = replace(told(7, 1.5, adds="PRR"), facts=(Fact("adds", "b", "PRR", 100), Fact("adds", "a", "PRR", 900)))
    assert facts_told(handed, rusted, other) == {4: ["adds"], 6: [], 7: ["adds", "adds"]}, (
        "somebody else, another train"
    )


def test_beyond_three_only_what_did_much_is_told():
    assert chosen(*(told(n, size) for n, size in ((9, 1.0), (3, 0.9), (4, 0.25), (5, 0.31), (6, 0.25)))) == [3, 4, 5, 9]
    # Where nothing did much, half of what the greatest did.
    assert chosen(*(told(n, size) for n, size in ((9, 0.4), (3, 0.3), (4, 0.22), (5, 0.2), (6, 0.19)))) == [3, 4, 5, 9]


def test_moves_are_told_in_one_turning_point_only():
    whole = with_swing(told(4, 1.0), last=8, moves=frozenset({4, 8}))
    part = with_swing(told(8, 0.9), moves=frozenset({8, 9}))
    assert chosen(whole, part, with_swing(told(5, 0.8), moves=frozenset({5, 6}))) == [4, 5]


def test_buying_into_companies_is_told_only_where_little_else_is():
    bought = with_swing(told(2, 3.0), deed=Deed(GAINED, "PRR", "a"))
    others = [told(n, 1.0) for n in (4, 6, 8)]
    assert chosen(bought, *others) == [4, 6, 8] and chosen(bought, *others[:2]) == [2, 4, 6]


def test_the_auction_is_told_if_somebody_loses_much_in_it():
    """The chart begins with that."""
    others = [told(n, 1.0) for n in (4, 5, 6, 7, 8)]
    auction = with_swing(told(1, 0.05), anyway=True)
    assert chosen(*others, auction) == [1, 4, 5, 6, 7]
