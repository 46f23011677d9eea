"""The turns that decided a game: those a commentator would choose, with facts that are true and nothing secret."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest

from engine import Event, Game, new
from engine.exchange.any_file import open_any_file
from engine.family import trains
from engine.finance import shares
from engine.finance.prices import price
from engine.game import Game as AnyGame
from engine.play import next_to_act, random_act
from engine.prospects import units_held
from engine.review.facts import Fact
from engine.review.money import START
from engine.review.review import Played, Point, Review, work_out
from engine.review.stored import decode, encode
from engine.review.turning import MOST
from engine.view import hidden_from
from tests.exchange.material import FOLDER, needs_games
from tests.golden.games import games_of
from tests.golden.test_games import SAMPLE
from tests.review.test_money import replayed

Moves = Sequence[tuple[str, Game, Sequence[Event]]]
COMMENTATOR: dict[str, tuple[str, list[str]]] = {
    "1889/real_314.json": ("p2", ["sells KO", "buys 6", "buys D", "inherits TR", "ruins TR", "adds SR"]),
    "1830/real_bank.json": ("p2", ["sells PRR", "sold_off p2", "buys 4", "rusted 2", "buys 6", "buys D"]),
    "1830/real_bankrupt.json": (
        "p2",
        ["sold_off p2", "takes_over PRR", "buys 6", "adds PRR", "ruins NYNH"],
    ),
    "1870/real_34110.json": ("p2", ["bought_private", "buys 4", "rusted 2"]),
    "1870/real_bankrupt.json": ("p3", ["sells MKT", "sold_off p2", "buys 8", "inherits MKT", "ruins SP"]),
    "1828/real_bankrupt.json": ("p3", ["takes_over MP", "buys 6", "adds MP", "ruins CPR"]),
    "18Chesapeake/real_1277.json": ("p5", ["buys 6", "adds N&W", "takes_over C&O", "buys D", "ruins C&O"]),
    "18Chesapeake/real_14377.json": ("p1", ["buys 6", "buys D", "adds PLE", "leads_later p1"]),
    "18Chesapeake/real_3055.json": (
        "p4",
        ["buys 4", "closes CV", "buys 5", "buys 6", "adds N&W", "adds PRR", "leads_later p4"],
    ),
}
"""What decided real games, chosen by hand from their logs before their reviews were read: the winner, and what any
account of the game must have, and what it would add: sales that cost somebody much, and presidencies that are handed
over before trains rust. 1889: shares of KO are sold to start UR, TR is dumped without a train, and the first
diesel costs the leader ¥582. 1830: the first 4 takes three 2 trains from B&O; the
last 3 trains go with the first 6, the 4 trains with the first diesel, and that ruins a president. 1870: a private
company is sold dearly, and the first 4 takes four companies' trains; in the other game, a company without a train is
left to another player. 1828: the 6 and the 8E each leave the last player without a train. 18Chesapeake: the first 4,
the 6 and the diesels, what they cost their presidents, and who had a train that stayed.
"""
QUIET = ("1889/real_hs_jmmljkbw_17502.json", "1889/real_hs_lhglbbiz_17502.json")
"""Games that were given up in their second stock round, when nothing had happened yet."""


def reviewed(start: Game, moves: Moves, viewer: str | None = None) -> Review:
    steps = ((Played(n, seat, events), after) for n, (seat, after, events) in enumerate(moves, 1))
    return work_out(start, iter(steps), viewer)


def in_words(events: Iterable[Event]) -> set[str]:
    """What a commentator would say of these events."""
    found: set[str] = set()
    for event in events:
        match event.kind:
            case "bought_train":
                found.add(f"buys {event.data['kind']}")
            case "sold":
                found.add(f"sells {event.data['company']}")
            case kind:
                found.add(kind)
    return found


def of_site(name: str) -> tuple[Game, Moves]:
    file = open_any_file((FOLDER / name).read_bytes())
    return file.start, [(move.seat, after, events) for move, after, events in file.states()]


@needs_games
@pytest.mark.soak
@pytest.mark.parametrize("name", COMMENTATOR)
def test_the_turning_points_of_real_games_are_those_of_a_commentator(name: str):
    start, moves = of_site(name)
    review = reviewed(start, moves)
    winner, wanted = COMMENTATOR[name]
    end = moves[-1][1].state.end
    assert end is not None and end.winners == [winner]
    told = [
        *(word for one in review.points for move in one.told for word in in_words(moves[move - 1][2])),
        *(f"{fact.kind} {fact.about or fact.seat}" for one in review.points for fact in one.facts),
    ]
    assert set(wanted) <= set(told), told
    assert 3 <= len(review.points) <= MOST
    check_facts(start, moves, review)


@needs_games
def test_a_game_in_which_nothing_has_happened_yet_has_no_turning_point():
    for name in QUIET:
        assert reviewed(*of_site(name)).points == []


@needs_games
def test_a_game_that_was_given_up_early_has_only_the_one_turn_that_counted():
    """Player 2 has the first 3 train bought, and their own private company closes by it; then they agree to stop."""
    start, moves = of_site("18Chesapeake/real_22383.json")
    (point,) = reviewed(start, moves).points
    assert {(one.kind, one.seat, one.about) for one in point.facts} >= {("closes", "p2", "CV"), ("passed", "p1", "")}
    assert in_words(event for number in point.told for event in moves[number - 1][2]) >= {"buys 3"}


@pytest.mark.parametrize(("title", "name"), [(title, names[-1]) for title, names in SAMPLE.items()])
def test_every_fact_of_a_recorded_game_is_true(title: str, name: str):
    game = next(one for one in games_of(title) if one.id == name)
    seats = [seat for seat, _, _ in game.moves]
    moves = [(seat, after, events) for seat, (after, events) in zip(seats, replayed(game), strict=False)]
    review = reviewed(game.begin(), moves)
    check_facts(game.begin(), moves, review)
    assert decode(encode(review), Review) == review
    assert decode(encode(review)[:-1], Review) is None
    assert decode(encode(review).replace(b'"v":4', b'"v":3'), Review) is None, "of another form"


def check_facts(start: Game, moves: Moves, review: Review) -> None:
    for point in review.points:
        before = moves[point.before - 1][1] if point.before else start
        after = moves[point.last - 1][1]
        assert point.told and set(point.told) <= set(range(point.before + 1, point.last + 1))
        for fact in point.facts:
            check_fact(before, after, moves, point, fact)
        assert len({(one.kind, one.seat, one.about) for one in point.facts}) == len(point.facts)


def worth(game: AnyGame, seat: str) -> int:
    return (game.state.end or game.title.score(game.position(), "agreed")).worth[seat]


def round_ends(moves: Moves) -> list[tuple[int, Game]]:
    """The last move of each round, with the game after it."""
    clocks = [after.state.clock for _, after, _ in moves]
    return [(n, after) for n, (_, after, _) in enumerate(moves, 1) if n == len(moves) or clocks[n - 1] != clocks[n - 2]]


def check_fact(before: Game, after: Game, moves: Moves, point: Point, fact: Fact) -> None:
    """Compare a fact with the positions around its turn, by another way than it was found."""
    was, now = before.position(), after.position()
    events = [event for _, _, told in moves[point.before : point.last] for event in told]
    match fact.kind:
        case "worth":
            assert (fact.before, fact.amount) == (worth(before, fact.seat), worth(after, fact.seat))
        case "passed" | "fallen" | "leads":
            pairs = {
                "passed": [(fact.seat, other) for other in fact.names],
                "fallen": [(other, fact.seat) for other in fact.names],
                "leads": [(fact.seat, one.id) for one in was.s.players if one.id != fact.seat],
            }[fact.kind]
            ends = [game for n, game in round_ends(moves) if n > point.last]
            for one, other in pairs:
                assert fact.kind == "leads" or (worth(before, other) > worth(before, one))
                assert fact.kind == "leads" or (worth(after, other) < worth(after, one))
                assert all(worth(end, other) < worth(end, one) for end in ends)
        case "leads_later":
            ends = [game for n, game in round_ends(moves) if n >= point.last]
            ahead = [
                all(worth(end, one.id) < worth(end, fact.seat) for one in was.s.players if one.id != fact.seat)
                for end in ends
            ]
            assert all(ahead[fact.amount :]) and not any(ahead[fact.amount - 1 : fact.amount])
        case "lacks":
            assert trains.real_trains(was, fact.about) and not trains.real_trains(now, fact.about)
            assert fact.amount == (trains.cheapest(now) or 0) - now.s.cash[fact.about] > 0
        case "inherits":
            assert not trains.real_trains(was, fact.about) and not trains.real_trains(now, fact.about)
            assert shares.president(was, fact.about) != shares.president(now, fact.about) == fact.seat
            assert fact.amount == (trains.cheapest(now) or 0) - now.s.cash[fact.about] > 0
        case "takes_over":
            assert trains.real_trains(was, fact.about)
            assert shares.president(was, fact.about) != shares.president(now, fact.about) == fact.seat
            later = [after.position() for _, after, _ in moves[point.last :]]
            bare = next(p for p in later if not trains.real_trains(p, fact.about))
            assert shares.president(bare, fact.about) == fact.seat
        case "sold_off":
            sold = {str(e.data["company"]) for e in events if e.kind == "sold" and e.data["player"] != fact.seat}
            assert set(fact.names) <= sold and 0 < fact.amount < worth(before, fact.seat)
        case "adds" | "ruins":
            kind = {"adds": "contributes", "ruins": "bankrupt"}[fact.kind]
            later = [one.data for _, _, told in moves[point.last :] for one in told if one.kind == kind]
            cost = next(one for one in later if one["company"] == fact.about)
            assert cost["player"] == fact.seat and cost.get("amount", 0) == fact.amount
        case "closes":
            assert was.s.privates[fact.about] == fact.seat and was.d.privates[fact.about].cost == fact.amount
            assert any(e.kind == "private_closed" and e.data["private"] == fact.about for e in events)
        case "rusted":
            for company in fact.names:
                had = [now.s.trains[one].at for one in was.s.trains if was.s.trains[one].kind == fact.about]
                assert company not in had or any(e.kind == "rusted" and e.data["owner"] == company for e in events)
                assert any(e.kind == "rusted" and e.data["kind"] == fact.about for e in events)
        case "runs" | "runs_again" | "runs_under":
            ran = [
                after.state.companies[fact.about].last_run
                for _, after, told in moves[point.last :]
                if any(e.kind == "ran" and e.data["company"] == fact.about for e in told)
            ]
            assert ran[0] == fact.amount
            assert (fact.kind == "runs_under") == (shares.president(was, fact.about) not in ("", fact.seat))
            check_told(moves, point, fact, max(0, was.company(fact.about).last_run))
        case "overpaid":
            (paid,) = [
                int(e.data["price"])
                for e in events
                if e.kind == "auction_sold" and (e.data["player"], e.data["private"]) == (fact.seat, fact.about)
            ]
            came_with = [e.data for e in events if e.kind == "came_with" and e.data["private"] == fact.about]
            started = [e.data for _, _, told in moves for e in told if e.kind == "started"]
            first = {str(one["company"]): int(one["price"]) for one in reversed(started)}
            shares_of = sum(first[str(one["company"])] * int(one["shares"]) for one in came_with)
            assert fact.amount == paid - was.d.privates[fact.about].cost - shares_of > 0
        case "brings":
            assert fact.amount == brought(before, moves[point.before :], fact.seat, fact.about)
        case "own_sales" | "others_sales":
            sellers = {str(e.data["player"]) for e in events if e.kind == "sold" and e.data["company"] == fact.about}
            assert fact.amount > 0
            assert not sellers or (fact.seat in sellers) == (fact.kind == "own_sales") or len(sellers) > 1
        case _:
            raise AssertionError(fact)


def brought(start: Game, moves: Moves, seat: str, company: str) -> int:
    """What somebody's shares of a company pay, cost and are worth from here on."""

    def worth_at(game: Game) -> int:
        return units_held(game, company)[seat] * price(game.position(), company)

    total, now = -worth_at(start), start
    for _, after, events in moves:
        for event in events:
            if event.data.get("company") == company and event.kind == "dividend":
                total += int(event.data["each"]) * units_held(now, company)[seat]
            if event.data.get("company") == company and event.data.get("player") == seat:
                amounts = {"bought": -1, "started": -2, "sold": 1}
                total += amounts.get(event.kind, 0) * int(event.data.get("amount", event.data.get("price", 0)))
        now = after
    return total + worth_at(now)


def check_told(moves: Moves, point: Point, fact: Fact, last_run: int) -> None:
    """What a company earned last is what it earned in this turn, if it has run; what it earns it with is told."""
    turn = range(point.before + 1, point.last + 1)
    ran = [n for n in turn if any(e.kind == "ran" and e.data["company"] == fact.about for e in moves[n - 1][2])]
    got = [
        n for n in turn if any(e.kind == "bought_train" and e.data["company"] == fact.about for e in moves[n - 1][2])
    ]
    assert set(got) <= set(point.told) or fact.kind == "runs_under"
    if not ran or (got and got[0] < ran[0]):
        assert fact.before == last_run
    else:
        assert fact.before == moves[ran[0] - 1][1].state.companies[fact.about].last_run


# --- secrets


@pytest.mark.parametrize("seed", [1, 2])
def test_the_review_of_a_running_game_is_the_same_whatever_is_secret(seed: int):
    """Twins: in one of them every account that the viewer may not see holds another amount at every moment."""
    start, stream = new("1870", ["Ann", "Bob", "Cem"], {"secrets": "hidden", "runs": "free"}, seed), random.Random(seed)
    moves: list[tuple[str, Game, Sequence[Event]]] = []
    now, secret = start, 0
    for _ in range(260):
        decision = next_to_act(now, stream)
        assert decision is not None
        act = random_act(now, decision.seat, stream)
        assert act is not None
        now, events = now.apply(decision.seat, act)
        moves.append((decision.seat, now, events))
        secret += bool(hidden_from(now, "p1"))
    assert secret > 100

    def twin(game: Game) -> Game:
        p, hidden = game.loose(), hidden_from(game, "p1") & set(game.state.cash)
        for account in hidden:
            p.s.cash |= {account: p.s.cash[account] + 70, "bank": p.s.cash["bank"] - 70}
        return Game(game.title, p.s)

    one = reviewed(start, moves, "p1")
    other = reviewed(twin(start), [(seat, twin(game), events) for seat, game, events in moves], "p1")
    assert encode(one) == encode(other)
    assert "p1" in one.players and any(line.kind == START for line in one.money)
    # With everything known the treasuries do matter, so the twins are really different.
    known = [
        reviewed(game, line) for game, line in ((start, moves), (twin(start), [(s, twin(g), e) for s, g, e in moves]))
    ]
    assert start.state != twin(moves[-1][1]).state and all(one.players == ["p1", "p2", "p3"] for one in known)
