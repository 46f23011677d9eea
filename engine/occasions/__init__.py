"""What is worth a word the first time it happens to a player: occasions of a position with their facts, in any title.

An occasion is asked about the game as its seat may suppose it and about the seat's view, so its facts tell nothing
that the seat may not know. Nothing here is a sentence: whoever speaks to people words the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.game import Game
from engine.occasions import shares, trains, turns
from engine.occasions.seeing import Fact, Facts, Looker, Money, Occasion, PhaseName, Player
from engine.view import View

__all__ = ["OCCASIONS", "Fact", "Facts", "Money", "Occasion", "PhaseName", "Player", "occasions"]

OCCASIONS: Mapping[str, Callable[[Looker], Facts | None]] = {
    "emergency": trains.emergency,
    "no_train_soon": trains.no_train_soon,
    "forced_purchase": trains.forced_purchase,
    "dividend": turns.dividend,
    "last_trains": trains.last_trains,
    "privates_close": turns.privates_close,
    "fewer_trains": trains.fewer_trains,
    "no_room": trains.no_room,
    "last_set": turns.last_set,
    "bank_low": turns.bank_low,
    "presidency_lost": shares.presidency_lost,
    "presidency_near": shares.presidency_near,
    "certificates": shares.certificates,
    "president": shares.president,
    "par": shares.par,
    "float": shares.float_,
    "first_share": shares.first_share,
    "auction": turns.auction,
    "sale": shares.sale,
    "pool": shares.pool,
    "sold_out": shares.sold_out,
    "free_certificates": shares.free_certificates,
    "sell_private": turns.sell_private,
    "private_income": turns.private_income,
    "some_rust": trains.some_rust,
    "station": turns.station,
    "run": turns.run,
    "track": turns.track,
    "train": trains.train,
    "order": turns.order,
    "rounds": turns.rounds,
    "priority": shares.priority,
    "worth": turns.worth,
}
"""Every occasion by its name, the most urgent first."""


def occasions(game: Game, view: View) -> Iterator[Occasion]:
    """The occasions of a seat that must decide something, the most urgent first; asked one by one."""
    if not view.seat or view.end is not None or not any(one.seat == view.seat for one in view.decisions):
        return
    looker = Looker(game, view)
    for name, ask in OCCASIONS.items():
        if (facts := ask(looker)) is not None:
            yield Occasion(name, facts)
