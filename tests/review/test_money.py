"""Where everybody's money came from, to the last dollar, in every game that is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine import Act, Event, Game
from engine.exchange.any_file import open_any_file
from engine.review.money import (
    DEBTS,
    DIVIDENDS,
    GROWTH,
    LEFT,
    OTHER,
    OTHERS_SALES,
    OWN_SALES,
    PRIVATES,
    START,
    UNRECORDED,
    Books,
    Source,
)
from engine.titles import titles
from tests.exchange.material import FOLDER, files, name_of, needs_games
from tests.golden.games import CORRECTED, TITLES, Recorded, games_of
from tests.golden.test_games import SAMPLE
from tests.long_runs import one_in
from tests.positions.table import Table

SITE = tuple(title for title in titles() if files(title))


def booked(start: Game, moves: Iterable[tuple[Game, list[Event]]]) -> tuple[dict[str, dict[Source, int]], Game]:
    """The books of a game, and how it ended."""
    books, now = Books(), start
    books.begin(start.position(), [seat.id for seat in start.state.players])
    for after, events in moves:
        for player, move in books.follow(now.position(), after.position(), events).items():
            other = sum(amount for (kind, _), amount in move.items() if kind == OTHER)
            # Nothing is left over but what an event tells was paid for no company and no private company's income.
            assert not other or {"player": player, "amount": abs(other)} in [event.data for event in events], events
        now = after
    if now.state.end is not None:
        books.close(now.position(), now.state.end.worth)
    return books.entries, now


def check(name: str, start: Game, moves: Iterable[tuple[Game, list[Event]]]) -> None:
    """The sources add up to what counts, and each payment belongs to one of them."""
    entries, end = booked(start, moves)
    p = end.position()
    worth = end.state.end.worth if end.state.end is not None else p.title.score(p, "agreed").worth
    for player, sources in entries.items():
        assert sum(sources.values()) == worth[player], (name, player)
        kinds = {kind for kind, _ in sources}
        assert UNRECORDED not in kinds, (name, player, sources)
        assert LEFT not in kinds or p.seat(player).out, (name, player)


def replayed(game: Recorded) -> Iterator[tuple[Game, list[Event]]]:
    """A recorded game, up to where a rule has been corrected since."""
    until = CORRECTED[game.id][0] - 1 if game.id in CORRECTED else len(game.moves)
    now = game.begin()
    for seat, verb, args in game.moves[:until]:
        now, events = now.apply(seat, Act(verb, args))
        yield now, events


@pytest.mark.parametrize(("title", "name"), [(title, names[0]) for title, names in SAMPLE.items()])
def test_the_money_of_a_recorded_game_adds_up(title: str, name: str):
    game = next(one for one in games_of(title) if one.id == name)
    check(name, game.begin(), replayed(game))


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_the_money_of_recorded_games_adds_up(title: str):
    for game in one_in(4, games_of(title)):
        check(game.id, game.begin(), replayed(game))


def of_file(path: Path) -> tuple[Game, Iterator[tuple[Game, list[Event]]]]:
    file = open_any_file(path.read_bytes())

    def moves() -> Iterator[tuple[Game, list[Event]]]:
        for _, after, events in file.states():
            yield after, events

    return file.start, moves()


@needs_games
def test_the_money_of_a_real_game_adds_up():
    for title, name in (("1889", "real_hs_jmmljkbw_17502.json"), ("1830", "real_bankrupt.json")):
        check(name, *of_file(FOLDER / title / name))


@needs_games
@pytest.mark.soak
@pytest.mark.parametrize("title", SITE)
def test_the_money_of_games_of_the_other_site_adds_up(title: str):
    for path in one_in(4, files(title)):
        check(name_of(path), *of_file(path))


# --- what belongs to what


def prr(bob: int = 4) -> Table:
    """The PRR stands at $100, led by Ann; Bob is on turn in a stock round."""
    table = Table(title="1830").with_company("PRR", "Ann", Ann=4, Bob=bob, Cem=2)
    return table.stock_round("Bob")


def move_by(table: Table, *moves: tuple[str, str, dict[str, str | int]]) -> dict[str, dict[Source, int]]:
    """The books of these moves, by the players' names and without what they began with."""
    start, found = table.game, list[tuple[Game, list[Event]]]()
    for who, verb, args in moves:
        known = len(table.events)
        table.do(who, verb, **args)
        found.append((table.game, table.events[known:]))
    entries, _ = booked(start, found)
    return {
        table.name(player): {source: amount for source, amount in sources.items() if source[0] != START}
        for player, sources in entries.items()
    }


def test_a_sale_costs_its_seller_and_the_others_what_their_shares_lose():
    table = prr()
    was = table.price("PRR")
    entries = move_by(table, ("Bob", "sell", {"company": "PRR", "shares": 3}))
    fall = was - table.price("PRR")
    assert fall > 0
    assert entries == {
        "Ann": {(OTHERS_SALES, "PRR"): -4 * fall},
        "Bob": {(OWN_SALES, "PRR"): -fall},
        "Cem": {(OTHERS_SALES, "PRR"): -2 * fall},
    }


def test_a_share_bought_at_its_market_price_costs_nothing_and_below_it_is_a_gain():
    table = prr(2).with_cash("Bob", 500)
    entries = move_by(table, ("Bob", "buy", {"company": "PRR", "from": "ipo"}))
    gain = table.price("PRR") - int(table.happened("bought")[0]["price"])
    assert entries["Bob"] == ({(GROWTH, "PRR"): gain} if gain else {})
    assert entries["Ann"] == entries["Cem"] == {}


def test_what_a_president_adds_for_a_train_is_money_put_into_a_company():
    books = Books()
    table = Table(title="1830").with_company("PRR", "Ann", Ann=6, treasury=0).with_cash("Ann", 500)
    before, ann = table.p, table.seat("Ann")
    books.begin(before, [ann])
    after = table.with_cash("Ann", 320).p
    told = [Event("contributes", {"player": ann, "company": "PRR", "amount": 180})]
    assert books.follow(before, after, told) == {ann: {(DEBTS, ""): -180}}
    assert books.follow(before, after, None) == {ann: {(UNRECORDED, ""): -180}}


def test_dividends_and_income_of_private_companies_are_told_by_company():
    game = next(one for one in games_of("1843") if one.id == "1843-4p-rulebook-patient-15022")
    received: dict[str, int] = {}
    income: dict[str, int] = {}
    now, moves = game.begin(), list[tuple[Game, list[Event]]]()
    for after, events in replayed(game):
        for event in events:
            if event.kind == "dividend":
                for seat in now.state.players:
                    units = Table.at(now).units(seat.id, str(event.data["company"]))
                    received[seat.id] = received.get(seat.id, 0) + units * int(event.data["each"])
            if event.kind == "private_pays" and str(event.data["owner"]).startswith("p"):
                income[str(event.data["owner"])] = income.get(str(event.data["owner"]), 0) + int(event.data["amount"])
        moves.append((after, events))
        now = after
    entries, end = booked(game.begin(), moves)
    for player, sources in entries.items():
        assert sum(amount for (kind, _), amount in sources.items() if kind == DIVIDENDS) == received.get(player, 0)
        assert any(kind == PRIVATES for kind, _ in sources) or not income.get(player)
    assert sum(received.values()) > 1000 and end.state.end is not None
