"""The amounts in a robot's reasons are those that the move really pays."""

import random
from collections.abc import Iterator

import pytest

from bot.robots.reasons import Reason
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from engine import Act, Game
from engine.core.events import Event
from engine.play import play_on
from engine.titles import titles
from engine.view import view
from tests.long_runs import one_of
from tests.robots.games import begun

TRAINS = (
    *("buy_needed", "buy_needed_rusts", "buy_lasts", "buy_must", "buy_forced", "buy_adds", "buy_late"),
    *(
        "buy_earns",
        "buy_earns_long",
        "buy_spare",
        "buy_hurries",
        "buy_costly",
        "buy_costly_long",
        "buy_drains",
        "buy_idle",
        "buy_dying",
    ),
)


def paid(events: list[Event], kind: str, name: str) -> int:
    """What an event says was paid."""
    return next(int(one.data[name]) for one in events if one.kind == kind)


def differs(before: Game, after: Game, events: list[Event], seat: str, act: Act, why: Reason) -> Iterator[str]:
    """Amounts of a reason that are not what happened."""
    was, now, values = before.state, after.state, why.values
    company = str(values.get("company", ""))
    if why.key in ("buy_share", "buy_president") and values["price"] != paid(events, "bought", "amount"):
        yield f"paid {paid(events, 'bought', 'amount')}"
    got = now.cash[seat] - was.cash[seat]
    if (
        why.key in ("sell_weak", "sell_cash", "sell_keep", "sell_least")
        and "shares" in act.args
        and values["price"] * int(act.args.get("shares", 1)) != got
    ):
        yield f"got {got}"
    if why.key in TRAINS and "kind" in act.args:
        spent = was.cash[seat] + was.cash[company] - now.cash[seat] - now.cash[company]
        if values["price"] != spent:
            yield f"spent {spent}"
        if why.key == "buy_forced" and values["added"] != was.cash[seat] - now.cash[seat]:
            yield f"added {was.cash[seat] - now.cash[seat]}"
    if (
        why.key in ("token_earns", "token_first", "token_later", "token_leads", "token_opens", "token_other")
        and values["cost"] != was.cash[company] - now.cash[company]
    ):
        yield f"spent {was.cash[company] - now.cash[company]}"
    if why.key in ("start_full", "start_alone", "start_dear", "start_far", "start_kept", "start_places") and act.args:
        par = next(one.par or one.price for one in view(after, seat).companies if one.symbol == company)
        if values["price"] != par:
            yield f"started at {par}"


def positions(title: str, seed: int) -> Iterator[Game]:
    """A random game, and now and then what a few random moves lead to."""
    game = begun(title, ["random"] * 3, seed)
    for number in range(40):
        if not game.decisions():
            return
        yield game
        game = play_on(game, random.Random(number), 9)


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
def test_the_amounts_are_what_the_move_pays(title: str):
    seen, wrong = set[str](), list[str]()
    for game in (one for seed in (1, 2) for one in positions(title, seed)):
        seat = game.decisions()[0].seat
        look = Look(game, seat, random.Random(1), None, 3)
        for one in ranked(look):
            after = look.after(one.act)
            if after is None:
                continue
            _, events = game.apply(seat, one.act)
            seen.add(one.why.key)
            wrong += [
                f"{one.act} {one.why}: {amount}" for amount in differs(game, after, events, seat, one.act, one.why)
            ]
    assert not wrong, "\n".join(wrong[:20])
    assert seen & set(TRAINS) and "buy_share" in seen
