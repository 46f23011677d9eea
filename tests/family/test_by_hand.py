"""Routes written by their stops alone, and put together stop by stop, are the routes that run."""

from __future__ import annotations

import random

import pytest

from engine import Act, Game, Illegal, Unreadable, new
from engine.core.verbs import Text
from engine.family.route_text import card_of, read_routes
from engine.play import next_to_act, random_act
from engine.prospects import builder_of
from engine.routes import Hand
from engine.titles import titles

NAMES = ["Ann", "Bob", "Cem"]


def running(title: str, least: int = 1) -> tuple[Game, str, Text]:
    """A position in which somebody runs, with that many routes in the best set."""
    for seed in range(4, 12):
        stream = random.Random(seed)
        game = new(title, NAMES, {"runs": "free"} if title == "1870" else {}, seed)
        while (decision := next_to_act(game, stream)) is not None:
            if "run" in game.verbs(decision.seat):
                asked = game.values(decision.seat, "run")
                assert asked is not None and isinstance(asked[1], Text)
                known = asked[1].known()
                if known and len(known[0].split(";")) >= least:
                    return game, decision.seat, asked[1]
            act = random_act(game, decision.seat, stream)
            assert act is not None
            game, _ = game.apply(decision.seat, act)
    raise AssertionError("nobody runs")


def earned(game: Game, seat: str, routes: str) -> int:
    """What a run earns."""
    _, events = game.apply(seat, Act("run", {"routes": routes}))
    return sum(int(event.data["amount"]) for event in events if event.kind == "ran")


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_routes_written_by_their_stops_are_run_in_full(title: str):
    game, seat, asked = running(title)
    best, p = asked.known()[0], game.position()
    parts: list[str] = []
    for route in read_routes(p, best):
        stops = [node.removeprefix("stop:") for node in route.path if node.startswith("stop:")]
        parts.append(f"{p.s.trains[card_of(route.train)].kind}: {' '.join(stops)}")
    assert earned(game, seat, asked.read("; ".join(parts))) == earned(game, seat, best)


def test_stops_may_be_called_by_their_hexes_in_small_letters():
    game, seat, asked = running("1870")
    [route, *_] = read_routes(game.position(), asked.known()[0])
    hexes = [node[5:].partition("/")[0].lower() for node in route.path if node.startswith("stop:")]
    kind = game.state.trains[card_of(route.train)].kind
    assert earned(game, seat, asked.read(f"{kind}: {' '.join(hexes)}")) > 0


@pytest.mark.parametrize(
    ("text", "why"),
    [("9: B9 B11", "no 9 train"), ("2: Z99 B9", "no hex Z99"), ("2: A2 N17", r"leads to Denver \(A2\) \(8.1\)")],
)
def test_what_cannot_be_run_is_refused_with_a_sentence(text: str, why: str):
    game, _, asked = running("1870")
    before = game.encode()
    with pytest.raises((Unreadable, Illegal), match=why):
        asked.read(text)
    assert game.encode() == before


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_a_route_can_be_typed_by_what_is_offered_next(title: str):
    game, seat, asked = running(title)
    text, before = asked.further("")[0].text, ""
    while text != before:
        before, longer = text, asked.further(f"{text} ")
        text = longer[0].text if longer else text
        worth = longer[0].worth if longer else None
        if worth:
            assert earned(game, seat, asked.read(text)) == worth if title == "1870" else asked.read(text)
    assert len(text.partition(":")[2].split()) >= 2


def test_what_is_offered_next_fits_what_has_been_typed_of_it():
    _, _, asked = running("1870")
    start = asked.further("")[0].text
    first = asked.further(start)
    some = first[0].text
    assert [one.text for one in asked.further(some[:-1])] == [
        one.text for one in first if one.text.startswith(some[:-1])
    ]
    assert asked.further(f"{some} [$10: Somewhere (B9)]") == asked.further(f"{some} ")
    assert asked.further("2-0=B9/c0,B9.E") == [] and asked.further("9") == []
    with pytest.raises(Unreadable, match="no 9 train"):
        asked.further("9: ")


def test_a_route_put_together_stop_by_stop_uses_no_track_twice():
    game, _, _ = running("1870", least=2)
    builder = builder_of(game, "run")
    assert builder is not None
    hands = [Hand(train.id, (builder.starts()[0],)) for train in builder.problem.trains[:1]]
    while ways := builder.onward([], hands[0]):
        hands[0] = builder.on(hands[0], ways[0])
        stops = hands[0].stops
        assert len(set(stops)) == len(stops)
        used = [builder.network.legs[leg].track for leg in hands[0].legs]
        assert sum(used).bit_count() == sum(one.bit_count() for one in used)
    second = Hand(builder.problem.trains[1].id, (builder.starts()[0],))
    beside = {one.leg for one in builder.onward(hands, second)}
    assert beside.isdisjoint(hands[0].legs)
