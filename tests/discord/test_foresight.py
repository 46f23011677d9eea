"""What a preview says of a move: the routes before and after, the price after a sale, the worth of a run."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from bot.discord.games.game_lookup import GameContext
from bot.menu.move.foresight import Foresight, foresee
from bot.menu.say import say
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Act, Game, new
from engine.family import running
from engine.play import WEIGHTS, next_to_act, random_act
from engine.titles import title_named, titles
from engine.view import CompanyView, view
from tests.discord.conftest import Hall
from tests.long_runs import one_of

MOVES = 900
EAGER = {**WEIGHTS, "concede": 0.0, "skip": 0.25, "buy_train": 4.0, "take": 1.5}


def foreseen(game: Game, seat: str, act: Act) -> Foresight:
    """What a preview of a move would show."""
    here = GameContext(Present(GameRow(id=1, title=game.title.id), [], {}, game, 0, 1), seat)
    return foresee(here.moves, act)


def played(title: str, seed: int, **options: str) -> Iterator[tuple[Game, str, Act]]:
    """Positions of a random game with the move that is made next."""
    names = [f"N{number}" for number in range(max(3, title_named(title).players[0]))]
    game, stream = new(title, names, options, seed), random.Random(seed)
    for _ in range(MOVES):
        decision = next_to_act(game, stream)
        if decision is None:
            return
        act = random_act(game, decision.seat, stream, EAGER)
        if act is None:
            return
        yield game, decision.seat, act
        game, _ = game.apply(decision.seat, act)


def enough(seen: Counter[str]) -> bool:
    """Whether sales and track have been previewed often enough to be believed."""
    return seen["sell"] >= 3 and seen["lay"] >= 3


@pytest.mark.parametrize("title", titles())
def test_a_preview_says_the_routes_worth_and_the_price_after(title: str):
    seen: Counter[str] = Counter()
    for game, seat, act in chain.from_iterable(played(title, seed) for seed in range(1, 12)):
        if enough(seen):
            break
        if act.verb not in ("lay", "token", "sell", "run") or seen[act.verb] >= 6:
            continue
        found = foreseen(game, seat, act)
        text = "\n".join(found.lines)
        drawn = [sketch.what for sketch in found.sketches]
        after, events = game.apply(seat, act)
        if act.verb == "sell":
            seen["sell"] += 1
            assert "the price of" in text.lower(), text
            assert "stays" in text or "market" in drawn
        elif act.verb == "run":
            seen["run"] += 1
            total = sum(int(event.data["amount"]) for event in events if event.kind == "ran")
            if total:
                assert (
                    ("Together they earn" in text or "It earns" in text)
                    and f"{found.words.money(total)}" in text
                    and "runs" in drawn
                )
        elif any(event.kind in ("laid", "token") for event in events):
            company = str(events[0].data["company"])
            assert drawn[0] == "map"
            if company in game.state.companies and running.trains_of(game.position(), company):
                seen[act.verb] += 1
                worth = [running.best(one.position(), company).total for one in (game, after)]
                low, high = (found.words.money(one) for one in worth)
                assert f"{company}'s best runs would earn: **{low} → {high}**" in text
                assert ("runs" in drawn) == bool(worth[1])
    assert enough(seen), seen


def test_a_preview_of_a_sale_shows_the_price_if_nobody_protects_it():
    for game, seat, act in played("1870", 4):
        if act.verb != "sell":
            continue
        after, events = game.apply(seat, act)
        if not after.state.lots or any(event.kind == "price" for event in events):
            continue
        found = foreseen(game, seat, act)
        if "If nobody protects or redeems the shares:" in found.lines:
            company = str(act.args["company"])
            was, sketch = view(game).companies, next(one for one in found.sketches if one.what == "market")
            would = {one.symbol: one.price for one in sketch.args[0].companies}
            assert would[company] < next(one.price for one in was if one.symbol == company)
            assert {one.symbol: one.price for one in view(after).companies}[company] != would[company]
            return
    raise AssertionError("no such sale came about")


def test_own_routes_that_earn_less_than_the_best_say_so():
    for game, seat, act in played("1870", 4, runs="free"):
        if act.verb != "run":
            continue
        poor = Act("run", {"routes": "none"})
        if game.why_not(seat, poor):
            continue
        total = running.best(game.position(), running.operating.operator(game.position())).total
        if total:
            found = foreseen(game, seat, poor)
            text = "\n".join(found.lines)
            assert f"earn **{found.words.money(0)}**" in text and f"would earn {found.words.money(total)}" in text
            return
    raise AssertionError("no company could leave its trains at home")


@pytest.mark.soak
async def test_what_if_of_track_shows_the_map_the_routes_and_their_worth(club: Hall):
    number = await club.game()
    await club.play_until(number, "run")
    for seed in range(20):
        await club.play_until(number, "lay", seed)
        now = await club.table.present(number)
        seat = now.game.decisions()[0].seat
        move = next(one for one in now.game.legal(seat) if one.verb == "lay")
        if running.trains_of(now.game.position(), running.operating.operator(now.game.position())):
            break
        await club.table.act(number, club.on_turn(now).id, seat, move.verb, dict(move.args), now.decision, now.epoch)
    person = club.on_turn(now)
    shown = await person.slash(
        "/lay", club.room, preview=True, **{slot: str(value) for slot, value in move.args.items()}
    )
    assert "What if:" in shown.text and "best runs would earn" in shown.text and "→" in shown.text
    assert "map" in shown.message.attachments[0].filename
    assert (await club.table.present(number)).row.last == now.row.last


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
def test_a_run_says_what_each_train_earned_as_it_was_announced(title: str):
    ran = 0
    for game, seat, act in played(title, 4):
        if act.verb != "run":
            continue
        after, events = game.apply(seat, act)
        told = [event.data for event in events if event.kind == "ran"]
        company = next((one for one in all_companies(after) if told and one.symbol == told[0]["company"]), None)
        if company is not None:
            assert [one.earned for one in company.last_routes] == [data["amount"] for data in told]
            assert sum(one.earned for one in company.last_routes) == company.last_run
            stops = [set(str(data["stops"]).split()) for data in told]
            assert all(set(one.paid) <= way for one, way in zip(company.last_routes, stops, strict=True))
            ran += 1
        if ran == 12:
            return
    assert ran


def test_runs_that_earn_nothing_say_why():
    assert say("runs_total", number=0, total="f0") == "It earns nothing: no legal run of its trains pays anything now."
    assert say("runs_total", number=1, total="f40") == "It earns **f40**."


def all_companies(game: Game) -> list[CompanyView]:
    """Everything that runs trains."""
    seen = view(game)
    return [*seen.companies, *seen.builders]
